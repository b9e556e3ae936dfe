//! Places for what takes long, taken in turn by those who ask from different addresses.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::limits::Customer;

/// So many places for what takes long. Who has or waits for as many waits for one of their own first: others
/// have no more than so many of each customer before them, whatever that one asks for.
#[derive(Debug)]
pub(crate) struct Places {
    number: usize,
    all: Arc<Semaphore>,
    /// The same number for each customer who has a place or waits for one.
    own: Mutex<HashMap<Customer, Arc<Semaphore>>>,
}

/// A place, until it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    _of_all: OwnedSemaphorePermit,
    _own: OwnedSemaphorePermit,
}

/// Why a place is always had in the end.
const OPEN: &str = "these semaphores are never closed";

impl Places {
    pub(crate) fn new(number: usize) -> Self {
        Self {
            number,
            all: Arc::new(Semaphore::new(number)),
            own: Mutex::default(),
        }
    }

    /// Waits for a place.
    pub(crate) async fn take(&self, who: Customer) -> Place {
        let own = self.own(who).acquire_owned().await.expect(OPEN);
        let place = Arc::clone(&self.all).acquire_owned().await.expect(OPEN);
        Place {
            _of_all: place,
            _own: own,
        }
    }

    fn own(&self, who: Customer) -> Arc<Semaphore> {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        // Places and those who wait hold one as well.
        own.retain(|_, places| Arc::strong_count(places) > 1);
        let places = own.entry(who);
        Arc::clone(places.or_insert_with(|| Arc::new(Semaphore::new(self.number))))
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::net::IpAddr;
    use std::pin::{Pin, pin};
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn customer(last: u8) -> Customer {
        IpAddr::from([192, 0, 2, last]).into()
    }

    fn look<T>(future: &mut Pin<&mut impl Future<Output = T>>) -> Option<T> {
        match future
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            Poll::Ready(done) => Some(done),
            Poll::Pending => None,
        }
    }

    #[test]
    fn who_asks_for_much_is_in_nobodys_way() {
        let places = Places::new(2);
        let (much, little) = (customer(1), customer(2));
        let first = look(&mut pin!(places.take(much))).unwrap();
        let second = look(&mut pin!(places.take(much))).unwrap();
        let mut third = pin!(places.take(much));
        let mut fourth = pin!(places.take(much));
        let mut other = pin!(places.take(little));
        assert!(look(&mut third).is_none() && look(&mut fourth).is_none());
        assert!(look(&mut other).is_none());
        drop(first);
        assert!(
            look(&mut third).is_none(),
            "the other one asked for a place before"
        );
        let other = look(&mut other).unwrap();
        drop(second);
        let _third = look(&mut third).unwrap();
        assert!(look(&mut fourth).is_none());
        drop(other);
        assert!(look(&mut fourth).is_some());
    }

    #[test]
    fn who_no_longer_waits_holds_nothing() {
        let places = Places::new(1);
        let first = look(&mut pin!(places.take(customer(1)))).unwrap();
        {
            let mut gone = pin!(places.take(customer(2)));
            assert!(look(&mut gone).is_none());
        }
        drop(first);
        assert!(look(&mut pin!(places.take(customer(3)))).is_some());
        assert!(look(&mut pin!(places.take(customer(3)))).is_some());
        assert_eq!(places.own.lock().unwrap().len(), 1);
    }
}
