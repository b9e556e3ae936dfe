//! Gates that follow each other on few qubits, made one matrix and taken apart into the smallest
//! blocks that do not mix.
//!
//! A move of a game is a word of a dozen gates on two qubits; what it does is to mix two of their
//! four basis states. The matrix of the word says so, whatever its gates were.

mod unitary;

use cheqqers_circuit::{Circuit, Gate, Qubit};
use num_complex::Complex64;

use self::unitary::Unitary;
use crate::SimError;
use crate::class::{Class, two};

/// The most qubits of one [`Op`]: a matrix of 8 rows.
pub(crate) const MOST_QUBITS: usize = 3;

/// How many pieces that don't fit are passed over before a run ends.
const PATIENCE: usize = 64;

/// A unitary on a few qubits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Op {
    pub(crate) qubits: Vec<Qubit>,
    /// What does not stay as it is; no basis state is in two of them.
    pub(crate) blocks: Vec<Block>,
}

/// A matrix on some of the basis states of an [`Op`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Block {
    /// Bit `j` of each is qubit `j` of the op; ascending.
    pub(crate) states: Vec<usize>,
    /// Rows of as many numbers as there are states.
    pub(crate) matrix: Vec<Complex64>,
}

/// A circuit's gates as fewer ops.
#[derive(Clone, Debug)]
pub struct Fused {
    /// The basis state that it starts from: bit `k` is qubit `k`.
    pub(crate) start: u128,
    pub(crate) ops: Vec<Op>,
}

/// What a block costs, in multiplications of an amplitude by a number.
#[derive(Clone, Copy)]
struct Price {
    /// Reading and writing an amplitude.
    touch: f64,
    /// Whether pieces on one qubit, and factors, are free: they go along with others anyway.
    along: bool,
}

/// Words of gates come together as the matrices they stand for.
const WORDS: Price = Price {
    touch: 1.0,
    along: true,
};

/// Amplitudes come from the second level of the cache, at about this price.
const CACHED: Price = Price {
    touch: 2.0,
    along: false,
};

impl Price {
    /// The price of mixing `num_states` of `2^num_qubits` basis states, for each amplitude.
    fn of(self, num_states: usize, num_qubits: usize) -> f64 {
        if self.along && num_states == 1 {
            return 0.0;
        }
        let states = num_states as f64;
        states * (states + self.touch) / f64::from(1_u32 << num_qubits)
    }
}

/// What can be made part of an [`Op`].
trait Piece {
    fn qubits(&self) -> &[Qubit];
    /// Its price alone.
    fn price(&self, price: Price) -> f64;
    /// Lets the unitary, which has its qubits, be followed by it.
    fn follow(&self, unitary: &mut Unitary);
}

/// A gate that is no word.
struct Simple {
    class: Class,
    qubits: [Qubit; MOST_QUBITS],
    num_qubits: usize,
}

/// Makes the gates of a circuit ops on at most two qubits, or on those of one gate: a word of ours
/// is one op again.
///
/// Cost: about 100 ns for each gate.
///
/// # Errors
/// When a gate is unknown here.
pub(crate) fn words(circuit: &Circuit) -> Result<Fused, SimError> {
    let mut start = 0_u128;
    let mut touched = 0_u128;
    let mut pieces = Vec::with_capacity(circuit.operations().len());
    for (gate, qubits) in circuit.gates() {
        let mask = mask_of(qubits);
        // What only sets a qubit is no gate: it is where the state starts.
        if gate == Gate::X && touched & mask == 0 {
            start ^= mask;
        } else {
            touched |= mask;
            push(gate, qubits, &mut pieces)?;
        }
    }
    Ok(Fused {
        start,
        ops: fuse(&pieces, 2, WORDS),
    })
}

/// Makes ops one where that saves work on amplitudes that are cached, on three qubits at most.
pub(crate) fn larger(ops: &[Op]) -> Vec<Op> {
    fuse(ops, MOST_QUBITS, CACHED)
}

fn push(gate: Gate, qubits: &[Qubit], pieces: &mut Vec<Simple>) -> Result<(), SimError> {
    match Class::of(gate).ok_or(SimError::UnsupportedGate { gate })? {
        Class::Word(word) => {
            for &(gate, places) in word {
                push(gate, &two(qubits, places), pieces)?;
            }
        }
        class => {
            let mut own = [Qubit(0); MOST_QUBITS];
            own[..qubits.len()].copy_from_slice(qubits);
            pieces.push(Simple {
                class,
                qubits: own,
                num_qubits: qubits.len(),
            });
        }
    }
    Ok(())
}

