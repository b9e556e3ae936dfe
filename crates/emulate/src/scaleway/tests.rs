use axum::body::{Body, to_bytes};
use serde_json::{Value, json};
use tower::ServiceExt;

use super::*;
use crate::{DeviceNoise, EmulatorOptions};

fn service(options: &EmulatorOptions, faults: &[&str]) -> Router {
    let faults = faults.iter().map(|text| text.parse().unwrap()).collect();
    crate::router(EmulatorOptions {
        faults,
        ..options.clone()
    })
}

fn exact(faults: &[&str]) -> Router {
    let options = EmulatorOptions {
        noise: DeviceNoise::None,
        ..EmulatorOptions::default()
    };
    service(&options, faults)
}

/// Asks with a key; gives status and JSON.
async fn ask(service: &Router, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let request = axum::http::Request::builder()
        .method(method)
        .uri(format!("/scaleway/qaas/v1alpha1/{path}"))
        .header("x-auth-token", "key")
        .header("host", "emulated")
        .body(Body::from(body.to_string()))
        .unwrap();
    let response = service.clone().oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or_default())
}

/// Asks for what must be there.
async fn get(service: &Router, path: &str) -> Value {
    let (status, body) = ask(service, "GET", path, &Value::Null).await;
    assert_eq!(status, 200, "{path}: {body}");
    body
}

async fn post(service: &Router, path: &str, body: &Value) -> Value {
    let (status, body) = ask(service, "POST", path, body).await;
    assert_eq!(status, 200, "{path}: {body}");
    body
}

async fn platform(service: &Router, name: &str) -> Value {
    let mut found = get(service, &format!("platforms?name={name}")).await;
    found["platforms"][0].take()
}

async fn session(service: &Router, name: &str, more: &Value) -> Value {
    let mut body = json!({
        "project_id": "project", "platform_id": platform(service, name).await["id"],
        "max_idle_duration": "600s", "max_duration": "3600s", "tags": ["ours"],
    });
    for (key, value) in more.as_object().unwrap() {
        body[key] = value.clone();
    }
    post(service, "sessions", &body).await
}

/// X on the second of three qubits.
const ASYMMETRIC: &str = "OPENQASM 3.0; include \"stdgates.inc\"; qubit[3] q; bit[3] c; x q[1]; \
                          c = measure q;";

fn model(text: &str) -> Value {
    json!({"programs": [
        {"compression_format": 1, "serialization_format": 3, "serialization": text},
    ]})
}

/// Body of a job with a model.
async fn body(service: &Router, session: &Value, model: &Value) -> Value {
    let stored = json!({"project_id": "project", "payload": model.to_string()});
    let stored = post(service, "models", &stored).await;
    json!({
        "name": "job", "session_id": session["id"], "model_id": stored["id"], "tags": ["mark"],
        "parameters": json!({"shots": 20, "options": {"memory": true}}).to_string(),
    })
}

async fn submitted(service: &Router, name: &str, model: &Value) -> String {
    let session = session(service, name, &json!({})).await;
    let body = body(service, &session, model).await;
    let taken = post(service, "jobs", &body).await;
    assert_eq!(taken["status"], "waiting", "{taken}");
    taken["id"].as_str().unwrap().to_owned()
}

fn unpacked(text: &str) -> Value {
    let packed: Value = serde_json::from_str(text).unwrap();
    let (format, text) = packed::unpack(packed.as_object().unwrap()).unwrap();
    assert_eq!(format, 2);
    serde_json::from_str(&text).unwrap()
}

#[tokio::test]
async fn a_result_is_one_of_qiskit_with_bit_0_last() {
    let service = exact(&[]);
    for name in ["QPU-GARNET-20PQ", "EMU-AER-16C-128M"] {
        let id = submitted(&service, name, &model(ASYMMETRIC)).await;
        let job = get(&service, &format!("jobs/{id}")).await;
        assert_eq!(
            (&job["status"], &job["tags"]),
            (&json!("completed"), &json!(["mark"]))
        );
        let results = get(&service, &format!("jobs/{id}/results")).await;
        assert_eq!(results["total_count"], 1);
        let result = unpacked(results["job_results"][0]["result"].as_str().unwrap());
        let found = &result["results"][0];
        assert_eq!(found["data"]["memory"], json!(vec!["0x2"; 20]));
        assert_eq!(found["data"]["counts"], json!({"0x2": 20}));
        let header =
            json!({"name": "job", "n_qubits": 3, "memory_slots": 3, "creg_sizes": [["c", 3]]});
        assert_eq!(found["header"], header);
    }
}

