//! Whole games over the API.

use std::sync::atomic::{AtomicBool, Ordering};

use cheqqers_session::{CircuitFormat, KNOWN};
use cheqqers_web::ServerLimits;
use serde_json::{Value, json};

use crate::client::{Client, WIDE, link, num_plies, serve_in, some_move, unversioned};
use crate::remote::failed;
use crate::samples::samples;

/// Numbers that look random, the same each time.
fn numbers(seed: usize) -> impl FnMut() -> usize {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    }
}

fn last_ply(state: &Value) -> &Value {
    state["plies"].as_array().unwrap().last().unwrap()
}

/// Plays a game between two people to its end, each by their own link.
fn play_out(client: &mut Client, asked: &Value, seed: usize) -> Value {
    let begun = client.begin(asked);
    let (white, black) = (link(&begun, "white"), link(&begun, "black"));
    let mut number = numbers(seed);
    let mut state = client.game(white);
    for ply in num_plies(&state) + 1..1000 {
        if state["status"] != "in_progress" {
            break;
        }
        let (mover, other) = match state["turn"].as_str() {
            Some("white") => (white, black),
            _ => (black, white),
        };
        let seen = client.game(mover);
        assert_eq!(client.game(other)["legal"], json!([]));
        let mv = some_move(&seen, number())
            .expect("somebody can move")
            .to_owned();
        let stolen = client.act(other, "moves", &json!({"ply": ply, "move": mv}));
        assert_eq!(stolen.code(), (403, "not-yours".into()));
        state = client.play(mover, ply, &mv);
        // Of a long game the last plies are told.
        assert_eq!(last_ply(&state)["ply"], json!(ply));
        assert!(state["version"].as_u64() > seen["version"].as_u64());
    }
    assert_ne!(state["status"], "in_progress");
    let ply = last_ply(&state)["ply"].as_u64().unwrap() + 1;
    let late = client.act(white, "moves", &json!({"ply": ply, "move": "c3-d4"}));
    assert_eq!(late.code(), (409, "over".into()));
    client.game(white)
}

#[test]
fn every_game_and_level_is_played_to_its_end_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let size = |level: &str| json!({"size": "6", "level": level, "draw_after": "20"});
    let levels = [
        json!({"game": "cheqqers", "settings": size("0")}),
        json!({"game": "cheqqers", "settings": size("1")}),
        json!({"game": "cheqqers", "settings": size("2")}),
        json!({"game": "cheqqers", "settings": size("3"), "backend": "noisy:0.01"}),
    ];
    let samples = samples().into_iter().map(|sample| sample.asked());
    let all = levels.into_iter().chain(samples);
    let mut ended = Vec::new();
    for (asked, seed) in all.zip(0..) {
        let state = play_out(&mut client, &asked, seed);
        let watch = state["links"]["watch"].as_str().unwrap().to_owned();
        let record = client.get(&format!("/api/v1/links/{watch}/export?format=record"));
        assert!(
            record
                .header("content-disposition")
                .unwrap()
                .starts_with("attachment")
        );
        ended.push((watch.clone(), client.game(&watch), record.body));
    }
    drop(server);
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    for (watch, state, record) in ended {
        assert_eq!(unversioned(client.game(&watch)), unversioned(state));
        let path = folder.path().join("game.jsonl");
        std::fs::write(&path, &record).unwrap();
        let verified = crate::command::cheqqers(&["replay", "--verify", path.to_str().unwrap()]);
        assert_eq!((verified.code, &*verified.err), (Some(0), ""), "{record}");
    }
}

#[test]
fn computers_answer_and_play_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    for black in ["random", "mcts:5", "expert:10"] {
        let asked = json!({"settings": {"size": "6"}, "black": black});
        let begun = client.begin(&asked);
        assert_eq!(
            (&begun["links"]["black"], &begun["links"]["both"]),
            (&Value::Null, &Value::Null)
        );
        let white = link(&begun, "white");
        let mut state = client.game(white);
        for _ in 0..4 {
            let mv = some_move(&state, 0).unwrap().to_owned();
            client.play(white, num_plies(&state) + 1, &mv);
            state = client.until(white, |state| {
                state["thinking"] == false && state["turn"] == "white"
                    || state["status"] != "in_progress"
            });
            let sides: Vec<&str> = state["plies"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(|ply| ply["side"].as_str())
                .collect();
            assert!(sides.contains(&"black"), "{black}");
        }
    }
    let asked = json!({"settings": {"size": "4"}, "white": "random", "black": "mcts:2"});
    let begun = client.begin(&asked);
    client.until(link(&begun, "watch"), |state| {
        state["status"] != "in_progress"
    });
}

