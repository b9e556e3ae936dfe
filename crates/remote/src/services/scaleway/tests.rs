use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cheqqers_backend::{Backend, Job as LocalJob, Local, Simulator};
use cheqqers_circuit::{Bitstring, Clbit, Gate, Qubit};
use flate2::read::ZlibDecoder;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use reqwest::StatusCode;
use reqwest::header::HeaderMap;

use super::failure::refusal;
use super::*;
use crate::http::tests::{Server, at_once};
use crate::service::JobOutput;

fn reply(status: u16, body: &Value) -> Reply {
    Reply {
        status: StatusCode::from_u16(status).unwrap(),
        headers: HeaderMap::new(),
        body: body.to_string().into_bytes(),
    }
}

fn service() -> Scaleway {
    service_at("https://a.example/")
}

fn service_at(url: &str) -> Scaleway {
    let variables = [
        ("SCW_SECRET_KEY", "hidden"),
        ("SCW_PROJECT_ID", "project"),
        ("SCW_API_URL", url),
    ];
    let owned = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let environment = Environment {
        variables: owned.into(),
        ..Environment::default()
    };
    let profile = Profile::new(ServiceName::Scaleway, "QPU-GARNET-20PQ");
    Scaleway::connect(&profile, &environment, at_once()).unwrap()
}

fn platform() -> Platform {
    serde_json::from_value(json!({
        "id": "1", "name": "QPU-GARNET-20PQ", "version": "2", "type": "qpu",
        "provider_name": "iqm", "availability": "available", "max_qubit_count": 20, "more": 1,
    }))
    .unwrap()
}

fn entry() -> Entry {
    let entry = Entry::new("cheqqers-1", "b", "scaleway", "QPU-GARNET-20PQ");
    entry.with_program("OPENQASM 3.0;", 3, 3, 8)
}

/// Metadata of a platform with these gates.
fn metadata(gates: &[&str]) -> Value {
    let names: Vec<Value> = gates.iter().map(|name| json!({"name": name})).collect();
    let target = json!({"qiskit": {"target": {"instructions": names}}});
    Value::String(target.to_string())
}

/// A client of a platform with this metadata, and what it can do.
fn with_metadata(metadata: Value) -> (Scaleway, Capabilities) {
    let mut scaleway = service();
    let mut described = json!({
        "id": "1", "name": "QPU-GARNET-20PQ", "provider_name": "iqm", "max_qubit_count": 20,
    });
    described["metadata"] = metadata;
    scaleway.known = Some(serde_json::from_value(described).unwrap());
    let device = Capabilities::assumed("QPU-GARNET-20PQ", Dialect::Qasm3);
    (scaleway, device)
}

/// Circuit whose bits are 101 if no phase is lost.
fn phases() -> Circuit {
    let mut circuit = Circuit::new(3, 3);
    let secret = [
        (Gate::X, &[2][..]),
        (Gate::H, &[0]),
        (Gate::H, &[1]),
        (Gate::H, &[2]),
        (Gate::S, &[0]),
        (Gate::Cx, &[0, 2]),
        (Gate::Ccx, &[0, 1, 2]),
        (Gate::Sdg, &[0]),
        (Gate::Ccx, &[1, 0, 2]),
        (Gate::H, &[0]),
        (Gate::H, &[1]),
        (Gate::H, &[2]),
    ];
    for (gate, qubits) in secret {
        let qubits: Vec<Qubit> = qubits.iter().copied().map(Qubit).collect();
        circuit.push(gate, &qubits).unwrap();
    }
    for (qubit, clbit) in [(0, 2), (1, 1), (2, 0)] {
        circuit.measure(Qubit(qubit), Clbit(clbit)).unwrap();
    }
    circuit
}

#[test]
fn programs_are_written_in_gates_that_the_platform_lists() {
    let circuit = phases();
    for (gates, is_lowered) in [
        (&["r", "cz", "measure"][..], true),
        (&["id", "r", "cz", "move"], true),
        (&["rz", "rx", "cz"], true),
        (&["rz", "sx", "x", "cz"], true),
        (&["rz", "r", "rxx"], true),
        (&["x", "h", "s", "sdg", "cx", "ccx"], false),
    ] {
        let (mut scaleway, device) = with_metadata(metadata(gates));
        let text = scaleway.program(&circuit, &device).unwrap();
        let program = cheqqers_program::Program::parse(&text, |_| None).unwrap();
        let used = program.gates();
        assert!(used.iter().all(|gate| gates.contains(&&gate[..])), "{text}");
        assert_eq!(!used.contains("ccx"), is_lowered, "{text}");
        let circuits = [cheqqers_program::read(&text).unwrap().circuit];
        let mut local = Local::new(Simulator::Dense, ChaCha8Rng::seed_from_u64(1));
        let runs = local.run(&LocalJob::new(&circuits, 50)).unwrap();
        let expected: Bitstring = "101".parse().unwrap();
        assert!(runs[0].shots.iter().all(|bits| *bits == expected), "{text}");
    }
}

