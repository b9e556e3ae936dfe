//! Journal of an experiment's finished cells, from which it is resumed.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use cheqqers_files::{LockError, LockedFile};
use serde_json::{Map, Value};

use crate::settings::word;
use crate::{ExperimentError, Settings};

/// Name of the file format.
const FORMAT: &str = "cheqqers-experiment";

/// Extensions of the files of results.
const EXTENSIONS: [&str; 5] = ["csv", "json", "parquet", "png", "svg"];

/// The journal of an experiment in its folder.
fn path_in(folder: &Path, experiment: &str) -> PathBuf {
    folder.join(experiment).with_extension("jsonl")
}

/// Checks that a folder holds no results of an experiment without the journal that tells their settings.
///
/// # Errors
/// Returns an error if it does, or can't be read.
pub fn check_results(folder: &Path, experiment: &str) -> Result<(), ExperimentError> {
    let journal = path_in(folder, experiment);
    if fs::metadata(&journal).is_ok_and(|file| file.len() > 0) {
        return Ok(());
    }
    let failed = |source| ExperimentError::Read {
        path: folder.to_owned(),
        source,
    };
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(failed)?,
    };
    for entry in entries {
        let path = entry.map_err(failed)?.path();
        let is_ours = path.file_stem().is_some_and(|stem| {
            let rest = stem.to_str().and_then(|stem| stem.strip_prefix(experiment));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        });
        let is_of_results = |ending: &&str| path.extension().is_some_and(|end| end == *ending);
        if is_ours && EXTENSIONS.iter().any(is_of_results) {
            return Err(ExperimentError::ResultsWithoutJournal { path, journal });
        }
    }
    Ok(())
}

/// File of JSON Lines: the settings of an experiment, then a line for each finished cell.
///
/// Lines are written whole; a line that was cut off is removed when the file is opened again. One
/// process at a time has it open.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: LockedFile,
}

/// Contents of a file.
struct Contents {
    /// Lines that are whole.
    lines: Vec<Value>,
    /// Number of bytes of the whole lines.
    whole: u64,
    /// Remainder behind them, of a line that was cut off.
    left: Vec<u8>,
}

impl Journal {
    /// Opens the journal of an experiment in its folder, which is made where there is none.
    ///
    /// # Errors
    /// As [`Self::open`], and if the folder can't be made.
    pub(crate) fn of(
        folder: &Path,
        settings: &Settings,
    ) -> Result<(Self, Vec<Value>), ExperimentError> {
        fs::create_dir_all(folder).map_err(|source| ExperimentError::Write {
            path: folder.to_owned(),
            source,
        })?;
        Self::open(&path_in(folder, settings.experiment()), settings)
    }

    /// Path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the file, or makes it, and reads the lines behind the settings.
    ///
    /// # Errors
    /// Returns an error if it can't be read or written, is in use, has other settings or is no such
    /// file.
    fn open(path: &Path, settings: &Settings) -> Result<(Self, Vec<Value>), ExperimentError> {
        let failed = |source| ExperimentError::Write {
            path: path.to_owned(),
            source,
        };
        let file = LockedFile::open(path).map_err(|error| match error {
            LockError::Io(source) => failed(source),
            LockError::NotRegular => ExperimentError::NoJournal { path: path.into() },
            LockError::InUse => ExperimentError::InUse { path: path.into() },
        })?;
        let mut journal = Self {
            path: path.to_owned(),
            file,
        };
        let head = Value::Object(head(settings));
        let Contents {
            mut lines,
            whole,
            left,
        } = journal.read()?;
        if lines.is_empty() {
            if !head.to_string().as_bytes().starts_with(&left) {
                return Err(ExperimentError::NoJournal { path: path.into() });
            }
            journal.file.truncate(0).map_err(failed)?;
            journal.add(&head)?;
        } else {
            journal.compare(&lines.remove(0), settings)?;
            journal.file.truncate(whole).map_err(failed)?;
        }
        Ok((journal, lines))
    }

    /// Appends a line.
    ///
    /// # Errors
    /// Returns an error if it can't be written.
    pub(crate) fn add(&mut self, line: &Value) -> Result<(), ExperimentError> {
        let text = format!("{line}\n");
        let written = self.file.append(text.as_bytes());
        written.map_err(|source| ExperimentError::Write {
            path: self.path.clone(),
            source,
        })
    }

