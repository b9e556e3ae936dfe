//! A computer as it is calibrated: its qubits, couplers and errors.

use std::collections::BTreeMap;

use cheqqers_circuit::Qubit;
use cheqqers_native::{Basis, Device, Edge, PhysicalQubit};

use super::shapes::{Architecture, Gate, ObservationSet};
use crate::error::RemoteError;

/// Errors that are taken for those of every qubit and pair of a computer that tells none: of the
/// order of those of IQM's machines with 20 qubits.
const NOMINAL: [f64; 3] = [1e-3, 1e-2, 2.5e-2];

const SECOND_IN_MICROSECONDS: f64 = 1e6;
const SECOND_IN_NANOSECONDS: f64 = 1e9;

/// Remarks on the quality that a computer tells.
pub(super) fn notes(metrics: &ObservationSet) -> Vec<String> {
    let mut notes = vec![
        "the service has no list of jobs: if a submit is not answered, you must look for the job there yourself".into(),
        "no heralding and no dynamical decoupling are asked for".into(),
    ];
    if metrics.is_empty() {
        notes.push(
            "no errors are told, so all qubits are taken to be alike and predictions are guesses"
                .into(),
        );
    }
    notes
}

/// Numbers of a calibration set, by name.
struct Values<'a> {
    metrics: BTreeMap<&'a str, f64>,
    times: BTreeMap<&'a str, f64>,
}

impl Values<'_> {
    /// A value of either set: times of qubits are in both.
    fn value(&self, name: &str) -> Option<f64> {
        let value = self.times.get(name).or_else(|| self.metrics.get(name));
        value.copied().filter(|value| value.is_finite())
    }

    /// An error in 0..=1; the worst, or the nominal one where no errors are told.
    fn error(&self, told: Option<f64>, worst: f64, nominal: f64) -> f64 {
        if self.metrics.is_empty() {
            return nominal;
        }
        told.map_or(worst, |error| error.clamp(0.0, 1.0))
    }

    fn infidelity(&self, name: &str) -> Option<f64> {
        self.value(name).map(|fidelity| 1.0 - fidelity)
    }

    fn duration(&self, gate: &str, implementation: &str, locus: &str) -> f64 {
        let name = format!("gates.{gate}.{implementation}.{locus}.duration");
        let seconds = self.value(&name).filter(|&seconds| seconds >= 0.0);
        seconds.unwrap_or(0.0) * SECOND_IN_NANOSECONDS
    }
}

/// The device with qubits numbered as the architecture lists them.
///
/// # Errors
/// [`RemoteError::Unsuitable`] if the qubits have no `cz` with each other, as in computers whose qubits
/// meet in a resonator.
pub(super) fn native(
    name: &str,
    architecture: &Architecture,
    metrics: &ObservationSet,
    times: &ObservationSet,
) -> Result<Device, RemoteError> {
    let unsuitable = |text: String| RemoteError::unsuitable(name, text);
    let gate = |gate: &str| {
        let found = architecture.gates.get(gate);
        found.ok_or_else(|| unsuitable(format!("it has no calibrated {gate}")))
    };
    let values = Values {
        metrics: metrics.values(),
        times: times.values(),
    };
    let (prx, cz, measure) = (gate("prx")?, gate("cz")?, gate("measure")?);
    let qubits = architecture.qubits.iter();
    let qubits = qubits.map(|qubit| physical(qubit, prx, measure, &values));
    let edges: Vec<Edge> = cz
        .loci()
        .filter_map(|locus| edge(locus, architecture, cz, &values))
        .collect();
    if edges.is_empty() {
        return Err(unsuitable(
            "its qubits have no cz with each other; computers with a central resonator are not served"
                .into(),
        ));
    }
    let device = Device::new(name, qubits.collect(), edges);
    let device = device.map_err(|error| unsuitable(error.to_string()))?;
    Ok(device.with_basis(Basis::Prx))
}

fn physical(qubit: &String, prx: &Gate, measure: &Gate, values: &Values<'_>) -> PhysicalQubit {
    let [nominal, _, nominal_readout] = NOMINAL;
    let locus = std::slice::from_ref(qubit);
    let is_calibrated = |gate: &Gate| gate.loci().any(|known| known.contains(qubit));
    let (rotation, readout) = (prx.implementation(locus), measure.implementation(locus));
    let prx_error = values.infidelity(&format!("metrics.rb.prx.{rotation}.{qubit}.fidelity"));
    let of_readout = |what| format!("metrics.ssro.measure.{readout}.{qubit}.{what}");
    let both = values.infidelity(&of_readout("fidelity"));
    let readout = ["error_0_to_1", "error_1_to_0"].map(|what| {
        if !is_calibrated(measure) {
            return 0.5;
        }
        let told = values.value(&of_readout(what)).or(both);
        values.error(told, 0.5, nominal_readout)
    });
    let time = |what| {
        let time = values.value(&format!("characterization.model.{qubit}.{what}"));
        let time = time.filter(|&time| time > 0.0);
        time.map(|seconds| seconds * SECOND_IN_MICROSECONDS)
    };
    PhysicalQubit {
        t1: time("t1_time"),
        t2: time("t2_time"),
        readout,
        readout_length: 0.0,
        sx_error: if is_calibrated(prx) {
            values.error(prx_error, 1.0, nominal)
        } else {
            1.0
        },
        sx_length: values.duration("prx", rotation, qubit),
    }
}

/// The pair of a locus; `None` if it is no pair of qubits.
fn edge(
    locus: &[String],
    architecture: &Architecture,
    cz: &Gate,
    values: &Values<'_>,
) -> Option<Edge> {
    let [_, nominal, _] = NOMINAL;
    let [a, b] = locus else { return None };
    let index = |name: &String| {
        let index = architecture.qubits.iter().position(|known| known == name);
        index.map(Qubit::from_index)
    };
    let qubits = [index(a)?, index(b)?];
    let implementation = cz.implementation(locus);
    let name = format!("{a}__{b}");
    let error = values.infidelity(&format!("metrics.irb.cz.{implementation}.{name}.fidelity"));
    Some(Edge {
        qubits,
        error: values.error(error, 1.0, nominal),
        length: values.duration("cz", implementation, &name),
    })
}
