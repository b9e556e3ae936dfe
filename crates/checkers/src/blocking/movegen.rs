use std::ops::ControlFlow;

use cheqqers_game::Colour;
use smallvec::SmallVec;

use super::way::{Way, way};
use super::{FAINT, Move, Place, Position, QuantumMove};
use crate::{Direction, Part, Rank, Square};

/// The most slots that a move adds to a component, ancillas included.
const MORE_SLOTS: usize = 6;

/// How many times as many amplitudes a component may have in the middle of a move.
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

/// Whether there is a legal move.
pub(super) fn can_move(position: &Position) -> bool {
    each(position, &mut |_| ControlFlow::Break(())).is_break()
}

/// Whether a move is legal while the game goes on; looks at the moves of its part alone.
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

/// Whether the piece on a square can capture.
pub(super) fn can_capture(position: &Position, from: Place) -> bool {
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

fn of_part(position: &Position, from: Place, part: Part, visit: &mut Visit<'_>) -> ControlFlow<()> {
    captures(position, from, part, visit)?;
    steps(position, from, part, visit)
}

fn captures(
    position: &Position,
    from: Place,
    part: Part,
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    for &direction in directions(part) {
        if let Some(to) = from.square.neighbour(direction, 2)
            && may_capture(position, from, to)
        {
            visit(Move::Capture { from, to })?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether there may be something to capture and room behind it; the way is trusted to be a jump in
/// a direction of the part.
pub(super) fn may_capture(position: &Position, from: Place, to: Square) -> bool {
    let hostile = position.board.of(position.turn.opponent());
    to.is_on(position.rules.size())
        && from
            .square
            .between(to)
            .is_some_and(|over| hostile.contains(over))
        && position.occupancy(to) < 1.0
}

fn steps(position: &Position, from: Place, part: Part, visit: &mut Visit<'_>) -> ControlFlow<()> {
    let size = position.rules.size();
    // Each pair is the left and the right of one direction.
    for pair in directions(part).chunks(2) {
        let on_board = |direction| {
            let to = from.square.neighbour(direction, 1);
            to.filter(|to| to.is_on(size))
        };
        let ways: SmallVec<[(Square, Way); 2]> = pair
            .iter()
            .filter_map(|&direction| on_board(direction))
            .map(|to| (to, way(position, from, to)))
            .collect();
        for (to, way) in &ways {
            let to = *to;
            if may_step(position, from, way).is_ok() {
                visit(Move::Step { from, to })?;
            }
            if position.rules.quantum_move == QuantumMove::Single
                && may_half(position, from, way).is_ok()
            {
                visit(Move::Half { from, to })?;
            }
        }
        if let [(left, left_way), (right, right_way)] = &ways[..]
            && position.rules.quantum_move == QuantumMove::Double
            && may_split(position, from, [left_way, right_way]).is_ok()
        {
            let to = [*left.min(right), *left.max(right)];
            visit(Move::Split { from, to })?;
        }
    }
    ControlFlow::Continue(())
}

/// The directions of a part, left and right of each way it may go.
pub(super) fn directions(part: Part) -> &'static [Direction] {
    match (part.rank, part.colour) {
        (Rank::King, _) => &Direction::ALL,
        (Rank::Man, Colour::White) => &Direction::ALL[2..],
        (Rank::Man, Colour::Black) => &Direction::ALL[..2],
    }
}

/// What stands against a move whose squares are as they should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Obstacle {
    /// What is on the target.
    Way,
    /// Two links already.
    Links,
    /// A part would be too faint.
    Faint,
    /// The component would be too large.
    Room,
}

/// Whether a step is legal that finds this.
pub(super) fn may_step(position: &Position, from: Place, way: &Way) -> Result<(), Obstacle> {
    match way {
        Way::Free => Ok(()),
        Way::Maybe(blockers) => {
            let blocked = blockers.probability;
            faint(position, from, &[blocked, 1.0 - blocked])?;
            entangles(position, from, &[way])
        }
        Way::Taken | Way::Own(_) | Way::Hostile => Err(Obstacle::Way),
    }
}

/// Whether a quantum move is legal whose two targets are so.
pub(super) fn may_split(position: &Position, from: Place, ways: [&Way; 2]) -> Result<(), Obstacle> {
    let closed = |way: &Way| matches!(way, Way::Own(_) | Way::Hostile);
    if ways.into_iter().any(closed) || ways == [&Way::Taken; 2] {
        return Err(Obstacle::Way);
    }
    let [first, second] = ways.map(Way::blocked);
    let shares = [
        (1.0 - first) / 2.0,
        (1.0 - second) / 2.0,
        f64::midpoint(first, second),
    ];
    faint(position, from, &shares)?;
    entangles(position, from, &ways)
}

/// Whether a quantum move to one target is legal that finds this.
pub(super) fn may_half(position: &Position, from: Place, way: &Way) -> Result<(), Obstacle> {
    match way {
        Way::Free | Way::Maybe(_) => {
            faint(position, from, &[(1.0 - way.blocked()) / 2.0])?;
            entangles(position, from, &[way])
        }
        Way::Own(_) if position.rules.rejoin && may_rejoin(position, from) => Ok(()),
        Way::Taken | Way::Own(_) | Way::Hostile => Err(Obstacle::Way),
    }
}

fn may_rejoin(position: &Position, from: Place) -> bool {
    let part = position.board.part(from);
    part.is_some_and(|part| position.is_pair(part.piece))
}

/// Whether none of the shares that a part would have is too faint; one of 0 is none.
fn faint(position: &Position, from: Place, shares: &[f64]) -> Result<(), Obstacle> {
    let probability = position.probability(from);
    if shares
        .iter()
        .any(|&share| share > 0.0 && probability * share < FAINT)
    {
        return Err(Obstacle::Faint);
    }
    Ok(())
}

/// Whether what is quantum after the move has room, and what it links may be linked.
fn entangles(position: &Position, from: Place, ways: &[&Way]) -> Result<(), Obstacle> {
    let blockers = ways.iter().flat_map(|way| way.blockers());
    if position.rules.link_limit {
        let few = |place| position.links(place) < 2;
        let mut linked = blockers
            .clone()
            .map(|&slot| Place::from_slot(slot))
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
