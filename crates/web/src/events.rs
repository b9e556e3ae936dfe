//! Streams of events: what changes in a game, for as long as somebody listens.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream, StreamExt};
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::game::{Game, KnownPlies, News};
use crate::limits::ClientHold;
use crate::links::{Sides, Token};

/// Interval of comments while nothing happens, which keep proxies from closing the stream.
pub(crate) const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Number of bytes of an event up to which it is sent in one piece.
const SHORT: usize = 64 << 10;

/// Client that follows a game.
struct Listener {
    game: Arc<Game>,
    link: Token,
    sides: Sides,
    news: watch::Receiver<News>,
    end: watch::Receiver<bool>,
    signs: Interval,
    /// The last version that was told of.
    told: Option<u64>,
    /// The plies that need not be told again.
    known: KnownPlies,
    _held: ClientHold,
}

/// The state of the game now, and again whenever it changes; a slow client misses what was
/// between. A client that says which plies it wants is told each ply once.
pub(crate) fn stream(
    game: Arc<Game>,
    (link, sides): (Token, Sides),
    known: KnownPlies,
    end: watch::Receiver<bool>,
    held: ClientHold,
) -> Response {
    let mut signs = interval(KEEP_ALIVE);
    signs.set_missed_tick_behavior(MissedTickBehavior::Delay);
    signs.reset();
    let listener = Listener {
        news: game.follow(),
        game,
        link,
        sides,
        end,
        signs,
        told: None,
        known,
        _held: held,
    };
    let events = stream::unfold(listener, async |mut listener| {
        let parts = listener.next().await?;
        let parts = stream::iter(parts.into_iter().map(Ok::<_, Infallible>));
        Some((parts, listener))
    });
    response(events.flatten())
}

/// The answer that is a stream of such events.
pub(crate) fn response(
    events: impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static,
) -> Response {
    let kind = HeaderValue::from_static("text/event-stream");
    let headers = [
        (header::CONTENT_TYPE, kind),
        // Proxies must not wait for more.
        (
            header::HeaderName::from_static("x-accel-buffering"),
            HeaderValue::from_static("no"),
        ),
    ];
    (headers, Body::from_stream(events)).into_response()
}

impl Listener {
    /// The next event in parts; `None` when the server ends.
    async fn next(&mut self) -> Option<Vec<Bytes>> {
        if self.told.is_none() {
            self.news.mark_unchanged();
            return Some(self.state().await);
        }
        loop {
            tokio::select! {
                _ = self.end.changed() => return None,
                changed = self.news.changed() => changed.ok()?,
                _ = self.signs.tick() => return Some(vec![Bytes::from_static(b":\n\n")]),
            }
            let version = self.news.borrow_and_update().version;
            if Some(version) > self.told {
                return Some(self.state().await);
            }
            if let Some(progress) = self.game.progressed(self.sides).await {
                let text = format!("event: progress\ndata: {progress}\n\n");
                return Some(vec![text.into()]);
            }
        }
    }

    async fn state(&mut self) -> Vec<Bytes> {
        let told = self.game.state(self.link, self.sides, self.known).await;
        self.told = Some(told.version);
        if self.known.is_named() {
            self.known = told.known;
        }
        let begin = format!("event: state\nid: {}\ndata: ", told.version);
        let mut parts = vec![begin.into()];
        parts.extend(told.parts);
        parts.push(Bytes::from_static(b"\n\n"));
        if parts.iter().map(Bytes::len).sum::<usize>() > SHORT {
            return parts;
        }
        vec![parts.concat().into()]
    }
}
