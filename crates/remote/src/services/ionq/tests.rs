use cheqqers_backend::ResponseForm;
use cheqqers_circuit::{Circuit, Clbit, Qubit};
use cheqqers_qasm::{AnnotatedCircuit, write};
use reqwest::header::HeaderMap;

use super::failure::refusal;
use super::*;
use crate::error::RemoteError;
use crate::http::tests::{Server, at_once};
use crate::service::JobOutput;
use crate::service_name::ServiceName;

fn reply(status: u16, body: &Value) -> Reply {
    Reply {
        status: StatusCode::from_u16(status).unwrap(),
        headers: HeaderMap::new(),
        body: body.to_string().into_bytes(),
    }
}

fn service(noise: Option<&str>) -> Ionq {
    service_at("https://a", noise)
}

fn service_at(host: &str, noise: Option<&str>) -> Ionq {
    let profile = Profile {
        noise: noise.map(Into::into),
        ..Profile::new(ServiceName::Ionq, SIMULATOR)
    };
    let url = format!("{host}/v0.4/");
    let variables = [("IONQ_API_KEY", "hidden"), ("IONQ_API_URL", &url)];
    let owned = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let environment = Environment {
        variables: owned.into(),
        directory: "/nowhere".into(),
        ..Environment::default()
    };
    Ionq::connect(&profile, &environment, at_once()).unwrap()
}

fn job(device: &str, program: &str) -> Entry {
    Entry::new("cheqqers-1", "test", "ionq", device).with_program(program, 3, 2, 64)
}

#[test]
fn bit_0_comes_first_in_every_form() {
    let one = |own: Value| json!({"registers": {"output_all": own, "c": own}, "unknown": [1]});
    let bits = |text: &str| text.parse().unwrap();
    let cases = [
        (
            ResponseForm::Shots,
            json!({"shots": [one(json!([1, 0, 0])), one(json!([1, 1, 0]))]}),
            JobOutput::Shots(vec![bits("100"), bits("110")]),
        ),
        (
            ResponseForm::Counts,
            json!({"histogram": one(json!({"100": 3, "110": 1}))}),
            JobOutput::Counts(vec![(bits("100"), 3), (bits("110"), 1)]),
        ),
        (
            ResponseForm::Probabilities,
            json!({"probabilities": one(json!({"100": 0.75, "110": 0.25}))}),
            JobOutput::Probabilities(vec![(bits("100"), 0.75), (bits("110"), 0.25)]),
        ),
    ];
    for (form, body, outcomes) in cases {
        let found = output::read(&reply(200, &body), form, 3).unwrap();
        assert_eq!(found, outcomes);
        // Bit 0 has weight 1.
        if let JobOutput::Shots(shots) = found {
            assert_eq!(shots[0].index(), 1);
        }
    }
}

#[test]
fn results_of_another_program_are_refused() {
    let shots = |registers: Value| json!({"shots": [{"registers": registers}]});
    for body in [
        shots(json!({"output_all": [1, 0, 0]})),
        shots(json!({"c": [1, 0]})),
        shots(json!({"c": [1, 2, 0]})),
        shots(json!({"c": [1, 0, 0], "d": [1, 0, 0]})),
        shots(json!({"c": "100"})),
        json!({"histogram": {"registers": {"c": {"100": 1}}}}),
        json!([]),
    ] {
        let error = output::read(&reply(200, &body), ResponseForm::Shots, 3).unwrap_err();
        assert!(matches!(error, RemoteError::Protocol { .. }), "{body}");
    }
    for key in ["10", "1000", "1x0", "0x1", ""] {
        let body = json!({"histogram": {"registers": {"c": {key: 4}}}});
        let error = output::read(&reply(200, &body), ResponseForm::Counts, 3).unwrap_err();
        assert!(matches!(error, RemoteError::Protocol { .. }), "{key}");
    }
}

