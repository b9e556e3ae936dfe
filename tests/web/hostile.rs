//! Requests of people who mean no good: each is refused clearly, and changes nothing.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread::{self, available_parallelism};
use std::time::{Duration, Instant};

use cheqqers_web::{GameServer, ServerLimits, ServerOptions};
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::client::{Client, WIDE, link, num_plies, serve_in};
use crate::process::Process;
use crate::records::{load, long_record};

#[test]
fn bodies_that_are_no_requests_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin(&json!({}));
    let white = link(&begun, "white");
    let before = client.game(white);
    let moves = format!("/api/v1/links/{white}/moves");
    let json = "application/json";
    let large = format!("{{\"ply\":1,\"move\":\"{}\"}}", "x".repeat(20 << 10));
    let deep = "[".repeat(10_000);
    let good = r#"{"ply":1,"move":"c3-d4"}"#;
    for (kind, body, code) in [
        (json, "", (400, "malformed")),
        (json, "{", (400, "malformed")),
        (json, "null", (400, "malformed")),
        (json, "[]", (400, "malformed")),
        (json, &deep, (400, "malformed")),
        (json, r#"{"ply":1}"#, (400, "malformed")),
        (json, r#"{"ply":-1,"move":"c3-d4"}"#, (400, "malformed")),
        (json, r#"{"ply":1.5,"move":"c3-d4"}"#, (400, "malformed")),
        (
            json,
            r#"{"ply":1,"move":"c3-d4","side":"black"}"#,
            (400, "malformed"),
        ),
        (json, r#"{"ply":1,"move":"c3-c5"}"#, (422, "illegal-move")),
        (json, r#"{"ply":1,"move":"\u0000"}"#, (422, "illegal-move")),
        (
            json,
            r#"{"ply":1,"move":"c3-d4{d4}"}"#,
            (422, "illegal-move"),
        ),
        (json, r#"{"ply":2,"move":"c3-d4"}"#, (409, "stale")),
        (json, r#"{"ply":0,"move":"c3-d4"}"#, (409, "stale")),
        (
            json,
            r#"{"ply":1,"move":"c3-d4","afresh":true}"#,
            (409, "refused"),
        ),
        (json, &large, (413, "too-large")),
        ("text/plain", good, (415, "malformed")),
        (
            "application/x-www-form-urlencoded",
            good,
            (415, "malformed"),
        ),
        ("multipart/form-data; boundary=x", good, (415, "malformed")),
    ] {
        let mut client = Client::of(&server);
        let refused = client.send("POST", &moves, kind, body).unwrap();
        assert_eq!(refused.code(), (code.0, code.1.into()), "{kind} {body:.60}");
    }
    // A body of unknown length is cut too.
    let chunk = format!("{:x}\r\n{}\r\n", 20 << 10, "x".repeat(20 << 10));
    let chunked = format!(
        "POST {moves} HTTP/1.1\r\nhost: {}\r\ncontent-type: {json}\r\n\
         transfer-encoding: chunked\r\n\r\n{chunk}0\r\n\r\n",
        client.address
    );
    let refused = Client::of(&server).raw(chunked.as_bytes()).unwrap();
    assert_eq!(refused.code(), (413, "too-large".into()));
    assert_eq!(client.game(white), before);
}

#[test]
fn a_link_gives_its_own_rights_alone() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let (one, other) = (client.begin(&json!({})), client.begin(&json!({})));
    // That its player comes is news.
    client.game(link(&one, "black"));
    let before = client.game(link(&one, "watch"));
    let good = json!({"ply": 1, "move": "c3-d4"});
    for act in [
        "moves", "resign", "draw", "undo", "rematch", "cancel", "retry",
    ] {
        let body = if act == "moves" {
            good.clone()
        } else {
            json!({})
        };
        let refused = client.act(link(&one, "watch"), act, &body);
        assert_eq!(refused.code(), (403, "not-yours".into()), "{act}");
    }
    let refused = client.act(link(&one, "black"), "moves", &good);
    assert_eq!(refused.code(), (403, "not-yours".into()));
    let id = one["game"].as_str().unwrap();
    let white = link(&one, "white");
    for guess in [
        id,
        "",
        "0",
        "00000000000000000000000000000000",
        &white[..31],
        &white
            .to_uppercase()
            .replace(|c: char| c.is_ascii_digit(), "A"),
        &format!("{white}0"),
        "%00",
        "%ff",
        "..",
        "' OR 1=1 --".replace(' ', "%20").as_str(),
    ] {
        let seen = client.get(&format!("/api/v1/links/{guess}"));
        assert_eq!(seen.status, 404, "{guess}: {seen:?}");
        assert!(seen.json()["error"]["code"].is_string());
    }
    client.play(link(&other, "white"), 1, "c3-d4");
    assert_eq!(client.game(link(&one, "watch")), before);
}

#[test]
fn games_that_can_not_be_are_not_begun() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    for asked in [
        json!({"game": "chess"}),
        json!({"preset": "none"}),
        json!({"settings": {"size": "1000000"}}),
        json!({"settings": {"speed": "1"}}),
        json!({"settings": []}),
        json!({"white": "human"}),
        json!({"white": "engine:touch /tmp/nothing"}),
        json!({"black": "engine@5:sh"}),
        json!({"black": "mcts:1000000"}),
        json!({"black": "expert:60000"}),
        json!({"black": "expert:nodes=5"}),
        json!({"backend": "ionq:simulator"}),
        json!({"backend": "dense"}),
        json!({"backend": "../../secret"}),
        json!({"position": "nonsense"}),
        json!({"moves": "c3-c5"}),
        json!({"moves": "c3^b4d4 f6-e5 d4xf6", "outcomes": "{z9}"}),
        json!({"outcomes": "{"}),
        json!({"seed": -1}),
        json!({"links": {}}),
        json!({"time": ""}),
        json!({"time": "0"}),
        json!({"time": "0.5+1"}),
        json!({"time": "-300"}),
        json!({"time": "300+-5"}),
        json!({"time": "300+181"}),
        json!({"time": "10801"}),
        json!({"time": "1e300"}),
        json!({"time": "nan+inf"}),
        json!({"time": "5+5+5"}),
        json!({"time": 300}),
        json!({"time": {"base": 300}}),
    ] {
        let refused = client.post("/api/v1/games", &asked);
        assert_eq!(refused.code(), (400, "malformed".into()), "{asked}");
    }
}

#[test]
fn one_address_gets_no_more_than_its_share() {
    let folder = tempfile::tempdir().unwrap();
    let limits = ServerLimits {
        games: 30,
        games_per_address: 20,
        ..WIDE
    };
    let server = serve_in(folder.path(), limits);
    let mut client = Client::of(&server);
    let mut begun = Vec::new();
    // What led to no game is not counted.
    for _ in 0..100 {
        let wrong = client.post("/api/v1/games", &json!({"game": "nope"}));
        assert_eq!(wrong.code(), (400, "malformed".into()));
    }
    let refused: Vec<_> = (0..2000)
        .map(|_| client.post("/api/v1/games", &json!({})))
        .filter(|answer| match answer.status {
            201 => {
                begun.push(answer.json());
                false
            }
            _ => true,
        })
        .collect();
    assert_eq!((begun.len(), refused.len()), (20, 1980));
    for answer in &refused {
        assert_eq!(answer.code(), (429, "too-many".into()));
        let after: u64 = answer.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=3600).contains(&after));
    }
    // Those who play go on.
    client.play(link(&begun[0], "white"), 1, "c3-d4");
    drop(server);
    // Where there is no room, a game that nobody plays makes it.
    let server = serve_in(folder.path(), ServerLimits { games: 20, ..WIDE });
    let mut client = Client::of(&server);
    client.begin(&json!({}));
    let kept = |begun: &Value| {
        let path = format!("/api/v1/links/{}", link(begun, "white"));
        Client::of(&server).get(&path).status == 200
    };
    assert!(kept(&begun[0]));
    assert_eq!(begun.iter().filter(|begun| kept(begun)).count(), 19);
    drop(server);
    let server = serve_in(
        folder.path(),
        ServerLimits {
            requests: 5,
            ..WIDE
        },
    );
    let mut client = Client::of(&server);
    let answers: Vec<u16> = (0..50)
        .map(|_| client.get("/api/v1/options").status)
        .collect();
    assert_eq!(answers[0], 200);
    assert!(
        answers.iter().filter(|&&status| status == 429).count() > 30,
        "{answers:?}"
    );
    // A page of which a file is missing is none.
    let files = |client: &mut Client| client.get("/page/main.js").status;
    assert!((0..80).all(|_| files(&mut client) == 200));
    assert!((0..2000).any(|_| files(&mut client) == 429));
}

#[test]
fn neither_an_address_nor_a_network_of_48_bits_keeps_others_out() {
    let folder = tempfile::tempdir().unwrap();
    let options = ServerOptions {
        data: Some(folder.path().into()),
        limits: ServerLimits {
            games: 600,
            games_per_address: 120,
            ..WIDE
        },
        is_proxied: true,
        ..ServerOptions::default()
    };
    let server = GameServer::start(options, ([127, 0, 0, 1], 0).into()).unwrap();
    // Connections that nothing is asked on are closed meanwhile.
    let other = || Client::of(&server).on_behalf_of("2001:db8:8::1");
    let playing = other().begin(&json!({}));
    other().play(link(&playing, "white"), 1, "c3-d4");
    // As many as are allowed, with those that are allowed again meanwhile.
    let flood = |addresses: Vec<String>, times: usize, allowed: u64| {
        let start = Instant::now();
        let begun = addresses.iter().map(|address| {
            let mut client = Client::of(&server).on_behalf_of(address);
            let answers = (0..times).map(|_| client.post("/api/v1/games", &json!({})).status);
            answers.filter(|&status| status == 201).count()
        });
        let begun = begun.sum::<usize>() as u64;
        let again = allowed * start.elapsed().as_secs() / 3600 + 1;
        assert!((allowed..=allowed + again).contains(&begun), "{begun}");
    };
    let networks = (0..17).map(|n| format!("2001:db8:7:{n:x}::1"));
    flood(networks.collect(), 120, 480);
    let file = Connection::open(folder.path().join("games.sqlite")).unwrap();
    file.execute("UPDATE games SET touched = touched - 10", [])
        .unwrap();
    let begun = other().begin(&json!({}));
    flood(vec!["192.0.2.1".into()], 200, 120);
    // Every game of others is there, and more than there is room for were begun.
    other().game(link(&begun, "white"));
    other().play(link(&playing, "black"), 2, "f6-e5");
    other().begin(&json!({}));
}

#[test]
fn other_sites_and_other_names_are_turned_away() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let host = server.address();
    let ask = |text: String| Client::of(&server).raw(text.as_bytes()).unwrap();
    let rebound = ask("GET /api/v1/options HTTP/1.1\r\nhost: evil.example:80\r\n\r\n".into());
    assert_eq!(rebound.code(), (403, "refused".into()));
    let nameless = ask("GET /api/v1/options HTTP/1.0\r\n\r\n".into());
    assert_eq!(nameless.status, 403);
    let own = |origin: &str| {
        ask(format!(
            "POST /api/v1/games HTTP/1.1\r\nhost: {host}\r\norigin: {origin}\r\n\
             content-type: application/json\r\ncontent-length: 2\r\n\r\n{{}}"
        ))
    };
    assert_eq!(own("https://evil.example").code(), (403, "refused".into()));
    assert_eq!(own("null").code(), (403, "refused".into()));
    assert_eq!(own(&format!("http://{host}")).status, 201);
    for line in ["GET / HTTP/9.9", "\u{0}\u{1}", "GET /", "POST"] {
        // Whatever is answered, the next one is served.
        let _ = Client::of(&server).raw(format!("{line}\r\n\r\n").as_bytes());
    }
    let long = format!(
        "GET /{} HTTP/1.1\r\nhost: {host}\r\n\r\n",
        "x".repeat(1 << 20)
    );
    let answer = Client::of(&server).raw(long.as_bytes());
    assert!(answer.is_err() || answer.is_ok_and(|answer| answer.status >= 400));
    let wrong = Client::of(&server).send("DELETE", "/api/v1/games", "application/json", "{}");
    assert_eq!(wrong.unwrap().code(), (405, "malformed".into()));
    assert_eq!(Client::of(&server).get("/api/v1/options").status, 200);
}

#[test]
fn a_proxy_tells_for_whom_it_asks_and_nobody_else_does() {
    for (is_proxied, others) in [(true, 200), (false, 403)] {
        let folder = tempfile::tempdir().unwrap();
        let options = ServerOptions {
            data: Some(folder.path().into()),
            limits: ServerLimits {
                games_per_address: 1,
                ..WIDE
            },
            is_proxied,
            ..ServerOptions::default()
        };
        let server = GameServer::start(options, ([127, 0, 0, 1], 0).into()).unwrap();
        let mut client = Client::of(&server);
        let seen = "GET / HTTP/1.1\r\nhost: games.example\r\n\r\n";
        assert_eq!(client.raw(seen.as_bytes()).unwrap().status, others);
        let host = client.address;
        let mut begin = |forwarded: &str| {
            let request = format!(
                "POST /api/v1/games HTTP/1.1\r\nhost: {host}\r\nx-forwarded-for: {forwarded}\r\n\
                 content-type: application/json\r\ncontent-length: 2\r\n\r\n{{}}"
            );
            client.raw(request.as_bytes()).unwrap().status
        };
        assert_eq!(begin("192.0.2.1"), 201);
        let second = if is_proxied { 201 } else { 429 };
        assert_eq!(begin("192.0.2.1, 192.0.2.2"), second);
        assert_eq!(begin("192.0.2.3, 192.0.2.2:5555"), 429);
        // A proxy asks by a name of its own, and tells the one that its customer sees.
        let mut posted = |forwarded: &str| {
            let request = format!(
                "POST /api/v1/links/{0} HTTP/1.1\r\nhost: {host}\r\norigin: https://games.example\r\n\
                 x-forwarded-host: {forwarded}\r\ncontent-length: 0\r\n\r\n",
                "0".repeat(32)
            );
            client.raw(request.as_bytes()).unwrap().status
        };
        let own = if is_proxied { 405 } else { 403 };
        assert_eq!(
            (posted("games.example"), posted("other.example")),
            (own, 403)
        );
    }
}

#[test]
fn who_lets_computers_think_much_keeps_others_from_no_turn() {
    let folder = tempfile::tempdir().unwrap();
    let options = ServerOptions {
        data: Some(folder.path().into()),
        limits: WIDE,
        is_proxied: true,
        ..ServerOptions::default()
    };
    let server = GameServer::start(options, ([127, 0, 0, 1], 0).into()).unwrap();
    let mut much = Client::of(&server).on_behalf_of("192.0.2.1");
    let mut little = Client::of(&server).on_behalf_of("192.0.2.2");
    let cores = available_parallelism().map_or(1, usize::from);
    let thinkers = json!({"white": "expert:2000", "black": "expert:2000"});
    let many: Vec<Value> = (0..8 * cores).map(|_| much.begin(&thinkers)).collect();
    // A game begins when somebody looks at it.
    for begun in &many {
        much.game(link(begun, "watch"));
    }
    let begun = little.begin(&json!({"white": "expert:10"}));
    little.until(link(&begun, "watch"), |state| num_plies(state) > 0);
    let thought: usize = many
        .iter()
        .map(|begun| num_plies(&much.game(link(begun, "watch"))))
        .sum();
    assert!(thought < 5 * cores, "{thought} moves of others before");
    // Nobody has to wait for a computer to give up.
    let begun = much.begin(&json!({"black": "expert:2000"}));
    let white = link(&begun, "white");
    let moved = much.play(white, 1, "c3-d4");
    assert_eq!(
        (&moved["thinking"], &moved["turn"]),
        (&json!(true), &json!("black"))
    );
    let resigned = much.act(white, "resign", &json!({}));
    assert_eq!(resigned.json()["status"], "black_won");
}

/// Links are in answers to those who may have them and nowhere else.
#[test]
fn nobody_learns_the_links_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin(&json!({}));
    let watch = link(&begun, "watch");
    let base = format!("/api/v1/links/{watch}");
    client.play(link(&begun, "white"), 1, "c3^b4d4");
    let mut seen = client.game(watch).to_string();
    for path in [
        "plies/1",
        "circuit?square=b4",
        "export?format=record",
        "export?format=pdn",
    ] {
        seen.push_str(&client.get(&format!("{base}/{path}")).body);
    }
    for name in ["white", "black"] {
        assert!(!seen.contains(link(&begun, name)), "{name}");
    }
    let state = client.game(link(&begun, "white"));
    assert!(!state.to_string().contains(link(&begun, "black")));
    assert_eq!(state["next"], Value::Null);
}

