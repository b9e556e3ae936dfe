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
