use axum::body::{Body, to_bytes};
use tower::ServiceExt;

use super::*;
use crate::EmulatorOptions;
use serde_json::Value;

const TEXT: &str = "OPENQASM 3.0;\ninclude \"stdgates.inc\";\nqubit[3] q;\nbit[2] c;\n\
                    x q[1];\nc[0] = measure q[0];\nc[1] = measure q[1];\n";

fn service(faults: &[&str]) -> Router {
    let faults = faults.iter().map(|text| text.parse().unwrap()).collect();
    crate::router(EmulatorOptions {
        faults,
        ..EmulatorOptions::default()
    })
}

/// Asks with a key; gives status and JSON.
async fn ask(service: &Router, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let request = axum::http::Request::builder()
        .method(method)
        .uri(format!("/ionq/v0.4{path}"))
        .header("authorization", "apiKey key")
        .body(Body::from(body.to_string()))
        .unwrap();
    let response = service.clone().oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap())
}

fn request(backend: &str, text: &str) -> Value {
    json!({"type": "ionq.qasm3.v1", "backend": backend, "shots": 20, "name": "mark",
           "metadata": {"move": "12"}, "input": {"data": text}})
}

/// The job after it was submitted and is over.
async fn job_of(service: &Router, request: &Value) -> Value {
    let (status, answer) = ask(service, "POST", "/jobs", request).await;
    assert_eq!(
        (status, &answer["status"]),
        (201, &json!("submitted")),
        "{answer}"
    );
    let path = format!("/jobs/{}", answer["id"].as_str().unwrap());
    ask(service, "GET", &path, &Value::Null).await.1
}

async fn artifact(service: &Router, job: &Value, format: &str) -> Value {
    let artifact = &job["results"][format!("ionq.result.{format}.json.v2")]["id"];
    let (id, artifact) = (job["id"].as_str().unwrap(), artifact.as_str().unwrap());
    let path = format!("/jobs/{id}/artifacts/{artifact}");
    let (status, content) = ask(service, "GET", &path, &Value::Null).await;
    assert_eq!(status, 200, "{content}");
    content
}

#[tokio::test]
async fn the_ideal_simulator_gives_exact_probabilities_bit_0_first() {
    let service = service(&[]);
    let job = job_of(
        &service,
        &request("simulator", &TEXT.replace("x q[1]", "h q[0]; x q[1]")),
    )
    .await;
    assert_eq!(job["status"], "completed");
    let formats: Vec<&String> = job["results"].as_object().unwrap().keys().collect();
    assert_eq!(formats, ["ionq.result.probabilities.json.v2"]);
    let given = artifact(&service, &job, "probabilities").await;
    let registers = &given["probabilities"]["registers"];
    for (register, keys) in [("output_all", ["010", "110"]), ("c", ["01", "11"])] {
        for key in keys {
            let found = registers[register][key].as_f64().unwrap();
            assert!((found - 0.5).abs() < 1e-12, "{given}");
        }
    }
    let path = format!(
        "/jobs/{}/results/probabilities",
        job["id"].as_str().unwrap()
    );
    let (_, old) = ask(&service, "GET", &path, &Value::Null).await;
    assert!((old["2"].as_f64().unwrap() - 0.5).abs() < 1e-12, "{old}");
}

#[tokio::test]
async fn a_device_gives_shots_and_counts_of_them() {
    let router = crate::router(EmulatorOptions {
        noise: crate::DeviceNoise::None,
        ..EmulatorOptions::default()
    });
    let job = job_of(&router, &request("qpu.forte-1", TEXT)).await;
    let shots = artifact(&router, &job, "shots").await;
    let shots = shots["shots"].as_array().unwrap();
    let expected = json!({"registers": {"output_all": [0, 1, 0], "c": [0, 1]}});
    assert!(shots.len() == 20 && shots.iter().all(|shot| *shot == expected));
    let counts = artifact(&router, &job, "histogram").await;
    let expected = json!({"output_all": {"010": 20}, "c": {"01": 20}});
    assert_eq!(counts["histogram"]["registers"], expected);
    let (_, list) = ask(&router, "GET", "/jobs?limit=1", &Value::Null).await;
    assert_eq!(list["jobs"][0]["metadata"], json!({"move": "12"}));
}

