//! Shots of a device that are taken before they are needed.

use serde_json::{Value, json};

use crate::client::{Client, link, num_plies};
use crate::fallback::{measurements, played_on};
use crate::jobs::exported;
use crate::remote::{DEVICE, Desk, failed, on};

/// A game with a pool, by somebody who plays both sides.
fn pooled(more: &Value) -> Value {
    let mut asked = json!({
        "backend": DEVICE, "pool": true, "settings": {"level": "1"}, "seed": 3, "one_screen": true,
    });
    let more = more.as_object().unwrap().clone();
    asked.as_object_mut().unwrap().extend(more);
    asked
}

/// The same while its first measurement is waited for.
fn measuring(client: &mut Client, more: &Value, agreed: bool) -> (String, Value) {
    let begun = client.begin(&pooled(more));
    let both = link(&begun, "both").to_owned();
    let waiting = on(client, &both, agreed);
    (both, waiting)
}

/// The lines about the pool.
fn pool_lines(record: &[Value]) -> Vec<&Value> {
    let lines = record[1..].iter();
    lines.filter_map(|line| line.get("pool")).collect()
}

#[test]
fn shots_are_taken_once_and_used_by_many_measurements() {
    let desk = Desk::new(&["wait=1:1"]);
    let mut server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let (both, waiting) = measuring(&mut client, &json!({}), true);
    assert_eq!(waiting["pool"], true);
    desk.until_sent();
    // The jobs are answered though the server ends.
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let mut server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let state = client.until(&both, |state| state["waiting"] == Value::Null);
    assert_eq!(num_plies(&state), num_plies(&waiting) + 1);
    let taken = desk.num_jobs();
    played_on(&mut client, &both, 3);
    // The shots that are left are used after a restart too.
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let record = played_on(&mut client, &both, 6);
    let lines = pool_lines(&record);
    assert_eq!(lines.len(), 1, "they are taken once");
    let measured = measurements(&record);
    let by_pool = measured.iter().filter(|one| one["pool"].is_array()).count();
    assert!(by_pool > 1, "{measured:?}");
    assert!(desk.num_jobs() - taken < measured.len());
    let all = num_plies(&client.game(&both));
    let refused = client.act(&both, "undo", &json!({"plies": all}));
    assert_eq!(refused.status, 409, "{refused:?}");
    client.act(&both, "resign", &json!({}));
    let record = exported(&mut client, &both);
    let lines = pool_lines(&record);
    assert!(lines[1]["seeds"].is_array(), "{lines:?}");
    let told = desk.verified(&record);
    assert!(told.contains("in the order of its seeds"), "{told}");
    // It is begun again with another pool.
    let next = client.act(&both, "rematch", &json!({}));
    assert_eq!(next.status, 200, "{next:?}");
    let state = client.until(&both, |state| state["next"].is_object());
    let next = state["next"]["link"].as_str().unwrap();
    let again = exported(&mut client, next);
    assert_ne!(again[0]["pool"]["seeds"], record[0]["pool"]["seeds"]);
    assert_eq!(again[0]["pool"]["circuits"], record[0]["pool"]["circuits"]);
}

