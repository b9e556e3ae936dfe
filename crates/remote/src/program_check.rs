//! Check that a program, with the parities of its bits, measures the circuits that it was written for.

use std::collections::{BTreeMap, BTreeSet};

use cheqqers_circuit::{Action, Bitstring, Circuit, Clbit, Parity, PostProcessing, Qubit};
use cheqqers_sim::{AdaptiveState, Limits, Product, Readout, SimError};
use thiserror::Error;

use crate::entry::Entry;
use crate::error::RemoteError;

/// Limits of the states that are compared: 2²⁰ amplitudes.
const LIMITS: Limits = Limits {
    qubits: 20,
    bytes: 1 << 24,
    amplitudes: 1 << 20,
};

/// Largest difference of a probability: angles of a program have all digits, its gates are rounded.
const CLOSE: f64 = 1e-6;

/// Fault of a program.
#[derive(Clone, PartialEq, Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ProgramError {
    #[error("its program can't be read: {0}")]
    Unreadable(String),
    #[error("it has other numbers of bits than the circuits")]
    Bits,
    #[error("its program, with the parities in `fold`, does not measure the circuits")]
    Outcomes,
}

/// Checks that the requested bits of a job have the joint distribution of the bits of circuits: of the first
/// of these, as many as have its number of bits. Returns `false` if a state is too large to be followed, or
/// this program was built without remote services.
///
/// Cost: a simulation of both, component by component.
///
/// # Errors
/// Returns an error if they have not.
pub fn check_program(entry: &Entry, circuits: &[Circuit]) -> Result<bool, ProgramError> {
    let mut starts = vec![0];
    let mut circuits = circuits.iter();
    let mut covered = Vec::new();
    let num_bits = entry.num_bits();
    while starts.last().is_some_and(|&start| start < num_bits) {
        let circuit = circuits.next().ok_or(ProgramError::Bits)?;
        starts.push(starts.last().unwrap_or(&0) + circuit.num_clbits());
        covered.push(circuit);
    }
    if starts.last() != Some(&num_bits) {
        return Err(ProgramError::Bits);
    }
    let program = match crate::read_program(entry) {
        Err(RemoteError::NoServices) => return Ok(false),
        program => program.map_err(|error| ProgramError::Unreadable(error.to_string()))?,
    };
    let post_processing = entry.post_processing();
    let measured = MeasuredPart::of(&program, post_processing.bits()).ok_or(ProgramError::Bits)?;
    let parities = |circuit: usize| &post_processing.bits()[starts[circuit]..starts[circuit + 1]];
    for group in measured.groups((0..covered.len()).map(parities)) {
        let requested = group.iter().flat_map(|&circuit| parities(circuit).to_vec());
        let requested = PostProcessing::new(requested.collect());
        let wanted = group.iter().map(|&circuit| covered[circuit].clone());
        let wanted = Circuit::side_by_side(&wanted.collect::<Vec<_>>());
        let Some(expected) = outcomes(&wanted, wanted.components()) else {
            return Ok(false);
        };
        let Some(found) = measured.outcomes(&requested) else {
            return Ok(false);
        };
        let all: BTreeSet<_> = found.keys().chain(expected.keys()).collect();
        let of = |outcomes: &BTreeMap<Bitstring, f64>, bits| {
            outcomes.get(bits).copied().unwrap_or_default()
        };
        let is_close = |bits| (of(&found, bits) - of(&expected, bits)).abs() < CLOSE;
        if !all.into_iter().all(is_close) {
            return Err(ProgramError::Outcomes);
        }
    }
    Ok(true)
}

/// Part of a program that the requested bits depend on.
struct MeasuredPart {
    circuit: Circuit,
    components: Vec<(Vec<Qubit>, Circuit)>,
}

