//! Permits of computers to think: nobody waits for those who can wait longer.

use crate::limits::Client;
use crate::semaphore::{FairPermit, FairSemaphore};

/// Urgency of a search, the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Urgency {
    /// A short one for a person.
    Short,
    /// A long one for a person.
    Long,
    /// An analysis for a person.
    Analysis,
    /// One in a game between computers.
    Background,
}

/// Searches at a time. Each urgency has permits of its own, so that those that are more urgent never wait for those
/// that are less; the operating system shares the cores among them.
#[derive(Debug)]
pub(crate) struct Thinking {
    /// A permit for each core.
    short: FairSemaphore,
    /// A permit for each core, two at least, of which no client holds all.
    long: FairSemaphore,
    /// A permit for every other core, of which a client holds one.
    analysis: FairSemaphore,
    /// As many permits as for analyses.
    background: FairSemaphore,
}

impl Thinking {
    pub(crate) fn new(cores: usize) -> Self {
        let long = cores.max(2);
        let few = || FairSemaphore::with_share(cores.div_ceil(2), 1);
        Self {
            short: FairSemaphore::new(cores),
            long: FairSemaphore::with_share(long, long - 1),
            analysis: few(),
            background: few(),
        }
    }

    /// Waits for a permit.
    pub(crate) async fn take(&self, urgency: Urgency, who: Client) -> FairPermit {
        let semaphore = match urgency {
            Urgency::Short => &self.short,
            Urgency::Long => &self.long,
            Urgency::Analysis => &self.analysis,
            Urgency::Background => &self.background,
        };
        semaphore.take(who).await
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use super::Urgency::{Analysis, Background, Long, Short};
    use super::*;
    use crate::testing::{client, look};

    /// On one core and on many.
    #[test]
    fn people_wait_neither_for_long_searches_of_others_nor_for_games_between_computers() {
        for cores in [1, 2, 5] {
            let thinking = Thinking::new(cores);
            let (much, little) = (client(1), client(2));
            let take = |urgency, who| look(&mut pin!(thinking.take(urgency, who)));
            let mut held = Vec::new();
            while let Some(permit) = take(Background, much) {
                held.push(permit);
            }
            let analysis = take(Analysis, little);
            assert!(analysis.is_some(), "{cores}: a person's comes first");
            while let Some(permit) = take(Long, much) {
                held.push(permit);
            }
            let long = take(Long, little);
            assert!(long.is_some(), "{cores}: no client holds all");
            let short: Vec<_> = (0..cores).map(|_| take(Short, much)).collect();
            assert!(short.iter().all(Option::is_some), "{cores}");
            assert!(take(Short, little).is_none(), "{cores}: a worker per core");
            drop(short);
            assert!(take(Short, little).is_some());
        }
    }

    #[test]
    fn a_client_analyses_one_thing_at_a_time() {
        let thinking = Thinking::new(4);
        for urgency in [Analysis, Background] {
            let take = |who| look(&mut pin!(thinking.take(urgency, who)));
            let first = take(client(1));
            assert!(first.is_some() && take(client(1)).is_none());
            assert!(take(client(2)).is_some());
        }
    }
}
