//! Classes: a teacher, pupils without accounts, and the games between them.

use cheqqers_web::{ServerLimits, ServerOptions};
use serde_json::{Value, json};
use std::slice;
use std::thread;

use crate::client::{Client, WIDE, num_plies, serve_in, some_move};
use crate::process::Process;

/// A class that was begun, as its teacher asks for it.
struct Class {
    teacher: String,
    code: String,
}

impl Class {
    fn begin(client: &mut Client) -> Self {
        let plan = json!({"game": "cheqqers", "settings": {"size": "6", "level": "1"}});
        let begun = client.post("/api/v1/classes", &json!({"title": "7b", "plan": plan}));
        assert_eq!(begun.status, 201, "{begun:?}");
        let begun = begun.json();
        let text = |name: &str| begun[name].as_str().unwrap().to_owned();
        Self {
            teacher: text("teacher"),
            code: text("code"),
        }
    }

    fn join(&self, client: &mut Client, name: &str) -> String {
        let path = format!("/api/v1/classes/{}/pupils", self.code);
        let joined = client.post(&path, &json!({"name": name}));
        assert_eq!(joined.status, 201, "{joined:?}");
        joined.json()["pupil"].as_str().unwrap().to_owned()
    }

    fn act(&self, client: &mut Client, act: &str, body: &Value) -> Value {
        let done = client.post(&format!("/api/v1/teachers/{}/{act}", self.teacher), body);
        assert_eq!(done.status, 200, "{act}: {done:?}");
        done.json()
    }

    fn refused(&self, client: &mut Client, act: &str, body: &Value) -> (u16, String) {
        client
            .post(&format!("/api/v1/teachers/{}/{act}", self.teacher), body)
            .code()
    }

    fn seen(&self, client: &mut Client) -> Value {
        let seen = client.get(&format!("/api/v1/teachers/{}", self.teacher));
        assert_eq!(seen.status, 200, "{seen:?}");
        seen.json()
    }
}

fn pupil(client: &mut Client, link: &str) -> Value {
    let seen = client.get(&format!("/api/v1/pupils/{link}"));
    assert_eq!(seen.status, 200, "{seen:?}");
    seen.json()
}

fn text<'a>(value: &'a Value, path: &str) -> &'a str {
    let found = value.pointer(path).and_then(Value::as_str);
    found.unwrap_or_else(|| panic!("{path} in {value}"))
}

