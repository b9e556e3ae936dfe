//! Studies, which are kept as long as somebody opens them once a year, and read by everybody who has their address.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::extract::{JsonBody, parameter};
use crate::app::App;
use crate::begin::LineRequest;
use crate::error::ApiError;
use crate::limits::{Client, STUDY_DAYS};
use crate::links::Token;
use crate::studies::Study;
use crate::study_request::{MOST_STUDY, StudyRequest};

/// The study of the path.
pub(super) struct KeptStudy {
    pub(super) study: Study,
    /// Client of the request.
    pub(super) who: Client,
}

impl KeptStudy {
    /// Its line, to be played again.
    pub(super) fn line(&self) -> LineRequest {
        let line = self.study.line.clone();
        let moves = line.moves.join(" ");
        LineRequest::new(line.game, line.settings, line.position, moves)
    }
}

impl FromRequestParts<Arc<App>> for KeptStudy {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let name = parameter(parts, "study").await;
        let name = name.and_then(|name| name.parse().ok());
        let name = name.ok_or_else(ApiError::unknown_study)?;
        let study = app.games.shared.store.study(name).await?;
        Ok(Self {
            study: study.ok_or_else(ApiError::unknown_study)?,
            who: app.client(&parts.headers, &parts.extensions),
        })
    }
}

/// Keeps a study, and answers with its name.
pub(super) async fn keep(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    extensions: Extensions,
    JsonBody(asked): JsonBody<StudyRequest, MOST_STUDY>,
) -> Result<Response, ApiError> {
    let who = app.client(&headers, &extensions);
    let taken = app.studies.take(who, Instant::now());
    taken.map_err(|after| {
        ApiError::too_many("too many studies were kept from this address", after)
    })?;
    let kept = kept(&app, who, asked).await;
    let name = kept.inspect_err(|_| app.studies.give_back(who))?;
    Ok((StatusCode::CREATED, Json(json!({"study": name}))).into_response())
}

async fn kept(app: &App, who: Client, mut asked: StudyRequest) -> Result<Token, ApiError> {
    let shared = &app.games.shared;
    let study = match (asked.link, asked.line.take()) {
        (Some(link), None) => {
            let (game, _) = app.games.open(link, who).await?;
            game.look(who, move |table| Ok(asked.study(table)))
                .await??
        }
        (None, Some(line)) => {
            let table = line.play(shared, who).await?;
            asked.study(&table)?
        }
        _ => return Err(ApiError::malformed("send a link or a line")),
    };
    let (name, json) = study.written();
    if shared.store.study(name).await?.is_some() {
        return Ok(name);
    }
    shared.store.keep_study(name, json, STUDY_DAYS).await?;
    Ok(name)
}

/// A study, which never changes.
pub(super) async fn study(KeptStudy { study, .. }: KeptStudy) -> Response {
    let rule = HeaderValue::from_static("public, max-age=86400, immutable");
    ([(header::CACHE_CONTROL, rule)], Json(study)).into_response()
}
