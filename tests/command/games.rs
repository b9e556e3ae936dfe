//! The command with each of its games: whatever works for one works for all.

use crate::command;
use crate::samples::{GameSamples, samples};
use crate::schema::{assert_fits, schema};

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use crate::command::{cheqqers, printed};
use cheqqers_session::{CircuitFormat, GameKind, KNOWN, names};
use serde_json::Value;

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn traces_of_every_player_verify() {
    let folder = tempfile::tempdir().unwrap();
    let schema = schema();
    let trace = folder.path().join("trace.jsonl");
    for sample in samples() {
        let game = sample.options();
        let game = &game.iter().map(String::as_str).collect::<Vec<_>>()[..];
        for (white, black) in [("random", "mcts:10"), ("expert:nodes=50", "random")] {
            let players = [
                "--white", white, "--black", black, "--games", "2", "--seed", "5",
            ];
            let output = ["--trace", &text(&trace), "--force", "--json"];
            let played = printed(&[&["selfplay"], game, &players[..], &output].concat());
            let played: Value = serde_json::from_str(&played).unwrap();
            assert_eq!(played["games"], 2, "{game:?}");
            let checked = printed(&["replay", "--verify", &text(&trace)]);
            assert_eq!(checked.matches("follows the rules").count(), 2, "{game:?}");
            for line in lines(&trace) {
                assert_fits(&schema, &line);
            }
            let shown = printed(&["replay", "--ply", "3", &text(&trace)]);
            assert!(shown.contains(" a    b    c    d"), "{game:?}: {shown}");
        }
    }
}

#[test]
fn all_who_measure_here_agree_with_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    for sample in samples() {
        let game = sample.options();
        let game = &game.iter().map(String::as_str).collect::<Vec<_>>()[..];
        for backend in ["local", "dense", "noisy"] {
            let record = folder.path().join("record.jsonl");
            let players = ["--white", "random", "--black", "random", "--seed", "8"];
            let more = ["--backend", backend, "--record", &text(&record)];
            printed(&[&["play"], game, &players[..], &more].concat());
            printed(&["replay", "--verify", &text(&record)]);
            let header = &lines(&record)[0];
            assert_eq!(header["backend"], backend);
            fs::remove_file(&record).unwrap();
        }
    }
}

