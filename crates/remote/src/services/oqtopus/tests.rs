use reqwest::header::HeaderMap;

use super::*;
use crate::error::RemoteError;
use crate::http::tests::{Server, answer, at_once};
use crate::service_name::ServiceName;

fn reply(status: u16, body: &Value) -> Reply {
    Reply {
        status: StatusCode::from_u16(status).unwrap(),
        headers: HeaderMap::new(),
        body: body.to_string().into_bytes(),
    }
}

fn service() -> Oqtopus {
    service_at("https://a/")
}

fn service_at(url: &str) -> Oqtopus {
    let variables = [("OQTOPUS_API_TOKEN", "hidden"), ("OQTOPUS_URL", url)];
    let owned = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let environment = Environment {
        variables: owned.into(),
        home: "/nowhere".into(),
        config: "/nowhere".into(),
        ..Environment::default()
    };
    let profile = Profile::new(ServiceName::Oqtopus, "qulacs");
    Oqtopus::connect(&profile, &environment, at_once()).unwrap()
}

fn job() -> Entry {
    let job = Entry::new("cheqqers-1", "test", "oqtopus", "qulacs");
    job.with_program("OPENQASM 3.0;\n", 2, 2, 64)
}

#[test]
fn bit_0_comes_last_in_counts_and_first_here() {
    let text = json!({"sampling": {"counts": {"001": 3, "011": 1}, "divided_counts": null}});
    let found = counts(&text.to_string(), 3).unwrap();
    let bits = |text: &str| text.parse::<Bitstring>().unwrap();
    let JobOutput::Counts(found) = found else {
        panic!("{found:?}");
    };
    assert_eq!(found, [(bits("100"), 3), (bits("110"), 1)]);
    // Bit 0 has weight 1.
    assert_eq!(found[0].0.index(), 1);
}

#[test]
fn results_of_another_program_are_refused() {
    for text in [
        r#"{"sampling": {"counts": {"01": 4}}}"#,
        r#"{"sampling": {"counts": {"0x1": 4}}}"#,
        r#"{"sampling": {"counts": {"001": -4}}}"#,
        r#"{"sampling": {"counts": {"001": 0.5}}}"#,
        r#"{"sampling": {"counts": null}}"#,
        r#"{"sampling": null, "estimation": {"exp_value": 1.0}}"#,
        "[]",
        "<html>",
    ] {
        let error = counts(text, 3).unwrap_err();
        assert!(matches!(error, RemoteError::Protocol { .. }), "{text}");
    }
}

#[test]
fn states_are_read_in_either_case() {
    let cases = [
        ("registered", JobState::Created),
        ("Submitted", JobState::Created),
        ("ready", JobState::Queued),
        ("RUNNING", JobState::Running),
        ("cancelling", JobState::Cancelling),
        ("succeeded", JobState::Done),
        ("failed", JobState::Failed),
        ("cancelled", JobState::Cancelled),
        ("levitating", JobState::Unknown),
    ];
    for (word, expected) in cases {
        assert_eq!(state(word), expected, "{word}");
    }
}

#[test]
fn failures_say_who_is_to_blame() {
    for text in [
        "failed to parse OpenQASM 3",
        "Transpilation failed: 'unknown instruction'",
        "unsupported operation",
    ] {
        assert!(
            matches!(failed(text), RemoteError::BadProgram { .. }),
            "{text}"
        );
    }
    let offline = failed("device status is not available");
    assert!(matches!(offline, RemoteError::DeviceOffline { .. }));
    for text in ["failed to execute job on device", "", "something new"] {
        let expected = RemoteError::Failed {
            code: "failed".into(),
            text: text.into(),
        };
        assert_eq!(failed(text), expected);
    }
}

