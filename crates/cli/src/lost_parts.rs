//! Plies in sentences, with the parts of pieces that a measurement did not find.

use cheqqers_game::show::{ShownPart, join};
use cheqqers_session::PlayedPly;

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
pub(crate) fn describe_ply(ply: &PlayedPly) -> Vec<String> {
    let mut sentences = ply.description();
    for lost in lost_parts(&ply.parts_read()) {
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
fn lost_parts(parts: &[PartRead]) -> Vec<LostParts> {
    let mut pieces: Vec<u32> = parts.iter().map(|(part, _)| part.piece).collect();
    pieces.sort_unstable();
    pieces.dedup();
    let of_pieces = pieces.into_iter().filter_map(|piece| {
        let of_piece = parts.iter().filter(|(part, _)| part.piece == piece);
        measured(&of_piece.collect::<Vec<_>>())
    });
    of_pieces.collect()
}

/// A part before a ply, with what was read of its slot.
type PartRead = (ShownPart, Option<bool>);

/// The fate of a piece that was found on one of its several places.
fn measured(of_piece: &[&PartRead]) -> Option<LostParts> {
    if of_piece.len() < 2 {
        return None;
    }
    let (found, _) = of_piece.iter().find(|(_, read)| *read == Some(true))?;
    let gone = of_piece.iter().filter(|(part, _)| part.slot != found.slot);
    Some(LostParts {
        piece: in_words(found),
        found: found.place.clone(),
        gone: gone.map(|(part, _)| part.place.clone()).collect(),
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
