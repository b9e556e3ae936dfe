//! Backends: simulators of this program, and devices of services where the server offers them.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use cheqqers_circuit::CanonicalCircuit;
use cheqqers_game::settings::quoted;
use cheqqers_game::{Encoding, with_causes};
use cheqqers_measure::{
    BackendMeasurer, Fallback, FallbackConsent, MeasurementIds, Measurer, MeasurerKind, Policy,
};
use cheqqers_players::{Stream, generator};
use cheqqers_remote::{
    Access, Entry, NoObserver, Observer, PoolCircuits, Profile, Profiles, RemoteError, ServiceName,
};
use serde_json::{Value, json};

use crate::error::ApiError;

/// The most jobs that take the shots of a pool.
const POOL_JOBS: usize = 4;

/// Backend of a game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum GameBackend {
    Local(MeasurerKind),
    /// The user's name of a backend, whose profile is looked for when it is needed.
    Remote(String),
}

impl fmt::Display for GameBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Local(kind) => kind.fmt(f),
            Self::Remote(name) => f.pad(name),
        }
    }
}

impl GameBackend {
    /// The one that a game was begun with.
    pub(crate) fn recorded(name: &str) -> Self {
        let local = name.parse().map(Self::Local);
        local.unwrap_or_else(|_| Self::Remote(name.into()))
    }

    /// The backend of a name that takes over from this one in a new game.
    ///
    /// # Errors
    /// Returns an error if it does not take over here, or this one is no device.
    pub(crate) fn fallback(&self, name: &str) -> Result<Fallback, ApiError> {
        let fallback = name.parse().ok();
        // A simulation with faults may keep a core busy for seconds.
        let fallback = fallback.filter(|of: &Fallback| of.kind() == MeasurerKind::Local);
        let is_remote = matches!(self, Self::Remote(_));
        fallback
            .filter(|_| is_remote)
            .ok_or_else(|| ApiError::malformed("only \"local\" may take over, and from a device"))
    }
}

/// Device of a game, with what takes over from it.
#[derive(Debug)]
pub(crate) struct GameDevice<'a> {
    /// The user's name of the device.
    pub(crate) name: &'a str,
    /// Identity of the game.
    pub(crate) game: &'a str,
    /// Jobs that were named last.
    pub(crate) last: Vec<Entry>,
    pub(crate) fallback: Option<Fallback>,
    /// Seed of the fallback.
    pub(crate) seed: u64,
}

/// All there are.
#[derive(Clone, Debug)]
pub(crate) struct Backends {
    access: Option<Access>,
    devices: Arc<Mutex<KnownDevices>>,
}

/// The devices of each service that has been asked, as the page offers them; none of a service that there are no
/// credentials for.
type KnownDevices = HashMap<ServiceName, Vec<Value>>;

impl Backends {
    /// Those of this program, and others where there is access to them. Services are asked for their
    /// devices meanwhile.
    pub(crate) fn new(access: Option<Access>) -> Self {
        let devices = Arc::<Mutex<KnownDevices>>::default();
        if let Some(access) = access.clone() {
            let asked = services(&access);
            let mut known = devices.lock().unwrap_or_else(PoisonError::into_inner);
            let others = ServiceName::ALL.into_iter();
            let others = others.filter(|service| !asked.contains(service));
            known.extend(others.map(|service| (service, Vec::new())));
            drop(known);
            // Until they are known they are not listed, but their names work where there are credentials.
            let devices = Arc::downgrade(&devices);
            thread::spawn(move || list_devices(&access, asked, &devices));
        }
        Self { access, devices }
    }

    /// All backends, as the page offers them.
    pub(crate) fn options(&self) -> Value {
        let mut all: Vec<Value> = LOCAL
            .iter()
            .map(|(name, about)| json!({"name": name, "remote": false, "about": about}))
            .collect();
        if let Some(access) = &self.access {
            let profiles = Profiles::read(&Profiles::path(&access.environment));
            for (name, profile) in profiles.unwrap_or_default().backends {
                let about = format!("{} of {}", profile.device, profile.service.title());
                all.push(json!({"name": name, "remote": true, "about": about}));
            }
            let devices = self.devices.lock().unwrap_or_else(PoisonError::into_inner);
            let listed = ServiceName::ALL.iter();
            let listed = listed.filter_map(|service| devices.get(service));
            all.extend(listed.flatten().cloned());
        }
        all.into()
    }

