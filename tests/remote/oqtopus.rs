use cheqqers_backend::ResponseForm;
use cheqqers_emulate::Emulator;
use cheqqers_qasm::{AnnotatedCircuit, Dialect, write};
use cheqqers_remote::{DeviceState, Profile, RemoteError, Service, ServiceName};

use crate::common;

fn service(server: &Emulator, token: &str) -> Box<dyn Service> {
    let profile = Profile {
        url: Some(format!("{}/oqtopus", server.url())),
        ..Profile::new(ServiceName::Oqtopus, "qulacs")
    };
    common::service(&profile, &[("OQTOPUS_API_TOKEN", token)])
}

#[test]
fn counts_are_read_in_our_order() {
    for (device, faults) in [
        ("qulacs", &[][..]),
        ("lattice", &[]),
        ("qulacs", &["extra-fields"]),
    ] {
        let server = common::server(faults);
        common::answers(service(&server, "token"), device, ResponseForm::Counts);
    }
}

#[test]
fn jobs_are_found_and_cancelled() {
    let server = common::server(&["wait=60:1"]);
    let mut service = service(&server, "token");
    common::finds_and_cancels(service.as_mut(), "qulacs", Dialect::Qasm3);
}

#[test]
fn devices_tell_what_they_can_do() {
    let server = common::server(&[]);
    let mut oqtopus = service(&server, "token");
    common::tells_what_is_wrong(service(&server, "token"), service(&server, "bad"));
    let devices = oqtopus.devices().unwrap();
    assert!(devices.iter().any(|device| !device.is_simulator));
    for device in devices {
        let found = oqtopus.capabilities(&device.name).unwrap();
        assert_eq!(
            (&found.info, found.info.state),
            (&device, DeviceState::Online)
        );
        assert_eq!(
            (found.dialect, found.is_free),
            (Some(Dialect::Qasm3), device.is_simulator)
        );
        assert_eq!(found.calibrated.is_some(), !device.is_simulator);
    }
}

#[test]
fn failures_are_told_apart() {
    let failing = |fault: &str| {
        let server = common::server(&[fault]);
        common::failure(service(&server, "token"), "qulacs")
    };
    let failed = failing("fail=device:9");
    assert!(matches!(failed, RemoteError::Failed { .. }), "{failed}");
    let offline = failing("offline");
    assert!(
        matches!(offline, RemoteError::DeviceOffline { .. }),
        "{offline}"
    );
}

#[test]
fn a_submission_whose_answer_is_lost_makes_one_job() {
    for fault in [
        "reset-after@submit:1",
        "status-after=503@submit:3",
        "truncate@submit:2",
    ] {
        let server = common::server(&[fault]);
        let mut service = service(&server, "token");
        let program = write(
            &AnnotatedCircuit::new(&common::asymmetric()),
            Dialect::Qasm3,
        )
        .unwrap();
        let job = common::job("qulacs", &program, "cheqqers-once");
        let name = service.submit(&job).unwrap();
        assert_eq!(service.find(&job).unwrap(), [name], "{fault}");
    }
}

#[test]
fn a_submission_that_was_refused_only_when_it_was_repeated_is_looked_for() {
    let server = common::server(&["status=403@status:1"]);
    let mut oqtopus = service(&server, "token");
    let program = write(
        &AnnotatedCircuit::new(&common::asymmetric()),
        Dialect::Qasm3,
    )
    .unwrap();
    // Refused for its device, but how it stands is not told.
    let job = common::job("no-such-device", &program, "cheqqers-refused");
    let error = oqtopus.submit(&job).unwrap_err();
    assert!(matches!(error, RemoteError::Ambiguous { .. }), "{error}");
    assert_eq!(oqtopus.find(&job), Ok(vec![]));
    let error = oqtopus.submit(&job).unwrap_err();
    assert!(matches!(error, RemoteError::Unsuitable { .. }), "{error}");
}

#[test]
fn signed_addresses_are_never_told() {
    for fault in ["malformed:99", "truncate:99", "status=403:99", "html:99"] {
        let server = common::server(&[fault]);
        let mut service = service(&server, "hidden");
        let program = write(
            &AnnotatedCircuit::new(&common::asymmetric()),
            Dialect::Qasm3,
        )
        .unwrap();
        let job = common::job("qulacs", &program, "cheqqers-secret");
        let error = service.submit(&job).unwrap_err();
        let told = format!("{error} {error:?} {service:?}").to_lowercase();
        // A type of ours, not the policy that a storage signs.
        let told = told.replace("retrypolicy", "");
        for secret in ["hidden", "signature", "policy", "storage?"] {
            assert!(!told.contains(secret), "{fault}: {told}");
        }
    }
}
