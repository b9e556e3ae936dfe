use cheqqers_game::record::Measured;
use cheqqers_game::replay::Standing;
use cheqqers_game::show::{self, Draughts, Look, Show, percent};
use cheqqers_game::{Colour, Game, Turn};

use super::hint::hint;
use super::{Level, Move, Position, Prospect, pdn, ply_in_words, status};
use crate::display::{self, OnBoard};

impl Show for Position {
    const ABOUT: &'static str =
        "quantum checkers of levels 0 to 3: superposition, entanglement, interference";
    const MOVES: &'static str = "\
  c3-d4         step               c3^b4d4   split a piece over two squares
  d4xf6         capture, one jump  b4d4^c5   merge two parts of a piece
";
    const ADVICE: &'static str = "\
A letter under a piece names the piece that the part belongs to; parts with the same letter are
one piece. Captures must be taken. When a part of a piece captures or is captured, all that is
together in one circuit with it is measured: the capture succeeds, or the turn passes.
";

    fn title(&self) -> String {
        let (level, size) = (self.rules().level(), self.rules().size());
        format!("Cheqqers at level {level} on {size} x {size}")
    }

    fn first_words(&self) -> String {
        let splits = self.rules().level() >= Level::Superposition;
        let split = if splits { ", c3^b4d4 to split" } else { "" };
        format!("c3-d4 to step{split}")
    }

    fn picture<'a>(
        positions: impl Iterator<Item = &'a Self>,
        last: Option<Move>,
        look: Look,
        bottom: Colour,
    ) -> (String, String) {
        let marks = last.map(|mv| mv.sources().chain(mv.targets()).collect());
        display::picture(positions, marks.unwrap_or_default(), look, bottom)
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
        hint(self, legal)
    }

    fn draughts(game: &Standing<Self>) -> Option<Draughts> {
        Some(Draughts {
            text: pdn::write(game),
            classical: game.start().rules().level() == Level::Classical,
        })
    }

    fn sources(mv: Move) -> Vec<String> {
        mv.sources().map(|square| square.to_string()).collect()
    }

    fn targets(mv: Move) -> Vec<String> {
        mv.targets().map(|square| square.to_string()).collect()
    }

    fn over(mv: Move) -> Vec<String> {
        let over = match mv {
            Move::Capture { from, to } => from.between(to),
            _ => None,
        };
        over.iter().map(ToString::to_string).collect()
    }

    fn parts(&self) -> Vec<show::Part> {
        display::parts(&self.view())
    }
}
