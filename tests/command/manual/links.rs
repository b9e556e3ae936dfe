//! Links of the manual and of the pages beside the code.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use cheqqers_manual::{anchors, resolve};
use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::manual::files::{PageFile, folder, pages, root};

/// Links and images of a text, each with its place.
fn links(text: &str) -> Vec<(String, usize)> {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter();
    let links = events.filter_map(|(event, range)| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some((dest_url.into_string(), range.start))
        }
        _ => None,
    });
    links.collect()
}

/// A link without its anchor, and the anchor.
fn parts(link: &str) -> (&str, Option<&str>) {
    match link.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor)),
        None => (link, None),
    }
}

fn has_anchor(file: &Path, anchor: &str) -> bool {
    let text = fs::read_to_string(file).unwrap_or_default();
    anchors(&text).iter().any(|found| found == anchor)
}

fn is_elsewhere(link: &str) -> bool {
    link.starts_with("https://") || link.starts_with("http://")
}

/// Objection to a link of a page.
fn objection(page: &PageFile, link: &str) -> Option<String> {
    if is_elsewhere(link) {
        return None;
    }
    let (path, anchor) = parts(link);
    let Some(target) = resolve(&page.path, path) else {
        return Some(format!("{link} leads out of the manual"));
    };
    let file = folder().join(&target);
    if !file.is_file() {
        return Some(format!("there is no {link}"));
    }
    let anchor = anchor.filter(|anchor| !has_anchor(&file, anchor));
    anchor.map(|anchor| format!("{target} has no heading #{anchor}"))
}

#[test]
fn links_of_the_manual_lead_to_pages_and_headings() {
    let mut objections = Vec::new();
    for page in pages() {
        for (link, offset) in links(&page.text) {
            let objection = objection(&page, &link);
            objections.extend(objection.map(|what| format!("{}: {what}", page.location(offset))));
        }
    }
    assert!(objections.is_empty(), "\n{}", objections.join("\n"));
}

#[test]
fn the_summary_lists_every_page_once() {
    let summary = fs::read_to_string(folder().join("SUMMARY.md")).unwrap();
    let listed: Vec<String> = links(&summary).into_iter().map(|(link, _)| link).collect();
    let once: BTreeSet<&String> = listed.iter().collect();
    assert_eq!(once.len(), listed.len(), "a page is listed twice");
    let written: Vec<String> = pages().into_iter().map(|page| page.path).collect();
    assert_eq!(once, written.iter().collect::<BTreeSet<_>>());
    let served: Vec<&str> = cheqqers_manual::pages()
        .iter()
        .map(|page| &*page.path)
        .collect();
    assert_eq!(served, listed, "the program was built of another summary");
}

/// Paths of the repository that a text names in code, as `crates/main.rs`.
#[test]
fn files_that_the_manual_names_are_there() {
    let mut missing = Vec::new();
    for page in pages() {
        for (event, range) in Parser::new_ext(&page.text, Options::ENABLE_TABLES).into_offset_iter()
        {
            let Event::Code(name) = event else { continue };
            let folders = [
                "crates/",
                "tests/",
                "benches/",
                "circuits/cheqqers",
                "circuits/README",
            ];
            let is_path = folders.iter().any(|folder| name.starts_with(folder))
                && !name.contains([' ', '*', '<', '$'])
                && !name.contains("NAME");
            if is_path && !root().join(&*name).exists() {
                missing.push(format!(
                    "{}: there is no {name}",
                    page.location(range.start)
                ));
            }
        }
    }
    assert!(missing.is_empty(), "\n{}", missing.join("\n"));
}

/// The pages beside the code.
fn readmes() -> Vec<String> {
    let mut found = vec!["README.md".to_owned(), "circuits/README.md".to_owned()];
    found.push("benches/peers/README.md".to_owned());
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let path = format!("crates/{name}/README.md");
        if root().join(&path).exists() {
            found.push(path);
        }
    }
    found
}

#[test]
fn links_of_the_pages_beside_the_code_lead_to_files() {
    let mut objections = Vec::new();
    for readme in readmes() {
        let text = fs::read_to_string(root().join(&readme)).unwrap();
        for (link, offset) in links(&text) {
            if is_elsewhere(&link) {
                continue;
            }
            let (path, anchor) = parts(&link);
            let file = resolve(&readme, path).map(|path| root().join(path));
            let line = text[..offset].matches('\n').count() + 1;
            match file.filter(|file| file.exists()) {
                None => objections.push(format!("{readme}:{line}: there is no {link}")),
                Some(file) => {
                    if anchor.is_some_and(|anchor| !has_anchor(&file, anchor)) {
                        objections.push(format!("{readme}:{line}: no heading {link}"));
                    }
                }
            }
        }
    }
    assert!(objections.is_empty(), "\n{}", objections.join("\n"));
}
