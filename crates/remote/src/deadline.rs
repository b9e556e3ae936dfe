use std::thread::sleep;
use std::time::{Duration, Instant};

/// Time until which a job is waited for, by which every wait of its life ends; none by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deadline(Option<Span>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Span {
    most: Duration,
    /// End of all waits.
    end: Instant,
    /// End of requests that may be made again.
    requests_end: Instant,
    /// End from which on jobs are cancelled.
    closing: Option<Instant>,
}

/// Part of the time for a job that is spent on its cancellation at the end.
const CLOSING: f64 = 0.1;

/// Time beyond that for the requests that cancel jobs or fetch a result, all together.
const CLOSING_REQUESTS: Duration = Duration::from_secs(15);

/// Time that a request has at least, however close the deadline is.
const LEAST_REQUEST: Duration = Duration::from_secs(1);

impl Deadline {
    /// A time from now on; none if it is longer than any clock goes.
    pub(crate) fn after(most: Option<Duration>) -> Self {
        let begun = Instant::now();
        let span = |most| {
            let end = begun.checked_add(most)?;
            Some(Span {
                most,
                end,
                requests_end: end,
                closing: None,
            })
        };
        Self(most.and_then(span))
    }

    /// The deadline without the time that a person took to think.
    pub(crate) fn put_off(self, by: Duration) -> Self {
        let later = |span: Span| {
            Some(Span {
                end: span.end.checked_add(by)?,
                requests_end: span.requests_end.checked_add(by)?,
                ..span
            })
        };
        Self(self.0.and_then(later))
    }

    /// The deadline, put off for the requests that cancel jobs or fetch a result: all of them end by the same time,
    /// counted from the first or from the deadline, whatever is later.
    pub(crate) fn closing(&mut self) -> Self {
        let mut closing = self.0;
        if let Some(span) = &mut self.0 {
            let from = *span.closing.get_or_insert(span.end.max(Instant::now()));
            closing = from
                .checked_add(span.most.mul_f64(CLOSING))
                .and_then(|end| {
                    let requests_end = end.checked_add(CLOSING_REQUESTS)?;
                    Some(Span {
                        end,
                        requests_end,
                        ..*span
                    })
                });
        }
        Self(closing)
    }

    /// Returns `true` if it is over.
    pub(crate) fn is_over(self) -> bool {
        self.left() == Some(Duration::ZERO)
    }

    /// Returns `true` if a wait from now on ends before it.
    pub(crate) fn allows(self, wait: Duration) -> bool {
        self.left().is_none_or(|left| wait < left)
    }

    /// Waits, but not longer than until it.
    pub(crate) fn sleep(self, wait: Duration) {
        sleep(self.left().map_or(wait, |left| wait.min(left)));
    }

    /// Time-out of a request that may be made again.
    pub(crate) fn timeout(self, most: Duration) -> Duration {
        let left = left_until(self.0.map(|span| span.requests_end)).unwrap_or(most);
        most.min(left.max(LEAST_REQUEST))
    }

    fn left(self) -> Option<Duration> {
        left_until(self.0.map(|span| span.end))
    }
}

fn left_until(end: Option<Instant>) -> Option<Duration> {
    Some(end?.saturating_duration_since(Instant::now()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_end_by_the_deadline() {
        let none = Deadline::default();
        assert!(!none.is_over() && none.allows(Duration::MAX));
        assert_eq!(none.timeout(Duration::from_mins(1)), Duration::from_mins(1));
        let mut hour = Deadline::after(Some(Duration::from_hours(1)));
        assert!(!hour.is_over() && hour.allows(Duration::from_mins(59)));
        assert!(!hour.allows(Duration::from_hours(1)));
        let mut over = Deadline::after(Some(Duration::ZERO));
        assert!(over.is_over() && !over.allows(Duration::ZERO));
        // Returns at once.
        over.sleep(Duration::from_hours(1));
        assert_eq!(over.timeout(Duration::from_mins(1)), LEAST_REQUEST);
        assert!(!over.put_off(Duration::from_hours(1)).is_over());
        let closing = hour.closing();
        assert!(closing.allows(Duration::from_mins(65)));
        assert!(!closing.allows(Duration::from_mins(66)));
        let request = over.closing().timeout(Duration::from_mins(1));
        assert!(request > Duration::from_secs(10) && request <= CLOSING_REQUESTS);
    }
}
