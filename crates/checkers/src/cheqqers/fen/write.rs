use cheqqers_circuit::Bitstring;
use cheqqers_game::{Colour, Game};
use cheqqers_world::{Component, TOLERANCE};

use crate::cheqqers::Position;
use crate::fen::sides;
use crate::{Board, PieceId, Square, Squares};

/// Writes what [`read`](super::read()) reads; numbers are written so that they read back to the same f64.
pub(super) fn write(position: &Position) -> String {
    let sides = sides::write(position.turn(), |colour| entries(position, colour));
    let mut blocks: Vec<(Vec<Square>, &Component)> = position
        .world()
        .components()
        .iter()
        .map(|component| (squares_of(position, component), component))
        .collect();
    blocks.sort_by_key(|(squares, _)| squares[0].draughts_number(position.rules().size()));
    let blocks = blocks
        .iter()
        .map(|(squares, component)| format!("|{}", block(position, squares, component)));
    sides + &blocks.collect::<String>()
}

fn entries(position: &Position, colour: Colour) -> Vec<String> {
    let board = position.board();
    let mut squares: Vec<Square> = board.of(colour).into_iter().collect();
    squares.sort_by_key(|square| square.draughts_number(board.size()));
    let entry = |square: &Square| {
        let mark = |set: Squares, mark: &'static str| if set.contains(*square) { mark } else { "" };
        format!(
            "{}{}{}",
            mark(board.quantum(), "~"),
            mark(board.kings(), "K"),
            square.draughts_number(board.size())
        )
    };
    squares.iter().map(entry).collect()
}

/// The squares of a component by draughts number.
fn squares_of(position: &Position, component: &Component) -> Vec<Square> {
    let slots = component.slots().into_iter();
    let mut squares: Vec<Square> = slots.map(Square::from_slot).collect();
    squares.sort_by_key(|square| square.draughts_number(position.rules().size()));
    squares
}

fn block(position: &Position, squares: &[Square], component: &Component) -> String {
    let board = position.board();
    let numbers: Vec<String> = squares
        .iter()
        .map(|square| square.draughts_number(board.size()).to_string())
        .collect();
    let slots = component.slots();
    let order: Vec<usize> = squares
        .iter()
        .map(|square| slots.partition_point(|slot| *slot < square.slot()))
        .collect();
    let kets: Vec<String> = component
        .amplitudes()
        .into_iter()
        .filter(|(_, amplitude)| amplitude.norm_sqr() > TOLERANCE)
        .map(|(bits, amplitude)| {
            let bits: Bitstring = order.iter().map(|&k| bits.bit(k)).collect();
            format!("{bits}*{},{}", amplitude.re, amplitude.im)
        })
        .collect();
    let letters = letters(board, squares).map_or_else(String::new, |text| format!(":{text}"));
    format!("{}:{}{letters}", numbers.join(","), kets.join(";"))
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