#[test]
fn programs_have_one_register_of_bits() {
    let mut circuit = Circuit::new(2, 2);
    circuit.measure(Qubit(0), Clbit(1)).unwrap();
    circuit.measure(Qubit(1), Clbit(0)).unwrap();
    let text = write(&AnnotatedCircuit::new(&circuit), Dialect::Ionq).unwrap();
    let registers = text.lines().filter(|line| line.starts_with("bit"));
    assert_eq!(registers.count(), 1, "{text}");
    for reserved in ["output", "output_all"] {
        assert!(!text.contains(reserved), "{text}");
    }
}

#[test]
fn the_most_honest_form_is_taken() {
    let names = ["shots", "histogram", "probabilities"];
    for first in 0..names.len() {
        let results = names[first..].iter().map(|name| {
            let format = format!("ionq.result.{name}.json.v2");
            (format, json!({"id": name, "format": "?", "more": 1}))
        });
        let results: serde_json::Map<String, Value> = results.collect();
        let found: Job = reply(200, &json!({"id": "1", "status": "?", "results": results}))
            .json()
            .unwrap();
        let (form, artifact) = output::best(&found).unwrap();
        assert_eq!(artifact, names[first]);
        let forms = [
            ResponseForm::Shots,
            ResponseForm::Counts,
            ResponseForm::Probabilities,
        ];
        assert_eq!(form, forms[first]);
    }
    let none: Job = reply(200, &json!({"id": "1", "status": "?", "results": null}))
        .json()
        .unwrap();
    assert_eq!(output::best(&none), None);
}

#[test]
fn failures_say_who_is_to_blame() {
    let of = |code: &str| {
        let body =
            json!({"id": "1", "status": "failed", "failure": {"code": code, "message": "m"}});
        let found: Job = reply(200, &body).json().unwrap();
        found.failure.unwrap().to_error("qpu.forte-1")
    };
    let text = || "m".to_owned();
    for code in [
        "QuotaExhaustedError",
        "ContractExpiredError",
        "UnknownBillingError",
    ] {
        assert_eq!(of(code), RemoteError::Quota { text: text() });
    }
    for code in [
        "InvalidInput",
        "CompilationError",
        "PreflightError",
        "UnsupportedGate",
        "TooManyGates",
        "TooManyControls",
        "QuantumCircuitComplexityError",
    ] {
        let refused = RemoteError::BadProgram {
            code: code.into(),
            text: text(),
        };
        assert_eq!(of(code), refused);
    }
    for code in ["NotEnoughQubits", "TooManyShots"] {
        let device = "qpu.forte-1".to_owned();
        assert_eq!(
            of(code),
            RemoteError::Unsuitable {
                device,
                text: text()
            }
        );
    }
    for code in ["TooLongPredictedExecutionTime", "SimulationTimeout"] {
        let (limit, text) = (None, text());
        assert_eq!(of(code), RemoteError::RanTooLong { limit, text });
    }
    for code in [
        "QuantumComputerError",
        "SimulationError",
        "DebiasingError",
        "OptimizationError",
        "SystemCancel",
        "InternalError",
        "SomethingNew",
    ] {
        let failed = RemoteError::Failed {
            code: code.into(),
            text: text(),
        };
        assert_eq!(of(code), failed);
    }
}

