//! Games with clocks.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, WIDE, link, num_plies, serve_in, some_move};
use crate::remote::{DEVICE, Desk, failed, on};

/// What a side has left.
fn left(state: &Value, side: &str) -> f64 {
    state["clock"][side].as_f64().unwrap()
}

fn running(state: &Value) -> Option<&str> {
    state["clock"]["running"].as_str()
}

/// A game by two people after the first moves of both, so that White's clock runs.
fn started(client: &mut Client, time: &str) -> Value {
    let begun = client.begin(&json!({"time": time}));
    let white = link(&begun, "white");
    assert_eq!(running(&client.game(white)), None);
    let first = client.play(white, 1, "c3-d4");
    assert_eq!(running(&first), None, "Black's first move is free");
    let second = client.play(link(&begun, "black"), 2, "f6-e5");
    assert_eq!(running(&second), Some("white"));
    assert_eq!(second["clock"]["black"], first["clock"]["black"]);
    begun
}

fn record(client: &mut Client, link: &str) -> String {
    let path = format!("/api/v1/links/{link}/export?format=record");
    client.get(&path).body
}

#[test]
fn a_game_is_lost_on_time_though_nobody_looks() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = started(&mut client, "1");
    let (white, black) = (link(&begun, "white"), link(&begun, "black"));
    // Whoever follows the game hears of it without asking.
    let mut stream = Client::of(&server);
    stream.get(&format!("/api/v1/links/{black}/events"));
    let begun_at = Instant::now();
    let told = loop {
        let line = stream.line().unwrap();
        let Some(data) = line.strip_prefix("data: ") else {
            continue;
        };
        let state: Value = serde_json::from_str(data).unwrap();
        if state["status"] != "in_progress" {
            break state;
        }
        assert!(begun_at.elapsed() < Duration::from_mins(1));
    };
    assert_eq!(told["status"], "black_won");
    assert_eq!(
        told["end"],
        json!({"by": "white", "reason": "its time ran out"})
    );
    assert_eq!(
        (&told["clock"]["white"], running(&told)),
        (&json!(0.0), None)
    );
    assert!(left(&told, "black") > 0.0);
    let late = client.act(white, "moves", &json!({"ply": 3, "move": "d4xf6"}));
    assert_eq!(late.code(), (409, "over".into()));
    let record = record(&mut client, black);
    let lines: Vec<Value> = record
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["time"], "1");
    let end = lines.last().unwrap();
    assert_eq!(
        (&end["end"], &end["by"], &end["status"]),
        (&json!("forfeited"), &json!("white"), &json!("black_won"))
    );
    let path = folder.path().join("game.jsonl");
    std::fs::write(&path, &record).unwrap();
    let verified = crate::command::cheqqers(&["replay", "--verify", path.to_str().unwrap()]);
    assert_eq!((verified.code, &*verified.err), (Some(0), ""), "{record}");
}

#[test]
fn moves_pay_and_what_is_offered_or_refused_does_not_stop_the_clock() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = started(&mut client, "100+20");
    let (white, black) = (link(&begun, "white"), link(&begun, "black"));
    let before = client.game(white);
    let thinking = Instant::now();
    for _ in 0..10 {
        thread::sleep(Duration::from_millis(20));
        client.act(white, "draw", &json!({}));
        client.act(black, "draw", &json!({"accept": false}));
        let illegal = client.act(white, "moves", &json!({"ply": 3, "move": "a1-a2"}));
        assert_eq!(illegal.code(), (422, "illegal-move".into()));
    }
    let passed = thinking.elapsed().as_secs_f64();
    let from = Instant::now();
    let after = client.game(white);
    let paid = left(&before, "white") - left(&after, "white");
    assert!(
        paid > 0.2 && paid > 0.9 * passed - 0.02,
        "{paid} of {passed}"
    );
    let mv = some_move(&after, 0).unwrap().to_owned();
    let moved = client.play(white, 3, &mv);
    let gained = left(&moved, "white") - left(&after, "white");
    let most = from.elapsed().as_secs_f64();
    assert!((20.0 - most..=20.0).contains(&gained), "{gained}");
    assert_eq!(running(&moved), Some("black"));
    // Taking back gives nothing back, and takes nothing.
    let from = Instant::now();
    client.act(white, "undo", &json!({}));
    let taken = client.act(black, "undo", &json!({"accept": true})).json();
    assert_eq!((num_plies(&taken), running(&taken)), (2, Some("white")));
    let paid = left(&moved, "white") - left(&taken, "white");
    assert!(
        (0.0..=from.elapsed().as_secs_f64()).contains(&paid),
        "{paid}"
    );
    let resigned = client.act(black, "resign", &json!({})).json();
    assert_eq!(running(&resigned), None);
    // The next game has the same clock.
    client.act(white, "rematch", &json!({}));
    let next = client
        .act(black, "rematch", &json!({"accept": true}))
        .json();
    let next = client.game(next["next"]["link"].as_str().unwrap());
    assert_eq!(
        next["clock"],
        json!({"base": 100.0, "increment": 20.0, "white": 100.0, "black": 100.0, "running": null})
    );
}

