use std::fmt::Write;

use cheqqers_circuit::{Action, Gate, Qubit};
use serde_json::{Value, json};

use crate::angle::angle;
use crate::error::QasmError;
use crate::writer::AnnotatedCircuit;

/// Maximum number of wires in Quirk.
pub const QUIRK_WIRES: usize = 16;

/// Address of Quirk, to which the circuit is appended.
const ADDRESS: &str = "https://algassert.com/quirk#circuit=";

/// Formats a circuit as the JSON of Quirk's addresses: `{"cols":[...]}`, columns of cells, qubit 0
/// at the top, 1 for no gate.
///
/// All controls of a column control all its gates, so a controlled gate has its column to itself.
/// Names, clbits and [`AnnotatedCircuit::post_processing`] are left out, as Quirk has wires alone: a
/// measured bit stays on its wire. Angles read back to the same f64.
///
/// # Errors
/// Returns an error if there are more than [`QUIRK_WIRES`] qubits: Quirk would drop the rest
/// silently.
///
/// Source: Quirk's importer, and Cirq's (`cirq.quirk_json_to_circuit`).
pub fn quirk(program: &AnnotatedCircuit<'_>) -> Result<String, QasmError> {
    let circuit = program.circuit;
    let num_qubits = circuit.num_qubits();
    if num_qubits > QUIRK_WIRES {
        return Err(QasmError::TooManyQubits {
            form: "Quirk",
            num_qubits,
            limit: QUIRK_WIRES,
        });
    }
    let mut columns = Columns {
        all: Vec::new(),
        free: vec![0; num_qubits],
    };
    for operation in circuit.operations() {
        match operation.action {
            Action::Gate(gate, operands) => columns.gate(gate, operands.as_slice()),
            Action::Measure(qubit, _) => {
                columns.push(&[(qubit, "Measure".into())], ColumnKind::Measured);
            }
        }
    }
    Ok(json!({ "cols": columns.into_cells(num_qubits) }).to_string())
}

/// Address that opens a circuit in Quirk, percent-encoded.
///
/// # Errors
/// As [`quirk`].
pub fn quirk_url(program: &AnnotatedCircuit<'_>) -> Result<String, QasmError> {
    let mut url = ADDRESS.to_owned();
    for byte in quirk(program)?.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            url.push(char::from(byte));
        } else {
            let _ = write!(url, "%{byte:02X}");
        }
    }
    Ok(url)
}

/// Kind of column in Quirk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ColumnKind {
    /// Gates on one qubit each.
    Single,
    /// One gate on several qubits.
    Alone,
    /// Measurements of one qubit each.
    Measured,
}

struct Columns {
    all: Vec<(ColumnKind, Vec<(Qubit, Value)>)>,
    /// First free column of each wire.
    free: Vec<usize>,
}

impl Columns {
    /// Adds a gate, or its decomposition where Quirk lacks it.
    fn gate(&mut self, gate: Gate, qubits: &[Qubit]) {
        if let (Some(cell), &[qubit]) = (cell(gate), qubits) {
            return self.push(&[(qubit, cell)], ColumnKind::Single);
        }
        if gate == Gate::Swap {
            let cells = qubits.iter().map(|&qubit| (qubit, "Swap".into()));
            return self.push(&cells.collect::<Vec<_>>(), ColumnKind::Alone);
        }
        let controls = gate.num_controls();
        let mut inner = Some(gate);
        for _ in 0..controls {
            inner = inner.and_then(Gate::uncontrolled);
        }
        match (inner.and_then(cell), qubits.split_at(controls)) {
            (Some(cell), (controls, &[target])) => {
                let dots = controls.iter().map(|&qubit| (qubit, "•".into()));
                let cells: Vec<_> = dots.chain([(target, cell)]).collect();
                self.push(&cells, ColumnKind::Alone);
            }
            _ => {
                for &(part, places) in gate.definition() {
                    let qubits: Vec<Qubit> = places.iter().map(|&k| qubits[k]).collect();
                    self.gate(part, &qubits);
                }
            }
        }
    }

    /// Adds cells to the first column with room; measurements to the last column only, so that they
    /// are aligned.
    fn push(&mut self, cells: &[(Qubit, Value)], kind: ColumnKind) {
        let last = self.all.len().saturating_sub(1);
        let free = cells.iter().map(|(qubit, _)| self.free[qubit.index()]);
        let first = free.max().unwrap_or(0);
        let place = match kind {
            ColumnKind::Single => first,
            ColumnKind::Alone => self.all.len(),
            ColumnKind::Measured => first.max(last),
        };
        let taken = self.all.iter().skip(place);
        let place = place + taken.take_while(|(other, _)| *other != kind).count();
        if place == self.all.len() {
            self.all.push((kind, Vec::new()));
        }
        self.all[place].1.extend(cells.iter().cloned());
        for (qubit, _) in cells {
            self.free[qubit.index()] = place + 1;
        }
    }