/// Lets a server of its own process tell what it holds.
#[cfg(target_os = "linux")]
mod held {
    use std::fs;

    use crate::process::Process;

    /// Memory of a server, in MiB.
    pub(super) fn memory(server: &Process) -> u64 {
        let path = format!("/proc/{}/status", server.child.id());
        let status = fs::read_to_string(path).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let text = line.unwrap().trim().trim_end_matches(" kB");
        text.parse::<u64>().unwrap() / 1024
    }

    /// Number of its open files.
    pub(super) fn files(server: &Process) -> usize {
        let path = format!("/proc/{}/fd", server.child.id());
        fs::read_dir(path).unwrap().count()
    }
}

/// Most of them ask for a whole game, whose plies are in memory once, and the others for its record, which is written
/// for each. They ask several times at once, so that it is more than the system takes.
#[cfg(target_os = "linux")]
#[test]
fn who_reads_nothing_fills_no_memory_and_is_let_go() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path());
    let mut client = Client::new(server.address);
    let record = long_record(&mut client);
    let both = load(&mut client, &record);
    client.game(&both);
    let (memory, files) = (held::memory(&server), held::files(&server));
    let mut readers: Vec<TcpStream> = (0..300)
        .map(|n| {
            let (what, times) = match n % 4 {
                0 => ("/export?format=record", 1),
                _ => ("?plies_from=0", 4),
            };
            let request = format!(
                "GET /api/v1/links/{both}{what} HTTP/1.1\r\nhost: {}\r\n\r\n",
                server.address
            );
            let mut stream = TcpStream::connect(server.address).unwrap();
            stream.write_all(request.repeat(times).as_bytes()).unwrap();
            stream
        })
        .collect();
    for reader in &mut readers {
        // The first bytes alone: it is answered.
        reader.read_exact(&mut [0; 12]).unwrap();
    }
    // Others begin games meanwhile.
    for _ in 0..20 {
        let begun = Client::new(server.address).begin(&json!({}));
        Client::new(server.address).game(link(&begun, "white"));
    }
    let taken = held::memory(&server).saturating_sub(memory);
    assert!(taken < 300, "{taken} MiB");
    let begun = Instant::now();
    while held::files(&server) > files + 10 {
        let open = held::files(&server);
        assert!(begun.elapsed() < Duration::from_mins(2), "{open} are open");
        thread::sleep(Duration::from_millis(100));
    }
    drop(readers);
}
