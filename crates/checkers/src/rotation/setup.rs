//! Positions as text: `W:Wc3~0,Kd4:Bf6~1` is White to move, a man of White's that never moved and a
//! certain king, and a man of Black's that was rotated once. A draughts FEN with marks, whose squares may
//! be named by file and rank too.

use std::collections::BTreeMap;

use cheqqers_game::Colour;

use super::{Position, Presence, Rules};
use crate::fen::sides::{self, Entry, Naming, letter};
use crate::{Board, FenError, Part, PieceId, Rank};

/// The start that a text describes.
///
/// # Errors
/// When the text is no position on the board of these rules.
pub(super) fn read(rules: Rules, text: &str) -> Result<Position, FenError> {
    let text = text.trim();
    let text = text.strip_suffix('.').unwrap_or(text);
    let mut board = Board::new(rules.size());
    let mut presences = BTreeMap::new();
    let turn = sides::read(text, Naming::Any, rules.size(), |entry| {
        let Entry {
            colour,
            rank,
            is_quantum,
            mark,
            square,
            name,
        } = entry;
        let presence = match (is_quantum, &mark) {
            (false, None) => Some(Presence::Definite),
            (false, Some(mark)) => mark
                .parse()
                .ok()
                .and_then(|rotations| Presence::after(rotations, rules.rotation)),
            (true, _) => None,
        };
        let Some(presence) = presence else {
            let mark = format!("~{}", mark.unwrap_or_default());
            return Err(FenError::Mark { square: name, mark });
        };
        let piece = u8::try_from(presences.len()).expect("no more pieces than squares");
        if presences.insert(square, presence).is_some() {
            return Err(FenError::RepeatedSquare { square: name });
        }
        if rank == Rank::Man && square.rank() == board.far_rank(colour) {
            return Err(FenError::Uncrowned { square: name });
        }
        let piece = PieceId(piece);
        board.put(
            square,
            Part {
                colour,
                rank,
                piece,
            },
        );
        Ok(())
    })?;
    let presence = |square| presences[&square];
    Ok(Position::with_board(rules, board, turn, presence))
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
            ("", "a FEN starts with the side to move"),
            ("X:Wc3:Bf6", "a FEN starts with the side to move"),
            ("W:Wc3:f6", "\"f6\" is no list of a side's squares"),
            ("W:Wc3:", "\"\" is no list of a side's squares"),
            ("W:éc3", "\"éc3\" is no list of a side's squares"),
            ("W:Wc4", "c4 is a light square"),
            ("W:Wi9", "square i9 is not on a board of 8 x 8"),
            ("W:Wc3:Bc3", "square c3 is named twice"),
            (
                "W:Wh8",
                "a man on square h8 would have been crowned: write Kh8",
            ),
            ("W:Wc3~3", "square c3 is marked \"~3\""),
            ("W:Wc3~x", "square c3 is marked \"~x\""),
            ("W:W~c3", "square c3 is marked \"~\""),
        ] {
            let error = read(Rules::PHYSICAL, text).unwrap_err().to_string();
            assert!(error.starts_with(told), "{text}: {error}");
        }
        assert!(read(rules(Rotation::RyRaw), "W:Wc3~9").is_err());
    }
}
