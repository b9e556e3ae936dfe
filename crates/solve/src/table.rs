//! Tables of solved positions: each one's exact code, its bounds, and its distance.

use std::{fmt, mem};

use cheqqers_game::Game;
use serde::{Deserialize, Serialize};

use crate::bounds::Bounds;
use crate::distances::Distances;
use crate::explore::Exploration;
use crate::explored_game::{ExploredGame, GameMismatch};

/// A solved board: bounds of the value of each position.
///
/// Memory: the bytes of each code, and 32 more.
pub struct Table {
    pub(crate) header: TableHeader,
    /// One code after the other, ascending.
    pub(crate) bytes: Vec<u8>,
    pub(crate) rows: Vec<TableRow>,
}

/// Description of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableHeader {
    /// The game of its positions.
    #[serde(flatten)]
    pub game: ExploredGame,
    /// `true` if all positions that can be reached are in it.
    pub closed: bool,
    /// Number of positions.
    pub positions: u64,
    /// Number of positions whose moves are known.
    pub expanded: u64,
    /// Number of positions by the plies that lead there, from 0 on.
    pub by_plies: Vec<u64>,
    /// Lower and upper bound of the start's value, for the player to move.
    pub value: [f64; 2],
}

/// A position of a table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct TableRow {
    /// Place of its code.
    pub(crate) start: u64,
    pub(crate) len: u32,
    pub(crate) distance: u32,
    pub(crate) bounds: ValueBounds,
}

/// Bounds of a value for the player to move, in -1..=1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValueBounds {
    /// Lower bound of the value.
    pub least: f64,
    /// Upper bound of the value.
    pub most: f64,
}

impl ValueBounds {
    /// Bounds of which nothing is known.
    pub const OPEN: Self = Self {
        least: -1.0,
        most: 1.0,
    };

    /// Distance of bounds up to which a value counts as exact.
    pub const EXACT: f64 = 1e-9;

    /// The same for the other player.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self {
            // No negative zeros.
            least: 0.0 - self.most,
            most: 0.0 - self.least,
        }
    }

    /// Number between the bounds, as far from either.
    pub fn middle(self) -> f64 {
        f64::midpoint(self.least, self.most)
    }

    /// Returns `true` if the bounds are as good as one number.
    pub fn is_exact(self) -> bool {
        self.most - self.least <= Self::EXACT
    }
}

impl Table {
    /// The table of a board that was explored and solved.
    pub fn new(exploration: &Exploration, bounds: &Bounds, distances: &Distances) -> Self {
        let Exploration {
            game, codes, graph, ..
        } = exploration;
        let mut numbers: Vec<usize> = (0..codes.len()).collect();
        numbers.sort_unstable_by_key(|&number| codes.code(number));
        let mut bytes = Vec::with_capacity(codes.num_bytes());
        let row = |number| {
            let code = codes.code(number);
            let start = bytes.len() as u64;
            bytes.extend_from_slice(code);
            let [least, most] = bounds.interval(number);
            TableRow {
                start,
                len: u32::try_from(code.len()).expect("codes are short"),
                distance: distances.plies(number),
                bounds: ValueBounds { least, most },
            }
        };
        let rows = numbers.into_iter().map(row).collect();
        let header = TableHeader {
            game: game.clone(),
            closed: graph.is_closed(),
            positions: codes.len() as u64,
            expanded: graph.num_expanded() as u64,
            by_plies: exploration
                .by_plies()
                .into_iter()
                .map(|number| number as u64)
                .collect(),
            value: bounds.interval(0),
        };
        Self {
            header,
            bytes,
            rows,
        }
    }

    /// Description of the table.
    pub fn header(&self) -> &TableHeader {
        &self.header
    }

    /// Checks that a position is one of the table's game: of its rules, wherever it started.
    ///
    /// # Errors
    /// Returns a difference.
    pub fn check<G: Game>(&self, position: &G) -> Result<(), GameMismatch> {
        self.header.game.check(position)
    }

    /// The row of a code.
    pub(crate) fn row(&self, code: &[u8]) -> Option<&TableRow> {
        let found = self
            .rows
            .binary_search_by(|row| row.code(&self.bytes).cmp(code));
        found.ok().map(|index| &self.rows[index])
    }
}

impl Exploration {
    /// Memory in bytes that it takes, together with that of its bounds and their table.
    pub fn memory(&self) -> usize {
        let of_table = self.codes.num_bytes() + self.codes.len() * mem::size_of::<TableRow>();
        self.codes.memory() + self.graph.memory() + of_table
    }
}

impl TableRow {
    /// Its code, among all of them.
    pub(crate) fn code<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        let start = usize::try_from(self.start).expect("the bytes are in memory");
        &bytes[start..start + self.len as usize]
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("header", &self.header)
            .finish_non_exhaustive()
    }
}
