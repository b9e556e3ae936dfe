//! Pictures, invitations, studies and previews: what is shown to others, and what never is.

use std::thread;

use cheqqers_session::KNOWN;
use cheqqers_web::{GameServer, ServerOptions};
use serde_json::{Value, json};

use crate::client::{Answer, Client, WIDE, link, serve_in, some_move};

/// Columns and rows of a PNG.
fn size(picture: &Answer) -> (u32, u32) {
    let bytes = &picture.bytes;
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "{picture:?}");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn every_game_has_pictures_of_every_ply() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    for known in KNOWN {
        let begun = client.begin_here(&json!({"game": known.name}));
        let both = link(&begun, "both");
        for ply in 1..4 {
            let state = client.game(both);
            let mv = some_move(&state, ply * 5).unwrap().to_owned();
            client.play(both, ply, &mv);
        }
        let watch = format!("/api/v1/links/{}", link(&begun, "watch"));
        let picture = client.get(&format!("{watch}/picture.png?ply=3&width=320"));
        assert_eq!(picture.header("content-type"), Some("image/png"));
        assert_eq!(size(&picture).0, 320, "{}", known.name);
        let last = client.get(&format!("{watch}/picture.png?width=320"));
        assert_eq!(last.bytes, picture.bytes);
        let start = client.get(&format!("{watch}/picture.svg?ply=0"));
        assert_eq!(start.header("content-type"), Some("image/svg+xml"));
        assert!(start.body.starts_with("<svg ") && !start.body.contains("<script"));
        let turned = client.get(&format!("{watch}/picture.svg?ply=0&side=black"));
        assert_ne!(turned.body, start.body, "{}", known.name);
    }
}

#[test]
fn pictures_are_bounded_and_sent_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin_here(&json!({}));
    let base = format!("/api/v1/links/{}", link(&begun, "watch"));
    for (query, code) in [
        ("picture.png?width=63", (400, "malformed")),
        ("picture.png?width=2049", (400, "malformed")),
        ("picture.png?width=4294967296", (400, "malformed")),
        ("picture.png?width=-1", (400, "malformed")),
        ("picture.png?width=x", (400, "malformed")),
        ("picture.png?ply=-1", (400, "malformed")),
        ("picture.png?side=red", (400, "malformed")),
        ("picture.png?script=1", (400, "malformed")),
        ("picture.svg?width=64", (400, "malformed")),
        ("picture.png?ply=1", (404, "unknown-ply")),
        ("picture.svg?ply=18446744073709551615", (404, "unknown-ply")),
        ("picture.gif", (404, "unknown-path")),
    ] {
        let refused = client.get(&format!("{base}/{query}"));
        assert_eq!(refused.code(), (code.0, code.1.into()), "{query}");
    }
    let nobody = format!("/api/v1/links/{}/picture.png", "0".repeat(32));
    assert_eq!(client.get(&nobody).code(), (404, "unknown-link".into()));
    let picture = client.get(&format!("{base}/picture.png?width=64"));
    assert_eq!(size(&picture), (64, 64));
    let (host, tag) = (client.address, picture.header("etag").unwrap());
    let again = format!(
        "GET {base}/picture.png?width=64 HTTP/1.1\r\nhost: {host}\r\nif-none-match: {tag}\r\n\r\n"
    );
    let again = client.raw(again.as_bytes()).unwrap();
    assert_eq!((again.status, again.bytes.len()), (304, 0));
    // Those that were drawn before can be had again and again, new ones not: these are asked for at once, as
    // fewer in a second than are allowed may be drawn.
    let refused = thread::scope(|scope| {
        let ask = |width| {
            let mut client = Client::of(&server);
            client.get(&format!("{base}/picture.png?width={width}"))
        };
        let asking: Vec<_> = (65..165)
            .map(|width| scope.spawn(move || ask(width)))
            .collect();
        let mut answers = asking.into_iter().map(|asked| asked.join().unwrap());
        answers.find(|answer| answer.status != 200)
    });
    let refused = refused.unwrap();
    assert_eq!(refused.code(), (429, "too-many".into()));
    assert!(refused.header("retry-after").is_some());
    for _ in 0..50 {
        let known = client.get(&format!("{base}/picture.png?width=64"));
        assert_eq!(known.bytes, picture.bytes);
    }
}

