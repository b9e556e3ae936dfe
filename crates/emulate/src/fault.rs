//! Faults that happen on request.
//!
//! A fault is written `KIND[=VALUE][@ROUTE][:TIMES]`. Without a route it applies to every request,
//! without times it never ends. Transport faults apply to requests; the other kinds apply to jobs
//! (`:2` means the first two jobs) or last until the server ends.

mod kind;

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use thiserror::Error;

pub(crate) use kind::{FailureKind, FaultKind, IbmProgram, JobFault, TransportFault, ValuesForm};

/// Fault of a service, with its route and number of times. Text form:
/// `KIND[=VALUE][@ROUTE][:TIMES]`.
///
/// ```
/// use cheqqers_emulate::Fault;
///
/// let fault: Fault = "reset-after@submit:1".parse()?;
/// assert_eq!(fault.to_string(), "reset-after@submit:1");
/// assert!("reset@submit".parse::<Fault>().is_err());
/// # Ok::<(), cheqqers_emulate::ParseFaultError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    kind: FaultKind,
    route: Option<Route>,
    times: Option<u32>,
}

/// Purpose of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Route {
    Token,
    /// Any step of submitting a job.
    Submit,
    Status,
    Result,
    Cancel,
    /// A request of the emulated device to its storage of programs and results.
    Storage,
    Other,
}

impl Route {
    const NAMES: [(&str, Self); 7] = [
        ("token", Self::Token),
        ("submit", Self::Submit),
        ("status", Self::Status),
        ("result", Self::Result),
        ("cancel", Self::Cancel),
        ("storage", Self::Storage),
        ("other", Self::Other),
    ];
}

impl Fault {
    /// Syntax and description of every kind.
    pub fn kinds() -> impl Iterator<Item = (&'static str, &'static str)> {
        let forms = kind::FORMS.iter();
        forms.filter_map(|form| form.split_once(": "))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        if let Some(route) = self.route {
            let known = Route::NAMES.iter().find(|(_, known)| *known == route);
            let (name, _) = known.expect("every route has a name");
            write!(f, "@{name}")?;
        }
        match self.times {
            Some(times) => write!(f, ":{times}"),
            None => Ok(()),
        }
    }
}

/// Error of parsing a [`Fault`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message says it")]
pub enum ParseFaultError {
    #[error("unknown fault {found:?}: use one of {}", forms())]
    Kind { found: String },
    #[error(
        "unknown route {found:?}: use one of any, token, submit, status, result, cancel, storage, other"
    )]
    Route { found: String },
    #[error("{kind:?} applies to jobs, not requests: leave out the @ and what follows")]
    NoRoute { kind: String },
    #[error("{found:?} is not a number of times: use an integer from 1, or leave out the colon")]
    Times { found: String },
}

fn forms() -> String {
    let forms: Vec<&str> = Fault::kinds().map(|(form, _)| form).collect();
    forms.join(", ")
}

impl FromStr for Fault {
    type Err = ParseFaultError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (rest, times) = match text.rsplit_once(':') {
            Some((rest, found)) => match found.parse() {
                Ok(times @ 1..) => (rest, Some(times)),
                _ => {
                    return Err(ParseFaultError::Times {
                        found: found.into(),
                    });
                }
            },
            None => (text, None),
        };
        let (word, route) = match rest.split_once('@') {
            Some((word, route)) => (word, Some(route)),
            None => (rest, None),
        };
        let kind =
            FaultKind::read(word).ok_or_else(|| ParseFaultError::Kind { found: word.into() })?;
        let route = match route {
            Some(_) if matches!(kind, FaultKind::Job(_)) => {
                return Err(ParseFaultError::NoRoute { kind: word.into() });
            }
            None | Some("any") => None,
            Some(name) => {
                let known = Route::NAMES.iter().find(|(known, _)| *known == name);
                let found = || name.into();
                let (_, route) = known.ok_or_else(|| ParseFaultError::Route { found: found() })?;
                Some(*route)
            }
        };
        Ok(Self { kind, route, times })
    }
}

/// Faults of a server, with their remaining number of times.
#[derive(Debug)]
pub(crate) struct Faults {
    all: Vec<(Fault, AtomicU32)>,
}

impl Faults {
    pub(crate) fn new(faults: &[Fault]) -> Self {
        let left = |fault: &Fault| AtomicU32::new(fault.times.unwrap_or(u32::MAX));
        let all = faults.iter().map(|fault| (fault.clone(), left(fault)));
        Self { all: all.collect() }
    }

