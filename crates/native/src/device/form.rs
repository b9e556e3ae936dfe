//! JSON descriptions of devices: the compact format and IBM's.

use cheqqers_circuit::Qubit;
use serde::Deserialize;
use serde_json::Value;

use super::{Basis, Device, Edge, PhysicalQubit};
use crate::error::DeviceError;

/// Gates of lowered circuits in each basis.
const NEEDED: [(Basis, &[&str]); 2] = [
    (Basis::Heron, &["cz", "rz", "sx", "x"]),
    (Basis::Prx, &["cz", "prx"]),
];

/// Compact format; `README.md` of this crate describes its columns.
#[derive(Deserialize)]
struct Compact {
    name: String,
    calibrated: Option<String>,
    basis: Vec<String>,
    qubits: Vec<[Option<f64>; 7]>,
    edges: Vec<(u32, u32, Option<f64>, Option<f64>)>,
}

/// Required part of IBM's `configuration`.
#[derive(Deserialize)]
struct Configuration {
    backend_name: String,
    n_qubits: usize,
    basis_gates: Vec<String>,
    #[serde(default)]
    gates: Vec<GateOfConfiguration>,
    #[serde(default)]
    coupling_map: Option<Vec<[u32; 2]>>,
}

#[derive(Deserialize)]
struct GateOfConfiguration {
    name: String,
    #[serde(default)]
    coupling_map: Option<Vec<Vec<u32>>>,
}

/// Required part of IBM's `properties`.
#[derive(Deserialize)]
struct Properties {
    last_update_date: Option<String>,
    qubits: Vec<Vec<Parameter>>,
    gates: Vec<GateOfProperties>,
}

#[derive(Deserialize)]
struct GateOfProperties {
    gate: String,
    qubits: Vec<u32>,
    parameters: Vec<Parameter>,
}

#[derive(Deserialize)]
struct Parameter {
    name: String,
    #[serde(default)]
    unit: String,
    value: Option<f64>,
}

impl Device {
    /// Reads a description: the compact format, or an object with IBM's `configuration` and
    /// `properties`.
    ///
    /// # Errors
    /// Returns an error if it has neither format, or as [`Self::from_ibm`].
    pub fn from_json(text: &str) -> Result<Self, DeviceError> {
        let value: Value = serde_json::from_str(text)?;
        if let (Some(configuration), Some(properties)) =
            (value.get("configuration"), value.get("properties"))
        {
            return Self::from_ibm(configuration, properties);
        }
        let compact: Compact = serde_json::from_value(value)?;
        let basis = basis(&compact.name, &compact.basis)?;
        let qubits = compact.qubits.iter().map(|row| {
            let [
                t1,
                t2,
                wrong_one,
                wrong_zero,
                readout_length,
                sx_error,
                sx_length,
            ] = *row;
            PhysicalQubit {
                t1,
                t2,
                readout: [wrong_one.unwrap_or(0.5), wrong_zero.unwrap_or(0.5)],
                readout_length: readout_length.unwrap_or(0.0),
                sx_error: sx_error.unwrap_or(1.0),
                sx_length: sx_length.unwrap_or(0.0),
            }
        });
        let edges = compact.edges.iter().map(|&(a, b, error, length)| Edge {
            qubits: [Qubit(a), Qubit(b)],
            error: error.unwrap_or(1.0),
            length: length.unwrap_or(0.0),
        });
        let device = Self::new(compact.name, qubits.collect(), edges)?;
        Ok(Self {
            basis,
            calibrated: compact.calibrated,
            ..device
        })
    }

