//! The file that a game is recorded in, and files it is saved to.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cheqqers_files::{Existing, persist_durably, sync_folder_of, temporary_beside, write_durably};
use cheqqers_game::record::{
    ChecksumChain, Line, Record, header_line, job_line, to_text_with_jobs,
    to_text_without_checksums,
};
use cheqqers_measure::GameId;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::error::{CommandError, Failure};
use crate::files::{FileError, lock};
use crate::interrupt;
use crate::record::Games;

/// Error of opening a record to write to it.
#[derive(Debug, Error)]
pub(crate) enum RecordFileError {
    #[error("{} exists already", path.display())]
    Exists { path: PathBuf },
    #[error("{} is a draughts record, to which no plies can be appended", path.display())]
    Pdn { path: PathBuf },
}

impl CommandError for RecordFileError {
    fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Self::Exists { .. } => "Choose another name, or go on with the game in it by --resume.",
            Self::Pdn { .. } => "Resume the output of 'cheqqers export FILE --format record'.",
        })
    }
}

/// Held during a write, so that an interrupt does not cut a line.
static WRITING: Mutex<()> = Mutex::new(());

/// Waits for the write under way; none begins while the guard is held.
pub(crate) fn stop_writing() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writer of the lines of a game. Its clones write to the same file.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecordWriter(Arc<Mutex<Destination>>, Arc<Mutex<NamedJobs>>);

/// Jobs that were named before they were sent.
#[derive(Debug, Default)]
struct NamedJobs {
    /// Each job must have a line, as in records whose keys bind the header.
    are_complete: bool,
    /// Number of lines of the game so far.
    lines: usize,
    /// Each with the number of lines before it.
    jobs: Vec<(usize, Value)>,
}

/// Destination of the lines of a game.
#[derive(Debug, Default)]
enum Destination {
    /// The game is not recorded, or not yet.
    #[default]
    Nowhere,
    /// Each line is appended to a file at once.
    File(RecordFile),
    /// A write to this file failed, and nothing more is written.
    Broken(PathBuf),
}

/// A record to which lines are appended.
#[derive(Debug)]
pub(crate) struct RecordFile {
    path: PathBuf,
    file: File,
    /// Length of its whole lines, in bytes.
    whole: u64,
    /// Checksums of the lines, to go on with.
    checksums: ChecksumChain,
    /// The user did not ask for it, and nothing is said if it can't be written.
    is_optional: bool,
    /// Lines were written behind what it held when it was opened.
    has_grown: bool,
}

impl RecordFile {
    /// A new file that holds the header.
    pub(crate) fn create(path: &Path, header: &Map<String, Value>) -> Result<Self, Failure> {
        let failed = |source: io::Error| match source.kind() {
            io::ErrorKind::AlreadyExists => RecordFileError::Exists { path: path.into() }.into(),
            _ => Failure::from(FileError::write(path, source)),
        };
        // A name is taken only by a file with a header, even if the process is killed here.
        let _writing = stop_writing();
        let mut file = temporary_beside(path).map_err(failed)?;
        lock(file.as_file(), path)?;
        let mut checksums = ChecksumChain::START;
        let text = checksums.add(header_line(header));
        file.write_all(text.as_bytes()).map_err(failed)?;
        let file = persist_durably(file, path, Existing::Refuse).map_err(failed)?;
        Ok(Self {
            path: path.into(),
            file,
            whole: text.len() as u64,
            checksums,
            is_optional: false,
            has_grown: false,
        })
    }

