//! What goes wrong on request.
//!
//! A fault is `KIND[=VALUE][@ROUTE][:TIMES]`. Without a route it meets any request, without times
//! it never ends. The first kinds are of transport, and meet requests; the others meet jobs, `:2`
//! being the first two jobs, or stand until the server ends.

mod kind;
mod transport;

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};

use thiserror::Error;

pub(crate) use kind::{Data, FailureKind, Kind, Transport};
pub(crate) use transport::{Reset, Service, with_faults};

/// One thing that goes wrong, where and how often. In text: `KIND[=VALUE][@ROUTE][:TIMES]`.
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
    kind: Kind,
    route: Option<Route>,
    times: Option<u32>,
}

/// What a request is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Route {
    /// A token.
    Token,
    /// To submit a job, in any of its steps.
    Submit,
    /// The state of a job.
    Status,
    /// What a job gave.
    Result,
    /// To cancel a job.
    Cancel,
    /// Devices and all else.
    Other,
}

impl Route {
    const NAMES: [(&str, Self); 6] = [
        ("token", Self::Token),
        ("submit", Self::Submit),
        ("status", Self::Status),
        ("result", Self::Result),
        ("cancel", Self::Cancel),
        ("other", Self::Other),
    ];
}

impl Fault {
    /// The forms of all kinds, and what they do.
    pub fn kinds() -> impl Iterator<Item = (&'static str, &'static str)> {
        kind::FORMS.iter().map(|form| (form.form, form.about))
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

/// A text that is no fault.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ParseFaultError {
    /// No kind of this form.
    #[error("{found:?} is no kind of fault: write one of {}", forms())]
    Kind {
        /// What stands there.
        found: String,
    },
    /// No route of this name.
    #[error(
        "{found:?} is no route: write one of any, token, submit, status, result, cancel, other"
    )]
    Route {
        /// What stands there.
        found: String,
    },
    /// A route where there are no requests.
    #[error("{kind:?} meets jobs, not requests: leave out the @ and what follows")]
    NoRoute {
        /// The kind.
        kind: String,
    },
    /// Not a number of times.
    #[error(
        "{found:?} is no number of times: write a whole number from 1 on, or leave out the colon"
    )]
    Times {
        /// What stands there.
        found: String,
    },
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
        let kind = Kind::read(word).ok_or_else(|| ParseFaultError::Kind { found: word.into() })?;
        let route = match route {
            Some(_) if matches!(kind, Kind::Data(_)) => {
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

/// The faults of a server, and how often each is still to happen.
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

    /// What happens to a request, each counted as happened: those that only touch its answer, up to
    /// the first that leaves nothing of it.
    fn of_request(&self, route: Route, is_get: bool) -> Vec<Transport> {
        let mut happening = Vec::new();
        for fault in self.happen(|fault| match fault.kind {
            Kind::Transport(kind) => {
                let here = fault.route.is_none_or(|at| at == route);
                let fits = kind != Transport::Conflict || is_get;
                (here && fits).then_some(kind)
            }
            Kind::Data(_) => None,
        }) {
            let is_answered = matches!(fault, Transport::Delay(_) | Transport::ExtraFields);
            happening.push(fault);
            if !is_answered {
                break;
            }
        }
        happening
    }

    /// What happens to a new job, each counted as happened.
    pub(crate) fn of_job(&self) -> Vec<Data> {
        self.happen(|fault| match fault.kind {
            Kind::Data(kind) if !kind.stands() => Some(kind),
            _ => None,
        })
        .collect()
    }

    /// What is wrong for as long as the server runs.
    pub(crate) fn standing(&self) -> impl Iterator<Item = Data> {
        self.all.iter().filter_map(|(fault, _)| match fault.kind {
            Kind::Data(kind) if kind.stands() => Some(kind),
            _ => None,
        })
    }

    /// Whether something is wrong for as long as the server runs.
    pub(crate) fn stands(&self, kind: Data) -> bool {
        self.standing().any(|standing| standing == kind)
    }

    /// Each is counted when it is taken from the iterator.
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
                    Kind::Transport(_) => {
                        assert_eq!(route.unwrap().to_string(), format!("{word}@submit:2"));
                    }
                    Kind::Data(_) => assert!(route.is_err()),
                }
            }
        }
        let same: Fault = "html@any".parse().unwrap();
        assert_eq!(same.to_string(), "html");
        for (text, part) in [
            ("", "no kind"),
            ("html=1", "no kind"),
            ("delay", "no kind"),
            ("delay=-1", "no kind"),
            ("status=200", "no kind"),
            ("swap=1,1", "no kind"),
            ("html@", "no route"),
            ("html@jobs", "no route"),
            ("reversed@submit", "meets jobs"),
            ("html:0", "no number of times"),
            ("html:", "no number of times"),
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
        let busy = Transport::StatusAfter(503);
        for _ in 0..2 {
            let met = faults.of_request(Route::Submit, false);
            assert_eq!(met, [Transport::ExtraFields, Transport::Html]);
        }
        let last = |route, is_get| faults.of_request(route, is_get).pop();
        assert_eq!(last(Route::Submit, false), Some(busy));
        assert_eq!(last(Route::Status, true), Some(Transport::Conflict));
        assert_eq!(last(Route::Status, true), Some(busy));
        let jobs = [(); 2].map(|()| faults.of_job());
        assert_eq!(jobs, [vec![Data::Reversed], vec![]]);
        assert!(faults.stands(Data::Offline) && !faults.stands(Data::Paused));
    }
}
