use std::collections::BTreeSet;

use cheqqers_backend::Noise;
use cheqqers_circuit::{Circuit, Gate, Qubit};

use crate::machine::Machine;
use crate::output::Failure;

/// Device of the site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Device {
    Qulacs,
    /// Quantum computer with a square lattice of qubits.
    Lattice,
}

/// Number of rows and of columns of the lattice.
pub(super) const SIDE: usize = 4;
impl Device {
    pub(super) const ALL: [Self; 2] = [Self::Qulacs, Self::Lattice];

    pub(super) fn find(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|device| device.id() == id)
    }

    pub(super) fn id(self) -> &'static str {
        match self {
            Self::Qulacs => "qulacs",
            Self::Lattice => "lattice",
        }
    }

    pub(super) fn is_simulator(self) -> bool {
        self == Self::Qulacs
    }

    pub(super) fn qubits(self) -> usize {
        match self {
            Self::Qulacs => 30,
            Self::Lattice => SIDE * SIDE,
        }
    }

    pub(super) fn machine(self) -> Machine {
        match self {
            Self::Qulacs => Machine::Exact,
            Self::Lattice => Machine::Noisy(Noise::typical()),
        }
    }

    /// Returns an error unless the device can run a circuit without compiling it.
    pub(super) fn takes(self, circuit: &Circuit) -> Result<(), Failure> {
        if self.is_simulator() {
            return Ok(());
        }
        let couplings = couplings();
        for (gate, qubits) in circuit.gates() {
            let fits = match gate {
                Gate::Cz => {
                    let (a, b) = (qubits[0].min(qubits[1]), qubits[0].max(qubits[1]));
                    couplings.contains(&(a, b))
                }
                Gate::Rz(_) | Gate::Sx | Gate::X => true,
                _ => false,
            };
            if !fits {
                let qubits: Vec<_> = qubits.iter().map(|qubit| qubit.index()).collect();
                let message = format!(
                    "{gate:?} on {qubits:?} is not a gate of the device, and the program is not to \
                     be transpiled"
                );
                return Err(Failure::program(message));
            }
        }
        Ok(())
    }
}

/// Pairs of neighbours, the lower qubit first.
pub(super) fn couplings() -> BTreeSet<(Qubit, Qubit)> {
    let mut pairs = BTreeSet::new();
    for qubit in 0..SIDE * SIDE {
        let ends = [
            (qubit % SIDE + 1 < SIDE, qubit + 1),
            (qubit / SIDE + 1 < SIDE, qubit + SIDE),
        ];
        for (_, other) in ends.into_iter().filter(|(is_there, _)| *is_there) {
            pairs.insert((Qubit::from_index(qubit), Qubit::from_index(other)));
        }
    }
    pairs
}
