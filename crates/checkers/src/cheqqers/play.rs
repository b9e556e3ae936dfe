use cheqqers_game::MeasurementRequest;
use cheqqers_world::{ClassicalSlots, Effect, Slot};

use super::{effects, movegen};
use crate::parts::jumped;
use crate::{Move, PieceId, Position, Square};

/// Capture that needs a measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    from: Square,
    to: Square,
    measured: MeasuredPiece,
    /// `true` if an earlier measurement of this ply found that a piece had been captured before.
    lost: bool,
}

/// Piece that a capture measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MeasuredPiece {
    /// The piece that captures.
    Capturer,
    /// The piece that it captures.
    Captured,
}

/// Measurement to make next; `None` when the move is complete.
type NextMeasurement = Option<MeasurementRequest<Stage>>;

/// Plays a move that is trusted to be legal, as far as it goes without a measurement.
pub(crate) fn begin(position: &mut Position, mv: Move) -> NextMeasurement {
    position.captured = None;
    position.ply += 1;
    match mv {
        Move::Step { from, to } => step(position, from, to),
        Move::Split { from, to } => split(position, from, to),
        Move::Merge { from, to } => merge(position, from, to),
        Move::Capture { from, to } => return capture(position, from, to),
    }
    None
}

/// A part steps as if it were a piece. A certain piece gets a global phase, which is not recorded.
fn step(position: &mut Position, from: Square, to: Square) {
    if position.board.is_quantum(from) {
        apply(position, Effect::step(from.slot(), to.slot()));
    }
    position.board.step(from, to);
    end_quietly(position);
}

fn split(position: &mut Position, from: Square, to: [Square; 2]) {
    let classical = apply(position, Effect::split(from.slot(), to.map(Square::slot)));
    for target in to {
        position.board.copy(from, target);
        position.board.set_quantum(target);
        position.board.crown(target);
    }
    position.board.clear(from);
    settle(position, &classical);
    end_quietly(position);
}

fn merge(position: &mut Position, from: [Square; 2], to: Square) {
    let classical = apply(position, effects::merge(from.map(Square::slot), to.slot()));
    // The first source is always vacated; what interferes away stays on the second.
    position.board.step(from[0], to);
    settle(position, &classical);
    end_quietly(position);
}

// arXiv:2506.05962, captures: a quantum capturer is measured first.
fn capture(position: &mut Position, from: Square, to: Square) -> NextMeasurement {
    if position.board.is_quantum(from) {
        return Some(ask(from, to, MeasuredPiece::Capturer, false));
    }
    let over = jumped(from, to);
    if !position.board.is_quantum(over) {
        capture_certain(position, from, to);
        return None;
    }
    if position.entangles(over) {
        entangle(position, from, to);
        return None;
    }
    Some(ask(from, to, MeasuredPiece::Captured, false))
}

pub(crate) fn resume(
    position: &mut Position,
    stage: Stage,
    readings: &[(Slot, bool)],
) -> NextMeasurement {
    let Stage { from, to, .. } = stage;
    let lost = piece_is_missing(position, readings) || stage.lost;
    settle(position, readings);
    let over = jumped(from, to);
    let both_there = [from, over]
        .into_iter()
        .all(|square| position.board.is_occupied(square));
    if !both_there {
        pass(position, lost);
        return None;
    }
    // A capturer that had to be measured never entangles: what it captures is measured too.
    if stage.measured == MeasuredPiece::Capturer && position.board.is_quantum(over) {
        return Some(ask(from, to, MeasuredPiece::Captured, lost));
    }
    capture_certain(position, from, to);
    None
}

/// A capture of a certain piece by a certain one.
fn capture_certain(position: &mut Position, from: Square, to: Square) {
    position.board.jump(from, to);
    position.captured = Some(jumped(from, to));
    position.quiet = 0;
    land(position, to);
}

/// The capturer is on `to` where the captured piece was on the square between, on `from` elsewhere.
fn entangle(position: &mut Position, from: Square, to: Square) {
    let over = jumped(from, to);
    let classical = apply(
        position,
        effects::capture(from.slot(), over.slot(), to.slot()),
    );
    let piece = position.board.piece(over);
    position.board.clear(over);
    if !position.board.has(piece) {
        let captor = position.board.piece(from);
        position.last_captors.push(captor);
    }
    position.board.copy(from, to);
    position.board.set_quantum(from);
    position.board.set_quantum(to);
    settle(position, &classical);
    position.quiet += 1;
    land(position, to);
}

/// Crowns what landed, and goes on with it where it can capture again.
fn land(position: &mut Position, to: Square) {
    let crowned = position.board.crown(to);
    if movegen::goes_on(&position.board, position.turn, to, crowned) {
        position.chain = Some(to);
    } else {
        end_turn(position);
    }
}

/// A measurement undid the capture: what was measured stays, the turn is over.
fn pass(position: &mut Position, lost: bool) {
    position.quiet = if lost { 0 } else { position.quiet + 1 };
    end_turn(position);
}

fn end_quietly(position: &mut Position) {
    position.quiet += 1;
    end_turn(position);
}

fn end_turn(position: &mut Position) {
    position.chain = None;
    position.turn = position.turn.opponent();
}

fn ask(from: Square, to: Square, piece: MeasuredPiece, lost: bool) -> MeasurementRequest<Stage> {
    let square = match piece {
        MeasuredPiece::Capturer => from,
        MeasuredPiece::Captured => jumped(from, to),
    };
    let stage = Stage {
        from,
        to,
        measured: piece,
        lost,
    };
    MeasurementRequest::one(stage, square.slot())
}

fn apply(position: &mut Position, effect: Effect) -> ClassicalSlots {
    position
        .world
        .apply(position.ply, &[effect])
        .expect("a legal move fits the world, and refusal checks that there is room")
}

fn settle(position: &mut Position, classical: &[(Slot, bool)]) {
    for &(slot, occupied) in classical {
        position.board.settle(Square::from_slot(slot), occupied);
    }
}

/// Returns `true` if a piece of the measured component is on none of its squares, or had none left: it
/// was captured.
fn piece_is_missing(position: &mut Position, readings: &[(Slot, bool)]) -> bool {
    let board = &position.board;
    let piece = |slot: Slot| -> PieceId { board.piece(Square::from_slot(slot)) };
    let before = position.last_captors.len();
    position
        .last_captors
        .retain(|&captor| readings.iter().all(|&(slot, _)| piece(slot) != captor));
    let had_none_left = position.last_captors.len() < before;
    let is_nowhere = |slot: Slot| {
        !readings
            .iter()
            .any(|&(other, occupied)| occupied && piece(other) == piece(slot))
    };
    had_none_left || readings.iter().any(|&(slot, _)| is_nowhere(slot))
}