    /// The one of a name, for a new game.
    ///
    /// # Errors
    /// Returns an error if there is none here.
    pub(crate) fn named(&self, text: &str) -> Result<GameBackend, ApiError> {
        let backend = GameBackend::recorded(text);
        let is_offered = match &backend {
            // It takes the memory of all amplitudes.
            GameBackend::Local(kind) => *kind != MeasurerKind::Dense,
            GameBackend::Remote(name) => self.is_offered(name),
        };
        if is_offered {
            return Ok(backend);
        }
        let offered = self.options();
        let offered = offered.as_array().into_iter().flatten();
        let offered: Vec<&str> = offered.filter_map(|one| one["name"].as_str()).collect();
        let (text, offered) = (quoted(text), offered.join(", "));
        let message = format!("there is no backend {text} here: choose one of {offered}");
        Err(ApiError::malformed(message))
    }

    /// Returns `true` for a profile of the user's, and a device that its service has, as far as that is known.
    fn is_offered(&self, name: &str) -> bool {
        let Ok(profile) = self.profile(name) else {
            return false;
        };
        let devices = self.devices.lock().unwrap_or_else(PoisonError::into_inner);
        let listed = devices.get(&profile.service);
        let is_named = |listed: &Vec<Value>| listed.iter().any(|device| device["name"] == *name);
        // A profile may name a device in a way that no list has.
        device_name(name).is_none() || listed.is_none_or(is_named)
    }

    /// Profile of a device, named by service and device or by a profile of the user's.
    fn profile(&self, name: &str) -> Result<Profile, RemoteError> {
        let access = self.access()?;
        if let Some((service, device)) = device_name(name) {
            return Ok(Profile::new(service, device));
        }
        let profiles = Profiles::read(&Profiles::path(&access.environment));
        let profile = profiles
            .ok()
            .and_then(|mut known| known.backends.remove(name));
        profile.ok_or_else(|| RemoteError::Unsuitable {
            device: name.into(),
            text: "it is not known here any more".into(),
        })
    }

    /// Measurer by the device of a game.
    ///
    /// # Errors
    /// Returns an error if there is no way there.
    pub(crate) fn remote_measurer(
        &self,
        device: GameDevice<'_>,
        observer: Box<dyn Observer>,
        consent: Box<dyn FallbackConsent>,
    ) -> Result<BackendMeasurer, RemoteError> {
        let GameDevice {
            name,
            game,
            last,
            fallback,
            seed,
        } = device;
        let (access, profile) = (self.access()?, self.profile(name)?);
        for job in last {
            access.journal.import(job)?;
        }
        let remote = access.open(name, &profile, Some(game), observer)?;
        let rng = generator(seed, Stream::Measurements);
        let policy = Policy {
            consent: Some(consent),
            fallback: fallback.and_then(|fallback| fallback.kind().backend(rng)),
            ..Policy::new(Encoding::Minimal)
        };
        let measurer = BackendMeasurer::new(Box::new(remote), policy);
        Ok(measurer.identified(MeasurementIds::of_game(game)))
    }

    /// The first of these circuits, as many as a device measures in the jobs of a pool.
    ///
    /// # Errors
    /// Returns an error if its service can't be asked.
    pub(crate) fn pool_circuits(
        &self,
        name: &str,
        circuits: Vec<CanonicalCircuit>,
    ) -> Result<Vec<CanonicalCircuit>, RemoteError> {
        let (access, profile) = (self.access()?, self.profile(name)?);
        let mut device = access.open(name, &profile, None, Box::new(NoObserver))?;
        let fitting = PoolCircuits::of(circuits, POOL_JOBS, &mut device)?;
        Ok(fitting.circuits)
    }

    /// Ends a job at its service, if that has it yet. Whether it did shows in how the job ends.
    ///
    /// # Errors
    /// Returns an error if the service can't be asked.
    pub(crate) fn cancel(&self, name: &str, key: &str) -> Result<(), RemoteError> {
        let (access, profile) = (self.access()?, self.profile(name)?);
        let entry = access.journal.load(key)?;
        match entry.and_then(|entry| entry.provenance.job) {
            Some(job) => access.connect(&profile)?.cancel(&job),
            None => Ok(()),
        }
    }

    /// Returns `true` if a job of this game may still be answered, or if the journal can't be read.
    pub(crate) fn may_answer(&self, game: &str) -> bool {
        let jobs = self
            .access()
            .and_then(|access| access.journal.of_series(game));
        jobs.map_or(true, |jobs| jobs.iter().any(Entry::is_pending))
    }

    fn access(&self) -> Result<&Access, RemoteError> {
        self.access
            .as_ref()
            .ok_or_else(|| RemoteError::Unreachable {
                text: "this server asks no remote services".into(),
            })
    }
}

