use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::*;
use crate::{DeviceNoise, EmulatorOptions};

const HEADER: &str = "OPENQASM 3;\ninclude \"stdgates.inc\";\n";
/// Bits 0, 0 and 1 in two registers.
const TWO: &str = "qubit[3] q;\nbit[1] a;\nbit[2] b;\nx q[2];\na[0] = measure q[0];\n\
                   b[0] = measure q[1];\nb[1] = measure q[2];\n";

fn service(faults: &[&str]) -> Router {
    let faults = faults.iter().map(|text| text.parse().unwrap()).collect();
    crate::router(EmulatorOptions {
        faults,
        noise: DeviceNoise::None,
        ..EmulatorOptions::default()
    })
}

async fn send(service: &Router, request: Request<Body>) -> (u16, Vec<u8>) {
    let response = service.clone().oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, bytes.to_vec())
}

async fn ask(service: &Router, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let request = Request::builder()
        .method(method)
        .uri(format!("/oqtopus{path}"))
        .header("host", "127.0.0.1:8765")
        .header("q-api-token", "token")
        .body(Body::from(body.to_string()))
        .unwrap();
    let (status, bytes) = send(service, request).await;
    (status, serde_json::from_slice(&bytes).unwrap())
}

/// A form of these parts in this order.
fn form(parts: &[(String, Vec<u8>)]) -> Request<Body> {
    let mut body = Vec::new();
    for (name, value) in parts {
        let file = if name == "file" {
            "; filename=\"input.zip\""
        } else {
            ""
        };
        let head =
            format!("--line\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(value);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--line--\r\n");
    Request::post("/oqtopus/storage")
        .header("content-type", "multipart/form-data; boundary=line")
        .body(Body::from(body))
        .unwrap()
}

/// A registered job, and the parts of the form that uploads a program.
async fn registered(service: &Router, text: &str) -> (String, Vec<(String, Vec<u8>)>) {
    let (status, answer) = ask(service, "POST", "/jobs", &json!({})).await;
    assert_eq!(status, 200);
    let upload = &answer["presigned_url"];
    assert_eq!(upload["url"], "http://127.0.0.1:8765/oqtopus/storage");
    let fields = upload["fields"].as_object().unwrap().iter();
    let mut parts: Vec<(String, Vec<u8>)> = fields
        .map(|(name, value)| (name.clone(), value.as_str().unwrap().into()))
        .collect();
    let input = json!({"program": [text]}).to_string();
    parts.push(("file".into(), archive::pack("input.json", &input)));
    (answer["job_id"].as_str().unwrap().to_owned(), parts)
}

fn request(device: &str) -> Value {
    json!({
        "name": "a job",
        "device_id": device,
        "job_type": "sampling",
        "shots": 20,
        "transpiler_info": {},
        "simulator_info": {},
        "mitigation_info": {},
    })
}

/// The name of a job that was submitted.
async fn submitted(service: &Router, text: &str, request: &Value) -> String {
    let (id, parts) = registered(service, text).await;
    assert_eq!(send(service, form(&parts)).await.0, 204);
    let (status, answer) = ask(service, "POST", &format!("/jobs/{id}/submit"), request).await;
    assert_eq!(status, 200, "{answer}");
    id
}

async fn job(service: &Router, id: &str) -> Value {
    let (status, job) = ask(service, "GET", &format!("/jobs/{id}"), &Value::Null).await;
    assert_eq!(status, 200, "{job}");
    job
}

/// What is to be had at an address of a job: status, and the bytes.
async fn downloaded(service: &Router, address: &Value) -> (u16, Vec<u8>) {
    let address = address.as_str().unwrap();
    let path = address.strip_prefix("http://127.0.0.1:8765").unwrap();
    send(service, Request::get(path).body(Body::empty()).unwrap()).await
}

/// The one file of a zip archive.
async fn unpacked(service: &Router, address: &Value) -> Value {
    let (status, bytes) = downloaded(service, address).await;
    assert_eq!(status, 200);
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    assert_eq!(archive.len(), 1);
    serde_json::from_reader(archive.by_index(0).unwrap()).unwrap()
}

async fn counts(service: &Router, text: &str, request: &Value) -> Value {
    let id = submitted(service, text, request).await;
    let job = job(service, &id).await;
    assert_eq!(job["status"], "succeeded", "{job}");
    let result = unpacked(service, &job["job_info"]["result"]).await;
    result["sampling"]["counts"].clone()
}

#[tokio::test]
async fn three_steps_give_counts_with_bit_0_last() {
    let service = service(&[]);
    let text = format!("{HEADER}{TWO}");
    assert_eq!(
        counts(&service, &text, &request("qulacs")).await,
        json!({"100": 20})
    );
    assert_eq!(
        counts(&service, &text, &request("lattice")).await,
        json!({"100": 20})
    );
    let (status, jobs) = ask(
        &service,
        "GET",
        "/jobs?size=1&fields=job_id,status",
        &json!({}),
    )
    .await;
    assert_eq!((status, jobs.as_array().unwrap().len()), (200, 1));
    assert_eq!(jobs[0].as_object().unwrap().len(), 2);
    let (_, jobs) = ask(&service, "GET", "/jobs?status=failed", &json!({})).await;
    assert_eq!(jobs, json!([]));
    assert_eq!(
        ask(&service, "GET", "/jobs?page=0", &json!({})).await.0,
        400
    );
}

#[tokio::test]
async fn an_upload_must_be_whole_in_order_and_in_time() {
    let waiting = service(&[]);
    let text = format!("{HEADER}{TWO}");
    let (id, parts) = registered(&waiting, &text).await;
    let (status, answer) = ask(&waiting, "GET", &format!("/jobs/{id}/status"), &json!({})).await;
    assert_eq!(
        (status, answer["status"].as_str()),
        (200, Some("registered"))
    );
    for (change, wanted) in [
        ("lacks", 400),
        ("last", 400),
        ("changed", 403),
        ("other", 403),
    ] {
        let mut parts = parts.clone();
        match change {
            "lacks" => drop(parts.remove(2)),
            "last" => parts.rotate_right(1),
            "changed" => parts[3].1.push(b'0'),
            _ => parts[0].1 = b"other/input.zip".to_vec(),
        }
        let (status, body) = send(&waiting, form(&parts)).await;
        let body = String::from_utf8(body).unwrap();
        assert_eq!(status, wanted, "{change}: {body}");
        assert!(body.starts_with("<?xml"), "{body}");
    }
    let path = format!("/jobs/{id}/submit");
    assert_eq!(
        ask(&waiting, "POST", &path, &request("qulacs")).await.0,
        400
    );
    assert_eq!(send(&waiting, form(&parts)).await.0, 204);
    assert_eq!(
        ask(&waiting, "POST", &path, &request("nothing")).await.0,
        400
    );
    assert_eq!(
        ask(&waiting, "POST", &path, &request("qulacs")).await.0,
        200
    );
    assert_eq!(
        ask(&waiting, "POST", &path, &request("qulacs")).await.0,
        400
    );
    let late = service(&["token-life=0"]);
    let (_, parts) = registered(&late, &text).await;
    assert_eq!(send(&late, form(&parts)).await.0, 403);
}

#[tokio::test]
async fn an_address_is_signed_and_expires() {
    let service = service(&["token-life=2"]);
    let id = submitted(&service, &format!("{HEADER}{TWO}"), &request("qulacs")).await;
    let job = job(&service, &id).await;
    let address = job["job_info"]["result"].clone();
    assert_eq!(downloaded(&service, &address).await.0, 200);
    let text = address.as_str().unwrap();
    for changed in [
        text.split_once('?').unwrap().0.to_owned(),
        text.replace("result.zip", "input.zip"),
        text.replace("Expires=", "Expires=1"),
    ] {
        assert_eq!(
            downloaded(&service, &json!(changed)).await.0,
            403,
            "{changed}"
        );
    }
    tokio::time::sleep(Duration::from_millis(3100)).await;
    let (status, body) = downloaded(&service, &address).await;
    assert_eq!(status, 403);
    assert!(String::from_utf8(body).unwrap().contains("expired"));
}

#[tokio::test]
async fn a_wrong_program_fails_when_its_turn_comes() {
    let service = service(&[]);
    let as_it_is = |device| {
        let mut request = request(device);
        request["transpiler_info"] = json!({"transpiler_lib": null});
        request
    };
    let plain = request("lattice");
    let far = "qubit[16] q;\nbit[1] c;\ncz q[0], q[5];\nc[0] = measure q[0];\n";
    let near = "qubit[16] q;\nbit[1] c;\ncz q[4], q[0];\nc[0] = measure q[0];\n";
    let hadamard = "qubit[1] q;\nbit[1] c;\nh q[0];\nc[0] = measure q[0];\n";
    let large = "qubit[17] q;\nbit[1] c;\nx q[16];\nc[0] = measure q[16];\n";
    for (text, request, says) in [
        ("qubit[1] q;\nfoo q[0];\n", &plain, Some("foo")),
        ("qubit[1] q;\nx q[0];\n", &plain, Some("measures nothing")),
        (large, &plain, Some("the device has 16")),
        (far, &plain, None),
        (far, &as_it_is("lattice"), Some("Cz on [0, 5]")),
        (near, &as_it_is("lattice"), None),
        (hadamard, &as_it_is("lattice"), Some("H on [0]")),
        (hadamard, &as_it_is("qulacs"), None),
    ] {
        let id = submitted(&service, &format!("{HEADER}{text}"), request).await;
        let job = job(&service, &id).await;
        match says {
            Some(says) => {
                assert_eq!(job["status"], "failed", "{text}");
                let message = job["job_info"]["message"].as_str().unwrap();
                assert!(message.contains(says), "{message}");
                assert_eq!(job["job_info"]["result"], Value::Null);
            }
            None => assert_eq!(job["status"], "succeeded", "{job}"),
        }
    }
    for (text, says) in [
        (
            "OPENQASM 3;\nqubit[1] q;\nbit[1] c;\nx q[0];\nc[0] = measure q[0];\n",
            "stdgates.inc",
        ),
        (
            "OPENQASM 2.0;\nqreg q[1];\ncreg c[1];\nmeasure q[0] -> c[0];\n",
            "not OpenQASM 3",
        ),
    ] {
        let id = submitted(&service, text, &plain).await;
        let job = job(&service, &id).await;
        assert!(
            job["job_info"]["message"].as_str().unwrap().contains(says),
            "{job}"
        );
    }
}

#[tokio::test]
async fn a_device_tells_what_it_ran() {
    let service = service(&[]);
    let text = format!("{HEADER}qubit[1] q;\nbit[1] c;\nh q[0];\nc[0] = measure q[0];\n");
    let id = submitted(&service, &text, &request("lattice")).await;
    let job = job(&service, &id).await;
    let told = unpacked(&service, &job["job_info"]["transpile_result"]).await;
    let program = told["transpiled_program"].as_str().unwrap();
    assert!(
        program.contains("sx q[0];") && !program.contains("\nh "),
        "{program}"
    );
    assert_eq!(
        told["virtual_physical_mapping"]["qubit_mapping"],
        json!({"0": 0})
    );
    let input = unpacked(&service, &job["job_info"]["input"]).await;
    assert_eq!(input["program"][0], text);
    let (status, devices) = ask(&service, "GET", "/devices", &json!({})).await;
    assert_eq!((status, devices.as_array().unwrap().len()), (200, 2));
    let told: Value = serde_json::from_str(devices[1]["device_info"].as_str().unwrap()).unwrap();
    assert_eq!(told["qubits"].as_array().unwrap().len(), 16);
    assert_eq!(told["couplings"].as_array().unwrap().len(), 24);
    assert_eq!(
        ask(&service, "GET", "/devices/nothing", &json!({})).await.0,
        404
    );
}

#[tokio::test]
async fn a_job_is_cancelled_once_and_then_deleted() {
    let service = service(&["wait=60"]);
    let id = submitted(&service, &format!("{HEADER}{TWO}"), &request("qulacs")).await;
    let path = format!("/jobs/{id}");
    assert_eq!(job(&service, &id).await["status"], "ready");
    assert_eq!(ask(&service, "DELETE", &path, &json!({})).await.0, 400);
    let cancel = format!("{path}/cancel");
    for _ in 0..2 {
        assert_eq!(ask(&service, "POST", &cancel, &json!({})).await.0, 200);
        assert_eq!(job(&service, &id).await["status"], "cancelled");
    }
    assert_eq!(ask(&service, "DELETE", &path, &json!({})).await.0, 200);
    assert_eq!(ask(&service, "GET", &path, &json!({})).await.0, 404);
}

#[tokio::test]
async fn what_a_job_is_too_late_or_too_early_for_is_a_bad_request() {
    let service = service(&[]);
    let text = format!("{HEADER}{TWO}");
    let done = submitted(&service, &text, &request("qulacs")).await;
    assert_eq!(job(&service, &done).await["status"], "succeeded");
    let cancel = format!("/jobs/{done}/cancel");
    let (status, answer) = ask(&service, "POST", &cancel, &json!({})).await;
    let message = answer["message"].as_str().unwrap();
    assert_eq!(status, 400);
    assert!(
        message.contains("not in valid status for cancellation"),
        "{message}"
    );
    // A job that is only registered is cancelled too, and then not submitted.
    let (id, parts) = registered(&service, &text).await;
    assert_eq!(send(&service, form(&parts)).await.0, 204);
    let path = format!("/jobs/{id}");
    assert_eq!(ask(&service, "DELETE", &path, &json!({})).await.0, 400);
    let cancel = format!("{path}/cancel");
    assert_eq!(ask(&service, "POST", &cancel, &json!({})).await.0, 200);
    assert_eq!(job(&service, &id).await["status"], "cancelled");
    let submit = format!("{path}/submit");
    assert_eq!(
        ask(&service, "POST", &submit, &request("qulacs")).await.0,
        400
    );
    assert_eq!(ask(&service, "DELETE", &path, &json!({})).await.0, 200);
    for path in ["/jobs/none/cancel", "/jobs/none/submit"] {
        assert_eq!(ask(&service, "POST", path, &request("qulacs")).await.0, 404);
    }
}

#[tokio::test]
async fn faults_meet_jobs_and_devices() {
    let text = format!("{HEADER}{TWO}");
    let reversed = service(&["reversed"]);
    let found = counts(&reversed, &text, &request("qulacs")).await;
    assert_eq!(found, json!({"010": 20}), "each register by itself");
    let fewer = service(&["fewer-shots"]);
    assert_eq!(
        counts(&fewer, &text, &request("qulacs")).await,
        json!({"100": 10})
    );
    let offline = service(&["offline"]);
    let (_, devices) = ask(&offline, "GET", "/devices", &json!({})).await;
    assert_eq!(devices[1]["status"], "unavailable");
    let (status, answer) = ask(&service(&["expired"]), "GET", "/devices", &json!({})).await;
    assert_eq!(
        (status, answer["message"].as_str()),
        (401, Some("Unauthorized"))
    );
    let request = Request::get("/oqtopus/devices")
        .body(Body::empty())
        .unwrap();
    assert_eq!(send(&offline, request).await.0, 401);
}
