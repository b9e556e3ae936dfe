use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use cheqqers_program::ParseQasmError;
use cheqqers_qasm::Dialect;
use serde_json::{Value, json};

use super::error::{Reply, ScalewayError};
use super::list::Parameters;
use super::packed;
use super::platform::{Kind, Platform};
use super::state::{Model, Scaleway};
use crate::program::Program;
use crate::reply;

/// Serialization format of OpenQASM 2, and of OpenQASM 3.
const QASM2: u64 = 2;
const QASM3: u64 = 3;

fn describe(scaleway: &Scaleway, id: &str, model: &Model) -> Value {
    json!({
        "id": id,
        "created_at": scaleway.shared.clock.text(model.created),
        "url": null,
        "project_id": model.project,
    })
}

pub(super) async fn create(State(scaleway): State<Arc<Scaleway>>, body: Bytes) -> Reply {
    let request: Value = serde_json::from_slice(&body)
        .map_err(|_| ScalewayError::invalid("body", "must be JSON"))?;
    let text = |key: &str| {
        let value = request[key].as_str().filter(|text| !text.is_empty());
        value.ok_or_else(|| ScalewayError::invalid(key, "is required"))
    };
    let model = Model {
        created: scaleway.shared.clock.now(),
        project: text("project_id")?.to_owned(),
        payload: text("payload")?.to_owned(),
    };
    let id = scaleway.shared.uuid();
    let described = describe(&scaleway, &id, &model);
    scaleway.models().insert(id, model);
    Ok(reply::ok(&described))
}

pub(super) async fn show(State(scaleway): State<Arc<Scaleway>>, Path(id): Path<String>) -> Reply {
    let models = scaleway.models();
    let model = models.get(&id);
    let model = model.ok_or_else(|| ScalewayError::not_found("model", &id))?;
    Ok(reply::ok(&describe(&scaleway, &id, model)))
}

pub(super) async fn list(
    State(scaleway): State<Arc<Scaleway>>,
    Query(query): Query<Vec<(String, String)>>,
) -> Reply {
    let query = Parameters(query);
    let project = query.get("project_id");
    let project = project.ok_or_else(|| ScalewayError::invalid("project_id", "is required"))?;
    let models = scaleway.models().clone();
    let mut found: Vec<_> = models
        .iter()
        .filter(|(_, model)| model.project == project)
        .collect();
    found.sort_by_key(|(_, model)| model.created);
    let found = found.into_iter();
    let found = found.map(|(id, model)| describe(&scaleway, id, model));
    query.page("models", found.collect(), "created_at_desc")
}

/// Programs of a payload, as a platform runs them.
pub(super) fn programs(payload: &str, platform: &Platform) -> Result<Vec<Program>, String> {
    let model = packed::parse(payload)?;
    if model
        .get("noise_model")
        .is_some_and(|noise| !noise.is_null())
    {
        return Err("unsupported: noise models are not emulated".into());
    }
    if platform.kind == Kind::Photonic {
        return Err("unsupported: the platform runs no circuits of gates".into());
    }
    let programs = model["programs"].as_array().map(Vec::as_slice);
    let programs = programs.filter(|all| (1..=platform.max_circuits).contains(&all.len()));
    let programs = programs.ok_or_else(|| {
        let most = platform.max_circuits;
        format!("invalid model: it must have 1 to {most} programs")
    })?;
    programs
        .iter()
        .map(|program| read(program, platform))
        .collect()
}

fn read(program: &Value, platform: &Platform) -> Result<Program, String> {
    let packed = program
        .as_object()
        .ok_or("invalid program: it is no object")?;
    let (format, text) =
        packed::unpack(packed).map_err(|what| format!("invalid program: {what}"))?;
    if ![QASM2, QASM3].contains(&format) {
        return Err(format!("unsupported serialization: {format}"));
    }
    let read = || {
        let parsed = cheqqers_program::Program::parse(&text, |_| None)?;
        Ok((Program::of(&parsed)?, parsed))
    };
    let (program, parsed) = read().map_err(|error: ParseQasmError| error.to_string())?;
    if (format == QASM2) != (program.dialect == Dialect::Qasm2) {
        return Err("invalid program: it is not of its serialization_format".into());
    }
    if program.dialect == Dialect::Braket && program.circuit.gates().next().is_some() {
        return Err("gates are unknown without: include \"stdgates.inc\";".into());
    }
    if program.circuit.measurements().next().is_none() {
        return Err("invalid program: it measures nothing".into());
    }
    let missing = platform.missing(parsed.gates());
    if !missing.is_empty() {
        return Err(format!("gates are not supported: {}", missing.join(", ")));
    }
    let found = program.circuit.num_qubits();
    if found > platform.num_qubits {
        let most = platform.num_qubits;
        return Err(format!(
            "invalid program: {found} qubits, and the platform has {most}"
        ));
    }
    Ok(program)
}
