//! Descriptions that the games on this board share: of the board, its pieces and positions set up by
//! hand.

use cheqqers_game::show::{
    BoardLayout, BoardStyle, Choice, MoveForms, MoveKind, MoveShape, Phases, PieceKind,
    PlacedPiece, SettingField, ShownPart, SquareLayout, Standing,
};
use cheqqers_game::{Colour, OccupiedPlace};

use crate::board::Board;
use crate::cheqqers::Level;
use crate::fen::sides::{self, Naming};
use crate::piece::{Rank, far_rank};
use crate::square::Square;

/// A man is a plain disc, a king wears a crown.
pub(crate) const PIECES: &[PieceKind] = &[
    PieceKind {
        name: "man",
        picture: "",
        letters: ["w", "b"],
        signs: ["○", "●"],
    },
    PieceKind {
        name: "king",
        letters: ["W", "B"],
        signs: ["♔", "♚"],
        picture: r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-.5 -.5 1 1"><path d="M-.2 .12L-.24-.12L-.1 0L0-.17L.1 0L.24-.12L.2 .12Z" fill="var(--badge)" stroke="var(--badge-edge)" stroke-width=".02" stroke-linejoin="round"/></svg>"#,
    },
];

/// Reason for a lost game: no move, or no piece that could make one.
pub(crate) fn loss(has_pieces: bool) -> Standing {
    Standing::new(if has_pieces { "no-move" } else { "no-pieces" })
}

/// The field for the size of the board.
pub(crate) const SIZE_FIELD: SettingField = SettingField {
    key: "size",
    label: "Size of the board",
    choices: &[
        size("4", "4 x 4"),
        size("5", "5 x 5"),
        size("6", "6 x 6"),
        size("7", "7 x 7"),
        size("8", "8 x 8"),
        size("9", "9 x 9"),
        size("10", "10 x 10"),
        size("12", "12 x 12"),
        size("14", "14 x 14"),
        size("16", "16 x 16"),
    ],
};

const fn size(value: &'static str, name: &'static str) -> Choice {
    let about = "";
    Choice { value, name, about }
}

/// The dark squares of a board of this size.
pub(crate) fn layout(size: u8) -> BoardLayout {
    let squares = squares(size).map(|square| SquareLayout {
        name: square.to_string(),
        column: square.file().into(),
        row: square.rank().into(),
        number: Some(square.draughts_number(size).into()),
    });
    BoardLayout {
        columns: (0..size)
            .map(|file| char::from(b'a' + file).to_string())
            .collect(),
        rows: (1..=size).map(|rank| rank.to_string()).collect(),
        squares: squares.collect(),
    }
}

fn squares(size: u8) -> impl Iterator<Item = Square> {
    (0..size).flat_map(move |rank| (0..size).filter_map(move |file| Square::new(file, rank)))
}

/// First moves of a game with levels, as part of a sentence.
pub(crate) fn first_words(level: Level) -> String {
    let splits = level >= Level::Superposition;
    let split = if splits { ", c3^b4d4 to split" } else { "" };
    format!("c3-d4 to step{split}")
}

/// Style of probabilities and phases in a game with levels.
pub(crate) fn style(level: Level) -> BoardStyle {
    BoardStyle {
        // At other levels parts never meet again.
        phases: match level {
            Level::Interference => Phases::All,
            _ => Phases::None,
        },
        ..BoardStyle::default()
    }
}

/// Kinds of moves at a level, with the effects of a step and of a merge in a few words.
pub(crate) fn move_kinds(level: Level, step: &'static str, merge: &'static str) -> Vec<MoveKind> {
    let mut kinds = vec![
        MoveKind {
            plain: true,
            ..MoveKind::new("step", MoveShape::Step, step)
        },
        MoveKind::new("capture", MoveShape::Step, "jumps over a piece"),
    ];
    if level >= Level::Superposition {
        let about = "goes to two squares at once";
        kinds.push(MoveKind::new("split", MoveShape::Split, about));
    }
    if level >= Level::Interference {
        kinds.push(MoveKind::new("merge", MoveShape::Merge, merge));
    }
    kinds
}

/// Forms of moves at the levels without merges; `None` at the last, which has all forms.
pub(crate) fn forms_of_moves(level: Level) -> Option<MoveForms> {
    const STEP: (&str, &str) = ("c3-d4", "step");
    const SPLIT: (&str, &str) = ("c3^b4d4", "split a piece over two squares");
    const CAPTURE: (&str, &str) = ("d4xf6", "capture, one jump");
    match level {
        Level::Classical => Some(&[STEP, CAPTURE]),
        Level::Superposition | Level::Entanglement => Some(&[STEP, SPLIT, CAPTURE]),
        Level::Interference => None,
    }
}

