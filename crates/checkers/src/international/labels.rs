use crate::{Board, PieceId, Square};

/// Piece numbers of labels: a label has the number of one piece, or of several that merged.
///
/// A square's label says [`PieceId`] `n` below 128 for the piece `n` alone. Numbers from 128 on stand
/// for sets, which merges of different pieces make.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Labels {
    sets: Vec<u128>,
}

/// The first id of a set.
const SETS: u8 = 128;

impl Labels {
    /// Returns `true` if every label has the number of one piece.
    #[inline]
    pub(super) fn are_single(&self) -> bool {
        self.sets.is_empty()
    }

    /// The piece numbers of a label, as bits.
    #[inline]
    pub(super) fn numbers(&self, id: PieceId) -> u128 {
        match id.0.checked_sub(SETS) {
            None => 1 << id.0,
            Some(index) => self.sets[usize::from(index)],
        }
    }

    /// The label for these piece numbers, at least one. Sets that no label on the board has are
    /// forgotten where there is no room for another.
    pub(super) fn id(&mut self, numbers: u128, board: &Board) -> PieceId {
        if numbers.is_power_of_two() {
            let number = numbers.trailing_zeros();
            return PieceId(u8::try_from(number).expect("numbers are below 128"));
        }
        let id = |index: usize| PieceId(SETS + u8::try_from(index).expect("at most 128 sets"));
        if let Some(index) = self.sets.iter().position(|&set| set == numbers) {
            return id(index);
        }
        if self.sets.len() < usize::from(SETS) {
            self.sets.push(numbers);
            return id(self.sets.len() - 1);
        }
        let index = (0..self.sets.len())
            .find(|&index| !board.has(id(index)))
            .expect("128 sets in use would fill all 128 squares");
        self.sets[index] = numbers;
        id(index)
    }

    /// The label of two squares together.
    pub(super) fn merged(&mut self, board: &Board, squares: [Square; 2]) -> PieceId {
        let [a, b] = squares.map(|square| self.numbers(board.piece(square)));
        self.id(a | b, board)
    }

    /// Copies `other` into the memory of `self`.
    pub(super) fn assign(&mut self, other: &Self) {
        // Mostly there is none on either side.
        if !(self.sets.is_empty() && other.sets.is_empty()) {
            self.sets.clone_from(&other.sets);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_made_once_and_room_is_found_for_new_ones() {
        let mut labels = Labels::default();
        let board = Board::new(8);
        assert_eq!(labels.id(1 << 5, &board), PieceId(5));
        let both = labels.id(0b11, &board);
        assert_eq!(labels.numbers(both), 0b11);
        assert_eq!(labels.id(0b11, &board), both);
        for numbers in 3..1000 {
            let id = labels.id(numbers, &board);
            assert_eq!(labels.numbers(id), numbers);
        }
    }
}
