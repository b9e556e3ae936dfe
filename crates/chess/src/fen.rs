//! Positions as text, in the fields of FEN: `placement turn castling ep half-move-clock` and
//! one of the game.

use std::fmt::Write;

use cheqqers_game::Colour;
use cheqqers_game::settings::quoted;
use cozy_chess::{File, Piece as Kind, Rank, Square};
use thiserror::Error;

use crate::castling::CastlingRights;
use crate::geometry::Geometry;

/// Error of setting up a position from its text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SetupError {
    #[error("{} after the fields {fields}", quoted(found))]
    ExtraField { found: String, fields: &'static str },
    #[error(
        "the board has {ranks} ranks of {files} squares, separated by /; {} has others",
        quoted(found)
    )]
    BoardSize { files: u8, ranks: u8, found: String },
    #[error("{} is no piece: write {forms}", quoted(found))]
    Piece { found: String, forms: &'static str },
    #[error("the player to move is w or b, not {}", quoted(found))]
    Turn { found: String },
    #[error("rights to castle are letters of KQkq or -, not {}", quoted(found))]
    Castling { found: String },
    #[error("there is a right to castle with {corner}, but king and rook are not in place")]
    CastlingPieces { corner: Square },
    #[error(
        "{} is no square behind a pawn that has just advanced two squares",
        quoted(found)
    )]
    EnPassant { found: String },
    #[error("the half-move clock is a number, not {}", quoted(found))]
    HalfMoveClock { found: String },
    #[error("{colour} has {found} kings")]
    Kings { colour: Colour, found: usize },
    #[error("{colour} has more than 16 pieces")]
    TooManyPieces { colour: Colour },
    #[error("a pawn can't stand on {square}")]
    PawnOnLastRank { square: Square },
    #[error(
        "{} is no pool: write labels with their numbers, such as P8N2B2R2Q1",
        quoted(found)
    )]
    Pool { found: String },
    #[error(
        "no type is drawn in this game: write - instead of the pools {}",
        quoted(found)
    )]
    NoPools { found: String },
    #[error("{colour} has more unknown types than the {labels} labels of the pool")]
    PoolTooSmall { colour: Colour, labels: u32 },
    #[error("{colour} has more labels of a kind than there are")]
    PoolTooLarge { colour: Colour },
    #[error("the types of all pieces are open: {square} has an unknown one")]
    UnknownType { square: Square },
    #[error("the pair {pair} is not two halves of one kind and side")]
    Pair { pair: u32 },
    #[error("{} is no list of pairs: write groups as 1&-2e,3u", quoted(found))]
    Pairs { found: String },
    #[error("the list of pairs names pair {pair} twice, or without its halves on the board")]
    PairNotOnBoard { pair: u32 },
    #[error("pair {pair} is on the board and not in the list of pairs")]
    PairNotListed { pair: u32 },
    #[error("there are {found} entangled groups, and at most {most}")]
    Entangled { found: usize, most: usize },
    #[error("the pairs of a group are all of {colour}")]
    OneSided { colour: Colour },
    #[error("these settings have no pairs that are {kind}")]
    PairType { kind: &'static str },
    #[error("{colour} is in check and not to move")]
    OpponentInCheck { colour: Colour },
}

/// The fields of a position as text; those that are missing have the value of FEN's `-`.
#[derive(Clone, Debug)]
pub(crate) struct Fields<'a> {
    pub(crate) placement: &'a str,
    pub(crate) turn: Colour,
    pub(crate) castling: CastlingRights,
    pub(crate) skipped: Option<Square>,
    pub(crate) half_move_clock: u32,
    /// The field of the game.
    pub(crate) last: &'a str,
}

impl<'a> Fields<'a> {
    /// Reads the fields, whose names are those of `fields`.
    pub(crate) fn read(text: &'a str, fields: &'static str) -> Result<Self, SetupError> {
        let mut words = text.split_whitespace();
        let placement = words.next().unwrap_or_default();
        let mut next = || words.next().unwrap_or("-");
        let [turn, castling, skipped, clock, last] = std::array::from_fn(|_| next());
        if let Some(found) = words.next() {
            let found = found.to_owned();
            return Err(SetupError::ExtraField { found, fields });
        }
        let found = |text: &str| text.to_owned();
        let refused = || SetupError::EnPassant {
            found: found(skipped),
        };
        Ok(Self {
            placement,
            turn: match turn {
                "w" | "-" => Colour::White,
                "b" => Colour::Black,
                _ => return Err(SetupError::Turn { found: found(turn) }),
            },
            castling: CastlingRights::from_text(castling).ok_or_else(|| SetupError::Castling {
                found: found(castling),
            })?,
            skipped: match skipped {
                "-" => None,
                square => Some(square.parse().map_err(|_| refused())?),
            },
            half_move_clock: match clock {
                "-" => 0,
                number => number.parse().map_err(|_| SetupError::HalfMoveClock {
                    found: found(clock),
                })?,
            },
            last,
        })
    }

