//! Games as draughts records: what is written is read back, and the command knows both forms.

use std::fs;

use crate::command::{cheqqers, printed};
use crate::schema::schema;
use cheqqers_checkers::pdn::{self, Draughts};
use cheqqers_checkers::{Entanglement, Level, Position, Rules, international};
use cheqqers_game::record::{self, Detail, EndLine, Line, PlyLine, Record};
use cheqqers_game::show::Show;
use cheqqers_game::{Colour, Game};
use cheqqers_session::TypedSession;
use cheqqers_testkit::playout::{RandomPly, random_game};
use cheqqers_testkit::strategy;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// What a game to be written is made of.
#[derive(Clone, Debug)]
struct Kind {
    is_international: bool,
    seed: u64,
    level: u64,
    size: u64,
    entanglement: Entanglement,
    /// How many plies come before the position that the game is said to start from.
    before: usize,
    plies: usize,
    end: Option<EndLine>,
    /// What the header and each measurement hold besides.
    more: Map<String, Value>,
}

fn kinds() -> impl Strategy<Value = Kind> {
    let entanglements = [Entanglement::Single, Entanglement::Unlimited];
    let ends = [
        None,
        Some(EndLine::agreed()),
        Some(EndLine::resigned(Colour::White)),
        Some(EndLine::resigned(Colour::Black)),
    ];
    (
        (any::<bool>(), any::<u64>(), 0..=3_u64),
        prop::sample::select(vec![4, 5, 8, 8, 10, 16]),
        prop::sample::select(entanglements.to_vec()),
        (prop_oneof![Just(0), 1..40_usize], 0..80_usize),
        prop::sample::select(ends.to_vec()),
        prop::collection::vec((".{0,8}", values()), 0..3),
    )
        .prop_map(
            |((is_international, seed, level), size, entanglement, (before, plies), end, more)| {
                Kind {
                    is_international,
                    seed,
                    level,
                    size,
                    entanglement,
                    before,
                    plies,
                    end,
                    more: more
                        .into_iter()
                        .filter(|(key, _)| !["squares", "occupied", "backend"].contains(&&**key))
                        .collect(),
                }
            },
        )
}

/// Any JSON.
fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        r#"[\[\]{}()<>"\\ =%\n]{0,12}"#.prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::vec((".{0,6}", inner), 0..3)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

fn line<G: Draughts>(number: usize, ply: &RandomPly<G>, more: &Map<String, Value>) -> PlyLine {
    let mut line = ply.line(Detail::Record);
    line.ply = u32::try_from(number).unwrap();
    for measured in &mut line.measured {
        measured.more.clone_from(more);
    }
    line
}

/// A random game of that kind, as a record.
fn played(kind: &Kind) -> Record {
    let level = Level::from_number(kind.level).unwrap();
    if kind.is_international {
        let rules = international::Rules::new(level).with_size(kind.size);
        return played_from(international::Position::initial(rules.unwrap()), kind);
    }
    let rules = Rules::new(level).with_size(kind.size).unwrap();
    let rules = rules.with_entanglement(kind.entanglement);
    played_from(Position::initial(rules), kind)
}

fn played_from<G: Draughts>(mut start: G, kind: &Kind) -> Record {
    for ply in random_game(start.clone(), kind.seed).take(kind.before) {
        // A FEN tells no chain under way.
        if ply.after.chain().is_none() {
            start = G::from_header(&ply.after.header()).unwrap();
        }
    }
    let header = record::header(&start, kind.more.clone());
    // As a reader of the record sets it up: phases and pieces are the FEN's.
    let start = G::from_header(&header).unwrap();
    let mut lines = Vec::new();
    let mut last = start.clone();
    for (number, ply) in (1..).zip(random_game(start, !kind.seed).take(kind.plies)) {
        lines.push((number, Line::Ply(Box::new(line(number, &ply, &kind.more)))));
        last = ply.after;
    }
    if let Some(end) = kind.end.clone().filter(|_| last.outcome().is_none()) {
        lines.push((lines.len() + 1, Line::End(end)));
    }
    Record {
        header,
        lines,
        ..Record::default()
    }
}

fn written(record: &Record) -> String {
    if record.header["game"] == international::Position::NAME {
        written_as::<international::Position>(record)
    } else {
        written_as::<Position>(record)
    }
}

