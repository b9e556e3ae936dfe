use cheqqers_circuit::Gate;
use cheqqers_sim::{Limits, Readout, Sparse};

use super::*;
use crate::encoding::Encoding;
use crate::named::{NamedEffect, Operand, Primitive};

const A: Slot = Slot(0);
const B: Slot = Slot(1);
const C: Slot = Slot(2);
const D: Slot = Slot(3);
const E: Slot = Slot(4);
const F: Slot = Slot(5);

/// The inverse of a split, as a game might name it: without a walk. Operands: f1, f2, to.
static MERGE: NamedEffect = NamedEffect {
    name: "merge",
    operands: &[Operand::Leaving, Operand::Quantum, Operand::Empty],
    definition: &[
        Primitive::Enter(2, false),
        Primitive::Gate(Gate::Merge, &[0, 1, 2]),
        Primitive::Leave(0),
    ],
    short: &[
        Primitive::Relabel(0, 2),
        Primitive::Gate(Gate::Sdg, &[2]),
        Primitive::Gate(Gate::Siswapdg, &[2, 1]),
    ],
    walk: None,
    changed: &[1, 2],
    is_even: false,
};

/// Hands a value over: where `from` is occupied `to` is, and elsewhere `other`, classical and
/// occupied, stays so. Operands: other, from, to.
static HAND_OVER: NamedEffect = NamedEffect {
    name: "hand over",
    operands: &[Operand::Occupied, Operand::Leaving, Operand::Empty],
    definition: &[
        Primitive::Relabel(1, 2),
        Primitive::Enter(0, true),
        Primitive::Gate(Gate::Cx, &[2, 0]),
        Primitive::Gate(Gate::S, &[2]),
    ],
    short: &[],
    walk: None,
    changed: &[0, 2],
    is_even: false,
};

fn split(from: Slot, first: Slot, second: Slot) -> Effect {
    Effect::split(from, [first, second])
}

fn step(from: Slot, to: Slot) -> Effect {
    Effect::step(from, to)
}

fn merge(first: Slot, second: Slot, to: Slot) -> Effect {
    Effect::named(&MERGE, &[first, second, to])
}

fn hand_over(other: Slot, from: Slot, to: Slot) -> Effect {
    Effect::named(&HAND_OVER, &[other, from, to])
}

/// Applies effects one by one, and checks after each that both encodings give the exact state.
fn world(effects: &[Effect]) -> World {
    let mut world = World::new(Recording::On);
    for (effect, group) in effects.iter().zip(1..) {
        world.apply(group, &[*effect]).unwrap();
        check_circuits(&world);
    }
    world
}

fn check_circuits(world: &World) {
    for component in world.components() {
        for encoding in [Encoding::Minimal, Encoding::Paper] {
            let slots = component.slots();
            let circuit = component
                .circuit(encoding)
                .unwrap()
                .measured(&slots)
                .unwrap();
            let state = Sparse::run(&circuit, Limits::default()).unwrap();
            let found = state.marginal(&Readout::of(&circuit).unwrap());
            let expected = component.outcomes();
            assert_eq!(
                found.len(),
                expected.len(),
                "{encoding}: {found:?} {expected:?}"
            );
            for ((bits, p), (other, q)) in found.into_iter().zip(expected) {
                assert_eq!(bits, other, "{encoding}");
                assert!((p - q).abs() < 1e-12, "{encoding}");
            }
        }
    }
}

fn probability(world: &World, slot: Slot) -> f64 {
    world.component(slot).unwrap().probability(slot)
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} {b}");
}

#[test]
fn a_split_leaves_half_on_each_slot() {
    let world = world(&[split(A, B, C), split(C, D, E)]);
    close(probability(&world, B), 0.5);
    close(probability(&world, D), 0.25);
    close(probability(&world, E), 0.25);
    assert!(world.component(A).is_none() && world.component(C).is_none());
    assert_eq!(world.component(B).unwrap().num_slots(), 3);
    let circuit = world
        .component(B)
        .unwrap()
        .circuit(Encoding::Minimal)
        .unwrap();
    assert_eq!(circuit.circuit().num_qubits(), 3);
}

