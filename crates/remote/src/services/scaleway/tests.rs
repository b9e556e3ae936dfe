use cheqqers_backend::{Backend, Job as LocalJob, Local, Simulator};
use cheqqers_circuit::{Bitstring, Clbit, Gate, Qubit};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use reqwest::StatusCode;
use reqwest::header::HeaderMap;

use super::*;
use crate::service::JobOutput;

fn reply(status: u16, body: &Value) -> Reply {
    Reply {
        status: StatusCode::from_u16(status).unwrap(),
        headers: HeaderMap::new(),
        body: body.to_string().into_bytes(),
    }
}

fn service() -> Scaleway {
    let variables = [
        ("SCW_SECRET_KEY", "hidden"),
        ("SCW_PROJECT_ID", "project"),
        ("SCW_API_URL", "https://a.example/"),
    ];
    let owned = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let environment = Environment {
        variables: owned.into(),
        ..Environment::default()
    };
    let profile = Profile::new(ServiceName::Scaleway, "QPU-GARNET-20PQ");
    Scaleway::connect(&profile, &environment, RetryPolicy::default()).unwrap()
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
    for (status, kind) in [(401, "denied_authentication"), (403, "permissions_denied")] {
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
    let lost = about_job(reply(404, &json!({})), "7").unwrap_err();
    assert!(matches!(lost, RemoteError::JobNotFound { .. }), "{lost}");
    let odd = about_job(reply(418, &json!({})), "7").unwrap_err();
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
        let error = job_failure(message);
        let found = matches!(error, RemoteError::BadProgram { .. });
        assert_eq!(found, is_of_program, "{error}");
    }
}
