use cheqqers_circuit::{Gate, Qubit};
use num_complex::Complex64;

use super::Sparse;
use super::pairs::{Pairs, ones};
use crate::class::{Class, Mix, two};
use crate::{Limits, SimError};

impl Sparse {
    /// Applies a gate to qubits in the gate's order, controls first.
    ///
    /// The caller answers for as many qubits as the gate has, all different, and of this state. At
    /// most it doubles the entries, and no limit is checked.
    ///
    /// # Panics
    /// Panics if the gate is unknown here or its angle is not finite, and perhaps when the caller's
    /// word does not hold.
    #[inline]
    pub fn apply(&mut self, gate: Gate, qubits: &[Qubit]) {
        debug_assert_eq!(qubits.len(), gate.num_qubits(), "{gate} has other qubits");
        debug_assert!(qubits.iter().all(|qubit| qubit.index() < self.num_qubits));
        let class = Class::of(gate).expect("a gate of the table, at a finite angle");
        match class {
            Class::Phase(factor) => self.phase(ones(qubits), factor),
            Class::Diagonal(zero, one) => {
                let bit = ones(qubits);
                for entry in &mut self.entries {
                    entry.amplitude *= if entry.key & bit == 0 { zero } else { one };
                }
            }
            Class::Flip(mix) => self.mix(Pairs::flip(qubits), mix),
            Class::Exchange(mix) => self.mix(Pairs::exchange(qubits), mix),
            Class::Several(gates) => {
                for &(gate, places) in gates {
                    self.apply(gate, &two(qubits, places));
                }
            }
        }
    }

    /// Applies a gate when the state stays within the limit.
    pub(crate) fn apply_within(
        &mut self,
        gate: Gate,
        qubits: &[Qubit],
        limits: Limits,
    ) -> Result<(), SimError> {
        let pairs = match Class::of(gate).ok_or(SimError::UnsupportedGate { gate })? {
            Class::Phase(_)
            | Class::Diagonal(..)
            | Class::Flip(Mix::Swap | Mix::Cross { .. })
            | Class::Exchange(Mix::Swap | Mix::Cross { .. }) => None,
            Class::Flip(_) => Some(Pairs::flip(qubits)),
            Class::Exchange(_) => Some(Pairs::exchange(qubits)),
            Class::Several(gates) => {
                for &(gate, places) in gates {
                    self.apply_within(gate, &two(qubits, places), limits)?;
                }
                return Ok(());
            }
        };
        if let Some(pairs) = pairs {
            self.check_room(pairs, limits)?;
        }
        self.apply(gate, qubits);
        Ok(())
    }

    /// A factor where all `bits` are 1.
    #[inline]
    pub(super) fn phase(&mut self, bits: u128, factor: Complex64) {
        for entry in &mut self.entries {
            if entry.key & bits == bits {
                entry.amplitude *= factor;
            }
        }
    }
}
