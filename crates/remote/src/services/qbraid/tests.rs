use cheqqers_circuit::{Clbit, Gate, Qubit};
use reqwest::header::HeaderMap;

use super::*;
use crate::http::Reply;
use crate::http::tests::{Server, at_once};
use crate::services::braket::program::missing;

const DEVICE: &str = "aws:aqt:qpu:ibex-q1";

fn service_at(url: &str) -> Qbraid {
    let variables = [("QBRAID_API_KEY", "hidden"), ("QBRAID_API_URL", url)];
    let owned = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let environment = Environment {
        variables: owned.into(),
        home: "/nowhere".into(),
        ..Environment::default()
    };
    let profile = Profile::new(ServiceName::Qbraid, DEVICE);
    Qbraid::connect(&profile, &environment, at_once()).unwrap()
}

fn job() -> Entry {
    let job = Entry::new("cheqqers-1", "test", "qbraid", DEVICE);
    job.with_program("OPENQASM 3.0;\n", 2, 2, 64)
}

fn reply(status: u16, body: &Value) -> Reply {
    Reply {
        status: StatusCode::from_u16(status).unwrap(),
        headers: HeaderMap::new(),
        body: body.to_string().into_bytes(),
    }
}

fn data(data: &Value) -> (u16, Value) {
    (200, json!({"success": true, "data": data}))
}

fn result(data: &Value) -> String {
    json!({"success": true, "data": {"status": "COMPLETED", "cost": "0E-33", "resultData": data}})
        .to_string()
}

#[test]
fn bit_0_comes_last_in_results_and_first_here() {
    let bits = |text: &str| text.parse::<Bitstring>().unwrap();
    let text = result(&json!({"measurementCounts": {"001": 3, "0 11": 1}}));
    let expected = vec![(bits("110"), 1), (bits("100"), 3)];
    assert_eq!(output(&text, 3), Ok(JobOutput::Counts(expected)));
    let text = result(&json!({"measurementCounts": null, "measurementProbabilities": {"01": 1.0}}));
    let expected = vec![(bits("10"), 1.0)];
    assert_eq!(output(&text, 2), Ok(JobOutput::Probabilities(expected)));
}

#[test]
fn results_of_another_program_are_refused() {
    for data in [
        json!({"measurementCounts": {"01": 4}}),
        json!({"measurementCounts": {"0x1": 4}}),
        json!({"measurementCounts": {"001": -4}}),
        json!({"measurementCounts": [{"001": 4}]}),
        json!({"measurements": [[0, 0, 1]]}),
        json!([]),
    ] {
        let found = output(&result(&data), 3);
        assert!(matches!(found, Err(RemoteError::Protocol { .. })), "{data}");
    }
}

#[test]
fn states_are_read_and_unknown_ones_go_on() {
    for (word, expected) in [
        ("INITIALIZING", JobState::Created),
        ("VALIDATING", JobState::Created),
        ("queued", JobState::Queued),
        ("RUNNING", JobState::Running),
        ("CANCELLING", JobState::Cancelling),
        ("COMPLETED", JobState::Done),
        ("FAILED", JobState::Failed),
        ("CANCELLED", JobState::Cancelled),
        ("HOLD", JobState::Unknown),
        ("UNKNOWN", JobState::Unknown),
        ("LEVITATING", JobState::Unknown),
    ] {
        assert_eq!(state(word), expected, "{word}");
        assert_eq!(
            state(word).is_final(),
            ["COMPLETED", "FAILED", "CANCELLED"].contains(&word)
        );
    }
}

#[test]
fn refusals_are_read_in_each_of_their_forms() {
    for (body, text) in [
        (
            json!({"success": false, "message": "m", "error": {"code": "C"}}),
            "m",
        ),
        (json!({"error": {"message": "m", "code": "C"}}), "m"),
        (json!({"error": "m"}), "m"),
        (json!({"detail": "m"}), "m"),
        (
            json!({"detail": [{"loc": ["body", "shots"], "msg": "m"}]}),
            "[{\"loc\":[\"body\",\"shots\"],\"msg\":\"m\"}]",
        ),
        (json!([]), "HTTP 422: []"),
    ] {
        let code = body["error"]["code"].as_str().unwrap_or("422").to_owned();
        let text = text.to_owned();
        let expected = RemoteError::BadProgram { code, text };
        assert_eq!(failure::refusal(&reply(422, &body), Some("d")), expected);
    }
    let of = |status, code: &str| {
        let body = json!({"success": false, "message": "m", "error": {"code": code}});
        ERRORS.about_device(reply(status, &body), "d").unwrap_err()
    };
    assert!(matches!(
        of(401, "INVALID_API_KEY"),
        RemoteError::Unauthorised { .. }
    ));
    assert!(matches!(of(402, ""), RemoteError::Quota { .. }));
    assert!(matches!(
        of(400, "INSUFFICIENT_CREDITS"),
        RemoteError::Quota { .. }
    ));
    assert!(matches!(
        of(404, "NOT_FOUND"),
        RemoteError::Unsuitable { .. }
    ));
    assert!(matches!(of(409, ""), RemoteError::DeviceOffline { .. }));
}

