//! Results of jobs.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, State};
use cheqqers_circuit::Bitstring;
use serde_json::{Map, Value, json};

use super::error::{IonqError, Reply};
use super::state::{ALL, Ionq, Job};
use crate::fault::JobFault;
use crate::jobs::Phase;
use crate::output::ProgramOutput;
use crate::program::Register;
use crate::reply;

/// Format of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    Shots,
    Histogram,
    Probabilities,
}

impl Format {
    /// Formats of a job's results: the ideal simulator takes no shots.
    pub(super) fn of(ionq: &Ionq, job: &Job) -> Vec<Self> {
        let faults = &ionq.shared.faults;
        if job.details.is_ideal || faults.has(JobFault::Probabilities) {
            vec![Self::Probabilities]
        } else if faults.has(JobFault::Counts) {
            vec![Self::Histogram, Self::Probabilities]
        } else {
            vec![Self::Shots, Self::Histogram, Self::Probabilities]
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Shots => "shots",
            Self::Histogram => "histogram",
            Self::Probabilities => "probabilities",
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Shots => "ionq.result.shots.json.v2",
            Self::Histogram => "ionq.result.histogram.json.v2",
            Self::Probabilities => "ionq.result.probabilities.json.v2",
        }
    }

    /// Id of the artifact.
    fn id(self, job: &Job) -> String {
        format!("{}-{}", self.word(), job.id)
    }

    pub(super) fn descriptor(self, job: &Job) -> Value {
        let media_type = "application/json";
        json!({"id": self.id(job), "format": self.name(), "media_type": media_type})
    }

    fn content(self, measured: &ProgramOutput) -> Value {
        match self {
            Self::Shots => {
                let shots = measured.shots.iter().map(|&bits| {
                    let registers = measured.registers.iter().map(|register| {
                        let bits = register.bits.iter().map(|&place| u8::from(bits.bit(place)));
                        (register.name.clone(), bits.collect::<Value>())
                    });
                    json!({"registers": registers.collect::<Map<_, _>>()})
                });
                json!({"shots": shots.collect::<Value>()})
            }
            Self::Histogram => {
                let counts = by_register(measured, |register| {
                    let counts = measured
                        .shots
                        .iter()
                        .map(|&bits| (text(bits, register), 1u64));
                    sums(counts)
                });
                json!({"histogram": {"registers": counts}})
            }
            Self::Probabilities => {
                let probabilities =
                    by_register(measured, |register| probabilities_of(measured, register));
                json!({"probabilities": {"registers": probabilities}})
            }
        }
    }
}

fn by_register<V: Into<Value>>(
    measured: &ProgramOutput,
    of: impl Fn(&Register) -> BTreeMap<String, V>,
) -> Map<String, Value> {
    let registers = measured.registers.iter().map(|register| {
        let values = of(register).into_iter();
        let values = values.map(|(key, value)| (key, value.into()));
        (register.name.clone(), Value::Object(values.collect()))
    });
    registers.collect()
}

/// Bits of a register, bit 0 first.
fn text(bits: Bitstring, register: &Register) -> String {
    let bits = register.bits.iter().map(|&place| bits.bit(place));
    bits.map(|bit| if bit { '1' } else { '0' }).collect()
}

fn sums<K: Ord, V: std::ops::AddAssign + Default>(
    parts: impl Iterator<Item = (K, V)>,
) -> BTreeMap<K, V> {
    let mut sums = BTreeMap::new();
    for (key, part) in parts {
        *sums.entry(key).or_default() += part;
    }
    sums
}

/// Exact probabilities where they are known, else relative frequencies.
fn probabilities_of(measured: &ProgramOutput, register: &Register) -> BTreeMap<String, f64> {
    if let Some(exact) = &measured.probabilities {
        let parts = exact.iter();
        return sums(parts.map(|&(bits, probability)| (text(bits, register), probability)));
    }
    let share = 1.0 / measured.shots.len() as f64;
    sums(
        measured
            .shots
            .iter()
            .map(|&bits| (text(bits, register), share)),
    )
}

/// Output of a completed job.
async fn measured<'a>(ionq: &Ionq, job: &'a Arc<Job>) -> Option<&'a ProgramOutput> {
    let phase = job.phase(&ionq.shared).await;
    let measured = job.outputs()?.ok()?.first();
    measured.filter(|_| phase == Phase::Completed)
}

pub(super) async fn show(
    State(ionq): State<Arc<Ionq>>,
    Path((id, artifact)): Path<(String, String)>,
) -> Reply {
    let job = ionq.job(&id)?;
    let mut formats = Format::of(&ionq, &job).into_iter();
    let format = formats.find(|format| format.id(&job) == artifact);
    match (format, measured(&ionq, &job).await) {
        (Some(format), Some(measured)) => Ok(reply::ok(&format.content(measured))),
        _ => Err(IonqError::not_found("artifact")),
    }
}

/// Probabilities in the older format: keys are decimal numbers, qubit 0 the lowest bit.
pub(super) async fn probabilities(State(ionq): State<Arc<Ionq>>, Path(id): Path<String>) -> Reply {
    let job = ionq.job(&id)?;
    let Some(measured) = measured(&ionq, &job).await else {
        return Err(IonqError::not_found("result"));
    };
    let all = measured
        .registers
        .iter()
        .find(|register| register.name == ALL);
    let probabilities = all.map(|all| probabilities_of(measured, all));
    let decimal = probabilities
        .into_iter()
        .flatten()
        .map(|(text, probability)| {
            let bits = text.bytes().rev();
            let number = bits.fold(0u128, |number, bit| number << 1 | u128::from(bit == b'1'));
            (number.to_string(), Value::from(probability))
        });
    Ok(reply::ok(&Value::Object(decimal.collect())))
}