#[test]
fn refusals_are_read_in_each_of_their_forms() {
    let bodies = [
        json!({"statusCode": 400, "error": "Bad Request", "message": "m",
            "validation": {"source": "payload", "keys": ["shots", "noise"]}}),
        json!({"code": 4, "message": "m"}),
        json!({"error": {"type": "t", "message": "m"}}),
        json!({"error": "m"}),
        json!("m"),
    ];
    let texts = ["m (at shots, noise)", "m", "m", "m", "HTTP 400: \"m\""];
    for (body, text) in bodies.iter().zip(texts) {
        let refused = RemoteError::BadProgram {
            code: "400".into(),
            text: text.into(),
        };
        assert_eq!(refusal(&reply(400, body), Some("d")), refused);
    }
    let of = |status: u16| {
        ERRORS
            .about_device(reply(status, &json!({"message": "m"})), "d")
            .unwrap_err()
    };
    assert!(matches!(of(401), RemoteError::Unauthorised { .. }));
    assert!(matches!(of(402), RemoteError::Quota { .. }));
    assert!(matches!(of(404), RemoteError::Unsuitable { .. }));
    assert!(matches!(of(409), RemoteError::DeviceOffline { .. }));
    assert!(matches!(of(418), RemoteError::Protocol { .. }));
    let lost = ERRORS.about_job(reply(404, &json!({})), "7").unwrap_err();
    assert!(matches!(lost, RemoteError::JobNotFound { .. }), "{lost}");
    let odd = ERRORS
        .about_job(reply(400, &json!({"message": "m"})), "7")
        .unwrap_err();
    assert!(!matches!(odd, RemoteError::Protocol { .. }), "{odd}");
}

#[test]
fn states_are_read_in_either_case() {
    let cases = [
        ("submitted", JobState::Created),
        ("Ready", JobState::Queued),
        ("STARTED", JobState::Running),
        ("completed", JobState::Done),
        ("failed", JobState::Failed),
        ("canceled", JobState::Cancelled),
        ("levitating", JobState::Unknown),
    ];
    for (word, expected) in cases {
        assert_eq!(state(word), expected, "{word}");
    }
}

#[test]
fn a_draft_is_what_is_sent_without_the_key() {
    let mut service = service(None);
    let job = job("qpu.forte-1", "OPENQASM 3.0;\n");
    let previews = service.previews(&job).unwrap();
    let [preview] = &previews[..] else {
        panic!("{previews:?}");
    };
    assert_eq!(preview.line, "POST https://a/v0.4/jobs");
    assert!(!format!("{previews:?} {service:?}").contains("hidden"));
    let body: Value = serde_json::from_str(&preview.body).unwrap();
    let expected = json!({
        "type": "ionq.qasm3.v1",
        "backend": "qpu.forte-1",
        "shots": 64,
        "name": "cheqqers-1",
        "metadata": {"cheqqers": "cheqqers-1"},
        "settings": {
            "compilation": {"service_version": "v0.4"},
            "error_mitigation": {"debiasing": false},
        },
        "input": {"data": "OPENQASM 3.0;\n"},
    });
    assert_eq!(body, expected);
}

#[test]
fn noise_is_of_the_device_or_of_the_profile() {
    let noise = |service: &Ionq, device| {
        let body = service.body(&job(device, ""));
        assert!(body["settings"].get("error_mitigation").is_none(), "{body}");
        assert_eq!(body["backend"], "simulator");
        body["noise"]["model"].as_str().map(str::to_owned)
    };
    let (plain, noisy) = (service(None), service(Some("aria-1")));
    assert_eq!(noise(&plain, "simulator"), None);
    assert_eq!(
        noise(&plain, "simulator:forte-1").as_deref(),
        Some("forte-1")
    );
    assert_eq!(noise(&noisy, "simulator").as_deref(), Some("aria-1"));
    assert_eq!(
        noise(&noisy, "simulator:forte-1").as_deref(),
        Some("forte-1")
    );
    assert_eq!(noisy.target("qpu.forte-1").noise, None);
    let has_shots = |service: &Ionq, device| service.target(device).has_shots();
    assert!(!has_shots(&plain, "simulator") && !has_shots(&plain, "simulator:ideal"));
    assert!(has_shots(&noisy, "simulator") && has_shots(&plain, "qpu.forte-1"));
}