    /// Opens a record to go on with it, and reads it, without a change.
    pub(crate) fn open(path: &Path) -> Result<(Self, Record), Failure> {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).open(path);
        let file = file.map_err(|source| FileError::read(path, source))?;
        lock(&file, path)?;
        let games = Games::read(path, BufReader::new(&file))?;
        if !games.can_grow() {
            return Err(RecordFileError::Pdn { path: path.into() }.into());
        }
        let record = games.only()?;
        let opened = Self {
            path: path.into(),
            whole: record.whole_bytes,
            file,
            checksums: record.checksums.chain.clone(),
            is_optional: false,
            has_grown: false,
        };
        Ok((opened, record))
    }

    /// Cuts off the rest of an interrupted write, so that lines can be appended.
    pub(crate) fn repair(&mut self, record: &Record) -> Result<(), FileError> {
        let mut repair = || {
            self.file.set_len(record.whole_bytes)?;
            self.file.seek(SeekFrom::Start(record.whole_bytes))?;
            if record.unterminated {
                self.file.write_all(b"\n")?;
                self.whole += 1;
            }
            // It may be a copy that is not on the disk yet.
            sync_folder_of(&self.path)
        };
        repair().map_err(|source| FileError::write(&self.path, source))
    }

    /// A file that takes nothing more.
    #[cfg(all(test, target_os = "linux"))]
    pub(crate) fn full() -> Self {
        let path = PathBuf::from("/dev/full");
        let mut options = OpenOptions::new();
        let file = options.write(true).open(&path).expect("every Linux has it");
        Self {
            path,
            file,
            whole: 0,
            checksums: ChecksumChain::START,
            is_optional: false,
            has_grown: false,
        }
    }

    /// The same file, of which nothing is said if it can't be written.
    pub(crate) fn optional(self) -> Self {
        Self {
            is_optional: true,
            ..self
        }
    }

    /// Writes a whole line or nothing.
    fn append(&mut self, line: String) -> Result<(), FileError> {
        self.append_with(line, |_| Ok(()))
    }

    /// The same, and returns when the file is on the disk.
    fn append_durably(&mut self, line: String) -> Result<(), FileError> {
        self.append_with(line, File::sync_all)
    }

    fn append_with(
        &mut self,
        line: String,
        sync: impl FnOnce(&File) -> io::Result<()>,
    ) -> Result<(), FileError> {
        let mut checksums = self.checksums.clone();
        let text = checksums.add(line);
        let write = || {
            let _writing = stop_writing();
            self.check_not_removed()?;
            self.file.write_all(text.as_bytes())?;
            sync(&self.file)
        };
        write().map_err(|source| {
            // A part of the line that can't be cut off does no harm at the end of a record.
            let cut = self.file.set_len(self.whole);
            let _ = cut.and_then(|()| self.file.seek(SeekFrom::Start(self.whole)));
            FileError::write(&self.path, source)
        })?;
        self.whole += text.len() as u64;
        self.checksums = checksums;
        self.has_grown = true;
        Ok(())
    }

    /// Refuses a file that has no name any more: what is written to it is lost. On Windows, where names are not
    /// counted, it must still have this one.
    fn check_not_removed(&self) -> io::Result<()> {
        #[cfg(unix)]
        let is_named = std::os::unix::fs::MetadataExt::nlink(&self.file.metadata()?) > 0;
        #[cfg(windows)]
        let is_named = self.path.try_exists()?;
        if is_named {
            return Ok(());
        }
        let what = "it was removed during the game";
        Err(io::Error::new(io::ErrorKind::NotFound, what))
    }
}

impl RecordWriter {
    /// Writes to a file from now on.
    pub(crate) fn open(&self, file: RecordFile) {
        *self.destination() = Destination::File(file);
    }

    /// Goes on after the lines of a record.
    pub(crate) fn go_on(&self, record: &Record) {
        *self.named() = NamedJobs {
            are_complete: matches!(GameId::of(&record.header), GameId::Bound(_)),
            lines: record.lines.len(),
            jobs: record.jobs.clone(),
        };
    }

    /// Returns `true` if a line or a job was written to the file that it has.
    pub(crate) fn has_grown(&self) -> bool {
        matches!(&*self.destination(), Destination::File(record) if record.has_grown)
    }

    /// Writes nothing from now on.
    pub(crate) fn close(&self) {
        *self.destination() = Destination::Nowhere;
    }

