//! Helpers of the unit tests: clients, and futures looked at without waiting.

use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use crate::limits::Client;

pub(crate) fn client(last: u8) -> Client {
    IpAddr::from([192, 0, 2, last]).into()
}

/// The output of a future that is ready.
pub(crate) fn look<T>(future: &mut Pin<&mut impl Future<Output = T>>) -> Option<T> {
    match future
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
    {
        Poll::Ready(done) => Some(done),
        Poll::Pending => None,
    }
}
