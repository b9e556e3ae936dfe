use std::ffi::OsStr;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use cheqqers_game::with_causes;
use cheqqers_measure::{MeasurerKind, ParseMeasurerError};
use cheqqers_remote::{Environment, Profile, Profiles, ServiceName};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Args, Command};

/// A backend, as the command line names it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum BackendName {
    /// A local backend.
    Here(MeasurerKind),
    /// A device of a service: the name given, and the profile found under it. The profile has no
    /// device where the name is that of a service which chooses one.
    Remote(String, Box<Profile>),
}

impl fmt::Display for BackendName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Here(kind) => kind.fmt(f),
            Self::Remote(name, _) => f.pad(name),
        }
    }
}

impl FromStr for BackendName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unknown: ParseMeasurerError = match text.parse() {
            Ok(kind) => return Ok(Self::Here(kind)),
            Err(error) => error,
        };
        if let Some((service, device)) = text.split_once(':')
            && let Ok(service) = service.parse::<ServiceName>()
        {
            check_device(service, device)?;
            let profile = Box::new(Profile::new(service, device));
            return Ok(Self::Remote(text.into(), profile));
        }
        let path = Profiles::path(&Environment::of_process());
        let mut profiles = Profiles::read(&path).map_err(|error| with_causes(&error))?;
        let service = text.parse::<ServiceName>().ok();
        let bare = service.filter(|&service| service == ServiceName::Ibm);
        let bare = bare.map(|service| Profile::new(service, ""));
        let profile = profiles.backends.remove(text).or(bare).ok_or_else(|| {
            if let Some(service) = service {
                return format!(
                    "name a device, as in {service}:DEVICE; 'cheqqers backends list {service}' shows them"
                );
            }
            let services = ServiceName::ALL.map(|service| format!("{service}:DEVICE"));
            let own: Vec<String> = profiles.backends.into_keys().collect();
            let own = if own.is_empty() {
                String::new()
            } else {
                format!("; your own are: {}", own.join(", "))
            };
            format!("{unknown}, {}{own}", services.join(", "))
        })?;
        Ok(Self::Remote(text.into(), Box::new(profile)))
    }
}

/// Checks that a text may be the name of a device: services have it in the paths of their addresses.
pub(crate) fn check_device(service: ServiceName, device: &str) -> Result<(), String> {
    if device.is_empty() {
        return Err(format!(
            "name a device behind {service}:, 'cheqqers backends list {service}' shows them"
        ));
    }
    let is_part = |part: &str| !matches!(part, "" | "." | "..");
    let is_plain = |c: char| !c.is_control() && !c.is_whitespace() && !"?#%\\".contains(c);
    if device.split('/').all(is_part) && device.chars().all(is_plain) {
        return Ok(());
    }
    Err(format!("{device:?} is no name of a device of {service}"))
}

/// Parser of backend names; completions offer those of local backends.
#[derive(Clone, Copy, Debug)]
pub(super) struct BackendParser;

impl TypedValueParser for BackendParser {
    type Value = BackendName;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<BackendName, Error> {
        let parser = StringValueParser::new().try_map(|name| name.parse::<BackendName>());
        parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = MeasurerKind::ALL.map(MeasurerKind::name);
        Some(Box::new(names.into_iter().map(PossibleValue::new)))
    }
}

/// Limits of remote jobs, and consent to them.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Remote backends")]
pub(crate) struct RemoteOptions {
    /// Send no more jobs than this
    #[arg(long, value_name = "N")]
    pub(crate) max_jobs: Option<u64>,
    /// Ask for no more shots than this, over all jobs
    #[arg(long, value_name = "N")]
    pub(crate) max_shots: Option<u64>,
    /// Spend no more than this, in the service's unit (USD, EUR, or seconds of the device)
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true, value_parser = amount)]
    pub(crate) max_cost: Option<f64>,
    /// Cancel a job that has no answer after so many seconds [default: wait without limit]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    pub(crate) max_wait: Option<Duration>,
    /// Print the requests, without secrets, and send nothing: the service is not contacted at all, so
    /// that circuits are shown as they are before they are placed on the device
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Approve jobs up to the announced cost without asking, and costlier ones within --max-cost, or
    /// --max-shots where the service tells no prices
    #[arg(long)]
    pub(crate) yes: bool,
}

pub(super) fn amount(text: &str) -> Result<f64, &'static str> {
    match text.parse::<f64>() {
        Ok(amount) if amount >= 0.0 && amount.is_finite() => Ok(amount),
        _ => Err("an amount is a number from 0 on"),
    }
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds: Option<f64> = text.parse().ok();
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or("a time is a number of seconds from 0 on")
}
