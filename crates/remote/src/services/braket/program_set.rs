//! Sets of programs in one task: their results, in one file or in many.
//!
//! Source: `program_set_v1` and `program_set_task_result_v1` in Amazon's package `amazon-braket-schemas`, and
//! how its SDK reads the results.

use serde_json::Value;

use crate::error::RemoteError;
use crate::http::Reply;

/// The results of a set in one text: where `results.json` names further files, in their place. `folder` is that
/// of the task.
///
/// # Errors
/// As `fetch`, which fetches an object by its key, and if one is not JSON.
pub(super) fn whole(
    raw: &str,
    folder: &str,
    fetch: impl Fn(&str) -> Result<Reply, RemoteError>,
) -> Result<String, RemoteError> {
    let Ok(mut all) = serde_json::from_str::<Value>(raw) else {
        // Kept as it is, to be looked at.
        return Ok(raw.to_owned());
    };
    let folder = all["s3Location"][1].as_str().unwrap_or(folder).to_owned();
    let mut is_in_parts = false;
    for program in items(&mut all, "programResults") {
        let mut place = folder.clone();
        if let Some(name) = program.as_str() {
            let key = format!("{place}/{name}");
            *program = fetch(&key)?.json()?;
            key.trim_end_matches("/results.json").clone_into(&mut place);
            is_in_parts = true;
        }
        for executable in items(program, "executableResults") {
            if let Some(name) = executable.as_str() {
                *executable = fetch(&format!("{place}/{name}"))?.json()?;
                is_in_parts = true;
            }
        }
    }
    Ok(if is_in_parts {
        all.to_string()
    } else {
        raw.to_owned()
    })
}

fn items<'a>(object: &'a mut Value, key: &str) -> impl Iterator<Item = &'a mut Value> {
    let found = object.get_mut(key).and_then(Value::as_array_mut);
    found.into_iter().flatten()
}