#[test]
fn a_platform_without_a_list_is_sent_the_program_as_it_is() {
    let circuit = phases();
    let plain = cheqqers_qasm::AnnotatedCircuit::new(&circuit);
    let plain = cheqqers_qasm::write(&plain, Dialect::Qasm3).unwrap();
    for metadata in [
        Value::Null,
        json!(""),
        json!("{}"),
        json!("no JSON"),
        json!({"qiskit": 1}),
        metadata(&[]),
    ] {
        let (mut scaleway, device) = with_metadata(metadata);
        assert_eq!(scaleway.program(&circuit, &device).unwrap(), plain);
    }
}

/// No request is made: there is no such address.
#[test]
fn a_list_without_a_native_form_is_refused_with_the_gates_that_are_missing() {
    let (mut scaleway, device) = with_metadata(metadata(&["h", "x", "cz"]));
    let error = scaleway.program(&phases(), &device).unwrap_err();
    assert!(matches!(error, RemoteError::Unsuitable { .. }), "{error}");
    let told = error.to_string();
    for part in ["QPU-GARNET-20PQ", "cz, h, x", "ccx, cx, s, sdg"] {
        assert!(told.contains(part), "{told}");
    }
}

/// The forms with `r` have their measurements at the end.
#[test]
fn a_qubit_that_is_used_after_its_measurement_is_not_measured_later() {
    let mut circuit = Circuit::new(1, 2);
    circuit.measure(Qubit(0), Clbit(0)).unwrap();
    circuit.push(Gate::X, &[Qubit(0)]).unwrap();
    circuit.measure(Qubit(0), Clbit(1)).unwrap();
    for (gates, is_refused) in [
        (&["r", "cz"][..], true),
        (&["rz", "r", "rxx"], true),
        (&["rz", "rx", "cz"], false),
    ] {
        let (mut scaleway, device) = with_metadata(metadata(gates));
        let program = scaleway.program(&circuit, &device);
        assert_eq!(program.is_err(), is_refused, "{program:?}");
    }
}

#[test]
fn previews_show_the_program_and_no_key() {
    let mut scaleway = service();
    scaleway.known = Some(platform());
    let previews = scaleway.previews(&entry()).unwrap();
    let lines: Vec<&str> = previews.iter().map(|one| &one.line[..]).collect();
    let address = |path: &str| format!("POST https://a.example/qaas/v1alpha1/{path}");
    assert_eq!(lines, ["models", "sessions", "jobs"].map(address));
    assert!(previews[0].body.ends_with("OPENQASM 3.0;"));
    let job: Value = serde_json::from_str(&previews[2].body).unwrap();
    assert_eq!(job["tags"], json!(["cheqqers-1"]));
    let parameters: Value = serde_json::from_str(job["parameters"].as_str().unwrap()).unwrap();
    assert_eq!(parameters, json!({"shots": 8, "options": {"memory": true}}));
    assert!(!format!("{scaleway:?} {previews:?}").contains("hidden"));
}

/// Sessions of earlier versions are found by their tags, so these must stay.
#[test]
fn tags_of_sessions_are_those_of_the_first_version() {
    let tag = program::tag_of_series("a game", "QPU-GARNET-20PQ");
    assert_eq!(tag, "cheqqers-session-fe5a30e21d1e11ec");
    assert_ne!(tag, program::tag_of_series("a game", "QPU-IBEX-12PQ"));
    assert_ne!(tag, program::tag_of_series("another", "QPU-GARNET-20PQ"));
    let body = program::session("project", &platform(), &tag, 2);
    assert_eq!(body["deduplication_id"], format!("{tag}-2"));
    assert_eq!(body["tags"], json!([tag]));
}

