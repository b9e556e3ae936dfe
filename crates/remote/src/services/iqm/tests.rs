use cheqqers_circuit::{Bitstring, Clbit, Gate, PostProcessing, Qubit};
use cheqqers_native::{Basis, lower_to};
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

use super::failure::refusal;
use super::*;
use crate::http::tests::{Server, at_once};
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

fn read<T: DeserializeOwned>(body: &Value) -> T {
    reply(200, body).json().unwrap()
}

fn service() -> Iqm {
    service_at("https://a.example/")
}

fn service_at(url: &str) -> Iqm {
    let variables = [
        ("IQM_TOKEN", "hidden"),
        ("IQM_SERVER_URL", url),
        ("IQM_QUANTUM_COMPUTER", "emerald"),
    ];
    let owned = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let environment = Environment {
        variables: owned.into(),
        ..Environment::default()
    };
    let profile = Profile::new(ServiceName::Iqm, "garnet");
    Iqm::connect(&profile, &environment, at_once()).unwrap()
}

/// Three qubits in a row, the third without a calibrated `prx`.
fn architecture() -> Value {
    let gate = |name: &str, loci: Value| {
        json!({
            "implementations": {name: {"loci": loci}},
            "default_implementation": name,
            "override_default_implementation": {},
        })
    };
    json!({
        "calibration_set_id": "set",
        "qubits": ["QB1", "QB2", "QB3"],
        "computational_resonators": [],
        "gates": {
            "prx": gate("drag", json!([["QB1"], ["QB2"]])),
            "cz": gate("crf", json!([["QB1", "QB2"], ["QB3", "QB2"]])),
            "measure": gate("constant", json!([["QB1"], ["QB2"], ["QB3"]])),
        },
        "more": 1,
    })
}

fn observations(values: &[(&str, f64)]) -> Value {
    let values = values.iter().map(|(name, value)| {
        json!({"dut_field": name, "value": value, "unit": "", "invalid": false, "observation_id": 1})
    });
    json!({
        "observations": values.collect::<Vec<_>>(),
        "created_timestamp": "2026-11-20T08:00:00Z",
        "end_timestamp": null,
    })
}

#[test]
fn calibration_is_read_in_its_units_and_what_is_missing_is_not_used() {
    let metrics = observations(&[
        ("metrics.rb.prx.drag.QB1.fidelity:par=d1", 0.999),
        ("metrics.rb.prx.drag.QB3.fidelity", 0.999),
        ("metrics.ssro.measure.constant.QB1.error_0_to_1", 0.01),
        ("metrics.ssro.measure.constant.QB1.error_1_to_0", 0.03),
        ("metrics.ssro.measure.constant.QB2.fidelity", 0.96),
        ("metrics.irb.cz.crf.QB1__QB2.fidelity:par=d2", 0.99),
        ("metrics.irb.cz.other.QB3__QB2.fidelity", 0.99),
    ]);
    let times = observations(&[
        ("characterization.model.QB1.t1_time", 40e-6),
        ("gates.prx.drag.QB1.duration", 20e-9),
        ("gates.cz.crf.QB1__QB2.duration", 40e-9),
    ]);
    let metrics: ObservationSet = read(&metrics);
    assert_eq!(metrics.time(), Some("2026-11-20T08:00:00Z"));
    let device = device::native("three", &read(&architecture()), &metrics, &read(&times));
    let device = device.unwrap();
    assert_eq!(device.basis(), Basis::Prx);
    let [first, second, third] = device.qubits() else {
        panic!("three qubits");
    };
    let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
    assert!(close(first.sx_error, 1e-3) && close(first.sx_length, 20.0));
    assert!(close(first.t1.unwrap(), 40.0) && first.t2.is_none());
    assert!(close(first.readout[0], 0.01) && close(first.readout[1], 0.03));
    assert!(close(second.readout[0], 0.04) && close(second.sx_error, 1.0));
    // Told, but not calibrated; and the other way round.
    assert!(close(third.sx_error, 1.0) && close(third.readout_error(), 0.5));
    let edges: Vec<_> = device.edges().collect();
    assert_eq!(edges.len(), 1);
    assert!(close(edges[0].error, 0.01) && close(edges[0].length, 40.0));
}

#[test]
fn without_errors_all_that_is_calibrated_is_alike() {
    let none = ObservationSet::default();
    let device = device::native("three", &read(&architecture()), &none, &none).unwrap();
    assert_eq!(device.edges().count(), 2);
    let [first, second, third] = device.qubits() else {
        panic!("three qubits");
    };
    assert_eq!(first, second);
    assert!(first.sx_error < 0.01 && third.sx_error > 0.99);
    assert!(device::notes(&none).len() > device::notes(&read(&observations(&[("a", 1.0)]))).len());
}