#[test]
fn a_class_joins_is_paired_plays_and_ends() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let class = Class::begin(&mut client);
    let about = client.get(&format!("/api/v1/classes/{}", class.code.to_lowercase()));
    assert_eq!(
        about.json(),
        json!({"title": "7b", "open": true, "over": false})
    );
    let links: Vec<String> = ["Ada", "Bo", " Cy  D. "]
        .map(|name| class.join(&mut client, name))
        .into();
    let again = format!("/api/v1/classes/{}/pupils", class.code);
    let taken = client.post(&again, &json!({"name": "ADA"}));
    assert_eq!(taken.code(), (409, "refused".into()));
    let waiting = pupil(&mut client, &links[2]);
    assert_eq!(
        (text(&waiting, "/name"), &waiting["game"], &waiting["here"]),
        ("Cy D.", &Value::Null, &json!(1)),
        "who asks is here"
    );
    pupil(&mut client, &links[0]);
    pupil(&mut client, &links[1]);

    // Everyone is paired, and the odd one plays the computer.
    let seen = class.act(
        &mut client,
        "pairs",
        &json!({"everyone": "pupils", "computer": "random"}),
    );
    assert_eq!(seen["class"]["games"].as_array().unwrap().len(), 2);
    assert_eq!(seen["boards"].as_array().unwrap().len(), 2);
    let states: Vec<Value> = links.iter().map(|link| pupil(&mut client, link)).collect();
    let alone = states
        .iter()
        .position(|state| state["game"]["opponent"]["pupil"].is_null())
        .unwrap();
    assert_eq!(text(&states[alone], "/game/opponent/name"), "random");
    let (one, other) = ((alone + 1) % 3, (alone + 2) % 3);
    assert_eq!(
        text(&states[one], "/game/opponent/name"),
        text(&states[other], "/name")
    );
    assert_eq!(
        class.refused(
            &mut client,
            "pairs",
            &json!({"pairs": [{"white": 1, "black": 2}]})
        ),
        (409, "refused".into()),
        "they play already"
    );
    assert_eq!(
        class.refused(&mut client, "pairs", &json!({"everyone": "pupils"})),
        (409, "refused".into()),
        "nobody is free"
    );

    // They are called by their nicknames at the board, and by new ones at once.
    let game = text(&states[one], "/game/link").to_owned();
    let side = text(&states[one], "/game/side").to_owned();
    let state = client.game(&game);
    assert_eq!(state["names"][&side], states[one]["name"]);
    class.act(
        &mut client,
        "rename",
        &json!({"pupil": one + 1, "name": "Eve"}),
    );
    let renamed = client.game(&game);
    assert_eq!(renamed["names"][&side], json!("Eve"));
    assert!(renamed["version"].as_u64() > state["version"].as_u64());
    assert_eq!(renamed["sides"], json!([side]));

    // A game that ends is known, and who played it waits again.
    client.act(&game, "resign", &json!({}));
    let after = pupil(&mut client, &links[one]);
    assert_eq!(
        (&after["game"], text(&after, "/last/result")),
        (&Value::Null, "lost")
    );
    let after = pupil(&mut client, &links[other]);
    assert_eq!(text(&after, "/last/result"), "won");
    let seen = class.seen(&mut client);
    let played = seen["class"]["games"].as_array().unwrap();
    let ended: Vec<&Value> = played
        .iter()
        .filter(|game| !game["result"].is_null())
        .collect();
    assert_eq!(ended.len(), 1);
    assert_eq!(ended[0]["result"]["stopped"], json!(false));

    round_and_lesson_end(&mut client, &class, &links, [other, one]);
}

/// Pairs two pupils by hand for another game; then the round ends, and the lesson.
fn round_and_lesson_end(client: &mut Client, class: &Class, links: &[String], pair: [usize; 2]) {
    let [white, black] = pair;
    class.act(
        client,
        "plan",
        &json!({"game": "rotation", "settings": {"size": "6"}}),
    );
    class.act(
        client,
        "pairs",
        &json!({"pairs": [{"white": white + 1, "black": black + 1}]}),
    );
    let next = pupil(client, &links[black]);
    assert_eq!(text(&next, "/game/side"), "black");
    let link = text(&next, "/game/link").to_owned();
    assert_eq!(client.game(&link)["kind"], json!("rotation"));
    let seen = class.act(client, "stop", &json!({}));
    assert_eq!(seen["class"]["round"], json!(2));
    assert_eq!(seen["boards"], json!([]));
    assert_eq!(client.game(&link)["status"], json!("draw"));
    let stopped = pupil(client, &links[black]);
    assert_eq!(text(&stopped, "/last/result"), "stopped");
    let seen = class.act(client, "end", &json!({}));
    assert_eq!(seen["class"]["over"], json!(true));
    assert!(pupil(client, &links[0])["over"].as_bool().unwrap());
    let again = format!("/api/v1/classes/{}/pupils", class.code);
    let late = client.post(&again, &json!({"name": "Late"}));
    assert_eq!(late.code(), (409, "refused".into()));
    assert_eq!(
        class.refused(
            client,
            "pairs",
            &json!({"everyone": "computer", "computer": "random"})
        ),
        (409, "refused".into())
    );
    // What was played can still be looked at.
    let watch = text(&seen, "/class/games/0/watch").to_owned();
    assert_eq!(client.game(&watch)["sides"], json!([]));
}

