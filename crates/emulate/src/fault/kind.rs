use std::fmt;

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Kind {
    Transport(Transport),
    Data(Data),
}

/// What goes wrong with a request or its answer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Transport {
    Delay(f64),
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

/// What goes wrong with a job or a device.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Data {
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
}

/// Why a job failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FailureKind {
    /// The device broke down.
    Device,
    /// The program can't be run.
    Program,
    /// It took longer than a job may.
    Time,
}

impl Data {
    /// Whether it is no matter of single jobs.
    pub(crate) fn stands(self) -> bool {
        matches!(
            self,
            Self::Offline | Self::Paused | Self::Counts | Self::Probabilities | Self::TokenLife(_)
        )
    }
}

/// A kind in help and messages.
#[derive(Debug)]
pub(super) struct Form {
    pub(super) form: &'static str,
    pub(super) about: &'static str,
}

/// All kinds, those of transport first.
pub(super) const FORMS: &[Form] = &[
    Form {
        form: "delay=SECONDS",
        about: "the request is done, its answer comes so much later",
    },
    Form {
        form: "limit[=N]",
        about: "429, with `Retry-After: N` where N is given",
    },
    Form {
        form: "status=CODE",
        about: "an error with this HTTP status from 400 on; the request is not done",
    },
    Form {
        form: "status-after=CODE",
        about: "the same, but the request is done",
    },
    Form {
        form: "html",
        about: "502 and the error page of a proxy; the request is not done",
    },
    Form {
        form: "truncate",
        about: "the connection ends in the middle of the answer; the request is done",
    },
    Form {
        form: "malformed",
        about: "the second half of the answer is missing; the request is done",
    },
    Form {
        form: "reset-before",
        about: "the connection is reset when the request was read; it is not done",
    },
    Form {
        form: "reset-after",
        about: "the connection is reset when the request was done",
    },
    Form {
        form: "conflict",
        about: "409, of a GET only",
    },
    Form {
        form: "expired",
        about: "401, as with a token that has expired; the request is not done",
    },
    Form {
        form: "extra-fields",
        about: "answers have fields that nobody knows",
    },
    Form {
        form: "fewer-shots",
        about: "half of the shots are missing",
    },
    Form {
        form: "no-shots",
        about: "all shots are missing",
    },
    Form {
        form: "reversed",
        about: "bits come in the opposite order",
    },
    Form {
        form: "swap=I,J",
        about: "bits I and J of each register are exchanged",
    },
    Form {
        form: "all-ones",
        about: "all bits read 1",
    },
    Form {
        form: "unknown-state=N",
        about: "the first N answers tell a state that nobody knows",
    },
    Form {
        form: "duplicate",
        about: "what is submitted makes two jobs",
    },
    Form {
        form: "missing-register",
        about: "the result lacks its last register",
    },
    Form {
        form: "fail=device|fail=program|fail=time",
        about: "the job fails, by the device, its program, or as it ran too long",
    },
    Form {
        form: "wait=SECONDS",
        about: "the job waits so much longer, whatever the time scale",
    },
    Form {
        form: "offline",
        about: "devices take no jobs",
    },
    Form {
        form: "paused",
        about: "devices take jobs and don't run them",
    },
    Form {
        form: "counts",
        about: "results are counts, not shots, where the service may answer so",
    },
    Form {
        form: "probabilities",
        about: "results are probabilities alone, where the service may answer so",
    },
    Form {
        form: "token-life=SECONDS",
        about: "tokens expire after so long, not after an hour",
    },
];

