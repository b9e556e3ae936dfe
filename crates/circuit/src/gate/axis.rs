use super::{Gate, table};

/// The Pauli operator on one of a gate's qubits that the gate commutes with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Axis {
    /// X: the qubit is the target of a CX, or turns about X.
    X,
    /// Z: the qubit is a control, or gets a phase.
    Z,
}

impl Gate {
    /// The axis that the gate leaves alone on its qubit `place`; `None` when there is none.
    ///
    /// Two gates commute when they leave the same axis alone on every qubit they share.
    pub(crate) fn axis(self, place: usize) -> Option<Axis> {
        table::row(self).axis(place)
    }

    /// Whether the gate only gives phases to basis states.
    pub(crate) fn is_diagonal(self) -> bool {
        (0..self.num_qubits()).all(|place| self.axis(place) == Some(Axis::Z))
    }

    /// How many CX the gate's word has.
    pub(crate) fn cx_cost(self) -> usize {
        if self == Self::Cx {
            return 1;
        }
        let word = self.definition().iter();
        word.filter(|(_, places)| places.len() > 1)
            .map(|(gate, _)| gate.cx_cost())
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::{embed, same};

    #[test]
    fn a_gate_commutes_with_the_axis_it_leaves_alone_and_no_other() {
        for gate in Gate::all(0.7) {
            let (n, matrix) = (gate.num_qubits(), gate.matrix());
            for place in 0..n {
                for (axis, pauli) in [(Axis::X, Gate::X), (Axis::Z, Gate::Z)] {
                    let pauli = embed(pauli, &[place], n);
                    let commutes = same(&(&pauli * &matrix), &(&matrix * &pauli));
                    assert_eq!(gate.axis(place) == Some(axis), commutes, "{gate} {place}");
                }
            }
        }
    }

    #[test]
    fn costs_are_those_of_the_words() {
        for gate in Gate::all(0.7) {
            let word = gate.decomposition();
            let counted = word.iter().filter(|(gate, _)| *gate == Gate::Cx).count();
            assert_eq!(gate.cx_cost(), counted, "{gate}");
        }
    }
}
