use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use cheqqers_qasm::Dialect;
use serde_json::{Map, Value};

use super::device::Device;
use super::envelope::success;
use super::error::{QbraidError, Reply};
use super::job::describe;
use super::state::{Details, Qbraid};
use crate::fault::JobFault;
use crate::jobs::{JobRequest, Phase, ProgramRun};
use crate::output::Failure;
use crate::program::Program;

const KEYS: [&str; 7] = [
    "name",
    "shots",
    "deviceQrn",
    "tags",
    "runtimeOptions",
    "groupJobQrn",
    "program",
];

/// Most programs of a job.
const MAX_PROGRAMS: usize = 2000;

pub(super) async fn submit(State(qbraid): State<Arc<Qbraid>>, body: Bytes) -> Reply {
    let job_request = job_request(&qbraid, &body)?;
    let job = qbraid.jobs.submit(&qbraid.shared, job_request);
    // Nothing is known of it at first, whatever came of it in the meantime.
    let mut described = describe(&qbraid, &job, Phase::Queued);
    described["status"] = "INITIALIZING".into();
    Ok(success(StatusCode::CREATED, &described))
}

fn job_request(qbraid: &Qbraid, body: &Bytes) -> Result<JobRequest<Details>, QbraidError> {
    let Ok(Value::Object(request)) = serde_json::from_slice(body) else {
        return Err(QbraidError::invalid("the body is not a JSON object"));
    };
    if let Some(key) = request.keys().find(|key| !KEYS.contains(&&key[..])) {
        return Err(QbraidError::invalid(format!("unknown key {key}")));
    }
    let qrn = request.get("deviceQrn").and_then(Value::as_str);
    let qrn = qrn.ok_or_else(|| QbraidError::invalid("deviceQrn must be a string"))?;
    let device = Device::find(qrn).ok_or_else(|| QbraidError::not_found("Device", qrn))?;
    if qbraid.shared.faults.has(JobFault::Offline) {
        let message = format!("Device '{qrn}' is not accepting jobs");
        return Err(QbraidError::new(
            StatusCode::CONFLICT,
            "DEVICE_UNAVAILABLE",
            message,
        ));
    }
    let [least, most] = device.shots;
    let shots = request.get("shots").and_then(Value::as_u64);
    let shots = shots.and_then(|shots| usize::try_from(shots).ok());
    let shots = shots.filter(|shots| (least..=most).contains(shots));
    let shots = shots.ok_or_else(|| {
        QbraidError::invalid(format!("shots must be an integer from {least} to {most}"))
    })?;
    let is_tag = |tag: &Value| tag.is_string() || tag.is_i64() || tag.is_boolean();
    let has_tags = match request.get("tags") {
        None => true,
        Some(Value::Object(tags)) => tags.values().all(is_tag),
        Some(_) => false,
    };
    if !has_tags {
        let message = "tags must hold strings, integers and booleans";
        return Err(QbraidError::invalid(message));
    }
    if request.get("groupJobQrn").is_some_and(|qrn| !qrn.is_null()) {
        return Err(QbraidError::invalid("groups of jobs are not emulated"));
    }
    let (programs, batch) = match request.get("program") {
        Some(Value::Object(program)) => (vec![program], None),
        Some(Value::Array(all)) if device.has_batches => {
            let programs: Vec<_> = all.iter().filter_map(Value::as_object).collect();
            if programs.len() != all.len() || !(1..=MAX_PROGRAMS).contains(&all.len()) {
                return Err(QbraidError::invalid("program must hold objects"));
            }
            (programs, Some(all.len()))
        }
        _ => {
            return Err(QbraidError::invalid(
                "program must be an object, or a list of them where the device takes batches",
            ));
        }
    };
    let programs: Result<Vec<_>, _> = programs
        .into_iter()
        .map(|program| Ok((format(program)?, program.get("data"))))
        .collect();
    let runs = programs?.into_iter().map(|(format, data)| {
        let text = data.and_then(Value::as_str).unwrap_or_default();
        let program = program(text, format, device).map_err(Failure::program)?;
        Ok(ProgramRun { program, shots })
    });
    let runs: Result<Vec<_>, Failure> = runs.collect();
    Ok(JobRequest {
        id: None,
        machine: device.machine().with_noise(qbraid.shared.options.noise),
        runs,
        details: Details {
            cost: device.cost(shots).unwrap_or(0.0),
            device,
            request,
            batch,
        },
    })
}

/// Version of OpenQASM that a program is said to be in.
fn format(program: &Map<String, Value>) -> Result<u8, QbraidError> {
    match program.get("format").and_then(Value::as_str) {
        Some("qasm2") => Ok(2),
        Some("qasm3") => Ok(3),
        _ => Err(QbraidError::invalid(
            "program.format must be qasm2 or qasm3: no other is emulated",
        )),
    }
}

/// Reads a program; the error makes its job fail.
fn program(text: &str, format: u8, device: &Device) -> Result<Program, String> {
    let program = Program::read(text).map_err(|error| format!("invalid QASM: {error}"))?;
    if !device.runs_circuits() {
        return Err("unsupported: the device runs no circuits of gates".into());
    }
    if (format == 2) != (program.dialect == Dialect::Qasm2) {
        return Err("invalid QASM: it is not of the version in program.format".into());
    }
    let has_gates = program.circuit.gates().next().is_some();
    if program.dialect == Dialect::Braket && has_gates && device.vendor() != "aws" {
        return Err("invalid QASM: gates are unknown without: include \"stdgates.inc\";".into());
    }
    if program.circuit.measurements().next().is_none() {
        return Err("invalid QASM: the program measures nothing".into());
    }
    let (found, most) = (program.circuit.num_qubits(), device.num_qubits);
    if found > most {
        return Err(format!(
            "invalid QASM: {found} qubits, and the device has {most}"
        ));
    }
    Ok(program)
}
