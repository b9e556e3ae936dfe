//! Puzzles over the API.

use cheqqers_puzzles::{Puzzle, shipped};
use serde_json::{Value, json};

use crate::client::{Client, WIDE, serve_in};

fn client() -> (tempfile::TempDir, cheqqers_web::GameServer, Client) {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let client = Client::of(&server);
    (folder, server, client)
}

fn attempt(client: &mut Client, puzzle: &Puzzle, body: &Value) -> Value {
    let answer = client.post(&format!("/api/v1/puzzles/{}/try", puzzle.id), body);
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

#[test]
fn puzzles_are_listed_by_game_grade_and_theme() {
    let (_folder, _server, mut client) = client();
    let all = client.get("/api/v1/puzzles").json();
    assert_eq!(all["puzzles"].as_array().unwrap().len(), shipped().len());
    for (key, counts) in [
        ("game", "games"),
        ("grade", "grades"),
        ("theme", "themes"),
        ("theme", "kinds"),
    ] {
        for (name, count) in all[counts].as_object().unwrap() {
            let name = name.replace(' ', "%20");
            let some = client.get(&format!("/api/v1/puzzles?{key}={name}")).json();
            let found = some["puzzles"].as_array().unwrap().len();
            // A kind of move may have the name of a theme.
            assert!(found as u64 >= count.as_u64().unwrap(), "{key} {name}");
            assert_eq!(some[counts], all[counts]);
        }
    }
    let none = client.get("/api/v1/puzzles?game=go").json();
    assert_eq!(none["puzzles"], json!([]));
    let wrong = client.get("/api/v1/puzzles?grade=heavy").code();
    assert_eq!(wrong, (400, "malformed".into()));
}

#[test]
fn a_puzzle_does_not_tell_its_moves_before_the_try() {
    let (_folder, _server, mut client) = client();
    let puzzle = &shipped()[0];
    let shown = client.get(&format!("/api/v1/puzzles/{}", puzzle.id)).json();
    let keys: Vec<&String> = shown.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        ["id", "game", "preset", "settings", "moves", "turn", "steps"]
    );
    let daily = client.get("/api/v1/puzzles/daily").json();
    let again = client.get("/api/v1/puzzles/daily").json();
    assert_eq!(daily, again);
    assert!(daily["day"].as_u64().unwrap() > 20_000 && daily["steps"].as_u64().unwrap() > 0);
    let none = client.get("/api/v1/puzzles/nosuch").code();
    assert_eq!(none, (404, "unknown-puzzle".into()));
}

#[test]
fn puzzles_are_solved_move_by_move_on_lines() {
    let (_folder, _server, mut client) = client();
    let long = shipped().iter().find(|puzzle| puzzle.steps.len() > 1);
    for puzzle in shipped().iter().take(15).chain(long) {
        let mut found: Vec<&str> = Vec::new();
        let mut plies: Vec<String> = vec![puzzle.moves.clone()];
        for (number, step) in puzzle.steps.iter().enumerate() {
            let hint = attempt(
                &mut client,
                puzzle,
                &json!({"moves": found, "want": "hint"}),
            );
            assert!(hint["kind"].is_string() && hint.get("score").is_none());
            let (best, second) = step.best_and_second();
            for (mv, score) in puzzle.legal_moves(number).unwrap() {
                let mv = mv.text();
                if mv == step.mv() {
                    continue;
                }
                let moves = [&found[..], &[&mv]].concat();
                let told = attempt(&mut client, puzzle, &json!({"moves": moves}));
                assert_eq!(told, json!({"right": false, "score": score, "best": best}));
                assert!(score <= second);
            }
            found.push(step.mv());
            let told = attempt(&mut client, puzzle, &json!({"moves": found}));
            assert_eq!(
                (&told["right"], &told["second"]),
                (&json!(true), &json!(second))
            );
            let solved = number + 1 == puzzle.steps.len();
            assert_eq!(
                (&told["solved"], told["about"].is_null()),
                (&json!(solved), !solved)
            );
            plies.extend(
                told["plies"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|ply| ply.as_str().unwrap().into()),
            );
        }
        let line = json!({"line": {
            "game": puzzle.game, "preset": puzzle.preset, "settings": puzzle.settings, "moves": plies.join(" "),
        }});
        let played = client.post("/api/v1/lines", &line);
        assert_eq!(played.status, 200, "{}: {played:?}", puzzle.id);
        let solution = attempt(
            &mut client,
            puzzle,
            &json!({"moves": [], "want": "solution"}),
        );
        assert_eq!(
            solution["steps"].as_array().unwrap().len(),
            puzzle.steps.len()
        );
    }
}

#[test]
fn what_is_no_try_is_refused() {
    let (_folder, _server, mut client) = client();
    let puzzle = &shipped()[0];
    let path = format!("/api/v1/puzzles/{}/try", puzzle.id);
    let mut code = |body: Value| client.post(&path, &body).code();
    assert_eq!(code(json!({"moves": []})), (400, "malformed".into()));
    assert_eq!(
        code(json!({"moves": ["a1-a1", "a1-a1", "a1-a1", "a1-a1"]})),
        (400, "malformed".into())
    );
    assert_eq!(
        code(json!({"moves": ["nonsense"]})),
        (409, "refused".into())
    );
    let solved: Vec<&str> = puzzle
        .steps
        .iter()
        .map(cheqqers_puzzles::PuzzleStep::mv)
        .collect();
    assert_eq!(
        code(json!({"moves": solved, "want": "hint"})),
        (400, "malformed".into())
    );
}
