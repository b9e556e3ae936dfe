//! Pictures of the board.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cheqqers_game::Colour;
use serde::Deserialize;

use super::extract::{LinkedGame, Query};
use super::studies::KeptStudy;
use crate::app::App;
use crate::error::ApiError;
use crate::limits::{Client, PICTURE_WIDTHS};
use crate::offload::offload;
use crate::page::{is_known, tag};
use crate::pictures::fingerprint;

/// Columns of a picture unless said: enough for a preview and a slide.
const USUAL_WIDTH: u32 = 960;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PictureQuery {
    /// The last one unless said, or the one at which a study is shown.
    ply: Option<usize>,
    /// The side below.
    side: Option<Colour>,
    /// Number of columns, of pixels alone.
    width: Option<u32>,
}

pub(super) async fn svg(
    opened: LinkedGame,
    headers: HeaderMap,
    Query(asked): Query<PictureQuery>,
) -> Result<Response, ApiError> {
    asked.check_drawing()?;
    let svg = of_game(&opened, &asked).await?;
    Ok(drawing(&headers, svg))
}

pub(super) async fn png(
    State(app): State<Arc<App>>,
    opened: LinkedGame,
    headers: HeaderMap,
    Query(asked): Query<PictureQuery>,
) -> Result<Response, ApiError> {
    let width = asked.columns()?;
    let svg = of_game(&opened, &asked).await?;
    pixels(&app, opened.who, &headers, svg, width).await
}

pub(super) async fn study_svg(
    State(app): State<Arc<App>>,
    kept: KeptStudy,
    headers: HeaderMap,
    Query(asked): Query<PictureQuery>,
) -> Result<Response, ApiError> {
    asked.check_drawing()?;
    let svg = of_study(&app, &kept, &asked).await?;
    Ok(drawing(&headers, svg))
}

pub(super) async fn study_png(
    State(app): State<Arc<App>>,
    kept: KeptStudy,
    headers: HeaderMap,
    Query(asked): Query<PictureQuery>,
) -> Result<Response, ApiError> {
    let width = asked.columns()?;
    let svg = of_study(&app, &kept, &asked).await?;
    pixels(&app, kept.who, &headers, svg, width).await
}

impl PictureQuery {
    fn columns(&self) -> Result<u32, ApiError> {
        let width = self.width.unwrap_or(USUAL_WIDTH);
        if PICTURE_WIDTHS.contains(&width) {
            return Ok(width);
        }
        Err(ApiError::malformed(format!(
            "a picture is {} to {} pixels wide",
            PICTURE_WIDTHS.start(),
            PICTURE_WIDTHS.end()
        )))
    }

    fn check_drawing(&self) -> Result<(), ApiError> {
        match self.width {
            None => Ok(()),
            Some(_) => Err(ApiError::malformed("a drawing has no width in pixels")),
        }
    }
}

async fn of_game(
    LinkedGame { game, who, .. }: &LinkedGame,
    asked: &PictureQuery,
) -> Result<String, ApiError> {
    let (ply, side) = (asked.ply, asked.side.unwrap_or(Colour::White));
    game.look(*who, move |table| {
        table.drawing(ply.unwrap_or_else(|| table.num_plies()), side)
    })
    .await
}

async fn of_study(app: &App, kept: &KeptStudy, asked: &PictureQuery) -> Result<String, ApiError> {
    let (study, who) = (&kept.study, kept.who);
    let (ply, side) = (
        asked.ply.unwrap_or(study.ply),
        asked.side.unwrap_or(study.side),
    );
    let shared = &app.games.shared;
    let table = kept.line().play(shared, who).await?;
    let permit = shared.looking_at(&table).take(who).await;
    let drawn = offload(move || {
        // The client may go away meanwhile.
        let _permit = permit;
        table.drawing(ply, side)
    });
    Ok(drawn.await??)
}

fn drawing(headers: &HeaderMap, svg: String) -> Response {
    let tag = tag(&fingerprint(&svg, None));
    answer(headers, tag, "image/svg+xml", svg)
}

async fn pixels(
    app: &App,
    who: Client,
    headers: &HeaderMap,
    svg: String,
    width: u32,
) -> Result<Response, ApiError> {
    let tag = tag(&fingerprint(&svg, Some(width)));
    if is_known(headers, &tag) {
        return Ok(answer(headers, tag, "image/png", ""));
    }
    let drawn = app.pictures.png(&app.games.shared, who, svg, width).await?;
    Ok(answer(headers, tag, "image/png", drawn))
}

/// A picture, unless the client has it.
fn answer(
    asked: &HeaderMap,
    tag: HeaderValue,
    kind: &'static str,
    body: impl IntoResponse,
) -> Response {
    let is_known = is_known(asked, &tag);
    // Kept, but asked for whether it is still the same.
    let rule = HeaderValue::from_static("private, no-cache");
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        body.into_response()
    };
    // After the body, which has a type of its own.
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::ETAG, tag);
    headers.insert(header::CACHE_CONTROL, rule);
    response
}