#[test]
fn a_split_undone_by_a_merge_is_certain_at_once() {
    let mut world = world(&[split(A, B, C)]);
    let classical = world.apply(2, &[merge(B, C, D)]).unwrap();
    assert_eq!(classical[..], [(C, false), (D, true)]);
    assert!(world.components().is_empty());
}

#[test]
fn opposite_phases_leave_everything_on_the_second_source() {
    let mut world = world(&[split(A, B, C), step(B, D), step(D, B)]);
    let classical = world.apply(4, &[merge(B, C, D)]).unwrap();
    assert_eq!(classical[..], [(D, false), (C, true)]);
}

#[test]
fn unequal_parts_interfere_as_the_rules_say() {
    // Example 4 of the rules.
    let world = world(&[split(A, B, C), split(C, D, E), step(B, F), merge(D, F, A)]);
    let root = 1.0 / 2.0_f64.sqrt();
    close(probability(&world, A), (root + 0.5).powi(2) / 2.0);
    close(probability(&world, F), (root - 0.5).powi(2) / 2.0);
    close(probability(&world, E), 0.25);
}

#[test]
fn a_vacated_qubit_is_used_again_in_the_minimal_encoding() {
    let mut world = world(&[split(A, B, C), split(C, D, E), merge(D, E, C)]);
    check_circuits(&world);
    assert_eq!(world.component(B).unwrap().num_slots(), 2);
    world.apply(4, &[split(C, D, E)]).unwrap();
    check_circuits(&world);
    let component = world.component(B).unwrap();
    let minimal = component.circuit(Encoding::Minimal).unwrap();
    assert_eq!(minimal.circuit().num_qubits(), 3);
    let paper = component.circuit(Encoding::Paper).unwrap();
    assert_eq!(paper.circuit().num_qubits(), 8);
}

#[test]
fn a_value_handed_over_has_two_outcomes() {
    // B or C hands over to D what A holds.
    let mut world = World::new(Recording::On);
    world.apply(1, &[split(F, B, C)]).unwrap();
    let effect = hand_over(A, B, D);
    world.apply(2, &[effect]).unwrap();
    check_circuits(&world);
    let component = world.component(A).unwrap();
    assert_eq!(component.slots(), [A, C, D]);
    let outcomes: Vec<String> = component
        .outcomes()
        .iter()
        .map(|(bits, p)| format!("{bits} {p:.3}"))
        .collect();
    assert_eq!(outcomes, ["001 0.500", "110 0.500"]);
    let before = component.amplitudes();
    assert_eq!(
        world.collapse(A, "100".parse().unwrap()),
        Err(WorldError::ImpossibleBits {
            bits: "100".parse().unwrap()
        })
    );
    assert_eq!(
        world.collapse(A, "10".parse().unwrap()),
        Err(WorldError::WrongLength {
            expected: 3,
            found: 2
        })
    );
    assert_eq!(world.component(A).unwrap().amplitudes(), before);
    let classical = world.collapse(D, "110".parse().unwrap()).unwrap();
    assert_eq!(classical[..], [(A, true), (C, true), (D, false)]);
    assert!(world.components().is_empty());
}

