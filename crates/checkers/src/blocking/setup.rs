//! Positions of certain pieces as text: `W:Wc3,Kd4:Bf6` is White to move, a man and a king of
//! White's, a man of Black's. A draughts FEN, whose squares may be named by file and rank too; `:H3` behind it
//! counts the turns since the last capture.

use cheqqers_game::Colour;

use super::LayeredBoard;
use crate::fen::sides::{self, Naming};
use crate::{FenError, Rank};

/// The board, whose turn it is, and the turns since the last capture.
pub(super) fn read(size: u8, text: &str) -> Result<(LayeredBoard, Colour, u32), FenError> {
    let mut board = LayeredBoard::new(size);
    let (turn, quiet) = sides::read(sides::trimmed(text), Naming::Any, size, |entry| {
        if entry.is_quantum || entry.mark.is_some() {
            let square = entry.name;
            return Err(FenError::QuantumSquare { square });
        }
        board.put(entry.square.into(), entry.part);
        Ok(())
    })?;
    Ok((board, turn, quiet))
}

/// A board of certain pieces as [`read`] reads it.
pub(super) fn write(
    board: &LayeredBoard,
    turn: Colour,
    quiet: u32,
    draw_turns: Option<u32>,
) -> String {
    let sides = sides::write(turn, |colour| {
        let parts = board.parts().iter();
        let of_colour = parts.filter(|(_, part)| part.colour == colour);
        of_colour
            .map(|(place, part)| match part.rank {
                Rank::King => format!("K{}", place.square),
                Rank::Man => place.square.to_string(),
            })
            .collect()
    });
    sides + &sides::clock(quiet, draw_turns)
}
