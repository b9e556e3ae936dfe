//! Capabilities of devices, in the schemas of `braket.device_schema`.

use std::collections::BTreeMap;

use cheqqers_backend::BRAKET_PRICES;
use serde_json::{Map, Value, json};

use super::create::SET;
use super::device::{Device, GARNET};

/// Gates that programs may use, as far as they are read here.
const OPERATIONS: &str = "ccnot cnot cphaseshift cswap cv cy cz ecr h i iswap phaseshift pswap rx ry rz s si \
    swap t ti v vi x xx xy y yy z zz";

/// Rows and columns of the lattice of [`GARNET`]; its qubits are numbered from 1.
const ROWS: usize = 4;
const COLUMNS: usize = 5;

fn header(name: &str) -> Value {
    json!({"name": format!("braket.{name}"), "version": "1"})
}

/// Capabilities of a device as one object. The execution window of a paused device is empty.
pub(super) fn of(device: &Device, is_paused: bool) -> Value {
    let schema = match device.provider {
        "IQM" => "device_schema.iqm.iqm_device_capabilities",
        "IonQ" => "device_schema.ionq.ionq_device_capabilities",
        _ => "device_schema.simulators.gate_model_simulator_device_capabilities",
    };
    let mut object = json!({
        "braketSchemaHeader": header(schema),
        "service": service(device, is_paused),
        "action": actions(device),
        "paradigm": paradigm(device),
        "deviceParameters": {},
    });
    if device.provider == "IonQ" {
        object["provider"] = json!({
            "braketSchemaHeader": header("device_schema.ionq.ionq_provider_properties"),
            "fidelity": {"1Q": {"mean": 0.9998}, "2Q": {"mean": 0.995}, "spam": {"mean": 0.995}},
            "timing": {
                "T1": 100.0, "T2": 1.0, "1Q": 1.3e-4, "2Q": 9.7e-4, "readout": 1.5e-4, "reset": 5e-5,
            },
        });
    }
    object
}

fn service(device: &Device, is_paused: bool) -> Value {
    let end = if is_paused { "00:00:00" } else { "23:59:59" };
    json!({
        "braketSchemaHeader": header("device_schema.device_service_properties"),
        "executionWindows": [{
            "executionDay": "Everyday", "windowStartHour": "00:00:00", "windowEndHour": end,
        }],
        "shotsRange": [device.shots.start(), device.shots.end()],
        // Nobody pays here; a client is to ask all the same before it uses a machine.
        "deviceCost": {"price": BRAKET_PRICES.shot(device.arn).unwrap_or(0.0), "unit": "shot"},
        "deviceDocumentation": {
            "imageUrl": null,
            "summary": "An emulated device",
            "externalDocumentationUrl": null,
        },
        "deviceLocation": device.region.unwrap_or("all regions"),
        "updatedAt": "2026-11-01T00:00:00+00:00",
    })
}

fn actions(device: &Device) -> Value {
    let mut actions = json!({"braket.ir.openqasm.program": action(device)});
    if let Some(set) = &device.set {
        actions[SET] = json!({
            "actionType": SET,
            "version": ["1"],
            "maximumExecutables": set.executables,
            "maximumTotalShots": set.shots.end(),
        });
        if *set.shots.start() > 1 {
            actions[SET]["minimumTotalShots"] = json!(set.shots.start());
        }
    }
    actions
}

fn action(device: &Device) -> Value {
    let is_simulator = device.is_simulator();
    json!({
        "actionType": "braket.ir.openqasm.program",
        "version": ["1"],
        "supportedOperations": OPERATIONS.split(' ').collect::<Value>(),
        "supportedModifiers": [],
        "supportedPragmas": [],
        "forbiddenPragmas": [],
        "maximumQubitArrays": 1,
        "maximumClassicalArrays": 1,
        "forbiddenArrayOperations": [],
        "requiresAllQubitsMeasurement": device.requires_all_measured,
        "supportPhysicalQubits": false,
        "requiresContiguousQubitIndices": is_simulator,
        "supportsPartialVerbatimBox": false,
        "supportsUnassignedMeasurements": true,
        "disabledQubitRewiringSupported": false,
        "supportedResultTypes": null,
    })
}

fn paradigm(device: &Device) -> Value {
    if device.is_simulator() {
        let schema = "device_schema.simulators.gate_model_simulator_paradigm_properties";
        return json!({"braketSchemaHeader": header(schema), "qubitCount": device.qubits});
    }
    let is_lattice = device.arn == GARNET.arn;
    let native = if is_lattice {
        ["cz", "prx"]
    } else {
        ["gpi2", "zz"]
    };
    json!({
        "braketSchemaHeader": header("device_schema.gate_model_qpu_paradigm_properties"),
        "qubitCount": device.qubits,
        "nativeGateSet": native,
        "connectivity": {
            "fullyConnected": !is_lattice,
            "connectivityGraph": if is_lattice { lattice() } else { Value::Object(Map::new()) },
        },
    })
}

/// Neighbours of every qubit.
fn lattice() -> Value {
    let name = |row: usize, column: usize| (row * COLUMNS + column + 1).to_string();
    let mut graph: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut join = |a: String, b: String| {
        graph.entry(a.clone()).or_default().push(b.clone());
        graph.entry(b).or_default().push(a);
    };
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            if column + 1 < COLUMNS {
                join(name(row, column), name(row, column + 1));
            }
            if row + 1 < ROWS {
                join(name(row, column), name(row + 1, column));
            }
        }
    }
    json!(graph)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lattice_has_as_many_qubits_as_its_device() {
        let lattice = lattice();
        let lattice = lattice.as_object().unwrap();
        assert_eq!(lattice.len(), GARNET.qubits);
        assert_eq!(lattice["1"], json!(["2", "6"]));
        assert_eq!(lattice["20"], json!(["15", "19"]));
        let ends: usize = lattice
            .values()
            .map(|ends| ends.as_array().unwrap().len())
            .sum();
        assert_eq!(ends, 2 * (ROWS * (COLUMNS - 1) + COLUMNS * (ROWS - 1)));
    }
}
