use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use serde_json::Value;

pub(crate) fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trace/record.schema.json")
}

/// What fits the lines of records and traces.
pub(crate) fn schema() -> Validator {
    let schema: Value = serde_json::from_str(&fs::read_to_string(path()).unwrap()).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

#[track_caller]
pub(crate) fn assert_fits(schema: &Validator, line: &Value) {
    if let Err(error) = schema.validate(line) {
        panic!("{error}\nin {line}");
    }
}
