//! Which measurement of which game is asked: what must not be answered twice has a name.

use std::collections::HashMap;

use cheqqers_backend::Question;

/// The measurements of a game, as they are asked one after the other.
#[derive(Clone, Debug)]
pub struct Asked {
    next: Question,
    /// How often measurements were asked without a legal answer.
    in_vain: HashMap<Question, u32>,
}

impl Asked {
    /// Of the game with this identity, which no other game has.
    pub fn of_game(game: impl Into<String>) -> Self {
        Self {
            next: Question {
                game: game.into(),
                ply: 0,
                mv: String::new(),
                measurement: 0,
                attempt: 0,
            },
            in_vain: HashMap::new(),
        }
    }

    /// The next measurement is the first of this move.
    pub(crate) fn begin(&mut self, ply: u32, mv: String) {
        self.next = Question {
            ply,
            mv,
            measurement: 0,
            attempt: 0,
            ..self.next.clone()
        };
    }

    /// The measurement asked now, for the `more`-th time in a row.
    pub(crate) fn attempt(&self, more: u32) -> Question {
        let before = self.in_vain.get(&self.next).copied().unwrap_or(0);
        Question {
            attempt: before + more,
            ..self.next.clone()
        }
    }

    /// It was answered: the next one comes.
    pub(crate) fn answered(&mut self) {
        self.next.measurement += 1;
    }

    /// It was asked so often without a legal answer; asked again it is a new attempt.
    pub(crate) fn in_vain(&mut self, times: u32) {
        *self.in_vain.entry(self.next.clone()).or_default() += times;
    }
}
