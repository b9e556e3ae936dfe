//! Bodies of answers, as they are sent: in pieces, and not too many bytes at a time for one client.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

use crate::limits::ClientHold;

/// The most bytes of an answer that are given to a connection at once. What it has not been given is let go when the
/// connection ends, and is counted until then.
const PIECE: usize = 32 << 10;

/// A body of parts that other answers may share.
#[derive(Debug)]
pub(crate) struct SharedBody(VecDeque<Bytes>);

impl SharedBody {
    pub(crate) fn body(parts: Vec<Bytes>) -> Body {
        Body::new(Self(parts.into()))
    }
}

impl HttpBody for SharedBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.0.pop_front().map(|part| Ok(Frame::data(part))))
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        let bytes: usize = self.0.iter().map(Bytes::len).sum();
        SizeHint::with_exact(bytes as u64)
    }
}

/// A body that holds a share of what may wait to be sent to its client.
#[derive(Debug)]
pub(crate) struct MeteredBody {
    body: Body,
    /// The rest of what it gave last.
    rest: Bytes,
    _held: ClientHold,
}

impl MeteredBody {
    pub(crate) fn body(body: Body, held: ClientHold) -> Body {
        Body::new(Self {
            body,
            rest: Bytes::new(),
            _held: held,
        })
    }
}

impl HttpBody for MeteredBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(cx)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(other) => return Poll::Ready(Some(Ok(other))),
                },
                end => return Poll::Ready(end),
            }
        }
        let piece = self.rest.len().min(PIECE);
        let piece = self.rest.split_to(piece);
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let rest = self.rest.len() as u64;
        let body = self.body.size_hint();
        let mut all = SizeHint::new();
        all.set_lower(body.lower() + rest);
        if let Some(upper) = body.upper() {
            all.set_upper(upper + rest);
        }
        all
    }
}
