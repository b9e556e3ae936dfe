//! Positions of certain pieces as text: `W:Wc3,Kd4:Bf6` is White to move, a man and a king of
//! White's, a man of Black's. A draughts FEN, whose squares may be named by file and rank too.

use cheqqers_game::Colour;

use super::LayeredBoard;
use crate::fen::sides::{self, Naming};
use crate::{FenError, Rank};

/// The board and whose turn it is.
pub(super) fn read(size: u8, text: &str) -> Result<(LayeredBoard, Colour), FenError> {
    let mut board = LayeredBoard::new(size);
    let turn = sides::read(sides::trimmed(text), Naming::Any, size, |entry| {
        if entry.is_quantum || entry.mark.is_some() {
            let square = entry.name;
            return Err(FenError::QuantumSquare { square });
        }
        board.put(entry.square.into(), entry.part);
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
