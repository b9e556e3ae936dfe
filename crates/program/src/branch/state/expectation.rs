use std::collections::{BTreeMap, BTreeSet};

use cheqqers_circuit::Qubit;

use super::{BranchReadout, BranchState, SlotValue};
use crate::branch::OutputBit;
use crate::error::SimulationError;
use crate::expectation::{Expectation, check_qubits};
use crate::observable::{Observable, Pauli, PauliString};
use crate::processor::MeasuredBit;

/// Factors of a string on each component.
type Factors = BTreeMap<usize, Vec<(Qubit, Pauli)>>;

impl BranchState {
    /// The expectation value of an observable at the end of the branch.
    ///
    /// Measurements that no later gate uses are left undone.
    pub(in crate::branch) fn expectation(
        &mut self,
        observable: &Observable,
    ) -> Result<f64, SimulationError> {
        observable.check_qubits(self.qubits.len())?;
        let mut terms = Vec::new();
        let mut strings = BTreeMap::<usize, BTreeSet<PauliString>>::new();
        for &(string, coefficient) in observable.terms() {
            let Some((coefficient, factors)) = self.factors(string, coefficient) else {
                continue;
            };
            let mut own = Vec::new();
            for (index, factors) in factors {
                let string = PauliString::new(factors).expect("each of few qubits once");
                strings.entry(index).or_default().insert(string);
                own.push((index, string));
            }
            terms.push((coefficient, own));
        }
        let mut values = BTreeMap::new();
        for (index, strings) in strings {
            self.flush(index)?;
            let strings: Vec<PauliString> = strings.into_iter().collect();
            let found = self.component(index).state().expectations(&strings);
            values.extend(strings.into_iter().map(|string| (index, string)).zip(found));
        }
        let term = |(coefficient, own): (f64, Vec<_>)| {
            own.iter()
                .fold(coefficient, |product, own| product * values[own])
        };
        Ok(terms.into_iter().map(term).sum())
    }

    /// Readout of these operators, in order of the qubits: bit 0 for the eigenvalue 1, bit 1 for -1.
    ///
    /// Measurements that no later gate uses are left undone.
    pub(in crate::branch) fn readout_in_basis(
        &mut self,
        operators: &PauliString,
    ) -> Result<BranchReadout<'_>, SimulationError> {
        check_qubits(operators.num_qubits(), self.qubits.len())?;
        let mut bits = Vec::new();
        for (qubit, pauli) in operators.factors() {
            if pauli != Pauli::Z && self.slots[self.qubits[qubit.index()]].is_used {
                // A measurement that a gate has used dephases the qubit: X and Y read 0 or 1 with equal
                // probability, independently of all others, as on a new qubit.
                self.qubits[qubit.index()] = self.new_slot();
            }
            for &gate in pauli.basis_change() {
                self.gate(gate, &[qubit])?;
            }
            bits.push(OutputBit::Measured(MeasuredBit(self.bits.len())));
            self.measure(qubit);
        }
        Ok(self.readout(&bits)?)
    }

    /// The factors of a string on components, and its coefficient with the signs of qubits that are
    /// certain; `None` if its value is 0.
    fn factors(&self, string: PauliString, mut coefficient: f64) -> Option<(f64, Factors)> {
        let mut factors = Factors::new();
        for (qubit, pauli) in string.factors() {
            let slot = self.qubits[qubit.index()];
            match self.slots[slot].value {
                // A measurement that a gate uses leaves a mixture, as does a value that is known.
                _ if pauli != Pauli::Z && self.slots[slot].is_used => return None,
                SlotValue::Certain(_) if pauli != Pauli::Z => return None,
                SlotValue::Certain(true) => coefficient = -coefficient,
                SlotValue::Certain(false) => {}
                SlotValue::Quantum(index) => {
                    let own = self.component(index).qubit(slot);
                    factors.entry(index).or_default().push((own, pauli));
                }
            }
        }
        Some((coefficient, factors))
    }
}
