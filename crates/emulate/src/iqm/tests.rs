use axum::body::{Body, to_bytes};
use serde_json::Value;
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
        .uri(format!("/api/v1{path}"))
        .header("authorization", "Bearer token")
        .body(Body::from(body.to_string()))
        .unwrap();
    let response = service.clone().oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or_default())
}

/// X on the second of three qubits, which are measured in another order than theirs.
fn payload() -> Value {
    json!({
        "circuits": [{"name": "c", "instructions": [
            {"name": "prx", "locus": ["QB4"], "args": {"angle": std::f64::consts::PI, "phase": 0.5}},
            {"name": "cz", "locus": ["QB4", "QB1"], "args": {}},
            {"name": "barrier", "locus": ["QB1", "QB4"], "args": {}},
            {"name": "measure", "locus": ["QB20", "QB4"], "args": {"key": "m"}},
            {"name": "measure", "locus": ["QB1"], "args": {"key": "n"}},
        ]}],
        "shots": 20,
    })
}

/// The job after it was submitted and has ended.
async fn job_of(service: &Router, payload: &Value) -> Value {
    let path = "/jobs/garnet/circuit?use_timeslot=false&tag=mark";
    let (status, job) = ask(service, "POST", path, payload).await;
    assert_eq!(status, 200, "{job}");
    let path = format!("/jobs/{}", job["id"].as_str().unwrap());
    ask(service, "GET", &path, &Value::Null).await.1
}

async fn artifact(service: &Router, job: &Value, kind: &str) -> (u16, Value) {
    let path = format!("/jobs/{}/artifacts/{kind}", job["id"].as_str().unwrap());
    ask(service, "GET", &path, &Value::Null).await
}

#[tokio::test]
async fn results_come_by_the_keys_of_measurements_in_the_order_of_their_loci() {
    let service = exact(&[]);
    let job = job_of(&service, &payload()).await;
    assert_eq!(
        (&job["status"], &job["tag"]),
        (&json!("completed"), &json!("mark"))
    );
    let (_, shots) = artifact(&service, &job, "measurements").await;
    let expected = json!([{"m": vec![[0, 1]; 20], "n": vec![[0]; 20]}]);
    assert_eq!(shots, expected);
    let (_, counts) = artifact(&service, &job, "measurement_counts").await;
    let expected = json!([{"measurement_keys": ["m", "n"], "counts": {"010": 20}}]);
    assert_eq!(counts, expected);
    let path = format!("/jobs/{}/payload", job["id"].as_str().unwrap());
    assert_eq!(ask(&service, "GET", &path, &Value::Null).await.1, payload());
    assert_eq!(artifact(&service, &job, "sweep_results").await.0, 404);
}

#[tokio::test]
async fn counts_alone_are_a_fault() {
    let service = exact(&["counts"]);
    let job = job_of(&service, &payload()).await;
    assert_eq!(artifact(&service, &job, "measurements").await.0, 404);
    assert_eq!(artifact(&service, &job, "measurement_counts").await.0, 200);
}

#[tokio::test]
async fn a_rotation_is_about_the_axis_of_its_phase() {
    // Half turns about X and about Y, a quarter of a turn apart, leave |0⟩; about X twice they don't.
    let prx = |phase: f64| {
        json!({"name": "prx", "locus": ["QB1"],
               "args": {"angle": std::f64::consts::FRAC_PI_2, "phase": phase}})
    };
    let service = exact(&[]);
    for (phase, bit) in [(0.0, 1), (std::f64::consts::PI, 0)] {
        let mut payload = payload();
        payload["circuits"][0]["instructions"] = json!([prx(0.0), prx(phase),
            {"name": "measure", "locus": ["QB1"], "args": {"key": "m"}}]);
        let job = job_of(&service, &payload).await;
        let (_, shots) = artifact(&service, &job, "measurements").await;
        assert_eq!(shots, json!([{"m": vec![[bit]; 20]}]), "{phase}");
    }
}