    /// Takes the faults of a request, up to the first that replaces its response.
    pub(crate) fn for_request(&self, route: Route, is_get: bool) -> Vec<TransportFault> {
        let mut happening = Vec::new();
        for fault in self.happen(|fault| match fault.kind {
            FaultKind::Transport(kind) => {
                let here = fault.route.is_none_or(|at| at == route);
                let fits = kind != TransportFault::Conflict || is_get;
                (here && fits).then_some(kind)
            }
            FaultKind::Job(_) => None,
        }) {
            let is_answered = matches!(
                fault,
                TransportFault::Delay(_) | TransportFault::ExtraFields
            );
            happening.push(fault);
            if !is_answered {
                break;
            }
        }
        happening
    }

    /// Takes the faults of a new job.
    pub(crate) fn for_job(&self) -> Vec<JobFault> {
        self.happen(|fault| match fault.kind {
            FaultKind::Job(kind) if !kind.is_permanent() => Some(kind),
            _ => None,
        })
        .collect()
    }

    /// Faults that last as long as the server.
    fn permanent(&self) -> impl Iterator<Item = JobFault> {
        self.all.iter().filter_map(|(fault, _)| match fault.kind {
            FaultKind::Job(kind) if kind.is_permanent() => Some(kind),
            _ => None,
        })
    }

    /// Returns `true` if a permanent fault is active.
    pub(crate) fn has(&self, kind: JobFault) -> bool {
        self.permanent().any(|standing| standing == kind)
    }

    /// Lifetime of tokens and signed addresses: an hour, unless a fault shortens it.
    pub(crate) fn token_life(&self) -> Duration {
        const HOUR: f64 = 3600.0;
        let life = self.permanent().find_map(|fault| match fault {
            JobFault::TokenLife(seconds) => Some(seconds),
            _ => None,
        });
        Duration::from_secs_f64(life.unwrap_or(HOUR))
    }

    /// Faults that match; each is counted when the iterator yields it.
    fn happen<K>(&self, met: impl Fn(&Fault) -> Option<K>) -> impl Iterator<Item = K> {
        self.all.iter().filter_map(move |(fault, left)| {
            let kind = met(fault)?;
            let count = |left: u32| match (fault.times, left) {
                (None, _) => Some(left),
                (Some(_), left) => left.checked_sub(1),
            };
            let order = Ordering::Relaxed;
            left.fetch_update(order, order, count)
                .is_ok()
                .then_some(kind)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_round_trips_and_what_is_none_is_refused() {
        for (form, _) in Fault::kinds() {
            let words = form.split('|').map(|form| {
                let form = form.replace("SECONDS", "1.5").replace("CODE", "503");
                form.replace("I,J", "0,1").replace('N', "3")
            });
            for word in words.flat_map(|word| match word.split_once('[') {
                Some((less, more)) => {
                    let more = more.trim_end_matches(']');
                    vec![less.to_owned(), format!("{less}{more}")]
                }
                None => vec![word],
            }) {
                let fault: Fault = word.parse().unwrap();
                assert_eq!(fault.to_string(), word);
                let times = format!("{word}:2");
                assert_eq!(times.parse::<Fault>().unwrap().to_string(), times);
                let route = format!("{word}@submit:2").parse::<Fault>();
                match fault.kind {
                    FaultKind::Transport(_) => {
                        assert_eq!(route.unwrap().to_string(), format!("{word}@submit:2"));
                    }
                    FaultKind::Job(_) => assert!(route.is_err()),
                }
            }
        }
        let same: Fault = "html@any".parse().unwrap();
        assert_eq!(same.to_string(), "html");
        for (text, part) in [
            ("", "unknown fault"),
            ("html=1", "unknown fault"),
            ("delay", "unknown fault"),
            ("delay=-1", "unknown fault"),
            ("status=200", "unknown fault"),
            ("swap=1,1", "unknown fault"),
            ("html@", "unknown route"),
            ("html@jobs", "unknown route"),
            ("reversed@submit", "applies to jobs"),
            ("html:0", "not a number of times"),
            ("html:", "not a number of times"),
        ] {
            let error = text.parse::<Fault>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn faults_meet_their_route_so_many_times() {
        let list = [
            "extra-fields",
            "html@submit:2",
            "conflict:1",
            "status-after=503",
            "reversed:1",
            "offline",
        ];
        let faults = Faults::new(&list.map(|text| text.parse().unwrap()));
        let busy = TransportFault::StatusAfter(503);
        for _ in 0..2 {
            let met = faults.for_request(Route::Submit, false);
            assert_eq!(met, [TransportFault::ExtraFields, TransportFault::Html]);
        }
        let last = |route, is_get| faults.for_request(route, is_get).pop();
        assert_eq!(last(Route::Submit, false), Some(busy));
        assert_eq!(last(Route::Status, true), Some(TransportFault::Conflict));
        assert_eq!(last(Route::Status, true), Some(busy));
        let jobs = [(); 2].map(|()| faults.for_job());
        assert_eq!(jobs, [vec![JobFault::Reversed], vec![]]);
        assert!(faults.has(JobFault::Offline) && !faults.has(JobFault::Paused));
    }
}
