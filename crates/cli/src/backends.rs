//! Backends: listed, described, checked and named.

use std::path::PathBuf;

use cheqqers_backend::{Backend, BackendError, Probe, ProbeKind, probe};
use cheqqers_circuit::counted;
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{Stream, generator};
use cheqqers_qasm::Dialect;
use cheqqers_remote::{
    Capabilities, DeviceInfo, DeviceState, Environment, Profile, ProfileError, Profiles,
    RemoteError, ServiceName, check_addresses, connect,
};
use serde_json::{Value, json};
use thiserror::Error;

use crate::args::{
    AddBackend, BackendName, BackendsAction, BackendsCommand, RemoteOptions, check_device,
};
use crate::error::{CommandError, Failure};
use crate::interrupt;
use crate::progress::WorkProgress;
use crate::remote::{RemoteSetupError, backend_advice, chosen, chosen_for, remote, retry_policy};
use crate::setup::new_seed;
use crate::stdio;

#[derive(Debug, Error)]
enum BackendsError {
    #[error("your backends can't be read or written")]
    Profiles(#[source] ProfileError),
    #[error("a backend can't be called {name:?}")]
    Name { name: String },
    #[error("{reason}")]
    Device { reason: String },
    #[error("{name} can't be written down")]
    Address {
        name: String,
        #[source]
        source: RemoteError,
    },
    #[error("{device} takes no noise model; only ionq:simulator does")]
    Noise { device: String },
    #[error("there is a backend {name} already in {}", path.display())]
    NameTaken { name: String, path: PathBuf },
    #[error("{backend} could not be checked")]
    Unchecked {
        backend: String,
        #[source]
        source: BackendError,
    },
    #[error("{backend} runs no circuits, so there is nothing to check")]
    NothingToCheck { backend: String },
    #[error("{backend} can't be trusted with a game: {failures} of its checks failed")]
    Untrusted { backend: String, failures: usize },
}

impl CommandError for BackendsError {
    fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Self::Profiles(_) | Self::Device { .. } | Self::Address { .. } => return None,
            Self::Noise { .. } => "Leave out --noise.",
            Self::Name { .. } => {
                "Choose letters, digits, '-', '_' and '.', and no name of a backend of this program or of a service."
            }
            Self::NameTaken { .. } => "Choose another name, or write --replace.",
            Self::Unchecked { source, .. } => return backend_advice(source),
            Self::NothingToCheck { .. } => "It is exact, so no check can fail.",
            Self::Untrusted { .. } => {
                "Try another device, or the same one after its next calibration."
            }
        })
    }
}

/// Lists, describes, checks or names backends.
pub(crate) fn run(args: &BackendsCommand) -> Result<(), Failure> {
    interrupt::exit_on_signals(|| ());
    let lines = match &args.action {
        BackendsAction::List {
            service: None,
            json,
        } => list(*json)?,
        BackendsAction::List {
            service: Some(service),
            json,
        } => devices(*service, *json)?,
        BackendsAction::Show { backend, json } => show(&chosen(backend.clone())?, *json)?,
        BackendsAction::Check {
            backend,
            json,
            remote,
        } => return check(&chosen_for(backend.clone(), remote.dry_run)?, *json, remote),
        BackendsAction::Add(args) => add(args)?,
    };
    print(&lines)
}

fn print(lines: &[String]) -> Result<(), Failure> {
    stdio::print(lines.join("\n") + "\n")
}

/// All backends that are known without a request to a service.
fn list(json: bool) -> Result<Vec<String>, Failure> {
    let environment = Environment::of_process();
    let path = Profiles::path(&environment);
    let profiles = Profiles::read(&path).map_err(BackendsError::Profiles)?;
    let retry = retry_policy(&environment)?;
    // Any device shows whether there are credentials, as none is connected to.
    let services = ServiceName::ALL.map(|service| {
        let profile = Profile::new(service, "");
        let connected = connect(&profile, &environment, retry).err();
        (service, connected.map(|error| error.to_string()))
    });
    if json {
        let services = services.iter().map(|(service, missing)| {
            json!({"name": service.name(), "title": service.title(),
                   "credentials": missing.is_none(), "missing": missing})
        });
        let profiles = profiles.backends.iter().map(|(name, profile)| {
            json!({"name": name, "service": profile.service.name(), "device": profile.device})
        });
        let value = json!({
            "local": MeasurerKind::ALL.map(MeasurerKind::name),
            "services": services.collect::<Vec<Value>>(),
            "profiles": profiles.collect::<Vec<Value>>(),
        });
        return Ok(vec![value.to_string()]);
    }
    let mut lines = vec!["On this machine:".to_owned()];
    lines.extend(MeasurerKind::ALL.map(|kind| format!("  {:<22}{}", kind.name(), about(kind))));
    lines.push(String::new());
    lines.push("Services, as SERVICE:DEVICE:".into());
    for (service, missing) in &services {
        let how = missing.as_deref().unwrap_or("credentials found");
        lines.push(format!(
            "  {:<22}{}: {how}",
            service.name(),
            service.title()
        ));
    }
    if !profiles.backends.is_empty() {
        lines.push(String::new());
        lines.push(format!("Your own, from {}:", path.display()));
        for (name, profile) in &profiles.backends {
            let device = &profile.device;
            lines.push(format!("  {name:<22}{}:{device}", profile.service));
        }
    }
    Ok(lines)
}

