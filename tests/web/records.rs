//! Games that go on elsewhere: loaded from records, and left for games of their own.

use std::path::Path;

use cheqqers_web::ServerLimits;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::client::{Client, WIDE, link, num_plies, serve_in, some_move, unversioned};
use crate::command::cheqqers;

/// Loads a record for two people, and gives the link for both.
pub(crate) fn load(client: &mut Client, record: &str) -> String {
    let begun = client.begin_here(&json!({"record": record}));
    link(&begun, "both").to_owned()
}

fn export(client: &mut Client, link: &str, format: &str) -> String {
    let text = client.get(&format!("/api/v1/links/{link}/export?format={format}"));
    assert_eq!(text.status, 200, "{text:?}");
    text.body
}

/// What a game shows, without what is its own: its name, its links and who plays.
fn shown(mut state: Value) -> Value {
    for own in [
        "version", "history", "game", "links", "sides", "players", "backend", "undo", "source",
    ] {
        state.as_object_mut().unwrap().remove(own);
    }
    state
}

/// Plays some moves for both sides.
fn play_on(client: &mut Client, both: &str, plies: usize) -> Value {
    let mut state = client.game(both);
    for k in 0..plies {
        let Some(mv) = some_move(&state, k * 7 + 3).map(str::to_owned) else {
            break;
        };
        state = client.play(both, num_plies(&state) + 1, &mv);
    }
    state
}

#[test]
fn games_of_every_kind_are_loaded_as_they_stood() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    for asked in [
        json!({"settings": {"level": "3", "size": "6", "rows": "1", "draw_after": "off"}}),
        json!({"settings": {"level": "2"}, "position": "B:W21,K30:B1-3,K17"}),
        json!({"game": "rotation", "preset": null, "settings": {"size": "6"}}),
        json!({"game": "blocking", "settings": {"size": "6"}}),
    ] {
        let begun = client.begin_here(&asked);
        let both = link(&begun, "both");
        play_on(&mut client, both, 30);
        client.act(both, "undo", &json!({}));
        let record = export(&mut client, both, "record");
        let before = client.game(both);
        let again = load(&mut client, &record);
        assert_eq!(shown(client.game(&again)), shown(before.clone()));
        // All but its header, and the checksums that begin with it, is what it was, what was taken back
        // included.
        let lines = |text: &str| -> Vec<Value> {
            let lines = text.lines().skip(1).map(serde_json::from_str);
            let mut lines: Vec<Value> = lines.map(Result::unwrap).collect();
            for line in &mut lines {
                line.as_object_mut().unwrap().remove("sum").unwrap();
            }
            lines
        };
        let copy = export(&mut client, &again, "record");
        assert_eq!(lines(&copy), lines(&record));
        let path = folder.path().join("game.jsonl");
        std::fs::write(&path, &copy).unwrap();
        let verified = cheqqers(&["replay", "--verify", path.to_str().unwrap()]);
        assert_eq!((verified.code, &*verified.err), (Some(0), ""));
        assert_eq!(unversioned(client.game(both)), unversioned(before));
    }
}

#[test]
fn draughts_records_and_traces_are_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let trace = folder.path().join("trace.jsonl");
    let path = trace.to_str().unwrap();
    let played = cheqqers(&["selfplay", "--games", "1", "--seed", "11", "--trace", path]);
    assert_eq!(played.code, Some(0), "{played:?}");
    let trace = std::fs::read_to_string(path).unwrap();
    assert!(trace.contains("\"legal\""));
    let whole = load(&mut client, &trace);
    let state = client.game(&whole);
    assert_ne!(state["status"], "in_progress");
    assert!(!export(&mut client, &whole, "record").contains("\"legal\""));
    // Draughts records: one of ours, and one of another program.
    let begun = client.begin_here(&json!({"settings": {"level": "0"}, "moves": "c3-d4 f6-e5"}));
    let pdn = export(&mut client, link(&begun, "both"), "pdn");
    let again = load(&mut client, &pdn);
    let classical = client.game(link(&begun, "both"));
    assert_eq!(client.game(&again)["plies"], classical["plies"]);
    let english = "[Event \"x\"]\n1. 11-15 22-18 2. 15x22 25x18 *";
    let other = load(&mut client, english);
    let state = client.game(&other);
    assert_eq!(num_plies(&state), 4, "{state}");
    assert_eq!(state["settings"]["level"], "0");
    play_on(&mut client, &other, 4);
}

