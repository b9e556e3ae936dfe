use cheqqers_checkers::{Level, Move, Part, Position, Square};
use cheqqers_game::{Colour, Game};

use crate::checks::{direction, is_diagonal, middle, squares};

/// Moves that the rules allow in a position, decided one by one without sets of squares.
pub(super) struct LegalMoves<'a> {
    position: &'a Position,
    turn: Colour,
    /// The part that must go on capturing.
    chain: Option<Square>,
    squares: Vec<Square>,
    /// `true` if some capture is allowed, so that nothing else is.
    must_capture: bool,
}

/// All moves that squares of the board, and the row and column beyond its edge, can make up.
pub(super) fn all_moves(size: u8) -> impl Iterator<Item = Move> {
    let squares = squares((size + 1).min(Square::MAX_SIZE));
    let pairs = pairs(&squares);
    squares.into_iter().flat_map(move |one| {
        let others = pairs.clone().into_iter().filter(move |p| !p.contains(&one));
        let with_two = others.flat_map(move |two| {
            [
                Move::Split { from: one, to: two },
                Move::Merge { from: two, to: one },
            ]
        });
        let to_one = pairs.clone().into_iter().filter_map(move |[from, to]| {
            (from == one)
                .then_some([from, to])
                .or((to == one).then_some([to, from]))
        });
        with_two.chain(
            to_one.flat_map(|[from, to]| [Move::Step { from, to }, Move::Capture { from, to }]),
        )
    })
}

/// Every two squares, the lower first.
fn pairs(squares: &[Square]) -> Vec<[Square; 2]> {
    let pairs = squares
        .iter()
        .enumerate()
        .flat_map(|(k, &a)| squares[k + 1..].iter().map(move |&b| [a, b]));
    pairs.collect()
}

impl<'a> LegalMoves<'a> {
    pub(super) fn new(position: &'a Position) -> Self {
        Self::in_turn(position, position.turn(), position.chain())
    }

    /// The same if it were the turn of a player who may have to go on capturing.
    pub(super) fn in_turn(position: &'a Position, turn: Colour, chain: Option<Square>) -> Self {
        let mut allowed = Self {
            position,
            turn,
            chain,
            squares: squares(position.rules().size()),
            must_capture: false,
        };
        let mut froms = allowed.squares.iter();
        allowed.must_capture = froms.any(|&from| {
            let mut tos = allowed.squares.iter();
            tos.any(|&to| allowed.captures(from, to))
        });
        allowed
    }

    /// `true` if a capture is available, a draw or not.
    pub(super) fn must_capture(&self) -> bool {
        self.must_capture
    }

    pub(super) fn contains(&self, mv: Move) -> bool {
        let (rules, quiet) = (self.position.rules(), self.position.half_move_clock());
        if rules.draw_after().is_some_and(|most| quiet >= most) {
            return false;
        }
        if let Move::Capture { from, to } = mv {
            return self.captures(from, to);
        }
        if self.must_capture {
            return false;
        }
        match mv {
            Move::Step { from, to } => self.steps(from, to),
            Move::Split { from, to: [a, b] } => {
                rules.level() >= Level::Superposition
                    && a != b
                    && self.steps(from, a)
                    && self.steps(from, b)
            }
            Move::Merge { from: [a, b], to } => {
                rules.level() >= Level::Interference
                    && a != b
                    && self.steps(a, to)
                    && self.steps(b, to)
                    && self.may_merge(a, b)
            }
            Move::Capture { .. } => false,
        }
    }

    fn part(&self, square: Square) -> Option<Part> {
        let on_board = self.squares.contains(&square);
        self.position.board().part(square).filter(|_| on_board)
    }

    fn is_empty(&self, square: Square) -> bool {
        self.squares.contains(&square) && self.part(square).is_none()
    }

    /// The way of the part whose turn it is, where it may go that way.
    fn way(&self, from: Square, to: Square) -> Option<(i16, i16)> {
        let part = self.part(from).filter(|part| part.colour == self.turn)?;
        direction(part, from, to)
    }

    fn steps(&self, from: Square, to: Square) -> bool {
        is_diagonal(self.way(from, to), 1) && self.is_empty(to)
    }

    fn captures(&self, from: Square, to: Square) -> bool {
        if self.chain.is_some_and(|square| square != from) {
            return false;
        }
        let opposing = middle(from, to)
            .and_then(|square| self.part(square))
            .is_some_and(|part| part.colour != self.turn);
        is_diagonal(self.way(from, to), 2) && opposing && self.is_empty(to)
    }

    fn may_merge(&self, a: Square, b: Square) -> bool {
        let uncertain = |square| {
            let probability = self.position.probability(square);
            0.0 < probability && probability < 1.0
        };
        let alike = match (self.part(a), self.part(b)) {
            (Some(a), Some(b)) => a.piece == b.piece && a.rank == b.rank,
            _ => false,
        };
        alike && uncertain(a) && uncertain(b)
    }
}
