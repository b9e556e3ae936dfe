use cheqqers_circuit::{Bitstring, Clbit, Gate, Qubit};
use reqwest::header::{HeaderMap, HeaderValue};
use serde_json::json;

use super::arn::simulator;
use super::failure::refusal;
use super::*;
use crate::error::RemoteError;
use crate::http::Reply;
use crate::http::tests::{Server, at_once};
use crate::service::{DeviceState, JobOutput};
use crate::service_name::ServiceName;

const FORTE: &str = "arn:aws:braket:us-east-1::device/qpu/ionq/Forte-1";

/// X on qubit 0 of three, whose clbits are not in the order of the qubits; qubit 1 is not measured.
const PROGRAM: &str = "OPENQASM 3.0;\nqubit[3] q;\nbit[2] c;\nx q[0];\ncnot q[1], q[2];\n\
    c[1] = measure q[0];\nc[0] = measure q[2];\n";

fn job(program: &str) -> Entry {
    let key = "cheqqers-0123456789abcdef";
    Entry::new(key, "test", "braket", "qpu/ionq/Forte-1").with_program(program, 3, 2, 4)
}

fn reply(status: u16, kind: &'static str, body: &str) -> Reply {
    let mut headers = HeaderMap::new();
    if !kind.is_empty() {
        headers.insert("x-amzn-ErrorType", HeaderValue::from_static(kind));
    }
    Reply {
        status: StatusCode::from_u16(status).unwrap(),
        headers,
        body: body.into(),
    }
}

/// What the service says of a machine with these gates.
fn said(operations: &[&str], price: &Value, hours: &Value) -> Reply {
    let capabilities = json!({
        "service": {
            "executionWindows": hours, "shotsRange": [0, 5000], "reservationShotsRange": [1, 9000],
            "deviceCost": price, "updatedAt": "2026-11-01T00:00:00", "somethingNew": 1,
        },
        "action": {
            "braket.ir.jaqcd.program": {"actionType": "braket.ir.jaqcd.program"},
            "braket.ir.openqasm.program": {"supportedOperations": operations, "version": ["1"]},
        },
        "paradigm": {"qubitCount": 36},
    });
    let body = json!({
        "deviceArn": FORTE, "deviceType": "QPU", "deviceStatus": "ONLINE", "deviceName": "Forte 1",
        "providerName": "IonQ", "deviceCapabilities": capabilities.to_string(),
        "deviceQueueInfo": [
            {"queue": "JOBS_QUEUE", "queueSize": "7"},
            {"queue": "QUANTUM_TASKS_QUEUE", "queueSize": "3", "queuePriority": "Priority"},
            {"queue": "QUANTUM_TASKS_QUEUE", "queueSize": ">2000", "queuePriority": "Normal"},
        ],
    });
    reply(200, "", &body.to_string())
}

fn device(operations: &[&str], price: &Value, hours: &Value, is_reserved: bool) -> Device {
    let said = said(operations, price, hours);
    Device::read(&said, FORTE.into(), "us-east-1".into(), is_reserved).unwrap()
}

const IONQ: [&str; 12] = [
    "x", "y", "z", "rx", "ry", "rz", "h", "cnot", "s", "si", "t", "ti",
];

fn profile() -> Profile {
    Profile {
        region: Some("us-east-1".into()),
        bucket: Some("s3://amazon-braket-mine/games".into()),
        ..Profile::new(ServiceName::Braket, "qpu/ionq/Forte-1")
    }
}

fn around(variables: &[(&str, &str)]) -> Environment {
    let keys = [
        ("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE"),
        ("AWS_SECRET_ACCESS_KEY", "s3cr3t"),
        ("AWS_SESSION_TOKEN", "t0k3n"),
    ];
    let all = keys.iter().chain(variables);
    Environment {
        variables: all
            .map(|&(name, value)| (name.into(), value.into()))
            .collect(),
        ..Environment::default()
    }
}

/// One that knows a device and needs to ask nobody.
fn braket(profile: &Profile, variables: &[(&str, &str)]) -> Braket {
    let mut braket = Braket::connect(profile, &around(variables), at_once()).unwrap();
    let price = json!({"price": 0.08, "unit": "shot"});
    let known = device(&IONQ, &price, &json!([]), false);
    braket.known.insert("qpu/ionq/Forte-1".into(), known);
    braket
}

#[test]
fn devices_have_short_names() {
    for name in ["sv1", "SV1", "quantum-simulator/amazon/sv1"] {
        let arn = "arn:aws:braket:::device/quantum-simulator/amazon/sv1";
        assert_eq!(simulator(name).as_deref(), Some(arn), "{name}");
        assert_eq!(super::arn::short(arn), "sv1");
        assert_eq!(region_of(arn), None);
    }
    assert_eq!(simulator("qpu/ionq/Forte-1"), None);
    assert_eq!(super::arn::short(FORTE), "qpu/ionq/Forte-1");
    assert_eq!(region_of(FORTE), Some("us-east-1"));
}

