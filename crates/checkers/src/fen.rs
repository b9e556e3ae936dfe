use cheqqers_game::Colour;
use cheqqers_world::{Recording, World};
use thiserror::Error;

use crate::{Board, Part, PieceId, Position, Rank, Rules, Square};
use cheqqers_game::Game;

/// Why a text is no position.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum FenError {
    /// It does not start with whose turn it is.
    #[error("a FEN starts with the side to move, W or B, as in W:W21-32:B1-12")]
    Turn,
    /// A field that is none.
    #[error("{field:?} is no list of a side's squares, as in W21-32 or BK5")]
    Side {
        /// The field.
        field: String,
    },
    /// An entry that is none.
    #[error("{entry:?} is no square number or range")]
    Entry {
        /// The entry.
        entry: String,
    },
    /// A number the board does not have.
    #[error("square {number} is not on a board of {size} x {size}")]
    Number {
        /// The number.
        number: u64,
        /// The board's size.
        size: u8,
    },
    /// A square that stands there twice.
    #[error("square {number} stands there twice")]
    Repeated {
        /// Its draughts number.
        number: u16,
    },
}
/// see position
pub(crate) fn read(rules: Rules, text: &str) -> Result<Position, FenError> {
    let size = rules.size();
    let mut fields = text.trim().split(':');
    let turn = match fields.next() {
        Some("W" | "w") => Colour::White,
        Some("B" | "b") => Colour::Black,
        _ => return Err(FenError::Turn),
    };
    let mut board = Board::new(size);
    let mut count = 0;
    for field in fields {
        let side = || FenError::Side {
            field: field.to_owned(),
        };
        let mut chars = field.chars();
        let colour = match chars.next() {
            Some('W' | 'w') => Colour::White,
            Some('B' | 'b') => Colour::Black,
            _ => return Err(side()),
        };
        for entry in chars.as_str().split(',').filter(|e| !e.is_empty()) {
            let bad = || FenError::Entry {
                entry: entry.to_owned(),
            };
            let (rank, rest) = match entry.strip_prefix(['K', 'k']) {
                Some(rest) => (Rank::King, rest),
                None => (Rank::Man, entry),
            };
            let (first, last) = rest.split_once('-').unwrap_or((rest, rest));
            let first: u16 = first.parse().map_err(|_| bad())?;
            let last: u16 = last.parse().map_err(|_| bad())?;
            for number in first..=last {
                let square =
                    Square::from_draughts_number(number, size).ok_or(FenError::Number {
                        number: number.into(),
                        size,
                    })?;
                if board.occupied().contains(square) {
                    return Err(FenError::Repeated { number });
                }
                board.put(
                    square,
                    Part {
                        colour,
                        rank,
                        piece: PieceId(count),
                    },
                );
                count += 1;
            }
        }
    }
    Ok(Position::with_board(
        rules,
        board,
        World::new(Recording::On),
        turn,
    ))
}
pub(crate) fn write(position: &Position) -> String {
    let size = position.rules().size();
    let side = |colour: Colour| {
        let mut entries: Vec<(u16, String)> = position
            .board()
            .of(colour)
            .into_iter()
            .map(|s| {
                let n = s.draughts_number(size);
                let k = if position.board().kings().contains(s) {
                    "K"
                } else {
                    ""
                };
                (n, format!("{k}{n}"))
            })
            .collect();
        entries.sort();
        entries
            .into_iter()
            .map(|(_, t)| t)
            .collect::<Vec<_>>()
            .join(",")
    };
    format!(
        "{}:W{}:B{}",
        if position.turn() == Colour::White {
            "W"
        } else {
            "B"
        },
        side(Colour::White),
        side(Colour::Black)
    )
}
