//! State of a server that all requests share.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::http::{Extensions, HeaderMap};
use tokio::sync::watch;

use crate::games::Games;
use crate::limits::{Client, Quota, Rate};

/// Files of the page allowed for each other request. A page consists of dozens, which cost next to nothing,
/// and is useless without one of them; a whole class may open it at once.
const FILES: u32 = 10;

/// State that all requests share.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) games: Games,
    pub(crate) requests: Rate,
    /// The same for files of the page.
    pub(crate) files: Rate,
    pub(crate) begun: Rate,
    pub(crate) streams: Arc<Quota<Client>>,
    pub(crate) connections: Arc<Quota<Client>>,
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
        end: watch::Receiver<bool>,
    ) -> Arc<Self> {
        let limits = games.shared.limits;
        let (second, hour) = (Duration::from_secs(1), Duration::from_hours(1));
        let begun = limits.games_per_address;
        let rate = |most: u32| Rate::new(most, second, most.saturating_mul(2));
        Arc::new(Self {
            requests: rate(limits.requests),
            files: rate(limits.requests.saturating_mul(FILES)),
            begun: Rate::new(begun, hour, begun),
            streams: Arc::new(Quota::new(limits.streams)),
            connections: Arc::new(Quota::new(if is_proxied {
                limits.connections
            } else {
                // No client keeps all others out.
                limits.connections.div_ceil(4)
            })),
            games,
            is_proxied,
            is_loopback,
            end,
        })
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
