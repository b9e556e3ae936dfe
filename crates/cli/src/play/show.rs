//! What the loop must know of a game to show it to people.

use cheqqers_checkers::display::{self, Labels, Prospect};
use cheqqers_checkers::{Move, Position};
use cheqqers_game::record::Measured;
use cheqqers_game::{Colour, Game, Turn};

use super::hint;
use crate::look::Look;

/// A game that can be shown to people, in text.
pub(super) trait Show: Game<Move: Send + Sync, Refusal: Send + Sync> + 'static {
    /// The last of `positions`, which start with the start of the game, and the meaning of its
    /// marks; the squares of the last move are marked.
    fn picture<'a>(
        positions: impl Iterator<Item = &'a Self>,
        last: Option<Self::Move>,
        look: Look,
        bottom: Colour,
    ) -> (String, String)
    where
        Self: 'a;

    /// Whose turn it is and what must be done, or how the game ended.
    fn status(&self) -> String;

    /// What a ply was, sentence by sentence.
    fn told(before: &Self, mv: Self::Move, measured: &[Measured], after: &Self) -> Vec<String>;

    /// What chance has to do with a legal move, before it is made; `None` when nothing.
    fn foretold(&self, mv: Self::Move) -> Option<String>;

    /// What might be played, in whole lines. There is a legal move.
    fn hint(&self, legal: &[Self::Move]) -> String;

    /// The names of the places it starts from.
    fn sources(mv: Self::Move) -> Vec<String>;
}

impl Show for Position {
    fn picture<'a>(
        positions: impl Iterator<Item = &'a Self>,
        last: Option<Move>,
        look: Look,
        bottom: Colour,
    ) -> (String, String) {
        let mut labels = Labels::default();
        let mut shown = None;
        for position in positions {
            labels.follow(position);
            shown = Some(position);
        }
        let style = look.style(last, labels, bottom);
        shown.map_or_else(Default::default, |position| {
            (
                display::board(position, &style),
                display::legend(position, &style),
            )
        })
    }

    fn status(&self) -> String {
        display::status(self)
    }

    fn told(before: &Self, mv: Move, measured: &[Measured], after: &Self) -> Vec<String> {
        display::ply_in_words(before, mv, measured, after)
    }

    fn foretold(&self, mv: Move) -> Option<String> {
        match mv {
            Move::Capture { .. } => match Prospect::of(self, mv)? {
                Prospect::Certain => None,
                prospect => Some(prospect.to_string()),
            },
            // What interference will make of it.
            Move::Merge { from, to } => match self.clone().play_unchecked(mv) {
                Turn::Ready(after) => {
                    let share = |square| display::percent(after.probability(square));
                    Some(format!(
                        "then {to} {}, {} {}",
                        share(to),
                        from[1],
                        share(from[1])
                    ))
                }
                Turn::Pending(_) => None,
            },
            Move::Step { .. } | Move::Split { .. } => None,
        }
    }

    fn hint(&self, legal: &[Move]) -> String {
        hint::hint(self, legal)
    }

    fn sources(mv: Move) -> Vec<String> {
        mv.sources().map(|square| square.to_string()).collect()
    }
}