#[tokio::test]
async fn programs_of_a_model_have_a_result_each() {
    let service = exact(&[]);
    let mut both = model(ASYMMETRIC);
    let text =
        "OPENQASM 2.0; include \"qelib1.inc\"; qreg q[1]; creg c[1]; x q[0]; measure q -> c;";
    let other = json!({"compression_format": 1, "serialization_format": 2, "serialization": text});
    both["programs"].as_array_mut().unwrap().push(other);
    let id = submitted(&service, "QPU-GARNET-20PQ", &both).await;
    let results = get(&service, &format!("jobs/{id}/results")).await;
    let counts = results["job_results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| {
            let result = unpacked(result["result"].as_str().unwrap());
            result["results"][0]["data"]["counts"].clone()
        });
    assert_eq!(
        counts.collect::<Vec<_>>(),
        [json!({"0x2": 20}), json!({"0x1": 20})]
    );
}

#[tokio::test]
async fn long_results_are_at_signed_addresses() {
    let service = service(&EmulatorOptions::default(), &[]);
    let session = session(&service, "QPU-GARNET-20PQ", &json!({})).await;
    let mut body = body(&service, &session, &model(ASYMMETRIC)).await;
    body["parameters"] = json!({"shots": 5000, "options": {"memory": true}})
        .to_string()
        .into();
    let job = post(&service, "jobs", &body).await;
    let results = get(
        &service,
        &format!("jobs/{}/results", job["id"].as_str().unwrap()),
    )
    .await;
    let result = &results["job_results"][0];
    assert_eq!(result["result"], "");
    let url = result["url"].as_str().unwrap();
    let path = url.strip_prefix("http://emulated").unwrap();
    let fetch = async |path: String| {
        let request = axum::http::Request::builder().uri(path);
        let response = service
            .clone()
            .oneshot(request.body(Body::empty()).unwrap());
        let response = response.await.unwrap();
        let status = response.status().as_u16();
        (
            status,
            to_bytes(response.into_body(), usize::MAX).await.unwrap(),
        )
    };
    // Without a key.
    let (status, text) = fetch(path.to_owned()).await;
    assert_eq!(status, 200);
    let result = unpacked(std::str::from_utf8(&text).unwrap());
    assert_eq!(result["results"][0]["shots"], 5000);
    assert!(
        result["results"][0]["data"]["counts"]
            .as_object()
            .unwrap()
            .len()
            > 1
    );
    assert_eq!(fetch(format!("{path}0")).await.0, 403);
}

#[tokio::test]
async fn an_open_session_is_found_by_its_deduplication_id() {
    let service = exact(&[]);
    let same = json!({"deduplication_id": "game"});
    let first = session(&service, "QPU-GARNET-20PQ", &same).await;
    assert_eq!(
        session(&service, "QPU-GARNET-20PQ", &same).await["id"],
        first["id"]
    );
    for (name, more) in [
        ("QPU-IBEX-12PQ", same.clone()),
        ("QPU-GARNET-20PQ", json!({"deduplication_id": "other"})),
        ("QPU-GARNET-20PQ", json!({})),
        (
            "QPU-GARNET-20PQ",
            json!({"deduplication_id": "game", "project_id": "other"}),
        ),
    ] {
        let other = session(&service, name, &more).await;
        assert_ne!(other["id"], first["id"], "{name} {more}");
    }
    let path = format!("sessions/{}/terminate", first["id"].as_str().unwrap());
    assert_eq!(post(&service, &path, &json!({})).await["status"], "stopped");
    let next = session(&service, "QPU-GARNET-20PQ", &same).await;
    assert_ne!(next["id"], first["id"]);
    let listed = get(
        &service,
        "sessions?project_id=project&tags=ours&page_size=2&page=3",
    )
    .await;
    assert_eq!(listed["total_count"], 5);
    assert_eq!(listed["sessions"].as_array().unwrap().len(), 1);
    let none = get(&service, "sessions?project_id=project&tags=ours&tags=else").await;
    assert_eq!(none["total_count"], 0);
}

