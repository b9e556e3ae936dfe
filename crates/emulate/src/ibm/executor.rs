//! Parameters of the program `executor`, version 2.0.

use serde_json::Value;

use super::arrays::is_empty_tensor;
use super::error::IbmError;

/// Circuits with their shots.
pub(super) fn circuits(params: &Value) -> Result<Vec<(String, u64)>, IbmError> {
    let invalid = |message: &str| Err(IbmError::invalid(message));
    if params["schema_version"] != "v2.0" {
        return invalid("schema_version: this emulator has v2.0 only");
    }
    if !params["options"].is_object() {
        return invalid("options: field required");
    }
    let program = &params["quantum_program"];
    let Some(shots) = program["shots"].as_u64().filter(|shots| *shots > 0) else {
        return invalid("quantum_program.shots must be an integer from 1");
    };
    if !matches!(program["meas_level"].as_str(), None | Some("classified")) {
        return invalid("quantum_program.meas_level: this emulator has bits only");
    }
    let texts = program["circuits"]["data"].as_array();
    let texts: Option<Vec<&str>> =
        texts.and_then(|texts| texts.iter().map(Value::as_str).collect());
    let Some(texts) = texts.filter(|texts| !texts.is_empty()) else {
        return invalid("this emulator reads no QPY: submit circuits as OpenQASM 3 text");
    };
    let items = program["items"].as_array();
    if items.is_none_or(|items| items.len() != texts.len()) {
        return invalid("quantum_program.items: there must be one for each circuit");
    }
    for item in items.into_iter().flatten() {
        if item["item_type"] != "circuit" || item["shape"] != Value::Array(Vec::new()) {
            return invalid("this emulator has items of the type circuit and the shape [] only");
        }
        if !is_empty_tensor(&item["circuit_arguments"]) {
            return invalid("circuit_arguments: an array of no numbers is expected");
        }
    }
    Ok(texts
        .into_iter()
        .map(|text| (text.to_owned(), shots))
        .collect())
}
