use std::sync::Arc;

use cheqqers_game::{Colour, Game, settings};
use serde_json::{Map, Value};

/// A position, and how it was reached.
#[derive(Clone, Debug)]
pub struct ReachedPosition<G> {
    /// The position the game started from.
    pub start: Arc<G>,
    /// Settings of the start.
    pub setup: Arc<Map<String, Value>>,
    /// The moves since, each with its outcomes behind it.
    pub plies: Vec<String>,
    /// Player of each of them.
    pub players: Vec<Colour>,
    /// Squares of the last move.
    pub last: Vec<String>,
    /// The position reached by them.
    pub position: Arc<G>,
}

impl<G: Game> ReachedPosition<G> {
    /// The start of a game with these settings.
    pub fn of_start(start: G, setup: Map<String, Value>) -> Self {
        let start = Arc::new(start);
        Self {
            position: Arc::clone(&start),
            start,
            setup: Arc::new(setup),
            plies: Vec::new(),
            players: Vec::new(),
            last: Vec::new(),
        }
    }

    /// The moves since the start, without their outcomes.
    pub fn moves(&self) -> Vec<String> {
        let plies = self.plies.iter();
        let moves = plies.map(|ply| ply.split('{').next().unwrap_or_default().to_owned());
        moves.collect()
    }

    /// In what the game started otherwise than games do by themselves.
    pub(crate) fn options(&self) -> Option<String> {
        let others = unusual(&*self.start).into_iter();
        let texts: Vec<String> = others
            .map(|(key, value)| format!("{key} {value}"))
            .collect();
        (!texts.is_empty()).then(|| format!("start: {}", texts.join(", ")))
    }
}

/// The options of a start that games don't have by themselves, as texts.
pub(crate) fn unusual<G: Game>(start: &G) -> Vec<(String, String)> {
    let ordinary = settings::header::<G>(None, [])
        .ok()
        .and_then(|header| G::from_header(&header).ok())
        .map(|start| start.header())
        .unwrap_or_default();
    let options = start.header().into_iter();
    let others = options.filter(|(key, value)| ordinary.get(key) != Some(value));
    let text = |value: Value| match value.as_str() {
        Some(text) => text.to_owned(),
        None => value.to_string(),
    };
    others.map(|(key, value)| (key, text(value))).collect()
}
