use std::collections::BTreeMap;

use cheqqers_circuit::Bitstring;
use num_complex::Complex64;

use super::*;
use crate::{Recording, World};

/// Slots of conditions, slots that gates act on, and ancillas.
const PATH: [Slot; 3] = [Slot(0), Slot(1), Slot(2)];
const TARGETS: [Slot; 3] = [Slot(3), Slot(4), Slot(5)];
const ANCILLAS: [Slot; 2] = [Slot(6), Slot(7)];
const NEW: Slot = Slot(8);

/// Amplitudes by the slots that are occupied, bit `k` being slot `k`.
type State = BTreeMap<u128, Complex64>;

/// A world over path and targets in all basis states that are wanted, with uneven amplitudes.
fn world(wanted: impl Fn(u128) -> bool) -> World {
    let amplitudes: Vec<_> = (0..64)
        .filter(|&basis| wanted(basis))
        .map(|basis| {
            let x = basis as f64;
            let amplitude = Complex64::from_polar(1.0 + (x * 0.7).sin() / 2.0, x * x);
            (Bitstring::from_index(basis, 6), amplitude)
        })
        .collect();
    let mut world = World::new(Recording::On);
    let slots = [PATH, TARGETS].concat();
    world.prepare(1, &slots, &amplitudes).unwrap();
    world
}

fn state(world: &World) -> State {
    let [component] = world.components() else {
        panic!("{} components", world.components().len());
    };
    let slots = component.slots();
    let index = |bits: Bitstring| {
        let set = slots.iter().zip(bits.iter()).filter(|&(_, bit)| bit);
        set.fold(0, |index, (slot, _)| index | 1 << slot.0)
    };
    let amplitudes = component.amplitudes().into_iter();
    amplitudes.map(|(bits, a)| (index(bits), a)).collect()
}

/// The gate on slots where the condition holds.
fn apply(state: &State, holds: impl Fn(u128) -> bool, gate: Gate, slots: &[Slot]) -> State {
    let matrix = gate.matrix();
    let local = |basis: u128| {
        let bits = slots.iter().enumerate();
        bits.fold(0, |index, (k, slot)| {
            index | usize::from(basis >> slot.0 & 1 == 1) << k
        })
    };
    let mut after = State::new();
    for (&basis, &amplitude) in state {
        if !holds(basis) {
            *after.entry(basis).or_default() += amplitude;
            continue;
        }
        for row in 0..matrix.nrows() {
            let image = slots.iter().enumerate().fold(basis, |image, (k, slot)| {
                image & !(1 << slot.0) | u128::from(row >> k & 1 == 1) << slot.0
            });
            *after.entry(image).or_default() += matrix[(row, local(basis))] * amplitude;
        }
    }
    after
}

fn assert_close(found: &State, expected: &State, what: &str) {
    for basis in found.keys().chain(expected.keys()) {
        let at = |state: &State| state.get(basis).copied().unwrap_or_default();
        let (found, expected) = (at(found), at(expected));
        assert!(
            (found - expected).norm() < 1e-12,
            "{what}: {basis:b} is {found}, not {expected}"
        );
    }
}

fn occupied(basis: u128, slot: Slot) -> bool {
    basis >> slot.0 & 1 == 1
}

/// At most one slot of the path is occupied.
fn at_most_one(basis: u128) -> bool {
    (basis & 0b111).count_ones() <= 1
}

#[test]
fn gates_act_where_every_slot_has_its_value_and_ancillas_return_to_zero() {
    for num_slots in 1..=3 {
        for values in 0..1_u32 << num_slots {
            let values: Vec<(Slot, bool)> = PATH[..num_slots]
                .iter()
                .map(|&slot| (slot, values >> slot.0 & 1 == 1))
                .collect();
            let holds = |basis| values.iter().all(|&(slot, v)| occupied(basis, slot) == v);
            for gate in Gate::all(0.7) {
                let mut world = world(|_| true);
                let slots = &TARGETS[..gate.num_qubits()];
                let expected = apply(&state(&world), holds, gate, slots);
                let mut effects = Effects::new();
                let ancillas = &ANCILLAS[..num_slots - 1];
                let control = Control::Values {
                    values: &values,
                    ancillas,
                };
                effects.controlled_by(control, |effects, control| {
                    effects.controlled_gate(control, gate, slots);
                });
                let classical = world.apply(2, &effects).unwrap();
                let returned: Vec<_> = ancillas.iter().map(|&slot| (slot, false)).collect();
                assert_eq!(classical[..], returned, "{gate} {values:?}");
                assert_close(&state(&world), &expected, &format!("{gate} {values:?}"));
            }
        }
    }
}

