//! Requests as a dry run shows them.

use reqwest::Url;

use crate::service::RequestPreview;

impl RequestPreview {
    /// A request by this method to this address.
    pub(crate) fn new(
        method: &str,
        url: &str,
        headers: Vec<(String, String)>,
        body: impl Into<String>,
    ) -> Self {
        Self {
            line: format!("{method} {}", without_user(url)),
            headers,
            body: body.into(),
        }
    }

    /// A post of JSON with a bearer token, which is not shown.
    pub(crate) fn of_json_with_token(url: &str, body: impl Into<String>) -> Self {
        let headers = vec![
            ("Authorization".into(), "Bearer (secret)".into()),
            ("Content-Type".into(), "application/json".into()),
        ];
        Self::new("POST", url, headers, body)
    }
}

/// An address without its user and password.
fn without_user(address: &str) -> String {
    let Ok(mut url) = Url::parse(address) else {
        return address.to_owned();
    };
    // They fail where an address can't have a user.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.into()
}
