//! The forms of results. In all of them bit 0 of a register stands first.

use std::collections::BTreeMap;

use cheqqers_backend::ResponseForm;
use cheqqers_circuit::{Bitstring, counted};
use serde::Deserialize;

use super::shapes::Job;
use crate::error::RemoteError;
use crate::http::Reply;
use crate::service::JobOutput;

/// The register of all qubits, which the service adds to those of the program.
const ALL: &str = "output_all";

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

/// Name of the format of results in a form.
fn format(form: ResponseForm) -> &'static str {
    match form {
        ResponseForm::Shots => "ionq.result.shots.json.v2",
        ResponseForm::Counts => "ionq.result.histogram.json.v2",
        ResponseForm::Probabilities => "ionq.result.probabilities.json.v2",
    }
}

/// The most honest form that a job's results have, and the artifact's name.
pub(super) fn best(job: &Job) -> Option<(ResponseForm, &str)> {
    let all = [
        ResponseForm::Shots,
        ResponseForm::Counts,
        ResponseForm::Probabilities,
    ];
    all.into_iter()
        .find_map(|form| Some((form, job.artifact(format(form))?)))
}

/// The bits of the program's one register in an artifact of a form.
///
/// # Errors
/// [`RemoteError::Protocol`] when it is not of this form, or has other registers or bits.
pub(super) fn read(
    reply: &Reply,
    form: ResponseForm,
    num_clbits: usize,
) -> Result<JobOutput, RemoteError> {
    let read = match form {
        ResponseForm::Shots => {
            let shots = reply.json::<Shots>()?.shots.into_iter();
            let shots = shots.map(|shot| bits(&only(shot)?, num_clbits));
            shots.collect::<Result<_, _>>().map(JobOutput::Shots)
        }
        ResponseForm::Counts => {
            let counts = reply.json::<Counts>()?.counts;
            only(counts)
                .and_then(|counts| keyed(counts, num_clbits))
                .map(JobOutput::Counts)
        }
        ResponseForm::Probabilities => {
            let probabilities = reply.json::<Probabilities>()?.probabilities;
            only(probabilities)
                .and_then(|probabilities| keyed(probabilities, num_clbits))
                .map(JobOutput::Probabilities)
        }
    };
    read.map_err(|what: String| reply.protocol_error(what))
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
        return Err(format!("{values:?} for {}", counted(num_clbits, "bit")));
    }
    Ok(values.iter().map(|&value| value == 1).collect())
}

fn keyed<T>(values: BTreeMap<String, T>, num_clbits: usize) -> Result<Vec<(Bitstring, T)>, String> {
    let values = values.into_iter().map(|(key, value)| {
        let bits = key.parse::<Bitstring>().ok();
        let bits = bits.filter(|bits| bits.len() == num_clbits);
        let bits = bits.ok_or_else(|| format!("{key:?} for {}", counted(num_clbits, "bit")))?;
        Ok((bits, value))
    });
    values.collect()
}
