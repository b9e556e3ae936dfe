use cheqqers_game::Colour;
use cheqqers_world::{Recording, Slot, World};
use cozy_chess::Square;

use super::board::Board;
use super::piece::Piece;
use super::pool::Pool;
use super::rules::Rules;
use crate::castling::CastlingRights;
use crate::en_passant::EnPassant;

/// A position of Queen's quantum chess: board, quantum state, whose turn, pools and counters.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) rules: Rules,
    pub(super) board: Board,
    pub(super) world: World,
    pub(super) turn: Colour,
    /// Labels that nobody has seen, White's first.
    pub(super) pools: [Pool; 2],
    pub(super) step: TurnStep,
    pub(super) castling: CastlingRights,
    pub(super) en_passant: Option<EnPassant>,
    /// Turns since the last capture, pawn's move or promotion.
    pub(super) half_move_clock: u32,
    /// Plies played, which number the groups of the circuits.
    pub(super) ply: u32,
    /// Square of the piece captured by the ply that led here.
    pub(super) captured: Option<Square>,
    pub(super) taken: TakenPieces,
}

/// The pieces that were captured since the start of the game, as they left the board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TakenPieces {
    pieces: [Option<Piece>; 32],
    count: u8,
}

impl TakenPieces {
    pub(super) fn push(&mut self, piece: Piece) {
        // There are no more pieces than places.
        if let Some(place) = self.pieces.get_mut(usize::from(self.count)) {
            *place = Some(piece);
            self.count += 1;
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Piece> {
        self.pieces.iter().flatten().copied()
    }
}

/// Step of a turn that comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TurnStep {
    /// The secondary types are dealt.
    Deal,
    /// A piece is touched, or moved at once.
    Touch,
    /// The piece touched on this square is moved.
    Move {
        /// Square of the piece.
        square: Square,
        /// `true` if it was promoted by the touch.
        promoted: bool,
    },
    /// The piece touched on this square is promoted.
    Promote(Square),
}

impl Position {
    /// A position with these pieces, between two turns; without pools, rights and circuits yet.
    pub(super) fn new(rules: Rules, board: Board, turn: Colour) -> Self {
        Self {
            rules,
            board,
            world: World::new(Recording::On),
            turn,
            pools: [Pool::default(); 2],
            step: TurnStep::Touch,
            castling: CastlingRights::default(),
            en_passant: None,
            half_move_clock: 0,
            ply: 0,
            captured: None,
            taken: TakenPieces::default(),
        }
    }

    /// The options of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The pieces on their squares.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Labels of a side's secondary types that nobody has seen.
    pub fn pool(&self, colour: Colour) -> Pool {
        self.pools[colour as usize]
    }

    /// Step of the turn that comes next.
    pub fn step(&self) -> TurnStep {
        self.step
    }

    /// Returns `true` if a side has nothing but its king.
    pub(super) fn is_bare(&self, colour: Colour) -> bool {
        self.board.of(colour).len() == 1 && self.board.king(colour).is_some()
    }
}

/// The slot of a quantum piece, which is 1 where it shows its secondary type.
pub(super) fn slot(square: Square) -> Slot {
    Slot(square as u16)
}
