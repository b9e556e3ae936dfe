//! Beginning of every position's text: the side to move, the pieces of either side, and the half-move clock.

use cheqqers_game::Colour;

use super::error::FenError;
use crate::piece::{Part, PieceId, Rank, far_rank};
use crate::square::Square;
use crate::squares::Squares;

/// A piece that a side's list names.
pub(crate) struct Entry {
    /// The pieces are numbered as they are named, from 0.
    pub(crate) part: Part,
    /// `true` if it is marked `~`.
    pub(crate) is_quantum: bool,
    /// Text behind its square and a `~`.
    pub(crate) mark: Option<String>,
    pub(crate) square: Square,
    /// The square as the text names it: a number, or a file and a rank.
    pub(crate) name: String,
}

/// Form of the squares' names in a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Naming {
    /// By draughts numbers alone; `k5` is a king like `K5`.
    Numbers,
    /// By these or by file and rank, as in `c3` or `Kc3`; `k5` is a square. A mark may follow, as in
    /// `c3~1`.
    Any,
}

/// A text without blanks around it and without the full stop that PDN allows.
pub(crate) fn trimmed(text: &str) -> &str {
    let text = text.trim();
    text.strip_suffix('.').unwrap_or(text)
}

/// The largest half-move clock that is read, far from where it would overflow.
const MAX_CLOCK: u32 = 1_000_000;

/// Reads a text such as `W:W21-32:BK5,6:H3`: passes each piece to `put` and returns the side to move and the
/// half-move clock, 0 where the text has none.
///
/// # Errors
/// Returns an error if `put` refuses a piece, its square is named twice, or it is a man on its far
/// rank.
pub(crate) fn read(
    text: &str,
    naming: Naming,
    size: u8,
    mut put: impl FnMut(Entry) -> Result<(), FenError>,
) -> Result<(Colour, u32), FenError> {
    let mut fields = text.split(':').map(str::trim);
    let turn = fields.next().and_then(|field| match split_colour(field) {
        Some((colour, "")) => Some(colour),
        _ => None,
    });
    let turn = turn.ok_or(FenError::Turn)?;
    let mut taken = Squares::EMPTY;
    let mut listed = Vec::new();
    let mut clock = None;
    for field in fields {
        if let (Some(plies), None) = (field.strip_prefix(['H', 'h']), clock) {
            let plies = plies.bytes().all(|b| b.is_ascii_digit()).then_some(plies);
            let plies: Option<u32> = plies.and_then(|plies| plies.parse().ok());
            let plies = plies.filter(|&plies| plies <= MAX_CLOCK);
            clock = Some(plies.ok_or_else(|| FenError::Clock {
                field: field.to_owned(),
            })?);
            continue;
        }
        let (colour, entries) = split_colour(field).ok_or_else(|| FenError::Side {
            field: field.to_owned(),
        })?;
        if listed.contains(&colour) {
            return Err(FenError::RepeatedSide { colour });
        }
        listed.push(colour);
        if !entries.trim().is_empty() {
            for text in entries.split(',') {
                entry(colour, text.trim(), naming, size, &mut taken, &mut put)?;
            }
        }
    }
    Ok((turn, clock.unwrap_or(0)))
}

/// A leading letter of a side, and what stands behind it.
fn split_colour(text: &str) -> Option<(Colour, &str)> {
    let white = text
        .strip_prefix(['W', 'w'])
        .map(|rest| (Colour::White, rest));
    white.or_else(|| Some((Colour::Black, text.strip_prefix(['B', 'b'])?)))
}

fn entry(
    colour: Colour,
    text: &str,
    naming: Naming,
    size: u8,
    taken: &mut Squares,
    put: &mut impl FnMut(Entry) -> Result<(), FenError>,
) -> Result<(), FenError> {
    let (is_quantum, rest) = match text.strip_prefix('~') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let king: &[char] = match naming {
        Naming::Numbers => &['K', 'k'],
        Naming::Any => &['K'],
    };
    let (rank, rest) = match rest.strip_prefix(king) {
        Some(rest) => (Rank::King, rest),
        None => (Rank::Man, rest),
    };
    let (rest, mark) = match rest.split_once('~') {
        Some((rest, mark)) if naming == Naming::Any => (rest, Some(mark)),
        _ => (rest, None),
    };
    let mut put = |square: Square, name: String| {
        if taken.contains(square) {
            return Err(FenError::RepeatedSquare { square: name });
        }
        if rank == Rank::Man && square.rank() == far_rank(colour, size) {
            return Err(FenError::Uncrowned { square: name });
        }
        let piece = u8::try_from(taken.len()).expect("no more pieces than squares");
        taken.insert(square);
        let part = Part {
            colour,
            rank,
            piece: PieceId(piece),
        };
        put(Entry {
            part,
            is_quantum,
            mark: mark.map(str::to_owned),
            square,
            name,
        })
    };
    let (first, last) = rest.split_once('-').unwrap_or((rest, rest));
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => {
            (first..=last).try_for_each(|number| put(numbered(number, size)?, number.to_string()))
        }
        _ if naming == Naming::Any => put(named(rest, size)?, rest.to_owned()),
        _ => Err(FenError::Entry {
            entry: text.to_owned(),
        }),
    }
}

/// The square of this name on a board of this size.
fn named(name: &str, size: u8) -> Result<Square, FenError> {
    let square: Square = name.parse()?;
    if square.is_on(size) {
        Ok(square)
    } else {
        let square = square.to_string();
        Err(FenError::OffBoard { square, size })
    }
}

/// The square of this number on a board of this size.
pub(crate) fn numbered(number: u16, size: u8) -> Result<Square, FenError> {
    let square = Square::from_draughts_number(number, size);
    square.ok_or_else(|| FenError::OffBoard {
        square: number.to_string(),
        size,
    })
}

/// Writes a text such as `W:W21-32:BK5,6`, with the entries of either side.
pub(crate) fn write(turn: Colour, entries: impl Fn(Colour) -> Vec<String>) -> String {
    let [white, black] = [Colour::White, Colour::Black].map(|side| entries(side).join(","));
    format!("{}:W{white}:B{black}", letter(turn))
}

/// The field of a half-move clock, where it is not 0 and the rules count.
pub(crate) fn clock(plies: u32, draw_after: Option<u32>) -> String {
    match (plies, draw_after) {
        (0, _) | (_, None) => String::new(),
        (plies, Some(_)) => format!(":H{plies}"),
    }
}

fn letter(colour: Colour) -> char {
    match colour {
        Colour::White => 'W',
        Colour::Black => 'B',
    }
}

pub(crate) fn number(text: &str) -> Option<u16> {
    let plain = text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| plain)
}