#[test]
fn a_clock_stands_still_while_no_server_runs_and_then_goes_on_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = started(&mut client, "100");
    let (white, black) = (link(&begun, "white"), link(&begun, "black"));
    thread::sleep(Duration::from_millis(300));
    let from = Instant::now();
    // What is written counts, whatever it is.
    client.act(black, "draw", &json!({}));
    let before = client.game(white);
    assert!(left(&before, "white") < 99.75);
    let short = started(&mut client, "1");
    drop(server);
    let pause = Duration::from_millis(2500);
    thread::sleep(pause);
    // This one ends a game before anybody opens it.
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let after = client.game(white);
    assert_eq!((num_plies(&after), running(&after)), (2, Some("white")));
    let paid = left(&before, "white") - left(&after, "white");
    let others = from.elapsed().saturating_sub(pause).as_secs_f64();
    assert!(paid.abs() <= others, "{paid} of {others}");
    assert!(left(&after, "white") < 99.75);
    thread::sleep(pause);
    let seen = client.game(link(&short, "white"));
    assert_eq!(seen["status"], "black_won");
}

#[test]
fn computers_play_within_their_clocks() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    for black in ["mcts:5000", "expert:5000"] {
        let asked = json!({"time": "6", "black": black, "settings": {"size": "8"}});
        let begun = client.begin(&asked);
        let white = link(&begun, "white");
        let mut state = client.game(white);
        for _ in 0..5 {
            let mv = some_move(&state, 1).unwrap().to_owned();
            client.play(white, num_plies(&state) + 1, &mv);
            state = client.until(white, |state| {
                state["thinking"] == false && state["turn"] == "white"
            });
            assert_eq!(running(&state), Some("white"), "{black}: {state}");
        }
        let spent = 6.0 - left(&state, "black");
        assert!(spent > 0.0 && spent < 6.0, "{black}: {spent}");
    }
    // A long clock lets nobody think longer than a server can bear.
    let begun = client.begin(&json!({"time": "10800+180", "black": "expert:10"}));
    let white = link(&begun, "white");
    for ply in [1, 3] {
        let mv = some_move(&client.game(white), 1).unwrap().to_owned();
        client.play(white, ply, &mv);
        client.until(white, |state| num_plies(state) > ply);
    }
    let spent = 10_800.0 + 180.0 - left(&client.game(white), "black");
    assert!(spent < 30.0, "{spent}");
}

#[test]
fn a_device_that_is_waited_for_costs_nobody_time() {
    let desk = Desk::new(&["wait=3600:1"]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let asked = json!({"backend": DEVICE, "settings": {"level": "1"}, "seed": 3, "time": "8", "one_screen": true});
    let begun = client.begin(&asked);
    let both = link(&begun, "both");
    let waiting = on(&mut client, both, true);
    assert_eq!(running(&waiting), None);
    desk.until_sent();
    // Longer than anybody has left.
    thread::sleep(Duration::from_millis(8200));
    let later = client.game(both);
    assert_eq!(
        (&later["status"], &later["clock"]),
        (&json!("in_progress"), &waiting["clock"])
    );
    let cancelled = client.act(both, "cancel", &json!({}));
    assert_eq!(cancelled.status, 200, "{cancelled:?}");
    let state = client.until(both, |state| state["waiting"] == Value::Null);
    assert_eq!(running(&state), state["turn"].as_str());
    assert!(left(&state, "white") <= left(&waiting, "white"));
}

#[test]
fn who_has_a_price_to_agree_to_is_on_the_clock() {
    let desk = Desk::new(&[]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let asked = json!({"backend": DEVICE, "settings": {"level": "1"}, "seed": 3, "time": "8", "one_screen": true});
    let begun = client.begin(&asked);
    let both = link(&begun, "both");
    on(&mut client, both, false);
    let state = client.until(both, |state| state["waiting"]["state"] == "failed");
    let mover = state["turn"].as_str().unwrap().to_owned();
    assert_eq!(running(&state), Some(&*mover));
    let state = client.until(both, |state| state["status"] != "in_progress");
    assert_eq!(
        (&state["end"]["by"], &state["waiting"]),
        (&json!(mover), &Value::Null)
    );
}

#[test]
fn nobody_wins_by_not_deciding_for_a_computer() {
    let desk = Desk::new(&[]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let asked = json!({"backend": DEVICE, "settings": {"level": "1"}, "seed": 3, "time": "8", "black": "random"});
    let begun = client.begin(&asked);
    let white = link(&begun, "white");
    let waiting = loop {
        let state = client.until(white, |state| {
            let is_still = state["thinking"] == false && state["waiting"] == Value::Null;
            state["turn"] == "white" && is_still || failed(state)
        });
        let act = match (failed(&state), state["turn"].as_str()) {
            (true, Some("black")) => break state,
            (true, _) => client.act(white, "retry", &json!({"backend": "local"})),
            (false, _) => {
                let mv = some_move(&state, num_plies(&state) * 7).unwrap();
                let body = json!({"ply": num_plies(&state) + 1, "move": mv});
                client.act(white, "moves", &body)
            }
        };
        assert!(matches!(act.status, 200 | 202), "{act:?}");
    };
    assert_eq!(running(&waiting), None);
    thread::sleep(Duration::from_millis(8200));
    let later = client.game(white);
    assert_eq!(
        (&later["status"], &later["clock"]),
        (&json!("in_progress"), &waiting["clock"])
    );
    let decided = client.act(white, "retry", &json!({"backend": "local"}));
    assert_eq!(decided.status, 202, "{decided:?}");
    let state = client.until(white, |state| state["waiting"] == Value::Null);
    assert_eq!(num_plies(&state), num_plies(&waiting) + 1);
}
