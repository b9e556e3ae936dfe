//! Records: made, saved, gone on with.

use std::fs;
use std::path::Path;

use cheqqers_game::record::Reader;

use super::typed::{PEOPLE, happened, place, told, typed, verified};

#[test]
fn a_record_replaces_no_file() {
    let (_folder, path) = place();
    fs::write(&path, "mine\n").unwrap();
    let args = [&PEOPLE[..], &["--record", path.to_str().unwrap()]].concat();
    let done = typed(&args, &["c3-b4"]);
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("exists already"), "{}", done.err);
    assert!(done.err.contains("--resume"), "{}", done.err);
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine\n");
    let nowhere = [&PEOPLE[..], &["--record", "/no/such/folder/game.jsonl"]].concat();
    assert_eq!(typed(&nowhere, &[]).code, Some(1));
}

/// A record whose last ply is measured.
fn recorded(path: &Path) -> String {
    let args = [
        "--level",
        "1",
        "--seed",
        "7",
        "--record",
        path.to_str().unwrap(),
    ];
    told(&args, &["c3-d4", "f6^e5g5", "g3-h4", "d4xf6"]);
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_game_is_resumed_where_it_was_cut_off_at_any_byte() {
    let (_folder, path) = place();
    let whole = recorded(&path);
    let plies = whole.lines().count() - 1;
    assert_eq!(plies, 3, "g3-h4 is refused, as a capture must be taken");
    let last = whole.trim_end().rfind('\n').unwrap() + 1;
    for cut in last..=whole.len() {
        fs::write(&path, &whole[..cut]).unwrap();
        let out = told(&["--resume", path.to_str().unwrap()], &["1"]);
        // Only the line end can be missing from a ply that counts.
        let kept = if cut >= whole.len() - 1 {
            plies
        } else {
            plies - 1
        };
        assert!(out.contains(&format!(" {kept} plies are played.")), "{out}");
        let told = format!(
            "The last line of {} was cut off and is left out.\n",
            path.display()
        );
        let is_cut = cut > last && cut < whole.len() - 1;
        assert_eq!(out.contains(&told), is_cut, "{cut}: {out}");
        let record = verified(&path);
        assert_eq!(record.lines.len(), kept + 1, "{cut}");
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(&whole[..last]), "{cut}");
    }
}

#[test]
fn cut_off_in_its_header_a_record_is_no_record() {
    let (_folder, path) = place();
    for text in ["", "{\"format\":\"cheq", "{}\n", "hello\n"] {
        fs::write(&path, text).unwrap();
        let done = typed(&["--resume", path.to_str().unwrap()], &[]);
        assert_eq!(done.code, Some(1), "{text}");
        assert!(done.err.contains("is no recorded game"), "{}", done.err);
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "left as it was");
    }
}

#[test]
fn the_players_are_those_of_the_record_unless_others_are_named() {
    let (_folder, path) = place();
    let record = path.to_str().unwrap();
    let done = typed(
        &["--white", "random", "--black", "human", "--record", record],
        &["1"],
    );
    assert_eq!(done.code, Some(0));
    let done = typed(&["--resume", record], &[]);
    assert!(
        done.out.contains("White random, Black human"),
        "{}",
        done.out
    );
    let done = typed(&["--resume", record, "--white", "human"], &[]);
    assert!(
        done.out.contains("White human, Black human"),
        "{}",
        done.out
    );
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"random\"", "\"kasparov\"")).unwrap();
    let done = typed(&["--resume", record], &[]);
    assert_eq!(done.code, Some(1));
    assert!(
        done.err.contains("kasparov") && done.err.contains("--white"),
        "{}",
        done.err
    );
}

#[test]
fn plies_taken_back_stay_taken_back() {
    let (_folder, path) = place();
    let record = path.to_str().unwrap();
    told(&["--record", record], &["c3-b4", "b6-a5", "undo", "b6-c5"]);
    let out = told(&["--resume", record], &["undo 2", "undo"]);
    assert!(out.contains(" 2 plies are played."), "{out}");
    assert!(out.contains("Taken back: c3-b4, b6-c5."), "{out}");
    assert!(out.contains("Nothing was played"), "{out}");
    let lines = happened(&verified(&path));
    assert_eq!(lines, ["c3-b4", "b6-a5", "undo 1", "b6-c5", "undo 2"]);
}

