use axum::body::{Body, to_bytes};
use serde_json::{Value, json};
use tower::ServiceExt;

use super::*;
use crate::{DeviceNoise, EmulatorOptions};

fn service(noise: DeviceNoise, faults: &[&str]) -> Router {
    let faults = faults.iter().map(|text| text.parse().unwrap()).collect();
    crate::router(EmulatorOptions {
        noise,
        faults,
        ..EmulatorOptions::default()
    })
}

fn exact(faults: &[&str]) -> Router {
    service(DeviceNoise::None, faults)
}

/// Asks with a token; gives status and JSON.
async fn ask(service: &Router, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let request = axum::http::Request::builder()
        .method(method)
        .uri(format!("/aqt/api/v1{path}"))
        .header("authorization", "Bearer token")
        .body(Body::from(body.to_string()))
        .unwrap();
    let response = service.clone().oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or_default())
}

fn payload(num_qubits: usize, gates: &Value) -> Value {
    let mut operations = gates.as_array().unwrap().clone();
    operations.push(json!({"operation": "MEASURE"}));
    json!({
        "job_type": "quantum_circuit",
        "label": "mark",
        "payload": {"circuits": [{
            "repetitions": 20,
            "quantum_circuit": operations,
            "number_of_qubits": num_qubits,
        }]},
    })
}

/// X on the second of three qubits.
fn asymmetric() -> Value {
    payload(3, &json!([r(1, 1.0, 0.25)]))
}

fn r(qubit: usize, theta: f64, phi: f64) -> Value {
    json!({"operation": "R", "qubit": qubit, "theta": theta, "phi": phi})
}

fn rxx(theta: f64) -> Value {
    json!({"operation": "RXX", "qubits": [0, 1], "theta": theta})
}

const SUBMIT: &str = "/submit/emulated/ibex";

async fn submitted(service: &Router, payload: &Value) -> String {
    let (status, taken) = ask(service, "POST", SUBMIT, payload).await;
    assert_eq!(
        (status, &taken["response"]["status"]),
        (200, &json!("queued")),
        "{taken}"
    );
    assert_eq!(taken["job"]["label"], "mark");
    taken["job"]["job_id"].as_str().unwrap().to_owned()
}

async fn job(service: &Router, id: &str) -> Value {
    ask(service, "GET", &format!("/result/{id}"), &Value::Null)
        .await
        .1
}

/// Response of a job after it has ended.
async fn response(service: &Router, payload: &Value) -> Value {
    let id = submitted(service, payload).await;
    job(service, &id).await["response"].take()
}

#[tokio::test]
async fn every_shot_has_a_bit_for_each_qubit_in_order() {
    let service = exact(&[]);
    let mut payload = asymmetric();
    let mut other = payload["payload"]["circuits"][0].clone();
    other["quantum_circuit"] = json!([{"operation": "MEASURE"}]);
    let circuits = payload["payload"]["circuits"].as_array_mut().unwrap();
    circuits.push(other);
    let found = response(&service, &payload).await;
    assert_eq!(found["status"], "finished");
    let expected = json!({"0": vec![[0, 1, 0]; 20], "1": vec![[0, 0, 0]; 20]});
    assert_eq!(found["result"], expected);
    let changes = found["timing_data"].as_array().unwrap();
    let states: Vec<_> = changes.iter().map(|change| &change["new_status"]).collect();
    assert_eq!(states, ["queued", "ongoing", "finished"]);
}

#[tokio::test]
async fn gates_are_those_of_the_documentation() {
    let service = exact(&[]);
    let rz = |phi: f64| json!({"operation": "RZ", "qubit": 0, "phi": phi});
    for (gates, bits) in [
        // Quarter turns about the same axis, and about opposite ones.
        (json!([r(0, 0.5, 0.5), r(0, 0.5, 0.5)]), [1, 0]),
        (json!([r(0, 0.5, 0.0), r(0, 0.5, 1.0)]), [0, 0]),
        // A turn about Z brings the axis Y to X.
        (
            json!([r(0, 0.5, 0.5), rz(0.5), r(0, 0.5, 0.0), rz(-1.0)]),
            [0, 0],
        ),
        (json!([r(0, 0.5, 0.5), rz(-0.5), r(0, 0.5, 0.0)]), [1, 0]),
        // Two by π/2 turn both about X by π, as do four by π/4.
        (json!([rxx(0.5), rxx(0.5)]), [1, 1]),
        (json!([rxx(0.25), rxx(0.25), rxx(0.25), rxx(0.25)]), [1, 1]),
        // exp(-i π/4 X⊗X) turns qubit 0 about X while qubit 1 is in an eigenstate of X: by π/2 in the
        // one, and the other way round.
        (
            json!([r(1, 0.5, 0.5), rxx(0.5), r(0, 0.5, 0.0), r(1, 0.5, 1.5)]),
            [1, 0],
        ),
        (
            json!([r(1, 0.5, 0.5), rxx(0.5), r(0, 0.5, 1.0), r(1, 0.5, 1.5)]),
            [0, 0],
        ),
    ] {
        let found = response(&service, &payload(2, &gates)).await;
        assert_eq!(found["result"], json!({"0": vec![bits; 20]}), "{gates}");
    }
}

#[tokio::test]
async fn the_device_has_its_noise() {
    let mut payload = asymmetric();
    payload["payload"]["circuits"][0]["repetitions"] = json!(2000);
    let service = service(DeviceNoise::Own, &[]);
    let found = response(&service, &payload).await;
    let shots = found["result"]["0"].as_array().unwrap();
    let right = shots.iter().filter(|&shot| *shot == json!([0, 1, 0]));
    let right = right.count();
    // Three readouts of 0.3 % and a gate: 99 %, and 6 sigma are 1.3 %.
    assert!((1953..2000).contains(&right), "{right}");
}