#[test]
fn refusals_are_told_apart() {
    let of =
        |status: u16, text: &str| refusal(&reply(status, &json!({"message": text})), Some("d"));
    assert!(matches!(of(401, "m"), RemoteError::Unauthorised { .. }));
    assert!(matches!(of(404, "m"), RemoteError::Unsuitable { .. }));
    assert!(matches!(
        of(400, "device not found"),
        RemoteError::Unsuitable { .. }
    ));
    let offline = RemoteError::DeviceOffline {
        device: "d".into(),
        text: "device d is not available".into(),
    };
    assert_eq!(of(400, "device d is not available"), offline);
    let program = RemoteError::BadProgram {
        code: "400".into(),
        text: "m".into(),
    };
    assert_eq!(of(400, "m"), program);
    let shape = json!({"detail": [{"loc": ["body", "shots"], "msg": "too large"}]});
    let refused = refusal(&reply(422, &shape), Some("d")).to_string();
    assert!(refused.contains("shots"), "{refused}");
    let lost = ERRORS
        .about_job(reply(404, &json!({"message": "m"})), "7")
        .unwrap_err();
    assert!(matches!(lost, RemoteError::JobNotFound { .. }));
}

#[test]
fn previews_are_the_three_requests_without_secrets() {
    let mut service = service();
    let previews = service.previews(&job()).unwrap();
    assert!(!format!("{previews:?} {service:?}").contains("hidden"));
    let lines: Vec<&str> = previews.iter().map(|preview| &preview.line[..]).collect();
    let expected = [
        "POST https://a/jobs",
        "POST the address in the first answer",
        "POST https://a/jobs/JOB/submit",
    ];
    assert_eq!(lines, expected);
    assert!(
        previews[1]
            .body
            .ends_with(r#"{"program":["OPENQASM 3.0;\n"]}"#),
        "{previews:?}"
    );
    let body: Value = serde_json::from_str(&previews[2].body).unwrap();
    let expected = json!({
        "name": "cheqqers-1",
        "description": "",
        "device_id": "qulacs",
        "job_type": "sampling",
        "shots": 64,
        "transpiler_info": {},
        "simulator_info": {},
        "mitigation_info": {},
    });
    assert_eq!(body, expected);
}

#[test]
fn secrets_of_another_shape_are_not_told() {
    for body in [
        &br#"{"job_id": 3, "presigned_url": "http://hidden"}"#[..],
        br#"{"job_id": "3", "presigned_url": {"url": "http://hidden"}}"#,
        br#"{"job_id": "hidden"#,
    ] {
        let error = secret::<Registration>(body).err().unwrap();
        assert!(!format!("{error} {error:?}").contains("hidden"), "{error}");
    }
}

#[test]
fn devices_say_whether_they_take_jobs() {
    let of = |body: Value| info(&reply(200, &body).json().unwrap());
    let open = of(
        json!({"device_id": "qulacs", "device_type": "simulator", "status": "available",
        "n_pending_jobs": 3, "n_qubits": 12, "basis_gates": [], "more": {}}),
    );
    assert_eq!(
        (open.state, open.queue, open.num_qubits),
        (DeviceState::Online, Some(3), Some(12))
    );
    assert!(open.is_simulator);
    let closed = of(
        json!({"device_id": "a", "device_type": "QPU", "status": "unavailable",
        "available_at": "2026-12-01T00:00:00Z"}),
    );
    assert_eq!(closed.state, DeviceState::Offline);
    assert!(!closed.is_simulator && closed.said.ends_with("until 2026-12-01T00:00:00Z"));
}

#[test]
fn devices_are_described() {
    let qulacs = json!({
        "device_id": "qulacs", "device_type": "simulator", "status": "available",
        "calibrated_at": "today", "description": "a simulator",
    });
    let machine = json!({"device_id": "a", "device_type": "QPU", "status": "x", "description": ""});
    let server = Server::of_json(&[
        (200, json!([qulacs, machine])),
        (200, qulacs),
        (200, machine),
        (404, json!({"message": "device not found"})),
    ]);
    let mut oqtopus = service_at(&server.at(""));
    let devices = oqtopus.devices().unwrap();
    let states = devices
        .iter()
        .map(|device| (&device.name[..], device.state));
    let expected = [("qulacs", DeviceState::Online), ("a", DeviceState::Unknown)];
    assert_eq!(states.collect::<Vec<_>>(), expected);
    let qulacs = oqtopus.capabilities("qulacs").unwrap();
    assert_eq!(
        (qulacs.is_free, qulacs.calibrated.as_deref()),
        (true, Some("today"))
    );
    assert_eq!(qulacs.notes.last().map(String::as_str), Some("a simulator"));
    let machine = oqtopus.capabilities("a").unwrap();
    assert_eq!((machine.is_free, machine.notes.len()), (false, 2));
    let error = oqtopus.capabilities("b").unwrap_err();
    assert!(matches!(error, RemoteError::Unsuitable { .. }), "{error}");
    assert_eq!(
        server.asked("/"),
        "get devices, get devices/qulacs, get devices/a, get devices/b"
    );
}

/// Response of the storage with a status.
fn of_storage(status: u16) -> String {
    answer(status, "", "s3cret")
}

#[test]
fn a_job_is_registered_uploaded_and_submitted() {
    let storage = Server::new(&[
        &of_storage(403),
        &of_storage(201),
        &of_storage(201),
        &of_storage(201),
        &of_storage(201),
        &of_storage(403),
        &of_storage(400),
        &of_storage(404),
    ]);
    let registered = |id: &str| {
        let fields = json!({"policy": "p0l1cy", "size": 7});
        (
            200,
            json!({"job_id": id, "presigned_url": {"url": storage.at("/in"), "fields": fields}}),
        )
    };
    let is = |status: &str| {
        (
            200,
            json!({"job_id": "2", "name": "cheqqers-1", "status": status}),
        )
    };
    let refused = (400, json!({"message": "m"}));
    let server = Server::of_json(&[
        // The signature has run out.
        registered("0"),
        registered("1"),
        (200, json!({})),
        registered("2"),
        refused.clone(),
        is("registered"),
        registered("2"),
        refused.clone(),
        is("submitted"),
        registered("2"),
        refused.clone(),
        (404, json!({})),
        registered("3"),
        registered("4"),
        registered("5"),
        (401, json!({"message": "m"})),
    ]);
    let mut oqtopus = service_at(&server.at(""));
    assert_eq!(oqtopus.submit(&job()).as_deref(), Ok("1"));
    let error = oqtopus.submit(&job()).unwrap_err();
    assert!(matches!(error, RemoteError::BadProgram { .. }), "{error}");
    // An earlier try may have been taken.
    assert_eq!(oqtopus.submit(&job()).as_deref(), Ok("2"));
    let key = "cheqqers-1".to_owned();
    assert_eq!(oqtopus.submit(&job()), Err(RemoteError::Ambiguous { key }));
    for told in ["HTTP 403", "HTTP 404"] {
        let error = oqtopus.submit(&job()).unwrap_err().to_string();
        assert!(error.contains(told) && !error.contains("p0l1cy"), "{error}");
    }
    let error = oqtopus.submit(&job()).unwrap_err();
    assert!(matches!(error, RemoteError::Unauthorised { .. }), "{error}");
    let again = "post jobs, post jobs/2/submit, get jobs/2/status";
    let expected = format!(
        "post jobs, post jobs, post jobs/1/submit, {again}, {again}, {again}, post jobs, \
         post jobs, post jobs, post jobs"
    );
    assert_eq!(server.asked("/"), expected);
    assert_eq!(server.bodies()[2], body(&job()));
    let uploads = storage.requests.lock().unwrap();
    assert_eq!(uploads.len(), 8);
    for upload in uploads.iter() {
        let [policy, size, file] =
            ["p0l1cy", "\r\n7\r\n", "input.zip"].map(|part| upload.find(part));
        assert!(policy < size && size < file && policy.is_some(), "{upload}");
    }
}

#[test]
fn jobs_are_looked_up_polled_read_and_cancelled() {
    let zip = |text: &str| -> Vec<u8> {
        let packed = archive::pack(text).unwrap();
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            packed.len()
        );
        [head.into_bytes(), packed].concat()
    };
    let counts = r#"{"sampling": {"counts": {"01": 64}}}"#;
    let status = |status| of_storage(status).into_bytes();
    let storage = Server::of_bytes(vec![
        status(403),
        status(200),
        zip(counts),
        status(400),
        status(400),
        status(400),
        status(404),
    ]);
    let is = |status: &str| {
        (
            200,
            json!({"job_id": "1", "name": "cheqqers-1", "status": status}),
        )
    };
    let of = |info: Value| (200, json!({"job_info": info}));
    let result = of(json!({"result": storage.at("/out?s1gnature")}));
    let server = Server::of_json(&[
        (
            200,
            json!([
                {"job_id": "2", "name": "cheqqers-1", "status": "running"},
                {"job_id": "0", "name": "other", "status": "running"},
                {"job_id": "1", "name": "cheqqers-1", "status": "running"},
            ]),
        ),
        is("running"),
        is("failed"),
        of(json!({"message": "failed to parse OpenQASM 3"})),
        is("failed"),
        (404, json!({})),
        (404, json!({})),
        result.clone(),
        result.clone(),
        result.clone(),
        result.clone(),
        result.clone(),
        result.clone(),
        result,
        of(json!({})),
        (200, json!({})),
        (400, json!({})),
        is("succeeded"),
        (400, json!({"message": "m"})),
        is("running"),
    ]);
    let mut oqtopus = service_at(&server.at(""));
    assert_eq!(oqtopus.find(&job()), Ok(vec!["1".into(), "2".into()]));
    let running = oqtopus.status("1").unwrap();
    assert_eq!((running.state, running.failure), (JobState::Running, None));
    let failed = oqtopus.status("1").unwrap().failure;
    assert!(
        matches!(failed, Some(RemoteError::BadProgram { .. })),
        "{failed:?}"
    );
    let unexplained = oqtopus.status("1").unwrap();
    assert_eq!(
        (unexplained.state, unexplained.failure),
        (JobState::Failed, None)
    );
    let lost = oqtopus.status("1").unwrap_err();
    assert!(matches!(lost, RemoteError::JobNotFound { .. }), "{lost}");
    // The signature has run out, the file is cut, and the third is whole.
    let response = oqtopus.response("1", &job()).unwrap();
    assert_eq!(response.raw, counts);
    let bits = "10".parse().unwrap();
    assert_eq!(response.output, Ok(JobOutput::Counts(vec![(bits, 64)])));
    for told in ["HTTP 403", "HTTP 404", "no result"] {
        let error = oqtopus.response("1", &job()).unwrap_err().to_string();
        assert!(
            error.contains(told) && !error.contains("s1gnature"),
            "{error}"
        );
    }
    assert_eq!(oqtopus.cancel("1"), Ok(()));
    assert_eq!(oqtopus.cancel("1"), Ok(()));
    assert!(oqtopus.cancel("1").is_err());
    assert_eq!(
        server.asked("/jobs"),
        "get ?q=cheqqers-1&fields=job_id%2cname%2cstatus&order=desc&size=100&page=1, \
         get /1/status, get /1/status, get /1, get /1/status, get /1, get /1/status, get /1, \
         get /1, get /1, get /1, get /1, get /1, get /1, get /1, post /1/cancel, \
         post /1/cancel, get /1/status, post /1/cancel, get /1/status"
    );
    assert_eq!(storage.asked("/"), ["get out?s1gnature"; 7].join(", "));
}