    /// Reads the `configuration` and `properties` of a device from IBM's service.
    ///
    /// Edges are the pairs in the `coupling_map` of `cz`, or of the device if the gate has none,
    /// with a known error below 1. Missing properties of a qubit are treated as in
    /// [`PhysicalQubit`]. A readout error given as one number applies to both bits.
    ///
    /// # Errors
    /// Returns an error if a field is missing, the gates are not those of a Heron processor, or a
    /// number is out of range.
    pub fn from_ibm(configuration: &Value, properties: &Value) -> Result<Self, DeviceError> {
        let configuration = Configuration::deserialize(configuration)?;
        let properties = Properties::deserialize(properties)?;
        let name = configuration.backend_name.clone();
        let basis = basis(&name, &configuration.basis_gates)?;
        let mut qubits: Vec<PhysicalQubit> = (0..configuration.n_qubits)
            .map(|k| readout(properties.qubits.get(k).map_or(&[], Vec::as_slice)))
            .collect();
        for gate in properties.gates.iter().filter(|gate| gate.gate == "sx") {
            let index = gate.qubits.first().map(|&index| index as usize);
            if let Some(qubit) = index.and_then(|index| qubits.get_mut(index)) {
                qubit.sx_error = value(&gate.parameters, "gate_error", "").unwrap_or(1.0);
                qubit.sx_length = value(&gate.parameters, "gate_length", "ns").unwrap_or(0.0);
            }
        }
        let pairs = configuration.pairs();
        let gates = properties.gates.iter().filter(|gate| gate.gate == "cz");
        let edges = gates.filter_map(|gate| {
            let &[a, b] = gate.qubits.as_slice() else {
                return None;
            };
            let is_joined = pairs.contains(&[a, b]) || pairs.contains(&[b, a]);
            is_joined.then(|| Edge {
                qubits: [Qubit(a), Qubit(b)],
                error: value(&gate.parameters, "gate_error", "").unwrap_or(1.0),
                length: value(&gate.parameters, "gate_length", "ns").unwrap_or(0.0),
            })
        });
        let device = Self::new(name, qubits, edges)?;
        Ok(Self {
            basis,
            calibrated: properties.last_update_date,
            ..device
        })
    }
}

impl Configuration {
    /// Pairs with a `cz`.
    fn pairs(&self) -> Vec<[u32; 2]> {
        let gate = self.gates.iter().find(|gate| gate.name == "cz");
        match gate.and_then(|gate| gate.coupling_map.as_ref()) {
            Some(map) => {
                let pairs = map.iter().filter_map(|pair| pair[..].try_into().ok());
                pairs.collect()
            }
            None => self.coupling_map.clone().unwrap_or_default(),
        }
    }
}

fn readout(parameters: &[Parameter]) -> PhysicalQubit {
    let both = value(parameters, "readout_error", "");
    let wrong = |name| value(parameters, name, "").or(both).unwrap_or(0.5);
    PhysicalQubit {
        t1: value(parameters, "T1", "us"),
        t2: value(parameters, "T2", "us"),
        readout: [wrong("prob_meas1_prep0"), wrong("prob_meas0_prep1")],
        readout_length: value(parameters, "readout_length", "ns").unwrap_or(0.0),
        sx_error: 1.0,
        sx_length: 0.0,
    }
}

/// Value of a parameter in a unit; `None` if it is missing or in a unit of another kind.
fn value(parameters: &[Parameter], name: &str, unit: &str) -> Option<f64> {
    let parameter = parameters.iter().find(|parameter| parameter.name == name)?;
    let value = parameter.value?;
    if parameter.unit == unit {
        return Some(value);
    }
    Some(value * seconds(&parameter.unit)? / seconds(unit)?)
}

fn seconds(unit: &str) -> Option<f64> {
    Some(match unit {
        "s" => 1.0,
        "ms" => 1e-3,
        "us" | "µs" => 1e-6,
        "ns" => 1e-9,
        _ => return None,
    })
}