#[test]
fn failures_are_those_of_the_program_or_of_the_device() {
    let of = |message: &str| failure(message);
    assert!(matches!(
        of("Undeclared register c"),
        RemoteError::BadProgram { .. }
    ));
    assert!(matches!(
        of("QASM parse error"),
        RemoteError::BadProgram { .. }
    ));
    assert!(matches!(of("it timed out"), RemoteError::RanTooLong { .. }));
    assert!(matches!(of("the laser is off"), RemoteError::Failed { .. }));
}

#[test]
fn a_draft_is_what_is_sent_without_the_key() {
    let mut service = service_at("https://a/api/v1/");
    let short = Entry::new("cheqqers-1", "test", "qbraid", "qbraid:sim:qir-sv");
    let body = service.previews(&short).unwrap().remove(0).body;
    assert!(
        body.contains(r#""deviceQrn":"qbraid:qbraid:sim:qir-sv""#),
        "{body}"
    );
    let previews = service.previews(&job()).unwrap();
    let [preview] = &previews[..] else {
        panic!("{previews:?}");
    };
    assert_eq!(preview.line, "POST https://a/api/v1/jobs");
    assert!(!format!("{previews:?} {service:?}").contains("hidden"));
    let body: Value = serde_json::from_str(&preview.body).unwrap();
    let expected = json!({
        "name": "cheqqers-1",
        "shots": 64,
        "deviceQrn": DEVICE,
        "tags": {"cheqqers": "cheqqers-1"},
        "runtimeOptions": {},
        "program": {"format": "qasm3", "data": "OPENQASM 3.0;\n"},
    });
    assert_eq!(body, expected);
}

#[test]
fn programs_for_devices_behind_amazon_have_the_gates_that_all_of_them_take() {
    let mut circuit = Circuit::new(3, 1);
    for (gate, qubits) in [
        (Gate::Cz, &[Qubit(0), Qubit(1)][..]),
        (Gate::Ccx, &[Qubit(0), Qubit(1), Qubit(2)]),
        (Gate::Iswap, &[Qubit(1), Qubit(2)]),
        (Gate::P(0.5), &[Qubit(0)]),
        (Gate::Sxdg, &[Qubit(0)]),
        (Gate::Cx, &[Qubit(0), Qubit(2)]),
    ] {
        circuit.push(gate, qubits).unwrap();
    }
    circuit.measure(Qubit(0), Clbit(0)).unwrap();
    let mut service = service_at("https://a");
    let mut program = |device: &str| {
        let assumed = service.assumed(device);
        service.program(&circuit, &assumed).unwrap()
    };
    let braket = program(DEVICE);
    assert_eq!(
        missing(&braket, &BRAKET_GATES.map(str::to_owned)),
        [""; 0],
        "{braket}"
    );
    assert!(braket.contains("cnot q[0], q[2];") && !braket.contains("include"));
    let plain = program("qbraid:qbraid:sim:qir-sv");
    assert!(plain.contains("include \"stdgates.inc\";") && plain.contains("cz q[0], q[1];"));
}

#[test]
fn devices_are_described_with_what_they_cost() {
    let device = |qrn: &str, pricing: Value| {
        json!({
            "qrn": qrn, "name": "n", "vendor": "v", "deviceType": "QPU", "status": "ONLINE",
            "paradigm": "gate_model", "runInputTypes": ["braket", "qasm3"], "numberQubits": 12,
            "queueDepth": 3, "avgQueueTime": 2, "minShots": 100, "maxShots": 2000,
            "pricing": pricing, "directAccess": true,
        })
    };
    let prices =
        |task, shot, minute| json!({"perTask": task, "perShot": shot, "perMinute": minute});
    let priced = device(DEVICE, prices(30.0, 2.35, 0.0));
    let mut simulator = device("qbraid:qbraid:sim:qir-sv", prices(0.0, 0.0, 0.0));
    simulator["deviceType"] = json!("SIMULATOR");
    simulator["minShots"] = Value::Null;
    simulator["maxShots"] = Value::Null;
    let mut away = device("rigetti:rigetti:qpu:x", prices(0.0, 0.0, 12_000.0));
    away["status"] = json!("OFFLINE");
    away["statusMsg"] = json!("in service");
    away["nextAvailable"] = json!("2026-12-01T08:00:00Z");
    let mut elsewhere = device("openquantum:rigetti:qpu:x", prices(0.0, 0.0, 0.0));
    elsewhere["deviceType"] = json!("SIMULATOR");
    let mut analog = device("aws:quera:qpu:aquila", prices(30.0, 1.0, 0.0));
    analog["paradigm"] = json!("analog");
    analog["runInputTypes"] = json!(["braket_ahs"]);
    let mut shown = priced.clone();
    shown["directAccess"] = json!(false);
    let unpriced = device("ibm:ibm:qpu:fez", Value::Null);
    let all = [&priced, &simulator, &away, &analog, &shown];
    let mut responses = vec![data(&json!(all))];
    let each = [
        &priced, &simulator, &away, &elsewhere, &unpriced, &analog, &shown,
    ];
    responses.extend(each.map(data));
    let server = Server::of_json(&responses);
    let mut service = service_at(&server.at(""));
    let listed = service.devices().unwrap();
    let names: Vec<_> = listed
        .iter()
        .map(|device| (&device.name[..], device.state))
        .collect();
    let expected = [
        (DEVICE, DeviceState::Online),
        ("qbraid:qbraid:sim:qir-sv", DeviceState::Online),
        ("rigetti:rigetti:qpu:x", DeviceState::Offline),
    ];
    assert_eq!(names, expected);
    assert_eq!(listed[0].wait, Some(Duration::from_mins(2)));
    assert_eq!(
        listed[2].said,
        "OFFLINE until 2026-12-01T08:00:00Z: in service"
    );
    let mut described = |qrn: &str| service.capabilities(qrn);
    let found = described(DEVICE).unwrap();
    assert_eq!(
        (found.shots, found.dialect),
        (100..=2000, Some(Dialect::Braket))
    );
    assert_eq!((found.info.queue, found.is_free), (Some(3), false));
    let price = "it costs, in credits of which 100 are $1, 30 for a job and 2.35 for each shot";
    assert_eq!(found.notes[1], price);
    let found = described("qbraid:qbraid:sim:qir-sv").unwrap();
    assert_eq!(
        (found.shots, found.dialect),
        (1..=MOST_SHOTS, Some(Dialect::Qasm3))
    );
    assert!(found.is_free && found.notes.len() == 1, "{:?}", found.notes);
    let found = described("rigetti:rigetti:qpu:x").unwrap();
    assert!(found.notes[1].ends_with("12000 for each minute of the device"));
    assert_eq!(found.notes.len(), 3);
    let found = described("openquantum:rigetti:qpu:x").unwrap();
    assert!(!found.is_free && found.notes[1].contains("Open Quantum"));
    assert_eq!(
        described("ibm:ibm:qpu:fez").unwrap().notes[1],
        "the service tells no price"
    );
    for qrn in ["aws:quera:qpu:aquila", DEVICE] {
        let error = described(qrn).unwrap_err();
        assert!(matches!(error, RemoteError::Unsuitable { .. }), "{error}");
    }
}

#[test]
fn costs_are_credits_in_numbers_or_texts() {
    let estimate = |cost: Value, is_available: bool| {
        data(&json!({"pricingAvailable": is_available, "estimatedCost": cost, "deviceQrn": DEVICE}))
    };
    let server = Server::of_json(&[
        estimate(json!(180.4), true),
        estimate(json!("180.4"), true),
        estimate(json!("0E-33"), true),
        estimate(Value::Null, false),
        estimate(json!("many"), true),
    ]);
    let mut service = service_at(&server.at(""));
    let mut cost = || service.cost(&job()).unwrap().map(|cost| cost.to_string());
    let costs = [(); 5].map(|()| cost());
    let of = |text: &str| Some(text.to_owned());
    assert_eq!(costs, [of("$1.80"), of("$1.80"), of("$0.00"), None, None]);
    let asked = "get jobs/cost-estimate?deviceqrn=aws%3aaqt%3aqpu%3aibex-q1&shots=64";
    assert!(server.asked("/").to_lowercase().starts_with(asked));
    // It would be told as nothing.
    let elsewhere = Entry::new("cheqqers-1", "test", "qbraid", "openquantum:rigetti:qpu:x");
    assert_eq!(service.cost(&elsewhere), Ok(None));
}

#[test]
fn a_job_is_sent_and_looked_up_by_its_tag_on_every_page() {
    let listed = |id: &str, tag: &str, created: &str| {
        json!({
            "jobQrn": id, "status": "QUEUED", "tags": {"cheqqers": tag},
            "timeStamps": {"createdAt": created},
        })
    };
    let page = |has_next: bool, jobs: &[Value]| {
        (
            200,
            json!({"success": true, "data": jobs, "pagination": {"hasNext": has_next}}),
        )
    };
    let early = "2026-11-01T00:00:00Z";
    let late = "2026-11-02T00:00:00Z";
    let server = Server::of_json(&[
        (
            201,
            json!({"success": true, "data": {"jobQrn": "a-qjob-1", "status": "INITIALIZING"}}),
        ),
        page(
            true,
            &[listed("4", "cheqqers-1", late), listed("3", "other", late)],
        ),
        page(
            false,
            &[
                listed("2", "cheqqers-1", early),
                listed("1", "cheqqers-1", early),
            ],
        ),
        // It is not known what became of it.
        (201, json!({"success": false, "message": "m"})),
    ]);
    let mut service = service_at(&server.at(""));
    assert_eq!(service.submit(&job()).as_deref(), Ok("a-qjob-1"));
    assert_eq!(
        service.find(&job()),
        Ok(["1", "2", "4"].map(str::to_owned).into())
    );
    let key = "cheqqers-1".into();
    assert_eq!(service.submit(&job()), Err(RemoteError::Ambiguous { key }));
    assert_eq!(server.bodies()[0], body(&job()));
    let query = "jobs?statusgroup=all&tags=%7b%22cheqqers%22%3a%22cheqqers-1%22%7d&limit=100&page=";
    let asked = server.asked("/").to_lowercase();
    assert_eq!(
        asked,
        format!("post jobs, get {query}1, get {query}2, post jobs")
    );
}

#[test]
fn a_job_is_polled_read_and_cancelled() {
    let of = |status: &str| {
        data(&json!({
            "jobQrn": "7", "status": status, "statusMsg": "the laser is off", "queuePosition": 2,
            "cost": 45, "tags": {},
        }))
    };
    let refused = |status: u16| (status, json!({"success": false, "message": "m"}));
    let counts = json!({"status": "COMPLETED", "resultData": {"measurementCounts": {"01": 64}}});
    let server = Server::of_json(&[
        of("QUEUED"),
        of("COMPLETED"),
        of("FAILED"),
        refused(404),
        refused(409),
        data(&counts),
        // It was being initialized at first.
        refused(409),
        of("INITIALIZING"),
        (
            202,
            json!({"success": true, "data": {"status": "CANCELLING"}}),
        ),
        refused(400),
        of("COMPLETED"),
        refused(400),
        of("RUNNING"),
    ]);
    let mut service = service_at(&server.at(""));
    let waiting = service.status("7").unwrap();
    assert_eq!(
        (waiting.state, waiting.position),
        (JobState::Queued, Some(2))
    );
    assert_eq!((waiting.cost, waiting.failure), (None, None));
    let done = service.status("7").unwrap();
    assert_eq!(
        done.cost.map(|cost| cost.to_string()).as_deref(),
        Some("$0.45")
    );
    let failed = service.status("7").unwrap().failure.unwrap();
    assert!(matches!(failed, RemoteError::Failed { .. }), "{failed}");
    let lost = service.status("7").unwrap_err();
    assert!(matches!(lost, RemoteError::JobNotFound { .. }), "{lost}");
    // It is asked for again.
    let early = service.response("7", &job()).unwrap_err();
    assert!(matches!(early, RemoteError::Unreachable { .. }), "{early}");
    let response = service.response("7", &job()).unwrap();
    let bits = "10".parse().unwrap();
    assert_eq!(response.output, Ok(JobOutput::Counts(vec![(bits, 64)])));
    assert_eq!(service.cancel("7"), Ok(()));
    // Also where it has ended, but not where it goes on.
    assert_eq!(service.cancel("7"), Ok(()));
    assert!(service.cancel("7").is_err());
}
