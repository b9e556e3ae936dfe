//! Parts of pieces that a ply left nowhere: those that a measurement did not find, and those that
//! interference cancelled.

use cheqqers_game::Ply;
use cheqqers_game::show::{Show, ShownPart, join};

/// The fate of one piece of several parts.
#[derive(Clone, PartialEq, Eq, Debug)]
struct LostParts {
    /// Such as `black man`.
    piece: String,
    /// The place where it was found, if it was.
    found: Option<String>,
    /// The places of the parts that are gone.
    gone: Vec<String>,
}

impl LostParts {
    /// Such as `part on b4 is gone` and `parts on b4 and d4 are gone`.
    fn are_gone(&self) -> String {
        let places = join(&self.gone, "and");
        match self.gone.len() {
            1 => format!("part on {places} is gone"),
            _ => format!("parts on {places} are gone"),
        }
    }

    /// The whole sentence.
    fn sentence(&self) -> String {
        let (piece, are_gone) = (&self.piece, self.are_gone());
        match &self.found {
            Some(place) => format!("The {piece} was on {place}: its {are_gone}."),
            None => format!("The {piece}'s {are_gone}."),
        }
    }
}

/// Adds to the sentences about a ply which parts it left nowhere, behind those that name the piece's
/// place already.
pub(super) fn add<G: Show>(sentences: &mut Vec<String>, before: &G, ply: &Ply<G::Move>, after: &G) {
    for vanished in found(before, ply, after) {
        let told = vanished.found.as_ref().and_then(|place| {
            let end = format!("{} is on {place}.", vanished.piece);
            sentences.iter_mut().find(|told| told.ends_with(&end))
        });
        match told {
            Some(told) => *told = format!("{told} Its {}.", vanished.are_gone()),
            None => sentences.push(vanished.sentence()),
        }
    }
}

fn found<G: Show>(before: &G, ply: &Ply<G::Move>, after: &G) -> Vec<LostParts> {
    let parts = before.parts();
    let mut pieces: Vec<u32> = parts.iter().map(|part| part.piece).collect();
    pieces.sort_unstable();
    pieces.dedup();
    let left = after.parts();
    let of_pieces = pieces.into_iter().filter_map(|piece| {
        let of_piece: Vec<&ShownPart> = parts.iter().filter(|part| part.piece == piece).collect();
        if of_piece.len() < 2 {
            return None;
        }
        if ply.measurements.is_empty() {
            cancelled::<G>(&of_piece, ply.mv, &left)
        } else {
            measured(&of_piece, ply)
        }
    });
    of_pieces.collect()
}

/// A piece that was found on one of its places.
fn measured<M>(of_piece: &[&ShownPart], ply: &Ply<M>) -> Option<LostParts> {
    let is_found = |part: &&&ShownPart| {
        let slot = part.slot?;
        let mut readings = ply.measurements.iter();
        readings.find_map(|measurement| measurement.reading(slot))
    };
    let found = of_piece.iter().find(|part| is_found(part) == Some(true))?;
    let gone = of_piece.iter().filter(|part| part.slot != found.slot);
    Some(LostParts {
        piece: in_words(found),
        found: Some(found.place.clone()),
        gone: gone.map(|part| part.place.clone()).collect(),
    })
}

/// A piece of which a move brought parts together, so that it has fewer of them.
fn cancelled<G: Show>(
    of_piece: &[&ShownPart],
    mv: G::Move,
    left: &[ShownPart],
) -> Option<LostParts> {
    let (sources, targets) = (G::sources(mv), G::targets(mv));
    let is_part = |place: &String| of_piece.iter().any(|part| part.place == *place);
    if sources.len() < 2 || !sources.iter().all(is_part) {
        return None;
    }
    let first = of_piece.first()?;
    let is_left = |place: &String| {
        let mut left = left.iter();
        left.any(|part| part.place == *place && part.colour == first.colour)
    };
    let gone = of_piece.iter().filter(|part| !is_left(&part.place));
    let gone: Vec<String> = gone.map(|part| part.place.clone()).collect();
    let new = targets
        .iter()
        .filter(|&place| !is_part(place) && is_left(place));
    // A part that went elsewhere is not gone.
    (gone.len() > new.count()).then(|| LostParts {
        piece: in_words(first),
        found: None,
        gone,
    })
}

/// Such as `black man`.
fn in_words(part: &ShownPart) -> String {
    let kind = match &*part.kind {
        "" => "piece",
        kind => kind,
    };
    match part.colour {
        Some(colour) => format!("{colour} {kind}"),
        None => kind.to_owned(),
    }
}
