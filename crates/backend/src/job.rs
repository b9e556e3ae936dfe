use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

/// A run somewhere else: enough for a referee to find it again and to follow its answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Provenance {
    /// Which service ran it.
    pub service: String,
    /// Which of its devices.
    pub device: String,
    /// The service's name of the job.
    pub job: String,
    /// Our own name of the job, which the service was given with it.
    pub marker: String,
    /// The program as it was sent.
    pub program: String,
    /// SHA-256 of the program, in hexadecimal digits.
    pub program_hash: String,
    /// On which qubit of the device each qubit of the program is measured, where that was chosen
    /// here.
    pub placement: Vec<u32>,
    /// When the device's errors were measured, as the service says it.
    pub calibrated: Option<String>,
    /// How likely a shot without fault was, as far as calibration tells.
    pub predicted: Option<f64>,
    /// How many shots were asked for.
    pub asked: usize,
    /// What the service gave.
    pub answer: AnswerKind,
    /// The service's answer, word for word.
    pub raw: String,
}

/// How honest an answer is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnswerKind {
    /// Every shot, in the order taken.
    Shots,
    /// How often each bitstring came: their order was drawn here, from a seed that was fixed before
    /// the job was sent.
    Counts,
    /// A probability of each bitstring: the shots were drawn here, from a seed that was fixed before
    /// the job was sent.
    Probabilities,
}

impl AnswerKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Shots, Self::Counts, Self::Probabilities];

    /// The name in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Shots => "shots",
            Self::Counts => "counts",
            Self::Probabilities => "probabilities",
        }
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for AnswerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a job gave no shots.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum JobError {
    /// There are no credentials, or they can't be read.
    #[error("there are no credentials of {service}: {reason}")]
    Credentials {
        /// The service.
        service: String,
        /// What is missing, and where it was looked for.
        reason: String,
    },
    /// The credentials are refused.
    #[error("{service} refuses the credentials: {text}")]
    Unauthorised {
        /// The service.
        service: String,
        /// What it says.
        text: String,
    },
    /// The account may not run more.
    #[error("the account's allowance is used up: {text}")]
    Quota {
        /// What the service says.
        text: String,
    },
    /// Too many requests, even after waiting.
    #[error("the service takes no more requests for now{}", in_a_while(*.after))]
    RateLimited {
        /// How long to wait, where the service says so.
        after: Option<Duration>,
    },
    /// The service does not run such a program.
    #[error("the service refuses the program ({code}): {text}")]
    BadProgram {
        /// The service's code.
        code: String,
        /// What it says.
        text: String,
    },
    /// The device takes no jobs.
    #[error("{device} takes no jobs now: {text}")]
    DeviceOffline {
        /// The device.
        device: String,
        /// What the service says.
        text: String,
    },
    /// There is no such device, or it can't do what is asked.
    #[error("{device} can't run this: {text}")]
    Unsuitable {
        /// The device.
        device: String,
        /// Why.
        text: String,
    },
    /// The job failed for a reason of the device's or the service's own.
    #[error("the job failed ({code}): {text}")]
    Failed {
        /// The service's code.
        code: String,
        /// What it says.
        text: String,
    },
    /// The job ran longer than allowed.
    #[error("the job ran longer than the service allows")]
    RanTooLong,
    /// The service can't be reached, or fails again and again.
    #[error("the service can't be reached: {text}")]
    Unreachable {
        /// The last failure.
        text: String,
    },
    /// Whether the job was taken is not known.
    #[error("whether the service has taken job {marker} is not known")]
    Ambiguous {
        /// Our own name of the job.
        marker: String,
    },
    /// Somebody cancelled the job.
    #[error("the job was cancelled")]
    Cancelled,
    /// It took longer than was allowed here, and the job was cancelled.
    #[error("no answer within {}, so the job was cancelled", duration(*.waited))]
    Timeout {
        /// How long was waited.
        waited: Duration,
    },
    /// The service said what its protocol does not.
    #[error("the service's answer can't be understood: {what}{}", kept(.raw.as_ref()))]
    Protocol {
        /// What is wrong with it.
        what: String,
        /// Where it was kept, word for word.
        raw: Option<PathBuf>,
    },
    /// The journal of jobs can't be read or written.
    #[error("the journal of jobs fails at {}: {text}", path.display())]
    Journal {
        /// Where.
        path: PathBuf,
        /// Why.
        text: String,
    },
    /// The job was sent to somewhere else.
    #[error("job {marker} was sent to {backend}")]
    Elsewhere {
        /// Our own name of the job.
        marker: String,
        /// Where it was sent.
        backend: String,
    },
    /// Another process works on the same job.
    #[error("another process waits for job {marker}")]
    Busy {
        /// Our own name of the job.
        marker: String,
    },
    /// A limit that was set here.
    #[error("{what} would be more than the {limit} allowed")]
    Limit {
        /// What would be spent.
        what: String,
        /// The limit.
        limit: String,
    },
    /// The person did not agree to the cost.
    #[error("nothing was sent, as nobody agreed to it")]
    Declined,
    /// Nothing was to be sent, only shown.
    #[error("nothing was sent, as was asked for")]
    DryRun,
}

fn in_a_while(after: Option<Duration>) -> String {
    after.map_or_else(String::new, |after| {
        format!(", try again in {}", duration(after))
    })
}

fn kept(raw: Option<&PathBuf>) -> String {
    raw.map_or_else(String::new, |path| format!(" (kept in {})", path.display()))
}

fn duration(duration: Duration) -> String {
    match duration.as_secs() {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds => format!("{} min", seconds.div_ceil(60)),
    }
}
