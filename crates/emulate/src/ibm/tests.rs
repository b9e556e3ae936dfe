use axum::body::{Body, to_bytes};
use serde_json::Value;
use tower::ServiceExt;

use super::*;
use crate::{DeviceNoise, EmulatorOptions};

/// A client with a token.
struct Client {
    service: Router,
    token: String,
}

const FORM: &str = "grant_type=urn%3Aibm%3Aparams%3Aoauth%3Agrant-type%3Aapikey&apikey=";

async fn send(
    service: &Router,
    request: axum::http::request::Builder,
    body: String,
) -> (u16, String) {
    let request = request.body(Body::from(body)).unwrap();
    let response = service.clone().oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, String::from_utf8(bytes.to_vec()).unwrap())
}

async fn token(service: &Router, key: &str) -> (u16, Value) {
    let request = axum::http::Request::post("/ibm/identity/token")
        .header("content-type", "application/x-www-form-urlencoded");
    let (status, text) = send(service, request, format!("{FORM}{key}")).await;
    (status, serde_json::from_str(&text).unwrap())
}

impl Client {
    async fn new(options: EmulatorOptions) -> Self {
        let service = crate::router(options);
        let (_, answer) = token(&service, "key").await;
        let token = answer["access_token"].as_str().unwrap().to_owned();
        Self { service, token }
    }

    async fn with(faults: &[&str]) -> Self {
        let faults = faults.iter().map(|text| text.parse().unwrap()).collect();
        let noise = DeviceNoise::None;
        Self::new(EmulatorOptions {
            noise,
            faults,
            ..EmulatorOptions::default()
        })
        .await
    }

    /// What is answered, as it is.
    async fn text(&self, method: &str, path: &str, body: &Value) -> (u16, String) {
        let request = axum::http::Request::builder()
            .method(method)
            .uri(format!("/ibm/api/v1{path}"))
            .header("authorization", format!("Bearer {}", self.token))
            .header(
                "service-crn",
                "crn:v1:bluemix:public:quantum-computing:us-east:a/1:2::",
            )
            .header("ibm-api-version", "2026-04-15");
        send(&self.service, request, body.to_string()).await
    }

    /// The same, as JSON; null where there is nothing.
    async fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let (status, text) = self.text(method, path, body).await;
        (status, serde_json::from_str(&text).unwrap_or_default())
    }

    async fn get(&self, path: &str) -> Value {
        let (status, answer) = self.ask("GET", path, &Value::Null).await;
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }

    async fn submit(&self, text: &str) -> String {
        let (status, answer) = self.ask("POST", "/jobs", &request(text)).await;
        assert_eq!(status, 200, "{answer}");
        answer["id"].as_str().unwrap().to_owned()
    }
}

const TEXT: &str = "OPENQASM 3.0;\nbit[3] m;\nbit[1] other;\nx $4;\nm[1] = measure $4;\n\
                    other[0] = measure $3;\n";

fn request(text: &str) -> Value {
    json!({"program_id": "sampler", "backend": "ibm_torino", "tags": ["mark"],
           "params": {"version": 2, "support_qiskit": false, "pubs": [[text, null, 5]]}})
}

fn code(answer: &Value) -> u64 {
    answer["errors"][0]["code"].as_u64().unwrap()
}

#[tokio::test]
async fn a_job_gives_one_field_for_each_register() {
    let client = Client::with(&[]).await;
    let id = client.submit(TEXT).await;
    let job = client.get(&format!("/jobs/{id}")).await;
    assert_eq!(job["state"]["status"], "Completed");
    assert_eq!(job["params"]["pubs"][0][2], 5);
    let result = client.get(&format!("/jobs/{id}/results")).await;
    let expected = json!({"m": {"samples": vec!["0x2"; 5], "num_bits": 3},
                          "other": {"samples": vec!["0x0"; 5], "num_bits": 1}});
    assert_eq!(result["results"][0]["data"], expected);
    let path = format!("/jobs/{id}/cancel");
    let (status, answer) = client.ask("POST", &path, &Value::Null).await;
    assert_eq!((status, code(&answer)), (409, 1306));
    for (tag, count) in [("mark", 1), ("none", 0)] {
        let list = client
            .get(&format!("/jobs?tags={tag}&exclude_params=true"))
            .await;
        assert_eq!(list["count"], count, "{list}");
    }
}