#[test]
fn rotations_and_controlled_moves_of_other_games_fit() {
    // One qubit for what may be there: a rotation, then another.
    let mut world = World::new(Recording::On);
    let enter = |slot, occupied| Effect::Enter { slot, occupied };
    let quarter = std::f64::consts::FRAC_PI_2;
    world
        .apply(1, &[enter(A, false), Effect::gate(Gate::Ry(quarter), &[A])])
        .unwrap();
    close(probability(&world, A), 0.5);
    world
        .apply(2, &[Effect::gate(Gate::Ry(quarter / 3.0), &[A])])
        .unwrap();
    close(probability(&world, A), 0.75);
    check_circuits(&world);

    // A certain mover on C goes to D unless the blocker, half on E, is in the way.
    world.apply(3, &[split(B, E, F)]).unwrap();
    world
        .apply(
            4,
            &[
                enter(C, true),
                enter(D, false),
                Effect::gate(Gate::X, &[E]),
                Effect::gate(Gate::Ccx, &[C, E, D]),
                Effect::gate(Gate::X, &[E]),
                Effect::gate(Gate::Cx, &[D, C]),
            ],
        )
        .unwrap();
    check_circuits(&world);
    assert!(world.linked(C, E) && world.linked(D, F) && !world.linked(A, C));
    let outcomes = world.component(C).unwrap().outcomes();
    let texts: Vec<String> = outcomes.iter().map(|(bits, _)| bits.to_string()).collect();
    // C, D, E, F: the mover stays where the blocker is.
    assert_eq!(texts, ["0101", "1010"]);
}

#[test]
fn an_ancilla_that_comes_back_to_zero_leaves_at_once() {
    let mut world = world(&[split(A, B, C)]);
    let enter = Effect::Enter {
        slot: D,
        occupied: false,
    };
    let classical = world
        .apply(
            2,
            &[
                enter,
                Effect::gate(Gate::Cx, &[B, D]),
                Effect::gate(Gate::T, &[D]),
                Effect::gate(Gate::Cx, &[B, D]),
            ],
        )
        .unwrap();
    assert_eq!(classical[..], [(D, false)]);
    check_circuits(&world);
}

#[test]
fn joined_components_keep_their_circuits_when_slots_are_handed_over() {
    // B is left by one component and entered by the other before they join.
    let mut world = world(&[split(A, B, C), step(B, D), split(E, B, F)]);
    assert_eq!(world.components().len(), 2);
    world.apply(4, &[Effect::gate(Gate::Cx, &[B, D])]).unwrap();
    check_circuits(&world);
    assert_eq!(world.components().len(), 1);
    assert_eq!(world.component(D).unwrap().num_slots(), 4);
}

#[test]
fn effects_that_do_not_fit_change_nothing() {
    let mut world = world(&[split(A, B, C)]);
    let before = world.component(B).unwrap().amplitudes();
    let quantum = |slot| WorldError::AlreadyQuantum { slot };
    let certain = |slot| WorldError::NotQuantum { slot };
    for (effect, error) in [
        (split(B, C, D), quantum(C)),
        (split(D, E, E), WorldError::RepeatedSlot { slot: E }),
        (step(D, E), certain(D)),
        (step(B, C), quantum(C)),
        (merge(B, D, E), certain(D)),
        (merge(B, C, B), quantum(B)),
        (Effect::gate(Gate::Cx, &[B, D]), certain(D)),
        (
            Effect::gate(Gate::Cx, &[B, B]),
            WorldError::RepeatedSlot { slot: B },
        ),
        (hand_over(D, B, D), WorldError::RepeatedSlot { slot: D }),
    ] {
        assert_eq!(world.apply(2, &[effect]), Err(error), "{effect:?}");
        assert_eq!(world.component(B).unwrap().amplitudes(), before);
        assert_eq!(world.components().len(), 1);
        check_circuits(&world);
    }
}

#[test]
fn a_circuit_measures_the_slots_of_its_component_alone() {
    let world = world(&[split(A, B, C), split(D, E, F)]);
    let circuit = world.component(E).unwrap().circuit(Encoding::Minimal);
    let circuit = circuit.unwrap();
    assert_eq!(circuit.measured(&[F, E]).unwrap().num_clbits(), 2);
    assert_eq!(
        circuit.measured(&[B]),
        Err(WorldError::NotQuantum { slot: B })
    );
    let mut silent = world.clone();
    silent.stop_recording();
    let unrecorded = silent.component(B).unwrap().circuit(Encoding::Minimal);
    assert_eq!(unrecorded.map(drop), Err(WorldError::NotRecorded));
}

