mod blocks;
mod cancel;
mod exchange;
mod level;
mod phase;
mod phases;
mod reach;
mod strip;
mod tail;
mod unpack;

use std::collections::BTreeSet;

pub use level::Optimization;

use crate::{Action, Circuit, Operation, PostProcessing, Qubit};

/// Shorter circuit, with what relates it to the one it was made of.
#[derive(Clone, PartialEq, Debug)]
pub struct OptimizedCircuit {
    /// The shorter circuit.
    pub circuit: Circuit,
    /// For each qubit before, the one that it became; `None` when it is gone: it was in |0⟩, or
    /// nothing measured depends on it.
    ///
    /// Of a circuit that measures nothing it holds at the end what that one held. With
    /// [`Optimization::PostProcessed`] it may not: the last gates on it are in the post-processing.
    pub qubits: Vec<Option<Qubit>>,
    /// The clbits before, from those of the shorter circuit.
    pub post_processing: PostProcessing,
}

impl OptimizedCircuit {
    /// The same without clbits that nothing is measured into, as they are 0.
    #[must_use]
    pub fn with_measured_clbits(self) -> Self {
        let measured = self
            .circuit
            .measurements()
            .map(|(_, clbit)| clbit)
            .collect();
        let (circuit, post_processing) =
            tail::with_clbits(&self.circuit, &self.post_processing, &measured);
        Self {
            circuit,
            post_processing,
            ..self
        }
    }
}

/// Shortens a circuit whose qubits all start in |0⟩.
///
/// Measured bits keep their joint distribution, wherever the measurements are; of a circuit that
/// measures nothing, the final state is kept up to a global phase. Gates keep their groups; what is
/// written anew belongs to all groups that it replaces, and stands in the last. What goes, besides what
/// [`Optimization`] says:
/// - controls that are 1 whenever it matters, and gates that only give a phase to what is possible,
/// - gates that undo each other, across what commutes with them,
/// - phases before measurements, and all that nothing measured depends on,
/// - exchanges of two qubits, by changing their names,
/// - of a run of gates on two qubits the CX that fewer can do, as two for a merge instead of three,
/// - at last the qubits with no operation.
///
/// Possible is meant without amplitudes: the basis states that can be reached, up to 1024 of them
/// on up to 128 qubits, and beyond that each qubit's bit where it is certain. Cost: the operations
/// times what is reached and, where most of them commute, times their number; this for each round
/// that shortens something. Circuits of a game's components take microseconds.
pub fn optimize(circuit: &Circuit, level: Optimization) -> OptimizedCircuit {
    optimize_with(circuit, level, |_| None)
}

/// [`optimize`], and anew with each circuit on the same qubits and clbits that `shorten` returns for
/// the one found, until it returns `None`.
///
/// The caller answers for the measured bits, or the state: those of the returned circuit are kept.
pub fn optimize_with(
    circuit: &Circuit,
    level: Optimization,
    shorten: impl Fn(&Circuit) -> Option<Circuit>,
) -> OptimizedCircuit {
    let Some((mut work, level)) = shortest(circuit, level) else {
        return unchanged(circuit);
    };
    while let Some(shorter) = shorten(&work.circuit) {
        work.circuit = shorter;
        work = work.shortest(level);
    }
    work.finished(level)
}

fn unchanged(circuit: &Circuit) -> OptimizedCircuit {
    let qubits = (0..circuit.num_qubits()).map(|k| Some(Qubit::from_index(k)));
    OptimizedCircuit {
        circuit: circuit.clone(),
        qubits: qubits.collect(),
        post_processing: PostProcessing::identity(circuit.num_clbits()),
    }
}

/// The circuit after all passes, and the level that is possible; `None` if it stays as it is.
fn shortest(circuit: &Circuit, level: Optimization) -> Option<(Work, Optimization)> {
    if level == Optimization::Off {
        return None;
    }
    let level = if is_read_once(circuit) {
        level
    } else {
        Optimization::Gates
    };
    let start = Work::new(circuit);
    let early = start.clone().shortest(level);
    if level == Optimization::Gates || early.cost().0 == 0 {
        return Some((early, level));
    }
    // What is post-processed may have been the end of a run that is nothing but an exchange, and the
    // other way round.
    let late = start.shortest(Optimization::Gates).shortest(level);
    let work = if late.cost() < early.cost() {
        late
    } else {
        early
    };
    Some((work, level))
}

/// Returns `true` if each clbit is written at most once.
fn is_read_once(circuit: &Circuit) -> bool {
    let mut written = BTreeSet::new();
    circuit
        .measurements()
        .all(|(_, clbit)| written.insert(clbit))
}

/// A circuit on its way, with the qubit that each of the first ones is now and the bits asked for.
#[derive(Clone)]
struct Work {
    circuit: Circuit,
    wires: Vec<Qubit>,
    post_processing: PostProcessing,
}

