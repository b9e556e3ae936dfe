//! What a person sees of remote jobs, and is asked.

use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use cheqqers_remote::{Cost, Event, Quote, Status, Watch};
use indicatif::{ProgressBar, ProgressStyle};

use crate::error::on_a_line;
use crate::interrupt;

/// Tells on standard error how jobs stand: on a terminal all of it, elsewhere only warnings. Drafts
/// go to standard output.
#[derive(Debug)]
pub(crate) struct Onlooker {
    agrees: bool,
    /// Where the game is recorded that the jobs are for.
    record: Option<PathBuf>,
    line: Option<ProgressBar>,
}

impl Onlooker {
    pub(crate) fn new(agrees: bool, record: Option<PathBuf>) -> Self {
        Self {
            agrees,
            record,
            line: None,
        }
    }

    /// Shows a line in place of the last one, as long as something is waited for.
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
        line.set_message(on_a_line(text));
    }

    /// Takes the line away.
    fn clear(&mut self) {
        if let Some(line) = self.line.take() {
            line.finish_and_clear();
        }
    }

    /// Leaves a line behind.
    fn tell(&mut self, text: &str) {
        self.clear();
        // Nobody is left to tell when this fails.
        let _ = writeln!(io::stderr(), "{}", on_a_line(text));
    }

    /// How to go on with a job after an interrupt.
    fn way_back(&self, marker: &str) -> String {
        let how = match &self.record {
            Some(record) => format!("cheqqers play --resume {}", record.display()),
            None => format!("cheqqers jobs resume {marker}"),
        };
        format!(
            "Job {marker} goes on without us. Go on with it by: {how}\n\
             or end it by: cheqqers jobs cancel {marker}"
        )
    }
}

impl Watch for Onlooker {
    fn agrees(&mut self, quote: &Quote<'_>) -> bool {
        if self.agrees {
            return true;
        }
        self.clear();
        let price = quote.cost.map_or_else(
            || "The service does not say what it costs.".into(),
            |cost| format!("The service says that it costs {}.", in_words(cost)),
        );
        let text = format!(
            "{} may cost money. The first job has {} shots; there will be more jobs. {price}\n\
             Send it? [y/N] ",
            quote.backend, quote.shots
        );
        self.agrees = ask(&text).unwrap_or(false);
        self.agrees
    }

    fn sees(&mut self, event: &Event<'_>) {
        match event {
            Event::Draft(draft) => {
                let mut out = io::stdout().lock();
                let headers = draft.headers.iter();
                let headers = headers.map(|(name, value)| format!("{name}: {value}"));
                let headers: Vec<String> = headers.collect();
                let (line, body) = (&draft.line, &draft.body);
                // A closed output shows at the end of the command.
                let _ = writeln!(out, "{line}\n{}\n\n{body}\n", headers.join("\n"));
            }
            Event::Sending { marker, backend } => {
                interrupt::note(Some(self.way_back(marker)));
                self.show(&format!("{backend}: sending job {marker}"));
            }
            Event::Resumed { marker, backend } => {
                interrupt::note(Some(self.way_back(marker)));
                self.show(&format!("{backend}: going on with job {marker}"));
            }
            Event::Sent { job, cost, .. } => {
                let cost = cost.map_or_else(String::new, |cost| format!(", {}", in_words(cost)));
                self.show(&format!("job {job} is sent{cost}"));
            }
            Event::Waiting {
                status, elapsed, ..
            } => self.show(&waiting(status, *elapsed)),
            Event::Ended { .. } => {
                self.clear();
                interrupt::note(None);
            }
            Event::Warning(text) => self.tell(&format!("warning: {text}")),
            _ => {}
        }
    }
}

/// How a job stands, in a line.
fn waiting(status: &Status, elapsed: Duration) -> String {
    let mut parts = vec![status.said.clone(), time(elapsed)];
    parts.extend(match status.position {
        Some(0) | None => None,
        Some(1) => Some("1 job before it".into()),
        Some(position) => Some(format!("{position} jobs before it")),
    });
    let wait = status
        .wait
        .map(|wait| format!("about {} to go", time(wait)));
    parts.extend(wait);
    parts.extend(status.cost.as_ref().map(in_words));
    format!("{} (Ctrl-C leaves it running)", parts.join(", "))
}

/// An amount as people write it.
pub(crate) fn in_words(cost: &Cost) -> String {
    match cost.unit.as_str() {
        "USD" => format!("${:.2}", cost.amount),
        unit => format!("{} {unit}", cost.amount),
    }
}

fn time(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds @ 60..3600 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        seconds => format!("{}:{:02} h", seconds / 3600, seconds / 60 % 60),
    }
}

/// Asks the person at the terminal, wherever the standard streams lead: commands may be read from
/// standard input. Nobody is there: no.
fn ask(text: &str) -> io::Result<bool> {
    let name = if cfg!(windows) { "CONIN$" } else { "/dev/tty" };
    let terminal = OpenOptions::new().read(true).open(name);
    let mut errors = io::stderr();
    let Ok(terminal) = terminal else {
        writeln!(
            errors,
            "{text}\nNobody is there to ask: --yes agrees to it."
        )?;
        return Ok(false);
    };
    write!(errors, "{text}")?;
    errors.flush()?;
    let mut answer = String::new();
    BufReader::new(terminal).read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}