#[test]
fn a_computer_goes_on_with_a_loaded_game_and_a_rematch_begins_it_anew() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin_here(&json!({"position": "W:W21,30:B1,2", "moves": "a3-b4"}));
    let record = export(&mut client, link(&begun, "both"), "record");
    let asked = json!({"record": record, "black": "random", "seed": 5});
    let loaded = client.begin_here(&asked);
    assert_eq!(loaded["links"]["black"], Value::Null);
    let white = link(&loaded, "white").to_owned();
    let state = client.until(&white, |state| num_plies(state) == 2);
    assert_eq!(state["players"]["black"], "random");
    client.act(&white, "resign", &json!({}));
    client.act(&white, "rematch", &json!({}));
    let next = client.game(&white)["next"]["link"]
        .as_str()
        .unwrap()
        .to_owned();
    let rematch = client.until(&next, |state| state["thinking"] == false);
    assert_eq!(rematch["players"]["white"], "random");
    assert_eq!(rematch["settings"], state["settings"]);
    let start = client.get(&format!("/api/v1/links/{next}/plies/0")).json();
    let before = client.get(&format!("/api/v1/links/{white}/plies/0")).json();
    assert_eq!(start, before);
}

#[test]
fn records_that_are_none_are_refused_with_the_place() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin_here(&json!({"moves": "c3^b4d4 f6-e5 d4xf6{d4}"}));
    let both = link(&begun, "both").to_owned();
    let record = export(&mut client, &both, "record");
    let quantum = export(&mut client, &both, "pdn");
    let pdn = "[Event \"x\"]\n1. 11-15 22-18 *\n";
    let lines: Vec<&str> = record.lines().collect();
    let changed = |from: &str, to: &str| {
        assert!(record.contains(from), "{record}");
        record.replacen(from, to, 1)
    };
    for (text, told) in [
        (String::new(), "the record is empty"),
        ("hello".into(), "cut off"),
        ("hello\n".into(), "line 1 is not the header of a record"),
        ("\0\u{1}\n".into(), "line 1"),
        ("[".repeat(10_000) + "\n", "line 1"),
        (
            lines[1..].join("\n"),
            "line 1 is not the header of a record",
        ),
        (format!("{record}{record}"), "there is more than one game"),
        (format!("{pdn}\n{pdn}"), "there is more than one game"),
        (
            record[..record.len() - 20].into(),
            "the last line is cut off",
        ),
        (
            format!("{record}{{}}\n"),
            "line 5 is not a line of a record",
        ),
        (format!("{record}{{\"undo\":4}}\n"), "line 5: 4 of 3 plies"),
        (changed("\"f6-e5\"", "\"f6-f5\""), "line 3: "),
        (
            changed("\"f6-e5\"", "\"h6-e5\""),
            "line 3: h6-e5 is not legal",
        ),
        (
            changed("\"cheqqers\",\"rules\"", "\"chess\",\"rules\""),
            "there is no game \"chess\"",
        ),
        (
            changed("paper-2025", "paper-1990"),
            "line 1: the record was played by the rules",
        ),
        (
            changed("\"size\":8", "\"size\":99"),
            "line 1: the header describes no game",
        ),
        (
            changed("\"occupied\":[\"d4\"]", "\"occupied\":[\"b4\",\"d4\"]"),
            "line 4: measurement 1 of d4xf6",
        ),
        (
            changed("\"occupied\":[\"d4\"]", "\"occupied\":[\"z9\"]"),
            "line 4: measurement 1 of d4xf6",
        ),
        (
            changed("\"quiet\":2", "\"quiet\":1"),
            "line 3: quiet should be 2",
        ),
        (
            record.clone() + &"{\"undo\":1}\n".repeat(10_000),
            "10003 lines",
        ),
        (
            format!("{pdn}{{{}}}", "x".repeat(256 << 10)),
            "262144 bytes",
        ),
        (format!("1. 11-15 {}", "(".repeat(60_000)), "never closed"),
        (
            changed("\"f6-e5\"", &format!("\"{}\"", "x".repeat(500_000))),
            "line 3: ",
        ),
        (pdn.replacen("22-18", "22-19", 1), "line 2"),
        (quantum, "quantum games are written as draughts records"),
        ("[Variant \"Cheqqers\"]\n1. 22-18 ( {".into(), "line 2"),
    ] {
        let refused = client.post("/api/v1/games", &json!({"record": text}));
        assert_eq!(
            refused.code(),
            (400, "malformed".into()),
            "{told}: {text:.80}"
        );
        let message = refused.json()["error"]["message"].to_string();
        let message = message.replace("\\\"", "\"");
        assert!(message.len() < 3000, "{told}: {} bytes", message.len());
        assert!(message.contains(told), "{told}: {message}");
        let causes: Vec<&str> = message.split(": ").collect();
        let repeated = causes.windows(2).any(|pair| pair[0] == pair[1]);
        assert!(!repeated, "{message}");
    }
}