impl Work {
    fn new(circuit: &Circuit) -> Self {
        let mut wires: Vec<Qubit> = (0..circuit.num_qubits()).map(Qubit::from_index).collect();
        // Gates that undo each other are told by their names, so before any gets another.
        let kept = cancel::cancel(circuit.operations().to_vec());
        let unpacked = unpack::unpack(&circuit.with_operations(kept));
        let stripped = strip::strip(unpacked, circuit.num_qubits());
        // Exchanges are told by both their halves, so before one of them is cut off.
        let stripped = circuit.with_operations(stripped);
        let renamed = blocks::rewrite(&stripped, &mut wires, blocks::RunFilter::Free);
        Self {
            circuit: renamed.map_or(stripped, |operations| circuit.with_operations(operations)),
            wires,
            post_processing: PostProcessing::identity(circuit.num_clbits()),
        }
    }

    /// All passes, until none helps any more.
    fn shortest(self, level: Optimization) -> Self {
        let mut best = self;
        best.shorten(level);
        loop {
            let mut next = best.clone();
            let filter = blocks::RunFilter::Shorter;
            let Some(operations) = blocks::rewrite(&best.circuit, &mut next.wires, filter) else {
                return best;
            };
            next.circuit = best.circuit.with_operations(operations);
            next.shorten(level);
            if next.cost() >= best.cost() {
                return best;
            }
            best = next;
        }
    }

    /// Every pass that needs no others, until none does any more.
    fn shorten(&mut self, level: Optimization) {
        let num_qubits = self.circuit.num_qubits();
        loop {
            let before = self.cost();
            let mut next = self.clone();
            let stripped = strip::strip(next.circuit.operations().to_vec(), num_qubits);
            next.circuit = next.circuit.with_operations(stripped);
            let gathered = phases::gather(&next.circuit);
            next.circuit = next.circuit.with_operations(cancel::cancel(gathered));
            if next.circuit.measurements().next().is_some() {
                let cut = tail::cut(
                    &next.circuit,
                    level,
                    &mut next.post_processing,
                    &mut next.wires,
                );
                next.circuit = next.circuit.with_operations(cut);
            }
            if next.cost() >= before {
                return;
            }
            *self = next;
        }
    }

    /// Measure that has to shrink: number of CX, then of operands.
    fn cost(&self) -> (usize, usize) {
        let gates = self.circuit.gates();
        gates.fold((0, 0), |(cx, operands), (gate, qubits)| {
            (cx + gate.cx_cost(), operands + qubits.len())
        })
    }

    fn finished(self, level: Optimization) -> OptimizedCircuit {
        let (circuit, post_processing) = match level {
            Optimization::PostProcessed => tail::measured(&self.circuit, &self.post_processing),
            _ => (self.circuit, self.post_processing),
        };
        let (circuit, numbers) = without_unused(&circuit.with_operations(by_group(&circuit)));
        let wires = self.wires.iter();
        OptimizedCircuit {
            circuit,
            qubits: wires.map(|wire| numbers[wire.index()]).collect(),
            post_processing,
        }
    }
}

/// The operations with those of a group together, as far as they are on different qubits: what was
/// written anew stands where its first gate stood, and stands in the group of its last.
fn by_group(circuit: &Circuit) -> Vec<Operation> {
    let mut ordered: Vec<Operation> = Vec::with_capacity(circuit.operations().len());
    for &operation in circuit.operations() {
        let passes = |earlier: &Operation| {
            let gates = [earlier, &operation].map(|o| matches!(o.action, Action::Gate(..)));
            let mut shared = operation.qubits().iter();
            gates == [true, true]
                && earlier.groups.last() > operation.groups.last()
                && !shared.any(|qubit| earlier.qubits().contains(qubit))
        };
        let place = ordered.iter().rposition(|earlier| !passes(earlier));
        ordered.insert(place.map_or(0, |place| place + 1), operation);
    }
    ordered
}

/// Without the qubits that have no operation, and the new number of each.
fn without_unused(circuit: &Circuit) -> (Circuit, Vec<Option<Qubit>>) {
    let mut used = vec![false; circuit.num_qubits()];
    for qubit in circuit.operations().iter().flat_map(Operation::qubits) {
        used[qubit.index()] = true;
    }
    let mut num_qubits = 0;
    let numbers: Vec<Option<Qubit>> = used
        .into_iter()
        .map(|used| {
            used.then(|| {
                num_qubits += 1;
                Qubit::from_index(num_qubits - 1)
            })
        })
        .collect();
    let circuit = circuit
        .relabelled(num_qubits, |qubit| {
            numbers[qubit.index()].expect("a qubit with an operation is used")
        })
        .expect("used qubits keep apart and are counted");
    (circuit, numbers)
}

#[cfg(test)]
mod tests;