impl Kind {
    /// Reads `KIND[=VALUE]`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        let transport = |kind| Some(Self::Transport(kind));
        let data = |kind| Some(Self::Data(kind));
        match (name, value) {
            ("delay", Some(value)) => transport(Transport::Delay(seconds(value)?)),
            ("limit", None) => transport(Transport::Limit(None)),
            ("limit", Some(value)) => transport(Transport::Limit(Some(value.parse().ok()?))),
            ("status", Some(value)) => transport(Transport::Status(code(value)?)),
            ("status-after", Some(value)) => transport(Transport::StatusAfter(code(value)?)),
            ("html", None) => transport(Transport::Html),
            ("truncate", None) => transport(Transport::Truncate),
            ("malformed", None) => transport(Transport::Malformed),
            ("reset-before", None) => transport(Transport::ResetBefore),
            ("reset-after", None) => transport(Transport::ResetAfter),
            ("conflict", None) => transport(Transport::Conflict),
            ("expired", None) => transport(Transport::Expired),
            ("extra-fields", None) => transport(Transport::ExtraFields),
            ("fewer-shots", None) => data(Data::FewerShots),
            ("no-shots", None) => data(Data::NoShots),
            ("reversed", None) => data(Data::Reversed),
            ("swap", Some(value)) => {
                let (a, b) = value.split_once(',')?;
                let (a, b) = (a.parse().ok()?, b.parse().ok()?);
                (a != b).then_some(Self::Data(Data::Swap(a, b)))
            }
            ("all-ones", None) => data(Data::AllOnes),
            ("unknown-state", Some(value)) => data(Data::UnknownState(value.parse().ok()?)),
            ("duplicate", None) => data(Data::Duplicate),
            ("missing-register", None) => data(Data::MissingRegister),
            ("fail", Some("device")) => data(Data::Fail(FailureKind::Device)),
            ("fail", Some("program")) => data(Data::Fail(FailureKind::Program)),
            ("fail", Some("time")) => data(Data::Fail(FailureKind::Time)),
            ("wait", Some(value)) => data(Data::Wait(seconds(value)?)),
            ("offline", None) => data(Data::Offline),
            ("paused", None) => data(Data::Paused),
            ("counts", None) => data(Data::Counts),
            ("probabilities", None) => data(Data::Probabilities),
            ("token-life", Some(value)) => data(Data::TokenLife(seconds(value)?)),
            _ => None,
        }
    }
}

/// Up to a day.
fn seconds(text: &str) -> Option<f64> {
    let seconds = text.parse().ok()?;
    (0.0..=86_400.0).contains(&seconds).then_some(seconds)
}

/// That of an error.
fn code(text: &str) -> Option<u16> {
    let code = text.parse().ok()?;
    (400..=599).contains(&code).then_some(code)
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Transport(kind) => kind.fmt(f),
            Self::Data(kind) => kind.fmt(f),
        }
    }
}

impl fmt::Display for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Delay(seconds) => write!(f, "delay={seconds}"),
            Self::Limit(None) => f.write_str("limit"),
            Self::Limit(Some(seconds)) => write!(f, "limit={seconds}"),
            Self::Status(code) => write!(f, "status={code}"),
            Self::StatusAfter(code) => write!(f, "status-after={code}"),
            Self::Html => f.write_str("html"),
            Self::Truncate => f.write_str("truncate"),
            Self::Malformed => f.write_str("malformed"),
            Self::ResetBefore => f.write_str("reset-before"),
            Self::ResetAfter => f.write_str("reset-after"),
            Self::Conflict => f.write_str("conflict"),
            Self::Expired => f.write_str("expired"),
            Self::ExtraFields => f.write_str("extra-fields"),
        }
    }
}

impl fmt::Display for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FewerShots => f.write_str("fewer-shots"),
            Self::NoShots => f.write_str("no-shots"),
            Self::Reversed => f.write_str("reversed"),
            Self::Swap(a, b) => write!(f, "swap={a},{b}"),
            Self::AllOnes => f.write_str("all-ones"),
            Self::UnknownState(answers) => write!(f, "unknown-state={answers}"),
            Self::Duplicate => f.write_str("duplicate"),
            Self::MissingRegister => f.write_str("missing-register"),
            Self::Fail(FailureKind::Device) => f.write_str("fail=device"),
            Self::Fail(FailureKind::Program) => f.write_str("fail=program"),
            Self::Fail(FailureKind::Time) => f.write_str("fail=time"),
            Self::Wait(seconds) => write!(f, "wait={seconds}"),
            Self::Offline => f.write_str("offline"),
            Self::Paused => f.write_str("paused"),
            Self::Counts => f.write_str("counts"),
            Self::Probabilities => f.write_str("probabilities"),
            Self::TokenLife(seconds) => write!(f, "token-life={seconds}"),
        }
    }
}
