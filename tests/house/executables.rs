//! No file of tests is left out of a build: each is part of an executable.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use syn::{Expr, ExprLit, Item, Lit, Meta, MetaNameValue};

use crate::source_files;

/// The example of another package.
const ELSEWHERE: &str = "toy";

/// A file and those that it declares as modules, whose files are in a folder.
fn add(path: &Path, children: &Path, found: &mut BTreeSet<PathBuf>) {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let syntax = syn::parse_file(&text).unwrap();
    found.insert(path.canonicalize().unwrap());
    for item in syntax.items {
        let Item::Mod(item) = item else { continue };
        if item.content.is_some() {
            continue;
        }
        let given = item
            .attrs
            .iter()
            .find_map(|attribute| match &attribute.meta {
                Meta::NameValue(MetaNameValue {
                    path,
                    value:
                        Expr::Lit(ExprLit {
                            lit: Lit::Str(file),
                            ..
                        }),
                    ..
                }) if path.is_ident("path") => Some(file.value()),
                _ => None,
            });
        let name = item.ident.to_string();
        let file = match given {
            Some(relative) => path.parent().unwrap().join(relative),
            None => children.join(format!("{name}.rs")),
        };
        add(&file, &children.join(name), found);
    }
}

/// All Rust files of a folder and below it.
fn files(folder: &Path, found: &mut BTreeSet<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.insert(path.canonicalize().unwrap());
        }
    }
}

#[test]
fn each_file_is_part_of_an_executable() {
    let tests = source_files::root().join("tests");
    let (mut built, mut all) = (BTreeSet::new(), BTreeSet::new());
    for entry in fs::read_dir(&tests).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap();
        if path.extension().is_some_and(|extension| extension == "rs") {
            add(&path, &tests, &mut built);
            all.insert(path.canonicalize().unwrap());
        } else if path.is_dir() && name != ELSEWHERE {
            if path.join("main.rs").exists() {
                add(&path.join("main.rs"), &path, &mut built);
            }
            files(&path, &mut all);
        }
    }
    let left_out: Vec<&PathBuf> = all.difference(&built).collect();
    assert!(left_out.is_empty(), "no executable has {left_out:?}");
}
