use cheqqers_backend::Job;
use cheqqers_circuit::{Bitstring, Clbit, Gate, PostProcessing, Qubit};
use cheqqers_native::{Basis, lower_to};
use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

use super::failure::refusal;
use super::*;
use crate::http::tests::{Server, at_once};
use crate::prepare::prepare;
use crate::program_check::tests::interfering;
use crate::program_check::{ProgramError, check_program};
use crate::service::JobOutput;

fn reply(status: u16, body: &Value) -> Reply {
    Reply {
        status: StatusCode::from_u16(status).unwrap(),
        headers: HeaderMap::new(),
        body: body.to_string().into_bytes(),
    }
}

fn service() -> Aqt {
    service_at("https://a.example/api/")
}

fn service_at(url: &str) -> Aqt {
    let variables = [("AQT_TOKEN", "hidden"), ("AQT_ARNICA_URL", url)];
    let owned = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let environment = Environment {
        variables: owned.into(),
        ..Environment::default()
    };
    let profile = Profile::new(ServiceName::Aqt, "w/ibex");
    Aqt::connect(&profile, &environment, at_once()).unwrap()
}

fn details() -> Value {
    let value = |value: f64| json!({"value": value, "uncertainty": 0.1});
    json!({
        "id": "ibex", "name": "IBEX", "type": "device", "status": "online",
        "available_qubits": 3, "status_updated_at": "2026-11-20T08:00:00Z",
        "characterisation": {
            "single_qubit_gate_fidelity": {"0": value(99.9), "1": value(99.7), "2": value(99.8)},
            "mean_two_qubit_gate_fidelity": value(99.0),
            "spam_fidelity_lower_bound": 99.5,
            "t1_s": value(1.2),
            "t2_coherence_time_s": value(0.4),
            "readout_time_micros": 300.0,
            "single_qubit_gate_duration_micros": 15.0,
            "two_qubit_gate_duration_micros": 200.0,
            "updated_at": "2026-11-20T07:00:00Z",
            "more": 1,
        },
        "more": 1,
    })
}

#[test]
fn a_characterisation_is_read_in_its_units_and_its_qubits_are_alike() {
    let details: ResourceDetails = reply(200, &details()).json().unwrap();
    let device = device::native("w/ibex", &details).unwrap();
    assert_eq!((device.basis(), device.num_qubits()), (Basis::Prx, 3));
    let [first, second, third] = device.qubits() else {
        panic!("three qubits");
    };
    assert_eq!((first, second), (second, third));
    let close = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-9;
    assert!(close(first.t1.unwrap(), 1.2e6) && close(first.t2.unwrap(), 4e5));
    assert!(close(first.readout[0], 0.005) && close(first.readout[1], 0.005));
    assert!(close(first.sx_error, 0.002) && close(first.sx_length, 15e3));
    assert!(close(first.readout_length, 3e5));
    assert_eq!(device.edges().count(), 3);
    for edge in device.edges() {
        assert!(close(edge.error, 0.01) && close(edge.length, 2e5));
    }
    assert_eq!(device::notes(&details).len(), 1);
}

#[test]
fn without_a_characterisation_errors_are_guessed_and_that_is_said() {
    let mut simulator = details();
    simulator["characterisation"] = Value::Null;
    let details: ResourceDetails = reply(200, &simulator).json().unwrap();
    let device = device::native("w/simulator", &details).unwrap();
    assert!((0.0..0.01).contains(&device.qubits()[0].sx_error));
    assert!(device::notes(&details)[1].contains("guesses"));
    // A qubit without a fidelity, and a number out of range.
    let mut odd = self::details();
    odd["characterisation"]["single_qubit_gate_fidelity"] = json!({});
    let details: ResourceDetails = reply(200, &odd).json().unwrap();
    assert!(device::native("w/ibex", &details).is_ok());
    odd["characterisation"]["t1_s"]["value"] = json!(-1.0);
    let details: ResourceDetails = reply(200, &odd).json().unwrap();
    let error = device::native("w/ibex", &details).unwrap_err();
    assert!(matches!(error, RemoteError::Protocol { .. }), "{error}");
}

