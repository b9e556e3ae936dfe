use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::clock::Moment;

/// How often something may be done in any span of time.
#[derive(Debug)]
pub(crate) struct Limit {
    times: usize,
    span: Duration,
    done: Mutex<VecDeque<Moment>>,
}

impl Limit {
    pub(crate) fn new(times: usize, span: Duration) -> Self {
        Self {
            times,
            span,
            done: Mutex::default(),
        }
    }

    /// Does it once more; else how long to wait.
    pub(crate) fn take(&self, now: Moment) -> Result<(), Duration> {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        while done.front().is_some_and(|&first| first + self.span <= now) {
            done.pop_front();
        }
        match done.front() {
            Some(&first) if done.len() >= self.times => {
                Err((first + self.span).saturating_sub(now))
            }
            _ => {
                done.push_back(now);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_holds_so_many_and_then_the_first_makes_room() {
        let limit = Limit::new(2, Duration::from_mins(1));
        let at = |seconds| limit.take(Duration::from_secs(seconds));
        assert_eq!((at(1), at(2)), (Ok(()), Ok(())));
        assert_eq!(at(31), Err(Duration::from_secs(30)));
        assert_eq!((at(61), at(61)), (Ok(()), Err(Duration::from_secs(1))));
    }
}
