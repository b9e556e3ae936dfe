use std::collections::HashMap;
use std::fmt;

use cheqqers_backend::{MeasurementId, sha256};
use cheqqers_circuit::CanonicalCircuit;

/// Name of the shots of a pool.
const POOL: &str = "pool";

/// Name of shots that are taken before a move.
const PREFETCH: &str = "prefetch";

/// Identities of the measurements of a game, in the order of play.
///
/// A measurement keeps its identity when it is asked for again, in another process too, so that a
/// backend goes on with the job that it has.
#[derive(Clone, Debug)]
pub struct MeasurementIds {
    game: String,
    history: String,
    /// Ply and move.
    mv: String,
    /// Number of the measurement within the move, from 0.
    measurement: u32,
    /// Attempts without a legal shot.
    without_legal_shot: HashMap<MeasurementId, u32>,
}

impl MeasurementIds {
    /// The identities of a game, whose own identity no other game has.
    pub fn of_game(game: impl Into<String>) -> Self {
        Self {
            game: game.into(),
            history: String::new(),
            mv: String::new(),
            measurement: 0,
            without_legal_shot: HashMap::new(),
        }
    }

    /// Identity of the game.
    pub(crate) fn game(&self) -> &str {
        &self.game
    }

    /// Numbers of attempts without a legal shot, each with the identity of the first.
    pub fn attempts(&self) -> impl Iterator<Item = (&MeasurementId, u32)> {
        let attempts = self.without_legal_shot.iter();
        attempts.map(|(id, &attempts)| (id, attempts))
    }

    /// The same after these attempts of measurements of the game, each given by history and name.
    #[must_use]
    pub fn after(mut self, attempts: impl IntoIterator<Item = (String, String, u32)>) -> Self {
        for (history, name, attempts) in attempts {
            let id = MeasurementId {
                series: self.game.clone(),
                history,
                name,
                attempt: 0,
            };
            self.without_legal_shot.insert(id, attempts);
        }
        self
    }

    /// Begins a move; `moves` are those before it with their outcomes.
    pub(crate) fn begin(&mut self, ply: u32, mv: &str, moves: &str) {
        self.history = sha256(moves.as_bytes());
        self.mv = ply_of(ply, mv);
        self.measurement = 0;
    }

    /// The identity of the present measurement in the `more`-th attempt in a row.
    pub(crate) fn attempt(&self, more: u32) -> MeasurementId {
        let id = self.first_attempt();
        let before = self.without_legal_shot.get(&id).copied().unwrap_or(0);
        MeasurementId {
            attempt: before + more,
            ..id
        }
    }

    /// Goes on to the next measurement of the move.
    pub(crate) fn answered(&mut self) {
        self.measurement += 1;
    }

    /// The identity of the shots that are taken before the game begins.
    pub(crate) fn pool(&self) -> MeasurementId {
        self.ahead(POOL, "")
    }

    /// The identity of the shots of these circuits that are taken before the move after these, as
    /// [`write_plies`](cheqqers_game::notation::write_plies) writes them.
    pub(crate) fn prefetch(&self, moves: &str, circuits: &[CanonicalCircuit]) -> MeasurementId {
        let circuits: Vec<String> = circuits.iter().map(ToString::to_string).collect();
        self.ahead(PREFETCH, &format!("{moves}\n{}", circuits.join("\n")))
    }

    fn ahead(&self, name: &str, moves: &str) -> MeasurementId {
        MeasurementId {
            series: self.game.clone(),
            history: sha256(moves.as_bytes()),
            name: name.into(),
            attempt: 0,
        }
    }

    /// Counts attempts without a legal shot.
    pub(crate) fn add_attempts(&mut self, attempts: u32) {
        *self
            .without_legal_shot
            .entry(self.first_attempt())
            .or_default() += attempts;
    }

    /// The name of a measurement within the history of its game; `index` counts those of its move from 0.
    pub(crate) fn name_of(ply: u32, mv: &str, index: usize) -> String {
        name_of(&ply_of(ply, mv), index)
    }

    fn first_attempt(&self) -> MeasurementId {
        MeasurementId {
            series: self.game.clone(),
            history: self.history.clone(),
            name: name_of(&self.mv, self.measurement),
            attempt: 0,
        }
    }
}

fn ply_of(ply: u32, mv: &str) -> String {
    format!("{ply} {mv}")
}

fn name_of(mv: &str, index: impl fmt::Display) -> String {
    format!("{mv} {index}")
}

/// Returns `true` if an identity is that of shots which are taken ahead of their move. Those that are taken
/// before the game have no history.
pub(crate) fn is_ahead(id: &MeasurementId) -> bool {
    (id.name == POOL && id.history == sha256(b"")) || is_prefetch(id)
}

/// Returns `true` if an identity is that of shots which are taken ahead of one move, by one job.
pub(crate) fn is_prefetch(id: &MeasurementId) -> bool {
    id.name == PREFETCH
}

/// Ply, from 1, and move of a measurement of a game; `None` for shots that are taken ahead of it.
pub fn ply_and_move(id: &MeasurementId) -> Option<(u32, &str)> {
    let mut parts = id.name.split(' ');
    Some((parts.next()?.parse().ok()?, parts.next()?))
}
