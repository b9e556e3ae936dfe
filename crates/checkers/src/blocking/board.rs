use cheqqers_game::Colour;

use super::LayeredSquare;
use crate::piece::far_rank;
use crate::{Part, PieceId, Rank, Square, Squares};

/// Parts of all pieces by their layered squares, without probabilities.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayeredBoard {
    size: u8,
    /// Ascending by place, one part on each.
    parts: Vec<(LayeredSquare, Part)>,
    /// The squares on which White's parts are, and Black's.
    sides: [Squares; 2],
}

impl LayeredBoard {
    /// An empty board.
    pub(super) fn new(size: u8) -> Self {
        Self {
            size,
            parts: Vec::new(),
            sides: [Squares::EMPTY; 2],
        }
    }

    /// The start of a game: rows of men on either side.
    pub(super) fn initial(size: u8, rows: u8) -> Self {
        let mut board = Self::new(size);
        let start = crate::Board::initial(size, rows);
        for square in start.occupied() {
            if let Some(part) = start.part(square) {
                board.put(square.into(), part);
            }
        }
        board
    }

    /// Files and ranks.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// All parts, ascending by place.
    pub fn parts(&self) -> &[(LayeredSquare, Part)] {
        &self.parts
    }

    /// The part at a place.
    pub fn part(&self, place: LayeredSquare) -> Option<Part> {
        let found = self.find(place).ok()?;
        Some(self.parts[found].1)
    }

    /// The parts on a square, ascending by layer.
    pub fn on(&self, square: Square) -> &[(LayeredSquare, Part)] {
        let first = self
            .parts
            .partition_point(|(place, _)| place.square < square);
        let rest = &self.parts[first..];
        &rest[..rest.partition_point(|(place, _)| place.square == square)]
    }

    /// The squares on which a player has parts.
    pub fn of(&self, colour: Colour) -> Squares {
        self.sides[colour as usize]
    }

    /// The layered squares of a piece's parts, ascending.
    pub fn layered_squares(&self, piece: PieceId) -> impl Iterator<Item = LayeredSquare> + '_ {
        let of_piece = self
            .parts
            .iter()
            .filter(move |(_, part)| part.piece == piece);
        of_piece.map(|&(place, _)| place)
    }

    /// The lowest layer of a square that holds no part.
    pub(super) fn free_layer(&self, square: Square) -> LayeredSquare {
        let mut layer = 0;
        for (place, _) in self.on(square) {
            if place.layer == layer {
                layer += 1;
            }
        }
        LayeredSquare { square, layer }
    }

    /// Puts a part on a place that holds none; on the far row it is crowned.
    ///
    /// # Panics
    /// Panics if the place holds a part.
    pub(super) fn put(&mut self, place: LayeredSquare, part: Part) {
        let rank = if place.square.rank() == far_rank(part.colour, self.size) {
            Rank::King
        } else {
            part.rank
        };
        let at = self.find(place);
        let at = at.expect_err("a part arrives where no other one is");
        self.parts.insert(at, (place, Part { rank, ..part }));
        self.sides[part.colour as usize].insert(place.square);
    }

    /// Removes and returns a part.
    pub(super) fn take(&mut self, place: LayeredSquare) -> Option<Part> {
        let at = self.find(place).ok()?;
        let (_, part) = self.parts.remove(at);
        if self.on(place.square).is_empty() {
            self.sides[part.colour as usize].remove(place.square);
        }
        Some(part)
    }

    fn find(&self, place: LayeredSquare) -> Result<usize, usize> {
        self.parts.binary_search_by_key(&place, |&(place, _)| place)
    }
}
