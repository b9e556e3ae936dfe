use std::thread::sleep;
use std::time::Duration;

use cheqqers_backend::ResponseForm;
use cheqqers_emulate::Emulator;
use cheqqers_qasm::{AnnotatedCircuit, Dialect, write};
use cheqqers_remote::{Cost, DeviceState, Profile, RemoteError, Service, ServiceName};

use crate::common;

const DEVICE: &str = "ibm_torino";

const CRN: &str = "crn:v1:bluemix:public:quantum-computing:us-east:a/1:2::";

fn service(server: &Emulator, key: &str) -> Box<dyn Service> {
    of_instance(server, key, Some(CRN))
}

fn of_instance(server: &Emulator, key: &str, instance: Option<&str>) -> Box<dyn Service> {
    let profile = Profile {
        url: Some(format!("{}/ibm/api/v1", server.url())),
        token_url: Some(format!("{}/ibm", server.url())),
        instance: instance.map(Into::into),
        ..Profile::new(ServiceName::Ibm, DEVICE)
    };
    common::service(&profile, &[("QISKIT_IBM_TOKEN", key)])
}

fn program() -> String {
    write(&AnnotatedCircuit::new(&common::asymmetric()), Dialect::Ibm).unwrap()
}

#[test]
fn shots_are_read_on_every_device() {
    for device in ["ibm_torino", "ibm_fez", "ibm_pittsburgh"] {
        let server = common::server(&["extra-fields"]);
        common::answers(service(&server, "key"), device, ResponseForm::Shots);
    }
}

#[test]
fn jobs_are_found_and_cancelled() {
    let server = common::server(&["wait=60:1"]);
    let mut service = service(&server, "key");
    common::finds_and_cancels(service.as_mut(), DEVICE, Dialect::Ibm);
}

#[test]
fn mocks_are_listed_and_their_jobs_found() {
    let server = common::server(&["wait=60:1"]);
    let mut service = service(&server, "key");
    let devices = service.devices().unwrap();
    assert!(devices.iter().any(|device| device.name == "mock_torino"));
    common::finds_and_cancels(service.as_mut(), "mock_torino", Dialect::Ibm);
}

#[test]
fn jobs_are_sent_in_the_form_that_the_service_takes() {
    for (fault, id) in [
        ("refuses=array", "sampler"),
        ("refuses=null", "sampler"),
        ("lacks=executor", "sampler"),
        ("lacks=sampler", "executor"),
    ] {
        let server = common::server(&[fault, "extra-fields"]);
        let text = program();
        common::answers(service(&server, "key"), DEVICE, ResponseForm::Shots);
        let mut service = service(&server, "key");
        let job = common::job(DEVICE, &text, "cheqqers-form");
        let name = service.submit(&job).unwrap();
        // What was refused before has left no job.
        assert_eq!(service.find(&job).unwrap(), [name], "{fault}");
        let previews = service.previews(&job).unwrap();
        let body = &previews.last().unwrap().body;
        assert!(
            body.contains(&format!("\"program_id\": \"{id}\"")),
            "{fault}: {body}"
        );
    }
}

#[test]
fn what_is_refused_in_every_form_is_not_sent() {
    for (faults, said) in [
        (["refuses=array", "refuses=null"], "parameter values"),
        (
            ["lacks=sampler", "lacks=executor"],
            "Program not found: sampler",
        ),
    ] {
        let server = common::server(&faults);
        let text = program();
        let job = common::job(DEVICE, &text, "cheqqers-refused");
        let mut service = service(&server, "key");
        let error = service.submit(&job).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
        assert_eq!(service.find(&job).unwrap(), [""; 0]);
    }
}

