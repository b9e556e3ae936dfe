//! Games of which the user asked for no record, kept in the folder for data lest they be lost.

use std::cmp::Reverse;
use std::env;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use cheqqers_files::{create_private_folder, is_locked};
use cheqqers_game::Status;
use cheqqers_game::record::{Line, Record};
use cheqqers_measure::GameId;
use cheqqers_remote::Journal;
use serde_json::{Map, Value};

use crate::error::{Failure, printable};
use crate::files::FileError;
use crate::record::Games;
use crate::record_file::RecordFile;
use crate::remote::RemoteSetupError;
use crate::setup::new_identity;

/// The most games without jobs that are kept: the last ones.
const MOST: usize = 20;

/// Bytes read at the beginning and at the end of a record, to tell whether its game is over.
const END: u64 = 64 << 10;

/// The file of a game that is kept.
#[derive(Debug)]
pub(super) struct KeptGame {
    pub(super) path: PathBuf,
    /// Its measurements are jobs, which may cost money: it is found again by its record.
    pub(super) has_jobs: bool,
}

impl KeptGame {
    /// Removes the file; where that fails it is one of the last ones for a while.
    pub(super) fn remove(self) {
        let _ = fs::remove_file(self.path);
    }
}

/// The folder of games that are kept.
fn folder() -> Result<PathBuf, RemoteSetupError> {
    let journal = Journal::of_user().map_err(RemoteSetupError::Journal)?;
    Ok(journal.folder().with_file_name("games").join("terminal"))
}

/// The same, where the user has a home: a service may have none, and nobody who goes on with its games.
fn folder_at_home() -> Option<PathBuf> {
    let homes = ["HOME", "XDG_DATA_HOME", "USERPROFILE"];
    let is_set = |name| env::var_os(name).is_some_and(|home| !home.is_empty());
    homes.into_iter().any(is_set).then(folder)?.ok()
}

/// A new file with the header of a game; `None` where a game without jobs can't be kept, which standard
/// error says.
///
/// # Errors
/// Returns an error if a game with jobs can't be kept.
pub(super) fn create(
    game: &str,
    header: &Map<String, Value>,
    has_jobs: bool,
) -> Result<Option<(KeptGame, RecordFile)>, Failure> {
    let created = || -> Result<_, Failure> {
        let name = format!("{game}-{}.jsonl", &new_identity()?[..12]);
        let folder = folder()?;
        let failed = |source| FileError::write(&folder, source);
        create_private_folder(&folder).map_err(failed)?;
        let path = folder.join(name);
        let file = RecordFile::create(&path, header)?;
        Ok((KeptGame { path, has_jobs }, file))
    };
    if has_jobs {
        return created().map(Some);
    }
    let reason = if folder_at_home().is_none() {
        "HOME is not set".into()
    } else {
        match created() {
            Ok((kept, file)) => return Ok(Some((kept, file.optional()))),
            Err(failure) => printable(&failure.text()),
        }
    };
    // The game is played even where standard error is closed.
    let _ = writeln!(
        io::stderr(),
        "This game is not kept: {reason}. Name a file with --record."
    );
    Ok(None)
}

/// Files of games that were not finished, the last one first. Those without a ply or job are removed, and
/// the oldest without jobs where there are too many.
pub(super) fn unfinished() -> Vec<PathBuf> {
    let files = folder_at_home().and_then(|folder| fs::read_dir(folder).ok());
    let paths = files
        .into_iter()
        .flatten()
        .flatten()
        .map(|file| file.path());
    let mut found: Vec<(SystemTime, PathBuf, Record)> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
        // Others are under way.
        .filter(|path| matches!(is_locked(path), Ok(false)))
        .filter_map(|path| {
            let record = read_ends(&path).ok()?;
            let changed = fs::metadata(&path).and_then(|file| file.modified()).ok()?;
            Some((changed, path, record))
        })
        .collect();
    found.sort_by_key(|kept| Reverse(kept.0));
    let mut free = 0;
    found.retain(|(_, path, record)| {
        let is_empty = record.lines.is_empty() && record.jobs.is_empty();
        let is_free = !is_empty && !record.header.contains_key(GameId::KEY);
        free += usize::from(is_free);
        let goes = is_empty || is_free && free > MOST;
        if goes {
            // It is tried again the next time.
            let _ = fs::remove_file(path);
        }
        !goes && !is_finished(record)
    });
    found.into_iter().map(|(_, path, _)| path).collect()
}

/// A record without the lines in the middle of it, where its ends tell enough: there may be hundreds of long
/// games with jobs.
fn read_ends(path: &Path) -> Result<Record, Failure> {
    let ends = || -> io::Result<Option<Vec<u8>>> {
        let mut file = BufReader::new(File::open(path)?);
        let length = file.get_ref().metadata()?.len();
        let mut text = Vec::new();
        file.by_ref().take(END).read_until(b'\n', &mut text)?;
        if !text.ends_with(b"\n") || length < text.len() as u64 + END {
            return Ok(None);
        }
        file.seek(SeekFrom::Start(length - END))?;
        file.skip_until(b'\n')?;
        file.read_to_end(&mut text)?;
        Ok(Some(text))
    };
    if let Some(text) = ends().map_err(|source| FileError::read(path, source))? {
        let record = Games::read(path, &text[..])?.only()?;
        let tells = |line: &Line| !matches!(line, Line::Pool(_));
        if record.lines.iter().any(|(_, line)| tells(line)) {
            return Ok(record);
        }
    }
    Games::open(path)?.only()
}

/// Returns `true` if the last ply of a recorded game ended it, or a player did.
fn is_finished(record: &Record) -> bool {
    let mut is_finished = false;
    for (_, line) in &record.lines {
        is_finished = match line {
            Line::Ply(ply) => ply.status != Status::InProgress,
            Line::End(_) => true,
            Line::Undo(_) => false,
            Line::Pool(_) => is_finished,
        };
    }
    is_finished
}

/// A line about games that were not finished.
pub(super) fn offer(unfinished: &[PathBuf]) -> Option<String> {
    let last = unfinished.first()?.display();
    Some(match unfinished.len() {
        1 => format!("A game is not finished. Go on with it by: cheqqers play --resume {last}"),
        count => format!(
            "{count} games are not finished. Go on with the last one by: cheqqers play --resume {last}"
        ),
    })
}
