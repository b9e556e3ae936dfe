//! The page's files.

use cheqqers_session::KNOWN;
use serde_json::Value;

use crate::client::{Client, WIDE, serve_in};

#[test]
fn the_page_is_served_with_what_keeps_it_safe() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let index = client.get("/");
    assert!(index.status == 200 && index.body.contains("<html"));
    assert_eq!(
        index.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    for path in [
        "/learn",
        "/learn/",
        "/g/0123456789abcdef0123456789abcdef",
        "/g/0123456789abcdef0123456789abcdef/",
        "/page/index.html",
    ] {
        assert_eq!(client.get(path).body, index.body, "{path}");
    }
    let tag = index.header("etag").unwrap();
    let host = client.address;
    let again = format!("GET / HTTP/1.1\r\nhost: {host}\r\nif-none-match: {tag}\r\n\r\n");
    assert_eq!(client.raw(again.as_bytes()).unwrap().status, 304);
    for path in ["/", "/nothing", "/api/v1/options"] {
        let answer = client.get(path);
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.starts_with("default-src 'self';") && policy.contains("frame-ancestors 'none'")
        );
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    }
    assert_eq!(
        client.get("/api/v1/options").header("cache-control"),
        Some("no-store")
    );
}

#[test]
fn nothing_but_the_page_can_be_had() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    for path in [
        "/page/",
        "/page/nothing.js",
        "/page/../index.html",
        "/page/../../Cargo.toml",
        "/page/%2e%2e/%2e%2e/Cargo.toml",
        "/page/..%2f..%2fCargo.toml",
        "/page/..%5c..%5cCargo.toml",
        "/page//etc/passwd",
        "/page/%2fetc%2fpasswd",
        "/page/index.html%00.js",
        "/page/index.html/",
        "/page/%ff",
        "/page/tsconfig.json",
        "/page/types.d.ts",
        "/g/",
        "/games.sqlite",
        "/api/v1",
        "/api/v1/links",
        "/api/v1/games",
    ] {
        let answer = Client::of(&server).get(path);
        assert!(matches!(answer.status, 404 | 405), "{path}: {answer:?}");
        assert!(answer.json()["error"]["message"].is_string(), "{path}");
    }
}

#[test]
fn people_who_misspell_an_address_get_a_page_and_programs_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let index = client.get("/");
    let tag = index.header("etag").unwrap();
    let host = client.address;
    for path in ["/g/", "/lern", "/learn/more"] {
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: {host}\r\naccept: text/html,*/*;q=0.8\r\nif-none-match: {tag}\r\n\r\n"
        );
        let read = client.raw(request.as_bytes()).unwrap();
        assert_eq!((read.status, &read.body), (404, &index.body), "{path}");
        assert_eq!(client.get(path).code(), (404, "unknown-path".into()));
    }
}

#[test]
fn the_api_describes_itself() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let document = Client::of(&server).get("/api/v1/openapi.json").json();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let check = |name: &str, value: &Value| {
        let mut schema = document["components"]["schemas"][name].clone();
        schema["components"] = document["components"].clone();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let errors: Vec<String> = validator
            .iter_errors(value)
            .map(|e| e.to_string())
            .collect();
        assert!(errors.is_empty(), "{name}: {errors:?} in {value}");
    };
    let mut client = Client::of(&server);
    check("Options", &client.get("/api/v1/options").json());
    for lesson in client.get("/api/v1/lessons").json().as_array().unwrap() {
        check("Lesson", lesson);
    }
    for known in KNOWN {
        let game = known.name;
        let has_size = known.settings.iter().any(|setting| setting.key == "size");
        let settings = if has_size {
            serde_json::json!({"size": "6"})
        } else {
            serde_json::json!({})
        };
        let asked = serde_json::json!({
            "game": game, "settings": settings, "one_screen": true, "time": "300+5",
        });
        let begun = client.begin(&asked);
        check("Begun", &begun);
        let both = crate::client::link(&begun, "both");
        let base = format!("/api/v1/links/{both}");
        let described = client.get(&format!("{base}/description")).json();
        check("Description", &described);
        let asked = serde_json::json!({"game": game, "settings": settings});
        let arranged = client.post("/api/v1/positions", &asked).json();
        check("Arranged", &arranged);
        assert_eq!(arranged["description"], described);
        for ply in 1..40 {
            let state = client.game(both);
            check("State", &state);
            let Some(mv) = crate::client::some_move(&state, ply * 7) else {
                break;
            };
            // Moves have signs that addresses have other uses for.
            let escaped = mv.replace('<', "%3C").replace('>', "%3E");
            let escaped = escaped
                .replace('|', "%7C")
                .replace('^', "%5E")
                .replace('&', "%26");
            let preview = client.get(&format!("{base}/preview?move={escaped}"));
            check("Preview", &preview.json());
            client.play(both, ply, mv);
            check("Moment", &client.get(&format!("{base}/plies/{ply}")).json());
            let components = &client.game(both)["board"]["components"];
            if let Some(square) = components[0][0].as_str() {
                check(
                    "Circuit",
                    &client
                        .get(&format!("{base}/circuit?square={square}&steps=true"))
                        .json(),
                );
            }
        }
        let branched = client.post(&format!("{base}/branch"), &serde_json::json!({"ply": 1}));
        check("Begun", &branched.json());
        check("ApiError", &client.get(&format!("{base}/plies/999")).json());
    }
}