    /// The file in which the game is recorded, unless a write failed.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        match &*self.destination() {
            Destination::File(record) => Some(record.path.clone()),
            Destination::Nowhere | Destination::Broken(_) => None,
        }
    }

    /// Writes a line. When that fails nothing more is written, and the file keeps the lines before it.
    ///
    /// # Errors
    /// The first time that it fails, for a file that the user asked for.
    pub(crate) fn line(&self, line: &Line) -> Result<(), FileError> {
        self.named().lines += 1;
        let mut destination = self.destination();
        let Destination::File(record) = &mut *destination else {
            return Ok(());
        };
        match record.append(line.to_text()) {
            Ok(()) => {
                interrupt::set_record(Some(record.path.clone()));
                Ok(())
            }
            Err(_) if record.is_optional => {
                *destination = Destination::Nowhere;
                Ok(())
            }
            Err(error) => {
                *destination = Destination::Broken(record.path.clone());
                Err(error)
            }
        }
    }

    /// Writes down a job before it is sent, unless it is there already. One that was sent before is added
    /// only to a record that must have all jobs. Returns when it is on the disk with all lines before it; when
    /// that fails the file is as before.
    ///
    /// # Errors
    /// Returns an error if it is not written.
    pub(crate) fn job(&self, job: &Value, is_sent: bool) -> Result<(), FileError> {
        let mut named = self.named();
        let is_there = |(_, other): &(usize, Value)| other["marker"] == job["marker"];
        let is_left_out = is_sent && !named.are_complete;
        if is_left_out || (job["marker"].is_string() && named.jobs.iter().any(is_there)) {
            return Ok(());
        }
        match &mut *self.destination() {
            Destination::File(record) => record.append_durably(job_line(job))?,
            // Its shots would be in no record.
            Destination::Broken(path) => {
                let source = io::Error::other("the game is not recorded any more");
                return Err(FileError::write(path, source));
            }
            Destination::Nowhere => {}
        }
        let lines = named.lines;
        named.jobs.push((lines, job.clone()));
        Ok(())
    }

    fn named(&self) -> MutexGuard<'_, NamedJobs> {
        self.1.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn destination(&self) -> MutexGuard<'_, Destination> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug, Error)]
pub(crate) enum SaveError {
    #[error("the game is recorded in {} already, up to here", path.display())]
    Recorded { path: PathBuf },
    #[error("{} holds something else, choose another name", path.display())]
    Other { path: PathBuf },
    #[error("{} is no regular file, choose another name", path.display())]
    NoFile { path: PathBuf },
    #[error(transparent)]
    File(#[from] FileError),
}

impl CommandError for SaveError {
    fn advice(&self) -> Option<&'static str> {
        match self {
            Self::File(error) => error.advice(),
            _ => None,
        }
    }
}

/// Writes a whole record to a file: all of it or nothing. An existing file is replaced only if it
/// holds the same game up to an earlier ply.
pub(crate) fn save(
    writer: &RecordWriter,
    path: &Path,
    header: &Map<String, Value>,
    lines: &[Line],
) -> Result<(), SaveError> {
    let failed = |source| FileError::write(path, source);
    if let Some(recorded) = writer.path()
        && same_file(&recorded, path)
    {
        return Err(SaveError::Recorded { path: path.into() });
    }
    let text = to_text_with_jobs(header, lines, &writer.named().jobs).into_bytes();
    // As earlier versions saved it.
    let without_checksums = || to_text_without_checksums(header, lines).into_bytes();
    let existing = match found(path, text.len())? {
        None => Existing::Refuse,
        Some(found)
            if !found.is_empty()
                && (text.starts_with(&found) || without_checksums().starts_with(&found)) =>
        {
            Existing::Replace
        }
        Some(_) => return Err(SaveError::Other { path: path.into() }),
    };
    match write_durably(path, &text, existing) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(SaveError::Other { path: path.into() })
        }
        written => Ok(written.map_err(failed)?),
    }
}