/// The parts of a board, with the probability of each square.
pub(crate) fn parts(board: &Board, probability: impl Fn(Square) -> f64) -> Vec<ShownPart> {
    let part = |square: Square| {
        let part = board.part(square)?;
        Some(part.shown(square, square.slot(), probability(square), board.size()))
    };
    board.occupied().into_iter().filter_map(part).collect()
}

/// The occupied squares of a board, with the probability of each.
pub(crate) fn occupied(board: &Board, probability: impl Fn(Square) -> f64) -> Vec<OccupiedPlace> {
    let place = |square: Square| {
        Some(OccupiedPlace {
            place: square.to_string(),
            piece: board.part(square)?.to_string(),
            probability: probability(square),
        })
    };
    board.occupied().into_iter().filter_map(place).collect()
}

/// The names of squares.
pub(crate) fn names(squares: impl Iterator<Item = Square>) -> Vec<String> {
    squares.map(|square| square.to_string()).collect()
}

/// The text of a position of certain pieces, such as `W:W21-32:BK5`; `mark` is written behind a
/// square. Men on their far rank are crowned.
pub(crate) fn position_text(
    size: u8,
    naming: Naming,
    turn: Colour,
    pieces: &[PlacedPiece],
    mark: impl Fn(&PlacedPiece) -> &'static str,
) -> String {
    sides::write(turn, |colour| {
        let mut entries: Vec<(u16, String)> = Vec::new();
        for piece in pieces.iter().filter(|piece| piece.colour == colour) {
            let square = piece.place.parse::<Square>().ok();
            let Some(square) = square.filter(|square| square.is_on(size)) else {
                continue;
            };
            let king = match &*piece.kind {
                kind if kind == Rank::King.noun() => "K",
                kind if kind != Rank::Man.noun() => continue,
                _ if square.rank() == far_rank(colour, size) => "K",
                _ => "",
            };
            let number = square.draughts_number(size);
            let name = match naming {
                Naming::Numbers => number.to_string(),
                Naming::Any => square.to_string(),
            };
            entries.push((number, format!("{king}{name}{}", mark(piece))));
        }
        entries.sort_unstable();
        let entries: Vec<String> = entries.into_iter().map(|(_, entry)| entry).collect();
        with_ranges(&entries)
    })
}

/// Three numbers or more that follow each other are written as one entry.
fn with_ranges(entries: &[String]) -> Vec<String> {
    let number = |entry: &String| entry.parse::<u32>().ok();
    let follows =
        |a: &String, b: &String| number(a).is_some_and(|a| number(b).is_some_and(|b| b == a + 1));
    let runs = entries.chunk_by(follows);
    let written = runs.flat_map(|run| match run {
        [first, .., last] if run.len() > 2 => vec![format!("{first}-{last}")],
        run => run.to_vec(),
    });
    written.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_put_by_hand_are_a_position_of_the_usual_notation() {
        let placed = |place: &str, kind: &str, colour| PlacedPiece {
            place: place.into(),
            colour,
            kind: kind.into(),
            probability: None,
        };
        let pieces = [
            placed("h8", "man", Colour::White),
            placed("c3", "man", Colour::White),
            placed("z9", "man", Colour::White),
            placed("a2", "man", Colour::White),
            placed("e5", "knight", Colour::White),
            placed("b8", "man", Colour::Black),
            placed("d8", "man", Colour::Black),
            placed("f8", "man", Colour::Black),
        ];
        let text = |naming| position_text(8, naming, Colour::Black, &pieces, |_| "");
        assert_eq!(text(Naming::Numbers), "B:WK4,22:B1-3");
        assert_eq!(text(Naming::Any), "B:WKh8,c3:Bb8,d8,f8");
    }

    #[test]
    fn the_board_has_the_dark_squares_with_their_numbers() {
        let layout = layout(6);
        assert_eq!((layout.columns.len(), layout.rows.len()), (6, 6));
        assert_eq!(layout.squares.len(), 18);
        let last = layout.squares.last().unwrap();
        assert_eq!((&*last.name, last.column, last.row), ("f6", 5, 5));
        assert_eq!(last.number, Some(3));
    }
}