fn written_as<G: Draughts + Show>(record: &Record) -> String {
    pdn::write(&TypedSession::<G>::of_record(record).unwrap().played())
}

fn only(text: &str) -> Record {
    let mut reader = pdn::PdnReader::new(text.to_owned());
    let record = reader
        .record()
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(reader.record(), Ok(None));
    record.expect("a game was written")
}

/// Header and lines as our own records have them.
fn as_lines(record: &Record) -> Vec<String> {
    let line = |(_, line): &(usize, Line)| match line {
        Line::Ply(ply) => serde_json::to_string(ply).unwrap(),
        Line::End(end) => serde_json::to_string(end).unwrap(),
        Line::Undo(_) | Line::Pool(_) => unreachable!("a draughts record has none"),
    };
    let header = serde_json::to_string(&record.header).unwrap();
    std::iter::once(header)
        .chain(record.lines.iter().map(line))
        .collect()
}

/// Each move with its outcomes.
fn moves_of(record: &Record) -> Vec<(String, Vec<Vec<String>>)> {
    let plies = record.lines.iter().filter_map(|(_, line)| match line {
        Line::Ply(ply) => Some(ply),
        _ => None,
    });
    plies
        .map(|ply| {
            let measured = ply.measured.iter().map(|m| m.occupied.clone());
            (ply.mv.clone(), measured.collect())
        })
        .collect()
}

proptest! {
    #![proptest_config(strategy::config(192))]

    #[test]
    fn a_game_of_level_0_is_read_back_as_it_was_written(kind in kinds()) {
        let record = played(&Kind { level: 0, ..kind });
        let text = written(&record);
        let read = only(&text);
        prop_assert_eq!(as_lines(&read), as_lines(&record), "{}", text);
        prop_assert_eq!(written(&read), text);
    }

    #[test]
    fn quantum_games_are_written_and_not_read(kind in kinds(), level in 1..=3_u64) {
        let text = written(&played(&Kind { level, ..kind }));
        let refused = pdn::PdnReader::new(text).record().unwrap_err();
        prop_assert_eq!(refused.reason, pdn::PdnReason::Quantum);
    }

    #[test]
    fn the_form_of_the_online_client_keeps_the_moves(kind in kinds()) {
        let kind = Kind { is_international: true, size: kind.size & !1, end: None, ..kind };
        let record = played(&kind);
        let session = TypedSession::<international::Position>::of_record(&record).unwrap();
        let form = international::Position::FORMS.iter().find(|form| form.name == "online");
        let text = (form.unwrap().write)(&session.played()).text;
        let read = only(&text);
        let moves = |record: &Record| {
            let moves = moves_of(record).into_iter();
            moves.map(|(mv, _)| mv).collect::<Vec<_>>()
        };
        prop_assert_eq!(moves(&read), moves(&record), "{}", text);
        if kind.level < 2 {
            // Each measurement is of a single square there.
            prop_assert_eq!(moves_of(&read), moves_of(&record));
            prop_assert!(read.notes.iter().all(|note| !note.contains("not written")));
        }
    }

    #[test]
    fn comments_may_be_stripped(kind in kinds()) {
        let record = played(&Kind { level: 0, ..kind });
        let text = written(&record);
        // Nothing but what no tag tells is lost with the comments.
        let mut bare = String::new();
        let mut depth = 0;
        for c in text.chars() {
            depth += i32::from(c == '{');
            if depth == 0 {
                bare.push(c);
            }
            depth -= i32::from(c == '}' && depth > 0);
        }
        prop_assert_eq!(moves_of(&only(&bare)), moves_of(&record));
        prop_assert!(!pdn::is_pdn(&as_lines(&record)[0]));
        prop_assert!(pdn::is_pdn(&text));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in any::<String>(), signs in r#"[-0-9x^.@me,!?(){}$/"\[\] *%=A-Z\n]{0,60}"#) {
        for text in [text, signs] {
            let of = |variant: &str| format!("[Variant \"{variant}\"]{text}");
            for text in [of(Position::VARIANT), of(international::Position::VARIANT), text] {
                let mut reader = pdn::PdnReader::new(text);
                while let Ok(Some(_)) = reader.record() {}
            }
        }
    }

    #[test]
    fn no_change_of_a_game_makes_the_reader_panic(
        kind in kinds(), at in any::<prop::sample::Index>(), len in 0..4_usize, put in r#"[-0-9x^.@me,!?(){}"*%= ]{0,4}"#,
    ) {
        let text = written(&played(&kind));
        let chars: Vec<char> = text.chars().collect();
        let at = at.index(chars.len());
        let behind = &chars[(at + len).min(chars.len())..];
        let text: String = chars[..at].iter().copied().chain(put.chars()).chain(behind.iter().copied()).collect();
        let mut reader = pdn::PdnReader::new(text);
        // What is still read follows the rules.
        while let Ok(Some(record)) = reader.record() {
            written(&record);
        }
    }
}

