use cheqqers_circuit::{Action, Bitstring, CircuitStatistics, PostProcessing, Qubit};
use serde_json::{Map, Value, json};

use crate::writer::{AnnotatedCircuit, GroupNotes};

/// Formats a circuit as JSON, with one item of a list per line.
///
/// | key | value |
/// | --- | --- |
/// | `format`, `version` | `"cheqqers-circuit"`, 1; a key may be added within a version |
/// | `order` | `"first character is bit 0"`, for every bitstring |
/// | `title` | lines of text |
/// | `groups` | names of groups 1, 2 and so on of the operations (a game's moves) |
/// | `num_qubits`, `num_clbits` | numbers; all qubits start in 0 |
/// | `qubits` | `{"index":0,"names":["c3","b4"]}`: names of each qubit in order of time |
/// | `operations` | in order: `{"gate":"cx","params":[],"qubits":[0,1],"group":1}`, controls first, `params` in radians; `{"measure":0,"clbit":0,"group":0}`; group 0 is none. `groups` lists all groups of a gate that has several, `group` is the last of them; then follow its [facts](AnnotatedCircuit::facts) |
/// | `statistics` | `gates`, `two_qubit_gates`, `three_qubit_gates`, `depth`, `measurements` |
/// | `fold` | post-processing: for each requested bit its `name`, the `clbits` whose exclusive or
/// it is, and `flipped` if that is negated; present whenever bits are measured |
/// | `probabilities` | of the requested bits: bitstring to probability; only if the caller passes
/// them |
///
/// Gates have their names in the gate table. Numbers read back to the same f64. Size: about 60
/// bytes for each operation and bitstring.
pub fn json(program: &AnnotatedCircuit<'_>, probabilities: Option<&[(Bitstring, f64)]>) -> String {
    let circuit = program.circuit;
    let mut all = Map::new();
    let mut put = |key: &str, value: Value| all.insert(key.to_owned(), value);
    put("format", "cheqqers-circuit".into());
    put("version", 1.into());
    put("order", "first character is bit 0".into());
    put("title", program.title.into());
    put("groups", program.groups.into());
    put("num_qubits", circuit.num_qubits().into());
    put("num_clbits", circuit.num_clbits().into());
    let qubits = (0..circuit.num_qubits()).map(|index| {
        let names = program.qubits.get(index).map_or(&[][..], Vec::as_slice);
        json!({ "index": index, "names": names })
    });
    put("qubits", qubits.collect());
    put("operations", operations(program));
    put("statistics", statistics(circuit.statistics()));
    put("fold", fold(program));
    if let Some(probabilities) = probabilities {
        let entries = probabilities.iter();
        let entries = entries.map(|&(bits, probability)| (bits.to_string(), probability.into()));
        put("probabilities", Value::Object(entries.collect()));
    }
    in_lines(&all)
}

fn operations(program: &AnnotatedCircuit<'_>) -> Value {
    let operations = program.circuit.operations().iter();
    operations
        .map(|operation| {
            let group = operation.groups.last();
            match operation.action {
                Action::Gate(gate, operands) => {
                    let qubits = operands.as_slice().iter().map(|&Qubit(qubit)| qubit);
                    let params: Vec<f64> = gate.parameter().into_iter().collect();
                    let mut written = json!({
                        "gate": gate.name(),
                        "params": params,
                        "qubits": qubits.collect::<Vec<_>>(),
                        "group": group,
                    });
                    let groups: Vec<u32> = operation.groups.iter().collect();
                    if groups.len() > 1 {
                        written["groups"] = groups.into();
                    }
                    let facts = program.facts.get(group as usize);
                    let facts = facts.filter(|_| program.notes != GroupNotes::None);
                    for (key, value) in facts.iter().flat_map(|facts| &facts.entries) {
                        written[key] = value.clone();
                    }
                    written
                }
                Action::Measure(qubit, clbit) => {
                    json!({ "measure": qubit.0, "clbit": clbit.0, "group": group })
                }
            }
        })
        .collect()
}

fn statistics(counts: CircuitStatistics) -> Value {
    json!({
        "gates": counts.gates,
        "two_qubit_gates": counts.two_qubit_gates,
        "three_qubit_gates": counts.three_qubit_gates,
        "depth": counts.depth,
        "measurements": counts.measurements,
    })
}

fn fold(program: &AnnotatedCircuit<'_>) -> Value {
    let identity = PostProcessing::identity(program.circuit.num_clbits());
    let bits = program
        .post_processing
        .unwrap_or(&identity)
        .bits()
        .iter()
        .enumerate();
    bits.map(|(k, parity)| {
        let clbits: Vec<u32> = parity.clbits().iter().map(|clbit| clbit.0).collect();
        json!({ "name": program.clbits.get(k), "clbits": clbits, "flipped": parity.is_flipped() })
    })
    .collect()
}

/// Formats an object with each entry, and each item of an entry, on a line of its own.
fn in_lines(object: &Map<String, Value>) -> String {
    let entries = object.iter().map(|(key, value)| {
        let value = match value {
            Value::Array(items) => {
                let items = items.iter().map(ToString::to_string);
                block('[', &items.collect::<Vec<_>>(), ']', "  ")
            }
            Value::Object(items) => {
                let items = items
                    .iter()
                    .map(|(key, value)| entry(key, &value.to_string()));
                block('{', &items.collect::<Vec<_>>(), '}', "  ")
            }
            plain => plain.to_string(),
        };
        entry(key, &value)
    });
    block('{', &entries.collect::<Vec<_>>(), '}', "") + "\n"
}

