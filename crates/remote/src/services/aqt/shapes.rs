use std::collections::BTreeMap;

use serde::Deserialize;

#[derive(Deserialize, Debug)]
pub(super) struct Workspace {
    pub(super) id: String,
    pub(super) accepting_job_submissions: bool,
    pub(super) jobs_being_processed: bool,
    pub(super) resources: Vec<WorkspaceResource>,
}

#[derive(Deserialize, Debug)]
pub(super) struct WorkspaceResource {
    pub(super) id: String,
    #[serde(rename = "type")]
    pub(super) kind: String,
}

#[derive(Deserialize, Debug)]
pub(super) struct ResourceDetails {
    pub(super) status: String,
    pub(super) available_qubits: usize,
    pub(super) characterisation: Option<Characterisation>,
}

/// Quality of a resource; fidelities are in percent.
#[derive(Deserialize, Debug)]
pub(super) struct Characterisation {
    /// By the number of the qubit.
    pub(super) single_qubit_gate_fidelity: BTreeMap<String, MeasuredValue>,
    pub(super) mean_two_qubit_gate_fidelity: MeasuredValue,
    pub(super) spam_fidelity_lower_bound: f64,
    pub(super) t1_s: MeasuredValue,
    pub(super) t2_coherence_time_s: MeasuredValue,
    pub(super) readout_time_micros: f64,
    pub(super) single_qubit_gate_duration_micros: f64,
    pub(super) two_qubit_gate_duration_micros: f64,
    pub(super) updated_at: String,
}

/// A value, whose uncertainty is not read.
#[derive(Deserialize, Clone, Copy, Debug)]
pub(super) struct MeasuredValue {
    pub(super) value: f64,
}

#[derive(Deserialize, Debug)]
pub(super) struct JobReply {
    pub(super) job: JobMetadata,
    pub(super) response: JobProgress,
}

#[derive(Deserialize, Debug)]
pub(super) struct JobMetadata {
    pub(super) job_id: String,
}

#[derive(Deserialize, Debug)]
pub(super) struct JobProgress {
    pub(super) status: String,
    /// Cause of a failure.
    pub(super) message: Option<String>,
    /// Shots of each circuit, by its number.
    #[serde(rename = "result")]
    pub(super) shots: Option<BTreeMap<String, Vec<Vec<u8>>>>,
}