/// A one over A, B, C and another over D, E that is on D exactly where the first is on A.
fn two_registers() -> World {
    let mut world = world(&[split(F, A, B), split(B, Slot(6), C), step(Slot(6), B)]);
    let enter = |slot, occupied| Effect::Enter { slot, occupied };
    let effects = [
        enter(D, false),
        enter(E, true),
        Effect::gate(Gate::Cx, &[A, D]),
        Effect::gate(Gate::Cx, &[A, E]),
    ];
    world.apply(4, &effects).unwrap();
    check_circuits(&world);
    world
}

#[test]
fn joint_probabilities_add_up_what_agrees_and_multiply_over_components() {
    let mut world = two_registers();
    close(world.joint(&[]), 1.0);
    close(world.joint(&[(A, true)]), 0.5);
    close(world.joint(&[(A, true), (E, true)]), 0.0);
    close(world.joint(&[(C, true), (E, true)]), 0.25);
    close(world.joint(&[(C, false), (E, true)]), 0.25);
    close(world.joint(&[(C, true), (C, false)]), 0.0);
    world.apply(9, &[split(F, Slot(8), Slot(9))]).unwrap();
    close(
        world.joint(&[(Slot(8), true), (C, true), (Slot(9), false)]),
        0.125,
    );
    // Nobody but the caller knows what a certain slot holds.
    close(world.joint(&[(C, true), (Slot(7), true)]), 0.25);
}

#[test]
fn part_of_a_component_collapses_and_the_rest_stays_as_it_is() {
    let all = two_registers();
    for slots in [
        vec![A],
        vec![C],
        vec![E, B],
        vec![C, D],
        vec![A, B, C, D, E],
    ] {
        let component = all.component(A).unwrap();
        let outcomes = component.marginal(&slots);
        close(outcomes.iter().map(|&(_, p)| p).sum(), 1.0);
        for (bits, probability) in outcomes {
            let mut world = all.clone();
            let classical = world.collapse_part(3, &slots, bits).unwrap();
            check_circuits(&world);
            for (k, slot) in slots.iter().enumerate() {
                assert!(
                    classical.contains(&(*slot, bits.bit(k))),
                    "{slots:?} {bits}"
                );
            }
            // Bayes, slot by slot and pair by pair.
            let read: Vec<_> = slots.iter().copied().zip(bits.iter()).collect();
            for others in [[A, D], [B, E], [C, E], [B, D]] {
                let wanted = others.map(|slot| (slot, true));
                let of_certain = wanted.iter().all(|(slot, _)| {
                    let found = classical.iter().find(|(other, _)| other == slot);
                    found.is_none_or(|&(_, occupied)| occupied)
                });
                let after = if of_certain {
                    world.joint(&wanted)
                } else {
                    0.0
                };
                let before = all.joint(&[&read[..], &wanted[..]].concat());
                close(after, before / probability);
            }
        }
    }
}

#[test]
fn what_a_reading_sets_free_is_a_component_of_its_own() {
    let all = two_registers();
    // The second is on D or E whatever the first does, once it is known whether the first is on A.
    let mut world = all.clone();
    world
        .apply(5, &[split(D, Slot(6), Slot(7)), split(E, Slot(8), Slot(9))])
        .unwrap();
    assert_eq!(world.components().len(), 1);
    world.collapse_part(6, &[A], "0".parse().unwrap()).unwrap();
    check_circuits(&world);
    assert_eq!(world.components().len(), 2);
    for component in world.components() {
        let encoded = component.circuit(Encoding::Minimal).unwrap();
        let mut operations = encoded.circuit().operations().iter();
        assert!(operations.all(|operation| operation.groups.last() == 6));
        assert_eq!(encoded.prepared_plies(), [6]);
    }
    assert!(!world.linked(B, Slot(6)) && world.linked(B, C));
}

