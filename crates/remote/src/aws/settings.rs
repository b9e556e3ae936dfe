//! The two files in which Amazon's tools keep what a user has configured.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::environment::Environment;
use crate::error::RemoteError;

/// Settings of a user for one profile, keys included.
#[derive(Clone, Default)]
pub(super) struct Settings {
    values: BTreeMap<String, String>,
    /// The name of the profile.
    pub(super) name: String,
    /// One of the files has a profile of that name.
    pub(super) is_known: bool,
    /// Files that were searched.
    pub(super) files: [PathBuf; 2],
}

impl Settings {
    /// Those of the profile that is asked for, else of the one that the environment names, else of
    /// `default`. The file of credentials wins over the other.
    ///
    /// # Errors
    /// Returns an error if a file is there and can't be read.
    pub(super) fn read(
        asked: Option<&str>,
        environment: &Environment,
        service: &str,
    ) -> Result<Self, RemoteError> {
        let name = asked
            .or_else(|| environment.first_of(&["AWS_PROFILE", "AWS_DEFAULT_PROFILE"]))
            .unwrap_or("default");
        let file = |variable, name| match environment.variable(variable) {
            Some(path) => match path.strip_prefix("~/") {
                Some(path) => environment.home.join(path),
                None => environment.directory.join(path),
            },
            None => environment.home.join(".aws").join(name),
        };
        let credentials = file("AWS_SHARED_CREDENTIALS_FILE", "credentials");
        let config = file("AWS_CONFIG_FILE", "config");
        let read = |path| {
            Ok(sections(
                &Environment::read(path, service)?.unwrap_or_default(),
            ))
        };
        let (mut of_credentials, mut of_config) = (read(&credentials)?, read(&config)?);
        let mut found = of_config.remove(&format!("profile {name}"));
        if found.is_none() && name == "default" {
            found = of_config.remove(name);
        }
        let is_known = found.is_some() || of_credentials.contains_key(name);
        let mut values = found.unwrap_or_default();
        values.extend(of_credentials.remove(name).unwrap_or_default());
        if let Some(services) = values.get("services") {
            let services = of_config.remove(&format!("services {services}"));
            values.extend(services.unwrap_or_default());
        }
        Ok(Self {
            values,
            name: name.into(),
            is_known,
            files: [credentials, config],
        })
    }

    /// A setting; that of a block of settings is called `block.setting`.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let value = self.values.get(name).map(String::as_str);
        value.filter(|value| !value.is_empty())
    }
}

/// Sections by name, and in each the values by name.
type Sections = BTreeMap<String, BTreeMap<String, String>>;

fn sections(text: &str) -> Sections {
    let mut sections = Sections::new();
    let mut section = String::new();
    let mut block = String::new();
    for line in text.lines() {
        let is_indented = line.starts_with([' ', '\t']);
        let line = uncommented(line).trim();
        if let Some(name) = line
            .strip_prefix('[')
            .and_then(|line| line.strip_suffix(']'))
        {
            // `[profile "a b"]` is the profile `a b`.
            let words = name
                .split_whitespace()
                .map(|word| word.trim_matches(['"', '\'']));
            section = words.collect::<Vec<_>>().join(" ");
            sections.entry(section.clone()).or_default();
            block.clear();
        } else if let Some((name, value)) = line.split_once('=') {
            let (name, value) = (name.trim().to_lowercase(), value.trim());
            let name = if is_indented && !block.is_empty() {
                format!("{block}.{name}")
            } else {
                // A name without a value begins a block, which is indented.
                block = if value.is_empty() {
                    name.clone()
                } else {
                    String::new()
                };
                name
            };
            let values = sections.entry(section.clone()).or_default();
            values.insert(name, value.to_owned());
        }
    }
    sections
}

/// A line without what a comment says.
fn uncommented(line: &str) -> &str {
    if line.trim_start().starts_with(['#', ';']) {
        return "";
    }
    let end = [" #", " ;", "\t#", "\t;"].map(|mark| line.find(mark));
    let end = end.into_iter().flatten().min();
    &line[..end.unwrap_or(line.len())]
}

#[cfg(test)]
mod tests;
