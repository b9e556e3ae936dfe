//! Requests with a token that is fetched and renewed as needed.

use jiff::{SignedDuration, Timestamp};
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Method, StatusCode, Url};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::Value;

use super::account::{Account, Endpoint, Instance};
use super::error::ErrorText;
use super::instances::{self, InstancePage};
use crate::deadline::Deadline;
use crate::error::RemoteError;
use crate::http::{Expect, Http, Repeat, Reply};
use crate::service::RequestPreview;
use crate::service_name::ServiceName;
use crate::services::pages::PageCount;

const JSON: &str = "application/json";

/// Connection to an API of IBM's.
#[derive(Debug)]
pub(in crate::services) struct Connection {
    http: Http,
    service: ServiceName,
    /// The version of the API, a date.
    version: &'static str,
    account: Account,
    token: Option<Token>,
}

/// Request to an API of IBM's.
#[derive(Clone, Debug)]
pub(in crate::services) struct ApiRequest<'a> {
    pub(in crate::services) method: Method,
    /// Segments, to be escaped.
    pub(in crate::services) path: &'a [&'a str],
    pub(in crate::services) query: &'a [(&'a str, &'a str)],
    pub(in crate::services) body: Option<&'a Value>,
    pub(in crate::services) repeat: Repeat,
    pub(in crate::services) expect: Expect,
}

impl<'a> ApiRequest<'a> {
    /// For JSON, which may be asked for again and again.
    pub(in crate::services) fn get(path: &'a [&'a str]) -> Self {
        Self {
            method: Method::GET,
            path,
            query: &[],
            body: None,
            repeat: Repeat::Freely,
            expect: Expect::Json,
        }
    }

    /// To do something that may be done again and changes nothing then, with any answer.
    pub(in crate::services) fn act(method: Method, path: &'a [&'a str]) -> Self {
        Self {
            method,
            expect: Expect::Anything,
            ..Self::get(path)
        }
    }
}

#[derive(Debug)]
struct Token {
    /// Marked as sensitive.
    header: HeaderValue,
    /// From when on it is renewed.
    stale: Timestamp,
}

/// Response to the exchange of a key for a token.
#[derive(Deserialize)]
struct TokenReply {
    access_token: SecretString,
    #[serde(default)]
    expires_in: i64,
}

impl Connection {
    pub(in crate::services) fn new(
        service: ServiceName,
        version: &'static str,
        account: Account,
        http: Http,
    ) -> Self {
        Self {
            http,
            service,
            version,
            account,
            token: None,
        }
    }

    /// Sets the time after which no request is repeated.
    pub(in crate::services) fn set_deadline(&mut self, deadline: Deadline) {
        self.http.set_deadline(deadline);
    }

    /// The client, for requests to others.
    pub(in crate::services) fn http(&self) -> &Http {
        &self.http
    }

    /// Makes a request. An answer with a status of failure is one too, except where the token is
    /// refused even when it is new.
    ///
    /// # Errors
    /// Returns an error if there is no token, or no answer.
    pub(in crate::services) fn call(&mut self, ask: &ApiRequest<'_>) -> Result<Reply, RemoteError> {
        let mut reply = self.attempt(ask)?;
        if reply.status == StatusCode::UNAUTHORIZED {
            self.token = None;
            reply = self.attempt(ask)?;
        }
        if reply.status == StatusCode::UNAUTHORIZED {
            return Err(self.unauthorised(&reply));
        }
        Ok(reply)
    }

    fn attempt(&mut self, ask: &ApiRequest<'_>) -> Result<Reply, RemoteError> {
        let place = self.place()?;
        let (token, url) = (self.token()?, url(&place, ask));
        let headers = self.headers(&place);
        self.http.send(ask.repeat, ask.expect, |client| {
            let mut request = client
                .request(ask.method.clone(), url.clone())
                .header(AUTHORIZATION, token.clone());
            for (name, value) in &headers {
                request = request.header(*name, value);
            }
            if let Some(body) = ask.body {
                let body = body.to_string();
                request = request.header(CONTENT_TYPE, JSON).body(body);
            }
            Ok(request)
        })
    }