#[test]
fn the_first_visit_of_the_other_side_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin(&json!({}));
    let (white, black, watch) = ["white", "black", "watch"]
        .map(|name| link(&begun, name).to_owned())
        .into();
    assert_eq!(client.game(&watch)["joined"], json!([]));
    assert_eq!(client.game(&white)["joined"], json!(["white"]));
    assert_eq!(client.game(&watch)["joined"], json!(["white"]));
    let before = client.game(&white)["version"].as_u64();
    let joined = client.game(&black);
    assert_eq!(joined["joined"], json!(["white", "black"]));
    assert!(joined["version"].as_u64() > before);
    assert_eq!(joined["seeded"], json!(false));
    // It changes nothing else, and nothing a second time.
    let version = joined["version"].clone();
    assert_eq!(client.game(&black)["version"], version);
    client.play(&white, 1, "c3-d4");
    client.play(&black, 2, "f6-e5");
    drop(server);
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    assert_eq!(client.game(&watch)["joined"], json!(["white", "black"]));
    // Where one screen is enough nobody comes.
    let here = client.begin_here(&json!({}));
    let alone = client.begin(&json!({"black": "random"}));
    for link in [link(&here, "both"), link(&alone, "white")] {
        assert_eq!(client.game(link)["joined"], Value::Null);
    }
}

#[test]
fn nobody_plays_unwarned_against_one_who_foresees() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin(&json!({"seed": 7}));
    let (white, black) = (link(&begun, "white"), link(&begun, "black"));
    assert_eq!(client.game(black)["seeded"], json!(true));
    // Alone it is nobody's loss.
    let here = client.begin_here(&json!({"seed": 7}));
    let alone = client.begin(&json!({"seed": 7, "black": "random"}));
    for link in [link(&here, "both"), link(&alone, "white")] {
        assert_eq!(client.game(link)["seeded"], json!(false));
    }
    // A rematch has other random numbers.
    client.act(white, "resign", &json!({}));
    client.act(white, "rematch", &json!({}));
    let taken = client
        .act(black, "rematch", &json!({"accept": true}))
        .json();
    let next = taken["next"]["link"].as_str().unwrap();
    assert_eq!(client.game(next)["seeded"], json!(false));
}

/// No answer to one side's link has the other's.
#[test]
fn no_link_leads_to_that_of_the_other_side() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin(&json!({}));
    let (white, black, watch) = (
        link(&begun, "white"),
        link(&begun, "black"),
        link(&begun, "watch"),
    );
    client.play(white, 1, "c3^b4d4");
    let seen = |client: &mut Client, link: &str| {
        let paths = [
            "",
            "/description",
            "/plies/1",
            "/picture.svg",
            "/export?format=record",
            "/export?format=command",
        ];
        let base = format!("/api/v1/links/{link}");
        let page = client.get(&format!("/g/{link}")).body;
        let answers = paths.map(|path| client.get(&format!("{base}{path}")).body);
        answers.concat() + &page
    };
    for (own, others) in [
        (white, vec![black]),
        (black, vec![white]),
        (watch, vec![white, black]),
    ] {
        let all = seen(&mut client, own);
        assert!(others.iter().all(|other| !all.contains(other)));
    }
}

/// Keeps a study and gives its name.
fn keep(client: &mut Client, asked: &Value) -> String {
    let kept = client.post("/api/v1/studies", asked);
    assert_eq!(kept.status, 201, "{kept:?}");
    kept.json()["study"].as_str().unwrap().to_owned()
}

