use cheqqers_backend::ResponseForm;
use cheqqers_emulate::Emulator;
use cheqqers_qasm::{AnnotatedCircuit, Dialect, write};
use cheqqers_remote::{
    DeviceState, JobOutput, JobState, Profile, RemoteError, Service, ServiceName,
};

use crate::common;

const DEVICE: &str = "ibm_torino";

fn service(server: &Emulator, key: &str) -> Box<dyn Service> {
    with_storage(server, key, "emulate")
}

/// With a secret for the storage: the emulated one checks signatures of its own key only.
fn with_storage(server: &Emulator, key: &str, secret: &str) -> Box<dyn Service> {
    let profile = Profile {
        url: Some(format!("{}/ibm-system", server.url())),
        token_url: Some(format!("{}/ibm-system", server.url())),
        instance: Some("crn:v1:local".into()),
        storage_url: Some(format!("{}/s3", server.url())),
        bucket: Some("games/of mine".into()),
        region: Some("us-east".into()),
        ..Profile::new(ServiceName::IbmSystem, DEVICE)
    };
    common::service(
        &profile,
        &[
            ("QISKIT_IBM_TOKEN", key),
            ("AWS_ACCESS_KEY_ID", "emulate"),
            ("AWS_SECRET_ACCESS_KEY", secret),
        ],
    )
}

fn program() -> String {
    write(&AnnotatedCircuit::new(&common::asymmetric()), Dialect::Ibm).unwrap()
}

#[test]
fn shots_come_through_the_storage() {
    for faults in [&[][..], &["extra-fields"]] {
        let server = common::server(faults);
        common::answers(service(&server, "key"), DEVICE, ResponseForm::Shots);
    }
}

#[test]
fn a_job_that_failed_by_its_form_is_sent_in_another() {
    for fault in ["refuses=array", "refuses=null"] {
        let server = common::server(&[fault]);
        common::answers(service(&server, "key"), DEVICE, ResponseForm::Shots);
    }
    let server = common::server(&["refuses=array", "refuses=null"]);
    let refused = common::failure(service(&server, "key"), DEVICE);
    assert!(
        matches!(refused, RemoteError::BadProgram { .. }),
        "{refused}"
    );
}

#[test]
fn a_site_tells_of_itself_in_the_variables_of_qrmi() {
    let server = common::server(&[]);
    let url = server.url();
    let (system, storage) = (format!("{url}/ibm-system"), format!("{url}/s3"));
    let variables = [
        ("ibm_torino_QRMI_IBM_QS_ENDPOINT", system.as_str()),
        ("ibm_torino_QRMI_IBM_QS_IAM_ENDPOINT", &system),
        ("ibm_torino_QRMI_IBM_QS_IAM_APIKEY", "key"),
        ("ibm_torino_QRMI_IBM_DA_SERVICE_CRN", "crn:v1:local"),
        ("ibm_torino_QRMI_IBM_QS_AWS_ACCESS_KEY_ID", "emulate"),
        ("ibm_torino_QRMI_IBM_QS_AWS_SECRET_ACCESS_KEY", "emulate"),
        ("ibm_torino_QRMI_IBM_QS_S3_ENDPOINT", &storage),
        ("ibm_torino_QRMI_IBM_QS_S3_BUCKET", "games"),
        ("ibm_torino_QRMI_IBM_QS_S3_REGION", "us-east"),
        ("ibm_torino_QRMI_JOB_TIMEOUT_SECONDS", "77"),
    ];
    let profile = Profile::new(ServiceName::IbmSystem, DEVICE);
    let mut found = common::service(&profile, &variables);
    let program = program();
    let job = common::job(DEVICE, &program, "cheqqers-site");
    let previews = found.previews(&job).unwrap();
    assert!(
        previews[2].body.contains("\"timeout_secs\": 77"),
        "{previews:?}"
    );
    common::answers(found, DEVICE, ResponseForm::Shots);
}

#[test]
fn jobs_are_found_and_cancelled() {
    let server = common::server(&["wait=60:1"]);
    let mut service = service(&server, "key");
    common::finds_and_cancels(service.as_mut(), DEVICE, Dialect::Ibm);
}

