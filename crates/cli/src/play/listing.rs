//! The list of legal moves, numbered, by kind.

use std::fmt::Write;

use cheqqers_session::{LegalMoves, Move, Position};

/// Columns where the output has no width.
const WIDTH: usize = 80;

/// The legal moves, those that start from `place` alone where one is named. Each has its number among
/// all legal moves.
pub(super) fn listing(
    position: &Position,
    legal: &LegalMoves,
    place: Option<&str>,
    width: Option<usize>,
) -> String {
    let from_place = |mv: &Move| place.is_none_or(|p| mv.sources().iter().any(|s| s == p));
    let chosen: Vec<(usize, Move)> = (1..)
        .zip(legal.iter())
        .filter(|(_, mv)| from_place(mv))
        .collect();
    let longest = chosen.iter().map(|(_, mv)| mv.text().len()).max();
    let columns = longest.map_or(1, |longest| (width.unwrap_or(WIDTH) / (longest + 7)).max(1));
    let mut text = String::new();
    let mut kinds: Vec<&str> = Vec::new();
    for (_, mv) in &chosen {
        if !kinds.contains(&mv.kind()) {
            kinds.push(mv.kind());
        }
    }
    for kind in kinds {
        let of_kind = chosen.iter().filter(|(_, mv)| mv.kind() == kind);
        text = text + &plural(kind) + "\n";
        let noted: Vec<_> = of_kind
            .map(|(number, mv)| (number, mv, position.describe_probabilities(mv)))
            .collect();
        if noted.iter().all(|(_, _, note)| note.is_none()) {
            for row in noted.chunks(columns) {
                let mut line = String::new();
                for (number, mv, _) in row {
                    let length = longest.unwrap_or_default();
                    let _ = write!(line, "{number:>5} {mv:<length$} ", mv = mv.text());
                }
                text = text + line.trim_end() + "\n";
            }
        } else {
            for (number, mv, note) in noted {
                let _ = write!(text, "{number:>5} {mv}");
                if let Some(note) = note {
                    text = text + "  " + &note;
                }
                text.push('\n');
            }
        }
    }
    text
}

/// The plural of a kind of moves, such as `captures`, `passes` and `ends of a chain`.
fn plural(kind: &str) -> String {
    let (noun, rest) = kind
        .split_once(" of ")
        .map_or((kind, String::new()), |(noun, rest)| {
            (noun, format!(" of {rest}"))
        });
    let ending = if noun.ends_with("ch") || noun.ends_with("ss") {
        "es"
    } else {
        "s"
    };
    format!("{noun}{ending}{rest}")
}
