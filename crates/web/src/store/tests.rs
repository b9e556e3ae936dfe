use super::*;
use crate::links::Links;

const WIDE: Capacity = Capacity {
    games: 1000,
    days: 30,
};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn game(lines: &[&str]) -> NewGame {
    linked(lines).0
}

/// A game and its links.
fn linked(lines: &[&str]) -> (NewGame, Links) {
    let people = Sides {
        white: true,
        black: false,
    };
    let links = Links::new(people, true).unwrap();
    let game = NewGame {
        id: Token::new().unwrap(),
        class: None,
        links: links.stored(),
        stored: StoredGame {
            header: "{}".into(),
            asked: "{}".into(),
            white: "person".into(),
            black: "random".into(),
            backend: "local".into(),
            seed: u64::MAX,
            extras: GameExtras::default(),
            lines: lines.iter().map(ToString::to_string).collect(),
            jobs: Vec::new(),
        },
    };
    (game, links)
}

fn line(game: &NewGame, n: usize) -> Change {
    Change {
        game: game.id,
        lines: vec![(n, format!("line {n}"))],
        extras: GameExtras::default(),
        begins: None,
    }
}

#[tokio::test]
async fn what_is_kept_is_there_when_the_server_comes_back() {
    let folder = folder();
    let (game, links) = linked(&["first"]);
    let store = Store::open(folder.path(), WIDE).unwrap();
    store.create(game.clone()).await.unwrap();
    store.change(line(&game, 1)).await.unwrap();
    let waiting = Change {
        lines: Vec::new(),
        extras: GameExtras {
            agreed: true,
            waiting: Some(PendingMove {
                ply: 3,
                mv: "c3-d4".into(),
                afresh: false,
                here: false,
                withdrawn: false,
                agreed_price: None,
                failed: None,
            }),
            ..GameExtras::default()
        },
        ..line(&game, 2)
    };
    store.change(waiting.clone()).await.unwrap();
    drop(store);
    let store = Store::open(folder.path(), WIDE).unwrap();
    let found = store.load(game.id).await.unwrap().unwrap();
    assert_eq!(found.lines, ["first", "line 1"]);
    assert_eq!(found.seed, u64::MAX);
    assert_eq!(found.extras, waiting.extras);
    assert_eq!(store.waiting().await, Ok(vec![game.id]));
    let white = links.white.unwrap();
    let (of, sides) = store.link(white).await.unwrap().unwrap();
    assert!(of == game.id && sides.white && !sides.black);
    let (of, sides) = store.link(links.watch).await.unwrap().unwrap();
    assert!(of == game.id && sides == Sides::default());
    assert!(!holds(folder.path(), &[white, links.watch]));
    assert_eq!(store.link(game.id).await, Ok(None));
}

#[tokio::test]
async fn a_line_is_written_once() {
    let folder = folder();
    let store = Store::open(folder.path(), WIDE).unwrap();
    let game = game(&[]);
    store.create(game.clone()).await.unwrap();
    store.change(line(&game, 0)).await.unwrap();
    assert!(store.change(line(&game, 0)).await.is_err());
    store.change(line(&game, 1)).await.unwrap();
    assert_eq!(store.load(game.id).await.unwrap().unwrap().lines.len(), 2);
}

#[tokio::test]
async fn jobs_are_kept_with_their_game_and_forgotten_with_it() {
    let folder = folder();
    let one = Capacity { games: 1, days: 30 };
    let store = Store::open(folder.path(), one).unwrap();
    let game = game(&["first"]);
    store.create(game.clone()).await.unwrap();
    let name = async |n, lines| {
        let (store, entry) = (store.clone(), serde_json::json!({"marker": n}));
        let job = NamedJob {
            game: game.id,
            n,
            lines,
            entry,
        };
        let named = tokio::task::spawn_blocking(move || store.name_job(job));
        named.await.unwrap()
    };
    for (n, lines) in [(0, 1), (1, 1), (2, 4)] {
        assert_eq!(name(n, lines).await, Ok(()));
    }
    assert!(name(2, 4).await.is_err());
    let found = store.load(game.id).await.unwrap().unwrap().jobs;
    let numbers: Vec<(usize, u64)> = found
        .iter()
        .map(|(lines, entry)| (*lines, entry["marker"].as_u64().unwrap()))
        .collect();
    assert_eq!(numbers, [(1, 0), (1, 1), (4, 2)]);
    store.create(linked(&[]).0).await.unwrap();
    let file = Connection::open(folder.path().join(FILE)).unwrap();
    let count = "SELECT count(*) FROM jobs";
    let left: i64 = file.query_row(count, [], |row| row.get(0)).unwrap();
    assert_eq!(left, 0);
    assert!(name(3, 4).await.is_err());
}

