use std::fmt::Write;

use cheqqers_game::show::{join, percent};

use super::Style;
use super::canvas::painted;
use super::labels::letter;
use super::links::Links;
use super::words::noun;
use crate::{PieceId, Position, Square};

/// What the letters and signs of the [`board`](super::board) mean: a line for each split piece,
/// and one for each component of entangled pieces. Empty when nothing is split.
pub fn legend(position: &Position, style: &Style) -> String {
    let links = Links::new(position, &style.labels);
    let mut text = String::new();
    for (_, piece) in links.labels().pieces() {
        text += &piece_line(position, &links, piece, style);
    }
    for group in links.groups() {
        if let Some(sign) = group.sign {
            let names: Vec<String> = group.letters.iter().map(|&n| letter(n)).collect();
            text += &painted(sign, group.paint(), style.ink);
            let names = join(&names, "and");
            let _ = writeln!(text, ": {names} are entangled (measured together)");
        }
    }
    text
}

/// Such as `a: white man on b4 50 %, d4 50 %`.
fn piece_line(position: &Position, links: &Links, piece: PieceId, style: &Style) -> String {
    let board = position.board();
    let squares: Vec<Square> = board
        .quantum()
        .into_iter()
        .filter(|&square| board.piece(square) == piece)
        .collect();
    let parts: Vec<_> = squares.iter().filter_map(|&s| board.part(s)).collect();
    let alike = parts.iter().all(|part| part.rank == parts[0].rank);
    let mut total = 0.0;
    let places: Vec<String> = squares
        .iter()
        .zip(&parts)
        .map(|(&square, part)| {
            let probability = position.probability(square);
            total += probability;
            let rank = if alike {
                String::new()
            } else {
                format!(" ({})", noun(part.rank))
            };
            format!("{square} {}{rank}", percent(probability))
        })
        .collect();
    let kind = if alike { noun(parts[0].rank) } else { "piece" };
    let mut line = String::new();
    if let Some((tag, group)) = squares
        .first()
        .and_then(|&square| Some((links.tag(position, square)?, links.group(square)?)))
    {
        line += &painted(&tag, group.paint(), style.ink);
        line += ": ";
    }
    let _ = write!(line, "{} {kind} on {}", parts[0].colour, places.join(", "));
    // What is missing was captured in the other cases.
    let lost = 1.0 - total;
    if lost > 1e-9 {
        let _ = write!(line, ", captured {}", percent(lost));
    }
    line + "\n"
}