#[test]
fn secrets_of_a_class_lead_to_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let class = Class::begin(&mut client);
    let (ada, bo) = (
        class.join(&mut client, "Ada"),
        class.join(&mut client, "Bo"),
    );
    let seen = class.act(
        &mut client,
        "pairs",
        &json!({"pairs": [{"white": 1, "black": 2}]}),
    );
    let of_ada = pupil(&mut client, &ada);
    let of_bo = pupil(&mut client, &bo);
    let (white, black) = (
        text(&of_ada, "/game/link").to_owned(),
        text(&of_bo, "/game/link").to_owned(),
    );
    let watch = text(&seen, "/class/games/0/watch").to_owned();
    let secrets = [&class.teacher, &ada, &bo, &white, &black];
    // What each of them is told holds no other's secret.
    let told = |value: &Value| {
        let text = value.to_string();
        let held = secrets.iter().filter(|secret| text.contains(**secret));
        held.map(|secret| (*secret).clone()).collect::<Vec<_>>()
    };
    assert!(told(&seen).is_empty());
    assert_eq!(told(&of_ada), slice::from_ref(&white));
    assert_eq!(told(&of_bo), slice::from_ref(&black));
    for link in [&white, &watch] {
        assert!(told(&client.game(link)).is_empty());
    }
    let mut client = Client::of(&server);
    for (path, link) in [
        ("teachers", &ada),
        ("teachers", &white),
        ("teachers", &watch),
        ("pupils", &class.teacher),
        ("pupils", &white),
        ("pupils", &watch),
        ("links", &class.teacher),
        ("links", &ada),
        ("classes", &class.teacher),
        ("classes", &ada),
    ] {
        let refused = client.get(&format!("/api/v1/{path}/{link}"));
        let code = if path == "links" {
            "unknown-link"
        } else {
            "unknown-class"
        };
        assert_eq!(refused.code(), (404, code.into()), "{path}");
    }
    for act in ["pairs", "stop", "end", "plan"] {
        let refused = client.post(&format!("/api/v1/teachers/{ada}/{act}"), &json!({}));
        assert_eq!(refused.code(), (404, "unknown-class".into()), "{act}");
    }
    // Who is removed has no link any more, and no game.
    class.act(&mut client, "remove", &json!({"pupil": 2}));
    let refused = client.get(&format!("/api/v1/pupils/{bo}"));
    assert_eq!(refused.code(), (404, "unknown-class".into()));
    assert_eq!(client.game(&black)["status"], json!("draw"));
    assert_eq!(text(&pupil(&mut client, &ada), "/last/result"), "stopped");
    class.join(&mut client, "Bo");
}

