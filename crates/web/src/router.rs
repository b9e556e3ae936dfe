//! All that is served, and what every request passes before it is answered.

use std::net::IpAddr;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::error::ApiError;
use crate::host::host;
use crate::limits::Client;
use crate::outgoing::MeteredBody;
use crate::page;
use crate::routes;
use crate::site::policy;

/// The fewest bytes of an answer that are counted until they are sent: what a connection holds anyway.
const COUNTED: u64 = 64 << 10;

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
    if let Err(error) = check(&app, &request) {
        return error.into_response();
    }
    let who = app.client(request.headers(), request.extensions());
    // What is the same for everybody takes no memory for one.
    let is_own = request.uri().path().starts_with("/api/");
    let response = next.run(request).await;
    if is_own {
        counted(&app, who, response)
    } else {
        response
    }
}

/// An answer whose bytes are counted until they are sent, if it is long; a refusal where too many wait already.
fn counted(app: &App, who: Client, response: Response) -> Response {
    let Some(length) = response.body().size_hint().exact() else {
        return response;
    };
    if length < COUNTED {
        return response;
    }
    let length = u32::try_from(length).unwrap_or(u32::MAX);
    let Some(held) = app.unsent.take(who, length) else {
        let message = "too many answers wait to be read at this address";
        return ApiError::too_many(message, Duration::from_secs(10)).into_response();
    };
    response.map(|body| MeteredBody::body(body, held))
}

fn check(app: &App, request: &Request) -> Result<(), ApiError> {
    let forbidden = |message| Err(ApiError::new(StatusCode::FORBIDDEN, "refused", message));
    let host = host(request.headers(), request.uri(), app.is_proxied);
    // Another site's name may lead here, and its page would be taken for one of ours.
    if app.is_loopback && !app.is_proxied && !host.is_some_and(is_this_machine) {
        return forbidden(
            "this server is for this machine: open it as http://127.0.0.1 or localhost",
        );
    }
    if request.method() == Method::POST && !is_own(request.headers(), host) {
        return forbidden("a page of another site asks for this");
    }
    let (headers, extensions) = (request.headers(), request.extensions());
    let taken = if page::is_file(request.uri().path()) {
        app.files
            .take(app.client(headers, extensions), Instant::now())
    } else {
        let who = app.requester(request.uri(), headers, extensions);
        app.requests.take(who, Instant::now())
    };
    taken.map_err(|after| ApiError::too_many("too many requests", after))
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

/// Returns `true` unless a request comes from a page of another site, as far as browsers say.
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

/// Policy of what no other page may show.
static OWN: LazyLock<HeaderValue> = LazyLock::new(|| policy(&[]));

/// Adds the headers of all answers.
async fn with_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    // Boards in pages of others have a policy of their own.
    let own = headers.entry(header::CONTENT_SECURITY_POLICY);
    own.or_insert_with(|| OWN.clone());
    for (name, value) in [
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
