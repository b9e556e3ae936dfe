//! Analyses of games that are over.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cheqqers_game::Sameness;
use cheqqers_session::GameKind;
use cheqqers_solve::{Bounds, Extent, Table};
use cheqqers_web::{GameServer, ServerLimits, ServerOptions};
use serde_json::{Value, json};

use crate::client::{Client, WIDE, link, serve_in, some_move};

/// The lines of a stream to its end.
fn lines(stream: &mut Client) -> Vec<Value> {
    let mut lines = Vec::new();
    loop {
        match next(stream) {
            Some(line) => {
                let is_last = line.get("ply").is_none();
                lines.push(line);
                if is_last {
                    return lines;
                }
            }
            None => panic!("it ends without its last line: {lines:?}"),
        }
    }
}

/// The next line, past the sizes of chunks.
fn next(stream: &mut Client) -> Option<Value> {
    loop {
        let line = stream.line().ok()?;
        if line.starts_with('{') {
            return Some(serde_json::from_str(&line).unwrap());
        }
    }
}

/// A score, as a number.
fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

#[test]
fn a_game_is_analysed_once_it_is_over_and_tells_why_a_capture_failed() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin_here(&json!({
        "position": "W:W22,29:B4,11",
        "moves": "c3^b4d4 f6-e5 d4xf6{b4}",
        "settings": {"level": "3"},
    }));
    let (both, watch) = (link(&begun, "both"), link(&begun, "watch"));
    let path = |link: &str| format!("/api/v1/links/{link}/analysis");
    for link in [both, watch] {
        // Nobody plays, or lets others play, by what it finds.
        let refused = client.get(&path(link));
        assert_eq!(refused.code(), (409, "refused".into()));
        assert!(refused.body.contains("when it is over"), "{}", refused.body);
    }
    client.act(both, "resign", &json!({}));
    let answer = client.get(&path(watch));
    assert_eq!(answer.header("content-type"), Some("application/jsonl"));
    let lines = lines(&mut client);
    let [start, split, step, capture, summary] = &lines[..] else {
        panic!("{lines:?}")
    };
    assert_eq!(start["ply"]["move"], Value::Null);
    assert!(!start["ply"]["line"].as_array().unwrap().is_empty());
    for (number_of, line) in [start, split, step, capture].into_iter().enumerate() {
        assert_eq!(line["ply"]["ply"], number_of);
        let score = number(&line["ply"]["score"]);
        assert!((0.0..=1.0).contains(&score), "{line}");
    }
    assert_eq!(split["ply"]["move"]["luck"], Value::Null);
    let mv = &capture["ply"]["move"];
    assert_eq!(
        (&mv["move"], &mv["only"], &mv["loss"]),
        (&json!("d4xf6"), &json!(true), &json!(0.0))
    );
    let outcomes = mv["outcomes"].as_array().unwrap();
    let actual: Vec<&Value> = outcomes
        .iter()
        .filter(|one| one["actual"] == true)
        .collect();
    let [failed] = actual[..] else {
        panic!("{outcomes:?}")
    };
    assert_eq!(failed["move"], "d4xf6{b4}");
    // The sentences say which square was found empty, and how likely that was.
    let told = failed["told"].to_string();
    assert!(
        told.contains("on d4 was measured: it was not there (50"),
        "{failed}"
    );
    assert!((number(&failed["probability"]) - 0.5).abs() < 1e-9);
    let mean: f64 = outcomes
        .iter()
        .map(|one| number(&one["probability"]) * number(&one["score"]))
        .sum();
    assert!((mean - number(&mv["expected"])).abs() < 1e-9, "{mv}");
    let luck = number(&mv["luck"]);
    assert!(
        (number(&failed["score"]) - mean - luck).abs() < 1e-9,
        "{mv}"
    );
    assert!(luck < 0.0, "{mv}");
    let white = &summary["summary"]["white"];
    assert_eq!(
        (&white["measurements"], &white["luck"]),
        (&json!(1), &json!(luck))
    );
    assert_eq!(summary["summary"]["black"]["measurements"], 0);
    // From a ply on.
    let mut client = Client::of(&server);
    client.get(&format!("{}?from=3", path(watch)));
    let last = self::lines(&mut client);
    assert_eq!((last.len(), &last[0]["ply"]["ply"]), (2, &json!(3)));
    let mut client = Client::of(&server);
    let beyond = client.get(&format!("{}?from=4", path(watch)));
    assert_eq!(beyond.code(), (404, "unknown-ply".into()));
}