    /// The first five fields and a blank, as [`Self::read`] takes them.
    pub(crate) fn write(
        placement: &str,
        turn: Colour,
        castling: CastlingRights,
        skipped: Option<Square>,
        half_move_clock: u32,
    ) -> String {
        let turn = match turn {
            Colour::White => 'w',
            Colour::Black => 'b',
        };
        let skipped = skipped.map_or_else(|| "-".to_owned(), |square| square.to_string());
        format!("{placement} {turn} {castling} {skipped} {half_move_clock} ")
    }
}

/// The pieces of a placement, each a text with its square, from the top left.
///
/// A piece is a letter, or anything in brackets of one kind; `forms` tells how pieces are written.
///
/// # Errors
/// Returns an error if the board has other ranks or files, or a bracket is not closed.
pub(crate) fn read_placement<'a>(
    geometry: Geometry,
    text: &'a str,
    forms: &'static str,
) -> Result<Vec<(Square, &'a str)>, SetupError> {
    let refused = |found: &str| SetupError::BoardSize {
        files: geometry.files(),
        ranks: geometry.ranks(),
        found: found.to_owned(),
    };
    let mut pieces = Vec::new();
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(geometry.ranks()) {
        return Err(refused(text));
    }
    for (row, rank) in rows.iter().zip((0..rows.len()).rev()) {
        let mut file = 0;
        let mut rest = *row;
        while let Some(first) = rest.chars().next() {
            let closing = match first {
                '(' => Some(')'),
                '[' => Some(']'),
                _ => None,
            };
            let unclosed = || SetupError::Piece {
                found: rest.to_owned(),
                forms,
            };
            let len = match closing {
                Some(closing) => rest.find(closing).ok_or_else(unclosed)? + 1,
                None => first.len_utf8(),
            };
            let (piece, after) = rest.split_at(len);
            rest = after;
            if let Some(empty) = first.to_digit(10) {
                if empty == 0 || rest.starts_with(|next: char| next.is_ascii_digit()) {
                    return Err(refused(row));
                }
                file += empty as usize;
                continue;
            }
            if file >= usize::from(geometry.files()) {
                return Err(refused(row));
            }
            pieces.push((Square::new(File::index(file), Rank::index(rank)), piece));
            file += 1;
        }
        if file != usize::from(geometry.files()) {
            return Err(refused(row));
        }
    }
    Ok(pieces)
}

/// Writes a placement, given the text of the piece on each square.
pub(crate) fn write_placement(
    geometry: Geometry,
    piece: impl Fn(Square) -> Option<String>,
) -> String {
    let mut text = String::new();
    for rank in (0..usize::from(geometry.ranks())).rev() {
        let mut empty = 0;
        let flush = |text: &mut String, empty: &mut u32| {
            if *empty > 0 {
                let _ = write!(text, "{empty}");
                *empty = 0;
            }
        };
        for file in 0..usize::from(geometry.files()) {
            match piece(Square::new(File::index(file), Rank::index(rank))) {
                None => empty += 1,
                Some(piece) => {
                    flush(&mut text, &mut empty);
                    text += &piece;
                }
            }
        }
        flush(&mut text, &mut empty);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// The kind of a letter, which is a capital for White.
pub(crate) fn read_kind(letter: char) -> Option<(Kind, Colour)> {
    let colour = if letter.is_ascii_uppercase() {
        Colour::White
    } else {
        Colour::Black
    };
    let kind = Kind::try_from(letter.to_ascii_lowercase()).ok()?;
    Some((kind, colour))
}

/// The letter of a kind, a capital for White.
pub(crate) fn letter(kind: Kind, colour: Colour) -> char {
    let letter = char::from(kind);
    match colour {
        Colour::White => letter.to_ascii_uppercase(),
        Colour::Black => letter,
    }
}
