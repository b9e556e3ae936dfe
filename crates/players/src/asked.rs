//! Which measurement of which game is asked: what must not be answered twice has a name.

use std::collections::HashMap;
use std::fmt;

use cheqqers_backend::Question;
use cheqqers_game::record::Measured;

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
                past: String::new(),
                ply: 0,
                mv: String::new(),
                measurement: 0,
                attempt: 0,
            },
            in_vain: HashMap::new(),
        }
    }

    /// The next measurement is the first of this move.
    pub(crate) fn begin(&mut self, ply: u32, mv: String, past: String) {
        let game = std::mem::take(&mut self.next.game);
        self.next = Question {
            game,
            past,
            ply,
            mv,
            measurement: 0,
            attempt: 0,
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

/// What was played and measured, as the past of a [`Question`]: moves with their outcomes.
pub fn past<'a, M: fmt::Display>(plies: impl IntoIterator<Item = (M, &'a [Measured])>) -> String {
    let mut past = String::new();
    for (mv, measured) in plies {
        past.push_str(&mv.to_string());
        for measured in measured {
            past.push('{');
            past.push_str(&measured.occupied.join(","));
            past.push('}');
        }
        past.push(' ');
    }
    past
}
