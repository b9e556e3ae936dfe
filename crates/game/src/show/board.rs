//! Boards, part by part.

use std::collections::HashSet;
use std::f64::consts::TAU;

use cheqqers_world::{Component, Slot, TOLERANCE};
use serde::Serialize;

use super::{HalfMark, Show, ShownPart, TakenPiece};
use crate::Colour;

/// The most amplitudes of a component whose phases are shown: each takes a look at all of them.
const MOST_AMPLITUDES: usize = 1 << 12;

/// Contents of a board, as drawings show them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BoardView {
    /// Squares that hold something, in the board's order.
    pub squares: Vec<SquareView>,
    /// Names of the squares of each component.
    pub components: Vec<Vec<String>>,
    /// Names of the squares of each piece that has several parts.
    pub pieces: Vec<Vec<String>>,
    /// The captured pieces, where they are shown beside the board.
    pub taken: Vec<TakenPiece>,
}

/// A square that holds something.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SquareView {
    /// Name of the square.
    pub square: String,
    /// Mostly one; several where parts that are never there together share it.
    pub parts: Vec<PartView>,
}

/// A part of a piece on a [`BoardView`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PartView {
    /// Parts of one piece share it.
    pub piece: u32,
    /// Whose it is.
    pub colour: Option<Colour>,
    /// Name of its kind; empty while none of its kinds is shown.
    pub kind: String,
    /// Names of its kinds where it has several; an unknown one is empty.
    pub types: Vec<String>,
    /// Probability in (0, 1]; exactly 1 when it is certain.
    pub probability: f64,
    /// Phase, where there is one to compare with.
    pub phase: Option<PartPhase>,
    /// Index in [`BoardView::components`].
    pub component: Option<usize>,
    /// Letter of a piece with several parts; empty for others.
    pub mark: String,
    /// Mark of a half.
    pub half: Option<HalfMark>,
}

/// Phase of a part relative to the first part of its piece.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PartPhase {
    /// Whole turns, in [0, 1).
    pub turns: f64,
    /// Share of it that interference could show, in (0, 1]: less where other pieces are entangled with it.
    pub visible: f64,
}

impl PartView {
    /// A captured piece, drawn as one that stands on the board for certain.
    pub(super) fn taken(piece: &TakenPiece) -> Self {
        Self {
            piece: 0,
            colour: Some(piece.colour),
            kind: piece.kind.clone(),
            types: piece.types.clone(),
            probability: 1.0,
            phase: None,
            component: None,
            mark: String::new(),
            half: None,
        }
    }
}

impl BoardView {
    /// The board of a position, given its [parts](Show::parts). Cost: one look at all amplitudes of a
    /// component for each of its parts.
    pub fn new<G: Show>(position: &G, parts: &[ShownPart]) -> Self {
        let components = components_of(position, parts);
        let mut squares: Vec<SquareView> = Vec::new();
        for part in parts {
            let shown = PartView {
                piece: part.piece,
                colour: part.colour,
                kind: part.kind.clone(),
                types: part.types.clone(),
                probability: part.probability,
                phase: phase(position, parts, part),
                component: components
                    .iter()
                    .position(|slots| part.slot.is_some_and(|slot| slots.contains(&slot))),
                mark: mark(parts, part.piece),
                half: part.half,
            };
            match squares
                .iter_mut()
                .find(|square| square.square == part.place)
            {
                Some(square) => square.parts.push(shown),
                None => squares.push(SquareView {
                    square: part.place.clone(),
                    parts: vec![shown],
                }),
            }
        }
        let named = |slots: &Vec<Slot>| {
            let on = |part: &&ShownPart| part.slot.is_some_and(|slot| slots.contains(&slot));
            places(parts.iter().filter(on))
        };
        Self {
            squares,
            components: components.iter().map(named).collect(),
            pieces: pieces(parts),
            taken: position.taken(),
        }
    }