#[test]
fn computers_with_a_resonator_are_refused() {
    let mut star = architecture();
    let loci = json!([["QB1", "CR1"], ["QB2", "CR1"]]);
    star["gates"]["cz"]["implementations"]["crf"]["loci"] = loci;
    star["computational_resonators"] = json!(["CR1"]);
    let none = ObservationSet::default();
    let error = device::native("star", &read(&star), &none, &none).unwrap_err();
    assert!(error.to_string().contains("resonator"), "{error}");
}

/// H on qubit 0, and CZ with qubit 1, which is measured first.
fn circuit() -> Circuit {
    let mut circuit = Circuit::new(3, 2);
    circuit.push(Gate::H, &[Qubit(0)]).unwrap();
    circuit.push(Gate::Cz, &[Qubit(0), Qubit(1)]).unwrap();
    circuit.measure(Qubit(0), Clbit(1)).unwrap();
    circuit.measure(Qubit(1), Clbit(0)).unwrap();
    circuit
}

#[test]
fn programs_name_qubits_and_measure_in_the_order_of_bits() {
    let architecture = read(&architecture());
    assert_eq!(program::write(&circuit(), &architecture), None);
    let lowered = lower_to(&circuit(), Basis::Prx);
    let text = program::write(&lowered, &architecture).unwrap();
    let written: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(written["calibration_set_id"], "set");
    let instructions = written["circuits"][0]["instructions"].as_array().unwrap();
    let names: Vec<_> = instructions.iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["prx", "cz", "measure"]);
    // IQM's types refuse an integer.
    let args = &instructions[0]["args"];
    assert!(args["angle"].is_f64() && args["phase"].is_f64(), "{args}");
    let expected = json!({"name": "measure", "locus": ["QB2", "QB1"], "args": {"key": "m"}});
    assert_eq!(instructions[2], expected);
}

