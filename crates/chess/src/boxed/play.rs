use cheqqers_game::MeasurementRequest;
use cheqqers_world::{Effect, Slot};
use cozy_chess::{Piece as Kind, Square};

use super::attempt::CaptureAttempt;
use super::gates;
use super::moves::Move;
use super::outcomes::apply;
use super::position::{Position, slot};
use super::rules::Attempt;
use crate::en_passant::EnPassant;

/// State of a ply that waits for a measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The groups of an attempted capture are measured.
    Attempt(CaptureAttempt),
    /// The square of arrival of a tunnelling piece is measured.
    Tunnel {
        /// Square of the piece.
        from: Square,
        /// Square of arrival.
        to: Square,
    },
    /// The group of one of the mover's pairs is measured.
    Collapse {
        /// One square of the pair.
        square: Square,
        /// The other square.
        partner: Square,
    },
}

/// Measurement to make next; `None` when the ply is complete.
type NextMeasurement = Option<MeasurementRequest<Stage>>;

pub(super) fn begin(position: &mut Position, mv: Move) -> NextMeasurement {
    position.captured = None;
    position.ply += 1;
    let is_pawn = |square| position.board.kind(square) == Kind::Pawn;
    let by_pawn = !matches!(
        mv,
        Move::Invert(_) | Move::PhaseFlip(_) | Move::Hadamard { .. }
    ) && mv.sources().first().is_some_and(|&from| is_pawn(from));
    let board = &position.board;
    let effects = match mv {
        Move::Capture {
            from,
            to,
            promotion,
        } => {
            let capture = CaptureAttempt::new(board, position.en_passant, [from, to], promotion);
            return position.attempt(capture);
        }
        Move::Tunnel { from, to } => {
            position.apply(&gates::tunnel(to));
            let stage = Stage::Tunnel { from, to };
            return Some(MeasurementRequest::one(stage, slot(to)));
        }
        Move::Collapse(square) => {
            let partner = board.expect_half(square).partner;
            let stage = Stage::Collapse { square, partner };
            return Some(MeasurementRequest::one(stage, slot(square)));
        }
        Move::Step { from, to, .. } if board.half(from).is_some() => {
            let [from, to] = [from, to].map(slot);
            [Effect::Relabel { from, to }].into_iter().collect()
        }
        Move::Split { to, pair_type, .. } => gates::split(position.rules, to, pair_type),
        Move::Join { from, to, with, .. } => {
            gates::join([from, to], with, board.expect_half(with).partner)
        }
        Move::Invert(squares) => gates::invert(squares),
        Move::PhaseFlip([square, _]) => {
            let [_, blue] = gates::red_and_blue(square, board.expect_half(square));
            gates::flip_phase(blue)
        }
        Move::Hadamard {
            pair: [square, _], ..
        } => gates::hadamard(board, square),
        Move::Step { .. } | Move::Castle(_) => gates::Effects::new(),
    };
    position.apply(&effects);
    let en_passant = position.advance(mv);
    for square in mv.sources() {
        position.castling.end_on(square);
    }
    apply(&mut position.board, mv);
    position.end_turn(by_pawn, en_passant);
    None
}

pub(super) fn resume(
    position: &mut Position,
    stage: Stage,
    readings: &[(Slot, bool)],
) -> NextMeasurement {
    match stage {
        Stage::Attempt(capture) => {
            position.settle(readings);
            return position.attempt(capture);
        }
        Stage::Tunnel { from, to } => {
            // A rook that is not let through has not moved.
            if readings.contains(&(slot(to), true)) {
                position.castling.end_on(from);
                position.board.relocate(from, to, None);
            }
            position.end_turn(false, None);
        }
        Stage::Collapse { square, partner } => {
            position.settle(readings);
            position.collapsed = position.board.first_occupied([square, partner]);
        }
    }
    None
}

impl Position {
    fn apply(&mut self, effects: &[Effect]) {
        let applied = self.world.apply(self.ply, effects);
        applied.expect("a group has at most 64 squares and two amplitudes");
    }

    /// Prepares the state of all pairs.
    pub(super) fn enter_pairs(&mut self) {
        let mut groups: Vec<u8> = Vec::new();
        for red in self.board.pairs() {
            let group = self.board.expect_half(red).group;
            if !groups.contains(&group) {
                groups.push(group);
            }
        }
        for group in groups {
            let effects = gates::group(self.rules, &self.board, group);
            self.apply(&effects);
        }
    }

    /// Leaves of each group measured the halves that were found.
    fn settle(&mut self, readings: &[(Slot, bool)]) {
        for &(slot, found) in readings {
            let square = Square::index(usize::from(slot.0));
            // The first half of a group that was found settles all of it.
            if found && let Some(half) = self.board.half(square) {
                self.board.collapse(half.group, half.class);
            }
        }
    }

    /// Goes on with a capture: measures what must be measured, then finishes it.
    fn attempt(&mut self, capture: CaptureAttempt) -> NextMeasurement {
        if self.rules.attempt == Attempt::Hadamard {
            let mut board = self.board;
            capture.decide_by_phase(&mut board, |before, square| {
                self.apply(&gates::hadamard(before, square));
            });
            self.board = board;
        } else {
            let groups = capture.groups(&self.board, self.rules.attempt);
            let is_measured = |&square: &Square| {
                let half = self.board.half(square);
                half.is_some_and(|half| groups.contains(&half.group))
            };
            let squares = [capture.from, capture.target].into_iter();
            let slots = squares.filter(is_measured).map(slot);
            let stage = Stage::Attempt(capture);
            let request = MeasurementRequest::of_components(stage, &self.world, slots);
            if request.is_some() {
                return request;
            }
        }
        self.finish(capture);
        None
    }

    /// Finishes a capture whose units are conventional or gone.
    fn finish(&mut self, capture: CaptureAttempt) {
        let target = capture.target;
        self.castling.end_on(capture.from);
        let captures = capture.finish(&mut self.board);
        if captures {
            self.castling.end_on(target);
            self.captured = Some(target);
        }
        self.end_turn(captures || capture.by_pawn, None);
    }

    /// The right to take en passant that a move gives.
    fn advance(&self, mv: Move) -> Option<EnPassant> {
        let [from] = mv.sources()[..] else {
            return None;
        };
        if self.board.kind(from) != Kind::Pawn {
            return None;
        }
        let targets = mv.targets();
        let advanced = |&pawn: &Square| {
            let right = EnPassant::of_advance(from, pawn)?;
            (!targets.contains(&right.skipped)).then_some(right)
        };
        targets.iter().find_map(advanced)
    }

    fn end_turn(&mut self, resets: bool, en_passant: Option<EnPassant>) {
        self.half_move_clock = if resets { 0 } else { self.half_move_clock + 1 };
        self.en_passant = en_passant;
        self.collapsed = None;
        self.turn = self.turn.opponent();
    }
}