#[tokio::test]
async fn what_is_not_of_the_types_of_the_service_is_refused() {
    let service = exact(&[]);
    let rz = json!({"operation": "RZ", "qubit": 0, "phi": "1"});
    for operation in [
        json!({"operation": "H", "qubit": 0}),
        json!({"operation": "MEASURE"}),
        json!({"operation": "R", "qubit": 0, "theta": 0.5}),
        json!({"operation": "RXX", "qubits": [0], "theta": 0.5}),
        json!({"operation": "RXX", "qubits": [1, 1], "theta": 0.5}),
        json!({"operation": "RZ", "qubit": 0, "phi": 1.0, "more": 1}),
        json!([1]),
        rz,
        r(3, 0.5, 0.5),
        r(0, 1.1, 0.5),
        r(0, -0.1, 0.5),
        r(0, 0.5, 2.1),
        rxx(0.6),
        rxx(-0.1),
    ] {
        let payload = payload(3, &json!([operation]));
        let (status, answer) = ask(&service, "POST", SUBMIT, &payload).await;
        assert_eq!(status, 422, "{operation}: {answer}");
        assert!(answer["detail"][0]["msg"].is_string(), "{answer}");
    }
    for (place, value) in [
        ("/job_type", json!("other")),
        ("/label", json!(1)),
        ("/payload/circuits", json!([])),
        ("/payload/circuits/0/repetitions", json!(0)),
        ("/payload/circuits/0/repetitions", json!(2001)),
        ("/payload/circuits/0/number_of_qubits", json!(0)),
        ("/payload/circuits/0/number_of_qubits", json!(1)),
        ("/payload/circuits/0/number_of_qubits", json!(13)),
        ("/payload/circuits/0/quantum_circuit", json!([])),
        (
            "/payload/circuits/0/quantum_circuit",
            json!([r(0, 0.5, 0.5)]),
        ),
    ] {
        let mut payload = asymmetric();
        *payload.pointer_mut(place).unwrap() = value;
        let (status, answer) = ask(&service, "POST", SUBMIT, &payload).await;
        assert_eq!(status, 422, "{place}: {answer}");
    }
    for path in ["/submit/emulated/other", "/submit/simulators/ibex", "/jobs"] {
        assert_eq!(
            ask(&service, "POST", path, &asymmetric()).await.0,
            404,
            "{path}"
        );
    }
}

#[tokio::test]
async fn resources_are_described() {
    let service = exact(&[]);
    let get = async |path: &str| ask(&service, "GET", path, &Value::Null).await.1;
    let workspaces = get("/workspaces").await;
    assert_eq!(workspaces[0]["id"], "emulated");
    assert_eq!(workspaces[0]["resources"][0]["type"], "device");
    assert_eq!(workspaces[1]["resources"][1]["id"], "simulator_no_noise");
    let device = get("/resources/ibex").await;
    assert_eq!(
        (&device["status"], &device["available_qubits"]),
        (&json!("online"), &json!(12))
    );
    let fidelities = &device["characterisation"]["single_qubit_gate_fidelity"];
    assert_eq!(fidelities.as_object().unwrap().len(), 12);
    let simulator = get("/resources/simulator_noise").await;
    assert!(simulator["characterisation"].is_null());
}

#[tokio::test]
async fn a_job_that_waits_is_cancelled_and_then_nothing_is_left_to_do() {
    let service = exact(&["wait=600:1"]);
    let id = submitted(&service, &asymmetric()).await;
    assert_eq!(job(&service, &id).await["response"]["status"], "queued");
    let path = format!("/jobs/{id}");
    let cancel = async || ask(&service, "DELETE", &path, &Value::Null).await.0;
    assert_eq!((cancel().await, cancel().await), (204, 208));
    assert_eq!(job(&service, &id).await["response"]["status"], "cancelled");
    let ended = submitted(&service, &asymmetric()).await;
    let path = format!("/jobs/{ended}");
    assert_eq!(ask(&service, "DELETE", &path, &Value::Null).await.0, 208);
    for (id, status) in [("7", 422), ("00000000-0000-4000-8000-000000000000", 404)] {
        let path = format!("/result/{id}");
        assert_eq!(ask(&service, "GET", &path, &Value::Null).await.0, status);
    }
}

#[tokio::test]
async fn tokens_are_asked_for_and_faults_meet_their_requests() {
    let service = exact(&[
        "status-after=503@submit:1",
        "limit=7@status:1",
        "fail=device:1",
    ]);
    let request = axum::http::Request::get("/aqt/api/v1/workspaces").body(Body::empty());
    let response = service.clone().oneshot(request.unwrap()).await.unwrap();
    assert_eq!(response.status(), 401);
    let (status, answer) = ask(&service, "POST", SUBMIT, &asymmetric()).await;
    assert_eq!(
        (status, &answer["detail"]),
        (503, &json!("Service Unavailable"))
    );
    assert_eq!(ask(&service, "GET", "/result/1", &Value::Null).await.0, 429);
    // The first was taken nonetheless, and met the fault of jobs.
    let id = submitted(&service, &asymmetric()).await;
    assert_eq!(job(&service, &id).await["response"]["status"], "finished");
    let failing = exact(&["fail=device"]);
    let id = submitted(&failing, &asymmetric()).await;
    let failed = job(&failing, &id).await;
    assert_eq!(failed["response"]["status"], "error");
    assert!(failed["response"]["message"].is_string());
    let offline = exact(&["offline"]);
    assert_eq!(ask(&offline, "POST", SUBMIT, &asymmetric()).await.0, 409);
    let details = ask(&offline, "GET", "/resources/ibex", &Value::Null)
        .await
        .1;
    assert_eq!(details["status"], "offline");
}
