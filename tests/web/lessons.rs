//! Lessons, by many pupils behind one address.

use std::thread;

use cheqqers_web::ServerLimits;
use serde_json::{Value, json};

use crate::client::{Client, WIDE, serve_in};

/// Pupils of a class.
const PUPILS: usize = 40;

/// The line of a lesson, with more moves behind its own.
fn line(lesson: &Value, more: &str) -> Value {
    let moves = format!("{} {more}", lesson["moves"].as_str().unwrap());
    json!({
        "game": lesson["game"],
        "settings": lesson["settings"],
        "position": lesson["position"],
        "moves": moves.trim(),
    })
}

/// Opens a lesson and makes a move in it, as the page does.
fn learn(client: &mut Client, lesson: &Value, pupil: usize) {
    let start = line(lesson, "");
    let played = client.post("/api/v1/lines", &json!({"line": start}));
    assert_eq!(played.status, 200, "{start}: {played:?}");
    let described = client.post("/api/v1/lines/description", &json!({"line": start}));
    assert_eq!(described.status, 200, "{described:?}");
    let played = played.json();
    let legal = played["legal"].as_array().unwrap();
    let mv = legal[pupil % legal.len()]["move"].as_str().unwrap();
    let seen = client.post("/api/v1/lines/preview", &json!({"line": start, "move": mv}));
    assert_eq!(seen.status, 200, "{mv}: {seen:?}");
    let next = line(lesson, mv);
    let played = client.post("/api/v1/lines", &json!({"line": next}));
    assert_eq!(played.status, 200, "{next}: {played:?}");
}

#[test]
fn forty_pupils_behind_one_address_do_all_lessons() {
    let folder = tempfile::tempdir().unwrap();
    // All of them are faster here than people are.
    let limits = ServerLimits {
        games: 1,
        games_per_address: 1,
        ..WIDE
    };
    let server = serve_in(folder.path(), limits);
    let lessons = Client::of(&server).get("/api/v1/lessons").json();
    let lessons = lessons.as_array().unwrap();
    assert!(lessons.len() >= 40, "{}", lessons.len());
    thread::scope(|class| {
        for pupil in 0..PUPILS {
            let mut client = Client::of(&server);
            class.spawn(move || {
                for lesson in lessons {
                    learn(&mut client, lesson, pupil);
                }
            });
        }
    });
    // The one game of this address is still to be had.
    Client::of(&server).begin(&json!({}));
}

#[test]
fn a_class_opens_the_lessons_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), ServerLimits::default());
    thread::scope(|class| {
        for _ in 0..PUPILS {
            let mut client = Client::of(&server);
            class.spawn(move || {
                assert_eq!(client.get("/api/v1/options").status, 200);
                let lessons = client.get("/api/v1/lessons");
                assert_eq!(lessons.status, 200, "{lessons:?}");
                let start = json!({"line": line(&lessons.json()[0], "")});
                for view in ["", "/description"] {
                    let seen = client.post(&format!("/api/v1/lines{view}"), &start);
                    assert_eq!(seen.status, 200, "{seen:?}");
                }
            });
        }
    });
}
