//! What players agree about.

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Client, WIDE, link, num_plies, serve_in, some_move, unversioned};

#[test]
fn between_two_people_moves_are_taken_back_by_consent() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin(&json!({}));
    // Nobody has a link that needs no consent.
    assert_eq!(begun["links"]["both"], Value::Null);
    let (white, black) = (link(&begun, "white"), link(&begun, "black"));
    let nothing = client.act(white, "undo", &json!({}));
    assert_eq!(nothing.code(), (409, "refused".into()));
    client.play(white, 1, "c3-d4");
    assert_eq!(
        client.game(white)["undo"],
        json!({"plies": 1, "measured": false})
    );
    assert_eq!(client.game(black)["undo"], Value::Null);
    let asked = client.act(white, "undo", &json!({})).json();
    let offer = json!({"kind": "undo", "by": "white", "plies": 1, "measured": false});
    assert_eq!((&asked["offer"], num_plies(&asked)), (&offer, 1));
    // Nobody takes their own offer.
    let own = client.act(white, "undo", &json!({"accept": true}));
    assert_eq!(own.code(), (409, "refused".into()));
    let declined = client.act(black, "undo", &json!({"accept": false})).json();
    assert_eq!(
        (&declined["offer"], num_plies(&declined)),
        (&Value::Null, 1)
    );
    client.act(white, "undo", &json!({}));
    let taken = client.act(black, "undo", &json!({"accept": true})).json();
    assert_eq!((num_plies(&taken), &taken["turn"]), (0, &json!("white")));
    assert_eq!(taken["ahead"], json!({"move": "c3-d4"}));
    // Who takes an offer may say which: another one may stand by now.
    client.play(white, 1, "c3-d4");
    client.play(black, 2, "f6-e5");
    client.act(white, "undo", &json!({}));
    let other = client.act(black, "undo", &json!({"accept": true, "plies": 1}));
    assert_eq!(other.code(), (409, "refused".into()));
    let taken = client.act(black, "undo", &json!({"accept": true, "plies": 2}));
    assert_eq!(num_plies(&taken.json()), 0);
    // A move is an answer too.
    client.play(white, 1, "c3-b4");
    client.act(white, "undo", &json!({}));
    let moved = client.play(black, 2, "f6-e5");
    assert_eq!(moved["offer"], Value::Null);
    let late = client.act(black, "undo", &json!({"accept": true}));
    assert_eq!(late.code(), (409, "refused".into()));
}

#[test]
fn draws_and_resignations_end_a_game_and_a_rematch_swaps_colours() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin(&json!({}));
    let (white, black) = (link(&begun, "white"), link(&begun, "black"));
    let early = client.act(white, "rematch", &json!({}));
    assert_eq!(early.code(), (409, "refused".into()));
    assert_eq!(
        client.act(white, "draw", &json!({})).json()["status"],
        "in_progress"
    );
    let drawn = client.act(black, "draw", &json!({"accept": true})).json();
    assert_eq!(
        (&drawn["status"], &drawn["offer"]),
        (&json!("draw"), &Value::Null)
    );
    for act in ["resign", "draw"] {
        assert_eq!(
            client.act(white, act, &json!({})).code(),
            (409, "over".into())
        );
    }
    assert_eq!(
        client.act(white, "undo", &json!({})).code(),
        (409, "refused".into())
    );
    client.act(black, "rematch", &json!({}));
    let next = client
        .act(white, "rematch", &json!({"accept": true}))
        .json();
    let of_white = next["next"]["link"].as_str().unwrap().to_owned();
    let of_black = client.game(black)["next"]["link"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(client.game(&of_white)["sides"], json!(["black"]));
    assert_eq!(client.game(&of_black)["sides"], json!(["white"]));
    let resigned = client.act(&of_black, "resign", &json!({})).json();
    assert_eq!(
        (&resigned["status"], &resigned["end"]["by"]),
        (&json!("black_won"), &json!("white"))
    );
    let watch = client.game(link(&begun, "watch"));
    assert_eq!(
        client.game(watch["next"]["link"].as_str().unwrap())["sides"],
        json!([])
    );
    drop(server);
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    assert_eq!(unversioned(client.game(&of_black)), unversioned(resigned));
    assert_eq!(client.game(white)["next"]["link"], of_white);
}

