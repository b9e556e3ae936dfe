//! The manual's files on the disk, which may be newer than those in the program.

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of the pages.
pub(crate) fn folder() -> PathBuf {
    root().join("crates/manual/src")
}

/// A page as it is on the disk.
pub(crate) struct PageFile {
    /// Path from the folder of the pages.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl PageFile {
    /// File and line of a byte of the text, as errors name it.
    pub(crate) fn location(&self, offset: usize) -> String {
        let line = self.text[..offset].matches('\n').count() + 1;
        format!("crates/manual/src/{}:{line}", self.path)
    }
}

/// All pages but the summary, sorted by path.
pub(crate) fn pages() -> Vec<PageFile> {
    let mut paths = Vec::new();
    list(&folder(), &mut paths);
    paths.sort();
    let pages = paths.into_iter().map(|path| {
        let text = fs::read_to_string(folder().join(&path)).unwrap();
        PageFile { path, text }
    });
    pages.filter(|page| page.path != "SUMMARY.md").collect()
}

fn list(below: &Path, paths: &mut Vec<String>) {
    for entry in fs::read_dir(below).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            list(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let path = path.strip_prefix(folder()).unwrap();
            paths.push(path.to_str().unwrap().to_owned());
        }
    }
}