#[test]
fn each_slot_of_an_effect_settles_where_it_is_by_then() {
    let mut world = World::new(Recording::On);
    let enter = |slot, occupied| Effect::Enter { slot, occupied };
    let half = Effect::gate(Gate::Ry(std::f64::consts::FRAC_PI_2), &[A]);
    let other = Effect::gate(Gate::Ry(std::f64::consts::FRAC_PI_2), &[B]);
    world
        .apply(1, &[enter(A, false), half, enter(B, false), other])
        .unwrap();
    // Once both were in one gate, A's qubit goes to C, and another comes to A.
    let effects = [
        Effect::gate(Gate::Cx, &[A, B]),
        Effect::Relabel { from: A, to: C },
        enter(A, false),
    ];
    let classical = world.apply(2, &effects).unwrap();
    assert_eq!(&classical[..], &[(A, false)]);
    assert!(world.linked(B, C) && !world.is_quantum(A));
    check_circuits(&world);
}

#[test]
fn coherence_is_the_phase_as_far_as_nobody_knows_the_way() {
    // B has 1/√2, C i/√2 of it.
    let mut first = world(&[split(A, B, C)]);
    let near = |found: Complex64, expected: Complex64| {
        assert!((found - expected).norm() < 1e-12, "{found} {expected}");
    };
    let amplitude = |world: &World, bits: &str| {
        let all = world.component(B).unwrap().amplitudes();
        let bits: Bitstring = bits.parse().unwrap();
        all.into_iter().find(|(other, _)| *other == bits).unwrap().1
    };
    let expected = amplitude(&first, "10") * amplitude(&first, "01").conj();
    assert!((expected.norm() - 0.5).abs() < 1e-12);
    near(first.component(B).unwrap().coherence(B, C), expected);
    near(first.component(B).unwrap().coherence(C, B), expected.conj());
    near(first.component(B).unwrap().coherence(B, F), Complex64::ZERO);
    // Once D knows whether it is on B, no interference could show the phase.
    let effect = hand_over(D, B, E);
    first.apply(9, &[effect]).unwrap();
    near(first.component(C).unwrap().coherence(C, D), Complex64::ZERO);
}

#[test]
fn room_is_counted_once_for_each_component() {
    let world = world(&[split(A, B, C), split(D, E, F)]);
    let most = World::MAX_AMPLITUDES;
    for (slots, more_slots, times, expected) in [
        (&[B, C][..], 126, most / 2, true),
        (&[B, C], 127, 1, false),
        (&[B, C], 0, most / 2 + 1, false),
        (&[B, E, C, F], 124, most / 4, true),
        (&[B, E], 125, 1, false),
        (&[B, E], 0, most / 4 + 1, false),
        (&[A, D], 128, most, true),
    ] {
        let found = world.has_room(slots.iter().copied(), more_slots, times);
        assert_eq!(found, expected, "{slots:?} {more_slots} {times}");
    }
}

#[test]
fn what_part_of_a_component_can_not_read_is_refused_and_changes_nothing() {
    let mut world = two_registers();
    world.apply(9, &[split(F, Slot(8), Slot(9))]).unwrap();
    let before = format!("{world:?}");
    let bits = |text: &str| text.parse::<Bitstring>().unwrap();
    assert_eq!(
        world.collapse_part(3, &[A, E], bits("11")),
        Err(WorldError::ImpossibleBits { bits: bits("11") })
    );
    assert!(matches!(
        world.collapse_part(3, &[A, E], bits("1")),
        Err(WorldError::WrongLength { .. })
    ));
    assert!(matches!(
        world.collapse_part(3, &[A, Slot(8)], bits("10")),
        Err(WorldError::DifferentComponents { .. })
    ));
    assert!(matches!(
        world.collapse_part(3, &[A, A], bits("11")),
        Err(WorldError::RepeatedSlot { .. })
    ));
    assert!(matches!(
        world.collapse_part(3, &[F], bits("1")),
        Err(WorldError::NotQuantum { .. })
    ));
    assert_eq!(format!("{world:?}"), before);
}