#[tokio::test]
async fn the_device_has_its_noise() {
    let service = service(DeviceNoise::Own, &[]);
    let mut payload = payload();
    payload["shots"] = json!(2000);
    let job = job_of(&service, &payload).await;
    let (_, counts) = artifact(&service, &job, "measurement_counts").await;
    let right = counts[0]["counts"]["010"].as_u64().unwrap();
    // Three readouts of 2.5 % and few gates: 92 %, and 6 sigma are 3.7 %.
    assert!((1760..1920).contains(&right), "{right}");
}

#[tokio::test]
async fn wrong_payloads_are_refused() {
    let service = exact(&[]);
    for (key, value) in [
        ("extra", json!(1)),
        ("shots", json!(0)),
        ("shots", json!(1_000_000)),
        ("circuits", json!([])),
        ("circuits", json!(["QIR"])),
        ("calibration_set_id", json!("other")),
        ("heralding_mode", json!("zeros")),
        ("qubit_mapping", json!([])),
    ] {
        let mut payload = payload();
        payload[key] = value;
        let (status, answer) = ask(&service, "POST", "/jobs/garnet/circuit", &payload).await;
        assert_eq!(
            (status, &answer["error_code"]),
            (400, &json!("invalid_job_payload")),
            "{answer}"
        );
    }
    for (path, status, code) in [
        ("/jobs/ruby/circuit", 404, "qc_not_found"),
        ("/jobs/garnet/run", 400, "unsupported_job_type"),
        (
            "/jobs/garnet/circuit?use_timeslot=true",
            403,
            "no_booked_timeslots",
        ),
        ("/jobs/none/cancel", 404, "job_not_found"),
    ] {
        let (found, answer) = ask(&service, "POST", path, &payload()).await;
        assert_eq!(
            (found, &answer["error_code"]),
            (status, &json!(code)),
            "{path}"
        );
    }
}

#[tokio::test]
async fn wrong_circuits_fail_later() {
    let service = exact(&[]);
    let measure = json!({"name": "measure", "locus": ["QB1"], "args": {"key": "m"}});
    for instruction in [
        json!({"name": "h", "locus": ["QB1"], "args": {}}),
        json!({"name": "prx", "locus": ["QB1"], "args": {"angle": 1, "phase": 0.0}}),
        json!({"name": "prx", "locus": ["QB1"], "args": {"angle": 1.0}}),
        json!({"name": "prx", "locus": ["QB1", "QB2"], "args": {"angle": 1.0, "phase": 0.0}}),
        json!({"name": "prx", "locus": ["QB21"], "args": {"angle": 1.0, "phase": 0.0}}),
        json!({"name": "cz", "locus": ["QB1", "QB3"], "args": {}}),
        json!({"name": "cz", "locus": ["QB1", "QB1"], "args": {}}),
        json!({"name": "cz", "locus": ["QB1", "QB2"], "args": {}, "implementation": "none"}),
        json!({"name": "measure", "locus": [], "args": {"key": "n"}}),
        json!({"name": "measure", "locus": ["QB2"], "args": {"key": "m"}}),
        json!({"name": "measure", "locus": ["QB2"], "args": {}}),
    ] {
        let mut payload = payload();
        payload["circuits"][0]["instructions"] = json!([measure, instruction]);
        let job = job_of(&service, &payload).await;
        let error = &job["errors"][0]["error_code"];
        assert_eq!(
            (&job["status"], error),
            (&json!("failed"), &json!("circuit_validation_error")),
            "{instruction}"
        );
        assert_eq!(job["artifacts"], json!([]));
    }
}

