//! The places that can measure.

use std::io::{self, Write};

use cheqqers_backend::{BackendError, JobError, Probe, ProbeKind, probe};
use cheqqers_players::{MeasurerKind, Stream, generator};
use cheqqers_remote::{
    Capabilities, DeviceInfo, DeviceState, Profile, Profiles, ServiceName, Surroundings, connect,
};
use serde_json::{Value, json};

use crate::args::{AddBackend, BackendName, BackendsAction, BackendsCommand, RemoteOptions};
use crate::remote::{pace, remote};
use crate::setup::new_seed;
use crate::{CliError, interrupt};

/// Lists, describes, checks or names backends.
pub(crate) fn run(args: &BackendsCommand) -> Result<(), CliError> {
    interrupt::leave(|| ());
    let lines = match &args.action {
        BackendsAction::List {
            service: None,
            json,
        } => list(*json)?,
        BackendsAction::List {
            service: Some(service),
            json,
        } => devices(*service, *json)?,
        BackendsAction::Show { backend, json } => show(backend, *json)?,
        BackendsAction::Check {
            backend,
            json,
            remote,
        } => return check(backend, *json, remote),
        BackendsAction::Add(args) => add(args)?,
    };
    print(&lines).map_err(CliError::Output)
}

fn print(lines: &[String]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()
}

/// What there is without asking anybody.
fn list(json: bool) -> Result<Vec<String>, CliError> {
    let surroundings = Surroundings::of_process();
    let path = Profiles::path(&surroundings);
    let profiles = Profiles::read(&path).map_err(CliError::Profiles)?;
    let pace = pace(&surroundings)?;
    // No device is asked for, so any name does to see whether there are credentials.
    let services = ServiceName::ALL.map(|service| {
        let profile = Profile::new(service, "");
        let connected = connect(&profile, &surroundings, pace).err();
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
    lines.extend(MeasurerKind::ALL.map(|kind| format!("  {:<22}{}", kind.name(), told(kind))));
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

/// What a backend of this program does.
fn told(kind: MeasurerKind) -> &'static str {
    match kind {
        MeasurerKind::Local => "runs each circuit on the simulator that suits its size",
        MeasurerKind::Dense => "runs each circuit on all amplitudes",
        MeasurerKind::Sparse => "samples the exact state, without circuits",
        MeasurerKind::Noisy(_) => {
            "runs each circuit with faults; also noisy:P, noisy:torino, noisy:fez, noisy:pittsburgh"
        }
        _ => "",
    }
}

/// The devices of a service.
fn devices(service: ServiceName, json: bool) -> Result<Vec<String>, CliError> {
    let surroundings = Surroundings::of_process();
    let pace = pace(&surroundings)?;
    let failed = |source| CliError::Remote {
        backend: service.name().into(),
        source,
    };
    let mut client = connect(&Profile::new(service, ""), &surroundings, pace).map_err(failed)?;
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

fn show(backend: &BackendName, json: bool) -> Result<Vec<String>, CliError> {
    let (name, profile) = match backend {
        BackendName::Here(kind) => {
            let text = format!("{kind}: {}", told(*kind));
            let value = json!({"name": kind.to_string(), "told": told(*kind)});
            return Ok(vec![if json { value.to_string() } else { text }]);
        }
        BackendName::Remote(name, profile) => (name, profile),
    };
    let mut backend = remote(name, profile, &RemoteOptions::default(), None, None)?;
    let found = backend.capabilities().map_err(|source| CliError::Remote {
        backend: name.clone(),
        source,
    })?;
    if json {
        return Ok(vec![capabilities_json(found).to_string()]);
    }
    Ok(described(name, profile.service, found))
}

fn capabilities_json(found: &Capabilities) -> Value {
    let mut value = info_json(&found.info);
    value["dialect"] = found.dialect.name().into();
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
        rows.push(("waiting", format!("{queue} jobs")));
    }
    if let Some(wait) = info.wait {
        rows.push(("wait", format!("about {} s", wait.as_secs())));
    }
    let shots = format!("{} to {}", found.shots.start(), found.shots.end());
    rows.push(("shots", shots));
    rows.push(("program", found.dialect.name().into()));
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

/// Probes a backend; it is an error when it can't be trusted.
fn check(backend: &BackendName, json: bool, options: &RemoteOptions) -> Result<(), CliError> {
    let failed = |source| CliError::Check {
        backend: backend.to_string(),
        source: Box::new(source),
    };
    let probes = match backend {
        BackendName::Here(kind) => {
            let rng = generator(new_seed()?, Stream::Measurements);
            let Some(mut here) = kind.backend(rng) else {
                return Err(CliError::NothingToCheck {
                    backend: backend.to_string(),
                });
            };
            probe(here.as_mut()).map_err(failed)?
        }
        BackendName::Remote(name, profile) => {
            let mut there = remote(name, profile, options, None, None)?;
            match probe(&mut there) {
                Err(BackendError::Job {
                    source: JobError::DryRun,
                    ..
                }) => return Ok(()),
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
    print(&lines).map_err(CliError::Output)?;
    if failures > 0 {
        return Err(CliError::Untrusted {
            backend: backend.to_string(),
            failures,
        });
    }
    Ok(())
}

fn name(kind: ProbeKind) -> &'static str {
    match kind {
        ProbeKind::Order => "order",
        ProbeKind::Readout => "readout",
        ProbeKind::Mirror => "mirror",
        ProbeKind::Acceptance => "acceptance",
        ProbeKind::Chances => "chances",
    }
}

fn probe_json(probe: &Probe) -> Value {
    json!({"probe": name(probe.kind), "found": probe.found, "bound": probe.bound,
           "passed": probe.has_passed()})
}

fn probe_line(probe: &Probe) -> String {
    let verdict = if probe.has_passed() { "good" } else { "BAD " };
    let (of, word) = match probe.kind {
        ProbeKind::Chances => ("distance", "at most"),
        _ => ("share", "at least"),
    };
    format!(
        "{verdict}  {:<44}{of} {:.3}, {word} {:.3}",
        probe.kind.question(),
        probe.found,
        probe.bound
    )
}

/// Writes a profile.
fn add(args: &AddBackend) -> Result<Vec<String>, CliError> {
    let surroundings = Surroundings::of_process();
    let path = Profiles::path(&surroundings);
    let mut profiles = Profiles::read(&path).map_err(CliError::Profiles)?;
    let name = &args.name;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || !name.chars().all(is_plain) || name.parse::<MeasurerKind>().is_ok() {
        return Err(CliError::ProfileName { name: name.clone() });
    }
    if profiles.backends.contains_key(name) && !args.replace {
        return Err(CliError::ProfileExists {
            name: name.clone(),
            path,
        });
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
    profiles.backends.insert(name.clone(), profile);
    profiles.write(&path).map_err(CliError::Profiles)?;
    Ok(vec![format!(
        "{name} is written to {}. Check it by: cheqqers backends check {name}",
        path.display()
    )])
}