#[test]
fn columns_go_to_the_clbits_of_their_qubits() {
    let bits = |texts: &[&str]| {
        texts
            .iter()
            .map(|text| text.parse().unwrap())
            .collect::<Vec<_>>()
    };
    let read = |results: Value| output::read(&results.to_string(), &job(PROGRAM));
    // Clbit 0 is qubit 2, clbit 1 is qubit 0, whatever the order of the columns.
    let found = read(json!({"measurements": [[0, 1], [1, 1]], "measuredQubits": [2, 0]}));
    assert_eq!(found, Ok(JobOutput::Shots(bits(&["01", "11"]))));
    let found = read(json!({"measurements": [[1, 0], [1, 1]], "measuredQubits": [0, 2], "new": 1}));
    assert_eq!(found, Ok(JobOutput::Shots(bits(&["01", "11"]))));
    // Some devices measure all there is.
    let found = read(json!({"measurements": [[1, 1, 0]], "measuredQubits": [0, 1, 2]}));
    assert_eq!(found, Ok(JobOutput::Shots(bits(&["01"]))));
    for wrong in [
        json!({"measurements": [[1, 0]], "measuredQubits": [1, 2]}),
        json!({"measurements": [[1, 0, 1]], "measuredQubits": [0, 2]}),
        json!({"measurements": [[1, -1]], "measuredQubits": [0, 2]}),
        json!({"measurements": [[1, 0]]}),
        json!({"measurementProbabilities": {"1x": 1.0}, "measuredQubits": [0, 2]}),
        json!({"measuredQubits": [0, 2]}),
        json!([]),
    ] {
        let found = read(wrong.clone());
        assert!(
            matches!(found, Err(RemoteError::Protocol { .. })),
            "{wrong}"
        );
    }
}

