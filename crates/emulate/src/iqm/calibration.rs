//! Calibration of the computer: observations with names such as `metrics.rb.prx.drag_crf.QB1.fidelity`,
//! in SI units.

use std::sync::Arc;

use axum::extract::{Path, State};
use serde_json::{Value, json};

use super::device::CHIP;
use super::error::Reply;
use super::state::Iqm;
use crate::clock::Moment;
use crate::reply;

/// The one implementation of each gate.
pub(super) const IMPLEMENTATIONS: [(&str, &str); 3] =
    [("prx", "drag_crf"), ("cz", "crf"), ("measure", "constant")];

/// Name and value of an observation, and its unit.
type Observation = (String, f64, &'static str);

pub(super) async fn architecture(
    State(iqm): State<Arc<Iqm>>,
    Path((qc, set)): Path<(String, String)>,
) -> Reply {
    iqm.check(&qc)?;
    iqm.check_set(&set)?;
    let names: Vec<String> = (0..iqm.device.num_qubits()).map(Iqm::name).collect();
    let single: Vec<[&String; 1]> = names.iter().map(|name| [name]).collect();
    let pairs = iqm.device.edges();
    let pairs = pairs.map(|edge| edge.qubits.map(|qubit| Iqm::name(qubit.index())));
    let pairs = json!(pairs.collect::<Vec<_>>());
    let gates = IMPLEMENTATIONS.map(|(gate, implementation)| {
        let loci = if gate == "cz" {
            pairs.clone()
        } else {
            json!(single)
        };
        let info = json!({
            "implementations": {implementation: {"loci": loci}},
            "default_implementation": implementation,
            "override_default_implementation": {},
        });
        (gate.to_owned(), info)
    });
    Ok(reply::ok(&json!({
        "calibration_set_id": iqm.calibration,
        "qubits": names,
        "computational_resonators": [],
        "gates": Value::Object(gates.into_iter().collect()),
    })))
}

/// Times: T1, T2 and durations of gates.
pub(super) async fn set(
    State(iqm): State<Arc<Iqm>>,
    Path((qc, set)): Path<(String, String)>,
) -> Reply {
    iqm.check(&qc)?;
    iqm.check_set(&set)?;
    let mut found: Vec<Observation> = Vec::new();
    let [(_, prx), (_, cz), _] = IMPLEMENTATIONS;
    for (index, qubit) in iqm.device.qubits().iter().enumerate() {
        let name = Iqm::name(index);
        for (what, time) in [("t1_time", qubit.t1), ("t2_time", qubit.t2)] {
            let field = format!("characterization.model.{name}.{what}");
            found.extend(time.map(|time| (field, time * 1e-6, "s")));
        }
        let field = format!("gates.prx.{prx}.{name}.duration");
        found.push((field, qubit.sx_length * 1e-9, "s"));
    }
    for edge in iqm.device.edges() {
        let [a, b] = edge.qubits.map(|qubit| Iqm::name(qubit.index()));
        let field = format!("gates.cz.{cz}.{a}__{b}.duration");
        found.push((field, edge.length * 1e-9, "s"));
    }
    Ok(reply::ok(&observation_set(&iqm, "calibration-set", &found)))
}

/// Errors: fidelities of gates and errors of readout.
pub(super) async fn metrics(
    State(iqm): State<Arc<Iqm>>,
    Path((qc, set)): Path<(String, String)>,
) -> Reply {
    iqm.check(&qc)?;
    iqm.check_set(&set)?;
    let mut found: Vec<Observation> = Vec::new();
    let [(_, prx), (_, cz), (_, measure)] = IMPLEMENTATIONS;
    for (index, qubit) in iqm.device.qubits().iter().enumerate() {
        let name = Iqm::name(index);
        let field = format!("metrics.rb.prx.{prx}.{name}.fidelity:par=d1");
        found.push((field, 1.0 - qubit.sx_error, ""));
        let [one_given_zero, zero_given_one] = qubit.readout;
        for (what, value) in [
            ("error_0_to_1", one_given_zero),
            ("error_1_to_0", zero_given_one),
            ("fidelity", 1.0 - qubit.readout_error()),
        ] {
            let field = format!("metrics.ssro.measure.{measure}.{name}.{what}");
            found.push((field, value, ""));
        }
    }
    for edge in iqm.device.edges() {
        let [a, b] = edge.qubits.map(|qubit| Iqm::name(qubit.index()));
        let field = format!("metrics.irb.cz.{cz}.{a}__{b}.fidelity:par=d2");
        found.push((field, 1.0 - edge.error, ""));
    }
    Ok(reply::ok(&observation_set(
        &iqm,
        "quality-metric-set",
        &found,
    )))
}

fn observation_set(iqm: &Iqm, kind: &str, observations: &[Observation]) -> Value {
    // The computer was calibrated when the server started.
    let time = iqm.shared.clock.text(Moment::ZERO);
    let observations = (1..).zip(observations);
    let observations = observations.map(|(id, (field, value, unit))| {
        json!({
            "observation_id": id,
            "dut_field": field,
            "value": value,
            "unit": unit,
            "uncertainty": null,
            "invalid": false,
            "created_timestamp": time,
            "modified_timestamp": time,
        })
    });
    json!({
        "observation_set_id": iqm.calibration,
        "observation_set_type": kind,
        "describes_id": iqm.calibration,
        "invalid": false,
        "dut_label": CHIP,
        "created_timestamp": time,
        "end_timestamp": time,
        "observations": observations.collect::<Vec<_>>(),
    })
}
