use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::Uri;
use axum::routing::any;
use tower::ServiceExt;

use super::*;
use crate::{DeviceNoise, EmulatorOptions};

/// What was written, by path.
type Objects = Arc<std::sync::Mutex<std::collections::HashMap<String, String>>>;

/// A storage on a port of its own, which asks for no signatures.
async fn storage(objects: Objects) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router =
        Router::new().fallback(any(async move |uri: Uri, method: Method, body: String| {
            let mut objects = objects.lock().unwrap();
            if method == Method::PUT {
                objects.insert(uri.path().into(), body);
                return (StatusCode::OK, String::new());
            }
            match objects.get(uri.path()) {
                Some(object) => (StatusCode::OK, object.clone()),
                None => (StatusCode::NOT_FOUND, String::new()),
            }
        }));
    tokio::spawn(crate::emulator::accept(
        listener.into_std().unwrap(),
        router,
    ));
    format!("http://{address}")
}

struct Client {
    service: Router,
    token: String,
    storage: String,
    objects: Objects,
}

impl Client {
    async fn new(faults: &[&str]) -> Self {
        let service = crate::router(EmulatorOptions {
            noise: DeviceNoise::None,
            faults: faults.iter().map(|text| text.parse().unwrap()).collect(),
            ..EmulatorOptions::default()
        });
        let form = "grant_type=urn:ibm:params:oauth:grant-type:apikey&apikey=key";
        let request = Request::post("/ibm-system/identity/token")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(Body::from(form));
        let (_, answer) = send(&service, request.unwrap()).await;
        let objects = Objects::default();
        Self {
            service,
            token: answer["access_token"].as_str().unwrap().to_owned(),
            storage: storage(Arc::clone(&objects)).await,
            objects,
        }
    }

    async fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let request = Request::builder()
            .method(method)
            .uri(format!("/ibm-system/v1{path}"))
            .header("authorization", format!("Bearer {}", self.token))
            .header("service-crn", "crn:v1")
            .body(Body::from(body.to_string()));
        send(&self.service, request.unwrap()).await
    }

    /// Submits a circuit under a name.
    async fn submit(&self, id: &str, text: &str) -> (u16, Value) {
        let params = json!({"version": 2, "support_qiskit": false, "pubs": [[text, null, 3]]});
        let params = params.to_string();
        self.objects.lock().unwrap().insert("/input".into(), params);
        let part = |name: &str| json!({"type": "s3_compatible", "presigned_url": format!("{}/{name}?signed", self.storage)});
        let storage =
            json!({"input": part("input"), "results": part("results"), "logs": part("logs")});
        let request = json!({"id": id, "backend": "ibm_torino", "program_id": "sampler",
                             "timeout_secs": 600, "storage": storage});
        self.ask("POST", "/jobs", &request).await
    }

    /// The job when it is over.
    async fn end(&self, id: &str) -> Value {
        for _ in 0..500 {
            let (_, job) = self.ask("GET", &format!("/jobs/{id}"), &Value::Null).await;
            if job["status"] != "Running" {
                return job;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the job does not end");
    }

    fn object(&self, name: &str) -> Option<String> {
        self.objects.lock().unwrap().get(name).cloned()
    }
}

async fn send(service: &Router, request: Request) -> (u16, Value) {
    let response = service.clone().oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or_default())
}

const TEXT: &str = "OPENQASM 3.0; bit[2] m; x $4; m[1] = measure $4; m[0] = measure $3;";

#[tokio::test]
async fn results_are_written_to_the_storage_before_the_job_is_completed() {
    let client = Client::new(&[]).await;
    assert_eq!(client.submit("mine", TEXT).await.0, 204);
    let (status, again) = client.submit("mine", TEXT).await;
    assert_eq!((status, &again["errors"][0]["code"]), (409, &json!("1231")));
    let job = client.end("mine").await;
    assert_eq!(job["status"], "Completed");
    let result: Value = serde_json::from_str(&client.object("/results").unwrap()).unwrap();
    assert_eq!(
        result["results"][0]["data"]["m"]["samples"],
        json!(["0x2", "0x2", "0x2"])
    );
    assert_eq!(client.object("/logs").unwrap(), "done\n");
    let (status, answer) = client.ask("POST", "/jobs/mine/cancel", &Value::Null).await;
    assert_eq!(
        (status, &answer["errors"][0]["code"]),
        (409, &json!("1306"))
    );
    assert_eq!(
        client.ask("DELETE", "/jobs/mine", &Value::Null).await.0,
        204
    );
    assert_eq!(client.ask("GET", "/jobs/mine", &Value::Null).await.0, 404);
}

#[tokio::test]
async fn circuits_that_can_not_be_run_and_inputs_that_are_not_there_fail() {
    let mut client = Client::new(&[]).await;
    client.submit("first", &TEXT.replace("x $4", "h $4")).await;
    let job = client.end("first").await;
    assert_eq!(
        (&job["status"], &job["reason_code"]),
        (&json!("Failed"), &json!(5203))
    );
    assert!(client.object("/logs").unwrap().contains("instruction h"));
    assert!(client.object("/results").is_none());
    client.storage = "http://192.0.2.1".into();
    client.submit("second", TEXT).await;
    let job = client.end("second").await;
    let message = job["reason_message"].as_str().unwrap();
    assert!(message.contains("not on this machine"), "{message}");
}

#[tokio::test]
async fn a_job_runs_from_the_start_and_can_be_cancelled() {
    let client = Client::new(&["wait=600"]).await;
    client.submit("mine", TEXT).await;
    let (_, job) = client.ask("GET", "/jobs/mine", &Value::Null).await;
    assert_eq!(job["status"], "Running");
    assert_eq!(
        client.ask("DELETE", "/jobs/mine", &Value::Null).await.0,
        409
    );
    assert_eq!(
        client
            .ask("POST", "/jobs/mine/cancel", &Value::Null)
            .await
            .0,
        204
    );
    assert_eq!(client.end("mine").await["status"], "Cancelled");
}

#[tokio::test]
async fn backends_are_those_of_the_cloud() {
    let client = Client::new(&["paused"]).await;
    let (_, answer) = client.ask("GET", "/backends", &Value::Null).await;
    assert_eq!(answer["backends"][0]["status"], "paused");
    let (_, configuration) = client
        .ask("GET", "/backends/ibm_fez/configuration", &Value::Null)
        .await;
    assert_eq!(configuration["n_qubits"], 156);
    assert_eq!(
        client
            .ask("GET", "/backends/none/lanes", &Value::Null)
            .await
            .0,
        404
    );
}
