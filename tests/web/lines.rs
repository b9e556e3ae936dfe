//! Lines of moves, which the server plays and does not keep.

use cheqqers_session::KNOWN;
use cheqqers_web::ServerLimits;
use serde_json::{Value, json};

use crate::client::{Answer, Client, WIDE, link, num_plies, serve_in, some_move};

fn line(client: &mut Client, view: &str, line: &Value, fields: &Value) -> Answer {
    let mut body = json!({"line": line});
    let fields = fields.as_object().unwrap().clone();
    body.as_object_mut().unwrap().extend(fields);
    client.post(&format!("/api/v1/lines{view}"), &body)
}

fn path(link: &str, rest: &str) -> String {
    format!("/api/v1/links/{link}{rest}")
}

#[test]
fn a_line_is_seen_as_the_game_with_the_same_moves() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    for (known, seed) in KNOWN.iter().zip(1..) {
        let begun = client.begin_here(&json!({"game": known.name, "seed": seed}));
        let both = link(&begun, "both").to_owned();
        let mut state = client.game(&both);
        for ply in 1..=24 {
            let Some(mv) = some_move(&state, ply * 7 + seed).map(str::to_owned) else {
                break;
            };
            state = client.play(&both, ply, &mv);
        }
        let moves = client.get(&path(&both, "/export?format=moves")).body;
        let start = json!({"game": known.name, "moves": moves.trim_end()});
        let played = line(&mut client, "", &start, &json!({})).json();
        for key in [
            "kind", "turn", "status", "words", "board", "last", "plies", "legal",
        ] {
            assert_eq!(played[key], state[key], "{} {key}", known.name);
        }
        let texts: Vec<&str> = played["moves"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        assert_eq!((texts.len(), texts.join(" ")), (num_plies(&state), moves));
        let views = [
            ("/description", "/description".to_owned(), json!({})),
            ("/ply", "/plies/3".to_owned(), json!({"ply": 3})),
        ];
        for (view, rest, fields) in views {
            let seen = line(&mut client, view, &start, &fields).json();
            let known = client.get(&path(&both, &rest)).json();
            // Only a game's measurements have a backend of its own choice.
            assert_eq!(seen["board"], known["board"]);
            assert_eq!(seen["layout"], known["layout"]);
        }
        if let Some(mv) = some_move(&state, seed) {
            let seen = line(&mut client, "/preview", &start, &json!({"move": mv}));
            let query = mv
                .replace('^', "%5E")
                .replace('+', "%2B")
                .replace('&', "%26");
            let known = client.get(&path(&both, &format!("/preview?move={query}")));
            assert_eq!((seen.status, seen.json()), (200, known.json()), "{mv}");
        }
        if let Some(square) = state["board"]["components"][0][0].as_str() {
            let of = json!({"square": square, "encoding": "paper"});
            let seen = line(&mut client, "/circuit", &start, &of).json();
            let known = client.get(&path(
                &both,
                &format!("/circuit?square={square}&encoding=paper"),
            ));
            assert_eq!(seen, known.json());
            let of = json!({"square": square, "format": "qasm3"});
            let seen = line(&mut client, "/export", &start, &of);
            let known = client.get(&path(
                &both,
                &format!("/export?square={square}&format=qasm3"),
            ));
            assert_eq!(seen.body, known.body);
        }
        let record = client.get(&path(&both, "/export?format=record")).body;
        let recorded = line(&mut client, "", &json!({"record": record}), &json!({})).json();
        assert_eq!(recorded["moves"], played["moves"]);
    }
}

#[test]
fn what_a_line_lacks_is_measured_once_and_then_given() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let moves = "c3^b4d4 f6-g5 b4-a5 g5-h4 d4-c5 b6xd4";
    let start = json!({"settings": {"level": "1"}, "moves": moves});
    let mut found = [0, 0];
    for _ in 0..40 {
        let played = line(&mut client, "", &start, &json!({})).json();
        let last = played["moves"][5].as_str().unwrap();
        assert!(last.starts_with("b6xd4{"), "{last}");
        found[usize::from(last == "b6xd4{c5}")] += 1;
        let texts: Vec<&str> = played["moves"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let again = json!({"settings": {"level": "1"}, "moves": texts.join(" ")});
        let again = line(&mut client, "", &again, &json!({})).json();
        assert_eq!(again, played);
    }
    // Each is missed with a probability of 2^-40.
    assert!(found[0] > 0 && found[1] > 0, "{found:?}");
}

#[test]
fn lines_need_no_room_and_no_allowance() {
    let folder = tempfile::tempdir().unwrap();
    let limits = ServerLimits {
        games: 1,
        games_per_address: 1,
        ..WIDE
    };
    let server = serve_in(folder.path(), limits);
    let mut client = Client::of(&server);
    client.begin(&json!({}));
    for _ in 0..200 {
        assert_eq!(
            line(&mut client, "", &json!({"moves": "c3-d4"}), &json!({})).status,
            200
        );
    }
    assert_eq!(client.post("/api/v1/games", &json!({})).status, 429);
}

#[test]
fn what_is_no_line_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let refused = [
        json!({"moves": "c3-c4"}),
        json!({"moves": "c3^b4d4 {"}),
        json!({"game": "go"}),
        json!({"settings": {"level": "9"}}),
        json!({"record": "nothing"}),
        json!({"record": "nothing", "moves": "c3-d4"}),
        json!({"moves": "c3-d4 ".repeat(4000)}),
        json!({"seed": 7}),
    ];
    for start in refused {
        let answer = line(&mut client, "", &start, &json!({}));
        assert!((400..500).contains(&answer.status), "{start}: {answer:?}");
    }
    let start = json!({"moves": "c3-d4"});
    for (view, fields) in [
        ("/ply", json!({"ply": 2})),
        ("/ply", json!({})),
        ("/preview", json!({"move": "c3-d4"})),
        ("/circuit", json!({"square": "d4"})),
        ("/circuit", json!({"square": "d4", "encoding": "other"})),
        ("/export", json!({"format": "other"})),
        ("/export", json!({"format": "qasm3"})),
    ] {
        let answer = line(&mut client, view, &start, &fields);
        assert!(
            (400..500).contains(&answer.status),
            "{view} {fields}: {answer:?}"
        );
    }
}
