use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash};

use rustc_hash::FxHasher;

use crate::Colour;

/// A fixed numbering of the moves of a game from 0, for learned policies, which need a fixed action space.
///
/// Moves are numbered as the player to move sees the board, so that one policy plays both sides. Moves that are
/// never legal at the same time may share a number, and a number may belong to no move at all.
#[derive(Debug)]
pub struct ActionTable<M> {
    name: &'static str,
    shape: Vec<usize>,
    /// Numbers of White's moves, and of Black's.
    numbers: [HashMap<M, u32, BuildHasherDefault<FxHasher>>; 2],
}

impl<M: Copy + Eq + Hash + Ord> ActionTable<M> {
    /// A table of so many numbers as the product of `shape`, which is that of an array with an entry for each, such
    /// as planes, rows and columns. The moves are given with their number: White's, and Black's in the turned
    /// position.
    ///
    /// The name ends in the version of the numbering, as in `cheqqers-actions-v1`: it changes with any number.
    ///
    /// # Panics
    /// Panics if a number is not below the product of the shape, or a move has two.
    pub fn new(
        name: &'static str,
        shape: Vec<usize>,
        moves: impl IntoIterator<Item = (usize, [M; 2])>,
    ) -> Self {
        let mut table = Self {
            name,
            shape,
            numbers: [HashMap::default(), HashMap::default()],
        };
        for (number, both) in moves {
            assert!(number < table.len(), "the shape has room for all numbers");
            let number = u32::try_from(number).expect("there are fewer actions");
            for (numbers, mv) in table.numbers.iter_mut().zip(both) {
                let known = numbers.insert(mv, number);
                assert!(
                    known.is_none_or(|known| known == number),
                    "a move has one number"
                );
            }
        }
        table
    }

    /// Name and version of the numbering.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Shape of an array with an entry for each number.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Number of actions.
    #[expect(clippy::len_without_is_empty, reason = "no game is without moves")]
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// The number of a player's move; `None` if it has none.
    #[inline]
    pub fn number(&self, turn: Colour, mv: M) -> Option<u32> {
        self.numbers[turn as usize].get(&mv).copied()
    }

    /// The player's moves that share a number, ascending. Cost: a pass over the table.
    pub fn moves(&self, turn: Colour, number: u32) -> Vec<M> {
        let all = self.numbers[turn as usize].iter();
        let mut moves: Vec<M> = all
            .filter(|&(_, &other)| other == number)
            .map(|(&mv, _)| mv)
            .collect();
        moves.sort_unstable();
        moves
    }
}