#[test]
fn a_device_is_ready_when_both_its_workspace_and_its_resource_are() {
    let of = |status: &str, accepts: bool, runs: bool| {
        let mut details = details();
        details["status"] = status.into();
        let workspace = json!({
            "id": "w", "accepting_job_submissions": accepts, "jobs_being_processed": runs,
            "resources": [{"id": "ibex", "name": "IBEX", "type": "device"}],
        });
        let workspace: Workspace = reply(200, &workspace).json().unwrap();
        let details = reply(200, &details).json().unwrap();
        let info = info(&workspace, &workspace.resources[0], &details);
        assert_eq!((&info.name[..], info.is_simulator), ("w/ibex", false));
        info.state
    };
    for (status, accepts, runs, expected) in [
        ("online", true, true, DeviceState::Online),
        ("ONLINE", true, false, DeviceState::Paused),
        ("online", false, true, DeviceState::Offline),
        ("offline", true, true, DeviceState::Offline),
        ("maintenance", true, true, DeviceState::Offline),
        ("unavailable", true, true, DeviceState::Offline),
        ("levitating", true, true, DeviceState::Unknown),
    ] {
        assert_eq!(of(status, accepts, runs), expected, "{status}");
    }
}

/// H on qubit 0, and CZ with qubit 2, which is measured first.
fn circuit() -> Circuit {
    let mut circuit = Circuit::new(5, 2);
    circuit.push(Gate::H, &[Qubit(0)]).unwrap();
    circuit.push(Gate::Cz, &[Qubit(0), Qubit(2)]).unwrap();
    circuit.measure(Qubit(0), Clbit(1)).unwrap();
    circuit.measure(Qubit(2), Clbit(0)).unwrap();
    circuit
}

#[test]
fn programs_tell_which_qubits_are_read() {
    assert!(program::write(&circuit()).is_err());
    let lowered = lower_to(&circuit(), Basis::Prx);
    let text = program::write(&lowered).unwrap();
    let written: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(written["measured"], json!([2, 0]));
    let circuit = &written["circuits"][0];
    // No further than the last qubit in use.
    assert_eq!(circuit["number_of_qubits"], 3);
    let operations = circuit["quantum_circuit"].as_array().unwrap();
    let names: Vec<_> = operations.iter().map(|one| &one["operation"]).collect();
    assert_eq!(names.iter().filter(|&&name| name == "RXX").count(), 1);
    assert_eq!(operations.last(), Some(&json!({"operation": "MEASURE"})));
    assert_eq!(names.iter().filter(|&&name| name == "MEASURE").count(), 1);
}

#[test]
fn programs_are_read_back() {
    let mut circuit = interfering();
    let (a, b) = (Qubit(0), Qubit(1));
    circuit.measure(a, Clbit(0)).unwrap();
    circuit.measure(b, Clbit(1)).unwrap();
    let text = program::write(&lower_to(&circuit, Basis::Prx)).unwrap();
    let check = |text: &str| {
        let job = Entry::new("cheqqers-1", "test", "aqt", "a/b");
        let mut job = job.with_program(text, 2, 2, 64);
        job.add_post_processing(&PostProcessing::identity(2), Clbit(0));
        check_program(&job, std::slice::from_ref(&circuit))
    };
    assert_eq!(check(&text), Ok(true));
    // The order of bits is not sent.
    let exchanged = text.replace("[0,1]", "[1,0]");
    assert_ne!(exchanged, text);
    let fault = check(&exchanged);
    assert!(
        matches!(fault, Err(ProgramError::Unreadable(_))),
        "{fault:?}"
    );
    let other = text.replacen("\"qubit\":0", "\"qubit\":1", 1);
    assert_ne!(other, text);
    assert_eq!(check(&other), Err(ProgramError::Distribution));
}

#[test]
fn operations_that_we_do_not_write_are_not_read() {
    let measure = json!({"operation": "MEASURE"});
    let rotation = json!({"operation": "RZ", "qubit": 0, "phi": 0.5});
    let read = |operations: &[Value], measured: Value| {
        let circuit = json!({"number_of_qubits": 2, "quantum_circuit": operations});
        let program = json!({"circuits": [circuit], "measured": measured});
        program::read(&program.to_string()).map(|circuit| circuit.num_clbits())
    };
    let right = [rotation.clone(), measure.clone()];
    assert_eq!(read(&right, json!([1])), Ok(1));
    let narrow = json!({"operation": "RXX", "qubits": [0, 1], "theta": 0.25});
    for (operations, measured, said) in [
        (vec![rotation.clone()], json!([1]), "no measurement"),
        (
            vec![measure.clone(), rotation],
            json!([1]),
            "no measurement",
        ),
        (
            vec![measure.clone(), measure.clone()],
            json!([1]),
            "follows its measurement",
        ),
        (vec![narrow, measure], json!([1]), "0.25"),
        (right.to_vec(), json!([2]), "2"),
        (right.to_vec(), json!([4_294_967_296u64]), "4294967296"),
    ] {
        let error = read(&operations, measured.clone()).unwrap_err();
        assert!(error.contains(said), "{operations:?} {measured}: {error}");
    }
}

