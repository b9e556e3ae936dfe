use serde::Serialize;

use super::board::{components_of, squares_named};
use super::{Sentence, Show, ShownPart, ShownType, Standing};
use crate::{Colour, Measurement, Ply};

/// Facts of a ply, apart from any language. In JSON are those that clients put into words of their own, and the
/// sentences into which the others are put.
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
    /// Pieces on the squares of the move, before it.
    #[serde(skip)]
    pub before: Vec<PieceThere>,
    /// Pieces on the squares of the move, after it.
    pub there: Vec<PieceThere>,
    /// Pieces elsewhere that are certain now, though nothing was measured.
    #[serde(skip)]
    pub decided: Vec<PieceThere>,
    /// Type that a piece of several types showed.
    #[serde(skip)]
    pub shown: Option<ShownType>,
    /// Places of pieces of several types that show none of them any more.
    #[serde(skip)]
    pub hidden: Vec<String>,
    /// `true` if it gives check.
    #[serde(skip)]
    pub check: bool,
    /// The next thing that must be done on a square.
    #[serde(skip)]
    pub must: Option<Standing>,
    /// The ply in sentences, apart from their words: the move, what each measurement found, what became of the pieces.
    pub sentences: Vec<Sentence>,
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
    /// Pieces of which something was read.
    #[serde(skip)]
    pub pieces: Vec<LocatedPiece>,
    /// Probability of all that was read, together.
    pub probability: f64,
}

/// Piece of which a measurement read something.
#[derive(Clone, PartialEq, Debug)]
pub struct LocatedPiece {
    /// Whose it is.
    pub colour: Option<Colour>,
    /// Name of its kind; empty while none is shown.
    pub kind: String,
    /// Squares on which it was found: one at most, unless the game doesn't tell alike pieces apart.
    pub found: Vec<String>,
    /// Squares of its parts that are gone.
    pub gone: Vec<String>,
    /// `true` if nothing is left of it.
    pub lost: bool,
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
    /// Names of its kinds where it has several, an unknown one being empty.
    #[serde(skip)]
    pub types: Vec<String>,
    /// Probability that it is there.
    pub probability: f64,
}

impl PlyFacts {
    /// The facts of a ply between two positions, without sentences.
    pub(super) fn untold<G: Show>(before: &G, ply: &Ply<G::Move>, after: &G) -> Self {
        let [from, to, over] = [
            squares_named(before, &G::sources(ply.mv)),
            squares_named(before, &G::targets(ply.mv)),
            squares_named(before, &before.over(ply.mv)),
        ];
        let squares = once([from.as_slice(), &over, &to].concat());
        let [earlier, later] = [before.parts(), after.parts()];
        let measured = ply.measurements.iter();
        let measured = measured.map(|one| MeasuredFacts::of([&earlier, &later], &squares, one));
        let on_squares = |parts: &[ShownPart]| {
            let there = parts.iter().filter(|part| squares.contains(&part.place));
            there.map(PieceThere::of).collect()
        };
        let mut standing = after.standing().into_iter();
        let side = before.turn();
        Self {
            side,
            kind: G::ply_kind(before, ply.mv, after),
            tried: G::kind(ply.mv),
            succeeded: G::succeeded(before, ply, after),
            entangled: ply.measurements.is_empty()
                && num_linked(after, &later, &squares) > num_linked(before, &earlier, &squares),
            measured: measured.collect(),
            captured: after.captured(),
            promoted: promoted(side, [&earlier, &later], &from, &to),
            before: on_squares(&earlier),
            there: on_squares(&later),
            decided: if ply.measurements.is_empty() {
                decided([&earlier, &later], &squares)
            } else {
                Vec::new()
            },
            shown: G::shown_type(before, ply),
            hidden: hidden(side, [&earlier, &later], &from),
            check: G::gives_check(before, ply, after),
            must: standing.find(|one| one.name.starts_with("must-")),
            sentences: Vec::new(),
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
    fn of(
        [parts, later]: [&[ShownPart]; 2],
        squares: &[String],
        measurement: &Measurement,
    ) -> Self {
        // A piece of several types is there: what is read of it is its type.
        let placed = parts.iter().filter(|part| part.types.is_empty());
        let measured = placed.filter_map(|part| {
            let reading = measurement.reading(part.slot?)?;
            Some((part, reading))
        });
        let measured: Vec<(&ShownPart, bool)> = measured.collect();
        let on = |square: &String| {
            let here = || measured.iter().filter(|(part, _)| part.place == *square);
            // Of several pieces that may be there, the one that is.
            let found = here().find(|&&(_, there)| there);
            let &(part, there) = found.or_else(|| here().next())?;
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
            pieces: located([parts, later], measurement),
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
            types: part.types.clone(),
            probability: part.probability,
        }
    }
}

/// Pieces of which a measurement read something, in the order of their parts.
fn located([earlier, later]: [&[ShownPart]; 2], measurement: &Measurement) -> Vec<LocatedPiece> {
    let read = |part: &ShownPart| measurement.reading(part.slot?);
    let placed = || earlier.iter().filter(|part| part.types.is_empty());
    let measured = placed().filter(|&part| read(part).is_some());
    let pieces = once(measured.map(|part| (part.piece, part.colour)).collect());
    let locate = |(piece, colour)| {
        let parts = placed().filter(|part| (part.piece, part.colour) == (piece, colour));
        let parts: Vec<&ShownPart> = parts.collect();
        let is_left = |part: &ShownPart| {
            let here = |one: &ShownPart| (one.slot, one.colour) == (part.slot, part.colour);
            later.iter().any(here)
        };
        let places = |wanted: &dyn Fn(&ShownPart) -> bool| {
            let parts = parts.iter().filter(|part| wanted(part));
            once(parts.map(|part| part.place.clone()).collect())
        };
        let found = places(&|part| read(part) == Some(true));
        LocatedPiece {
            colour,
            kind: parts[0].kind.clone(),
            gone: places(&|part| match read(part) {
                Some(there) => !there && !found.contains(&part.place),
                None => !is_left(part),
            }),
            lost: found.is_empty() && !parts.iter().any(|part| is_left(part)),
            found,
        }
    };
    pieces.into_iter().map(locate).collect()
}

/// Pieces that are certain now and were not, but for those on the squares of the move.
fn decided([earlier, later]: [&[ShownPart]; 2], squares: &[String]) -> Vec<PieceThere> {
    let is_new = |part: &&ShownPart| {
        let was = |one: &ShownPart| {
            (&one.place, one.colour) == (&part.place, part.colour) && one.probability < 1.0
        };
        part.probability >= 1.0 && !squares.contains(&part.place) && earlier.iter().any(was)
    };
    later.iter().filter(is_new).map(PieceThere::of).collect()
}

/// Places where a side's pieces of several types show none of them, though they did.
fn hidden(side: Colour, [earlier, later]: [&[ShownPart]; 2], from: &[String]) -> Vec<String> {
    let is_hidden = |part: &&ShownPart| {
        part.colour == Some(side) && part.kind.is_empty() && !part.types.is_empty()
    };
    let was = |place: &String| {
        earlier
            .iter()
            .filter(is_hidden)
            .any(|one| one.place == *place)
    };
    let hidden = later
        .iter()
        .filter(is_hidden)
        .map(|part| part.place.clone());
    hidden
        .filter(|place| from.contains(place) || !was(place))
        .collect()
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
pub(super) fn once<T: PartialEq>(all: Vec<T>) -> Vec<T> {
    let mut known = Vec::new();
    for one in all {
        if !known.contains(&one) {
            known.push(one);
        }
    }
    known
}
