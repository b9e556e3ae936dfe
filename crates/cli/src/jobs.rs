//! Jobs that were sent to remote services.

use std::collections::BTreeMap;
use std::io::{self, Write};

use cheqqers_backend::{JobError, Run};
use cheqqers_remote::{Entry, JobState, Journal, State};
use serde_json::{Value, json};

use crate::args::{BackendName, JobsAction, JobsCommand, RemoteOptions};
use crate::remote::remote;
use crate::{CliError, interrupt};

/// Lists, goes on with or ends jobs.
pub(crate) fn run(args: &JobsCommand) -> Result<(), CliError> {
    interrupt::leave(|| ());
    let journal = Journal::of_user().map_err(CliError::Journal)?;
    match &args.action {
        JobsAction::List { open, json } => list(&journal, *open, *json),
        JobsAction::Resume { marker, json } => resume(&journal, marker, *json),
        JobsAction::Cancel { marker } => cancel(&journal, marker),
        JobsAction::Forget { marker } => forget(&journal, marker),
    }
}

fn list(journal: &Journal, only_open: bool, json: bool) -> Result<(), CliError> {
    let found = journal.entries().map_err(CliError::Journal)?;
    let (entries, unreadable): (Vec<_>, Vec<_>) = found.into_iter().partition(Result::is_ok);
    let mut entries: Vec<Entry> = entries.into_iter().flatten().collect();
    entries.retain(|entry| !only_open || entry.is_open());
    let print = || -> io::Result<()> {
        let mut out = io::stdout().lock();
        for entry in &entries {
            if json {
                writeln!(out, "{}", to_json(entry))?;
            } else {
                writeln!(out, "{}", line(entry))?;
            }
        }
        if entries.is_empty() && !json {
            let which = if only_open { "is open" } else { "was sent" };
            writeln!(out, "No job {which}.")?;
        }
        out.flush()
    };
    print().map_err(CliError::Output)?;
    match unreadable.into_iter().find_map(Result::err) {
        Some(error) => Err(CliError::Journal(error)),
        None => Ok(()),
    }
}

/// A job in a line.
fn line(entry: &Entry) -> String {
    let about = entry.question.as_ref().map_or_else(String::new, |asked| {
        format!("  ply {} {} of game {}", asked.ply, asked.mv, asked.game)
    });
    let job = entry.job.as_deref().unwrap_or("-");
    format!(
        "{}  {:<9}  {}  {:.0}  {} shots  {job}{about}",
        entry.marker,
        state(&entry.state),
        entry.backend,
        entry.created,
        entry.shots,
    )
}

fn state(state: &State) -> &'static str {
    match state {
        State::Sending => "sending",
        State::Sent => "sent",
        State::Answered => "answered",
        State::Failed { .. } => "failed",
        State::Cancelled => "cancelled",
    }
}

fn to_json(entry: &Entry) -> Value {
    let reason = match &entry.state {
        State::Failed { reason } => Some(reason),
        _ => None,
    };
    json!({
        "marker": entry.marker,
        "state": state(&entry.state),
        "reason": reason,
        "backend": entry.backend,
        "service": entry.service,
        "device": entry.device,
        "job": entry.job,
        "created": entry.created,
        "shots": entry.shots,
        "game": entry.question.as_ref().map(|asked| &asked.game),
        "ply": entry.question.as_ref().map(|asked| asked.ply),
        "move": entry.question.as_ref().map(|asked| &asked.mv),
    })
}

/// Gives up a job; what has an answer keeps it.
fn forget(journal: &Journal, marker: &str) -> Result<(), CliError> {
    let entry = journal.give_up(marker).map_err(|source| CliError::Job {
        marker: marker.into(),
        source,
    })?;
    let entry = entry.ok_or_else(|| CliError::NoJob {
        marker: marker.into(),
    })?;
    let text = if entry.is_open() {
        "is given up"
    } else {
        "is not open, so nothing is changed"
    };
    writeln!(io::stdout(), "Job {marker} {text}.").map_err(CliError::Output)
}

/// The backend of a job, as it was named when the job was sent.
fn of_entry(journal: &Journal, marker: &str) -> Result<cheqqers_remote::Remote, CliError> {
    let entry = journal.load(marker).map_err(CliError::Journal)?;
    let entry = entry.ok_or_else(|| CliError::NoJob {
        marker: marker.into(),
    })?;
    match entry.backend.parse::<BackendName>() {
        Ok(BackendName::Remote(name, profile)) => {
            remote(&name, &profile, &RemoteOptions::default(), None, None)
        }
        Ok(BackendName::Here(_)) | Err(_) => Err(CliError::NoBackend {
            marker: marker.into(),
            backend: entry.backend,
        }),
    }
}

fn resume(journal: &Journal, marker: &str, json: bool) -> Result<(), CliError> {
    let run = of_entry(journal, marker)?
        .resume(marker)
        .map_err(|source| CliError::Job {
            marker: marker.into(),
            source,
        })?;
    print(&run, json).map_err(CliError::Output)
}

fn print(run: &Run, json: bool) -> io::Result<()> {
    let counts = run.counts();
    let mut out = io::stdout().lock();
    if json {
        let counts: BTreeMap<String, u64> = counts
            .into_iter()
            .map(|(bits, count)| (bits.to_string(), count))
            .collect();
        writeln!(
            out,
            "{}",
            json!({"shots": run.shots.len(), "counts": counts})
        )?;
    } else {
        let total = run.shots.len().max(1) as f64;
        for (bits, count) in counts {
            writeln!(
                out,
                "{bits}  {count:>10}  {:5.1} %",
                100.0 * count as f64 / total
            )?;
        }
    }
    out.flush()
}

fn cancel(journal: &Journal, marker: &str) -> Result<(), CliError> {
    let failed = |source| CliError::Job {
        marker: marker.into(),
        source,
    };
    let state = of_entry(journal, marker)?.cancel(marker).map_err(failed)?;
    let text = match state {
        JobState::Cancelled => "is cancelled",
        JobState::Done => "has been answered already",
        JobState::Failed => "has failed already",
        // What the service does with it is not known yet.
        _ => {
            return Err(failed(JobError::Unreachable {
                text: "the service has not ended it yet".into(),
            }));
        }
    };
    writeln!(io::stdout(), "Job {marker} {text}.").map_err(CliError::Output)
}
