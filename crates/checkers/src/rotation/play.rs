use cheqqers_circuit::Gate;
use cheqqers_game::MeasurementRequest;
use cheqqers_world::{ClassicalSlots, Effect, Slot};

use super::{Collapse, Move, Position, Presence};
use crate::parts::jumped;
use crate::{Square, Squares};

/// Capture that needs a measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Measures the piece that captures and the one it captures.
    Attempt {
        /// Square of the capturer.
        from: Square,
        /// The landing square.
        to: Square,
    },
    /// It failed: measures all other pieces.
    Everyone {
        /// `true` if a token has left the board already.
        lost: bool,
    },
}

/// Measurement to make next; `None` when the move is complete.
type NextMeasurement = Option<MeasurementRequest<Stage>>;

/// Plays a move that is trusted to be legal, as far as it goes without a measurement.
pub(super) fn begin(position: &mut Position, mv: Move) -> NextMeasurement {
    position.captured = None;
    position.ply += 1;
    match mv {
        Move::Step { from, to } => {
            step(position, from, to);
            None
        }
        Move::Capture { from, to } => attempt(position, from, to),
    }
}

fn step(position: &mut Position, from: Square, to: Square) {
    if position.board.is_quantum(from) {
        let (from, to) = (from.slot(), to.slot());
        apply(position, &[Effect::Relabel { from, to }]);
    }
    position.board.step(from, to);
    rotate(position, to);
    end_turn(position, false);
}

fn attempt(position: &mut Position, from: Square, to: Square) -> NextMeasurement {
    let pair = [from, jumped(from, to)].into_iter().collect();
    let wait = ask(position, Stage::Attempt { from, to }, pair);
    if wait.is_none() {
        capture(position, from, to);
    }
    wait
}

pub(super) fn resume(
    position: &mut Position,
    stage: Stage,
    readings: &[(Slot, bool)],
) -> NextMeasurement {
    match stage {
        Stage::Attempt { from, to } => {
            if readings.iter().all(|&(_, occupied)| occupied) {
                capture(position, from, to);
                None
            } else {
                fail(position, readings)
            }
        }
        Stage::Everyone { lost } => {
            let more = settle(position, readings);
            end_turn(position, lost || more);
            None
        }
    }
}

/// Both pieces are there, and neither is a qubit any more.
fn capture(position: &mut Position, from: Square, to: Square) {
    position.board.jump(from, to);
    position.captured = Some(jumped(from, to));
    survive(position, to);
    position.board.crown(to);
    rotate(position, to);
    end_turn(position, true);
}

/// One of both pieces is not there, and so everybody else is measured.
fn fail(position: &mut Position, readings: &[(Slot, bool)]) -> NextMeasurement {
    let mut others = position.board.quantum();
    let mut lost = false;
    if position.rules.resample {
        for &(slot, _) in readings {
            let square = Square::from_slot(slot);
            prepare(position, square, position.presence(square));
        }
    } else {
        for &(slot, _) in readings {
            others.remove(Square::from_slot(slot));
        }
        lost = settle(position, readings);
    }
    let wait = ask(position, Stage::Everyone { lost }, others);
    if wait.is_none() {
        end_turn(position, lost);
    }
    wait
}

/// Keeps or removes measured pieces; returns `true` if a token leaves the board.
fn settle(position: &mut Position, readings: &[(Slot, bool)]) -> bool {
    for &(slot, occupied) in readings {
        let square = Square::from_slot(slot);
        if occupied {
            survive(position, square);
        } else {
            position.board.clear(square);
        }
    }
    readings.iter().any(|&(_, occupied)| !occupied)
}

/// A piece without a qubit is known to be there.
fn survive(position: &mut Position, square: Square) {
    let presence = match position.rules.collapse {
        Collapse::Definite => Presence::Definite,
        Collapse::Keep => position.presence(square),
    };
    position.board.settle(square, true);
    prepare(position, square, presence);
}

/// A piece without a qubit gets this presence, and a qubit where it is not certain.
pub(super) fn prepare(position: &mut Position, square: Square, presence: Presence) {
    position.set_presence(square, presence);
    if presence.is_quantum() {
        position.board.set_quantum(square);
        let slot = square.slot();
        let enter = Effect::Enter {
            slot,
            occupied: false,
        };
        let angle = presence.angle(position.rules.rotation);
        apply(position, &[enter, turn(angle, slot)]);
    }
}

/// The quantum phase of a turn: the piece that moved is rotated.
fn rotate(position: &mut Position, square: Square) {
    let rotation = position.rules.rotation;
    let before = position.presence(square);
    if !before.is_quantum() {
        return;
    }
    position.set_presence(square, before.rotated(rotation));
    // A qubit that is turned to |1⟩ is none any more.
    let gate = turn(before.turn(rotation), square.slot());
    for (slot, occupied) in apply(position, &[gate]) {
        position.board.settle(Square::from_slot(slot), occupied);
    }
}

fn end_turn(position: &mut Position, lost: bool) {
    position.quiet = if lost { 0 } else { position.quiet + 1 };
    position.turn = position.turn.opponent();
}

/// Requests a measurement of these pieces. Each is a component of its own, and one answer has room for
/// all that the largest board takes.
fn ask(position: &Position, stage: Stage, squares: Squares) -> NextMeasurement {
    let slots = squares.into_iter().map(Square::slot);
    MeasurementRequest::of_components(stage, &position.world, slots)
}

fn turn(angle: f64, slot: Slot) -> Effect {
    Effect::gate(Gate::Ry(angle), &[slot])
}

fn apply(position: &mut Position, effects: &[Effect]) -> ClassicalSlots {
    position
        .world
        .apply(position.ply, effects)
        .expect("components of one qubit always have room")
}
