use cheqqers_game::record::Measured;
use cheqqers_game::show::{Look, Show, percent};
use cheqqers_game::{Colour, Game, Turn};

use super::{Labels, Prospect, Style, board, hint, legend, ply_in_words, status};
use crate::{Move, Position};

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
        let style = Style::new(look, last, labels, bottom);
        shown.map_or_else(Default::default, |position| {
            (board(position, &style), legend(position, &style))
        })
    }

    fn status(&self) -> String {
        status(self)
    }

    fn told(before: &Self, mv: Move, measured: &[Measured], after: &Self) -> Vec<String> {
        ply_in_words(before, mv, measured, after)
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
                    let share = |square| percent(after.probability(square));
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
