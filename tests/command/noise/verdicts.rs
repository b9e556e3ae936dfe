//! Which shots are legal, and what the others are called.

use std::collections::BTreeMap;

use cheqqers_checkers::Position;
use cheqqers_circuit::Bitstring;
use cheqqers_game::{Game, Pending, Verdict};

use crate::noise::measurements;

/// How many ones of each kind of piece some bits of a measurement have.
fn weights(pending: &Pending<Position>, bits: Bitstring) -> BTreeMap<String, usize> {
    let position = pending.position();
    let slots = pending.slots();
    let mut weights = BTreeMap::new();
    for (&slot, bit) in slots.iter().zip(bits.iter()) {
        let name = position.slot_name(slot);
        let mut occupied = position.occupied().into_iter();
        let piece = occupied.find(|occupied| occupied.place == name).unwrap();
        *weights.entry(piece.piece).or_default() += usize::from(bit);
    }
    weights
}

#[test]
fn shots_are_judged_by_the_weakest_test_that_they_fail() {
    let mut seen: BTreeMap<Verdict, usize> = BTreeMap::new();
    for pending in measurements(30) {
        let num_bits = pending.slots().len();
        if num_bits > 8 {
            continue;
        }
        let judge = pending.judge();
        let legal: Vec<Bitstring> = pending.outcomes().map(|(bits, _)| bits).collect();
        for index in 0..1 << num_bits {
            let bits = Bitstring::from_index(index, num_bits);
            let found = weights(&pending, bits);
            let total = |weights: &BTreeMap<String, usize>| weights.values().sum::<usize>();
            let mut possible = legal.iter().map(|&bits| weights(&pending, bits));
            let expected = if legal.contains(&bits) {
                Verdict::Accepted
            } else if possible
                .clone()
                .all(|weights| total(&weights) != total(&found))
            {
                Verdict::WrongNumber
            } else if found
                .iter()
                .any(|(piece, count)| possible.clone().all(|weights| weights[piece] != *count))
            {
                Verdict::WrongPiece
            } else {
                assert!(possible.next().is_some());
                Verdict::OffSupport
            };
            assert_eq!(judge.verdict(bits), Some(expected), "{bits} of {legal:?}");
            let is_legal = pending.probability(bits).unwrap() > 0.0;
            assert_eq!(expected == Verdict::Accepted, is_legal);
            *seen.entry(expected).or_default() += 1;
        }
    }
    assert_eq!(seen.len(), 4, "{seen:?}");
}

#[test]
fn bits_that_are_too_few_or_too_many_have_no_verdict() {
    let pending = measurements(1).next().unwrap();
    let judge = pending.judge();
    let num_bits = pending.slots().len();
    assert_eq!(judge.verdict(Bitstring::zeros(num_bits - 1)), None);
    assert_eq!(judge.verdict(Bitstring::zeros(num_bits + 1)), None);
}