#[test]
fn what_no_class_can_be_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    for asked in [
        json!({"title": "x".repeat(61)}),
        json!({"title": "a\u{202e}b"}),
        json!({"plan": {"game": "chess"}}),
        json!({"plan": {"settings": {"size": "1000000"}}}),
        json!({"plan": {"time": "soon"}}),
        json!({"plan": {"seed": 1}}),
        json!({"name": "7b"}),
    ] {
        let refused = client.post("/api/v1/classes", &asked);
        assert_eq!(refused.code(), (400, "malformed".into()), "{asked}");
    }
    let class = Class::begin(&mut client);
    class.join(&mut client, "Ada");
    let join = format!("/api/v1/classes/{}/pupils", class.code);
    for name in ["", " \t ", "a\nb\u{0}", "x\u{200b}y", &"x".repeat(25)] {
        let refused = client.post(&join, &json!({"name": name}));
        assert_eq!(refused.code(), (400, "malformed".into()), "{name:?}");
    }
    let shut = class.act(&mut client, "door", &json!({"open": false}));
    assert_eq!(shut["class"]["open"], json!(false));
    let refused = client.post(&join, &json!({"name": "Bo"}));
    assert_eq!(refused.code(), (409, "refused".into()));
    let computer = json!({"pairs": [{"white": "random", "black": "random"}]});
    for (act, body, code) in [
        ("pairs", computer, (400, "malformed")),
        (
            "pairs",
            json!({"pairs": [{"white": 1, "black": 7}]}),
            (400, "malformed"),
        ),
        (
            "pairs",
            json!({"pairs": [{"white": 1, "black": 1}]}),
            (409, "refused"),
        ),
        (
            "pairs",
            json!({"pairs": [{"white": 1, "black": "engine:sh"}]}),
            (400, "malformed"),
        ),
        (
            "pairs",
            json!({"pairs": [{"white": 1, "black": "person"}]}),
            (400, "malformed"),
        ),
        ("pairs", json!({}), (409, "refused")),
        ("pairs", json!({"everyone": "computer"}), (400, "malformed")),
        (
            "pairs",
            json!({"everyone": "computer", "computer": "person"}),
            (400, "malformed"),
        ),
        (
            "pairs",
            json!({"everyone": "computer", "computer": "engine:sh"}),
            (400, "malformed"),
        ),
        ("stop", json!({"game": 1}), (400, "malformed")),
        ("remove", json!({"pupil": 0}), (400, "malformed")),
        (
            "rename",
            json!({"pupil": 1, "name": ""}),
            (400, "malformed"),
        ),
        ("plan", json!({"game": "none"}), (400, "malformed")),
    ] {
        let refused = class.refused(&mut client, act, &body);
        assert_eq!(refused, (code.0, code.1.into()), "{act} {body}");
    }
    assert_eq!(class.seen(&mut client)["class"]["games"], json!([]));
}

#[test]
fn a_class_is_counted_by_its_members_and_not_by_their_address() {
    let folder = tempfile::tempdir().unwrap();
    let limits = ServerLimits {
        games_per_address: 10,
        requests: 10,
        streams: 3,
        ..WIDE
    };
    let options = ServerOptions {
        data: Some(folder.path().into()),
        limits,
        is_proxied: true,
        ..ServerOptions::default()
    };
    let server = cheqqers_web::GameServer::start(options, ([127, 0, 0, 1], 0).into()).unwrap();
    let school = || Client::of(&server).on_behalf_of("192.0.2.7");
    let class = Class::begin(&mut school());
    // They join from elsewhere here, as each request to join is counted by address.
    let links: Vec<String> = (0..12)
        .map(|number| {
            let address = format!("192.0.2.{}", 100 + number);
            let mut client = Client::of(&server).on_behalf_of(&address);
            class.join(&mut client, &format!("pupil {number}"))
        })
        .collect();
    // More streams and requests than the address has.
    let streams: Vec<Client> = links
        .iter()
        .map(|link| {
            let mut client = school();
            let answer = client.get(&format!("/api/v1/pupils/{link}/events"));
            assert_eq!(answer.status, 200, "{answer:?}");
            client
        })
        .collect();
    let refused = school().get(&format!("/api/v1/pupils/{}/events", links[0]));
    assert_eq!(
        refused.code(),
        (429, "too-many".into()),
        "4 times 3 streams of the class are held"
    );
    drop(streams);
    for link in &links {
        for _ in 0..3 {
            pupil(&mut school(), link);
        }
    }
    // Games are the class's, and bounded.
    let all = json!({"everyone": "computer", "computer": "random"});
    for _ in 0..3 {
        let seen = class.act(&mut school(), "pairs", &all);
        assert!(
            seen["class"]["pupils"]
                .as_array()
                .unwrap()
                .iter()
                .all(|pupil| pupil["playing"] == true)
        );
        class.act(&mut school(), "stop", &json!({}));
        thread::sleep(std::time::Duration::from_millis(300));
    }
    assert_eq!(
        class.refused(&mut school(), "pairs", &all),
        (429, "too-many".into()),
        "40 games an hour"
    );
    // Nobody else at the address had less of it.
    let mut others = Client::of(&server).on_behalf_of("192.0.2.7");
    thread::sleep(std::time::Duration::from_secs(1));
    for _ in 0..5 {
        others.begin(&json!({}));
    }
    // One pupil alone is bounded, too.
    let flood = thread::scope(|scope| {
        let ask = || school().get(&format!("/api/v1/pupils/{}", links[1])).status;
        let asking: Vec<_> = (0..60).map(|_| scope.spawn(ask)).collect();
        let answers = asking.into_iter().map(|asked| asked.join().unwrap());
        answers.collect::<Vec<_>>()
    });
    assert!(flood.contains(&429));
    pupil(&mut school(), &links[2]);
}