#[test]
fn states_are_those_of_the_client() {
    for (word, expected) in [
        ("waiting", JobState::Queued),
        ("running", JobState::Running),
        ("completed", JobState::Done),
        ("cancelling", JobState::Cancelling),
        ("cancelled", JobState::Cancelled),
        ("error", JobState::Failed),
        ("unknown_status", JobState::Unknown),
    ] {
        assert_eq!(state(word), expected, "{word}");
    }
    for (word, expected) in [
        ("available", DeviceState::Online),
        ("scarce", DeviceState::Online),
        ("shortage", DeviceState::Offline),
        ("maintenance", DeviceState::Offline),
        ("unknown_availability", DeviceState::Unknown),
    ] {
        let mut platform = platform();
        platform.availability = word.into();
        assert_eq!(info(&platform).state, expected, "{word}");
    }
    for (word, expected) in [
        ("starting", true),
        ("running", true),
        ("stopping", false),
        ("stopped", false),
    ] {
        let session = json!({"id": "1", "status": word});
        let session: Session = serde_json::from_value(session).unwrap();
        assert_eq!(session.is_open(), expected, "{word}");
    }
}

fn packed(experiment: &Value) -> String {
    let result = json!({"results": [experiment], "success": true});
    json!({
        "compression_format": 1, "serialization_format": 2, "serialization": result.to_string(),
    })
    .to_string()
}

#[test]
fn bits_are_numbers_or_texts_with_bit_0_last() {
    let bits = |text: &str| text.parse::<Bitstring>().unwrap();
    let shots = JobOutput::Shots(vec![bits("001"), bits("100")]);
    let counts = JobOutput::Counts(vec![(bits("001"), 5)]);
    for (data, expected) in [
        (
            json!({"memory": ["0x4", "0x1"], "counts": {"0x4": 1}}),
            &shots,
        ),
        (json!({"memory": ["100", "001"]}), &shots),
        (json!({"memory": ["10 0", "00 1"]}), &shots),
        (json!({"counts": {"0x4": 5}}), &counts),
        (json!({"counts": {"100": 5}, "memory": null}), &counts),
    ] {
        let text = packed(&json!({"data": data, "header": {"memory_slots": 3, "n_qubits": 5}}));
        assert_eq!(output::read(&text, 3).as_ref(), Ok(expected), "{data}");
        // The text of a text.
        let again = Value::String(text).to_string();
        assert_eq!(output::read(&again, 3).as_ref(), Ok(expected), "{data}");
    }
    // As the service's own package packs it.
    let zipped = json!({
        "compression_format": 2, "serialization_format": 2,
        "serialization": "eJyrVipKLS7NKSlWslKIrlZKSSxJBLKqlZLzS/PAgtVKBhUmQNqwtlZHQSkjNTEltQgs\
                          nJuam19UGV+ckw9WZ1xbG1sLAOnYGa8=",
    });
    assert_eq!(
        output::read(&zipped.to_string(), 3),
        Ok(JobOutput::Counts(vec![(bits("001"), 1)]))
    );
}

#[test]
fn what_is_no_result_is_not_taken_for_one() {
    let with = |key: &str, value: Value| {
        let text = packed(&json!({"data": {"memory": ["0x4"]}}));
        let mut text: Value = serde_json::from_str(&text).unwrap();
        text[key] = value;
        text.to_string()
    };
    for text in [
        String::new(),
        "[]".into(),
        with("serialization_format", json!(1)),
        with("compression_format", json!(3)),
        with("compression_format", json!(2)),
        with("serialization", json!("{\"results\": []}")),
        packed(&json!({})),
        packed(&json!({"data": {"memory": ["0x8"]}})),
        packed(&json!({"data": {"memory": ["0100"]}})),
        packed(&json!({"data": {"memory": ["1e"]}})),
        packed(&json!({"data": {"memory": ["0x0"]}, "header": {"memory_slots": 0}})),
    ] {
        let error = output::read(&text, 3).unwrap_err();
        assert!(matches!(error, RemoteError::Protocol { .. }), "{text}");
    }
}

