use std::fs;
use std::path::Path;

use jsonschema::Validator;
use serde_json::Value;

/// What fits the lines of records and traces.
pub(crate) fn schema() -> Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trace/record.schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}