#[test]
fn what_is_drawn_after_a_resumption_is_not_what_was_drawn_before() {
    // The same split piece is measured again and again, by resuming before the capture.
    let (_folder, path) = place();
    let record = path.to_str().unwrap();
    let mut found = Vec::new();
    let args = ["--seed", "1", "--level", "1", "--record", record];
    told(&args, &["c3-d4", "f6^e5g5"]);
    for _ in 0..12 {
        told(&["--resume", record], &["d4xf6"]);
        let mut text = fs::read_to_string(&path).unwrap();
        let last = text.lines().last().unwrap();
        found.push(last.contains("\"captured\":[\"e5\"]"));
        // The ply is taken back, but not that something happened.
        text.push_str("{\"undo\":1}\n");
        fs::write(&path, text).unwrap();
    }
    assert!(found.contains(&true) && found.contains(&false), "{found:?}");
}

#[test]
fn a_finished_game_is_said_to_be_finished_and_left_alone() {
    let (_folder, path) = place();
    let record = path.to_str().unwrap();
    told(&["--record", record], &["c3-b4", "resign"]);
    let before = fs::read(&path).unwrap();
    let out = told(&["--resume", record], &["b6-a5"]);
    assert!(
        out.ends_with(
            "This game is finished. White has won: black resigned. Nothing was changed.\n"
        ),
        "{out}"
    );
    assert_eq!(fs::read(&path).unwrap(), before);
    told(
        &["--position", "W:W22:B18", "--record", &format!("{record}2")],
        &["1"],
    );
    let out = told(&["--resume", &format!("{record}2")], &[]);
    assert!(
        out.contains("White has won: black has no pieces left."),
        "{out}"
    );
}

#[test]
fn an_end_that_does_not_end_the_game_is_refused() {
    let (_folder, path) = place();
    let record = path.to_str().unwrap();
    told(&["--record", record], &["c3-b4"]);
    let game = fs::read_to_string(&path).unwrap();
    for end in [
        r#"{"end":"agreed","status":"in_progress"}"#,
        r#"{"end":"resigned","status":"in_progress"}"#,
        r#"{"end":"resigned","by":"white","status":"white_won"}"#,
    ] {
        let text = format!("{game}{end}\n");
        fs::write(&path, &text).unwrap();
        let done = typed(&["--resume", record], &["b6-a5"]);
        assert_eq!((done.code, &*done.out), (Some(1), ""), "{end}");
        assert!(done.err.contains("line 3: end should be {"), "{}", done.err);
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "left as it was");
    }
}

#[test]
fn a_record_that_lies_is_refused_and_left_alone() {
    let (_folder, path) = place();
    let game = recorded(&path);
    for (from, to, sign) in [
        ("\"quiet\":2", "\"quiet\":9", "line 3: quiet should be 2"),
        (
            "\"status\":\"in_progress\"",
            "\"status\":\"draw\"",
            "line 2: status should be",
        ),
        (
            "\"captured\":[]",
            "\"captured\":[\"a1\"]",
            "line 2: captured should be",
        ),
    ] {
        let text = game.replacen(from, to, 1);
        assert_ne!(text, game, "{from}");
        fs::write(&path, &text).unwrap();
        let done = typed(&["--resume", path.to_str().unwrap()], &["1"]);
        assert_eq!((done.code, &*done.out), (Some(1), ""), "{to}");
        assert!(done.err.contains(sign), "{to}: {}", done.err);
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "left as it was");
    }
}

#[test]
fn nothing_stands_behind_an_end() {
    let (_folder, path) = place();
    let record = path.to_str().unwrap();
    told(&["--record", record], &["c3-b4", "resign"]);
    let mut text = fs::read_to_string(&path).unwrap();
    text.push_str("{\"undo\":1}\n");
    fs::write(&path, &text).unwrap();
    let done = typed(&["--resume", record], &["b6-a5"]);
    assert_eq!((done.code, &*done.out), (Some(1), ""));
    assert!(
        done.err.contains("line 4: the game is over already"),
        "{}",
        done.err
    );
}

#[test]
fn a_trace_of_many_games_is_not_resumed() {
    let (_folder, path) = place();
    let trace = path.to_str().unwrap();
    crate::command::printed(&["selfplay", "--games", "2", "--size", "4", "--trace", trace]);
    let done = typed(&["--resume", trace], &[]);
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("more than one game"), "{}", done.err);
}

