//! Remote backends, and the advice on measurements that fail.

use std::io::{self, Write};

use cheqqers_backend::BackendError;
use cheqqers_measure::MeasureError;
use cheqqers_remote::{
    Access, DeviceChoice, Entry, Environment, Journal, Profile, Remote, RemoteError, RetryPolicy,
    SpendingLimits, connect,
};
use thiserror::Error;

use crate::args::{BackendName, RemoteOptions};
use crate::error::{CommandError, printable};
use crate::job_monitor::{Consent, JobMonitor};
use crate::record_file::RecordWriter;

/// Advice where circuits can't be run or have wrong results.
pub(crate) const SPARSE: &str =
    "Try --backend sparse, which needs no circuits and makes no errors.";

/// Advice where the error of a remote measurement has none of its own.
const TRY_AGAIN: &str = "The position is as it was: 'cheqqers play --resume FILE' goes on, and an empty line there \
    tries again; with --fallback local the local simulator takes over where that fails.";

/// Error of setting up a remote backend.
#[derive(Debug, Error)]
pub(crate) enum RemoteSetupError {
    #[error("{backend} can't be used")]
    Unusable {
        backend: String,
        #[source]
        source: RemoteError,
    },
    #[error("the jobs can't be read")]
    Journal(#[source] RemoteError),
    #[error("a dry run asks no service, and so not {service} which device to use")]
    DryRunChoice { service: String },
    #[error("CHEQQERS_PACE is {found:?}, which is no number above 0 and up to 1000")]
    Pace { found: String },
}

impl CommandError for RemoteSetupError {
    fn advice(&self) -> Option<&'static str> {
        match self {
            Self::Unusable { source, .. } | Self::Journal(source) => source.advice(),
            Self::DryRunChoice { .. } => Some("Name a device, as in ibm:ibm_torino."),
            Self::Pace { .. } => Some("Leave it unset, unless the service answers at once."),
        }
    }
}

impl CommandError for RemoteError {
    fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Self::Credentials { .. } => {
                "'cheqqers backends list' shows which are missing; the manual has a page on each service: \
             'cheqqers serve' has it at /manual."
            }
            Self::Unauthorised { .. } => "Check the token, and that it belongs to this service.",
            Self::Quota { .. } => "Wait until the allowance is renewed, or choose another device.",
            Self::RateLimited { .. } => "Wait a minute, and try again.",
            Self::Unreachable { .. } => "Check the network, and try again later.",
            Self::DeviceOffline { .. } | Self::Unsuitable { .. } => {
                "'cheqqers backends list' with the name of the service shows the others."
            }
            Self::Ambiguous { .. } => {
                "The next try looks for the job before it sends anything: nothing is sent twice."
            }
            Self::NoLookup { .. } => {
                "Look for a job with that tag or label on the service's pages; nothing is sent in its place until \
             'cheqqers jobs forget JOB' gives it up."
            }
            Self::JobNotFound { .. } => {
                "Check that the account is the one that sent it. 'cheqqers jobs forget JOB --force' gives it up \
             all the same; it may still run there, and be paid for."
            }
            Self::Busy { .. } => "Leave the other one first.",
            Self::Elsewhere { .. } => "Name that backend.",
            Self::RanTooLong { .. } => {
                "No other job was sent, as it would run as long. Choose another device: 'cheqqers backends list' \
             with the name of the service shows them. 'cheqqers simulate' can also take fewer --shots."
            }
            Self::JobFound { .. } => {
                "'cheqqers jobs resume JOB' waits for its answer, and 'cheqqers jobs cancel JOB' ends it; with \
             --force it is given up all the same, and may be paid for."
            }
            Self::Limit { .. } => "Raise the limit, or leave it out, to go on.",
            Self::UnknownPrice => {
                "Leave out --max-cost; --max-jobs and --max-shots limit such jobs."
            }
            Self::NoShots { .. } => {
                "'cheqqers jobs forget JOB' gives it up, and the next try sends it anew; the other jobs are not \
             sent again."
            }
            Self::BitOrder { .. } => {
                "'cheqqers backends check NAME' says more of the device. 'cheqqers jobs forget JOB' gives its \
             shots up, and the next try measures anew."
            }
            Self::TooLate { .. } => "Allow more time with --max-wait.",
            Self::Declined => {
                "Nothing was sent. Agree when you are asked, or in advance with --yes."
            }
            Self::Excess { .. } => {
                "Nothing was sent. Without --yes you are asked whether to send it; with --yes, a limit agrees to larger \
             jobs: --max-cost AMOUNT, or --max-shots N where no price is known."
            }
            Self::Journal { .. } => {
                "Free disk space, or fix the permissions of the folder; 'cheqqers jobs forget JOB --force' \
             puts an unreadable job aside."
            }
            _ => return None,
        })
    }
}

/// Advice on circuits that a backend did not run.
pub(crate) fn backend_advice(error: &BackendError) -> Option<&'static str> {
    RemoteError::of(error).and_then(CommandError::advice)
}

/// Advice on a measurement whose repetition would fail in the same way.
pub(crate) fn correction(error: &MeasureError) -> Option<&'static str> {
    let MeasureError::Backend { source, .. } = error else {
        return None;
    };
    let remote = RemoteError::of(source)?;
    let is_lasting = remote.needs_correction()
        || matches!(
            remote,
            RemoteError::BitOrder { .. }
                | RemoteError::NoShots { .. }
                | RemoteError::Declined
                | RemoteError::Excess { .. }
                | RemoteError::Limit { .. }
                | RemoteError::RanTooLong { .. }
                | RemoteError::UnknownPrice
        );
    is_lasting.then(|| remote.advice())?
}

