//! A disk that takes nothing for a while.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::client::{Client, WIDE, link, num_plies, serve_in, some_move};
use crate::games::too_large;
use crate::remote::failed;

/// Lets the games' file refuse something, until it is dropped.
pub(crate) struct Refusal(Connection);

impl Refusal {
    /// Refuses what a trigger may stand before.
    pub(crate) fn of(folder: &Path, what: &str) -> Self {
        let connection = Connection::open(folder.join("games.sqlite")).unwrap();
        let trigger = format!(
            "CREATE TRIGGER refusal BEFORE {what}
             BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
        );
        connection.execute_batch(&trigger).unwrap();
        Self(connection)
    }
}

impl Drop for Refusal {
    fn drop(&mut self) {
        self.0.execute_batch("DROP TRIGGER refusal").unwrap();
    }
}

#[test]
fn a_move_that_is_not_on_the_disk_was_not_made_and_took_no_time() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin_here(&json!({"time": "60+0"}));
    let both = link(&begun, "both");
    for (ply, mv) in [(1, "c3-d4"), (2, "f6-e5")] {
        client.play(both, ply, mv);
    }
    let from = Instant::now();
    let before = client.game(both);
    let thought = Duration::from_secs(2);
    thread::sleep(thought);
    let refusal = Refusal::of(folder.path(), "INSERT ON lines");
    let body = json!({"ply": 3, "move": some_move(&before, 0).unwrap()});
    let refused = client.act(both, "moves", &body);
    assert_eq!(refused.code(), (503, "unavailable".into()));
    assert!(!refused.body.contains("disk"), "{refused:?}");
    let after = client.game(both);
    for same in ["plies", "board", "legal", "turn"] {
        assert_eq!(after[same], before[same], "{same}");
    }
    let left = |state: &Value| state["clock"]["white"].as_f64().unwrap();
    let others = from.elapsed().saturating_sub(thought);
    assert!(left(&before) - left(&after) <= others.as_secs_f64());
    drop(refusal);
    assert_eq!(client.act(both, "moves", &body).status, 200);
}

#[test]
fn who_has_no_time_left_gains_none_from_a_disk_that_takes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin_here(&json!({"time": "1"}));
    let both = link(&begun, "both");
    let refusal = Refusal::of(folder.path(), "INSERT ON lines WHEN NEW.n = 2");
    for (ply, mv) in [(1, "c3-d4"), (2, "f6-e5")] {
        client.play(both, ply, mv);
    }
    thread::sleep(Duration::from_millis(1500));
    let state = client.game(both);
    assert_eq!(state["status"], "in_progress");
    assert_eq!(state["clock"]["white"], 0.0);
    let body = json!({"ply": 3, "move": some_move(&state, 0).unwrap()});
    assert_eq!(
        client.act(both, "moves", &body).code(),
        (409, "over".into())
    );
    drop(refusal);
    let state = client.until(both, |state| state["status"] != "in_progress");
    assert_eq!(state["status"], "black_won");
}

#[test]
fn a_computer_whose_move_is_not_on_the_disk_rests_and_tries_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    // Less time than it rests: what it can't help costs it none.
    let begun = client.begin(&json!({"black": "random", "time": "5"}));
    let white = link(&begun, "white");
    client.play(white, 1, "c3-d4");
    let state = client.until(white, |state| state["turn"] == "white");
    let refusal = Refusal::of(folder.path(), "INSERT ON lines WHEN NEW.n = 3");
    client.play(white, 3, some_move(&state, 0).unwrap());
    let state = client.until(white, |state| state["thinking"] == false);
    assert_eq!((num_plies(&state), &state["rest"]), (3, &json!("failed")));
    assert_eq!(state["clock"]["running"], Value::Null);
    // Looking at it wakes nobody before time.
    assert_eq!(client.game(white), state);
    let early = client.act(white, "moves", &json!({"ply": 4, "move": "b6-a5"}));
    assert_eq!(early.code(), (403, "not-yours".into()));
    drop(refusal);
    let state = client.until(white, |state| num_plies(state) == 4);
    assert_eq!(
        (&state["rest"], &state["thinking"]),
        (&Value::Null, &json!(false))
    );
}

#[test]
fn a_measurement_made_here_that_is_not_on_the_disk_may_be_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let (both, _) = too_large(&mut client);
    let here = json!({"backend": "local"});
    let refusal = Refusal::of(folder.path(), "INSERT ON lines");
    assert_eq!(client.act(&both, "retry", &here).status, 202);
    let state = client.until(&both, failed);
    assert_eq!(state["waiting"]["may"], json!(["local", "cancel"]));
    assert_eq!(num_plies(&state), 21);
    drop(refusal);
    assert_eq!(client.act(&both, "retry", &here).status, 202);
    client.until(&both, |state| num_plies(state) == 22);
}

#[test]
fn a_rematch_that_is_not_on_the_disk_begins_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin(&json!({"black": "random"}));
    let white = link(&begun, "white");
    assert_eq!(client.act(white, "resign", &json!({})).status, 200);
    let refusal = Refusal::of(folder.path(), "UPDATE ON games");
    let refused = client.act(white, "rematch", &json!({}));
    assert_eq!(refused.code(), (503, "unavailable".into()));
    let games = |connection: &Connection| -> u32 {
        let count = "SELECT count(*) FROM games";
        connection.query_row(count, [], |row| row.get(0)).unwrap()
    };
    assert_eq!(games(&refusal.0), 1);
    drop(refusal);
    let begun = client.act(white, "rematch", &json!({}));
    assert_eq!(begun.status, 200, "{begun:?}");
    let next = begun.json()["next"]["link"].as_str().unwrap().to_owned();
    assert_eq!(client.game(&next)["sides"], json!(["black"]));
}

#[test]
fn games_that_a_teacher_ends_are_ended_as_such_whatever_the_disk_takes() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.post("/api/v1/classes", &json!({})).json();
    let (teacher, code) = (&begun["teacher"], &begun["code"]);
    let (teacher, code) = (teacher.as_str().unwrap(), code.as_str().unwrap());
    let pupils = ["Ada", "Bo"].map(|name| {
        let path = format!("/api/v1/classes/{code}/pupils");
        let joined = client.post(&path, &json!({"name": name})).json();
        joined["pupil"].as_str().unwrap().to_owned()
    });
    let act = |act: &str, body: &Value| {
        let path = format!("/api/v1/teachers/{teacher}/{act}");
        Client::of(&server).post(&path, body)
    };
    let pair = json!({"pairs": [{"white": 1, "black": 2}]});
    let unavailable = (503, "unavailable".into());
    for (refused, is_over) in [
        ("UPDATE ON classes", false),
        (
            "UPDATE ON classes WHEN NEW.record LIKE '%\"stopped\":true%\"stopped\":true%'",
            true,
        ),
    ] {
        assert_eq!(act("pairs", &pair).status, 200);
        let lobby = client.get(&format!("/api/v1/pupils/{}", pupils[0])).json();
        let game = lobby["game"]["link"].as_str().unwrap().to_owned();
        let refusal = Refusal::of(folder.path(), refused);
        assert_eq!(act("stop", &json!({})).code(), unavailable);
        assert_eq!(client.game(&game)["status"] == "draw", is_over);
        drop(refusal);
        // The second time it is noticed by whoever looks.
        if !is_over {
            assert_eq!(act("stop", &json!({})).status, 200);
        }
        let lobby = client.get(&format!("/api/v1/pupils/{}", pupils[0])).json();
        assert_eq!(lobby["last"]["result"], "stopped", "{lobby}");
    }
}
