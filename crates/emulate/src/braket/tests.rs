use std::time::Duration;

use axum::body::{Body, to_bytes};
use jiff::Timestamp;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::device::{FORTE, GARNET, SIMULATOR};
use super::*;
use crate::reply;
use crate::{DeviceNoise, EmulatorOptions};

/// X on the second of three qubits, whose bits are crossed.
const TEXT: &str = "OPENQASM 3.0;\nqubit[3] q;\nbit[3] b;\nx q[1];\nb[2] = measure q[0];\n\
                    b[0] = measure q[1];\nb[1] = measure q[2];\n";

fn service(faults: &[&str]) -> Router {
    let faults = faults.iter().map(|text| text.parse().unwrap()).collect();
    crate::router(EmulatorOptions {
        faults,
        noise: DeviceNoise::None,
        ..EmulatorOptions::default()
    })
}

/// Asks with a key that is not checked, in a region; gives status, type of the error, and body.
async fn ask(
    service: &Router,
    region: &str,
    method: &str,
    path: &str,
    body: &Value,
) -> (u16, String, String) {
    let (name, _) = path.trim_start_matches('/').split_once('/').unwrap();
    let time = Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string();
    let credential = format!("AKIA/{}/{region}/{name}/aws4_request", &time[..8]);
    let authorization = format!(
        "AWS4-HMAC-SHA256 Credential={credential}, SignedHeaders=host;x-amz-date, Signature=00"
    );
    let request = axum::http::Request::builder()
        .method(method)
        .uri(path)
        .header("host", "127.0.0.1")
        .header("x-amz-date", time)
        .header("authorization", authorization)
        .body(Body::from(body.to_string()))
        .unwrap();
    let response = service.clone().oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let kind = reply::header(response.headers(), "x-amzn-errortype").map(str::to_owned);
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    (status, kind.unwrap_or_default(), text)
}

async fn braket(service: &Router, method: &str, path: &str, body: &Value) -> (u16, String, Value) {
    let path = format!("/braket{path}");
    let (status, kind, text) = ask(service, "us-east-1", method, &path, body).await;
    (status, kind, serde_json::from_str(&text).unwrap())
}

fn request(device: &device::Device, token: &str, text: &str) -> Value {
    let action = json!({
        "braketSchemaHeader": {"name": "braket.ir.openqasm.program", "version": "1"},
        "source": text,
        "inputs": null,
    });
    json!({
        "clientToken": token,
        "deviceArn": device.arn,
        "shots": 20,
        "outputS3Bucket": "bucket",
        "outputS3KeyPrefix": "tasks",
        "action": action.to_string(),
        "deviceParameters": "{}",
        "tags": {"game": "7f3c"},
    })
}

fn encoded(arn: &str) -> String {
    arn.replace(':', "%3A").replace('/', "%2F")
}

/// The path of a new task.
async fn created(service: &Router, request: &Value) -> String {
    let (status, _, answer) = braket(service, "POST", "/quantum-task", request).await;
    assert_eq!(status, 201, "{answer}");
    let arn = answer["quantumTaskArn"].as_str().unwrap();
    assert!(arn.starts_with("arn:aws:braket:us-east-1:000000000000:quantum-task/"));
    format!("/quantum-task/{}", encoded(arn))
}

async fn task(service: &Router, path: &str) -> Value {
    let path = format!("{path}?additionalAttributeNames=QueueInfo");
    let (status, _, task) = braket(service, "GET", &path, &Value::Null).await;
    assert_eq!(status, 200, "{task}");
    task
}

/// What the storage holds of a task.
async fn stored(service: &Router, task: &Value) -> (u16, String) {
    let directory = task["outputS3Directory"].as_str().unwrap();
    let path = format!("/s3/bucket/{directory}/results.json");
    let (status, _, text) = ask(service, "us-east-1", "GET", &path, &Value::Null).await;
    (status, text)
}

async fn result(service: &Router, request: &Value) -> Value {
    let path = created(service, request).await;
    let task = task(service, &path).await;
    assert_eq!(task["status"], "COMPLETED", "{task}");
    let (status, text) = stored(service, &task).await;
    assert_eq!(status, 200, "{text}");
    serde_json::from_str(&text).unwrap()
}