#[test]
fn a_job_that_is_sent_again_is_the_same_one() {
    for fault in ["reset-after@submit:2", "status-after=503@submit:1"] {
        let server = common::server(&[fault]);
        let mut service = service(&server, "key");
        let program = program();
        let job = common::job(DEVICE, &program, "cheqqers-twice");
        let name = service.submit(&job).unwrap();
        assert_eq!(service.submit(&job), Ok(name.clone()), "{fault}");
        assert_eq!(service.find(&job), Ok(vec![name]));
    }
}

#[test]
fn a_job_that_gave_its_lane_back_is_answered_again() {
    let server = common::server(&[]);
    let mut service = service(&server, "key");
    let program = program();
    let job = common::job(DEVICE, &program, "cheqqers-lane");
    let name = service.submit(&job).unwrap();
    while !service.status(&name).unwrap().state.is_final() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let first = service.response(&name, &job).unwrap();
    assert!(matches!(&first.output, Ok(JobOutput::Shots(shots)) if shots.len() == 8));
    let status = service.status(&name).unwrap();
    assert_eq!(
        (status.state, status.said.as_str()),
        (JobState::Done, "deleted")
    );
    assert_eq!(service.find(&job), Ok(vec![name.clone()]));
    assert_eq!(service.response(&name, &job), Ok(first));
    // What is not known has not failed.
    let unknown = service.status("6e32f594-189e-4bc5-89a2-3c21e1c7e75a");
    assert!(matches!(unknown, Err(RemoteError::JobNotFound { .. })));
}

#[test]
fn a_job_without_an_answer_keeps_its_lane_until_the_next_is_sent() {
    let server = common::server(&["fail=device:1"]);
    let mut service = service(&server, "key");
    let program = program();
    let job = common::job(DEVICE, &program, "cheqqers-failed");
    let name = service.submit(&job).unwrap();
    while !service.status(&name).unwrap().state.is_final() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    // Whoever did not write it down is told again.
    assert_eq!(service.status(&name).unwrap().state, JobState::Failed);
    let next = common::job(DEVICE, &program, "cheqqers-next");
    service.submit(&next).unwrap();
    assert!(service.status(&name).is_err());
    assert_eq!(service.find(&job), Ok(vec![]));
}

#[test]
fn devices_tell_what_they_can_do() {
    let server = common::server(&[]);
    let mut system = service(&server, "key");
    common::tells_what_is_wrong(service(&server, "key"), service(&server, "bad"));
    for device in system.devices().unwrap() {
        let found = system.capabilities(&device.name).unwrap();
        assert_eq!(found.info.state, DeviceState::Online);
        assert_eq!(found.dialect, Some(Dialect::Ibm));
        assert!(found.native.is_some() && found.calibrated.is_some());
    }
}

#[test]
fn failures_are_told_apart() {
    let failing = |fault: &str| {
        let server = common::server(&[fault]);
        common::failure(service(&server, "key"), DEVICE)
    };
    common::failures_are_told_apart(failing);
    let late = failing("fail=time:9");
    assert!(matches!(late, RemoteError::RanTooLong { .. }), "{late}");
}

#[test]
fn keys_and_signed_addresses_are_never_told() {
    let server = common::server(&[]);
    let program = program();
    let job = common::job(DEVICE, &program, "cheqqers-secret");
    let mut refused = with_storage(&server, "s3cret", "wr0ng");
    let error = refused.submit(&job).unwrap_err();
    assert!(matches!(error, RemoteError::Unauthorised { .. }), "{error}");
    let previews = refused.previews(&job).unwrap();
    assert!(
        previews[0].line.contains("/s3/games/of%20mine/input_"),
        "{previews:?}"
    );
    let mut told = format!("{error} {error:?} {refused:?} {previews:?}");
    for fault in ["status=403@submit", "html@submit", "expired"] {
        let server = common::server(&[fault]);
        let mut service = with_storage(&server, "s3cret", "emulate");
        let error = service.submit(&job).unwrap_err();
        told = format!("{told}{error} {error:?} {service:?}");
    }
    for secret in ["s3cret", "wr0ng", "X-Amz-Signature", "eyJ"] {
        assert!(!told.contains(secret), "{secret}: {told}");
    }
}