#[test]
fn the_command_writes_a_game_and_reads_it_back_byte_by_byte() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let cases: [&[&str]; 3] = [
        &[],
        &["--size", "10", "--entanglement", "unlimited"],
        &[
            "--backend",
            "local",
            "--size",
            "6",
            "--draw-after",
            "off",
            "--moves",
            "b2-a3",
        ],
    ];
    for case in cases {
        let records = path("records");
        let play = [
            "selfplay", "--level", "0", "--games", "2", "--seed", "5", "--record", &records,
            "--force",
        ];
        printed(&[&play[..], case].concat());
        for game in ["game-1", "game-2"] {
            let original = path(&format!("records/{game}.jsonl"));
            let out = path("out");
            let text = printed(&["export", &original, "--format", "pdn"]);
            assert!(
                text.lines()
                    .all(|line| line.len() < 80 || line.starts_with('[')),
                "{text}"
            );
            assert_eq!(
                printed(&["export", &original, "--format", "pdn", "-o", &out]),
                ""
            );
            let written = path(&format!("out/{game}.pdn"));
            assert_eq!(fs::read_to_string(&written).unwrap(), text);
            let verified = printed(&["replay", "--verify", &written]);
            assert!(
                verified.starts_with("game 1, from line 1: follows the rules"),
                "{verified}"
            );
            let shown = ["replay", "--ascii", "--color", "never"];
            assert_eq!(
                printed(&[&shown[..], &[&written]].concat()),
                printed(&[&shown[..], &[&original]].concat())
            );
            let back = printed(&["export", &written, "--format", "record"]);
            assert_eq!(back, fs::read_to_string(&original).unwrap());
        }
    }
}

#[test]
fn quantum_games_are_written_and_the_record_is_what_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    printed(&["export", "--moves", "c3^b4d4", "--format", "pdn", "-o", out]);
    let written = fs::read_dir(out).unwrap().next().unwrap().unwrap().path();
    assert_eq!(written.extension().unwrap(), "qpdn");
    for command in ["replay", "export"] {
        let done = cheqqers(&[command, written.to_str().unwrap()]);
        assert_eq!((done.code, &*done.out), (Some(1), ""));
        let told = "quantum games are written as draughts records but not read: use the record of the game, JSON Lines, instead";
        assert!(done.err.contains(told), "{}", done.err);
        assert!(
            done.err.contains("'cheqqers export --format record'"),
            "{}",
            done.err
        );
    }
}

#[test]
fn a_file_of_many_games_and_a_game_cut_short() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (trace, games) = (path("trace.jsonl"), path("games.pdn"));
    printed(&[
        "selfplay", "--games", "3", "--seed", "2", "--level", "0", "--trace", &trace,
    ]);
    let text = printed(&["export", &trace, "--format", "pdn"]);
    fs::write(&games, &text).unwrap();
    assert_eq!(text.matches("[GameType").count(), 3);
    assert_eq!(
        printed(&["replay", "--verify", &games])
            .matches("follows the rules")
            .count(),
        3
    );
    assert_eq!(printed(&["export", &games, "--format", "pdn"]), text);
    // As lines they are those of the trace without what a trace has besides.
    let lines = printed(&["export", &games, "--format", "record"]);
    assert_eq!(lines, printed(&["export", &trace, "--format", "record"]));
    assert!(!lines.contains("\"legal\""));
    let cut = printed(&["export", &games, "--format", "record", "--ply", "2"]);
    assert_eq!(cut.lines().count(), 9);
    let done = cheqqers(&["export", &games, "--format", "pdn", "--ply", "9999"]);
    assert_eq!((done.code, &*done.out), (Some(1), ""));
    assert!(done.err.contains("has no ply 9999"), "{}", done.err);
}

