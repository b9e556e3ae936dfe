use std::io::{Read, Write};
use std::net::TcpStream;

use cheqqers_backend::{Backend, Job, MeasurementId, ResponseForm, sha256};
use cheqqers_emulate::{Emulator, EmulatorOptions};
use cheqqers_qasm::Dialect;
use cheqqers_remote::{
    Capabilities, DeviceState, Entry, EntryState, JobState, Profile, RemoteError, Service,
    ServiceName,
};
use serde_json::Value;

use crate::common;
use crate::faults::{Site, id};
use crate::games::Desk;

const DEVICE: &str = "QPU-GARNET-20PQ";
const SIMULATOR: &str = "EMU-AER-16C-128M";
const DEVICES: [&str; 4] = [DEVICE, "QPU-IBEX-12PQ", "EMU-IBEX-12PQ-L4", SIMULATOR];

fn service(server: &Emulator, key: &str) -> Box<dyn Service> {
    let profile = Profile {
        url: Some(format!("{}/scaleway", server.url())),
        ..Profile::new(ServiceName::Scaleway, DEVICE)
    };
    let variables = [("SCW_SECRET_KEY", key), ("SCW_PROJECT_ID", "project")];
    common::service(&profile, &variables)
}

#[test]
fn every_form_of_results_is_read() {
    for device in DEVICES {
        for (faults, form) in [
            (&[][..], ResponseForm::Shots),
            (&["extra-fields"], ResponseForm::Shots),
            (&["counts"], ResponseForm::Counts),
        ] {
            let server = common::server(faults);
            common::answers(service(&server, "key"), device, form);
        }
    }
}

/// A result that is too long for the list lies at an address of its own.
#[test]
fn long_results_are_downloaded_and_their_addresses_are_kept_nowhere() {
    let server = Emulator::start(EmulatorOptions::default(), ([127, 0, 0, 1], 0).into()).unwrap();
    let (mut remote, folder) = common::remote(service(&server, "key"), DEVICE);
    let runs = remote
        .run(&Job::new(&[common::asymmetric()], 4000))
        .unwrap();
    assert_eq!(runs[0].shots.len(), 4000);
    let provenance = runs[0].provenance.as_ref().unwrap();
    assert!(provenance.raw.len() > 640, "{}", provenance.raw);
    for key in std::fs::read_dir(folder.path()).unwrap() {
        for file in std::fs::read_dir(key.unwrap().path()).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            assert!(!text.contains("Signature="), "{text}");
        }
    }
}

/// A platform with native gates alone is sent those, one that compiles what a game has, and both answer.
#[test]
fn games_are_played_in_the_gates_of_the_platform() {
    let server = common::server(&[]);
    let desk = Desk::at(&server.url());
    for (device, record, native) in [
        ("scaleway:QPU-IBEX-12PQ", "ions.jsonl", true),
        ("scaleway:QPU-GARNET-20PQ", "transmons.jsonl", false),
    ] {
        let done = desk.run(&Desk::random_game(device, record, &[]));
        assert_eq!((done.code, &*done.err), (Some(0), ""), "{device}");
        assert_eq!(desk.verify(record), "", "{device}");
        let jobs: Vec<Value> = desk.measured(record);
        assert!(jobs.len() > 2, "{device}");
        for job in &jobs {
            let program = job["jobs"][0]["program"].as_str().unwrap();
            assert_eq!(program.contains("gate r("), native, "{program}");
            assert_eq!(program.contains("\nh q["), !native, "{program}");
        }
    }
}

/// Of a program that somebody else has written.
#[test]
fn a_job_with_gates_that_the_platform_does_not_list_fails_as_a_bad_program() {
    let server = common::server(&[]);
    let mut scaleway = service(&server, "key");
    let job = entry("a game", "QPU-IBEX-12PQ", "cheqqers-1");
    let name = scaleway.submit(&job).unwrap();
    let status = scaleway.status(&name).unwrap();
    assert_eq!(status.state, JobState::Failed);
    let failure = status.failure.unwrap();
    assert!(matches!(failure, RemoteError::BadProgram { .. }));
    assert!(
        failure.to_string().contains("not supported: x"),
        "{failure}"
    );
}

