//! From the name of a remote backend to something that measures.

use std::path::PathBuf;
use std::time::Duration;

use cheqqers_remote::{Journal, Limits, Pace, Profile, Remote, Surroundings, connect};

use crate::CliError;
use crate::args::RemoteOptions;
use crate::onlooker::Onlooker;

/// The variable that makes all times of remote backends so many times as long, for services that
/// answer at once, as `cheqqers emulate` does.
const PACE: &str = "CHEQQERS_PACE";

/// A backend of a service. `game` is the identity of the game it is for, and `record` where that is
/// written.
pub(crate) fn remote(
    name: &str,
    profile: &Profile,
    options: &RemoteOptions,
    game: Option<&str>,
    record: Option<PathBuf>,
) -> Result<Remote, CliError> {
    let failed = |source| CliError::Remote {
        backend: name.to_owned(),
        source,
    };
    let surroundings = Surroundings::of_process();
    let pace = pace(&surroundings)?;
    let service = connect(profile, &surroundings, pace).map_err(failed)?;
    let journal = Journal::of_user().map_err(failed)?;
    let watch = Box::new(Onlooker::new(options.yes, record));
    let limits = Limits {
        jobs: options.max_jobs,
        shots: options.max_shots,
        cost: options.max_cost,
    };
    let mut remote = Remote::new(name, service, &profile.device, journal, watch)
        .paced(pace)
        .waiting_at_most(options.max_wait.map(Duration::from_secs))
        .limited(limits, game)
        .map_err(failed)?;
    if options.dry_run {
        remote = remote.dry_run();
    }
    Ok(remote)
}

/// How patient remote backends are.
pub(crate) fn pace(surroundings: &Surroundings) -> Result<Pace, CliError> {
    let Some(text) = surroundings.variable(PACE) else {
        return Ok(Pace::default());
    };
    match text.parse::<f64>() {
        Ok(factor) if factor > 0.0 && factor <= 1000.0 => Ok(Pace::default().scaled(factor)),
        _ => Err(CliError::Pace { found: text.into() }),
    }
}
