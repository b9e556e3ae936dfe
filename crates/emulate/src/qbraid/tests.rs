use axum::body::{Body, to_bytes};
use axum::http::Request;
use serde_json::Value;
use tower::ServiceExt;

use super::*;
use crate::{DeviceNoise, EmulatorOptions};

const TEXT: &str = "OPENQASM 3.0;\ninclude \"stdgates.inc\";\nqubit[3] q;\nbit[2] c;\n\
                    x q[1];\nc[0] = measure q[0];\nc[1] = measure q[1];\n";
const BRAKET: &str = "OPENQASM 3.0;\nqubit[2] q;\nbit[2] c;\nx q[0];\ncnot q[0], q[1];\nsi q[0];\n\
                      c[0] = measure q[0];\nc[1] = measure q[1];\n";
const QIR: &str = "qbraid:qbraid:sim:qir-sv";
const GARNET: &str = "aws:iqm:qpu:garnet";

fn service(faults: &[&str], time_scale: f64) -> Router {
    crate::router(EmulatorOptions {
        faults: faults.iter().map(|text| text.parse().unwrap()).collect(),
        noise: DeviceNoise::None,
        time_scale,
        ..EmulatorOptions::default()
    })
}

/// Asks with a key; gives status and JSON.
async fn ask(service: &Router, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let request = Request::builder()
        .method(method)
        .uri(format!("/qbraid/api/v1{path}"))
        .header("X-API-Key", "key")
        .body(Body::from(body.to_string()))
        .unwrap();
    let response = service.clone().oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap())
}

async fn get(service: &Router, path: &str) -> Value {
    let (status, body) = ask(service, "GET", path, &Value::Null).await;
    assert_eq!((status, &body["success"]), (200, &json!(true)), "{body}");
    body["data"].clone()
}

fn request(device: &str, text: &str) -> Value {
    let program = json!({"format": "qasm3", "data": text});
    json!({"name": "mark", "shots": 100, "deviceQrn": device, "tags": {"cheqqers": "1"},
           "runtimeOptions": {}, "program": program})
}

