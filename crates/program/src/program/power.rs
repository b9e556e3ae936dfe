use std::f64::consts::PI;
use std::sync::Arc;

use cheqqers_circuit::Gate;
use num_complex::Complex64;

use super::controlled_gate::{ControlledGate, ControlledKind, inverted};
use super::matrix::{self, Matrix};

/// Reason why a power has no gates.
#[derive(Debug)]
pub(super) enum NoPower {
    /// There are more gates than the limit.
    TooLong,
    /// No decomposition is known.
    Unknown,
    /// The exponent may have been rounded.
    Inexact,
}

/// Bound of exponents: an integer that is not below it may have been rounded to it.
const MAX_EXPONENT: f64 = (1_u64 << 53) as f64;

/// Power of gates in order, with at most `limit` gates.
///
/// A power with a fraction is the principal one. It is known for gates on one qubit, for those of
/// the table, under any controls, and between gates that undo each other.
pub(super) fn power(
    gates: Vec<ControlledGate>,
    x: f64,
    limit: usize,
) -> Result<Vec<ControlledGate>, NoPower> {
    if gates.is_empty() || x == 0.0 {
        return Ok(Vec::new());
    }
    if x.abs() >= MAX_EXPONENT {
        return Err(NoPower::Inexact);
    }
    // (A B A⁻¹)ˣ is A Bˣ A⁻¹.
    let around = conjugating(&gates);
    if around > 0 {
        let inner = gates[around..gates.len() - around].to_vec();
        let mut all = gates[..around].to_vec();
        all.extend(power(inner, x, limit)?);
        all.extend_from_slice(&gates[gates.len() - around..]);
        return if all.len() > limit {
            Err(NoPower::TooLong)
        } else {
            Ok(all)
        };
    }
    if x.fract() != 0.0 {
        return fractional(&gates, x).ok_or(NoPower::Unknown);
    }
    if let [only] = &gates[..]
        && let Some(kind) = scaled(only.kind, x)
    {
        let controls = only.controls.clone();
        return Ok(vec![ControlledGate { kind, controls }]);
    }
    let mut times = x.abs();
    if let [only] = &gates[..]
        && let ControlledKind::Gate(gate, _) = only.kind
        && let Some(order) = order(gate)
    {
        times %= order;
    }
    if times * gates.len() as f64 > limit as f64 {
        return Err(NoPower::TooLong);
    }
    let once = if x < 0.0 { inverted(&gates) } else { gates };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number within the limit"
    )]
    let times = times as usize;
    let all = (0..times).flat_map(|_| once.iter().cloned());
    Ok(all.collect())
}

/// Number of gates at the start that those at the end undo.
fn conjugating(gates: &[ControlledGate]) -> usize {
    let pairs = gates.iter().zip(gates.iter().rev());
    let undone = pairs
        .take(gates.len() / 2)
        .take_while(|(first, last)| **last == first.inverse());
    undone.count()
}

/// Smallest positive power of a gate that is the identity; `None` if it is large or there is none.
fn order(gate: Gate) -> Option<f64> {
    match gate {
        Gate::X
        | Gate::Y
        | Gate::Z
        | Gate::H
        | Gate::Cx
        | Gate::Cz
        | Gate::Ch
        | Gate::Swap
        | Gate::Ccx => Some(2.0),
        Gate::S
        | Gate::Sdg
        | Gate::Sx
        | Gate::Sxdg
        | Gate::Iswap
        | Gate::Iswapdg
        | Gate::Ciswap
        | Gate::Ciswapdg => Some(4.0),
        Gate::T | Gate::Tdg | Gate::Siswap | Gate::Siswapdg => Some(8.0),
        _ => None,
    }
}