/// The content of a file, up to one byte beyond `len`; `None` when there is no file.
fn found(path: &Path, len: usize) -> Result<Option<Vec<u8>>, SaveError> {
    let read = || -> io::Result<Option<Vec<u8>>> {
        // A pipe would block, and a device may have no end.
        if !std::fs::metadata(path)?.is_file() {
            return Ok(None);
        }
        let mut found = Vec::new();
        let file = File::open(path)?;
        file.take(len as u64 + 1).read_to_end(&mut found)?;
        Ok(Some(found))
    };
    match read() {
        Ok(Some(found)) => Ok(Some(found)),
        Ok(None) => Err(SaveError::NoFile { path: path.into() }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(FileError::read(path, source).into()),
    }
}

fn same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use cheqqers_game::record::EndLine;

    use super::*;

    fn header() -> Map<String, Value> {
        let mut header = Map::new();
        header.insert("format".into(), "cheqqers".into());
        header.insert("version".into(), 1.into());
        header
    }

    fn undo() -> Line {
        Line::Undo(1)
    }

    #[test]
    fn a_record_replaces_nothing_and_is_locked_while_it_grows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let writer = RecordWriter::default();
        writer.open(RecordFile::create(&path, &header()).unwrap());
        writer.line(&undo()).unwrap();
        let exists = RecordFile::create(&path, &header()).unwrap_err();
        assert!(matches!(
            exists.downcast(),
            Some(RecordFileError::Exists { .. })
        ));
        let in_use = RecordFile::open(&path).unwrap_err();
        assert!(matches!(in_use.downcast(), Some(FileError::InUse { .. })));
        drop(writer);
        let (_, record) = RecordFile::open(&path).unwrap();
        assert_eq!(record.lines.len(), 1);
    }

    #[test]
    #[cfg(unix)]
    fn nothing_is_written_to_a_file_that_was_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let writer = RecordWriter::default();
        writer.open(RecordFile::create(&path, &header()).unwrap());
        let moved = folder.path().join("moved.jsonl");
        std::fs::rename(&path, &moved).unwrap();
        writer.line(&undo()).unwrap();
        std::fs::remove_file(moved).unwrap();
        let told = writer.job(&1.into(), false).unwrap_err();
        let told = std::error::Error::source(&told).unwrap().to_string();
        assert!(told.contains("removed"), "{told}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_told_once_and_nothing_more_is_written() {
        let writer = RecordWriter::default();
        writer.open(RecordFile::full());
        let full = |error: FileError| error.to_string().contains("/dev/full");
        // Each job must be written, or it isn't sent.
        assert!(writer.job(&1.into(), false).is_err_and(full));
        assert!(writer.job(&2.into(), false).is_err_and(full));
        assert!(writer.line(&undo()).is_err_and(full));
        assert_eq!(writer.path(), None);
        assert!(writer.line(&undo()).is_ok());
        assert!(writer.job(&3.into(), false).is_err_and(full));
    }

    #[test]
    fn saving_replaces_an_earlier_part_of_the_game_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("saved.jsonl");
        let save = |lines: &[Line]| save(&RecordWriter::default(), &path, &header(), lines);
        save(&[undo()]).unwrap();
        save(&[undo(), Line::End(EndLine::agreed())]).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), 3);
        assert!(matches!(save(&[undo()]), Err(SaveError::Other { .. })));
        let old: String = text
            .lines()
            .map(|line| line.split(",\"sum\"").next().unwrap().to_owned() + "}\n")
            .collect();
        std::fs::write(&path, &old).unwrap();
        save(&[undo(), Line::End(EndLine::agreed())]).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        std::fs::write(&path, "my diary\n").unwrap();
        assert!(matches!(save(&[undo()]), Err(SaveError::Other { .. })));
        std::fs::write(&path, "").unwrap();
        assert!(matches!(save(&[undo()]), Err(SaveError::Other { .. })));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_record_under_way_is_not_saved_over_itself() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let writer = RecordWriter::default();
        writer.open(RecordFile::create(&path, &header()).unwrap());
        let error = save(&writer, &path, &header(), &[]).unwrap_err();
        assert!(matches!(error, SaveError::Recorded { .. }));
    }
}
