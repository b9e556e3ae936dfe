//! Gates that follow each other on few qubits, made one matrix and taken apart into the smallest
//! blocks that do not mix.
//!
//! A decomposition of a dozen gates on two qubits may mix no more than two of their four basis
//! states; its matrix shows that.

mod op;
mod unitary;

use std::cmp::Reverse;

use cheqqers_circuit::{Circuit, Gate, Qubit};
use smallvec::SmallVec;

pub(crate) use self::op::{Block, MOST_QUBITS, Op, Price, parts};
use self::unitary::Unitary;
use crate::SimError;
use crate::class::{Class, two};

/// Number of terms that don't fit and are passed over before a run ends.
const PATIENCE: usize = 64;

/// A circuit's gates as fewer ops.
#[derive(Clone, Debug)]
pub(crate) struct Fused {
    /// The basis state that it starts from: bit `k` is qubit `k`.
    pub(crate) start: u128,
    pub(crate) ops: Vec<Op>,
}

/// Gate or operation that an [`Op`] can include.
trait Term {
    fn qubits(&self) -> &[Qubit];
    /// Price of the term alone.
    fn price(&self, price: Price) -> f64;
    /// Lets the unitary, which has its qubits, be followed by it.
    fn follow(&self, unitary: &mut Unitary);
    /// Returns `true` if it mixes no basis states.
    fn is_diagonal(&self) -> bool;
}

/// Gate of one class.
struct Simple {
    class: Class,
    qubits: [Qubit; MOST_QUBITS],
    num_qubits: usize,
}

/// Makes the gates of a circuit ops on at most two qubits, or on those of one gate: a decomposition is
/// one op again.
///
/// Cost: about 100 ns for each gate.
///
/// # Errors
/// Returns an error if a gate is unknown here.
pub(crate) fn fuse_from_zero(circuit: &Circuit) -> Result<Fused, SimError> {
    let mut start = 0_u128;
    let mut touched = 0_u128;
    let gates = circuit.gates().filter(|&(gate, qubits)| {
        let mask = mask_of(qubits);
        // An X that only sets a qubit changes the start of the state instead.
        let only_sets = gate == Gate::X && touched & mask == 0;
        if only_sets {
            start ^= mask;
        } else {
            touched |= mask;
        }
        !only_sets
    });
    let ops = fuse_gates(gates)?;
    Ok(Fused { start, ops })
}

/// As [`fuse_from_zero`], for gates on any state.
///
/// # Errors
/// Returns an error if a gate is unknown here.
pub(crate) fn fuse_gates<'a>(
    gates: impl Iterator<Item = (Gate, &'a [Qubit])>,
) -> Result<Vec<Op>, SimError> {
    let mut terms = Vec::with_capacity(gates.size_hint().1.unwrap_or(0));
    for (gate, qubits) in gates {
        push(gate, qubits, &mut terms)?;
    }
    Ok(fuse(&terms, 2, Price::Gates))
}

/// Fuses ops on up to three qubits where that saves work on amplitudes in the cache.
pub(crate) fn fuse_ops(ops: &[Op]) -> Vec<Op> {
    fuse(ops, MOST_QUBITS, Price::Cached)
}

/// Indices of ops in the order in which they are best applied to a sparse state: that of the circuit, or
/// one where each op comes right before the one that needs it.
///
/// The order is chosen that has fewer basis states, by an estimate, summed over the ops.
pub(crate) fn sparse_order(ops: &[Op]) -> Vec<usize> {
    let opened = opened_qubits(ops);
    let given: Vec<usize> = (0..ops.len()).collect();
    let late = depth_first(ops, &opened);
    if num_basis_states(ops, &opened, &late) < num_basis_states(ops, &opened, &given) {
        late
    } else {
        given
    }
}

/// Qubits that each op is the first to take into superposition, as bits: the same in any order.
fn opened_qubits(ops: &[Op]) -> Vec<u128> {
    let mut open = 0_u128;
    let opened = ops.iter().map(|op| {
        let mask = if op.is_monomial() {
            0
        } else {
            mask_of(&op.qubits)
        };
        let new = mask & !open;
        open |= mask;
        new
    });
    opened.collect()
}

