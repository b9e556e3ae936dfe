//! Whole games, as draughts records or as JSON Lines.

use std::fs;
use std::path::{Path, PathBuf};

use cheqqers_files::Existing;
use cheqqers_game::record::{self, Line, Record};
use cheqqers_measure::MeasurerKind;
use cheqqers_session::Session;
use serde_json::Map;
use thiserror::Error;

use crate::args::{Export, Form};
use crate::error::{CommandError, Failure};
use crate::files::{create_folder, write};
use crate::progress::WorkProgress;
use crate::record::{Games, RecordError, recorded_in};
use crate::setup::Setup;
use crate::stdio::print;

#[derive(Debug, Error)]
#[error("the game {game} can't be written as {about}")]
struct NoForm {
    game: &'static str,
    about: &'static str,
}

impl CommandError for NoForm {
    fn advice(&self) -> Option<&'static str> {
        Some("Write it with --format record.")
    }
}

/// Refusal to write a game over the file that it is read from, as what is left out would be lost.
#[derive(Debug, Error)]
#[error("{} is the file that is exported", path.display())]
struct SameFile {
    path: PathBuf,
}

impl CommandError for SameFile {
    fn advice(&self) -> Option<&'static str> {
        Some("Write to another folder.")
    }
}

/// Writes the games of a file, or the one after given moves.
pub(super) fn run(args: &Export, form: Form) -> Result<(), Failure> {
    let written = match &args.file {
        Some(path) => recorded(path, args.ply, form)?,
        None => set_up(args, form)?,
    };
    let Some(folder) = &args.output else {
        return print(written.text);
    };
    create_folder(folder)?;
    let name = args.file.as_deref().and_then(Path::file_stem);
    let mut path = folder.join(name.unwrap_or("game".as_ref()));
    // The name may hold dots of its own.
    path.as_mut_os_string().push(".");
    path.as_mut_os_string().push(written.extension);
    let same = |file: &Path| Some(file.canonicalize().ok()? == path.canonicalize().ok()?);
    let is_source = args.file.as_deref().and_then(same).unwrap_or(false);
    if is_source {
        return Err(SameFile { path }.into());
    }
    Ok(write(&path, &written.text, Existing::Replace)?)
}

/// The games of a file as they stand, or as they stood after a ply.
fn recorded(path: &Path, ply: Option<u32>, form: Form) -> Result<GameFile, Failure> {
    let mut file = Games::open(path)?;
    let mut written = GameFile::new(form);
    let mut longest = None;
    let bytes = fs::metadata(path).map_or(0, |file| file.len());
    let progress = WorkProgress::bar(bytes, "{bytes} of {total_bytes}");
    while let Some(record) = file.next()? {
        progress.set(record.whole_bytes);
        let session = recorded_in(path, &record)?.resume(&record, usize::MAX);
        let session = session.map_err(|source| RecordError::replay(path, source))?;
        let plies = session.next_ply() - 1;
        longest = longest.max(Some(plies));
        let mut lines = record.lines.iter();
        let has_pool = lines.any(|(_, line)| matches!(line, Line::Pool(_)));
        if form == Form::Record && (has_pool || !record.jobs.is_empty()) {
            let cut = ply.filter(|&ply| ply < plies);
            written.text.extend(with_jobs(&record, cut));
            continue;
        }
        let left = ply.map_or(plies, |ply| ply.min(plies));
        let mut game = session.branch(left as usize, session.header().clone());
        // The end comes behind the last ply, so a game that is cut has none.
        if let (None, Some(end)) = (ply, session.end()) {
            game.finish(end.clone());
        }
        written.push(&game)?;
    }
    match (longest, ply) {
        (None, _) => Err(file.empty()),
        (Some(plies), Some(ply)) if ply > plies => {
            let path = path.to_owned();
            Err(RecordError::NoSuchPly { path, ply, plies }.into())
        }
        _ => Ok(written),
    }
}

/// The lines of a record up to a ply, with every line of a job or a pool that verification needs.
fn with_jobs(record: &Record, ply: Option<u32>) -> Vec<u8> {
    let mut kept = record.lines.len();
    if let Some(ply) = ply {
        let (mut plies, mut place) = (0, 0);
        for (index, (_, line)) in record.lines.iter().enumerate() {
            match line {
                Line::Ply(_) => plies += 1,
                Line::Undo(back) => plies -= back,
                Line::End(_) | Line::Pool(_) => continue,
            }
            // Plies that are taken back later were part of the game, too.
            if plies == ply {
                place = index + 1;
            }
        }
        kept = place;
    }
    let lines = record.lines[..kept].iter();
    let lines: Vec<Line> = lines.map(|(_, line)| line.clone()).collect();
    let is_kept = |&&(before, _): &&(usize, _)| ply.is_none() || before < kept;
    let jobs: Vec<_> = record.jobs.iter().filter(is_kept).cloned().collect();
    record::to_text_with_jobs(&record.header, &lines, &jobs).into_bytes()
}

/// The game that the options describe, as one between people that depends on no seed.
fn set_up(args: &Export, form: Form) -> Result<GameFile, Failure> {
    let setup = Setup::new(&args.game, MeasurerKind::Sparse)?;
    let mut more = Map::new();
    more.insert("white".into(), "human".into());
    more.insert("black".into(), "human".into());
    let session = setup.open_without_chance(setup.series.start.header(more))?;
    let mut written = GameFile::new(form);
    written.push(&session)?;
    Ok(written)
}

/// Games in the form that is written.
struct GameFile {
    form: Form,
    text: Vec<u8>,
    extension: &'static str,
}

impl GameFile {
    fn new(form: Form) -> Self {
        Self {
            form,
            text: Vec::new(),
            extension: match form {
                Form::Record => "jsonl",
                // Every draughts program reads it, unless a game in it is quantum.
                Form::Pdn => "pdn",
                Form::Online => "txt",
            },
        }
    }

    fn push(&mut self, game: &Session) -> Result<(), NoForm> {
        let (name, about) = match self.form {
            Form::Record => {
                self.text.extend(game.to_record().into_bytes());
                return Ok(());
            }
            Form::Pdn => ("pdn", "a draughts record"),
            Form::Online => ("online", "moves of the authors' page"),
        };
        let written = game.form(name, game.header()).ok_or(NoForm {
            game: game.game(),
            about,
        })?;
        // One quantum game makes it a .qpdn.
        if written.extension != "pdn" {
            self.extension = written.extension;
        }
        if !self.text.is_empty() {
            self.text.push(b'\n');
        }
        self.text.extend(written.text.into_bytes());
        Ok(())
    }
}
