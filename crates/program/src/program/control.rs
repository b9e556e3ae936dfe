//! Gates under any number of controls, without further qubits.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use cheqqers_circuit::Gate;

/// Receiver of gates of the table and their qubits.
pub(super) type Push<'a, E> = &'a mut dyn FnMut(Gate, &[u32]) -> Result<(), E>;

/// Passes on the gates that do one of the table where all controls are 1, global phase included.
///
/// Up to two controls of an X, and one of Z, H and iSWAP, are a gate of the table. The number of
/// gates on two qubits grows with the square of the number of controls.
pub(super) fn controlled<E>(
    controls: &[u32],
    gate: Gate,
    qubits: &[u32],
    push: Push<'_, E>,
) -> Result<(), E> {
    let Some((&last, others)) = controls.split_last() else {
        return push(gate, qubits);
    };
    if let Some(inner) = gate.uncontrolled()
        && !(others.is_empty() && gate == Gate::Cx)
    {
        let controls = [controls, &qubits[..1]].concat();
        return controlled(&controls, inner, &qubits[1..], push);
    }
    if others.is_empty() {
        return once(gate, last, qubits, push);
    }
    if let [qubit] = *qubits {
        return on_one_qubit(controls, gate, qubit, push);
    }
    // With the control in 0 the gates that it touches do nothing, and the others undo each other.
    let mut parts: Vec<(Gate, Vec<usize>)> = Vec::new();
    gate.controlled(&mut |gate, places| parts.push((gate, places.to_vec())));
    if let [(whole, places)] = &parts[..] {
        // The table has the controlled gate, whose definition does the same.
        let parts_of = whole.definition().iter();
        let places = places.clone();
        parts = parts_of
            .map(|(gate, inner)| (*gate, inner.iter().map(|&place| places[place]).collect()))
            .collect();
    }
    for (gate, places) in parts {
        let of = |places: &[usize]| -> Vec<u32> {
            places.iter().map(|&place| qubits[place - 1]).collect()
        };
        match (&places[..], gate.uncontrolled()) {
            ([0], _) => {
                let angle = phase_of(gate).expect("a control alone gets a phase");
                phase(controls, angle, push)?;
            }
            ([0, targets @ ..], Some(inner)) => controlled(controls, inner, &of(targets), push)?,
            (places, _) => push(gate, &of(places))?,
        }
    }
    Ok(())
}

/// Multiplies by exp(iθ) where all controls are 1.
pub(super) fn phase<E>(controls: &[u32], angle: f64, push: Push<'_, E>) -> Result<(), E> {
    match controls.split_last() {
        None => Ok(()),
        Some((&qubit, [])) => push(phase_gate(angle), &[qubit]),
        Some((&qubit, others)) => controlled_phase(others, qubit, angle, push),
    }
}

/// Under one control, as in the gate table.
fn once<E>(gate: Gate, control: u32, qubits: &[u32], push: Push<'_, E>) -> Result<(), E> {
    let mut pushed = Ok(());
    gate.controlled(&mut |gate, places| {
        let mut operands = [0; 3];
        for (operand, &place) in operands.iter_mut().zip(places) {
            *operand = place.checked_sub(1).map_or(control, |k| qubits[k]);
        }
        if pushed.is_ok() {
            pushed = push(gate, &operands[..places.len()]);
        }
    });
    pushed
}

/// Angle of a gate that only gives a phase to |1⟩.
fn phase_of(gate: Gate) -> Option<f64> {
    Some(match gate {
        Gate::Z => PI,
        Gate::S => FRAC_PI_2,
        Gate::Sdg => -FRAC_PI_2,
        Gate::T => FRAC_PI_4,
        Gate::Tdg => -FRAC_PI_4,
        Gate::P(angle) => angle,
        _ => return None,
    })
}

/// Gate that gives a phase to |1⟩.
#[expect(
    clippy::float_cmp,
    reason = "only these angles have gates of their own"
)]
fn phase_gate(angle: f64) -> Gate {
    let named = [Gate::Z, Gate::S, Gate::Sdg, Gate::T, Gate::Tdg];
    let found = named
        .into_iter()
        .find(|&gate| phase_of(gate) == Some(angle));
    found.unwrap_or(if angle == -PI {
        Gate::Z
    } else {
        Gate::P(angle)
    })
}

