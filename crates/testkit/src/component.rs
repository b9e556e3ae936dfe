//! Components of any size: random ones such as games make, and ones with so many slots and
//! amplitudes.

use std::collections::BTreeSet;

use cheqqers_checkers::cheqqers::effects;
use cheqqers_circuit::Bitstring;
use cheqqers_world::{Effect, Recording, Slot, World};
use num_complex::Complex64;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::seed;

/// Random effects on one component over `num_slots` slots, one for each group from 1 on: splits,
/// steps, merges of parts of the same piece, and captures by fresh pieces.
///
/// The same seed gives the same effects. A component that a merge makes certain is left, and the
/// next split starts another; what became certain is taken off.
///
/// # Panics
/// Panics if there are fewer than three slots.
pub fn walk(num_slots: u16, num_effects: u32, seed: u64) -> World {
    assert!(num_slots >= 3, "a split takes three slots");
    let mut walk = Walk {
        world: World::new(Recording::On),
        pieces: vec![None; usize::from(num_slots)],
        num_pieces: 0,
        rng: seed::rng(seed),
    };
    let mut group = 0;
    while group < num_effects {
        if let Some(proposal) = walk.propose() {
            group += 1;
            walk.play(group, proposal);
        }
    }
    walk.world
}

/// Effect that a random walk may take.
#[derive(Clone, Copy)]
enum Proposal {
    Split(Slot, [Slot; 2]),
    Step(Slot, Slot),
    Merge([Slot; 2], Slot),
    /// Capturer, captured and target.
    Capture(Slot, Slot, Slot),
}

impl Proposal {
    fn effect(self) -> Effect {
        match self {
            Self::Split(from, to) => Effect::split(from, to),
            Self::Step(from, to) => Effect::step(from, to),
            Self::Merge(from, to) => effects::merge(from, to),
            Self::Capture(capturer, captured, to) => effects::capture(capturer, captured, to),
        }
    }
}

struct Walk {
    world: World,
    /// The piece whose part may be on the slot; `None` for an empty one.
    pieces: Vec<Option<u32>>,
    num_pieces: u32,
    rng: ChaCha8Rng,
}

impl Walk {
    /// An effect drawn at random, `None` when there is no room for it.
    fn propose(&mut self) -> Option<Proposal> {
        if self.world.components().is_empty() {
            let [from, first, second] = self.draw(|piece| piece.is_none())?;
            return Some(Proposal::Split(from, [first, second]));
        }
        let [from] = self.draw(|piece| piece.is_some())?;
        let piece = self.pieces[usize::from(from.0)];
        Some(match self.rng.random_range(0..6) {
            0..3 => Proposal::Split(from, self.draw(|piece| piece.is_none())?),
            3 => {
                let [to] = self.draw(|piece| piece.is_none())?;
                Proposal::Step(from, to)
            }
            4 => {
                let [to] = self.draw(|piece| piece.is_none())?;
                let from = self.draw(|other| other == piece)?;
                Proposal::Merge(from, to)
            }
            _ => {
                let [capturer, to] = self.draw(|piece| piece.is_none())?;
                Proposal::Capture(capturer, from, to)
            }
        })
    }

    fn play(&mut self, group: u32, proposal: Proposal) {
        let classical = self.world.apply(group, &[proposal.effect()]);
        match proposal {
            Proposal::Split(from, to) => {
                let piece = self.take(from);
                self.put(&to, piece);
            }
            Proposal::Step(from, to) | Proposal::Merge([from, _], to) => {
                let piece = self.take(from);
                self.put(&[to], piece);
            }
            Proposal::Capture(capturer, captured, to) => {
                self.take(captured);
                let piece = self.fresh();
                self.put(&[capturer, to], piece);
            }
        }
        for (slot, _) in classical.expect("proposed so that it fits") {
            self.pieces[usize::from(slot.0)] = None;
        }
    }

    /// Takes a part off its slot; a slot without any holds a fresh piece.
    fn take(&mut self, slot: Slot) -> u32 {
        let piece = self.pieces[usize::from(slot.0)].take();
        piece.unwrap_or_else(|| self.fresh())
    }

    fn put(&mut self, slots: &[Slot], piece: u32) {
        for slot in slots {
            self.pieces[usize::from(slot.0)] = Some(piece);
        }
    }

    fn fresh(&mut self) -> u32 {
        self.num_pieces += 1;
        self.num_pieces
    }

    /// Different slots, drawn evenly from those whose piece is wanted.
    fn draw<const N: usize>(&mut self, wanted: impl Fn(Option<u32>) -> bool) -> Option<[Slot; N]> {
        let mut slots: Vec<Slot> = (0..)
            .map(Slot)
            .zip(&self.pieces)
            .filter(|&(_, &piece)| wanted(piece))
            .map(|(slot, _)| slot)
            .collect();
        if slots.len() < N {
            return None;
        }
        Some([(); N].map(|()| slots.swap_remove(self.rng.random_range(0..slots.len()))))
    }
}

/// A component over the slots from 0 on, with exactly so many amplitudes, each of another phase:
/// pieces of two slots or more, each of them on one of its slots in every basis state.
///
/// Parts of each piece stand on all its slots.
///
/// # Panics
/// Panics if there are fewer than two slots or amplitudes, or more amplitudes than pairs of slots
/// give.
pub fn of_size(num_slots: u16, num_amplitudes: usize, recording: Recording) -> World {
    let mut rng = seed::rng(num_amplitudes as u64);
    // As few pieces as give the amplitudes, as in games, and on no more slots than there are.
    let num_pieces = (1..=num_slots / 2)
        .find(|&pieces| {
            let width = num_slots / pieces;
            usize::from(num_slots.div_ceil(pieces)) <= num_amplitudes
                && f64::from(width).powi(pieces.into()) >= 2.0 * num_amplitudes as f64
        })
        .unwrap_or(num_slots / 2);
    let of = |piece: u16| (piece..num_slots).step_by(num_pieces.into());
    let mut chosen: BTreeSet<Bitstring> = BTreeSet::new();
    let mut turn = 0;
    while chosen.len() < num_amplitudes {
        // In turn at first, so that no slot is left out.
        let bits = (0..num_pieces).fold(Bitstring::zeros(num_slots.into()), |bits, piece| {
            let width = of(piece).len();
            let place = if turn < usize::from(num_slots) {
                turn % width
            } else {
                rng.random_range(0..width)
            };
            bits.with_bit(of(piece).nth(place).expect("below the width").into(), true)
        });
        turn += 1;
        assert!(
            turn < 1 << 20,
            "{num_slots} slots have too few basis states"
        );
        chosen.insert(bits);
    }
    let amplitudes: Vec<(Bitstring, Complex64)> = chosen
        .into_iter()
        .map(|bits| (bits, Complex64::cis(rng.random_range(0.0..6.0))))
        .collect();
    let slots: Vec<Slot> = (0..num_slots).map(Slot).collect();
    let mut world = World::new(recording);
    world
        .prepare(1, &slots, &amplitudes)
        .expect("every slot is uncertain");
    world
}