#[test]
fn costs_are_read_with_their_unit() {
    let of = |body: Value| reply(200, &body).json::<Estimate>().unwrap().cost();
    let usd = |amount| {
        let unit = "USD".to_owned();
        Some(Cost { amount, unit })
    };
    let body = json!({"estimated_total_cost": 12.5, "estimated_unit": "usd", "rate_card": {}});
    assert_eq!(of(body), usd(12.5));
    assert_eq!(of(json!({"estimated_total_cost": null})), None);
    let of = |body: Value| reply(200, &body).json::<JobCost>().unwrap().cost();
    let amount = |value: f64| json!({"value": value, "unit": "usd"});
    assert_eq!(
        of(json!({"estimated_cost": amount(2.0), "cost": amount(1.0)})),
        usd(1.0)
    );
    assert_eq!(of(json!({"estimated_cost": amount(2.0)})), usd(2.0));
    assert_eq!(of(json!({"dry_run": true})), None);
}

#[test]
fn the_gates_of_an_estimate_are_those_of_a_machine() {
    let text = "OPENQASM 3.0;\ninclude \"stdgates.inc\";\nqubit[2] q;\nbit[2] c;\n\
                x q[0];\nrz(1) q[1];\ncz q[0], q[1];\nc[0] = measure q[0];\nc[1] = measure q[1];\n";
    assert_eq!(sizes(text), Some((1, 1)));
    assert_eq!(sizes("no program"), None);
}

#[test]
fn jobs_are_known_by_name_or_by_metadata() {
    let listed: Jobs = reply(
        200,
        &json!({"next": null, "jobs": [
            {"id": "1", "status": "ready", "name": "m", "metadata": null},
            {"id": "2", "status": "ready", "name": null, "metadata": {"cheqqers": "m", "n": 1}},
            {"id": "3", "status": "ready", "name": "n", "metadata": {"other": "m"}},
        ]}),
    )
    .json()
    .unwrap();
    let found = listed
        .jobs
        .iter()
        .filter(|listed| listed.has_tag(KEY_FIELD, "m"));
    let found: Vec<&str> = found.map(|listed| &listed.id[..]).collect();
    assert_eq!(found, ["1", "2"]);
}

#[test]
fn a_list_is_old_when_all_of_it_is() {
    let time = |text: &str| text.parse::<Timestamp>().unwrap();
    let limit = time("2026-11-01T00:00:00Z");
    let is_before = |times: &[Option<&str>]| {
        let jobs: Vec<Value> = times
            .iter()
            .map(|time| json!({"id": "1", "status": "ready", "submitted_at": time}))
            .collect();
        let page: Jobs = reply(200, &json!({"jobs": jobs})).json().unwrap();
        page.are_before(limit)
    };
    let [new, old, older] = [
        Some("2026-11-02T10:00:00.5Z"),
        Some("2026-10-31T23:59:59Z"),
        Some("2026-10-01T00:00:00Z"),
    ];
    assert!(is_before(&[old, older]));
    assert!(!is_before(&[new, old]));
    // The latest may be still to come.
    assert!(!is_before(&[older, old]));
    assert!(!is_before(&[old, None]));
    assert!(!is_before(&[]));
}

