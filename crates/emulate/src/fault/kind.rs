use std::fmt;
use std::time::Duration;

/// Kind of a fault.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum FaultKind {
    Transport(TransportFault),
    Job(JobFault),
}

/// Fault of a request or its response.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum TransportFault {
    Delay(f64),
    Late(f64),
    Limit(Option<u32>),
    Status(u16),
    StatusAfter(u16),
    Html,
    Truncate,
    Malformed,
    ResetBefore,
    ResetAfter,
    Conflict,
    Expired,
    ExtraFields,
}

/// Fault of a job or a device.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum JobFault {
    FewerShots,
    NoShots,
    Reversed,
    Swap(usize, usize),
    AllOnes,
    UnknownState(u32),
    Duplicate,
    MissingRegister,
    Fail(FailureKind),
    Wait(f64),
    Offline,
    Paused,
    Counts,
    Probabilities,
    TokenLife(f64),
    Lacks(IbmProgram),
    Refuses(ValuesForm),
}

/// Program of IBM's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IbmProgram {
    Sampler,
    Executor,
}

/// Form of the parameter values of IBM's `sampler`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ValuesForm {
    /// Array in the types of Qiskit.
    Array,
    /// Null, or a list or object of JSON.
    Plain,
}

/// Cause of a failed job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FailureKind {
    /// Breakdown of the device.
    Device,
    /// Program that the device can't run.
    Program,
    /// Execution time over the limit.
    Time,
}

impl TransportFault {
    /// Time after which the request is handled.
    pub(crate) fn handled_after(self) -> Option<Duration> {
        match self {
            Self::Late(seconds) => Some(Duration::from_secs_f64(seconds)),
            _ => None,
        }
    }
}

impl JobFault {
    /// Returns `true` if it lasts as long as the server, so that it isn't counted by job.
    pub(crate) fn is_permanent(self) -> bool {
        matches!(
            self,
            Self::Offline
                | Self::Paused
                | Self::Counts
                | Self::Probabilities
                | Self::TokenLife(_)
                | Self::Lacks(_)
                | Self::Refuses(_)
        )
    }
}

/// All kinds as `SYNTAX: DESCRIPTION`, transport faults first.
pub(super) const FORMS: &[&str] = &[
    "delay=SECONDS: the request is handled, its response delayed",
    "late=SECONDS: the request is handled so much later, even if the client has left",
    "limit[=N]: 429, with `Retry-After: N` if N is given",
    "status=CODE: an error with this HTTP status, 400 or more; the request is not handled",
    "status-after=CODE: the same, but the request is handled",
    "html: 502 and the error page of a proxy; the request is not handled",
    "truncate: the connection ends in the middle of the response; the request is handled",
    "malformed: the second half of the response is missing; the request is handled",
    "reset-before: the connection is reset after the request is read; it is not handled",
    "reset-after: the connection is reset after the request is handled",
    "conflict: 409, for a GET only",
    "expired: 401, as for an expired token; the request is not handled",
    "extra-fields: responses have an unknown field",
    "fewer-shots: half of the shots are missing",
    "no-shots: all shots are missing",
    "reversed: the bits of each register are in reverse order",
    "swap=I,J: bits I and J of each register are swapped",
    "all-ones: all bits read 1",
    "unknown-state=N: the first N responses report an unknown state",
    "duplicate: a submission creates two jobs",
    "missing-register: the result lacks its last register",
    "fail=device|fail=program|fail=time: the job fails by a fault of the device, of its program, or by its time limit",
    "wait=SECONDS: the job is queued so much longer, at any time scale",
    "offline: devices refuse jobs",
    "paused: devices accept jobs and don't run them",
    "counts: results are counts without shots, if the service can return them",
    "probabilities: results are probabilities alone, if the service can return them",
    "token-life=SECONDS: tokens expire after this time in place of an hour",
    "lacks=sampler|lacks=executor: IBM does not offer the program",
    "refuses=array|refuses=null: IBM's sampler does not take parameter values in this form",
];

