use std::f64::consts::PI;
use std::sync::Arc;

use cheqqers_circuit::Gate;
use num_complex::Complex64;

use super::leaf::{Leaf, LeafKind, inverted};
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
pub(super) fn power(leaves: Vec<Leaf>, x: f64, limit: usize) -> Result<Vec<Leaf>, NoPower> {
    if x.fract() != 0.0 {
        return fractional(&leaves, x).ok_or(NoPower::Unknown);
    }
    if let [leaf] = &leaves[..]
        && let Some(kind) = scaled(leaf.kind, x)
    {
        let controls = leaf.controls.clone();
        return Ok(vec![Leaf { kind, controls }]);
    }
    let times = x.abs();
    if leaves.is_empty() || times == 0.0 {
        return Ok(Vec::new());
    }
    if times * leaves.len() as f64 > limit as f64 {
        return Err(NoPower::TooLong);
    }
    let once = if x < 0.0 { inverted(&leaves) } else { leaves };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number within the limit"
    )]
    let times = times as usize;
    let all = (0..times).flat_map(|_| once.iter().cloned());
    Ok(all.collect())
}

/// Gate with `x` times the angle.
fn scaled(kind: LeafKind, x: f64) -> Option<LeafKind> {
    Some(match kind {
        LeafKind::Phase(angle) => LeafKind::Phase(x * angle),
        LeafKind::Gate(gate, qubits) => {
            let gate = match gate {
                Gate::P(angle) => Gate::P(x * angle),
                Gate::Rx(angle) => Gate::Rx(x * angle),
                Gate::Ry(angle) => Gate::Ry(x * angle),
                Gate::Rz(angle) => Gate::Rz(x * angle),
                _ => return None,
            };
            let finite = gate.parameter().is_some_and(f64::is_finite);
            return finite.then_some(LeafKind::Gate(gate, qubits));
        }
    })
}

fn fractional(leaves: &[Leaf], x: f64) -> Option<Vec<Leaf>> {
    if let [first, inner @ .., last] = leaves
        && *last == first.inverse()
    {
        let mut all = vec![first.clone()];
        all.extend(fractional(inner, x)?);
        all.push(last.clone());
        return Some(all);
    }
    if let [leaf] = leaves
        && let LeafKind::Gate(gate, qubits) = leaf.kind
        && gate.num_qubits() > 1
    {
        return fractional(&parts(leaf, gate, qubits)?, x);
    }
    let (first, kinds) = (leaves.first()?, leaves.iter().map(|leaf| leaf.kind));
    if leaves.iter().any(|leaf| leaf.controls != first.controls) {
        return None;
    }
    let mut target = None;
    let mut whole: Matrix = matrix::identity();
    for kind in kinds {
        match kind {
            LeafKind::Phase(angle) => whole = matrix::times(Complex64::cis(angle), &whole),
            LeafKind::Gate(gate, [qubit, ..]) => {
                if gate.num_qubits() > 1 || *target.get_or_insert(qubit) != qubit {
                    return None;
                }
                whole = matrix::product(&matrix::of_gate(gate), &whole);
            }
        }
    }
    let (phase, gates) = matrix::gates(&matrix::power(&whole, x));
    let gates = gates
        .into_iter()
        .map(|gate| Leaf::gate(gate, &[target.unwrap_or(0)]));
    let phase = (phase != 0.0).then(|| Leaf::phase(phase));
    let all = gates.chain(phase).map(|leaf| match &first.controls {
        Some(controls) => leaf.controlled(controls),
        None => leaf,
    });
    Some(all.collect())
}

/// Gate of the table on several qubits, as one on a single qubit under controls, between gates that
/// undo each other.
fn parts(leaf: &Leaf, gate: Gate, [a, b, c]: [u32; 3]) -> Option<Vec<Leaf>> {
    let around = |inner: Gate| {
        let cx = Leaf::gate(Gate::Cx, &[a, b]);
        let inner = Leaf::gate(inner, &[a]).controlled(&[(b, true)].into());
        let inner = match &leaf.controls {
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
            let controls: Arc<[(u32, bool)]> = match &leaf.controls {
                Some(controls) => controls.iter().copied().chain([(a, true)]).collect(),
                None => [(a, true)].into(),
            };
            let inner = Leaf::gate(inner, &[b, c][..inner.num_qubits()]);
            Some(vec![inner.controlled(&controls)])
        }
    }
}
