use axum::body::{Body, to_bytes};
use axum::http::Request;
use jiff::Timestamp;
use tower::ServiceExt;

use super::*;
use crate::EmulatorOptions;

/// Asks with a key; gives status, headers and text.
async fn ask(
    service: &Router,
    key: &str,
    method: &str,
    path: &str,
    body: &str,
) -> (u16, HeaderMap, String) {
    let time = Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string();
    let credential = format!("{key}/{}/us-east-1/s3/aws4_request", &time[..8]);
    let authorization = format!(
        "AWS4-HMAC-SHA256 Credential={credential},SignedHeaders=host;x-amz-date,Signature=00"
    );
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("host", "127.0.0.1")
        .header("content-type", "text/plain")
        .header("x-amz-date", time)
        .header("authorization", authorization)
        .body(Body::from(body.to_owned()))
        .unwrap();
    let response = service.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.unwrap();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    (parts.status.as_u16(), parts.headers, text)
}

#[tokio::test]
async fn objects_are_kept_given_back_and_forgotten() {
    let service = crate::router(EmulatorOptions::default());
    let path = "/s3/bucket/a%20folder/b";
    let (status, headers, _) = ask(&service, "AKIA", "PUT", path, "text").await;
    assert_eq!(status, 200);
    let tag = headers["etag"].clone();
    let (status, headers, text) = ask(&service, "AKIA", "GET", path, "").await;
    assert_eq!((status, &text[..]), (200, "text"));
    assert_eq!(
        (&headers["etag"], &headers["content-type"]),
        (&tag, &"text/plain".parse().unwrap())
    );
    assert!(headers["last-modified"].to_str().unwrap().ends_with(" GMT"));
    let (status, _, _) = ask(&service, "AKIA", "HEAD", path, "").await;
    assert_eq!(status, 200);
    assert_ne!(
        ask(&service, "AKIA", "PUT", path, "other").await.1["etag"],
        tag
    );
    assert_eq!(ask(&service, "AKIA", "DELETE", path, "").await.0, 204);
    let (status, _, text) = ask(&service, "AKIA", "GET", path, "").await;
    assert_eq!(status, 404);
    assert!(text.contains("<Code>NoSuchKey</Code>"), "{text}");
    assert!(text.contains("<Key>a folder/b</Key>"), "{text}");
}

#[tokio::test]
async fn what_is_not_signed_well_or_not_served_is_refused() {
    let service = crate::router(EmulatorOptions::default());
    for (key, method, path, status, code) in [
        (
            "emulate",
            "GET",
            "/s3/bucket/key",
            403,
            "SignatureDoesNotMatch",
        ),
        ("bad", "GET", "/s3/bucket/key", 403, "InvalidAccessKeyId"),
        ("AKIA", "POST", "/s3/bucket/key", 405, "MethodNotAllowed"),
        ("AKIA", "GET", "/s3/bucket", 405, "MethodNotAllowed"),
        (
            "AKIA",
            "GET",
            "/s3/bucket/%3Ckey%3E",
            404,
            "<Key>&lt;key&gt;</Key>",
        ),
    ] {
        let (found, _, text) = ask(&service, key, method, path, "").await;
        assert_eq!(found, status, "{text}");
        assert!(text.contains(code), "{text}");
    }
    let request = Request::get("/s3/bucket/key").body(Body::empty()).unwrap();
    let response = service.clone().oneshot(request).await.unwrap();
    assert_eq!(response.status(), 403);
    for bucket in ["PUT", "HEAD"] {
        assert_eq!(ask(&service, "AKIA", bucket, "/s3/bucket", "").await.0, 200);
    }
}