#[test]
fn a_record_is_all_that_says_how_a_game_starts() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin_here(&json!({}));
    let record = export(&mut client, link(&begun, "both"), "record");
    for (key, value) in [
        ("game", json!("cheqqers")),
        ("preset", json!("6x6")),
        ("settings", json!({"size": "6"})),
        ("position", json!("W:W21:B1")),
        ("moves", json!("c3-d4")),
        ("outcomes", json!("{d4}")),
    ] {
        let refused = client.post("/api/v1/games", &json!({"record": record, key: value}));
        assert_eq!(refused.code(), (400, "malformed".into()));
        let message = refused.json()["error"]["message"].to_string();
        assert!(
            message.contains("record") && message.contains(key),
            "{message}"
        );
    }
    // A long game is taken, and what is longer than any is not.
    let padded = |bytes: usize| record.clone() + &"\n".repeat(bytes);
    assert_eq!(
        client
            .post("/api/v1/games", &json!({"record": padded(4_000_000)}))
            .status,
        201
    );
    let large = Client::of(&server).post("/api/v1/games", &json!({"record": padded(4_300_000)}));
    assert_eq!(large.code(), (413, "too-large".into()));
    // Nothing else is as long.
    for (field, text) in [
        ("moves", "a1-b2 h8-g7 b2-a1 g7-h8 "),
        ("outcomes", "b4+ "),
        ("position", "W:WK29:BK4 "),
        ("time", "300+5"),
    ] {
        let long = text.repeat(20_000 / text.len());
        let asked = json!({field: long, "settings": {"draw_after": "off"}});
        let refused = client.post("/api/v1/games", &asked);
        assert_eq!(refused.code(), (413, "too-large".into()), "{field}");
    }
}

#[test]
fn a_loaded_game_keeps_what_its_record_says_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let pdn = "[Event \"Final\"]\n[White \"Ada\"]\n[Black \"Bob\"]\n[Variant \"Cheqqers\"]\n[Quantumness \"0\"]\n1. 22-18 9-13 *";
    let both = load(&mut client, pdn);
    let source = client.game(&both)["source"].clone();
    assert_eq!(
        (&source["white"], &source["black"], &source["Event"]),
        (&json!("Ada"), &json!("Bob"), &json!("Final"))
    );
    // Once more, by the record of that game.
    let record = export(&mut client, &both, "record");
    let again = load(&mut client, &record);
    assert_eq!(client.game(&again)["source"], source);
    drop(server);
    let server = serve_in(folder.path(), WIDE);
    assert_eq!(Client::of(&server).game(&both)["source"], source);
}

/// The record of a game that is about as long as games may be.
pub(crate) fn long_record(client: &mut Client) -> String {
    let kings = json!({"position": "W:WK29:BK4", "settings": {"draw_after": "off", "level": "0"},
        "moves": "a1-b2 h8-g7 b2-a1 g7-h8 ".repeat(600)});
    let begun = client.begin_here(&kings);
    let mut record = export(client, link(&begun, "both"), "record");
    for _ in 0..3 {
        let header = record.lines().next().unwrap().to_owned();
        let plies: Vec<&str> = record.lines().skip(1).collect();
        assert!(plies.len() < 10_000);
        let number = |k: usize, line: &str| {
            let mut ply: Value = serde_json::from_str(line).unwrap();
            ply["ply"] = json!(k + 1);
            ply["quiet"] = json!(k + 1);
            ply.to_string()
        };
        let doubled = plies.iter().chain(&plies).take(9_999).enumerate();
        let lines: Vec<String> = doubled.map(|(k, line)| number(k, line)).collect();
        record = format!("{header}\n{}\n", lines.join("\n"));
    }
    record
}