/// Under two or more controls: a gate that turns this one into a phase stands before and after it.
fn on_one_qubit<E>(controls: &[u32], gate: Gate, qubit: u32, push: Push<'_, E>) -> Result<(), E> {
    let (before, angle): (&[Gate], f64) = match gate {
        Gate::X if controls.len() == 2 => {
            return push(Gate::Ccx, &[controls[0], controls[1], qubit]);
        }
        Gate::X => (&[Gate::H], PI),
        Gate::Y => (&[Gate::Sdg, Gate::H], PI),
        Gate::H => {
            let around = [Gate::S, Gate::H, Gate::T];
            return between(&around, qubit, push, &mut |push| {
                on_one_qubit(controls, Gate::X, qubit, push)
            });
        }
        Gate::Sx => (&[Gate::H], FRAC_PI_2),
        Gate::Sxdg => (&[Gate::H], -FRAC_PI_2),
        Gate::Rx(angle) => (&[Gate::H], angle),
        Gate::Ry(angle) => (&[Gate::Sdg, Gate::H], angle),
        Gate::Rz(angle) => (&[], angle),
        other => (&[], phase_of(other).expect("all other gates are phases")),
    };
    // Rotations have the phases -θ/2 and θ/2.
    if matches!(gate, Gate::Rx(_) | Gate::Ry(_) | Gate::Rz(_)) {
        phase(controls, -angle / 2.0, push)?;
    }
    between(before, qubit, push, &mut |push| {
        controlled_phase(controls, qubit, angle, push)
    })
}

/// Gates on a qubit, what they enclose, and their inverses.
fn between<E>(
    before: &[Gate],
    qubit: u32,
    push: Push<'_, E>,
    inner: &mut dyn FnMut(Push<'_, E>) -> Result<(), E>,
) -> Result<(), E> {
    for &gate in before {
        push(gate, &[qubit])?;
    }
    inner(push)?;
    for gate in before.iter().rev() {
        push(gate.inverse().0, &[qubit])?;
    }
    Ok(())
}

/// Phase exp(iθ) on |1⟩ of a qubit where one or more controls are 1.
///
/// Source: Barenco et al., arXiv:quant-ph/9503016, lemma 7.5, with the qubit as the borrowed one.
fn controlled_phase<E>(
    controls: &[u32],
    qubit: u32,
    angle: f64,
    push: Push<'_, E>,
) -> Result<(), E> {
    let (&last, others) = controls.split_last().expect("at least one control");
    if others.is_empty() {
        return once(phase_gate(angle), last, &[qubit], push);
    }
    if let ([other], Gate::Z) = (others, phase_gate(angle)) {
        push(Gate::H, &[qubit])?;
        push(Gate::Ccx, &[*other, last, qubit])?;
        return push(Gate::H, &[qubit]);
    }
    let half = angle / 2.0;
    once(phase_gate(half), last, &[qubit], push)?;
    flip(others, last, &[qubit], push)?;
    once(phase_gate(-half), last, &[qubit], push)?;
    flip(others, last, &[qubit], push)?;
    controlled_phase(others, qubit, half, push)
}

/// X on a qubit where all controls are 1. The borrowed qubits, at least one with three or more
/// controls, end as they began.
///
/// Source: Barenco et al., arXiv:quant-ph/9503016, lemmas 7.2 and 7.3.
fn flip<E>(controls: &[u32], target: u32, borrowed: &[u32], push: Push<'_, E>) -> Result<(), E> {
    match *controls {
        [] => return push(Gate::X, &[target]),
        [a] => return push(Gate::Cx, &[a, target]),
        [a, b] => return push(Gate::Ccx, &[a, b, target]),
        _ => {}
    }
    let number = controls.len();
    if borrowed.len() >= number - 2 {
        // Toffoli gates down a staircase and up again, twice, the second time without the first step.
        let step = |k: usize| {
            let goal = if k == number - 1 {
                target
            } else {
                borrowed[k - 1]
            };
            let low = if k == 1 { controls[0] } else { borrowed[k - 2] };
            [low, controls[k], goal]
        };
        for top in [number - 1, number - 2] {
            for k in (1..=top).rev().chain(2..=top) {
                push(Gate::Ccx, &step(k))?;
            }
        }
        return Ok(());
    }
    let (first, second) = controls.split_at(number.div_ceil(2));
    let middle = borrowed[0];
    let of_first = [second, &[target]].concat();
    let of_second = [second, &[middle]].concat();
    for _ in 0..2 {
        flip(first, middle, &of_first, push)?;
        flip(&of_second, target, first, push)?;
    }
    Ok(())
}