    /// Number of other pieces linked with what is on a square: the most that a piece there shares a
    /// component with.
    pub(super) fn links(&self, parts: &[PartView]) -> usize {
        let all = || self.squares.iter().flat_map(|square| &square.parts);
        let others = |part: &PartView| {
            let component = part.component?;
            let same = all().filter(|other| other.component == Some(component));
            let mut pieces: Vec<u32> = same.map(|other| other.piece).collect();
            pieces.sort_unstable();
            pieces.dedup();
            Some(pieces.len() - 1)
        };
        parts.iter().filter_map(others).max().unwrap_or(0)
    }
}

/// The slots of each component, in the order of the board.
pub(super) fn components_of<G: Show>(position: &G, parts: &[ShownPart]) -> Vec<Vec<Slot>> {
    let mut found: Vec<Vec<Slot>> = Vec::new();
    for slot in parts.iter().filter_map(|part| part.slot) {
        if let Some(component) = position.world().component(slot)
            && !found.iter().any(|slots| slots.contains(&slot))
        {
            found.push(component.slots());
        }
    }
    found
}

/// The phase of a part beside the first part of its piece that shares its component.
fn phase<G: Show>(position: &G, parts: &[ShownPart], part: &ShownPart) -> Option<PartPhase> {
    let slot = part.slot?;
    let component = position.world().component(slot)?;
    if component.num_amplitudes() > MOST_AMPLITUDES {
        return None;
    }
    let of_piece = parts.iter().filter(|other| other.piece == part.piece);
    let slots: Vec<Slot> = of_piece
        .filter_map(|other| other.slot)
        .filter(|&other| position.world().linked(slot, other))
        .collect();
    let (&first, others) = slots.split_first()?;
    if slot != first {
        return between(component, slot, first);
    }
    let visible = others
        .iter()
        .filter_map(|&other| between(component, other, first))
        .map(|phase| phase.visible)
        .fold(0.0, f64::max);
    (visible > 0.0).then_some(PartPhase {
        turns: 0.0,
        visible,
    })
}

fn between(component: &Component, slot: Slot, first: Slot) -> Option<PartPhase> {
    let coherence = component.coherence(slot, first);
    let most = component.probability(slot) * component.probability(first);
    let visible = coherence.norm() / most.sqrt();
    // Below what a probability has to be to count, it is a trace of rounding.
    (coherence.norm_sqr() > TOLERANCE).then(|| {
        let turns = (coherence.arg() / TAU).rem_euclid(1.0);
        PartPhase {
            // A whole turn is none, whatever rounding has left of it.
            turns: if 1.0 - turns < TOLERANCE { 0.0 } else { turns },
            visible: visible.min(1.0),
        }
    })
}

/// A letter for a piece that has several parts, the same in the whole game; empty for others.
fn mark(parts: &[ShownPart], piece: u32) -> String {
    if parts.iter().filter(|part| part.piece == piece).count() < 2 {
        return String::new();
    }
    let letter = char::from_u32(u32::from(b'a') + piece % 26).unwrap_or('?');
    match piece / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

/// The places of each piece that has several parts.
fn pieces(parts: &[ShownPart]) -> Vec<Vec<String>> {
    let mut numbers: Vec<u32> = parts.iter().map(|part| part.piece).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let of = |number| places(parts.iter().filter(move |part| part.piece == number));
    let all = numbers.into_iter().map(of);
    all.filter(|places| places.len() > 1).collect()
}

/// The places of parts, each once.
fn places<'a>(parts: impl Iterator<Item = &'a ShownPart>) -> Vec<String> {
    let mut places: Vec<String> = Vec::new();
    for part in parts {
        if !places.contains(&part.place) {
            places.push(part.place.clone());
        }
    }
    places
}

/// Squares of the board by names of slots.
pub fn squares_named<G: Show>(position: &G, names: &[String]) -> Vec<String> {
    let square = |name: &String| {
        let slot = position.slot_named(name);
        slot.map_or_else(|| name.clone(), |slot| position.square(slot))
    };
    names.iter().map(square).collect()
}

/// The squares of a move, each once: where it starts and where it leads to.
pub fn squares_of_move<G: Show>(before: &G, mv: G::Move) -> Vec<String> {
    let names = [G::sources(mv), G::targets(mv)].concat();
    let mut squares = squares_named(before, &names);
    let mut known = HashSet::new();
    squares.retain(|square| known.insert(square.clone()));
    squares
}
