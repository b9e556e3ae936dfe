use cheqqers_game::Colour;
use cheqqers_world::{Recording, Slot, World};
use cozy_chess::Square;

use super::board::Board;
use super::rules::Rules;
use crate::castling::CastlingRights;
use crate::en_passant::EnPassant;

/// A position of Box chess: units, quantum state, whose turn, rights and counters.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) rules: Rules,
    pub(super) board: Board,
    /// The amplitudes of the pairs, which agree with the classes in the board.
    pub(super) world: World,
    pub(super) turn: Colour,
    /// Square of the piece that must move, after a remote collapse.
    pub(super) collapsed: Option<Square>,
    pub(super) castling: CastlingRights,
    pub(super) en_passant: Option<EnPassant>,
    /// Turns since the last capture or pawn's move.
    pub(super) half_move_clock: u32,
    /// Plies played, which number the groups of the circuits.
    pub(super) ply: u32,
    /// Square of the piece captured by the ply that led here.
    pub(super) captured: Option<Square>,
}

impl Position {
    /// A position with these units and no circuits yet.
    pub(super) fn new(rules: Rules, board: &Board, turn: Colour) -> Self {
        Self {
            rules,
            board: *board,
            world: World::new(Recording::On),
            turn,
            collapsed: None,
            castling: CastlingRights::default(),
            en_passant: None,
            half_move_clock: 0,
            ply: 0,
            captured: None,
        }
    }

    /// The options of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The units on their squares.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Square of the piece that must move in the second ply of a turn, after a remote collapse.
    pub fn collapsed(&self) -> Option<Square> {
        self.collapsed
    }

    /// Probability that the unit on an occupied square is real, in (0, 1]; exactly 1 if it is
    /// conventional.
    pub fn probability(&self, square: Square) -> f64 {
        self.board.half(square).map_or(1.0, |half| {
            self.rules.class_probability(half.pair_type, half.class)
        })
    }
}

/// The slot of a half, which is 1 where the half is the real one.
pub(super) fn slot(square: Square) -> Slot {
    Slot(square as u16)
}
