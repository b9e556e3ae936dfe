use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::clock::Moment;

/// Rate limit: so many permits in any window of time.
#[derive(Debug)]
pub(crate) struct RateLimit {
    permits: usize,
    window: Duration,
    taken: Mutex<VecDeque<Moment>>,
}

impl RateLimit {
    pub(crate) fn new(permits: usize, window: Duration) -> Self {
        Self {
            permits,
            window,
            taken: Mutex::default(),
        }
    }

    /// Takes a permit, or returns the time until one is free.
    pub(crate) fn take(&self, now: Moment) -> Result<(), Duration> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        while taken
            .front()
            .is_some_and(|&first| first + self.window <= now)
        {
            taken.pop_front();
        }
        match taken.front() {
            Some(&first) if taken.len() >= self.permits => {
                Err((first + self.window).saturating_sub(now))
            }
            _ => {
                taken.push_back(now);
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
        let limit = RateLimit::new(2, Duration::from_mins(1));
        let at = |seconds| limit.take(Duration::from_secs(seconds));
        assert_eq!((at(1), at(2)), (Ok(()), Ok(())));
        assert_eq!(at(31), Err(Duration::from_secs(30)));
        assert_eq!((at(61), at(61)), (Ok(()), Err(Duration::from_secs(1))));
    }
}