#[test]
fn a_study_stays_as_it_is_whatever_becomes_of_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    for known in KNOWN {
        let begun = client.begin_here(&json!({"game": known.name}));
        let both = link(&begun, "both").to_owned();
        for ply in 1..8 {
            let state = client.game(&both);
            let Some(mv) = some_move(&state, ply * 3).map(str::to_owned) else {
                break;
            };
            client.play(&both, ply, &mv);
        }
        let plies = client.game(&both)["plies"].as_array().unwrap().len();
        let asked = json!({
            "link": both, "title": " A <b>study</b> ", "ply": 2, "side": "black",
            "comments": {"0": "The start.", "2": "Now", "3": "  "},
        });
        let name = keep(&mut client, &asked);
        assert_eq!(keep(&mut client, &asked), name, "it is kept once");
        let study = client.get(&format!("/api/v1/studies/{name}")).json();
        assert_eq!(study["title"], "A <b>study</b>");
        assert_eq!(study["plies"], plies);
        assert_eq!(
            (&study["ply"], &study["side"]),
            (&json!(2), &json!("black"))
        );
        assert_eq!(study["comments"], json!({"0": "The start.", "2": "Now"}));
        assert!(!study.to_string().contains(&both));
        let id = begun["game"].as_str().unwrap();
        assert!(!study.to_string().contains(id));
        // Its line is played as it was, and kept as the same study.
        let line = &study["line"];
        let moves = line["moves"].as_array().unwrap().iter();
        let moves: Vec<&str> = moves.map(|mv| mv.as_str().unwrap()).collect();
        let line = json!({
            "game": line["game"], "settings": line["settings"], "position": line["position"],
            "moves": moves.join(" "),
        });
        let mut again = asked.clone();
        again.as_object_mut().unwrap().remove("link");
        again["line"] = line;
        assert_eq!(keep(&mut client, &again), name, "{}", known.name);
        let picture = client.get(&format!("/api/v1/studies/{name}/picture.png?width=100"));
        assert_eq!(size(&picture).0, 100);
        let own = client.get(&format!(
            "/api/v1/links/{both}/picture.png?ply=2&side=black&width=100"
        ));
        assert_eq!(own.bytes, picture.bytes);
        // A position is a study that ends there.
        let position = keep(&mut client, &json!({"link": both, "plies": 3}));
        let position = client.get(&format!("/api/v1/studies/{position}")).json();
        assert_eq!(
            (&position["plies"], &position["ply"]),
            (&json!(3), &json!(3))
        );
        assert_eq!(position["words"], Value::Null);
        client.act(&both, "undo", &json!({"plies": 1}));
        assert_eq!(client.get(&format!("/api/v1/studies/{name}")).json(), study);
    }
}

#[test]
fn studies_survive_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let line = json!({"line": {"moves": "c3^b4d4 f6-e5"}, "comments": {"1": "A split."}});
    let name = keep(&mut client, &line);
    let study = client.get(&format!("/api/v1/studies/{name}"));
    drop(server);
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    assert_eq!(
        client.get(&format!("/api/v1/studies/{name}")).json(),
        study.json()
    );
}

