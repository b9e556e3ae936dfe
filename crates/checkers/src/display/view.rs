use cheqqers_game::show;
use cheqqers_world::Slot;

use crate::piece::{Part, PieceId};
use crate::square::Square;

/// Position of any of the games as a board shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardView {
    /// Files and ranks of the board.
    pub size: u8,
    /// Every part of a piece, in order of the squares. Parts of several pieces may share a square
    /// where they are never there together.
    pub parts: Vec<PartView>,
    /// Indices in `parts` of those that share a component.
    pub components: Vec<Vec<usize>>,
    /// `true` if letters tell the parts of one piece from those of another.
    pub lettered: bool,
}

/// A part of a piece on a board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PartView {
    /// Square of the part.
    pub square: Square,
    /// The slot it has when that is not certain.
    pub slot: Slot,
    /// The part itself.
    pub part: Part,
    /// Probability that it is there, in (0, 1]; exactly 1 when that is certain.
    pub probability: f64,
}

/// Game that is shown on a draughts board.
pub trait ToBoardView {
    /// Parts, components and size of the board.
    fn view(&self) -> BoardView;
}

impl BoardView {
    /// Parts that are not certain.
    pub(super) fn quantum(&self) -> impl Iterator<Item = &PartView> {
        self.parts.iter().filter(|seen| seen.probability < 1.0)
    }

    /// The parts on a square: mostly one, or none.
    pub(super) fn on(&self, square: Square) -> impl Iterator<Item = &PartView> {
        self.parts.iter().filter(move |seen| seen.square == square)
    }

    /// The parts of a piece.
    pub(super) fn of(&self, piece: PieceId) -> impl Iterator<Item = &PartView> {
        let parts = self.parts.iter();
        parts.filter(move |seen| seen.part.piece == piece)
    }
}

/// Parts in the form that pictures of any game have.
pub(crate) fn parts(view: &BoardView) -> Vec<show::ShownPart> {
    let part = |seen: &PartView| show::ShownPart {
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
