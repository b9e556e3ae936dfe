//! The description of the API for other programs: written by hand, with examples that a test plays, and with the
//! settings of the games that are offered.

mod settings;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::Value;

use crate::app::App;
use crate::catalogue::Catalogue;

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let mut document: Value = serde_json::from_str(include_str!("openapi/description.json"))
        .expect("the description is JSON");
    add_examples(&mut document);
    document
});

/// A request and the answer to it.
#[derive(Deserialize)]
struct Example {
    /// Id of its operation.
    operation: String,
    /// Values of parameters of the query.
    #[serde(default)]
    query: BTreeMap<String, Value>,
    #[serde(default)]
    body: Option<Value>,
    answer: Value,
}

pub(crate) async fn document(State(app): State<Arc<App>>) -> Json<Value> {
    Json(of(&app.games.shared.games))
}

/// The description of a server that offers these games.
fn of(games: &Catalogue) -> Value {
    let mut document = DOCUMENT.clone();
    document["components"]["schemas"]["Settings"]["properties"] = settings::properties(games);
    document
}

/// Adds the examples to their operations.
fn add_examples(document: &mut Value) {
    for line in include_str!("openapi/examples.jsonl").lines() {
        let example: Example = serde_json::from_str(line).expect("an example is JSON");
        let operation = operations(document)
            .find(|operation| operation["operationId"] == *example.operation)
            .expect("an example has an operation");
        if let Some(body) = example.body {
            operation["requestBody"]["content"]["application/json"]["example"] = body;
        }
        let parameters = operation
            .get_mut("parameters")
            .and_then(Value::as_array_mut);
        for parameter in parameters.into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap_or_default();
            if let Some(value) = example.query.get(name) {
                parameter["example"] = value.clone();
            }
        }
        let answers = operation["responses"].as_object_mut();
        let answers = answers.expect("an operation has answers");
        let answer = answers
            .iter_mut()
            .find(|(status, _)| status.starts_with('2'));
        let content = answer.and_then(|(_, answer)| answer["content"].as_object_mut());
        let content = content.and_then(|content| content.values_mut().next());
        content.expect("an answer has content")["example"] = example.answer;
    }
}

/// All operations of a description.
fn operations(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let paths = document["paths"].as_object_mut();
    let paths = paths.expect("there are paths").values_mut();
    let methods = paths.filter_map(Value::as_object_mut).flatten();
    methods.filter_map(|(name, operation)| (name != "parameters").then_some(operation))
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

    #[test]
    fn every_operation_has_a_name_of_its_own_and_a_summary() {
        let mut document = of(&Catalogue::default());
        let tags: BTreeSet<String> = document["tags"]
            .as_array()
            .unwrap()
            .iter()
            .map(|tag| tag["name"].as_str().unwrap().to_owned())
            .collect();
        let mut names = BTreeSet::new();
        for operation in operations(&mut document) {
            let name = operation["operationId"].as_str().unwrap();
            assert!(
                name.starts_with(|first: char| first.is_ascii_lowercase())
                    && name.chars().all(|char| char.is_ascii_alphabetic()),
                "{name}"
            );
            assert!(names.insert(name.to_owned()), "{name} is there twice");
            assert!(
                tags.contains(operation["tags"][0].as_str().unwrap()),
                "{name}"
            );
            let summary = operation["summary"].as_str().unwrap();
            // In lists it stands beside others.
            assert!(summary.len() <= 60 && !summary.contains('.'), "{summary}");
            for (status, answer) in operation["responses"].as_object().unwrap() {
                let is_told = answer["$ref"].is_string()
                    || answer["description"]
                        .as_str()
                        .is_some_and(|told| told != "Done");
                assert!(is_told, "{name}: {status}");
            }
        }
    }

    /// Every reference leads somewhere.
    #[test]
    fn all_that_is_named_is_there() {
        fn walk(value: &Value, document: &Value) {
            match value {
                Value::Object(fields) => {
                    if let Some(path) = fields.get("$ref").and_then(Value::as_str) {
                        let pointer = path.strip_prefix('#').unwrap();
                        assert!(document.pointer(pointer).is_some(), "{path}");
                    }
                    fields.values().for_each(|value| walk(value, document));
                }
                Value::Array(values) => values.iter().for_each(|value| walk(value, document)),
                _ => {}
            }
        }
        walk(&DOCUMENT, &DOCUMENT);
    }
}
