use std::collections::BTreeMap;
use std::sync::LazyLock;

use cheqqers_circuit::{CanonicalCircuit, Circuit};
use cheqqers_game::Encoding;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::form;

/// Numbers of uses of circuits by their [`form`].
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CircuitCounts {
    uses: BTreeMap<String, u64>,
    total: u64,
}

impl CircuitCounts {
    /// Counts one use of a circuit.
    pub fn count(&mut self, circuit: &Circuit) {
        self.total += 1;
        if let Some(form) = form(circuit) {
            *self.uses.entry(form.to_string()).or_default() += 1;
        }
    }

    /// Adds other counts.
    pub fn add(&mut self, other: &Self) {
        self.total += other.total;
        for (form, uses) in &other.uses {
            *self.uses.entry(form.clone()).or_default() += uses;
        }
    }

    /// Number of uses of all circuits, those without a form included.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The circuits with their uses, the commonest first.
    pub fn commonest(&self) -> Vec<CommonCircuit> {
        let mut circuits: Vec<(&String, u64)> =
            self.uses.iter().map(|(form, &uses)| (form, uses)).collect();
        circuits.sort_by_key(|&(form, uses)| (u64::MAX - uses, form));
        let circuits = circuits.into_iter().filter_map(|(form, uses)| {
            let circuit = form.parse().ok()?;
            Some(CommonCircuit { circuit, uses })
        });
        circuits.collect()
    }
}

/// A circuit with the number of its uses.
#[derive(Clone, PartialEq, Debug)]
pub struct CommonCircuit {
    /// The form of the circuit.
    pub circuit: CanonicalCircuit,
    /// Number of times it was measured.
    pub uses: u64,
}

/// Table of the circuits that games measure most often, in the [minimal](Encoding::Minimal) encoding,
/// by game and settings.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct CommonCircuits {
    rows: Vec<Row>,
}

/// The commonest circuits of the games with some settings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Row {
    game: String,
    settings: Map<String, Value>,
    /// Number of uses of all circuits.
    total: u64,
    /// The text of each circuit with the number of its uses, the commonest first.
    circuits: Vec<(String, u64)>,
}

impl CommonCircuits {
    /// The table that `cheqqers experiment circuits` made of random games and games between experts.
    pub fn known() -> &'static Self {
        static KNOWN: LazyLock<CommonCircuits> = LazyLock::new(|| {
            let table = serde_json::from_str(include_str!("common.json"));
            table.expect("the table of this program can be read")
        });
        &KNOWN
    }

    /// Adds the commonest circuits of a game with these settings, at most `max`.
    pub fn insert(
        &mut self,
        game: &str,
        settings: Map<String, Value>,
        counts: &CircuitCounts,
        max: usize,
    ) {
        let circuits = counts.commonest().into_iter().take(max);
        self.rows.push(Row {
            game: game.into(),
            settings,
            total: counts.total(),
            circuits: circuits
                .map(|of| (of.circuit.to_string(), of.uses))
                .collect(),
        });
    }

    /// The commonest circuits of a game with these settings; `None` if the table does not have them.
    pub fn of_game(
        &self,
        game: &str,
        settings: &Map<String, Value>,
        encoding: Encoding,
    ) -> Option<Vec<CanonicalCircuit>> {
        let is_row = |row: &&Row| row.game == game && row.settings == *settings;
        let row = self.rows.iter().find(is_row)?;
        let circuits = row.circuits.iter().map(|(circuit, _)| circuit.parse().ok());
        (encoding == Encoding::Minimal).then(|| circuits.collect())?
    }
}

#[cfg(test)]
mod tests {
    use cheqqers_circuit::{Clbit, Gate, Qubit};

    use super::*;

    fn circuit(gate: Gate) -> Circuit {
        let mut circuit = Circuit::new(1, 1);
        circuit.push(gate, &[Qubit(0)]).unwrap();
        circuit.measure(Qubit(0), Clbit(0)).unwrap();
        circuit
    }

    #[test]
    fn the_commonest_circuits_come_first_and_equally_common_ones_by_their_text() {
        let mut counts = CircuitCounts::default();
        for gate in [Gate::X, Gate::H, Gate::X, Gate::Z] {
            counts.count(&circuit(gate));
        }
        let mut twice = counts.clone();
        twice.add(&counts);
        assert_eq!((counts.total(), twice.total()), (4, 8));
        let found = twice.commonest().into_iter();
        let found: Vec<(String, u64)> = found.map(|of| (of.circuit.to_string(), of.uses)).collect();
        let expected = [
            ("x 0; measure 0", 4),
            ("h 0; measure 0", 2),
            ("measure 0", 2),
        ];
        assert_eq!(found, expected.map(|(text, uses)| (text.to_owned(), uses)));
    }

    #[test]
    fn the_table_of_this_program_has_circuits_in_their_own_form() {
        let table = CommonCircuits::known();
        assert!(!table.rows.is_empty());
        for row in &table.rows {
            let mut before = u64::MAX;
            for (text, uses) in &row.circuits {
                let circuit: CanonicalCircuit = text.parse().unwrap();
                let again = CanonicalCircuit::of(circuit.circuit()).unwrap();
                assert_eq!(again.to_string(), *text, "{} {:?}", row.game, row.settings);
                assert!(*uses <= before && row.total >= *uses);
                before = *uses;
            }
        }
    }
}