/// Kinds without a variable part, by their text.
const FIXED: &[(&str, FaultKind)] = &[
    ("limit", FaultKind::Transport(TransportFault::Limit(None))),
    ("html", FaultKind::Transport(TransportFault::Html)),
    ("truncate", FaultKind::Transport(TransportFault::Truncate)),
    ("malformed", FaultKind::Transport(TransportFault::Malformed)),
    (
        "reset-before",
        FaultKind::Transport(TransportFault::ResetBefore),
    ),
    (
        "reset-after",
        FaultKind::Transport(TransportFault::ResetAfter),
    ),
    ("conflict", FaultKind::Transport(TransportFault::Conflict)),
    ("expired", FaultKind::Transport(TransportFault::Expired)),
    (
        "extra-fields",
        FaultKind::Transport(TransportFault::ExtraFields),
    ),
    ("fewer-shots", FaultKind::Job(JobFault::FewerShots)),
    ("no-shots", FaultKind::Job(JobFault::NoShots)),
    ("reversed", FaultKind::Job(JobFault::Reversed)),
    ("all-ones", FaultKind::Job(JobFault::AllOnes)),
    ("duplicate", FaultKind::Job(JobFault::Duplicate)),
    (
        "missing-register",
        FaultKind::Job(JobFault::MissingRegister),
    ),
    (
        "fail=device",
        FaultKind::Job(JobFault::Fail(FailureKind::Device)),
    ),
    (
        "fail=program",
        FaultKind::Job(JobFault::Fail(FailureKind::Program)),
    ),
    (
        "fail=time",
        FaultKind::Job(JobFault::Fail(FailureKind::Time)),
    ),
    ("offline", FaultKind::Job(JobFault::Offline)),
    ("paused", FaultKind::Job(JobFault::Paused)),
    ("counts", FaultKind::Job(JobFault::Counts)),
    ("probabilities", FaultKind::Job(JobFault::Probabilities)),
    (
        "lacks=sampler",
        FaultKind::Job(JobFault::Lacks(IbmProgram::Sampler)),
    ),
    (
        "lacks=executor",
        FaultKind::Job(JobFault::Lacks(IbmProgram::Executor)),
    ),
    (
        "refuses=array",
        FaultKind::Job(JobFault::Refuses(ValuesForm::Array)),
    ),
    (
        "refuses=null",
        FaultKind::Job(JobFault::Refuses(ValuesForm::Plain)),
    ),
];

impl FaultKind {
    /// Parses the text form `KIND[=VALUE]`.
    pub(super) fn read(text: &str) -> Option<Self> {
        if let Some((_, kind)) = FIXED.iter().find(|(fixed, _)| *fixed == text) {
            return Some(*kind);
        }
        let (name, value) = text.split_once('=')?;
        Some(match name {
            "delay" => Self::Transport(TransportFault::Delay(seconds(value)?)),
            "late" => Self::Transport(TransportFault::Late(seconds(value)?)),
            "limit" => Self::Transport(TransportFault::Limit(Some(value.parse().ok()?))),
            "status" => Self::Transport(TransportFault::Status(code(value)?)),
            "status-after" => Self::Transport(TransportFault::StatusAfter(code(value)?)),
            "swap" => {
                let (a, b) = value.split_once(',')?;
                let (a, b) = (a.parse().ok()?, b.parse().ok()?);
                (a != b).then_some(Self::Job(JobFault::Swap(a, b)))?
            }
            "unknown-state" => Self::Job(JobFault::UnknownState(value.parse().ok()?)),
            "wait" => Self::Job(JobFault::Wait(seconds(value)?)),
            "token-life" => Self::Job(JobFault::TokenLife(seconds(value)?)),
            _ => return None,
        })
    }
}

/// Parses a duration in 0..=86400 s.
fn seconds(text: &str) -> Option<f64> {
    let seconds = text.parse().ok()?;
    (0.0..=86_400.0).contains(&seconds).then_some(seconds)
}

/// Parses an HTTP status of an error.
fn code(text: &str) -> Option<u16> {
    let code = text.parse().ok()?;
    (400..=599).contains(&code).then_some(code)
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fixed = FIXED.iter().find(|(_, kind)| kind == self);
        match (fixed, *self) {
            (Some((text, _)), _) => f.write_str(text),
            (_, Self::Transport(TransportFault::Delay(seconds))) => write!(f, "delay={seconds}"),
            (_, Self::Transport(TransportFault::Late(seconds))) => write!(f, "late={seconds}"),
            (_, Self::Transport(TransportFault::Limit(Some(seconds)))) => {
                write!(f, "limit={seconds}")
            }
            (_, Self::Transport(TransportFault::Status(code))) => write!(f, "status={code}"),
            (_, Self::Transport(TransportFault::StatusAfter(code))) => {
                write!(f, "status-after={code}")
            }
            (_, Self::Job(JobFault::Swap(a, b))) => write!(f, "swap={a},{b}"),
            (_, Self::Job(JobFault::UnknownState(replies))) => {
                write!(f, "unknown-state={replies}")
            }
            (_, Self::Job(JobFault::Wait(seconds))) => write!(f, "wait={seconds}"),
            (_, Self::Job(JobFault::TokenLife(seconds))) => write!(f, "token-life={seconds}"),
            (None, _) => unreachable!("every other kind is in the table"),
        }
    }
}