#[test]
fn devices_tell_what_they_can_do_and_cost() {
    let server = common::server(&[]);
    let mut scaleway = service(&server, "key");
    common::tells_what_is_wrong(service(&server, "key"), service(&server, "bad"));
    let devices = scaleway.devices().unwrap();
    let mut found: Vec<_> = devices
        .iter()
        .map(|device| (&device.name[..], device.num_qubits, device.is_simulator))
        .collect();
    found.sort_unstable();
    let expected = [
        (SIMULATOR, Some(30), true),
        ("EMU-IBEX-12PQ-L4", Some(12), true),
        (DEVICE, Some(20), false),
        ("QPU-IBEX-12PQ", Some(12), false),
    ];
    assert_eq!(found, expected);
    // One of light is there, and runs other programs.
    let error = scaleway.capabilities("QPU-ASCELLA-6PQ").unwrap_err();
    assert!(error.to_string().contains("IQM, AQT and Aer"), "{error}");
    let error = scaleway.capabilities("garnet").unwrap_err();
    assert!(error.to_string().contains(DEVICE), "{error}");
    let cost = |found: &Capabilities, scaleway: &mut dyn Service| {
        assert!(!found.is_free);
        let job = Entry::new("cheqqers-1", "test", "scaleway", &found.info.name);
        let cost = scaleway.cost(&job.with_program("", 3, 3, 100));
        cost.unwrap().unwrap()
    };
    for (device, shots, price) in [
        (DEVICE, 20_000, 0.34),
        ("QPU-IBEX-12PQ", 2000, 2.4),
        ("EMU-IBEX-12PQ-L4", 2000, 0.075),
        (SIMULATOR, 100_000, 0.082),
    ] {
        let found = scaleway.capabilities(device).unwrap();
        assert_eq!(found.dialect, Some(Dialect::Qasm3));
        assert_eq!(found.shots, 1..=shots, "{device}");
        assert!(found.native.is_none());
        assert_eq!(found.notes.len(), 1, "{:?}", found.notes);
        let cost = cost(&found, scaleway.as_mut());
        assert_eq!(cost.unit, "EUR");
        assert!((cost.amount - price).abs() < 1e-9, "{device}: {cost:?}");
    }
    let server = common::server(&["offline"]);
    let offline = service(&server, "key").devices().unwrap();
    assert!(
        offline
            .iter()
            .all(|device| device.state == DeviceState::Offline)
    );
}

#[test]
fn jobs_are_found_and_cancelled() {
    let server = common::server(&["wait=60:1"]);
    let mut scaleway = service(&server, "key");
    common::finds_and_cancels(scaleway.as_mut(), DEVICE, Dialect::Qasm3);
}

#[test]
fn failures_are_told_apart() {
    common::failures_are_told_apart(|fault| {
        let server = common::server(&[fault]);
        common::failure(service(&server, "key"), DEVICE)
    });
}

/// The entry of a job of a measurement.
fn entry(series: &str, device: &str, key: &str) -> Entry {
    let program = cheqqers_qasm::write(
        &cheqqers_qasm::AnnotatedCircuit::new(&common::asymmetric()),
        Dialect::Qasm3,
    );
    let mut entry = common::job(device, &program.unwrap(), key);
    entry.measurement = Some(MeasurementId {
        series: series.into(),
        history: sha256(b""),
        name: "1 c3-d4 0".into(),
        attempt: 0,
    });
    entry
}

