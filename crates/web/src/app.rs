//! State of a server that all requests share.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::http::{Extensions, HeaderMap, HeaderValue, Uri};
use tokio::sync::watch;

use crate::class::index::Class;
use crate::error::ApiError;
use crate::games::Games;
use crate::limits::{Client, ClientHold, ClientQuota, ClientRate, Rate, STUDIES, UNSENT};
use crate::pictures::Pictures;
use crate::site::{Site, policy};

/// Files of the page allowed for each other request. A page consists of dozens, which cost next to nothing,
/// and is useless without one of them; a whole class may open it at once.
const FILES: u32 = 10;

/// Games of a class for each of one address.
const CLASS: u32 = 4;

/// The classes that one address may begin in an hour, of the games.
const CLASSES: u32 = 10;

/// Wrong codes that one address may try at once; a whole class may mistype them.
const GUESSES: u32 = 100;

/// The same in each minute.
const GUESSES_A_MINUTE: u32 = 6;

/// Time after which a member of a class who asks for nothing is away.
const AWAY: Duration = Duration::from_secs(15);

/// State that all requests share.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) games: Games,
    pub(crate) requests: ClientRate,
    /// The same for files of the page.
    pub(crate) files: ClientRate,
    pub(crate) begun: ClientRate,
    pub(crate) studies: ClientRate,
    pub(crate) pictures: Pictures,
    pub(crate) streams: ClientQuota,
    /// Games that begin in a class.
    pub(crate) begun_in_class: Rate,
    /// Number of classes that a client begins.
    pub(crate) classes: ClientRate,
    /// Codes of classes that lead nowhere.
    pub(crate) guesses: ClientRate,
    pub(crate) connections: ClientQuota,
    /// Bytes of answers that wait to be sent.
    pub(crate) unsent: ClientQuota,
    /// Policy of boards in pages of others.
    pub(crate) embedding: HeaderValue,
    /// `true` if all requests come through a proxy, which names clients in its headers.
    pub(crate) is_proxied: bool,
    /// `true` if the address is one that only this machine has.
    pub(crate) is_loopback: bool,
    /// Becomes `true` when the server ends.
    pub(crate) end: watch::Receiver<bool>,
}

impl App {
    pub(crate) fn new(
        games: Games,
        is_loopback: bool,
        is_proxied: bool,
        embedders: &[Site],
        end: watch::Receiver<bool>,
    ) -> Arc<Self> {
        let limits = games.shared.limits;
        let (second, hour) = (Duration::from_secs(1), Duration::from_hours(1));
        let begun = limits.games_per_address;
        let rate = |most: u32| ClientRate::new(most, second, most.saturating_mul(2));
        let connections = limits.connections;
        Arc::new(Self {
            requests: rate(limits.requests),
            files: rate(limits.requests.saturating_mul(FILES)),
            begun: ClientRate::new(begun, hour, begun),
            studies: ClientRate::new(STUDIES, hour, STUDIES),
            pictures: Pictures::default(),
            streams: ClientQuota::new(limits.streams),
            begun_in_class: Rate::new(
                begun.saturating_mul(CLASS),
                hour,
                begun.saturating_mul(CLASS),
            ),
            classes: ClientRate::new(begun.div_ceil(CLASSES), hour, begun.div_ceil(CLASSES)),
            guesses: ClientRate::new(GUESSES_A_MINUTE, Duration::from_mins(1), GUESSES),
            connections: if is_proxied {
                ClientQuota::with_groups(connections, connections)
            } else {
                // No client keeps all others out.
                ClientQuota::with_groups(connections.div_ceil(4), connections.div_ceil(2))
            },
            unsent: ClientQuota::new(UNSENT),
            games,
            embedding: policy(embedders),
            is_proxied,
            is_loopback,
            end,
        })
    }

    /// Whom a request is counted for: the member of a class whose link it has, or else its client.
    pub(crate) fn requester(
        &self,
        uri: &Uri,
        headers: &HeaderMap,
        extensions: &Extensions,
    ) -> Client {
        let member = || {
            let path = uri.path().strip_prefix("/api/v1/")?;
            let mut steps = path.split('/');
            matches!(steps.next()?, "links" | "pupils" | "teachers").then_some(())?;
            let link = steps.next()?.parse().ok()?;
            self.games.shared.classes.client(link)
        };
        member().unwrap_or_else(|| self.client(headers, extensions))
    }

    /// Takes one of the streams of a client.
    pub(crate) fn follow(&self, who: Client) -> Result<ClientHold, ApiError> {
        self.streams.take(who, 1).ok_or_else(|| {
            let message = "too many games are followed from this address";
            ApiError::too_many(message, Duration::from_mins(1))
        })
    }

    /// Returns `true` if a page of a pupil is open.
    pub(crate) fn is_here(&self, class: &Class, pupil: u32) -> bool {
        let who = Client::of_class(class.id, pupil);
        let last = || self.requests.last(who);
        self.streams.is_held(who) || last().is_some_and(|last| last.elapsed() < AWAY)
    }

    /// The client of a request, as far as it can be known.
    pub(crate) fn client(&self, headers: &HeaderMap, extensions: &Extensions) -> Client {
        let peer = extensions.get::<Peer>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0);
        // Only the last address was written by the proxy itself.
        let last = headers.get_all("x-forwarded-for").iter().next_back();
        let last = last.filter(|_| self.is_proxied);
        let named = last.and_then(|list| address(list.to_str().ok()?.rsplit(',').next()?.trim()));
        named.unwrap_or(peer).into()
    }
}

/// An address, whose port does not matter.
fn address(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse::<SocketAddr>().ok().map(|socket| socket.ip());
    text.parse().ok().or_else(with_port)
}

/// Address of the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);