/// Returns `true` if one of these is written in the folder.
fn holds(folder: &Path, links: &[Token]) -> bool {
    let files = fs::read_dir(folder).unwrap();
    files.into_iter().any(|file| {
        let bytes = fs::read(file.unwrap().path()).unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        links.iter().any(|link| text.contains(&link.to_string()))
    })
}

/// A file as a version of so many steps left it.
fn of_steps(folder: &Path, steps: usize) -> Connection {
    let file = Connection::open(folder.join(FILE)).unwrap();
    file.pragma_update(None, "journal_mode", "wal").unwrap();
    for step in &schema::STEPS[..steps] {
        let schema::Step::Sql(text) = step else {
            panic!("it is written in SQL");
        };
        file.execute_batch(text).unwrap();
    }
    file.pragma_update(None, "user_version", i64::try_from(steps).unwrap())
        .unwrap();
    file
}

/// A game that was used so many seconds ago, and has a ply or not.
async fn used(store: &Store, file: &Connection, ago: i64, is_played: bool) -> Token {
    let game = game(&[]);
    store.create(game.clone()).await.unwrap();
    if is_played {
        store.change(line(&game, 0)).await.unwrap();
    }
    let then = rusqlite::params![now() - ago, game.id.to_string()];
    let update = "UPDATE games SET touched = ?1 WHERE id = ?2";
    assert_eq!(file.execute(update, then).unwrap(), 1);
    game.id
}

/// Number of rows of a table, and as the database counts them.
fn counted(file: &Connection) -> [(i64, i64); 3] {
    [
        ("games", "games WHERE class IS NULL"),
        ("class games", "games WHERE class IS NOT NULL"),
        ("studies", "studies"),
    ]
    .map(|(name, rows)| {
        let number = |sql: &str| file.query_row(sql, [], |row| row.get(0)).unwrap();
        let rows = number(&format!("SELECT count(*) FROM {rows}"));
        (
            rows,
            number(&format!("SELECT n FROM counts WHERE name = '{name}'")),
        )
    })
}

#[tokio::test]
async fn a_new_game_replaces_the_one_that_is_used_least() {
    let folder = folder();
    let three = Capacity { games: 3, days: 30 };
    let store = Store::open(folder.path(), three).unwrap();
    let file = Connection::open(folder.path().join(FILE)).unwrap();
    let (minute, hour) = (60, 3600);
    let old = used(&store, &file, 29 * DAY, true).await;
    let played = used(&store, &file, DAY, true).await;
    let begun = used(&store, &file, 2 * hour, false).await;
    let is_kept = async |game| store.load(game).await.unwrap().is_some();
    // Nobody has played it for an hour, which others may wait for a month.
    let (first, links) = linked(&["a ply of a record"]);
    store.create(first.clone()).await.unwrap();
    assert!(is_kept(old).await && is_kept(played).await && !is_kept(begun).await);
    assert_eq!(store.link(links.watch).await.unwrap().unwrap().0, first.id);
    // Who has just begun keeps the game for an hour.
    let second = used(&store, &file, 10 * minute, false).await;
    assert!(!is_kept(old).await && is_kept(played).await && is_kept(first.id).await);
    // One that is opened again is used, and so is one that two have opened.
    file.execute("UPDATE games SET touched = touched - 7200", [])
        .unwrap();
    store.used(first.id).await;
    let mut both = line(&first, 0);
    both.lines.clear();
    both.extras.joined = Sides {
        white: true,
        black: true,
    };
    store.change(both).await.unwrap();
    used(&store, &file, 0, false).await;
    assert!(is_kept(first.id).await && !is_kept(second).await);
    assert_eq!(counted(&file), [(3, 3), (0, 0), (0, 0)]);
    // Those that go on by themselves stay, and then there is no room.
    file.execute("UPDATE games SET waiting = 1", []).unwrap();
    assert_eq!(store.create(game(&[])).await, Err(StoreError::Full));
    assert_eq!(counted(&file), [(3, 3), (0, 0), (0, 0)]);
}