#[test]
fn angles_are_in_units_of_pi() {
    let mut circuit = Circuit::new(1, 1);
    circuit.push(Gate::Rz(-1.0), &[Qubit(0)]).unwrap();
    circuit
        .push(Gate::Rx(std::f64::consts::FRAC_PI_2), &[Qubit(0)])
        .unwrap();
    circuit.measure(Qubit(0), Clbit(0)).unwrap();
    let text = program::write(&circuit).unwrap();
    let written: Value = serde_json::from_str(&text).unwrap();
    let rotation = &written["circuits"][0]["quantum_circuit"][0];
    let number = |key: &str| rotation[key].as_f64().unwrap();
    assert!((number("theta") - 0.5).abs() < 1e-12, "{rotation}");
    assert!((0.0..=2.0).contains(&number("phi")), "{rotation}");
}

#[test]
fn a_circuit_with_too_many_operations_is_refused() {
    let written = |rotations: u32| {
        let mut circuit = Circuit::new(rotations as usize, 0);
        for qubit in 0..rotations {
            circuit.push(Gate::Rx(1.0), &[Qubit(qubit)]).unwrap();
        }
        program::write(&circuit)
    };
    // With the measurement at the end.
    assert!(written(1999).is_ok());
    let told = written(2000).unwrap_err();
    assert!(told.contains("2001") && told.contains("2000"), "{told}");
}

#[test]
fn a_preview_is_what_is_sent_without_the_token() {
    let mut service = service();
    let program =
        r#"{"circuits": [{"number_of_qubits": 3, "quantum_circuit": []}], "measured": [0]}"#;
    let entry = Entry::new("cheqqers-1", "test", "aqt", "w/ibex");
    let job = entry.with_program(program, 3, 1, 64);
    let previews = service.previews(&job).unwrap();
    let [preview] = &previews[..] else {
        panic!("{previews:?}");
    };
    assert_eq!(preview.line, "POST https://a.example/api/v1/submit/w/ibex");
    assert!(!format!("{previews:?} {service:?}").contains("hidden"));
    let body: Value = serde_json::from_str(&preview.body).unwrap();
    let expected = json!({
        "job_type": "quantum_circuit",
        "label": "cheqqers-1",
        "payload": {"circuits": [{
            "number_of_qubits": 3,
            "quantum_circuit": [],
            "repetitions": 64,
        }]},
    });
    assert_eq!(body, expected);
    assert_eq!(program::measured(&job).unwrap(), [0]);
    let other = Entry::new("k", "test", "aqt", "w/ibex").with_program("OPENQASM 3.0;", 3, 1, 64);
    assert!(service.previews(&other).is_err() && program::measured(&other).is_err());
}

#[test]
fn a_device_that_was_not_asked_is_shown_a_circuit_in_gates_of_any() {
    let circuits = [circuit()];
    let job = Job::new(&circuits, 64);
    let mut device = Capabilities::assumed("w/ibex", cheqqers_qasm::Dialect::Qasm3);
    let written = |device: &Capabilities| {
        let entry = Entry::new("cheqqers-1", "test", "aqt", "w/ibex");
        prepare(&circuits, &job, &mut service(), device, 64, false, entry)
    };
    let entry = written(&device).unwrap();
    assert!(entry.provenance.qasm.starts_with("OPENQASM 3"));
    // One that was asked tells its gates.
    device.info.said = "online".into();
    let error = written(&device).unwrap_err();
    assert!(matches!(error, RemoteError::Unsuitable { .. }), "{error}");
}

fn result(result: &Value) -> Reply {
    let job = json!({"job_id": "1", "resource_id": "ibex", "workspace_id": "w"});
    let response = json!({"status": "finished", "result": result, "timing_data": null});
    reply(200, &json!({"job": job, "response": response}))
}

