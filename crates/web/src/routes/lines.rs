//! Lines of moves that requests bring along: played and looked at, and not kept.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequest, Request};
use axum::response::Response;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::analyses::{self, AnalysisQuery};
use super::extract::JsonBody;
use super::views::{CircuitQuery, ExportQuery, PreviewQuery, attached};
use crate::analysis::Source;
use crate::app::App;
use crate::begin::LineRequest;
use crate::dto::{Circuit, Description, Line, Moment, Preview};
use crate::error::ApiError;
use crate::limits::{Client, MOST_LOADED};
use crate::offload::offload;
use crate::table::{Table, TableError};

/// The line of a request, played to its end, and what is to be seen of it.
pub(super) struct PlayedLine<T> {
    table: Table,
    asked: T,
    app: Arc<App>,
    /// Client of the request.
    who: Client,
}

/// The body of such a request.
#[derive(Deserialize)]
struct LineBody<T> {
    line: LineRequest,
    #[serde(flatten)]
    asked: T,
}

/// Nothing but the line.
#[derive(Deserialize)]
pub(super) struct Nothing {}

#[derive(Deserialize)]
pub(super) struct PlyQuery {
    ply: usize,
}

impl<T: DeserializeOwned + Send> FromRequest<Arc<App>> for PlayedLine<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, ApiError> {
        let who = app.client(request.headers(), request.extensions());
        let body = JsonBody::<LineBody<T>, MOST_LOADED>::from_request(request, app).await?;
        let JsonBody(LineBody { line, asked }) = body;
        Ok(Self {
            table: line.play(&app.games.shared, who).await?,
            asked,
            app: Arc::clone(app),
            who,
        })
    }
}

impl<T: Send + 'static> PlayedLine<T> {
    /// Does something with its table, which may take its time.
    async fn look<U: Send + 'static>(
        self,
        look: impl FnOnce(&Table, T) -> Result<U, TableError> + Send + 'static,
    ) -> Result<U, ApiError> {
        let shared = &self.app.games.shared;
        let permit = shared.looking_at(&self.table).take(self.who).await;
        let looked = offload(move || {
            // The client may go away meanwhile.
            let _permit = permit;
            look(&self.table, self.asked)
        });
        Ok(looked.await??)
    }
}

pub(super) async fn play(line: PlayedLine<Nothing>) -> Result<Json<Line>, ApiError> {
    line.look(|table, _| Ok(table.line())).await.map(Json)
}

pub(super) async fn description(line: PlayedLine<Nothing>) -> Json<Description> {
    Json(line.table.description().clone())
}

pub(super) async fn moment(line: PlayedLine<PlyQuery>) -> Result<Json<Moment>, ApiError> {
    let moment = line.look(|table, asked| table.moment(asked.ply));
    moment.await.map(Json)
}

pub(super) async fn preview(line: PlayedLine<PreviewQuery>) -> Result<Json<Preview>, ApiError> {
    let preview = line.look(|table, asked| table.preview(&asked.mv));
    preview.await.map(Json)
}

pub(super) async fn circuit(line: PlayedLine<CircuitQuery>) -> Result<Json<Circuit>, ApiError> {
    let encoding = line.asked.encoding()?;
    let circuit = line.look(move |table, asked| asked.circuit(table, encoding));
    circuit.await.map(Json)
}

pub(super) async fn analysis(line: PlayedLine<AnalysisQuery>) -> Result<Response, ApiError> {
    let PlayedLine {
        table,
        asked,
        app,
        who,
        ..
    } = line;
    analyses::begin(&app, Source::Line(table.into()), asked.from, who).await
}

pub(super) async fn export(line: PlayedLine<ExportQuery>) -> Result<Response, ApiError> {
    line.asked.check(&line.app.games.shared.games)?;
    let download = line.look(|table, asked| asked.download(table, None));
    download.await.map(attached)
}