#[tokio::test]
async fn circuits_that_the_device_can_not_run_fail_later() {
    let client = Client::with(&[]).await;
    for (text, part) in [
        (
            TEXT.replace("x $4", "include \"stdgates.inc\"; h $4"),
            "instruction h ",
        ),
        (TEXT.replace("x $4", "h $4"), "instruction h "),
        (TEXT.replace("x $4", "cz $0, $2"), "cz on qubits (0, 2)"),
        (TEXT.replace("x $4", "x $133"), "133 qubits"),
        (TEXT.replace("x $4", "gate a q { x q; } a $4"), "`gate`"),
        (
            TEXT.replace("$4", "q[0]")
                .replace("$3", "q[1]")
                .replace("x q", "qubit[2] q; x q"),
            "physical",
        ),
        (TEXT.replace("x $4", "x $4; reset $4"), "`reset`"),
    ] {
        let id = client.submit(&text).await;
        let job = client.get(&format!("/jobs/{id}")).await;
        let reason = job["state"]["reason"].as_str().unwrap();
        assert_eq!(
            (&job["status"], &job["state"]["reason_code"]),
            (&json!("Failed"), &json!(1517))
        );
        assert!(reason.contains(part), "{reason}");
    }
}

#[tokio::test]
async fn a_device_shows_its_own_errors() {
    let client = Client::new(EmulatorOptions::default()).await;
    // Qubit 0 of this device reads a 0 as 1 in every sixth shot.
    let text = "OPENQASM 3.0; bit[1] m; m[0] = measure $0;";
    let mut request = request(text);
    request["params"]["pubs"][0][2] = json!(10_000);
    let (_, answer) = client.ask("POST", "/jobs", &request).await;
    let id = answer["id"].as_str().unwrap();
    client.get(&format!("/jobs/{id}")).await;
    let result = client.get(&format!("/jobs/{id}/results")).await;
    let samples = result["results"][0]["data"]["m"]["samples"]
        .as_array()
        .unwrap();
    let ones = samples.iter().filter(|&sample| sample == "0x1").count();
    assert!(ones.abs_diff(1685) < 6 * 38, "{ones}");
}

#[tokio::test]
async fn what_is_wrong_with_a_request_is_refused_at_once() {
    let client = Client::with(&[]).await;
    for (pointer, value, expected) in [
        ("/program_id", json!("estimator"), (404, 1286)),
        ("/backend", json!("ibm_none"), (404, 1216)),
        ("/params/version", json!(1), (400, 1002)),
        ("/params/pubs", json!([]), (400, 1002)),
        (
            "/params/pubs/0/0",
            json!({"__type__": "QuantumCircuit"}),
            (400, 1002),
        ),
        ("/params/pubs/0/1", json!([0.5]), (400, 1002)),
        (
            "/params/pubs/0/1",
            json!({"__type__": "ndarray", "__value__": "eJwDAAAAAAE="}),
            (400, 1002),
        ),
        ("/params/pubs/0/2", json!(0), (400, 1002)),
        ("/params/pubs/0/2", json!(10_000_001), (400, 1002)),
    ] {
        let mut wrong = request(TEXT);
        *wrong.pointer_mut(pointer).unwrap() = value;
        let (status, answer) = client.ask("POST", "/jobs", &wrong).await;
        assert_eq!((status, code(&answer)), expected, "{answer}");
    }
    let (status, answer) = client.ask("GET", "/jobs/none", &Value::Null).await;
    assert_eq!((status, code(&answer)), (404, 1291));
}

/// A job of the program `executor` that runs a circuit twice.
fn executed(text: &str) -> Value {
    let item = json!({"item_type": "circuit", "shape": [], "chunk_size": "auto",
        "circuit_arguments": {"data": "eJwDAAAAAAE=", "shape": [0], "dtype": "f64"}});
    json!({"program_id": "executor", "backend": "ibm_torino", "tags": ["mark"], "params": {
        "schema_version": "v2.0", "options": {"init_qubits": true},
        "quantum_program": {"shots": 5, "circuits": {"data": [text, text]}, "items": [item, item],
                            "meas_level": "classified"}}})
}