#[tokio::test]
async fn columns_are_in_the_order_of_the_bits() {
    let service = service(&[]);
    let result = result(&service, &request(&SIMULATOR, "a", TEXT)).await;
    assert_eq!(result["measuredQubits"], json!([1, 2, 0]));
    assert_eq!(result["measurements"], json!([[1, 0, 0]; 20].to_vec()));
    assert_eq!(result["additionalMetadata"]["action"]["source"], TEXT);
    assert_eq!(result["taskMetadata"]["shots"], 20);
}

#[tokio::test]
async fn results_are_there_without_a_question_after_the_task() {
    let service = service(&[]);
    let path = created(&service, &request(&SIMULATOR, "a", TEXT)).await;
    let (_, id) = path.rsplit_once("%2F").unwrap();
    let task = json!({"outputS3Directory": format!("tasks/{id}")});
    assert_eq!(stored(&service, &task).await.0, 200);
    let task = json!({"outputS3Directory": "tasks/other"});
    let (status, text) = stored(&service, &task).await;
    assert_eq!(status, 404);
    assert!(text.contains("<Code>NoSuchKey</Code>"), "{text}");
}

#[tokio::test]
async fn what_is_not_measured_has_no_column_and_without_measurements_all_have() {
    let service = service(&[]);
    let one = "OPENQASM 3.0;\nqubit[3] q;\nbit[3] b;\nx q[2];\ni q[0];\ni q[1];\n\
               b[1] = measure q[2];\n";
    let given = result(&service, &request(&SIMULATOR, "a", one)).await;
    assert_eq!(given["measuredQubits"], json!([2]));
    assert_eq!(given["measurements"][0], json!([1]));
    let none = "OPENQASM 3.0;\nqubit[3] q;\nx q[2];\ni q[0];\ni q[1];\n";
    let given = result(&service, &request(&SIMULATOR, "b", none)).await;
    assert_eq!(given["measuredQubits"], json!([0, 1, 2]));
    assert_eq!(given["measurements"][0], json!([0, 0, 1]));
}

#[tokio::test]
async fn a_device_may_have_probabilities_alone() {
    let given = result(&service(&[]), &request(&FORTE, "a", TEXT)).await;
    assert_eq!(given["measurementProbabilities"], json!({"100": 1.0}));
    assert_eq!(given["measurements"], Value::Null);
    let faulty = service(&["probabilities"]);
    let given = result(&faulty, &request(&SIMULATOR, "a", TEXT)).await;
    assert_eq!(given["measurementProbabilities"], json!({"100": 1.0}));
}

#[tokio::test]
async fn a_token_makes_one_task() {
    let service = service(&[]);
    let first = created(&service, &request(&SIMULATOR, "a", TEXT)).await;
    let again = created(&service, &request(&SIMULATOR, "a", TEXT)).await;
    assert_eq!(again, first);
    assert_ne!(
        created(&service, &request(&SIMULATOR, "b", TEXT)).await,
        first
    );
    let other = request(&GARNET, "a", TEXT);
    let (status, kind, _) = braket(&service, "POST", "/quantum-task", &other).await;
    assert_eq!((status, &kind[..]), (409, "ConflictException"));
}

#[tokio::test]
async fn a_task_is_unknown_at_first_and_cancelled_once() {
    let service = crate::router(EmulatorOptions {
        time_scale: 5.0,
        ..EmulatorOptions::default()
    });
    let path = created(&service, &request(&GARNET, "a", TEXT)).await;
    let (status, kind, _) = braket(&service, "GET", &path, &Value::Null).await;
    assert_eq!((status, &kind[..]), (404, "ResourceNotFoundException"));
    tokio::time::sleep(Duration::from_millis(1600)).await;
    let told = task(&service, &path).await;
    assert!(["CREATED", "QUEUED"].contains(&told["status"].as_str().unwrap()));
    assert_eq!(told["queueInfo"]["position"], "1");
    assert_eq!(told["numSuccessfulShots"], 0);
    let cancel = format!("{path}/cancel");
    let (status, _, answer) = braket(&service, "PUT", &cancel, &json!({"clientToken": "c"})).await;
    assert_eq!(
        (status, &answer["cancellationStatus"]),
        (200, &json!("CANCELLING"))
    );
    let (status, kind, _) = braket(&service, "PUT", &cancel, &json!({"clientToken": "c"})).await;
    assert_eq!((status, &kind[..]), (409, "ConflictException"));
    let told = task(&service, &path).await;
    assert_eq!(told["status"], "CANCELLING");
    assert_eq!(told["queueInfo"]["position"], "None");
    assert_eq!(stored(&service, &told).await.0, 404);
}

