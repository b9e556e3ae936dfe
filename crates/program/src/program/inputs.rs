use std::collections::BTreeMap;

use super::value::Value;

/// Values of the inputs of a [`Program`](crate::Program), by name.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Inputs {
    values: BTreeMap<String, Value>,
}

impl Inputs {
    /// Inputs without values.
    pub fn new() -> Self {
        Self::default()
    }

    /// Names of the inputs that have a value, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str)
    }

    pub(super) fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    pub(super) fn add(&mut self, name: &str, value: Value) {
        self.values.insert(name.to_owned(), value);
    }
}
