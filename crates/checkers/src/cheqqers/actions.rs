use cheqqers_game::ActionTable;

use super::Move;
use crate::actions::{self, ActionTables, both_turned, neighbours, pairs, squares};

/// The numbering of moves: 20 planes of cells, 640 numbers on 8 x 8.
///
/// Steps in the directions back left, back right, ahead left and ahead right, then captures alike, by the cell of the
/// part; splits over the two directions 1 and 2, 1 and 3, 1 and 4, 2 and 3, 2 and 4, 3 and 4, by the cell of the part;
/// merges from the two, by the cell of the target.
pub(super) fn actions(size: u8) -> &'static ActionTable<Move> {
    static TABLES: ActionTables<Move> = ActionTables::new();
    TABLES.of(size, |size| {
        let moves = squares(size).flat_map(|square| {
            let single = |plane: usize, mv: Option<Move>| mv.map(|mv| (plane, square, mv));
            let near = neighbours(size, square, 1);
            let from = square;
            let steps = near.map(|to| Some(Move::Step { from, to: to? }));
            let far = neighbours(size, square, 2);
            let captures = far.map(|to| Some(Move::Capture { from, to: to? }));
            let splits = pairs(near).map(|to| Some(Move::Split { from, to: to? }));
            let merges = pairs(near).map(|from| {
                let from = from?;
                Some(Move::Merge { from, to: square })
            });
            let all = steps
                .into_iter()
                .chain(captures)
                .chain(splits)
                .chain(merges);
            let numbered = (0..).zip(all);
            let moves: Vec<_> = numbered
                .filter_map(|(plane, mv)| single(plane, mv))
                .collect();
            moves
        });
        actions::of_planes("cheqqers-actions-v1", size, 20, moves, |mv| {
            turned(size, mv)
        })
    })
}

/// The move of Black's that looks to Black as this one does to White.
pub(crate) fn turned(size: u8, mv: Move) -> Move {
    let one = |square| actions::turned(size, square);
    let both = |squares| both_turned(size, squares);
    match mv {
        Move::Step { from, to } => Move::Step {
            from: one(from),
            to: one(to),
        },
        Move::Capture { from, to } => Move::Capture {
            from: one(from),
            to: one(to),
        },
        Move::Split { from, to } => Move::Split {
            from: one(from),
            to: both(to),
        },
        Move::Merge { from, to } => Move::Merge {
            from: both(from),
            to: one(to),
        },
    }
}