#[tokio::test]
async fn what_can_not_run_is_refused_with_its_reason() {
    let service = service(&[]);
    let text = |text: &str| request(&SIMULATOR, "a", text);
    let with = |key: &str, value: Value| {
        let mut request = request(&SIMULATOR, "a", TEXT);
        request[key] = value;
        request
    };
    let retired = "arn:aws:braket:us-east-1::device/qpu/ionq/Harmony";
    let many = "OPENQASM 3.0;\nqubit[40] q;\nh q;\n";
    let two = "OPENQASM 3.0;\nqubit[1] q;\nbit[1] a;\nbit[1] b;\nx q[0];\na[0] = measure q[0];\n";
    for (request, status, says) in [
        (
            text("OPENQASM 3.0;\ninclude \"stdgates.inc\";\nqubit[1] q;\nx q[0];\n"),
            400,
            "include",
        ),
        (
            text("OPENQASM 3.0;\nqubit[2] q;\ncx q[0], q[1];\n"),
            400,
            "`cx`",
        ),
        (text("OPENQASM 3.0;\nx $0;\n"), 400, "physical"),
        (
            text("OPENQASM 3.0;\nqubit[2] q;\nx q[0];\n"),
            400,
            "q[1] is not used",
        ),
        (text(two), 400, "one classical register"),
        (text(many), 400, "SV1 has 34"),
        (with("shots", json!(0)), 400, "from 1 to 100000"),
        (with("shots", json!(100_001)), 400, "from 1 to 100000"),
        (with("action", json!({})), 400, "'action'"),
        (
            with("action", json!("{}")),
            400,
            "braket.ir.openqasm.program",
        ),
        (with("clientToken", json!("")), 400, "clientToken"),
        (with("outputS3Bucket", Value::Null), 400, "outputS3Bucket"),
        (
            with("deviceArn", json!("arn:aws:braket:::device/x")),
            404,
            "not found",
        ),
        (with("deviceArn", json!(retired)), 410, "retired"),
    ] {
        let (found, kind, answer) = braket(&service, "POST", "/quantum-task", &request).await;
        assert_eq!(found, status, "{says}: {answer}");
        let message = answer["message"].as_str().unwrap();
        assert!(message.contains(says), "{message}");
        assert!(kind.ends_with("Exception"), "{kind}");
    }
    let (status, kind, _) = braket(&service, "GET", "/nothing", &Value::Null).await;
    assert_eq!((status, &kind[..]), (404, "ResourceNotFoundException"));
}

#[tokio::test]
async fn faults_meet_tasks_devices_and_requests() {
    let fewer = service(&["fewer-shots"]);
    let path = created(&fewer, &request(&SIMULATOR, "a", TEXT)).await;
    let told = task(&fewer, &path).await;
    assert_eq!(
        (&told["shots"], &told["numSuccessfulShots"]),
        (&json!(20), &json!(10))
    );
    let reversed = service(&["reversed"]);
    let given = result(&reversed, &request(&SIMULATOR, "a", TEXT)).await;
    assert_eq!(given["measurements"][0], json!([0, 0, 1]));
    let failing = service(&["fail=device"]);
    let path = created(&failing, &request(&SIMULATOR, "a", TEXT)).await;
    let told = task(&failing, &path).await;
    assert_eq!(told["status"], "FAILED");
    assert!(told["failureReason"].as_str().unwrap().contains("device"));
    assert_eq!(stored(&failing, &told).await.0, 404);
    for (fault, status, kind) in [
        ("offline", 424, "DeviceOfflineException"),
        ("status=402@submit", 402, "ServiceQuotaExceededException"),
        ("limit", 429, "ThrottlingException"),
        ("expired", 401, "ExpiredTokenException"),
    ] {
        let request = request(&SIMULATOR, "a", TEXT);
        let found = braket(&service(&[fault]), "POST", "/quantum-task", &request).await;
        assert_eq!((found.0, &found.1[..]), (status, kind));
    }
}

