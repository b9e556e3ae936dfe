//! Boards, part by part.

use std::f64::consts::TAU;

use cheqqers_game::show::{self, Show};
use cheqqers_world::{Component, Slot, TOLERANCE};

use crate::dto::{Board, Part, Phase, Square};

/// The most amplitudes of a component whose phases are shown: each takes a look at all of them.
const MOST_AMPLITUDES: usize = 1 << 12;

/// The board of a position, all of whose parts are given.
pub(super) fn board<G: Show>(position: &G, parts: &[show::ShownPart]) -> Board {
    let components = components(position, parts);
    let mut squares: Vec<Square> = Vec::new();
    for part in parts {
        let shown = Part {
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
        };
        match squares
            .iter_mut()
            .find(|square| square.square == part.place)
        {
            Some(square) => square.parts.push(shown),
            None => squares.push(Square {
                square: part.place.clone(),
                parts: vec![shown],
            }),
        }
    }
    let named = |slots: &Vec<Slot>| {
        let on = |part: &&show::ShownPart| part.slot.is_some_and(|slot| slots.contains(&slot));
        places(parts.iter().filter(on))
    };
    Board {
        squares,
        components: components.iter().map(named).collect(),
        pieces: pieces(parts),
    }
}

/// The slots of each component, in the order of the board.
fn components<G: Show>(position: &G, parts: &[show::ShownPart]) -> Vec<Vec<Slot>> {
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
fn phase<G: Show>(
    position: &G,
    parts: &[show::ShownPart],
    part: &show::ShownPart,
) -> Option<Phase> {
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
    (visible > 0.0).then_some(Phase {
        turns: 0.0,
        visible,
    })
}

fn between(component: &Component, slot: Slot, first: Slot) -> Option<Phase> {
    let coherence = component.coherence(slot, first);
    let most = component.probability(slot) * component.probability(first);
    let visible = coherence.norm() / most.sqrt();
    // Below what a probability has to be to count, it is a trace of rounding.
    (coherence.norm_sqr() > TOLERANCE).then(|| {
        let turns = (coherence.arg() / TAU).rem_euclid(1.0);
        Phase {
            // A whole turn is none, whatever rounding has left of it.
            turns: if 1.0 - turns < TOLERANCE { 0.0 } else { turns },
            visible: visible.min(1.0),
        }
    })
}

/// A letter for a piece that has several parts, the same in the whole game; empty for others.
fn mark(parts: &[show::ShownPart], piece: u32) -> String {
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
fn pieces(parts: &[show::ShownPart]) -> Vec<Vec<String>> {
    let mut numbers: Vec<u32> = parts.iter().map(|part| part.piece).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let of = |number| places(parts.iter().filter(move |part| part.piece == number));
    let all = numbers.into_iter().map(of);
    all.filter(|places| places.len() > 1).collect()
}

/// The places of parts, each once.
fn places<'a>(parts: impl Iterator<Item = &'a show::ShownPart>) -> Vec<String> {
    let mut places: Vec<String> = Vec::new();
    for part in parts {
        if !places.contains(&part.place) {
            places.push(part.place.clone());
        }
    }
    places
}
