//! Display and verification of recorded games.

mod luck;
mod view;

use std::error::Error;
use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use cheqqers_backend::Provenance;
use cheqqers_circuit::{Bitstring, Circuit, counted};
use cheqqers_game::record::{Line, Record};
use cheqqers_game::replay::{ReplayError, Verify};
use cheqqers_game::show::Look;
use cheqqers_measure::pool::PoolReason;
use cheqqers_measure::{CheckedJobs, JobReader, JobReport};
use cheqqers_remote::{Entry, JobLineError, check_job_lines, check_program, shots_of_answer};
use cheqqers_session::GameKind;
use serde_json::Value;
use thiserror::Error;

use self::view::View;
use crate::args::Replay;
use crate::ending::ending;
use crate::error::Failure;
use crate::progress::WorkProgress;
use crate::record::{Games, RecordError, recorded_in};
use crate::stdio::OutputError;
use crate::{display, interrupt};

/// Shows or checks every game of a file.
pub(crate) fn run(args: &Replay) -> Result<(), Failure> {
    interrupt::exit_on_interrupt(|| ());
    let mut out = BufWriter::new(io::stdout().lock());
    let done = games(args, &mut out);
    // The output before an error belongs before it.
    out.flush().map_err(OutputError)?;
    done
}

fn games(args: &Replay, out: &mut impl Write) -> Result<(), Failure> {
    let path = &args.file;
    let mut games = Games::open(path)?;
    // The plies shown are progress enough.
    let bytes = fs::metadata(path).ok().filter(|_| args.verify);
    let progress = bytes.map(|file| WorkProgress::bar(file.len(), "{bytes} of {total_bytes}"));
    let look = display::for_output(&args.show);
    let mut number = 0;
    let mut longest = 0;
    let mut found = false;
    while let Some(record) = games.next()? {
        number += 1;
        let game = RecordedGame {
            path,
            number,
            record: &record,
            is_json: games.can_grow(),
        };
        if let Some(progress) = &progress {
            progress.set(record.whole_bytes);
        }
        let kind = recorded_in(path, &record)?;
        if args.verify {
            game.verify(kind, out)?;
        } else {
            let plies = game.show(kind, args, look, out)?;
            found |= args.ply.is_none_or(|ply| ply <= plies);
            longest = longest.max(plies);
        }
        if let Some(progress) = &progress
            && io::stdout().is_terminal()
        {
            progress.beside(|| out.flush()).map_err(OutputError)?;
        }
        let cut_off = record.cut_off.then(|| {
            let path = path.display();
            format!("the last line of {path} was cut off and is left out")
        });
        for note in record.notes.iter().chain(&cut_off) {
            out.flush().map_err(OutputError)?;
            // Standard error may be closed.
            let _ = writeln!(io::stderr().lock(), "note: game {number}: {note}");
        }
    }
    match args.ply {
        _ if number == 0 => Err(games.empty()),
        Some(ply) if !found => Err(RecordError::NoSuchPly {
            path: path.clone(),
            ply,
            plies: longest,
        }
        .into()),
        _ => Ok(()),
    }
}

/// One of the games of a file.
struct RecordedGame<'a> {
    path: &'a Path,
    /// Its number in the file, from 1.
    number: u64,
    record: &'a Record,
    /// It consists of lines, which have checksums unless they are old, and is no draughts record.
    is_json: bool,
}

