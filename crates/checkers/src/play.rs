use cheqqers_game::{Pending, Turn};
use cheqqers_world::{Effect, Settled, Slot};

use crate::{Move, PieceId, Position, Square, movegen};

/// How far a capture got when it asked for a measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    from: Square,
    to: Square,
    asked: Asked,
    /// Whether an earlier measurement of this ply found that a piece had been captured before.
    lost: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    /// Whether the capturer is there.
    Capturer,
    /// Whether what it captures is there.
    Captured,
}

/// Plays a move that is trusted to be legal.
pub(crate) fn play(mut position: Position, mv: Move) -> Turn<Position> {
    position.captured = None;
    position.ply += 1;
    match mv {
        Move::Step { from, to } => step(position, from, to),
        Move::Split { from, to } => split(position, from, to),
        Move::Merge { from, to } => merge(position, from, to),
        Move::Capture { from, to } => capture(position, from, to),
    }
}

/// A part steps as if it were a piece. A certain piece gets a global phase, which is not recorded.
fn step(mut position: Position, from: Square, to: Square) -> Turn<Position> {
    if position.board.quantum().contains(from) {
        apply(
            &mut position,
            Effect::Step {
                from: from.slot(),
                to: to.slot(),
            },
        );
    }
    position.board.relocate(from, to);
    position.board.crown(to);
    end_quietly(position)
}

fn split(mut position: Position, from: Square, to: [Square; 2]) -> Turn<Position> {
    let settled = apply(
        &mut position,
        Effect::Split {
            from: from.slot(),
            to: to.map(Square::slot),
        },
    );
    for target in to {
        position.board.copy(from, target);
        position.board.set_quantum(target);
        position.board.crown(target);
    }
    position.board.clear(from);
    settle(&mut position, &settled);
    end_quietly(position)
}

fn merge(mut position: Position, from: [Square; 2], to: Square) -> Turn<Position> {
    let settled = apply(
        &mut position,
        Effect::Merge {
            from: from.map(Square::slot),
            to: to.slot(),
        },
    );
    // The first source is always vacated; what interferes away stays on the second.
    position.board.relocate(from[0], to);
    position.board.crown(to);
    settle(&mut position, &settled);
    end_quietly(position)
}

// arXiv:2506.05962, captures: a quantum capturer is measured first.
fn capture(position: Position, from: Square, to: Square) -> Turn<Position> {
    if position.board.quantum().contains(from) {
        return ask(position, from, to, Asked::Capturer, false);
    }
    let over = jumped(from, to);
    if !position.board.quantum().contains(over) {
        return capture_certain(position, from, to);
    }
    if position.entangles(over) {
        entangle(position, from, to)
    } else {
        ask(position, from, to, Asked::Captured, false)
    }
}

pub(crate) fn resume(
    mut position: Position,
    stage: Stage,
    readings: &[(Slot, bool)],
) -> Turn<Position> {
    let Stage { from, to, .. } = stage;
    let lost = piece_is_missing(&mut position, readings) || stage.lost;
    settle(&mut position, readings);
    let over = jumped(from, to);
    let both_there = [from, over]
        .into_iter()
        .all(|square| position.board.occupied().contains(square));
    if !both_there {
        return pass(position, lost);
    }
    // A capturer that had to be measured never entangles: what it captures is measured too.
    if stage.asked == Asked::Capturer && position.board.quantum().contains(over) {
        return ask(position, from, to, Asked::Captured, lost);
    }
    capture_certain(position, from, to)
}

/// A capture of a certain piece by a certain one.
fn capture_certain(mut position: Position, from: Square, to: Square) -> Turn<Position> {
    let over = jumped(from, to);
    position.board.clear(over);
    position.board.relocate(from, to);
    position.captured = Some(over);
    position.quiet = 0;
    land(position, to)
}

/// The capturer is on `to` where the captured piece was on the square between, on `from` elsewhere.
fn entangle(mut position: Position, from: Square, to: Square) -> Turn<Position> {
    let over = jumped(from, to);
    let settled = apply(
        &mut position,
        Effect::Capture {
            capturer: from.slot(),
            captured: over.slot(),
            to: to.slot(),
        },
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
    settle(&mut position, &settled);
    position.quiet += 1;
    land(position, to)
}

/// Crowns what landed, and goes on with it where it can capture again.
fn land(mut position: Position, to: Square) -> Turn<Position> {
    let crowned = position.board.crown(to);
    if !crowned && movegen::can_capture(&position.board, position.turn, Some(to)) {
        position.chain = Some(to);
        return Turn::Ready(position);
    }
    end_turn(position)
}

/// A measurement undid the capture: what was measured stays, the turn is over.
fn pass(mut position: Position, lost: bool) -> Turn<Position> {
    position.quiet = if lost { 0 } else { position.quiet + 1 };
    end_turn(position)
}

fn end_quietly(mut position: Position) -> Turn<Position> {
    position.quiet += 1;
    end_turn(position)
}

fn end_turn(mut position: Position) -> Turn<Position> {
    position.chain = None;
    position.turn = position.turn.opponent();
    Turn::Ready(position)
}

fn ask(position: Position, from: Square, to: Square, asked: Asked, lost: bool) -> Turn<Position> {
    let measured = match asked {
        Asked::Capturer => from,
        Asked::Captured => jumped(from, to),
    };
    let stage = Stage {
        from,
        to,
        asked,
        lost,
    };
    Turn::Pending(Pending::new(position, stage, vec![measured.slot()]))
}

fn apply(position: &mut Position, effect: Effect) -> Settled {
    position
        .world
        .apply(position.ply, &[effect])
        .expect("a legal move fits the world, and refusal checks that there is room")
}

fn settle(position: &mut Position, settled: &[(Slot, bool)]) {
    for &(slot, occupied) in settled {
        position.board.settle(Square::from_slot(slot), occupied);
    }
}

/// Whether a piece of the measured component is on none of its squares, or had none left: it was
/// captured.
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

fn jumped(from: Square, to: Square) -> Square {
    from.between(to).expect("a capture jumps over one square")
}