    /// The headers that are no secret.
    fn headers(&self, place: &Endpoint) -> [(&'static str, String); 3] {
        [
            (ACCEPT.as_str(), JSON.into()),
            ("service-crn", place.crn.clone()),
            ("ibm-api-version", self.version.into()),
        ]
    }

    /// The instance, searched for among those of the account where its name alone is known.
    fn place(&mut self) -> Result<Endpoint, RemoteError> {
        let search = match &self.account.instance {
            Instance::Known(place) => return Ok(place.clone()),
            Instance::Searched(search) => search.clone(),
        };
        let mut found = Vec::new();
        let mut cursor = None;
        let mut pages = PageCount::default();
        loop {
            pages.add()?;
            let token = self.token()?;
            let body = instances::request(cursor.as_deref()).to_string();
            let reply = self.http.send(Repeat::Freely, Expect::Json, |client| {
                let request = client.post(search.url.clone()).query(&[instances::LIMIT]);
                let request = request.header(AUTHORIZATION, token.clone());
                let request = request.header(ACCEPT, JSON).header(CONTENT_TYPE, JSON);
                Ok(request.body(body.clone()))
            })?;
            if !reply.status.is_success() {
                return Err(self.unauthorised(&reply));
            }
            let page: InstancePage = reply.json()?;
            let is_last = page.items.is_empty();
            found.extend(page.items);
            cursor = page.search_cursor;
            if is_last || cursor.is_none() {
                break;
            }
        }
        let crn = instances::choose(self.service, search.name.as_deref(), found)?;
        let place = search.place(crn)?;
        self.account.instance = Instance::Known(place.clone());
        Ok(place)
    }

    /// A token that is good for a while.
    fn token(&mut self) -> Result<HeaderValue, RemoteError> {
        let now = Timestamp::now();
        if let Some(token) = self.token.as_ref().filter(|token| token.stale > now) {
            return Ok(token.header.clone());
        }
        let reply = self
            .http
            .send(Repeat::Freely, Expect::SecretJson, |client| {
                let key = self.account.key.expose_secret();
                let request = client.post(self.account.token_url.clone());
                Ok(request.header(ACCEPT, JSON).form(&exchange(key)))
            })?;
        if reply.status.is_client_error() {
            return Err(self.unauthorised(&reply));
        }
        let unreadable = || RemoteError::protocol("the answer to the request for a token is none");
        let reply: TokenReply = serde_json::from_slice(&reply.body).map_err(|_| unreadable())?;
        let bearer = format!("Bearer {}", reply.access_token.expose_secret());
        let mut header = HeaderValue::from_str(&bearer).map_err(|_| unreadable())?;
        header.set_sensitive(true);
        // As IBM's own clients do: early enough for whatever is asked next.
        let early = (reply.expires_in / 10).max(360);
        let left = SignedDuration::from_secs(reply.expires_in.saturating_sub(early));
        self.token = Some(Token {
            header: header.clone(),
            stale: now.checked_add(left).unwrap_or(now),
        });
        Ok(header)
    }

    fn unauthorised(&self, reply: &Reply) -> RemoteError {
        RemoteError::Unauthorised {
            service: self.service.title().into(),
            text: ErrorText::of(reply).to_string(),
        }
    }

    /// The requests of [`Self::call`] as they would be made.
    ///
    /// # Errors
    /// Returns an error if the instance is not known and can't be found.
    pub(in crate::services) fn previews(
        &mut self,
        ask: &ApiRequest<'_>,
    ) -> Result<Vec<RequestPreview>, RemoteError> {
        let place = self.place()?;
        let text = |(name, value): &(&str, String)| ((*name).to_owned(), value.clone());
        let mut headers: Vec<_> = self.headers(&place).iter().map(text).collect();
        headers.push(("authorization".into(), "Bearer (secret)".into()));
        headers.push(("content-type".into(), JSON.into()));
        let pretty = |body| serde_json::to_string_pretty(body).unwrap_or_default();
        let form = exchange("(secret)").map(|(name, value)| format!("{name}={value}"));
        Ok(vec![
            RequestPreview::new(
                "POST",
                self.account.token_url.as_str(),
                vec![(
                    "content-type".into(),
                    "application/x-www-form-urlencoded".into(),
                )],
                form.join("&"),
            ),
            RequestPreview::new(
                ask.method.as_str(),
                url(&place, ask).as_str(),
                headers,
                ask.body.map(pretty).unwrap_or_default(),
            ),
        ])
    }
}

/// The address of a request.
fn url(place: &Endpoint, ask: &ApiRequest<'_>) -> Url {
    let mut url = place.base.clone();
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.extend(ask.path);
    }
    if !ask.query.is_empty() {
        url.query_pairs_mut().extend_pairs(ask.query);
    }
    url
}

/// The form that exchanges a key for a token.
fn exchange(key: &str) -> [(&'static str, &str); 3] {
    [
        ("grant_type", "urn:ibm:params:oauth:grant-type:apikey"),
        ("apikey", key),
        ("response_type", "cloud_iam"),
    ]
}
