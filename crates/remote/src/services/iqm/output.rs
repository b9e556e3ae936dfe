//! Results: a list with an entry for each circuit, of which ours have one.

use std::collections::BTreeMap;

use cheqqers_circuit::{Bitstring, counted};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::program::KEY;
use crate::error::RemoteError;
use crate::http::Reply;
use crate::service::JobOutput;

/// Shots of each measurement, by its key.
type Measurements = BTreeMap<String, Vec<Vec<u8>>>;

#[derive(Deserialize)]
struct Counts {
    measurement_keys: Vec<String>,
    counts: BTreeMap<String, u64>,
}

/// Reads the artifact `measurements`; bits are in the order of the locus, which is that of clbits.
///
/// # Errors
/// [`RemoteError::Protocol`] when it is of another shape or program.
pub(super) fn shots(reply: &Reply, num_clbits: usize) -> Result<JobOutput, RemoteError> {
    let measurements: Measurements = only(reply)?;
    let shots = match measurements.into_iter().collect::<Vec<_>>().pop() {
        Some((key, shots)) if key == KEY => shots,
        _ => return Err(reply.protocol_error(format!("no measurement {KEY:?}"))),
    };
    let bits = |shot: Vec<u8>| {
        if shot.len() != num_clbits || shot.iter().any(|&bit| bit > 1) {
            return Err(
                reply.protocol_error(format!("{shot:?} for {}", counted(num_clbits, "bit")))
            );
        }
        Ok(shot.iter().map(|&bit| bit == 1).collect())
    };
    let shots = shots.into_iter().map(bits);
    Ok(JobOutput::Shots(shots.collect::<Result<_, _>>()?))
}

/// Reads the artifact `measurement_counts`.
///
/// # Errors
/// [`RemoteError::Protocol`] when it is of another shape or program.
pub(super) fn counts(reply: &Reply, num_clbits: usize) -> Result<JobOutput, RemoteError> {
    let found: Counts = only(reply)?;
    if found.measurement_keys != [KEY] {
        let what = format!("measurements {:?}, not {KEY:?}", found.measurement_keys);
        return Err(reply.protocol_error(what));
    }
    let counts = found.counts.into_iter().map(|(text, count)| {
        let bits = text.parse::<Bitstring>().ok();
        let bits = bits.filter(|bits| bits.len() == num_clbits);
        let wrong = || reply.protocol_error(format!("{text:?} for {}", counted(num_clbits, "bit")));
        Ok((bits.ok_or_else(wrong)?, count))
    });
    Ok(JobOutput::Counts(counts.collect::<Result<_, _>>()?))
}

/// The entry of the one circuit.
fn only<T: DeserializeOwned>(reply: &Reply) -> Result<T, RemoteError> {
    let mut all: Vec<T> = reply.json()?;
    match (all.pop(), all.len()) {
        (Some(only), 0) => Ok(only),
        _ => Err(reply.protocol_error("results of another number of circuits than one")),
    }
}
