use std::fs;

use cheqqers_backend::ResponseForm;
use cheqqers_emulate::Emulator;
use cheqqers_qasm::Dialect;
use cheqqers_remote::{DeviceState, Profile, RemoteError, Service, ServiceName};
use serde_json::Value;

use crate::command;
use crate::common;
use crate::faults::Site;
use crate::games::Desk;

const QIR: &str = "qbraid:qbraid:sim:qir-sv";
const IBEX: &str = "aws:aqt:qpu:ibex-q1";
const FORTE: &str = "aws:ionq:qpu:forte-enterprise-1";
const GARNET: &str = "aws:iqm:qpu:garnet";
const CEPHEUS: &str = "rigetti:rigetti:qpu:cepheus-1-108q";

fn service(server: &Emulator, key: &str) -> Box<dyn Service> {
    let profile = Profile {
        url: Some(format!("{}/qbraid/api/v1", server.url())),
        ..Profile::new(ServiceName::Qbraid, QIR)
    };
    common::service(&profile, &[("QBRAID_API_KEY", key)])
}

#[test]
fn results_are_read_in_our_order_whatever_the_vendor() {
    for device in [
        QIR,
        "ionq:ionq:sim:simulator",
        "aws:aws:sim:sv1",
        GARNET,
        CEPHEUS,
    ] {
        for (faults, form) in [
            (&[][..], ResponseForm::Counts),
            (&["extra-fields"], ResponseForm::Counts),
            (&["probabilities"], ResponseForm::Probabilities),
        ] {
            let server = common::server(faults);
            common::answers(service(&server, "key"), device, form);
        }
    }
}

#[test]
fn jobs_are_found_and_cancelled() {
    for (device, dialect) in [(QIR, Dialect::Qasm3), (GARNET, Dialect::Braket)] {
        let server = common::server(&["wait=60:1"]);
        common::finds_and_cancels(service(&server, "key").as_mut(), device, dialect);
    }
}

#[test]
fn devices_tell_what_they_can_do_and_cost() {
    let server = common::server(&[]);
    let mut qbraid = service(&server, "key");
    common::tells_what_is_wrong(service(&server, "key"), service(&server, "bad"));
    let devices = qbraid.devices().unwrap();
    // One runs no circuits.
    assert!(devices.iter().all(|device| !device.name.contains("quera")));
    for device in devices {
        let found = qbraid.capabilities(&device.name).unwrap();
        assert_eq!(
            (&found.info, found.info.state),
            (&device, DeviceState::Online)
        );
        let is_braket = device.name.starts_with("aws:");
        let dialect = if is_braket {
            Dialect::Braket
        } else {
            Dialect::Qasm3
        };
        assert_eq!(found.dialect, Some(dialect), "{}", device.name);
        let is_free = device.is_simulator && !is_braket;
        assert_eq!(found.is_free, is_free, "{}", device.name);
    }
    assert_eq!(*qbraid.capabilities(FORTE).unwrap().shots.start(), 100);
    let error = qbraid.capabilities("aws:quera:qpu:aquila").unwrap_err();
    assert!(matches!(error, RemoteError::Unsuitable { .. }), "{error}");
    for (device, cost) in [
        (QIR, Some("$0.00")),
        (IBEX, Some("$0.49")),
        (CEPHEUS, Some("$0.01")),
        ("ibm:ibm:qpu:fez", None),
    ] {
        let job = common::job(device, "OPENQASM 3.0;", "cheqqers-1");
        let found = qbraid.cost(&job).unwrap().map(|cost| cost.to_string());
        assert_eq!(found.as_deref(), cost, "{device}");
    }
}

#[test]
fn failures_are_told_apart() {
    for device in [QIR, GARNET] {
        common::failures_are_told_apart(|fault| {
            let server = common::server(&[fault]);
            common::failure(service(&server, "key"), device)
        });
    }
}

#[test]
fn games_are_played_in_the_gates_of_the_vendor() {
    let server = common::server(&[]);
    let desk = Desk::at(&server.url());
    for (device, record, is_braket) in [
        (QIR, "qir.jsonl", false),
        (IBEX, "ibex.jsonl", true),
        (FORTE, "forte.jsonl", true),
        (CEPHEUS, "cepheus.jsonl", false),
    ] {
        let backend = format!("qbraid:{device}");
        let done = desk.run(&Desk::random_game(&backend, record, &[]));
        assert_eq!((done.code, &*done.err), (Some(0), ""), "{device}");
        assert_eq!(desk.verify(record), "", "{device}");
        let jobs: Vec<Value> = desk.measured(record);
        assert!(jobs.len() > 2, "{device}");
        for job in &jobs {
            let job = &job["jobs"][0];
            let program = job["program"].as_str().unwrap();
            assert_eq!(program.contains("include"), !is_braket, "{program}");
            assert!(!is_braket || !program.contains("cz "), "{program}");
            assert!(job["job"].as_str().unwrap().starts_with(device), "{job}");
            // No fewer than the device takes.
            let least = if device == FORTE { 100 } else { 64 };
            assert_eq!(job["asked"], least, "{job}");
        }
    }
}

/// Amazon Braket's devices are told by the name, so that a dry run has their gates too.
#[test]
fn a_dry_run_shows_the_program_and_asks_nobody() {
    let desk = Desk::at("http://127.0.0.1:9");
    for (device, gate) in [(QIR, "stdgates.inc"), (GARNET, "cnot q[")] {
        let backend = format!("qbraid:{device}");
        let done = desk.run(&Desk::random_game(&backend, "g.jsonl", &["--dry-run"]));
        assert_eq!(done.code, Some(0), "{}", done.err);
        assert!(done.out.contains(gate), "{}", done.out);
        assert!(done.out.contains("X-API-Key: (secret)"), "{}", done.out);
    }
}

#[test]
fn the_key_of_qbraids_own_file_is_used_and_shown_nowhere() {
    let server = common::server(&[]);
    let desk = Desk::at(&server.url());
    let key = "planted-key-of-a-file-93f6";
    fs::create_dir(desk.path(".qbraid")).unwrap();
    let url = format!("{}/qbraid/api/v1", server.url());
    let text = format!("[default]\napi-key = {key}\nurl = {url}\n");
    fs::write(desk.path(".qbraid/qbraidrc"), text).unwrap();
    let game = Desk::random_game("qbraid:qbraid:qbraid:sim:qir-sv", "g.jsonl", &[]);
    let mut own = desk.command(&game);
    own.env_remove("QBRAID_API_KEY")
        .env_remove("QBRAID_API_URL");
    let done = command::run(&mut own);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert!(!done.out.contains(key), "{}", done.out);
    assert!(
        !fs::read_to_string(desk.path("g.jsonl"))
            .unwrap()
            .contains(key)
    );
}

#[test]
fn a_job_that_is_not_initialized_yet_is_cancelled_a_little_later() {
    let site = Site::new(ServiceName::Qbraid, &["wait=3600:1", "status=409@cancel:2"]);
    let mut client = site.client();
    let job = common::job(
        GARNET,
        "OPENQASM 3.0; qubit q; bit c; c = measure q;",
        "cheqqers-1",
    );
    let name = client.service().submit(&job).unwrap();
    client.service().cancel(&name).unwrap();
    let status = client.service().status(&name).unwrap();
    assert_eq!(status.said, "CANCELLED");
}