    /// Converts the columns to JSON. The first is as high as the circuit, so that no wire is lost.
    fn into_cells(self, num_qubits: usize) -> Vec<Value> {
        let mut height = num_qubits;
        let columns = self.all.into_iter();
        columns
            .map(|(_, cells)| {
                let bottom = cells.iter().map(|(qubit, _)| qubit.index() + 1).max();
                let mut column = vec![json!(1); bottom.unwrap_or(0).max(height)];
                height = 0;
                for (qubit, cell) in cells {
                    column[qubit.index()] = cell;
                }
                Value::Array(column)
            })
            .collect()
    }
}

/// Cell of a gate on one qubit; `None` if Quirk lacks it.
fn cell(gate: Gate) -> Option<Value> {
    Some(match gate {
        Gate::X => "X".into(),
        Gate::Y => "Y".into(),
        Gate::Z => "Z".into(),
        Gate::H => "H".into(),
        Gate::S => "Z^½".into(),
        Gate::Sdg => "Z^-½".into(),
        Gate::T => "Z^¼".into(),
        Gate::Tdg => "Z^-¼".into(),
        Gate::Sx => "X^½".into(),
        Gate::Sxdg => "X^-½".into(),
        // Formulas in radians; Quirk's other rotations are in half turns.
        Gate::Rx(radians) => json!({ "id": "Rxft", "arg": angle(radians) }),
        Gate::Ry(radians) => json!({ "id": "Ryft", "arg": angle(radians) }),
        Gate::Rz(radians) => json!({ "id": "Rzft", "arg": angle(radians) }),
        Gate::P(radians) => json!({ "id": "Z^ft", "arg": format!("{}/pi", angle(radians)) }),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use cheqqers_circuit::Circuit;

    use super::*;

    fn circuit(num_qubits: usize, gates: &[(Gate, &[u32])]) -> Circuit {
        let mut circuit = Circuit::new(num_qubits, 0);
        for (gate, qubits) in gates {
            let qubits: Vec<Qubit> = qubits.iter().copied().map(Qubit).collect();
            circuit.push(*gate, &qubits).unwrap();
        }
        circuit
    }

    #[test]
    fn a_controlled_gate_has_its_column_to_itself() {
        let mut circuit = circuit(
            3,
            &[
                (Gate::X, &[0]),
                (Gate::S, &[2]),
                (Gate::Ch, &[2, 0]),
                (Gate::T, &[1]),
                (Gate::Swap, &[0, 1]),
                (Gate::H, &[2]),
                (Gate::P(0.5), &[2]),
            ],
        );
        circuit.measure_all();
        assert_eq!(
            quirk(&AnnotatedCircuit::new(&circuit)).unwrap(),
            concat!(
                r#"{"cols":[["X","Z^¼","Z^½"],["H",1,"•"],["Swap","Swap"],[1,1,"H"],"#,
                r#"[1,1,{"id":"Z^ft","arg":"0.5/pi"}],["Measure","Measure","Measure"]]}"#
            )
        );
    }

    #[test]
    fn wires_with_nothing_on_them_are_kept() {
        let circuit = circuit(4, &[(Gate::H, &[1]), (Gate::Cx, &[1, 0])]);
        assert_eq!(
            quirk(&AnnotatedCircuit::new(&circuit)).unwrap(),
            r#"{"cols":[[1,"H",1,1],["X","•"]]}"#
        );
    }

    #[test]
    fn every_gate_of_the_table_is_written_with_cells_of_quirks() {
        let known = [
            "X", "Y", "Z", "H", "Z^½", "Z^-½", "Z^¼", "Z^-¼", "X^½", "X^-½", "•", "Swap", "Rxft",
            "Ryft", "Rzft", "Z^ft",
        ];
        for gate in Gate::all(-0.3) {
            let qubits = &[2, 0, 1][..gate.num_qubits()];
            let circuit = circuit(3, &[(gate, qubits)]);
            let text = quirk(&AnnotatedCircuit::new(&circuit)).unwrap();
            let value: Value = serde_json::from_str(&text).unwrap();
            let columns = value["cols"].as_array().unwrap();
            let cells = columns.iter().flat_map(|column| column.as_array().unwrap());
            let cells: Vec<&Value> = cells.filter(|&cell| *cell != json!(1)).collect();
            assert!(cells.len() >= gate.num_qubits(), "{gate}");
            for cell in cells {
                let id = cell.as_str().or_else(|| cell["id"].as_str()).unwrap();
                assert!(known.contains(&id), "{gate} {id}");
            }
        }
    }

    #[test]
    fn an_address_has_nothing_that_an_address_may_not_have() {
        let circuit = circuit(2, &[(Gate::Cx, &[0, 1]), (Gate::Tdg, &[1])]);
        assert_eq!(
            quirk_url(&AnnotatedCircuit::new(&circuit)).unwrap(),
            "https://algassert.com/quirk#circuit=%7B%22cols%22%3A%5B%5B%22%E2%80%A2%22%2C%22X%22\
             %5D%2C%5B1%2C%22Z%5E-%C2%BC%22%5D%5D%7D"
        );
    }

    #[test]
    fn more_wires_than_quirk_has_are_refused() {
        let circuit = Circuit::new(17, 0);
        let error = quirk(&AnnotatedCircuit::new(&circuit)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "Quirk has 16 wires, and the circuit has 17 qubits"
        );
        assert!(quirk(&AnnotatedCircuit::new(&Circuit::new(16, 0))).is_ok());
    }
}
