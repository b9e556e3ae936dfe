use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::Value;

use super::*;

/// A submission that may be repeated after a 503.
const SAFE: Submission = Submission {
    safe: &[503],
    ..Submission::LISTED
};

/// A server on this machine that answers one request of each connection with the next of these texts, and closes
/// the connection without a word where the text is empty.
pub(crate) struct Server {
    pub(crate) url: String,
    pub(crate) requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub(crate) fn new(answers: &[&str]) -> Self {
        Self::of_bytes(answers.iter().map(|answer| (*answer).into()).collect())
    }

    pub(crate) fn of_bytes(answers: Vec<Vec<u8>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/jobs", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let noted = requests.clone();
        // It ends with its last answer, or with the tests.
        thread::spawn(move || {
            for answer in answers {
                let Ok((stream, _)) = listener.accept() else {
                    return;
                };
                noted.lock().unwrap().push(request(&stream));
                let _ = (&stream).write_all(&answer);
            }
        });
        Self { url, requests }
    }

    /// One that answers with these statuses and JSON.
    pub(crate) fn of_json(answers: &[(u16, Value)]) -> Self {
        let answers = answers.iter();
        let answers = answers.map(|(status, body)| answer(*status, "", &body.to_string()).into());
        Self::of_bytes(answers.collect())
    }

    /// Its address, with another path.
    pub(crate) fn at(&self, path: &str) -> String {
        self.url.replace("/jobs", path)
    }

    /// Methods and paths of the requests so far, in lower case, with commas in between; without `base` before the
    /// paths.
    pub(crate) fn asked(&self, base: &str) -> String {
        let requests = self.requests.lock().unwrap();
        let lines = requests.iter().filter_map(|request| request.lines().next());
        let short = |line: &str| {
            let line = line.strip_suffix(" http/1.1").unwrap_or(line);
            line.replacen(&format!(" {base}"), " ", 1)
        };
        lines.map(short).collect::<Vec<_>>().join(", ")
    }

    /// JSON of the bodies of the requests so far; null where there is none.
    pub(crate) fn bodies(&self) -> Vec<Value> {
        let requests = self.requests.lock().unwrap();
        let bodies = requests.iter().filter_map(|request| request.lines().last());
        bodies
            .map(|body| serde_json::from_str(body).unwrap_or_default())
            .collect()
    }

    fn num_requests(&self) -> usize {
        self.requests.lock().unwrap().len()
    }

    fn send(&self, http: &Http, repeat: Repeat, expect: Expect) -> Result<Reply, RemoteError> {
        http.send(repeat, expect, |client| Ok(client.get(&self.url)))
    }
}

/// Line and body of a request.
fn request(stream: &TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let mut lines = Vec::new();
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) <= 2 {
            break;
        }
        let line = line.trim().to_lowercase();
        if let Some(found) = line.strip_prefix("content-length: ") {
            length = found.parse().unwrap();
        }
        lines.push(line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    lines.push(String::from_utf8_lossy(&body).into_owned());
    lines.join("\n")
}

pub(crate) fn answer(status: u16, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status} Told\r\ncontent-length: {length}\r\nconnection: close\r\n{headers}\r\n{body}"
    )
}

/// Three tries without a wait.
pub(crate) fn at_once() -> RetryPolicy {
    let moment = Duration::from_millis(1);
    RetryPolicy {
        initial_backoff: moment,
        max_backoff: moment,
        max_tries: 3,
        ..RetryPolicy::default()
    }
}

pub(crate) fn http(submission: Submission) -> Http {
    Http::new(submission, at_once()).unwrap()
}

/// The result of a request that is answered so, and the number of tries.
fn tried(
    submission: Submission,
    answers: &[String],
    repeat: Repeat,
    expect: Expect,
) -> (Result<(u16, String), RemoteError>, usize) {
    let answers: Vec<&str> = answers.iter().map(String::as_str).collect();
    let server = Server::new(&answers);
    let reply = server.send(&http(submission), repeat, expect);
    let reply = reply.map(|reply| (reply.status.as_u16(), reply.text()));
    (reply, server.num_requests())
}

const LOST: RemoteError = RemoteError::Ambiguous { key: String::new() };

fn unreachable_error(text: &str) -> RemoteError {
    RemoteError::Unreachable { text: text.into() }
}

pub(crate) fn ok() -> String {
    answer(200, "", "{\"a\":1}")
}

const SAME_JOB: Repeat = Repeat::SameJob {
    exists: |reply| reply.status.as_u16() == 409,
};