/// A table of the smallest board.
fn small_table() -> Table {
    let kind = GameKind::named("cheqqers").unwrap();
    let changes = ["size=4", "rows=1", "level=0"];
    let changes = changes.map(|change| change.split_once('=').unwrap());
    let changes = changes.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let settings = kind.settings(None, &changes).unwrap();
    let start = kind.start(&settings).unwrap();
    let extent = Extent {
        most: usize::MAX,
        threads: NonZeroUsize::MIN,
    };
    let stop = AtomicBool::new(false);
    let mut exploration = start.exploration(Sameness::Equivalent).unwrap();
    let explored = start.explore(&mut exploration, extent, &stop, &mut |_| ());
    explored.unwrap();
    let bounds = Bounds::of(&exploration.graph, &stop, |_| ()).unwrap();
    let distances = bounds.check(&exploration.graph).unwrap();
    Table::new(&exploration, &bounds, &distances)
}

#[test]
fn a_table_of_the_board_gives_exact_scores_of_all_moves() {
    let folder = tempfile::tempdir().unwrap();
    let options = ServerOptions {
        data: Some(folder.path().into()),
        limits: WIDE,
        tables: vec![Arc::new(small_table())],
        ..ServerOptions::default()
    };
    let server = GameServer::start(options, ([127, 0, 0, 1], 0).into()).unwrap();
    let analyse = |settings: &Value| {
        let mut client = Client::of(&server);
        let begun = client.begin_here(&json!({"settings": settings, "moves": "c1-d2"}));
        client.act(link(&begun, "both"), "resign", &json!({}));
        client.get(&format!("/api/v1/links/{}/analysis", link(&begun, "watch")));
        lines(&mut client)
    };
    let lines = analyse(&json!({"size": "4", "rows": "1", "level": "0"}));
    let start = &lines[0]["ply"];
    assert_eq!((&start["score"], &start["depth"]), (&json!(0.5), &json!(0)));
    let solved = json!([
        {"move": "a1-b2", "score": 0.5},
        {"move": "c1-b2", "score": 0.5},
        {"move": "c1-d2", "score": 0.0},
    ]);
    assert_eq!(start["solved"], solved);
    let mv = &lines[1]["ply"]["move"];
    assert_eq!((&mv["loss"], &mv["expected"]), (&json!(0.5), &json!(0.0)));
    assert_eq!(
        (&mv["best"], &mv["mark"]),
        (&json!("a1-b2"), &json!("blunder"))
    );
    // The table is of other rules.
    let lines = analyse(&json!({"size": "4", "rows": "1", "level": "1"}));
    assert_eq!(lines[0]["ply"]["solved"], Value::Null);
    assert!(lines[0]["ply"]["depth"].as_u64().unwrap() > 0);
}

#[test]
fn one_address_has_so_many_analyses_and_those_nobody_listens_to_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), ServerLimits { streams: 1, ..WIDE });
    let mut client = Client::of(&server);
    let begun = client.begin_here(&json!({"settings": {"level": "3"}}));
    let (both, watch) = (link(&begun, "both"), link(&begun, "watch"));
    for ply in 1..40 {
        let state = client.game(both);
        let Some(mv) = some_move(&state, 7 * ply) else {
            break;
        };
        client.play(both, ply, mv);
    }
    client.act(both, "resign", &json!({}));
    let analyse = || {
        let mut stream = Client::of(&server);
        let answer = stream.get(&format!("/api/v1/links/{watch}/analysis"));
        (answer, stream)
    };
    let (_, mut first) = analyse();
    assert_eq!(next(&mut first).unwrap()["ply"]["ply"], 0);
    assert_eq!(analyse().0.code(), (429, "too-many".into()));
    drop(first);
    // Its permits are given back, and the next one is computed.
    let mut second = (0..500).find_map(|_| {
        std::thread::sleep(Duration::from_millis(10));
        let (answer, stream) = analyse();
        (answer.status == 200).then_some(stream)
    });
    assert!(lines(second.as_mut().unwrap()).len() > 10);
}