#[tokio::test]
async fn the_computer_is_described() {
    let service = exact(&[]);
    let get = async |path: &str| ask(&service, "GET", path, &Value::Null).await.1;
    let list = get("/quantum-computers").await;
    let computer = &list["quantum_computers"][0];
    assert_eq!(computer["alias"], "garnet");
    let id = computer["id"].as_str().unwrap();
    let path = format!("/quantum-computers/{id}/health");
    assert_eq!(get(&path).await["healthy"], true);
    let path = "/quantum-computers/garnet/artifacts/static-quantum-architectures";
    let fixed = get(path).await;
    assert_eq!(fixed[0]["qubits"][19], "QB20");
    let path = "/calibration-sets/garnet/default/dynamic-quantum-architecture";
    let dynamic = get(path).await;
    let loci = &dynamic["gates"]["cz"]["implementations"]["crf"]["loci"];
    assert_eq!(loci, &fixed[0]["connectivity"]);
    assert_eq!(loci.as_array().unwrap().len(), 30);
    let set = dynamic["calibration_set_id"].as_str().unwrap();
    for (path, field, value) in [
        ("", "characterization.model.QB1.t1_time", 37.741e-6),
        ("", "gates.cz.crf.QB1__QB2.duration", 40e-9),
        (
            "/metrics",
            "metrics.rb.prx.drag_crf.QB1.fidelity:par=d1",
            1.0 - 0.001_238_2,
        ),
        (
            "/metrics",
            "metrics.ssro.measure.constant.QB3.error_0_to_1",
            0.0285,
        ),
    ] {
        let found = get(&format!("/calibration-sets/garnet/{set}{path}")).await;
        let observations = found["observations"].as_array().unwrap();
        let observed = observations.iter().find(|one| one["dut_field"] == field);
        let observed = observed.unwrap()["value"].as_f64().unwrap();
        assert!((observed / value - 1.0).abs() < 1e-9, "{field}: {observed}");
    }
}

#[tokio::test]
async fn a_job_that_waits_is_cancelled_and_then_no_more() {
    let service = exact(&["wait=600"]);
    let job = job_of(&service, &payload()).await;
    assert_eq!(job["status"], "waiting");
    let queue = "/quantum-computers/garnet/queue-availability";
    let queue = ask(&service, "GET", queue, &Value::Null).await.1;
    assert_eq!(queue["queue_length"], 1);
    let path = format!("/jobs/{}", job["id"].as_str().unwrap());
    let long = format!("{path}?wait_until_terminal=true&timeout_seconds=0");
    let waiting = ask(&service, "GET", &long, &Value::Null).await.1;
    assert_eq!(waiting["status"], "waiting");
    let cancel = format!("{path}/cancel");
    let (_, cancelled) = ask(&service, "POST", &cancel, &Value::Null).await;
    assert_eq!(cancelled["status"], "cancelled");
    let (status, refused) = ask(&service, "POST", &cancel, &Value::Null).await;
    assert_eq!(
        (status, &refused["error_code"]),
        (403, &json!("illegal_job_status"))
    );
    assert_eq!(ask(&service, "DELETE", &path, &Value::Null).await.0, 204);
    assert_eq!(ask(&service, "GET", &path, &Value::Null).await.0, 404);
}

#[tokio::test]
async fn tokens_are_asked_for_and_faults_meet_their_requests() {
    let service = exact(&["status-after=503@submit:1", "wait=600", "limit=7@status:1"]);
    let request = axum::http::Request::get("/api/v1/quantum-computers").body(Body::empty());
    let response = service.clone().oneshot(request.unwrap()).await.unwrap();
    assert_eq!(response.status(), 401);
    let path = "/jobs/garnet/circuit";
    let (status, answer) = ask(&service, "POST", path, &payload()).await;
    assert_eq!(
        (status, &answer["error_code"]),
        (503, &json!("internal_error"))
    );
    assert_eq!(ask(&service, "GET", "/jobs/1", &Value::Null).await.0, 429);
    let queue = "/quantum-computers/garnet/queue-availability";
    let queue = ask(&service, "GET", queue, &Value::Null).await.1;
    assert_eq!(queue["queue_length"], 1);
    let offline = exact(&["offline"]);
    assert_eq!(ask(&offline, "POST", path, &payload()).await.0, 403);
}