#[test]
fn where_all_qubits_must_be_measured_they_are_and_the_others_are_not_read() {
    let hours = json!([]);
    let price = json!(null);
    let body = String::from_utf8(said(&IONQ, &price, &hours).body).unwrap();
    let key = r#"\"supportedOperations\":"#;
    let required = format!(r#"\"requiresAllQubitsMeasurement\":true,{key}"#);
    for (body, expected) in [(body.replace(key, &required), true), (body, false)] {
        let found = reply(200, "", &body);
        let device = Device::read(&found, FORTE.into(), "us-east-1".into(), false).unwrap();
        assert_eq!(device.requires_all_measured, expected);
    }
    let mut circuit = Circuit::new(3, 1);
    circuit.push(Gate::X, &[Qubit(1)]).unwrap();
    circuit.measure(Qubit(1), Clbit(0)).unwrap();
    let measured = program::measured(&circuit).unwrap();
    let pairs: Vec<_> = measured.measurements().collect();
    let expected = [(1, 0), (0, 1), (2, 2)].map(|(qubit, clbit)| (Qubit(qubit), Clbit(clbit)));
    assert_eq!(pairs, expected);
    assert_eq!(program::measured(&measured).unwrap(), measured);
    let text = program::write_for(&measured, None).unwrap();
    let entry = Entry::new("cheqqers-0", "test", "braket", "d").with_program(text, 3, 1, 4);
    let read = |results: Value| output::read(&results.to_string(), &entry).unwrap();
    let bits = |text: &str| text.parse::<Bitstring>().unwrap();
    let found = read(json!({"measurements": [[1, 0, 0], [0, 1, 1]], "measuredQubits": [1, 0, 2]}));
    assert_eq!(found, JobOutput::Shots(vec![bits("1"), bits("0")]));
    let found = read(json!({
        "measurementProbabilities": {"000": 0.25, "100": 0.25, "110": 0.5},
        "measuredQubits": [1, 0, 2], "taskMetadata": {"shots": 4},
    }));
    assert_eq!(
        found,
        JobOutput::Counts(vec![(bits("0"), 1), (bits("1"), 3)])
    );
}

/// A job of two programs, the second of which reads one bit of its two.
fn set() -> Entry {
    let second = "OPENQASM 3.0;\nqubit[2] q;\nbit[2] c;\nx q[0];\nc[0] = measure q[1];\nc[1] = measure q[0];\n";
    let entry = Entry::new("cheqqers-0", "test", "braket", "qpu/ionq/Forte-1");
    let entry = entry.with_program(format!("{PROGRAM}{second}"), 5, 3, 4);
    entry.with_programs(vec![2, 1])
}

#[test]
fn results_of_a_set_are_those_of_its_programs() {
    let entry = set();
    let read = |first: Value, second: Value| {
        let program = |result| json!({"executableResults": [result]});
        let results = json!({"programResults": [program(first), program(second)]});
        output::read(&results.to_string(), &entry)
    };
    let first = json!({"inputsIndex": 0, "measurements": [[0, 1]], "measuredQubits": [2, 0]});
    let second = json!({
        "inputsIndex": 0, "measurementProbabilities": {"01": 0.25, "11": 0.75}, "measuredQubits": [1, 0],
    });
    let bits = |text: &str| text.parse::<Bitstring>().unwrap();
    let expected = vec![
        JobOutput::Shots(vec![bits("01")]),
        JobOutput::Counts(vec![(bits("0"), 1), (bits("1"), 3)]),
    ];
    assert_eq!(
        read(first.clone(), second),
        Ok(JobOutput::Programs(expected))
    );
    let failure = |category: &str| {
        let told = json!({"failureReason": "why", "retryable": false, "category": category});
        read(
            first.clone(),
            json!({"inputsIndex": 0, "failureMetadata": told}),
        )
        .unwrap_err()
    };
    let (of_program, of_device) = (failure("COMPILATION"), failure("DEVICE"));
    assert!(
        matches!(of_program, RemoteError::BadProgram { .. }),
        "{of_program}"
    );
    assert!(
        matches!(of_device, RemoteError::Failed { .. }),
        "{of_device}"
    );
    for wrong in [
        json!({"programResults": [{"executableResults": [first]}]}),
        json!({"programResults": [{"executableResults": []}, {"executableResults": []}]}),
        json!({"programResults": ["programs/0/results.json", "programs/1/results.json"]}),
        first.clone(),
    ] {
        let found = output::read(&wrong.to_string(), &entry);
        assert!(
            matches!(found, Err(RemoteError::Protocol { .. })),
            "{wrong}"
        );
    }
}

#[test]
fn files_of_a_set_are_put_together() {
    let fetch = |key: &str| {
        let body = match key {
            "a/7/p/0/results.json" => json!({"executableResults": ["e/0.json"]}),
            "a/7/p/0/e/0.json" => json!({"measurements": [[1]]}),
            _ => return Err(RemoteError::protocol(key)),
        };
        Ok(reply(200, "", &body.to_string()))
    };
    let named = json!({"s3Location": ["b", "a/7"], "programResults": ["p/0/results.json"]});
    let whole = program_set::whole(&named.to_string(), "other", fetch).unwrap();
    let whole: Value = serde_json::from_str(&whole).unwrap();
    let expected = json!([{"executableResults": [{"measurements": [[1]]}]}]);
    assert_eq!(whole["programResults"], expected);
    let absent = json!({"programResults": ["p/0/results.json"]}).to_string();
    let error = program_set::whole(&absent, "tasks", fetch).unwrap_err();
    assert!(
        error.to_string().contains("tasks/p/0/results.json"),
        "{error}"
    );
    for raw in [json!({"programResults": expected}).to_string(), "{".into()] {
        assert_eq!(program_set::whole(&raw, "", fetch), Ok(raw));
    }
}

#[test]
fn a_set_has_no_more_programs_and_shots_than_the_device_takes() {
    let body = String::from_utf8(said(&IONQ, &json!(null), &json!([])).body).unwrap();
    let key = r#"\"braket.ir.openqasm.program\":"#;
    let most = |limits: &str, shots| {
        let set = format!(r#"\"braket.ir.openqasm.program_set\":{{{limits}}},{key}"#);
        let found = reply(200, "", &body.replace(key, &set));
        let device = Device::read(&found, FORTE.into(), "us-east-1".into(), false).unwrap();
        device.max_programs(shots)
    };
    let all = r#"\"maximumExecutables\":100,\"maximumTotalShots\":1000,\"minimumTotalShots\":50"#;
    for (shots, expected) in [(24, 1), (25, 40), (10, 1), (500, 2), (501, 1), (9999, 1)] {
        assert_eq!(most(all, shots), expected, "{shots}");
    }
    assert_eq!(most(r#"\"maximumExecutables\":100"#, 1), 100);
    assert_eq!(most(r#"\"maximumExecutables\":0"#, 1), 1);
    assert_eq!(most("", 1), 1);
}

#[test]
fn a_qubit_that_came_back_unmeasured_is_named() {
    let results = json!({"measurements": [[1]], "measuredQubits": [2]});
    let error = output::read(&results.to_string(), &job(PROGRAM)).unwrap_err();
    assert!(error.to_string().contains("measures qubit 0"), "{error}");
}

#[test]
fn probabilities_that_are_parts_of_the_shots_are_counts() {
    let pair = |text: &str, p: f64| (text.parse().unwrap(), p);
    let read = |shots: Value, probabilities: Value| {
        let results = json!({
            "measurements": null, "measurementProbabilities": probabilities,
            "measuredQubits": [0, 2], "taskMetadata": {"shots": shots},
        });
        output::read(&results.to_string(), &job(PROGRAM)).unwrap()
    };
    // The key's first character is the first measured qubit, 0, which goes to clbit 1.
    let found = read(json!(4), json!({"10": 0.75, "01": 0.25}));
    let counts = vec![("10".parse().unwrap(), 1), ("01".parse().unwrap(), 3)];
    assert_eq!(found, JobOutput::Counts(counts));
    let found = read(json!(4), json!({"10": 0.7, "01": 0.3}));
    let expected = vec![pair("10", 0.3), pair("01", 0.7)];
    assert_eq!(found, JobOutput::Probabilities(expected.clone()));
    let found = read(json!(null), json!({"10": 0.7, "01": 0.3}));
    assert_eq!(found, JobOutput::Probabilities(expected));
}

#[test]
fn programs_are_written_in_the_gates_of_the_device() {
    let mut circuit = Circuit::new(3, 1);
    circuit.push(Gate::Iswap, &[Qubit(0), Qubit(1)]).unwrap();
    circuit.push(Gate::Cz, &[Qubit(1), Qubit(2)]).unwrap();
    circuit.push(Gate::Sx, &[Qubit(2)]).unwrap();
    circuit.push(Gate::Rz(0.25), &[Qubit(2)]).unwrap();
    circuit.measure(Qubit(2), Clbit(0)).unwrap();
    let all: Vec<String> = ["iswap", "cz", "v", "rz"].map(str::to_owned).into();
    let text = program::write_for(&circuit, Some(&all)).unwrap();
    assert!(
        text.contains("iswap q[0], q[1];") && text.contains("v q[2];"),
        "{text}"
    );
    assert_eq!(program::write_for(&circuit, None).unwrap(), text);
    let few: Vec<String> = IONQ.map(str::to_uppercase).into();
    assert_eq!(program::missing(&text, &few), ["iswap", "cz", "v"]);
    let plain = program::write_for(&circuit, Some(&few)).unwrap();
    assert_eq!(program::missing(&plain, &few), [""; 0], "{plain}");
    // The words of the gate table, on the operands of the gate.
    let cz = "h q[2];\ncnot q[1], q[2];\nh q[2];\n";
    let rest = "h q[2];\ns q[2];\nh q[2];\nrz(0.25) q[2];\nc[0] = measure q[2];\n";
    assert!(plain.ends_with(&format!("{cz}{rest}")), "{plain}");
}

#[test]
fn drafts_are_what_is_sent_and_hold_no_secret() {
    let program = "OPENQASM 3.0;\nqubit[1] q;\nbit[2] c;\nx q[0];\nc[0] = measure q[0];\n";
    let mut service = braket(&profile(), &[]);
    let previews = service.previews(&job(program)).unwrap();
    let [preview] = &previews[..] else {
        panic!("{previews:?}");
    };
    assert_eq!(
        preview.line,
        "POST https://braket.us-east-1.amazonaws.com/quantum-task"
    );
    let body: Value = serde_json::from_str(&preview.body).unwrap();
    assert_eq!(body["clientToken"], "cheqqers-0123456789abcdef");
    assert_eq!(body["tags"]["cheqqers"], "cheqqers-0123456789abcdef");
    assert_eq!(body["deviceArn"], FORTE);
    assert_eq!(body["outputS3Bucket"], "amazon-braket-mine");
    assert_eq!(body["outputS3KeyPrefix"], "games");
    assert_eq!(body["associations"], Value::Null);
    // JSON in a text.
    let action: Value = serde_json::from_str(body["action"].as_str().unwrap()).unwrap();
    assert_eq!(action["source"], program);
    assert_eq!(
        action["braketSchemaHeader"]["name"],
        "braket.ir.openqasm.program"
    );
    let shown = format!("{previews:?} {service:?}");
    for secret in ["s3cr3t", "t0k3n"] {
        assert!(!shown.contains(secret), "{shown}");
    }
    // The same job is the same request, or the token would be refused.
    assert_eq!(service.previews(&job(program)).unwrap(), previews);
}

#[test]
fn gates_that_the_device_lacks_are_not_sent() {
    let program = "OPENQASM 3.0;\nqubit[2] q;\nbit[2] c;\niswap q[0], q[1];\n";
    let error = braket(&profile(), &[]).submit(&job(program)).unwrap_err();
    assert!(
        matches!(&error, RemoteError::Unsuitable { text, .. } if text == "it has no gate iswap")
    );
}

#[test]
fn reservations_and_buckets_are_found_where_users_have_them() {
    let program = "OPENQASM 3.0;\nqubit[1] q;\nbit[2] c;\nx q[0];\n";
    let body = |profile: &Profile, variables: &[(&str, &str)]| {
        let previews = braket(profile, variables).previews(&job(program)).unwrap();
        serde_json::from_str::<Value>(&previews[0].body).unwrap()
    };
    let mut profile = profile();
    let window = ("AMZN_BRAKET_RESERVATION_TIME_WINDOW_ARN", "arn:window");
    let expected = json!([{"arn": "arn:window", "type": "RESERVATION_TIME_WINDOW_ARN"}]);
    assert_eq!(body(&profile, &[window])["associations"], expected);
    let other = ("AMZN_BRAKET_RESERVATION_DEVICE_ARN", "arn:other");
    assert_eq!(
        body(&profile, &[window, other])["associations"],
        Value::Null
    );
    profile.instance = Some("arn:mine".into());
    assert_eq!(
        body(&profile, &[window, other])["associations"][0]["arn"],
        "arn:mine"
    );
    profile.bucket = None;
    let uri = ("AMZN_BRAKET_TASK_RESULTS_S3_URI", "s3://one/a/b/");
    let out = ("AMZN_BRAKET_OUT_S3_BUCKET", "two");
    let place = |variables: &[(&str, &str)]| {
        let body = body(&profile, variables);
        let text = |key: &str| body[key].as_str().unwrap().to_owned();
        (text("outputS3Bucket"), text("outputS3KeyPrefix"))
    };
    let pair = |bucket: &str, folder: &str| (bucket.to_owned(), folder.to_owned());
    assert_eq!(place(&[uri, out]), pair("one", "a/b"));
    assert_eq!(place(&[out]), pair("two", "tasks"));
    let id = ("AWS_ACCOUNT_ID", "123456789012");
    assert_eq!(
        place(&[id]),
        pair("amazon-braket-us-east-1-123456789012", "tasks")
    );
}

#[test]
fn a_device_is_what_it_says() {
    let price = json!({"price": 0.08, "unit": "shot"});
    let found = device(&IONQ, &price, &json!([]), false);
    let capabilities = found.capabilities("forte");
    assert_eq!(capabilities.info.name, "forte");
    assert_eq!(capabilities.info.num_qubits, Some(36));
    assert_eq!(capabilities.info.queue, Some(2000));
    assert_eq!(capabilities.info.state, crate::DeviceState::Online);
    assert_eq!(capabilities.shots, 1..=5000);
    assert_eq!(
        capabilities.calibrated.as_deref(),
        Some("2026-11-01T00:00:00")
    );
    assert!(!capabilities.is_free);
    let cost = found.cost(100).unwrap();
    assert!((cost.amount - 8.3).abs() < 1e-12, "{cost:?}");
    // In reserved time shots cost nothing more, and there are other limits.
    let never = json!([{
        "executionDay": "Everyday", "windowStartHour": "00:00:00", "windowEndHour": "00:00:00",
    }]);
    let reserved = device(&IONQ, &price, &never, true).capabilities("forte");
    assert_eq!(reserved.shots, 1..=9000);
    assert_eq!(reserved.info.state, crate::DeviceState::Online);
    let closed = device(&IONQ, &json!(null), &never, false);
    assert_eq!(
        closed.capabilities("forte").info.state,
        crate::DeviceState::Paused
    );
    assert_eq!(closed.cost(100), None);
    let free = device(
        &IONQ,
        &json!({"price": 0.0, "unit": "shot"}),
        &json!([]),
        false,
    );
    let told = free.capabilities("forte");
    assert_eq!((told.is_free, told.notes.len()), (true, 1));
    assert_eq!(told.price_date, None);
    assert_eq!(free.cost(100).map(|cost| cost.amount), Some(0.0));
}

#[test]
fn prices_are_by_shot_task_or_time() {
    let of = |kind: &str, unit: &str| {
        let price = json!({"price": 0.6, "unit": unit});
        let mut said: Value =
            serde_json::from_slice(&said(&IONQ, &price, &json!([])).body).unwrap();
        said["deviceType"] = kind.into();
        let found = reply(200, "", &said.to_string());
        let device = Device::read(&found, FORTE.into(), "us-east-1".into(), false).unwrap();
        let told = device.capabilities("d");
        let cost = device.cost(100).map(|cost| cost.amount);
        (
            cost,
            told.notes[1].clone(),
            told.price_date.is_some(),
            told.calibrated.is_some(),
        )
    };
    for (kind, unit, expected, note, is_listed) in [
        ("QPU", "Shot", Some(60.3), "and 0.6 USD for each shot", true),
        ("SIMULATOR", "shot", Some(60.0), "0.6 USD a shot", false),
        ("QPU", "task", Some(0.6), "0.6 USD a task", false),
        ("SIMULATOR", "minute", Some(0.03), "3 s at least", false),
        ("QPU", "minute", None, "0.6 USD a minute", false),
        ("QPU", "hour", None, "0.6 USD a hour", false),
    ] {
        let (cost, told, has_date, is_calibrated) = of(kind, unit);
        let is_right = match (cost, expected) {
            (Some(cost), Some(expected)) => (cost - expected).abs() < 1e-9,
            (cost, expected) => cost == expected,
        };
        assert!(
            is_right && told.contains(note),
            "{kind} {unit}: {cost:?} {told}"
        );
        assert_eq!(
            (has_date, is_calibrated),
            (is_listed, kind == "QPU"),
            "{kind} {unit}"
        );
    }
}

#[test]
fn refusals_tell_what_to_do() {
    let submit = Subject::Submit {
        device: "sv1",
        bucket: "b",
    };
    let error = |status, kind, text: &str, about| {
        refusal(
            &reply(status, kind, &json!({"message": text}).to_string()),
            about,
        )
    };
    let old = error(403, "", "The session has expired", submit);
    assert!(matches!(&old, RemoteError::Unauthorised { text, .. } if text.ends_with("expired")));
    let wrong = error(403, "InvalidSignatureException", "No match", submit);
    assert!(matches!(&wrong, RemoteError::Unauthorised { text, .. } if !text.contains("clock")));
    let expired = error(
        403,
        "ExpiredTokenException",
        "The token has expired",
        submit,
    );
    assert!(
        matches!(&expired, RemoteError::Unauthorised { text, .. } if text.contains("new keys"))
    );
    let clock = "Signature expired: 20261120T080000Z is now earlier than";
    let clock = error(403, "InvalidSignatureException:http://x", clock, submit);
    assert!(matches!(&clock, RemoteError::Unauthorised { text, .. } if text.contains("clock")));
    let quota = error(402, "ServiceQuotaExceededException", "no more", submit);
    assert!(matches!(quota, RemoteError::Quota { .. }));
    let offline = error(424, "DeviceOfflineException", "away", submit);
    assert!(matches!(offline, RemoteError::DeviceOffline { .. }));
    let retired = error(410, "DeviceRetiredException", "gone", submit);
    assert!(matches!(retired, RemoteError::Unsuitable { .. }));
    let none = error(
        404,
        "ResourceNotFoundException",
        "none",
        Subject::Device("sv9"),
    );
    assert!(matches!(none, RemoteError::Unsuitable { .. }));
    let lost = error(404, "ResourceNotFoundException", "none", Subject::Task("t"));
    assert!(matches!(&lost, RemoteError::JobNotFound { job, .. } if job == "t"));
    let odd = error(418, "TeapotException", "short", Subject::Task("t"));
    assert!(matches!(odd, RemoteError::Unreachable { .. }));
    let bucket = error(
        400,
        "ValidationException",
        "no access to the S3 bucket",
        submit,
    );
    assert!(
        matches!(&bucket, RemoteError::Unsuitable { text, .. } if text.contains("s3 mb s3://b"))
    );
    let program = error(400, "ValidationException", "gate cx is not defined", submit);
    assert!(
        matches!(&program, RemoteError::BadProgram { code, .. } if code == "ValidationException")
    );
    let xml =
        "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code><Message>No</Message></Error>";
    let denied = refusal(&reply(403, "", xml), Subject::Output("b"));
    assert!(matches!(&denied, RemoteError::Unauthorised { text, .. } if text.starts_with("No; ")));
    let missing = xml.replace("AccessDenied", "NoSuchBucket");
    let missing = refusal(&reply(404, "", &missing), Subject::Output("b"));
    assert!(matches!(&missing, RemoteError::Unreachable { text } if text.contains("is not lost")));
}

#[test]
fn refusals_of_keys_quote_no_token() {
    let signed = "The request signature we calculated does not match. The Canonical String should \
        have been 'GET\n/\n\nx-amz-security-token:t0k3n\n'";
    let json = json!({"message": signed}).to_string();
    let xml = |code: &str, rest: &str| format!("<Error><Code>{code}</Code>{rest}</Error>");
    let message = format!("<Message>{signed}</Message>");
    for (status, kind, body) in [
        (403, "InvalidSignatureException", json.clone()),
        (403, "IncompleteSignatureException", json.clone()),
        (403, "", json),
        (403, "", xml("SignatureDoesNotMatch", &message)),
        (400, "", xml("InvalidToken", "<Token-0>t0k3n</Token-0>")),
    ] {
        for about in [Subject::Account, Subject::Output("b")] {
            let error = refusal(&reply(status, kind, &body), about);
            assert!(matches!(error, RemoteError::Unauthorised { .. }), "{error}");
            assert!(!format!("{error:?}").contains("t0k3n"), "{error}");
        }
    }
    let body = xml("InvalidToken", "<Message>No token</Message>");
    let error = refusal(&reply(400, "", &body), Subject::Output("b"));
    assert!(
        error.to_string().contains("No token; get new keys"),
        "{error}"
    );
}

#[test]
fn failures_of_tasks_tell_whether_to_try_again() {
    let device = failed("The device has been interrupted by maintenance.");
    assert!(matches!(device, RemoteError::Failed { .. }));
    let program = failed("The program is invalid: gate cx is not supported");
    assert!(matches!(program, RemoteError::BadProgram { .. }));
    let late = failed("The quantum task timed out.");
    assert!(matches!(late, RemoteError::RanTooLong { .. }));
}

#[test]
fn states_and_places_are_read_as_the_service_tells_them() {
    assert_eq!(state("cancelling"), JobState::Cancelling);
    assert_eq!(state("COMPLETED"), JobState::Done);
    assert_eq!(state("PONDERING"), JobState::Unknown);
    let before = |position: Value| {
        let queue: shapes::Queue = serde_json::from_value(json!({"position": position})).unwrap();
        queue.before()
    };
    assert_eq!(before(json!("3")), Some(2));
    assert_eq!(before(json!(">2000")), Some(2000));
    assert_eq!(before(json!("None")), None);
    assert_eq!(before(json!(null)), None);
}

#[test]
fn tasks_are_known_by_their_tags() {
    let task = |tags: Value| {
        let task = json!({"quantumTaskArn": "a", "status": "QUEUED", "tags": tags});
        let task: QuantumTask = serde_json::from_value(task).unwrap();
        task.has_tag(TAG, "cheqqers-1")
    };
    assert!(task(json!({"other": "x", "cheqqers": "cheqqers-1"})));
    assert!(!task(json!({"cheqqers": "cheqqers-2"})));
    assert!(!task(json!(null)));
}

/// Region and service that a request was signed for.
fn scope(server: &Server, number: usize) -> String {
    let requests = server.requests.lock().unwrap();
    let (signed, _) = requests[number].split_once("/aws4_request").unwrap();
    let parts: Vec<&str> = signed.rsplitn(3, '/').collect();
    format!("{}/{}", parts[1], parts[0])
}

/// Profile of a service and a storage at a server.
fn profile_at(server: &Server) -> Profile {
    Profile {
        url: Some(server.at("/b/")),
        storage_url: Some(server.at("/s3")),
        ..profile()
    }
}

#[test]
fn devices_are_those_of_all_regions() {
    let price = json!({"price": 0.08, "unit": "shot"});
    let of_forte: Value = serde_json::from_slice(&said(&IONQ, &price, &json!([])).body).unwrap();
    let listed = |arn: &str, kind: &str, provider: &str| {
        json!({
            "deviceArn": arn, "deviceType": kind, "deviceStatus": "ONLINE",
            "providerName": provider,
        })
    };
    let forte = listed(FORTE, "QPU", "IonQ");
    let aquila = listed(
        "arn:aws:braket:us-east-1::device/qpu/quera/Aquila",
        "QPU",
        "QuEra",
    );
    let arn = simulator("sv1").unwrap();
    let sv1 = listed(&arn, "SIMULATOR", "Amazon Braket");
    let mut of_sv1 = of_forte.clone();
    of_sv1["deviceArn"] = arn.into();
    let page =
        |devices: &[&Value], next: Value| (200, json!({"devices": devices, "nextToken": next}));
    let empty = page(&[], Value::Null);
    let denied = (403, json!({"message": "m"}));
    let regions = [
        page(&[&sv1, &forte], Value::Null),
        denied.clone(),
        page(&[&sv1], json!("next")),
        page(&[&aquila], Value::Null),
        empty.clone(),
        empty,
    ];
    let ours = [(200, of_forte.clone()), (200, of_forte)];
    let answers = [
        &regions[..],
        &regions,
        &ours,
        &regions,
        &[(200, of_sv1)],
        &vec![denied; 5],
    ];
    let server = Server::of_json(&answers.concat());
    let profile = Profile {
        region: Some("us-west-2".into()),
        ..profile_at(&server)
    };
    let mut braket = Braket::connect(&profile, &around(&[]), at_once()).unwrap();
    let devices = braket.devices().unwrap();
    let devices: Vec<_> = devices
        .iter()
        .map(|device| (&device.name[..], device.state, device.is_simulator))
        .collect();
    let expected = [
        ("sv1", DeviceState::Online, true),
        ("qpu/ionq/Forte-1", DeviceState::Online, false),
    ];
    assert_eq!(devices, expected);
    // Looked up once.
    for _ in 0..2 {
        let forte = braket.capabilities("qpu/ionq/forte-1").unwrap();
        assert_eq!(forte.info.name, "qpu/ionq/forte-1");
        assert_eq!(
            forte.notes[0],
            format!("it is {FORTE}, in the region us-east-1")
        );
    }
    let error = braket.capabilities("ionq").unwrap_err().to_string();
    assert!(
        error.contains("sv1, qpu/ionq/Forte-1, qpu/quera/Aquila"),
        "{error}"
    );
    // Those of Amazon are in the region of the user.
    assert!(braket.capabilities("SV1").unwrap().notes[0].ends_with("in the region us-west-2"));
    let error = braket.devices().unwrap_err();
    assert!(matches!(error, RemoteError::Unauthorised { .. }), "{error}");
    let all = ["post devices"; 6].join(", ");
    let denied = ["post devices"; 5].join(", ");
    let forte = "get device/arn%3aaws%3abraket%3aus-east-1%3a%3adevice%2fqpu%2fionq%2fforte-1";
    let sv1 = "get device/arn%3aaws%3abraket%3a%3a%3adevice%2fquantum-simulator%2famazon%2fsv1";
    let expected = format!("{all}, {all}, {forte}, {forte}, {all}, {sv1}, {denied}");
    assert_eq!(server.asked("/b/"), expected);
    assert_eq!(server.bodies()[3]["nextToken"], "next");
    let regions = [0, 1, 2, 3, 4, 5, 12, 20].map(|number| scope(&server, number));
    let expected = [
        "us-west-2",
        "us-east-1",
        "us-west-1",
        "us-west-1",
        "eu-west-2",
        "eu-north-1",
        "us-east-1",
        "us-west-2",
    ];
    assert_eq!(regions, expected.map(|region| format!("{region}/braket")));
}

const TASK: &str = "arn:aws:braket:eu-west-2:1:quantum-task/7";

#[test]
fn a_published_price_is_that_of_the_task_and_its_shots() {
    let server = Server::new(&[]);
    let braket = braket(&profile_at(&server), &[]);
    let cost = braket.listed_cost(&job(PROGRAM)).unwrap();
    // 0.3 USD, and 0.08 USD for each of four shots.
    assert!((cost.amount - 0.62).abs() < 1e-12, "{cost:?}");
    let other = Entry::new("cheqqers-0", "test", "braket", "sv1");
    assert_eq!(braket.listed_cost(&other), None);
}

#[test]
fn a_task_is_created_and_looked_up() {
    let key = "cheqqers-0123456789abcdef";
    let task = |name: &str, key: &str, created: &str| {
        json!({
            "quantumTaskArn": name, "status": "QUEUED", "createdAt": created,
            "tags": {"cheqqers": key},
        })
    };
    let page =
        |tasks: &[Value], next: Value| (200, json!({"quantumTasks": tasks, "nextToken": next}));
    let created = || (201, json!({"quantumTaskArn": TASK}));
    let (later, other) = (
        task("8", key, "2026-11-02"),
        task("0", "other", "2026-11-01"),
    );
    let server = Server::of_json(&[
        created(),
        // The same task.
        (500, json!({})),
        created(),
        (409, json!({"message": "m"})),
        (400, json!({"message": "m"})),
        page(&[later, other], json!("next")),
        page(&[task("7", key, "2026-11-01")], Value::Null),
    ]);
    let mut braket = braket(&profile_at(&server), &[]);
    let entry = job("OPENQASM 3.0;\nqubit[1] q;\nbit[2] c;\nx q[0];\n");
    for _ in 0..2 {
        assert_eq!(braket.submit(&entry).as_deref(), Ok(TASK));
    }
    let ambiguous = RemoteError::Ambiguous { key: key.into() };
    assert_eq!(braket.submit(&entry), Err(ambiguous));
    let error = braket.submit(&entry).unwrap_err();
    assert!(matches!(error, RemoteError::BadProgram { .. }), "{error}");
    assert_eq!(braket.find(&entry), Ok(vec!["7".into(), "8".into()]));
    let (create, list) = ("post quantum-task", "post quantum-tasks");
    let expected = [create, create, create, create, create, list, list].join(", ");
    assert_eq!(server.asked("/b/"), expected);
    let bodies = server.bodies();
    assert_eq!(bodies[0], bodies[1]);
    assert_eq!(bodies[5]["filters"][0]["values"], json!([FORTE]));
    let next = (&bodies[5]["nextToken"], &bodies[6]["nextToken"]);
    assert_eq!(next, (&Value::Null, &json!("next")));
    assert_eq!(scope(&server, 0), "us-east-1/braket");
}

#[test]
fn a_task_is_polled_read_and_cancelled() {
    let is = |status: &str| {
        let body = json!({
            "quantumTaskArn": TASK, "status": status, "failureReason": "The program is invalid",
            "queueInfo": {"position": "3"}, "outputS3Bucket": "b", "outputS3Directory": "tasks/7",
        });
        (200, body)
    };
    let (none, conflict) = (
        (404, json!({"message": "m"})),
        (409, json!({"message": "m"})),
    );
    let server = Server::of_json(&[
        // Not known everywhere yet.
        none.clone(),
        is("QUEUED"),
        is("FAILED"),
        is("COMPLETED"),
        none.clone(),
        (
            200,
            json!({"measurements": [[0, 1]], "measuredQubits": [2, 0]}),
        ),
        is("COMPLETED"),
        (403, json!("<Code>AccessDenied</Code>")),
        (200, json!({"quantumTaskArn": TASK, "status": "COMPLETED"})),
        none.clone(),
        (200, json!({})),
        conflict.clone(),
        is("COMPLETED"),
        conflict,
        is("RUNNING"),
        none.clone(),
        none.clone(),
        none.clone(),
        none.clone(),
        none,
    ]);
    let mut braket = braket(&profile_at(&server), &[]);
    let entry = job(PROGRAM);
    let queued = braket.status(TASK).unwrap();
    assert_eq!((queued.state, queued.position), (JobState::Queued, Some(2)));
    assert_eq!(queued.failure, None);
    let failed = braket.status(TASK).unwrap().failure.unwrap();
    assert!(matches!(failed, RemoteError::BadProgram { .. }), "{failed}");
    let response = braket.response(TASK, &entry).unwrap();
    let bits = "01".parse().unwrap();
    assert_eq!(response.output, Ok(JobOutput::Shots(vec![bits])));
    assert!(response.raw.contains("measuredQubits"));
    let error = braket.response(TASK, &entry).unwrap_err();
    assert!(matches!(error, RemoteError::Unauthorised { .. }), "{error}");
    let error = braket.response(TASK, &entry).unwrap_err().to_string();
    assert!(error.contains("where the results are"), "{error}");
    // Also where it has ended, but not where it goes on.
    assert_eq!(braket.cancel(TASK), Ok(()));
    assert_eq!(braket.cancel(TASK), Ok(()));
    assert!(braket.cancel(TASK).is_err());
    let lost = braket.status(TASK).unwrap_err();
    assert!(matches!(lost, RemoteError::JobNotFound { .. }), "{lost}");
    let error = braket.status("7").unwrap_err().to_string();
    assert!(error.contains("has no region"), "{error}");
    let task = "/b/quantum-task/arn%3aaws%3abraket%3aeu-west-2%3a1%3aquantum-task%2f7";
    let requests = server
        .asked(task)
        .replace("?additionalattributenames=queueinfo", "");
    let stored = "get /s3/b/tasks/7/results.json";
    let expected = format!(
        "get , get , get , get , {stored}, {stored}, get , {stored}, get , put /cancel, \
         put /cancel, put /cancel, get , put /cancel, get , get , get , get , get , get "
    );
    assert_eq!(requests, expected);
    let bodies = server.bodies();
    assert_eq!(bodies[9]["clientToken"], bodies[11]["clientToken"]);
    assert_eq!(scope(&server, 0), "eu-west-2/braket");
    assert_eq!(scope(&server, 4), "eu-west-2/s3");
}

#[test]
fn results_go_to_a_bucket_of_the_account_where_none_is_chosen() {
    let entry = job("OPENQASM 3.0;\nqubit[1] q;\nbit[2] c;\nx q[0];\n");
    let server = Server::of_json(&[
        (200, json!("<Account> 123456789012 </Account>")),
        (200, json!("<Account>")),
        (403, json!("<Code>AccessDenied</Code>")),
    ]);
    let profile = Profile {
        bucket: None,
        ..profile_at(&server)
    };
    let variables = [("AWS_ENDPOINT_URL_STS", &server.at("/sts")[..])];
    let mut client = braket(&profile, &variables);
    // It is asked for once.
    for _ in 0..2 {
        let previews = client.previews(&entry).unwrap();
        let body: Value = serde_json::from_str(&previews[0].body).unwrap();
        assert_eq!(
            body["outputS3Bucket"],
            "amazon-braket-us-east-1-123456789012"
        );
    }
    let error = braket(&profile, &variables).previews(&entry).unwrap_err();
    assert!(matches!(error, RemoteError::Protocol { .. }), "{error}");
    let error = braket(&profile, &variables).previews(&entry).unwrap_err();
    assert!(matches!(error, RemoteError::Unauthorised { .. }), "{error}");
    assert_eq!(server.asked("/"), "post sts/, post sts/, post sts/");
    assert_eq!(scope(&server, 0), "us-east-1/sts");
    let request = &server.requests.lock().unwrap()[0];
    assert!(
        request.ends_with("Action=GetCallerIdentity&Version=2011-06-15"),
        "{request}"
    );
    // Amazon itself is not asked about keys of another service.
    let error = braket(&profile, &[]).previews(&entry).unwrap_err();
    assert!(matches!(error, RemoteError::Credentials { .. }), "{error}");
}
