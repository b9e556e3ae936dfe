use cheqqers_game::MeasurementRequest;
use cheqqers_world::Slot;
use smallvec::SmallVec;

use super::clock::PlyEvent;
use super::position::Chain;
use super::{Level, Move, Position, count, side, transition};
use crate::Square;

/// State of a move that waits for a measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    mv: Move,
    /// Kind of the ply if the move is completed, by the label that its source had.
    event: PlyEvent,
    step: MeasurementStep,
}

/// Measurement that a move waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MeasurementStep {
    /// A target, by its number in the order of targets.
    Target(usize),
    /// The source of a step at level 1.
    Source,
    /// Squares of a capture, of which so many are measured then: one after the other at level 1,
    /// otherwise all together.
    Capture { over: Square, measured: usize },
}

/// Measurement to make next; `None` when the move is complete.
type NextMeasurement = Option<MeasurementRequest<Stage>>;

/// Plays a move that is trusted to be legal, as far as it goes without a measurement.
pub(super) fn begin(position: &mut Position, mv: Move) -> NextMeasurement {
    position.captured = None;
    position.ply += 1;
    let event = event(position, mv);
    let Move::Capture { from, to } = mv else {
        return measure_targets(position, mv, event, 0);
    };
    let over = side::captured_square(&position.board, from, to)
        .expect("a legal capture has a captured square");
    measure_capture(position, mv, over, 0)
}

pub(super) fn resume(
    position: &mut Position,
    stage: Stage,
    readings: &[(Slot, bool)],
) -> NextMeasurement {
    for &(slot, occupied) in readings {
        position.board.settle(Square::from_slot(slot), occupied);
    }
    let Stage { mv, event, step } = stage;
    let [from, to] = ends(mv);
    let is_there = |square| position.board.is_occupied(square);
    match step {
        MeasurementStep::Target(number) if is_there(targets(mv)[number]) => refuse(position),
        MeasurementStep::Target(number) => return measure_targets(position, mv, event, number + 1),
        MeasurementStep::Source if is_there(from) => complete(position, mv, event),
        // Nothing moves, but the move is completed.
        MeasurementStep::Source => end_turn(position, event),
        MeasurementStep::Capture { measured: 1, .. } if is_there(to) => refuse(position),
        MeasurementStep::Capture { over, measured: 2 } if !is_there(over) => refuse(position),
        MeasurementStep::Capture { over, measured } => {
            return measure_capture(position, mv, over, measured);
        }
    }
    None
}

/// The first source and the first target.
fn ends(mv: Move) -> [Square; 2] {
    let from = mv.sources().next().expect("a move has a source");
    let to = mv.targets().next().expect("a move has a target");
    [from, to]
}

/// The targets in the order in which they are measured: by diagonal, up-left, up-right, down-left,
/// down-right; on one diagonal the nearer first.
fn targets(mv: Move) -> SmallVec<[Square; 2]> {
    let mut targets: SmallVec<[Square; 2]> = mv.targets().collect();
    let Move::Split { from, .. } = mv else {
        return targets;
    };
    targets.sort_by_key(|&to| {
        let is_down = to.rank() < from.rank();
        let is_right = to.file() > from.file();
        (is_down, is_right, to.rank().abs_diff(from.rank()))
    });
    targets
}

/// Measures the targets from a number on, as far as the rules want it, then makes the move.
fn measure_targets(
    position: &mut Position,
    mv: Move,
    event: PlyEvent,
    first: usize,
) -> NextMeasurement {
    if first == 0 && position.board.quantum().is_empty() {
        complete(position, mv, event);
        return None;
    }
    let opposing = position.board.of(position.turn.opponent());
    let measures_all = position.rules.level() == Level::Superposition;
    for (number, &target) in targets(mv).iter().enumerate().skip(first) {
        if !position.board.is_quantum(target) {
            // A reading of the target before has made this one certain.
            if position.board.is_occupied(target) {
                refuse(position);
                return None;
            }
        } else if measures_all || opposing.contains(target) {
            let step = MeasurementStep::Target(number);
            return measure(position, mv, event, step, &[target.slot()]);
        }
    }
    if measures_all && let Move::Step { from, .. } = mv {
        let request = measure(position, mv, event, MeasurementStep::Source, &[from.slot()]);
        if request.is_some() {
            return request;
        }
    }
    complete(position, mv, event);
    None
}

/// Measures the squares of a capture, of which `measured` are measured already, then makes it.
fn measure_capture(
    position: &mut Position,
    mv: Move,
    over: Square,
    measured: usize,
) -> NextMeasurement {
    let [from, to] = ends(mv);
    let slots = [to, over, from].map(Square::slot);
    let together = match position.rules.level() {
        Level::Superposition => 1,
        _ => slots.len(),
    };
    let mut measured = measured;
    while measured < slots.len() {
        let next = &slots[measured..measured + together];
        measured += together;
        let step = MeasurementStep::Capture { over, measured };
        let request = measure(position, mv, PlyEvent::Capture, step, next);
        if request.is_some() {
            return request;
        }
    }
    finish_capture(position, [from, over, to]);
    None
}

/// A measurement of those of the slots that are quantum; `None` where none is.
fn measure(
    position: &Position,
    mv: Move,
    event: PlyEvent,
    step: MeasurementStep,
    slots: &[Slot],
) -> NextMeasurement {
    let stage = Stage { mv, event, step };
    MeasurementRequest::of_slots(stage, position.ply, &position.world, slots.iter().copied())
}

/// Makes a step, split or merge.
fn complete(position: &mut Position, mv: Move, event: PlyEvent) {
    transition::carry_out(position, mv);
    end_turn(position, event);
}

/// Finishes a capture whose squares are certain, or empty.
fn finish_capture(position: &mut Position, [from, over, to]: [Square; 3]) {
    let board = &position.board;
    let there = [from, over].iter().all(|&square| board.is_occupied(square));
    if !there || board.is_occupied(to) {
        end_turn(position, PlyEvent::Capture);
        return;
    }
    let before = position.chain.map_or(0, |chain| chain.captured);
    let captured = before | position.numbers(over);
    position.board.clear(over);
    position.board.copy(from, to);
    position.board.clear(from);
    position.captured = Some(over);
    let crowned = position.board.crown(to);
    if !crowned && side::goes_on(position, to, captured) {
        position.chain = Some(Chain {
            square: to,
            captured,
        });
        count::count(position, PlyEvent::Capture);
    } else {
        end_turn(position, PlyEvent::Capture);
    }
}

/// Kind of the ply if the move is completed.
fn event(position: &Position, mv: Move) -> PlyEvent {
    let [from, _] = ends(mv);
    match mv {
        Move::Capture { .. } => PlyEvent::Capture,
        _ if position.board.kings().contains(from) => PlyEvent::ByKing,
        _ => PlyEvent::ByMan,
    }
}

/// A measurement refused the move: nothing moves, the turn is over.
fn refuse(position: &mut Position) {
    end_turn(position, PlyEvent::Refused);
}

fn end_turn(position: &mut Position, event: PlyEvent) {
    position.chain = None;
    position.turn = position.turn.opponent();
    count::count(position, event);
}
