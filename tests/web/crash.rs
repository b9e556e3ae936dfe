//! The real command, ended in the middle of things.

use std::collections::HashMap;
use std::io::Read;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, link, num_plies, some_move};
use crate::command::{cheqqers, command};
use crate::process::Process;

/// Plays games at random until the server is gone; tells what was answered of each.
fn play(address: SocketAddr, games: usize, answered: &Mutex<HashMap<String, Vec<String>>>) {
    let mut client = Client::new(address);
    let links: Vec<String> = (0..games)
        .map(|_| {
            link(
                &client.begin(&json!({"settings": {"size": "6"}, "one_screen": true})),
                "both",
            )
            .to_owned()
        })
        .collect();
    let mut states: Vec<Value> = links.iter().map(|link| client.game(link)).collect();
    for round in 0.. {
        for (link, state) in links.iter().zip(&mut states) {
            let Some(mv) = some_move(state, round * 13 + 5) else {
                continue;
            };
            let body = json!({"ply": num_plies(state) + 1, "move": mv});
            let played = client.try_post(&format!("/api/v1/links/{link}/moves"), &body);
            let Ok(played) = played else {
                return;
            };
            assert_eq!(played.status, 200, "{played:?}");
            *state = played.json();
            let plies = state["plies"].as_array().unwrap();
            let moves = plies.iter().map(Value::to_string).collect();
            answered.lock().unwrap().insert(link.clone(), moves);
        }
    }
}

#[test]
fn nothing_that_was_answered_is_lost_when_the_server_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Process::start(folder.path());
    let answered = Arc::new(Mutex::new(HashMap::new()));
    let players: Vec<_> = (0..10)
        .map(|_| {
            let (address, answered) = (server.address, Arc::clone(&answered));
            thread::spawn(move || play(address, 5, &answered))
        })
        .collect();
    let begun = Instant::now();
    // In all games, and many in all.
    let enough = || {
        let answered = answered.lock().unwrap();
        answered.len() == 50 && answered.values().map(Vec::len).sum::<usize>() > 400
    };
    while !enough() && begun.elapsed() < Duration::from_mins(1) {
        thread::sleep(Duration::from_millis(5));
    }
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    for player in players {
        player.join().unwrap();
    }
    let answered = answered.lock().unwrap();
    assert_eq!(answered.len(), 50);
    let server = Process::start(folder.path());
    let mut client = Client::new(server.address);
    for (link, moves) in answered.iter() {
        let state = client.game(link);
        let found: Vec<String> = state["plies"]
            .as_array()
            .unwrap()
            .iter()
            .map(Value::to_string)
            .collect();
        // One more may have been written whose answer did not get through.
        assert!(
            found.starts_with(moves) && found.len() <= moves.len() + 1,
            "{link}"
        );
    }
}

#[cfg(unix)]
#[test]
fn the_server_ends_cleanly_when_it_is_asked_to() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Process::start(folder.path());
    let mut client = Client::new(server.address);
    let begun = client.begin(&json!({}));
    client.play(link(&begun, "white"), 1, "c3-d4");
    let mut stream = Client::new(server.address);
    let watch = link(&begun, "watch");
    stream.get(&format!("/api/v1/links/{watch}/events"));
    let mut second = command(&["serve", "--listen", "127.0.0.1:0", "--data"]);
    second.arg(folder.path());
    let refused = crate::command::run(&mut second);
    assert_eq!(refused.code, Some(1));
    assert!(
        refused.err.contains("another server") && refused.err.contains("--data"),
        "{}",
        refused.err
    );
    server.terminate();
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    let mut rest = String::new();
    server
        .child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut rest)
        .unwrap();
    assert_eq!(rest, "");
    // Whoever listened has heard that it ended.
    while stream.line().is_ok() {}
    let server = Process::start(folder.path());
    assert_eq!(num_plies(&Client::new(server.address).game(watch)), 1);
}

#[test]
fn an_address_that_is_taken_is_a_clear_error() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path());
    let other = tempfile::tempdir().unwrap();
    let listen = server.address.to_string();
    let data = other.path().to_str().unwrap();
    let refused = cheqqers(&["serve", "--listen", &listen, "--data", data]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("--listen"), "{}", refused.err);
}