#[test]
fn what_changes_nothing_is_asked_again_while_it_fails() {
    let read =
        |answers: &[String]| tried(Submission::LISTED, answers, Repeat::Freely, Expect::Json);
    let right = Ok((200, "{\"a\":1}".to_owned()));
    for status in [500, 503, 599, 302, 408, 425, 429] {
        let found = read(&[answer(status, "", "busy"), answer(status, "", ""), ok()]);
        assert_eq!(found, (right.clone(), 3), "{status}");
    }
    let busy = answer(503, "", "so\n busy");
    let found = read(&[busy.clone(), busy.clone(), busy, ok()]);
    assert_eq!(found, (Err(unreachable_error("HTTP 503: so busy")), 3));
    // No JSON, a body that ends too early, no word at all.
    let short = "HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{}".to_owned();
    for answer in [answer(200, "", "<html>"), short.clone(), String::new()] {
        assert_eq!(read(&[answer, ok()]), (right.clone(), 2));
    }
    let (cut, _) = read(&vec![short; 3]);
    let told = cut.unwrap_err().to_string();
    assert!(
        told.contains("end of file") && !told.contains("127.0.0.1"),
        "{told}"
    );
    // What says no says it once.
    for status in [400, 401, 404, 409] {
        let found = read(&[answer(status, "", "no")]);
        assert_eq!(found, (Ok((status, "no".into())), 1));
    }
}

#[test]
fn a_submit_that_may_have_been_taken_is_lost_and_not_repeated() {
    let submit = |service, answers: &[String]| tried(service, answers, Repeat::Never, Expect::Json);
    for answer in [
        answer(503, "", "busy"),
        answer(302, "", ""),
        answer(200, "", "<html>"),
        String::new(),
    ] {
        let found = submit(Submission::LISTED, &[answer, ok()]);
        assert_eq!(found, (Err(LOST), 1));
    }
    // One service promises that it was not taken.
    let text = "HTTP 503: busy".to_owned();
    let found = submit(SAFE, &[answer(503, "", "busy"), ok()]);
    assert_eq!(found, (Err(RemoteError::NotTaken { text }), 1));
    let limited = answer(429, "retry-after: 7\r\n", "");
    let after = Some(Duration::from_secs(7));
    let found = submit(Submission::LISTED, &[limited, ok()]);
    assert_eq!(found, (Err(RemoteError::RateLimited { after }), 1));
}

#[test]
fn a_submit_that_may_be_repeated_is_until_a_response_tells_of_all_tries() {
    let submit = |answers: &[String]| tried(Submission::LISTED, answers, SAME_JOB, Expect::Json);
    let busy = || answer(503, "", "busy");
    assert_eq!(submit(&[busy(), ok()]).0.unwrap().0, 200);
    // The job exists: an earlier try made it.
    assert_eq!(submit(&[busy(), answer(409, "", "")]).0.unwrap().0, 409);
    // A refusal says nothing of the try before, but all of the first.
    assert_eq!(submit(&[busy(), answer(400, "", "")]), (Err(LOST), 2));
    assert_eq!(
        submit(&[answer(400, "", "no")]),
        (Ok((400, "no".into())), 1)
    );
    assert_eq!(submit(&[busy(), busy(), busy(), ok()]), (Err(LOST), 3));
    // Where no try can have been taken the last error is told.
    let limited = || answer(429, "retry-after: 0\r\n", "");
    let after = Some(Duration::ZERO);
    let found = submit(&[limited(), limited(), limited(), ok()]);
    assert_eq!(found, (Err(RemoteError::RateLimited { after }), 3));
}

#[test]
fn a_service_without_a_connection_got_nothing() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    for repeat in [Repeat::Freely, SAME_JOB, Repeat::Never] {
        let mut tries = 0;
        let found = http(Submission::LISTED).send(repeat, Expect::Json, |client| {
            tries += 1;
            Ok(client.get(&url))
        });
        assert!(
            matches!(found, Err(RemoteError::Unreachable { .. })),
            "{found:?}"
        );
        assert_eq!(tries, 3);
    }
}

