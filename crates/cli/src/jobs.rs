//! Jobs that were sent to remote services.

use std::collections::BTreeMap;
use std::fmt::Write;

use cheqqers_backend::Run;
use cheqqers_circuit::counted;
use cheqqers_measure::ply_and_move;
use cheqqers_remote::{Entry, EntryState, JobState, Journal, Remote, RemoteError};
use serde_json::{Value, json};
use thiserror::Error;

use crate::args::{BackendName, JobsAction, JobsCommand, RemoteOptions};
use crate::error::{CommandError, Failure};
use crate::interrupt;
use crate::remote::{RemoteSetupError, remote};
use crate::stdio::print;

#[derive(Debug, Error)]
enum JobsError {
    #[error("job {marker} has no answer")]
    NoAnswer {
        marker: String,
        #[source]
        source: RemoteError,
    },
    #[error("a job can't be read")]
    Unreadable(#[source] RemoteError),
    #[error("there is no job {marker:?}")]
    UnknownJob { marker: String },
    #[error("job {marker} was sent to {backend:?}, and there is no such backend any more")]
    UnknownBackend { marker: String, backend: String },
}

impl CommandError for JobsError {
    fn advice(&self) -> Option<&'static str> {
        match self {
            Self::NoAnswer { source, .. } => source.advice(),
            Self::Unreadable(_) => Some(
                "Fix the permissions of its folder, which has the name of the job, or put the entry aside with \
                 'cheqqers jobs forget JOB --force'.",
            ),
            Self::UnknownJob { .. } => Some("See 'cheqqers jobs list'."),
            Self::UnknownBackend { .. } => Some("Write it again with 'cheqqers backends add'."),
        }
    }
}

/// Lists, resumes or ends jobs.
pub(crate) fn run(args: &JobsCommand) -> Result<(), Failure> {
    interrupt::exit_on_signals(|| ());
    let journal = Journal::of_user().map_err(RemoteSetupError::Journal)?;
    match &args.action {
        JobsAction::List { open, json } => list(&journal, *open, *json),
        JobsAction::Resume { marker, json } => resume(&journal, marker, *json),
        JobsAction::Cancel { marker } => cancel(&journal, marker),
        JobsAction::Forget { marker, force } => {
            let inquiry = if *force { Inquiry::Skip } else { Inquiry::Ask };
            forget(&journal, marker, inquiry)
        }
    }
}

/// Inquiry at the service of a job before it is given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Inquiry {
    /// The service is asked, and a job that it has is not given up.
    Ask,
    /// The job is given up in any case.
    Skip,
}

fn list(journal: &Journal, only_open: bool, json: bool) -> Result<(), Failure> {
    let found = journal.entries().map_err(RemoteSetupError::Journal)?;
    let (entries, unreadable): (Vec<_>, Vec<_>) = found.into_iter().partition(Result::is_ok);
    let mut entries: Vec<Entry> = entries.into_iter().flatten().collect();
    entries.retain(|entry| !only_open || entry.is_pending());
    let mut text = String::new();
    for entry in &entries {
        let line = if json {
            to_json(entry).to_string()
        } else {
            line(entry)
        };
        text = text + &line + "\n";
    }
    if entries.is_empty() && !json {
        let which = if only_open { "is open" } else { "was sent" };
        text = format!("No job {which}.\n");
    }
    print(text)?;
    match unreadable.into_iter().find_map(Result::err) {
        Some(error) => Err(JobsError::Unreadable(error).into()),
        None => Ok(()),
    }
}

/// A job in one line.
fn line(entry: &Entry) -> String {
    let about = entry.measurement.as_ref().and_then(|id| {
        let (ply, mv) = ply_and_move(id)?;
        Some(format!("  ply {ply} {mv} of game {}", id.series))
    });
    let about = about.unwrap_or_default();
    let job = entry.provenance.job.as_deref().unwrap_or("-");
    format!(
        "{}  {:<9}  {}  {:.0}  {}  {job}{about}",
        entry.key(),
        state(&entry.state),
        entry.backend,
        entry.created,
        counted(entry.provenance.shots, "shot"),
    )
}

fn state(state: &EntryState) -> &'static str {
    match state {
        EntryState::Sending => "sending",
        EntryState::Sent => "sent",
        EntryState::Answered => "answered",
        EntryState::Failed { .. } => "failed",
        EntryState::Cancelled => "cancelled",
    }
}

