//! Numberings of moves, for learned policies.
//!
//! A cell is a dark square as the player to move sees it: rank times the dark files of a rank, plus half the file,
//! counted from that player's left corner. Where moves are numbered by planes, the number of a move is that of its
//! plane times the cells of a plane, plus the cell of one of its squares.

use std::array;
use std::hash::Hash;
use std::sync::OnceLock;

use cheqqers_game::{ActionTable, Colour};

use crate::{Direction, Square};

/// Tables of a game, for each size of a board, made when they are first needed.
pub(crate) struct ActionTables<M>([OnceLock<ActionTable<M>>; SIZES]);

const SIZES: usize = Square::MAX_SIZE as usize + 1;

impl<M: Copy + Eq + Hash + Ord> ActionTables<M> {
    pub(crate) const fn new() -> Self {
        Self([const { OnceLock::new() }; SIZES])
    }

    /// The table of boards of a size, made by `make`.
    #[inline]
    pub(crate) fn of(&self, size: u8, make: impl FnOnce(u8) -> ActionTable<M>) -> &ActionTable<M> {
        self.0[usize::from(size)].get_or_init(|| make(size))
    }
}

/// Rows and columns of a plane of cells.
pub(crate) fn shape(size: u8) -> [usize; 2] {
    [size, size.div_ceil(2)].map(usize::from)
}

/// Number of cells of a plane.
#[inline]
pub(crate) fn num_cells(size: u8) -> usize {
    shape(size).into_iter().product()
}

/// The cell of a square for the player to move.
#[inline]
pub(crate) fn cell(size: u8, turn: Colour, square: Square) -> usize {
    let turned = |coordinate: u8| match turn {
        Colour::White => coordinate,
        Colour::Black => size - 1 - coordinate,
    };
    usize::from(turned(square.rank())) * usize::from(size.div_ceil(2))
        + usize::from(turned(square.file()) / 2)
}

/// The square on which Black sees what White sees on this one.
pub(crate) fn turned(size: u8, square: Square) -> Square {
    let turned = Square::new(size - 1 - square.file(), size - 1 - square.rank());
    turned.expect("a turned board has its dark squares on dark ones")
}

/// Two squares of a move turned, the lower first.
pub(crate) fn both_turned(size: u8, squares: [Square; 2]) -> [Square; 2] {
    let [first, second] = squares.map(|square| turned(size, square));
    [first.min(second), first.max(second)]
}

/// All squares of a board, ascending.
pub(crate) fn squares(size: u8) -> impl Iterator<Item = Square> {
    (0..size).flat_map(move |rank| (0..size).filter_map(move |file| Square::new(file, rank)))
}

/// Squares so many steps from one in each of [`Direction::ALL`].
pub(crate) fn neighbours(size: u8, square: Square, steps: u8) -> [Option<Square>; 4] {
    Direction::ALL.map(|direction| {
        let neighbour = square.neighbour(direction, steps);
        neighbour.filter(|neighbour| neighbour.is_on(size))
    })
}

/// The six pairs of directions, ascending.
pub(crate) const PAIRS: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// The two squares of each of [`PAIRS`], the lower first, where both are on the board.
pub(crate) fn pairs(of: [Option<Square>; 4]) -> [Option<[Square; 2]>; 6] {
    array::from_fn(|pair| {
        let [first, second] = PAIRS[pair];
        Some([of[first]?, of[second]?])
    })
}

/// A table of planes: `moves` gives White's moves by plane and cell.
pub(crate) fn of_planes<M: Copy + Eq + Hash + Ord>(
    name: &'static str,
    size: u8,
    planes: usize,
    moves: impl IntoIterator<Item = (usize, Square, M)>,
    turned: impl Fn(M) -> M,
) -> ActionTable<M> {
    let [rows, columns] = shape(size);
    let numbered = moves.into_iter().map(|(plane, square, mv)| {
        let number = plane * num_cells(size) + cell(size, Colour::White, square);
        (number, [mv, turned(mv)])
    });
    ActionTable::new(name, vec![planes, rows, columns], numbered)
}
