use cheqqers_circuit::{Bitstring, Gate, Qubit};
use num_complex::Complex64;

/// One gate of a preparation, on qubits numbered as the state's; numbers above are ancillas.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PreparationGate {
    pub(crate) gate: Gate,
    /// As many as the gate has; the rest is 0.
    pub(crate) qubits: [Qubit; 3],
}

/// Gates that prepare a state from |0…0⟩, and how many ancillas they borrow.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Preparation {
    pub(crate) gates: Vec<PreparationGate>,
    pub(crate) num_ancillas: usize,
}

/// Writes a state given by its non-zero amplitudes as gates of the table, up to a global phase.
///
/// Found backwards: two basis states at a time are made to differ in one qubit (by CX), and a
/// rotation of that qubit, controlled by what tells them from all others, turns them into one;
/// the gates, inverted, then prepare the state. Ancillas hold the conjunction of more than one
/// control and are returned to |0⟩.
///
/// Cost: O(m²n) time and O(mn) gates for m amplitudes on n qubits.
///
/// Source: N. Gleinig, T. Hoefler, "An Efficient Algorithm for Sparse Quantum State Preparation",
/// DAC 2021.
pub(crate) fn prepare(amplitudes: &[(Bitstring, Complex64)]) -> Preparation {
    let Some((first, _)) = amplitudes.first() else {
        return Preparation::default();
    };
    let num_qubits = first.len();
    let mut kets: Vec<(u128, Complex64)> = amplitudes
        .iter()
        .map(|&(bits, amplitude)| (bits.index(), amplitude))
        .collect();
    let mut out = Reduction {
        num_qubits,
        gates: Vec::new(),
        num_ancillas: 0,
    };
    while kets.len() > 1 {
        out.merge_two(&mut kets);
    }
    for qubit in 0..num_qubits {
        if kets[0].0 >> qubit & 1 == 1 {
            out.push(Gate::X, &[qubit]);
        }
    }
    let gates = out.gates.iter().rev().map(|placed| {
        // No gate used here changes its qubits' order when inverted.
        let (gate, _) = placed.gate.inverse();
        PreparationGate { gate, ..*placed }
    });
    Preparation {
        gates: gates.collect(),
        num_ancillas: out.num_ancillas,
    }
}

/// The gates that lead from the state to |0…0⟩, as far as they are known.
struct Reduction {
    num_qubits: usize,
    gates: Vec<PreparationGate>,
    num_ancillas: usize,
}

impl Reduction {
    fn push(&mut self, gate: Gate, qubits: &[usize]) {
        let mut placed = [Qubit(0); 3];
        for (place, &qubit) in placed.iter_mut().zip(qubits) {
            *place = Qubit::from_index(qubit);
        }
        self.gates.push(PreparationGate {
            gate,
            qubits: placed,
        });
    }

    /// Turns two basis states close to each other into one.
    fn merge_two(&mut self, kets: &mut Vec<(u128, Complex64)>) {
        let (a, b) = closest(kets);
        let mut different = kets[a].0 ^ kets[b].0;
        let target = different.trailing_zeros() as usize;
        different &= different - 1;
        while different != 0 {
            let other = different.trailing_zeros() as usize;
            different &= different - 1;
            self.push(Gate::Cx, &[target, other]);
            for (ket, _) in kets.iter_mut() {
                *ket ^= (*ket >> target & 1) << other;
            }
        }
        let (low, high) = if kets[a].0 >> target & 1 == 0 {
            (a, b)
        } else {
            (b, a)
        };
        let controls = distinguishing(kets, low, high, target, self.num_qubits);
        let (zero, one) = (kets[low].1, kets[high].1);
        self.rotate_to_zero(&controls, kets[low].0, target, zero, one);
        let norm = (zero.norm_sqr() + one.norm_sqr()).sqrt();
        kets[low].1 = Complex64::from_polar(norm, zero.arg());
        kets.swap_remove(high);
    }

    /// Given that the `controls` read as in `ket`, turns zero|0⟩ + one|1⟩ of the target into |0⟩ with
    /// the phase of `zero`.
    fn rotate_to_zero(
        &mut self,
        controls: &[usize],
        ket: u128,
        target: usize,
        zero: Complex64,
        one: Complex64,
    ) {
        let negative: Vec<usize> = controls
            .iter()
            .copied()
            .filter(|&control| ket >> control & 1 == 0)
            .collect();
        for &control in &negative {
            self.push(Gate::X, &[control]);
        }
        let conjunction = self.conjoin(controls);
        let phase = zero.arg() - one.arg();
        let angle = -2.0 * one.norm().atan2(zero.norm());
        if let Some(control) = conjunction.last().copied() {
            if phase != 0.0 {
                self.push(Gate::P(phase / 2.0), &[control]);
                self.push(Gate::P(phase / 2.0), &[target]);
                self.push(Gate::Cx, &[control, target]);
                self.push(Gate::P(-phase / 2.0), &[target]);
                self.push(Gate::Cx, &[control, target]);
            }
            self.push(Gate::Ry(angle / 2.0), &[target]);
            self.push(Gate::Cx, &[control, target]);
            self.push(Gate::Ry(-angle / 2.0), &[target]);
            self.push(Gate::Cx, &[control, target]);
        } else {
            if phase != 0.0 {
                self.push(Gate::P(phase), &[target]);
            }
            self.push(Gate::Ry(angle), &[target]);
        }
        self.release(controls, &conjunction);
        for &control in &negative {
            self.push(Gate::X, &[control]);
        }
    }

