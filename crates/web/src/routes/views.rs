//! Views of a game.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cheqqers_game::Encoding;
use cheqqers_session::Notation;
use serde::Deserialize;

use super::answer::json as answer;
use super::extract::{LinkedGame, Number, Query};
use crate::app::App;
use crate::dto::{Circuit, Description, Download, Moment, Preview};
use crate::error::ApiError;
use crate::events;
use crate::game::Game;
use crate::limits::Client;
use crate::table::TableError;

pub(super) async fn state(LinkedGame { game, sides, .. }: LinkedGame) -> Response {
    let (_, state) = game.state(sides).await;
    answer(StatusCode::OK, state)
}

pub(super) async fn description(LinkedGame { game, .. }: LinkedGame) -> Json<Description> {
    Json(game.description().await)
}

pub(super) async fn events(
    State(app): State<Arc<App>>,
    LinkedGame { game, sides, who }: LinkedGame,
) -> Result<Response, ApiError> {
    let held = app.streams.take(who);
    let held = held.ok_or_else(|| {
        let message = "too many games are followed from this address";
        ApiError::too_many(message, Duration::from_mins(1))
    })?;
    Ok(events::stream(game, sides, app.end.clone(), held))
}

pub(super) async fn moment(
    LinkedGame { game, who, .. }: LinkedGame,
    Number(ply): Number,
) -> Result<Json<Moment>, ApiError> {
    game.look(who, move |table| table.moment(ply))
        .await
        .map(Json)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PreviewQuery {
    #[serde(rename = "move")]
    mv: String,
}

pub(super) async fn preview(
    LinkedGame { game, who, .. }: LinkedGame,
    Query(asked): Query<PreviewQuery>,
) -> Result<Json<Preview>, ApiError> {
    game.look(who, move |table| table.preview(&asked.mv))
        .await
        .map(Json)
}

/// A component, by one of its squares.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CircuitQuery {
    square: String,
    /// The last one unless said.
    ply: Option<usize>,
    #[serde(default)]
    encoding: Option<String>,
}

pub(super) async fn circuit(
    LinkedGame { game, who, .. }: LinkedGame,
    Query(asked): Query<CircuitQuery>,
) -> Result<Json<Circuit>, ApiError> {
    let encoding = encoding(asked.encoding.as_deref())?;
    let circuit = game.look(who, move |table| {
        let ply = asked.ply.unwrap_or_else(|| table.num_plies());
        table.circuit(ply, &asked.square, encoding)
    });
    circuit.await.map(Json)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExportQuery {
    format: String,
    square: Option<String>,
    ply: Option<usize>,
    encoding: Option<String>,
}

pub(super) async fn export(
    LinkedGame { game, who, .. }: LinkedGame,
    Query(asked): Query<ExportQuery>,
) -> Result<Response, ApiError> {
    let id = game.id;
    let download = match &asked.format[..] {
        "record" => {
            let text = game.look(who, |table| Ok(table.record())).await?;
            let name = format!("cheqqers-{id}.jsonl");
            Download { name, text }
        }
        "moves" => line(game.look(who, |table| Ok(table.moves())).await?),
        "command" => line(game.look(who, |table| Ok(table.command())).await?),
        format => {
            let mut notations = Notation::ALL.iter().copied();
            let Some(notation) = notations.find(|notation| notation.name() == format) else {
                return own_form(&game, who, asked.format).await;
            };
            let encoding = encoding(asked.encoding.as_deref())?;
            let square = asked.square;
            let square = square.ok_or_else(|| ApiError::malformed("name a square"))?;
            let sheet = game.look(who, move |table| {
                let ply = asked.ply.unwrap_or_else(|| table.num_plies());
                table.sheet(ply, &square, encoding, notation)
            });
            sheet.await?
        }
    };
    Ok(attached(download))
}

/// The game in a form of record of its own.
async fn own_form(game: &Arc<Game>, who: Client, name: String) -> Result<Response, ApiError> {
    let games = game.shared().games.games().iter();
    let mut forms = games.flat_map(|game| (game.forms)());
    let known = forms.find(|form| form.name == name);
    let known = known.ok_or_else(unknown_format)?;
    let form = game.look(who, move |table| {
        let form = table.form(&name);
        form.ok_or_else(|| {
            let game = table.description().game;
            TableError::NoText(format!("{game} can't be written as a {}", known.about))
        })
    });
    form.await.map(attached)
}

/// A text to be kept as a file.
fn attached(download: Download) -> Response {
    let Download { name, text } = download;
    let attachment = format!("attachment; filename=\"{name}\"");
    let attachment = HeaderValue::try_from(attachment);
    let attachment = attachment.unwrap_or(HeaderValue::from_static("attachment"));
    // Nothing of it is ever run or shown by a browser that follows a link to it.
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_DISPOSITION, attachment),
    ];
    (headers, text).into_response()
}

/// A line that is mostly copied, but can be kept too.
fn line(text: String) -> Download {
    let name = "cheqqers.txt".into();
    Download { name, text }
}

fn unknown_format() -> ApiError {
    let names: Vec<&str> = Notation::ALL
        .iter()
        .map(|notation| notation.name())
        .collect();
    let names = names.join(", ");
    ApiError::malformed(format!(
        "there is no such format: there are record, pdn, moves, command, {names}"
    ))
}

fn encoding(text: Option<&str>) -> Result<Encoding, ApiError> {
    let wrong = || ApiError::malformed("an encoding is minimal or paper");
    text.map_or(Ok(Encoding::default()), |text| {
        text.parse().map_err(|_| wrong())
    })
}