#[test]
fn an_instance_is_found_by_its_name_or_as_the_only_one() {
    let server = common::server(&[]);
    for instance in [None, Some("games")] {
        let mut service = of_instance(&server, "key", instance);
        common::answers(
            of_instance(&server, "key", instance),
            DEVICE,
            ResponseForm::Shots,
        );
        let text = program();
        let previews = service.previews(&common::job(DEVICE, &text, "m")).unwrap();
        let told = format!("{previews:?}");
        assert!(told.contains(":us-east:a/0:1::"), "{told}");
    }
    let error = of_instance(&server, "key", Some("other"))
        .devices()
        .unwrap_err();
    assert!(matches!(error, RemoteError::Credentials { .. }), "{error}");
    assert!(error.to_string().contains("\"games\""), "{error}");
    let error = of_instance(&server, "bad", None).devices().unwrap_err();
    assert!(matches!(error, RemoteError::Unauthorised { .. }), "{error}");
}

#[test]
fn the_least_busy_device_is_chosen() {
    let server = common::server(&["wait=60"]);
    let mut service = service(&server, "key");
    let chosen = service.choose().unwrap();
    assert_eq!(chosen.device, "ibm_torino");
    let text = program();
    for device in ["ibm_torino", "ibm_torino", "ibm_fez"] {
        service
            .submit(&common::job(device, &text, "cheqqers-busy"))
            .unwrap();
    }
    let chosen = service.choose().unwrap();
    assert_eq!(chosen.device, "ibm_pittsburgh");
    assert_eq!(
        chosen.reason,
        "0 jobs wait there, the fewest of the 3 devices that are online"
    );
    service
        .submit(&common::job("ibm_pittsburgh", &text, "cheqqers-busy"))
        .unwrap();
    // Of two that are as busy the first that is listed.
    assert_eq!(service.choose().unwrap().device, "ibm_fez");
    for fault in ["offline", "paused"] {
        let server = common::server(&[fault]);
        let error = self::service(&server, "key").choose().unwrap_err();
        assert!(
            matches!(error, RemoteError::DeviceOffline { .. }),
            "{error}"
        );
    }
}

#[test]
fn jobs_are_found_on_later_pages_the_oldest_first() {
    let server = common::server(&[]);
    let mut service = service(&server, "key");
    let program = program();
    let job = common::job(DEVICE, &program, "cheqqers-again");
    let names: Vec<String> = (0..60).map(|_| service.submit(&job).unwrap()).collect();
    let found = service.find(&job).unwrap();
    assert_eq!((found.len(), &found[0]), (60, &names[0]));
}

#[test]
fn devices_tell_what_they_can_do() {
    let server = common::server(&[]);
    let mut ibm = service(&server, "key");
    common::tells_what_is_wrong(service(&server, "key"), service(&server, "bad"));
    let devices = ibm.devices().unwrap();
    assert!(devices.iter().any(|device| device.name == DEVICE));
    for device in devices {
        let found = ibm.capabilities(&device.name).unwrap();
        if device.name.starts_with("mock_") {
            assert!(found.is_free, "{found:?}");
            continue;
        }
        assert_eq!(
            (&found.info.name, found.info.state),
            (&device.name, DeviceState::Online)
        );
        assert_eq!((found.dialect, found.is_free), (Some(Dialect::Ibm), false));
        let native = found.native.unwrap();
        assert_eq!(found.info.num_qubits, Some(native.qubits().len()));
        assert!(native.edges().count() > 100);
        assert_eq!(found.calibrated.as_deref(), native.calibrated());
        let told = found.notes.join(", ");
        assert!(told.contains("are left"), "{told}");
        let program = program();
        let cost = ibm.cost(&common::job(&device.name, &program, "m"));
        // The job of 20 shots is ended when it takes longer.
        let most = Cost::from((11.0, "s".to_owned()));
        assert_eq!(cost, Ok(Some(most)));
    }
}

#[test]
fn failures_are_told_apart() {
    let failing = |fault: &str| {
        let server = common::server(&[fault]);
        common::failure(service(&server, "key"), DEVICE)
    };
    common::failures_are_told_apart(failing);
    let refused = failing("fail=program:9");
    assert!(
        matches!(refused, RemoteError::BadProgram { .. }),
        "{refused}"
    );
    let late = failing("fail=time:9");
    assert!(matches!(late, RemoteError::RanTooLong { .. }), "{late}");
    let paused = failing("paused");
    assert!(
        matches!(paused, RemoteError::DeviceOffline { .. }),
        "{paused}"
    );
}

