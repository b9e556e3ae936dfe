//! Files that hold what a test is to give.

use std::path::Path;
use std::{env, fs};

/// The environment variable that makes [`assert_same`] write files instead of comparing them.
pub const VARIABLE: &str = "UPDATE_GOLDEN";

/// Treatment of golden files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Say where it differs.
    Compare,
    /// Write it anew.
    Update,
}

/// Panics unless the file holds exactly `found`; writes the file where `UPDATE_GOLDEN=1` is set.
///
/// # Panics
/// As said, and when the file can't be read or written.
#[track_caller]
pub fn assert_same(path: &Path, found: &str) {
    let mode = match env::var(VARIABLE).as_deref() {
        Ok("" | "0") | Err(_) => Mode::Compare,
        Ok(_) => Mode::Update,
    };
    if let Err(difference) = check(path, found, mode) {
        panic!("{difference}");
    }
}

/// Compares a file to `found`, or writes it.
///
/// # Errors
/// Tells the first line that differs, or why the file can't be read or written.
pub fn check(path: &Path, found: &str, mode: Mode) -> Result<(), String> {
    let name = path.display();
    if mode == Mode::Update {
        let folder = path.parent().unwrap_or(Path::new("."));
        return fs::create_dir_all(folder)
            .and_then(|()| fs::write(path, found))
            .map_err(|error| format!("{name} can't be written: {error}"));
    }
    let expected = fs::read_to_string(path)
        .map_err(|error| format!("{name}: {error}; {VARIABLE}=1 writes it"))?;
    if expected == found {
        return Ok(());
    }
    let (mut old, mut new) = (expected.split('\n'), found.split('\n'));
    let mut number = 0;
    loop {
        number += 1;
        let (old, new) = (old.next(), new.next());
        if old != new {
            let show = |line: Option<&str>| line.map_or("nothing".into(), |l| format!("{l:?}"));
            return Err(format!(
                "{name}:{number}: {} instead of {}; if that is meant, {VARIABLE}=1 writes it",
                show(new),
                show(old),
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/case.txt");
        assert!(check(&path, "a\nb\n", Mode::Compare).is_err());
        assert_eq!(check(&path, "a\nb\n", Mode::Update), Ok(()));
        assert_eq!(check(&path, "a\nb\n", Mode::Compare), Ok(()));
        assert_same(&path, "a\nb\n");
    }

    #[test]
    fn the_first_line_that_differs_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("case.txt");
        check(&path, "a\nb\n", Mode::Update).unwrap();
        let difference = |found: &str| check(&path, found, Mode::Compare).unwrap_err();
        assert!(difference("a\nc\n").contains(":2: \"c\" instead of \"b\""));
        assert!(difference("a\nb").contains(":3: nothing instead of \"\""));
        assert!(difference("a\nb\nc\n").contains(":3: \"c\" instead of \"\""));
    }
}
