//! What players do. Each is done to its end even where its sender goes away.

use std::future::Future;
use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;

use super::extract::{Opened, Sent};
use super::text;
use crate::app::App;
use crate::begin::{self, BranchAsked, NewGameAsked};
use crate::error::ApiError;
use crate::game::{Game, MoveAsked, OfferAsked, RetryAsked, UndoAsked};
use crate::limits::{Customer, MOST_LOADED};
use crate::links::Sides;
use crate::store::NewGame;

/// A body without anything in it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

/// Begins a game.
pub(super) async fn begin(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    extensions: Extensions,
    Sent(asked): Sent<NewGameAsked, MOST_LOADED>,
) -> Result<Response, ApiError> {
    asked.check()?;
    let who = app.customer(&headers, &extensions);
    check_begun(&app, who)?;
    let shared = Arc::clone(&app.games.shared);
    let new = async move { begin::made(&shared, asked, who).await };
    begun(&app, who, new).await
}

/// Begins a game where another one stood.
pub(super) async fn branch(
    State(app): State<Arc<App>>,
    Opened { game, who, .. }: Opened,
    Sent(asked): Sent<BranchAsked>,
) -> Result<Response, ApiError> {
    check_begun(&app, who)?;
    let new = async move { begin::branch(&game, asked, who).await };
    begun(&app, who, new).await
}

/// Begins a game that is made, and answers with its links. Where none was begun, none is counted.
async fn begun(
    app: &App,
    who: Customer,
    made: impl Future<Output = Result<NewGame, ApiError>> + Send + 'static,
) -> Result<Response, ApiError> {
    let store = app.games.shared.store.clone();
    let begun = kept(async move {
        let new = made.await?;
        store.create(new.clone()).await?;
        Ok(new)
    });
    let begun = begun.await;
    let NewGame { id, stored } = begun.inspect_err(|_| app.begun.give_back(who))?;
    let body = Json(json!({"game": id, "links": stored.links}));
    Ok((StatusCode::CREATED, body).into_response())
}

/// Whether one more game may be begun from this address.
fn check_begun(app: &App, who: Customer) -> Result<(), ApiError> {
    let taken = app.begun.take(who, Instant::now());
    taken.map_err(|after| ApiError::too_many("too many games were begun from this address", after))
}

pub(super) async fn play(
    opened: Opened,
    Sent(asked): Sent<MoveAsked>,
) -> Result<Response, ApiError> {
    act(opened, move |game, sides| game.play(sides, asked)).await
}

pub(super) async fn resign(opened: Opened, _: Sent<Nothing>) -> Result<Response, ApiError> {
    act(opened, Game::resign).await
}

pub(super) async fn draw(
    opened: Opened,
    Sent(asked): Sent<OfferAsked>,
) -> Result<Response, ApiError> {
    act(opened, move |game, sides| game.draw(sides, asked)).await
}

pub(super) async fn undo(
    opened: Opened,
    Sent(asked): Sent<UndoAsked>,
) -> Result<Response, ApiError> {
    act(opened, move |game, sides| game.undo(sides, asked)).await
}

pub(super) async fn rematch(
    State(app): State<Arc<App>>,
    opened: Opened,
    Sent(asked): Sent<OfferAsked>,
) -> Result<Response, ApiError> {
    let who = opened.who;
    check_begun(&app, who)?;
    let game = Arc::clone(&opened.game);
    let had = game.next().await;
    let acted = act(opened, move |game, sides| game.rematch(sides, asked)).await;
    // To ask for a game, and to decline, begins none.
    if game.next().await == had {
        app.begun.give_back(who);
    }
    acted
}

pub(super) async fn cancel(opened: Opened, _: Sent<Nothing>) -> Result<Response, ApiError> {
    act(opened, Game::cancel).await
}

pub(super) async fn retry(
    opened: Opened,
    Sent(asked): Sent<RetryAsked>,
) -> Result<Response, ApiError> {
    act(opened, move |game, sides| game.retry(sides, asked)).await
}

/// Does something in a game, and answers with how it stands then.
async fn act<F>(
    Opened { game, sides, .. }: Opened,
    act: impl FnOnce(Arc<Game>, Sides) -> F,
) -> Result<Response, ApiError>
where
    F: Future<Output = Result<StatusCode, ApiError>> + Send + 'static,
{
    let status = kept(act(Arc::clone(&game), sides)).await?;
    let (_, state) = game.state(sides).await;
    Ok(text(status, state))
}

/// Does something to its end, whoever waits for it.
async fn kept<T: Send + 'static>(
    act: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    let done = tokio::spawn(act).await;
    done.map_err(|_| ApiError::unavailable("this could not be done"))?
}
