//! Jobs on disk: each is written down before it is sent.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use cheqqers_files::{create_private_folder, replace_private};
use etcetera::BaseStrategy;

use crate::entry::Entry;
use crate::error::RemoteError;
use crate::files::{self, MAX_JOB};

/// Jobs of a user: a folder for each, named by its idempotency key.
#[derive(Clone, Debug)]
pub struct Journal {
    folder: PathBuf,
}

/// Lock that keeps other processes from working on a job; released when dropped.
#[derive(Debug)]
pub(crate) struct JobLock {
    file: File,
}

impl Drop for JobLock {
    fn drop(&mut self) {
        // Closing it is not enough: a child process that another thread starts shares it for a moment.
        let _ = self.file.unlock();
    }
}

impl Journal {
    const JOB: &str = "job.json";
    const RAW: &str = "answer.txt";
    const LOCK: &str = "lock";
    const UNREADABLE: &str = "unreadable.json";

    /// The journal of the user: below the platform's folder for data, `~/.local/share/cheqqers/jobs` on
    /// Linux, or below `XDG_DATA_HOME` where that is set.
    ///
    /// # Errors
    /// Returns an error if the user has no home.
    pub fn of_user() -> Result<Self, RemoteError> {
        let strategy = etcetera::choose_base_strategy().map_err(|error| RemoteError::Journal {
            path: "~".into(),
            text: error.to_string(),
        })?;
        Ok(Self::at(strategy.data_dir().join("cheqqers").join("jobs")))
    }

