use cheqqers_circuit::Gate;
use cheqqers_game::{Colour, MeasurementRequest};
use cheqqers_world::{Effect, Slot};
use cozy_chess::{Piece as Kind, Square};

use super::board::start_squares;
use super::moves::Move;
use super::piece::PieceMode;
use super::pool::{TYPES, draw_slot};
use super::position::{Position, TurnStep, slot};
use super::rules::{CapturedPiece, Idle, Twins};
use crate::en_passant::EnPassant;
use crate::geometry::is_dark;

/// State of a ply that waits for a measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The type of a quantum piece is measured.
    Type(Reason),
    /// The kind of its secondary type is drawn.
    Draw(Reason),
    /// The secondary type of a piece is dealt, by the number of the piece.
    Deal(usize),
}

/// Reason for measuring a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It is touched.
    Touch(Square),
    /// It is captured by this move.
    Capture {
        /// Square of the piece measured.
        victim: Square,
        /// The capture itself.
        mv: Move,
    },
}

impl Reason {
    fn square(self) -> Square {
        match self {
            Self::Touch(square) => square,
            Self::Capture { victim, .. } => victim,
        }
    }
}

/// Measurement to make next; `None` when the ply is complete.
type NextMeasurement = Option<MeasurementRequest<Stage>>;

pub(super) fn begin(position: &mut Position, mv: Move) -> NextMeasurement {
    position.captured = None;
    position.ply += 1;
    match mv {
        Move::Touch(square) => {
            let piece = position.board.expect_piece(square);
            if piece.has_qubit() {
                let stage = Stage::Type(Reason::Touch(square));
                return Some(MeasurementRequest::one(stage, slot(square)));
            }
            if piece.is_quantum() {
                position.board.set_mode(square, PieceMode::Primary);
                position.show_touched(square);
            } else {
                position.end_turn_without_move(square);
            }
        }
        Move::Promote { square, kind } => {
            let piece = position.board.expect_piece(square).promoted(kind);
            position.board.put(square, piece);
            position.half_move_clock = 0;
            position.requantise_idle(square);
            position.end_turn(None);
        }
        Move::Step { .. } => position.make_move(mv, None),
        Move::Capture { to, .. } => return position.capture(mv, to),
        Move::Castle(_) => panic!("castling is the king's move"),
        Move::Deal => return position.deal(0),
        Move::Pass => {
            position.half_move_clock += 1;
            position.end_turn(None);
        }
    }
    None
}

pub(super) fn resume(
    position: &mut Position,
    stage: Stage,
    readings: &[(Slot, bool)],
) -> NextMeasurement {
    let drawn = || {
        let read = |&kind: &Kind| readings.contains(&(draw_slot(kind), true));
        let kind = TYPES.into_iter().find(read);
        kind.expect("the bits of a draw are legal")
    };
    match stage {
        Stage::Type(reason) => {
            let square = reason.square();
            if !readings.contains(&(slot(square), true)) {
                position.board.set_mode(square, PieceMode::Primary);
                position.go_on(reason);
                return None;
            }
            position.board.set_mode(square, PieceMode::Secondary);
            let piece = position.board.expect_piece(square);
            if piece.secondary.is_none() {
                match position.draw(piece.colour, Stage::Draw(reason)) {
                    Draw::Kind(kind) => position.name_secondary(square, kind),
                    Draw::Measurement(request) => return Some(request),
                }
            }
            position.go_on(reason);
            None
        }
        Stage::Draw(reason) => {
            position.name_secondary(reason.square(), drawn());
            position.go_on(reason);
            None
        }
        Stage::Deal(number) => {
            position.name_secondary(dealt_square(number), drawn());
            position.deal(number + 1)
        }
    }
}

/// The square of the piece of this number in a deal; kings get none.
fn dealt_square(number: usize) -> Square {
    let squares = [Colour::White, Colour::Black].into_iter();
    let squares = squares.flat_map(start_squares);
    let mut others = squares.filter(|&square| ![Square::E1, Square::E8].contains(&square));
    others.nth(number).expect("thirty pieces are dealt types")
}

/// Result of a draw from a pool.
enum Draw {
    /// The only kind that is left.
    Kind(Kind),
    Measurement(MeasurementRequest<Stage>),
}

impl Position {
    /// Draws the kind of a secondary type that has not been seen.
    fn draw(&mut self, colour: Colour, stage: Stage) -> Draw {
        let pool = self.pool(colour);
        let mut kinds = pool.kinds();
        let first = kinds.next().expect("an unseen type is in the pool");
        if kinds.next().is_none() {
            return Draw::Kind(first);
        }
        self.apply(&pool.draw());
        Draw::Measurement(MeasurementRequest::one(stage, draw_slot(first)))
    }

    /// The secondary type of a piece is seen for the first time.
    pub(super) fn name_secondary(&mut self, square: Square, kind: Kind) {
        let mut piece = self.board.expect_piece(square);
        self.pools[piece.colour as usize].remove(kind);
        piece.secondary = Some(kind);
        if piece.is_certain() && self.rules.twins == Twins::Classical {
            piece.mode = PieceMode::Primary;
        }
        self.board.put(square, piece);
    }

