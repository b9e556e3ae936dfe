use super::{Move, Position};
use crate::{Direction, Square};

/// All moves on the board of the player to move, ascending, whether or not the game is over: steps,
/// then captures.
pub(super) fn moves(position: &Position) -> impl Iterator<Item = Move> + '_ {
    let step = |from, direction| step(position, from, direction);
    let capture = |from, direction| capture(position, from, direction);
    each(position, step).chain(each(position, capture))
}

/// Moves of each own piece in each of its directions.
fn each<'a>(
    position: &'a Position,
    find: impl Fn(Square, Direction) -> Option<Move> + Copy + 'a,
) -> impl Iterator<Item = Move> + 'a {
    let board = position.board();
    let movers = Direction::ALL.map(|direction| board.movers(position.turn, direction));
    let own = board.of(position.turn).into_iter();
    own.flat_map(move |from| {
        let ways = Direction::ALL.into_iter().zip(movers);
        ways.filter(move |(_, movers)| movers.contains(from))
            .filter_map(move |(direction, _)| find(from, direction))
    })
}

#[inline]
fn step(position: &Position, from: Square, direction: Direction) -> Option<Move> {
    let to = from.neighbour(direction, 1)?;
    let is_empty = position.board().empty().contains(to);
    is_empty.then_some(Move::Step { from, to })
}

fn capture(position: &Position, from: Square, direction: Direction) -> Option<Move> {
    let over = from.neighbour(direction, 1)?;
    let to = from.neighbour(direction, 2)?;
    let board = position.board();
    let is_capture =
        board.of(position.turn.opponent()).contains(over) && board.empty().contains(to);
    is_capture.then_some(Move::Capture { from, to })
}
