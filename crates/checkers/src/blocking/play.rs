use cheqqers_game::MeasurementRequest;
use cheqqers_world::{Component, Control, Effects, Slot};

use super::gates::{Mover, root_of_swap};
use super::target::{Blockers, Target, target_of};
use super::{LayeredBoard, LayeredSquare, Measure, Move, Position, movegen};
use crate::{Part, PieceId, Square};

/// Attempt to capture that needs a measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    attacker: PieceId,
    from: LayeredSquare,
    to: Square,
    /// `true` if something was measured for this attempt already.
    measured: bool,
}

/// Measurement to make next; `None` when the move is complete.
type NextMeasurement = Option<MeasurementRequest<Stage>>;

/// Plays a move that is trusted to be legal, as far as it goes without a measurement.
pub(super) fn begin(position: &mut Position, mv: Move) -> NextMeasurement {
    position.captured = None;
    position.ply += 1;
    match mv {
        Move::Step { from, to } => step(position, from, to),
        Move::Split { from, to } => split(position, from, to),
        Move::Half { from, to } => half(position, from, to),
        Move::Pass => end_turn(position),
        Move::Capture { from, to } => {
            let attacker = part(position, from).piece;
            return attempt(
                position,
                Stage {
                    attacker,
                    from,
                    to,
                    measured: false,
                },
            );
        }
    }
    None
}

pub(super) fn resume(
    position: &mut Position,
    stage: Stage,
    readings: &[(Slot, bool)],
) -> NextMeasurement {
    settle(position, readings);
    attempt(
        position,
        Stage {
            measured: true,
            ..stage
        },
    )
}

fn part(position: &Position, place: LayeredSquare) -> Part {
    let part = position.board.part(place);
    part.expect("a legal move starts from a part")
}

fn mover(position: &Position, from: LayeredSquare) -> Mover {
    Mover {
        slot: from.slot(),
        quantum: position.is_quantum(from),
    }
}

fn step(position: &mut Position, from: LayeredSquare, to: Square) {
    let moving = part(position, from);
    let mover = mover(position, from);
    let target = position.board.free_layer(to);
    let mut effects = Effects::new();
    if let Target::Maybe(Blockers { slots, .. }) = target_of(position, from, to) {
        mover.blocked_step(&mut effects, target.slot(), &slots);
        position.set_pair(moving.piece, false);
        unpair(position, &slots);
        position.board.put(target, moving);
    } else {
        if mover.quantum {
            mover.step(&mut effects, target.slot());
        }
        position.board.take(from);
        position.board.put(target, moving);
    }
    apply(position, &effects);
    end_quietly(position);
}

fn split(position: &mut Position, from: LayeredSquare, to: [Square; 2]) {
    let moving = part(position, from);
    let mover = mover(position, from);
    let found = to.map(|square| target_of(position, from, square));
    let places = to.map(|square| position.board.free_layer(square));
    let slots = places.map(LayeredSquare::slot);
    let mut effects = Effects::new();
    let clear = |target: usize| Control::Clear {
        path: found[target].blockers(),
        ancilla: spare(&position.board, places[target], 1),
    };
    let mut arrives = [true; 2];
    let mut empties = false;
    match &found {
        [Target::Free, Target::Free] => {
            mover.split(&mut effects, slots);
            empties = true;
        }
        [Target::Free, Target::Maybe(blockers)] => {
            mover.split_half_blocked(&mut effects, slots, &blockers.slots);
        }
        [Target::Maybe(blockers), Target::Free] => {
            let [first, second] = slots;
            mover.split_half_blocked(&mut effects, [second, first], &blockers.slots);
        }
        [Target::Maybe(_), Target::Maybe(_)] => {
            let both = spare(&position.board, places[0], 2);
            mover.split_blocked(&mut effects, slots, [clear(0), clear(1)], both);
        }
        _ => {
            let open = usize::from(found[0] == Target::Taken);
            arrives[1 - open] = false;
            match &found[open] {
                Target::Free => mover.half(&mut effects, slots[open]),
                _ => mover.half_blocked(&mut effects, slots[open], clear(open)),
            }
        }
    }
    if empties {
        position.board.take(from);
    }
    for target in &found {
        unpair(position, target.blockers());
    }
    for (place, arrives) in places.into_iter().zip(arrives) {
        if arrives {
            position.board.put(place, moving);
        }
    }
    position.set_pair(moving.piece, false);
    apply(position, &effects);
    end_quietly(position);
}

/// The slot so many layers above all parts on the square of a target, and above the target.
fn spare(board: &LayeredBoard, target: LayeredSquare, layers: u8) -> Slot {
    let used = board.on(target.square).last();
    let highest = used.map_or(0, |(place, _)| place.layer);
    let layer = highest.max(target.layer) + layers;
    LayeredSquare { layer, ..target }.slot()
}

fn half(position: &mut Position, from: LayeredSquare, to: Square) {
    let moving = part(position, from);
    let mover = mover(position, from);
    let target = position.board.free_layer(to);
    let mut effects = Effects::new();
    let mut pair = false;
    match target_of(position, from, to) {
        Target::Own(other) => root_of_swap(&mut effects, from.slot(), other.slot()),
        Target::Maybe(Blockers { slots, .. }) => {
            let [ancilla, both] = [1, 2].map(|layers| spare(&position.board, target, layers));
            let clear = Control::Clear {
                path: &slots,
                ancilla,
            };
            mover.root_blocked(&mut effects, target.slot(), clear, both);
            unpair(position, &slots);
            position.board.put(target, moving);
        }
        Target::Free | Target::Taken | Target::Hostile => {
            pair = !mover.quantum;
            mover.root(&mut effects, target.slot());
            position.board.put(target, moving);
        }
    }
    position.set_pair(moving.piece, pair);
    apply(position, &effects);
    end_quietly(position);
}

