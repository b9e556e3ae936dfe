use serde::{Deserialize, Serialize};

use crate::UsedCalibration;

/// Origin of shots that a service took: enough to find the job there again and to check what was
/// made of its response.
///
/// Serialised with the names that records and journals have had from the start.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Provenance {
    /// Service that ran the job.
    pub service: String,
    /// Device of the service.
    pub device: String,
    /// Job id at the service; `None` until the service has given one.
    pub job: Option<String>,
    /// Idempotency key of the job, which the service was given with it.
    #[serde(rename = "marker")]
    pub key: String,
    /// Number of shots requested.
    #[serde(rename = "asked", alias = "shots")]
    pub shots: usize,
    /// Form of the response; `None` until there is one.
    pub answer: Option<ResponseForm>,
    /// Time of the device's calibration, in the service's own words.
    pub calibrated: Option<String>,
    /// Probability of a shot without fault by the calibration, in 0..=1.
    pub predicted: Option<f64>,
    /// Qubit of the device that each clbit is measured from, where it was placed here.
    pub placement: Vec<u32>,
    /// Calibration by which it was placed here; `None` where it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibration: Option<UsedCalibration>,
    /// Program of the job as it was sent: OpenQASM, or JSON where the service takes that (IQM, AQT).
    #[serde(rename = "program")]
    pub qasm: String,
    /// SHA-256 of [`Self::qasm`], in hexadecimal digits.
    #[serde(rename = "program_sha256")]
    pub qasm_sha256: String,
    /// Response of the service, word for word; empty until there is one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub raw: String,
}

/// Form in which a service returned shots.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResponseForm {
    /// Every shot, in the order taken.
    Shots,
    /// Number of shots with each bitstring. Their order was drawn here, from a seed that was fixed
    /// before the job was sent.
    Counts,
    /// Probability of each bitstring. The shots were drawn here, from a seed that was fixed before
    /// the job was sent.
    Probabilities,
}