#[tokio::test]
async fn creation_is_limited() {
    let service = crate::router(EmulatorOptions {
        time_scale: 10.0,
        rate_limits: true,
        ..EmulatorOptions::default()
    });
    let mut found = Vec::new();
    for token in 0..41 {
        let request = request(&SIMULATOR, &token.to_string(), TEXT);
        found.push(braket(&service, "POST", "/quantum-task", &request).await.0);
    }
    assert_eq!(found[..40], [201; 40]);
    assert_eq!(found[40], 429);
}

#[tokio::test]
async fn devices_tell_what_they_can_do_in_their_region() {
    let service = service(&["paused"]);
    let search = json!({"filters": [], "maxResults": 100});
    for (region, count) in [("us-east-1", 3), ("eu-north-1", 2), ("us-west-1", 1)] {
        let (_, _, text) = ask(&service, region, "POST", "/braket/devices", &search).await;
        let answer: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            answer["devices"].as_array().unwrap().len(),
            count,
            "{region}"
        );
    }
    for (device, qubits) in [(&SIMULATOR, 34), (&GARNET, 20), (&FORTE, 36)] {
        let path = format!("/device/{}", encoded(device.arn));
        let (status, _, told) = braket(&service, "GET", &path, &Value::Null).await;
        assert_eq!((status, &told["deviceStatus"]), (200, &json!("ONLINE")));
        let text = told["deviceCapabilities"].as_str().unwrap();
        let can: Value = serde_json::from_str(text).unwrap();
        assert_eq!(can["paradigm"]["qubitCount"], qubits);
        let action = &can["action"]["braket.ir.openqasm.program"];
        assert_eq!(action["maximumClassicalArrays"], 1);
        let window = &can["service"]["executionWindows"][0];
        assert_eq!(window["windowStartHour"], window["windowEndHour"]);
    }
    let (status, kind, _) = braket(&service, "GET", "/device/arn%3Anothing", &Value::Null).await;
    assert_eq!((status, &kind[..]), (404, "ResourceNotFoundException"));
}

#[tokio::test]
async fn tasks_are_searched_page_by_page() {
    let service = service(&["fail=program:1"]);
    let mut paths = Vec::new();
    for token in ["a", "b", "c"] {
        paths.push(created(&service, &request(&SIMULATOR, token, TEXT)).await);
    }
    let found = async |search: Value| {
        let (status, _, answer) = braket(&service, "POST", "/quantum-tasks", &search).await;
        assert_eq!(status, 200, "{answer}");
        let tasks = answer["quantumTasks"].as_array().unwrap().clone();
        let paths = tasks.iter().map(|task| {
            format!(
                "/quantum-task/{}",
                encoded(task["quantumTaskArn"].as_str().unwrap())
            )
        });
        (paths.collect::<Vec<_>>(), answer["nextToken"].clone())
    };
    let filter = |name: &str, operator: &str, value: &str| json!({"filters": [{"name": name, "operator": operator, "values": [value]}]});
    let (failed, _) = found(filter("status", "EQUAL", "FAILED")).await;
    assert_eq!(failed, paths[..1]);
    let (all, _) = found(filter("tags:game", "EQUAL", "7f3c")).await;
    assert_eq!(all, [&paths[2][..], &paths[1], &paths[0]]);
    assert_eq!(
        found(filter("tags:game", "EQUAL", "other")).await.0.len(),
        0
    );
    assert_eq!(found(filter("createdAt", "GT", "2026")).await.0.len(), 3);
    assert_eq!(found(filter("createdAt", "LT", "2026")).await.0.len(), 0);
    let (first, next) = found(json!({"filters": [], "maxResults": 2})).await;
    let (rest, none) = found(json!({"filters": [], "maxResults": 2, "nextToken": next})).await;
    assert_eq!((first.len(), rest.len(), none), (2, 1, Value::Null));
}

/// A task that runs these programs as a set.
fn set(device: &device::Device, shots: u64, texts: &[&str]) -> Value {
    let program = |text: &&str| json!({"source": text, "inputs": null});
    let action = json!({
        "braketSchemaHeader": {"name": "braket.ir.openqasm.program_set", "version": "1"},
        "programs": texts.iter().map(program).collect::<Vec<_>>(),
    });
    let mut request = request(device, "a", "");
    request["shots"] = shots.into();
    request["action"] = action.to_string().into();
    request
}

