//! The circuits of the benchmark, with where they come from.

mod v1;

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use cheqqers_circuit::{Bitstring, Circuit};
use cheqqers_program::read;
use cheqqers_sim::{Limits, Readout, Sparse};
use serde::Deserialize;

/// A fixed list of circuits. A version that was published never changes.
#[derive(Debug)]
pub struct Suite {
    /// Number of the version.
    pub version: u32,
    /// Number of plies of the games from which shares are taken: whole games of Cheqqers at level 3.
    pub plies: u64,
    /// Number of components that these games measured, by their size.
    pub measured: BTreeMap<usize, u64>,
    /// The index of the circuits, as JSON.
    pub index: &'static str,
    /// The circuits, by family and size.
    pub circuits: Vec<SuiteCircuit>,
}

/// A circuit, with the moves that made it.
#[derive(Debug, Deserialize)]
pub struct SuiteCircuit {
    /// Name of the circuit and of its file.
    pub name: String,
    /// Reason for which it is there.
    pub family: Family,
    /// Number of qubits.
    pub qubits: usize,
    /// Number of times that the games measured it, among those of its size that were looked at; of
    /// circuits that count for the score.
    pub uses: Option<u64>,
    /// Returns `true` if it belongs to the quick part.
    #[serde(default)]
    pub quick: bool,
    /// A bit that interference decides.
    pub interference: Option<Interference>,
    /// The game that it comes from.
    #[serde(flatten)]
    pub origin: Origin,
    /// The text, as OpenQASM 3.
    #[serde(skip)]
    pub qasm: &'static str,
    #[serde(skip, default = "unread")]
    circuit: Circuit,
    #[serde(skip)]
    exact: OnceLock<BTreeMap<Bitstring, f64>>,
}

/// Reason for which a circuit is in the suite.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// One of the circuits of its number of qubits that games measure most often; the score is of these.
    Size,
    /// Components of one number of qubits with more and more entangling gates.
    Depth,
    /// The effects of Cheqqers one by one: split, merge, capture.
    Effect,
    /// The effects of the other games.
    Game,
}

/// A bit that is decided by interference alone.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
pub struct Interference {
    /// The classical bit, which is 0 for certain.
    pub clbit: usize,
    /// Probability that it is 1 where the parts are not coherent.
    pub incoherent: f64,
}

/// The game and the moves that a circuit comes from: what `cheqqers export --last-ply` writes after them.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Origin {
    /// Name of the game.
    pub game: String,
    /// Position that the moves start from, if it is not the initial one.
    pub position: Option<String>,
    /// The moves, with their outcomes.
    pub moves: String,
    /// Number of the last of them, which acts on or measures the component.
    pub ply: usize,
    /// A square of the component.
    pub square: String,
    /// Level of optimization.
    pub optimize: u8,
}

fn unread() -> Circuit {
    Circuit::new(0, 0)
}

