//! Progress of remote jobs in the terminal, and consent to their costs.

use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::time::Duration;

use cheqqers_circuit::counted;
use cheqqers_game::show::capitalised;
use cheqqers_remote::{Entry, Event, JobStatus, Observer, Quote, RemoteError};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::RemoteOptions;
use crate::error::printable;
use crate::files::FileError;
use crate::interrupt;
use crate::record_file::RecordWriter;

/// Display of jobs on standard error: all their states on a terminal, else warnings alone. Drafts go
/// to standard output.
#[derive(Debug)]
pub(crate) struct JobMonitor {
    consent: Consent,
    /// Record of the game that the jobs are for, if they are for one.
    record: Option<RecordWriter>,
    /// Idempotency keys of the jobs under way.
    open: Vec<String>,
    line: Option<ProgressBar>,
}

/// Consent to costs that the user gave beforehand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Consent {
    /// None: the user is asked.
    None,
    /// To jobs that cost no more than is announced; beyond that only where a limit says how much.
    Given {
        /// There is a limit to the price of all jobs.
        limits_cost: bool,
        /// There is a limit to the shots of all jobs.
        limits_shots: bool,
    },
}

impl Consent {
    /// The consent that options give.
    pub(crate) fn of(options: &RemoteOptions) -> Self {
        if !options.yes {
            return Self::None;
        }
        Self::Given {
            limits_cost: options.max_cost.is_some(),
            limits_shots: options.max_shots.is_some(),
        }
    }
}

impl JobMonitor {
    pub(crate) fn new(consent: Consent, record: Option<RecordWriter>) -> Self {
        Self {
            consent,
            record,
            open: Vec::new(),
            line: None,
        }
    }

    /// Replaces the status line; does nothing off a terminal.
    fn show(&mut self, text: &str) {
        if !io::stderr().is_terminal() {
            return;
        }
        let line = self.line.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {msg}").expect("it is one");
            let line = ProgressBar::new_spinner().with_style(style);
            line.enable_steady_tick(Duration::from_millis(200));
            line
        });
        line.set_message(printable(text));
    }

    /// Removes the status line.
    fn clear(&mut self) {
        if let Some(line) = self.line.take() {
            line.finish_and_clear();
        }
    }

    /// Prints a line that stays.
    fn print(&mut self, text: &str) {
        self.clear();
        // Standard error may be closed.
        let _ = writeln!(io::stderr(), "{}", printable(text));
    }

    /// Adds a job to those under way, or removes it, for the message on an interrupt.
    fn track(&mut self, key: &str, is_open: bool) {
        self.open.retain(|open| open != key);
        if is_open {
            self.open.push(key.to_owned());
        }
        interrupt::set_notice(self.notice());
    }

    /// The message on an interrupt while jobs are under way.
    fn notice(&self) -> Option<String> {
        let resume = match (
            self.record.as_ref().and_then(RecordWriter::path),
            &self.open[..],
        ) {
            (_, []) => return None,
            (Some(record), _) => format!("cheqqers play --resume {}", record.display()),
            (None, [key]) => format!("cheqqers jobs resume {key}"),
            (None, _) => "cheqqers jobs resume JOB".to_owned(),
        };
        let (what, goes_on) = match &self.open[..] {
            [key] => (format!("Job {key} is"), "it"),
            keys => (format!("Jobs {} are", keys.join(", ")), "them"),
        };
        let cancel = self.open.join("\n  cheqqers jobs cancel ");
        Some(format!(
            "{what} still under way. Go on with {goes_on} by:\n  {resume}\n\
             or end {goes_on} by:\n  cheqqers jobs cancel {cancel}"
        ))
    }
}

