use cheqqers_game::{Colour, Game};

use crate::{Level, Move, Part, Position, Rank, Square};

/// What the rules allow in a position, decided move by move without sets of squares.
pub(super) struct Allowed<'a> {
    position: &'a Position,
    squares: Vec<Square>,
    /// Whether some capture is allowed, so that nothing else is.
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

fn squares(size: u8) -> Vec<Square> {
    let ranks = 0..size;
    ranks
        .flat_map(|rank| (0..size).filter_map(move |file| Square::new(file, rank)))
        .collect()
}

/// Every two squares, the lower first.
fn pairs(squares: &[Square]) -> Vec<[Square; 2]> {
    let pairs = squares
        .iter()
        .enumerate()
        .flat_map(|(k, &a)| squares[k + 1..].iter().map(move |&b| [a, b]));
    pairs.collect()
}

impl<'a> Allowed<'a> {
    pub(super) fn new(position: &'a Position) -> Self {
        let mut allowed = Self {
            position,
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

    /// Whether a capture is available, a draw or not.
    pub(super) fn must_capture(&self) -> bool {
        self.must_capture
    }

    pub(super) fn contains(&self, mv: Move) -> bool {
        let (rules, quiet) = (self.position.rules(), self.position.quiet());
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

    /// How far right and up the way leads, when the part of whose turn it is may go that way.
    fn way(&self, from: Square, to: Square) -> Option<(i16, i16)> {
        let part = self.part(from)?;
        let right = i16::from(to.file()) - i16::from(from.file());
        let up = i16::from(to.rank()) - i16::from(from.rank());
        let forward = match part.colour {
            Colour::White => up > 0,
            Colour::Black => up < 0,
        };
        let may = part.colour == self.position.turn() && (part.rank == Rank::King || forward);
        may.then_some((right, up))
    }

    fn steps(&self, from: Square, to: Square) -> bool {
        let way = self.way(from, to);
        way.is_some_and(|(right, up)| right.abs() == 1 && up.abs() == 1) && self.is_empty(to)
    }

    fn captures(&self, from: Square, to: Square) -> bool {
        if self.position.chain().is_some_and(|square| square != from) {
            return false;
        }
        let way = self.way(from, to);
        let over = way
            .filter(|&(right, up)| right.abs() == 2 && up.abs() == 2)
            .and_then(|_| {
                let middle = |a: u8, b: u8| u8::midpoint(a, b);
                Square::new(
                    middle(from.file(), to.file()),
                    middle(from.rank(), to.rank()),
                )
            });
        let opposing = over
            .and_then(|square| self.part(square))
            .is_some_and(|part| part.colour != self.position.turn());
        opposing && self.is_empty(to)
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