/// Pieces that are linked are no pairs any more.
fn unpair(position: &mut Position, slots: &[Slot]) {
    for &slot in slots {
        if let Some(part) = position.board.part(LayeredSquare::from_slot(slot)) {
            position.set_pair(part.piece, false);
        }
    }
}

fn apply(position: &mut Position, effects: &Effects) {
    let classical = position
        .world
        .apply(position.ply, effects)
        .expect("a legal move fits the world and has room");
    settle(position, &classical);
}

/// Takes over what has become certain: parts that are not there go, and a piece that is there is
/// alone on its square.
fn settle(position: &mut Position, classical: &[(Slot, bool)]) {
    let places = |wanted: bool| {
        let found = classical
            .iter()
            .filter(move |&&(_, occupied)| occupied == wanted);
        found.map(|&(slot, _)| LayeredSquare::from_slot(slot))
    };
    for place in places(false) {
        position.board.take(place);
    }
    for place in places(true) {
        if let Some(part) = position.board.take(place) {
            position.board.put(place.square.into(), part);
            position.set_pair(part.piece, false);
        }
    }
}

/// Continues an attempt to capture: requests the next measurement, or ends it.
fn attempt(position: &mut Position, stage: Stage) -> NextMeasurement {
    let next = next_measurement(position, stage);
    if next.is_none() {
        conclude(position, stage);
    }
    next
}

/// The square attacked.
fn attacked(stage: Stage) -> Square {
    let over = stage.from.square.between(stage.to);
    over.expect("a capture leads two steps along a diagonal")
}

/// Returns `true` if the attacker is certain to be on its square.
fn attacker_is_there(position: &Position, stage: Stage) -> bool {
    let place = stage.from.square.into();
    let there = position.board.part(place);
    there.is_some_and(|part| part.piece == stage.attacker) && !position.is_quantum(place)
}

fn next_measurement(position: &Position, stage: Stage) -> NextMeasurement {
    let (world, ply) = (&position.world, position.ply);
    let quantum = |place: &LayeredSquare| position.is_quantum(*place);
    let on = |square| position.board.on(square).iter().map(|&(place, _)| place);
    let over = attacked(stage);
    let attacker =
        on(stage.from.square).filter(|&place| part(position, place).piece == stage.attacker);
    let mut wanted: Vec<LayeredSquare> = attacker.chain(on(over)).filter(quantum).collect();
    let looks_behind = wanted.is_empty();
    if looks_behind
        && attacker_is_there(position, stage)
        && position.board.of(position.turn.opponent()).contains(over)
    {
        wanted = on(stage.to).filter(quantum).collect();
    }
    let slots = wanted.iter().map(|place| place.slot());
    match position.rules.measure {
        Measure::Components => MeasurementRequest::of_components(stage, world, slots),
        Measure::Squares if looks_behind => MeasurementRequest::of_slots(stage, ply, world, slots),
        Measure::Squares => {
            let squares = on(stage.from.square).chain(on(over));
            MeasurementRequest::of_slots(stage, ply, world, squares.map(LayeredSquare::slot))
        }
        // What does not fit into one answer is asked for until nothing is left.
        Measure::Full if stage.measured || !wanted.is_empty() => {
            let mut all: Vec<Slot> = world.components().iter().map(first_slot).collect();
            all.sort_unstable();
            MeasurementRequest::of_components(stage, world, all)
        }
        Measure::Full => None,
    }
}

fn first_slot(component: &Component) -> Slot {
    let slots = component.unordered_slots().iter();
    *slots.min().expect("a component has slots")
}

fn conclude(position: &mut Position, stage: Stage) {
    let Stage { from, to, .. } = stage;
    let (source, over) = (LayeredSquare::from(from.square), attacked(stage));
    let there = attacker_is_there(position, stage);
    let attacked = position.board.of(position.turn.opponent()).contains(over);
    let landing = position.board.on(to).is_empty();
    match (there, attacked) {
        (true, true) if landing => {
            capture(position, source, over, to);
            return;
        }
        (true, false) => {
            let part = position.board.take(source);
            position.board.put(over.into(), part.expect("it is there"));
        }
        _ => {}
    }
    end_quietly(position);
}

fn capture(position: &mut Position, from: LayeredSquare, over: Square, to: Square) {
    position.board.take(over.into());
    let part = position.board.take(from).expect("it is there");
    position.board.put(to.into(), part);
    position.captured = Some(over);
    position.quiet = 0;
    if movegen::can_capture(position, to.into()) {
        position.chain = Some(to);
    } else {
        end_turn(position);
    }
}

/// A turn without a capture, or the end of a chain, which had one.
fn end_quietly(position: &mut Position) {
    if position.chain.is_none() {
        position.quiet += 1;
    }
    end_turn(position);
}

fn end_turn(position: &mut Position) {
    position.chain = None;
    position.turn = position.turn.opponent();
}