    /// Reads the file.
    fn read(&self) -> Result<Contents, ExperimentError> {
        let failed = |source| ExperimentError::Read {
            path: self.path.clone(),
            source,
        };
        let mut lines = Vec::new();
        let mut whole = 0;
        let mut reader = BufReader::new(self.file.file());
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).map_err(failed)? > 0 {
            // Only what is behind the last line feed may have been cut off.
            if !line.ends_with(b"\n") {
                break;
            }
            let value = serde_json::from_slice(&line);
            lines.push(value.map_err(|_| ExperimentError::Line {
                path: self.path.clone(),
                line: lines.len() + 1,
            })?);
            whole += line.len() as u64;
            line.clear();
        }
        Ok(Contents {
            lines,
            whole,
            left: line,
        })
    }

    /// Checks that the first line is of these settings.
    fn compare(&self, found: &Value, settings: &Settings) -> Result<(), ExperimentError> {
        let empty = Map::new();
        let found = found.as_object().unwrap_or(&empty);
        if found.get("format").and_then(Value::as_str) != Some(FORMAT) {
            let path = self.path.clone();
            return Err(ExperimentError::NoJournal { path });
        }
        let wanted = head(settings);
        let text = |value: Option<&Value>| value.map_or_else(|| "nothing".into(), word);
        for name in wanted.keys().chain(found.keys()) {
            let (before, now) = (found.get(name), wanted.get(name));
            if before != now {
                return Err(ExperimentError::OtherSettings {
                    path: self.path.clone(),
                    name: name.clone(),
                    before: text(before),
                    now: text(now),
                });
            }
        }
        Ok(())
    }
}

fn head(settings: &Settings) -> Map<String, Value> {
    let mut head = Map::new();
    head.insert("format".into(), FORMAT.into());
    head.extend(settings.values().clone());
    head
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;

    fn settings(games: u64) -> Settings {
        Settings::new("test").with("games", games)
    }

    #[test]
    fn what_was_added_is_there_again_and_a_line_cut_off_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.jsonl");
        let (mut journal, lines) = Journal::open(&path, &settings(7)).unwrap();
        assert!(lines.is_empty());
        journal.add(&json!({"cell": 1})).unwrap();
        drop(journal);
        let whole = fs::read(&path).unwrap();
        fs::write(&path, [&whole[..], b"{\"cell\": 2"].concat()).unwrap();
        let (mut journal, lines) = Journal::open(&path, &settings(7)).unwrap();
        assert_eq!(lines, [json!({"cell": 1})]);
        journal.add(&json!({"cell": 3})).unwrap();
        drop(journal);
        let (_, lines) = Journal::open(&path, &settings(7)).unwrap();
        assert_eq!(lines, [json!({"cell": 1}), json!({"cell": 3})]);
    }

    #[test]
    fn a_whole_line_is_never_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.jsonl");
        drop(Journal::open(&path, &settings(7)).unwrap());
        let text = fs::read_to_string(&path).unwrap() + "{\"cell\": 1\n";
        fs::write(&path, &text).unwrap();
        let error = Journal::open(&path, &settings(7)).unwrap_err();
        assert!(matches!(error, ExperimentError::Line { line: 2, .. }));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn other_settings_are_refused_with_what_differs() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.jsonl");
        drop(Journal::open(&path, &settings(7)).unwrap());
        let text = |settings: &Settings| Journal::open(&path, settings).unwrap_err().to_string();
        assert!(text(&settings(8)).ends_with("was begun with games 7, not 8"));
        let more = settings(7).with("seed", 1);
        assert!(text(&more).ends_with("was begun with seed nothing, not 1"));
        let other = Settings::new("other").with("games", 7);
        assert!(text(&other).ends_with("was begun with experiment test, not other"));
    }

    #[test]
    fn two_at_a_time_and_other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.jsonl");
        let (first, _) = Journal::open(&path, &settings(7)).unwrap();
        let second = Journal::open(&path, &settings(7)).unwrap_err();
        assert!(second.to_string().ends_with("is in use"), "{second}");
        // As a child has it that is being started.
        let _inherited = first.file.file().try_clone().unwrap();
        drop(first);
        fs::write(&path, "{\"format\":\"cheqqers\"}\n").unwrap();
        let other = Journal::open(&path, &settings(7)).unwrap_err();
        assert!(
            other.to_string().ends_with("is not of an experiment"),
            "{other}"
        );
        for text in [
            "no JSON\n{}\n",
            "a note",
            "{\"format\":\"cheqqers\"}",
            "{\"format\":\"cheqqers\"}\nand a note",
            "a note\n",
        ] {
            fs::write(&path, text).unwrap();
            let error = Journal::open(&path, &settings(7)).unwrap_err();
            assert!(
                matches!(
                    error,
                    ExperimentError::NoJournal { .. } | ExperimentError::Line { line: 1, .. }
                ),
                "{error}"
            );
            assert_eq!(fs::read_to_string(&path).unwrap(), text, "nothing is lost");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_regular_file_is_refused() {
        let error = Journal::open(Path::new("/dev/null"), &settings(7)).unwrap_err();
        assert!(
            matches!(error, ExperimentError::NoJournal { .. }),
            "{error}"
        );
    }

    #[test]
    fn a_file_that_was_cut_off_in_its_first_line_is_begun_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.jsonl");
        drop(Journal::open(&path, &settings(7)).unwrap());
        let whole = fs::read(&path).unwrap();
        for length in [0, 9, whole.len() - 1] {
            fs::write(&path, &whole[..length]).unwrap();
            let (_, lines) = Journal::open(&path, &settings(7)).unwrap();
            assert!(lines.is_empty());
            assert_eq!(fs::read(&path).unwrap(), whole);
        }
    }
}