/// What the terminal says to somebody who types this.
fn typed(args: &[&str], input: &str) -> String {
    let home = tempfile::tempdir().unwrap();
    let mut command = command::command(args);
    let mut child = command
        .env("XDG_DATA_HOME", home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let written = child.stdin.take().unwrap().write_all(input.as_bytes());
    written.unwrap();
    let done = child.wait_with_output().unwrap();
    let (out, err) = (
        String::from_utf8(done.stdout).unwrap(),
        String::from_utf8(done.stderr).unwrap(),
    );
    assert_eq!(
        (done.status.code(), &*err),
        (Some(0), ""),
        "{args:?}: {out}"
    );
    out
}

#[test]
fn people_play_look_behind_the_board_and_go_on_later() {
    let folder = tempfile::tempdir().unwrap();
    for sample in samples() {
        let game = sample.options();
        let game = &game.iter().map(String::as_str).collect::<Vec<_>>()[..];
        let record = folder.path().join("record.jsonl");
        let record = text(&record);
        let people = ["--black", "human", "--record", &record];
        let input = "help\nmoves\nhint\n1\nboard\nundo\n1\nflip\nquit\n";
        let said = typed(&[&["play"], game, &people[..]].concat(), input);
        for sign in ["white to move", "black to move", "Taken back", "--resume"] {
            assert!(
                said.to_lowercase().contains(&sign.to_lowercase()),
                "{game:?}: {sign}: {said}"
            );
        }
        let said = typed(&["play", "--resume", &record], "1\nquit\n");
        assert!(said.contains("1 ply is played"), "{game:?}: {said}");
        let played: Vec<Value> = lines(Path::new(&record));
        assert_eq!(played.len(), 5, "{game:?}: {played:?}");
        fs::remove_file(&record).unwrap();
    }
}

#[test]
fn circuits_leave_in_every_form_and_say_what_the_state_says() {
    let folder = tempfile::tempdir().unwrap();
    for sample in samples() {
        let game = sample.options();
        let game = &game.iter().map(String::as_str).collect::<Vec<_>>()[..];
        let (moves, square, expected) = (&*sample.moves, &*sample.square, &sample.probabilities);
        let given = ["--moves", moves, "--square", square];
        for format in CircuitFormat::ALL.iter().map(|format| format.name()) {
            for encoding in ["minimal", "paper"] {
                let form = ["--format", format, "--encoding", encoding];
                let text = printed(&[&["export"], game, &given[..], &form].concat());
                assert!(!text.is_empty(), "{game:?} {format}");
                if !format.starts_with("qasm") {
                    continue;
                }
                let path = folder.path().join("circuit.qasm");
                fs::write(&path, &text).unwrap();
                let path = path.to_str().unwrap();
                let found = printed(&["simulate", path, "--probabilities", "--json"]);
                let found: Value = serde_json::from_str(&found).unwrap();
                let found = found["probabilities"].as_object().unwrap();
                assert_eq!(found.len(), expected.len(), "{game:?}: {text}");
                for (bits, probability) in expected {
                    let found = found[bits].as_f64().unwrap();
                    assert!((found - probability).abs() < 1e-12, "{game:?}: {text}");
                }
            }
        }
        let board =
            printed(&[&["export"], game, &["--moves", moves, "--format", "board"]].concat());
        assert!(
            board.starts_with("<svg ") && board.ends_with("</svg>\n"),
            "{game:?}"
        );
        assert_eq!(board.matches("<g").count(), board.matches("</g>").count());
        assert!(!board.contains("var("), "{game:?}: {board}");
        let state = ["--black", "human", "--moves", moves];
        let looked = format!("state {square}\ncircuit {square}\nquit\n");
        let said = typed(&[&["play"], game, &state[..]].concat(), &looked);
        assert!(said.contains("modulus squared"), "{game:?}: {said}");
        assert!(said.contains("depth"), "{game:?}: {said}");
    }
}

#[test]
fn games_leave_in_each_of_their_forms() {
    for game in GameKind::all() {
        for form in game.forms().iter().map(|form| form.name).chain(["record"]) {
            let given = ["export", "--game", game.name, "--format", form];
            assert!(!printed(&given).is_empty(), "{} {form}", game.name);
        }
    }
}

#[test]
fn boards_are_drawn_where_nothing_is_in_superposition() {
    let circuits = ["export", "--format", "svg"];
    let board = printed(&circuits);
    assert_eq!(board, printed(&["export", "--format", "board"]));
    assert!(
        board.contains("<title>Cheqqers at level 3 on 8 x 8"),
        "{board}"
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    printed(&["export", "--format", "svg", "-o", path]);
    let written = fs::read_to_string(folder.path().join("board.svg"));
    assert_eq!(written.unwrap(), board);
    // 64 squares, and 24 men that are certain.
    assert_eq!(board.matches("<rect").count(), 64);
    assert_eq!(board.matches("<g transform=\"translate(").count(), 48);
    let split = printed(&["export", "--moves", "c3^b4d4", "--format", "board"]);
    assert_eq!(split.matches(">50%</text>").count(), 2);
    assert_ne!(
        split,
        printed(&["export", "--moves", "c3^b4d4", "--format", "svg"])
    );
}

#[test]
fn tournaments_and_engines_play_every_game() {
    let folder = tempfile::tempdir().unwrap();
    let engine = format!(
        "engine:{} engine --player random --seed 3",
        env!("CARGO_BIN_EXE_cheqqers")
    );
    for (number, sample) in samples().iter().enumerate() {
        let game = sample.options();
        let game = &game.iter().map(String::as_str).collect::<Vec<_>>()[..];
        let out = text(&folder.path().join(number.to_string()));
        let players = ["--player", "random", "--player", &format!("other={engine}")];
        let order = ["--games", "2", "--seed", "4", "--out", &out, "--json"];
        let held = printed(&[&["arena"], game, &players[..], &order].concat());
        let held: Value = serde_json::from_str(&held).unwrap();
        let shown = printed(&["arena", "show", &out, "--json"]);
        assert_eq!(held, serde_json::from_str::<Value>(&shown).unwrap());
        let games = text(&Path::new(&out).join("games.jsonl"));
        printed(&["replay", "--verify", &games]);
        let again = printed(&["arena", "--resume", &out, "--json"]);
        assert_eq!(held, serde_json::from_str::<Value>(&again).unwrap());
    }
}

#[test]
fn what_a_game_has_not_is_refused() {
    for (args, sign) in [
        (
            &["selfplay", "--game", "rotation", "--level", "2"][..],
            "no option \"level\"",
        ),
        (
            &["selfplay", "--game", "rotation:fast"],
            "physical, program, manual",
        ),
        (
            &["selfplay", "--game", "rotation", "--set", "collapse=never"],
            "definite|keep",
        ),
        (
            &["selfplay", "--game", "blocking", "--set", "measure=all"],
            "components|full|squares",
        ),
        (&["selfplay", "--game", "blocking:5x5"], "no preset"),
        (
            &[
                "selfplay", "--game", "rotation", "--size", "5", "--rows", "3",
            ],
            "a board of size 5 takes 1 to 2 rows of men, not 3",
        ),
        (
            &[
                "selfplay",
                "--game",
                "rotation",
                "--draw-after",
                "9",
                "--set",
                "draw_turns=8",
            ],
            "the option draw_turns is given twice",
        ),
        (&["games", "chess"], &names()),
        (&["games", "rotation:fast"], "physical, program, manual"),
    ] {
        let done = cheqqers(args);
        assert_eq!(
            (done.code, &*done.out),
            (Some(2), ""),
            "{args:?}: {}",
            done.err
        );
        assert!(done.err.contains(sign), "{args:?}: {}", done.err);
    }
    let certain = ["--game", "rotation", "--position", "W:Wc3:Bf6"];
    for (args, told) in [
        (
            &["export"][..],
            "Only pieces in superposition have a circuit.",
        ),
        (
            &["export", "--moves", "hello"],
            "\"hello\" is no move: write c3-d4 (step) or d4xf6 (capture)",
        ),
        (
            &["perft", "--depth", "1", "--moves", "c3^b4d4"],
            "splits are no moves of this game",
        ),
    ] {
        let done = cheqqers(&[args, &certain].concat());
        assert_eq!((done.code, &*done.out), (Some(1), ""), "{args:?}");
        assert!(done.err.contains(told), "{}", done.err);
        assert!(!done.err.contains('^'), "{}", done.err);
    }
    let said = typed(
        &["engine"],
        "newgame {\"format\":\"cheqqers\",\"version\":1,\"game\":\"go\"}\nquit\n",
    );
    let known = names();
    assert_eq!(
        said,
        format!(
            "error there is no such game here: there is no game \"go\", the games are: {known}\n"
        )
    );
    let done = cheqqers(&[
        "export", "--game", "rotation", "--moves", "c3-b4", "--format", "pdn",
    ]);
    assert_eq!((done.code, &*done.out), (Some(1), ""), "{}", done.err);
    assert!(
        done.err.contains("no draughts") || done.err.contains("draughts record"),
        "{}",
        done.err
    );
}

/// A position is input like a file, not an option of the command's own.
#[test]
fn bad_positions_are_refused_alike_by_all_games_that_take_one() {
    for known in KNOWN {
        let (game, of_game) = (known.name, GameSamples::of(known.name));
        assert!(!of_game.refused.is_empty(), "{game}");
        for (position, sign) in &of_game.refused {
            let done = cheqqers(&["selfplay", "--game", game, "--position", position]);
            assert_eq!(
                (done.code, &*done.out),
                (Some(1), ""),
                "{game}: {}",
                done.err
            );
            assert!(done.err.contains(sign), "{game}: {}", done.err);
        }
    }
}

#[test]
fn games_are_told_with_all_that_can_be_set() {
    let all = printed(&["games"]);
    assert_eq!(all.lines().count(), KNOWN.len());
    for game in KNOWN {
        assert!(all.contains(game.name));
        let told = printed(&["games", game.name]);
        let settings = game.settings.iter();
        let settings = settings.map(|setting| format!("\n  {}={} ", setting.key, setting.kind));
        let presets = game.presets.iter();
        let presets = presets.map(|preset| format!("\n  {} ", preset.name));
        for row in settings.chain(presets) {
            assert!(told.contains(&row), "{row}: {told}");
        }
    }
    let preset = printed(&["games", "rotation:program"]);
    for told in [
        "rotation:program: as the published program plays",
        "[by this preset: linear]",
        "[default: 80]",
    ] {
        assert!(preset.contains(told), "{told}: {preset}");
    }
}

/// Options of one game alone: its settings without a short form, and the short forms it has.
#[test]
fn help_shows_the_options_of_the_chosen_game() {
    for command in ["play", "selfplay", "perft", "export", "arena"] {
        for (game, shown, hidden) in [
            (
                &[][..],
                &["--level <0..3>", "--entanglement <single|unlimited>"][..],
                &["collapse=", "measure="][..],
            ),
            (
                &["--game", "rotation"],
                &["collapse=definite|keep", "--draw-after", "[default: 80]"],
                &["--level <", "--entanglement <", "measure="],
            ),
            (
                &["--game=blocking:6x6"],
                &["measure=components|full|squares", "--size <4..16>"],
                &["--level <", "--entanglement <", "collapse="],
            ),
        ] {
            for help in [&["--help"][..], &["-h"]] {
                let text = printed(&[&[command], game, help].concat());
                for option in shown {
                    assert!(text.contains(option), "{game:?} {option}: {text}");
                }
                for option in hidden {
                    assert!(!text.contains(option), "{game:?} {option}: {text}");
                }
            }
        }
    }
}

/// The header of a game that these options describe.
fn header(options: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let trace = text(&folder.path().join("trace.jsonl"));
    let series = ["selfplay", "--games", "1", "--seed", "1", "--trace", &trace];
    printed(&[&series[..], options].concat());
    printed(&["replay", "--verify", &trace]);
    lines(Path::new(&trace)).swap_remove(0)
}

#[test]
fn draws_come_after_so_many_plies_or_turns_in_every_game() {
    for game in KNOWN {
        let mut keys = game.settings.iter().map(|setting| setting.key);
        let key = keys.find(|key| ["draw_after", "draw_turns"].contains(key));
        let key = key.unwrap_or_else(|| panic!("{} has no end", game.name));
        for (given, expected) in [("7", Value::from(7)), ("off", "off".into())] {
            let folder = tempfile::tempdir().unwrap();
            let record = text(&folder.path().join("record.jsonl"));
            let options = ["play", "--black", "human", "--record", &record];
            let draws = ["--game", game.name, "--draw-after", given];
            typed(&[&options[..], &draws].concat(), "1\nquit\n");
            let header = &lines(Path::new(&record))[0];
            assert_eq!(header[key], expected, "{}", game.name);
        }
    }
}

#[test]
fn every_game_starts_from_a_position_in_its_own_words() {
    for game in KNOWN {
        let position = GameSamples::of(game.name).position;
        let header = header(&["--game", game.name, "--position", &position]);
        assert!(header["position"].is_string(), "{}: {header}", game.name);
    }
}

/// White's king is on f4 with 1/8, Black's on g5 with 1/8, and the capture measures everything: 128
/// outcomes, of which 8 are a success.
const RARE: &str = "c1^b2d2 f8^e7g7 d2^c3e3 e7^d6f6 e3^d4f4 f6^e5g5 g1^f2h2 b8^a7c7 b4^a5c5 a7-b6";

#[test]
fn an_outcome_that_is_wished_is_found_however_rare() {
    let rare: &[&str] = &[
        "--game",
        "blocking",
        "--set",
        "measure=full",
        "--position",
        "W:WKc1,g1,b4:BKf8,b8",
        "--moves",
    ];
    // In rotation there are more outcomes than can be looked at.
    let many: &[&str] = &[
        "--game",
        "rotation",
        "--position",
        "W:Wc3~0,a1,c1~0,e1~0,g1~0,b2~0,f2~0,h2~0:Bd4~0,a7~0,c7~0,e7~0,g7~0,b8~0,d8~0,f8~0,h8~0",
        "--moves",
    ];
    let rare_moves = format!("{RARE} f4xh6.m1");
    for (game, moves, squares) in [
        (rare, &*rare_moves, ["f4", "g5"]),
        (many, "c3xe5.m1", ["c3", "d4"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let trace = text(&folder.path().join("trace.jsonl"));
        for seed in ["1", "2", "3", "4", "5", "6"] {
            let series = [
                "selfplay", "--games", "1", "--seed", seed, "--trace", &trace, "--force",
            ];
            printed(&[&series[..], game, &[moves]].concat());
            let plies = lines(Path::new(&trace));
            let ply = &plies[moves.split(' ').count()];
            assert_eq!(ply["captured"], Value::from(&squares[1..]), "{ply}");
            let occupied = ply["measured"][0]["occupied"].as_array().unwrap();
            for square in squares {
                assert!(occupied.contains(&square.into()), "{ply}");
            }
        }
        // Nobody measures here, and the others may end in many ways.
        let perft = ["perft", "--depth", "1"];
        let done = cheqqers(&[&perft[..], game, &[moves]].concat());
        assert_eq!((done.code, &*done.out), (Some(1), ""), "{}", done.err);
        let told = "may succeed in more than one way";
        assert!(done.err.contains(told), "{}", done.err);
    }
}