#[test]
fn bits_are_those_of_the_qubits_that_are_measured() {
    let bits = |text: &str| text.parse::<Bitstring>().unwrap();
    let shots = json!({"0": [[1, 0, 0], [1, 1, 0]]});
    let found = output::shots(&result(&shots), &[2, 0]).unwrap();
    assert_eq!(found, JobOutput::Shots(vec![bits("01"), bits("01")]));
    let found = output::shots(&result(&shots), &[0, 1, 2]).unwrap();
    assert_eq!(found, JobOutput::Shots(vec![bits("100"), bits("110")]));
    // Bit 0 has weight 1.
    assert_eq!(bits("100").index(), 1);
}

#[test]
fn results_of_another_program_are_refused() {
    for body in [
        Value::Null,
        json!({}),
        json!({"0": [[0, 0, 0]], "1": [[0, 0, 0]]}),
        json!({"1": [[0, 0, 0]]}),
        json!({"0": [[0, 0]]}),
        json!({"0": [[0, 0, 2]]}),
        json!({"0": [0, 0, 0]}),
    ] {
        let found = output::shots(&result(&body), &[2, 0]);
        assert!(matches!(found, Err(RemoteError::Protocol { .. })), "{body}");
    }
}

#[test]
fn states_are_read_in_either_case() {
    for (word, expected) in [
        ("queued", JobState::Queued),
        ("Ongoing", JobState::Running),
        ("FINISHED", JobState::Done),
        ("error", JobState::Failed),
        ("cancelled", JobState::Cancelled),
        ("levitating", JobState::Unknown),
    ] {
        assert_eq!(state(word), expected, "{word}");
    }
}

#[test]
fn failures_and_refusals_are_told_apart() {
    let bad = failure("Invalid circuit");
    assert!(matches!(bad, RemoteError::BadProgram { .. }), "{bad}");
    let failed = failure("lost the ions");
    assert!(matches!(failed, RemoteError::Failed { .. }), "{failed}");
    let of = |status: u16| {
        let body = json!({"detail": "m"});
        refusal(&reply(status, &body), Some("d"))
    };
    assert!(matches!(of(401), RemoteError::Unauthorised { .. }));
    assert!(matches!(of(403), RemoteError::Unauthorised { .. }));
    assert_eq!(of(402), RemoteError::Quota { text: "m".into() });
    assert!(matches!(of(404), RemoteError::Unsuitable { .. }));
    assert!(matches!(of(409), RemoteError::DeviceOffline { .. }));
    assert!(matches!(of(418), RemoteError::Protocol { .. }));
    let body = json!({"detail": [{"loc": ["body"], "msg": "field required", "type": "t"}]});
    match refusal(&reply(422, &body), Some("d")) {
        RemoteError::BadProgram { code, text } => {
            assert!(code == "422" && text.contains("field required"), "{text}");
        }
        other => panic!("{other}"),
    }
    let lost = ERRORS.about_job(reply(404, &json!({})), "7").unwrap_err();
    assert!(matches!(lost, RemoteError::JobNotFound { .. }), "{lost}");
    let odd = ERRORS.about_job(reply(418, &json!({})), "7").unwrap_err();
    assert!(matches!(odd, RemoteError::Unreachable { .. }), "{odd}");
}

#[test]
fn devices_are_resources_of_workspaces() {
    let resource = |id: &str, kind: &str| json!({"id": id, "name": id, "type": kind});
    let workspace = |id: &str, resources: &[Value]| {
        json!({
            "id": id, "accepting_job_submissions": true, "jobs_being_processed": true,
            "resources": resources,
        })
    };
    let (ibex, simulator) = (resource("ibex", "device"), resource("sim", "simulator"));
    let workspaces = json!([workspace("v", &[]), workspace("w", &[ibex, simulator])]);
    let mut plain = details();
    plain["characterisation"] = Value::Null;
    let server = Server::of_json(&[
        (200, workspaces.clone()),
        (200, details()),
        (200, plain.clone()),
        (200, workspaces.clone()),
        (200, details()),
        (200, workspaces.clone()),
        (200, plain),
        (200, workspaces.clone()),
        (200, workspaces),
        (404, json!({"detail": "m"})),
        (401, json!({"detail": "m"})),
    ]);
    let mut aqt = service_at(&server.at("/"));
    let devices = aqt.devices().unwrap();
    let devices: Vec<_> = devices
        .iter()
        .map(|device| (&device.name[..], device.is_simulator))
        .collect();
    assert_eq!(devices, [("w/ibex", false), ("w/sim", true)]);
    let ibex = aqt.capabilities("w/ibex").unwrap();
    assert_eq!((ibex.shots, ibex.is_free), (1..=MOST_SHOTS, false));
    assert_eq!(ibex.calibrated.as_deref(), Some("2026-11-20T07:00:00Z"));
    assert_eq!(
        (ibex.native.unwrap().num_qubits(), ibex.notes.len()),
        (3, 1)
    );
    let simulator = aqt.capabilities("w/sim").unwrap();
    assert_eq!((simulator.calibrated, simulator.notes.len()), (None, 2));
    let error = aqt.capabilities("v/ibex").unwrap_err().to_string();
    assert!(error.contains("the devices are w/ibex, w/sim"), "{error}");
    let error = aqt.capabilities("w/ibex").unwrap_err();
    assert!(matches!(error, RemoteError::Unsuitable { .. }), "{error}");
    let error = aqt.devices().unwrap_err();
    assert!(matches!(error, RemoteError::Unauthorised { .. }), "{error}");
    let (all, ibex, simulator) = ("get workspaces", "get resources/ibex", "get resources/sim");
    let expected = format!(
        "{all}, {ibex}, {simulator}, {all}, {ibex}, {all}, {simulator}, {all}, {all}, {ibex}, {all}"
    );
    assert_eq!(server.asked("/v1/"), expected);
}

