//! The forms of a named effect, checked against each other.

use cheqqers_circuit::Bitstring;
use cheqqers_sim::{Limits, Sparse};
use cheqqers_world::{Component, Effect, Encoding, NamedEffect, Operand, Recording, Slot, World};
use num_complex::Complex64;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::seed;

/// Difference of two amplitudes that are to be equal.
const CLOSE: f64 = 1e-12;

/// Number of random states that an effect meets.
const NUM_STATES: usize = 200;

/// Slots beside the operands of the effect, that its states are entangled with.
const NUM_OTHERS: usize = 3;

/// Checks that the definition, the short form and the walk of a named effect do the same, and that
/// the circuits of both encodings prepare what they do; on random states in which the values of the
/// operands are such that `occurs` returns `true`.
///
/// # Panics
/// Panics if two forms differ.
pub fn check(effect: &'static NamedEffect, occurs: impl Fn(&[bool]) -> bool) {
    let mut rng = seed::rng(7);
    let slots: Vec<Slot> = (0..).map(Slot).take(effect.operands.len()).collect();
    for round in 0..NUM_STATES {
        let start = start(effect, round % 2 == 0, &occurs, &mut rng);
        let performed = |effect: NamedEffect| {
            let mut world = start.clone();
            let classical = world
                .apply(2, &[Effect::named(Box::leak(Box::new(effect)), &slots)])
                .unwrap_or_else(|error| panic!("{effect:?}: {error}"));
            (world, classical)
        };
        let (expected, classical) = performed(*effect);
        let forms = [effect.definition, effect.short];
        for short in forms {
            let walk = None;
            let form = NamedEffect {
                short,
                walk,
                ..*effect
            };
            let (world, others) = performed(form);
            assert_eq!(others, classical, "{effect:?}");
            assert_eq!(world.components().len(), expected.components().len());
            for component in expected.components() {
                let found = world.component(component.slots()[0]);
                let found = found.map(Component::amplitudes).unwrap_or_default();
                assert_close(effect, &found, &component.amplitudes());
            }
        }
        for component in expected.components() {
            for encoding in [Encoding::Minimal, Encoding::Paper] {
                check_circuit(effect, component, encoding);
            }
        }
    }
}

/// A world with a random state over the operands that are quantum, and others.
fn start(
    effect: &NamedEffect,
    occupied: bool,
    occurs: impl Fn(&[bool]) -> bool,
    rng: &mut ChaCha8Rng,
) -> World {
    let num_operands = effect.operands.len();
    // The value of an operand that is classical.
    let classical = |operand: usize| match effect.operands[operand] {
        Operand::Quantum | Operand::Leaving => None,
        Operand::LeavingOrOccupied => occupied.then_some(true),
        Operand::Empty => Some(false),
        Operand::Occupied => Some(true),
    };
    let is_quantum = |&slot: &usize| slot >= num_operands || classical(slot).is_none();
    let quantum: Vec<usize> = (0..num_operands + NUM_OTHERS).filter(is_quantum).collect();
    let slots: Vec<Slot> = quantum
        .iter()
        .map(|&slot| Slot(u16::try_from(slot).expect("few slots")))
        .collect();
    let values = |basis: u128| {
        let value = |operand| match quantum.iter().position(|&slot| slot == operand) {
            Some(bit) => basis >> bit & 1 == 1,
            None => classical(operand) == Some(true),
        };
        (0..num_operands).map(value).collect::<Vec<bool>>()
    };
    loop {
        let density = rng.random_range(0.1..1.0);
        let basis: Vec<u128> = (0..1 << quantum.len())
            .filter(|&basis| occurs(&values(basis)) && rng.random_bool(density))
            .collect();
        let amplitudes: Vec<(Bitstring, Complex64)> = basis
            .into_iter()
            .map(|basis| {
                let amplitude =
                    Complex64::from_polar(rng.random_range(0.1..1.0), rng.random_range(0.0..6.0));
                (Bitstring::from_index(basis, quantum.len()), amplitude)
            })
            .collect();
        let mut world = World::new(Recording::On);
        // Drawn anew where a slot would be certain.
        if world.prepare(1, &slots, &amplitudes).is_ok() {
            return world;
        }
    }
}

/// The circuit prepares the state of the component, up to a global phase, and leaves every other
/// qubit in |0⟩.
fn check_circuit(effect: &NamedEffect, component: &Component, encoding: Encoding) {
    let slots = component.slots();
    let encoded = component.circuit(encoding).expect("recorded");
    let state = Sparse::run(encoded.circuit(), Limits::default()).expect("few qubits");
    let qubits: Vec<usize> = slots
        .iter()
        .map(|&slot| encoded.qubit(slot).expect("carried").index())
        .collect();
    let mut found: Vec<(Bitstring, Complex64)> = Vec::new();
    for (basis, amplitude) in state.amplitudes() {
        let mut bits = Bitstring::zeros(slots.len());
        let mut rest = basis;
        for (k, &qubit) in qubits.iter().enumerate() {
            bits = bits.with_bit(k, basis >> qubit & 1 == 1);
            rest &= !(1 << qubit);
        }
        assert!(
            rest == 0 || amplitude.norm_sqr() < CLOSE,
            "{effect:?}, {encoding}: a qubit without a slot is not in |0⟩"
        );
        if rest == 0 {
            found.push((bits, amplitude));
        }
    }
    found.sort_by_key(|&(bits, _)| bits);
    let expected = component.amplitudes();
    let at = |bits: Bitstring| found.iter().find(|(other, _)| *other == bits);
    let overlap: Complex64 = expected
        .iter()
        .filter_map(|&(bits, amplitude)| Some(at(bits)?.1.conj() * amplitude))
        .sum();
    let phase = overlap / overlap.norm();
    for (_, amplitude) in &mut found {
        *amplitude *= phase;
    }
    assert_close(effect, &found, &expected);
}

/// Amplitudes agree, those that one side lacks being 0.
fn assert_close(
    effect: &NamedEffect,
    found: &[(Bitstring, Complex64)],
    expected: &[(Bitstring, Complex64)],
) {
    let at = |list: &[(Bitstring, Complex64)], bits: Bitstring| {
        let entry = list.iter().find(|(other, _)| *other == bits);
        entry.map_or(Complex64::ZERO, |&(_, amplitude)| amplitude)
    };
    for &(bits, _) in found.iter().chain(expected) {
        let difference = at(found, bits) - at(expected, bits);
        assert!(
            difference.norm() < CLOSE,
            "{effect:?}: {bits} in {found:?} and {expected:?}"
        );
    }
}