#[tokio::test]
async fn games_of_classes_have_room_of_their_own() {
    let folder = folder();
    let capacity = Capacity {
        games: 20,
        days: 30,
    };
    let store = Store::open(folder.path(), capacity).unwrap();
    let file = Connection::open(folder.path().join(FILE)).unwrap();
    let class = Token::new().unwrap();
    let of_class = || NewGame {
        class: Some(class),
        ..game(&[])
    };
    let begin = async |games: Vec<NewGame>| {
        let stored = StoredClass::new(class, "BCDFGH".into(), "{}".into(), games);
        store.keep_class(stored).await.unwrap();
    };
    begin(vec![of_class(), of_class()]).await;
    for _ in 0..50 {
        store.create(game(&[])).await.unwrap();
    }
    assert_eq!(counted(&file), [(20, 20), (2, 2), (0, 0)]);
    begin(vec![of_class(); 1]).await;
    assert_eq!(counted(&file), [(20, 20), (2, 2), (0, 0)]);
    // What is left of a class is kept like all others.
    let forgotten = ForgottenClasses::One(class);
    store.forget_classes(forgotten).await.unwrap();
    assert!(store.classes().await.unwrap().is_empty());
    assert_eq!(counted(&file), [(22, 22), (0, 0), (0, 0)]);
    store.create(game(&[])).await.unwrap();
    assert_eq!(counted(&file), [(20, 20), (0, 0), (0, 0)]);
}

/// Whatever their number is.
#[test]
fn room_is_found_by_an_index() {
    let folder = folder();
    drop(Store::open(folder.path(), WIDE).unwrap());
    let file = Connection::open(folder.path().join(FILE)).unwrap();
    let plan = format!("EXPLAIN QUERY PLAN {}", room::OLDEST);
    let steps: Vec<String> = file
        .prepare(&plan)
        .unwrap()
        .query_map([true, true], |row| row.get(3))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    assert_eq!(steps.len(), 1, "{steps:?}");
    assert!(
        steps[0].contains("SEARCH games USING") && steps[0].contains("games_used"),
        "{steps:?}"
    );
}

