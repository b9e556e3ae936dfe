//! Tokens, for keys.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{Form, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::post;
use axum::{Router, extract::rejection::FormRejection};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;

use super::Refusal;
use crate::clock::Moment;
use crate::fault::Data;
use crate::reply::{self, header, is_good};
use crate::shared::Shared;

/// The tokens that were given, and when each expires.
#[derive(Debug)]
pub(crate) struct Tokens {
    shared: Arc<Shared>,
    given: Mutex<HashMap<String, Moment>>,
}

/// How long a token lasts, in seconds.
const LIFE: f64 = 3600.0;

impl Tokens {
    pub(crate) fn new(shared: &Arc<Shared>) -> Arc<Self> {
        Arc::new(Self {
            shared: Arc::clone(shared),
            given: Mutex::default(),
        })
    }

    /// Whether a request has a token that still lasts, and names an instance.
    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let refused = |code, message| Err(Refusal::new(StatusCode::UNAUTHORIZED, code, message));
        let token = header(headers, "authorization");
        let Some(token) = token.and_then(|value| value.strip_prefix("Bearer ")) else {
            return refused(1200, "a bearer token is required");
        };
        let given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        match given.get(token) {
            None => return refused(1201, "the token is invalid"),
            Some(&end) if end <= self.shared.clock.now() => {
                return refused(1201, "the token has expired");
            }
            Some(_) => {}
        }
        drop(given);
        match header(headers, "service-crn") {
            Some(crn) if crn.starts_with("crn:") => Ok(()),
            _ => refused(1200, "the header Service-CRN must name an instance"),
        }
    }

    /// A new token, and how many seconds it lasts.
    fn give(&self) -> (String, u64, u64) {
        let lives = self.shared.faults.standing();
        let mut lives = lives.filter_map(|fault| match fault {
            Data::TokenLife(seconds) => Some(seconds),
            _ => None,
        });
        let life = Duration::from_secs_f64(lives.next().unwrap_or(LIFE));
        let clock = &self.shared.clock;
        let now = clock.now();
        let (start, end) = (clock.unix(now), clock.unix(now + life));
        let part = |text: String| URL_SAFE_NO_PAD.encode(text);
        let token = [
            part(json!({"kid": "emulated", "typ": "JWT", "alg": "RS256"}).to_string()),
            part(json!({"sub": "emulated", "iat": start, "exp": end}).to_string()),
            part(self.shared.uuid()),
        ];
        let token = token.join(".");
        let mut given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        given.insert(token.clone(), now + life);
        (token, life.as_secs(), end)
    }
}

/// Where tokens are given, below the path of identities.
pub(crate) fn router(tokens: &Arc<Tokens>) -> Router {
    Router::new()
        .route("/token", post(token))
        .with_state(Arc::clone(tokens))
}

async fn token(
    State(tokens): State<Arc<Tokens>>,
    form: Result<Form<HashMap<String, String>>, FormRejection>,
) -> Response {
    let refused = |code: &str, message: &str| {
        let body = json!({"errorCode": code, "errorMessage": message, "errorDetails": null});
        reply::json(StatusCode::BAD_REQUEST, &body)
    };
    let Ok(Form(form)) = form else {
        return refused("BXNIM0109E", "The request must be a form.");
    };
    let Some((grant, key)) = form.get("grant_type").zip(form.get("apikey")) else {
        return refused(
            "BXNIM0109E",
            "Property missing or empty: grant_type or apikey.",
        );
    };
    if grant != "urn:ibm:params:oauth:grant-type:apikey" {
        return refused("BXNIM0451E", "The grant type is not supported.");
    }
    if !is_good(key) {
        return refused("BXNIM0415E", "Provided API key could not be found.");
    }
    let (token, seconds, end) = tokens.give();
    reply::ok(&json!({
        "access_token": token,
        "refresh_token": "not_supported",
        "token_type": "Bearer",
        "expires_in": seconds,
        "expiration": end,
        "scope": "ibm_openid",
    }))
}
