use cheqqers_game::Colour;
use cheqqers_game::show::MarkColour;
use cozy_chess::{BitBoard, Piece as Kind, Square};

use super::half::{Half, PairType};
use crate::castling::Castling;
use crate::geometry::Geometry;

/// A conventional piece or half of one, on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// Whose it is.
    pub colour: Colour,
    /// Kind of piece.
    pub kind: Kind,
    /// The half that it is; `None` for a conventional piece.
    pub half: Option<Half>,
}

/// Units on the squares of a board. A state of the pairs as players see it, without amplitudes.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    geometry: Geometry,
    colours: [BitBoard; 2],
    kinds: [BitBoard; Kind::NUM],
    halved: BitBoard,
    /// Of the squares in `halved` alone.
    halves: [Half; Square::NUM],
}

impl Board {
    /// An empty board.
    pub fn empty(geometry: Geometry) -> Self {
        Self {
            geometry,
            colours: [BitBoard::EMPTY; 2],
            kinds: [BitBoard::EMPTY; Kind::NUM],
            halved: BitBoard::EMPTY,
            halves: [Half::NONE; Square::NUM],
        }
    }

    /// Squares of the board and moves on it.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// Squares of all units.
    pub fn occupied(&self) -> BitBoard {
        self.colours[0] | self.colours[1]
    }

    /// Squares of a side's units.
    pub fn of(&self, colour: Colour) -> BitBoard {
        self.colours[colour as usize]
    }

    /// Squares of the halves.
    pub fn halves(&self) -> BitBoard {
        self.halved
    }

    /// Squares of the units of a kind.
    pub fn of_kind(&self, kind: Kind) -> BitBoard {
        self.kinds[kind as usize]
    }

    /// The unit on a square.
    pub fn unit(&self, square: Square) -> Option<Unit> {
        let colour = if self.of(Colour::White).has(square) {
            Colour::White
        } else if self.of(Colour::Black).has(square) {
            Colour::Black
        } else {
            return None;
        };
        Some(Unit {
            colour,
            kind: self.kind(square),
            half: self.half(square),
        })
    }

    /// The half on a square.
    pub fn half(&self, square: Square) -> Option<Half> {
        self.halved
            .has(square)
            .then(|| self.halves[square as usize])
    }

    /// The kind of the unit on an occupied square.
    pub(super) fn kind(&self, square: Square) -> Kind {
        let kind = Kind::ALL.into_iter();
        let mut kinds = kind.filter(|&kind| self.of_kind(kind).has(square));
        kinds.next().expect("a unit is of some kind")
    }

    /// Squares of the halves of a group.
    pub fn of_group(&self, group: u8) -> impl Iterator<Item = Square> {
        let is_part = move |&square: &Square| self.halves[square as usize].group == group;
        self.halved.into_iter().filter(is_part)
    }

    /// Returns `true` if a half's pair is entangled with another.
    pub fn is_entangled(&self, half: Half) -> bool {
        self.of_group(half.group).nth(2).is_some()
    }

    /// Squares of one half of each pair, the red one.
    pub fn pairs(&self) -> impl Iterator<Item = Square> {
        let is_red = |&square: &Square| self.halves[square as usize].mark == MarkColour::Red;
        self.halved.into_iter().filter(is_red)
    }

    /// Number of groups of several pairs.
    pub fn num_entangled_groups(&self) -> usize {
        let mut sizes = [0_u8; Square::NUM];
        for square in self.halved {
            sizes[usize::from(self.halves[square as usize].group)] += 1;
        }
        sizes.into_iter().filter(|&size| size > 2).count()
    }

    /// A number that no group has.
    fn free_group(&self) -> u8 {
        let is_free = |&group: &u8| self.of_group(group).next().is_none();
        let mut numbers = 0..u8::MAX;
        numbers.find(is_free).expect("there are at most 32 pairs")
    }

    /// The castling that the move of a conventional king from one square to another is, if it is one.
    pub(super) fn castling(&self, from: Square, to: Square) -> Option<Castling> {
        let king = self.unit(from)?;
        let is_whole_king = king.kind == Kind::King && king.half.is_none();
        is_whole_king.then(|| Castling::of_move(king.colour, from, to))?
    }

    /// The first of these squares that is occupied.
    pub(super) fn first_occupied(&self, squares: [Square; 2]) -> Option<Square> {
        let occupied = self.occupied();
        squares.into_iter().find(|&square| occupied.has(square))
    }

