use crate::show::{BoardLayout, BoardStyle, PieceKind, Show, ShownPart, SquareLayout};

/// Position of any game as a board shows it.
pub(super) struct BoardView {
    pub(super) layout: BoardLayout,
    pub(super) style: BoardStyle,
    pub(super) kinds: &'static [PieceKind],
    /// Every part of a piece, in order of the squares. Parts of several pieces may share a square
    /// where they are never there together.
    pub(super) parts: Vec<ShownPart>,
    /// Indices in `parts` of those that share a component.
    pub(super) components: Vec<Vec<usize>>,
}

impl BoardView {
    pub(super) fn new<G: Show>(position: &G) -> Self {
        let parts = position.parts();
        let components = position.world().components().iter();
        let components = components.map(|component| {
            let slots = component.slots().into_iter();
            let place = |slot| parts.iter().position(|part| part.slot == Some(slot));
            slots.filter_map(place).collect()
        });
        Self {
            layout: position.layout(),
            style: position.style(),
            kinds: G::PIECES,
            components: components.collect(),
            parts,
        }
    }

    /// Parts that are not certain.
    pub(super) fn quantum(&self) -> impl Iterator<Item = &ShownPart> {
        self.parts.iter().filter(|part| part.probability < 1.0)
    }

    /// The parts on a square: mostly one, or none.
    pub(super) fn on(&self, square: &SquareLayout) -> impl Iterator<Item = &ShownPart> {
        let parts = self.parts.iter();
        parts.filter(move |part| part.place == square.name)
    }

    /// The parts of a piece.
    pub(super) fn of(&self, piece: u32) -> impl Iterator<Item = &ShownPart> {
        self.parts.iter().filter(move |part| part.piece == piece)
    }

    /// The square in play in a column and row.
    pub(super) fn square(&self, column: usize, row: usize) -> Option<&SquareLayout> {
        let mut squares = self.layout.squares.iter();
        squares.find(|square| (square.column, square.row) == (column, row))
    }
}
