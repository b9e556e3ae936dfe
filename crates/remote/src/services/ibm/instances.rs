//! Instances of an account, by IBM's search for resources.
//!
//! Source: `list_instances` of qiskit-ibm-runtime 0.51 and `GlobalSearchV2` of ibm-platform-services
//! 0.77.

use serde::Deserialize;
use serde_json::{Value, json};

use super::account::missing;
use crate::error::RemoteError;
use crate::service_name::ServiceName;

/// Parameter of a search: instances of a page.
pub(super) const LIMIT: (&str, u32) = ("limit", 100);

/// A page of instances.
#[derive(Debug, Deserialize)]
pub(super) struct InstancePage {
    #[serde(default)]
    pub(super) items: Vec<InstanceItem>,
    /// Beginning of the next page.
    pub(super) search_cursor: Option<String>,
}

/// Instance of an account, as the search lists it.
#[derive(Debug, Deserialize)]
pub(super) struct InstanceItem {
    crn: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    doc: Value,
}

impl InstanceItem {
    /// Returns `true` if devices are assigned to it.
    fn has_devices(&self) -> bool {
        self.doc["extensions"]
            .as_object()
            .is_some_and(|all| !all.is_empty())
    }
}

/// Body of the request for a page.
pub(super) fn request(cursor: Option<&str>) -> Value {
    let mut body = json!({
        "query": "service_name:quantum-computing",
        "fields": ["crn", "name", "doc"],
    });
    if let Some(cursor) = cursor {
        body["search_cursor"] = cursor.into();
    }
    body
}

/// CRN of the instance with a name, or of the only one where none is given.
///
/// # Errors
/// [`RemoteError::Credentials`] when there is none, or several: their prices differ, so none is
/// guessed.
pub(super) fn choose(
    service: ServiceName,
    name: Option<&str>,
    mut all: Vec<InstanceItem>,
) -> Result<String, RemoteError> {
    all.retain(InstanceItem::has_devices);
    let names = all
        .iter()
        .map(|item| format!("{:?} ({})", item.name, item.crn));
    let names = names.collect::<Vec<_>>().join(", ");
    all.retain(|item| name.is_none_or(|name| item.name == name));
    let error = match (&all[..], name) {
        ([one], _) => return Ok(one.crn.clone()),
        ([], _) if names.is_empty() => "the account has no instance with devices".into(),
        ([], name) => format!(
            "the account has no instance {:?} with devices, but {names}",
            name.unwrap_or_default()
        ),
        (_, Some(name)) => {
            format!("several instances are called {name:?}: set the CRN of one of {names}")
        }
        (_, None) => format!(
            "set QISKIT_IBM_INSTANCE, or `instance` of the backend, to the name or CRN of one of {names}"
        ),
    };
    Err(missing(service, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(items: &[(&str, &str, bool)]) -> Vec<InstanceItem> {
        let items = items.iter().map(|(name, crn, has_devices)| {
            let extensions = if *has_devices {
                json!({"backends": ["ibm_a"]})
            } else {
                Value::Null
            };
            json!({"name": name, "crn": crn, "doc": {"extensions": extensions}, "tags": []})
        });
        let page = json!({"items": items.collect::<Value>(), "limit": 100});
        serde_json::from_value::<InstancePage>(page).unwrap().items
    }

    #[test]
    fn an_instance_is_found_by_its_name_or_as_the_only_one() {
        let all = [
            ("free", "crn:1", true),
            ("paid", "crn:2", true),
            ("empty", "crn:3", false),
        ];
        let of = |name, items: &[_]| choose(ServiceName::Ibm, name, page(items));
        assert_eq!(of(Some("paid"), &all), Ok("crn:2".into()));
        assert_eq!(of(None, &all[1..]), Ok("crn:2".into()));
        for (name, items, said) in [
            (None, &all[..], "QISKIT_IBM_INSTANCE"),
            (None, &all[2..], "no instance with devices"),
            (Some("empty"), &all[..], "\"free\" (crn:1)"),
            (
                Some("x"),
                &[("x", "crn:4", true), ("x", "crn:5", true)],
                "several",
            ),
        ] {
            let error = of(name, items).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}
