use std::f64::consts::PI;

use cheqqers_backend::{Backend, Job, ResponseForm};
use cheqqers_emulate::{Emulator, EmulatorOptions};
use cheqqers_remote::{DeviceState, JobState, Profile, RemoteError, Service, ServiceName};
use serde_json::Value;

use crate::{common, unlisted};

const DEVICE: &str = "emulated/ibex";

fn service(server: &Emulator, token: &str) -> Box<dyn Service> {
    let profile = Profile {
        url: Some(format!("{}/aqt/api", server.url())),
        ..Profile::new(ServiceName::Aqt, DEVICE)
    };
    common::service(&profile, &[("AQT_TOKEN", token)])
}

#[test]
fn every_form_of_results_is_read() {
    for device in [
        DEVICE,
        "simulators/simulator_noise",
        "simulators/simulator_no_noise",
    ] {
        for faults in [&[][..], &["extra-fields"]] {
            let server = common::server(faults);
            common::answers(service(&server, "token"), device, ResponseForm::Shots);
        }
    }
}

#[test]
fn circuits_run_with_the_errors_of_the_characterisation() {
    let server = Emulator::start(EmulatorOptions::default(), ([127, 0, 0, 1], 0).into()).unwrap();
    let (mut remote, _folder) = common::remote(service(&server, "token"), DEVICE);
    let runs = remote
        .run(&Job::new(&[common::asymmetric()], 2000))
        .unwrap();
    let right = runs[0].shots.iter().filter(|shot| shot.index() == 4);
    let right = right.count();
    // Three readouts of 0.3 % and an X of 0.15 %: 99 % and 6 sigma of 0.23 %, but not all.
    assert!((1951..2000).contains(&right), "{right}");
    let provenance = runs[0].provenance.as_ref().unwrap();
    let predicted = provenance.predicted.unwrap();
    assert!((0.98..0.995).contains(&predicted), "{predicted}");
    assert!(provenance.calibrated.is_some());
    // The program tells the qubits of the placement, in the order of bits, and no others are in use.
    let program: Value = serde_json::from_str(&provenance.qasm).unwrap();
    assert_eq!(program["measured"], serde_json::json!(provenance.placement));
    let circuit = &program["circuits"][0];
    assert_eq!(circuit["number_of_qubits"], 3);
    let operations = circuit["quantum_circuit"].as_array().unwrap();
    assert_eq!(operations.len(), 2, "{circuit}");
    assert!((operations[0]["theta"].as_f64().unwrap() * PI - PI).abs() < 1e-9);
}

#[test]
fn devices_tell_what_they_can_do() {
    let server = common::server(&[]);
    let mut aqt = service(&server, "token");
    common::tells_what_is_wrong(service(&server, "token"), service(&server, "bad"));
    // A resource is named with its workspace.
    let error = aqt.capabilities("ibex").unwrap_err();
    assert!(error.to_string().contains(DEVICE), "{error}");
    let devices = aqt.devices().unwrap();
    let found: Vec<_> = devices
        .iter()
        .map(|device| (&device.name[..], device.num_qubits, device.is_simulator))
        .collect();
    let expected = [
        (DEVICE, Some(12), false),
        ("simulators/simulator_noise", Some(20), true),
        ("simulators/simulator_no_noise", Some(20), true),
    ];
    assert_eq!(found, expected);
    assert!(
        devices
            .iter()
            .all(|device| device.state == DeviceState::Online)
    );
    let found = aqt.capabilities(DEVICE).unwrap();
    assert_eq!((found.dialect, found.is_free), (None, false));
    assert_eq!((found.shots, found.info.num_qubits), (1..=2000, Some(12)));
    let native = found.native.unwrap();
    assert_eq!((native.num_qubits(), native.edges().count()), (12, 66));
    let job = unlisted::entry(aqt.as_mut(), DEVICE, "cheqqers-1");
    assert_eq!(aqt.cost(&job), Ok(None));
    let server = common::server(&["paused"]);
    let paused = service(&server, "token").devices().unwrap();
    assert!(
        paused
            .iter()
            .all(|device| device.state == DeviceState::Paused)
    );
}

#[test]
fn jobs_are_cancelled_and_never_looked_up() {
    let server = common::server(&["wait=60:1"]);
    let mut aqt = service(&server, "token");
    let job = unlisted::entry(aqt.as_mut(), DEVICE, "cheqqers-1");
    unlisted::cancels(aqt.as_mut(), &job);
    // A job that was done in the meantime stays done.
    let name = aqt.submit(&job).unwrap();
    aqt.cancel(&name).unwrap();
    assert_eq!(aqt.status(&name).unwrap().state, JobState::Done);
}

#[test]
fn failures_are_told_apart() {
    let failing = |fault: &str| {
        let server = common::server(&[fault]);
        common::failure(service(&server, "token"), DEVICE)
    };
    common::failures_are_told_apart(failing);
    let refused = failing("fail=program");
    assert!(
        matches!(refused, RemoteError::BadProgram { .. }),
        "{refused}"
    );
}

#[test]
fn in_place_of_a_job_that_may_have_been_taken_none_is_sent_until_it_is_given_up() {
    unlisted::sends_no_other(ServiceName::Aqt, DEVICE);
}

#[test]
fn a_series_that_is_resumed_sends_what_neither_journal_nor_record_knows() {
    let server = common::server(&[]);
    unlisted::resumes(service(&server, "token"), DEVICE);
}
