//! Positions of certain pieces as text: `W:Wc3,Kd4:Bf6` is White to move, a man and a king of
//! White's, a man of Black's, after the FEN of draughts.

use cheqqers_game::Colour;

use super::Board;
use crate::{Part, PieceId, Rank, Square};

/// The board and whose turn it is; `None` when the text is no position, or not of this size.
pub(super) fn read(size: u8, text: &str) -> Option<(Board, Colour)> {
    let mut fields = text.trim().trim_end_matches('.').split(':');
    let turn = colour(fields.next()?.trim())?;
    let mut board = Board::new(size);
    for field in fields {
        let field = field.trim();
        let colour = colour(field.get(..1)?)?;
        let names = field[1..].split(',').map(str::trim);
        for name in names.filter(|name| !name.is_empty()) {
            let (rank, name) = match name.strip_prefix('K') {
                Some(name) => (Rank::King, name),
                None => (Rank::Man, name),
            };
            let square: Square = name.parse().ok()?;
            if !square.is_on(size) || !board.on(square).is_empty() {
                return None;
            }
            let piece = PieceId(u8::try_from(board.parts().len()).ok()?);
            board.put(
                square.into(),
                Part {
                    colour,
                    rank,
                    piece,
                },
            );
        }
    }
    Some((board, turn))
}

/// A board of certain pieces as [`read`] reads it.
pub(super) fn write(board: &Board, turn: Colour) -> String {
    let mut text = letter(turn).to_string();
    for colour in [Colour::White, Colour::Black] {
        let of_colour = board
            .parts()
            .iter()
            .filter(|(_, part)| part.colour == colour);
        let names: Vec<String> = of_colour
            .map(|(place, part)| match part.rank {
                Rank::King => format!("K{}", place.square),
                Rank::Man => place.square.to_string(),
            })
            .collect();
        text.push(':');
        text.push(letter(colour));
        text += &names.join(",");
    }
    text
}

fn colour(letter: &str) -> Option<Colour> {
    match letter {
        "W" => Some(Colour::White),
        "B" => Some(Colour::Black),
        _ => None,
    }
}

fn letter(colour: Colour) -> char {
    match colour {
        Colour::White => 'W',
        Colour::Black => 'B',
    }
}