#[test]
fn what_there_is_to_see_of_a_game_can_be_had() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let options = client.get("/api/v1/options").json();
    assert_eq!(options["games"].as_array().unwrap().len(), KNOWN.len());
    assert!(
        options["backends"]
            .as_array()
            .unwrap()
            .iter()
            .all(|one| one["remote"] == false)
    );
    let begun = client
        .begin(&json!({"moves": "c3^b4d4 f6-e5", "settings": {"level": "3"}, "one_screen": true}));
    let both = link(&begun, "both");
    let state = client.game(both);
    assert_eq!(
        (state["sides"].clone(), num_plies(&state)),
        (json!(["white", "black"]), 2)
    );
    assert_eq!(state["last"], json!(["f6", "e5"]));
    let base = format!("/api/v1/links/{both}");
    let moment = client.get(&format!("{base}/plies/1")).json();
    assert_eq!(moment["move"], "c3^b4d4");
    let circuit = client.get(&format!("{base}/circuit?square=b4")).json();
    assert_eq!(circuit["squares"], json!(["b4", "d4"]));
    let preview = client.get(&format!("{base}/preview?move=a3-b4")).json();
    assert!(preview["error"]["message"].is_string() || preview["outcomes"].is_array());
    for format in CircuitFormat::ALL.iter().map(|format| format.name()) {
        let path = format!("{base}/export?square=b4&ply=1&encoding=paper&format={format}");
        let export = client.get(&path);
        assert!(
            export.status == 200 && !export.body.is_empty(),
            "{format}: {export:?}"
        );
    }
    for (path, code) in [
        ("plies/3", (404, "unknown-ply")),
        ("plies/-1", (400, "malformed")),
        ("plies/99999999999999999999", (400, "malformed")),
        ("circuit?square=z9", (404, "unknown-square")),
        ("circuit?square=a1", (404, "certain")),
        ("circuit?square=b4&ply=7", (404, "unknown-ply")),
        ("circuit?square=b4&encoding=best", (400, "malformed")),
        ("circuit", (400, "malformed")),
        ("export?format=exe&square=b4", (400, "malformed")),
        ("export?format=qasm3", (400, "malformed")),
        ("export?format=qasm3&square=b4&ply=3", (404, "unknown-ply")),
        ("export?format=record&ply=3", (404, "unknown-ply")),
        ("export?format=pdn&ply=99999", (404, "unknown-ply")),
        ("preview?move=hello", (422, "illegal-move")),
    ] {
        let refused = client.get(&format!("{base}/{path}"));
        assert_eq!(refused.code(), (code.0, code.1.into()), "{path}");
    }
}

#[test]
fn states_are_sent_as_they_change() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), ServerLimits { streams: 2, ..WIDE });
    let mut client = Client::of(&server);
    let begun = client.begin(&json!({}));
    let (white, watch) = (link(&begun, "white"), link(&begun, "watch"));
    // That its player comes is news, too.
    client.game(white);
    let follow = || {
        let mut stream = Client::of(&server);
        let path = format!("/api/v1/links/{watch}/events");
        let answer = stream.get(&path);
        (answer, stream)
    };
    let event = |stream: &mut Client| loop {
        let line = stream.line().unwrap();
        if let Some(data) = line.strip_prefix("data: ") {
            return serde_json::from_str::<Value>(data).unwrap();
        }
    };
    let (answer, mut stream) = follow();
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    assert_eq!(event(&mut stream), client.game(watch));
    let (_, second) = follow();
    assert_eq!(follow().0.code(), (429, "too-many".into()));
    client.play(white, 1, "c3-d4");
    let seen = event(&mut stream);
    assert_eq!(
        (&seen["plies"][0]["move"], &seen["legal"]),
        (&json!("c3-d4"), &json!([]))
    );
    drop((stream, second));
    // What was held is given back as soon as the server notices.
    let free = || {
        (0..500).find_map(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            let (answer, stream) = follow();
            (answer.status == 200).then_some(stream)
        })
    };
    client.act(white, "resign", &json!({}));
    let mut last = free().unwrap();
    drop(server);
    let ended = AtomicBool::new(false);
    while last.line().is_ok() {
        ended.store(true, Ordering::Relaxed);
    }
    assert!(ended.into_inner(), "the first state came, then the end");
}