#[test]
fn a_game_is_saved_whole_and_over_nothing_else() {
    let (folder, path) = place();
    let save = format!("save {}", path.display());
    let out = told(&[], &["c3-b4", "undo", "c3-d4", &save, "f6-g5", &save]);
    assert_eq!(out.matches("Saved in ").count(), 2, "{out}");
    assert_eq!(
        happened(&verified(&path)),
        ["c3-b4", "undo 1", "c3-d4", "f6-g5"]
    );
    // It is an earlier part of no other game.
    let out = told(&[], &["a3-b4", &save, "save", "save /no/such/folder/x"]);
    assert!(
        out.contains("holds something else, choose another name."),
        "{out}"
    );
    let refusal = "Not saved: there is no folder /no/, make it first or choose another place.";
    assert!(out.contains(refusal), "{out}");
    assert!(!out.contains(".cheqqers-"), "{out}");
    assert_eq!(happened(&verified(&path)).len(), 4);
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        1,
        "nothing is left behind"
    );
    // A saved game can be gone on with.
    let out = told(&["--resume", path.to_str().unwrap()], &["d4-e5"]);
    assert!(
        out.contains("d4-e5") || out.contains("White moves d4 to e5"),
        "{out}"
    );
}

#[test]
fn a_name_that_ends_in_a_slash_is_told_to_be_of_a_folder() {
    let (folder, path) = place();
    let folder = folder.path().display();
    let save = |name: &str| format!("save {folder}/{name}");
    let lines = [
        save("new/"),
        save("new/today/"),
        save("game.jsonl"),
        save("game.jsonl/"),
    ];
    let out = told(&[], &lines.each_ref().map(String::as_str));
    let no_folder = format!(
        "Not saved: there is no folder {folder}/new/, make it first or choose another place.\n"
    );
    assert_eq!(out.matches(&no_folder).count(), 2, "{out}");
    let no_file = format!("Not saved: {} is a file, not a folder.\n", path.display());
    assert_eq!(out.matches(&no_file).count(), 1, "{out}");
}

#[cfg(unix)]
#[test]
fn a_game_is_saved_over_no_pipe_and_no_device() {
    let (folder, path) = place();
    let pipe = path.to_str().unwrap();
    let made = std::process::Command::new("mkfifo").arg(pipe).status();
    assert!(made.unwrap().success());
    let folder = folder.path().to_str().unwrap();
    let places = [pipe, "/dev/zero", "/dev/null"];
    let save = format!("save {folder}");
    let out = told(&[], &[&*save]);
    let refusal = format!(
        "Not saved: {folder} is a folder, choose a name in it, such as {folder}/game.jsonl."
    );
    assert!(out.contains(&refusal), "{out}");
    let lines = places.map(|place| format!("save {place}"));
    let out = told(&[], &lines.each_ref().map(String::as_str));
    for place in places {
        let refusal = format!("Not saved: {place} is no regular file, choose another name.");
        assert!(out.contains(&refusal), "{out}");
    }
}

#[test]
fn a_recorded_game_is_saved_elsewhere_but_not_over_its_record() {
    let (folder, path) = place();
    let record = path.to_str().unwrap();
    let copy = folder.path().join("copy.jsonl");
    let out = told(
        &["--record", record],
        &[
            "c3-b4",
            &format!("save {record}"),
            &format!("save {}", copy.display()),
            "b6-c5",
        ],
    );
    assert!(out.contains("is recorded in"), "{out}");
    assert_eq!(happened(&verified(&path)).len(), 2);
    assert_eq!(happened(&verified(&copy)).len(), 1);
    assert!(
        out.contains(&format!("cheqqers play --resume {record}")),
        "{out}"
    );
}

#[test]
fn a_record_names_players_seed_and_who_measured() {
    let (_folder, path) = place();
    let args = [
        "--backend",
        "dense",
        "--level",
        "1",
        "--moves",
        "c3-d4 f6^e5g5",
    ];
    let args = [
        &args[..],
        &["--seed", "9", "--record", path.to_str().unwrap()],
    ]
    .concat();
    told(&args, &["d4xf6"]);
    let text = fs::read(&path).unwrap();
    let record = Reader::new(&text[..]).record().unwrap().unwrap();
    assert_eq!(record.header["seed"], 9);
    assert_eq!(record.header["white"], "human");
    let last = String::from_utf8(text).unwrap();
    assert!(last.contains("\"backend\":\"dense\"}],"), "{last}");
}