#[test]
fn what_is_no_study_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin_here(&json!({}));
    let watch = link(&begun, "watch");
    let long = "x".repeat(2001);
    let whole = client.begin_here(&json!({}));
    let whole = link(&whole, "both");
    for ply in 1..20 {
        let state = client.game(whole);
        let mv = some_move(&state, ply).unwrap().to_owned();
        client.play(whole, ply, &mv);
    }
    let many: Value = (0..20)
        .map(|ply| (ply.to_string(), json!("x".repeat(1999))))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let moves = "c3-d4 f6-e5 ".repeat(2000);
    for (asked, code) in [
        (json!({}), (400, "malformed")),
        (json!({"link": watch, "line": {}}), (400, "malformed")),
        (json!({"link": "watch"}), (400, "malformed")),
        (json!({"link": "0".repeat(32)}), (404, "unknown-link")),
        (json!({"link": watch, "plies": 1}), (400, "malformed")),
        (json!({"link": watch, "ply": 1}), (400, "malformed")),
        (json!({"link": watch, "ply": -1}), (400, "malformed")),
        (
            json!({"link": watch, "comments": {"1": "x"}}),
            (400, "malformed"),
        ),
        (
            json!({"link": watch, "comments": {"x": "x"}}),
            (400, "malformed"),
        ),
        (
            json!({"link": watch, "comments": {"0": 1}}),
            (400, "malformed"),
        ),
        (json!({"link": watch, "html": "x"}), (400, "malformed")),
        (json!({"link": watch, "side": "red"}), (400, "malformed")),
        (
            json!({"link": watch, "title": "x".repeat(201)}),
            (413, "too-large"),
        ),
        (
            json!({"link": watch, "comments": {"0": long}}),
            (413, "too-large"),
        ),
        (json!({"line": {"moves": "c3-c5"}}), (400, "malformed")),
        (json!({"line": {"game": "chequers"}}), (400, "malformed")),
        (json!({"line": {"moves": moves}}), (413, "too-large")),
        (json!({"link": whole, "comments": many}), (413, "too-large")),
    ] {
        let refused = client.post("/api/v1/studies", &asked);
        assert_eq!(refused.code().0, code.0, "{asked:.200} {refused:?}");
    }
    for name in ["0", "x", &"0".repeat(32), &"../".repeat(8)] {
        let none = client.get(&format!("/api/v1/studies/{name}"));
        assert_eq!(none.status, 404, "{name}");
    }
    // What was refused is not counted, what is kept is.
    let refused = (0..200).find_map(|number| {
        let kept = client.post(
            "/api/v1/studies",
            &json!({"link": watch, "title": number.to_string()}),
        );
        (kept.status != 201).then_some((number, kept))
    });
    let (number, refused) = refused.unwrap();
    assert_eq!((number, refused.code()), (120, (429, "too-many".into())));
}

/// The tags of a page that previews are made of.
fn tags(page: &str) -> Vec<&str> {
    page.lines()
        .filter(|line| line.contains("og:") || line.contains("twitter:"))
        .collect()
}

#[test]
fn previews_tell_of_what_is_shown_and_of_no_link_that_moves() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let index = client.get("/").body;
    let begun = client.begin(&json!({}));
    client.play(link(&begun, "white"), 1, "c3^b4d4");
    for name in ["white", "black"] {
        let page = client.get(&format!("/g/{}", link(&begun, name)));
        assert_eq!(page.body, index, "{name}");
    }
    for path in [
        "/g/0",
        "/g/%ff",
        "/s/%ff",
        &format!("/s/{}", "0".repeat(32)),
    ] {
        assert_eq!(client.get(path).body, index, "{path}");
    }
    let here = client.begin_here(&json!({}));
    assert_eq!(
        client.get(&format!("/g/{}", link(&here, "both"))).body,
        index
    );

    let watch = link(&begun, "watch");
    let page = client.get(&format!("/g/{watch}"));
    let seen = tags(&page.body).join("\n");
    let image = format!(
        "<meta property=\"og:image\" content=\"http://{}/api/v1/links/{watch}/picture.png?ply=1\">",
        client.address
    );
    assert!(
        seen.contains("Cheqqers at level 3") && seen.contains("1 move"),
        "{seen}"
    );
    assert!(seen.contains(&image), "{seen}");
    for name in ["white", "black"] {
        assert!(!page.body.contains(link(&begun, name)));
    }
    let title = "\"><script>alert(1)</script>&'";
    let comment = "</head><meta http-equiv=\"refresh\">";
    let asked = json!({"link": watch, "title": title, "comments": {"1": comment}});
    let study = keep(&mut client, &asked);
    let page = client.get(&format!("/s/{study}")).body;
    assert!(
        !page.contains("<script>") && !page.contains("<meta http-equiv"),
        "{page}"
    );
    assert!(page.contains("content=\"&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#39;\""));
    // A name that is none is told to nobody.
    let host = "127.0.0.1\"><script>";
    let request = format!("GET /s/{study} HTTP/1.1\r\nhost: {host}\r\n\r\n");
    let page = Client::of(&server).raw(request.as_bytes()).unwrap();
    assert!(!page.body.contains("<script>"), "{page:?}");
}