#[tokio::test]
async fn executor_runs_every_circuit_and_gives_arrays_of_bits() {
    let client = Client::with(&[]).await;
    let (status, answer) = client.ask("POST", "/jobs", &executed(TEXT)).await;
    assert_eq!(status, 200, "{answer}");
    let id = answer["id"].as_str().unwrap();
    let job = client.get(&format!("/jobs/{id}")).await;
    assert_eq!(
        (&job["status"], &job["program"]["id"]),
        (&json!("Completed"), &json!("executor"))
    );
    let result = client.get(&format!("/jobs/{id}/results")).await;
    assert_eq!(result["schema_version"], "v2.0");
    let items = result["data"].as_array().unwrap();
    assert_eq!(items.len(), 2);
    for item in items {
        assert_eq!(item["results"]["m"]["shape"], json!([5, 3]));
        assert_eq!(item["results"]["m"]["dtype"], "bool");
        assert_eq!(item["results"]["other"]["shape"], json!([5, 1]));
    }
    for (program, count) in [("executor", 1), ("sampler", 0)] {
        let list = client.get(&format!("/jobs?program={program}")).await;
        assert_eq!(list["count"], count, "{list}");
    }
}

#[tokio::test]
async fn what_is_wrong_with_a_job_of_executor_is_refused_at_once() {
    let client = Client::with(&[]).await;
    for (pointer, value) in [
        ("/params/schema_version", json!("v1.0")),
        ("/params/options", Value::Null),
        ("/params/quantum_program/shots", json!(0)),
        ("/params/quantum_program/meas_level", json!("kerneled")),
        (
            "/params/quantum_program/circuits",
            json!({"data": "UUlTS0lU", "qpy_version": 16}),
        ),
        ("/params/quantum_program/circuits/data", json!([TEXT])),
        (
            "/params/quantum_program/items/0/item_type",
            json!("samplex"),
        ),
        ("/params/quantum_program/items/0/shape", json!([2])),
        (
            "/params/quantum_program/items/1/circuit_arguments/shape",
            json!([1]),
        ),
    ] {
        let mut wrong = executed(TEXT);
        *wrong.pointer_mut(pointer).unwrap() = value;
        let (status, answer) = client.ask("POST", "/jobs", &wrong).await;
        assert_eq!((status, code(&answer)), (400, 1002), "{pointer}: {answer}");
    }
}

#[tokio::test]
async fn programs_and_forms_are_refused_as_faults_say() {
    let mut array = request(TEXT);
    array["params"]["pubs"][0][1] = json!({"__type__": "ndarray", "__value__":
        "eJyb7BfqGxDJyFDGUK2eklqcXKRupaBuk2ahrqOgnpZfVFKUmBefX5SSChJ3S8wpTgWKF2ckFqQC+RoGOpo6CrUKFAAuAFOzG1s="});
    let (null, executed) = (request(TEXT), executed(TEXT));
    for (fault, refused) in [
        ("lacks=sampler", [404, 404, 200]),
        ("lacks=executor", [200, 200, 404]),
        ("refuses=array", [400, 200, 200]),
        ("refuses=null", [200, 400, 200]),
    ] {
        let client = Client::with(&[fault]).await;
        for (body, expected) in [&array, &null, &executed].into_iter().zip(refused) {
            let (status, answer) = client.ask("POST", "/jobs", body).await;
            assert_eq!(status, expected, "{fault}: {answer}");
        }
    }
}