#[test]
fn a_job_is_sent_polled_read_and_cancelled() {
    let is = |status: &str, message: Value| {
        let response = json!({"status": status, "message": message, "result": {"0": [[1, 0, 0]]}});
        (200, json!({"job": {"job_id": "1"}, "response": response}))
    };
    let refused = (409, json!({"detail": "m"}));
    let server = Server::of_json(&[
        is("queued", Value::Null),
        refused.clone(),
        is("ongoing", json!("m")),
        is("error", json!("Invalid circuit")),
        is("error", Value::Null),
        (404, json!({"detail": "m"})),
        is("finished", Value::Null),
        (404, json!({"detail": "m"})),
        (200, Value::Null),
        refused.clone(),
        is("cancelled", Value::Null),
        refused,
        is("queued", Value::Null),
    ]);
    let mut aqt = service_at(&server.at("/"));
    let device = Capabilities::assumed("w/ibex", cheqqers_qasm::Dialect::Qasm3);
    let program = aqt
        .program(&lower_to(&circuit(), Basis::Prx), &device)
        .unwrap();
    let error = aqt.program(&circuit(), &device).unwrap_err();
    assert!(matches!(error, RemoteError::Unsuitable { .. }), "{error}");
    let entry = Entry::new("cheqqers-1", "test", "aqt", "w/ibex");
    let entry = entry.with_program(program, 3, 2, 64);
    assert_eq!(aqt.submit(&entry).as_deref(), Ok("1"));
    let error = aqt.submit(&entry).unwrap_err();
    assert!(
        matches!(error, RemoteError::DeviceOffline { .. }),
        "{error}"
    );
    let running = aqt.status("1").unwrap();
    assert_eq!((running.state, running.failure), (JobState::Running, None));
    let failed = aqt.status("1").unwrap().failure;
    assert!(
        matches!(failed, Some(RemoteError::BadProgram { .. })),
        "{failed:?}"
    );
    assert_eq!(aqt.status("1").unwrap().failure, None);
    let lost = aqt.status("1").unwrap_err();
    assert!(matches!(lost, RemoteError::JobNotFound { .. }), "{lost}");
    let response = aqt.response("1", &entry).unwrap();
    let bits = "01".parse().unwrap();
    assert_eq!(response.output, Ok(JobOutput::Shots(vec![bits])));
    assert!(response.raw.contains("finished"));
    let lost = aqt.response("1", &entry).unwrap_err();
    assert!(matches!(lost, RemoteError::JobNotFound { .. }), "{lost}");
    assert_eq!(aqt.cancel("1"), Ok(()));
    assert_eq!(aqt.cancel("1"), Ok(()));
    assert!(aqt.cancel("1").is_err());
    assert_eq!(
        server.asked("/v1/"),
        "post submit/w/ibex, post submit/w/ibex, get result/1, get result/1, get result/1, \
         get result/1, get result/1, get result/1, delete jobs/1, delete jobs/1, get result/1, \
         delete jobs/1, get result/1"
    );
    let payload = program::payload(&entry).unwrap();
    assert_eq!(server.bodies()[0].to_string(), payload);
}
