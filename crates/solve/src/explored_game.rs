//! The game that is explored.

use cheqqers_game::{Game, Sameness};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

/// Game whose positions are explored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExploredGame {
    /// Name of the game.
    #[serde(rename = "game")]
    pub name: String,
    /// Its rule set.
    pub rules: String,
    /// Settings of the start.
    pub settings: Map<String, Value>,
    /// `true` if positions are told apart that a symmetry makes the same, or that no move can tell.
    pub distinct: bool,
}

/// A game that is not the one that was solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum GameMismatch {
    #[error("the solved game is {solved}, not {game}")]
    Game { solved: String, game: &'static str },
    #[error("the board is solved by another version of the rules: {solved}, not {rules}")]
    Rules { solved: String, rules: &'static str },
    #[error("the board is solved with {key} {solved}, and this game has {key} {game}")]
    Setting {
        key: String,
        solved: String,
        game: String,
    },
}

impl ExploredGame {
    pub(crate) fn of<G: Game>(start: &G, sameness: Sameness) -> Self {
        Self {
            name: G::NAME.to_owned(),
            rules: G::RULES.to_owned(),
            settings: start.header(),
            distinct: sameness == Sameness::Equal,
        }
    }

    /// Criterion of being the same position.
    pub fn sameness(&self) -> Sameness {
        if self.distinct {
            Sameness::Equal
        } else {
            Sameness::Equivalent
        }
    }

    /// Checks that a position is one of this game: of its rules, wherever it started.
    ///
    /// # Errors
    /// Returns a difference.
    pub fn check<G: Game>(&self, position: &G) -> Result<(), GameMismatch> {
        if self.name != G::NAME {
            return Err(GameMismatch::Game {
                solved: self.name.clone(),
                game: G::NAME,
            });
        }
        if self.rules != G::RULES {
            return Err(GameMismatch::Rules {
                solved: self.rules.clone(),
                rules: G::RULES,
            });
        }
        let settings = &self.settings;
        let own = position.header();
        let text = |value: Option<&Value>| match value {
            None => "left out".to_owned(),
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
        };
        let mut keys = settings.keys().chain(own.keys());
        let differs = |key: &&String| *key != "position" && settings.get(*key) != own.get(*key);
        match keys.find(differs) {
            None => Ok(()),
            Some(key) => Err(GameMismatch::Setting {
                key: key.replace('_', " "),
                solved: text(settings.get(key)),
                game: text(own.get(key)),
            }),
        }
    }
}