#[tokio::test]
async fn games_of_older_versions_are_counted_and_known_by_their_classes() {
    let folder = folder();
    let file = of_steps(folder.path(), 4);
    let ids = ["a", "b", "c"].map(|id| id.repeat(32));
    for id in &ids {
        let insert = "INSERT INTO games VALUES
            (?1, '{}', '{}', 'person', 'person', 'local', 1, ?2, 1, 1, '{}', 0)";
        let links = format!(r#"{{"watch": "{}"}}"#, Token::new().unwrap());
        file.execute(insert, [id, &links]).unwrap();
    }
    file.execute("INSERT INTO lines VALUES (?1, 0, '{}')", [&ids[1]])
        .unwrap();
    let record = format!(r#"{{"games": [{{"id": "{}"}}, {{"id": "gone"}}]}}"#, ids[2]);
    let class = "INSERT INTO classes VALUES ('d', 'BCDFGH', ?1, 1)";
    file.execute(class, [record]).unwrap();
    drop(Store::open(folder.path(), WIDE).unwrap());
    let mut select = file
        .prepare("SELECT played, class FROM games ORDER BY id")
        .unwrap();
    let found = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
    let found: Vec<(bool, Option<String>)> = found.unwrap().collect::<Result<_, _>>().unwrap();
    assert_eq!(
        found,
        [(false, None), (true, None), (false, Some("d".into()))]
    );
    assert_eq!(counted(&file), [(2, 2), (1, 1), (0, 0)]);
}

/// Links of versions that kept them in clear.
#[tokio::test]
async fn links_that_were_in_clear_are_hashed_and_lead_where_they_did() {
    let folder = folder();
    let file = of_steps(folder.path(), 5);
    let token = || Token::new().unwrap();
    let [over, next, of_class] = [token(), token(), token()];
    let [white, black, watch] = [token(), token(), token()];
    let [next_white, next_black, next_watch] = [token(), token(), token()];
    let [teacher, pupil, seat, class_watch] = [token(), token(), token(), token()];
    let apart = |white, black, watch| serde_json::json!({"white": white, "black": black, "both": null, "watch": watch});
    let rematch = apart(next_white, next_black, next_watch);
    let around = serde_json::json!({"offer": {"kind": "rematch", "by": "white"}, "waiting": null, "agreed": false, "next": rematch});
    let nothing =
        serde_json::json!({"offer": null, "waiting": null, "agreed": false, "next": null});
    for (id, links, around) in [
        (over, apart(white, black, watch), &around),
        (next, rematch.clone(), &nothing),
        (of_class, apart(seat, token(), class_watch), &nothing),
    ] {
        let insert = "INSERT INTO games VALUES (?1, '{}', '{}', 'person', 'person', 'local', 1, ?2, 1, 1, ?3, 0, NULL, 1)";
        let values = [id.to_string(), links.to_string(), around.to_string()];
        file.execute(insert, values).unwrap();
        for (side, of_white, of_black) in [("white", 1, 0), ("black", 0, 1), ("watch", 0, 0)] {
            let link = links[side].as_str().unwrap();
            let insert = format!("INSERT INTO links VALUES (?1, ?2, {of_white}, {of_black})");
            file.execute(&insert, [link, &id.to_string()]).unwrap();
        }
    }
    let record = serde_json::json!({
        "id": token(), "code": "BCDFGH", "teacher": teacher, "title": "", "plan": {}, "is_open": true, "is_over": false,
        "round": 1, "pupils": [{"name": "Ada", "link": null}, {"name": "Bo", "link": pupil}],
        "games": [{"id": of_class, "round": 1, "white": 2, "black": "random",
            "links": {"white": seat, "black": null, "both": null, "watch": class_watch}, "result": null}],
    });
    let class = "INSERT INTO classes VALUES (?1, 'BCDFGH', ?2, 1)";
    let values = [token().to_string(), record.to_string()];
    file.execute(class, values).unwrap();
    drop(file);

    let store = Store::open(folder.path(), WIDE).unwrap();
    let (only, nobody) = (Sides::of, Sides::default());
    let (of_white, of_black) = (
        only(cheqqers_game::Colour::White),
        only(cheqqers_game::Colour::Black),
    );
    for (link, game, sides) in [
        (white, over, of_white),
        (black, over, of_black),
        (watch, over, nobody),
        (white.watching(), over, nobody),
        (next_white, next, of_white),
        (next_watch, next, nobody),
        // Colours are swapped.
        (white.rematch(), next, of_black),
        (black.rematch(), next, of_white),
        (watch.rematch(), next, nobody),
        (black.watching().rematch(), next, nobody),
        (seat, of_class, of_white),
        (pupil.in_class(of_class), of_class, of_white),
        (teacher.in_class(of_class), of_class, nobody),
    ] {
        assert_eq!(store.link(link).await, Ok(Some((game, sides))));
    }
    let found = store.load(over).await.unwrap().unwrap().extras;
    assert_eq!((found.next, found.offer), (Some(next), None));
    let class = store.classes().await.unwrap().remove(0).record;
    let class: crate::class::record::ClassRecord = serde_json::from_str(&class).unwrap();
    assert_eq!(
        (class.teacher, class.pupils[0].link),
        (teacher.hash(), None)
    );
    assert_eq!(class.pupils[1].link, Some(pupil.hash()));
    assert_eq!(
        class.games[0].links.white,
        Some(pupil.in_class(of_class).hash())
    );
    let clear = [
        white,
        black,
        watch,
        next_white,
        next_black,
        next_watch,
        teacher,
        pupil,
        seat,
        class_watch,
    ];
    assert!(!holds(folder.path(), &clear));
}

#[tokio::test]
async fn a_folder_is_used_by_one_server_and_seen_by_one_user() {
    let folder = folder();
    let store = Store::open(folder.path(), WIDE).unwrap();
    let second = Store::open(folder.path(), WIDE);
    assert!(matches!(second, Err(StartError::InUse { .. })));
    store.create(game(&[])).await.unwrap();
    #[cfg(unix)]
    for entry in fs::read_dir(folder.path()).unwrap() {
        use std::os::unix::fs::PermissionsExt;
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", entry.path().display());
    }
    drop(store);
    let file = private(&folder.path().join("lock")).unwrap();
    file.try_lock().unwrap();
    // As a child has it that is being started.
    let _inherited = file.try_clone().unwrap();
    drop(Lock { file });
    Store::open(folder.path(), WIDE).unwrap();
}

#[test]
fn a_file_of_a_newer_form_is_left_alone() {
    let folder = folder();
    let other = Connection::open(folder.path().join(FILE)).unwrap();
    other.pragma_update(None, "user_version", 99).unwrap();
    let error = Store::open(folder.path(), WIDE).unwrap_err();
    let StartError::Store { source, .. } = error else {
        panic!("{error}");
    };
    assert!(matches!(source, StoreError::Newer { found: 99, .. }));
}

#[tokio::test]
async fn games_of_versions_without_clocks_are_read() {
    let folder = folder();
    let store = Store::open(folder.path(), WIDE).unwrap();
    let game = game(&[]);
    store.create(game.clone()).await.unwrap();
    let other = Connection::open(folder.path().join(FILE)).unwrap();
    other
        .execute(
            r#"UPDATE games SET around = '{"offer":null,"waiting":null,"agreed":true,"next":null}'"#,
            [],
        )
        .unwrap();
    let found = store.load(game.id).await.unwrap().unwrap();
    assert!(found.extras.agreed && found.extras.clock.is_none());
}

#[tokio::test]
async fn a_forgotten_game_takes_no_others_with_it() {
    let folder = folder();
    let store = Store::open(folder.path(), WIDE).unwrap();
    let (kept, gone) = (game(&[]), game(&[]));
    store.create(kept.clone()).await.unwrap();
    // Whatever is asked for at once is written at once.
    let changes = (0..50).map(|n| {
        let change = line(if n % 2 == 0 { &kept } else { &gone }, n);
        let store = store.clone();
        tokio::spawn(async move { (n, store.change(change).await) })
    });
    for change in changes.collect::<Vec<_>>() {
        let (n, written) = change.await.unwrap();
        let expected = if n % 2 == 0 {
            Ok(())
        } else {
            Err(StoreError::Forgotten)
        };
        assert_eq!(written, expected, "{n}");
    }
    let stored = store.load(kept.id).await.unwrap().unwrap();
    assert_eq!(stored.lines.len(), 25);
}

#[tokio::test]
async fn studies_that_nobody_opens_are_forgotten() {
    let folder = folder();
    let store = Store::open(folder.path(), WIDE).unwrap();
    let study = |title: &str| {
        let text = format!(
            r#"{{"title": "{title}", "about": "", "words": null, "plies": 0, "ply": 0, "side": "white",
                "line": {{"game": "cheqqers", "settings": {{}}, "position": null, "moves": []}}, "comments": {{}}}}"#
        );
        serde_json::from_str::<Study>(&text).unwrap().written()
    };
    let (read, unread, new) = (study("read"), study("unread"), study("new"));
    for (name, json) in [&read, &unread] {
        store.keep_study(*name, json.clone(), 365).await.unwrap();
    }
    let file = rusqlite::Connection::open(folder.path().join("games.sqlite")).unwrap();
    let year = now() - 366 * DAY;
    file.execute("UPDATE studies SET opened = ?1", [year])
        .unwrap();
    assert!(store.study(read.0).await.unwrap().is_some());
    store.keep_study(new.0, new.1, 365).await.unwrap();
    assert!(store.study(read.0).await.unwrap().is_some());
    assert!(store.study(unread.0).await.unwrap().is_none());
    assert_eq!(counted(&file)[2], (2, 2));
}
