use serde::Serialize;

use super::Show;
use crate::{Colour, Ply};

/// Facts of a ply, for clients that put them into words of their own.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlyFacts {
    /// Side that made it.
    pub side: Colour,
    /// Its kind, as in [`Game::ply_kind`](crate::Game::ply_kind).
    pub kind: &'static str,
    /// Names of the places that each measurement found occupied.
    pub found: Vec<Vec<String>>,
    /// Names of the places that were captured for certain.
    pub captured: Vec<String>,
    /// Pieces on the places of the move, after a measurement.
    pub there: Vec<PieceThere>,
}

/// Piece that may be on a place.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PieceThere {
    /// Name of the place.
    pub square: String,
    /// Whose it is.
    pub colour: Option<Colour>,
    /// Name of the kind of piece; empty while none is shown.
    pub kind: String,
    /// Probability that it is there.
    pub probability: f64,
}

impl PlyFacts {
    /// The facts of a ply between two positions.
    pub fn of<G: Show>(before: &G, ply: &Ply<G::Move>, after: &G) -> Self {
        let found = ply.measurements.iter();
        let mut there = Vec::new();
        if !ply.measurements.is_empty() {
            let places = [G::sources(ply.mv), G::targets(ply.mv)].concat();
            let parts = after.parts().into_iter();
            there.extend(
                parts
                    .filter(|part| places.contains(&part.place))
                    .map(|part| PieceThere {
                        square: part.place,
                        colour: part.colour,
                        kind: part.kind,
                        probability: part.probability,
                    }),
            );
        }
        Self {
            side: before.turn(),
            kind: G::ply_kind(before, ply.mv, after),
            found: found.map(|one| one.occupied_names(before)).collect(),
            captured: after.captured(),
            there,
        }
    }
}