    /// Puts a unit on an empty square.
    pub(super) fn put(&mut self, square: Square, unit: Unit) {
        let bit = square.bitboard();
        self.colours[unit.colour as usize] |= bit;
        self.kinds[unit.kind as usize] |= bit;
        if let Some(half) = unit.half {
            self.halved |= bit;
            self.halves[square as usize] = half;
        }
    }

    /// Takes the unit off a square.
    pub(super) fn remove(&mut self, square: Square) {
        self.halved &= !square.bitboard();
        self.clear(square.bitboard());
    }

    /// The unit on a square that is known to hold one.
    pub(super) fn expect_unit(&self, square: Square) -> Unit {
        self.unit(square).expect("a move starts from a unit")
    }

    /// The half on a square that is known to hold one.
    pub(super) fn expect_half(&self, square: Square) -> Half {
        self.half(square).expect("a pair has two halves")
    }

    /// Moves a unit to an empty square; a promoted half promotes its partner.
    pub(super) fn relocate(&mut self, from: Square, to: Square, promotion: Option<Kind>) {
        let mut unit = self.expect_unit(from);
        unit.kind = promotion.unwrap_or(unit.kind);
        self.remove(from);
        self.put(to, unit);
        if let Some(half) = unit.half {
            let partner = half.partner;
            self.halves[partner as usize].partner = to;
            if let Some(kind) = promotion {
                self.set_kind(partner, kind);
            }
        }
    }

    fn set_kind(&mut self, square: Square, kind: Kind) {
        for squares in &mut self.kinds {
            *squares &= !square.bitboard();
        }
        self.kinds[kind as usize] |= square.bitboard();
    }

    /// Puts a conventional piece on two squares, the red half on the first; one of them may be its own.
    pub(super) fn split(
        &mut self,
        from: Square,
        [red, blue]: [Square; 2],
        pair_type: PairType,
        promotion: Option<Kind>,
    ) {
        let half = Half {
            partner: blue,
            mark: MarkColour::Red,
            class: false,
            group: self.free_group(),
            pair_type,
        };
        self.put_pair(from, red, half, promotion);
    }

    /// A conventional piece stays and goes to another square as well, in the group of another half,
    /// whose class and mark the half of arrival takes.
    pub(super) fn join(&mut self, from: Square, to: Square, with: Square, promotion: Option<Kind>) {
        let half = Half {
            partner: from,
            ..self.expect_half(with)
        };
        self.put_pair(from, to, half, promotion);
    }

    /// Puts a half on a square and its opposite on the partner's, in place of a conventional piece.
    fn put_pair(&mut self, from: Square, square: Square, half: Half, promotion: Option<Kind>) {
        let unit = self.expect_unit(from);
        let kind = promotion.unwrap_or(unit.kind);
        self.remove(from);
        for (square, half) in [(square, half), (half.partner, half.opposite(square))] {
            let half = Some(half);
            self.put(square, Unit { kind, half, ..unit });
        }
    }

    /// Exchanges the classes of a pair's halves.
    pub(super) fn invert(&mut self, squares: [Square; 2]) {
        for square in squares {
            let half = &mut self.halves[square as usize];
            half.class = !half.class;
        }
    }

    /// Exchanges equal and with phase in a whole group.
    pub(super) fn flip_phase(&mut self, group: u8) {
        for square in self.halved {
            let half = &mut self.halves[square as usize];
            if half.group == group {
                half.pair_type = match half.pair_type {
                    PairType::Equal => PairType::Phase,
                    PairType::Phase => PairType::Equal,
                    PairType::Unequal => PairType::Unequal,
                };
            }
        }
    }

    /// Leaves of each pair of a group the half of this class, as a conventional piece.
    pub(super) fn collapse(&mut self, group: u8, class: bool) {
        let (mut squares, mut gone) = (BitBoard::EMPTY, BitBoard::EMPTY);
        for square in self.halved {
            let half = self.halves[square as usize];
            if half.group == group {
                squares |= square.bitboard();
                if half.class != class {
                    gone |= square.bitboard();
                }
            }
        }
        self.halved &= !squares;
        self.clear(gone);
    }

    /// Removes the units on these squares.
    fn clear(&mut self, gone: BitBoard) {
        for squares in self.colours.iter_mut().chain(&mut self.kinds) {
            *squares &= !gone;
        }
    }
}