    /// Qubits of which the last one is 1 exactly where all controls are; none for no control.
    fn conjoin(&mut self, controls: &[usize]) -> Vec<usize> {
        let mut chain: Vec<usize> = controls.first().copied().into_iter().collect();
        for (k, &control) in controls.iter().enumerate().skip(1) {
            let ancilla = self.num_qubits + k - 1;
            self.num_ancillas = self.num_ancillas.max(k);
            self.push(Gate::Ccx, &[chain[k - 1], control, ancilla]);
            chain.push(ancilla);
        }
        chain
    }

    /// Undoes the gates of [`Self::conjoin`].
    fn release(&mut self, controls: &[usize], chain: &[usize]) {
        for (k, &control) in controls.iter().enumerate().skip(1).rev() {
            self.push(Gate::Ccx, &[chain[k - 1], control, chain[k]]);
        }
    }
}

/// The last basis state and the one that differs from it in the fewest qubits.
fn closest(kets: &[(u128, Complex64)]) -> (usize, usize) {
    let last = kets.len() - 1;
    let differences = |&k: &usize| (kets[k].0 ^ kets[last].0).count_ones();
    let nearest = (0..last).min_by_key(differences);
    (nearest.expect("there are two or more"), last)
}

/// Qubits other than the target whose readings tell the two basis states from all others; greedy,
/// so that they are few.
fn distinguishing(
    kets: &[(u128, Complex64)],
    low: usize,
    high: usize,
    target: usize,
    num_qubits: usize,
) -> Vec<usize> {
    let ket = kets[low].0;
    let mut others: Vec<u128> = kets
        .iter()
        .enumerate()
        .filter(|&(k, _)| k != low && k != high)
        .map(|(_, &(other, _))| other)
        .collect();
    let mut controls = Vec::new();
    while !others.is_empty() {
        let told_apart = |qubit: &usize| {
            others
                .iter()
                .filter(|&&other| (other ^ ket) >> qubit & 1 == 1)
                .count()
        };
        let qubit = (0..num_qubits)
            .filter(|&qubit| qubit != target)
            .max_by_key(|qubit| (told_apart(qubit), num_qubits - qubit))
            .expect("basis states that differ from both differ in another qubit");
        others.retain(|other| (other ^ ket) >> qubit & 1 == 0);
        controls.push(qubit);
    }
    controls
}

#[cfg(test)]
mod tests {
    use cheqqers_sim::Sparse;

    use super::*;

    fn prepared(amplitudes: &[(Bitstring, Complex64)]) -> Sparse {
        let preparation = prepare(amplitudes);
        let num_qubits = amplitudes[0].0.len() + preparation.num_ancillas;
        let mut state = Sparse::zero(num_qubits).unwrap();
        for PreparationGate { gate, qubits } in preparation.gates {
            state.apply(gate, &qubits[..gate.num_qubits()]);
        }
        state
    }

    /// |⟨wanted|prepared⟩|².
    fn fidelity(amplitudes: &[(Bitstring, Complex64)]) -> f64 {
        let state = prepared(amplitudes);
        let overlap: Complex64 = state
            .amplitudes()
            .map(|(basis, amplitude)| {
                let wanted = amplitudes.iter().find(|(bits, _)| bits.index() == basis);
                wanted.map_or(Complex64::ZERO, |(_, w)| w.conj() * amplitude)
            })
            .sum();
        overlap.norm_sqr()
    }

    fn state(kets: &[(&str, f64, f64)]) -> Vec<(Bitstring, Complex64)> {
        let norm: f64 = kets.iter().map(|(_, re, im)| re * re + im * im).sum();
        kets.iter()
            .map(|&(bits, re, im)| (bits.parse().unwrap(), Complex64::new(re, im) / norm.sqrt()))
            .collect()
    }

    #[test]
    fn states_are_prepared_exactly() {
        for kets in [
            state(&[("1", 0.0, 1.0)]),
            state(&[("0110", 1.0, 0.0)]),
            state(&[("10", 1.0, 0.0), ("01", 1.0, 0.0)]),
            state(&[("10", 1.0, 0.0), ("01", 0.0, -3.0)]),
            state(&[("100", 1.0, 0.0), ("010", -2.0, 0.5), ("001", 0.0, 0.3)]),
            // Example 5 of the rules, and the parts of both split further.
            state(&[("100", 1.0, 0.0), ("011", 0.0, 1.0)]),
            state(&[
                ("100000", 0.3, 0.1),
                ("010000", -0.4, 0.0),
                ("001010", 0.0, 0.6),
                ("001001", 0.2, -0.7),
                ("000110", 0.5, 0.0),
                ("000101", 0.0, 0.1),
            ]),
        ] {
            assert!((fidelity(&kets) - 1.0).abs() < 1e-12, "{kets:?}");
        }
    }

    #[test]
    fn a_dense_state_of_five_qubits_is_prepared_exactly() {
        let kets: Vec<_> = (0..32)
            .map(|index: u128| {
                let x = index as f64;
                let amplitude = Complex64::from_polar(1.0 + (x * 0.7).sin() / 2.0, x * x);
                (Bitstring::from_index(index, 5), amplitude)
            })
            .collect();
        let norm: f64 = kets.iter().map(|(_, a)| a.norm_sqr()).sum();
        let kets: Vec<_> = kets
            .into_iter()
            .map(|(b, a)| (b, a / norm.sqrt()))
            .collect();
        assert!((fidelity(&kets) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_single_split_takes_one_rotation_and_no_ancilla() {
        let preparation = prepare(&state(&[("10", 1.0, 0.0), ("01", 1.0, 0.0)]));
        assert_eq!(preparation.num_ancillas, 0);
        let rotations = preparation
            .gates
            .iter()
            .filter(|placed| matches!(placed.gate, Gate::Ry(_)));
        assert_eq!(rotations.count(), 1);
    }
}