    /// A journal in a folder, which is created with the first job.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
        }
    }

    /// Folder of the journal.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Reads the job with a key; `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if it is there and can't be read.
    pub fn load(&self, key: &str) -> Result<Option<Entry>, RemoteError> {
        let path = self.folder.join(key).join(Self::JOB);
        let text = match files::read(&path, MAX_JOB) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(&path, &error)),
        };
        let entry: Entry = serde_json::from_slice(&text).map_err(|error| failed(&path, &error))?;
        if !entry.is_readable() {
            return Err(failed(
                &path,
                &"its version is not one that this program reads",
            ));
        }
        Ok(Some(entry))
    }

    /// Reads all jobs, the oldest first.
    ///
    /// # Errors
    /// Returns an error if one can't be read.
    pub fn list(&self) -> Result<Vec<Entry>, RemoteError> {
        self.entries()?.into_iter().collect()
    }

    /// Reads each job, the oldest first; errors of those that can't be read come before all others.
    ///
    /// # Errors
    /// Returns an error if the folder can't be read.
    pub fn entries(&self) -> Result<Vec<Result<Entry, RemoteError>>, RemoteError> {
        let folders = match fs::read_dir(&self.folder) {
            Ok(folders) => folders,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(&self.folder, &error)),
        };
        let mut entries = Vec::new();
        for folder in folders {
            let folder = folder.map_err(|error| failed(&self.folder, &error))?;
            // Systems put other files into folders too.
            if let Some(key) = folder.file_name().to_str()
                && folder.path().is_dir()
            {
                entries.extend(self.load(key).transpose());
            }
        }
        entries.sort_by_cached_key(|entry: &Result<Entry, RemoteError>| {
            let entry = entry.as_ref().ok();
            entry.map(|entry| (entry.created, entry.key().to_owned()))
        });
        Ok(entries)
    }

    /// Reads the jobs of a series of measurements, the oldest first; an empty name means those that belong
    /// to no measurement. Jobs that can't be read are left out: they show when they are loaded by their
    /// keys.
    ///
    /// # Errors
    /// Returns an error if the folder can't be read.
    pub fn of_series(&self, series: &str) -> Result<Vec<Entry>, RemoteError> {
        let mut entries: Vec<Entry> = self.entries()?.into_iter().flatten().collect();
        entries.retain(|entry| {
            let id = entry.measurement.as_ref();
            id.map_or("", |id| &id.series) == series
        });
        Ok(entries)
    }

    /// Gives up a job, pending or with an answer of no use, so that its measurement gets a new one, and
    /// returns the entry as it was, if it can be read. A job that can't be read is put aside; others stay as
    /// they are. The service is not asked: [`Remote::give_up`](crate::Remote::give_up) does.
    ///
    /// # Errors
    /// Returns an error if another process works on it, or it can't be read or written.
    pub fn forget(&self, key: &str) -> Result<Option<Entry>, RemoteError> {
        if !self.folder.join(key).join(Self::JOB).exists() {
            return Ok(None);
        }
        let lock = self.lock(key)?;
        self.forget_locked(key, &lock)
    }

    /// Gives up a job that this process has locked.
    pub(crate) fn forget_locked(
        &self,
        key: &str,
        _: &JobLock,
    ) -> Result<Option<Entry>, RemoteError> {
        let entry = self.load(key).or_else(|error| {
            let job = self.folder.join(key).join(Self::JOB);
            fs::rename(&job, self.unreadable_path(key)).map_err(|_| error)?;
            Ok(None)
        })?;
        if let Some(mut given_up) = entry.clone().filter(Entry::may_be_given_up) {
            given_up.give_up();
            self.save(&given_up)?;
        }
        Ok(entry)
    }

    /// Path to which [`Self::forget`] moves the entry of a job that can't be read.
    pub fn unreadable_path(&self, key: &str) -> PathBuf {
        self.folder.join(key).join(Self::UNREADABLE)
    }

    /// Adds a job that was written down elsewhere before it was sent, unless it is here already. Whether
    /// it was sent is not known then, and nobody here has agreed to its cost.
    ///
    /// # Errors
    /// Returns an error if it is no such job, another process works on it, or the disk fails.
    pub fn import(&self, mut entry: Entry) -> Result<(), RemoteError> {
        if !entry.is_unsent() {
            return Err(failed(&self.folder, &"it is no job before it was sent"));
        }
        let _lock = self.lock(entry.key())?;
        if self.load(entry.key())?.is_some() {
            return Ok(());
        }
        entry.agreed = false;
        self.save(&entry)
    }

    /// Error of a job that has the key of a measurement and the bits of another.
    pub(crate) fn mismatch(&self, key: &str) -> RemoteError {
        let path = self.folder.join(key).join(Self::JOB);
        failed(&path, &"it answers with other bits than were asked for")
    }

    /// Writes a job atomically, and returns when it is on the disk.
    pub(crate) fn save(&self, entry: &Entry) -> Result<(), RemoteError> {
        let text = serde_json::to_vec_pretty(entry).expect("an entry is JSON");
        self.write(entry.key(), Self::JOB, &text).map(|_| ())
    }

    /// Writes the response of a service, and returns the path.
    pub(crate) fn save_raw(&self, key: &str, raw: &str) -> Result<PathBuf, RemoteError> {
        self.write(key, Self::RAW, raw.as_bytes())
    }

    /// Reads the response of a service.
    pub(crate) fn raw(&self, key: &str) -> Result<String, RemoteError> {
        let path = self.folder.join(key).join(Self::RAW);
        files::read_text(&path, MAX_JOB).map_err(|error| failed(&path, &error))
    }

    /// Locks a job.
    ///
    /// # Errors
    /// [`RemoteError::Busy`] when another process has locked it.
    pub(crate) fn lock(&self, key: &str) -> Result<JobLock, RemoteError> {
        let folder = self.folder_of(key)?;
        let path = folder.join(Self::LOCK);
        let mut options = OpenOptions::new();
        let file = options
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|error| failed(&path, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(JobLock { file }),
            Err(TryLockError::WouldBlock) => Err(RemoteError::Busy { key: key.into() }),
            Err(TryLockError::Error(error)) => Err(failed(&path, &error)),
        }
    }

    /// Folder of a job, created if missing and readable by the user alone.
    fn folder_of(&self, key: &str) -> Result<PathBuf, RemoteError> {
        let folder = self.folder.join(key);
        create_private_folder(&folder).map_err(|error| failed(&folder, &error))?;
        Ok(folder)
    }

    fn write(&self, key: &str, name: &str, text: &[u8]) -> Result<PathBuf, RemoteError> {
        let path = self.folder.join(key).join(name);
        replace_private(&path, text).map_err(|error| failed(&path, &error))?;
        Ok(path)
    }
}

