use cheqqers_game::{Game, show};
use cheqqers_world::Slot;

use crate::{Part, PieceId, Position, Square};

/// A position as far as a board shows it, whatever the game.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// Files and ranks of the board.
    pub size: u8,
    /// Every part of a piece, in order of the squares. Parts of several pieces may share a square
    /// where they are never there together.
    pub parts: Vec<Seen>,
    /// The places in `parts` of those that are measured together.
    pub components: Vec<Vec<usize>>,
    /// Whether parts of one piece must be told from those of another, by letters.
    pub lettered: bool,
}

/// A part of a piece on a board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Seen {
    /// Where.
    pub square: Square,
    /// The slot it has when that is not certain.
    pub slot: Slot,
    /// What.
    pub part: Part,
    /// Probability that it is there, in (0, 1]; exactly 1 when that is certain.
    pub probability: f64,
}

/// A game that is shown on a draughts board.
pub trait OnBoard {
    /// What the board shows.
    fn view(&self) -> View;
}

impl View {
    /// The parts that may be there, or not.
    pub(super) fn quantum(&self) -> impl Iterator<Item = &Seen> {
        self.parts.iter().filter(|seen| seen.probability < 1.0)
    }

    /// The parts on a square: mostly one, or none.
    pub(super) fn on(&self, square: Square) -> impl Iterator<Item = &Seen> {
        self.parts.iter().filter(move |seen| seen.square == square)
    }

    /// The parts of a piece.
    pub(super) fn of(&self, piece: PieceId) -> impl Iterator<Item = &Seen> {
        let parts = self.parts.iter();
        parts.filter(move |seen| seen.part.piece == piece)
    }
}

/// What the board shows, as pictures of any game have it.
pub(crate) fn parts(view: &View) -> Vec<show::Part> {
    let part = |seen: &Seen| show::Part {
        place: seen.square.to_string(),
        number: Some(seen.square.draughts_number(view.size).into()),
        slot: Some(seen.slot),
        piece: seen.part.piece.0.into(),
        colour: Some(seen.part.colour),
        kind: seen.part.rank.noun().to_owned(),
        probability: seen.probability,
    };
    view.parts.iter().map(part).collect()
}

impl OnBoard for Position {
    fn view(&self) -> View {
        let board = self.board();
        let seen = |square| {
            let part = board.part(square)?;
            Some(Seen {
                square,
                slot: square.slot(),
                part,
                probability: self.probability(square),
            })
        };
        let parts: Vec<Seen> = board.occupied().into_iter().filter_map(seen).collect();
        let place = |square| parts.iter().position(|seen| seen.square == square);
        let components = self.world().components().iter();
        let components = components
            .map(|component| {
                let slots = component.slots().into_iter();
                slots
                    .filter_map(|slot| place(Square::from_slot(slot)))
                    .collect()
            })
            .collect();
        View {
            size: board.size(),
            components,
            lettered: true,
            parts,
        }
    }
}