/// Topological order of ops by a depth-first search from the final ones.
fn depth_first(ops: &[Op], opened: &[u128]) -> Vec<usize> {
    // The op before each one, on each of its qubits.
    let mut predecessors: Vec<SmallVec<[usize; MOST_QUBITS]>> = Vec::with_capacity(ops.len());
    let mut is_final = vec![true; ops.len()];
    let mut last_on = [None; u128::BITS as usize];
    for (index, op) in ops.iter().enumerate() {
        let qubits = op.qubits.iter();
        let own = qubits.filter_map(|qubit| last_on[qubit.index()].replace(index));
        predecessors.push(own.collect());
        for &earlier in &predecessors[index] {
            is_final[earlier] = false;
        }
    }
    let mut order = Vec::with_capacity(ops.len());
    let mut is_placed = vec![false; ops.len()];
    // Final ops, the one that may come earliest on top; superposition that lasts comes at the end.
    let mut stack: Vec<usize> = (0..ops.len()).filter(|&index| is_final[index]).collect();
    stack.sort_by_key(|&index| {
        let earliest = predecessors[index].iter().max().copied();
        Reverse((opened[index] != 0, earliest))
    });
    while let Some(&index) = stack.last() {
        let needed = predecessors[index].iter().rev().copied();
        let height = stack.len();
        stack.extend(needed.filter(|&earlier| !is_placed[earlier]));
        if stack.len() == height {
            stack.pop();
            if !std::mem::replace(&mut is_placed[index], true) {
                order.push(index);
            }
        }
    }
    order
}

/// Number of basis states, summed over the ops in an order. A qubit is taken to leave superposition by
/// its last op, but not by the one that takes it there.
fn num_basis_states(ops: &[Op], opened: &[u128], order: &[usize]) -> f64 {
    let mut left = [0_usize; u128::BITS as usize];
    for qubit in ops.iter().flat_map(|op| &op.qubits) {
        left[qubit.index()] += 1;
    }
    let mut open = 0_u128;
    let mut sum = 0.0;
    for &index in order {
        open |= opened[index];
        sum += f64::from(open.count_ones()).exp2();
        for qubit in &ops[index].qubits {
            left[qubit.index()] -= 1;
            if left[qubit.index()] == 0 {
                open &= !(1 << qubit.0) | opened[index];
            }
        }
    }
    sum
}

fn push(gate: Gate, qubits: &[Qubit], terms: &mut Vec<Simple>) -> Result<(), SimError> {
    match Class::of(gate).ok_or(SimError::UnsupportedGate { gate })? {
        Class::Several(gates) => {
            for &(gate, places) in gates {
                push(gate, &two(qubits, places), terms)?;
            }
        }
        class => {
            let mut own = [Qubit(0); MOST_QUBITS];
            own[..qubits.len()].copy_from_slice(qubits);
            terms.push(Simple {
                class,
                qubits: own,
                num_qubits: qubits.len(),
            });
        }
    }
    Ok(())
}

/// Takes the terms together, on `width` qubits at most or on those of one term.
fn fuse<P: Term>(terms: &[P], width: usize, price: Price) -> Vec<Op> {
    let mut fuser = Fuser {
        terms,
        masks: terms.iter().map(|p| mask_of(p.qubits())).collect(),
        taken: vec![false; terms.len()],
        width,
        price,
        run: Vec::new(),
        beside: Vec::new(),
        unitary: Unitary::default(),
    };
    let mut ops = Vec::with_capacity(terms.len() / 2);
    for first in 0..terms.len() {
        if !fuser.taken[first] {
            fuser.best_run(first);
            ops.extend(fuser.unitary.op());
        }
    }
    ops
}

/// Goes through terms for the runs that are made one.
struct Fuser<'a, P> {
    terms: &'a [P],
    /// The qubits of each term.
    masks: Vec<u128>,
    taken: Vec<bool>,
    width: usize,
    price: Price,
    /// The terms of the run.
    run: Vec<usize>,
    /// Terms that were passed over, and may still come along before one they share a qubit with.
    beside: Vec<usize>,
    /// The matrix of the run.
    unitary: Unitary,
}

