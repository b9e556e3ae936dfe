//! The longest capture: of the first captures of a turn those alone are legal whose chain can be
//! longest, on a picture of the board in which every square that is not empty is certain.

use std::collections::HashMap;

use smallvec::SmallVec;

use super::Position;
use super::side::{self, Around, Captures, Side, bit, ray};
use crate::Square;
use crate::bitboard::{Bitboard, with_bitboard};
use crate::piece::far_rank;

/// Positions after which chains that meet again are remembered: before, that costs more than it
/// saves.
const FEW: u32 = 512;

/// Leaves out the captures that are not among the longest.
pub(super) fn retain(position: &Position, captures: &mut Captures) {
    with_bitboard!(position.board, B => {
        let mut picture = Picture::<B>::new(position);
        let lengths: SmallVec<[u32; 8]> = captures
            .iter()
            .map(|capture| picture.length(capture.from, capture.over, capture.to))
            .collect();
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let mut lengths = lengths.into_iter();
        captures.retain(|_| lengths.next() == Some(longest));
    });
}

/// The board as chains are counted on it.
struct Picture<'a, B> {
    position: &'a Position,
    side: Side<B>,
    far_rank: u8,
    /// Chains counted so far.
    num_visited: u32,
    /// Lengths of chains, by the square where the turn began, that of the chain, and the squares left to
    /// capture.
    known: HashMap<(Square, Square, [u64; 2]), u32>,
}

/// Stage of a chain.
#[derive(Clone, Copy)]
struct Stage<B> {
    /// The square where the turn began.
    start: Square,
    at: Square,
    is_king: bool,
    opposing: B,
    empty: B,
    /// Piece numbers captured.
    captured: u128,
}

impl<'a, B: Bitboard> Picture<'a, B> {
    fn new(position: &'a Position) -> Self {
        Self {
            position,
            side: Side::new(&position.board, position.turn),
            far_rank: far_rank(position.turn, position.rules.size()),
            num_visited: 0,
            known: HashMap::new(),
        }
    }

    /// The longest chain that begins with a capture.
    fn length(&mut self, from: Square, over: Square, to: Square) -> u32 {
        let Side {
            opposing,
            kings,
            empty,
            ..
        } = self.side;
        let Some(direction) = side::direction(over, to) else {
            unreachable!("it lands behind what it captures");
        };
        // A quantum square on the way, or to land on.
        if (ray(bit::<B>(over), direction, empty) & bit(to)).is_empty() {
            return 1;
        }
        let stage = Stage {
            start: from,
            at: from,
            is_king: kings.has(from) == 1,
            opposing,
            empty,
            captured: 0,
        };
        self.after(stage, over, to)
    }

    /// The longest chain that goes on from a capture, itself included.
    fn after(&mut self, stage: Stage<B>, over: Square, to: Square) -> u32 {
        if !stage.is_king && to.rank() == self.far_rank {
            return 1;
        }
        let left = Stage {
            at: to,
            opposing: stage.opposing & !bit::<B>(over),
            empty: (stage.empty | bit(over) | bit(stage.at)) & !bit::<B>(to),
            captured: stage.captured | self.position.numbers(over),
            ..stage
        };
        1 + self.from(left)
    }

    /// The longest chain from a square; 0 where there is none.
    fn from(&mut self, stage: Stage<B>) -> u32 {
        let mut most = 0;
        let key = (stage.start, stage.at, halves(stage.opposing));
        let remembers = self.num_visited > FEW;
        if remembers && let Some(&length) = self.known.get(&key) {
            return length;
        }
        self.num_visited = self.num_visited.saturating_add(1);
        let around = Around {
            opposing: stage.opposing,
            empty: stage.empty,
            free: stage.empty,
        };
        around.captures(stage.at, stage.is_king, |over, to| {
            if self.position.numbers(over) & stage.captured == 0 {
                most = most.max(self.after(stage, over, to));
            }
        });
        if remembers {
            self.known.insert(key, most);
        }
        most
    }
}

/// A bitboard as a key.
fn halves<B: Bitboard>(bits: B) -> [u64; 2] {
    let mut halves = [0; 2];
    for square in bits.squares() {
        halves[square.number() / 64] |= 1 << (square.number() % 64);
    }
    halves
}
