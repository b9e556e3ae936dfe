use super::*;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn game(lines: &[&str]) -> NewGame {
    let people = Sides {
        white: true,
        black: false,
    };
    NewGame {
        id: Token::new().unwrap(),
        stored: StoredGame {
            header: "{}".into(),
            asked: "{}".into(),
            white: "person".into(),
            black: "random".into(),
            backend: "local".into(),
            seed: u64::MAX,
            links: Links::new(people, true).unwrap(),
            extras: GameExtras::default(),
            lines: lines.iter().map(ToString::to_string).collect(),
        },
    }
}

fn line(game: &NewGame, n: usize) -> Change {
    Change {
        game: game.id,
        line: Some((n, format!("line {n}"))),
        extras: GameExtras::default(),
        begins: None,
    }
}

#[tokio::test]
async fn what_is_kept_is_there_when_the_server_comes_back() {
    let folder = folder();
    let game = game(&["first"]);
    let store = Store::open(folder.path()).unwrap();
    store.create(game.clone()).await.unwrap();
    store.change(line(&game, 1)).await.unwrap();
    let waiting = Change {
        line: None,
        extras: GameExtras {
            agreed: true,
            waiting: Some(PendingMove {
                ply: 3,
                mv: "c3-d4".into(),
                afresh: false,
                here: false,
                agreed_price: None,
                failed: None,
            }),
            ..GameExtras::default()
        },
        ..line(&game, 2)
    };
    store.change(waiting.clone()).await.unwrap();
    drop(store);
    let store = Store::open(folder.path()).unwrap();
    let found = store.load(game.id).await.unwrap().unwrap();
    assert_eq!(found.lines, ["first", "line 1"]);
    assert_eq!((found.seed, found.links), (u64::MAX, game.stored.links));
    assert_eq!(found.extras, waiting.extras);
    assert_eq!(store.waiting().await, Ok(vec![game.id]));
    let white = game.stored.links.white.unwrap();
    let (of, sides) = store.link(white).await.unwrap().unwrap();
    assert!(of == game.id && sides.white && !sides.black);
    assert_eq!(store.link(game.id).await, Ok(None));
    assert_eq!(store.count().await, Ok(1));
}

#[tokio::test]
async fn a_line_is_written_once() {
    let folder = folder();
    let store = Store::open(folder.path()).unwrap();
    let game = game(&[]);
    store.create(game.clone()).await.unwrap();
    store.change(line(&game, 0)).await.unwrap();
    assert!(store.change(line(&game, 0)).await.is_err());
    store.change(line(&game, 1)).await.unwrap();
    assert_eq!(store.load(game.id).await.unwrap().unwrap().lines.len(), 2);
}

#[tokio::test]
async fn old_games_are_forgotten_with_their_links() {
    let folder = folder();
    let store = Store::open(folder.path()).unwrap();
    let game = game(&["first"]);
    store.create(game.clone()).await.unwrap();
    store.forget(1).await.unwrap();
    assert_eq!(store.count().await, Ok(1));
    let path = folder.path().join(FILE);
    let other = Connection::open(path).unwrap();
    other
        .execute("UPDATE games SET touched = touched - 86500", [])
        .unwrap();
    store.forget(1).await.unwrap();
    assert_eq!(store.count().await, Ok(0));
    assert_eq!(store.link(game.stored.links.watch).await, Ok(None));
    let lines: i64 = other
        .query_row("SELECT count(*) FROM lines", [], |row| row.get(0))
        .unwrap();
    assert_eq!(lines, 0);
}

#[tokio::test]
async fn a_folder_is_used_by_one_server_and_seen_by_one_user() {
    let folder = folder();
    let store = Store::open(folder.path()).unwrap();
    let second = Store::open(folder.path());
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
    Store::open(folder.path()).unwrap();
}

#[test]
fn a_file_of_a_newer_form_is_left_alone() {
    let folder = folder();
    let other = Connection::open(folder.path().join(FILE)).unwrap();
    other.pragma_update(None, "user_version", 99).unwrap();
    let error = Store::open(folder.path()).unwrap_err();
    let StartError::Store { source, .. } = error else {
        panic!("{error}");
    };
    assert!(matches!(source, StoreError::Newer { found: 99, .. }));
}

#[tokio::test]
async fn games_of_versions_without_clocks_are_read() {
    let folder = folder();
    let store = Store::open(folder.path()).unwrap();
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
    let store = Store::open(folder.path()).unwrap();
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
    let store = Store::open(folder.path()).unwrap();
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
    assert_eq!(store.num_studies(365).await.unwrap(), 0);
    assert!(store.study(read.0).await.unwrap().is_some());
    store.keep_study(new.0, new.1, 365).await.unwrap();
    assert!(store.study(read.0).await.unwrap().is_some());
    assert!(store.study(unread.0).await.unwrap().is_none());
    assert_eq!(store.num_studies(365).await.unwrap(), 2);
}
