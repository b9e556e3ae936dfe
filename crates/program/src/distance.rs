//! Comparison of what two circuits measure, group by group of independent qubits.

use std::collections::{BTreeMap, BTreeSet};

use cheqqers_circuit::{Action, Bitstring, Circuit, Clbit, Parity, PostProcessing, Qubit};
use cheqqers_sim::{AdaptiveState, Limits, Product, Readout, SimError};

/// Largest total variation distance of distributions that are equal but for rounding: outcomes below
/// [`TOLERANCE`](cheqqers_sim::TOLERANCE) are left out of both, a million of them at most.
const ROUNDING: f64 = 1e-6;

/// Returns `true` if the requested bits of a circuit are distributed as the bits of circuits side by side, that is
/// jointly: the first requested bits are those of the first circuit.
///
/// Distributions are the same within a total variation distance of 1e-6. Cost: of each side only what
/// the bits depend on is simulated, a component at a time, and outcomes are joined for circuits whose bits
/// depend on the same components.
///
/// # Errors
/// Returns an error if a gate follows a measurement of its qubit, or if a state or its outcomes are beyond the
/// limits and no difference is found elsewhere.
///
/// # Panics
/// Panics if a requested bit depends on a clbit that is not there, or if there are other numbers of requested
/// bits than the circuits have.
pub fn measures_alike(
    circuit: &Circuit,
    requested: &PostProcessing,
    circuits: &[Circuit],
    limits: Limits,
) -> Result<bool, SimError> {
    for each in circuits.iter().chain([circuit]) {
        Readout::of(each)?;
    }
    let mut parities = requested.bits();
    let mut parts: Vec<&[Parity]> = Vec::new();
    for circuit in circuits {
        let (own, others) = parities.split_at(circuit.num_clbits());
        parts.push(own);
        parities = others;
    }
    assert!(parities.is_empty(), "a bit of the circuits for each");
    let measured = MeasuredPart::of(circuit, requested);
    let mut failure = Ok(true);
    for group in measured.groups(&parts) {
        let expected: Vec<Circuit> = group.iter().map(|&part| circuits[part].clone()).collect();
        let requested = group.iter().flat_map(|&part| parts[part].to_vec());
        let requested = PostProcessing::new(requested.collect());
        match distance(
            &measured,
            &requested,
            &Circuit::side_by_side(&expected),
            limits,
        ) {
            Ok(distance) if distance > ROUNDING => return Ok(false),
            Ok(_) => {}
            Err(error) => failure = Err(error),
        }
    }
    failure
}

/// Total variation distance between requested bits and the bits of a circuit.
fn distance(
    measured: &MeasuredPart,
    requested: &PostProcessing,
    expected: &Circuit,
    limits: Limits,
) -> Result<f64, SimError> {
    let identity = PostProcessing::identity(expected.num_clbits());
    let expected = MeasuredPart::of(expected, &identity).outcomes(&identity, limits)?;
    let mut differences = measured.outcomes(requested, limits)?;
    for (bits, probability) in expected {
        *differences.entry(bits).or_insert(0.0) -= probability;
    }
    Ok(differences.into_values().map(f64::abs).sum::<f64>() / 2.0)
}

/// Part of a circuit that its requested bits depend on.
struct MeasuredPart {
    /// The circuit without its gates.
    measurements: Circuit,
    components: Vec<(Vec<Qubit>, Circuit)>,
}

impl MeasuredPart {
    fn of(circuit: &Circuit, requested: &PostProcessing) -> Self {
        let clbits = clbits_of(requested.bits());
        let mut measurements = circuit.clone();
        measurements.retain(|operation| match operation.action {
            Action::Measure(_, clbit) => clbits.contains(&clbit),
            Action::Gate(..) => false,
        });
        let measured = measurements.measurements();
        let mut needed: BTreeSet<Qubit> = measured.map(|(qubit, _)| qubit).collect();
        let mut are_needed: Vec<bool> = Vec::new();
        for (_, qubits) in circuit.gates().rev() {
            let is_needed = qubits.iter().any(|qubit| needed.contains(qubit));
            are_needed.push(is_needed);
            if is_needed {
                needed.extend(qubits);
            }
        }
        let mut needed_gates = circuit.clone();
        needed_gates.retain(|operation| match operation.action {
            Action::Measure(..) => false,
            Action::Gate(..) => are_needed.pop().expect("each gate was looked at"),
        });
        let mut components = needed_gates.components();
        components.retain(|(qubits, _)| qubits.iter().any(|qubit| needed.contains(qubit)));
        Self {
            measurements,
            components,
        }
    }

    /// Groups of parts, each given by its requested bits, such that groups are measured in different components.
    fn groups(&self, parts: &[&[Parity]]) -> Vec<Vec<usize>> {
        let mut groups: Vec<(BTreeSet<usize>, Vec<usize>)> = Vec::new();
        for (part, parities) in parts.iter().enumerate() {
            let mut components = self.components_of(&clbits_of(parities));
            let mut members = vec![part];
            groups.retain(|(others, parts)| {
                let is_apart = others.is_disjoint(&components);
                if !is_apart {
                    components.extend(others);
                    members.extend(parts);
                }
                is_apart
            });
            groups.push((components, members));
        }
        groups.into_iter().map(|(_, members)| members).collect()
    }

    /// Components that are measured into clbits.
    fn components_of(&self, clbits: &BTreeSet<Clbit>) -> BTreeSet<usize> {
        let measured = self.measurements.measurements();
        let measured = measured.filter(|(_, clbit)| clbits.contains(clbit));
        let measured: BTreeSet<Qubit> = measured.map(|(qubit, _)| qubit).collect();
        let components = self.components.iter().enumerate();
        components
            .filter(|(_, (qubits, _))| qubits.iter().any(|qubit| measured.contains(qubit)))
            .map(|(index, _)| index)
            .collect()
    }

    /// Probabilities of requested bits, from the components that these depend on.
    fn outcomes(
        &self,
        requested: &PostProcessing,
        limits: Limits,
    ) -> Result<BTreeMap<Bitstring, f64>, SimError> {
        let num_clbits = requested.bits().len();
        if num_clbits > Bitstring::MAX_LEN {
            let limit = Bitstring::MAX_LEN;
            return Err(SimError::TooManyClbits { num_clbits, limit });
        }
        let clbits = clbits_of(requested.bits());
        let mut measurements = self.measurements.clone();
        measurements.retain(|operation| match operation.action {
            Action::Measure(_, clbit) => clbits.contains(&clbit),
            Action::Gate(..) => true,
        });
        let states = self.components_of(&clbits).into_iter().map(|index| {
            let (qubits, component) = &self.components[index];
            let state = AdaptiveState::<f64>::run(component, limits)?;
            Ok((qubits.clone(), state))
        });
        let state = Product::new(states.collect::<Result<Vec<_>, SimError>>()?);
        let mut probabilities = BTreeMap::new();
        for (bits, probability) in state.marginal(&Readout::of(&measurements)?)? {
            *probabilities.entry(requested.apply(bits)).or_insert(0.0) += probability;
        }
        Ok(probabilities)
    }
}

/// Clbits that parities are of.
fn clbits_of(parities: &[Parity]) -> BTreeSet<Clbit> {
    parities.iter().flat_map(Parity::clbits).copied().collect()
}

#[cfg(test)]
mod tests;
