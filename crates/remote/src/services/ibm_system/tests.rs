use reqwest::header::HeaderMap;

use super::*;
use crate::http::tests::{Server, at_once};
use crate::service::JobOutput;
use crate::services::ibm::tests::{described, token};

#[test]
fn a_key_makes_one_id() {
    let name = id("cheqqers-0123456789abcdef");
    assert_eq!(name, id("cheqqers-0123456789abcdef"));
    assert_ne!(name, id("cheqqers-0123456789abcdee"));
    let lengths: Vec<usize> = name.split('-').map(str::len).collect();
    assert_eq!(lengths, [8, 4, 4, 4, 12]);
    assert_eq!(&name[14..15], "4");
    assert!("89ab".contains(&name[19..20]), "{name}");
}

#[test]
fn a_job_is_unknown_only_when_the_machine_says_so() {
    let reply = |status: StatusCode, body: &str| Reply {
        status,
        headers: HeaderMap::new(),
        body: body.into(),
    };
    let said = r#"{"errors": [{"code": 1291, "message": "m"}]}"#;
    assert!(is_unknown(&reply(StatusCode::NOT_FOUND, said)));
    assert!(!is_unknown(&reply(StatusCode::BAD_REQUEST, said)));
    let other = said.replace("1291", "1216");
    for body in [&other, "<html>", ""] {
        assert!(!is_unknown(&reply(StatusCode::NOT_FOUND, body)), "{body}");
    }
}

