//! From `results.json` to bits, clbit 0 first.

use std::collections::BTreeMap;

use cheqqers_circuit::Bitstring;
use cheqqers_program::read as read_program;
use serde::Deserialize;

use super::failure::failed;
use crate::entry::Entry;
use crate::error::RemoteError;
use crate::service::JobOutput;

/// Largest distance of a probability from a whole number of shots.
const TOLERANCE: f64 = 0.01;

/// `results.json` of a task, or the result of a program in a set, as far as it is read.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OutputFile {
    measurements: Option<Vec<Vec<i64>>>,
    measured_qubits: Option<Vec<u64>>,
    measurement_probabilities: Option<BTreeMap<String, f64>>,
    task_metadata: Option<Metadata>,
    /// In place of a result of a program in a set.
    failure_metadata: Option<ProgramFailure>,
}

/// `results.json` of a set of programs.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SetFile {
    program_results: Vec<ProgramOutputs>,
}

/// Results of a program, one for each set of inputs; ours have none.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProgramOutputs {
    executable_results: Vec<OutputFile>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProgramFailure {
    failure_reason: Option<String>,
    category: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Metadata {
    shots: Option<u64>,
}

/// The bits of a task, of each program of a set.
///
/// Each column is of a qubit, which the file names, and the program says to which clbit a qubit goes; so
/// neither the order of the columns nor qubits that were measured besides matter.
///
/// # Errors
/// [`RemoteError::Protocol`] when the file is not what it should be, and the error of a program that failed.
pub(super) fn read(raw: &str, entry: &Entry) -> Result<JobOutput, RemoteError> {
    let wrong = |error: serde_json::Error| protocol(&error.to_string(), raw);
    let programs = entry.programs();
    if !entry.is_of_several() {
        let found = serde_json::from_str(raw).map_err(wrong)?;
        return read_program_output(found, programs[0], raw);
    }
    let set: SetFile = serde_json::from_str(raw).map_err(wrong)?;
    if set.program_results.len() != programs.len() {
        return Err(protocol("not one result for each program", raw));
    }
    let one = |(results, program): (ProgramOutputs, (&str, usize))| {
        let [found] = <[OutputFile; 1]>::try_from(results.executable_results)
            .map_err(|_| protocol("not one result for a program without inputs", raw))?;
        if let Some(failure) = found.failure_metadata {
            let said = [failure.category, failure.failure_reason];
            let said: Vec<String> = said.into_iter().flatten().collect();
            return Err(failed(&said.join(": ")));
        }
        let shots = u64::try_from(entry.provenance.shots).ok();
        let task_metadata = Some(Metadata { shots });
        let found = OutputFile {
            task_metadata,
            ..found
        };
        read_program_output(found, program, raw)
    };
    let outputs = set.program_results.into_iter().zip(programs).map(one);
    Ok(JobOutput::Programs(outputs.collect::<Result<_, _>>()?))
}

/// The bits of a program with so many clbits that are read.
fn read_program_output(
    found: OutputFile,
    (program, num_clbits): (&str, usize),
    raw: &str,
) -> Result<JobOutput, RemoteError> {
    let qubits = found.measured_qubits.unwrap_or_default();
    let columns = columns(program, num_clbits, &qubits).map_err(|missing| {
        let what =
            format!("the program measures {missing}, which is not among the measured qubits");
        protocol(&what, raw)
    })?;
    if let Some(rows) = found.measurements.filter(|rows| !rows.is_empty()) {
        let shot = |row: &Vec<i64>| {
            let bits = row
                .iter()
                .map(|&bit| u8::try_from(bit).ok().filter(|&bit| bit < 2));
            let bits: Vec<bool> = bits.map(|bit| Some(bit? == 1)).collect::<Option<_>>()?;
            picked(&bits, &columns, qubits.len())
        };
        let shots: Option<Vec<Bitstring>> = rows.iter().map(shot).collect();
        let shots =
            shots.ok_or_else(|| protocol("a shot that is not one bit for each qubit", raw))?;
        return Ok(JobOutput::Shots(shots));
    }
    let Some(probabilities) = found.measurement_probabilities else {
        return Err(protocol("neither measurements nor probabilities", raw));
    };
    let pair = |(text, p): (String, f64)| {
        let bits: Bitstring = text.parse().ok()?;
        let bits: Vec<bool> = bits.iter().collect();
        Some((picked(&bits, &columns, qubits.len())?, p))
    };
    let pairs: Option<Vec<_>> = probabilities.into_iter().map(pair).collect();
    let pairs = pairs.ok_or_else(|| protocol("a key that is not one bit for each qubit", raw))?;
    let pairs = if columns.len() < qubits.len() {
        merged(pairs)
    } else {
        pairs
    };
    let shots = found.task_metadata.and_then(|metadata| metadata.shots);
    Ok(counts(&pairs, shots).map_or(JobOutput::Probabilities(pairs), JobOutput::Counts))
}

/// In which column each clbit is, or what has none. Clbits after these are not read.
fn columns(program: &str, num_clbits: usize, qubits: &[u64]) -> Result<Vec<usize>, String> {
    let read = read_program(program);
    let circuit = read.map_err(|error| error.to_string())?.circuit;
    let mut columns = vec![None; num_clbits];
    for (qubit, clbit) in circuit.measurements() {
        let column = qubits.iter().position(|&found| found == u64::from(qubit.0));
        if let Some(place) = columns.get_mut(clbit.index()) {
            *place = Some(column.ok_or_else(|| format!("qubit {}", qubit.0))?);
        }
    }
    let columns = columns.into_iter().enumerate();
    let columns = columns.map(|(clbit, column)| column.ok_or_else(|| format!("no clbit {clbit}")));
    columns.collect()
}

/// Probabilities of the bitstrings that differ, in the order in which they first occur.
fn merged(pairs: Vec<(Bitstring, f64)>) -> Vec<(Bitstring, f64)> {
    let mut merged: Vec<(Bitstring, f64)> = Vec::new();
    for (bits, p) in pairs {
        match merged.iter_mut().find(|(known, _)| *known == bits) {
            Some((_, sum)) => *sum += p,
            None => merged.push((bits, p)),
        }
    }
    merged
}

/// The bits of some columns; `None` where there are not as many as there should be.
fn picked(bits: &[bool], columns: &[usize], width: usize) -> Option<Bitstring> {
    (bits.len() == width).then(|| columns.iter().map(|&column| bits[column]).collect())
}

/// Probabilities that are counts in parts of all: a machine that gives only these has made shots
/// nonetheless.
fn counts(pairs: &[(Bitstring, f64)], shots: Option<u64>) -> Option<Vec<(Bitstring, u64)>> {
    let shots = shots.filter(|shots| (1..=1_000_000).contains(shots))?;
    let count = |p: f64| {
        let count = p * shots as f64;
        let whole = count.round();
        let is_whole = (count - whole).abs() <= TOLERANCE && whole >= 0.0;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "no more than all shots, and no less than none"
        )]
        (is_whole && whole <= shots as f64).then_some(whole as u64)
    };
    let counts: Option<Vec<_>> = pairs
        .iter()
        .map(|&(bits, p)| Some((bits, count(p)?)))
        .collect();
    let counts = counts?;
    let total: u64 = counts.iter().map(|(_, count)| count).sum();
    (total == shots).then_some(counts)
}

fn protocol(what: &str, raw: &str) -> RemoteError {
    let start: String = raw.chars().take(400).collect();
    RemoteError::protocol(format!("{what} in {start}"))
}