#[test]
fn nothing_is_taken_before_the_price_is_agreed_to_and_all_jobs_are_withdrawn() {
    let desk = Desk::new(&["wait=3600:4"]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let (both, waiting) = measuring(&mut client, &json!({}), false);
    let state = client.until(&both, failed);
    let message = state["waiting"]["message"].as_str().unwrap();
    assert!(message.contains("shots in total"), "{message}");
    assert_eq!(desk.num_jobs(), 0);
    client.act(&both, "retry", &json!({"agreed": true}));
    let is_sent = |state: &Value| state["waiting"]["job"].is_string();
    let state = client.until(&both, |state| is_sent(state) && desk.num_jobs() == 4);
    assert_eq!(state["waiting"]["pool"], true);
    let withdrawn = client.act(&both, "cancel", &json!({}));
    assert_eq!(withdrawn.status, 200, "{withdrawn:?}");
    let state = client.until(&both, |state| state["waiting"] == Value::Null);
    assert_eq!(num_plies(&state), num_plies(&waiting));
    let jobs = desk.jobs();
    let states: Vec<&Value> = jobs.iter().map(|job| &job["status"]).collect();
    assert_eq!(states, ["canceled"; 4]);
    // Others take the shots for the next move.
    on(&mut client, &both, false);
    client.until(&both, |state| state["waiting"] == Value::Null);
    let record = exported(&mut client, &both);
    assert_eq!(pool_lines(&record).len(), 1);
    assert!(measurements(&record)[0]["pool"].is_array());
    client.act(&both, "resign", &json!({}));
    let record = exported(&mut client, &both);
    desk.verified(&record);
}

#[test]
fn a_withdrawn_move_is_not_measured_after_the_server_was_killed() {
    let desk = Desk::new(&["wait=3600:4"]);
    let mut server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let (both, waiting) = measuring(&mut client, &json!({"fallback": "local"}), true);
    client.until(&both, |_| desk.num_jobs() == 4);
    let withdrawn = client.act(&both, "cancel", &json!({}));
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    assert_eq!(withdrawn.status, 200, "{withdrawn:?}");
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let state = client.until(&both, |state| state["waiting"] == Value::Null);
    assert_eq!(num_plies(&state), num_plies(&waiting));
    assert_eq!(state["measuring_backend"], DEVICE);
    let jobs = desk.jobs();
    let states: Vec<&Value> = jobs.iter().map(|job| &job["status"]).collect();
    assert_eq!(states, ["canceled"; 4]);
}

#[test]
fn a_game_goes_on_without_a_pool_where_a_simulator_takes_over() {
    let desk = Desk::new(&["fail=program"]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let (both, waiting) = measuring(&mut client, &json!({"fallback": "local"}), true);
    assert_eq!(waiting["measuring_backend"], DEVICE);
    let state = client.until(&both, |state| state["waiting"] == Value::Null);
    assert_eq!(state["measuring_backend"], "local");
    let record = played_on(&mut client, &both, 3);
    let measured = measurements(&record);
    assert!(measured.iter().all(|one| one["backend"] == "local"));
    client.act(&both, "resign", &json!({}));
    let record = exported(&mut client, &both);
    assert_eq!(pool_lines(&record), Vec::<&Value>::new());
    desk.verified(&record);
}

#[test]
fn a_game_goes_on_by_single_jobs_where_those_of_its_pool_fail() {
    let desk = Desk::new(&["fail=program:1"]);
    let mut server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let (both, _) = measuring(&mut client, &json!({"fallback": "local"}), true);
    let state = client.until(&both, |state| state["waiting"] == Value::Null);
    assert_eq!(state["measuring_backend"], DEVICE);
    // It is not tried again, after a restart either.
    assert_eq!(desk.num_jobs(), 4 + 1);
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let record = played_on(&mut client, &both, 2);
    assert_eq!(pool_lines(&record), Vec::<&Value>::new());
    let measured = measurements(&record);
    for one in &measured {
        assert_eq!(one["backend"], DEVICE);
        assert_eq!(one["jobs"].as_array().unwrap().len(), 1, "{one}");
    }
    assert_eq!(desk.num_jobs(), 4 + measured.len());
    client.act(&both, "resign", &json!({}));
    let record = exported(&mut client, &both);
    desk.verified(&record);
}

#[test]
fn a_pool_is_of_a_device_for_a_game_whose_circuits_are_known() {
    let desk = Desk::new(&[]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    for (more, reason) in [
        (json!({"backend": "local"}), "a device"),
        (json!({"settings": {"size": "6"}}), "are not known"),
        (json!({"record": "{}", "settings": {}}), "leave out pool"),
    ] {
        let refused = client.post("/api/v1/games", &pooled(&more));
        assert_eq!(refused.code(), (400, "malformed".into()), "{more}");
        assert!(refused.body.contains(reason), "{}", refused.body);
    }
    // Nothing is ever measured there.
    let begun = client.begin(&pooled(&json!({"settings": {"level": "0"}})));
    assert_eq!(client.game(link(&begun, "both"))["pool"], false);
    drop(desk.service);
    let refused = client.post("/api/v1/games", &pooled(&json!({})));
    assert_eq!(refused.code(), (503, "unavailable".into()));
}
