//! Games that can be begun, and lessons.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::app::App;
use crate::seats::Seat;

/// Games, players and backends to choose from.
pub(super) async fn options(State(app): State<Arc<App>>) -> Json<Value> {
    Json(json!({
        "games": app.games.shared.games.options(),
        "players": Seat::options(),
        "backends": app.games.shared.backends.options(),
    }))
}

/// The lessons of all games.
pub(super) async fn lessons(State(app): State<Arc<App>>) -> Json<Value> {
    let games = app.games.shared.games.games().iter();
    let lessons = games.flat_map(|game| game.lessons.iter().map(|lesson| (game.name, lesson)));
    let lessons = lessons.map(|(game, lesson)| {
        let mut shown = json!(lesson);
        shown["game"] = game.into();
        let settings = lesson.settings.iter();
        let mut settings: BTreeMap<_, _> = settings.copied().collect();
        shown["position"] = json!(settings.remove("position"));
        shown["settings"] = json!(settings);
        shown
    });
    Json(lessons.collect())
}