#[tokio::test]
async fn a_session_that_ends_cancels_its_jobs_and_takes_no_more() {
    let service = exact(&["wait=60"]);
    let session = session(&service, "QPU-GARNET-20PQ", &json!({})).await;
    let body = body(&service, &session, &model(ASYMMETRIC)).await;
    let job = post(&service, "jobs", &body).await;
    let id = session["id"].as_str().unwrap();
    let shown = get(&service, &format!("sessions/{id}")).await;
    assert_eq!(
        (&shown["waiting_job_count"], &shown["status"]),
        (&json!(1), &json!("running"))
    );
    post(&service, &format!("sessions/{id}/terminate"), &json!({})).await;
    let job = get(&service, &format!("jobs/{}", job["id"].as_str().unwrap())).await;
    assert_eq!(job["status"], "cancelled");
    let (status, error) = ask(&service, "POST", "jobs", &body).await;
    assert_eq!(
        (status, &error["type"]),
        (412, &json!("precondition_failed"))
    );
    assert_eq!(
        ask(&service, "DELETE", &format!("sessions/{id}"), &Value::Null)
            .await
            .0,
        204
    );
    assert_eq!(
        ask(&service, "GET", &format!("sessions/{id}"), &Value::Null)
            .await
            .0,
        404
    );
}

