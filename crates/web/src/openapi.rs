//! The description of the API for other programs.

use std::sync::LazyLock;

use axum::Json;
use serde_json::Value;

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("openapi.json")).expect("the description is JSON")
});

pub(crate) async fn document() -> Json<&'static Value> {
    Json(&DOCUMENT)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::routes::all;

    /// Below which the API is.
    const API: &str = "/api/v1";

    #[test]
    fn every_route_of_the_api_is_described_and_no_other() {
        let served: BTreeSet<(String, String)> = all()
            .into_iter()
            .filter_map(|route| Some((route.path.strip_prefix(API)?.into(), route.method.into())))
            .collect();
        let mut described = BTreeSet::new();
        for (path, methods) in DOCUMENT["paths"].as_object().unwrap() {
            for method in methods
                .as_object()
                .unwrap()
                .keys()
                .filter(|key| *key != "parameters")
            {
                described.insert((path.clone(), method.clone()));
            }
        }
        assert_eq!(served, described);
        assert_eq!(DOCUMENT["servers"][0]["url"], API);
    }

    /// Every reference leads somewhere.
    #[test]
    fn all_that_is_named_is_there() {
        fn walk(value: &Value) {
            match value {
                Value::Object(fields) => {
                    if let Some(path) = fields.get("$ref").and_then(Value::as_str) {
                        let pointer = path.strip_prefix('#').unwrap();
                        assert!(DOCUMENT.pointer(pointer).is_some(), "{path}");
                    }
                    fields.values().for_each(walk);
                }
                Value::Array(values) => values.iter().for_each(walk),
                _ => {}
            }
        }
        walk(&DOCUMENT);
    }
}
