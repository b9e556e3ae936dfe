//! Blocks of a position's text, one for each component: its squares, and the amplitudes over them.

use cheqqers_circuit::Bitstring;
use cheqqers_game::Colour;
use cheqqers_world::{Component, TOLERANCE};
use num_complex::Complex64;

use super::error::FenError;
use super::sides;
use crate::board::Board;
use crate::square::Square;
use crate::squares::Squares;

/// Largest deviation of the squared norm of a block's amplitudes from 1; they are then normalised.
const NORM_TOLERANCE: f64 = 1e-6;

/// The most basis states read in one component; games stay far below.
const MAX_KETS: usize = 4096;

/// A component as a text describes it.
pub(crate) struct Block {
    /// At least one.
    pub(crate) squares: Vec<Square>,
    /// Of bits over the squares, in their order.
    pub(crate) amplitudes: Vec<(Bitstring, Complex64)>,
    /// Draughts number of the first square, which names the component.
    pub(crate) number: u16,
    /// Text behind the amplitudes and a colon.
    pub(crate) mark: Option<String>,
}

/// Reads a block such as `17,18:10*1,0;01*0,1`, whose squares must be among those marked quantum and
/// are taken from them.
///
/// # Errors
/// Returns an error if it is none, or its probabilities do not add up to 1.
pub(crate) fn read(text: &str, size: u8, quantum: &mut Squares) -> Result<Block, FenError> {
    let refused = || FenError::Block {
        block: text.to_owned(),
    };
    let mut fields = text.split(':');
    let (Some(numbers), Some(kets)) = (fields.next(), fields.next()) else {
        return Err(refused());
    };
    let mark = fields.next().map(|mark| mark.trim().to_owned());
    if fields.next().is_some() {
        return Err(refused());
    }
    let mut squares = Vec::new();
    for text in numbers.split(',') {
        let number = sides::number(text.trim()).ok_or_else(refused)?;
        let square = sides::numbered(number, size)?;
        if !quantum.contains(square) {
            return Err(FenError::Unmatched { number });
        }
        quantum.remove(square);
        squares.push(square);
    }
    let kets = kets.split(';');
    let num_kets = kets.clone().count();
    if num_kets > MAX_KETS {
        let most = MAX_KETS;
        return Err(FenError::TooManyKets { num_kets, most });
    }
    let amplitudes: Vec<(Bitstring, Complex64)> = kets
        .map(|text| ket(text.trim(), squares.len()))
        .collect::<Option<_>>()
        .ok_or_else(refused)?;
    let number = squares[0].draughts_number(size);
    let norm_squared: f64 = amplitudes.iter().map(|(_, a)| a.norm_sqr()).sum();
    if (norm_squared - 1.0).abs() >= NORM_TOLERANCE {
        let reason = "its probabilities do not add up to 1";
        return Err(FenError::Component { number, reason });
    }
    Ok(Block {
        squares,
        amplitudes,
        number,
        mark,
    })
}

fn ket(text: &str, len: usize) -> Option<(Bitstring, Complex64)> {
    let (bits, amplitude) = text.split_once('*')?;
    let (re, im) = amplitude.split_once(',')?;
    let bits: Bitstring = bits.trim().parse().ok()?;
    let amplitude = Complex64::new(re.trim().parse().ok()?, im.trim().parse().ok()?);
    (bits.len() == len && amplitude.is_finite()).then_some((bits, amplitude))
}

/// Entries of a side's list, by draughts number: `~` before what is in superposition, `K` before
/// kings.
pub(crate) fn entries(board: &Board, colour: Colour) -> Vec<String> {
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

/// The components with their squares, both by draughts number.
pub(crate) fn components<'a>(
    board: &Board,
    components: &'a [Component],
) -> Vec<(Vec<Square>, &'a Component)> {
    let squares_of = |component: &Component| {
        let slots = component.slots().into_iter();
        let mut squares: Vec<Square> = slots.map(Square::from_slot).collect();
        squares.sort_by_key(|square| square.draughts_number(board.size()));
        squares
    };
    let components = components.iter();
    let mut all: Vec<_> = components.map(|one| (squares_of(one), one)).collect();
    all.sort_by_key(|(squares, _)| squares[0].draughts_number(board.size()));
    all
}

/// Writes a component; numbers are written so that they read back to the same f64.
pub(crate) fn write(board: &Board, squares: &[Square], component: &Component) -> String {
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
    format!("{}:{}", numbers.join(","), kets.join(";"))
}