/// A local backend, in a few words.
fn about(kind: MeasurerKind) -> &'static str {
    match kind {
        MeasurerKind::Local => "runs each circuit on the simulator that suits its size",
        MeasurerKind::Dense => "runs each circuit on all amplitudes",
        MeasurerKind::Sparse => "samples the exact state, without circuits",
        MeasurerKind::Noisy(_) => {
            "runs each circuit with faults; also noisy:P, noisy:fez and other devices"
        }
        _ => "",
    }
}

/// The devices of a service.
fn devices(service: ServiceName, json: bool) -> Result<Vec<String>, Failure> {
    let environment = Environment::of_process();
    let retry = retry_policy(&environment)?;
    let failed = |source| RemoteSetupError::Unusable {
        backend: service.name().into(),
        source,
    };
    let mut client = connect(&Profile::new(service, ""), &environment, retry).map_err(failed)?;
    let devices = client.devices().map_err(failed)?;
    if json {
        return Ok(vec![
            Value::Array(devices.iter().map(info_json).collect()).to_string(),
        ]);
    }
    let mut lines: Vec<String> = devices
        .iter()
        .map(|device| {
            let qubits = device.num_qubits.map_or("-".into(), |n| n.to_string());
            let queue = device.queue.map_or("-".into(), |n| n.to_string());
            let kind = if device.is_simulator {
                "simulator"
            } else {
                "device"
            };
            format!(
                "{:<40}{kind:<10}{qubits:>5} qubits  {:<9}{queue:>6} waiting",
                format!("{service}:{}", device.name),
                state(device.state),
            )
        })
        .collect();
    if lines.is_empty() {
        lines.push(format!("{} shows no devices.", service.title()));
    }
    Ok(lines)
}

fn state(state: DeviceState) -> &'static str {
    match state {
        DeviceState::Online => "online",
        DeviceState::Paused => "paused",
        DeviceState::Offline => "offline",
        DeviceState::Unknown => "unknown",
    }
}

fn info_json(info: &DeviceInfo) -> Value {
    json!({
        "name": info.name,
        "simulator": info.is_simulator,
        "qubits": info.num_qubits,
        "state": state(info.state),
        "said": info.said,
        "queue": info.queue,
        "wait_seconds": info.wait.map(|wait| wait.as_secs()),
    })
}

fn show(backend: &BackendName, json: bool) -> Result<Vec<String>, Failure> {
    let (name, profile) = match backend {
        BackendName::Here(kind) => {
            let text = format!("{kind}: {}", about(*kind));
            let value = json!({"name": kind.to_string(), "told": about(*kind)});
            return Ok(vec![if json { value.to_string() } else { text }]);
        }
        BackendName::Remote(name, profile) => (name, profile),
    };
    let mut backend = remote(name, profile, &RemoteOptions::default(), None)?;
    let found = backend.capabilities();
    let found = found.map_err(|source| RemoteSetupError::Unusable {
        backend: name.clone(),
        source,
    })?;
    if json {
        return Ok(vec![capabilities_json(found).to_string()]);
    }
    Ok(described(name, profile.service, found))
}

/// Form of a device's programs.
fn program_form(found: &Capabilities) -> &'static str {
    found.dialect.map_or("json", Dialect::name)
}

fn capabilities_json(found: &Capabilities) -> Value {
    let mut value = info_json(&found.info);
    value["dialect"] = program_form(found).into();
    value["shots"] = json!([found.shots.start(), found.shots.end()]);
    value["calibrated"] = json!(found.calibrated);
    value["free"] = found.is_free.into();
    value["notes"] = json!(found.notes);
    value
}

fn described(name: &str, service: ServiceName, found: &Capabilities) -> Vec<String> {
    let info = &found.info;
    let mut rows = vec![
        ("backend", name.to_owned()),
        ("service", service.title().into()),
        ("device", info.name.clone()),
        (
            "kind",
            if info.is_simulator {
                "simulator"
            } else {
                "device"
            }
            .into(),
        ),
    ];
    let said = if info.said.is_empty() {
        String::new()
    } else {
        format!(" ({})", info.said)
    };
    rows.push(("state", format!("{}{said}", state(info.state))));
    if let Some(qubits) = info.num_qubits {
        rows.push(("qubits", qubits.to_string()));
    }
    if let Some(queue) = info.queue {
        rows.push(("waiting", counted(queue, "job")));
    }
    if let Some(wait) = info.wait {
        rows.push(("wait", format!("about {} s", wait.as_secs())));
    }
    let shots = format!("{} to {}", found.shots.start(), found.shots.end());
    rows.push(("shots", shots));
    rows.push(("program", program_form(found).into()));
    if let Some(calibrated) = &found.calibrated {
        rows.push(("calibrated", calibrated.clone()));
    }
    let price = if found.is_free {
        "nothing, as far as is known"
    } else {
        "jobs may cost money"
    };
    rows.push(("price", price.into()));
    rows.extend(found.notes.iter().map(|note| ("note", note.clone())));
    rows.into_iter()
        .map(|(what, value)| format!("{what:<12}{value}"))
        .collect()
}

