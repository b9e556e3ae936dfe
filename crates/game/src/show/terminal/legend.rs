use std::fmt::Write;

use super::canvas::painted;
use super::labels::letter;
use super::links::Links;
use super::style::Style;
use super::view::BoardView;
use crate::show::{Show, ShownPart, join, percent};

/// Explanation of the letters and signs of the [`board`](super::board): a line for each split piece,
/// and one for each component of entangled pieces. Empty when nothing is split.
pub fn legend(position: &impl Show, style: &Style) -> String {
    let view = BoardView::new(position);
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
fn piece_line(view: &BoardView, links: &Links, piece: u32, style: &Style) -> String {
    let parts: Vec<&ShownPart> = view.of(piece).collect();
    let first = parts[0];
    let alike = parts.iter().all(|part| part.kind == first.kind);
    let mut total = 0.0;
    let places: Vec<String> = parts
        .iter()
        .map(|part| {
            total += part.probability;
            let kind = if alike {
                String::new()
            } else {
                format!(" ({})", part.kind)
            };
            format!("{} {}{kind}", part.place, percent(part.probability))
        })
        .collect();
    let kind = if alike { &first.kind } else { "piece" };
    let mut line = String::new();
    let place = view.parts.iter().position(|part| part.piece == piece);
    if let Some((tag, component)) =
        place.and_then(|place| Some((links.tag(first, place)?, links.component(place)?)))
    {
        line += &painted(&tag, component.paint(), style.ink);
        line += ": ";
    }
    if let Some(colour) = first.colour {
        let _ = write!(line, "{colour} ");
    }
    let _ = write!(line, "{kind} on {}", places.join(", "));
    // What is missing was captured in the other cases.
    let lost = 1.0 - total;
    if lost > 1e-9 {
        let _ = write!(line, ", captured {}", percent(lost));
    }
    line + "\n"
}
