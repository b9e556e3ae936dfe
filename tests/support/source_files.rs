//! Source files of the workspace's crates, parsed, found by following their `mod` declarations.

use std::path::{Path, PathBuf};
use std::{env, fs};

use syn::{Attribute, Item, Meta};

pub(crate) struct SourceFile {
    /// Module path from the root of the crate; empty for the root itself.
    pub(crate) module: Vec<String>,
    /// Path from the root of the repository.
    pub(crate) path: PathBuf,
    pub(crate) syntax: syn::File,
}

pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Names of the crates' directories, sorted.
pub(crate) fn crates() -> Vec<String> {
    let entries = fs::read_dir(root().join("crates")).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap())
        .map(|entry| entry.file_name().into_string().unwrap())
        .filter(|name| root().join(folder(name)).join("lib.rs").exists())
        .collect();
    names.sort();
    names
}

/// The folder of a crate's source, from the root of the repository. That of the manual has its pages in
/// `src`.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new("crates").join(name);
    if root().join(&folder).join("lib.rs").exists() {
        folder
    } else {
        folder.join("src")
    }
}

/// Files of a crate, without those that only its unit tests need, the root first.
pub(crate) fn of(name: &str) -> Vec<SourceFile> {
    let folder = folder(name);
    let mut found = Vec::new();
    read(&[], folder.join("lib.rs"), &folder, &mut found);
    found
}

fn read(module: &[String], path: PathBuf, children: &Path, found: &mut Vec<SourceFile>) {
    let text = fs::read_to_string(root().join(&path))
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let syntax =
        syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let declared: Vec<String> = syntax.items.iter().filter_map(declared).collect();
    found.push(SourceFile {
        module: module.to_vec(),
        path,
        syntax,
    });
    for name in declared {
        let child = [module, std::slice::from_ref(&name)].concat();
        let path = children.join(format!("{name}.rs"));
        read(&child, path, &children.join(&name), found);
    }
}

/// Name of a module in a file of its own.
fn declared(item: &Item) -> Option<String> {
    match item {
        Item::Mod(item) if item.content.is_none() && !is_test(&item.attrs) => {
            Some(item.ident.to_string())
        }
        _ => None,
    }
}

/// Returns `true` if `#[cfg(test)]` or `#[test]` keeps an item out of a build.
pub(crate) fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => {
            let condition = list.tokens.to_string().replace(' ', "");
            condition == "test" || condition.starts_with("all(test")
        }
        meta => meta.path().is_ident("test"),
    })
}