#[test]
fn nobody_fills_a_class_from_one_address() {
    let folder = tempfile::tempdir().unwrap();
    let options = ServerOptions {
        data: Some(folder.path().into()),
        limits: WIDE,
        is_proxied: true,
        ..ServerOptions::default()
    };
    let server = cheqqers_web::GameServer::start(options, ([127, 0, 0, 1], 0).into()).unwrap();
    let at = |address: &str| Client::of(&server).on_behalf_of(address);
    let (mut school, mut home) = (at("192.0.2.7"), at("192.0.2.8"));
    let class = Class::begin(&mut school);
    let path = format!("/api/v1/classes/{}/pupils", class.code);
    let join = |client: &mut Client, name: String| {
        let joined = client.post(&path, &json!({"name": name}));
        (joined.status == 201).then(|| joined.json()["pupil"].as_str().unwrap().to_owned())
    };
    // A classroom joins at once, whatever goes wrong.
    let ada = join(&mut school, "Ada".into()).unwrap();
    pupil(&mut school, &ada);
    assert!((0..20).all(|_| join(&mut school, "ＡＤＡ".into()).is_none()));
    let joined = (0..100).filter(|n| join(&mut school, format!("fake {n}")).is_some());
    assert!((39..45).contains(&joined.count()));
    // Pupils who are there and those elsewhere find a seat, as others have left theirs.
    let all = (0..30).all(|n| join(&mut home, format!("pupil {n}")).is_some());
    assert!(all && join(&mut at("192.0.2.9"), "Bo".into()).is_some());
    pupil(&mut school, &ada);
    let seen = class.seen(&mut school);
    assert_eq!(seen["class"]["pupils"].as_array().unwrap().len(), 60);
}

#[test]
fn codes_can_not_be_guessed_for_long() {
    let folder = tempfile::tempdir().unwrap();
    let options = ServerOptions {
        data: Some(folder.path().into()),
        limits: WIDE,
        is_proxied: true,
        ..ServerOptions::default()
    };
    let server = cheqqers_web::GameServer::start(options, ([127, 0, 0, 1], 0).into()).unwrap();
    let at = |address: &str| Client::of(&server).on_behalf_of(address);
    let (mut school, mut stranger) = (at("192.0.2.7"), at("192.0.2.8"));
    let class = Class::begin(&mut school);
    let other = Class::begin(&mut at("192.0.2.9"));
    let find = |client: &mut Client, code: &str| {
        let found = client.get(&format!("/api/v1/classes/{code}"));
        found.status
    };
    let guesses = |client: &mut Client| {
        let guessed = |_: &u32| find(client, "222222") == 404;
        (0..110).take_while(guessed).count()
    };
    // What leads somewhere is no guess.
    for _ in 0..110 {
        assert_eq!(find(&mut stranger, &other.code), 200);
    }
    assert!((90..110).contains(&guesses(&mut stranger)));
    assert_eq!(find(&mut stranger, &class.code), 429);
    assert_eq!(find(&mut stranger, &other.code), 200, "it was there before");
    // A pupil who types anything keeps nobody out of the class that is taught there.
    assert!((90..110).contains(&guesses(&mut school)));
    assert_eq!(find(&mut school, &class.code), 200);
    class.join(&mut school, "Ada");
    assert_eq!(find(&mut school, &other.code), 429);
}

