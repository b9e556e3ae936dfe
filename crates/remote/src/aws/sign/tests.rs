use reqwest::Method;
use secrecy::ExposeSecret;

use super::*;

/// 30 August 2015, 12:36:00 UTC.
const SUITE: u64 = 1_440_938_160;
/// 24 May 2013, 0:00:00 UTC.
const STORAGE: u64 = 1_369_353_600;

fn at(seconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
}

fn suite(token: Option<&str>) -> Credentials {
    let secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
    Credentials::new("AKIDEXAMPLE", secret, token.map(str::to_owned), None, "")
}

fn storage() -> Credentials {
    let secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
    Credentials::new("AKIAIOSFODNN7EXAMPLE", secret, None, None, "")
}

const SERVICE: Scope<'_> = Scope {
    service: "service",
    region: "us-east-1",
};
const S3: Scope<'_> = Scope {
    service: "s3",
    region: "us-east-1",
};

fn request(method: Method, address: &str) -> Request {
    Request::new(method, Url::parse(address).unwrap())
}

/// The signature in the headers of a request.
fn signature(request: &Request) -> &str {
    let value = request.headers()["authorization"].to_str().unwrap();
    value.rsplit_once("Signature=").unwrap().1
}

/// Cases of the test suite that Amazon publishes for version 4: `get-vanilla`,
/// `get-vanilla-query-order-key-case`, `get-vanilla-with-session-token`.
#[test]
fn headers_are_signed_as_published() {
    let token = "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267";
    for (path, token, expected) in [
        (
            "",
            None,
            "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
        ),
        (
            "?Param2=value2&Param1=value1",
            None,
            "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
        ),
        (
            "",
            Some(token),
            "07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8",
        ),
    ] {
        let mut request = request(
            Method::GET,
            &format!("https://example.amazonaws.com/{path}"),
        );
        sign_headers(&mut request, &suite(token), SERVICE, at(SUITE)).unwrap();
        assert_eq!(signature(&request), expected, "{path:?}");
        assert!(request.headers()["authorization"].is_sensitive());
        let sent = request.headers().get("x-amz-security-token");
        assert_eq!(sent.map(|value| value.to_str().unwrap()), token);
        assert!(sent.is_none_or(HeaderValue::is_sensitive));
    }
}

/// `double-encode-path` of the suite that comes with Amazon's own clients.
#[test]
fn paths_are_encoded_once_more_when_they_are_signed() {
    let mut request = request(
        Method::POST,
        "https://tj9n5r0m12.execute-api.us-east-1.amazonaws.com/test/@connections/JBDvjfGEIAMCERw%3D",
    );
    let credentials = Credentials::new(
        "ANOTREAL",
        "notrealrnrELgWzOk3IfjzDKtFBhDby",
        None,
        None,
        "",
    );
    sign_headers(&mut request, &credentials, SERVICE, at(SUITE)).unwrap();
    assert_eq!(
        signature(&request),
        "57d157672191bac40bae387e48bbe14b15303c001fdbb01f4abf295dccb09705"
    );
}

/// `post-x-www-form-urlencoded` of the same.
#[test]
fn bodies_are_signed_as_published() {
    let mut request = request(Method::POST, "https://example.amazonaws.com/");
    let headers = request.headers_mut();
    let form = HeaderValue::from_static("application/x-www-form-urlencoded");
    headers.insert("content-type", form);
    *request.body_mut() = Some("Param1=value1".into());
    sign_headers(&mut request, &suite(None), SERVICE, at(SUITE)).unwrap();
    assert_eq!(
        signature(&request),
        "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"
    );
}

/// The examples in Amazon's reference of S3: the life cycle of a bucket, and an address for a day.
#[test]
fn storage_is_signed_for_as_published() {
    let mut request = request(
        Method::GET,
        "https://examplebucket.s3.amazonaws.com/?lifecycle=",
    );
    sign_headers(&mut request, &storage(), S3, at(STORAGE)).unwrap();
    assert_eq!(
        signature(&request),
        "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
    );
    let address = Url::parse("https://examplebucket.s3.amazonaws.com/test.txt").unwrap();
    let day = Duration::from_hours(24);
    let signed = sign_address("GET", &address, day, &storage(), S3, at(STORAGE)).unwrap();
    let signed = signed.expose_secret();
    assert!(
        signed.contains("%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"),
        "{signed}"
    );
    let expected =
        "X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404";
    assert!(signed.ends_with(expected), "{signed}");
}

/// `get-vanilla` and `get-vanilla-with-session-token` of the test suite, in the address.
#[test]
fn addresses_are_signed_as_published() {
    let token = "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267";
    for (token, expected) in [
        (
            None,
            "e93c787ed7f371d5c6b165c1b38ede9550f4dce4144713e844b25b7192d3865d",
        ),
        (
            Some(token),
            "7ff2b50b376cb4d151970630573d6291dc128cc5c2a12ffb237f73cc53f67b6c",
        ),
    ] {
        let address = Url::parse("https://example.amazonaws.com/").unwrap();
        let hour = Duration::from_hours(1);
        // The suite signs the empty body, as services other than S3 want it.
        let mut settings = SERVICE.settings();
        settings.signature_location = SignatureLocation::QueryParams;
        settings.expires_in = Some(hour);
        let body = SignableBody::Bytes(b"");
        let signable = SignableRequest::new("GET", address.as_str(), std::iter::empty(), body);
        let signed = instructions(
            signable.unwrap(),
            &suite(token),
            SERVICE,
            settings,
            at(SUITE),
        );
        let signed = signed.unwrap();
        let signature = signed
            .params()
            .iter()
            .find(|(name, _)| *name == "X-Amz-Signature");
        assert_eq!(signature.unwrap().1, expected);
    }
}

#[test]
fn the_method_and_the_path_of_an_address_are_signed() {
    let sign = |method, path: &str| {
        let address = Url::parse(&format!("http://127.0.0.1:9000/bucket/{path}")).unwrap();
        let hour = Duration::from_hours(1);
        let signed = sign_address(method, &address, hour, &storage(), S3, at(STORAGE)).unwrap();
        let signed = signed.expose_secret().to_owned();
        assert!(signed.contains("X-Amz-Expires=3600"), "{signed}");
        signed.rsplit_once("X-Amz-Signature=").unwrap().1.to_owned()
    };
    assert_eq!(sign("PUT", "a"), sign("PUT", "a"));
    assert_ne!(sign("PUT", "a"), sign("GET", "a"));
    assert_ne!(sign("PUT", "a"), sign("PUT", "b"));
}
