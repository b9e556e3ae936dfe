//! Files that an OpenQASM file includes.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::files::{FileError, MAX_DATA, read_text};

/// Files in the folder of a file, or below it.
#[derive(Debug)]
pub(super) struct Includes {
    /// `None` where there is no folder, as for standard input.
    folder: Option<PathBuf>,
    /// Bytes that may still be read.
    left: u64,
    /// The first error of a file that is there.
    error: Option<FileError>,
}

impl Includes {
    /// Files beside the file at `path`.
    pub(super) fn beside(path: &Path) -> Self {
        let folder = (path != Path::new("-")).then(|| match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        });
        Self {
            folder: folder.map(Path::to_owned),
            left: MAX_DATA,
            error: None,
        }
    }

    /// The text of a file; `None` if there is none, or it is no regular file in the folder.
    pub(super) fn text(&mut self, name: &str) -> Option<String> {
        let folder = self.folder.as_ref()?;
        let name = Path::new(name);
        let mut parts = name.components();
        if !parts.all(|part| matches!(part, Component::Normal(_))) {
            return None;
        }
        // Links are followed, but not out of the folder.
        let root = fs::canonicalize(folder).ok()?;
        let path = fs::canonicalize(root.join(name)).ok()?;
        if !path.starts_with(&root) || !fs::metadata(&path).ok()?.is_file() {
            return None;
        }
        match read_text(&path, self.left) {
            Ok(text) => {
                self.left -= text.len() as u64;
                Some(text)
            }
            Err(error) => {
                let error = match error {
                    FileError::TooLarge { .. } => FileError::TooLarge {
                        path: folder.join(name),
                        limit: MAX_DATA,
                    },
                    error => error,
                };
                self.error.get_or_insert(error);
                None
            }
        }
    }

    /// The first error of a file that is there.
    pub(super) fn into_error(self) -> Option<FileError> {
        self.error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_of_the_folder_are_read() {
        let outside = tempfile::tempdir().unwrap();
        let folder = outside.path().join("folder");
        fs::create_dir_all(folder.join("below")).unwrap();
        fs::write(outside.path().join("secret"), "outside").unwrap();
        fs::write(folder.join("gates.inc"), "gates").unwrap();
        fs::write(folder.join("below/more.inc"), "more").unwrap();
        let mut includes = Includes::beside(&folder.join("main.qasm"));
        assert_eq!(includes.text("gates.inc").as_deref(), Some("gates"));
        assert_eq!(includes.text("below/more.inc").as_deref(), Some("more"));
        let absolute = outside.path().join("secret");
        for name in [
            "none.inc",
            "below",
            "../secret",
            absolute.to_str().unwrap(),
            "",
        ] {
            assert_eq!(includes.text(name), None, "{name}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&absolute, folder.join("link.inc")).unwrap();
            std::os::unix::fs::symlink("gates.inc", folder.join("same.inc")).unwrap();
            assert_eq!(includes.text("link.inc"), None);
            assert_eq!(includes.text("same.inc").as_deref(), Some("gates"));
        }
        assert!(includes.into_error().is_none());
        assert_eq!(Includes::beside(Path::new("-")).text("gates.inc"), None);
    }

    #[test]
    fn all_files_together_have_a_limit() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "12345").unwrap();
        let mut includes = Includes::beside(&folder.path().join("main.qasm"));
        includes.left = 12;
        assert!(includes.text("a").is_some() && includes.text("a").is_some());
        assert_eq!(includes.text("a"), None);
        let error = includes.into_error().unwrap();
        assert!(matches!(error, FileError::TooLarge { .. }), "{error}");
    }
}
