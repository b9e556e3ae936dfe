//! Parameters of the program `sampler`.

use serde_json::Value;

use super::arrays::is_empty_npy;
use super::error::IbmError;
use super::result::ResultForm;
use crate::fault::{Faults, JobFault, ValuesForm};

/// Default number of shots.
const DEFAULT_SHOTS: u64 = 4096;

/// Circuits with their shots, and the form of the results.
pub(super) fn circuits(
    params: &Value,
    faults: &Faults,
) -> Result<(Vec<(String, u64)>, ResultForm), IbmError> {
    let invalid = |message: &str| Err(IbmError::invalid(message));
    if params.get("version") != Some(&Value::from(2)) {
        return invalid("params.version must be 2");
    }
    let pubs = params.get("pubs").and_then(Value::as_array);
    let Some(pubs) = pubs.filter(|pubs| !pubs.is_empty()) else {
        return invalid("params.pubs must be a list of one pub at least");
    };
    let general = params.get("shots").and_then(Value::as_u64);
    let options = params.get("options");
    let of_options = options.and_then(|options| options.get("default_shots")?.as_u64());
    let general = general.or(of_options).unwrap_or(DEFAULT_SHOTS);
    let mut circuits = Vec::new();
    for one in pubs {
        let parts = one.as_array().map_or(&[][..], Vec::as_slice);
        let text = match parts.first() {
            Some(Value::String(text)) => text,
            Some(Value::Object(_)) => {
                return invalid("this emulator reads no QPY: submit circuits as OpenQASM 3 text");
            }
            _ => return invalid("a pub is a list that starts with a circuit"),
        };
        match parts.get(1).map(no_values) {
            None => {}
            Some(Some(form)) if !faults.has(JobFault::Refuses(form)) => {}
            Some(Some(_)) => {
                return invalid("pubs.0.1: parameter values in another form are expected");
            }
            Some(None) => return invalid("this emulator takes no parameter values"),
        }
        let shots = match parts.get(2) {
            None | Some(Value::Null) => general,
            Some(shots) => shots.as_u64().unwrap_or(0),
        };
        if shots == 0 {
            return invalid("shots must be an integer from 1");
        }
        circuits.push((text.clone(), shots));
    }
    let is_typed = params.get("support_qiskit") == Some(&Value::Bool(true));
    let form = if is_typed {
        ResultForm::Typed
    } else {
        ResultForm::Plain
    };
    Ok((circuits, form))
}

/// Form of no parameter values; `None` if there are some.
fn no_values(value: &Value) -> Option<ValuesForm> {
    if value["__type__"] == "ndarray" {
        let is_empty = value["__value__"].as_str().is_some_and(is_empty_npy);
        return is_empty.then_some(ValuesForm::Array);
    }
    let is_empty = match value {
        Value::Null => true,
        Value::Array(values) => values.is_empty(),
        Value::Object(values) => values.is_empty(),
        _ => false,
    };
    is_empty.then_some(ValuesForm::Plain)
}
