//! The server as a service of HTTP: what every request passes before it is answered.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{Extensions, HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tokio::sync::watch;

use crate::error::ApiError;
use crate::games::Games;
use crate::limits::{Customer, Held, Rate};
use crate::page;
use crate::routes;
use crate::server::Door;

/// How many files of the page there may be for each other request: a page consists of dozens, which cost
/// next to nothing, and is of no use without one of them. A whole class may open it at once.
const FILES: u32 = 10;

/// What all requests share.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) games: Games,
    requests: Rate,
    /// The same for files of the page.
    files: Rate,
    pub(crate) begun: Rate,
    pub(crate) streams: Arc<Held<Customer>>,
    pub(crate) connections: Arc<Held<Customer>>,
    door: Door,
    /// Whether the address is one that only this machine has.
    is_loopback: bool,
    /// Whether the server ends.
    pub(crate) end: watch::Receiver<bool>,
}

impl App {
    pub(crate) fn new(
        games: Games,
        is_loopback: bool,
        door: Door,
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
            streams: Arc::new(Held::new(limits.streams)),
            connections: Arc::new(Held::new(match door {
                // Nobody keeps all others out.
                Door::Open => limits.connections.div_ceil(4),
                Door::Proxy => limits.connections,
            })),
            games,
            door,
            is_loopback,
            end,
        })
    }

    /// Who asks, as far as it can be known.
    pub(crate) fn customer(&self, headers: &HeaderMap, extensions: &Extensions) -> Customer {
        let peer = extensions.get::<Peer>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0);
        // Only the last address was written by the proxy itself.
        let last = headers.get_all("x-forwarded-for").iter().next_back();
        let last = last.filter(|_| self.door == Door::Proxy);
        let named = last.and_then(|list| address(list.to_str().ok()?.rsplit(',').next()?.trim()));
        named.unwrap_or(peer).into()
    }
}

/// An address, whose port does not matter.
fn address(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse::<SocketAddr>().ok().map(|socket| socket.ip());
    text.parse().ok().or_else(with_port)
}

/// Who is at the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// All that is served.
pub(crate) fn router(app: &Arc<App>) -> Router {
    let mut router = Router::new();
    for route in routes::all() {
        router = router.route(route.path, route.answers);
    }
    router
        .fallback(page::nothing)
        .method_not_allowed_fallback(async || {
            let message = "this takes another method";
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "malformed", message)
        })
        .layer(middleware::from_fn_with_state(Arc::clone(app), guard))
        .layer(middleware::map_response(with_headers))
        .with_state(Arc::clone(app))
}

/// Lets through what may be asked from here, and not too often.
async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let checked = check(&app, &request);
    match checked {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

fn check(app: &App, request: &Request) -> Result<(), ApiError> {
    let forbidden = |message| Err(ApiError::new(StatusCode::FORBIDDEN, "refused", message));
    let host = host(request, app.door);
    // Another site's name may lead here, and its page would be taken for one of ours.
    if app.is_loopback && app.door == Door::Open && !host.is_some_and(is_this_machine) {
        return forbidden(
            "this server is for this machine: open it as http://127.0.0.1 or localhost",
        );
    }
    if request.method() == Method::POST && !is_own(request.headers(), host) {
        return forbidden("a page of another site asks for this");
    }
    let customer = app.customer(request.headers(), request.extensions());
    let rate = if page::is_file(request.uri().path()) {
        &app.files
    } else {
        &app.requests
    };
    let taken = rate.take(customer, Instant::now());
    taken.map_err(|after| ApiError::too_many("too many requests", after))
}

/// The name that the server was asked by, with its port. A proxy may ask by another and tell this one.
fn host(request: &Request, door: Door) -> Option<&str> {
    let told = request.headers().get("x-forwarded-host");
    if let Some(told) = told.filter(|_| door == Door::Proxy) {
        // The first of several is the one that the customer sees.
        return told.to_str().ok()?.split(',').next().map(str::trim);
    }
    let named = request
        .uri()
        .authority()
        .map(axum::http::uri::Authority::as_str);
    let header = request.headers().get(header::HOST);
    named.or_else(|| header.and_then(|host| host.to_str().ok()))
}

fn is_this_machine(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'));
    let address = address.unwrap_or(name).parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

/// Whether a request does not come from a page of another site, as far as browsers say.
fn is_own(headers: &HeaderMap, host: Option<&str>) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let origin = origin
        .to_str()
        .ok()
        .and_then(|origin| origin.split_once("://"));
    origin.is_some_and(|(_, origin)| host.is_some_and(|host| host.eq_ignore_ascii_case(origin)))
}

/// What browsers are told about everything.
async fn with_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'self'; img-src 'self' data:; style-src 'self'; frame-ancestors 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // What has no rule of its own changes all the time, or is a secret.
    let rule = headers.entry(header::CACHE_CONTROL);
    rule.or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_taken_for_it() {
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:8080",
            "[::1]:80",
            "[::1]",
            "127.1.2.3",
        ] {
            assert!(is_this_machine(host), "{host}");
        }
        for host in [
            "",
            "example.org",
            "127.0.0.1.example.org",
            "localhost.",
            "10.0.0.1",
            "::1:80x",
        ] {
            assert!(!is_this_machine(host), "{host}");
        }
    }

    #[test]
    fn pages_of_other_sites_are_told_by_their_origin() {
        let from = |origin: &'static str| {
            let headers = [(header::ORIGIN, HeaderValue::from_static(origin))];
            is_own(&headers.into_iter().collect(), Some("localhost:8080"))
        };
        assert!(from("http://localhost:8080") && is_own(&HeaderMap::new(), None));
        assert!(!from("http://localhost:8081") && !from("https://example.org") && !from("null"));
    }
}
