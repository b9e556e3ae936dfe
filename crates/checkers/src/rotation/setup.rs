use std::collections::BTreeMap;

use cheqqers_game::Colour;
use cheqqers_game::settings::SettingError;
use thiserror::Error;

use super::{Position, Presence, Rules};
use crate::{Board, Part, PieceId, Rank, Square};

/// Why no game starts so.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// An option is missing, or has no such value.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// Rows that leave none between the players.
    #[error("rows can be at most {most} on a board of {size} x {size}, not {rows}")]
    Rows {
        /// Files and ranks of the board.
        size: u8,
        /// The most rows.
        most: u8,
        /// The rows asked for.
        rows: u8,
    },
    /// A text that is no position.
    #[error(
        "{text:?} is no position: write who is to move, then the pieces of each side, K before kings \
         and ~N behind those that are not certain but were rotated N times, as in W:Wc3~0,Kd4:Bf6~1"
    )]
    Position {
        /// The text.
        text: String,
    },
    /// A piece of a position that can't be there.
    #[error("{piece:?} can't be in the position: {reason}")]
    Piece {
        /// The piece's text.
        piece: String,
        /// Why not.
        reason: &'static str,
    },
}

/// The start that a text describes: `W:Wc3~0,Kd4:Bf6~1` is White to move, a man of White's that never
/// moved and a certain king, and a man of Black's that moved once. It is after the FEN of draughts.
///
/// # Errors
/// When the text is no position on the board of these rules.
pub(super) fn read(rules: Rules, text: &str) -> Result<Position, SetupError> {
    let malformed = || SetupError::Position {
        text: text.to_owned(),
    };
    let mut fields = text.trim().trim_end_matches('.').split(':').map(str::trim);
    let turn = fields.next().and_then(colour).ok_or_else(malformed)?;
    let mut board = Board::new(rules.size());
    let mut presences = BTreeMap::new();
    for field in fields {
        let (side, pieces) = field.split_at_checked(1).ok_or_else(malformed)?;
        let colour = colour(side).ok_or_else(malformed)?;
        let pieces = pieces.split(',').map(str::trim);
        for text in pieces.filter(|text| !text.is_empty()) {
            let refused = |reason| SetupError::Piece {
                piece: text.to_owned(),
                reason,
            };
            let (square, rank, presence) = piece(rules, text).map_err(refused)?;
            if presences.insert(square, presence).is_some() {
                return Err(refused("there is another on its square"));
            }
            if rank == Rank::Man && square.rank() == board.far_rank(colour) {
                return Err(refused("a man on the far row is a king"));
            }
            let piece = u8::try_from(presences.len() - 1).expect("no more than squares");
            let part = Part {
                colour,
                rank,
                piece: PieceId(piece),
            };
            board.put(square, part);
        }
    }
    let presence = |square| presences[&square];
    Ok(Position::with_board(rules, board, turn, presence))
}

/// A piece as it is written, or what is wrong with it.
fn piece(rules: Rules, text: &str) -> Result<(Square, Rank, Presence), &'static str> {
    let (rank, rest) = match text.strip_prefix('K') {
        Some(rest) => (Rank::King, rest),
        None => (Rank::Man, text),
    };
    let (name, rotations) = match rest.split_once('~') {
        Some((name, rotations)) => (name, Some(rotations)),
        None => (rest, None),
    };
    let square: Option<Square> = name.parse().ok();
    let square = square.filter(|square| square.is_on(rules.size()));
    let square = square.ok_or("it is on no dark square of the board")?;
    let Some(rotations) = rotations else {
        return Ok((square, rank, Presence::Definite));
    };
    let rotations: Option<u8> = rotations.parse().ok();
    let presence = rotations.and_then(|rotations| Presence::after(rotations, rules.rotation));
    let presence = presence.ok_or("no piece is rotated so often and still uncertain")?;
    Ok((square, rank, presence))
}

/// A position as [`read`] reads it.
pub(super) fn write(position: &Position) -> String {
    let mut text = letter(position.turn).to_string();
    for colour in [Colour::White, Colour::Black] {
        let squares = position.board.of(colour).into_iter();
        let pieces: Vec<String> = squares
            .map(|square| {
                let is_king = position.board.kings().contains(square);
                let king = if is_king { "K" } else { "" };
                match position.presence(square) {
                    Presence::Definite => format!("{king}{square}"),
                    Presence::Rotated(rotations) => format!("{king}{square}~{rotations}"),
                }
            })
            .collect();
        text.push(':');
        text.push(letter(colour));
        text += &pieces.join(",");
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

#[cfg(test)]
mod tests {
    use cheqqers_game::Game;

    use super::*;
    use crate::rotation::{Rotation, checks};

    fn rules(rotation: Rotation) -> Rules {
        let mut rules = Rules::PHYSICAL;
        rules.rotation = rotation;
        rules
    }

    #[test]
    fn positions_round_trip_by_the_header() {
        for (rotation, text) in [
            (Rotation::Ry, "W:Wc3~0,Kd4:Bf6~1"),
            (Rotation::Ry, "B:Wa1~2:BKg1~0,h8"),
            (Rotation::Manual15, "W:Wa1~3:Bh8"),
            (Rotation::RyRaw, "W:Wa1~3,c1~8:Bh8~0"),
            (Rotation::Ry, "W:Wa1:B"),
        ] {
            let position = read(rules(rotation), text).unwrap();
            checks::position(&position).unwrap();
            assert_eq!(write(&position), text);
            let header = position.header();
            assert_eq!(header["position"], text);
            let again = Position::from_header(&header).unwrap();
            assert_eq!(write(&again), text);
        }
        let usual = Position::initial(Rules::PHYSICAL);
        let same = read(Rules::PHYSICAL, &write(&usual)).unwrap();
        assert_eq!(same.header(), usual.header());
        assert!(!usual.header().contains_key("position"));
    }

    #[test]
    fn what_is_no_position_is_told() {
        for (text, told) in [
            ("", "\"\" is no position: write who is to move"),
            ("X:Wc3:Bf6", "\"X:Wc3:Bf6\" is no position"),
            ("W:Wc3:f6", "\"W:Wc3:f6\" is no position"),
            ("W:Wc3:", "\"W:Wc3:\" is no position"),
            ("W:éc3", "\"W:éc3\" is no position"),
            (
                "W:Wc4",
                "\"c4\" can't be in the position: it is on no dark square of the board",
            ),
            (
                "W:Wi9",
                "\"i9\" can't be in the position: it is on no dark square of the board",
            ),
            (
                "W:Wc3:Bc3",
                "\"c3\" can't be in the position: there is another on its square",
            ),
            (
                "W:Wh8",
                "\"h8\" can't be in the position: a man on the far row is a king",
            ),
            (
                "W:Wc3~3",
                "\"c3~3\" can't be in the position: no piece is rotated so often",
            ),
            (
                "W:Wc3~x",
                "\"c3~x\" can't be in the position: no piece is rotated so often",
            ),
        ] {
            let error = read(Rules::PHYSICAL, text).unwrap_err().to_string();
            assert!(error.starts_with(told), "{text}: {error}");
        }
        assert!(read(rules(Rotation::RyRaw), "W:Wc3~9").is_err());
    }
}
