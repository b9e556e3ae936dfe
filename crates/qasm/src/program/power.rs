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
}

/// Power of gates in order, with at most `limit` gates.
///
/// A power with a fraction is the principal one. It is known for gates on one qubit, for those of
/// the table, under any controls, and between gates that undo each other.
pub(super) fn power(
    gates: Vec<ControlledGate>,
    x: f64,
    limit: usize,
) -> Result<Vec<ControlledGate>, NoPower> {
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
        times %= f64::from(order);
    }
    if gates.is_empty() || times == 0.0 {
        return Ok(Vec::new());
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

/// The smallest positive power of a gate that is the identity, up to 8; `None` if there is none.
fn order(gate: Gate) -> Option<u32> {
    let matrix = gate.matrix();
    let mut power = matrix.clone();
    (1..=8).find(|_| {
        // No other unitary has the trace of the identity.
        let is_identity = (power.trace() - matrix.nrows() as f64).norm() < 1e-9;
        power *= &matrix;
        is_identity
    })
}

/// Gate with `x` times the angle.
fn scaled(kind: ControlledKind, x: f64) -> Option<ControlledKind> {
    Some(match kind {
        ControlledKind::Phase(angle) => ControlledKind::Phase(x * angle),
        ControlledKind::Gate(gate, qubits) => {
            let gate = match gate {
                Gate::P(angle) => Gate::P(x * angle),
                Gate::Rx(angle) => Gate::Rx(x * angle),
                Gate::Ry(angle) => Gate::Ry(x * angle),
                Gate::Rz(angle) => Gate::Rz(x * angle),
                _ => return None,
            };
            let finite = gate.parameter().is_some_and(f64::is_finite);
            return finite.then_some(ControlledKind::Gate(gate, qubits));
        }
    })
}

fn fractional(gates: &[ControlledGate], x: f64) -> Option<Vec<ControlledGate>> {
    if let [first, inner @ .., last] = gates
        && *last == first.inverse()
    {
        let mut all = vec![first.clone()];
        all.extend(fractional(inner, x)?);
        all.push(last.clone());
        return Some(all);
    }
    if let [only] = gates
        && let ControlledKind::Gate(gate, qubits) = only.kind
        && gate.num_qubits() > 1
    {
        return fractional(&parts(only, gate, qubits)?, x);
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
    let (phase, decomposed) = matrix::gates(&matrix::power(&whole, x));
    let decomposed = decomposed
        .into_iter()
        .map(|gate| ControlledGate::gate(gate, &[target.unwrap_or(0)]));
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
