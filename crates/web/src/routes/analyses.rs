//! Analyses of games that are over, and of lines.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;

use super::extract::{LinkedGame, Query};
use crate::analysis::{self, Source};
use crate::app::App;
use crate::error::ApiError;
use crate::limits::Client;

/// Plies to be analysed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnalysisQuery {
    /// The first one, from 0.
    #[serde(default)]
    pub(super) from: usize,
}

pub(super) async fn of_game(
    State(app): State<Arc<App>>,
    LinkedGame { game, who, .. }: LinkedGame,
    Query(asked): Query<AnalysisQuery>,
) -> Result<Response, ApiError> {
    begin(&app, Source::Game(game), asked.from, who).await
}

/// Begins an analysis for a client.
///
/// # Errors
/// Returns an error if somebody still plays it, or the client has too many under way.
pub(super) async fn begin(
    app: &App,
    source: Source,
    from: usize,
    who: Client,
) -> Result<Response, ApiError> {
    let held = app.streams.take(who, 1);
    let held = held.ok_or_else(|| {
        let message = "too much is followed or analysed from this address";
        ApiError::too_many(message, Duration::from_secs(10))
    })?;
    let shared = Arc::clone(&app.games.shared);
    analysis::stream(shared, source, from, who, app.end.clone(), held).await
}
