//! The command that serves the protocols of remote services.

use crate::command;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use crate::command::{cheqqers, command};
use serde_json::{Value, json};

/// The command, serving until this is dropped.
struct Emulator {
    child: Child,
    /// `127.0.0.1:PORT`
    address: String,
}

impl Emulator {
    fn start(args: &[&str]) -> Self {
        let args = [&["emulate", "--address", "127.0.0.1:0"], args].concat();
        let mut child = command(&args).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.as_mut().unwrap());
        out.read_line(&mut line).unwrap();
        let url = line.strip_prefix("listening on http://").unwrap();
        let address = url.split(' ').next().unwrap().to_owned();
        Self { child, address }
    }

    /// What is answered to a request with IonQ's kind of key.
    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        let request = format!(
            "{method} /ionq/v0.4{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Authorization: apiKey key\r\nContent-Length: {length}\r\n\r\n{body}",
            self.address
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        (status, serde_json::from_str(body).unwrap())
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

fn request() -> String {
    let text =
        "OPENQASM 3.0; include \"stdgates.inc\"; qubit[2] q; bit[2] c; x q[1]; c = measure q;";
    let request = json!({"type": "ionq.qasm3.v1", "backend": "qpu.forte-1", "shots": 50,
                         "input": {"data": text}});
    request.to_string()
}

#[test]
fn a_job_is_submitted_and_gives_its_shots() {
    let emulator = Emulator::start(&["--time-scale", "0", "--noise", "noisy:1", "--seed", "7"]);
    let (status, job) = emulator.ask("POST", "/jobs", &request());
    assert_eq!((status, &job["status"]), (201, &json!("submitted")));
    let id = job["id"].as_str().unwrap();
    let (_, job) = emulator.ask("GET", &format!("/jobs/{id}"), "");
    let artifact = &job["results"]["ionq.result.histogram.json.v2"]["id"];
    let path = format!("/jobs/{id}/artifacts/{}", artifact.as_str().unwrap());
    let (_, counts) = emulator.ask("GET", &path, "");
    // Every bit is flipped.
    assert_eq!(counts["histogram"]["registers"]["c"], json!({"10": 50}));
    // The same seed gives the same names.
    let again = Emulator::start(&["--time-scale", "0", "--seed", "7"]);
    let (_, job) = again.ask("POST", "/jobs", &request());
    assert_eq!(job["id"], id);
}

#[test]
fn jobs_wait_by_the_time_scale_and_faults_happen() {
    let emulator = Emulator::start(&["--fault", "status=503@submit:1", "--fault", "extra-fields"]);
    assert_eq!(emulator.ask("POST", "/jobs", &request()).0, 503);
    let (status, job) = emulator.ask("POST", "/jobs", &request());
    assert_eq!(status, 201);
    let (_, job) = emulator.ask("GET", &format!("/jobs/{}", job["id"].as_str().unwrap()), "");
    assert_eq!(job["status"], "ready");
    assert!(job["x_new"].is_object(), "{job}");
}

#[test]
fn what_can_not_be_done_is_told() {
    let taken = Emulator::start(&[]);
    let done = cheqqers(&["emulate", "--address", &taken.address]);
    assert_eq!((done.code, &*done.out), (Some(1), ""));
    assert!(
        done.err.contains(&taken.address) && done.err.contains("--address"),
        "{}",
        done.err
    );
    for (option, value, part) in [
        ("--fault", "reset@submit", "unknown fault"),
        ("--noise", "loud", "names no noise"),
        ("--time-scale", "-1", "from 0 to 1000"),
        ("--address", "here", "invalid value"),
    ] {
        let done = cheqqers(&["emulate", option, value]);
        assert_eq!((done.code, &*done.out), (Some(2), ""));
        assert!(done.err.contains(part), "{}", done.err);
    }
}

#[test]
fn help_tells_every_kind_of_fault() {
    let help = command::printed(&["emulate", "--help"]);
    for (form, about) in [
        ("reset-after\n", "reset after the request is handled"),
        ("swap=I,J", "swapped"),
    ] {
        assert!(help.contains(form) && help.contains(about), "{help}");
    }
}
