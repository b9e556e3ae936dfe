use std::collections::HashMap;

use cheqqers_circuit::{Action, Circuit, CircuitError, Gate, Groups, Operation, Qubit};
use nalgebra::{Matrix2, Matrix4};
use num_complex::Complex64;

use crate::device::Basis;
use crate::euler::EulerGates;
use crate::matrix::{one_of_both, pair, single};
use crate::reachable::ReachableState;
use crate::synthesis::{CzDecomposition, Isometry};

/// Maximal run of operations on one pair of qubits.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) pair: [Qubit; 2],
    /// Gates on one qubit, and CX.
    pub(crate) operations: Vec<Operation>,
    /// Product of the operations; the first qubit of the pair is bit 0 of the index.
    pub(crate) unitary: Matrix4<Complex64>,
    /// Number of CX.
    pub(crate) cost: usize,
}

/// Blocks of a circuit, without its measurements.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    pub(crate) blocks: Vec<Block>,
    /// Gates on qubits outside all blocks.
    pub(crate) unpaired: Vec<Operation>,
}

impl Blocks {
    /// Splits a circuit into blocks, in an order in which they can be applied.
    pub(crate) fn of(circuit: &Circuit) -> Self {
        let mut gathered = Self::default();
        // Last block of each qubit, and its operations before the first.
        let mut latest: Vec<Option<usize>> = vec![None; circuit.num_qubits()];
        let mut before: Vec<Vec<Operation>> = vec![Vec::new(); circuit.num_qubits()];
        for &operation in circuit.decomposed().operations() {
            if let Action::Measure(..) = operation.action {
                continue;
            }
            let known = latest[operation.qubits()[0].index()];
            let is_shared = |qubit: &Qubit| latest[qubit.index()] == known;
            let index = match (known, operation.qubits()) {
                (Some(index), qubits) if qubits.iter().all(is_shared) => index,
                (_, &[a, b]) => {
                    let early = [a, b].map(|qubit| std::mem::take(&mut before[qubit.index()]));
                    gathered.blocks.push(Block::new([a, b], early.concat()));
                    gathered.blocks.len() - 1
                }
                (_, qubits) => {
                    before[qubits[0].index()].push(operation);
                    continue;
                }
            };
            gathered.blocks[index].push(operation);
            for qubit in operation.qubits() {
                latest[qubit.index()] = Some(index);
            }
        }
        gathered.unpaired = before.into_iter().flatten().collect();
        gathered
    }
}

impl Block {
    fn new(pair: [Qubit; 2], operations: Vec<Operation>) -> Self {
        let mut block = Self {
            pair,
            operations: Vec::new(),
            unitary: Matrix4::identity(),
            cost: 0,
        };
        for operation in operations {
            block.push(operation);
        }
        block
    }

    fn push(&mut self, operation: Operation) {
        if let Action::Gate(gate, operands) = operation.action {
            let qubits = operands.as_slice();
            let bit = usize::from(qubits[0] == self.pair[1]);
            let unitary = match qubits.len() {
                1 => one_of_both(bit, &single(gate)),
                _ if bit == 0 => pair(gate),
                _ => with_qubits_exchanged(&pair(gate)),
            };
            self.unitary = unitary * self.unitary;
            self.cost += usize::from(qubits.len() == 2);
        }
        self.operations.push(operation);
    }

    /// Indices of its qubits.
    pub(crate) fn places(&self) -> [usize; 2] {
        self.pair.map(Qubit::index)
    }

    /// Groups of its operations.
    pub(crate) fn groups(&self) -> Groups {
        let groups = self.operations.iter().map(|operation| operation.groups);
        groups.fold(Groups::default(), Groups::union)
    }
}

/// Matrix of a gate on a pair with the qubits exchanged.
fn with_qubits_exchanged(unitary: &Matrix4<Complex64>) -> Matrix4<Complex64> {
    let other = |index: usize| index >> 1 | (index & 1) << 1;
    Matrix4::from_fn(|row, column| unitary[(other(row), other(column))])
}

/// Cache of decompositions with at most two CZ.
#[derive(Debug, Default)]
pub(crate) struct DecompositionCache {
    found: HashMap<Vec<i64>, Option<CzDecomposition>>,
}

impl DecompositionCache {
    /// Decomposition with the fewest CZ, at most two.
    fn short(&mut self, isometry: &Isometry) -> Option<&CzDecomposition> {
        let decomposition = self.found.entry(key(isometry));
        decomposition.or_insert_with(|| isometry.fewest(2)).as_ref()
    }

    /// Number of CZ; three suffice for any gate on a pair.
    pub(crate) fn cost(&mut self, isometry: &Isometry) -> usize {
        self.short(isometry).map_or(3, CzDecomposition::cost)
    }