impl MeasuredPart {
    /// `None` if a bit depends on a clbit that is not there.
    fn of(program: &Circuit, parities: &[Parity]) -> Option<Self> {
        let clbits = clbits_of(parities);
        if clbits
            .last()
            .is_some_and(|last| last.index() >= program.num_clbits())
        {
            return None;
        }
        let mut circuit = program.clone();
        circuit.retain(|operation| match operation.action {
            Action::Measure(_, clbit) => clbits.contains(&clbit),
            Action::Gate(..) => true,
        });
        let mut needed: BTreeSet<Qubit> = circuit.measurements().map(|(qubit, _)| qubit).collect();
        let gates = circuit.gates().rev();
        let mut are_kept: Vec<bool> = gates
            .map(|(_, qubits)| {
                let is_kept = qubits.iter().any(|qubit| needed.contains(qubit));
                if is_kept {
                    needed.extend(qubits);
                }
                is_kept
            })
            .collect();
        circuit.retain(|operation| match operation.action {
            Action::Measure(..) => true,
            Action::Gate(..) => are_kept.pop().unwrap_or(true),
        });
        let mut components = circuit.components();
        components.retain(|(qubits, _)| qubits.iter().any(|qubit| needed.contains(qubit)));
        Some(Self {
            circuit,
            components,
        })
    }

    /// Groups of circuits, given the parities of each, such that the groups are independent.
    fn groups<'a>(&self, circuits: impl Iterator<Item = &'a [Parity]>) -> Vec<Vec<usize>> {
        let mut groups: Vec<(BTreeSet<usize>, Vec<usize>)> = Vec::new();
        for (circuit, parities) in circuits.enumerate() {
            let (mut components, mut members) = (self.components_of(&clbits_of(parities)), vec![]);
            groups.retain(|(others, circuits)| {
                let is_apart = others.is_disjoint(&components);
                if !is_apart {
                    components.extend(others);
                    members.extend(circuits);
                }
                is_apart
            });
            members.push(circuit);
            groups.push((components, members));
        }
        groups.into_iter().map(|(_, members)| members).collect()
    }

    /// Components that are measured into clbits.
    fn components_of(&self, clbits: &BTreeSet<Clbit>) -> BTreeSet<usize> {
        let measured = self.circuit.measurements();
        let measured: Vec<Qubit> = measured
            .filter(|(_, clbit)| clbits.contains(clbit))
            .map(|(qubit, _)| qubit)
            .collect();
        let is_measured = |(_, (qubits, _)): &(usize, &(Vec<Qubit>, Circuit))| {
            qubits.iter().any(|qubit| measured.contains(qubit))
        };
        let components = self.components.iter().enumerate().filter(is_measured);
        components.map(|(index, _)| index).collect()
    }

    /// Probabilities of requested bits, from the components that these depend on.
    fn outcomes(&self, requested: &PostProcessing) -> Option<BTreeMap<Bitstring, f64>> {
        let clbits = clbits_of(requested.bits());
        let mut circuit = self.circuit.clone();
        circuit.retain(|operation| match operation.action {
            Action::Measure(_, clbit) => clbits.contains(&clbit),
            Action::Gate(..) => false,
        });
        let components = self.components_of(&clbits).into_iter();
        let components = components.map(|index| self.components[index].clone());
        let mut probabilities = BTreeMap::new();
        for (bits, probability) in outcomes(&circuit, components)? {
            *probabilities.entry(requested.apply(bits)).or_insert(0.0) += probability;
        }
        Some(probabilities)
    }
}

/// Clbits that parities are of.
fn clbits_of(parities: &[Parity]) -> BTreeSet<Clbit> {
    parities.iter().flat_map(Parity::clbits).copied().collect()
}

/// Probabilities of what a circuit measures in components; `None` if they can't be followed.
fn outcomes(
    circuit: &Circuit,
    components: impl IntoIterator<Item = (Vec<Qubit>, Circuit)>,
) -> Option<BTreeMap<Bitstring, f64>> {
    let states = components
        .into_iter()
        .map(|(qubits, component)| Ok((qubits, AdaptiveState::<f64>::run(&component, LIMITS)?)));
    let states: Result<Vec<_>, SimError> = states.collect();
    let marginal = Product::new(states.ok()?).marginal(&Readout::of(circuit).ok()?);
    Some(marginal.ok()?.into_iter().collect())
}

#[cfg(test)]
#[cfg(feature = "services")]
mod tests;