#[test]
fn one_stream_tells_a_teacher_of_all_boards() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let class = Class::begin(&mut client);
    let links: Vec<String> = (0..4)
        .map(|number| class.join(&mut client, &format!("pupil {number}")))
        .collect();
    let mut stream = Client::of(&server);
    stream.get(&format!("/api/v1/teachers/{}/events", class.teacher));
    let event = |stream: &mut Client| loop {
        let line = stream.line().unwrap();
        if let Some(data) = line.strip_prefix("data: ") {
            return serde_json::from_str::<Value>(data).unwrap();
        }
    };
    let first = event(&mut stream);
    assert_eq!(first["class"]["pupils"].as_array().unwrap().len(), 4);
    let pairs = json!({"pairs": [{"white": 1, "black": 2}, {"white": 3, "black": 4}]});
    class.act(&mut client, "pairs", &pairs);
    let begun = event(&mut stream);
    assert_eq!(begun["boards"].as_array().unwrap().len(), 2);
    let mut lobby = Client::of(&server);
    lobby.get(&format!("/api/v1/pupils/{}/events", links[2]));
    let link = text(&event(&mut lobby), "/game/link").to_owned();
    let mv = some_move(&client.game(&link), 0).unwrap().to_owned();
    client.play(&link, 1, &mv);
    // Presence may be told between.
    let moved = std::iter::repeat_with(|| event(&mut stream))
        .find(|told| told["boards"] != json!([]))
        .unwrap();
    let boards = moved["boards"].as_array().unwrap();
    assert_eq!(boards.len(), 1, "{boards:?}");
    assert_eq!(
        (&boards[0]["number"], &boards[0]["plies"]),
        (&json!(2), &json!(1))
    );
    client.act(&link, "resign", &json!({}));
    let ended = std::iter::repeat_with(|| event(&mut stream))
        .find(|told| !told["class"]["games"][1]["result"].is_null())
        .unwrap();
    assert_eq!(ended["class"]["games"][1]["result"]["plies"], json!(1));
    let told = event(&mut lobby);
    assert_eq!(text(&told, "/last/result"), "lost");
}

#[test]
fn a_class_is_as_it_was_after_the_server_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Process::start(folder.path());
    let mut client = Client::new(server.address);
    let class = Class::begin(&mut client);
    let links = ["Ada", "Bo"].map(|name| class.join(&mut client, name));
    class.act(
        &mut client,
        "pairs",
        &json!({"pairs": [{"white": 1, "black": 2}]}),
    );
    let game = text(&pupil(&mut client, &links[0]), "/game/link").to_owned();
    let mv = some_move(&client.game(&game), 0).unwrap().to_owned();
    let played = client.play(&game, 1, &mv);
    let late = class.join(&mut client, "Cy");
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let server = Process::start(folder.path());
    let mut client = Client::new(server.address);
    let found = client.game(&game);
    assert_eq!(found["names"], json!({"white": "Ada", "black": "Bo"}));
    assert_eq!(num_plies(&found), num_plies(&played));
    assert_eq!(
        text(&pupil(&mut client, &links[1]), "/game/opponent/name"),
        "Ada"
    );
    assert_eq!(text(&pupil(&mut client, &late), "/name"), "Cy");
    let seen = class.seen(&mut client);
    assert_eq!(seen["class"]["pupils"].as_array().unwrap().len(), 3);
    assert_eq!(seen["boards"][0]["plies"], json!(1));
    // A game that ended unseen is noticed.
    client.act(&game, "resign", &json!({}));
    let seen = class.act(
        &mut client,
        "pairs",
        &json!({"pairs": [{"white": 1, "black": 3}]}),
    );
    assert_eq!(seen["class"]["games"].as_array().unwrap().len(), 2);
}
