use std::collections::HashMap;

use cheqqers_circuit::{Action, Circuit, CircuitError, Gate, Operation, Qubit};
use nalgebra::{Matrix2, Matrix4};
use num_complex::Complex64;

use crate::euler::Turns;
use crate::known::Known;
use crate::matrix::{one_of_both, pair, single};
use crate::synthesis::{Wanted, Word};

/// All that happens to two qubits between gates on others.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) pair: [Qubit; 2],
    /// Gates on one qubit and CX.
    pub(crate) operations: Vec<Operation>,
    /// The first of the pair is bit 0 of the index.
    pub(crate) unitary: Matrix4<Complex64>,
    /// How many CX there are.
    pub(crate) cost: usize,
}

/// A circuit as blocks; measurements are left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    pub(crate) blocks: Vec<Block>,
    /// Gates on qubits that no block acts on.
    pub(crate) lone: Vec<Operation>,
}

impl Blocks {
    /// The blocks of a circuit, in an order in which they can be done.
    pub(crate) fn of(circuit: &Circuit) -> Self {
        let mut gathered = Self::default();
        // The block that each qubit was in last, and what happened to it before the first.
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
        gathered.lone = before.into_iter().flatten().collect();
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
                _ => turned_round(&pair(gate)),
            };
            self.unitary = unitary * self.unitary;
            self.cost += usize::from(qubits.len() == 2);
        }
        self.operations.push(operation);
    }

    /// The places of its qubits.
    pub(crate) fn places(&self) -> [usize; 2] {
        self.pair.map(Qubit::index)
    }

    /// The group that it ends in.
    pub(crate) fn group(&self) -> u32 {
        self.operations.last().map_or(0, |last| last.group)
    }
}

/// A gate on a pair with its qubits named the other way round.
fn turned_round(unitary: &Matrix4<Complex64>) -> Matrix4<Complex64> {
    let other = |index: usize| index >> 1 | (index & 1) << 1;
    Matrix4::from_fn(|row, column| unitary[(other(row), other(column))])
}

/// Words that were looked for already.
#[derive(Debug, Default)]
pub(crate) struct Words {
    found: HashMap<Vec<i64>, Option<Word>>,
}

impl Words {
    /// The word of at most two CZ that does what is wanted with the fewest.
    fn short(&mut self, wanted: &Wanted) -> Option<&Word> {
        let word = self.found.entry(key(wanted));
        word.or_insert_with(|| wanted.fewest(2)).as_ref()
    }

    /// How many CZ do what is wanted; three do anything.
    pub(crate) fn cost(&mut self, wanted: &Wanted) -> usize {
        self.short(wanted).map_or(3, Word::cost)
    }

    /// The circuit with its blocks written anew where that takes fewer gates on two qubits.
    ///
    /// What a block does to states of its pair that are impossible there may change.
    pub(crate) fn shortened(&mut self, circuit: &Circuit) -> Circuit {
        let mut out = Circuit::new(circuit.num_qubits(), circuit.num_clbits());
        let blocks = Blocks::of(circuit);
        let mut known = Known::start(circuit.num_qubits());
        for block in &blocks.blocks {
            let wanted = Wanted::of(&block.unitary, &known.span(block.places()));
            let word = match self.short(&wanted) {
                Some(word) => Some(word.clone()),
                None if block.cost > 3 => wanted.fewest(3),
                None => None,
            };
            match word.filter(|word| word.cost() < block.cost) {
                Some(word) => write(&mut out, block, &word).expect(SAME),
                None => copy(&mut out, &block.operations),
            }
            known.turn_pair(block.places(), &block.unitary);
        }
        copy(&mut out, &blocks.lone);
        for (qubit, clbit) in circuit.measurements() {
            out.measure(qubit, clbit).expect(SAME);
        }
        out
    }
}

/// Why nothing can be out of range.
const SAME: &str = "the qubits and clbits are those of the circuit";

fn copy(out: &mut Circuit, operations: &[Operation]) {
    for operation in operations {
        if let Action::Gate(gate, operands) = operation.action {
            out.push_in(operation.group, gate, operands.as_slice())
                .expect(SAME);
        }
    }
}

/// Appends a word in the place of a block.
fn write(out: &mut Circuit, block: &Block, word: &Word) -> Result<(), CircuitError> {
    let group = block.group();
    for (k, turns) in word.turns.iter().enumerate() {
        if k > 0 {
            out.push_in(group, Gate::Cz, &block.pair)?;
        }
        for (qubit, unitary) in block.pair.into_iter().zip(turns) {
            for gate in gates(unitary) {
                out.push_in(group, gate, &[qubit])?;
            }
        }
    }
    Ok(())
}

/// A unitary on one qubit as gates, up to a global phase.
fn gates(unitary: &Matrix2<Complex64>) -> impl Iterator<Item = Gate> {
    let turns = Turns::of(unitary);
    let ends = [turns.first, turns.last].map(Gate::Rz);
    let [first, last] = ends;
    let all = std::iter::once(first).chain(turns.middle).chain([last]);
    all.filter(|&gate| gate != Gate::Rz(0.0))
}

/// What tells one wish from another: the projector on what is possible and what becomes of it.
fn key(wanted: &Wanted) -> Vec<i64> {
    let sum = |of: &[nalgebra::Vector4<Complex64>]| -> Matrix4<Complex64> {
        let pairs = of.iter().zip(&wanted.from);
        pairs.map(|(to, from)| to * from.adjoint()).sum()
    };
    let parts = [sum(&wanted.from), sum(&wanted.to)];
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
