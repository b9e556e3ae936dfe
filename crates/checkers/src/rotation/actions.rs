use cheqqers_game::ActionTable;

use super::Move;
use crate::actions::{self, ActionTables, neighbours, squares};

/// The numbering of moves: 8 planes of cells, 256 numbers on 8 x 8.
///
/// Steps in the directions back left, back right, ahead left and ahead right, then captures alike, by the cell of the
/// token.
pub(super) fn actions(size: u8) -> &'static ActionTable<Move> {
    static TABLES: ActionTables<Move> = ActionTables::new();
    TABLES.of(size, |size| {
        let moves = squares(size).flat_map(|from| {
            let steps = neighbours(size, from, 1).map(|to| Some(Move::Step { from, to: to? }));
            let far = neighbours(size, from, 2);
            let captures = far.map(|to| Some(Move::Capture { from, to: to? }));
            let numbered = (0..).zip(steps.into_iter().chain(captures));
            numbered.filter_map(move |(plane, mv)| Some((plane, from, mv?)))
        });
        let turned = |mv| turned(size, mv);
        actions::of_planes("rotation-actions-v1", size, 8, moves, turned)
    })
}

fn turned(size: u8, mv: Move) -> Move {
    let [from, to] = mv.ends().map(|square| actions::turned(size, square));
    match mv {
        Move::Step { .. } => Move::Step { from, to },
        Move::Capture { .. } => Move::Capture { from, to },
    }
}