#[test]
fn a_game_of_any_length_is_loaded_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let record = long_record(&mut client);
    let both = load(&mut client, &record);
    let all = client.get(&format!("/api/v1/links/{both}?plies_from=0"));
    let all = all.json();
    assert_eq!(num_plies(&all), 9_999);
    // Who asks for nothing in particular is told the last ones.
    let recent = client.game(&both);
    let before = usize::try_from(recent["plies_from"].as_u64().unwrap()).unwrap();
    assert_eq!((before, num_plies(&recent)), (9_999 - 256, 256));
    let plies = |state: &Value| state["plies"].as_array().unwrap().clone();
    assert_eq!(plies(&recent), plies(&all)[before..]);
}

#[test]
fn a_branch_goes_its_own_way() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    for asked in [
        json!({"settings": {"size": "6"}, "white": "person", "black": "random", "backend": "noisy:0.01"}),
        json!({"game": "rotation", "settings": {"size": "6"}}),
        json!({"game": "blocking", "settings": {"size": "6"}}),
        json!({"position": "W:W21,K30:B1-3,10", "settings": {"level": "2"}}),
    ] {
        let begun = client.begin_here(&asked);
        let watch = link(&begun, "watch").to_owned();
        let mover = if asked["black"] == "random" {
            "white"
        } else {
            "both"
        };
        let mover = link(&begun, mover);
        for k in 0..12 {
            let state = client.until(mover, |state| state["thinking"] == false);
            let Some(mv) = some_move(&state, k * 5 + 1).map(str::to_owned) else {
                break;
            };
            client.play(mover, num_plies(&state) + 1, &mv);
        }
        client.until(mover, |state| state["thinking"] == false);
        let before = (client.game(&watch), export(&mut client, &watch, "record"));
        let plies = num_plies(&before.0);
        for ply in [0, plies / 2, plies] {
            // Whoever looks on may.
            let branched = client.act(&watch, "branch", &json!({"ply": ply}));
            assert_eq!(branched.status, 201, "{branched:?}");
            let both = link(&branched.json(), "both").to_owned();
            let state = client.game(&both);
            assert_eq!(num_plies(&state), ply);
            assert_eq!(
                state["players"],
                json!({"white": "person", "black": "person"})
            );
            assert_eq!(
                (&state["backend"], &state["next"]),
                (&json!("local"), &Value::Null)
            );
            assert_eq!(state["settings"], before.0["settings"]);
            for at in [0, ply] {
                let moment = |client: &mut Client, link: &str| {
                    client
                        .get(&format!("/api/v1/links/{link}/plies/{at}"))
                        .json()
                };
                assert_eq!(moment(&mut client, &both), moment(&mut client, &watch));
            }
            let record = export(&mut client, &both, "record");
            for secret in begun["links"]
                .as_object()
                .unwrap()
                .values()
                .filter_map(Value::as_str)
            {
                assert!(!record.contains(secret));
            }
            play_on(&mut client, &both, 3);
        }
        let beyond = client.act(&watch, "branch", &json!({"ply": plies + 1}));
        assert_eq!(beyond.code(), (404, "unknown-ply".into()));
        let after = (client.game(&watch), export(&mut client, &watch, "record"));
        assert_eq!(after, before);
    }
}

#[test]
fn both_outcomes_of_a_measurement_are_branches() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin_here(&json!({"moves": "c3^b4d4 f6-e5"}));
    let both = link(&begun, "both");
    let preview = client.get(&format!("/api/v1/links/{both}/preview?move=d4xf6"));
    let ways = preview.json()["outcomes"].as_array().unwrap().clone();
    assert_eq!(ways.len(), 2, "{ways:?}");
    let before = client.game(both);
    for way in &ways {
        for _ in 0..3 {
            let branched = client.act(both, "branch", &json!({"ply": 2, "move": way["move"]}));
            assert_eq!(branched.status, 201, "{branched:?}");
            let branch = client.game(link(&branched.json(), "both"));
            assert_eq!(branch["board"], way["board"]);
            assert_eq!(branch["plies"][2]["told"], way["told"]);
        }
    }
    assert_ne!(ways[0]["board"], ways[1]["board"]);
    for (body, code) in [
        (json!({"ply": 2, "move": "d4xf6"}), (422, "illegal-move")),
        (
            json!({"ply": 2, "move": "d4xf6{b4,d4}"}),
            (422, "illegal-move"),
        ),
        (json!({"ply": 2, "move": "d4xf6{"}), (422, "illegal-move")),
        (json!({"ply": 2, "move": "a1-a2"}), (422, "illegal-move")),
        (
            json!({"ply": 1, "move": "d4xf6{d4}"}),
            (422, "illegal-move"),
        ),
        (json!({"ply": -1}), (400, "malformed")),
        (json!({}), (400, "malformed")),
        (json!({"ply": 2, "outcome": 0}), (400, "malformed")),
    ] {
        let refused = client.act(both, "branch", &body);
        assert_eq!(refused.code(), (code.0, code.1.into()), "{body}");
    }
    assert_eq!(client.game(both), before);
}