#[test]
fn a_circuit_measures_part_of_a_component() {
    let world = two_registers();
    let slots = vec![E, B];
    let circuit = world.component(A).unwrap().circuit(Encoding::Minimal);
    let circuit = circuit.unwrap().measured(&slots).unwrap();
    assert_eq!(circuit.num_clbits(), 2);
    let state = Sparse::run(&circuit, Limits::default()).unwrap();
    let found = state.marginal(&Readout::of(&circuit).unwrap());
    let expected = world.component(A).unwrap().marginal(&slots);
    assert_eq!(found.len(), expected.len());
    for ((bits, p), (other, q)) in found.into_iter().zip(expected) {
        assert_eq!(bits, other);
        close(p, q);
    }
}

#[test]
fn a_prepared_component_is_what_it_was_told_to_be() {
    let mut world = World::new(Recording::On);
    let amplitude = |re, im| Complex64::new(re, im);
    let kets = [
        ("100", amplitude(0.6, 0.0)),
        ("010", amplitude(0.0, -0.48)),
        ("001", amplitude(0.64, 0.0)),
    ]
    .map(|(bits, a)| (bits.parse().unwrap(), a));
    world.prepare(1, &[C, A, B], &kets).unwrap();
    close(probability(&world, C), 0.36);
    close(probability(&world, A), 0.2304);
    check_circuits(&world);
    // It goes on like any other.
    world.apply(2, &[split(C, D, E)]).unwrap();
    check_circuits(&world);
    for (slots, kets) in [
        (vec![A, F], vec![("10", 0.6), ("01", 0.8)]),
        (vec![F, F], vec![("10", 0.6), ("01", 0.8)]),
        (vec![F], vec![("10", 0.6), ("01", 0.8)]),
        (vec![Slot(9), F], vec![("10", 1.0)]),
        (vec![Slot(9), F], vec![("10", 0.6), ("10", 0.8)]),
        (vec![Slot(9), F], vec![]),
    ] {
        let kets: Vec<_> = kets
            .into_iter()
            .map(|(bits, a)| (bits.parse().unwrap(), amplitude(a, 0.0)))
            .collect();
        assert!(world.prepare(3, &slots, &kets).is_err(), "{slots:?}");
        assert_eq!(world.components().len(), 1);
    }
}

#[test]
fn prepared_components_that_join_keep_their_circuits() {
    let kets = |texts: [&str; 4]| {
        let amplitude = Complex64::new(0.5, 0.0);
        texts.map(|bits| (bits.parse().unwrap(), amplitude))
    };
    // Four basis states of six qubits: telling two of them from the others takes ancillas.
    let far = kets(["110000", "001100", "000011", "111111"]);
    let mut world = World::new(Recording::On);
    let slots: Vec<Slot> = (0..6).map(Slot).collect();
    let others: Vec<Slot> = (6..12).map(Slot).collect();
    world.prepare(1, &slots, &far).unwrap();
    world.prepare(1, &others, &far).unwrap();
    check_circuits(&world);
    world
        .apply(2, &[Effect::gate(Gate::Cx, &[A, Slot(6)])])
        .unwrap();
    assert_eq!(world.components().len(), 1);
    check_circuits(&world);
}

#[test]
fn a_component_of_128_slots_has_room() {
    let slots: Vec<Slot> = (0..126).map(Slot).collect();
    let bits = [
        Bitstring::zeros(126),
        Bitstring::zeros(126).with_bit(0, true),
    ];
    let bits = bits.map(|bits| (1..126).fold(bits, |all, k| all.with_bit(k, !bits.bit(0))));
    let half = Complex64::new(0.5_f64.sqrt(), 0.0);
    let mut world = World::new(Recording::On);
    world
        .prepare(1, &slots, &bits.map(|bits| (bits, half)))
        .unwrap();
    let [a, b, c] = [Slot(200), Slot(201), Slot(202)];
    world.apply(2, &[split(c, a, b)]).unwrap();
    world.apply(3, &[Effect::gate(Gate::Cx, &[A, a])]).unwrap();
    assert_eq!(world.components().len(), 1);
    assert_eq!(world.components()[0].num_slots(), 128);
}

