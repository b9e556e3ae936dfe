//! Bare boards in pages of others.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::links::{Sides, Token};
use crate::page;
use crate::preview::token;

/// A bare board, of a link for looking on or a study.
pub(crate) async fn board(
    State(app): State<Arc<App>>,
    name: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    let is_shown = match token(name) {
        Some(name) => is_shown(&app, name).await,
        None => false,
    };
    if !is_shown {
        // It is for nobody else's page, as it might be one that moves.
        return page::nothing(headers).await;
    }
    let policy = [(header::CONTENT_SECURITY_POLICY, app.embedding.clone())];
    (policy, page::embed(&headers)).into_response()
}

/// Returns `true` if something is looked at by this name, and nothing is moved.
async fn is_shown(app: &App, name: Token) -> bool {
    let store = &app.games.shared.store;
    match store.link(name).await {
        Ok(Some((_, sides))) => sides == Sides::default(),
        Ok(None) => matches!(store.study(name).await, Ok(Some(_))),
        Err(_) => false,
    }
}
