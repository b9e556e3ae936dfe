use axum::http::HeaderValue;

use super::*;

fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
    let pairs = pairs.iter().map(|&(name, value)| {
        let name = axum::http::HeaderName::from_static(name);
        (name, HeaderValue::from_static(value))
    });
    pairs.collect()
}

fn signed(sent: &SignedRequest<'_>, service: SignedService, secret: &str) -> (String, String) {
    let pairs = pairs(sent.query);
    let claim = match header(sent.headers, "authorization") {
        Some(authorization) => SignatureFields::in_header(authorization, sent.headers).unwrap(),
        None => SignatureFields::in_query(&pairs).unwrap(),
    };
    let payload = payload(sent, claim.expires.is_some()).unwrap();
    let canonical = canonical(sent, service, &pairs, &claim, &payload).unwrap();
    let signature = signature(secret, &claim, &canonical);
    (signature, claim.signature.to_owned())
}

/// `get-vanilla` of the test suite that Amazon published for version 4.
#[test]
fn a_header_is_signed_as_published() {
    let signature = "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31";
    let headers = headers(&[
        ("host", "example.amazonaws.com"),
        ("x-amz-date", "20150830T123600Z"),
        (
            "authorization",
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, \
             SignedHeaders=host;x-amz-date, \
             Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
        ),
    ]);
    let sent = SignedRequest {
        method: "GET",
        path: "/",
        query: "",
        headers: &headers,
        body: b"",
    };
    let secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
    let (found, said) = signed(&sent, SignedService::Braket, secret);
    assert_eq!((&found[..], &said[..]), (signature, signature));
}

/// The example of an address in Amazon's reference of S3.
#[test]
fn an_address_is_signed_as_published() {
    let headers = headers(&[("host", "examplebucket.s3.amazonaws.com")]);
    let sent = SignedRequest {
        method: "GET",
        path: "/test.txt",
        query: "X-Amz-Algorithm=AWS4-HMAC-SHA256\
                &X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request\
                &X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host\
                &X-Amz-Signature=\
                aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
        headers: &headers,
        body: b"",
    };
    let (found, said) = signed(
        &sent,
        SignedService::S3,
        "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    );
    assert_eq!(found, said);
    // Of a key that nobody knows only the time is checked: 24 May 2013, for a day.
    let at = |now| check(&sent, SignedService::S3, now);
    assert_eq!(at(1_369_353_600 + 86_400), Ok("us-east-1".into()));
    assert_eq!(at(1_369_353_600 + 86_401), Err(SignatureError::Expired));
    assert_eq!(at(1_369_353_600 - 901), Err(SignatureError::Skewed));
    assert_eq!(
        check(&sent, SignedService::Braket, 0),
        Err(SignatureError::Malformed)
    );
}

const AUTHORIZATION: &str = "AWS4-HMAC-SHA256 \
    Credential=emulate/20150830/us-east-1/braket/aws4_request, \
    SignedHeaders=host;x-amz-date, \
    Signature=0000000000000000000000000000000000000000000000000000000000000000";
/// 30 August 2015, 12:36.
const MADE: u64 = 1_440_938_160;

#[test]
fn what_is_missing_malformed_or_changed_is_told_apart() {
    let check_with = |pairs: &[(&'static str, &'static str)], now| {
        let headers = headers(pairs);
        let sent = SignedRequest {
            method: "POST",
            path: "/braket/device/arn%3Aaws",
            query: "",
            headers: &headers,
            body: b"{}",
        };
        check(&sent, SignedService::Braket, now)
    };
    let host = ("host", "127.0.0.1");
    let date = ("x-amz-date", "20150830T123600Z");
    assert_eq!(
        check_with(&[host, date], MADE),
        Err(SignatureError::Missing)
    );
    let basic = ("authorization", "Basic ZW11bGF0ZTo=");
    assert_eq!(
        check_with(&[host, date, basic], MADE),
        Err(SignatureError::Malformed)
    );
    let signed = ("authorization", AUTHORIZATION);
    assert_eq!(
        check_with(&[host, signed], MADE),
        Err(SignatureError::Malformed)
    );
    assert_eq!(
        check_with(&[host, date, signed], MADE),
        Err(SignatureError::Mismatch)
    );
    assert_eq!(
        check_with(&[date, signed], MADE),
        Err(SignatureError::Mismatch)
    );
    assert_eq!(
        check_with(&[host, date, signed], MADE + 901),
        Err(SignatureError::Skewed)
    );
    for (key, taken) in [
        ("AKIA", Ok("us-east-1".to_owned())),
        ("bad", Err(SignatureError::UnknownKey)),
    ] {
        let other = AUTHORIZATION.replace("emulate", key).leak();
        let found = check_with(&[host, date, ("authorization", other)], MADE);
        assert_eq!(found, taken);
    }
}
