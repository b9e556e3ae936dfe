//! Access tokens for API keys.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Form, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::post;
use axum::{Router, extract::rejection::FormRejection};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;

use super::error::IbmError;
use crate::clock::Moment;
use crate::reply::{self, header, is_good};
use crate::shared::SharedState;

/// Issued tokens with their expiry.
#[derive(Debug)]
pub(crate) struct Tokens {
    shared: Arc<SharedState>,
    issued: Mutex<HashMap<String, Moment>>,
}

impl Tokens {
    pub(crate) fn new(shared: &Arc<SharedState>) -> Arc<Self> {
        Arc::new(Self {
            shared: Arc::clone(shared),
            issued: Mutex::default(),
        })
    }

    /// Checks that a request has a valid token and names an instance.
    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), IbmError> {
        self.check_token(headers)?;
        match header(headers, "service-crn") {
            Some(crn) if crn.starts_with("crn:") => Ok(()),
            _ => {
                let message = "the header Service-CRN must name an instance";
                Err(IbmError::new(StatusCode::UNAUTHORIZED, 1200, message))
            }
        }
    }

    /// Checks that a request has a valid token.
    pub(crate) fn check_token(&self, headers: &HeaderMap) -> Result<(), IbmError> {
        let refused = |code, message| Err(IbmError::new(StatusCode::UNAUTHORIZED, code, message));
        let token = header(headers, "authorization");
        let Some(token) = token.and_then(|value| value.strip_prefix("Bearer ")) else {
            return refused(1200, "a bearer token is required");
        };
        let issued = self.issued.lock().unwrap_or_else(PoisonError::into_inner);
        match issued.get(token) {
            None => refused(1201, "the token is invalid"),
            Some(&end) if end <= self.shared.clock.now() => refused(1201, "the token has expired"),
            Some(_) => Ok(()),
        }
    }

    /// Issues a token; returns it with its lifetime and its expiry since 1970, both in seconds.
    fn issue(&self) -> (String, u64, u64) {
        let life = self.shared.faults.token_life();
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
        let mut issued = self.issued.lock().unwrap_or_else(PoisonError::into_inner);
        issued.insert(token.clone(), now + life);
        (token, life.as_secs(), end)
    }
}

/// Routes below the path of identities.
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
    let (token, seconds, end) = tokens.issue();
    reply::ok(&json!({
        "access_token": token,
        "refresh_token": "not_supported",
        "token_type": "Bearer",
        "expires_in": seconds,
        "expiration": end,
        "scope": "ibm_openid",
    }))
}
