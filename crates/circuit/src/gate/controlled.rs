use std::f64::consts::FRAC_PI_8;

use super::kind::Gate;

impl Gate {
    /// Passes to `push` the gates that do this one where a further qubit, the control, is 1, global
    /// phase included.
    ///
    /// Each comes with the places of its operands, in order of time: place 0 is the control, and
    /// `k + 1` qubit `k` of this gate. A gate whose controlled form is in the table is that form.
    ///
    /// ```
    /// # use cheqqers_circuit::Gate;
    /// let mut gates = Vec::new();
    /// Gate::Swap.controlled(&mut |gate, places| gates.push((gate, places.to_vec())));
    /// let expected = [
    ///     (Gate::Cx, vec![1, 2]),
    ///     (Gate::Ccx, vec![0, 2, 1]),
    ///     (Gate::Cx, vec![1, 2]),
    /// ];
    /// assert_eq!(gates, expected);
    /// ```
    pub fn controlled(self, push: &mut dyn FnMut(Self, &[usize])) {
        match self {
            Self::X => push(Self::Cx, &[0, 1]),
            Self::Z => push(Self::Cz, &[0, 1]),
            Self::H => push(Self::Ch, &[0, 1]),
            Self::Cx => push(Self::Ccx, &[0, 1, 2]),
            Self::Iswap => push(Self::Ciswap, &[0, 1, 2]),
            Self::Iswapdg => push(Self::Ciswapdg, &[0, 1, 2]),
            Self::S => phase(push, Self::T, Self::Tdg),
            Self::Sdg => phase(push, Self::Tdg, Self::T),
            Self::T => phase(push, Self::P(FRAC_PI_8), Self::P(-FRAC_PI_8)),
            Self::Tdg => phase(push, Self::P(-FRAC_PI_8), Self::P(FRAC_PI_8)),
            Self::P(angle) => phase(push, Self::P(angle / 2.0), Self::P(-angle / 2.0)),
            Self::Ry(angle) => rotation(push, Self::Ry(angle / 2.0), Self::Ry(-angle / 2.0)),
            Self::Rz(angle) => rotation(push, Self::Rz(angle / 2.0), Self::Rz(-angle / 2.0)),
            Self::Rx(angle) => conjugated(push, Self::H, Self::Rz(angle), Self::H),
            Self::Sx => conjugated(push, Self::H, Self::S, Self::H),
            Self::Sxdg => conjugated(push, Self::H, Self::Sdg, Self::H),
            Self::Y => conjugated(push, Self::Sdg, Self::X, Self::S),
            Self::Siswap => root_of_iswap(push, [Self::Tdg, Self::T]),
            Self::Siswapdg => root_of_iswap(push, [Self::T, Self::Tdg]),
            Self::Cz
            | Self::Ch
            | Self::Swap
            | Self::Ccx
            | Self::Ciswap
            | Self::Ciswapdg
            | Self::Split
            | Self::Merge => defined(push, self),
        }
    }
}

/// The phase that is twice that of `half`; `back` is the inverse of `half`.
fn phase(push: &mut dyn FnMut(Gate, &[usize]), half: Gate, back: Gate) {
    push(half, &[0]);
    push(half, &[1]);
    push(Gate::Cx, &[0, 1]);
    push(back, &[1]);
    push(Gate::Cx, &[0, 1]);
}

/// The rotation by twice the angle of `half`, about an axis that X reverses.
fn rotation(push: &mut dyn FnMut(Gate, &[usize]), half: Gate, back: Gate) {
    push(half, &[1]);
    push(Gate::Cx, &[0, 1]);
    push(back, &[1]);
    push(Gate::Cx, &[0, 1]);
}

/// A gate on one qubit between two that undo each other, so that it alone needs the control.
fn conjugated(push: &mut dyn FnMut(Gate, &[usize]), before: Gate, gate: Gate, after: Gate) {
    push(before, &[1]);
    gate.controlled(push);
    push(after, &[1]);
}

/// Between two CX a root of iSWAP is a controlled exp(iπX/4), or its inverse: H, a phase that is
/// turned back but where the qubit was flipped in between, and H.
fn root_of_iswap(push: &mut dyn FnMut(Gate, &[usize]), phases: [Gate; 2]) {
    let [first, second] = phases;
    push(Gate::Cx, &[1, 2]);
    push(Gate::H, &[1]);
    push(first, &[1]);
    push(Gate::Ccx, &[0, 2, 1]);
    push(second, &[1]);
    push(Gate::Ccx, &[0, 2, 1]);
    push(Gate::H, &[1]);
    push(Gate::Cx, &[1, 2]);
}

/// The gates of the definition. Those at its ends that undo each other need no control.
fn defined(push: &mut dyn FnMut(Gate, &[usize]), gate: Gate) {
    let definition = gate.definition();
    let undo = |&k: &usize| {
        let ((first, places), (last, others)) =
            (definition[k], definition[definition.len() - 1 - k]);
        first.inverse().0 == last && places == others
    };
    let num_free = (0..definition.len() / 2).take_while(undo).count();
    for (k, &(gate, places)) in definition.iter().enumerate() {
        if k < num_free || k >= definition.len() - num_free {
            let mut shifted = [0; 3];
            for (shifted, place) in shifted.iter_mut().zip(places) {
                *shifted = place + 1;
            }
            push(gate, &shifted[..places.len()]);
        } else {
            gate.controlled(&mut |gate, inner| {
                let mut outer = [0; 3];
                for (outer, &place) in outer.iter_mut().zip(inner) {
                    *outer = if place == 0 { 0 } else { places[place - 1] + 1 };
                }
                push(gate, &outer[..inner.len()]);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::DMatrix;

    use super::*;
    use crate::reference::{product, same};

    fn gates(gate: Gate) -> Vec<(Gate, Vec<usize>)> {
        let mut gates = Vec::new();
        gate.controlled(&mut |gate, places| gates.push((gate, places.to_vec())));
        gates
    }

    #[test]
    fn a_controlled_gate_acts_where_the_control_is_one_and_nowhere_else() {
        for gate in [0.7, -1.9].into_iter().flat_map(Gate::all) {
            let matrix = gate.matrix();
            let size = 2 * matrix.nrows();
            let expected =
                DMatrix::from_fn(size, size, |row, column| match (row & 1, column & 1) {
                    (1, 1) => matrix[(row >> 1, column >> 1)],
                    _ => f64::from(u8::from(row == column)).into(),
                });
            let found = product(&gates(gate), gate.num_qubits() + 1);
            assert!(same(&found, &expected), "{gate}");
        }
    }

    #[test]
    fn what_the_table_has_controlled_is_one_gate() {
        for gate in Gate::all(0.7) {
            if let Some(inner) = gate.uncontrolled() {
                let places = (0..gate.num_qubits()).collect();
                assert_eq!(gates(inner), [(gate, places)]);
            }
        }
    }
}