/// Name of the job that a request makes.
async fn submitted(service: &Router, request: &Value) -> String {
    let (status, body) = ask(service, "POST", "/jobs", request).await;
    assert_eq!(
        (status, &body["data"]["status"]),
        (201, &json!("INITIALIZING")),
        "{body}"
    );
    body["data"]["jobQrn"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn counts_have_bit_0_last_and_jobs_their_price() {
    let service = service(&[], 0.0);
    for (device, text, bits, cost) in [
        (QIR, TEXT, "10", "0"),
        (GARNET, BRAKET, "11", "44.5"),
        (GARNET, TEXT, "10", "44.5"),
    ] {
        let name = submitted(&service, &request(device, text)).await;
        assert!(name.starts_with(device), "{name}");
        let job = get(&service, &format!("/jobs/{name}")).await;
        assert_eq!(job["status"], "COMPLETED", "{job}");
        assert_eq!(job["cost"].as_f64().unwrap().to_string(), cost);
        let result = get(&service, &format!("/jobs/{name}/result")).await;
        assert_eq!(
            result["resultData"],
            json!({"measurementCounts": {bits: 100}})
        );
        assert_eq!(result["cost"], cost);
        let sent = get(&service, &format!("/jobs/{name}/program")).await;
        assert_eq!(sent["data"], text);
    }
    let two = TEXT.replace("bit[2] c;", "bit c;\nbit[2] d;");
    let two = two.replace("c[0] =", "c =").replace("c[1] =", "d[0] =");
    let name = submitted(&service, &request(QIR, &two)).await;
    let result = get(&service, &format!("/jobs/{name}/result")).await;
    assert_eq!(
        result["resultData"]["measurementCounts"],
        json!({"01 0": 100})
    );
}

#[tokio::test]
async fn several_programs_are_one_job_where_the_device_takes_them() {
    let service = service(&[], 0.0);
    let mut batch = request(QIR, TEXT);
    batch["program"] = json!([batch["program"], batch["program"]]);
    let name = submitted(&service, &batch).await;
    assert_eq!(
        get(&service, &format!("/jobs/{name}")).await["numCircuits"],
        2
    );
    let result = get(&service, &format!("/jobs/{name}/result")).await;
    let results = result["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    assert_eq!(
        results[1]["resultData"]["measurementCounts"],
        json!({"10": 100})
    );
    batch["deviceQrn"] = json!("ionq:ionq:sim:simulator");
    assert_eq!(ask(&service, "POST", "/jobs", &batch).await.0, 422);
}

#[tokio::test]
async fn wrong_requests_are_refused() {
    let service = service(&[], 0.0);
    for (key, value, expected) in [
        ("extra", json!(1), 422),
        ("shots", json!(0), 422),
        ("shots", json!("100"), 422),
        ("deviceQrn", json!("nowhere"), 404),
        ("deviceQrn", Value::Null, 422),
        ("tags", json!({"move": [12]}), 422),
        ("groupJobQrn", json!("group"), 422),
        ("program", json!(TEXT), 422),
        ("program", json!({"format": "quil", "data": ""}), 422),
    ] {
        let mut request = request(QIR, TEXT);
        request[key] = value;
        let (status, body) = ask(&service, "POST", "/jobs", &request).await;
        assert_eq!(
            (status, &body["success"]),
            (expected, &json!(false)),
            "{key}: {body}"
        );
        assert!(body["error"]["code"].is_string(), "{body}");
    }
    // The least number of shots is that of the device.
    let mut few = request("aws:ionq:qpu:forte-enterprise-1", BRAKET);
    few["shots"] = json!(99);
    assert_eq!(ask(&service, "POST", "/jobs", &few).await.0, 422);
    assert_eq!(
        ask(&service, "GET", "/jobs?limit=101", &Value::Null)
            .await
            .0,
        422
    );
    assert_eq!(
        ask(&service, "GET", "/jobs?tags=1.", &Value::Null).await.0,
        422
    );
}

#[tokio::test]
async fn wrong_programs_fail_later_and_cost_nothing() {
    let service = service(&[], 0.0);
    for (device, text) in [
        (QIR, TEXT.replace("x q[1]", "y_ q[1]")),
        (QIR, TEXT.replace("c[0] =", "d[0] =")),
        (QIR, BRAKET.into()),
        (QIR, "OPENQASM 3.0; qubit q;".into()),
        (
            QIR,
            "OPENQASM 2.0; qreg q[1]; creg c[1]; measure q -> c;".into(),
        ),
        (GARNET, TEXT.replace("qubit[3]", "qubit[21]")),
        ("aws:quera:qpu:aquila", TEXT.into()),
    ] {
        let name = submitted(&service, &request(device, &text)).await;
        let job = get(&service, &format!("/jobs/{name}")).await;
        assert_eq!(
            (&job["status"], &job["cost"]),
            (&json!("FAILED"), &json!(0.0)),
            "{job}"
        );
        assert!(!job["statusMsg"].as_str().unwrap().is_empty(), "{job}");
        let path = format!("/jobs/{name}/result");
        assert_eq!(ask(&service, "GET", &path, &Value::Null).await.0, 409);
    }
}

#[tokio::test]
async fn jobs_are_listed_by_their_tags_and_states() {
    let service = service(&["wait=3600:1"], 0.0);
    let mut marked = request(QIR, TEXT);
    marked["tags"] = json!({"cheqqers": "2"});
    for request in [&request(QIR, TEXT), &marked, &request(GARNET, BRAKET)] {
        submitted(&service, request).await;
    }
    let count = async |query: &str| {
        let listed = get(&service, &format!("/jobs?{query}")).await;
        listed.as_array().unwrap().len()
    };
    assert_eq!(count("").await, 3);
    assert_eq!(count("tags=%7B%22cheqqers%22%3A%221%22%7D").await, 2);
    assert_eq!(count("tags=%7B%22cheqqers%22%3A%223%22%7D").await, 0);
    assert_eq!(count("statusGroup=pending").await, 1);
    assert_eq!(count("statusGroup=returned&vendor=aws").await, 1);
    assert_eq!(
        count("status=COMPLETED&provider=iqm&search=garnet").await,
        1
    );
    assert_eq!(count("limit=2&page=2").await, 1);
    let (_, body) = ask(&service, "GET", "/jobs?limit=2", &Value::Null).await;
    let expected = json!({"page": 1, "limit": 2, "total": 3, "totalPages": 2, "hasNext": true,
                          "hasPrev": false});
    assert_eq!(body["pagination"], expected);
    // The latest first.
    assert_eq!(body["data"][0]["deviceQrn"], GARNET);
}

#[tokio::test]
async fn a_job_is_cancelled_once_it_is_initialized() {
    let slow = service(&["wait=3600"], 1000.0);
    let cancel = async |service: &Router, name: &str| {
        let path = format!("/jobs/{name}/cancel");
        ask(service, "POST", &path, &Value::Null).await
    };
    let name = submitted(&slow, &request(QIR, TEXT)).await;
    let (status, body) = cancel(&slow, &name).await;
    assert_eq!(
        (status, &body["error"]["code"]),
        (409, &json!("JOB_CANCEL_CONFLICT"))
    );
    let service = service(&["wait=3600"], 0.0);
    let name = submitted(&service, &request(QIR, TEXT)).await;
    assert_eq!(cancel(&service, &name).await.0, 202);
    assert_eq!(
        get(&service, &format!("/jobs/{name}")).await["status"],
        "CANCELLED"
    );
    assert_eq!(cancel(&service, &name).await.0, 400);
    assert_eq!(cancel(&service, "no-job").await.0, 404);
    let path = format!("/jobs/{name}");
    assert_eq!(ask(&service, "DELETE", &path, &Value::Null).await.0, 200);
    assert_eq!(ask(&service, "GET", &path, &Value::Null).await.0, 404);
}

#[tokio::test]
async fn devices_tell_their_queue_and_estimates_their_price() {
    let service = service(&["wait=3600"], 0.0);
    submitted(&service, &request(GARNET, BRAKET)).await;
    let garnet = get(&service, &format!("/devices/{GARNET}")).await;
    assert_eq!(
        (&garnet["status"], &garnet["queueDepth"]),
        (&json!("ONLINE"), &json!(1))
    );
    assert_eq!(
        get(&service, "/devices").await.as_array().unwrap().len(),
        device::DEVICES.len()
    );
    let estimate = async |query: &str| {
        let found = get(&service, &format!("/jobs/cost-estimate?deviceQrn={query}")).await;
        (
            found["pricingAvailable"] == true,
            found["estimatedCost"].as_f64(),
        )
    };
    let near = |found: (bool, Option<f64>), cost: f64| {
        assert!(
            found.0 && (found.1.unwrap() - cost).abs() < 1e-9,
            "{found:?}"
        );
    };
    near(estimate("aws:aqt:qpu:ibex-q1&shots=1000").await, 2380.0);
    near(estimate("aws:aqt:qpu:ibex-q1").await, 2380.0);
    near(
        estimate("rigetti:rigetti:qpu:cepheus-1-108q&shots=100").await,
        10.0,
    );
    near(estimate("aws:aws:sim:sv1&shots=5").await, 7.5);
    assert_eq!(estimate("ibm:ibm:qpu:fez").await, (false, None));
    let calibrated = get(&service, &format!("/devices/{GARNET}/calibrations")).await;
    assert_eq!(calibrated["qubits"].as_object().unwrap().len(), 20);
    let none = format!("/devices/{QIR}/calibrations");
    assert_eq!(ask(&service, "GET", &none, &Value::Null).await.0, 404);
}

#[tokio::test]
async fn keys_are_asked_for_and_faults_meet_their_requests() {
    let router = service(&[], 0.0);
    for (key, code) in [
        (Some("bad-key"), "INVALID_API_KEY"),
        (None, "NO_VALID_AUTHENTICATION"),
    ] {
        let mut request = Request::get("/qbraid/api/v1/users/verify");
        if let Some(key) = key {
            request = request.header("X-API-Key", key);
        }
        let response = router
            .clone()
            .oneshot(request.body(Body::empty()).unwrap())
            .await;
        let response = response.unwrap();
        assert_eq!(response.status(), 401);
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let body: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(body["error"]["code"], code);
    }
    let router = service(
        &["limit=7@submit:1", "status-after=503@submit:1", "offline"],
        0.0,
    );
    let valid = request(QIR, TEXT);
    assert_eq!(ask(&router, "POST", "/jobs", &valid).await.0, 429);
    assert_eq!(ask(&router, "POST", "/jobs", &valid).await.0, 503);
    assert_eq!(ask(&router, "POST", "/jobs", &valid).await.0, 409);
    assert_eq!(
        get(&router, &format!("/devices/{QIR}")).await["status"],
        "UNAVAILABLE"
    );
}
