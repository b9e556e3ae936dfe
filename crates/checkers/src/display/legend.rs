use std::fmt::Write;

use cheqqers_game::show::{join, percent};

use super::canvas::painted;
use super::labels::letter;
use super::links::Links;
use super::{BoardView, PartView, Style, ToBoardView};
use crate::PieceId;

/// Explanation of the letters and signs of the [`board`](super::board): a line for each split piece,
/// and one for each component of entangled pieces. Empty when nothing is split.
pub fn legend(position: &impl ToBoardView, style: &Style) -> String {
    let view = position.view();
    let links = Links::new(&view, &style.labels);
    let mut text = String::new();
    for (_, piece) in links.labels().pieces() {
        text += &piece_line(&view, &links, piece, style);
    }
    for component in links.components() {
        if let Some(sign) = component.sign {
            let names: Vec<String> = component.letters.iter().map(|&n| letter(n)).collect();
            text += &painted(sign, component.paint(), style.ink);
            let names = join(&names, "and");
            let _ = writeln!(text, ": {names} are entangled (measured together)");
        }
    }
    text
}

/// Such as `a: white man on b4 50 %, d4 50 %`.
fn piece_line(view: &BoardView, links: &Links, piece: PieceId, style: &Style) -> String {
    let parts: Vec<&PartView> = view.of(piece).collect();
    let rank = parts[0].part.rank;
    let alike = parts.iter().all(|seen| seen.part.rank == rank);
    let mut total = 0.0;
    let places: Vec<String> = parts
        .iter()
        .map(|seen| {
            total += seen.probability;
            let rank = if alike {
                String::new()
            } else {
                format!(" ({})", seen.part.rank.noun())
            };
            format!("{} {}{rank}", seen.square, percent(seen.probability))
        })
        .collect();
    let kind = if alike { rank.noun() } else { "piece" };
    let mut line = String::new();
    let first = view.parts.iter().position(|seen| seen.part.piece == piece);
    if let Some((tag, component)) =
        first.and_then(|place| Some((links.tag(parts[0], place)?, links.component(place)?)))
    {
        line += &painted(&tag, component.paint(), style.ink);
        line += ": ";
    }
    let _ = write!(
        line,
        "{} {kind} on {}",
        parts[0].part.colour,
        places.join(", ")
    );
    // What is missing was captured in the other cases.
    let lost = 1.0 - total;
    if lost > 1e-9 {
        let _ = write!(line, ", captured {}", percent(lost));
    }
    line + "\n"
}
