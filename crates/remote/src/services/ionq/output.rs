//! The forms of results. In all of them bit 0 of a register stands first.

use std::collections::BTreeMap;

use cheqqers_backend::ResponseForm;
use cheqqers_circuit::Bitstring;
use serde::Deserialize;

use super::shapes::Job;
use crate::error::RemoteError;
use crate::http::Reply;
use crate::service::JobOutput;

/// The register of all qubits, which the service adds to those of the program.
const ALL: &str = "output_all";

/// A form that results come in, the most honest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::services) enum Format {
    Shots,
    Counts,
    Probabilities,
}

/// Values by the name of the register.
type Registers<T> = BTreeMap<String, T>;

#[derive(Deserialize)]
struct Artifact<T> {
    registers: Registers<T>,
}

#[derive(Deserialize)]
struct Shots {
    shots: Vec<Artifact<Vec<u8>>>,
}

#[derive(Deserialize)]
struct Counts {
    #[serde(rename = "histogram")]
    counts: Artifact<BTreeMap<String, u64>>,
}

#[derive(Deserialize)]
struct Probabilities {
    probabilities: Artifact<BTreeMap<String, f64>>,
}

impl Format {
    fn name(self) -> &'static str {
        match self {
            Self::Shots => "ionq.result.shots.json.v2",
            Self::Counts => "ionq.result.histogram.json.v2",
            Self::Probabilities => "ionq.result.probabilities.json.v2",
        }
    }

    /// The format of an answer of this form.
    pub(in crate::services) fn of(form: ResponseForm) -> Self {
        match form {
            ResponseForm::Shots => Self::Shots,
            ResponseForm::Counts => Self::Counts,
            ResponseForm::Probabilities => Self::Probabilities,
        }
    }

    /// The most honest form that a job's results have, and the artifact's name.
    pub(super) fn best(job: &Job) -> Option<(Self, &str)> {
        let all = [Self::Shots, Self::Counts, Self::Probabilities];
        all.into_iter()
            .find_map(|format| Some((format, job.artifact(format.name())?)))
    }

    /// The bits of the program's one register in an artifact of this form.
    ///
    /// # Errors
    /// [`RemoteError::Protocol`] when it is not of this form, or has other registers or bits.
    pub(in crate::services) fn read(
        self,
        reply: &Reply,
        num_clbits: usize,
    ) -> Result<JobOutput, RemoteError> {
        let wrong = |what: String| RemoteError::Protocol {
            what: format!("{what} in {}", reply.excerpt()),
            raw: None,
        };
        let read = match self {
            Self::Shots => {
                let shots = reply.json::<Shots>()?.shots.into_iter();
                let shots = shots.map(|shot| bits(&only(shot)?, num_clbits));
                shots.collect::<Result<_, _>>().map(JobOutput::Shots)
            }
            Self::Counts => {
                let counts = reply.json::<Counts>()?.counts;
                only(counts)
                    .and_then(|counts| keyed(counts, num_clbits))
                    .map(JobOutput::Counts)
            }
            Self::Probabilities => {
                let probabilities = reply.json::<Probabilities>()?.probabilities;
                only(probabilities)
                    .and_then(|probabilities| keyed(probabilities, num_clbits))
                    .map(JobOutput::Probabilities)
            }
        };
        read.map_err(wrong)
    }
}

/// The value of the program's register: our programs have one.
fn only<T>(artifact: Artifact<T>) -> Result<T, String> {
    let mut own = artifact
        .registers
        .into_iter()
        .filter(|(name, _)| name != ALL);
    match (own.next(), own.next()) {
        (Some((_, value)), None) => Ok(value),
        (None, _) => Err("no register of the program".into()),
        (Some((one, _)), Some((other, _))) => {
            Err(format!("registers {one} and {other}, where one was sent"))
        }
    }
}

fn bits(values: &[u8], num_clbits: usize) -> Result<Bitstring, String> {
    if values.len() != num_clbits || values.iter().any(|&value| value > 1) {
        return Err(format!("{values:?} for {num_clbits} bits"));
    }
    Ok(values.iter().map(|&value| value == 1).collect())
}

fn keyed<T>(values: BTreeMap<String, T>, num_clbits: usize) -> Result<Vec<(Bitstring, T)>, String> {
    let values = values.into_iter().map(|(key, value)| {
        let bits = key.parse::<Bitstring>().ok();
        let bits = bits.filter(|bits| bits.len() == num_clbits);
        let bits = bits.ok_or_else(|| format!("{key:?} for {num_clbits} bits"))?;
        Ok((bits, value))
    });
    values.collect()
}