#[test]
fn branches_count_as_games_that_are_begun() {
    let folder = tempfile::tempdir().unwrap();
    let limits = ServerLimits {
        games_per_address: 4,
        ..WIDE
    };
    let server = serve_in(folder.path(), limits);
    let mut client = Client::of(&server);
    let begun = client.begin_here(&json!({}));
    let watch = link(&begun, "watch");
    let answers: Vec<u16> = (0..6)
        .map(|_| client.act(watch, "branch", &json!({"ply": 0})).status)
        .collect();
    assert_eq!(answers, [201, 201, 201, 429, 429, 429]);
}

#[test]
fn a_game_is_told_on_a_line_that_plays_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let moves = "c3^b4d4 f6-e5 d4xf6{d4}";
    let begun = client.begin_here(&json!({"moves": moves}));
    let both = link(&begun, "both");
    assert_eq!(export(&mut client, both, "moves"), moves);
    let command = format!("cheqqers play --black human --moves \"{moves}\"");
    assert_eq!(export(&mut client, both, "command"), command);
    for asked in [
        json!({"settings": {"level": "2", "size": "6"}}),
        json!({"game": "blocking", "settings": {"size": "6"}}),
        json!({"game": "rotation", "position": "B:Wc3~0,Kd4:Bf6~1"}),
    ] {
        let begun = client.begin_here(&asked);
        let both = link(&begun, "both");
        let state = play_on(&mut client, both, 12);
        let moves = export(&mut client, both, "moves");
        let asked = json!({"game": state["kind"], "settings": state["settings"], "moves": moves});
        let again = client.begin_here(&asked);
        assert_eq!(client.game(link(&again, "both"))["board"], state["board"]);
        // What a shell makes of the command, which quotes nothing within its quotes.
        let command = export(&mut client, both, "command");
        let command = command.replace(" --black human", "");
        let mut words: Vec<&str> = Vec::new();
        for (at, text) in command.split('"').enumerate() {
            match at % 2 {
                0 => words.extend(text.split_whitespace()),
                _ => words.push(text),
            }
        }
        let exported = cheqqers(&[&["export", "--format", "record"], &words[2..]].concat());
        assert_eq!(exported.code, Some(0), "{command}: {exported:?}");
        let loaded = load(&mut client, &exported.out);
        assert_eq!(client.game(&loaded)["board"], state["board"], "{command}");
    }
}

/// Lets the record of the one game that is kept here go on with what it has, up to so many lines.
fn lengthen(folder: &Path, lines: u32) {
    let mut games = Connection::open(folder.join("games.sqlite")).unwrap();
    let to = games.transaction().unwrap();
    let had: u32 = to
        .query_row("SELECT count(*) FROM lines", [], |row| row.get(0))
        .unwrap();
    for n in had..lines {
        let copied = to.execute(
            "INSERT INTO lines (game, n, json) SELECT game, ?1, json FROM lines WHERE n = ?2",
            [n, n % had],
        );
        assert_eq!(copied, Ok(1));
    }
    to.commit().unwrap();
}

#[test]
fn a_game_that_is_not_meant_to_end_stops_growing() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin_here(&json!({}));
    let both = link(&begun, "both");
    client.play(both, 1, "c3-d4");
    assert_eq!(client.act(both, "undo", &json!({})).status, 200);
    drop(server);
    lengthen(folder.path(), 9_998);
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    client.play(both, 1, "c3-d4");
    assert_eq!(client.act(both, "undo", &json!({})).status, 200);
    let before = client.game(both);
    let more = client.act(both, "moves", &json!({"ply": 1, "move": "c3-d4"}));
    assert_eq!(more.code(), (409, "full".into()));
    assert_eq!(client.game(both), before);
    assert_eq!(client.act(both, "resign", &json!({})).status, 200);
    verifies(folder.path(), &export(&mut client, both, "record"));
}

