//! Squares that the pieces of one player reach.

use cheqqers_game::Colour;
use smallvec::SmallVec;

use super::Move;
use super::position::Position;
use crate::bitboard::{Bitboard, with_bitboard};
use crate::parts::Parts;
use crate::{Direction, Square, Squares};

/// Captures with the squares they capture.
pub(super) type Captures = SmallVec<[Capture; 8]>;

/// Capture that the squares allow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Capture {
    pub(super) from: Square,
    pub(super) to: Square,
    /// The captured square.
    pub(super) over: Square,
}

impl Capture {
    pub(super) fn to_move(self) -> Move {
        let Self { from, to, .. } = self;
        Move::Capture { from, to }
    }
}

/// Squares of one player, and those that they meet.
#[derive(Clone, Copy)]
pub(super) struct Side<B> {
    pub(super) own: B,
    pub(super) opposing: B,
    pub(super) kings: B,
    /// Squares that hold nothing.
    pub(super) empty: B,
    /// Squares that are empty or quantum.
    free: B,
    forward: [Direction; 2],
}

impl<B: Bitboard> Side<B> {
    pub(super) fn new(parts: &Parts, colour: Colour) -> Self {
        let bits = |squares: Squares| squares.to_bitboard::<B>();
        let empty = bits(parts.empty());
        Self {
            own: bits(parts.of(colour)),
            opposing: bits(parts.of(colour.opponent())),
            kings: bits(parts.kings()),
            empty,
            free: empty | bits(parts.quantum()),
            forward: match colour {
                Colour::White => [Direction::NorthWest, Direction::NorthEast],
                Colour::Black => [Direction::SouthWest, Direction::SouthEast],
            },
        }
    }

    fn is_king(&self, square: Square) -> bool {
        self.kings.has(square) == 1
    }

    /// The squares that a man can leave by a step, and those of kings.
    pub(super) fn movers(&self) -> B {
        let [left, right] = self.forward;
        self.own & (self.kings | self.free.behind(left) | self.free.behind(right))
    }

    /// The squares of men that have a capture, and those of kings.
    pub(super) fn capturers(&self) -> B {
        let men = Direction::ALL.into_iter().fold(B::EMPTY, |men, direction| {
            men | (self.free.behind(direction) & self.opposing).behind(direction)
        });
        self.own & (self.kings | men)
    }

    /// The squares that can be left, ascending, with the open squares of each.
    pub(super) fn open(&self) -> SmallVec<[(Square, B); 12]> {
        let mut open = SmallVec::new();
        for from in self.movers().squares() {
            let targets = self.open_from(from);
            if !targets.is_empty() {
                open.push((from, targets));
            }
        }
        open
    }

    /// The open squares of what is on a square.
    pub(super) fn open_from(&self, square: Square) -> B {
        let from = bit::<B>(square);
        if self.is_king(square) {
            let ray = |direction| ray(from, direction, self.free);
            Direction::ALL
                .into_iter()
                .fold(B::EMPTY, |all, direction| all | ray(direction))
        } else {
            let [left, right] = self.forward.map(|direction| from.shifted(direction));
            (left | right) & self.free
        }
    }

    /// Calls `found` with the captured and the landing square of each capture from a square.
    pub(super) fn captures_from(&self, from: Square, found: impl FnMut(Square, Square)) {
        let around = Around {
            opposing: self.opposing,
            empty: self.empty,
            free: self.free,
        };
        around.captures(from, self.is_king(from), found);
    }

    pub(super) fn can_capture(&self) -> bool {
        let mut squares = self.capturers().squares();
        squares.any(|from| self.has_capture(from, |_, _| true))
    }

    /// Returns `true` if a capture from a square has a captured and a landing square as wanted.
    fn has_capture(&self, from: Square, is_wanted: impl Fn(Square, Square) -> bool) -> bool {
        let mut found = false;
        self.captures_from(from, |over, to| found |= is_wanted(over, to));
        found
    }
}

/// Squares around a capturer.
#[derive(Clone, Copy)]
pub(super) struct Around<B> {
    /// Squares that can be captured.
    pub(super) opposing: B,
    /// Squares that a king flies over before the captured square.
    pub(super) empty: B,
    /// Squares behind the captured one that can be landed on.
    pub(super) free: B,
}

impl<B: Bitboard> Around<B> {
    /// Calls `found` with the captured and the landing square of each capture.
    #[inline]
    pub(super) fn captures(
        self,
        from: Square,
        is_king: bool,
        mut found: impl FnMut(Square, Square),
    ) {
        for direction in Direction::ALL {
            let mut over = bit::<B>(from).shifted(direction);
            if is_king {
                while !(over & self.empty).is_empty() {
                    over = over.shifted(direction);
                }
            }
            let Some((captured, _)) = (over & self.opposing).split_first() else {
                continue;
            };
            let mut to = over.shifted(direction) & self.free;
            while let Some((landing, _)) = to.split_first() {
                found(captured, landing);
                if !is_king {
                    break;
                }
                to = to.shifted(direction) & self.free;
            }
        }
    }
}

/// Returns `true` if the player to move must capture.
pub(super) fn can_capture(position: &Position) -> bool {
    position.chain.is_some()
        || with_bitboard!(position.board, B => {
            let side = Side::<B>::new(&position.board, position.turn);
            side.can_capture()
        })
}

/// Returns `true` if the piece of a chain has another capture.
pub(super) fn goes_on(position: &Position, from: Square, captured: u128) -> bool {
    with_bitboard!(position.board, B => {
        let side = Side::<B>::new(&position.board, position.turn);
        side.has_capture(from, |over, _| position.numbers(over) & captured == 0)
    })
}

/// Returns `true` if the player to move may step between two squares.
pub(super) fn is_open(position: &Position, from: Square, to: Square) -> bool {
    with_bitboard!(position.board, B => {
        let side = Side::<B>::new(&position.board, position.turn);
        side.open_from(from).has(to) == 1
    })
}

/// Returns `true` if the squares allow a capture, whether or not it is among the longest.
pub(super) fn is_capture(position: &Position, from: Square, to: Square) -> bool {
    with_bitboard!(position.board, B => {
        let side = Side::<B>::new(&position.board, position.turn);
        side.has_capture(from, |_, landing| landing == to)
    })
}

/// The square that a capture between two squares captures: the first one behind `from` that is not
/// empty; `None` where there is none before `to`.
pub(super) fn captured_square(parts: &Parts, from: Square, to: Square) -> Option<Square> {
    let direction = direction(from, to)?;
    let between = (1..).map_while(|steps| from.neighbour(direction, steps));
    between
        .take_while(|&square| square != to)
        .find(|&square| parts.is_occupied(square))
}

/// The direction of one square from another on the same diagonal.
pub(super) fn direction(from: Square, to: Square) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&direction| {
        let steps = from.rank().abs_diff(to.rank());
        steps > 0 && from.neighbour(direction, steps) == Some(to)
    })
}

/// The set of one square.
pub(super) fn bit<B: Bitboard>(square: Square) -> B {
    Squares::from(square).to_bitboard()
}

/// The squares from the next one on in a direction, as far as all of them are free.
pub(super) fn ray<B: Bitboard>(from: B, direction: Direction, free: B) -> B {
    let mut at = from.shifted(direction) & free;
    let mut all = at;
    while !at.is_empty() {
        at = at.shifted(direction) & free;
        all |= at;
    }
    all
}
