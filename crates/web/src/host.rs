//! Names that a server is asked by.

use axum::http::{HeaderMap, Uri, header};

/// The name that the server was asked by, with its port. A proxy may ask by another and tell this one.
pub(crate) fn host<'a>(headers: &'a HeaderMap, uri: &'a Uri, is_proxied: bool) -> Option<&'a str> {
    let forwarded = headers.get("x-forwarded-host");
    if let Some(hosts) = forwarded.filter(|_| is_proxied) {
        // The first of several is the one that the client sees.
        return hosts.to_str().ok()?.split(',').next().map(str::trim);
    }
    let named = uri.authority().map(axum::http::uri::Authority::as_str);
    let header = headers.get(header::HOST);
    named.or_else(|| header.and_then(|host| host.to_str().ok()))
}

/// Address of this server as its client sees it, without a slash at the end; `None` where the name is not plain.
pub(crate) fn origin(headers: &HeaderMap, uri: &Uri, is_proxied: bool) -> Option<String> {
    let host = host(headers, uri, is_proxied)?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
    if host.is_empty() || host.len() > 255 || !host.bytes().all(is_plain) {
        return None;
    }
    let told = headers.get("x-forwarded-proto");
    let told = told.filter(|_| is_proxied);
    let told = told.and_then(|schemes| schemes.to_str().ok()?.split(',').next());
    let scheme = match told.map(str::trim) {
        Some("https") => "https",
        _ => "http",
    };
    Some(format!("{scheme}://{host}"))
}