#[test]
fn states_and_reasons_are_read() {
    let status = |text: &str| JobStatus::from(serde_json::from_str::<Job>(text).unwrap());
    let done = status(r#"{"status": "Completed", "usage": {"quantum_nanoseconds": 1500000000}}"#);
    assert_eq!(done.state, JobState::Done);
    assert!((done.cost.unwrap().amount - 1.5).abs() < 1e-12);
    let failed = status(
        r#"{"status": "failed", "reason_code": 5203, "reason_message": "'unknown instruction: h'"}"#,
    );
    assert!(matches!(
        failed.failure,
        Some(RemoteError::BadProgram { .. })
    ));
    let failed = status(
        r#"{"status": "failed", "reason_code": 5200, "reason_message": "PUT https://b/k?X-Amz-Signature=hid 403"}"#,
    );
    let failed = failed.failure.unwrap().to_string();
    assert!(failed.ends_with("PUT https://b/k?(secret) 403"), "{failed}");
    assert_eq!(
        status(r#"{"status": "Cancelled"}"#).state,
        JobState::Cancelled
    );
    assert_eq!(status(r#"{"status": "Thinking"}"#).state, JobState::Unknown);
}

#[test]
fn devices_are_read() {
    let text = r#"{"backends": [{"name": "a", "status": "online", "locked": true}, {"name": "b", "status": "offline", "message": "cold"}]}"#;
    let found: Backends = serde_json::from_str(text).unwrap();
    let infos: Vec<DeviceInfo> = found.backends.into_iter().map(Into::into).collect();
    assert_eq!(infos[0].said, "online: reserved");
    assert_eq!(infos[1].said, "offline: cold");
    assert_eq!(infos[1].state, crate::DeviceState::Offline);
}

const KEY: &str = "cheqqers-1";

/// Client of a machine, and of a storage, at a server.
fn machine(server: &Server, device: &str) -> IbmSystem {
    let variables = [
        ("lab_QRMI_IBM_QS_ENDPOINT", &server.at("/qs")[..]),
        ("lab_QRMI_IBM_QS_IAM_ENDPOINT", &server.at("")),
        ("lab_QRMI_IBM_QS_IAM_APIKEY", "h1dden"),
        ("lab_QRMI_IBM_QS_SERVICE_CRN", "crn:v1:lab"),
        ("lab_QRMI_IBM_QS_S3_BUCKET", "games/today/"),
        ("lab_QRMI_IBM_QS_S3_REGION", "us-east"),
        ("lab_QRMI_IBM_QS_S3_ENDPOINT", &server.at("/s3")),
        ("lab_QRMI_IBM_QS_AWS_ACCESS_KEY_ID", "1d"),
        ("lab_QRMI_IBM_QS_AWS_SECRET_ACCESS_KEY", "s3cret"),
        ("lab_QRMI_JOB_TIMEOUT_SECONDS", "60"),
    ];
    let owned = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let environment = Environment {
        variables: owned.into(),
        ..Environment::default()
    };
    let profile = Profile::new(ServiceName::IbmSystem, device);
    connect(&profile, &environment, at_once()).unwrap()
}

fn entry(key: &str) -> Entry {
    let program = "OPENQASM 3.0;\ninclude \"stdgates.inc\";\nbit[2] c;\nx $0;\n";
    Entry::new(key, "test", "ibm-system", "lab").with_program(program, 2, 2, 100)
}

/// Requests without what signs addresses, and with short names for places.
fn asked(server: &Server) -> String {
    let all = server.asked("/qs/v1/").replace(&id(KEY), "ID");
    let all = all.replace(" /s3/games/today/", " in storage ");
    let all: Vec<&str> = all
        .split(", ")
        .filter_map(|line| line.split('?').next())
        .collect();
    all.join(", ")
}

/// Response that a job is not known.
fn unknown() -> (u16, Value) {
    (404, json!({"errors": [{"code": 1291, "message": "m"}]}))
}

const TOKEN: &str = "post /identity/token";

#[test]
fn a_machine_is_described() {
    let backend = |locked: bool| json!({"name": "lab", "status": "online", "locked": locked});
    let [configuration, properties] = described();
    let server = Server::of_json(&[
        token(3600),
        (200, json!({"backends": [backend(false)]})),
        (200, backend(false)),
        configuration.clone(),
        properties.clone(),
        (200, backend(true)),
        configuration,
        properties,
        (404, json!({})),
        (403, json!({})),
    ]);
    let mut lab = machine(&server, "lab");
    let names: Vec<_> = lab
        .devices()
        .unwrap()
        .into_iter()
        .map(|one| one.name)
        .collect();
    assert_eq!(names, ["lab"]);
    let open = lab.capabilities("lab").unwrap();
    assert_eq!((open.info.num_qubits, open.notes.len()), (Some(2), 0));
    let reserved = lab.capabilities("lab").unwrap();
    assert!(
        reserved.notes[0].contains("reserved"),
        "{:?}",
        reserved.notes
    );
    let error = lab.capabilities("lab").unwrap_err();
    let named = matches!(&error, RemoteError::Unsuitable { device, .. } if device == "lab");
    assert!(named, "{error:?}");
    let error = lab.devices().unwrap_err();
    assert!(matches!(error, RemoteError::Unauthorised { .. }), "{error}");
    assert_eq!(lab.time_limit(&entry(KEY)), Some(Duration::from_mins(1)));
    let one = "get backends/lab";
    let parts = format!("{one}, {one}/configuration, {one}/properties");
    let expected = format!("{TOKEN}, get backends, {parts}, {parts}, {one}, get backends");
    assert_eq!(asked(&server), expected);
}

#[test]
fn a_preview_is_what_is_sent_without_secrets() {
    let server = Server::new(&[]);
    let mut lab = machine(&server, "lab");
    let previews = lab.previews(&entry(KEY)).unwrap();
    let shown = format!("{previews:?} {lab:?}");
    for secret in ["h1dden", "s3cret", "Amz-Signature"] {
        assert!(!shown.contains(secret), "{shown}");
    }
    let lines: Vec<&str> = previews.iter().map(|preview| &preview.line[..]).collect();
    let input = server.at(&format!("/s3/games/today/input_{}.json", id(KEY)));
    let input = format!("PUT {input}?(secret)");
    let [tokens, jobs] =
        ["/identity/token", "/qs/v1/jobs"].map(|path| format!("POST {}", server.at(path)));
    assert_eq!(lines, [&input[..], &tokens, &jobs]);
}

#[test]
fn a_job_is_sent_through_the_storage_and_those_without_an_answer_are_deleted() {
    let refused = |code: u16| (409, json!({"errors": [{"code": code, "message": "m"}]}));
    let is = |status: &str| (200, json!({"status": status}));
    let stored = || (200, json!(null));
    let failed = |code: &str| json!(format!("<Code>{code}</Code><Message>s1gnature</Message>"));
    let server = Server::of_json(&[
        stored(),
        token(3600),
        (200, json!({})),
        // It is there already; all its lanes are taken; the storage is none.
        stored(),
        refused(1231),
        stored(),
        refused(1),
        (403, failed("AccessDenied")),
        (404, failed("NoSuchBucket")),
        is("Running"),
        is("Failed"),
        is("Failed"),
        is("Completed"),
        stored(),
        (200, json!({})),
        (200, json!({})),
        stored(),
        (200, json!({})),
    ]);
    let mut lab = machine(&server, "lab");
    for _ in 0..2 {
        assert_eq!(lab.submit(&entry(KEY)), Ok(id(KEY)));
    }
    let error = lab.submit(&entry(KEY)).unwrap_err();
    assert!(matches!(error, RemoteError::Quota { .. }), "{error}");
    for code in ["AccessDenied", "NoSuchBucket"] {
        let error = lab.submit(&entry(KEY)).unwrap_err().to_string();
        assert!(
            error.contains(code) && !error.contains("s1gnature"),
            "{error}"
        );
    }
    for (job, state) in [
        ("1", JobState::Running),
        ("2", JobState::Failed),
        ("2", JobState::Failed),
        ("3", JobState::Done),
    ] {
        assert_eq!(lab.status(job).unwrap().state, state);
    }
    for _ in 0..2 {
        assert_eq!(lab.submit(&entry(KEY)), Ok(id(KEY)));
    }
    let (put, post) = ("put in storage input_ID.json", "post jobs");
    let expected = format!(
        "{put}, {TOKEN}, {post}, {put}, {post}, {put}, {post}, {put}, {put}, get jobs/1, \
         get jobs/2, get jobs/2, get jobs/3, {put}, delete jobs/2, {post}, {put}, {post}"
    );
    assert_eq!(asked(&server), expected);
    let body = &server.bodies()[2];
    assert_eq!(
        (&body["id"], &body["timeout_secs"]),
        (&json!(id(KEY)), &json!(60))
    );
    for part in ["input", "results", "logs"] {
        let url = body["storage"][part]["presigned_url"].as_str().unwrap();
        let object = format!("/{part}_{}.json?", id(KEY));
        assert!(
            url.contains(&object) && url.contains("X-Amz-Signature="),
            "{url}"
        );
    }
}

#[test]
fn a_job_is_where_the_machine_or_the_storage_has_it() {
    let is = |status: &str| (200, json!({"status": status}));
    let result = (
        200,
        json!({"results": [{"data": {"c": {"samples": ["0x1"], "num_bits": 2}}}]}),
    );
    let no_bucket = (404, json!("<Code>NoSuchBucket</Code>"));
    let none = (404, json!("<Code>NoSuchKey</Code>"));
    let server = Server::of_json(&[
        token(3600),
        is("Running"),
        unknown(),
        result.clone(),
        unknown(),
        none.clone(),
        unknown(),
        no_bucket,
        (400, json!({})),
        // Polled.
        unknown(),
        result.clone(),
        unknown(),
        none.clone(),
        // Read, and deleted only where it was understood.
        result,
        (200, json!(null)),
        (200, json!({"results": []})),
        none,
        // Cancelled, ended, deleted, and neither.
        (200, json!(null)),
        (409, json!({})),
        unknown(),
        (404, json!({})),
    ]);
    let mut lab = machine(&server, "lab");
    for found in [vec![id(KEY)], vec![id(KEY)], Vec::new()] {
        assert_eq!(lab.find(&entry(KEY)), Ok(found));
    }
    for _ in 0..2 {
        let error = lab.find(&entry(KEY)).unwrap_err();
        assert!(matches!(error, RemoteError::Unreachable { .. }), "{error}");
    }
    let done = lab.status(&id(KEY)).unwrap();
    assert_eq!((done.state, &done.said[..]), (JobState::Done, "deleted"));
    let lost = lab.status(&id(KEY)).unwrap_err();
    assert!(matches!(lost, RemoteError::JobNotFound { .. }), "{lost}");
    let response = lab.response(&id(KEY), &entry(KEY)).unwrap();
    let bits = "10".parse().unwrap();
    assert_eq!(response.output, Ok(JobOutput::Shots(vec![bits])));
    assert!(lab.response(&id(KEY), &entry(KEY)).unwrap().output.is_err());
    let error = lab.response(&id(KEY), &entry(KEY)).unwrap_err();
    assert!(matches!(error, RemoteError::Protocol { .. }), "{error}");
    for _ in 0..3 {
        assert_eq!(lab.cancel(&id(KEY)), Ok(()));
    }
    assert!(lab.cancel(&id(KEY)).is_err());
    let (get, stored) = ("get jobs/ID", "get in storage results_ID.json");
    let (delete, cancel) = ("delete jobs/ID", "post jobs/ID/cancel");
    let expected = format!(
        "{TOKEN}, {get}, {get}, {stored}, {get}, {stored}, {get}, {stored}, {get}, {get}, \
         {stored}, {get}, {stored}, {stored}, {delete}, {stored}, {stored}, {cancel}, {cancel}, \
         {cancel}, {cancel}"
    );
    assert_eq!(asked(&server), expected);
}
