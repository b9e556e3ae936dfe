//! Amazon Braket, with signatures that are checked.

use std::error::Error;

use cheqqers_backend::{Backend, Job, MeasurementId, ResponseForm, sha256};
use cheqqers_circuit::{Circuit, Clbit, Gate, Qubit};
use cheqqers_emulate::Emulator;
use cheqqers_qasm::Dialect;
use cheqqers_remote::{
    DeviceState, Entry, EntryState, JobOutput, JobState, Journal, Profile, RemoteError, Service,
    ServiceName,
};

use crate::common::{self, server};

/// A service for a user with the key whose signatures the server checks.
fn service(server: &Emulator, device: &str) -> Box<dyn Service> {
    with_secret(server, device, "emulate")
}

fn with_secret(server: &Emulator, device: &str, secret: &str) -> Box<dyn Service> {
    let profile = Profile {
        url: Some(format!("{}/braket", server.url())),
        storage_url: Some(format!("{}/s3", server.url())),
        bucket: Some("amazon-braket-test/games of ours".into()),
        ..Profile::new(ServiceName::Braket, device)
    };
    let variables = [
        ("AWS_ACCESS_KEY_ID", "emulate"),
        ("AWS_SECRET_ACCESS_KEY", secret),
        ("AWS_REGION", "us-east-1"),
    ];
    common::service(&profile, &variables)
}

/// Qubit 0 is 1, and goes to the second clbit.
const PROGRAM: &str = "OPENQASM 3.0;\nqubit[2] q;\nbit[2] c;\nx q[0];\ni q[1];\n\
    c[1] = measure q[0];\nc[0] = measure q[1];\n";

fn job(device: &str, key: &str) -> Entry {
    Entry::new(key, "test", "braket", device).with_program(PROGRAM, 2, 2, 3)
}

#[test]
fn devices_of_all_regions_are_told_and_found_by_their_short_names() {
    let server = server(&[]);
    let mut service = service(&server, "sv1");
    let all = service.devices().unwrap();
    let names: Vec<&str> = all.iter().map(|device| &device.name[..]).collect();
    assert_eq!(
        names,
        [
            "sv1",
            "qpu/ionq/Forte-1",
            "qpu/ionq/Harmony",
            "qpu/iqm/Garnet"
        ]
    );
    assert_eq!(all[2].state, DeviceState::Offline);
    // It is in another region than the user.
    let garnet = service.capabilities("qpu/iqm/garnet").unwrap();
    assert_eq!(garnet.info.num_qubits, Some(20));
    assert_eq!(garnet.shots, 1..=20_000);
    assert!(garnet.notes[0].contains("eu-north-1"), "{:?}", garnet.notes);
    assert!(service.capabilities("sv1").unwrap().info.is_simulator);
    let none = service.capabilities("qpu/iqm/Emerald").unwrap_err();
    assert!(none.to_string().contains("the devices are: sv1"), "{none}");
}

#[test]
fn bits_come_in_the_order_of_the_clbits() {
    for (device, faults) in [
        ("sv1", &[][..]),
        ("qpu/iqm/Garnet", &[]),
        ("qpu/ionq/Forte-1", &[]),
        ("sv1", &["extra-fields", "unknown-state=1"]),
    ] {
        let server = server(faults);
        let mut service = service(&server, device);
        let job = job(device, "cheqqers-0");
        let name = service.submit(&job).unwrap();
        assert!(name.starts_with("arn:aws:braket:"), "{name}");
        let result = loop {
            let status = service.status(&name).unwrap();
            if status.state.is_final() {
                assert_eq!(status.state, JobState::Done, "{status:?}");
                break service.response(&name, &job).unwrap();
            }
        };
        let bits = "01".parse().unwrap();
        let expected = if device.contains("ionq") {
            JobOutput::Counts(vec![(bits, 3)])
        } else {
            JobOutput::Shots(vec![bits; 3])
        };
        assert_eq!(result.output, Ok(expected), "{device}");
        assert!(result.raw.contains("gate_model_task_result"));
    }
}

#[test]
fn games_are_measured_as_they_should_be() {
    for (device, kind) in [
        ("sv1", ResponseForm::Shots),
        ("qpu/ionq/Forte-1", ResponseForm::Counts),
    ] {
        let server = server(&[]);
        common::answers(service(&server, device), device, kind);
    }
}

#[test]
fn jobs_are_found_and_cancelled() {
    let server = server(&["wait=60:1"]);
    let mut service = service(&server, "sv1");
    common::finds_and_cancels(service.as_mut(), "sv1", Dialect::Braket);
}

/// A circuit that reads 01, and a measurement.
fn measurement() -> (Circuit, MeasurementId) {
    let mut circuit = Circuit::new(2, 2);
    circuit.push(Gate::X, &[Qubit(0)]).unwrap();
    circuit.push(Gate::Cx, &[Qubit(0), Qubit(1)]).unwrap();
    circuit.push(Gate::X, &[Qubit(0)]).unwrap();
    circuit.measure(Qubit(0), Clbit(0)).unwrap();
    circuit.measure(Qubit(1), Clbit(1)).unwrap();
    let id = MeasurementId {
        series: "a game".into(),
        history: sha256(b""),
        name: "3 c3xe5 0".into(),
        attempt: 0,
    };
    (circuit, id)
}