    /// Goes on after a piece was measured.
    fn go_on(&mut self, reason: Reason) {
        match reason {
            Reason::Touch(square) => self.show_touched(square),
            Reason::Capture { victim, mv } => self.make_move(mv, Some(victim)),
        }
    }

    /// Ends a turn in which a piece was touched and not moved.
    pub(super) fn end_turn_without_move(&mut self, square: Square) {
        self.half_move_clock += 1;
        self.requantise_idle(square);
        self.end_turn(None);
    }

    /// A piece whose touch ended the turn.
    pub(super) fn requantise_idle(&mut self, square: Square) {
        if self.rules.idle == Idle::Requantise {
            self.requantise(square);
        }
    }

    /// Makes a piece on a dark square quantum, unless it is the king or classical for good.
    fn requantise(&mut self, square: Square) {
        let piece = self.board.expect_piece(square);
        let is_classical = piece.primary == Kind::King
            || piece.is_certain() && self.rules.twins == Twins::Classical;
        if self.rules.quantum && is_dark(square) && !is_classical {
            self.board.set_mode(square, PieceMode::Quantum);
            if !piece.is_certain() {
                self.enter(square);
            }
        }
    }

    /// Prepares the superposition of a quantum piece's types.
    fn enter(&mut self, square: Square) {
        let slot = slot(square);
        let occupied = false;
        self.apply(&[
            Effect::Enter { slot, occupied },
            Effect::gate(Gate::H, &[slot]),
        ]);
    }

    /// Prepares the superpositions of all pieces that have a qubit.
    pub(super) fn enter_quantum_pieces(&mut self) {
        for square in self.board.quantum() {
            self.enter(square);
        }
    }

    fn apply(&mut self, effects: &[Effect]) {
        let applied = self.world.apply(self.ply, effects);
        applied.expect("a component has at most five slots");
    }

    /// The square of the piece that a capture onto this square takes.
    pub(super) fn victim(&self, to: Square) -> Square {
        EnPassant::target(self.en_passant, to)
    }

    /// Captures on a square: the victim is measured first where the rules ask for it.
    fn capture(&mut self, mv: Move, to: Square) -> NextMeasurement {
        let victim = self.victim(to);
        let has_qubit = self.board.expect_piece(victim).has_qubit();
        if has_qubit && self.rules.captured == CapturedPiece::Collapse {
            let stage = Stage::Type(Reason::Capture { victim, mv });
            return Some(MeasurementRequest::one(stage, slot(victim)));
        }
        if has_qubit {
            // It leaves unread: a second Hadamard gate makes its qubit certain.
            self.apply(&[Effect::gate(Gate::H, &[slot(victim)])]);
        }
        self.make_move(mv, Some(victim));
        None
    }

    /// Makes a move whose victim, if there is one, has been measured; the turn is over then.
    fn make_move(&mut self, mv: Move, victim: Option<Square>) {
        let (Some(from), Some(to)) = (mv.from(), mv.to()) else {
            unreachable!("a move has two squares");
        };
        let promoted = matches!(self.step, TurnStep::Move { promoted: true, .. });
        if let Some(square) = victim {
            let piece = self.board.remove(square);
            self.taken.push(piece.expect("a capture takes a piece"));
            self.castling.end_on(square);
            self.captured = Some(square);
        }
        let castling = self.board.castling(from, to);
        let mut piece = self.board.remove(from).expect("a move starts from a piece");
        self.castling.end_on(from);
        let kind = piece.kind();
        if let Some(kind) = mv.promotion() {
            piece = self.promote(piece, kind);
        }
        self.board.put(to, piece);
        self.requantise(to);
        if let Some(castling) = castling {
            let rook = self.board.remove(castling.rook_from);
            self.board.put(
                castling.rook_to,
                rook.expect("a right to castle has its rook"),
            );
            self.requantise(castling.rook_to);
        }
        if victim.is_some() || promoted || kind == Some(Kind::Pawn) {
            self.half_move_clock = 0;
        } else {
            self.half_move_clock += 1;
        }
        let advanced = kind == Some(Kind::Pawn) && self.rules.en_passant;
        let right = advanced.then(|| EnPassant::of_advance(from, to)).flatten();
        self.end_turn(right);
    }

    /// A pawn becomes another kind.
    fn promote(&self, piece: super::Piece, kind: Kind) -> super::Piece {
        if self.rules.quantum {
            piece.promoted(kind)
        } else {
            super::Piece::certain(piece.colour, kind)
        }
    }

    pub(super) fn end_turn(&mut self, en_passant: Option<EnPassant>) {
        self.en_passant = en_passant;
        self.step = TurnStep::Touch;
        self.turn = self.turn.opponent();
    }

    /// Deals secondary types from the piece of this number on.
    fn deal(&mut self, first: usize) -> NextMeasurement {
        for number in first..30 {
            let square = dealt_square(number);
            let colour = self.board.expect_piece(square).colour;
            match self.draw(colour, Stage::Deal(number)) {
                Draw::Kind(kind) => self.name_secondary(square, kind),
                Draw::Measurement(request) => return Some(request),
            }
        }
        self.enter_quantum_pieces();
        self.step = TurnStep::Touch;
        None
    }
}
