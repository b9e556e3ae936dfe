//! A circuit with the places where noise may strike.

use cheqqers_circuit::{Action, Circuit, Gate, Qubit};

use super::{NoiseModel, Relaxation};

/// Gate, or possible fault, of a noisy run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Step {
    /// A gate on one or two qubits: the first ones of these.
    Gate(Gate, [Qubit; 2]),
    /// A possible fault.
    Noise(Noise),
}

/// Possible fault, with its probability.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Noise {
    /// One of the 3 Paulis, each alike, with this probability.
    One(Qubit, f64),
    /// One of the 15 pairs of Paulis, each alike, with this probability.
    Two([Qubit; 2], f64),
    /// A Z with this probability.
    Phase(Qubit, f64),
    /// From |1⟩ to |0⟩ with this probability where it is 1.
    Decay(Qubit, f64),
}

impl Step {
    /// The step on some of the qubits, ascending, `k` being the `k`-th of them; `None` if it acts on
    /// others.
    pub(super) fn within(self, qubits: &[Qubit]) -> Option<Self> {
        let place = |qubit| qubits.binary_search(&qubit).ok().map(Qubit::from_index);
        let other = |qubit| place(qubit).expect("the qubits of a gate are linked");
        Some(match self {
            Self::Gate(gate, [a, b]) if gate.num_qubits() == 2 => {
                Self::Gate(gate, [place(a)?, other(b)])
            }
            Self::Gate(gate, [qubit, unused]) => Self::Gate(gate, [place(qubit)?, unused]),
            Self::Noise(noise) => Self::Noise(match noise {
                Noise::One(qubit, probability) => Noise::One(place(qubit)?, probability),
                Noise::Two([a, b], probability) => Noise::Two([place(a)?, other(b)], probability),
                Noise::Phase(qubit, probability) => Noise::Phase(place(qubit)?, probability),
                Noise::Decay(qubit, probability) => Noise::Decay(place(qubit)?, probability),
            }),
        })
    }
}

/// The gates of a circuit, and the noise of a model around them.
pub(super) fn steps(circuit: &Circuit, model: &NoiseModel) -> Vec<Step> {
    let mut writer = Writer {
        model,
        clocks: vec![None; circuit.num_qubits()],
        steps: Vec::new(),
    };
    for operation in circuit.operations() {
        if let Action::Gate(gate, operands) = operation.action {
            writer.gate(gate, operands.as_slice());
        }
    }
    writer.wait_for_the_last();
    writer.steps
}

struct Writer<'a> {
    model: &'a NoiseModel,
    /// End of the last gate on each qubit, in seconds; `None` while it is in |0⟩, where waiting does
    /// nothing.
    clocks: Vec<Option<f64>>,
    steps: Vec<Step>,
}

impl Writer<'_> {
    fn gate(&mut self, gate: Gate, qubits: &[Qubit]) {
        if qubits.len() > 2 {
            for &(part, places) in gate.definition() {
                let chosen: Vec<Qubit> = places.iter().map(|&place| qubits[place]).collect();
                self.gate(part, &chosen);
            }
            return;
        }
        let mut operands = [Qubit(0); 2];
        operands[..qubits.len()].copy_from_slice(qubits);
        if is_free(gate) {
            self.steps.push(Step::Gate(gate, operands));
            return;
        }
        let clocks = qubits.iter().filter_map(|q| self.clocks[q.index()]);
        let start = clocks.fold(0.0, f64::max);
        self.wait_until(start, qubits);
        self.steps.push(Step::Gate(gate, operands));
        let (length, noise) = if let [a, b] = *qubits {
            let pair = self.model.pair(a, b);
            (pair.length, Noise::Two(operands, pair.fault))
        } else {
            let one = self.model.qubit(operands[0]);
            (one.length, Noise::One(operands[0], one.fault))
        };
        for qubit in qubits {
            self.clocks[qubit.index()] = Some(start);
        }
        self.wait_until(start + length, qubits);
        self.noise(noise);
    }

    fn wait_for_the_last(&mut self) {
        let end = self.clocks.iter().flatten().copied().fold(0.0, f64::max);
        let all: Vec<Qubit> = (0..self.clocks.len()).map(Qubit::from_index).collect();
        self.wait_until(end, &all);
    }

    /// Relaxation of the qubits until a time.
    fn wait_until(&mut self, time: f64, qubits: &[Qubit]) {
        for &qubit in qubits {
            let Some(since) = self.clocks[qubit.index()].replace(time) else {
                continue;
            };
            let Some(Relaxation { t1, t2 }) = self.model.qubit(qubit).relaxation else {
                continue;
            };
            let length = time - since;
            let dephasing = (1.0 / t2 - 0.5 / t1).max(0.0);
            self.noise(Noise::Decay(qubit, -(-length / t1).exp_m1()));
            self.noise(Noise::Phase(qubit, -(-length * dephasing).exp_m1() / 2.0));
        }
    }

    fn noise(&mut self, noise: Noise) {
        let (Noise::One(_, probability)
        | Noise::Two(_, probability)
        | Noise::Phase(_, probability)
        | Noise::Decay(_, probability)) = noise;
        if probability > 0.0 {
            self.steps.push(Step::Noise(noise));
        }
    }
}

/// Returns `true` for gates that a device does by renaming later pulses.
fn is_free(gate: Gate) -> bool {
    matches!(
        gate,
        Gate::Z | Gate::S | Gate::Sdg | Gate::T | Gate::Tdg | Gate::P(_) | Gate::Rz(_)
    )
}
