//! Positions as text: `W:Wc3~0,Kd4:Bf6~1` is White to move, a man of White's that never moved and a
//! certain king, and a man of Black's that was rotated once. A draughts FEN with marks, whose squares may
//! be named by file and rank too; `:H3` behind it counts the turns in which no token left the board.

use std::collections::BTreeMap;

use cheqqers_game::Colour;
use cheqqers_world::{Recording, World};

use super::{Position, Presence, Rules, play};
use crate::fen::sides::{self, Entry, Naming};
use crate::{Board, FenError, Square};

impl Position {
    /// The start of a game.
    pub fn initial(rules: Rules) -> Self {
        let board = Board::initial(rules.size(), rules.rows());
        Self::with_board(rules, board, Colour::White, |_| Presence::START)
    }

    /// The tokens of a board, each as far there as it is said.
    fn with_board(
        rules: Rules,
        board: Board,
        turn: Colour,
        presence: impl Fn(Square) -> Presence,
    ) -> Self {
        let mut position = Self {
            rules,
            board,
            presences: [Presence::START; 128],
            world: World::new(Recording::On),
            turn,
            quiet: 0,
            ply: 0,
            captured: None,
        };
        for square in position.board.occupied() {
            play::prepare(&mut position, square, presence(square));
        }
        position
    }
}

/// The start that a text describes.
///
/// # Errors
/// Returns an error if the text is no position on the board of these rules.
pub(super) fn read(rules: Rules, text: &str) -> Result<Position, FenError> {
    let mut board = Board::new(rules.size());
    let mut presences = BTreeMap::new();
    let text = sides::trimmed(text);
    let (turn, quiet) = sides::read(text, Naming::Any, rules.size(), |entry| {
        let Entry {
            part,
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
        presences.insert(square, presence);
        board.put(square, part);
        Ok(())
    })?;
    let presence = |square| presences[&square];
    Ok(Position {
        quiet,
        ..Position::with_board(rules, board, turn, presence)
    })
}

/// A position as [`read`] reads it.
pub(super) fn write(position: &Position) -> String {
    let sides = sides::write(position.turn, |colour| {
        let squares = position.board.of(colour).into_iter();
        squares
            .map(|square| {
                let is_king = position.board.kings().contains(square);
                let king = if is_king { "K" } else { "" };
                match position.presence(square) {
                    Presence::Definite => format!("{king}{square}"),
                    Presence::Rotated(rotations) => format!("{king}{square}~{rotations}"),
                }
            })
            .collect()
    });
    sides + &sides::clock(position.quiet, position.rules.draw_turns)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    }
}
