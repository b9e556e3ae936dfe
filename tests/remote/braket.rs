//! Amazon Braket, with signatures that are checked.

use std::error::Error;

use cheqqers_backend::{BRAKET_PRICES, Backend, Job, MeasurementId, ResponseForm, Run, sha256};
use cheqqers_circuit::{Circuit, Clbit, Gate, Qubit};
use cheqqers_emulate::Emulator;
use cheqqers_qasm::Dialect;
use cheqqers_remote::{
    DeviceState, Entry, EntryState, JobOutput, JobState, Journal, Profile, RemoteError, Service,
    ServiceName, SpendingLimits, check_program, shots_of_answer,
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

/// Circuit `index` of many: five bits that read its number.
fn numbered(index: usize) -> Circuit {
    let mut circuit = Circuit::new(5, 5);
    for bit in (0..5).filter(|bit| index >> bit & 1 == 1) {
        circuit.push(Gate::X, &[Qubit(bit)]).unwrap();
    }
    for bit in 0..5 {
        circuit.measure(Qubit(bit), Clbit(bit)).unwrap();
    }
    circuit
}

fn check_numbered(runs: &[Run], shots: usize) {
    for (index, run) in runs.iter().enumerate() {
        let bits = (0..5).map(|bit| index >> bit & 1 == 1).collect();
        assert_eq!(run.shots, vec![bits; shots], "{index}");
    }
}

const GARNET: &str = "qpu/iqm/Garnet";

#[test]
fn circuits_are_one_task_where_the_device_takes_program_sets() {
    for (device, circuits, shots, tasks) in [
        (GARNET, 30, 10, 1),
        (GARNET, 30, 20_000, 3),
        ("qpu/ionq/Forte-1", 5, 50, 1),
        // Fewer shots than the least of a set.
        ("qpu/ionq/Forte-1", 3, 10, 3),
        ("sv1", 3, 10, 3),
    ] {
        let server = server(&[]);
        let (mut backend, folder) = common::remote(service(&server, device), device);
        let all: Vec<Circuit> = (0..circuits).map(numbered).collect();
        let runs = backend.run(&Job::new(&all, shots)).unwrap();
        assert_eq!(runs.len(), circuits, "{device}");
        check_numbered(&runs, shots);
        let accepted = server.accepted();
        assert_eq!(accepted.len(), tasks, "{device}");
        let paid: usize = accepted.iter().map(|job| job.shots).sum();
        assert_eq!(paid, circuits * shots, "{device}");
        let entries = Journal::at(folder.path()).list().unwrap();
        let prices = entries
            .iter()
            .map(|entry| entry.cost.as_ref().unwrap().amount);
        let bill = BRAKET_PRICES.shot(device).map_or(0.0, |shot| {
            BRAKET_PRICES.job * tasks as f64 + shot * paid as f64
        });
        assert!((prices.sum::<f64>() - bill).abs() < 1e-9, "{device}");
    }
}

#[test]
fn a_measurement_of_several_programs_is_one_task_that_is_paid_once() {
    let id = measurement().1;
    let circuits: Vec<Circuit> = (0..19).map(numbered).collect();
    let job = Job::new(&circuits, 10).of_measurement(&id);
    for fault in [
        "extra-fields",
        "reset-after@submit:1",
        "status-after=503@submit:2",
        "malformed@result:2",
        "unknown-state=2",
    ] {
        let server = server(&[fault]);
        let (mut backend, folder) = common::remote(service(&server, GARNET), GARNET);
        let runs = backend.run(&job).unwrap();
        check_numbered(&runs, 10);
        let entries = Journal::at(folder.path()).list().unwrap();
        assert_eq!((entries.len(), server.num_jobs()), (1, 1), "{fault}");
        // Four circuits of five qubits side by side, and three beside the test of the order of bits.
        let programs = entries[0].provenance.qasm.matches("OPENQASM").count();
        assert_eq!((programs, entries[0].total_shots()), (5, 50), "{fault}");
        assert_eq!(backend.run(&job).unwrap(), runs, "{fault}");
        assert_eq!(server.num_jobs(), 1, "{fault}");
        // The answer that was kept gives the same shots.
        let entry = entries[0].before_sending();
        let answered = runs[0].provenance.as_ref().unwrap();
        let shots = shots_of_answer(&entry, answered).unwrap().unwrap();
        let of_first = shots.iter().map(|bits| bits.slice(0, 5));
        assert!(of_first.eq(runs[0].shots.iter().copied()), "{fault}");
        assert!(check_program(&entry, &circuits).is_ok(), "{fault}");
    }
}

#[test]
fn a_set_that_fails_is_no_answer_and_one_that_failed_by_the_device_is_run_anew() {
    let id = measurement().1;
    let circuits: Vec<Circuit> = (0..7).map(numbered).collect();
    let job = Job::new(&circuits, 10).of_measurement(&id);
    let mut limited = None;
    for (fault, tasks) in [("fail=program", 1), ("fail=device:1", 2), ("reversed", 1)] {
        let server = server(&[fault]);
        let (backend, folder) = common::remote(service(&server, GARNET), GARNET);
        let limits = SpendingLimits {
            shots: Some(40),
            ..SpendingLimits::default()
        };
        let mut backend = backend.with_limits(limits, None).unwrap();
        let found = backend.run(&job);
        assert_eq!(
            found.is_ok(),
            fault.starts_with("fail=device"),
            "{fault}: {found:?}"
        );
        assert_eq!(server.num_jobs(), tasks, "{fault}");
        let entries = Journal::at(folder.path()).list().unwrap();
        limited = entries.first().map(Entry::total_shots);
    }
    assert_eq!(limited, Some(20));
}

#[test]
fn a_dry_run_shows_all_circuits_in_one_request() {
    let server = server(&[]);
    let (backend, folder) = common::remote(service(&server, GARNET), GARNET);
    let circuits: Vec<Circuit> = (0..5).map(numbered).collect();
    let quoted = backend.dry_run().quote(&circuits, 200).unwrap();
    assert_eq!(quoted.to_string(), "1000 shots for up to $1.75");
    let entries = Journal::at(folder.path()).list().unwrap();
    assert_eq!((entries.len(), server.num_jobs()), (0, 0));
}
