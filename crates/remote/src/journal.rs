//! Jobs on disk: each is written down before anybody waits for it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cheqqers_backend::JobError;
use etcetera::BaseStrategy;

use crate::entry::{Entry, State};

/// The jobs of a user: a folder for each, named by its marker.
#[derive(Clone, Debug)]
pub struct Journal {
    folder: PathBuf,
}

/// Keeps other processes from working on a job as long as it lives.
#[derive(Debug)]
pub(crate) struct Held {
    file: File,
}

impl Drop for Held {
    fn drop(&mut self) {
        // Closing it is not enough: a child that another thread is starting holds it for a moment.
        let _ = self.file.unlock();
    }
}

impl Journal {
    const JOB: &str = "job.json";
    const RAW: &str = "answer.txt";
    const LOCK: &str = "lock";

    /// That of the user: below the platform's folder for data, `~/.local/share/cheqqers/jobs` on
    /// Linux, or below `XDG_DATA_HOME` where that is set.
    ///
    /// # Errors
    /// When the user has no home.
    pub fn of_user() -> Result<Self, JobError> {
        let strategy = etcetera::choose_base_strategy().map_err(|error| JobError::Journal {
            path: "~".into(),
            text: error.to_string(),
        })?;
        Ok(Self::at(strategy.data_dir().join("cheqqers").join("jobs")))
    }

    /// One in a folder, which is made with the first job.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
        }
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The job with this marker, if it is written down.
    ///
    /// # Errors
    /// When it is there and can't be read.
    pub fn load(&self, marker: &str) -> Result<Option<Entry>, JobError> {
        let path = self.folder.join(marker).join(Self::JOB);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(&path, &error)),
        };
        let entry: Entry = serde_json::from_slice(&text).map_err(|error| failed(&path, &error))?;
        if !entry.is_readable() {
            return Err(failed(&path, &"it was written by a newer version"));
        }
        Ok(Some(entry))
    }

    /// All jobs, the oldest first.
    ///
    /// # Errors
    /// When one can't be read.
    pub fn list(&self) -> Result<Vec<Entry>, JobError> {
        self.entries()?.into_iter().collect()
    }

    /// Each job, the oldest first, or why it can't be read; these come before all others.
    ///
    /// # Errors
    /// When the folder can't be read.
    pub fn entries(&self) -> Result<Vec<Result<Entry, JobError>>, JobError> {
        let folders = match fs::read_dir(&self.folder) {
            Ok(folders) => folders,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(&self.folder, &error)),
        };
        let mut entries = Vec::new();
        for folder in folders {
            let folder = folder.map_err(|error| failed(&self.folder, &error))?;
            // Whatever else a system puts into folders is no job.
            if let Some(marker) = folder.file_name().to_str()
                && folder.path().is_dir()
            {
                entries.extend(self.load(marker).transpose());
            }
        }
        entries.sort_by_cached_key(|entry: &Result<Entry, JobError>| {
            let entry = entry.as_ref().ok();
            entry.map(|entry| (entry.created, entry.marker.clone()))
        });
        Ok(entries)
    }

    /// The jobs of a game, the oldest first; those that can't be read are left out, and show when
    /// they are asked for by their markers.
    ///
    /// # Errors
    /// When the folder can't be read.
    pub fn of_game(&self, game: &str) -> Result<Vec<Entry>, JobError> {
        let mut entries: Vec<Entry> = self.entries()?.into_iter().flatten().collect();
        entries.retain(|entry| {
            let question = entry.question.as_ref();
            question.is_some_and(|question| question.game == game)
        });
        Ok(entries)
    }

    /// Gives up a job whose answer can't be had any more, so that what it was to answer may be asked
    /// anew; gives it as it was, if it can be read. An answer that is here stays.
    ///
    /// # Errors
    /// When another process works on it, or it can't be read or written.
    pub fn give_up(&self, marker: &str) -> Result<Option<Entry>, JobError> {
        let folder = self.folder.join(marker);
        if !folder.join(Self::JOB).exists() {
            return Ok(None);
        }
        let _held = self.hold(marker)?;
        let entry = self.load(marker).or_else(|error| {
            // What can't be read is put aside.
            let (job, aside) = (folder.join(Self::JOB), folder.join("unreadable.json"));
            fs::rename(&job, aside).map_err(|_| error)?;
            Ok(None)
        })?;
        if let Some(mut open) = entry.clone().filter(Entry::is_open) {
            open.state = State::Failed {
                reason: "it was given up".into(),
            };
            self.save(&open)?;
        }
        Ok(entry)
    }

    /// That a job which bears the marker of a question answers another one.
    pub(crate) fn foreign(&self, marker: &str) -> JobError {
        let path = self.folder.join(marker).join(Self::JOB);
        failed(&path, &"it answers with other bits than were asked for")
    }

    /// Writes a job down, all of it or nothing, and gives back only when the disk has it.
    pub(crate) fn save(&self, entry: &Entry) -> Result<(), JobError> {
        let text = serde_json::to_vec_pretty(entry).expect("an entry is JSON");
        self.write(&entry.marker, Self::JOB, &text).map(|_| ())
    }

    /// Keeps what a service said, word for word, and gives where.
    pub(crate) fn save_raw(&self, marker: &str, raw: &str) -> Result<PathBuf, JobError> {
        self.write(marker, Self::RAW, raw.as_bytes())
    }

    /// What a service said, word for word.
    pub(crate) fn raw(&self, marker: &str) -> Result<String, JobError> {
        let path = self.folder.join(marker).join(Self::RAW);
        fs::read_to_string(&path).map_err(|error| failed(&path, &error))
    }

    /// Keeps other processes from working on a job.
    pub(crate) fn hold(&self, marker: &str) -> Result<Held, JobError> {
        let folder = self.folder_of(marker)?;
        let path = folder.join(Self::LOCK);
        let mut options = OpenOptions::new();
        let file = options
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|error| failed(&path, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Held { file }),
            Err(TryLockError::WouldBlock) => Err(JobError::Busy {
                marker: marker.into(),
            }),
            Err(TryLockError::Error(error)) => Err(failed(&path, &error)),
        }
    }

    /// Its folder, made where it is missing; nobody but the user may look into it.
    fn folder_of(&self, marker: &str) -> Result<PathBuf, JobError> {
        let folder = self.folder.join(marker);
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder
            .create(&folder)
            .map_err(|error| failed(&folder, &error))?;
        Ok(folder)
    }

    fn write(&self, marker: &str, name: &str, text: &[u8]) -> Result<PathBuf, JobError> {
        let folder = self.folder_of(marker)?;
        let path = folder.join(name);
        let write = || -> io::Result<()> {
            let mut file = tempfile::NamedTempFile::new_in(&folder)?;
            file.write_all(text)?;
            file.as_file().sync_all()?;
            file.persist(&path).map_err(|error| error.error)?;
            // The new name is on the disk with the folder that holds it, and that with its own.
            File::open(&folder)?.sync_all()?;
            File::open(&self.folder)?.sync_all()
        };
        write().map_err(|error| failed(&path, &error))?;
        Ok(path)
    }
}