#[test]
fn programs_are_read_back() {
    let mut circuit = interfering();
    let (a, b) = (Qubit(0), Qubit(1));
    circuit.measure(a, Clbit(1)).unwrap();
    circuit.measure(b, Clbit(0)).unwrap();
    let text = program::write(&lower_to(&circuit, Basis::Prx), &read(&architecture())).unwrap();
    let check = |text: &str| {
        let job = Entry::new("cheqqers-1", "test", "iqm", "garnet");
        let mut job = job.with_program(text, 2, 2, 64);
        job.add_post_processing(&PostProcessing::identity(2), Clbit(0));
        check_program(&job, std::slice::from_ref(&circuit))
    };
    assert_eq!(check(&text), Ok(true));
    let exchanged = text.replace(r#"["QB2","QB1"]"#, r#"["QB1","QB2"]"#);
    assert_ne!(exchanged, text);
    assert_eq!(check(&exchanged), Err(ProgramError::Distribution));
}

#[test]
fn instructions_that_we_do_not_write_are_not_read() {
    let measure = json!({"name": "measure", "locus": ["QB1"], "args": {"key": "m"}});
    let other = json!({"name": "measure", "locus": ["QB2"], "args": {"key": "n"}});
    let rotation = json!({"name": "prx", "locus": ["QB1"], "args": {"angle": 1.0, "phase": 0.0}});
    let without = json!({"name": "prx", "locus": ["QB1"], "args": {"angle": 1.0}});
    let unknown = json!({"name": "move", "locus": ["QB1", "QB2"], "args": {}});
    let read = |instructions: &[&Value]| {
        let program = json!({"circuits": [{"instructions": instructions}]});
        program::read(&program.to_string()).map(|circuit| circuit.num_clbits())
    };
    assert_eq!(read(&[&rotation, &measure]), Ok(1));
    for (instructions, said) in [
        (vec![&rotation], "no measurement"),
        (vec![&rotation, &other], "no measurement"),
        (vec![&measure, &rotation], "follows its measurement"),
        (vec![&measure, &other], "follows its measurement"),
        (vec![&without, &measure], "phase"),
        (vec![&unknown, &measure], "move"),
    ] {
        let error = read(&instructions).unwrap_err();
        assert!(error.contains(said), "{instructions:?}: {error}");
    }
}

#[test]
fn a_preview_is_what_is_sent_without_the_token() {
    let mut service = service();
    let program = r#"{"circuits": [], "calibration_set_id": "set"}"#;
    let entry = |device| Entry::new("cheqqers-1", "test", "iqm", device);
    let job = entry("garnet").with_program(program, 3, 2, 64);
    let previews = service.previews(&job).unwrap();
    let [preview] = &previews[..] else {
        panic!("{previews:?}");
    };
    let line =
        "POST https://a.example/api/v1/jobs/garnet/circuit?use_timeslot=false&tag=cheqqers-1";
    assert_eq!(preview.line, line);
    assert!(!format!("{previews:?} {service:?}").contains("hidden"));
    let body: Value = serde_json::from_str(&preview.body).unwrap();
    let expected = json!({
        "circuits": [],
        "calibration_set_id": "set",
        "shots": 64,
        "heralding_mode": "none",
        "dd_mode": "disabled",
    });
    assert_eq!(body, expected);
    // The computer of the variable, where the device does not name one.
    let job = entry("default").with_program(program, 3, 2, 64);
    let line = &service.previews(&job).unwrap()[0].line;
    assert!(line.contains("/jobs/emerald/circuit"), "{line}");
    let none = entry("garnet").with_program("OPENQASM 3.0;", 3, 2, 64);
    assert!(service.previews(&none).is_err());
}

#[test]
fn the_first_bit_of_a_locus_is_bit_0_in_every_form() {
    let bits = |text: &str| text.parse::<Bitstring>().unwrap();
    let shots = json!([{"m": [[1, 0, 0], [1, 1, 0]]}]);
    let found = output::shots(&reply(200, &shots), 3).unwrap();
    assert_eq!(found, JobOutput::Shots(vec![bits("100"), bits("110")]));
    let counts = json!([{"measurement_keys": ["m"], "counts": {"100": 3, "110": 1}, "more": 1}]);
    let found = output::counts(&reply(200, &counts), 3).unwrap();
    let expected = vec![(bits("100"), 3), (bits("110"), 1)];
    assert_eq!(found, JobOutput::Counts(expected));
    // Bit 0 has weight 1.
    assert_eq!(bits("100").index(), 1);
}

#[test]
fn results_of_another_program_are_refused() {
    let is_refused =
        |found: Result<JobOutput, RemoteError>| matches!(found, Err(RemoteError::Protocol { .. }));
    for body in [
        json!([]),
        json!([{"m": [[1, 0, 0]]}, {"m": [[1, 0, 0]]}]),
        json!([{}]),
        json!([{"n": [[1, 0, 0]]}]),
        json!([{"m": [[1, 0]]}]),
        json!([{"m": [[1, 0, 2]]}]),
        json!({"m": [[1, 0, 0]]}),
    ] {
        assert!(is_refused(output::shots(&reply(200, &body), 3)), "{body}");
    }
    for (keys, text) in [
        (json!(["n"]), "100"),
        (json!(["m"]), "10"),
        (json!(["m"]), "1x0"),
    ] {
        let body = json!([{"measurement_keys": keys, "counts": {text: 1}}]);
        assert!(is_refused(output::counts(&reply(200, &body), 3)), "{body}");
    }
}

#[test]
fn states_are_read_in_either_case() {
    for (word, expected) in [
        ("waiting", JobState::Queued),
        ("Processing", JobState::Running),
        ("COMPLETED", JobState::Done),
        ("failed", JobState::Failed),
        ("cancelled", JobState::Cancelled),
        ("levitating", JobState::Unknown),
    ] {
        assert_eq!(state(word), expected, "{word}");
    }
}

#[test]
fn failures_say_who_is_to_blame() {
    let of = |errors: Value| {
        failure(&read(
            &json!({"id": "1", "status": "failed", "errors": errors}),
        ))
    };
    let one = |code: Value, message: &str| of(json!([{"error_code": code, "message": message}]));
    let bad = one(json!("circuit_validation_error"), "m").unwrap();
    assert!(matches!(bad, RemoteError::BadProgram { .. }), "{bad}");
    let bad = one(Value::Null, "Compilation failed").unwrap();
    assert!(matches!(bad, RemoteError::BadProgram { .. }), "{bad}");
    let failed = one(json!("internal_error"), "m").unwrap();
    assert!(matches!(failed, RemoteError::Failed { .. }), "{failed}");
    assert_eq!(of(json!([])), None);
    assert_eq!(of(Value::Null), None);
}

#[test]
fn refusals_are_told_apart() {
    let of = |status: u16, code: &str| {
        let body = json!({"error_code": code, "message": "m", "request_id": "r"});
        refusal(&reply(status, &body), Some("d"))
    };
    for code in ["not_enough_credits", "quota_exceeded"] {
        assert_eq!(of(403, code), RemoteError::Quota { text: "m".into() });
    }
    for code in ["timeslot_required", "no_booked_timeslots"] {
        assert!(matches!(of(403, code), RemoteError::DeviceOffline { .. }));
    }
    assert!(matches!(
        of(401, "unauthorized"),
        RemoteError::Unauthorised { .. }
    ));
    assert!(matches!(
        of(403, "forbidden"),
        RemoteError::Unauthorised { .. }
    ));
    assert!(matches!(
        of(404, "qc_not_found"),
        RemoteError::Unsuitable { .. }
    ));
    let bad = RemoteError::BadProgram {
        code: "invalid_job_payload".into(),
        text: "m".into(),
    };
    assert_eq!(of(400, "invalid_job_payload"), bad);
    assert!(matches!(of(413, ""), RemoteError::BadProgram { .. }));
    assert!(matches!(of(418, ""), RemoteError::Protocol { .. }));
    let lost = ERRORS.about_job(reply(404, &json!({})), "7").unwrap_err();
    assert!(matches!(lost, RemoteError::JobNotFound { .. }), "{lost}");
    let odd = ERRORS.about_job(reply(418, &json!({})), "7").unwrap_err();
    assert!(matches!(odd, RemoteError::Unreachable { .. }), "{odd}");
}

#[test]
fn the_fewest_shots_of_all_limits_are_the_limit() {
    let most = |limits: Value| read::<Limits>(&limits).most_shots();
    let both = json!({"max_executions_per_job": 500, "max_shots_per_circuit": 20_000});
    assert_eq!(most(both), Some(500));
    assert_eq!(most(json!({"max_executions_per_job": 500})), Some(500));
    assert_eq!(most(json!({})), None);
}

#[test]
fn devices_are_described_and_programs_written_for_them() {
    let computers = (
        200,
        json!({"quantum_computers": [
            {"id": "1", "alias": "garnet"}, {"id": "2", "alias": "emerald"},
        ]}),
    );
    let healthy = |is: bool| (200, json!({"healthy": is}));
    let queue = |length: u64| (200, json!({"queue_length": length}));
    let none = (404, json!({}));
    let metrics = observations(&[("metrics.irb.cz.crf.QB1__QB2.fidelity", 0.99)]);
    let server = Server::of_json(&[
        computers.clone(),
        healthy(true),
        queue(3),
        healthy(false),
        none.clone(),
        // The computer of the variable.
        computers.clone(),
        healthy(true),
        queue(0),
        (200, architecture()),
        (200, metrics),
        (200, observations(&[])),
        (200, json!({"max_shots_per_circuit": 500})),
        // One that tells nothing of itself, by its number.
        computers.clone(),
        healthy(true),
        queue(0),
        (200, architecture()),
        none.clone(),
        (403, json!({})),
        none.clone(),
        computers.clone(),
        computers,
        none,
        (401, json!({})),
    ]);
    let mut iqm = service_at(&server.at("/"));
    let devices = iqm.devices().unwrap();
    let devices = devices
        .iter()
        .map(|device| (&device.name[..], device.state, device.queue));
    let expected = [
        ("garnet", DeviceState::Online, Some(3)),
        ("emerald", DeviceState::Offline, None),
    ];
    assert_eq!(devices.collect::<Vec<_>>(), expected);
    let emerald = iqm.capabilities("default").unwrap();
    assert_eq!(&emerald.info.name, "emerald");
    assert_eq!(
        (emerald.shots.clone(), emerald.info.num_qubits),
        (1..=500, Some(3))
    );
    assert_eq!(emerald.calibrated.as_deref(), Some("2026-11-20T08:00:00Z"));
    assert_eq!(emerald.native.as_ref().unwrap().edges().count(), 1);
    assert_eq!(emerald.notes.len(), 2, "{:?}", emerald.notes);
    let lowered = lower_to(&circuit(), Basis::Prx);
    assert!(iqm.program(&lowered, &emerald).unwrap().contains("QB2"));
    assert!(iqm.program(&circuit(), &emerald).is_err());
    let garnet = iqm.capabilities("1").unwrap();
    assert_eq!(
        (garnet.shots.clone(), garnet.calibrated.clone()),
        (1..=MOST_SHOTS, None)
    );
    assert_eq!(garnet.notes.len(), 4, "{:?}", garnet.notes);
    // The architecture is that of the device that was described last.
    assert!(iqm.program(&lowered, &garnet).is_ok());
    assert!(iqm.program(&lowered, &emerald).is_err());
    let error = iqm.capabilities("sirius").unwrap_err().to_string();
    assert!(error.contains("the devices are garnet, emerald"), "{error}");
    let error = iqm.capabilities("garnet").unwrap_err();
    assert!(matches!(error, RemoteError::Unsuitable { .. }), "{error}");
    let error = iqm.devices().unwrap_err();
    assert!(matches!(error, RemoteError::Unauthorised { .. }), "{error}");
    let all = "get quantum-computers";
    let state = |of: &str| format!("{all}/{of}/health, {all}/{of}/queue-availability");
    let described = |of: &str| {
        let (state, sets) = (state(of), format!("get calibration-sets/{of}"));
        format!(
            "{all}, {state}, {sets}/default/dynamic-quantum-architecture, {sets}/set/metrics, \
             {sets}/set, {all}/{of}/limits"
        )
    };
    let expected = format!(
        "{all}, {}, {}, {}, {}, {all}, {all}, {all}/garnet/health, {all}",
        state("garnet"),
        state("emerald"),
        described("emerald"),
        described("1")
    );
    assert_eq!(server.asked("/api/v1/"), expected);
}

#[test]
fn a_job_is_sent_polled_read_and_cancelled() {
    let is = |status: &str| {
        let errors = json!([{"error_code": "internal_error", "message": "m"}]);
        let body = json!({
            "id": "1", "status": status, "queue_position": 2, "runtime_ms": 1500.0,
            "errors": errors,
        });
        (200, body)
    };
    let none = (404, json!({"message": "m"}));
    let server = Server::of_json(&[
        is("waiting"),
        (400, json!({"message": "m"})),
        is("waiting"),
        is("completed"),
        is("failed"),
        none.clone(),
        (200, json!([{"m": [[1, 0]]}])),
        none.clone(),
        (
            200,
            json!([{"measurement_keys": ["m"], "counts": {"10": 64}}]),
        ),
        none.clone(),
        none.clone(),
        (200, json!({})),
        none.clone(),
        is("cancelled"),
        none,
        is("waiting"),
    ]);
    let mut iqm = service_at(&server.at(""));
    let program = r#"{"circuits": [], "calibration_set_id": "set"}"#;
    let entry = Entry::new("cheqqers-1", "test", "iqm", "default").with_program(program, 3, 2, 64);
    assert_eq!(iqm.submit(&entry).as_deref(), Ok("1"));
    let error = iqm.submit(&entry).unwrap_err();
    assert!(matches!(error, RemoteError::BadProgram { .. }), "{error}");
    let waiting = iqm.status("1").unwrap();
    assert_eq!(
        (waiting.state, waiting.position),
        (JobState::Queued, Some(2))
    );
    assert_eq!((waiting.cost, waiting.failure), (None, None));
    let done = iqm.status("1").unwrap();
    let seconds = Cost {
        amount: 1.5,
        unit: "s".into(),
    };
    assert_eq!((done.cost, done.failure), (Some(seconds), None));
    let failed = iqm.status("1").unwrap();
    assert!(
        matches!(failed.failure, Some(RemoteError::Failed { .. })),
        "{failed:?}"
    );
    let lost = iqm.status("1").unwrap_err();
    assert!(matches!(lost, RemoteError::JobNotFound { .. }), "{lost}");
    let bits: Bitstring = "10".parse().unwrap();
    let shots = iqm.response("1", &entry).unwrap();
    assert_eq!(shots.output, Ok(JobOutput::Shots(vec![bits])));
    assert_eq!(shots.raw, r#"[{"m":[[1,0]]}]"#);
    let counts = iqm.response("1", &entry).unwrap();
    assert_eq!(counts.output, Ok(JobOutput::Counts(vec![(bits, 64)])));
    let lost = iqm.response("1", &entry).unwrap_err();
    assert!(matches!(lost, RemoteError::JobNotFound { .. }), "{lost}");
    assert_eq!(iqm.cancel("1"), Ok(()));
    assert_eq!(iqm.cancel("1"), Ok(()));
    assert!(iqm.cancel("1").is_err());
    let submit = "post emerald/circuit?use_timeslot=false&tag=cheqqers-1";
    let [shots, counts] = ["measurements", "measurement_counts"]
        .map(|artifact| format!("get 1/artifacts/{artifact}"));
    let expected = format!(
        "{submit}, {submit}, get 1, get 1, get 1, get 1, {shots}, {shots}, {counts}, {shots}, \
         {counts}, post 1/cancel, post 1/cancel, get 1, post 1/cancel, get 1"
    );
    assert_eq!(server.asked("/api/v1/jobs/"), expected);
    let payload = program::payload(&entry).unwrap();
    assert_eq!(server.bodies()[0].to_string(), payload);
}