/// Advice on a measurement without an outcome.
pub(crate) fn measure_advice(error: &MeasureError) -> &'static str {
    let MeasureError::Backend { source, .. } = error else {
        return SPARSE;
    };
    match RemoteError::of(source) {
        None => SPARSE,
        // Another try finds out no more.
        Some(
            lost @ (RemoteError::NoLookup { .. }
            | RemoteError::JobNotFound { .. }
            | RemoteError::Journal { .. }),
        ) => lost.advice().unwrap_or(TRY_AGAIN),
        Some(_) if error.is_indeterminate() => {
            "The answer may still come: 'cheqqers play --resume FILE' goes on with the game and its \
             job; 'cheqqers jobs forget JOB --force' gives up a job that will have none."
        }
        Some(remote) => remote.advice().unwrap_or(TRY_AGAIN),
    }
}

/// Environment variable with a factor of all delays of remote backends, for services that answer at
/// once, as `cheqqers emulate` does.
const PACE: &str = "CHEQQERS_PACE";

/// A game that a remote backend measures in.
pub(crate) struct RemoteGame<'a> {
    pub(crate) identity: &'a str,
    pub(crate) record: RecordWriter,
    /// Its jobs may have been sent with another journal.
    pub(crate) is_resumed: bool,
    /// Jobs that the record names; those whose shots it has, with their names at the service.
    pub(crate) recorded: Vec<Entry>,
}

/// The backend itself, or the device that its service chooses where none is named; standard error
/// says which, and why.
///
/// # Errors
/// Returns an error if the service can't be asked, or has no device to choose.
pub(crate) fn chosen(backend: BackendName) -> Result<BackendName, RemoteSetupError> {
    let (name, profile) = match backend {
        BackendName::Remote(name, profile) if profile.device.is_empty() => (name, profile),
        named => return Ok(named),
    };
    let failed = |source| RemoteSetupError::Unusable {
        backend: name.clone(),
        source,
    };
    let environment = Environment::of_process();
    let retry = retry_policy(&environment)?;
    let mut service = connect(&profile, &environment, retry).map_err(failed)?;
    let DeviceChoice { device, reason } = service.choose().map_err(failed)?;
    let name = format!("{}:{device}", profile.service);
    // Nothing is lost where standard error is closed: records name the device too.
    let _ = writeln!(io::stderr(), "Using {name}: {}", printable(&reason));
    let profile = Profile::new(profile.service, device);
    Ok(BackendName::Remote(name, Box::new(profile)))
}

/// As [`chosen`], but that a dry run asks no service.
///
/// # Errors
/// As [`chosen`], and in a dry run where no device is named.
pub(crate) fn chosen_for(
    backend: BackendName,
    is_dry_run: bool,
) -> Result<BackendName, RemoteSetupError> {
    match &backend {
        BackendName::Remote(_, profile) if is_dry_run && profile.device.is_empty() => {
            let service = profile.service.title().to_owned();
            Err(RemoteSetupError::DryRunChoice { service })
        }
        _ => chosen(backend),
    }
}

/// A backend of a service, which measures in a game if one is given.
pub(crate) fn remote(
    name: &str,
    profile: &Profile,
    options: &RemoteOptions,
    game: Option<&RemoteGame<'_>>,
) -> Result<Remote, RemoteSetupError> {
    let record = game.map(|game| game.record.clone());
    let mut remote = opened(
        name,
        profile,
        options,
        game.map(|game| game.identity),
        record,
    )?;
    if let Some(game) = game.filter(|game| game.is_resumed) {
        let recorded = game.recorded.clone();
        remote = remote.resumed().with_recorded(recorded).map_err(|source| {
            RemoteSetupError::Unusable {
                backend: name.to_owned(),
                source,
            }
        })?;
    }
    Ok(remote)
}

/// A backend of a service for a series of measurements that is no game.
pub(crate) fn remote_series(
    name: &str,
    profile: &Profile,
    options: &RemoteOptions,
    series: &str,
) -> Result<Remote, RemoteSetupError> {
    opened(name, profile, options, Some(series), None)
}

fn opened(
    name: &str,
    profile: &Profile,
    options: &RemoteOptions,
    series: Option<&str>,
    record: Option<RecordWriter>,
) -> Result<Remote, RemoteSetupError> {
    let failed = |source| RemoteSetupError::Unusable {
        backend: name.to_owned(),
        source,
    };
    let environment = Environment::of_process();
    let access = Access {
        retry: retry_policy(&environment)?,
        environment,
        limits: SpendingLimits {
            jobs: options.max_jobs,
            shots: options.max_shots,
            cost: options.max_cost,
        },
        journal: Journal::of_user().map_err(failed)?,
        max_wait: options.max_wait,
        is_dry_run: options.dry_run,
    };
    let observer = Box::new(JobMonitor::new(Consent::of(options), record));
    let opened = access.open(name, profile, series, observer);
    opened.map_err(failed)
}

/// Retry policy of remote backends, as the environment scales it.
pub(crate) fn retry_policy(environment: &Environment) -> Result<RetryPolicy, RemoteSetupError> {
    let Some(text) = environment.variable(PACE) else {
        return Ok(RetryPolicy::default());
    };
    match text.parse::<f64>() {
        Ok(factor) if factor > 0.0 && factor <= 1000.0 => Ok(RetryPolicy::default().scaled(factor)),
        _ => Err(RemoteSetupError::Pace { found: text.into() }),
    }
}
