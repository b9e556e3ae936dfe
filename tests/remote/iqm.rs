use cheqqers_backend::{Backend, Job, ResponseForm};
use cheqqers_emulate::{Emulator, EmulatorOptions};
use cheqqers_remote::{DeviceState, Profile, RemoteError, Service, ServiceName};
use serde_json::Value;

use crate::{common, unlisted};

fn service(server: &Emulator, token: &str) -> Box<dyn Service> {
    let profile = Profile {
        url: Some(server.url()),
        ..Profile::new(ServiceName::Iqm, "garnet")
    };
    common::service(&profile, &[("IQM_TOKEN", token)])
}

#[test]
fn every_form_of_results_is_read() {
    for (faults, form) in [
        (&[][..], ResponseForm::Shots),
        (&["counts"], ResponseForm::Counts),
        (&["extra-fields"], ResponseForm::Shots),
    ] {
        let server = common::server(faults);
        common::answers(service(&server, "token"), "garnet", form);
    }
}

#[test]
fn circuits_are_placed_where_calibration_is_good_and_run_with_its_errors() {
    let server = Emulator::start(EmulatorOptions::default(), ([127, 0, 0, 1], 0).into()).unwrap();
    let (mut remote, _folder) = common::remote(service(&server, "token"), "garnet");
    let runs = remote.run(&Job::new(&[common::asymmetric()], 400)).unwrap();
    let right = runs[0].shots.iter().filter(|shot| shot.index() == 4);
    let right = right.count();
    // Three readouts of 2.2 to 2.5 % and an X: 93 % and 6 sigma of 1.3 %, but not all.
    assert!((341..400).contains(&right), "{right}");
    let provenance = runs[0].provenance.as_ref().unwrap();
    let predicted = provenance.predicted.unwrap();
    assert!((0.92..0.94).contains(&predicted), "{predicted}");
    // The program names the qubits of the placement, in the order of bits.
    let program: Value = serde_json::from_str(&provenance.qasm).unwrap();
    let instructions = program["circuits"][0]["instructions"].as_array().unwrap();
    let measured = instructions.last().unwrap();
    let placement = provenance.placement.iter();
    let names: Vec<String> = placement.map(|qubit| format!("QB{}", qubit + 1)).collect();
    assert_eq!(measured["locus"], serde_json::json!(names));
    assert!(program["calibration_set_id"].is_string());
    assert!(provenance.calibrated.is_some());
}

#[test]
fn devices_tell_what_they_can_do() {
    let server = common::server(&["wait=60:1"]);
    let mut iqm = service(&server, "token");
    common::tells_what_is_wrong(service(&server, "token"), service(&server, "bad"));
    let devices = iqm.devices().unwrap();
    let [device] = &devices[..] else {
        panic!("{devices:?}");
    };
    assert_eq!(
        (&device.name[..], device.state, device.queue),
        ("garnet", DeviceState::Online, Some(0))
    );
    let found = iqm.capabilities("garnet").unwrap();
    assert_eq!((found.dialect, found.is_free), (None, false));
    assert_eq!(found.info.num_qubits, Some(20));
    assert_eq!(found.shots, 1..=20_000);
    let native = found.native.unwrap();
    assert_eq!((native.num_qubits(), native.edges().count()), (20, 30));
    assert!(native.qubits().iter().all(|qubit| qubit.t1.is_some()));
    let job = unlisted::entry(iqm.as_mut(), "garnet", "cheqqers-1");
    assert_eq!(iqm.cost(&job), Ok(None));
    let name = iqm.submit(&job).unwrap();
    assert_eq!(iqm.status(&name).unwrap().position, Some(0));
    assert_eq!(iqm.capabilities("garnet").unwrap().info.queue, Some(1));
}

#[test]
fn jobs_are_cancelled_and_never_looked_up() {
    let server = common::server(&["wait=60:1"]);
    let mut iqm = service(&server, "token");
    let job = unlisted::entry(iqm.as_mut(), "garnet", "cheqqers-1");
    unlisted::cancels(iqm.as_mut(), &job);
    // What it took is told when it is done.
    let name = iqm.submit(&job).unwrap();
    let cost = iqm.status(&name).unwrap().cost.unwrap();
    assert_eq!(cost.unit, "s");
}

#[test]
fn failures_are_told_apart() {
    let failing = |fault: &str| {
        let server = common::server(&[fault]);
        common::failure(service(&server, "token"), "garnet")
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
    unlisted::sends_no_other(ServiceName::Iqm, "garnet");
}

#[test]
fn a_series_that_is_resumed_sends_what_neither_journal_nor_record_knows() {
    let server = common::server(&[]);
    unlisted::resumes(service(&server, "token"), "garnet");
}