#[test]
fn devices_are_described_with_what_they_cost() {
    let simulator = json!({"backend": "simulator", "status": "available", "qubits": 29});
    let forte = json!({
        "backend": "qpu.forte-1", "status": "Unavailable", "qubits": 36,
        "average_queue_time": 3000.0, "degraded": true,
    });
    let server = Server::of_json(&[
        (200, json!([simulator, forte])),
        (200, json!({})),
        (409, json!("gateway")),
        (200, forte.clone()),
        (200, json!({"characterizations": [{"date": "today"}]})),
        (200, json!({})),
        (200, simulator),
        (200, json!({})),
        (200, forte),
        (401, json!({"message": "m"})),
        (
            200,
            json!({"estimated_total_cost": 2.5, "estimated_unit": "usd"}),
        ),
    ]);
    let mut ionq = service_at(&server.at(""), None);
    let devices = ionq.devices().unwrap();
    let names: Vec<_> = devices
        .iter()
        .map(|device| (&device.name[..], device.state, device.is_simulator))
        .collect();
    let expected = [
        ("simulator", DeviceState::Online, true),
        ("qpu.forte-1", DeviceState::Offline, false),
        ("simulator:forte-1", DeviceState::Online, true),
    ];
    assert_eq!(names, expected);
    assert_eq!(devices[1].wait, Some(Duration::from_secs(3)));
    // The gateway's conflict passes.
    let machine = ionq.capabilities("qpu.forte-1").unwrap();
    assert_eq!(machine.calibrated.as_deref(), Some("today"));
    assert_eq!((machine.is_free, machine.shots), (false, 1..=MOST_SHOTS));
    assert_eq!(machine.notes.len(), 3, "{:?}", machine.notes);
    let noisy = ionq.capabilities("simulator:forte-1").unwrap();
    assert_eq!(noisy.info.name, "simulator:forte-1");
    assert_eq!((noisy.is_free, noisy.calibrated), (true, None));
    assert_eq!(noisy.notes, ["it has the noise of forte-1"]);
    let error = ionq.capabilities("qpu.forte-1:ideal").unwrap_err();
    assert!(matches!(error, RemoteError::Unsuitable { .. }), "{error}");
    let error = ionq.capabilities("simulator").unwrap_err();
    assert!(matches!(error, RemoteError::Unauthorised { .. }), "{error}");
    let program = "OPENQASM 3.0;\nqubit[3] q;\nbit[2] c;\nx q[0];\ncz q[0], q[1];\n";
    let job = job("qpu.forte-1", program);
    let cost = ionq.cost(&job).unwrap().unwrap();
    assert_eq!((cost.amount, &cost.unit[..]), (2.5, "USD"));
    assert!(ionq.listed_cost(&job).unwrap().amount > 0.0);
    for free in ["simulator", "simulator:forte-1"] {
        let job = self::job(free, program);
        let costs = [ionq.cost(&job).unwrap(), ionq.listed_cost(&job)];
        let free = |cost: Option<Cost>| cost.is_some_and(|cost| cost.amount == 0.0);
        assert!(costs.into_iter().all(free));
    }
    assert_eq!(
        server.asked("/v0.4/"),
        "get backends, get whoami, get backends/qpu.forte-1, get backends/qpu.forte-1, \
         get backends/qpu.forte-1/characterizations?limit=1, get whoami, get backends/simulator, \
         get whoami, get backends/qpu.forte-1, get whoami, get jobs/estimate?backend=qpu.forte-1\
         &qubits=3&shots=64&1q_gates=1&2q_gates=1&error_mitigation=false"
    );
}

#[test]
fn a_job_is_sent_and_looked_up_for_a_month() {
    let listed = |id: &str, name: &str, sent: Timestamp| {
        let sent = sent.to_string();
        json!({"id": id, "status": "ready", "name": name, "submitted_at": sent})
    };
    let page = |next: &str, jobs: &[Value]| (200, json!({"jobs": jobs, "next": next}));
    let now = Timestamp::now();
    let [before, long_ago] =
        [1, 2 * LOOKED_BACK].map(|hours| now - SignedDuration::from_hours(hours));
    let ours = [("8", now), ("7", before)].map(|(id, sent)| listed(id, "cheqqers-1", sent));
    let server = Server::of_json(&[
        (201, json!({"id": "7", "status": "ready"})),
        // Those of this job stand on the second page, and the one after it is the last that is read.
        page("b", &[listed("9", "other", now)]),
        page("c", &ours),
        page("d", &[listed("6", "other", before)]),
        // All that follow are older.
        page("b", &[listed("5", "other", long_ago)]),
    ]);
    let mut ionq = service_at(&server.at(""), None);
    let job = job("qpu.forte-1", "OPENQASM 3.0;");
    assert_eq!(ionq.submit(&job).as_deref(), Ok("7"));
    assert_eq!(ionq.find(&job), Ok(vec!["7".into(), "8".into()]));
    assert_eq!(ionq.find(&job), Ok(Vec::new()));
    assert_eq!(
        server.asked("/v0.4/"),
        "post jobs, get jobs?limit=25, get jobs?limit=25&next=b, get jobs?limit=25&next=c, \
         get jobs?limit=25"
    );
    assert_eq!(server.bodies()[0], ionq.body(&job));
}

