//! Extractors of requests.

use std::sync::Arc;
use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::{self, FromRequest, FromRequestParts, RawPathParams, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::error::ApiError;
use crate::game::Game;
use crate::limits::{Client, MOST_BODY};
use crate::links::{Sides, Token};

/// Time in which the body of a request has to arrive.
const READ_TIMEOUT: Duration = Duration::from_secs(15);

/// The game of the path's link.
pub(super) struct LinkedGame {
    pub(super) game: Arc<Game>,
    pub(super) link: Token,
    pub(super) sides: Sides,
    /// Client of the request.
    pub(super) who: Client,
}

impl FromRequestParts<Arc<App>> for LinkedGame {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let link = parameter(parts, "link").await;
        let link = link.and_then(|link| link.parse::<Token>().ok());
        let link = link.ok_or_else(ApiError::unknown_link)?;
        let who = app.requester(&parts.uri, &parts.headers, &parts.extensions);
        let (game, sides) = app.games.open(link, who).await?;
        game.join(sides).await;
        Ok(Self {
            game,
            link,
            sides,
            who,
        })
    }
}

/// A parameter of the path.
pub(super) async fn parameter(parts: &mut Parts, name: &str) -> Option<String> {
    let parameters = RawPathParams::from_request_parts(parts, &()).await.ok()?;
    let mut parameters = parameters.iter();
    let (_, value) = parameters.find(|&(key, _)| key == name)?;
    Some(value.to_owned())
}

/// The ply of the path.
pub(super) struct Number(pub(super) usize);

impl FromRequestParts<Arc<App>> for Number {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, ApiError> {
        let text = parameter(parts, "ply").await;
        let number = text.and_then(|text| text.parse().ok());
        let wrong = || ApiError::malformed("a ply is a number from 0 on");
        number.map(Self).ok_or_else(wrong)
    }
}

/// Query of the request.
pub(super) struct Query<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, ApiError> {
        match extract::Query::try_from_uri(&parts.uri) {
            Ok(extract::Query(asked)) => Ok(Self(asked)),
            Err(error) => Err(ApiError::malformed(error.body_text())),
        }
    }
}

/// The body, which is JSON of at most so many bytes.
pub(super) struct JsonBody<T, const MOST: usize = MOST_BODY>(pub(super) T);

impl<T: DeserializeOwned, const MOST: usize> FromRequest<Arc<App>> for JsonBody<T, MOST> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &Arc<App>) -> Result<Self, ApiError> {
        // A form of another site can't send this, so no page but ours does.
        if !is_json(request.headers()) {
            let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
            let message = "send JSON, with the header content-type: application/json";
            return Err(ApiError::new(status, "malformed", message));
        }
        let too_large = || ApiError::too_large(MOST);
        let length = request.headers().get(header::CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
        if length.is_some_and(|length| length > MOST) {
            return Err(too_large());
        }
        let body = tokio::time::timeout(READ_TIMEOUT, to_bytes(request.into_body(), MOST));
        let Ok(body) = body.await else {
            let message = "the body did not come in time";
            return Err(ApiError::new(
                StatusCode::REQUEST_TIMEOUT,
                "malformed",
                message,
            ));
        };
        let body = body.map_err(|_| too_large())?;
        if body.trim_ascii_start().first() != Some(&b'{') {
            return Err(ApiError::malformed("send a JSON object"));
        }
        let read = serde_json::from_slice(&body);
        read.map(Self)
            .map_err(|error| ApiError::malformed(format!("the body can't be read: {error}")))
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next());
    kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}