impl Observer for JobMonitor {
    fn approves(&mut self, quote: &Quote<'_>) -> bool {
        if let Consent::Given {
            limits_cost,
            limits_shots,
        } = self.consent
        {
            let is_limited = match quote.cost {
                Some(_) => limits_cost,
                None => limits_shots,
            };
            return quote.exceeded.is_none() || is_limited;
        }
        self.clear();
        let shots = counted(quote.shots, "shot");
        let (first, more) = match (&self.record, quote.exceeded) {
            (Some(_), None) => ("first ", "; there will be more"),
            _ => ("", ""),
        };
        let (jobs, costs, them) = match quote.jobs {
            1 => (format!("{first}job has {shots}{more}"), "it costs", "it"),
            jobs => (
                format!("{first}{jobs} jobs have {shots}{more}"),
                "they cost",
                "them",
            ),
        };
        let price = quote.cost.map_or_else(
            || format!("The service does not say what {costs}."),
            |cost| format!("{} up to {cost}.", capitalised(costs)),
        );
        let than = quote.exceeded.map_or_else(String::new, |agreed| {
            format!(" That is more than the {agreed} of a job that you agreed to.")
        });
        let text = format!(
            "{} may cost money. The {jobs}. {price}{than}\nSend {them}? [y/N] ",
            quote.backend
        );
        ask(&text).unwrap_or(false)
    }

    fn log(&mut self, entry: &Entry) -> Result<(), RemoteError> {
        let Some(record) = &self.record else {
            return Ok(());
        };
        let job = serde_json::to_value(entry.before_sending()).expect("an entry is JSON");
        let is_sent = entry.provenance.job.is_some();
        record.job(&job, is_sent).map_err(|error| match error {
            FileError::Write { path, source } => RemoteError::Journal {
                path,
                text: source.to_string(),
            },
            error => RemoteError::Journal {
                path: record.path().unwrap_or_default(),
                text: error.to_string(),
            },
        })
    }

    fn notify(&mut self, event: &Event<'_>) {
        match event {
            Event::Preview(preview) => {
                let mut out = io::stdout().lock();
                let headers = preview.headers.iter();
                let headers = headers.map(|(name, value)| format!("{name}: {value}"));
                let headers: Vec<String> = headers.collect();
                let (line, body) = (&preview.line, &preview.body);
                // A closed output is reported at the end of the command.
                let _ = writeln!(out, "{line}\n{}\n\n{body}\n", headers.join("\n"));
            }
            Event::Sending { key, backend } => {
                self.track(key, true);
                self.show(&format!("{backend}: sending job {key}"));
            }
            Event::Resumed { key, backend } => {
                self.track(key, true);
                self.show(&format!("{backend}: going on with job {key}"));
            }
            Event::Sent { job, cost, .. } => {
                let cost = cost.map_or_else(String::new, |cost| format!(", up to {cost}"));
                self.show(&format!("job {job} is sent{cost}"));
            }
            Event::Waiting {
                status, elapsed, ..
            } => self.show(&waiting(status, *elapsed)),
            Event::Ended { key } => {
                self.clear();
                self.track(key, false);
            }
            Event::Open { key, created } => self.print(&format!(
                "warning: job {key}, begun at {created}, has no answer yet: 'cheqqers jobs resume {key}' waits for it"
            )),
            Event::Warning(text) => self.print(&format!("warning: {text}")),
            _ => {}
        }
    }
}

/// The status line of a job.
fn waiting(status: &JobStatus, elapsed: Duration) -> String {
    let mut parts = vec![status.said.clone(), time(elapsed)];
    parts.extend(match status.position {
        Some(0) | None => None,
        Some(position) => Some(format!("{} before it", counted(position, "job"))),
    });
    let wait = status
        .wait
        .map(|wait| format!("about {} to go", time(wait)));
    parts.extend(wait);
    parts.extend(status.cost.as_ref().map(ToString::to_string));
    format!("{} (Ctrl-C leaves it running)", parts.join(", "))
}

fn time(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds @ 60..3600 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        seconds => format!("{}:{:02} h", seconds / 3600, seconds / 60 % 60),
    }
}

/// Asks the user at the terminal, wherever the standard streams lead: commands may be read from
/// standard input. Without a terminal the answer is no.
fn ask(text: &str) -> io::Result<bool> {
    let name = if cfg!(windows) { "CONIN$" } else { "/dev/tty" };
    let terminal = OpenOptions::new().read(true).open(name);
    let mut errors = io::stderr();
    let Ok(terminal) = terminal else {
        writeln!(
            errors,
            "{text}\nThere is no terminal to ask on: --yes agrees to it."
        )?;
        return Ok(false);
    };
    write!(errors, "{text}")?;
    errors.flush()?;
    let mut answer = String::new();
    BufReader::new(terminal).read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}