impl<P: Term> Fuser<'_, P> {
    /// Takes the run of terms from the `first` on that saves most when it is made one.
    ///
    /// The terms it passes over share no qubit with those that come after in the run.
    fn best_run(&mut self, first: usize) {
        self.run.clear();
        self.beside.clear();
        self.unitary.clear();
        let mut set = self.masks[first];
        let mut paid = self.join(first);
        let mut price = self.unitary.price(self.price);
        let mut saved = paid - price;
        let mut best = 1;
        let width = self.width.max(set.count_ones() as usize);
        // Qubits of terms that stay behind.
        let mut blocked = 0_u128;
        let mut patience = PATIENCE;
        for index in first + 1..self.terms.len() {
            if self.taken[index] {
                continue;
            }
            let mask = self.masks[index];
            if mask & blocked != 0 {
                blocked |= mask;
            } else if mask & set == 0 {
                self.beside.push(index);
            } else {
                let all = with_neighbours(set | mask, set, &self.beside, &self.masks);
                if all.count_ones() as usize <= width {
                    let mut mixes = all != set || !self.terms[index].is_diagonal();
                    let mut beside = std::mem::take(&mut self.beside);
                    beside.retain(|&other| {
                        let along = self.masks[other] & all != 0;
                        if along {
                            paid += self.join(other);
                            mixes = true;
                        }
                        !along
                    });
                    self.beside = beside;
                    paid += self.join(index);
                    set = all;
                    // Factors leave the blocks as they are.
                    if mixes {
                        price = self.unitary.price(self.price);
                    }
                    let now = paid - price;
                    if now >= saved {
                        saved = now;
                        best = self.run.len();
                    }
                    patience = PATIENCE;
                    continue;
                }
                blocked |= mask;
            }
            patience -= 1;
            if patience == 0 || set & !blocked == 0 {
                break;
            }
        }
        if best < self.run.len() {
            self.run.truncate(best);
            self.unitary.clear();
            for &index in &self.run {
                self.unitary.include(self.terms[index].qubits());
                self.terms[index].follow(&mut self.unitary);
            }
        }
        for &index in &self.run {
            self.taken[index] = true;
        }
    }

    /// Adds a term to the run; returns its price alone.
    fn join(&mut self, index: usize) -> f64 {
        let term = &self.terms[index];
        self.unitary.include(term.qubits());
        term.follow(&mut self.unitary);
        self.run.push(index);
        if self.price == Price::Gates && self.masks[index].is_power_of_two() {
            0.0
        } else {
            term.price(self.price)
        }
    }
}

/// Those qubits, and those that terms beside the run link to what is new of them.
fn with_neighbours(mut all: u128, set: u128, beside: &[usize], masks: &[u128]) -> u128 {
    loop {
        let linked = beside.iter().map(|&index| masks[index]);
        let grown = linked
            .filter(|mask| mask & all & !set != 0)
            .fold(all, |all, mask| all | mask);
        if grown == all {
            return all;
        }
        all = grown;
    }
}

/// Bits of these qubits.
pub(crate) fn mask_of(qubits: &[Qubit]) -> u128 {
    qubits.iter().fold(0, |mask, qubit| mask | 1 << qubit.0)
}

impl Term for Simple {
    fn qubits(&self) -> &[Qubit] {
        &self.qubits[..self.num_qubits]
    }

    fn price(&self, price: Price) -> f64 {
        let num_states = if self.is_diagonal() { 1 } else { 2 };
        price.of(num_states, true, self.num_qubits)
    }

    fn follow(&self, unitary: &mut Unitary) {
        unitary.follow(self.class, self.qubits());
    }

    fn is_diagonal(&self) -> bool {
        matches!(self.class, Class::Phase(_) | Class::Diagonal(..))
    }
}

impl Term for Op {
    fn qubits(&self) -> &[Qubit] {
        &self.qubits
    }

    fn price(&self, price: Price) -> f64 {
        let blocks = self.blocks.iter();
        blocks
            .map(|block| price.of(block.states.len(), block.is_real, self.qubits.len()))
            .sum()
    }

    fn follow(&self, unitary: &mut Unitary) {
        unitary.follow_op(self);
    }

    fn is_diagonal(&self) -> bool {
        self.is_diagonal()
    }
}

#[cfg(test)]
mod tests;