/// Gate with `x` times the angle; `None` if it has none, or the product is not finite.
fn scaled(kind: ControlledKind, x: f64) -> Option<ControlledKind> {
    let (angle, scaled) = match kind {
        ControlledKind::Phase(angle) => (x * angle, ControlledKind::Phase(x * angle)),
        ControlledKind::Gate(gate, qubits) => {
            let angle = x * gate.parameter()?;
            let gate = Gate::from_name(gate.name(), &[angle])?;
            (angle, ControlledKind::Gate(gate, qubits))
        }
    };
    angle.is_finite().then_some(scaled)
}

fn fractional(gates: &[ControlledGate], x: f64) -> Option<Vec<ControlledGate>> {
    if let [only] = gates
        && let ControlledKind::Gate(gate, qubits) = only.kind
        && gate.num_qubits() > 1
    {
        return power(parts(only, gate, qubits)?, x, usize::MAX).ok();
    }
    let (first, kinds) = (gates.first()?, gates.iter().map(|gate| gate.kind));
    if gates.iter().any(|gate| gate.controls != first.controls) {
        return None;
    }
    let mut target = None;
    let mut whole: Matrix = matrix::identity();
    for kind in kinds {
        match kind {
            ControlledKind::Phase(angle) => whole = matrix::times(Complex64::cis(angle), &whole),
            ControlledKind::Gate(gate, [qubit, ..]) => {
                if gate.num_qubits() > 1 || *target.get_or_insert(qubit) != qubit {
                    return None;
                }
                whole = matrix::product(&matrix::of_gate(gate), &whole);
            }
        }
    }
    let power = matrix::power(&whole, x);
    let (phase, decomposed) = match target {
        Some(_) => matrix::gates(&power),
        // Phases alone.
        None => (power[0][0].arg(), Vec::new()),
    };
    let target = target.unwrap_or_default();
    let decomposed = decomposed
        .into_iter()
        .map(|gate| ControlledGate::gate(gate, &[target]));
    let phase = (phase != 0.0).then(|| ControlledGate::phase(phase));
    let all = decomposed.chain(phase).map(|gate| match &first.controls {
        Some(controls) => gate.controlled(controls),
        None => gate,
    });
    Some(all.collect())
}

/// Gate of the table on several qubits, as one on a single qubit under controls, between gates that
/// undo each other.
fn parts(whole: &ControlledGate, gate: Gate, [a, b, c]: [u32; 3]) -> Option<Vec<ControlledGate>> {
    let around = |inner: Gate| {
        let cx = ControlledGate::gate(Gate::Cx, &[a, b]);
        let inner = ControlledGate::gate(inner, &[a]).controlled(&[(b, true)].into());
        let inner = match &whole.controls {
            Some(controls) => inner.controlled(controls),
            None => inner,
        };
        Some(vec![cx.clone(), inner, cx])
    };
    // Between two CX an iSWAP is a controlled iX, which is a rotation.
    match gate {
        Gate::Swap => around(Gate::X),
        Gate::Iswap => around(Gate::Rx(-PI)),
        Gate::Iswapdg => around(Gate::Rx(PI)),
        Gate::Siswap => around(Gate::Rx(-PI / 2.0)),
        Gate::Siswapdg => around(Gate::Rx(PI / 2.0)),
        _ => {
            let inner = gate.uncontrolled()?;
            let controls: Arc<[(u32, bool)]> = match &whole.controls {
                Some(controls) => controls.iter().copied().chain([(a, true)]).collect(),
                None => [(a, true)].into(),
            };
            let inner = ControlledGate::gate(inner, &[b, c][..inner.num_qubits()]);
            Some(vec![inner.controlled(&controls)])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_a_gate_is_that_of_its_matrix() {
        for gate in Gate::all(0.3) {
            let matrix = gate.matrix();
            let mut power = matrix.clone();
            let found = (1..=8).find(|_| {
                // No other unitary has the trace of the identity.
                let is_identity = (power.trace() - matrix.nrows() as f64).norm() < 1e-9;
                power *= &matrix;
                is_identity
            });
            assert_eq!(order(gate), found.map(f64::from), "{gate}");
        }
    }
}
