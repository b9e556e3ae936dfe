//! Actions of players. Each is completed even where the client goes away.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;

use cheqqers_game::Colour;
use cheqqers_game::show::PlacedPiece;

use super::answer::json as answer;
use super::extract::{JsonBody, LinkedGame, Query};
use crate::app::App;
use crate::begin::{self, BranchRequest, NewGameRequest, PreparedGame};
use crate::dto::SetupPosition;
use crate::error::ApiError;
use crate::game::{Game, KnownPlies, MoveRequest, OfferRequest, RetryRequest, UndoRequest};
use crate::limits::{Client, MOST_LOADED};
use crate::links::Sides;
use crate::offload::offload;
use crate::table::{self, Arrangement, Setup};

/// A body without anything in it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

/// A position to be set up.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetupRequest {
    #[serde(default)]
    game: Option<String>,
    #[serde(default)]
    preset: Option<String>,
    #[serde(default)]
    settings: BTreeMap<String, String>,
    /// As text, unless piece by piece.
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    turn: Option<Colour>,
    #[serde(default)]
    pieces: Option<Vec<PieceRequest>>,
}

/// A piece of a position to be set up.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PieceRequest {
    square: String,
    colour: Colour,
    kind: String,
    #[serde(default)]
    probability: Option<f64>,
}

/// Sets up a position that is not played yet.
pub(super) async fn arrange(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    extensions: Extensions,
    JsonBody(asked): JsonBody<SetupRequest>,
) -> Result<Json<SetupPosition>, ApiError> {
    let who = app.client(&headers, &extensions);
    let shared = &app.games.shared;
    let game = shared.games.named(asked.game.as_deref())?;
    let placed = |piece: PieceRequest| PlacedPiece {
        place: piece.square,
        colour: piece.colour,
        kind: piece.kind,
        probability: piece.probability,
    };
    let arrangement = Arrangement {
        preset: asked.preset,
        settings: asked.settings.into_iter().collect(),
        setup: match asked.pieces {
            Some(pieces) => Setup::Pieces(
                asked.turn.unwrap_or(Colour::White),
                pieces.into_iter().map(placed).collect(),
            ),
            None => Setup::Text(asked.position.unwrap_or_default()),
        },
    };
    let permit = shared.opening.take(who).await;
    let arranged = offload(move || {
        let _permit = permit;
        table::arrange(game, &arrangement)
    });
    Ok(Json(arranged.await??))
}

/// Begins a game.
pub(super) async fn begin(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    extensions: Extensions,
    JsonBody(asked): JsonBody<NewGameRequest, MOST_LOADED>,
) -> Result<Response, ApiError> {
    asked.check()?;
    let who = app.client(&headers, &extensions);
    check_begun(&app, who)?;
    let shared = Arc::clone(&app.games.shared);
    let new = async move { begin::made(&shared, asked, who).await };
    begun(&app, who, new).await
}

/// Begins a game where another one stood.
pub(super) async fn branch(
    State(app): State<Arc<App>>,
    LinkedGame { game, who, .. }: LinkedGame,
    JsonBody(asked): JsonBody<BranchRequest>,
) -> Result<Response, ApiError> {
    check_begun(&app, who)?;
    let new = async move { begin::branch(&game, asked, who).await };
    begun(&app, who, new).await
}

/// Begins a game that is made, and answers with its links. Where none was begun, none is counted.
async fn begun(
    app: &App,
    who: Client,
    made: impl Future<Output = Result<PreparedGame, ApiError>> + Send + 'static,
) -> Result<Response, ApiError> {
    let store = app.games.shared.store.clone();
    let games = app.games.clone();
    let begun = run_to_end(async move {
        let PreparedGame { new, table, links } = made.await?;
        let id = new.id;
        store.create(new).await?;
        games.keep(id, table);
        Ok((id, links))
    });
    let begun = begun.await;
    let (id, links) = begun.inspect_err(|_| app.begun.give_back(who))?;
    let body = Json(json!({"game": id, "links": links}));
    Ok((StatusCode::CREATED, body).into_response())
}

/// Takes one of the games that this address may begin.
fn check_begun(app: &App, who: Client) -> Result<(), ApiError> {
    let taken = app.begun.take(who, Instant::now());
    taken.map_err(|after| ApiError::too_many("too many games were begun from this address", after))
}

pub(super) async fn play(
    opened: LinkedGame,
    Query(known): Query<KnownPlies>,
    JsonBody(asked): JsonBody<MoveRequest>,
) -> Result<Response, ApiError> {
    act(opened, known, move |game, sides| game.play(sides, asked)).await
}

pub(super) async fn resign(
    opened: LinkedGame,
    Query(known): Query<KnownPlies>,
    _: JsonBody<Nothing>,
) -> Result<Response, ApiError> {
    act(opened, known, Game::resign).await
}

pub(super) async fn draw(
    opened: LinkedGame,
    Query(known): Query<KnownPlies>,
    JsonBody(asked): JsonBody<OfferRequest>,
) -> Result<Response, ApiError> {
    act(opened, known, move |game, sides| game.draw(sides, asked)).await
}

pub(super) async fn undo(
    opened: LinkedGame,
    Query(known): Query<KnownPlies>,
    JsonBody(asked): JsonBody<UndoRequest>,
) -> Result<Response, ApiError> {
    act(opened, known, move |game, sides| game.undo(sides, asked)).await
}

pub(super) async fn rematch(
    State(app): State<Arc<App>>,
    opened: LinkedGame,
    Query(known): Query<KnownPlies>,
    JsonBody(asked): JsonBody<OfferRequest>,
) -> Result<Response, ApiError> {
    let who = opened.who;
    check_begun(&app, who)?;
    let game = Arc::clone(&opened.game);
    let had = game.next().await;
    let link = opened.link;
    let acted = act(opened, known, move |game, sides| {
        game.rematch(link, sides, asked)
    });
    let acted = acted.await;
    // To ask for a game, and to decline, begins none.
    if game.next().await == had {
        app.begun.give_back(who);
    }
    acted
}

pub(super) async fn cancel(
    opened: LinkedGame,
    Query(known): Query<KnownPlies>,
    _: JsonBody<Nothing>,
) -> Result<Response, ApiError> {
    act(opened, known, Game::cancel).await
}

pub(super) async fn retry(
    opened: LinkedGame,
    Query(known): Query<KnownPlies>,
    JsonBody(asked): JsonBody<RetryRequest>,
) -> Result<Response, ApiError> {
    act(opened, known, move |game, sides| game.retry(sides, asked)).await
}

/// Does something in a game, and answers with how it stands then.
async fn act<F>(
    LinkedGame {
        game, link, sides, ..
    }: LinkedGame,
    known: KnownPlies,
    act: impl FnOnce(Arc<Game>, Sides) -> F,
) -> Result<Response, ApiError>
where
    F: Future<Output = Result<StatusCode, ApiError>> + Send + 'static,
{
    let status = run_to_end(act(Arc::clone(&game), sides)).await?;
    Ok(answer(status, game.state(link, sides, known).await.parts))
}

/// Runs something to its end, even when the client goes away.
pub(super) async fn run_to_end<T: Send + 'static>(
    act: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    let done = tokio::spawn(act).await;
    done.map_err(|_| ApiError::unavailable("this could not be done"))?
}
