//! Requests to an API below one address, with a token in a header of each.

use std::path::{Path, PathBuf};

use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, HeaderValue};

use crate::error::RemoteError;
use crate::http::{Expect, Http, Repeat, Reply};
use crate::service::RequestPreview;

/// Origin of the value of the header with the token.
#[derive(Debug)]
pub(super) enum Token {
    /// The value itself, which is marked as sensitive.
    Fixed(HeaderValue),
    /// File that another program renews, so that it is read for every request.
    File(PathBuf, fn(&Path) -> Result<HeaderValue, RemoteError>),
}

impl Token {
    /// Value of the header.
    ///
    /// # Errors
    /// [`RemoteError::Credentials`] when the file has no token.
    pub(super) fn value(&self) -> Result<HeaderValue, RemoteError> {
        match self {
            Self::Fixed(value) => Ok(value.clone()),
            Self::File(path, read) => read(path),
        }
    }
}

/// Client of an API of JSON.
#[derive(Debug)]
pub(super) struct Api {
    pub(super) http: Http,
    /// Address of all of it, without a slash at the end.
    pub(super) base: String,
    /// Name of the header with the token, and the scheme that stands before the token in its value.
    pub(super) header: (&'static str, &'static str),
    pub(super) token: Token,
}

impl Api {
    fn address(&self, path: &str) -> String {
        format!("{}/{path}", self.base)
    }

    /// Makes a GET request.
    pub(super) fn get(
        &self,
        expect: Expect,
        path: &str,
        query: &[(&str, &str)],
    ) -> Result<Reply, RemoteError> {
        let url = self.address(path);
        self.http.send(Repeat::Freely, expect, |client| {
            let request = client.get(&url).query(query);
            Ok(request.header(self.header.0, self.token.value()?))
        })
    }

    /// Makes another request, with a body of JSON if it has one.
    pub(super) fn send(
        &self,
        repeat: Repeat,
        expect: Expect,
        method: &Method,
        path: &str,
        body: Option<&str>,
    ) -> Result<Reply, RemoteError> {
        let url = self.address(path);
        self.http.send(repeat, expect, |client| {
            let request = client.request(method.clone(), &url);
            let request = request.header(self.header.0, self.token.value()?);
            Ok(match body {
                Some(body) => request
                    .header(CONTENT_TYPE, "application/json")
                    .body(body.to_owned()),
                None => request,
            })
        })
    }

    /// Makes a request without a body that does no harm when it is carried out twice.
    pub(super) fn act(&self, method: &Method, path: &str) -> Result<Reply, RemoteError> {
        self.send(Repeat::Freely, Expect::Anything, method, path, None)
    }

    /// Posts a job, which must not be taken twice: it is repeated only where it was certainly not taken.
    pub(super) fn submit(&self, path: &str, body: &str) -> Result<Reply, RemoteError> {
        self.send(Repeat::Never, Expect::Json, &Method::POST, path, Some(body))
    }

    /// The POST request with this body, which may be empty, as a dry run shows it.
    pub(super) fn preview(&self, path: &str, body: impl Into<String>) -> RequestPreview {
        let body = body.into();
        let (name, scheme) = self.header;
        let mut headers = vec![(name.into(), format!("{scheme}(secret)"))];
        if !body.is_empty() {
            headers.push(("Content-Type".into(), "application/json".into()));
        }
        RequestPreview::new("POST", &self.address(path), headers, body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::tests::{Server, http, ok};
    use crate::submission::Submission;

    #[test]
    fn requests_have_their_body_and_the_token() {
        let server = Server::new(&[&ok(), &ok()]);
        let api = Api {
            http: http(Submission::LISTED),
            base: server.url.clone(),
            header: ("Authorization", "apiKey "),
            token: Token::Fixed(HeaderValue::from_static("apiKey x")),
        };
        let reply = api.submit("new", "{\"b\":2}").unwrap();
        assert_eq!(reply.json::<serde_json::Value>().unwrap()["a"], 1);
        api.get(Expect::Json, "1?c=3", &[]).unwrap();
        let requests = server.requests.lock().unwrap();
        assert!(requests[0].starts_with("post /jobs/new http/1.1"));
        assert!(requests[0].contains("content-type: application/json"));
        assert!(requests[0].contains("user-agent: cheqqers/"));
        assert!(requests[0].ends_with("{\"b\":2}"));
        assert!(requests[1].starts_with("get /jobs/1?c=3 http/1.1"));
        for request in requests.iter() {
            assert!(request.contains("authorization: apikey x"), "{request}");
        }
    }
}