#[tokio::test]
async fn mocks_and_their_jobs_are_listed_only_when_asked_for() {
    let client = Client::with(&[]).await;
    let names = async |query: &str| {
        let list = client.get(&format!("/backends{query}")).await;
        let devices = list["devices"].as_array().unwrap().clone();
        let names = devices
            .iter()
            .map(|device| device["name"].as_str().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    assert_eq!(names("").await.len(), 3);
    let all = names("?include_mocks=True").await;
    assert!(
        all.contains(&"mock_torino".to_owned()) && all.len() == 6,
        "{all:?}"
    );
    let mut mocked = request(TEXT);
    mocked["backend"] = json!("mock_torino");
    mocked["params"]["pubs"][0][2] = json!(64);
    let (_, answer) = client.ask("POST", "/jobs", &mocked).await;
    let id = answer["id"].as_str().unwrap();
    assert_eq!(
        client.get(&format!("/jobs/{id}")).await["status"],
        "Completed"
    );
    let result = client.get(&format!("/jobs/{id}/results")).await;
    let samples = result["results"][0]["data"]["m"]["samples"]
        .as_array()
        .unwrap();
    // The odds that 64 random shots are the same are 1 in 2^189.
    assert!(
        samples.iter().any(|sample| *sample != samples[0]),
        "{samples:?}"
    );
    assert_eq!(client.get("/jobs?tags=mark").await["count"], 0);
    assert_eq!(
        client.get("/jobs?tags=mark&include_mocks=True").await["count"],
        1
    );
    assert_eq!(
        client.get("/instances/usage").await["usage_consumed_seconds"],
        0.0
    );
}

#[tokio::test]
async fn instances_are_searched_page_by_page() {
    let client = Client::with(&[]).await;
    let mut cursor = Value::Null;
    let mut names = Vec::new();
    loop {
        let mut body = json!({"query": "service_name:quantum-computing"});
        if cursor.is_string() {
            body["search_cursor"] = cursor;
        }
        let request = axum::http::Request::post("/ibm/v3/resources/search?limit=100")
            .header("authorization", format!("Bearer {}", client.token));
        let (status, text) = send(&client.service, request, body.to_string()).await;
        assert_eq!(status, 200, "{text}");
        let page: Value = serde_json::from_str(&text).unwrap();
        let items = page["items"].as_array().unwrap();
        names.extend(items.iter().map(|item| item["name"].clone()));
        cursor = page["search_cursor"].clone();
        if !cursor.is_string() {
            break;
        }
    }
    assert_eq!(names, ["games", "empty"]);
    let request = axum::http::Request::post("/ibm/v3/resources/search");
    assert_eq!(send(&client.service, request, String::new()).await.0, 401);
}

#[tokio::test]
async fn tokens_are_needed_and_expire() {
    let mut client = Client::with(&["token-life=2"]).await;
    client.get("/backends").await;
    tokio::time::sleep(std::time::Duration::from_millis(2100)).await;
    let (status, answer) = client.ask("GET", "/backends", &Value::Null).await;
    assert_eq!((status, code(&answer)), (401, 1201));
    client.token = "made up".into();
    let (status, answer) = client.ask("GET", "/backends", &Value::Null).await;
    assert_eq!((status, code(&answer)), (401, 1201));
    let (status, answer) = token(&client.service, "bad").await;
    assert_eq!((status, &answer["errorCode"]), (400, &json!("BXNIM0415E")));
}

#[tokio::test]
async fn an_instance_is_needed_and_versions_have_their_shapes() {
    let client = Client::with(&[]).await;
    let ask = |headers: &[(&str, &str)]| {
        let token = format!("Bearer {}", client.token);
        let request =
            axum::http::Request::get("/ibm/api/v1/backends").header("authorization", token);
        let request = headers.iter().fold(request, |request, (name, value)| {
            request.header(*name, *value)
        });
        send(&client.service, request, String::new())
    };
    let crn = ("service-crn", "crn:v1");
    assert_eq!(ask(&[]).await.0, 401);
    assert_eq!(ask(&[crn, ("ibm-api-version", "2023-01-01")]).await.0, 400);
    let (_, old) = ask(&[crn]).await;
    let old: Value = serde_json::from_str(&old).unwrap();
    assert_eq!(
        old["devices"],
        json!(["ibm_torino", "ibm_fez", "ibm_pittsburgh"])
    );
    let (_, new) = ask(&[crn, ("ibm-api-version", "2025-05-01")]).await;
    let new: Value = serde_json::from_str(&new).unwrap();
    assert_eq!(new["devices"][1]["status"]["name"], "online");
}

#[tokio::test]
async fn used_time_has_the_names_of_the_version_that_is_asked_for() {
    let client = Client::with(&[]).await;
    let id = client.submit(TEXT).await;
    let ask = async |path: &str, version: &str| {
        let request = axum::http::Request::get(format!("/ibm/api/v1{path}"))
            .header("authorization", format!("Bearer {}", client.token))
            .header("service-crn", "crn:v1")
            .header("ibm-api-version", version);
        let (_, text) = send(&client.service, request, String::new()).await;
        serde_json::from_str::<Value>(&text).unwrap()
    };
    let (job, metrics) = (format!("/jobs/{id}"), format!("/jobs/{id}/metrics"));
    for (version, has_seconds) in [("2025-05-01", true), ("2026-03-15", false)] {
        let told = ask(&job, version).await;
        assert_eq!(told["usage"]["seconds"].is_number(), has_seconds);
        let listed = ask("/jobs", version).await;
        let told = &listed["jobs"][0]["usage"]["seconds"];
        assert_eq!(told.is_number(), has_seconds);
        let usage = ask(&metrics, version).await["usage"].clone();
        for name in ["quantum_seconds", "seconds"] {
            assert_eq!(usage[name].is_number(), has_seconds, "{version} {name}");
        }
        assert!(usage["qpu_charge_time_seconds"].is_number(), "{version}");
    }
}

#[tokio::test]
async fn descriptions_of_a_device_read_back_as_the_device() {
    let client = Client::with(&[]).await;
    for name in ["torino", "fez", "pittsburgh"] {
        let path = format!("/backends/ibm_{name}");
        let configuration = client.get(&format!("{path}/configuration")).await;
        let properties = client.get(&format!("{path}/properties")).await;
        let read = cheqqers_native::Device::from_ibm(&configuration, &properties).unwrap();
        let preset = cheqqers_native::Device::preset(name).unwrap();
        assert_eq!(read.qubits(), preset.qubits());
        assert!(read.edges().eq(preset.edges()));
    }
}

#[tokio::test]
async fn five_jobs_a_minute_are_taken() {
    let client = Client::new(EmulatorOptions {
        rate_limits: true,
        time_scale: 1.0,
        ..EmulatorOptions::default()
    })
    .await;
    for _ in 0..5 {
        client.submit(TEXT).await;
    }
    let (status, answer) = client.ask("POST", "/jobs", &request(TEXT)).await;
    assert_eq!((status, code(&answer)), (429, 1202));
    let waiting = client.get("/jobs?pending=true").await;
    assert_eq!(waiting["count"], 5);
}

#[tokio::test]
async fn jobs_of_a_closed_session_are_cancelled_and_it_takes_no_more() {
    let client = Client::with(&["wait=600"]).await;
    let session = json!({"mode": "batch", "backend": "ibm_fez"});
    let (_, session) = client.ask("POST", "/sessions", &session).await;
    let session = session["id"].as_str().unwrap();
    let mut request = request(TEXT);
    request["session_id"] = json!(session);
    let (_, job) = client.ask("POST", "/jobs", &request).await;
    let path = format!("/sessions/{session}/close");
    assert_eq!(client.ask("DELETE", &path, &Value::Null).await.0, 204);
    let job = client
        .get(&format!("/jobs/{}", job["id"].as_str().unwrap()))
        .await;
    assert_eq!(job["state"]["status"], "Cancelled");
    assert_eq!(client.ask("POST", "/jobs", &request).await.0, 409);
}

#[tokio::test]
async fn a_job_that_ran_too_long_is_cancelled_with_its_code() {
    let client = Client::with(&["fail=time:1", "missing-register:2"]).await;
    let id = client.submit(TEXT).await;
    let job = client.get(&format!("/jobs/{id}")).await;
    assert_eq!(job["status"], "Cancelled - Ran too long");
    assert_eq!(
        (&job["state"]["status"], &job["state"]["reason_code"]),
        (&json!("Cancelled"), &json!(1305))
    );
    let id = client.submit(TEXT).await;
    client.get(&format!("/jobs/{id}")).await;
    let result = client.get(&format!("/jobs/{id}/results")).await;
    assert_eq!(result["results"][0]["data"].as_object().unwrap().len(), 1);
}