#[test]
fn what_has_no_room_is_refused_and_changes_nothing() {
    let slots: Vec<Slot> = (0..128).map(Slot).collect();
    let mut bits = [Bitstring::zeros(128); 2];
    for slot in 0..128 {
        bits[slot % 2] = bits[slot % 2].with_bit(slot, true);
    }
    let half = Complex64::new(0.5_f64.sqrt(), 0.0);
    let kets = bits.map(|bits| (bits, half));
    let mut world = World::new(Recording::On);
    world.prepare(1, &slots, &kets).unwrap();
    let more = [Slot(200), Slot(201), Slot(202)];
    world.apply(2, &[split(more[2], more[0], more[1])]).unwrap();
    let before: Vec<_> = world
        .components()
        .iter()
        .map(Component::amplitudes)
        .collect();
    for effect in [
        split(A, more[2], Slot(203)),
        hand_over(more[2], A, Slot(203)),
        Effect::gate(Gate::Cx, &[A, more[0]]),
    ] {
        let refused = world.apply(3, &[effect]);
        assert!(
            matches!(refused, Err(WorldError::TooManySlots { .. })),
            "{effect:?}"
        );
        let after: Vec<_> = world
            .components()
            .iter()
            .map(Component::amplitudes)
            .collect();
        assert_eq!(before, after);
        assert!(world.component(more[2]).is_none());
    }
}

#[test]
fn a_component_at_the_limit_of_amplitudes_branches_no_further() {
    let mut world = World::new(Recording::Off);
    let slots: Vec<Slot> = (0..22).map(Slot).collect();
    let enter = |&slot| Effect::Enter {
        slot,
        occupied: false,
    };
    let mut effects: Vec<Effect> = slots.iter().map(enter).collect();
    effects.extend(slots.iter().map(|&slot| Effect::gate(Gate::H, &[slot])));
    effects.extend(
        slots[1..]
            .iter()
            .map(|&slot| Effect::gate(Gate::Cz, &[A, slot])),
    );
    // Joining the last qubit would leave no room for the gate to branch.
    assert!(matches!(
        world.apply(1, &effects),
        Err(WorldError::TooManyAmplitudes { .. })
    ));
    let largest = world.component(A).unwrap();
    assert_eq!(largest.num_amplitudes(), World::MAX_AMPLITUDES / 2);
    assert!(largest.has_room());
}

#[test]
fn gates_that_undo_each_other_leave_nothing_quantum() {
    let enter = |slot, occupied| Effect::Enter { slot, occupied };
    for occupied in [false, true] {
        let mut world = World::new(Recording::On);
        let tie = [
            enter(A, false),
            Effect::gate(Gate::H, &[A]),
            enter(B, occupied),
            Effect::gate(Gate::Cx, &[A, B]),
        ];
        world.apply(1, &tie).unwrap();
        assert!(world.linked(A, B));
        // The second is what it was, the first is as likely as not.
        let classical = world.apply(2, &[Effect::gate(Gate::Cx, &[A, B])]).unwrap();
        assert_eq!(classical[..], [(B, occupied)]);
        let component = world.component(A).unwrap();
        assert_eq!(component.slots(), [A]);
        for encoding in [Encoding::Minimal, Encoding::Paper] {
            let circuit = component.circuit(encoding).unwrap();
            let measured = circuit.measured(&[A]).unwrap();
            let state = Sparse::run(&measured, Limits::default()).unwrap();
            let exact = state.marginal(&Readout::of(&measured).unwrap());
            assert!(exact.iter().all(|(_, p)| (p - 0.5).abs() < TOLERANCE));
            assert_eq!(exact.len(), 2);
        }
        let classical = world.apply(3, &[Effect::gate(Gate::H, &[A])]).unwrap();
        assert_eq!(classical[..], [(A, false)]);
        assert!(world.components().is_empty());
    }
}