impl RecordedGame<'_> {
    /// Recomputes all of it.
    fn verify(&self, kind: GameKind, out: &mut impl Write) -> Result<(), Failure> {
        let session = kind.resume(self.record, usize::MAX);
        let session = session.map_err(|error| self.wrong(error))?;
        let (status, plies) = (session.status(), session.num_plies());
        let (number, line) = (self.number, self.record.header_line);
        let jobs = JobReport::of_record(self.record).map_err(|source| RecordError::Provenance {
            path: self.path.to_owned(),
            source: Box::new(source),
        })?;
        let provenance = |source: Box<dyn Error + Send + Sync>| RecordError::Provenance {
            path: self.path.to_owned(),
            source,
        };
        check_job_lines(self.record.jobs.iter().map(|(_, line)| line)).map_err(
            |(index, fault)| {
                provenance(Box::new(JobLineFault {
                    line: self.record.line_of_job(index),
                    fault,
                }))
            },
        )?;
        let checked_jobs = kind
            .verify_jobs(self.record, &ServiceJobs)
            .map_err(|error| provenance(Box::new(error)))?;
        let checked = kind.verify_pool(self.record).map_err(|error| {
            let path = self.path.to_owned();
            let is_incomplete = matches!(error.reason, PoolReason::Unrevealed { .. });
            let source = Box::new(error);
            if is_incomplete {
                RecordError::Unrevealed { path, source }
            } else {
                RecordError::Pool { path, source }
            }
        })?;
        if let Some(line) = self.record.checksums.changed {
            let path = self.path.to_owned();
            return Err(RecordError::Changed { path, line }.into());
        }
        let are_without = self.is_json && !self.record.checksums.are_there();
        // Identities that bind their headers came later than checksums.
        if are_without && checked_jobs.is_bound {
            let path = self.path.to_owned();
            return Err(RecordError::NoChecksums { path }.into());
        }
        let without = if are_without {
            "its lines have no checksums, which records have since 2026-11\n"
        } else {
            ""
        };
        let pool = checked.map_or_else(String::new, |pool| {
            let order = if pool.is_revealed {
                "in the order of its seeds"
            } else {
                "whose seeds are not revealed yet"
            };
            format!(
                "the pool of {}, {order}: {} used, measurements: {}\n",
                counted(pool.shots, "shot"),
                pool.used,
                pool.measurements
            )
        });
        let jobs = if jobs.is_empty() && checked_jobs.elsewhere == 0 {
            String::new()
        } else {
            format!("{jobs}{}\n", notes_on(&checked_jobs, jobs.has_keys()))
        };
        let written = writeln!(
            out,
            "game {number}, from line {line}: follows the rules, plies checked: {plies}\n{without}{jobs}{pool}{status}"
        );
        Ok(written.map_err(OutputError)?)
    }

    /// Shows it, or one ply of it; returns its number of plies.
    fn show(
        &self,
        kind: GameKind,
        args: &Replay,
        look: Look,
        out: &mut impl Write,
    ) -> Result<u32, Failure> {
        let replay = kind.replay(self.record, Verify::Moves, usize::MAX);
        let mut replay = replay.map_err(|error| self.wrong(error))?;
        let mut view = View::new(replay.session(), look, self.number);
        let mut text = view.last().to_owned();
        loop {
            if args.ply.is_none() {
                out.write_all(text.as_bytes()).map_err(OutputError)?;
            }
            let Some(line) = replay.step().map_err(|error| self.wrong(error))? else {
                break;
            };
            text = match line {
                Line::Ply(_) => {
                    view.add_ply(replay.session());
                    view.last().to_owned()
                }
                Line::Undo(plies) => view.undo(*plies, replay.session()),
                Line::End(_) | Line::Pool(_) => String::new(),
            };
        }
        let session = replay.session();
        if let Some(ply) = args.ply {
            if let Some(text) = view.only(ply, session) {
                out.write_all(text.as_bytes()).map_err(OutputError)?;
            }
        } else {
            let ending = ending(&session.position(), session.end());
            let ending = ending.map_or_else(String::new, |ending| ending + "\n");
            writeln!(out, "{ending}{}", session.status()).map_err(OutputError)?;
            if let Some(nodes) = args.luck.or_else(|| luck::told(session)) {
                let text = luck::luck(session, nodes);
                out.write_all(text.as_bytes()).map_err(OutputError)?;
            }
        }
        Ok(session.next_ply() - 1)
    }

    fn wrong(&self, source: ReplayError) -> RecordError {
        RecordError::replay(self.path, source)
    }
}

/// Fault of a line that names a job.
#[derive(Debug, Error)]
#[error("line {line}: {fault}")]
struct JobLineFault {
    line: usize,
    fault: JobLineError,
}

/// Jobs of remote services.
struct ServiceJobs;

impl JobReader for ServiceJobs {
    fn shots(&self, line: &Value, job: &Provenance) -> Result<Option<Vec<Bitstring>>, String> {
        shots_of_answer(&entry(line)?, job).map_err(|error| error.to_string())
    }

    fn check_circuits(&self, line: &Value, circuits: &[Circuit]) -> Result<bool, String> {
        check_program(&entry(line)?, circuits).map_err(|error| error.to_string())
    }
}

fn entry(line: &Value) -> Result<Entry, String> {
    serde_json::from_value(line.clone()).map_err(|error| error.to_string())
}

/// Remarks on what the jobs of a record leave open.
fn notes_on(jobs: &CheckedJobs, has_keys: bool) -> String {
    let form = if jobs.is_bound || !has_keys {
        ""
    } else {
        "; their keys do not bind the header: the record has an older form"
    };
    let elsewhere = match jobs.elsewhere {
        0 => String::new(),
        number => format!("; {} without a job", counted(number, "measurement")),
    };
    let unchecked = match jobs.not_compared {
        0 => String::new(),
        number => format!(
            "; {} not compared with the circuits",
            counted(number, "program")
        ),
    };
    format!("{form}{elsewhere}{unchecked}")
}

#[cfg(test)]
mod tests;
