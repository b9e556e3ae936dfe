use reqwest::header::HeaderMap;

use super::*;
use crate::error::RemoteError;
use crate::service_name::ServiceName;

fn reply(status: u16, body: &Value) -> Reply {
    Reply {
        status: StatusCode::from_u16(status).unwrap(),
        headers: HeaderMap::new(),
        body: body.to_string().into_bytes(),
    }
}

fn service() -> Oqtopus {
    let variables = [
        ("OQTOPUS_API_TOKEN", "hidden"),
        ("OQTOPUS_URL", "https://a/"),
    ];
    let owned = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let environment = Environment {
        variables: owned.into(),
        home: "/nowhere".into(),
        config: "/nowhere".into(),
        ..Environment::default()
    };
    let profile = Profile::new(ServiceName::Oqtopus, "qulacs");
    Oqtopus::connect(&profile, &environment, RetryPolicy::default()).unwrap()
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
    let lost = about_job(reply(404, &json!({"message": "m"})), "7").unwrap_err();
    assert!(matches!(lost, RemoteError::JobNotFound { .. }));
}

#[test]
fn previews_are_the_three_requests_without_secrets() {
    let mut service = service();
    let job = Entry::new("cheqqers-1", "test", "oqtopus", "qulacs");
    let job = job.with_program("OPENQASM 3.0;\n", 2, 2, 64);
    let previews = service.previews(&job).unwrap();
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
