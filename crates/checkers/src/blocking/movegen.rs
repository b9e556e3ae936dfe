use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::target::{Target, target_of};
use super::{FAINT, LayeredSquare, Move, Position, QuantumMove};
use crate::{Part, Square};

/// The most slots that a move adds to a component, ancillas included.
const MORE_SLOTS: usize = 6;

/// Factor by which the amplitudes of a component may grow in the middle of a move.
const MORE_AMPLITUDES: usize = 16;

/// Appends the legal moves, ascending.
pub(super) fn legal_moves(position: &Position, moves: &mut Vec<Move>) {
    let start = moves.len();
    let _ = each(position, &mut |mv| {
        moves.push(mv);
        ControlFlow::Continue(())
    });
    moves[start..].sort_unstable();
}

/// Returns `true` if there is a legal move.
pub(super) fn can_move(position: &Position) -> bool {
    each(position, &mut |_| ControlFlow::Break(())).is_break()
}

/// Returns `true` if a move is legal while the game goes on; generates the moves of its part alone.
pub(super) fn is_legal(position: &Position, mv: Move) -> bool {
    let mut is_it = |other| {
        if other == mv {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let part = mv.source().and_then(|from| {
        let part = position.board.part(from);
        Some((from, part.filter(|part| part.colour == position.turn)?))
    });
    let found = match (position.chain, part) {
        (Some(_), _) => each(position, &mut is_it),
        (None, Some((from, part))) => of_part(position, from, part, &mut is_it),
        (None, None) => ControlFlow::Continue(()),
    };
    found.is_break()
}

/// Returns `true` if the piece on a square can capture.
pub(super) fn can_capture(position: &Position, from: LayeredSquare) -> bool {
    let parts = position.board.part(from);
    parts.is_some_and(|part| {
        captures(position, from, part, &mut |_| ControlFlow::Break(())).is_break()
    })
}

type Visit<'a> = dyn FnMut(Move) -> ControlFlow<()> + 'a;

fn each(position: &Position, visit: &mut Visit<'_>) -> ControlFlow<()> {
    if let Some(square) = position.chain {
        visit(Move::Pass)?;
        let from = square.into();
        return match position.board.part(from) {
            Some(part) => captures(position, from, part, visit),
            None => ControlFlow::Continue(()),
        };
    }
    for &(from, part) in position.board.parts() {
        if part.colour == position.turn {
            of_part(position, from, part, visit)?;
        }
    }
    ControlFlow::Continue(())
}

fn of_part(
    position: &Position,
    from: LayeredSquare,
    part: Part,
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    captures(position, from, part, visit)?;
    steps(position, from, part, visit)
}

fn captures(
    position: &Position,
    from: LayeredSquare,
    part: Part,
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    for &direction in part.directions() {
        if let Some(to) = from.square.neighbour(direction, 2)
            && may_capture(position, from, to)
        {
            visit(Move::Capture { from, to })?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns `true` if there may be something to capture and room behind it; the way is trusted to be
/// a jump in a direction of the part.
pub(super) fn may_capture(position: &Position, from: LayeredSquare, to: Square) -> bool {
    let hostile = position.board.of(position.turn.opponent());
    to.is_on(position.rules.size())
        && from
            .square
            .between(to)
            .is_some_and(|over| hostile.contains(over))
        && position.occupancy(to) < 1.0
}

fn steps(
    position: &Position,
    from: LayeredSquare,
    part: Part,
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    let size = position.rules.size();
    // Each pair is the left and the right of one direction.
    for pair in part.directions().chunks(2) {
        let on_board = |direction| {
            let to = from.square.neighbour(direction, 1);
            to.filter(|to| to.is_on(size))
        };
        let targets: SmallVec<[(Square, Target); 2]> = pair
            .iter()
            .filter_map(|&direction| on_board(direction))
            .map(|to| (to, target_of(position, from, to)))
            .collect();
        for (to, target) in &targets {
            let to = *to;
            if may_step(position, from, target).is_ok() {
                visit(Move::Step { from, to })?;
            }
            if position.rules.quantum_move == QuantumMove::Single
                && may_half(position, from, target).is_ok()
            {
                visit(Move::Half { from, to })?;
            }
        }
        if let [(left, left_target), (right, right_target)] = &targets[..]
            && position.rules.quantum_move == QuantumMove::Double
            && may_split(position, from, [left_target, right_target]).is_ok()
        {
            let to = [*left.min(right), *left.max(right)];
            visit(Move::Split { from, to })?;
        }
    }
    ControlFlow::Continue(())
}

/// Obstacle to a move with correct squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Obstacle {
    /// The contents of the target.
    Target,
    /// Two links already, with `link_limit`.
    Links,
    /// A part would be too faint.
    Faint,
    /// The component would be too large.
    Room,
}

/// Checks a step onto a target with these contents.
pub(super) fn may_step(
    position: &Position,
    from: LayeredSquare,
    target: &Target,
) -> Result<(), Obstacle> {
    match target {
        Target::Free => Ok(()),
        Target::Maybe(blockers) => {
            let blocked = blockers.probability;
            faint(position, from, &[blocked, 1.0 - blocked])?;
            entangles(position, from, &[target])
        }
        Target::Taken | Target::Own(_) | Target::Hostile => Err(Obstacle::Target),
    }
}

/// Checks a quantum move onto two targets with these contents.
pub(super) fn may_split(
    position: &Position,
    from: LayeredSquare,
    targets: [&Target; 2],
) -> Result<(), Obstacle> {
    let closed = |target: &Target| matches!(target, Target::Own(_) | Target::Hostile);
    if targets.into_iter().any(closed) || targets == [&Target::Taken; 2] {
        return Err(Obstacle::Target);
    }
    let [first, second] = targets.map(Target::blocked);
    let shares = [
        (1.0 - first) / 2.0,
        (1.0 - second) / 2.0,
        f64::midpoint(first, second),
    ];
    faint(position, from, &shares)?;
    entangles(position, from, &targets)
}

/// Checks a quantum move onto one target with these contents.
pub(super) fn may_half(
    position: &Position,
    from: LayeredSquare,
    target: &Target,
) -> Result<(), Obstacle> {
    match target {
        Target::Free | Target::Maybe(_) => {
            faint(position, from, &[(1.0 - target.blocked()) / 2.0])?;
            entangles(position, from, &[target])
        }
        Target::Own(_) if position.rules.rejoin && may_rejoin(position, from) => Ok(()),
        Target::Taken | Target::Own(_) | Target::Hostile => Err(Obstacle::Target),
    }
}

fn may_rejoin(position: &Position, from: LayeredSquare) -> bool {
    let part = position.board.part(from);
    part.is_some_and(|part| position.is_pair(part.piece))
}

/// Checks that no share of a part would be too faint; one of 0 is none.
fn faint(position: &Position, from: LayeredSquare, shares: &[f64]) -> Result<(), Obstacle> {
    let probability = position.probability(from);
    if shares
        .iter()
        .any(|&share| share > 0.0 && probability * share < FAINT)
    {
        return Err(Obstacle::Faint);
    }
    Ok(())
}

/// Checks that the component of a move has room, and that the parts it links may be linked.
fn entangles(
    position: &Position,
    from: LayeredSquare,
    targets: &[&Target],
) -> Result<(), Obstacle> {
    let blockers = targets.iter().flat_map(|target| target.blockers());
    if position.rules.link_limit {
        let few = |place| position.links(place) < 2;
        let mut linked = blockers
            .clone()
            .map(|&slot| LayeredSquare::from_slot(slot))
            .peekable();
        if linked.peek().is_some() && !(few(from) && linked.all(few)) {
            return Err(Obstacle::Links);
        }
    }
    let slots = std::iter::once(from.slot()).chain(blockers.copied());
    if position.world.has_room(slots, MORE_SLOTS, MORE_AMPLITUDES) {
        Ok(())
    } else {
        Err(Obstacle::Room)
    }
}