#[test]
fn previews_behind_a_proxy_have_its_address() {
    let folder = tempfile::tempdir().unwrap();
    let options = ServerOptions {
        data: Some(folder.path().into()),
        is_proxied: true,
        ..ServerOptions::default()
    };
    let server = GameServer::start(options, ([127, 0, 0, 1], 0).into()).unwrap();
    let mut client = Client::of(&server);
    let study = keep(&mut client, &json!({"line": {"moves": "c3^b4d4"}}));
    let request = format!(
        "GET /s/{study} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-host: play.example.org\r\n\
         x-forwarded-proto: https\r\n\r\n"
    );
    let page = client.raw(request.as_bytes()).unwrap().body;
    let image = format!("\"https://play.example.org/api/v1/studies/{study}/picture.png\"");
    assert!(page.contains(&image), "{page}");
    let evil = request.replace("play.example.org", "a.org\"><script>");
    let page = client.raw(evil.as_bytes()).unwrap().body;
    assert!(!page.contains("<script>") && !tags(&page).is_empty());
}

#[test]
fn boards_are_shown_by_the_sites_that_may_and_move_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let options = ServerOptions {
        data: Some(folder.path().into()),
        embedders: vec!["https://example.org".parse().unwrap()],
        ..ServerOptions::default()
    };
    let server = GameServer::start(options, ([127, 0, 0, 1], 0).into()).unwrap();
    let mut client = Client::of(&server);
    let begun = client.begin(&json!({}));
    let study = keep(&mut client, &json!({"line": {"moves": "c3^b4d4"}}));
    let policy = |answer: &Answer| answer.header("content-security-policy").unwrap().to_owned();
    for name in [link(&begun, "watch"), &study] {
        let board = client.get(&format!("/embed/{name}"));
        assert_eq!(board.status, 200);
        assert!(policy(&board).ends_with("frame-ancestors https://example.org"));
    }
    let nobody = "0".repeat(32);
    for name in [
        link(&begun, "white"),
        link(&begun, "black"),
        &nobody,
        "x",
        "%ff",
    ] {
        let none = client.get(&format!("/embed/{name}"));
        assert_eq!(none.status, 404, "{name}");
        assert!(policy(&none).ends_with("frame-ancestors 'none'"));
    }
    for path in [
        "/",
        "/page/embed.html",
        &format!("/s/{study}"),
        "/api/v1/options",
    ] {
        let page = client.get(path);
        assert!(policy(&page).ends_with("frame-ancestors 'none'"), "{path}");
    }
    drop(server);
    let server = serve_in(folder.path(), WIDE);
    let board = Client::of(&server).get(&format!("/embed/{study}"));
    assert!(policy(&board).ends_with("frame-ancestors 'none'"));
}

#[test]
fn links_are_read_by_cameras() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let text = format!("https://play.example.org/g/{}", "0".repeat(32));
    let code = client.post("/api/v1/qr", &json!({"text": text}));
    assert_eq!(code.header("content-type"), Some("image/svg+xml"));
    // Version 4 has 33 modules on a side, and four at each margin.
    assert!(code.body.contains("viewBox=\"0 0 41 41\""));
    let (long, longer) = ("x".repeat(500), "x".repeat(501));
    assert_eq!(
        client.post("/api/v1/qr", &json!({"text": long})).status,
        200
    );
    for text in ["", &longer] {
        let refused = client.post("/api/v1/qr", &json!({"text": text}));
        assert_eq!(refused.code(), (400, "malformed".into()));
    }
}
