use cheqqers_game::{Colour, Game};

use crate::cheqqers::Position;
use crate::fen::{blocks, sides};
use crate::{Board, PieceId, Square};

/// Writes what [`read`](super::read()) reads.
pub(super) fn write(position: &Position) -> String {
    let board = position.board();
    let sides = sides::write(position.turn(), |colour| blocks::entries(board, colour));
    let components = blocks::components(board, position.world().components());
    let blocks = components.iter().map(|(squares, component)| {
        let block = blocks::write(board, squares, component);
        let letters = letters(board, squares).map_or_else(String::new, |text| format!(":{text}"));
        format!("|{block}{letters}")
    });
    let clock = sides::clock(position.quiet, position.rules.draw_after());
    sides + &clock + &blocks.collect::<String>()
}

/// One letter for each piece, square by square; `None` where the colours tell the pieces apart.
fn letters(board: &Board, squares: &[Square]) -> Option<String> {
    let mut pieces: Vec<PieceId> = squares.iter().map(|&square| board.piece(square)).collect();
    pieces.sort_unstable();
    pieces.dedup();
    let colours = [Colour::White, Colour::Black]
        .into_iter()
        .filter(|&colour| squares.iter().any(|&s| board.of(colour).contains(s)));
    if pieces.len() <= colours.count() {
        return None;
    }
    let letter = |&square: &Square| {
        let index = pieces.partition_point(|&piece| piece < board.piece(square));
        // At most 128 pieces: plain letters and digits first, then letters beyond ASCII.
        let plain = ('a'..='z').chain('A'..='Z').chain('0'..='9');
        plain.chain('\u{100}'..).nth(index)
    };
    squares.iter().map(letter).collect()
}