/// Makes a request without the client.
fn ask(server: &Emulator, method: &str, path: &str) -> Value {
    let mut stream = TcpStream::connect(server.address()).unwrap();
    let request = format!(
        "{method} /scaleway/qaas/v1alpha1/{path} HTTP/1.1\r\nHost: emulated\r\n\
         X-Auth-Token: key\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let (_, body) = text.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap()
}

/// Sessions of the project, the oldest first.
fn sessions(server: &Emulator) -> Vec<Value> {
    let path = "sessions?project_id=project&order_by=created_at_asc";
    let mut listed = ask(server, "GET", path);
    listed["sessions"].as_array_mut().unwrap().split_off(0)
}

/// A field of each session.
pub(crate) fn field(server: &Emulator, name: &str) -> Vec<Value> {
    let all = sessions(server).into_iter();
    all.map(|mut session| session[name].take()).collect()
}

#[test]
fn jobs_of_a_game_share_a_session_whatever_process_sends_them() {
    let server = common::server(&["wait=60"]);
    for (key, series, device) in [
        ("cheqqers-1", "a game", DEVICE),
        ("cheqqers-2", "a game", DEVICE),
        ("cheqqers-3", "another", DEVICE),
        ("cheqqers-4", "another", SIMULATOR),
    ] {
        let job = entry(series, device, key);
        let mut scaleway = service(&server, "key");
        let name = scaleway.submit(&job).unwrap();
        assert_eq!(service(&server, "key").find(&job).unwrap(), [name], "{key}");
    }
    assert_eq!(field(&server, "waiting_job_count"), [2, 1, 1]);
    // Time on a machine costs nothing.
    assert_eq!(
        field(&server, "max_idle_duration"),
        ["3600s", "3600s", "300s"]
    );
    assert_eq!(
        field(&server, "max_duration"),
        ["43200s", "43200s", "3600s"]
    );
}

#[test]
fn a_session_ends_with_its_game_unless_a_job_may_still_be_answered() {
    let server = common::server(&["wait=60:1"]);
    let mut scaleway = service(&server, "key");
    let job = entry("a game", DEVICE, "cheqqers-1");
    let waiting = scaleway.submit(&job).unwrap();
    let states = || field(&server, "status");
    // Of another device, and of one for which a job waits.
    scaleway.end_series("a game", SIMULATOR).unwrap();
    scaleway.end_series("a game", DEVICE).unwrap();
    assert_eq!(states(), ["running"]);
    assert_eq!(scaleway.status(&waiting).unwrap().state, JobState::Queued);
    scaleway.cancel(&waiting).unwrap();
    for _ in 0..2 {
        scaleway.end_series("a game", DEVICE).unwrap();
        assert_eq!(states(), ["stopped"]);
    }
    // Another job opens another session, and both are looked through.
    let next = entry("a game", DEVICE, "cheqqers-2");
    let name = scaleway.submit(&next).unwrap();
    assert_eq!(states(), ["stopped", "running"]);
    assert_eq!(scaleway.find(&next).unwrap(), [name]);
    assert_eq!(scaleway.find(&job).unwrap(), [waiting]);
}

#[test]
fn a_backend_ends_its_series_once_nothing_is_open() {
    let site = Site::new(ServiceName::Scaleway, &["wait=60:1"]);
    let circuits = [common::asymmetric()];
    let ask = |attempt| {
        let mut client = site.client();
        let id = id(attempt);
        client.send(&Job::new(&circuits, 20).of_measurement(&id))
    };
    let states = || field(&site.server, "status");
    ask(0).unwrap();
    site.client().end_series(&id(0).series);
    assert_eq!(states(), ["running"]);
    site.client().cancel(site.entries()[0].key()).unwrap();
    assert_eq!(site.entries()[0].state, EntryState::Cancelled);
    site.client().end_series("another game");
    assert_eq!(states(), ["running"]);
    site.client().end_series(&id(0).series);
    assert_eq!(states(), ["stopped"]);
}

#[test]
fn a_game_by_the_command_has_one_session_which_ends_with_it() {
    let server = common::server(&[]);
    let desk = Desk::at(&server.url());
    let device = format!("scaleway:{DEVICE}");
    let mut args = Desk::random_game(&device, "g.jsonl", &[]);
    let done = desk.run(&args);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert_eq!(field(&server, "status"), ["stopped"]);
    assert!(field(&server, "finished_job_count")[0].as_u64() > Some(2));
    // One that is left goes on later, and so does its session.
    args.extend(["--max-jobs", "1"]);
    args[11] = "h.jsonl";
    assert_eq!(desk.run(&args).code, Some(1));
    assert_eq!(field(&server, "status"), ["stopped", "running"]);
    let done = desk.run(&["play", "--resume", "h.jsonl", "--yes"]);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert_eq!(field(&server, "status"), ["stopped", "stopped"]);
}

#[test]
fn a_check_and_a_circuit_leave_no_session_open() {
    let server = common::server(&[]);
    let desk = Desk::at(&server.url());
    let device = format!("scaleway:{DEVICE}");
    let done = desk.run(&["backends", "check", &device, "--yes"]);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert_eq!(field(&server, "status"), ["stopped"]);
    let circuit = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/circuits/cheqqers/merge_with_remainder.qasm"
    );
    let done = desk.run(&["simulate", circuit, "--backend", &device, "--yes"]);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert_eq!(field(&server, "status"), ["stopped", "stopped"]);
}

#[test]
fn a_job_whose_session_ends_is_cancelled_and_its_measurement_made_anew() {
    let site = Site::new(ServiceName::Scaleway, &["wait=60:1"]);
    let circuits = [common::asymmetric()];
    let id = id(0);
    let job = Job::new(&circuits, 20).of_measurement(&id);
    site.client().send(&job).unwrap();
    let session = field(&site.server, "id").remove(0);
    let path = format!("sessions/{}/terminate", session.as_str().unwrap());
    assert_eq!(ask(&site.server, "POST", &path)["status"], "stopped");
    let error = site.client().run(&job).unwrap_err();
    assert_eq!(common::cause(&error), RemoteError::Cancelled);
    let runs = site.client().run(&job).unwrap();
    assert_eq!(runs[0].shots.len(), 20);
    assert_eq!(field(&site.server, "status"), ["stopped", "running"]);
}