#[test]
fn a_request_that_cannot_be_made_is_not_repeated() {
    let refused = || RemoteError::Cancelled;
    let server = Server::new(&[&answer(503, "", ""), &ok()]);
    let made = http(Submission::LISTED).send(Repeat::Freely, Expect::Json, |_| Err(refused()));
    assert_eq!(made.unwrap_err(), refused());
    assert_eq!(server.num_requests(), 0);
    // What was lost before stays lost.
    let mut tries = 0;
    let made = http(Submission::LISTED).send(SAME_JOB, Expect::Json, |client| {
        tries += 1;
        if tries == 1 {
            Ok(client.get(&server.url))
        } else {
            Err(refused())
        }
    });
    assert_eq!((made.unwrap_err(), tries), (LOST, 2));
    let wrong = http(Submission::LISTED).send(Repeat::Freely, Expect::Json, |client| {
        Ok(client.get("no address"))
    });
    assert!(matches!(wrong, Err(RemoteError::Unreachable { .. })));
}

#[test]
fn requests_end_by_the_policy_and_the_deadline() {
    let busy = answer(503, "", "");
    let tries = |change: fn(&mut Http)| {
        let server = Server::new(&[&busy, &busy, &busy]);
        let mut http = http(Submission::LISTED);
        change(&mut http);
        let found = server.send(&http, Repeat::Freely, Expect::Json);
        (found.unwrap_err(), server.num_requests())
    };
    let busy = unreachable_error("HTTP 503");
    assert_eq!(tries(|_| ()), (busy.clone(), 3));
    assert_eq!(
        tries(|http| http.retry.max_elapsed = Duration::ZERO),
        (busy.clone(), 1)
    );
    let over = |http: &mut Http| http.set_deadline(Deadline::after(Some(Duration::ZERO)));
    assert_eq!(tries(over), (busy, 1));
    assert_eq!(
        tries(|http| http.retry.max_tries = 0),
        (RemoteError::DryRun, 0)
    );
    let mut http = http(Submission::LISTED);
    assert!(http.waits_before(0, 2) && http.waits_before(1, 2));
    assert!(!http.waits_before(2, 2));
    over(&mut http);
    assert!(!http.waits_before(0, 2));
}

#[test]
fn errors_quote_what_is_no_secret() {
    for (expect, told) in [
        (Expect::Json, "HTTP 503: signed"),
        (Expect::Anything, "HTTP 503: signed"),
        (Expect::SecretJson, "HTTP 503"),
        (Expect::SecretAnything, "HTTP 503"),
    ] {
        let busy = vec![answer(503, "", "signed"); 3];
        let (found, _) = tried(Submission::LISTED, &busy, Repeat::Freely, expect);
        assert_eq!(found, Err(unreachable_error(told)));
        let page = vec![answer(200, "", "<html>"); 3];
        let (found, _) = tried(Submission::LISTED, &page, Repeat::Freely, expect);
        assert_eq!(found.is_err(), expect.is_json(), "{expect:?}");
    }
}

fn reply(headers: &[(&'static str, &str)], body: &str) -> Reply {
    let headers = headers.iter().map(|(name, value)| {
        let name = reqwest::header::HeaderName::from_static(name);
        (name, value.parse().unwrap())
    });
    Reply {
        status: StatusCode::BAD_REQUEST,
        headers: headers.collect(),
        body: body.into(),
    }
}

#[test]
fn a_service_says_for_how_long_it_is_busy() {
    let after = |text| reply(&[("retry-after", text)], "").retry_after();
    assert_eq!(after("7"), Some(Duration::from_secs(7)));
    assert_eq!(after(" 0.5 "), Some(Duration::from_millis(500)));
    assert_eq!(after("86400"), Some(Duration::from_hours(1)));
    assert_eq!(after("-1"), Some(Duration::ZERO));
    assert_eq!(after("Wed, 21 Oct 2015 07:28:00 GMT"), Some(Duration::ZERO));
    assert_eq!(
        after("Wed, 21 Oct 2150 07:28:00 GMT"),
        Some(Duration::from_hours(1))
    );
    for unread in ["soon", "NaN", ""] {
        assert_eq!(after(unread), None, "{unread}");
    }
    assert_eq!(reply(&[], "").retry_after(), None);
}

#[test]
fn a_body_is_read_as_json_or_quoted() {
    let found = reply(&[], "{\"a\": 1}").json::<serde_json::Value>();
    assert_eq!(found, Ok(serde_json::json!({"a": 1})));
    let error = reply(&[], "<p>").json::<serde_json::Value>().unwrap_err();
    let RemoteError::Protocol { what, raw: None } = error else {
        panic!("{error}");
    };
    assert!(what.ends_with(" in HTTP 400: <p>"), "{what}");
    assert_eq!(reply(&[], " \n").excerpt(), "HTTP 400");
}