#[tokio::test]
async fn wrong_requests_are_refused_with_their_key() {
    let service = service(&[]);
    for (key, value) in [
        ("extra", json!(1)),
        ("shots", json!(0)),
        ("backend", json!("qpu.none")),
        ("metadata", json!({"move": 12})),
        ("type", json!("ionq.qasm4.v1")),
        ("noise", json!({"model": "none"})),
    ] {
        let mut request = request("simulator", TEXT);
        request[key] = value;
        let (status, answer) = ask(&service, "POST", "/jobs", &request).await;
        assert_eq!(
            (status, &answer["validation"]["keys"][0]),
            (400, &json!(key)),
            "{answer}"
        );
    }
}

#[tokio::test]
async fn wrong_programs_fail_later() {
    let service = service(&[]);
    for (text, code) in [
        (
            TEXT.replace("x q[1]", "if (true) { x q[1]; }"),
            "CompilationError",
        ),
        (
            TEXT.replace("x q[1]", "iswap q[0], q[1]"),
            "CompilationError",
        ),
        (
            TEXT.replace("bit[2] c", "bit[2] c; bit[2] output"),
            "CompilationError",
        ),
        (
            TEXT.replace("c[0] = measure q[0]", "measure q[0] -> c[0]"),
            "CompilationError",
        ),
        (TEXT.replace("qubit[3]", "qubit[30]"), "NotEnoughQubits"),
        (
            TEXT.replace("include \"stdgates.inc\";", ""),
            "UnsupportedGate",
        ),
        ("OPENQASM 2.0; qreg q[1];".into(), "InvalidInput"),
    ] {
        let job = job_of(&service, &request("simulator", &text)).await;
        assert_eq!(
            (&job["status"], &job["failure"]["code"]),
            (&json!("failed"), &json!(code)),
            "{job}"
        );
        assert_eq!(job["results"], Value::Null);
    }
}

#[tokio::test]
async fn lists_of_gates_are_run_too() {
    let service = service(&[]);
    let circuit = json!([{"gate": "x", "target": 0}, {"gate": "cnot", "control": 0, "target": 2},
                         {"gate": "zz", "targets": [0, 1], "rotation": 0.3}]);
    let request = json!({"type": "ionq.circuit.v1", "backend": "simulator",
                         "input": {"gateset": "qis", "qubits": 3, "circuit": circuit}});
    let job = job_of(&service, &request).await;
    let given = artifact(&service, &job, "probabilities").await;
    let probability = given["probabilities"]["registers"]["output_all"]["101"].as_f64();
    assert!((probability.unwrap() - 1.0).abs() < 1e-12, "{given}");
}

#[tokio::test]
async fn keys_are_asked_for_and_faults_meet_their_requests() {
    let service = service(&[
        "conflict@status:1",
        "limit=7@submit:1",
        "status-after=503@submit:1",
    ]);
    let request = axum::http::Request::get("/ionq/v0.4/whoami").body(Body::empty());
    let response = service.clone().oneshot(request.unwrap()).await.unwrap();
    assert_eq!(response.status(), 401);
    let valid = self::request("simulator", TEXT);
    assert_eq!(ask(&service, "POST", "/jobs", &valid).await.0, 429);
    // Refused requests are not done, those with a spoilt answer are.
    assert_eq!(ask(&service, "POST", "/jobs", &valid).await.0, 503);
    assert_eq!(ask(&service, "GET", "/jobs", &Value::Null).await.0, 409);
    let (_, list) = ask(&service, "GET", "/jobs", &Value::Null).await;
    assert_eq!(list["jobs"].as_array().unwrap().len(), 1);
}
