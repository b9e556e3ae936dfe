use cheqqers_backend::{Backend, Job, ResponseForm};
use cheqqers_emulate::{Emulator, EmulatorOptions};
use cheqqers_qasm::Dialect;
use cheqqers_remote::{DeviceState, Profile, RemoteError, Service, ServiceName};

use crate::common;

fn service(server: &Emulator, key: &str) -> Box<dyn Service> {
    let profile = Profile {
        url: Some(format!("{}/ionq/v0.4", server.url())),
        ..Profile::new(ServiceName::Ionq, "simulator")
    };
    common::service(&profile, &[("IONQ_API_KEY", key)])
}

#[test]
fn every_form_of_results_is_read() {
    for (device, faults, kind) in [
        ("simulator", &[][..], ResponseForm::Probabilities),
        ("qpu.forte-1", &[], ResponseForm::Shots),
        ("qpu.forte-1", &["counts"], ResponseForm::Counts),
        ("qpu.forte-1", &["extra-fields"], ResponseForm::Shots),
    ] {
        let server = common::server(faults);
        common::answers(service(&server, "key"), device, kind);
    }
}

#[test]
fn the_simulator_with_noise_makes_shots() {
    let server = Emulator::start(EmulatorOptions::default(), ([127, 0, 0, 1], 0).into()).unwrap();
    let (mut remote, _folder) = common::remote(service(&server, "key"), "simulator:forte-1");
    let circuits = [common::asymmetric()];
    let runs = remote.run(&Job::new(&circuits, 400)).unwrap();
    let provenance = runs[0].provenance.as_ref().unwrap();
    assert_eq!(provenance.answer, Some(ResponseForm::Shots));
    // Some faults, and far fewer than shots.
    let right = runs[0].shots.iter().filter(|shot| shot.index() == 4);
    assert!((201..400).contains(&right.count()), "{:?}", runs[0].shots);
}

#[test]
fn jobs_are_found_and_cancelled() {
    let server = common::server(&["wait=60:1"]);
    let mut service = service(&server, "key");
    common::finds_and_cancels(service.as_mut(), "simulator", Dialect::Ionq);
}

#[test]
fn jobs_are_found_on_later_pages() {
    let server = common::server(&[]);
    let mut service = service(&server, "key");
    let program = "OPENQASM 3.0;\nqubit[1] q;\nbit[1] c;\nc[0] = measure q[0];\n";
    let first = common::job("simulator", program, "cheqqers-first");
    let name = service.submit(&first).unwrap();
    for _ in 0..60 {
        let other = common::job("simulator", program, "cheqqers-other");
        service.submit(&other).unwrap();
    }
    assert_eq!(service.find(&first).unwrap(), [name]);
}

#[test]
fn devices_tell_what_they_can_do() {
    let server = common::server(&[]);
    let mut ionq = service(&server, "key");
    common::tells_what_is_wrong(service(&server, "key"), service(&server, "bad"));
    let devices = ionq.devices().unwrap();
    for device in devices {
        let found = ionq.capabilities(&device.name).unwrap();
        assert_eq!(
            (&found.info.name, found.info.state),
            (&device.name, DeviceState::Online)
        );
        assert_eq!(
            (found.dialect, found.is_free),
            (Some(Dialect::Ionq), device.is_simulator)
        );
        assert_eq!(found.calibrated.is_some(), !device.is_simulator);
        let cost = ionq.cost(&common::job(&device.name, "OPENQASM 3.0;\n", "m"));
        assert_eq!(cost.unwrap().unwrap().unit, "USD");
    }
    let names = ["simulator:forte-1", "qpu.forte-1"];
    let devices = ionq.devices().unwrap();
    assert!(
        names
            .iter()
            .all(|name| devices.iter().any(|device| device.name == *name))
    );
    assert!(ionq.capabilities("qpu.forte-1:forte-1").is_err());
}

#[test]
fn failures_are_told_apart() {
    let failing = |fault: &str| {
        let server = common::server(&[fault]);
        common::failure(service(&server, "key"), "qpu.forte-1")
    };
    common::failures_are_told_apart(failing);
    let late = failing("fail=time:9");
    assert!(matches!(late, RemoteError::RanTooLong { .. }), "{late}");
}

#[test]
fn a_conflict_that_passes_is_waited_for() {
    let server = common::server(&["conflict@status:3"]);
    common::answers(
        service(&server, "key"),
        "simulator",
        ResponseForm::Probabilities,
    );
}