fn basis(device: &str, gates: &[String]) -> Result<Basis, DeviceError> {
    let has = |needed: &&str| gates.iter().any(|gate| gate == needed);
    let mut known = NEEDED.iter();
    let found = known.find(|(_, needed)| needed.iter().all(has));
    let (basis, _) = found.ok_or_else(|| DeviceError::UnsupportedBasis {
        device: device.into(),
        gates: gates.to_vec(),
    })?;
    Ok(*basis)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn configuration() -> Value {
        json!({
            "backend_name": "ibm_example",
            "n_qubits": 4,
            "basis_gates": ["cz", "id", "rz", "sx", "x"],
            "gates": [{"name": "cz", "coupling_map": [[0, 1], [1, 0], [1, 2], [2, 3]]}, {"name": "reset"}],
        })
    }

    fn properties() -> Value {
        let error = |value| json!({"name": "gate_error", "unit": "", "value": value});
        json!({
            "last_update_date": "2026-02-25T21:04:34-05:00",
            "qubits": [
                [
                    {"name": "T1", "unit": "ms", "value": 0.2},
                    {"name": "prob_meas0_prep1", "unit": "", "value": 0.02},
                    {"name": "prob_meas1_prep0", "unit": "", "value": 0.01},
                    {"name": "readout_length", "unit": "us", "value": 1.5},
                ],
                [{"name": "readout_error", "unit": "", "value": 0.03}],
            ],
            "gates": [
                {"gate": "sx", "qubits": [0], "parameters": [error(0.001)]},
                {"gate": "cz", "qubits": [1, 0], "parameters": [error(0.005)]},
                {"gate": "cz", "qubits": [1, 2], "parameters": [error(1.0)]},
                {"gate": "cz", "qubits": [2, 3], "parameters": []},
                {"gate": "cz", "qubits": [0, 3], "parameters": [error(0.005)]},
            ],
        })
    }

    #[test]
    fn what_ibm_tells_is_read_with_its_gaps() {
        let device = Device::from_ibm(&configuration(), &properties()).unwrap();
        assert_eq!(device.name(), "ibm_example");
        assert_eq!(device.calibrated(), Some("2026-02-25T21:04:34-05:00"));
        let edges: Vec<[Qubit; 2]> = device.edges().map(|edge| edge.qubits).collect();
        assert_eq!(edges, [[Qubit(0), Qubit(1)]]);
        let [first, second, third, _] = device.qubits() else {
            panic!("four qubits");
        };
        assert!((first.t1.unwrap() - 200.0).abs() < 1e-9);
        assert!((first.readout_length - 1500.0).abs() < 1e-9);
        for (qubit, expected) in [(first, 0.015), (second, 0.03), (third, 0.5)] {
            assert!((qubit.readout_error() - expected).abs() < 1e-15);
        }
        assert!(first.readout[0] < first.readout[1]);
        assert_eq!((second.t1, third.t1), (None, None));
        assert!(first.sx_error < 0.5 && second.sx_error > 0.5);
    }

    #[test]
    fn both_in_one_object_are_a_description_too() {
        let both = json!({"configuration": configuration(), "properties": properties()});
        let device = Device::from_json(&both.to_string()).unwrap();
        let apart = Device::from_ibm(&configuration(), &properties()).unwrap();
        assert_eq!(device, apart);
    }

    #[test]
    fn other_gates_are_refused_by_name() {
        let mut other = configuration();
        other["basis_gates"] = json!(["ecr", "id", "rz", "sx", "x"]);
        let error = Device::from_ibm(&other, &properties()).unwrap_err();
        assert!(error.to_string().contains("\"ecr\""), "{error}");
    }

    #[test]
    fn a_basis_is_known_by_its_gates() {
        for (gates, expected) in [
            (&["prx", "cz"][..], Basis::Prx),
            (&["x", "sx", "rz", "cz", "prx"], Basis::Heron),
        ] {
            let text = json!({"name": "two", "basis": gates, "qubits": [], "edges": []});
            let device = Device::from_json(&text.to_string()).unwrap();
            assert_eq!(device.basis(), expected);
        }
    }

    #[test]
    fn what_is_no_description_is_refused() {
        assert!(matches!(Device::from_json("{"), Err(DeviceError::Json(_))));
        assert!(matches!(Device::from_json("{}"), Err(DeviceError::Json(_))));
    }
}
