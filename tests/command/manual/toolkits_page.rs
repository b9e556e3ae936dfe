//! Versions of toolkits that the manual names: those with which its samples are tested.

use std::fs;

use crate::manual::files::{pages, root};

/// The pins of a text, such as `qiskit==2.3.0`.
fn pins(text: &str) -> Vec<&str> {
    let is_between = |c: char| c.is_whitespace() || c == '`' || c == ',';
    let words = text.split(is_between);
    words.filter(|word| word.contains("==")).collect()
}

#[test]
fn toolkits_have_the_versions_that_are_tested() {
    let read = |name: &str| fs::read_to_string(root().join("tests/interop").join(name)).unwrap();
    let wanted = read("requirements.txt");
    let pages = pages();
    let page = pages.iter().find(|page| page.path == "how-to/toolkits.md");
    let text = &page.unwrap().text;
    let named = pins(text);
    assert!(named.len() > 12, "{named:?}");
    for pin in &named {
        let is_wanted = wanted.lines().any(|line| pins(line).contains(pin));
        assert!(is_wanted, "{pin}");
    }
    // What is locked is what is wanted; names are spelt in several ways.
    let spelt = |pin: &str| pin.to_lowercase().replace(['.', '_'], "-");
    let locked = read("requirements.lock");
    let locked: Vec<String> = pins(&locked).into_iter().map(spelt).collect();
    for pin in pins(&wanted) {
        let pin = pin.replace("[parser]", "");
        assert!(locked.contains(&spelt(&pin)), "{pin}");
    }
}
