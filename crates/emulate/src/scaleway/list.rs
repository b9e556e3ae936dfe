//! Lists page by page.

use axum::response::Response;
use serde_json::{Map, Value, json};

use super::error::ScalewayError;
use crate::reply;

/// Elements of a page: those of a request that names no number, and the most.
const PAGE: usize = 20;
const MAX_PAGE: usize = 100;

/// Parameters of a request, of which some may occur more than once.
#[derive(Clone, Debug)]
pub(super) struct Parameters(pub(super) Vec<(String, String)>);

impl Parameters {
    /// Value of a parameter that is not empty.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let mut all = self.all(name);
        all.next().filter(|value| !value.is_empty())
    }

    pub(super) fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        let named = self.0.iter().filter(move |(key, _)| key == name);
        named.map(|(_, value)| &value[..])
    }

    /// Returns `true` if an object has all tags that are asked for.
    pub(super) fn has_tags(&self, object: &Value) -> bool {
        let tags = object["tags"].as_array().map_or(&[][..], Vec::as_slice);
        self.all("tags")
            .all(|tag| tags.iter().any(|own| own == tag))
    }

    /// Page of objects that come in the order of their creation; `order` is that of a request that names
    /// none.
    pub(super) fn page(
        &self,
        name: &str,
        mut objects: Vec<Value>,
        order: &str,
    ) -> Result<Response, ScalewayError> {
        let number = |key: &str, otherwise: usize| match self.get(key) {
            None => Ok(otherwise),
            Some(text) => {
                let number = text.parse().ok().filter(|&number| number > 0);
                number.ok_or_else(|| ScalewayError::invalid(key, "must be a number from 1"))
            }
        };
        let (page, size) = (number("page", 1)?, number("page_size", PAGE)?.min(MAX_PAGE));
        let order = self.get("order_by").unwrap_or(order);
        if order.starts_with("name") {
            let name = |object: &Value| object["name"].as_str().unwrap_or_default().to_owned();
            objects.sort_by_key(name);
        }
        if order.ends_with("desc") {
            objects.reverse();
        }
        let count = objects.len();
        let shown = objects.into_iter().skip((page - 1).saturating_mul(size));
        let mut body = Map::new();
        body.insert("total_count".into(), json!(count));
        body.insert(name.into(), shown.take(size).collect());
        Ok(reply::ok(&Value::Object(body)))
    }
}