fn entry(key: &str, value: &str) -> String {
    format!("{}: {value}", Value::from(key))
}

fn block(open: char, items: &[String], close: char, indent: &str) -> String {
    if items.is_empty() {
        return format!("{open}{close}");
    }
    let items = items.join(&format!(",\n{indent}  "));
    format!("{open}\n{indent}  {items}\n{indent}{close}")
}

#[cfg(test)]
mod tests {
    use cheqqers_circuit::{Circuit, Clbit, Gate, Groups, Parity};

    use super::*;
    use crate::writer::GroupFacts;

    fn circuit() -> Circuit {
        let mut circuit = Circuit::new(2, 0);
        circuit.push_in(1, Gate::Rx(0.1), &[Qubit(1)]).unwrap();
        let both = Groups::from(1).union(Groups::from(2));
        circuit
            .push_in(both, Gate::Cx, &[Qubit(1), Qubit(0)])
            .unwrap();
        circuit.measure_all();
        circuit
    }

    #[test]
    fn everything_has_its_place() {
        let circuit = circuit();
        let carried = [vec!["c3".to_owned(), "b4".to_owned()]];
        let (title, groups, bits) = (
            ["a \"title\"".to_owned()],
            ["c3^b4d4".to_owned(), "b4-a5".to_owned()],
            ["b4".to_owned(), "d4".to_owned()],
        );
        let mut facts = vec![GroupFacts::default(); 3];
        facts[2].entries.insert("ply".into(), 2.into());
        let program = AnnotatedCircuit {
            facts: &facts,
            title: &title,
            qubits: &carried,
            clbits: &bits,
            groups: &groups,
            ..AnnotatedCircuit::new(&circuit)
        };
        let half = [
            ("01".parse().unwrap(), 0.5),
            ("10".parse().unwrap(), 0.1 + 0.2),
        ];
        assert_eq!(
            json(&program, Some(&half)),
            r#"{
  "format": "cheqqers-circuit",
  "version": 1,
  "order": "first character is bit 0",
  "title": [
    "a \"title\""
  ],
  "groups": [
    "c3^b4d4",
    "b4-a5"
  ],
  "num_qubits": 2,
  "num_clbits": 2,
  "qubits": [
    {"index":0,"names":["c3","b4"]},
    {"index":1,"names":[]}
  ],
  "operations": [
    {"gate":"rx","params":[0.1],"qubits":[1],"group":1},
    {"gate":"cx","params":[],"qubits":[1,0],"group":2,"groups":[1,2],"ply":2},
    {"measure":0,"clbit":0,"group":0},
    {"measure":1,"clbit":1,"group":0}
  ],
  "statistics": {
    "gates": 2,
    "two_qubit_gates": 1,
    "three_qubit_gates": 0,
    "depth": 3,
    "measurements": 2
  },
  "fold": [
    {"name":"b4","clbits":[0],"flipped":false},
    {"name":"d4","clbits":[1],"flipped":false}
  ],
  "probabilities": {
    "01": 0.5,
    "10": 0.30000000000000004
  }
}
"#
        );
    }

    #[test]
    fn whoever_reads_it_can_fold_and_build_the_circuit_again() {
        let circuit = circuit();
        let clbits = vec![Clbit(0), Clbit(1)];
        let parity = Parity::new(clbits, true);
        let asked = PostProcessing::new(vec![parity]);
        let program = AnnotatedCircuit {
            post_processing: Some(&asked),
            ..AnnotatedCircuit::new(&circuit)
        };
        let text = json(&program, None);
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            value["fold"],
            json!([{ "name": null, "clbits": [0, 1], "flipped": true }])
        );
        assert!(value.get("probabilities").is_none());
        let number = |value: &Value| u32::try_from(value.as_u64().unwrap()).unwrap();
        let mut built = Circuit::new(2, 2);
        for operation in value["operations"].as_array().unwrap() {
            if let Some(name) = operation["gate"].as_str() {
                let params: Vec<f64> = serde_json::from_value(operation["params"].clone()).unwrap();
                let qubits = operation["qubits"].as_array().unwrap().iter();
                let qubits: Vec<Qubit> = qubits.map(|q| Qubit(number(q))).collect();
                let gate = Gate::from_name(name, &params).unwrap();
                let several = operation["groups"].as_array().into_iter().flatten();
                let groups = several.map(|group| Groups::from(number(group)));
                let last = Groups::from(number(&operation["group"]));
                built
                    .push_in(groups.fold(last, Groups::union), gate, &qubits)
                    .unwrap();
            } else {
                let (qubit, clbit) = (&operation["measure"], &operation["clbit"]);
                built
                    .measure(Qubit(number(qubit)), Clbit(number(clbit)))
                    .unwrap();
            }
        }
        assert_eq!(built, circuit);
    }

    #[test]
    fn lists_without_items_stay_on_their_line() {
        let text = json(&AnnotatedCircuit::new(&Circuit::new(0, 0)), None);
        assert!(text.contains("\"operations\": [],\n") && text.contains("\"fold\": []\n}"));
    }
}