    /// Replaces blocks by decompositions with fewer gates on two qubits.
    ///
    /// The effect of a block on states of its pair that are unreachable there may change.
    pub(crate) fn shortened(&mut self, circuit: &Circuit) -> Circuit {
        let mut out = Circuit::new(circuit.num_qubits(), circuit.num_clbits());
        let blocks = Blocks::of(circuit);
        let mut known = ReachableState::zero(circuit.num_qubits());
        for block in &blocks.blocks {
            let isometry = Isometry::of(&block.unitary, &known.span(block.places()));
            let decomposition = match self.short(&isometry) {
                Some(decomposition) => Some(decomposition.clone()),
                None if block.cost > 3 => isometry.fewest(3),
                None => None,
            };
            match decomposition.filter(|decomposition| decomposition.cost() < block.cost) {
                Some(decomposition) => write(&mut out, block, &decomposition).expect(IN_RANGE),
                None => copy(&mut out, &block.operations),
            }
            known.apply(block.places(), &block.unitary);
        }
        copy(&mut out, &blocks.unpaired);
        for (qubit, clbit) in circuit.measurements() {
            out.measure(qubit, clbit).expect(IN_RANGE);
        }
        out
    }
}

const IN_RANGE: &str = "the qubits and clbits are those of the circuit";

fn copy(out: &mut Circuit, operations: &[Operation]) {
    for operation in operations {
        if let Action::Gate(gate, operands) = operation.action {
            out.push_in(operation.groups, gate, operands.as_slice())
                .expect(IN_RANGE);
        }
    }
}

/// Appends a decomposition in place of a block.
fn write(
    out: &mut Circuit,
    block: &Block,
    decomposition: &CzDecomposition,
) -> Result<(), CircuitError> {
    let groups = block.groups();
    for (k, rotations) in decomposition.rotations.iter().enumerate() {
        if k > 0 {
            out.push_in(groups, Gate::Cz, &block.pair)?;
        }
        for (qubit, unitary) in block.pair.into_iter().zip(rotations) {
            for gate in gates(unitary) {
                out.push_in(groups, gate, &[qubit])?;
            }
        }
    }
    Ok(())
}

/// Gates of a unitary on one qubit, up to a global phase.
fn gates(unitary: &Matrix2<Complex64>) -> impl Iterator<Item = Gate> {
    // Lowered again in the end, in whatever basis.
    let rotations = EulerGates::of(unitary, Basis::Heron);
    let ends = [rotations.first, rotations.last].map(Gate::Rz);
    let [first, last] = ends;
    let all = std::iter::once(first).chain(rotations.middle).chain([last]);
    all.filter(|&gate| gate != Gate::Rz(0.0))
}

/// Key in the cache: the projector on the domain, and its image.
fn key(isometry: &Isometry) -> Vec<i64> {
    let sum = |of: &[nalgebra::Vector4<Complex64>]| -> Matrix4<Complex64> {
        let pairs = of.iter().zip(&isometry.from);
        pairs.map(|(to, from)| to * from.adjoint()).sum()
    };
    let parts = [sum(&isometry.from), sum(&isometry.to)];
    let parts = parts.iter().flat_map(|part| part.iter());
    parts
        .flat_map(|entry| [entry.re, entry.im])
        .map(rounded)
        .collect()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "entries of unitaries are at most 1"
)]
fn rounded(part: f64) -> i64 {
    (part * 1e10).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circuit(gates: &[(Gate, &[u32])]) -> Circuit {
        let mut circuit = Circuit::new(3, 0);
        for (group, (gate, qubits)) in (1..).zip(gates) {
            let qubits: Vec<Qubit> = qubits.iter().copied().map(Qubit).collect();
            circuit.push_in(group, *gate, &qubits).unwrap();
        }
        circuit
    }

    #[test]
    fn gates_on_one_qubit_belong_to_the_block_before_or_else_after() {
        let blocks = Blocks::of(&circuit(&[
            (Gate::H, &[1]),
            (Gate::X, &[2]),
            (Gate::Cx, &[0, 1]),
            (Gate::S, &[1]),
            (Gate::Cx, &[1, 0]),
            (Gate::T, &[0]),
        ]));
        let [block] = &blocks.blocks[..] else {
            panic!("one pair");
        };
        assert_eq!((block.operations.len(), block.cost), (5, 2));
        assert_eq!(block.groups().last(), 6);
        assert_eq!(blocks.unpaired.len(), 1);
        let first = one_of_both(1, &single(Gate::H));
        let then = with_qubits_exchanged(&pair(Gate::Cx)) * one_of_both(1, &single(Gate::S));
        let all = one_of_both(0, &single(Gate::T)) * then * pair(Gate::Cx) * first;
        assert!((block.unitary - all).norm() < 1e-12);
    }

    #[test]
    fn a_gate_with_a_third_qubit_ends_a_block() {
        let gates: [(Gate, &[u32]); 3] = [
            (Gate::Cx, &[0, 1]),
            (Gate::Cx, &[1, 2]),
            (Gate::Cx, &[0, 1]),
        ];
        assert_eq!(Blocks::of(&circuit(&gates)).blocks.len(), 3);
    }

    #[test]
    fn blocks_are_written_anew_only_where_that_is_shorter() {
        let mut cache = DecompositionCache::default();
        // A swap of a full and an empty qubit, known as such, and a CX that is as short as can be.
        let known = circuit(&[(Gate::X, &[0]), (Gate::Swap, &[0, 1])]);
        let shortened = cache.shortened(&known);
        assert_eq!(shortened.statistics().two_qubit_gates, 0);
        assert!(shortened.gates().all(|(gate, _)| gate.num_qubits() == 1));
        let bell = circuit(&[(Gate::H, &[0]), (Gate::Cx, &[0, 1])]);
        assert_eq!(cache.shortened(&bell), bell);
    }
}
