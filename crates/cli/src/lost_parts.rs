//! Plies in sentences, with the parts of pieces that a measurement did not find.

use cheqqers_game::Ply;
use cheqqers_game::show::{Show, ShownPart, join};

/// The fate of one piece of several parts.
#[derive(Clone, PartialEq, Eq, Debug)]
struct LostParts {
    /// Such as `black man`.
    piece: String,
    /// The place where it was found.
    found: String,
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
}

/// A ply that was played, in sentences: those of the game, and which parts the measurements left nowhere,
/// behind a sentence that names the piece's place already.
pub(crate) fn describe_ply<G: Show>(before: &G, ply: &Ply<G::Move>, after: &G) -> Vec<String> {
    let mut sentences = G::describe_ply(before, ply, after);
    for lost in lost_parts(before, ply) {
        let (piece, found, are_gone) = (&lost.piece, &lost.found, lost.are_gone());
        let end = format!("{piece} is on {found}.");
        match sentences.iter_mut().find(|told| told.ends_with(&end)) {
            Some(told) => *told = format!("{told} Its {are_gone}."),
            None => sentences.push(format!("The {piece} was on {found}: its {are_gone}.")),
        }
    }
    sentences
}

/// The fates of the pieces of several parts that were found on one of their places.
fn lost_parts<G: Show>(before: &G, ply: &Ply<G::Move>) -> Vec<LostParts> {
    let parts = before.parts();
    let mut pieces: Vec<u32> = parts.iter().map(|part| part.piece).collect();
    pieces.sort_unstable();
    pieces.dedup();
    let of_pieces = pieces.into_iter().filter_map(|piece| {
        let of_piece: Vec<&ShownPart> = parts.iter().filter(|part| part.piece == piece).collect();
        measured(&of_piece, ply)
    });
    of_pieces.collect()
}

/// The fate of a piece that was found on one of its several places.
fn measured<M>(of_piece: &[&ShownPart], ply: &Ply<M>) -> Option<LostParts> {
    if of_piece.len() < 2 {
        return None;
    }
    let is_found = |part: &&&ShownPart| {
        let slot = part.slot?;
        let mut readings = ply.measurements.iter();
        readings.find_map(|measurement| measurement.reading(slot))
    };
    let found = of_piece.iter().find(|part| is_found(part) == Some(true))?;
    let gone = of_piece.iter().filter(|part| part.slot != found.slot);
    Some(LostParts {
        piece: in_words(found),
        found: found.place.clone(),
        gone: gone.map(|part| part.place.clone()).collect(),
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
