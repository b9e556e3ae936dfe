//! Views of a game.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cheqqers_game::Encoding;
use cheqqers_session::CircuitFormat;
use serde::Deserialize;

use super::answer::json as answer;
use super::extract::{LinkedGame, Number, Query};
use crate::app::App;
use crate::catalogue::Catalogue;
use crate::dto::{Circuit, Description, Download, Moment, Preview};
use crate::error::ApiError;
use crate::events;
use crate::game::{Game, KnownPlies};
use crate::table::{States, Table, TableError};

pub(super) async fn state(
    LinkedGame {
        game, link, sides, ..
    }: LinkedGame,
    Query(known): Query<KnownPlies>,
) -> Response {
    answer(StatusCode::OK, game.state(link, sides, known).await.parts)
}

pub(super) async fn description(LinkedGame { game, .. }: LinkedGame) -> Json<Description> {
    Json(game.description().await)
}

pub(super) async fn events(
    State(app): State<Arc<App>>,
    LinkedGame {
        game,
        link,
        sides,
        who,
    }: LinkedGame,
    Query(known): Query<KnownPlies>,
) -> Result<Response, ApiError> {
    let held = app.follow(who)?;
    Ok(events::stream(
        game,
        (link, sides),
        known,
        app.end.clone(),
        held,
    ))
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
    pub(super) mv: String,
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
    /// The states after each gate, too.
    #[serde(default)]
    steps: bool,
}

impl CircuitQuery {
    /// The encoding that is asked for.
    ///
    /// # Errors
    /// Returns an error if there is no such encoding.
    pub(super) fn encoding(&self) -> Result<Encoding, ApiError> {
        encoding(self.encoding.as_deref())
    }

    /// The circuit that is asked for, in this encoding.
    ///
    /// # Errors
    /// Returns an error if there is no such ply or square, or what is there is certain.
    pub(super) fn circuit(&self, table: &Table, encoding: Encoding) -> Result<Circuit, TableError> {
        let ply = self.ply.unwrap_or_else(|| table.num_plies());
        let states = if self.steps {
            States::All
        } else {
            States::Last
        };
        table.circuit(ply, &self.square, encoding, states)
    }
}

pub(super) async fn circuit(
    LinkedGame { game, who, .. }: LinkedGame,
    Query(asked): Query<CircuitQuery>,
) -> Result<Json<Circuit>, ApiError> {
    let encoding = asked.encoding()?;
    let circuit = game.look(who, move |table| asked.circuit(table, encoding));
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
    State(app): State<Arc<App>>,
    LinkedGame { game, who, .. }: LinkedGame,
    Query(asked): Query<ExportQuery>,
) -> Result<Response, ApiError> {
    asked.check(&app.games.shared.games)?;
    let of = Arc::clone(&game);
    let download = game.look(who, move |table| asked.download(table, Some(&of)));
    download.await.map(attached)
}

impl ExportQuery {
    /// Checks that there is such a format, and that all is said that it needs.
    ///
    /// # Errors
    /// Returns an error if something is missing or unknown.
    pub(super) fn check(&self, games: &Catalogue) -> Result<(), ApiError> {
        let name = &self.format[..];
        if CircuitFormat::named(name).is_some() {
            encoding(self.encoding.as_deref())?;
            let square = self.square.as_ref().map(drop);
            return square.ok_or_else(|| ApiError::malformed("name a square"));
        }
        let mut forms = games.games().iter().flat_map(|game| game.forms());
        let is_known = TEXTS.contains(&name) || forms.any(|form| form.name == name);
        is_known.then_some(()).ok_or_else(unknown_format)
    }

    /// The text that is asked for, of a table that may be that of a game.
    ///
    /// # Errors
    /// Returns an error if the game has no such text, or no such ply.
    pub(super) fn download(
        self,
        table: &Table,
        game: Option<&Game>,
    ) -> Result<Download, TableError> {
        let ply = self.ply.unwrap_or_else(|| table.num_plies());
        if ply > table.num_plies() {
            return Err(TableError::NoSuchPly(ply));
        }
        let name = &self.format[..];
        Ok(match name {
            "record" => match game {
                Some(game) => Download {
                    name: format!("cheqqers-{}.jsonl", game.id),
                    text: game.record_of(table),
                },
                None => Download {
                    name: "cheqqers.jsonl".into(),
                    text: table.record(&[]),
                },
            },
            "moves" => line(table.moves()),
            "command" => line(table.command()),
            _ => match (CircuitFormat::named(name), self.square) {
                (Some(format), Some(square)) => {
                    let encoding = self.encoding.and_then(|text| text.parse().ok());
                    table.export(ply, &square, encoding.unwrap_or_default(), format)?
                }
                _ => table.form(name).ok_or_else(|| {
                    let game = table.description().game;
                    TableError::NoText(format!("{game} can't be written as {name}"))
                })?,
            },
        })
    }
}

/// Formats of a whole game, beside those of its own.
const TEXTS: [&str; 3] = ["record", "moves", "command"];

/// A text to be kept as a file.
pub(super) fn attached(download: Download) -> Response {
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
    let names: Vec<&str> = CircuitFormat::ALL
        .iter()
        .map(|format| format.name())
        .collect();
    let names = names.join(", ");
    ApiError::malformed(format!(
        "there is no such format: there are record, moves, command, those of the game, as pdn, and {names}"
    ))
}

pub(super) fn encoding(text: Option<&str>) -> Result<Encoding, ApiError> {
    let wrong = || ApiError::malformed("an encoding is minimal or paper");
    text.map_or(Ok(Encoding::default()), |text| {
        text.parse().map_err(|_| wrong())
    })
}
