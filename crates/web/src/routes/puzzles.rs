//! Puzzles to be solved.

use std::sync::Arc;

use axum::Json;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use cheqqers_puzzles::Puzzle;

use super::extract::{JsonBody, Query, parameter};
use crate::app::App;
use crate::error::ApiError;
use crate::limits::Client;
use crate::offload::offload;
use crate::puzzles::{
    self, Attempt, AttemptAnswer, DailyPuzzle, PuzzleList, PuzzleQuery, ShownPuzzle,
};

/// The puzzle of the path.
pub(super) struct NamedPuzzle {
    puzzle: &'static Puzzle,
    app: Arc<App>,
    /// Client of the request.
    who: Client,
}

impl FromRequestParts<Arc<App>> for NamedPuzzle {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let id = parameter(parts, "id").await.unwrap_or_default();
        Ok(Self {
            puzzle: puzzles::named(&id)?,
            app: Arc::clone(app),
            who: app.client(&parts.headers, &parts.extensions),
        })
    }
}

pub(super) async fn list(Query(query): Query<PuzzleQuery>) -> Json<PuzzleList> {
    Json(puzzles::list(&query))
}

pub(super) async fn daily() -> Json<DailyPuzzle> {
    Json(puzzles::of_today())
}

pub(super) async fn puzzle(named: NamedPuzzle) -> Json<ShownPuzzle> {
    Json(puzzles::show(named.puzzle))
}

pub(super) async fn attempt(
    named: NamedPuzzle,
    JsonBody(attempt): JsonBody<Attempt>,
) -> Result<Json<AttemptAnswer>, ApiError> {
    let NamedPuzzle { puzzle, app, who } = named;
    let permit = app.games.shared.looking.take(who).await;
    let judged = offload(move || {
        // The client may go away meanwhile.
        let _permit = permit;
        attempt.judge(puzzle)
    });
    judged.await?.map(Json)
}
