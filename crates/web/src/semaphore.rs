//! A semaphore that is fair between clients.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::limits::Client;

/// Semaphore that is fair between clients: a client that holds or awaits all its permits waits for one
/// of its own first, so that no client has more requests in the queue than its share of the permits, which is
/// all of them unless said.
#[derive(Debug)]
pub(crate) struct FairSemaphore {
    all: Arc<Semaphore>,
    /// Number of permits that a client may hold or await at a time.
    each: usize,
    /// So many permits for each client that holds or awaits one.
    own: Mutex<HashMap<Client, Arc<Semaphore>>>,
}

/// Permit of a [`FairSemaphore`], returned when it is dropped.
#[derive(Debug)]
pub(crate) struct FairPermit {
    _of_all: OwnedSemaphorePermit,
    _own: OwnedSemaphorePermit,
}

/// Reason for which acquiring never fails.
const OPEN: &str = "these semaphores are never closed";

impl FairSemaphore {
    pub(crate) fn new(number: usize) -> Self {
        Self::with_share(number, number)
    }

    /// So many permits, of which a client has no more than `each` at a time.
    pub(crate) fn with_share(number: usize, each: usize) -> Self {
        Self {
            each,
            all: Arc::new(Semaphore::new(number)),
            own: Mutex::default(),
        }
    }

    /// Waits for a permit.
    pub(crate) async fn take(&self, who: Client) -> FairPermit {
        let who = who.in_turn();
        let own = self.own(who).acquire_owned().await.expect(OPEN);
        let permit = Arc::clone(&self.all).acquire_owned().await.expect(OPEN);
        FairPermit {
            _of_all: permit,
            _own: own,
        }
    }

    fn own(&self, who: Client) -> Arc<Semaphore> {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        // Permits and those who wait hold one as well.
        own.retain(|_, permits| Arc::strong_count(permits) > 1);
        let permits = own.entry(who);
        Arc::clone(permits.or_insert_with(|| Arc::new(Semaphore::new(self.each))))
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use super::*;
    use crate::testing::{client, look};

    #[test]
    fn who_asks_for_much_is_in_nobodys_way() {
        let semaphore = FairSemaphore::new(2);
        let (much, little) = (client(1), client(2));
        let first = look(&mut pin!(semaphore.take(much))).unwrap();
        let second = look(&mut pin!(semaphore.take(much))).unwrap();
        let mut third = pin!(semaphore.take(much));
        let mut fourth = pin!(semaphore.take(much));
        let mut other = pin!(semaphore.take(little));
        assert!(look(&mut third).is_none() && look(&mut fourth).is_none());
        assert!(look(&mut other).is_none());
        drop(first);
        assert!(
            look(&mut third).is_none(),
            "the other one asked for a permit before"
        );
        let other = look(&mut other).unwrap();
        drop(second);
        let _third = look(&mut third).unwrap();
        assert!(look(&mut fourth).is_none());
        drop(other);
        assert!(look(&mut fourth).is_some());
    }

    #[test]
    fn nobody_holds_more_than_a_share() {
        let semaphore = FairSemaphore::with_share(2, 1);
        let first = look(&mut pin!(semaphore.take(client(1)))).unwrap();
        let mut second = pin!(semaphore.take(client(1)));
        assert!(look(&mut second).is_none());
        let _other = look(&mut pin!(semaphore.take(client(2)))).unwrap();
        drop(first);
        assert!(look(&mut second).is_some());
    }

    #[test]
    fn who_no_longer_waits_holds_nothing() {
        let semaphore = FairSemaphore::new(1);
        let first = look(&mut pin!(semaphore.take(client(1)))).unwrap();
        {
            let mut gone = pin!(semaphore.take(client(2)));
            assert!(look(&mut gone).is_none());
        }
        drop(first);
        assert!(look(&mut pin!(semaphore.take(client(3)))).is_some());
        assert!(look(&mut pin!(semaphore.take(client(3)))).is_some());
        assert_eq!(semaphore.own.lock().unwrap().len(), 1);
    }
}