/// Takes the pieces together, on `width` qubits at most or on those of one piece.
fn fuse<P: Piece>(pieces: &[P], width: usize, price: Price) -> Vec<Op> {
    let mut fuser = Fuser {
        pieces,
        masks: pieces.iter().map(|p| mask_of(p.qubits())).collect(),
        taken: vec![false; pieces.len()],
        width,
        price,
        run: Vec::new(),
        beside: Vec::new(),
    };
    let mut ops = Vec::new();
    for first in 0..pieces.len() {
        if !fuser.taken[first] {
            ops.extend(fuser.best_run(first).op());
        }
    }
    ops
}

/// Goes through pieces for the runs that are made one.
struct Fuser<'a, P> {
    pieces: &'a [P],
    /// The qubits of each piece.
    masks: Vec<u128>,
    taken: Vec<bool>,
    width: usize,
    price: Price,
    /// The pieces of the run.
    run: Vec<usize>,
    /// Pieces that were passed over, and may still come along before one they share a qubit with.
    beside: Vec<usize>,
}

impl<P: Piece> Fuser<'_, P> {
    /// Takes the run of pieces from the `first` on that saves most when it is made one.
    ///
    /// What it passes over has no qubit in common with what comes after in the run.
    fn best_run(&mut self, first: usize) -> Unitary {
        self.run.clear();
        self.beside.clear();
        let mut set = self.masks[first];
        let mut unitary = Unitary::identity(self.pieces[first].qubits());
        let mut paid = self.join(first, &mut unitary);
        let mut saved = paid - unitary.price(self.price);
        let mut best = 1;
        let width = self.width.max(set.count_ones() as usize);
        // Qubits of pieces that stay behind.
        let mut blocked = 0_u128;
        let mut patience = PATIENCE;
        for index in first + 1..self.pieces.len() {
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
                    let mut beside = std::mem::take(&mut self.beside);
                    beside.retain(|&other| {
                        let along = self.masks[other] & all != 0;
                        if along {
                            paid += self.join(other, &mut unitary);
                        }
                        !along
                    });
                    self.beside = beside;
                    paid += self.join(index, &mut unitary);
                    set = all;
                    let now = paid - unitary.price(self.price);
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
            unitary = Unitary::identity(&[]);
            for &index in &self.run {
                unitary.include(self.pieces[index].qubits());
                self.pieces[index].follow(&mut unitary);
            }
        }
        for &index in &self.run {
            self.taken[index] = true;
        }
        unitary
    }

    /// Adds a piece to the run; gives its price alone.
    fn join(&mut self, index: usize, unitary: &mut Unitary) -> f64 {
        let piece = &self.pieces[index];
        unitary.include(piece.qubits());
        piece.follow(unitary);
        self.run.push(index);
        if self.price.along && self.masks[index].is_power_of_two() {
            0.0
        } else {
            piece.price(self.price)
        }
    }
}

/// Those qubits, and those that pieces beside the run link to what is new of them.
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

fn mask_of(qubits: &[Qubit]) -> u128 {
    qubits.iter().fold(0, |mask, qubit| mask | 1 << qubit.0)
}

impl Piece for Simple {
    fn qubits(&self) -> &[Qubit] {
        &self.qubits[..self.num_qubits]
    }

    fn price(&self, price: Price) -> f64 {
        match self.class {
            Class::Phase(_) => price.of(1, self.num_qubits),
            Class::Diagonal(..) => 2.0 * price.of(1, self.num_qubits),
            _ => price.of(2, self.num_qubits),
        }
    }

    fn follow(&self, unitary: &mut Unitary) {
        unitary.follow(self.class, self.qubits());
    }
}

impl Piece for Op {
    fn qubits(&self) -> &[Qubit] {
        &self.qubits
    }

    fn price(&self, price: Price) -> f64 {
        let blocks = self.blocks.iter();
        blocks
            .map(|block| price.of(block.states.len(), self.qubits.len()))
            .sum()
    }

    fn follow(&self, unitary: &mut Unitary) {
        unitary.follow_op(self);
    }
}

#[cfg(test)]
mod tests;