#[test]
fn a_computer_moves_no_more_in_a_game_as_long_as_games_may_get() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin(&json!({"black": "random", "time": "60"}));
    let white = link(&begun, "white");
    client.play(white, 1, "c3-d4");
    client.until(white, |state| state["turn"] == "white");
    assert_eq!(client.act(white, "undo", &json!({})).status, 200);
    drop(server);
    lengthen(folder.path(), 9_999);
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    assert_eq!(client.game(white)["rest"], Value::Null);
    let state = client.play(white, 1, "c3-d4");
    assert_eq!(
        (&state["rest"], &state["thinking"]),
        (&json!("long"), &json!(false))
    );
    // What it can't help costs it no time.
    assert_eq!(state["clock"]["running"], Value::Null);
    // Looking at it is nothing that happens.
    let moment = client.get(&format!("/api/v1/links/{white}/plies/1"));
    assert_eq!(moment.status, 200);
    assert_eq!(client.game(white), state);
    assert_eq!(client.act(white, "resign", &json!({})).status, 200);
    verifies(folder.path(), &export(&mut client, white, "record"));
}

#[test]
fn a_computer_rests_and_takes_a_draw_where_there_is_no_room_for_its_moves() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let settings = json!({"size": "16", "rows": "4", "draw_turns": "off"});
    let asked = json!({"game": "blocking", "settings": settings});
    let both = link(&client.begin_here(&asked), "both").to_owned();
    let mut state = client.game(&both);
    let refused = loop {
        let splits = state["legal"].as_array().unwrap().iter();
        let splits: Vec<&Value> = splits
            .filter(|mv| mv["to"].as_array().unwrap().len() == 2)
            .collect();
        let ply = num_plies(&state) + 1;
        let body = json!({"ply": ply, "move": splits[ply * 7 % splits.len()]["move"]});
        let played = client.act(&both, "moves", &body);
        if played.status != 200 {
            break played;
        }
        state = played.json();
    };
    assert_eq!(refused.code(), (409, "full".into()));
    let record = export(&mut client, &both, "record");
    let (computer, person) = match state["turn"].as_str() {
        Some("white") => ("white", "black"),
        _ => ("black", "white"),
    };
    let begun = client.begin(&json!({"record": record, computer: "random"}));
    let person = link(&begun, person);
    let state = client.game(person);
    assert_eq!(state["rest"], "full");
    assert_eq!(client.game(person), state);
    assert_eq!(client.act(person, "undo", &json!({})).status, 200);
    let undone = client.game(person);
    assert_eq!(
        (num_plies(&undone) + 1, &undone["rest"]),
        (num_plies(&state), &Value::Null)
    );
    let drawn = client.act(person, "draw", &json!({}));
    assert_eq!(drawn.status, 200, "{drawn:?}");
    assert_eq!(client.game(person)["status"], "draw");
}

/// Checks that the command verifies a record.
fn verifies(folder: &Path, record: &str) {
    let path = folder.join("game.jsonl");
    std::fs::write(&path, record).unwrap();
    let verified = cheqqers(&["replay", "--verify", path.to_str().unwrap()]);
    assert_eq!((verified.code, &*verified.err), (Some(0), ""));
}

/// A game of an older version that had more options: the others go on.
#[test]
fn a_game_that_can_not_be_read_any_more_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let [old, new] = ["blocking", "cheqqers"]
        .map(|game| link(&client.begin_here(&json!({"game": game})), "both").to_owned());
    drop(server);
    let games = Connection::open(folder.path().join("games.sqlite")).unwrap();
    let update =
        "UPDATE games SET header = json_set(json_remove(header, '$.sum'), '$.phase', json('true'))
                  WHERE json_extract(header, '$.game') = 'blocking'";
    assert_eq!(games.execute(update, []), Ok(1));
    drop(games);
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let refused = client.get(&format!("/api/v1/links/{old}"));
    assert_eq!(refused.code(), (409, "refused".into()));
    let why =
        "games with the option phase are no longer read: version 0.1.0 is the last that plays them";
    assert!(refused.body.contains(why), "{refused:?}");
    assert_eq!(client.game(&new)["kind"], "cheqqers");
}
