use super::view::BoardView;
use crate::show::Show;

/// The letters by which people tell split pieces apart.
///
/// A piece gets the first free letter when it is split and keeps it until it is certain again or
/// gone, as long as every position of the game is [followed](Self::follow) in turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Labels {
    /// The piece of each letter.
    pieces: Vec<Option<u32>>,
}

impl Labels {
    /// Goes on to the next position: frees the letters of pieces that are no longer split, and
    /// gives letters to those that are now, in order of their first squares.
    pub fn follow(&mut self, position: &impl Show) {
        self.follow_view(&BoardView::new(position));
    }

    pub(super) fn follow_view(&mut self, view: &BoardView) {
        let lettered = view.quantum().filter(|_| view.style.letters);
        let split: Vec<u32> = lettered.map(|part| part.piece).collect();
        for entry in &mut self.pieces {
            *entry = entry.filter(|piece| split.contains(piece));
        }
        for piece in split {
            if self.number(piece).is_some() {
                continue;
            }
            match self.pieces.iter_mut().find(|entry| entry.is_none()) {
                Some(free) => *free = Some(piece),
                None => self.pieces.push(Some(piece)),
            }
        }
    }

    /// The letter of a piece: `a` to `z`, then `aa` and so on; `None` when it is not split.
    pub fn letter(&self, piece: u32) -> Option<String> {
        self.number(piece).map(letter)
    }

    /// The letter's number, from 0.
    pub(super) fn number(&self, piece: u32) -> Option<usize> {
        self.pieces.iter().position(|&entry| entry == Some(piece))
    }

    /// The split pieces with their letters' numbers, in order of their letters.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.pieces
            .iter()
            .enumerate()
            .filter_map(|(number, &piece)| Some((number, piece?)))
    }
}

pub(super) fn letter(number: usize) -> String {
    let last = char::from(b'a' + u8::try_from(number % 26).expect("below 26"));
    match number / 26 {
        0 => last.to_string(),
        more => format!("{}{last}", letter(more - 1)),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_letters_go_on_behind_z() {
        let letters = [0, 25, 26, 51, 52].map(super::letter);
        assert_eq!(letters, ["a", "z", "aa", "az", "ba"]);
    }
}