/// Reads 1.
const ONE: &str = "OPENQASM 3.0;\nqubit[1] q;\nbit[1] b;\nx q[0];\nb[0] = measure q[0];\n";

#[tokio::test]
async fn results_of_a_set_are_in_files_or_in_one() {
    let service = service(&["fail=device:1"]);
    let failed = created(&service, &set(&GARNET, 40, &[TEXT, ONE])).await;
    let failed = task(&service, &failed).await;
    assert_eq!(failed["status"], "FAILED");
    assert_eq!(stored(&service, &failed).await.0, 200);
    let mut again = set(&GARNET, 40, &[TEXT, ONE]);
    again["clientToken"] = "b".into();
    let done = created(&service, &again).await;
    let done = task(&service, &done).await;
    assert_eq!(done["numSuccessfulShots"], 40);
    let metadata = json!({
        "actionType": "braket.ir.openqasm.program_set", "programCount": 2, "executableCount": 2,
    });
    assert_eq!(done["actionMetadata"], metadata);
    let all: Value = serde_json::from_str(&stored(&service, &done).await.1).unwrap();
    let (folder, places) = (&all["s3Location"][1], &all["programResults"]);
    assert_eq!(
        (folder, places[1].as_str()),
        (&done["outputS3Directory"], Some("programs/1/results.json"))
    );
    let path = format!(
        "/s3/bucket/{}/programs/1/executables/0.json",
        folder.as_str().unwrap()
    );
    let (_, _, text) = ask(&service, "us-east-1", "GET", &path, &Value::Null).await;
    let one: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(one["measurements"], json!([[1]; 20].to_vec()));
    let mut inline = set(&FORTE, 200, &[TEXT, ONE]);
    inline["clientToken"] = "c".into();
    let inline = result(&service, &inline).await;
    assert!(inline["s3Location"].is_null());
    let first = &inline["programResults"][0]["executableResults"][0];
    assert_eq!(first["measurementProbabilities"], json!({"100": 1.0}));
    assert_eq!(first["measuredQubits"], json!([1, 2, 0]));
}

#[tokio::test]
async fn sets_that_the_device_does_not_take_are_refused() {
    let service = service(&[]);
    let many = vec![ONE; 101];
    let mut with_inputs = set(&GARNET, 20, &[ONE]);
    let action = with_inputs["action"].as_str().unwrap();
    let action = action.replace("\"inputs\":null", "\"inputs\":{\"a\":[1]}");
    with_inputs["action"] = action.into();
    for (request, told) in [
        (set(&SIMULATOR, 40, &[ONE, ONE]), "supports"),
        (set(&GARNET, 41, &[ONE, ONE]), "same number"),
        (set(&GARNET, 101, &many), "1 to 100 executables"),
        (set(&GARNET, 20, &[]), "1 to 100 executables"),
        (set(&GARNET, 200_001, &[ONE]), "1 to 200000"),
        (set(&GARNET, 40_002, &[ONE, ONE]), "1 to 20000"),
        (set(&FORTE, 98, &[ONE, ONE]), "100 to 200000"),
        (
            set(&GARNET, 40, &[ONE, "OPENQASM 3.0;\ncx q[0], q[1];\n"]),
            "",
        ),
        (with_inputs, "inputs"),
    ] {
        let (status, kind, answer) = braket(&service, "POST", "/quantum-task", &request).await;
        assert_eq!((status, &kind[..]), (400, "ValidationException"), "{told}");
        assert!(
            answer["message"].as_str().unwrap().contains(told),
            "{answer}"
        );
    }
}

#[tokio::test]
async fn a_request_without_a_good_signature_is_refused() {
    let service = service(&[]);
    let request = axum::http::Request::get("/braket/device/a").body(Body::empty());
    let response = service.clone().oneshot(request.unwrap()).await.unwrap();
    assert_eq!(response.status(), 403);
    let kind = reply::header(response.headers(), "x-amzn-errortype");
    assert_eq!(kind, Some("MissingAuthenticationTokenException"));
}