fn failed(path: &Path, error: &impl ToString) -> JobError {
    JobError::Journal {
        path: path.into(),
        text: error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(marker: &str) -> Entry {
        Entry::new(marker.into(), "ionq:simulator", "ionq", "simulator")
    }

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::at(folder.path().join("jobs"));
        assert_eq!(journal.list(), Ok(vec![]));
        assert_eq!(journal.load("cheqqers-1"), Ok(None));
        let mut first = entry("cheqqers-1");
        journal.save(&first).unwrap();
        first.state = State::Sent;
        first.job = Some("abc".into());
        journal.save(&first).unwrap();
        journal.save(&entry("cheqqers-0")).unwrap();
        let markers: Vec<String> = journal
            .list()
            .unwrap()
            .into_iter()
            .map(|entry| entry.marker)
            .collect();
        assert_eq!(markers, ["cheqqers-1", "cheqqers-0"]);
        assert_eq!(journal.load("cheqqers-1"), Ok(Some(first)));
        journal.save_raw("cheqqers-1", "{}").unwrap();
        assert_eq!(journal.raw("cheqqers-1").unwrap(), "{}");
    }

    #[test]
    fn a_job_is_worked_on_by_one() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::at(folder.path());
        let held = journal.hold("cheqqers-1").unwrap();
        assert!(matches!(
            journal.hold("cheqqers-1"),
            Err(JobError::Busy { .. })
        ));
        journal.hold("cheqqers-2").unwrap();
        // As a child has it that is being started.
        let _inherited = held.file.try_clone().unwrap();
        drop(held);
        journal.hold("cheqqers-1").unwrap();
    }

    #[test]
    fn what_can_not_be_read_is_an_error_that_names_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::at(folder.path());
        fs::create_dir(folder.path().join("cheqqers-1")).unwrap();
        fs::write(folder.path().join("cheqqers-1").join(Journal::JOB), "{").unwrap();
        let error = journal.list().unwrap_err().to_string();
        assert!(error.contains("job.json"), "{error}");
    }
}
