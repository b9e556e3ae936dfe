//! Positions of certain pieces as text: `W:Wc3,Kd4:Bf6` is White to move, a man and a king of
//! White's, a man of Black's. A draughts FEN, whose squares may be named by file and rank too.

use cheqqers_game::Colour;

use super::LayeredBoard;
use crate::fen::sides::{self, Entry, Naming};
use crate::{FenError, Part, PieceId, Rank};

/// The board and whose turn it is.
pub(super) fn read(size: u8, text: &str) -> Result<(LayeredBoard, Colour), FenError> {
    let text = text.trim();
    let text = text.strip_suffix('.').unwrap_or(text);
    let mut board = LayeredBoard::new(size);
    let mut next_piece = 0;
    let turn = sides::read(text, Naming::Any, size, |entry| {
        let Entry {
            colour,
            rank,
            is_quantum,
            mark,
            square,
            name,
        } = entry;
        if is_quantum || mark.is_some() {
            return Err(FenError::QuantumSquare { square: name });
        }
        if !board.on(square).is_empty() {
            return Err(FenError::RepeatedSquare { square: name });
        }
        // No board has more squares than there are numbers.
        let piece = PieceId(next_piece);
        next_piece += 1;
        board.put(
            square.into(),
            Part {
                colour,
                rank,
                piece,
            },
        );
        let put = board.part(square.into());
        if put.is_some_and(|part| part.rank != rank) {
            return Err(FenError::Uncrowned { square: name });
        }
        Ok(())
    })?;
    Ok((board, turn))
}

/// A board of certain pieces as [`read`] reads it.
pub(super) fn write(board: &LayeredBoard, turn: Colour) -> String {
    sides::write(turn, |colour| {
        let parts = board.parts().iter();
        let of_colour = parts.filter(|(_, part)| part.colour == colour);
        of_colour
            .map(|(place, part)| match part.rank {
                Rank::King => format!("K{}", place.square),
                Rank::Man => place.square.to_string(),
            })
            .collect()
    })
}
