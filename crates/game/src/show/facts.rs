use serde::Serialize;

use super::board::{components_of, squares_named};
use super::{Show, ShownPart};
use crate::{Colour, Measurement, Ply};

/// Facts of a ply, for clients that put them into words of their own.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlyFacts {
    /// Side that made it.
    pub side: Colour,
    /// Its kind, as in [`Game::ply_kind`](crate::Game::ply_kind).
    pub kind: &'static str,
    /// Kind of its move, whatever came of it.
    pub tried: &'static str,
    /// Squares that it started from.
    pub from: Vec<String>,
    /// Squares that it led to, or was to lead to.
    pub to: Vec<String>,
    /// Squares that it jumped over, or captured on.
    pub over: Vec<String>,
    /// `true` if it did what it was to do; `None` of a move that can't fail.
    pub succeeded: Option<bool>,
    /// `true` if it linked pieces that had nothing to do with each other.
    pub entangled: bool,
    /// Facts of its measurements, in order.
    pub measured: Vec<MeasuredFacts>,
    /// Names of the places that were captured for certain.
    pub captured: Vec<String>,
    /// Pieces that became one of another kind.
    pub promoted: Vec<PieceThere>,
    /// Pieces on the squares of the move, after it.
    pub there: Vec<PieceThere>,
}

/// Facts of a measurement.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MeasuredFacts {
    /// Squares of the move that were measured.
    pub squares: Vec<ReadSquare>,
    /// Other squares on which something was found.
    pub elsewhere: Vec<String>,
    /// Number of other squares that were measured.
    pub num_others: usize,
    /// Probability of all that was read, together.
    pub probability: f64,
}

/// Square that was measured.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReadSquare {
    /// Name of the square.
    pub square: String,
    /// Whose the piece is that was looked for.
    pub colour: Option<Colour>,
    /// Name of the kind of that piece; empty while none is shown.
    pub kind: String,
    /// `true` if it was there.
    pub there: bool,
    /// Probability, before the ply, of what was found here.
    pub probability: f64,
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
        let [from, to, over] = [
            squares_named(before, &G::sources(ply.mv)),
            squares_named(before, &G::targets(ply.mv)),
            squares_named(before, &before.over(ply.mv)),
        ];
        let squares = once([from.as_slice(), &over, &to].concat());
        let [earlier, later] = [before.parts(), after.parts()];
        let measured = ply.measurements.iter();
        let measured = measured.map(|one| MeasuredFacts::of(&earlier, &squares, one));
        let there = later.iter().filter(|part| squares.contains(&part.place));
        Self {
            side: before.turn(),
            kind: G::ply_kind(before, ply.mv, after),
            tried: G::kind(ply.mv),
            succeeded: G::succeeded(before, ply, after),
            entangled: ply.measurements.is_empty()
                && num_linked(after, &later, &squares) > num_linked(before, &earlier, &squares),
            measured: measured.collect(),
            captured: after.captured(),
            promoted: promoted(before.turn(), [&earlier, &later], &from, &to),
            there: there.map(PieceThere::of).collect(),
            from,
            to,
            over,
        }
    }

    /// The squares of the move that something came of, each once: those that it did not reach are left out.
    pub fn squares(&self) -> Vec<String> {
        let reached = |square: &&String| {
            self.succeeded != Some(false) || self.there.iter().any(|one| one.square == **square)
        };
        let to = self.to.iter().filter(reached);
        once(self.from.iter().chain(to).cloned().collect())
    }
}

impl MeasuredFacts {
    /// The facts of a measurement, by the parts before and by the squares of the move.
    fn of(parts: &[ShownPart], squares: &[String], measurement: &Measurement) -> Self {
        // A piece of several types is there: what is read of it is its type.
        let placed = parts.iter().filter(|part| part.types.is_empty());
        let measured = placed.filter_map(|part| {
            let reading = measurement.reading(part.slot?)?;
            Some((part, reading))
        });
        let measured: Vec<(&ShownPart, bool)> = measured.collect();
        let on = |square: &String| {
            let here = || measured.iter().filter(|(part, _)| part.place == *square);
            let (part, _) = *here().next()?;
            let there = here().any(|&(_, there)| there);
            let occupied: f64 = here().map(|(part, _)| part.probability).sum();
            Some(ReadSquare {
                square: square.clone(),
                colour: part.colour,
                kind: part.kind.clone(),
                there,
                // Measured alone, it depends on the readings before.
                probability: match (&measurement.slots[..], there) {
                    ([_], _) => measurement.probability,
                    (_, true) => occupied,
                    (_, false) => 1.0 - occupied,
                },
            })
        };
        let others = || {
            let others = measured.iter();
            others.filter(|(part, _)| !squares.contains(&part.place))
        };
        let names = |slots: Vec<&(&ShownPart, bool)>| {
            once(slots.iter().map(|(part, _)| part.place.clone()).collect())
        };
        Self {
            squares: squares.iter().filter_map(on).collect(),
            elsewhere: names(others().filter(|&&(_, there)| there).collect()),
            num_others: names(others().collect()).len(),
            probability: measurement.probability,
        }
    }
}

impl PieceThere {
    fn of(part: &ShownPart) -> Self {
        Self {
            square: part.place.clone(),
            colour: part.colour,
            kind: part.kind.clone(),
            probability: part.probability,
        }
    }
}

/// Pieces of a side that arrived as something else than what set out.
fn promoted(
    side: Colour,
    [earlier, later]: [&[ShownPart]; 2],
    from: &[String],
    to: &[String],
) -> Vec<PieceThere> {
    let of_side = |part: &&ShownPart| part.colour == Some(side) && !part.kind.is_empty();
    let kinds = |place: &String| {
        let here = earlier.iter().filter(of_side);
        here.filter(|part| part.place == *place)
            .map(|part| &part.kind)
            .collect::<Vec<_>>()
    };
    let sent: Vec<&String> = from.iter().flat_map(kinds).collect();
    let is_new = |part: &&ShownPart| {
        // A piece of several types only shows which one it is.
        part.types.is_empty()
            && to.contains(&part.place)
            && !sent.is_empty()
            && !sent.contains(&&part.kind)
            && !kinds(&part.place).contains(&&part.kind)
    };
    let arrived = later.iter().filter(of_side).filter(is_new);
    arrived.map(PieceThere::of).collect()
}

/// Number of pieces that are together in a circuit with what is on squares, those themselves included.
fn num_linked<G: Show>(position: &G, parts: &[ShownPart], squares: &[String]) -> usize {
    let components = components_of(position, parts);
    let linked = components.iter().map(|slots| {
        let of = |part: &&ShownPart| part.slot.is_some_and(|slot| slots.contains(&slot));
        let parts: Vec<&ShownPart> = parts.iter().filter(of).collect();
        if !parts.iter().any(|part| squares.contains(&part.place)) {
            return 0;
        }
        once(parts.iter().map(|part| part.piece).collect()).len()
    });
    linked.max().unwrap_or(0).max(1)
}

/// The same, each once.
fn once<T: PartialEq>(all: Vec<T>) -> Vec<T> {
    let mut known = Vec::new();
    for one in all {
        if !known.contains(&one) {
            known.push(one);
        }
    }
    known
}