/// Message of a service's failure, without names of files or accounts here, which only the log has.
pub(crate) fn service_message(error: &RemoteError) -> String {
    tracing::warn!(error = with_causes(error), "a service failed");
    match error {
        RemoteError::Credentials { service, .. } => {
            format!("this server has no credentials of {service}")
        }
        RemoteError::Unauthorised { service, .. } => {
            format!("{service} refuses the credentials of this server")
        }
        RemoteError::Quota { .. } => "the allowance of this server's account is used up".into(),
        RemoteError::Journal { .. } => "the journal of jobs can't be read or written".into(),
        RemoteError::Protocol { .. } => "the service's answer can't be understood".into(),
        _ => with_causes(error),
    }
}

/// The service and the device of a name that is no profile's.
fn device_name(name: &str) -> Option<(ServiceName, &str)> {
    let (service, device) = name.split_once(':')?;
    let service = service.parse().ok()?;
    (!device.is_empty()).then_some((service, device))
}

/// Measurer on this machine.
pub(crate) fn local_measurer(kind: MeasurerKind, seed: u64) -> Measurer {
    kind.measurer(generator(seed, Stream::Measurements), Encoding::Minimal)
}

/// The backends of this program that the page offers.
const LOCAL: [(&str, &str); 5] = [
    ("local", "a simulator without faults"),
    ("noisy", "a simulator with the faults of a typical device"),
    (
        "noisy:fez",
        "a simulator with the faults of the device ibm_fez",
    ),
    (
        "noisy:torino",
        "a simulator with the faults of the device ibm_torino",
    ),
    (
        "noisy:pittsburgh",
        "a simulator with the faults of the device ibm_pittsburgh",
    ),
];

/// Interval between requests to a service that does not list its devices.
const RETRY_INTERVAL: Duration = Duration::from_mins(1);

/// Asks all services for their devices, and those again that do not tell though nothing is wrong with the
/// credentials, as long as the list is used.
fn list_devices(access: &Access, mut left: Vec<ServiceName>, devices: &Weak<Mutex<KnownDevices>>) {
    while !left.is_empty() {
        left.retain(|&service| {
            let found = match found(access, service) {
                Ok(found) => found,
                Err(error) => {
                    let may_pass = !matches!(error, RemoteError::Unauthorised { .. });
                    let error = with_causes(&error);
                    tracing::warn!(%service, error, "the devices of a service are not known");
                    if may_pass {
                        return true;
                    }
                    Vec::new()
                }
            };
            if let Some(devices) = devices.upgrade() {
                let mut devices = devices.lock().unwrap_or_else(PoisonError::into_inner);
                devices.insert(service, found);
            }
            false
        });
        if devices.strong_count() == 0 {
            return;
        }
        if !left.is_empty() {
            thread::sleep(RETRY_INTERVAL);
        }
    }
}

/// The services that there are credentials for.
fn services(access: &Access) -> Vec<ServiceName> {
    let has_credentials = |service: &ServiceName| {
        let connected = access.connect(&Profile::new(*service, ""));
        !matches!(connected, Err(RemoteError::Credentials { .. }))
    };
    // Whoever starts the server may do so in a runtime, where a service's own one can't end.
    thread::scope(|scope| {
        let services = scope.spawn(|| {
            let all = ServiceName::ALL.into_iter();
            all.filter(has_credentials).collect()
        });
        services.join().unwrap_or_default()
    })
}

/// The devices of a service.
fn found(access: &Access, service: ServiceName) -> Result<Vec<Value>, RemoteError> {
    let connected = access.connect(&Profile::new(service, ""));
    let devices = connected.and_then(|mut service| service.devices())?;
    let shown = devices.into_iter().map(|device| {
        let kind = if device.is_simulator {
            "simulator"
        } else {
            "device"
        };
        json!({
            "name": format!("{service}:{}", device.name),
            "remote": true,
            "about": format!("a {kind} of {}", service.title()),
        })
    });
    Ok(shown.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_access_there_is_nobody_but_this_program() {
        let backends = Backends::new(None);
        for (name, _) in LOCAL {
            assert_eq!(backends.named(name).unwrap().to_string(), name);
        }
        for name in ["ionq:simulator", "ionq:", "lab", "noisy:mars", "dense", ""] {
            let error = backends.named(name).unwrap_err();
            assert_eq!(error.code, "malformed", "{name}");
            assert!(error.message.contains("local, noisy,"), "{error:?}");
        }
    }
}
