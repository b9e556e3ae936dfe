use cheqqers_game::Colour;

use crate::{Board, Direction, Level, Move, Square, Squares};

/// Appends the captures of `colour` in ascending order; with `only`, those of that square alone.
pub(crate) fn captures(board: &Board, colour: Colour, only: Option<Square>, moves: &mut Vec<Move>) {
    let by_direction = Direction::ALL.map(|direction| capturers(board, colour, direction));
    let mut any = union(by_direction);
    if let Some(square) = only {
        any &= square.into();
    }
    for from in any {
        let targets = Targets::new(from, by_direction, 2);
        let captures = targets.as_slice().iter();
        moves.extend(captures.map(|&to| Move::Capture { from, to }));
    }
}

/// Whether `colour` has a capture; with `only`, whether that square has one.
pub(crate) fn can_capture(board: &Board, colour: Colour, only: Option<Square>) -> bool {
    let among = only.map_or(!Squares::EMPTY, Squares::from);
    Direction::ALL
        .into_iter()
        .any(|direction| !(capturers(board, colour, direction) & among).is_empty())
}

/// Whether `colour` has a step.
pub(crate) fn can_step(board: &Board, colour: Colour) -> bool {
    Direction::ALL
        .into_iter()
        .any(|direction| !steppers(board, colour, direction).is_empty())
}

/// Appends the moves of `colour` that capture nothing, in ascending order. Splits and merges start
/// only from the squares that `can_branch`.
pub(crate) fn quiet_moves(
    board: &Board,
    colour: Colour,
    level: Level,
    can_branch: Squares,
    moves: &mut Vec<Move>,
) {
    let by_direction = Direction::ALL.map(|direction| steppers(board, colour, direction));
    let any = union(by_direction);
    let targets = |from: Square| Targets::new(from, by_direction, 1);
    for from in any {
        let targets = targets(from);
        moves.extend(targets.as_slice().iter().map(|&to| Move::Step { from, to }));
    }
    if level >= Level::Superposition {
        for from in any & can_branch {
            let targets = targets(from);
            for (k, &first) in targets.as_slice().iter().enumerate() {
                let seconds = targets.as_slice()[k + 1..].iter();
                moves.extend(seconds.map(|&second| Move::Split {
                    from,
                    to: [first, second],
                }));
            }
        }
    }
    if level >= Level::Interference {
        let parts = any & board.quantum() & can_branch;
        for first in parts {
            let partners = parts
                .into_iter()
                .filter(|&second| second > first && can_merge(board, first, second));
            for second in partners {
                let (ours, theirs) = (targets(first), targets(second));
                let shared = ours.as_slice().iter();
                let shared = shared.filter(|to| theirs.as_slice().contains(to));
                moves.extend(shared.map(|&to| Move::Merge {
                    from: [first, second],
                    to,
                }));
            }
        }
    }
}

/// Whether two occupied squares hold parts that may merge: of the same piece and both men or both
/// kings.
pub(crate) fn can_merge(board: &Board, a: Square, b: Square) -> bool {
    board.piece(a) == board.piece(b) && board.kings().contains(a) == board.kings().contains(b)
}

/// Where one square can go, ascending.
struct Targets {
    squares: [Square; 4],
    len: usize,
}

impl Targets {
    /// So many steps on in each direction whose set holds the square.
    fn new(from: Square, by_direction: [Squares; 4], steps: u8) -> Self {
        let mut targets = Self {
            squares: [from; 4],
            len: 0,
        };
        for (squares, direction) in by_direction.into_iter().zip(Direction::ALL) {
            if squares.contains(from) {
                targets.squares[targets.len] = from.neighbour_unchecked(direction, steps);
                targets.len += 1;
            }
        }
        targets
    }

    fn as_slice(&self) -> &[Square] {
        &self.squares[..self.len]
    }
}

/// The squares from which `colour` can step in a direction.
fn steppers(board: &Board, colour: Colour, direction: Direction) -> Squares {
    board.movers(colour, direction) & board.empty().behind(direction)
}

/// The squares from which `colour` can capture in a direction.
fn capturers(board: &Board, colour: Colour, direction: Direction) -> Squares {
    let landing = board.empty().behind(direction);
    let jumped = board.of(colour.opponent()) & landing;
    board.movers(colour, direction) & jumped.behind(direction)
}

fn union(sets: [Squares; 4]) -> Squares {
    sets.into_iter().fold(Squares::EMPTY, |all, set| all | set)
}
