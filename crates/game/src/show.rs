//! Games as people see them, in text.

mod percent;
mod words;

use std::fmt::Write;

use cheqqers_circuit::Symbols;
use cheqqers_world::Slot;

use crate::record::Measured;
use crate::replay::Standing;
use crate::{Colour, Game, Occupied, Outcome};

pub use percent::{percent, short_percent};
pub use words::{capitalised, join};

/// Whether something is drawn in colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ink {
    /// Characters alone.
    #[default]
    Plain,
    /// With ANSI escape sequences for 256 colours.
    Ansi,
}

/// What a game is drawn on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Whether in colours.
    pub ink: Ink,
    /// The characters to use.
    pub symbols: Symbols,
    /// How many columns there are, where the lines of a terminal end.
    pub width: Option<usize>,
}

/// A part of a piece, as a picture shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// The name of its place on the board.
    pub place: String,
    /// The place's number, where people number them.
    pub number: Option<u32>,
    /// Its slot.
    pub slot: Option<Slot>,
    /// Parts of one piece share it.
    pub piece: u32,
    /// Whose it is.
    pub colour: Option<Colour>,
    /// What people call the piece, without its colour.
    pub kind: String,
    /// Probability that it is there, in (0, 1]; exactly 1 when that is certain.
    pub probability: f64,
}

/// A game as a draughts record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draughts {
    /// Its text.
    pub text: String,
    /// Whether any draughts program reads it.
    pub classical: bool,
}

/// A game that can be shown to people.
///
/// All of it has a plain form already: a game overrides what it can say better.
pub trait Show: Game {
    /// What kind of game it is, in a few words.
    const ABOUT: &'static str = "a quantum board game";
    /// How moves are written: lines of forms and what they do, each set in by two blanks.
    const MOVES: &'static str = "";
    /// What a player must know of the board and the rules, in whole lines.
    const ADVICE: &'static str = "";

    /// The game and its main options, such as `Cheqqers at level 3 on 8 x 8`.
    fn title(&self) -> String {
        capitalised(Self::NAME)
    }

    /// How to begin, as part of a sentence, such as `c3-d4 to step`.
    fn first_words(&self) -> String {
        "those of the list `moves`".into()
    }

    /// The last of `positions`, which start with the start of the game, and the meaning of its
    /// marks, in whole lines; the places of the last move are marked, and `bottom` says whose side
    /// is there.
    fn picture<'a>(
        positions: impl Iterator<Item = &'a Self>,
        last: Option<Self::Move>,
        look: Look,
        bottom: Colour,
    ) -> (String, String)
    where
        Self: 'a,
    {
        let _ = (last, look, bottom);
        let mut text = String::new();
        for occupied in positions.last().iter().flat_map(|last| last.occupied()) {
            let (place, piece) = (occupied.place, occupied.piece);
            let _ = writeln!(text, "{place:>6} {piece} {}", percent(occupied.probability));
        }
        (text, String::new())
    }

    /// Whose turn it is and what must be done, or how the game ended.
    fn status(&self) -> String {
        match self.outcome() {
            None => format!("{} to move", self.turn()),
            Some(Outcome::Draw) => "a draw".into(),
            Some(Outcome::Decisive { winner }) => format!("{winner} has won"),
        }
    }

    /// What a ply was, sentence by sentence; `measured` is as the record tells it.
    fn told(before: &Self, mv: Self::Move, measured: &[Measured], after: &Self) -> Vec<String> {
        let mut told = vec![format!(
            "{}: {mv}.",
            capitalised(&before.turn().to_string())
        )];
        for measured in measured {
            told.push(match &measured.occupied[..] {
                [] => "Measured: nothing was found.".into(),
                found => format!("Measured: found on {}.", join(found, "and")),
            });
        }
        let captured = after.captured();
        if !captured.is_empty() {
            told.push(format!("Captured: {}.", join(&captured, "and")));
        }
        told
    }

    /// What chance has to do with a legal move, before it is made; `None` when nothing.
    fn foretold(&self, mv: Self::Move) -> Option<String> {
        let _ = mv;
        None
    }

    /// What might be played, in whole lines. There is a legal move.
    fn hint(&self, legal: &[Self::Move]) -> String {
        format!("{} is legal.\n", legal[0])
    }

    /// The game as a draughts record (PDN), where it is a kind of draughts that has one.
    fn draughts(game: &Standing<Self>) -> Option<Draughts> {
        let _ = game;
        None
    }

    /// The names of the places it starts from.
    fn sources(mv: Self::Move) -> Vec<String> {
        let _ = mv;
        Vec::new()
    }

    /// The names of the places it leads to.
    fn targets(mv: Self::Move) -> Vec<String> {
        let _ = mv;
        Vec::new()
    }

    /// The names of the places it jumps over.
    fn over(mv: Self::Move) -> Vec<String> {
        let _ = mv;
        Vec::new()
    }

    /// Every part of a piece, in the board's order; several may share a place where they are never
    /// there together.
    fn parts(&self) -> Vec<Part> {
        let part = |(occupied, piece): (Occupied, u32)| Part {
            slot: self.slot_named(&occupied.place),
            place: occupied.place,
            number: None,
            piece,
            colour: None,
            kind: occupied.piece,
            probability: occupied.probability,
        };
        self.occupied().into_iter().zip(0..).map(part).collect()
    }
}