/// Runs the checks on a backend.
///
/// # Errors
/// Also when one of them fails.
fn check(backend: &BackendName, json: bool, options: &RemoteOptions) -> Result<(), Failure> {
    let failed = |source| BackendsError::Unchecked {
        backend: backend.to_string(),
        source,
    };
    let probes = match backend {
        BackendName::Here(kind) => {
            let rng = generator(new_seed()?, Stream::Measurements);
            let here = kind.backend(rng);
            let mut here = here.ok_or_else(|| BackendsError::NothingToCheck {
                backend: backend.to_string(),
            })?;
            let _progress = WorkProgress::spinner("running the circuits");
            probe(here.as_mut()).map_err(failed)?
        }
        BackendName::Remote(name, profile) => {
            let mut there = remote(name, profile, options, None)?;
            let probes = probe(&mut there);
            there.end_series("");
            match probes {
                Err(error) if error.is_dry_run() => return Ok(()),
                probes => probes.map_err(failed)?,
            }
        }
    };
    let failures = probes.iter().filter(|probe| !probe.has_passed()).count();
    let lines = if json {
        let found: Vec<Value> = probes.iter().map(probe_json).collect();
        let value =
            json!({"backend": backend.to_string(), "trusted": failures == 0, "probes": found});
        vec![value.to_string()]
    } else {
        let mut lines: Vec<String> = probes.iter().map(probe_line).collect();
        if failures == 0 {
            lines.push(format!("{backend} can be trusted with a game."));
        }
        lines
    };
    print(&lines)?;
    if failures > 0 {
        let backend = backend.to_string();
        return Err(BackendsError::Untrusted { backend, failures }.into());
    }
    Ok(())
}

fn name(kind: ProbeKind) -> &'static str {
    match kind {
        ProbeKind::Order => "order",
        ProbeKind::Readout => "readout",
        ProbeKind::Mirror => "mirror",
        ProbeKind::Acceptance => "acceptance",
        ProbeKind::Distribution => "chances",
    }
}

fn probe_json(probe: &Probe) -> Value {
    json!({"probe": name(probe.kind), "found": probe.found, "bound": probe.bound,
           "passed": probe.has_passed()})
}

fn probe_line(probe: &Probe) -> String {
    let verdict = if probe.has_passed() { "good" } else { "BAD " };
    let (of, word) = match probe.kind {
        ProbeKind::Distribution => ("distance", "at most"),
        _ => ("share", "at least"),
    };
    format!(
        "{verdict}  {:<44}{of} {:.3}, {word} {:.3}",
        probe.kind.description(),
        probe.found,
        probe.bound
    )
}

/// Writes a profile.
fn add(args: &AddBackend) -> Result<Vec<String>, Failure> {
    let environment = Environment::of_process();
    let path = Profiles::path(&environment);
    let mut profiles = Profiles::read(&path).map_err(BackendsError::Profiles)?;
    let name = &args.name;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let is_known = name.parse::<MeasurerKind>().is_ok() || name.parse::<ServiceName>().is_ok();
    if name.is_empty() || !name.chars().all(is_plain) || is_known {
        return Err(BackendsError::Name { name: name.clone() }.into());
    }
    check_device(args.service, &args.device).map_err(|reason| BackendsError::Device { reason })?;
    let has_models = args.service == ServiceName::Ionq && args.device == "simulator";
    if args.noise.is_some() && !has_models {
        let device = format!("{}:{}", args.service, args.device);
        return Err(BackendsError::Noise { device }.into());
    }
    if profiles.backends.contains_key(name) && !args.replace {
        let name = name.clone();
        return Err(BackendsError::NameTaken { name, path }.into());
    }
    let profile = Profile {
        url: args.url.clone(),
        token_url: args.token_url.clone(),
        instance: args.instance.clone(),
        account: args.account.clone(),
        region: args.region.clone(),
        storage_url: args.storage_url.clone(),
        bucket: args.bucket.clone(),
        noise: args.noise.clone(),
        ..Profile::new(args.service, &args.device)
    };
    check_addresses(&profile).map_err(|source| BackendsError::Address {
        name: name.clone(),
        source,
    })?;
    profiles.backends.insert(name.clone(), profile);
    profiles.write(&path).map_err(BackendsError::Profiles)?;
    Ok(vec![format!(
        "{name} is written to {}. Check it by: cheqqers backends check {name}",
        path.display()
    )])
}
