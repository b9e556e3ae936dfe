//! Results: those of Qiskit, packed.

use std::collections::BTreeMap;
use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cheqqers_circuit::{Bitstring, counted};
use flate2::read::ZlibDecoder;
use serde::Deserialize;
use serde_json::Value;

use crate::error::{RemoteError, shortened};
use crate::service::JobOutput;

/// Compression format of a text as it is.
const PLAIN: u64 = 1;
/// Compression format of zlib, in base64.
const ZLIB: u64 = 2;

/// Serialization format of a result of Qiskit.
const QISKIT: u64 = 2;

/// Most bytes of an unpacked result.
const MAX_LENGTH: u64 = 64 << 20;

/// Result as the service packs it.
#[derive(Deserialize)]
struct SerializedOutput {
    compression_format: u64,
    serialization_format: u64,
    serialization: String,
}

/// Part of a result of Qiskit that is read.
#[derive(Deserialize)]
struct QiskitOutput {
    results: Vec<Experiment>,
}

#[derive(Deserialize)]
struct Experiment {
    #[serde(default)]
    data: Data,
    header: Option<Header>,
}

#[derive(Deserialize, Default)]
struct Data {
    memory: Option<Vec<String>>,
    counts: Option<BTreeMap<String, u64>>,
}

#[derive(Deserialize)]
struct Header {
    memory_slots: Option<usize>,
}

/// Reads the bits of the only program of a job: each shot where the result has them, else counts.
///
/// # Errors
/// [`RemoteError::Protocol`] when it has another form.
pub(super) fn read(text: &str, num_clbits: usize) -> Result<JobOutput, RemoteError> {
    parse(text, num_clbits).map_err(RemoteError::protocol)
}

fn parse(text: &str, num_clbits: usize) -> Result<JobOutput, String> {
    let unreadable = |error: serde_json::Error| format!("{error} in {}", shortened(text));
    let mut packed: Value = serde_json::from_str(text).map_err(unreadable)?;
    // The service's own clients take the text of a text too.
    while let Value::String(inner) = &packed {
        packed = serde_json::from_str(inner).map_err(unreadable)?;
    }
    let packed: SerializedOutput = serde_json::from_value(packed).map_err(unreadable)?;
    if packed.serialization_format != QISKIT {
        let format = packed.serialization_format;
        return Err(format!("a result of serialization format {format}"));
    }
    let result = unpack(&packed)?;
    let result: QiskitOutput = serde_json::from_str(&result)
        .map_err(|error| format!("{error} in {}", shortened(&result)))?;
    let [experiment] = &result.results[..] else {
        let found = result.results.len();
        return Err(format!("results of {found} circuits"));
    };
    let slots = experiment
        .header
        .as_ref()
        .and_then(|header| header.memory_slots);
    if let Some(slots) = slots.filter(|&slots| slots != num_clbits) {
        return Err(format!("{} of {num_clbits}", counted(slots, "bit")));
    }
    let bits = |text: &str| {
        let found = bits(text, num_clbits);
        found.ok_or_else(|| format!("a shot {text:?} of {}", counted(num_clbits, "bit")))
    };
    match &experiment.data {
        Data {
            memory: Some(memory),
            ..
        } => {
            let shots = memory.iter().map(|shot| bits(shot));
            Ok(JobOutput::Shots(shots.collect::<Result<_, _>>()?))
        }
        Data {
            counts: Some(counts),
            ..
        } => {
            let counts = counts.iter().map(|(key, &count)| Ok((bits(key)?, count)));
            Ok(JobOutput::Counts(counts.collect::<Result<_, String>>()?))
        }
        _ => Err("a result without memory and counts".into()),
    }
}

fn unpack(packed: &SerializedOutput) -> Result<String, String> {
    match packed.compression_format {
        PLAIN => Ok(packed.serialization.clone()),
        ZLIB => {
            let bytes = STANDARD.decode(&packed.serialization);
            let bytes = bytes.map_err(|error| error.to_string())?;
            let mut text = String::new();
            let mut decoder = ZlibDecoder::new(&bytes[..]).take(MAX_LENGTH);
            let read = decoder.read_to_string(&mut text);
            read.map_err(|error| error.to_string())?;
            Ok(text)
        }
        format => Err(format!("a result of compression format {format}")),
    }
}

/// Bits of a number in hexadecimal digits, of which bit 0 is the lowest, or of a text in which it is
/// the last character and registers may stand apart.
fn bits(text: &str, num_clbits: usize) -> Option<Bitstring> {
    if let Some(digits) = text.strip_prefix("0x") {
        let number = u128::from_str_radix(digits, 16).ok()?;
        let fits = num_clbits >= 128 || number >> num_clbits == 0;
        return fits.then(|| Bitstring::from_index(number, num_clbits));
    }
    let reversed: String = text.chars().rev().filter(|bit| *bit != ' ').collect();
    let bits: Bitstring = reversed.parse().ok()?;
    (bits.len() == num_clbits).then_some(bits)
}