#[test]
fn refusals_say_what_to_do() {
    let refused = |status, body: Value| refusal(&reply(status, &body), Some("GARNET"));
    let quota = json!({"type": "quotas_exceeded", "message": "quota exceeded",
        "details": [{"resource": "QaasSession", "quota": 1, "current": 1}]});
    let RemoteError::Quota { text } = refused(403, quota) else {
        panic!("no quota");
    };
    assert!(text.contains("QaasSession of 1"), "{text}");
    let argument = json!({"type": "invalid_arguments", "message": "invalid argument(s)",
        "details": [{"argument_name": "parameters", "help_message": "shots", "reason": "format"}]});
    let expected = RemoteError::BadProgram {
        code: "invalid_arguments".into(),
        text: "invalid argument(s): parameters shots".into(),
    };
    assert_eq!(refused(400, argument), expected);
    for (status, kind) in [
        (401, "denied_authentication"),
        (401, "out_of_stock"),
        (403, "permissions_denied"),
    ] {
        let error = refused(status, json!({"type": kind, "message": "no"}));
        assert!(matches!(error, RemoteError::Unauthorised { .. }), "{error}");
    }
    for (status, kind) in [
        (409, "transient_state"),
        (410, "resource_expired"),
        (412, "precondition_failed"),
        (500, "out_of_stock"),
    ] {
        let error = refused(status, json!({"type": kind, "message": "no"}));
        assert!(
            matches!(error, RemoteError::DeviceOffline { .. }),
            "{error}"
        );
    }
    let error = refused(404, json!({"type": "not_found", "resource": "platform"}));
    assert!(matches!(error, RemoteError::Unsuitable { .. }), "{error}");
    let error = refused(418, json!("teapot"));
    assert!(matches!(error, RemoteError::Protocol { .. }), "{error}");
    let lost = ERRORS.about_job(reply(404, &json!({})), "7").unwrap_err();
    assert!(matches!(lost, RemoteError::JobNotFound { .. }), "{lost}");
    let odd = ERRORS.about_job(reply(418, &json!({})), "7").unwrap_err();
    assert!(matches!(odd, RemoteError::Unreachable { .. }), "{odd}");
}

#[test]
fn failures_blame_the_program_or_the_device() {
    for (message, is_of_program) in [
        ("Invalid QASM: line 3", true),
        ("transpilation failed", true),
        ("gate foo is not supported", true),
        ("the calibration ran out", false),
    ] {
        let error = failure(message);
        let found = matches!(error, RemoteError::BadProgram { .. });
        assert_eq!(found, is_of_program, "{error}");
    }
}

fn list(name: &str, total: usize, all: &[Value]) -> (u16, Value) {
    (200, json!({"total_count": total, name: all}))
}

/// Requests, without the parameters of the first page of a list.
fn asked(server: &Server) -> String {
    let all = server.asked("/qaas/v1alpha1/");
    all.replace("&page=1&page_size=100", "")
}

#[test]
fn platforms_are_those_whose_programs_can_be_written() {
    let platform = |name: &str, provider: &str, backend: &str, shots: usize| {
        json!({
            "id": "1", "name": name, "provider_name": provider, "backend_name": backend,
            "type": "simulator", "availability": "available", "max_shot_count": shots,
        })
    };
    let [aer, ibex, other] = [
        platform("AER", "scaleway", "aer", 0),
        platform("IBEX", "AQT", "", 2000),
        platform("OTHER", "pasqal", "", 10),
    ];
    let server = Server::of_json(&[
        list("platforms", 3, &[aer.clone(), other.clone()]),
        list("platforms", 3, std::slice::from_ref(&ibex)),
        // Fewer than it says.
        list("platforms", 9, &[other.clone(), ibex]),
        list("platforms", 9, &[]),
        list("platforms", 1, std::slice::from_ref(&aer)),
        list("platforms", 1, std::slice::from_ref(&other)),
        list("platforms", 0, &[]),
        list("platforms", 2, &[aer.clone(), other]),
        list("platforms", 1, &[aer]),
    ]);
    let mut scaleway = service_at(&server.at(""));
    let names = |devices: &[DeviceInfo]| -> Vec<String> {
        devices.iter().map(|device| device.name.clone()).collect()
    };
    assert_eq!(names(&scaleway.devices().unwrap()), ["AER", "IBEX"]);
    let ibex = scaleway.capabilities("IBEX").unwrap();
    assert_eq!((&ibex.info.name[..], ibex.shots), ("IBEX", 1..=2000));
    // No number of shots is told.
    assert_eq!(scaleway.capabilities("AER").unwrap().shots, 1..=MOST_SHOTS);
    let error = scaleway.capabilities("OTHER").unwrap_err();
    assert!(error.to_string().contains("IQM, AQT and Aer"), "{error}");
    let error = scaleway.capabilities("NONE").unwrap_err();
    assert!(
        error.to_string().contains("the platforms are AER"),
        "{error}"
    );
    // The one that was described last is not asked for again, and another is.
    let mut entry = entry();
    entry.provenance.device = "AER".into();
    for _ in 0..2 {
        assert_eq!(scaleway.cost(&entry), Ok(None));
    }
    assert_eq!(
        server
            .asked("/qaas/v1alpha1/")
            .replace("&page_size=100", ""),
        "get platforms?page=1, get platforms?page=2, get platforms?name=ibex&page=1, \
         get platforms?name=ibex&page=2, get platforms?name=aer&page=1, \
         get platforms?name=other&page=1, get platforms?name=none&page=1, get platforms?page=1"
    );
}