impl Suite {
    /// The first version of the suite.
    pub fn v1() -> &'static Self {
        static SUITE: LazyLock<Suite> = LazyLock::new(|| Suite::new(v1::INDEX, v1::FILES));
        &SUITE
    }

    /// The suite of a version.
    pub fn version(version: u32) -> Option<&'static Self> {
        (version == 1).then(Self::v1)
    }

    fn new(text: &'static str, files: &[(&str, &'static str)]) -> Self {
        #[derive(Deserialize)]
        struct Index {
            version: u32,
            plies: u64,
            measured: BTreeMap<usize, u64>,
            circuits: Vec<SuiteCircuit>,
        }
        let index: Index =
            serde_json::from_str(text).expect("the index of this program can be read");
        let mut circuits = index.circuits;
        for circuit in &mut circuits {
            let file = files.iter().find(|(name, _)| *name == circuit.name);
            circuit.qasm = file.expect("each circuit has a file").1;
            circuit.circuit = read(circuit.qasm)
                .expect("our own text can be read")
                .circuit;
        }
        Self {
            version: index.version,
            plies: index.plies,
            measured: index.measured,
            index: text,
            circuits,
        }
    }

    /// The circuit of a name.
    pub fn circuit(&self, name: &str) -> Option<&SuiteCircuit> {
        self.circuits.iter().find(|circuit| circuit.name == name)
    }

    /// The circuits that the score is of: those that games measure.
    pub fn scored(&self) -> Vec<&SuiteCircuit> {
        let circuits = self.circuits.iter();
        circuits.filter(|circuit| circuit.uses.is_some()).collect()
    }

    /// Number of a circuit in the suite, from 0, by which its random streams differ from those of others.
    pub(crate) fn place(&self, circuit: &SuiteCircuit) -> u64 {
        let mut circuits = self.circuits.iter();
        let place = circuits.position(|other| other.name == circuit.name);
        place.unwrap_or(0) as u64
    }

    /// The circuits that are run: all, or those of the quick part.
    pub fn chosen(&self, quick: bool) -> Vec<&SuiteCircuit> {
        let circuits = self.circuits.iter();
        circuits.filter(|circuit| !quick || circuit.quick).collect()
    }
}

impl SuiteCircuit {
    /// The circuit, which measures every bit.
    pub fn circuit(&self) -> &Circuit {
        &self.circuit
    }

    /// The exact probabilities of the bit strings that can occur.
    ///
    /// Cost: that of the nonzero amplitudes, a few hundred at most, once.
    pub fn exact(&self) -> &BTreeMap<Bitstring, f64> {
        self.exact.get_or_init(|| exact_distribution(&self.circuit))
    }

    /// Number of gates on two qubits and more.
    pub fn num_entangling(&self) -> usize {
        let gates = self.circuit.gates();
        gates.filter(|(_, qubits)| qubits.len() > 1).count()
    }
}

/// The exact probabilities of the bit strings of a circuit of a game.
///
/// # Panics
/// Panics if a gate is behind a measurement, or millions of amplitudes are not zero.
pub fn exact_distribution(circuit: &Circuit) -> BTreeMap<Bitstring, f64> {
    let readout = Readout::of(circuit).expect("measurements come last");
    let state = Sparse::run(circuit, Limits::default());
    let state = state.expect("few amplitudes are not zero");
    state.marginal(&readout).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circuits_have_what_is_said_of_them() {
        let suite = Suite::v1();
        assert_eq!(suite.version, 1);
        let mut names: Vec<&str> = suite
            .circuits
            .iter()
            .map(|circuit| &*circuit.name)
            .collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), suite.circuits.len());
        assert_eq!(names.len(), v1::FILES.len());
        for circuit in &suite.circuits {
            let name = &circuit.name;
            assert_eq!(circuit.circuit().num_qubits(), circuit.qubits, "{name}");
            let sum: f64 = circuit.exact().values().sum();
            assert!((sum - 1.0).abs() < 1e-9, "{name}");
            assert!(circuit.exact().len() <= 128, "{name}");
            assert_eq!(
                circuit.origin.moves.split(' ').count(),
                circuit.origin.ply,
                "{name}"
            );
            let measured: usize = circuit.circuit().measurements().count();
            assert_eq!(measured, circuit.circuit().num_clbits(), "{name}");
            if let Some(Interference { clbit, incoherent }) = circuit.interference {
                assert!(
                    circuit.exact().keys().all(|bits| !bits.bit(clbit)),
                    "{name}"
                );
                assert!(incoherent > 0.0, "{name}");
            }
        }
        for size in 2..=12 {
            let of_size = suite
                .circuits
                .iter()
                .filter(|circuit| circuit.family == Family::Size && circuit.qubits == size);
            assert!(of_size.count() > 0, "{size}");
        }
        let quick = suite.chosen(true);
        assert!(quick.len() < 16 && quick.iter().all(|circuit| circuit.qubits <= 9));
    }
}