#[test]
fn a_job_is_polled_read_and_cancelled() {
    let of = |status: &str, backend: &str| {
        let failure = json!({"code": "SimulationError", "message": "m"});
        let body = json!({
            "id": "7", "status": status, "backend": backend, "predicted_wait_time_ms": 2000.0,
            "failure": failure,
        });
        (200, body)
    };
    let done = |results: Value| {
        let body = json!({"id": "7", "status": "completed", "results": results});
        (200, body)
    };
    let counts = json!({"histogram": {"registers": {"c": {"10": 64}}}});
    let refused = || (400, json!({"message": "m"}));
    let conflict = || (409, json!("gateway"));
    let server = Server::of_json(&[
        of("ready", "qpu.forte-1"),
        of("completed", "qpu.forte-1"),
        (200, json!({"cost": {"value": 1.5, "unit": "usd"}})),
        of("completed", "simulator"),
        of("failed", "simulator"),
        (404, json!({"message": "m"})),
        done(json!({"ionq.result.histogram.json.v2": {"id": "h"}})),
        (200, counts),
        done(json!({"odd": {}})),
        (200, json!({})),
        refused(),
        of("completed", "simulator"),
        refused(),
        of("started", "simulator"),
        conflict(),
        conflict(),
        conflict(),
    ]);
    let mut ionq = service_at(&server.at(""), None);
    let job = job("qpu.forte-1", "OPENQASM 3.0;");
    let waiting = ionq.status("7").unwrap();
    let (state, cost, failure) = (waiting.state, waiting.cost, waiting.failure);
    assert_eq!((state, cost, failure), (JobState::Queued, None, None));
    assert_eq!(waiting.wait, Some(Duration::from_secs(2)));
    let done = ionq.status("7").unwrap();
    let (state, wait, failure) = (done.state, done.wait, done.failure);
    assert_eq!((state, wait, failure), (JobState::Done, None, None));
    assert_eq!(done.cost.map(|cost| cost.amount), Some(1.5));
    assert_eq!(ionq.status("7").unwrap().cost, None);
    let failed = ionq.status("7").unwrap().failure.unwrap();
    assert!(matches!(failed, RemoteError::Failed { .. }), "{failed}");
    let lost = ionq.status("7").unwrap_err();
    assert!(matches!(lost, RemoteError::JobNotFound { .. }), "{lost}");
    let response = ionq.response("7", &job).unwrap();
    let bits = "10".parse().unwrap();
    assert_eq!(response.output, Ok(JobOutput::Counts(vec![(bits, 64)])));
    assert!(response.raw.contains("histogram"));
    let none = ionq.response("7", &job).unwrap_err();
    assert!(none.to_string().contains("[odd]"), "{none}");
    // Also where it has ended, but not where it goes on.
    assert_eq!(ionq.cancel("7"), Ok(()));
    assert_eq!(ionq.cancel("7"), Ok(()));
    assert!(ionq.cancel("7").is_err());
    let error = ionq.status("7").unwrap_err();
    assert!(error.to_string().contains("gateway"), "{error}");
    assert_eq!(
        server.asked("/v0.4/jobs/"),
        "get 7, get 7, get 7/cost, get 7, get 7, get 7, get 7, get 7/artifacts/h, get 7, \
         put 7/status/cancel, put 7/status/cancel, get 7, put 7/status/cancel, get 7, get 7, \
         get 7, get 7"
    );
}