#[test]
fn plies_that_a_client_knows_are_not_told_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin_here(&json!({"settings": {"size": "6", "level": "0"}}));
    let both = link(&begun, "both");
    let known = |state: &Value| {
        let told = state["plies_from"].as_u64().unwrap() + num_plies(state) as u64;
        format!("plies_from={told}&history={}", state["history"])
    };
    let mut state = client.game(both);
    let mut all = Vec::new();
    let mut sizes = Vec::new();
    let mut stream = Client::of(&server);
    stream.get(&format!("/api/v1/links/{both}/events?{}", known(&state)));
    for ply in 1..=12 {
        let mv = some_move(&state, 0).expect("a move").to_owned();
        let path = format!("/api/v1/links/{both}/moves?{}", known(&state));
        let played = client.post(&path, &json!({"ply": ply, "move": mv}));
        assert_eq!(played.status, 200, "{played:?}");
        state = played.json();
        assert_eq!(
            (&state["plies_from"], num_plies(&state)),
            (&json!(ply - 1), 1)
        );
        all.push(state["plies"][0].clone());
        sizes.push(state["plies"].to_string().len());
    }
    assert!(sizes.iter().max() < Some(&450), "{sizes:?}");
    // A stream tells each of them once.
    let mut heard = Vec::new();
    while heard.len() < all.len() {
        let line = stream.line().unwrap();
        if let Some(data) = line.strip_prefix("data: ") {
            let told: Value = serde_json::from_str(data).unwrap();
            assert_eq!(told["plies_from"], json!(heard.len()));
            heard.extend(told["plies"].as_array().unwrap().iter().cloned());
        }
    }
    assert_eq!(heard, all);
    assert_eq!(client.game(both)["plies"], json!(all), "all unless asked");
    // What was taken back makes it another history, though as many plies are played again.
    let before = known(&state);
    let undone = client.post(
        &format!("/api/v1/links/{both}/undo?{before}"),
        &json!({"plies": 2}),
    );
    let undone = undone.json();
    assert_eq!((&undone["plies_from"], num_plies(&undone)), (&json!(0), 10));
    let mut again = undone;
    for ply in 11..=12 {
        let mv = some_move(&again, 1).expect("a move").to_owned();
        again = client.play(both, ply, &mv);
    }
    let seen = client.get(&format!("/api/v1/links/{both}?{before}")).json();
    assert_eq!(seen, again);
    let seen = client
        .get(&format!("/api/v1/links/{both}?{}", known(&again)))
        .json();
    assert_eq!((&seen["plies_from"], num_plies(&seen)), (&json!(12), 0));
    let far = format!("plies_from=99&history={}", again["history"]);
    let seen = client.get(&format!("/api/v1/links/{both}?{far}")).json();
    assert_eq!((&seen["plies_from"], num_plies(&seen)), (&json!(12), 0));
    let refused = client.get(&format!("/api/v1/links/{both}?plies_from=x"));
    assert_eq!(refused.code(), (400, "malformed".into()));
}

/// An opening of blocking after which the capture c5xe3 measures more than is simulated with faults here.
const LARGE: &str = "c3^b4d4 d6^c5e5 g3^f4h4 c7^b6d6 e3^d4f4 b8^a7c7 d2^c3e3 d8^c7e7 b2^a3c3 e7^d6f6 \
                     c3'^b4d4 d6^c5e5 f2^e3g3 f8^e7g7 c1^b2d2 f6^e5g5 b2'^a3c3 g7^f6h6 c3^b4d4 \
                     c7''^b6d6 e1^d2f2";

/// A game by two people here in which that capture is made, by its link, and what was answered: it has
/// failed to be measured.
pub(crate) fn too_large(client: &mut Client) -> (String, Value) {
    let begun = client.begin_here(&json!({"game": "blocking", "backend": "noisy", "moves": LARGE}));
    let both = link(&begun, "both");
    let asked = client.act(both, "moves", &json!({"ply": 22, "move": "c5xe3"}));
    assert_eq!(asked.status, 202, "{asked:?}");
    let state = asked.json();
    assert!(failed(&state), "{state}");
    (both.to_owned(), state)
}

#[test]
fn what_noise_is_too_much_for_is_measured_without() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let (both, asked) = too_large(&mut client);
    let waiting = &asked["waiting"];
    assert_eq!(waiting["may"], json!(["local", "cancel"]));
    assert!(
        waiting["message"]
            .as_str()
            .unwrap()
            .contains("parts are measured"),
        "{waiting}"
    );
    let again = client.act(&both, "retry", &json!({}));
    assert_eq!(again.status, 202, "{again:?}");
    let again = client.until(&both, failed);
    assert_eq!(again["waiting"]["message"], waiting["message"]);
    client.act(&both, "retry", &json!({"backend": "local"}));
    let state = client.until(&both, |state| state["waiting"] == Value::Null);
    assert_eq!(num_plies(&state), 22);
}

#[test]
fn computers_go_on_where_nobody_could_decide_for_them() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let asked = json!({"game": "blocking", "white": "random", "black": "random", "backend": "noisy", "moves": LARGE, "seed": 1});
    let begun = client.begin(&asked);
    let watch = link(&begun, "watch");
    client.until(watch, |state| state["status"] != "in_progress");
    let record = client.get(&format!("/api/v1/links/{watch}/export?format=record"));
    let by = |name: &str| record.body.contains(&format!(r#""backend":"{name}""#));
    assert!(by("local") && by("noisy"), "{}", record.body);
}