#[test]
fn a_lost_answer_is_repaired_by_the_token() {
    for fault in [
        "reset-after@submit:1",
        "status-after=503@submit:2",
        "malformed@submit:1",
    ] {
        let server = server(&[fault]);
        let (mut backend, folder) = common::remote(service(&server, "sv1"), "sv1");
        let (circuit, id) = measurement();
        let circuits = [circuit];
        let runs = backend.run(&Job::new(&circuits, 5).of_measurement(&id));
        let runs = runs.unwrap();
        assert_eq!(runs[0].shots, vec!["01".parse().unwrap(); 5], "{fault}");
        let entries = Journal::at(folder.path()).list().unwrap();
        assert_eq!(entries.len(), 1);
        assert_eq!(entries[0].state, EntryState::Answered);
        let job = job("sv1", entries[0].key());
        assert_eq!(backend.service().find(&job).unwrap().len(), 1, "{fault}");
    }
}

#[test]
fn a_key_finds_its_job_and_no_other() {
    let server = server(&[]);
    let mut service = service(&server, "sv1");
    assert_eq!(service.find(&job("sv1", "cheqqers-1")), Ok(vec![]));
    let first = service.submit(&job("sv1", "cheqqers-1")).unwrap();
    let second = service.submit(&job("sv1", "cheqqers-2")).unwrap();
    assert_ne!(first, second);
    assert_eq!(
        service.find(&job("sv1", "cheqqers-1")),
        Ok(vec![first.clone()])
    );
    // The same again is the same, and another under the same key is none.
    assert_eq!(service.submit(&job("sv1", "cheqqers-1")), Ok(first));
    let mut other = job("sv1", "cheqqers-1");
    other.provenance.shots = 4;
    let error = service.submit(&other).unwrap_err();
    assert!(matches!(error, RemoteError::Ambiguous { .. }), "{error}");
}

#[test]
fn a_job_that_waits_tells_its_place() {
    let server = server(&["wait=60"]);
    let mut service = service(&server, "sv1");
    let first = service.submit(&job("sv1", "cheqqers-0")).unwrap();
    assert_eq!(service.status(&first).unwrap().position, Some(0));
    assert_ne!(service.status(&first).unwrap().state, JobState::Done);
}

#[test]
fn what_goes_wrong_is_told_as_what_it_is() {
    let error = |faults: &[&str], secret| {
        let server = server(faults);
        let device = "qpu/iqm/Garnet";
        let service = with_secret(&server, device, secret);
        let (mut backend, _folder) = common::remote(service, device);
        let circuits = [measurement().0];
        let error = backend.run(&Job::new(&circuits, 4)).unwrap_err();
        let cause = error.source().map(ToString::to_string);
        format!("{error}: {}", cause.unwrap_or_default())
    };
    let text = error(&[], "s3cr3t");
    assert!(text.contains("refuses the credentials"), "{text}");
    assert!(!text.contains("s3cr3t"), "{text}");
    for (fault, told) in [
        ("offline", "takes no jobs now"),
        ("paused", "it runs tasks only Everyday"),
        ("fail=program", "refuses the program"),
        ("fail=time", "ran longer"),
        ("fail=device", "the job failed"),
    ] {
        let text = error(&[fault], "emulate");
        assert!(text.contains(told), "{fault}: {text}");
    }
}

#[test]
fn all_qubits_are_measured_where_the_device_requires_it() {
    let server = server(&[]);
    let mut circuit = Circuit::new(2, 1);
    circuit.push(Gate::X, &[Qubit(0)]).unwrap();
    circuit.push(Gate::Cx, &[Qubit(0), Qubit(1)]).unwrap();
    circuit.measure(Qubit(1), Clbit(0)).unwrap();
    for (device, measurements) in [("qpu/ionq/Forte-1", 2), ("qpu/iqm/Garnet", 1), ("sv1", 1)] {
        let mut service = service(&server, device);
        let found = service.capabilities(device).unwrap();
        let program = service.program(&circuit, &found).unwrap();
        assert_eq!(
            program.matches("= measure ").count(),
            measurements,
            "{program}"
        );
        let entry = Entry::new("cheqqers-all", "test", "braket", device);
        let entry = entry.with_program(program, 2, 1, 3);
        let (mut remote, _folder) = common::remote(service, device);
        let runs = remote
            .run(&Job::new(std::slice::from_ref(&circuit), 3))
            .unwrap();
        let one: cheqqers_circuit::Bitstring = "1".parse().unwrap();
        assert_eq!(runs[0].shots, [one; 3], "{device}");
        let previews = remote.service().previews(&entry).unwrap();
        assert!(!previews.is_empty());
    }
}
