//! What can be asked for, and how.

mod acts;
mod extract;
mod views;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use serde_json::{Value, json};

use crate::app::App;
use crate::seats::Seat;
use crate::{openapi, page};
use axum::extract::State;

/// A path, with what answers there.
pub(crate) struct Route {
    pub(crate) path: &'static str,
    /// In small letters; `get` means `head` too.
    #[cfg(test)]
    pub(crate) method: &'static str,
    pub(crate) answers: MethodRouter<Arc<App>>,
}

macro_rules! routes {
    ($($method:ident $path:literal => $handler:expr;)+) => {
        vec![$(Route {
            path: $path,
            #[cfg(test)]
            method: stringify!($method),
            answers: $method($handler),
        }),+]
    };
}

/// All of them.
pub(crate) fn all() -> Vec<Route> {
    routes! {
        get "/" => page::index;
        get "/g/{link}" => page::index;
        get "/g/{link}/" => page::index;
        get "/learn" => page::index;
        get "/learn/" => page::index;
        get "/page/{*name}" => page::file;
        get "/api/v1/openapi.json" => openapi::document;
        get "/api/v1/options" => options;
        post "/api/v1/games" => acts::begin;
        get "/api/v1/links/{link}" => views::state;
        get "/api/v1/links/{link}/events" => views::events;
        get "/api/v1/links/{link}/plies/{ply}" => views::moment;
        get "/api/v1/links/{link}/preview" => views::preview;
        get "/api/v1/links/{link}/circuit" => views::circuit;
        get "/api/v1/links/{link}/export" => views::export;
        post "/api/v1/links/{link}/moves" => acts::play;
        post "/api/v1/links/{link}/resign" => acts::resign;
        post "/api/v1/links/{link}/draw" => acts::draw;
        post "/api/v1/links/{link}/undo" => acts::undo;
        post "/api/v1/links/{link}/rematch" => acts::rematch;
        post "/api/v1/links/{link}/branch" => acts::branch;
        post "/api/v1/links/{link}/cancel" => acts::cancel;
        post "/api/v1/links/{link}/retry" => acts::retry;
    }
}

/// What a game can be begun with.
async fn options(State(app): State<Arc<App>>) -> Json<Value> {
    let games = cheqqers_session::KNOWN.iter().map(|game| {
        let presets = game.presets.iter();
        let settings = game.settings.iter();
        json!({
            "name": game.name,
            "about": game.about,
            "presets": presets
                .map(|preset| json!({
                    "name": preset.name,
                    "about": preset.about,
                    "settings": preset.values.iter().copied().collect::<BTreeMap<_, _>>(),
                }))
                .collect::<Vec<Value>>(),
            "settings": settings
                .map(|setting| json!({
                    "key": setting.key,
                    "kind": setting.kind.to_string(),
                    "default": setting.default,
                    "about": setting.about,
                }))
                .collect::<Vec<Value>>(),
        })
    });
    Json(json!({
        "games": games.collect::<Vec<Value>>(),
        "players": Seat::options(),
        "backends": app.games.shared.backends.options(),
    }))
}

/// An answer that is JSON already.
fn text(status: StatusCode, body: String) -> Response {
    let kind = [(axum::http::header::CONTENT_TYPE, "application/json")];
    (status, kind, body).into_response()
}