#[test]
fn plies_taken_back_are_left_out_and_an_end_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let moves = [
        "export",
        "--level",
        "0",
        "--moves",
        "c3-d4 f6-e5",
        "--format",
        "record",
    ];
    let original = printed(&moves);
    let mut lines: Vec<&str> = original.lines().collect();
    assert_eq!(lines.len(), 3);
    let undone = lines[2].to_owned();
    let end = json!({"end": "resigned", "by": "black", "status": "white_won"}).to_string();
    lines.extend([r#"{"undo":1}"#, &undone, &end]);
    let (record, written) = (path("game.jsonl"), path("game.txt"));
    fs::write(&record, lines.join("\n") + "\n").unwrap();
    let text = printed(&["export", &record, "--format", "pdn"]);
    assert!(
        text.ends_with("[Result \"1-0\"]\n\n1. 22-18 11-15 *\n"),
        "{text}"
    );
    fs::write(&written, &text).unwrap();
    let back = printed(&["export", &written, "--format", "record"]);
    let bare = |text: &str| -> Vec<String> {
        let lines = text.lines();
        let fields = lines.map(|line| line.split(",\"sum\":").next().unwrap_or_default());
        fields
            .map(|line| line.trim_end_matches('}').to_owned())
            .collect()
    };
    assert_eq!(bare(&back), bare(&(original + &end)));
    let cut = printed(&["export", &record, "--format", "pdn", "--ply", "1"]);
    assert!(cut.ends_with("[Result \"*\"]\n\n1. 22-18 *\n"), "{cut}");
}

#[test]
fn a_draughts_record_is_not_written_on_and_errors_name_the_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pdn");
    let path = path.to_str().unwrap();
    let text = printed(&[
        "export", "--level", "0", "--moves", "c3-d4", "--format", "pdn",
    ]);
    fs::write(path, &text).unwrap();
    let done = cheqqers(&["play", "--resume", path]);
    assert_eq!((done.code, &*done.out), (Some(1), ""));
    assert!(done.err.contains("--format record"), "{}", done.err);
    assert_eq!(fs::read_to_string(path).unwrap(), text, "left as it was");
    fs::write(path, text.replace("22-18", "22-15")).unwrap();
    for command in ["replay", "export"] {
        let done = cheqqers(&[command, path]);
        assert_eq!((done.code, &*done.out), (Some(1), ""));
        assert!(
            done.err.contains("line 13, column 4: 22-15 (c3-e5)"),
            "{}",
            done.err
        );
    }
    fs::write(path, b"[Event \"\xff\"]").unwrap();
    let done = cheqqers(&["replay", path]);
    assert!(done.err.contains("could not read"), "{}", done.err);
}

#[test]
fn options_of_circuits_are_wrong_where_a_game_is_written() {
    let game = ["export", "--moves", "c3^b4d4", "--format"];
    for (options, told) in [
        (&["--square", "b4"][..], "--square <SQUARE>"),
        (&["--encoding", "minimal"], "--encoding <ENCODING>"),
        (&["--optimize", "0"], "--optimize <N>"),
        (&["--no-measure"], "--no-measure"),
        (&["--flat"], "--flat"),
    ] {
        for format in ["pdn", "record"] {
            let done = cheqqers(&[&game[..], &[format], options].concat());
            assert_eq!((done.code, &*done.out), (Some(2), ""), "{options:?}");
            let refusal = format!(
                "error: the argument '{told}' cannot be used with '--format {format}'\n\n\
                 Usage: cheqqers export [OPTIONS] [FILE]\n"
            );
            assert!(done.err.starts_with(&refusal), "{}", done.err);
        }
        printed(&[&game[..], &["text"], options].concat());
    }
}

#[test]
fn a_game_without_seed_or_players_fits_the_schema_of_records() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pdn");
    let path = path.to_str().unwrap();
    fs::write(path, "[Event \"x\"] 1. 11-15 22-18 2. 15x22 1-0").unwrap();
    let foreign = printed(&["export", path, "--format", "record"]);
    assert!(!foreign.contains("\"white\":\""), "{foreign}");
    let moves = [
        "export", "--moves", "c3-d4", "--seed", "1", "--format", "record",
    ];
    let schema = schema();
    for text in [foreign, printed(&moves)] {
        assert!(!text.contains("seed"), "{text}");
        for line in text.lines() {
            let line = serde_json::from_str(line).unwrap();
            if let Err(error) = schema.validate(&line) {
                panic!("{error}\nin {line}");
            }
        }
    }
}