#[test]
fn a_job_runs_in_a_session_of_its_series() {
    let tag = program::session_tag(&entry());
    let now = Timestamp::now();
    let session = |id: &str, status: &str, minutes: i64| {
        json!({
            "id": id, "tags": [tag], "status": status, "max_duration": "3600s",
            "created_at": (now - jiff::SignedDuration::from_mins(minutes)).to_string(),
        })
    };
    let mut other = session("other", "running", 1);
    other["tags"] = json!(["another"]);
    let sessions = |all: &[Value]| list("sessions", all.len(), all);
    let (model, job) = ((200, json!({"id": "m"})), (200, json!({"id": "j"})));
    let refused = (400, json!({"type": "invalid_arguments", "message": "m"}));
    let server = Server::of_json(&[
        model.clone(),
        sessions(&[
            session("s3", "running", 1),
            other,
            session("s2", "starting", 2),
            session("s1", "running", 56),
            session("s0", "stopped", 3),
        ]),
        job.clone(),
        // The session ended after it was listed.
        model.clone(),
        sessions(&[session("s2", "running", 2)]),
        refused.clone(),
        sessions(&[session("s2", "stopping", 2)]),
        (200, json!({"id": "s3"})),
        job,
        // The same one refuses for another reason.
        model.clone(),
        sessions(&[session("s3", "running", 2)]),
        refused.clone(),
        sessions(&[session("s3", "running", 2)]),
        model,
        sessions(&[]),
        refused,
    ]);
    let mut scaleway = service_at(&server.at("/"));
    scaleway.known = Some(platform());
    assert_eq!(scaleway.submit(&entry()).as_deref(), Ok("j"));
    assert_eq!(scaleway.submit(&entry()).as_deref(), Ok("j"));
    let error = scaleway.submit(&entry()).unwrap_err();
    assert!(matches!(error, RemoteError::BadProgram { .. }), "{error}");
    let error = scaleway.submit(&entry()).unwrap_err();
    assert!(matches!(error, RemoteError::Unsuitable { .. }), "{error}");
    let listed = format!("get sessions?project_id=project&tags={tag}");
    let expected = format!(
        "post models, {listed}, post jobs, \
         post models, {listed}, post jobs, {listed}, post sessions, post jobs, \
         post models, {listed}, post jobs, {listed}, post models, {listed}, post sessions"
    );
    assert_eq!(asked(&server), expected);
    let bodies = server.bodies();
    let payload: Value = serde_json::from_str(bodies[0]["payload"].as_str().unwrap()).unwrap();
    let packed = payload["programs"][0]["serialization"].as_str().unwrap();
    let mut program = String::new();
    let bytes = STANDARD.decode(packed).unwrap();
    ZlibDecoder::new(&bytes[..])
        .read_to_string(&mut program)
        .unwrap();
    assert_eq!(program, "OPENQASM 3.0;");
    assert_eq!(payload["backend"]["name"], "QPU-GARNET-20PQ");
    let run = |body: &Value| (body["session_id"].clone(), body["model_id"].clone());
    assert_eq!(run(&bodies[2]), (json!("s2"), json!("m")));
    assert_eq!(run(&bodies[5]), (json!("s2"), json!("m")));
    assert_eq!(run(&bodies[8]), (json!("s3"), json!("m")));
    assert_eq!(bodies[7]["deduplication_id"], format!("{tag}-1"));
    assert_eq!(bodies[7]["max_duration"], "43200s");
}

