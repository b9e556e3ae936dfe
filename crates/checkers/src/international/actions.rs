use super::Move;
use crate::{Direction, Square};

/// The moves of a board as numbers from 0: for learned policies, which need a fixed action space.
///
/// For each square there are its steps to all squares of its diagonals, its splits over any two of
/// them, and the merges on it from any two of them: 2,560 actions on 8 x 8 and 6,770 on 10 x 10. A
/// step and a capture between the same squares are one action, as never both are legal.
#[derive(Clone, Debug)]
pub struct ActionTable {
    /// Ascending; a capture stands as a step.
    moves: Vec<Move>,
}

impl ActionTable {
    /// The table of a board with so many files and ranks, 4 to 16.
    pub fn new(size: u8) -> Self {
        let squares =
            (0..size).flat_map(|rank| (0..size).filter_map(move |file| Square::new(file, rank)));
        let mut moves: Vec<Move> = squares.flat_map(|square| of_square(square, size)).collect();
        moves.sort_unstable();
        Self { moves }
    }

    /// Number of actions.
    #[expect(clippy::len_without_is_empty, reason = "no board is without moves")]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// The number of a move; `None` if it is none of this board.
    ///
    /// Cost: a binary search.
    pub fn index(&self, mv: Move) -> Option<usize> {
        let mv = match mv {
            Move::Capture { from, to } => Move::Step { from, to },
            mv => mv,
        };
        self.moves.binary_search(&mv).ok()
    }

    /// The one of the legal moves that has a number; `None` where none has.
    ///
    /// Cost: a binary search for each move.
    pub fn legal(&self, index: usize, legal: &[Move]) -> Option<Move> {
        let mut legal = legal.iter().copied();
        legal.find(|&mv| self.index(mv) == Some(index))
    }
}

/// The actions of a square.
fn of_square(square: Square, size: u8) -> Vec<Move> {
    let on_diagonals = Direction::ALL.into_iter().flat_map(|direction| {
        let squares = (1..size).map_while(move |steps| square.neighbour(direction, steps));
        squares.take_while(|other| other.is_on(size))
    });
    let mut others: Vec<Square> = on_diagonals.collect();
    others.sort_unstable();
    let mut moves = Vec::new();
    for (k, &first) in others.iter().enumerate() {
        moves.push(Move::Step {
            from: square,
            to: first,
        });
        for &second in &others[k + 1..] {
            let both = [first, second];
            moves.push(Move::Split {
                from: square,
                to: both,
            });
            moves.push(Move::Merge {
                from: both,
                to: square,
            });
        }
    }
    moves
}
