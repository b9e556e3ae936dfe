use cheqqers_game::ActionTable;

use super::{LayeredSquare, Move};
use crate::actions::{self, ActionTables, PAIRS, both_turned, neighbours, pairs, squares};
use crate::{Direction, Square};

/// Layers of a square whose parts have moves with numbers. Random games reach 4; a part above has none.
const LAYERS: u8 = 8;

/// Planes of a layer.
const PLANES: usize = 3 * Direction::ALL.len() + SPLITS.len();

/// Pairs of directions of a quantum move with two targets: back and ahead.
const SPLITS: [usize; 2] = [0, PAIRS.len() - 1];

/// The numbering of moves: 14 planes of cells for each of 8 layers, and one for `pass`, 3,616 numbers on 8 x 8.
///
/// Steps in the directions back left, back right, ahead left and ahead right, then quantum moves to one square and
/// captures alike, then quantum moves to both squares back and ahead, by the cell of the part. The number of `pass` is
/// the first of its plane.
pub(super) fn actions(size: u8) -> &'static ActionTable<Move> {
    static TABLES: ActionTables<Move> = ActionTables::new();
    TABLES.of(size, |size| {
        let places = (0..LAYERS)
            .flat_map(|layer| squares(size).map(move |square| LayeredSquare { square, layer }));
        let of_parts = places.flat_map(|from| {
            let first = PLANES * usize::from(from.layer);
            let numbered = (first..).zip(of_part(size, from));
            numbered.filter_map(move |(plane, mv)| Some((plane, from.square, mv?)))
        });
        let corner = squares(size).next().expect("a board has squares");
        let pass = (PLANES * usize::from(LAYERS), corner, Move::Pass);
        let planes = PLANES * usize::from(LAYERS) + 1;
        let turned = |mv| turned(size, mv);
        let moves = of_parts.chain([pass]);
        actions::of_planes("blocking-actions-v1", size, planes, moves, turned)
    })
}

/// The moves of a part by plane.
fn of_part(size: u8, from: LayeredSquare) -> impl Iterator<Item = Option<Move>> {
    let near = neighbours(size, from.square, 1);
    let steps = near.map(|to| Some(Move::Step { from, to: to? }));
    let halves = near.map(|to| Some(Move::Half { from, to: to? }));
    let far = neighbours(size, from.square, 2);
    let captures = far.map(|to| Some(Move::Capture { from, to: to? }));
    let targets = pairs(near);
    let splits = SPLITS.map(|pair| {
        let to = targets[pair]?;
        Some(Move::Split { from, to })
    });
    steps
        .into_iter()
        .chain(halves)
        .chain(captures)
        .chain(splits)
}

fn turned(size: u8, mv: Move) -> Move {
    let one = |square: Square| actions::turned(size, square);
    let place = |place: LayeredSquare| LayeredSquare {
        square: one(place.square),
        ..place
    };
    match mv {
        Move::Step { from, to } => Move::Step {
            from: place(from),
            to: one(to),
        },
        Move::Half { from, to } => Move::Half {
            from: place(from),
            to: one(to),
        },
        Move::Capture { from, to } => Move::Capture {
            from: place(from),
            to: one(to),
        },
        Move::Split { from, to } => Move::Split {
            from: place(from),
            to: both_turned(size, to),
        },
        Move::Pass => Move::Pass,
    }
}
