//! The manual's pages about services.

use std::fs;
use std::path::Path;

use cheqqers_remote::ServiceName;

/// Texts of the form of a variable that are none, or are none that a user sets for the service.
const OTHERS: [&str; 5] = [
    "AWS_SECURITY_TOKEN",
    "AWS_SESSION_TOKEN",
    "CARGO_PKG_VERSION",
    "INSUFFICIENT_CREDITS",
    "QUANTUM_TASKS_QUEUE",
];

/// Names of environment variables that stand as texts in the code of a module, but for its tests.
fn variables(module: &Path) -> Vec<String> {
    let mut found = Vec::new();
    if let Ok(text) = fs::read_to_string(module.with_extension("rs")) {
        let code = text.split("#[cfg(test)]").next().unwrap();
        let is_letter = |c: char| c.is_ascii_uppercase();
        let is_part = |c: char| is_letter(c) || c.is_ascii_digit() || c == '_';
        let is_name = |text: &&str| {
            text.starts_with(is_letter)
                && text.contains('_')
                && text.chars().all(is_part)
                && !OTHERS.contains(text)
        };
        found.extend(code.split('"').filter(is_name).map(str::to_owned));
    }
    for entry in fs::read_dir(module).into_iter().flatten() {
        let path = entry.unwrap().path().with_extension("");
        if !path.ends_with("tests") {
            found.extend(variables(&path));
        }
    }
    found
}

#[test]
fn every_service_has_a_page_that_names_its_variables() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    for service in ServiceName::ALL {
        let name = service.name();
        let module = crates
            .join("remote/src/services")
            .join(name.replace('-', "_"));
        let page = crates.join(format!("manual/src/how-to/{name}.md"));
        let page = fs::read_to_string(page).unwrap();
        let variables = variables(&module);
        assert!(!variables.is_empty(), "{name}");
        for variable in variables {
            assert!(page.contains(&variable), "{name}: {variable}");
        }
    }
}