fn failed(path: &Path, error: &impl ToString) -> RemoteError {
    RemoteError::Journal {
        path: path.into(),
        text: error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::EntryState;

    fn entry(key: &str) -> Entry {
        Entry::new(key, "ionq:simulator", "ionq", "simulator")
    }

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::at(folder.path().join("jobs"));
        assert_eq!(journal.list(), Ok(vec![]));
        assert_eq!(journal.load("cheqqers-1"), Ok(None));
        let mut first = entry("cheqqers-1");
        journal.save(&first).unwrap();
        first.state = EntryState::Sent;
        first.provenance.job = Some("abc".into());
        journal.save(&first).unwrap();
        journal.save(&entry("cheqqers-0")).unwrap();
        let keys: Vec<String> = journal
            .list()
            .unwrap()
            .into_iter()
            .map(|entry| entry.provenance.key)
            .collect();
        assert_eq!(keys, ["cheqqers-1", "cheqqers-0"]);
        assert_eq!(journal.load("cheqqers-1"), Ok(Some(first)));
        journal.save_raw("cheqqers-1", "{}").unwrap();
        assert_eq!(journal.raw("cheqqers-1").unwrap(), "{}");
    }

    #[test]
    fn a_job_is_worked_on_by_one() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::at(folder.path());
        let lock = journal.lock("cheqqers-1").unwrap();
        assert!(matches!(
            journal.lock("cheqqers-1"),
            Err(RemoteError::Busy { .. })
        ));
        journal.lock("cheqqers-2").unwrap();
        // As a child has it that is being started.
        let _inherited = lock.file.try_clone().unwrap();
        drop(lock);
        journal.lock("cheqqers-1").unwrap();
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

    #[test]
    fn jobs_of_a_series_are_told_apart_and_unreadable_ones_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::at(folder.path());
        assert_eq!(journal.folder(), folder.path());
        let of = |key: &str, series: &str| {
            let id = cheqqers_backend::MeasurementId {
                series: series.into(),
                history: String::new(),
                name: "1 a 0".into(),
                attempt: 0,
            };
            let mut entry = entry(key);
            entry.measurement = (!series.is_empty()).then_some(id);
            journal.save(&entry).unwrap();
        };
        of("cheqqers-1", "a game");
        of("cheqqers-2", "another");
        of("cheqqers-3", "");
        fs::create_dir(folder.path().join("cheqqers-4")).unwrap();
        fs::write(folder.path().join("cheqqers-4").join(Journal::JOB), "{").unwrap();
        fs::write(folder.path().join("cheqqers-5"), "no folder").unwrap();
        let keys = |series| -> Vec<String> {
            let entries = journal.of_series(series).unwrap();
            entries.iter().map(|entry| entry.key().to_owned()).collect()
        };
        assert_eq!(keys("a game"), ["cheqqers-1"]);
        assert_eq!(keys("another"), ["cheqqers-2"]);
        assert_eq!(keys(""), ["cheqqers-3"]);
        assert!(keys("none").is_empty());
        // Those that can't be read come first.
        let entries = journal.entries().unwrap();
        let are_read: Vec<bool> = entries.iter().map(Result::is_ok).collect();
        assert_eq!(are_read, [false, true, true, true]);
        // One that is put aside shows no more.
        assert_eq!(journal.forget("cheqqers-4"), Ok(None));
        assert_eq!(journal.list().unwrap().len(), 3);
        let aside = journal.unreadable_path("cheqqers-4");
        assert_eq!(fs::read_to_string(aside).unwrap(), "{");
    }

    #[test]
    fn a_version_that_is_not_known_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::at(folder.path());
        journal.save(&entry("cheqqers-1")).unwrap();
        let path = folder.path().join("cheqqers-1").join(Journal::JOB);
        let text = fs::read_to_string(&path).unwrap();
        let later = text.replacen("\"version\": 2", "\"version\": 3", 1);
        assert_ne!(text, later);
        fs::write(path, later).unwrap();
        let error = journal.load("cheqqers-1").unwrap_err().to_string();
        assert!(
            error.ends_with("its version is not one that this program reads"),
            "{error}"
        );
    }

    #[test]
    fn what_is_pending_is_given_up_and_what_has_ended_stays() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::at(folder.path());
        assert_eq!(journal.forget("cheqqers-1"), Ok(None));
        assert!(!folder.path().join("cheqqers-1").exists());
        let mut pending = entry("cheqqers-1");
        journal.save(&pending).unwrap();
        assert_eq!(journal.forget("cheqqers-1"), Ok(Some(pending.clone())));
        assert!(journal.load("cheqqers-1").unwrap().unwrap().is_given_up());
        pending.state = EntryState::Cancelled;
        journal.save(&pending).unwrap();
        assert_eq!(journal.forget("cheqqers-1"), Ok(Some(pending.clone())));
        assert_eq!(journal.load("cheqqers-1"), Ok(Some(pending)));
        let _lock = journal.lock("cheqqers-1").unwrap();
        let busy = RemoteError::Busy {
            key: "cheqqers-1".into(),
        };
        assert_eq!(journal.forget("cheqqers-1"), Err(busy));
    }

    #[test]
    fn jobs_of_a_record_are_imported_once_and_nobody_has_agreed_to_them() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::at(folder.path());
        let key = "cheqqers-0123456789abcdef";
        let mut unsent = entry(key).with_program("x", 1, 1, 5);
        unsent.agreed = true;
        let mut sent = unsent.clone();
        sent.state = EntryState::Sent;
        let error = journal.import(sent.clone()).unwrap_err().to_string();
        assert!(
            error.ends_with("it is no job before it was sent"),
            "{error}"
        );
        journal.import(unsent.clone()).unwrap();
        let read = journal.load(key).unwrap().unwrap();
        assert!(!read.agreed);
        journal.save(&sent).unwrap();
        journal.import(unsent).unwrap();
        assert_eq!(journal.load(key), Ok(Some(sent)));
    }
}
