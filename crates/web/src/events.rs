//! Streams of events: what changes in a game, for as long as somebody listens.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::game::{Game, KnownPlies, News};
use crate::limits::StreamPermit;
use crate::links::Sides;

/// Interval of comments while nothing happens, which keep proxies from closing the stream.
pub(crate) const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Client that follows a game.
struct Listener {
    game: Arc<Game>,
    sides: Sides,
    news: watch::Receiver<News>,
    end: watch::Receiver<bool>,
    signs: Interval,
    /// The last version that was told of.
    told: Option<u64>,
    /// The plies that need not be told again.
    known: KnownPlies,
    _held: StreamPermit,
}

/// The state of the game now, and again whenever it changes; a slow client misses what was
/// between. A client that names the plies it knows is told each ply once.
pub(crate) fn stream(
    game: Arc<Game>,
    sides: Sides,
    known: KnownPlies,
    end: watch::Receiver<bool>,
    held: StreamPermit,
) -> Response {
    let mut signs = interval(KEEP_ALIVE);
    signs.set_missed_tick_behavior(MissedTickBehavior::Delay);
    signs.reset();
    let listener = Listener {
        news: game.follow(),
        game,
        sides,
        end,
        signs,
        told: None,
        known,
        _held: held,
    };
    let events = stream::unfold(listener, async |mut listener| {
        let text = listener.next().await?;
        Some((Ok::<_, Infallible>(Bytes::from(text)), listener))
    });
    response(events)
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
    /// The next event; `None` when the server ends.
    async fn next(&mut self) -> Option<String> {
        if self.told.is_none() {
            self.news.mark_unchanged();
            return Some(self.state().await);
        }
        loop {
            tokio::select! {
                _ = self.end.changed() => return None,
                changed = self.news.changed() => changed.ok()?,
                _ = self.signs.tick() => return Some(":\n\n".into()),
            }
            let version = self.news.borrow_and_update().version;
            if Some(version) > self.told {
                return Some(self.state().await);
            }
            if let Some(progress) = self.game.progressed(self.sides).await {
                return Some(format!("event: progress\ndata: {progress}\n\n"));
            }
        }
    }

    async fn state(&mut self) -> String {
        let told = self.game.state(self.sides, self.known).await;
        self.told = Some(told.version);
        if self.known.is_named() {
            self.known = told.known;
        }
        let (version, text) = (told.version, told.text);
        format!("event: state\nid: {version}\ndata: {text}\n\n")
    }
}
