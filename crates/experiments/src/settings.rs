use serde_json::{Map, Value};

/// Version of this program, which all results name.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Settings of an experiment: all that its results depend on, by name and in order.
///
/// The first two are the experiment's name and the program's version.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Settings {
    values: Map<String, Value>,
}

impl Settings {
    /// Settings of an experiment, with only its name and the version.
    pub(crate) fn new(experiment: &str) -> Self {
        let mut values = Map::new();
        values.insert("experiment".into(), experiment.into());
        values.insert("version".into(), VERSION.into());
        Self { values }
    }

    /// Adds a setting.
    #[must_use]
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.values.insert(name.into(), value.into());
        self
    }

    /// Adds several settings.
    #[must_use]
    pub(crate) fn with_all(mut self, settings: &[(&str, Value)]) -> Self {
        for (name, value) in settings {
            self = self.with(name, value.clone());
        }
        self
    }

    /// Name of the experiment.
    pub(crate) fn experiment(&self) -> &str {
        self.values["experiment"]
            .as_str()
            .expect("text by construction")
    }

    /// All settings, by name.
    pub(crate) fn values(&self) -> &Map<String, Value> {
        &self.values
    }

    /// All but the experiment's name, in a line of text.
    pub(crate) fn line(&self) -> String {
        let text = |(name, value): (&String, &Value)| format!("{name} {}", shown(value));
        let parts: Vec<_> = self.values.iter().skip(1).map(text).collect();
        parts.join(", ")
    }
}

/// Text of a value for people, with spaces at which lines may be broken.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(values) => {
            let values: Vec<_> = values.iter().map(shown).collect();
            values.join(" ")
        }
        other => word(other),
    }
}

/// Text of a value, a string without quotes.
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
        let settings = Settings::new("complexity").with("games", 7);
        let settings = settings.with("players", vec!["a", "b"]).with("to", "b");
        let line = format!("version {VERSION}, games 7, players a b, to b");
        assert_eq!(settings.line(), line);
    }
}
