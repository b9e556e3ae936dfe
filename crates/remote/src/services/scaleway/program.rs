//! Bodies of the requests that run a program.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cheqqers_backend::sha256;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::{Value, json};

use super::shapes::Platform;
use crate::entry::Entry;

/// Formats of a program: OpenQASM 3, compressed by zlib, in base64.
const QASM3: u64 = 3;
const ZLIB: u64 = 2;

/// Seconds without a job after which the service ends a session on a simulator, and that it stays open
/// at most: it is paid for by its time.
pub(super) const IDLE_SECONDS: u64 = 300;
const OPEN_SECONDS: u64 = 3600;

/// The same of a session on a machine, which costs nothing, and in which jobs wait in a queue.
const IDLE_SECONDS_OF_MACHINE: u64 = 3600;
const OPEN_SECONDS_OF_MACHINE: u64 = 12 * 3600;

/// Beginning of the tag of every session.
const PREFIX: &str = "cheqqers-session-";

/// Hexadecimal digits of a tag, 64 bits in all.
const DIGITS: usize = 16;

/// Tag of the sessions of a series on a device: the same in every process.
pub(super) fn tag_of_series(series: &str, device: &str) -> String {
    let digest = sha256(format!("{device} {series}").as_bytes());
    format!("{PREFIX}{}", &digest[..DIGITS])
}

/// Tag of the sessions that a job may run in. Jobs that are part of no measurement share one.
pub(super) fn session_tag(entry: &Entry) -> String {
    let series = entry.measurement.as_ref().map(|id| &id.series[..]);
    tag_of_series(series.unwrap_or_default(), &entry.provenance.device)
}

/// Body that stores a program.
pub(super) fn model(project: &str, platform: &Platform, program: &str) -> Value {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    let written = encoder.write_all(program.as_bytes());
    let packed = written.and_then(|()| encoder.finish());
    let packed = STANDARD.encode(packed.expect("memory takes all bytes"));
    let payload = json!({
        "programs": [{
            "compression_format": ZLIB,
            "serialization_format": QASM3,
            "serialization": packed,
        }],
        "noise_model": null,
        "client": {"user_agent": concat!("cheqqers/", env!("CARGO_PKG_VERSION"))},
        "backend": {"name": platform.name, "version": platform.version, "options": {}},
    });
    json!({"project_id": project, "payload": payload.to_string()})
}

/// Body that opens a session with a tag, of which `ended` have ended before.
pub(super) fn session(project: &str, platform: &Platform, tag: &str, ended: usize) -> Value {
    let (idle, open) = if platform.is_simulator() {
        (IDLE_SECONDS, OPEN_SECONDS)
    } else {
        (IDLE_SECONDS_OF_MACHINE, OPEN_SECONDS_OF_MACHINE)
    };
    json!({
        "project_id": project,
        "platform_id": platform.id,
        "name": tag,
        "deduplication_id": format!("{tag}-{ended}"),
        "max_idle_duration": format!("{idle}s"),
        "max_duration": format!("{open}s"),
        "tags": [tag],
    })
}

/// Body that submits a job.
pub(super) fn job(entry: &Entry, session: &str, model: &str) -> Value {
    let parameters = json!({
        "shots": entry.provenance.shots,
        // Every shot, in its order.
        "options": {"memory": true},
    });
    json!({
        "name": entry.key(),
        "tags": [entry.key()],
        "session_id": session,
        "model_id": model,
        "parameters": parameters.to_string(),
        // The service's own clients send the field, which models have replaced.
        "circuit": {"qiskit_circuit": null},
    })
}