#[test]
fn gates_act_where_a_path_is_clear() {
    for num_slots in 1..=3 {
        let path = &PATH[..num_slots];
        let clear = |basis| path.iter().all(|&slot| !occupied(basis, slot));
        for gate in [Gate::Siswap, Gate::Split, Gate::Ry(0.7)] {
            let mut world = world(at_most_one);
            let slots = &TARGETS[..gate.num_qubits()];
            let expected = apply(&state(&world), clear, gate, slots);
            let mut effects = Effects::new();
            let ancilla = ANCILLAS[0];
            let control = Control::Clear { path, ancilla };
            effects.controlled_by(control, |effects, control| {
                effects.controlled_gate(control, gate, slots);
            });
            let classical = world.apply(2, &effects).unwrap();
            let returned = (num_slots > 1).then_some((ancilla, false));
            assert!(classical.iter().copied().eq(returned), "{gate} {path:?}");
            assert_close(&state(&world), &expected, &format!("{gate} {path:?}"));
        }
    }
}

#[test]
fn conditions_nest() {
    let mut world = world(|_| true);
    let both = |basis| !occupied(basis, PATH[0]) && occupied(basis, PATH[1]);
    let slots = &TARGETS[..2];
    let expected = apply(&state(&world), both, Gate::Iswap, slots);
    let mut effects = Effects::new();
    let clear = Control::Clear {
        path: &PATH[..1],
        ancilla: ANCILLAS[0],
    };
    effects.controlled_by(clear, |effects, first| {
        let values = &[(first, true), (PATH[1], true)];
        let ancillas = &ANCILLAS[..1];
        effects.controlled_by(Control::Values { values, ancillas }, |effects, both| {
            effects.controlled_gate(both, Gate::Iswap, slots);
        });
    });
    world.apply(2, &effects).unwrap();
    assert_close(&state(&world), &expected, "nested");
}

#[test]
fn slots_enter_and_are_relabelled_where_a_control_is_one() {
    let control = PATH[0];
    let holds = |basis| occupied(basis, control);
    let start = world(|_| true);

    let mut entered = start.clone();
    let mut effects = Effects::new();
    effects.controlled_enter(control, NEW);
    entered.apply(2, &effects).unwrap();
    let expected = apply(&state(&start), holds, Gate::X, &[NEW]);
    assert_close(&state(&entered), &expected, "enter");

    let mut relabelled = start.clone();
    let mut effects = Effects::new();
    effects.controlled_relabel(control, TARGETS[0], NEW);
    relabelled.apply(2, &effects).unwrap();
    let expected = apply(&state(&start), holds, Gate::Swap, &[TARGETS[0], NEW]);
    assert_close(&state(&relabelled), &expected, "relabel");
}

#[test]
fn slots_are_relabelled_where_a_path_is_clear() {
    for num_slots in 1..=3 {
        let path = &PATH[..num_slots];
        let clear = |basis| path.iter().all(|&slot| !occupied(basis, slot));
        let start = world(at_most_one);

        let mut relabelled = start.clone();
        let mut effects = Effects::new();
        effects.relabel_where_clear(path, TARGETS[0], NEW);
        relabelled.apply(2, &effects).unwrap();
        let expected = apply(&state(&start), clear, Gate::Swap, &[TARGETS[0], NEW]);
        assert_close(&state(&relabelled), &expected, "relabel");

        // The same for a classical slot, which is in |1⟩ wherever it was.
        let from = ANCILLAS[0];
        let mut entered = start.clone();
        let mut effects = Effects::new();
        effects.enter_where_clear(path, from, NEW);
        entered.apply(2, &effects).unwrap();
        let occupied = apply(&state(&start), |_| true, Gate::X, &[from]);
        let expected = apply(&occupied, clear, Gate::Swap, &[from, NEW]);
        assert_close(&state(&entered), &expected, "enter");
    }
}