#[test]
fn what_no_device_runs_is_a_fault_of_the_program() {
    let server = common::server(&[]);
    let mut service = service(&server, "key");
    for program in [
        "OPENQASM 3.0;\nbit[3] c;\nh $0;\nc[0] = measure $0;\n",
        "OPENQASM 3.0;\nbit[3] c;\ncz $0, $100;\nc[0] = measure $0;\n",
    ] {
        let job = common::job(DEVICE, program, "cheqqers-bad");
        let name = service.submit(&job).unwrap();
        let status = service.status(&name).unwrap();
        let failure = status.failure.unwrap();
        assert!(
            matches!(failure, RemoteError::BadProgram { .. }),
            "{failure}"
        );
    }
}

#[test]
fn a_token_that_expires_is_renewed_once() {
    for fault in ["expired@submit:1", "expired@result:1", "token-life=1"] {
        let server = common::server(&[fault]);
        common::answers(service(&server, "key"), DEVICE, ResponseForm::Shots);
    }
    let server = common::server(&["expired@submit"]);
    let program = program();
    let job = common::job(DEVICE, &program, "cheqqers-refused");
    let error = service(&server, "key").submit(&job).unwrap_err();
    assert!(matches!(error, RemoteError::Unauthorised { .. }), "{error}");
}

#[test]
fn a_submission_whose_answer_is_lost_is_looked_for() {
    for fault in ["reset-after@submit:1", "malformed@submit:1"] {
        let server = common::server(&[fault]);
        let mut service = service(&server, "key");
        let program = program();
        let job = common::job(DEVICE, &program, "cheqqers-lost");
        let error = service.submit(&job).unwrap_err();
        assert!(matches!(error, RemoteError::Ambiguous { .. }), "{error}");
        assert_eq!(service.find(&job).unwrap().len(), 1, "{fault}");
    }
}

#[test]
fn a_job_outlives_strange_answers_to_those_who_ask_for_it() {
    let server = common::server(&["status=418@status:2"]);
    common::answers(service(&server, "key"), DEVICE, ResponseForm::Shots);
}

#[test]
fn drafts_are_what_is_sent_without_the_key() {
    let server = common::server(&[]);
    let mut service = service(&server, "s3cret");
    let program = program();
    let job = common::job(DEVICE, &program, "cheqqers-preview");
    let previews = service.previews(&job).unwrap();
    let [token, submission] = &previews[..] else {
        panic!("{previews:?}");
    };
    assert!(token.line.ends_with("/ibm/identity/token"), "{token:?}");
    assert!(submission.line.ends_with("/ibm/api/v1/jobs"));
    assert!(submission.body.contains("\"cheqqers-preview\""));
    assert!(submission.body.contains("c[2] = measure $1;"));
    let told = format!("{previews:?} {service:?}");
    assert!(!told.contains("s3cret"), "{told}");
}

#[test]
fn keys_and_tokens_are_never_told() {
    for fault in [
        "malformed@token",
        "truncate@token",
        "status=403@token",
        "html@token",
        "expired",
    ] {
        let server = common::server(&[fault]);
        let mut service = service(&server, "s3cret");
        let error = service.devices().unwrap_err();
        let told = format!("{error} {error:?} {service:?}");
        for secret in ["s3cret", "Bearer e", "eyJ"] {
            assert!(!told.contains(secret), "{fault}: {told}");
        }
    }
}

#[test]
fn a_job_that_has_ended_tells_the_seconds_that_it_took() {
    let server = common::server(&[]);
    let mut client = service(&server, "key");
    let entry = common::job(DEVICE, &program(), "cheqqers-0123456789abcdef");
    let name = client.submit(&entry).unwrap();
    let mut status = client.status(&name).unwrap();
    while !status.state.is_final() {
        sleep(Duration::from_millis(5));
        status = client.status(&name).unwrap();
    }
    assert_eq!(status.cost.unwrap().unit, "s");
}