#[test]
fn who_resigns_does_not_wait_for_a_computer_that_thinks() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin(&json!({"black": "expert:4000"}));
    let white = link(&begun, "white");
    client.play(white, 1, "c3-d4");
    // Thinking, not waiting for its turn to.
    thread::sleep(Duration::from_millis(500));
    assert_eq!(client.game(white)["thinking"], true);
    let resigned = client.act(white, "resign", &json!({})).json();
    assert_eq!(
        (&resigned["status"], &resigned["thinking"]),
        (&json!("black_won"), &json!(false))
    );
    thread::sleep(Duration::from_millis(4500));
    let later = client.game(white);
    assert_eq!(
        (&later["status"], num_plies(&later)),
        (&json!("black_won"), 1)
    );
}

#[test]
fn offers_made_at_the_same_time_meet() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    for _ in 0..10 {
        let mut client = Client::of(&server);
        let begun = client.begin(&json!({}));
        let answers = thread::scope(|scope| {
            let sides = ["white", "black"].map(|side| {
                let (server, begun) = (&server, &begun);
                scope.spawn(move || {
                    let mut client = Client::of(server);
                    client.act(link(begun, side), "draw", &json!({})).status
                })
            });
            sides.map(|side| side.join().unwrap())
        });
        assert_eq!(answers, [200, 200]);
        assert_eq!(client.game(link(&begun, "white"))["status"], "draw");
    }
}

#[test]
fn who_plays_a_computer_decides_alone_but_not_about_its_draw() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin(&json!({"black": "random", "seed": 7}));
    let white = link(&begun, "white");
    for _ in 0..3 {
        let state = client.until(white, |state| {
            state["turn"] == "white" && state["thinking"] == false
        });
        let mv = some_move(&state, 1).unwrap().to_owned();
        client.play(white, num_plies(&state) + 1, &mv);
    }
    let state = client.until(white, |state| {
        state["turn"] == "white" && state["thinking"] == false
    });
    let plies = num_plies(&state);
    let odd = client.act(white, "undo", &json!({"plies": 1}));
    assert_eq!(odd.code(), (409, "refused".into()));
    for plies in [0, plies + 1, usize::MAX] {
        let refused = client.act(white, "undo", &json!({"plies": plies}));
        assert_eq!(refused.status, 409, "{plies}");
    }
    let back = client.act(white, "undo", &json!({})).json();
    assert_eq!(num_plies(&back), plies - 2);
    assert_eq!(
        client.act(white, "draw", &json!({})).code(),
        (409, "refused".into())
    );
    client.act(white, "resign", &json!({}));
    let next = client.act(white, "rematch", &json!({})).json();
    let next = next["next"]["link"].as_str().unwrap();
    let swapped = client.until(next, |state| {
        state["turn"] == "black" && state["thinking"] == false
    });
    assert_eq!(
        swapped["players"],
        json!({"white": "random", "black": "person"})
    );
}

/// Nobody gets another outcome by taking a move back, not even by a restart of the server.
#[test]
fn what_was_measured_comes_out_the_same_when_it_is_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let position = json!({
        "moves": "c3^b4d4 d6-c5", "settings": {"level": "1"}, "seed": 3, "one_screen": true,
    });
    let begun = client.begin(&position);
    let both = link(&begun, "both").to_owned();
    let mut state = client.game(&both);
    // On to the first measurement.
    while state["plies"].as_array().unwrap().last().unwrap()["measured"] == false {
        let mv = some_move(&state, num_plies(&state) * 5).unwrap().to_owned();
        state = client.play(&both, num_plies(&state) + 1, &mv);
    }
    let plies = num_plies(&state);
    let mv = state["plies"][plies - 1]["move"]
        .as_str()
        .unwrap()
        .to_owned();
    for _ in 0..12 {
        let back = client.act(&both, "undo", &json!({})).json();
        assert_eq!(
            (num_plies(&back), &back["ahead"]["move"]),
            (plies - 1, &json!(mv))
        );
        let again = client.play(&both, plies, &mv);
        assert_eq!(unversioned(again), unversioned(state.clone()));
    }
    client.act(&both, "undo", &json!({}));
    drop(server);
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let again = client.play(&both, plies, &mv);
    assert_eq!(unversioned(again), unversioned(state.clone()));
    // Anew, for who plays alone, both ways come.
    let told = |state: &Value| state["plies"][plies - 1]["told"].clone();
    let differs = (0..60).any(|_| {
        client.act(&both, "undo", &json!({}));
        let body = json!({"ply": plies, "move": mv, "afresh": true});
        let played = client.act(&both, "moves", &body);
        assert_eq!(played.status, 200, "{played:?}");
        told(&played.json()) != told(&state)
    });
    assert!(differs);
}
