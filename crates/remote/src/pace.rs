use std::time::Duration;

use crate::marker::noise;

/// How patient requests are: when they are repeated, when they are given up, how often a job is
/// looked at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// The most to wait before the first repetition; each further one waits up to twice as long.
    pub first: Duration,
    /// The most to wait before any repetition.
    pub longest: Duration,
    /// How often a request is made at most.
    pub tries: u32,
    /// How long repetitions go on at most.
    pub total: Duration,
    /// How long one request may take.
    pub request: Duration,
    /// How long a connection may take.
    pub connect: Duration,
    /// How long to wait before a job is looked at the first time; half as much again each time.
    pub poll_first: Duration,
    /// The most to wait before a job is looked at again.
    pub poll_longest: Duration,
    /// How long a service may stay unreachable while a job is waited for.
    pub silence: Duration,
}

impl Default for Pace {
    /// Six requests within 3 minutes, waiting from 0.5 s to 30 s; jobs are looked at after 1 s, at
    /// last every 10 s.
    fn default() -> Self {
        Self {
            first: Duration::from_millis(500),
            longest: Duration::from_secs(30),
            tries: 6,
            total: Duration::from_mins(3),
            request: Duration::from_mins(1),
            connect: Duration::from_secs(10),
            poll_first: Duration::from_secs(1),
            poll_longest: Duration::from_secs(10),
            silence: Duration::from_mins(15),
        }
    }
}

impl Pace {
    /// The same with every wait this many times as long; requests themselves get no less time.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        let scaled = |time: Duration| time.mul_f64(factor);
        Self {
            first: scaled(self.first),
            longest: scaled(self.longest),
            tries: self.tries,
            total: scaled(self.total),
            request: scaled(self.request).max(self.request),
            connect: scaled(self.connect).max(self.connect),
            poll_first: scaled(self.poll_first),
            poll_longest: scaled(self.poll_longest),
            silence: scaled(self.silence),
        }
    }

    /// How long to wait before the `repetition`-th repetition, from 0: anything up to a bound that
    /// doubles, so that clients who failed together do not come back together.
    pub(crate) fn back_off(&self, repetition: u32) -> Duration {
        let bound = self.first.saturating_mul(1 << repetition.min(16));
        bound.min(self.longest).mul_f64(jitter())
    }

    /// How long to wait before a job is looked at again, the `look`-th time, from 0.
    pub(crate) fn poll(&self, look: u32) -> Duration {
        let grown = self
            .poll_first
            .mul_f64(1.5f64.powi(look.min(20).cast_signed()));
        grown.min(self.poll_longest)
    }
}

/// A number from 0 to 1 that need not be reproduced: it says when, never what.
fn jitter() -> f64 {
    let [a, b, c, d, ..] = noise();
    f64::from(u32::from_le_bytes([a, b, c, d])) / f64::from(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_a_bound() {
        let pace = Pace::default();
        for repetition in 0..40u32 {
            let bound = 0.5 * 2f64.powi(repetition.min(10).cast_signed());
            let waited = pace.back_off(repetition).as_secs_f64();
            assert!(waited <= bound.min(30.0), "{repetition}: {waited}");
        }
        let polls: Vec<f64> = (0..8).map(|look| pace.poll(look).as_secs_f64()).collect();
        assert!(
            polls.is_sorted() && polls[0] < 1.01 && polls[7] > 9.99,
            "{polls:?}"
        );
    }
}
