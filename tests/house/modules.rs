//! No file of a crate uses another that uses it in turn, directly or through others.
//!
//! Read from the source: a file uses those in which the names in its code are defined. Declared
//! and re-exported modules are no use; what is reached through them is. Methods are not seen.
//!
//! `CRATE=name cargo test --test house modules` lists the circles of one crate.

mod names;
mod uses;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fmt::Write as _;

use crate::modules::names::{Names, Target};
use crate::source_files::{self, SourceFile};

/// Names that each file takes from each other file.
type Edges = BTreeMap<(usize, usize), BTreeSet<String>>;

fn edges(files: &[SourceFile]) -> Edges {
    let names = Names::new(files);
    let mut edges = Edges::new();
    for (index, file) in files.iter().enumerate() {
        for (module, path) in uses::of(file) {
            if let Target::Item(target) = names.resolve(&module, &path)
                && target != index
            {
                let name = path.last().expect("paths have a segment").clone();
                edges.entry((index, target)).or_default().insert(name);
            }
        }
    }
    edges
}

/// Files that each file reaches, itself only around a circle.
fn reached(num_files: usize, edges: &Edges) -> Vec<BTreeSet<usize>> {
    let from = |file: usize| edges.keys().filter(move |edge| edge.0 == file);
    let all = (0..num_files).map(|start| {
        let mut reached = BTreeSet::new();
        let mut open = vec![start];
        while let Some(file) = open.pop() {
            open.extend(
                from(file)
                    .map(|edge| edge.1)
                    .filter(|to| reached.insert(*to)),
            );
        }
        reached
    });
    all.collect()
}

/// Circles of a crate, as text; empty if it has none.
fn circles(files: &[SourceFile]) -> String {
    let edges = edges(files);
    let reached = reached(files.len(), &edges);
    let mut text = String::new();
    let mut listed = BTreeSet::new();
    for start in 0..files.len() {
        if !reached[start].contains(&start) || listed.contains(&start) {
            continue;
        }
        let circle: BTreeSet<usize> = (0..files.len())
            .filter(|&file| reached[start].contains(&file) && reached[file].contains(&start))
            .collect();
        writeln!(text, "a circle of {} files:", circle.len()).unwrap();
        for ((from, to), names) in &edges {
            if circle.contains(from) && circle.contains(to) {
                let names: Vec<&str> = names.iter().map(|name| &name[..]).collect();
                let (from, to) = (files[*from].path.display(), files[*to].path.display());
                writeln!(text, "  {from} -> {to}: {}", names.join(", ")).unwrap();
            }
        }
        listed.extend(circle);
    }
    text
}

#[test]
fn no_crate_has_a_circle_of_files() {
    let mut report = String::new();
    for name in source_files::crates() {
        if env::var("CRATE").is_ok_and(|only| only != name) {
            continue;
        }
        report.push_str(&circles(&source_files::of(&name)));
    }
    assert!(report.is_empty(), "{report}");
}
