use serde_json::{Map, Value};

/// The version of this program, which all results name.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What an experiment is and was run with: all that its results depend on, by name and in order.
///
/// It begins with the experiment's name and the program's version.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Settings {
    values: Map<String, Value>,
}

impl Settings {
    /// The settings of an experiment, none so far.
    pub(crate) fn new(experiment: &str) -> Self {
        let mut values = Map::new();
        values.insert("experiment".into(), experiment.into());
        values.insert("version".into(), VERSION.into());
        Self { values }
    }

    /// The same with another one.
    #[must_use]
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.values.insert(name.into(), value.into());
        self
    }

    /// The experiment's name.
    pub(crate) fn experiment(&self) -> &str {
        self.values["experiment"]
            .as_str()
            .expect("text by construction")
    }

    /// All of them, by name.
    pub(crate) fn values(&self) -> &Map<String, Value> {
        &self.values
    }

    /// In a line for people, without the experiment's name.
    pub(crate) fn line(&self) -> String {
        let text = |(name, value): (&String, &Value)| format!("{name} {}", word(value));
        let parts: Vec<_> = self.values.iter().skip(1).map(text).collect();
        parts.join(", ")
    }
}

/// A value as people write it.
pub(crate) fn word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_the_version_and_what_was_set() {
        let settings = Settings::new("complexity").with("games", 7).with("to", "b");
        assert_eq!(settings.line(), format!("version {VERSION}, games 7, to b"));
    }
}