#[tokio::test]
async fn an_idle_session_ends_by_itself() {
    let options = EmulatorOptions {
        noise: DeviceNoise::None,
        // An hour is 36 ms.
        time_scale: 1e-5,
        ..EmulatorOptions::default()
    };
    for (more, faults) in [
        (
            json!({"max_idle_duration": "60s", "max_duration": "1e9s"}),
            &[][..],
        ),
        (
            json!({"max_idle_duration": "1e9s", "max_duration": "60s"}),
            &["wait=3600"],
        ),
    ] {
        let service = service(&options, faults);
        let session = session(&service, "QPU-GARNET-20PQ", &more).await;
        let id = session["id"].as_str().unwrap();
        if !faults.is_empty() {
            let body = body(&service, &session, &model(ASYMMETRIC)).await;
            // It may have ended by now.
            ask(&service, "POST", "jobs", &body).await;
        }
        loop {
            let shown = get(&service, &format!("sessions/{id}")).await;
            if shown["status"] == "stopped" {
                assert!(shown["terminated_at"].is_string(), "{shown}");
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
    }
}

#[tokio::test]
async fn what_is_wrong_is_refused_and_programs_fail_later() {
    let service = exact(&[]);
    let session = session(&service, "EMU-AER-16C-128M", &json!({})).await;
    let good = body(&service, &session, &model(ASYMMETRIC)).await;
    for (key, value, status) in [
        ("name", json!(""), 400),
        ("session_id", json!("1"), 404),
        ("model_id", json!("1"), 404),
        ("model_id", Value::Null, 400),
        ("tags", json!([1]), 400),
        ("parameters", Value::Null, 400),
        ("parameters", json!("{\"shots\": 0}"), 400),
        ("parameters", json!("{\"shots\": 100001}"), 400),
        ("parameters", json!("{\"shots\": 2000}"), 200),
    ] {
        let mut body = good.clone();
        body[key] = value.clone();
        let (found, error) = ask(&service, "POST", "jobs", &body).await;
        assert_eq!(found, status, "{key} {value}: {error}");
    }
    for (model, part) in [
        (model("OPENQASM 3.0; qubit[1] q; x q[0];"), "stdgates"),
        (
            model("OPENQASM 3.0; include \"stdgates.inc\"; qubit[1] q; x q[0];"),
            "measures nothing",
        ),
        (model("OPENQASM 3.0; nonsense"), ""),
        (
            model("OPENQASM 3.0; include \"stdgates.inc\"; qubit[31] q; bit[31] c; c = measure q;"),
            "31 qubits",
        ),
        (json!({"programs": []}), "1 to 100 programs"),
        (
            json!({"programs": [{"compression_format": 1, "serialization_format": 4, "serialization": ""}]}),
            "unsupported",
        ),
        (
            json!({"programs": [{"compression_format": 2, "serialization_format": 3, "serialization": "?"}]}),
            "invalid",
        ),
    ] {
        let body = body(&service, &session, &model).await;
        let job = post(&service, "jobs", &body).await;
        let job = get(&service, &format!("jobs/{}", job["id"].as_str().unwrap())).await;
        let message = job["progress_message"].as_str().unwrap();
        assert_eq!(job["status"], "error", "{message}");
        assert!(message.contains(part), "{message}");
    }
}

#[tokio::test]
async fn programs_with_gates_that_a_platform_does_not_list_fail() {
    let service = exact(&[]);
    let program = |body: &str| {
        let head = "OPENQASM 3.0; include \"stdgates.inc\"; qubit[2] q; bit[2] c;";
        model(&format!("{head} {body} c = measure q;"))
    };
    // The gates of a definition are not those of the program.
    let rotation = "gate r(t, x) a { rz(-x) a; rx(t) a; rz(x) a; } r(pi, 0) q[1];";
    for (name, body, missing) in [
        ("QPU-IBEX-12PQ", rotation, None),
        ("QPU-GARNET-20PQ", rotation, None),
        ("EMU-AER-16C-128M", "cu(1, 2, 3, 4) q[0], q[1];", None),
        ("QPU-GARNET-20PQ", "U(pi, 0, pi) q[1];", None),
        ("QPU-GARNET-20PQ", "cu(1, 2, 3, 4) q[0], q[1];", Some("cu")),
        ("QPU-GARNET-20PQ", "ctrl @ x q[0], q[1];", Some("@ x")),
        ("QPU-IBEX-12PQ", "x q[1]; rz(1) q[0]; h q[0];", Some("h, x")),
        ("EMU-IBEX-12PQ-L4", "x q[1];", Some("x")),
    ] {
        let id = submitted(&service, name, &program(body)).await;
        let job = get(&service, &format!("jobs/{id}")).await;
        let told = job["progress_message"].as_str().unwrap_or_default();
        assert_eq!(job["status"] == "error", missing.is_some(), "{job}");
        let text = missing.map(|names| format!("gates are not supported: {names}"));
        assert_eq!(told, text.unwrap_or_default());
    }
    let listed = platform(&service, "QPU-IBEX-12PQ").await;
    let target: Value = serde_json::from_str(listed["metadata"].as_str().unwrap()).unwrap();
    let names = ["rz", "r", "rxx", "measure"].map(|name| json!({"name": name}));
    assert_eq!(target["qiskit"]["target"]["instructions"], json!(names));
}

#[tokio::test]
async fn keys_projects_and_platforms_are_checked() {
    let service = exact(&[]);
    let request = axum::http::Request::builder()
        .uri("/scaleway/qaas/v1alpha1/platforms")
        .header("x-auth-token", "bad")
        .body(Body::empty())
        .unwrap();
    let response = service.clone().oneshot(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
    for (path, status) in [
        ("platforms/1", 404),
        ("sessions", 400),
        ("sessions/1", 404),
        ("models", 400),
        ("models/1", 404),
        ("jobs", 400),
        ("jobs/1", 404),
        ("jobs/1/results", 404),
        ("nothing", 404),
        ("platforms?page=0", 400),
    ] {
        let (found, error) = ask(&service, "GET", path, &Value::Null).await;
        assert_eq!(found, status, "{path}");
        assert!(error["type"].is_string(), "{path}: {error}");
    }
    let offline = exact(&["offline"]);
    let found = platform(&offline, "QPU-GARNET-20PQ").await;
    assert_eq!(found["availability"], "maintenance");
    let body = json!({"project_id": "project", "platform_id": found["id"]});
    assert_eq!(ask(&offline, "POST", "sessions", &body).await.0, 412);
}

#[tokio::test]
async fn a_price_is_whole_units_and_billionths() {
    let found = platform(&exact(&[]), "QPU-GARNET-20PQ").await;
    let money =
        |units: u64, nanos: u64| json!({"currency_code": "EUR", "units": units, "nanos": nanos});
    assert_eq!(found["price_per_hour"], money(2000, 0));
    assert_eq!(found["price_per_circuit"], money(0, 220_000_000));
    assert_eq!(found["price_per_shot"], money(0, 1_200_000));
}
