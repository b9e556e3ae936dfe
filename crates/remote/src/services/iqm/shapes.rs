use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize, Debug)]
pub(super) struct Computers {
    pub(super) quantum_computers: Vec<Computer>,
}

#[derive(Deserialize, Debug)]
pub(super) struct Computer {
    pub(super) id: String,
    pub(super) alias: String,
}

impl Computer {
    pub(super) fn is_called(&self, name: &str) -> bool {
        self.alias == name || self.id == name
    }
}

#[derive(Deserialize, Debug)]
pub(super) struct Health {
    pub(super) healthy: bool,
}

#[derive(Deserialize, Debug)]
pub(super) struct Queue {
    pub(super) queue_length: u64,
}

#[derive(Deserialize, Debug)]
pub(super) struct Limits {
    max_executions_per_job: Option<usize>,
    max_shots_per_circuit: Option<usize>,
}

impl Limits {
    /// Most shots of a job of one circuit.
    pub(super) fn most_shots(&self) -> Option<usize> {
        let limits = [self.max_executions_per_job, self.max_shots_per_circuit];
        limits.into_iter().flatten().min().filter(|&most| most > 0)
    }
}

/// Gates that are calibrated, and where.
#[derive(Deserialize, Clone, Debug)]
pub(super) struct Architecture {
    pub(super) calibration_set_id: String,
    pub(super) qubits: Vec<String>,
    pub(super) gates: BTreeMap<String, Gate>,
}

#[derive(Deserialize, Clone, Debug)]
pub(super) struct Gate {
    implementations: BTreeMap<String, Implementation>,
    default_implementation: String,
    /// By the names of a locus, with commas in between.
    #[serde(default)]
    override_default_implementation: BTreeMap<String, String>,
}

#[derive(Deserialize, Clone, Debug)]
struct Implementation {
    loci: Vec<Vec<String>>,
}

impl Gate {
    /// Names of the qubits of every calibrated instance.
    pub(super) fn loci(&self) -> impl Iterator<Item = &[String]> {
        let implementations = self.implementations.values();
        implementations.flat_map(|implementation| implementation.loci.iter().map(Vec::as_slice))
    }

    /// Implementation that is used at a locus unless a circuit names another.
    pub(super) fn implementation(&self, locus: &[String]) -> &str {
        let overridden = self.override_default_implementation.get(&locus.join(","));
        overridden.unwrap_or(&self.default_implementation)
    }
}

/// Observations of a calibration set, or of its quality.
#[derive(Deserialize, Debug, Default)]
pub(super) struct ObservationSet {
    #[serde(default)]
    observations: Vec<Observation>,
    created_timestamp: Option<String>,
    end_timestamp: Option<String>,
}

#[derive(Deserialize, Debug)]
struct Observation {
    /// Name, with suffixes behind colons.
    dut_field: String,
    value: Value,
    #[serde(default)]
    invalid: bool,
}

impl ObservationSet {
    /// Time at which the set was complete.
    pub(super) fn time(&self) -> Option<&str> {
        let time = self.end_timestamp.as_ref();
        time.or(self.created_timestamp.as_ref()).map(String::as_str)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.observations.is_empty()
    }

    /// Numbers that are valid, by their names without suffixes. Of several the first counts, as for
    /// IQM's client.
    pub(super) fn values(&self) -> BTreeMap<&str, f64> {
        let valid = self.observations.iter().filter(|one| !one.invalid);
        let numbers = valid.filter_map(|one| {
            let name = one.dut_field.split(':').next()?;
            Some((name, one.value.as_f64()?))
        });
        let mut values = BTreeMap::new();
        for (name, value) in numbers {
            values.entry(name).or_insert(value);
        }
        values
    }
}

#[derive(Deserialize, Debug)]
pub(super) struct Job {
    pub(super) id: String,
    pub(super) status: String,
    pub(super) queue_position: Option<u64>,
    pub(super) errors: Option<Vec<JobError>>,
    /// Time that it ran, in milliseconds.
    pub(super) runtime_ms: Option<f64>,
}

#[derive(Deserialize, Debug)]
pub(super) struct JobError {
    #[serde(default)]
    pub(super) error_code: Option<String>,
    #[serde(default)]
    pub(super) message: String,
}
