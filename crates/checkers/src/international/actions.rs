use cheqqers_game::ActionTable;

use super::Move;
use crate::Square;
use crate::actions::{ActionTables, neighbours, squares};
use crate::cheqqers::turned;

/// The numbering of moves: 2,560 numbers on 8 x 8 and 6,770 on 10 x 10.
///
/// For each square there are its steps to all squares of its diagonals, its splits over any two of them, and the merges
/// on it from any two of them, in ascending order of White's moves. A step and a capture between the same squares share
/// a number, as never both are legal.
pub(super) fn actions(size: u8) -> &'static ActionTable<Move> {
    static TABLES: ActionTables<Move> = ActionTables::new();
    TABLES.of(size, |size| {
        let mut moves: Vec<Move> = squares(size)
            .flat_map(|square| of_square(square, size))
            .collect();
        moves.sort_unstable();
        let len = moves.len();
        let numbered = (0..).zip(moves).flat_map(|(number, mv)| {
            let capture = match mv {
                Move::Step { from, to } => Some(Move::Capture { from, to }),
                _ => None,
            };
            let both = [Some(mv), capture].into_iter().flatten();
            both.map(move |mv| (number, [mv, turned(size, mv)]))
        });
        ActionTable::new("international-actions-v1", vec![len], numbered)
    })
}

/// The moves of a square, captures as steps.
fn of_square(square: Square, size: u8) -> Vec<Move> {
    let at = (1..size).flat_map(|steps| neighbours(size, square, steps));
    let mut others: Vec<Square> = at.flatten().collect();
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