#[test]
fn jobs_and_sessions_are_those_of_the_series() {
    let tag = program::session_tag(&entry());
    let session = |id: &str, status: &str, created: &str| json!({"id": id, "tags": [tag], "status": status, "created_at": created});
    let all = [
        session("s2", "running", "2026-11-02T00:00:00Z"),
        session("s1", "stopped", "2026-11-01T00:00:00Z"),
        session("s3", "running", "2026-11-03T00:00:00Z"),
    ];
    let job = |id: &str, key: &str, status: &str, created: &str| json!({"id": id, "tags": [key], "status": status, "created_at": created});
    let [first, second, foreign, running] = [
        job("j1", "cheqqers-1", "completed", "2026-11-01T00:00:00Z"),
        job("j2", "cheqqers-1", "cancelled", "2026-11-02T00:00:00Z"),
        job("j3", "cheqqers-2", "completed", "2026-11-03T00:00:00Z"),
        job("j4", "cheqqers-2", "running", "2026-11-03T00:00:00Z"),
    ];
    let server = Server::of_json(&[
        list("sessions", 3, &all),
        list("jobs", 1, std::slice::from_ref(&second)),
        list("jobs", 2, &[first.clone(), foreign.clone()]),
        list("jobs", 0, &[]),
        list("sessions", 3, &all),
        list("jobs", 2, &[foreign, running]),
        list("jobs", 2, &[first, second]),
        (200, json!({})),
    ]);
    let mut scaleway = service_at(&server.at(""));
    assert_eq!(scaleway.find(&entry()), Ok(vec!["j1".into(), "j2".into()]));
    // One with a job that goes on stays.
    assert_eq!(scaleway.end_series("", "QPU-GARNET-20PQ"), Ok(()));
    let listed = format!("get sessions?project_id=project&tags={tag}");
    let of =
        |session| format!("get jobs?session_id={session}&tags=cheqqers-1&order_by=created_at_asc");
    let expected = format!(
        "{listed}, {}, {}, {}, {listed}, get jobs?session_id=s2, get jobs?session_id=s3, \
         post sessions/s3/terminate",
        of("s1"),
        of("s2"),
        of("s3")
    );
    assert_eq!(asked(&server), expected);
}

#[test]
fn a_job_is_polled_read_and_cancelled() {
    let is = |status: &str, message: &str| {
        (
            200,
            json!({"id": "j", "status": status, "progress_message": message}),
        )
    };
    let text = packed(&json!({"data": {"memory": ["0x4"]}}));
    let results = |result: Value| (200, json!({"job_results": [result]}));
    let output = serde_json::from_str(&text).unwrap();
    let signed = Server::of_json(&[(200, output), (403, json!({}))]);
    let stored = results(json!({"result": "", "url": signed.at("/signed?secret")}));
    let server = Server::of_json(&[
        is("running", "the calibration ran out"),
        is("error", "the calibration ran out"),
        is("error", ""),
        (404, json!({})),
        results(json!({"result": text})),
        stored.clone(),
        stored,
        results(json!({"result": "", "url": ""})),
        (200, json!({"job_results": []})),
        (200, json!({})),
        (400, json!({})),
        is("cancelling", ""),
        (400, json!({})),
        is("running", ""),
    ]);
    let mut scaleway = service_at(&server.at(""));
    let running = scaleway.status("j").unwrap();
    assert_eq!((running.state, running.failure), (JobState::Running, None));
    let failed = scaleway.status("j").unwrap().failure.unwrap();
    assert!(failed.to_string().contains("calibration"), "{failed}");
    assert_eq!(scaleway.status("j").unwrap().failure, None);
    let lost = scaleway.status("j").unwrap_err();
    assert!(matches!(lost, RemoteError::JobNotFound { .. }), "{lost}");
    let shots = JobOutput::Shots(vec!["001".parse().unwrap()]);
    for _ in 0..2 {
        let response = scaleway.response("j", &entry()).unwrap();
        assert_eq!(response.output.as_ref(), Ok(&shots), "{}", response.raw);
    }
    for told in ["HTTP 403", "without text and address", "has no result"] {
        let error = scaleway.response("j", &entry()).unwrap_err().to_string();
        assert!(error.contains(told) && !error.contains("secret"), "{error}");
    }
    // Also where it is being cancelled, but not where it goes on.
    assert_eq!(scaleway.cancel("j"), Ok(()));
    assert_eq!(scaleway.cancel("j"), Ok(()));
    assert!(scaleway.cancel("j").is_err());
    assert_eq!(
        server.asked("/qaas/v1alpha1/jobs/"),
        "get j, get j, get j, get j, get j/results, get j/results, get j/results, get j/results, \
         get j/results, post j/cancel, post j/cancel, get j, post j/cancel, get j"
    );
}
