//! Sites whose pages may show boards of a server.

use std::fmt;
use std::str::FromStr;

use axum::http::HeaderValue;
use thiserror::Error;

/// A site whose pages may show boards of a server: `https://example.org`, with a port where that is not the usual
/// one, or `https://*.example.org` for all sites below a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site(String);

/// A text that names no site.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a site is written as https://example.org or http://localhost:8000, without a path")]
pub struct ParseSiteError;

impl FromStr for Site {
    type Err = ParseSiteError;

    fn from_str(text: &str) -> Result<Self, ParseSiteError> {
        let text = text.to_ascii_lowercase();
        let (scheme, host) = text.split_once("://").ok_or(ParseSiteError)?;
        let name = host.strip_prefix("*.").unwrap_or(host);
        let (name, port) = match name.rsplit_once(':') {
            Some((name, port)) => (name, port.parse::<u16>().is_ok()),
            None => (name, true),
        };
        let is_label = |label: &str| {
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
            !label.is_empty() && label.bytes().all(is_plain)
        };
        let is_site = matches!(scheme, "http" | "https") && port && name.split('.').all(is_label);
        is_site.then_some(Self(text)).ok_or(ParseSiteError)
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Policy of all that is served, but for who may show it in pages of their own.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self'; object-src 'none'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors";

/// Policy of a bare board: only pages of these sites show it. Without any it is the policy of all other pages.
pub(crate) fn policy(allowed: &[Site]) -> HeaderValue {
    let mut sites: Vec<&str> = allowed.iter().map(|site| &*site.0).collect();
    if sites.is_empty() {
        sites.push("'none'");
    }
    let sites = sites.join(" ");
    HeaderValue::try_from(format!("{POLICY} {sites}")).expect("sites are plain")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_have_a_scheme_and_a_name_and_nothing_else() {
        for text in [
            "https://example.org",
            "https://*.example.org",
            "http://localhost:8000",
            "https://moodle.uni-example.de:8443",
            "http://127.0.0.1",
        ] {
            assert_eq!(text.parse::<Site>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "*",
            "https://",
            "https://*",
            "https://*.",
            "example.org",
            "https://example.org/",
            "https://example.org/path",
            "https://example.org; script-src *",
            "https://example.org https://other.org",
            "https://example.org,",
            "https://user@example.org",
            "https://example.org:",
            "https://example.org:port",
            "javascript://example.org",
            "data:text/html",
            "https://a..b",
            "'self'",
        ] {
            assert_eq!(text.parse::<Site>(), Err(ParseSiteError), "{text}");
        }
        assert_eq!(
            "HTTPS://Example.ORG".parse::<Site>().unwrap().0,
            "https://example.org"
        );
    }

    #[test]
    fn nobody_shows_boards_who_is_not_named() {
        let ends = |allowed: &[&str], end: &str| {
            let allowed: Vec<Site> = allowed.iter().map(|text| text.parse().unwrap()).collect();
            policy(&allowed).to_str().unwrap().ends_with(end)
        };
        assert!(ends(&[], "; frame-ancestors 'none'"));
        let both = ["https://a.org", "https://b.org"];
        assert!(ends(&both, "; frame-ancestors https://a.org https://b.org"));
    }
}
