//! The simulator that takes over from a device, where those who began the game said so.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Client, link, num_plies, some_move};
use crate::command::run;
use crate::jobs::exported;
use crate::remote::{DEVICE, Desk, failed, on};

/// A game with a fallback, by somebody who plays both sides, while its first measurement is waited for.
fn measuring(client: &mut Client, agreed: bool) -> (String, Value) {
    let asked = json!({
        "backend": DEVICE, "fallback": "local", "settings": {"level": "1"}, "seed": 3, "one_screen": true,
    });
    let begun = client.begin(&asked);
    let both = link(&begun, "both").to_owned();
    let waiting = on(client, &both, agreed);
    (both, waiting)
}

/// The measurements of a record.
pub(crate) fn measurements(record: &[Value]) -> Vec<&Value> {
    let measured = record.iter().filter_map(|line| line["measured"].as_array());
    measured.flatten().collect()
}

/// Plays on until so many measurements were made: by moves that measure, else by splits, so that it is long before the
/// game could end, whatever comes of them.
pub(crate) fn played_on(client: &mut Client, both: &str, count: usize) -> Vec<Value> {
    for round in 0.. {
        let record = exported(client, both);
        if measurements(&record).len() >= count {
            return record;
        }
        let state = client.until(both, |state| state["waiting"] == Value::Null);
        let legal = state["legal"].as_array().unwrap();
        let first = |wanted: fn(&Value) -> bool| legal.iter().find(|mv| wanted(mv));
        let measuring = first(|mv| mv["measures"] == true);
        let mv = match measuring.or_else(|| first(|mv| mv["kind"] == "split")) {
            Some(mv) => mv["move"].as_str(),
            None => some_move(&state, round * 7),
        };
        let mv = mv.expect("a measurement comes in time");
        let body = json!({"ply": num_plies(&state) + 1, "move": mv});
        let played = client.act(both, "moves", &body);
        assert!([200, 202].contains(&played.status), "{played:?}");
    }
    unreachable!("the loop ends by itself")
}

#[test]
fn it_takes_over_for_good_from_a_device_that_fails() {
    let desk = Desk::new(&["fail=program"]);
    let mut server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let (both, waiting) = measuring(&mut client, true);
    assert_eq!(waiting["fallback"], "local");
    let state = client.until(&both, |state| state["waiting"] == Value::Null);
    assert_eq!(num_plies(&state), num_plies(&waiting) + 1);
    let record = exported(&mut client, &both);
    assert_eq!(record[0]["fallback"], "local");
    let first = measurements(&record)[0];
    assert_eq!(first["backend"], "local");
    let reason = first["fallback"].as_str().unwrap();
    assert!(reason.contains("refuses the program"), "{reason}");
    let jobs = desk.num_jobs();
    played_on(&mut client, &both, 2);
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let record = played_on(&mut client, &both, 3);
    let backends = measurements(&record);
    assert!(backends.iter().all(|one| one["backend"] == "local"));
    assert_eq!(desk.num_jobs(), jobs, "nothing more is sent");
    desk.verified(&record);
    // The command goes on with it.
    let path = desk.home.path().join("downloaded.jsonl");
    let mut resume = desk.command(&["play", "--white", "random", "--black", "random"]);
    let done = run(resume.arg("--resume").arg(&path));
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    let text = fs::read_to_string(&path).unwrap();
    let grown = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let grown: Vec<Value> = grown.collect();
    let backends = measurements(&grown);
    assert!(backends.len() > measurements(&record).len());
    assert!(backends.iter().all(|one| one["backend"] == "local"));
    assert_eq!(desk.num_jobs(), jobs);
}

#[test]
fn it_does_not_take_over_where_a_price_is_asked_for_or_the_move_is_withdrawn() {
    let desk = Desk::new(&["wait=3600:1"]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let (both, waiting) = measuring(&mut client, false);
    let state = client.until(&both, failed);
    assert_eq!(state["waiting"]["may"], json!(["agree", "local", "cancel"]));
    client.act(&both, "retry", &json!({"agreed": true}));
    desk.until_sent();
    client.until(&both, |state| state["waiting"]["job"].is_string());
    client.act(&both, "cancel", &json!({}));
    let state = client.until(&both, |state| state["waiting"] == Value::Null);
    assert_eq!(num_plies(&state), num_plies(&waiting));
    // The device measures the next one.
    on(&mut client, &both, false);
    client.until(&both, |state| state["waiting"] == Value::Null);
    let record = exported(&mut client, &both);
    let measured = measurements(&record);
    assert_eq!(
        (measured.len(), &measured[0]["backend"]),
        (1, &json!(DEVICE))
    );
    assert_eq!(measured[0]["fallback"], Value::Null);
}

#[test]
fn only_this_program_takes_over_and_only_from_a_device() {
    let desk = Desk::new(&[]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    for (backend, fallback) in [
        ("local", "local"),
        (DEVICE, "noisy"),
        (DEVICE, "sparse"),
        (DEVICE, DEVICE),
    ] {
        let asked = json!({"backend": backend, "fallback": fallback});
        let refused = client.post("/api/v1/games", &asked);
        assert_eq!(refused.code(), (400, "malformed".into()), "{asked}");
    }
}