fn to_json(entry: &Entry) -> Value {
    let reason = match &entry.state {
        EntryState::Failed { reason } => Some(reason),
        _ => None,
    };
    let (id, provenance) = (entry.measurement.as_ref(), &entry.provenance);
    let (ply, mv) = id.and_then(ply_and_move).unzip();
    json!({
        "marker": provenance.key,
        "state": state(&entry.state),
        "reason": reason,
        "backend": entry.backend,
        "service": provenance.service,
        "device": provenance.device,
        "job": provenance.job,
        "created": entry.created,
        "shots": provenance.shots,
        "game": id.map(|id| &id.series),
        "ply": ply,
        "move": mv,
    })
}

/// Gives up a job, unless it has an answer of use, or its service is asked and has it.
fn forget(journal: &Journal, marker: &str, inquiry: Inquiry) -> Result<(), Failure> {
    let may_be_given_up = match journal.load(marker) {
        Ok(entry) => entry.ok_or_else(|| no_job(marker))?.may_be_given_up(),
        // It is put aside.
        Err(_) if inquiry == Inquiry::Skip => return give_up(journal, marker),
        // The reason may pass, or a newer version may read it.
        Err(source) => return Err(JobsError::Unreadable(source).into()),
    };
    if !may_be_given_up {
        return print(format!(
            "Job {marker} is not open, so nothing is changed.\n"
        ));
    }
    if inquiry == Inquiry::Skip {
        return give_up(journal, marker);
    }
    let given_up = backend_of(journal, marker)?.give_up(marker);
    given_up.map_err(|source| no_answer(marker, source))?;
    print(format!("Job {marker} is given up.\n"))
}

/// Gives up a job without asking its service.
fn give_up(journal: &Journal, marker: &str) -> Result<(), Failure> {
    let entry = journal.forget(marker);
    let entry = entry.map_err(|source| no_answer(marker, source))?;
    let more = match entry {
        Some(entry) if entry.is_pending() => {
            "; its service was not asked, and may still run it".into()
        }
        Some(_) => String::new(),
        None => {
            let path = journal.unreadable_path(marker);
            format!("; its entry is kept as {}", path.display())
        }
    };
    print(format!("Job {marker} is given up{more}.\n"))
}

fn no_job(marker: &str) -> JobsError {
    let marker = marker.to_owned();
    JobsError::UnknownJob { marker }
}

fn no_answer(marker: &str, source: RemoteError) -> JobsError {
    let marker = marker.to_owned();
    JobsError::NoAnswer { marker, source }
}

/// The backend of a job, by the name it had when the job was sent.
fn backend_of(journal: &Journal, marker: &str) -> Result<Remote, Failure> {
    let entry = journal.load(marker).map_err(RemoteSetupError::Journal)?;
    let entry = entry.ok_or_else(|| no_job(marker))?;
    match entry.backend.parse::<BackendName>() {
        Ok(BackendName::Remote(name, profile)) => {
            let options = RemoteOptions::default();
            Ok(remote(&name, &profile, &options, None)?)
        }
        Ok(BackendName::Here(_)) | Err(_) => Err(JobsError::UnknownBackend {
            marker: marker.into(),
            backend: entry.backend,
        }
        .into()),
    }
}

fn resume(journal: &Journal, marker: &str, json: bool) -> Result<(), Failure> {
    let run = backend_of(journal, marker)?.resume(marker);
    let run = run.map_err(|source| no_answer(marker, source))?;
    print(counts(&run, json))
}

fn counts(run: &Run, json: bool) -> String {
    let counts = run.counts().into_iter();
    if json {
        let counts = counts.map(|(bits, count)| (bits.to_string(), count));
        let counts: BTreeMap<String, u64> = counts.collect();
        let value = json!({"shots": run.shots.len(), "counts": counts});
        return format!("{value}\n");
    }
    let total = run.shots.len().max(1) as f64;
    let mut text = String::new();
    for (bits, count) in counts {
        let percent = 100.0 * count as f64 / total;
        let _ = writeln!(text, "{bits}  {count:>10}  {percent:5.1} %");
    }
    text
}

fn cancel(journal: &Journal, marker: &str) -> Result<(), Failure> {
    let state = backend_of(journal, marker)?.cancel(marker);
    let text = match state.map_err(|source| no_answer(marker, source))? {
        JobState::Cancelled => "is cancelled",
        JobState::Done => "has been answered already",
        JobState::Failed => "has failed already",
        _ => {
            let text = "the service has not ended it yet".into();
            return Err(no_answer(marker, RemoteError::Unreachable { text }).into());
        }
    };
    print(format!("Job {marker} {text}.\n"))
}
