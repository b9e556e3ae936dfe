mod refused;

use std::error::Error;

use cheqqers_game::record::{EndLine, Line, PlyLine, Record};
use cheqqers_game::replay::{Replay, Verify};
use cheqqers_game::show::PlayedGame;
use cheqqers_game::{Colour, Status};
#[cfg(unix)]
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Map, Value, json};

use super::*;
use crate::{Level, Position, Rules, international};
use refused::REFUSED;

/// The example of the notation.
const EXAMPLE: &str = "\
[GameType \"21,W,8,8,N2,0\"]
[Variant \"Cheqqers\"]
[Quantumness \"3\"]
1. 22-18 11-15^16 2. 18x11.e 8x15.m0@16,18 *
";

fn read(text: &str) -> Result<Vec<Record>, PdnError> {
    let mut reader = PdnReader::new(text.to_owned());
    std::iter::from_fn(|| reader.record().transpose()).collect()
}

fn one(text: &str) -> Record {
    let mut records = read(text).unwrap_or_else(|error| panic!("{error} in {text}"));
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

/// The same text as a game of Cheqqers at level 0.
fn classical(moves: &str) -> String {
    format!("{OURS}{moves}")
}

const OURS: &str = "[Variant \"Cheqqers\"] [Quantumness \"0\"]\n";

fn written(record: &Record) -> String {
    written_as::<Position>(record)
}

fn written_as<G: Draughts>(record: &Record) -> String {
    let mut replay = Replay::<G>::new(record, Verify::Everything).unwrap();
    let mut positions = vec![replay.position().clone()];
    let (mut plies, mut end) = (Vec::new(), None);
    while let Some(step) = replay.step().unwrap() {
        match step.line {
            Line::Ply(_) => positions.push(step.position),
            Line::End(line) => end = Some(line),
            Line::Undo(_) | Line::Pool(_) => unreachable!("no game here has such lines"),
        }
        plies.extend(step.ply);
    }
    write(&PlayedGame {
        header: &record.header,
        positions: positions.iter().collect(),
        plies: &plies,
        end,
    })
}

fn plies(record: &Record) -> Vec<&PlyLine> {
    let plies = record.lines.iter().filter_map(|(_, line)| match line {
        Line::Ply(ply) => Some(&**ply),
        _ => None,
    });
    plies.collect()
}

fn moves(record: &Record) -> Vec<&str> {
    plies(record).iter().map(|ply| ply.mv.as_str()).collect()
}

fn refusal(text: &str) -> PdnError {
    match read(text) {
        Ok(records) => panic!("{text} was read: {records:?}"),
        Err(error) => error,
    }
}

#[test]
fn quantum_games_in_our_own_form_are_not_read() {
    let international = "[GameType \"20,W,8,8,N2,0\"] [Variant \"International quantum draughts\"]";
    for text in [
        EXAMPLE,
        "[Quantumness \"1\"]",
        international,
        "11-15 22-18 15x22.m1@22",
    ] {
        assert_eq!(refusal(text).reason, PdnReason::Quantum, "{text}");
    }
}

#[test]
fn all_that_draughts_records_may_hold_is_read() {
    let text = "\u{feff}[Variant \"cheqqers\"] [Quantumness \"0\"] {a [note]} 1.22-18!? $3 {Zug, \u{e9}} \
        (1.22-17(!) ({[%header broken} 9-13 /FEN \"X\"/ 22x15;M:1 (99-1)) 1... 9-14) 11-15(?) \
        2...18x11{[%header broken] [%clk 0:05:00]}8x15 1/2-1/2";
    let record = one(text);
    assert_eq!(moves(&record), ["c3-d4", "f6-e5", "d4xf6", "g7xe5"]);
    assert_eq!(record.lines[4].1, Line::End(EndLine::agreed()));
    let games = format!("{OURS} 22-18 *\n[Event \"second\"] 11-15 22-18 0-1 *\n\n* 10-14 1-0 9-13");
    let records = read(&games).unwrap();
    assert_eq!(records.len(), 4);
    assert_eq!(records[1].header["Event"], "second");
    let resigned = |by| Line::End(EndLine::resigned(by));
    assert_eq!(records[1].lines[2].1, resigned(Colour::White));
    assert_eq!(records[2].lines[1].1, resigned(Colour::Black));
    assert_eq!(moves(&records[3]), ["b6-a5"]);
    for nothing in ["", " \n", "*", "* {nothing} * $1", "1. *"] {
        assert_eq!(read(nothing).unwrap(), [], "{nothing:?}");
    }
    // Numbers tell nothing, and blanks may stand or not.
    let numbered = one(&classical("/FEN\"W:W22:B1\"/ 9... 22-18 ! 7. 1-5 (??)"));
    assert_eq!(moves(&numbered), ["c3-d4", "b8-a7"]);
    let setup = one(&classical("/FEN \"B:W22:B1\"/ 1... 1-5 2. 22-18"));
    assert_eq!(setup.header["position"], "B:W22:B1");
}

#[test]
fn english_draughts_is_read_with_its_own_colours_and_numbers() {
    let text = "[GameType \"21,B,8,8,N1,0\"]\n[White \"A\"]\n\
        1. 11-15 22-18 2. 15x22 25x18 3. 8-11 29-25 *";
    let record = one(text);
    let told = ["position", "level", "draw_after", "white"].map(|key| &record.header[key]);
    assert_eq!(
        told,
        [
            &json!("B:W21-32:B1-12"),
            &json!(0),
            &json!("off"),
            &json!("A")
        ]
    );
    assert_eq!(plies(&record)[0].turn, Colour::Black);
    assert_eq!(moves(&record)[..3], ["f6-e5", "c3-d4", "e5xc3"]);
    let text = written(&record);
    assert!(
        text.ends_with("\n\n1... 11-15 2. 22-18 15x22 3. 25x18 8-11 4. 29-25 *\n"),
        "{text}"
    );
    let again = one(&text);
    assert_eq!(
        (&again.header, moves(&again)),
        (&record.header, moves(&record))
    );
}

#[test]
fn other_programs_write_the_ends_of_a_chain_alone() {
    let chain = |fen: &str, text: &str| {
        read(&format!("[GameType \"21\"] [FEN \"{fen}\"] {text}"))
            .map(|records| records[0].lines.len())
    };
    assert_eq!(chain("W:W22:B18,10,1", "22x6"), Ok(2));
    // Three jumps that end where one would.
    assert_eq!(chain("W:WK26:B23,15,14,1", "26x17"), Ok(3));
    let many = chain("W:W26:B22,23,14,15,1", "26x10").unwrap_err();
    assert_eq!(many.reason, PdnReason::ManyWays);
    assert_eq!(chain("W:W26:B22,23,14,15,1", "26x17x10"), Ok(2));
    let none = chain("W:W22:B18,10,1", "22x7").unwrap_err();
    assert!(matches!(none.reason, PdnReason::Illegal { .. }));
}

#[test]
fn level_0_is_written_for_programs_that_know_no_other() {
    let start = Position::initial(Rules::new(Level::Classical));
    let mut record = Record {
        header: cheqqers_game::record::header(&start, Map::new()),
        ..Record::default()
    };
    let text = written(&record);
    assert!(text.contains("\n[FEN \"W:W21-32:B1-12\"]\n"), "{text}");
    assert!(!one(&text).header.contains_key("position"));
    // What the tags can't tell, the order included, stands in a command.
    let odd = json!({"version": 1, "format": "cheqqers", "game": "cheqqers", "rules": "paper-2025",
        "level": 0, "size": 6, "rows": 1, "entanglement": "single", "draw_after": "off",
        "position": "W:W16-18:B1-3", "white": 3, "black": "a \"b\" \\", "Event": "x]}",
        "Site": "c:\\", "Round": "\\\"",
        "no te": {"a": [1, null, 0.1, "}{][\n"], "b": {}}, "backend": "tab\t"});
    let Value::Object(odd) = odd else {
        unreachable!()
    };
    record.header = odd;
    let text = written(&record);
    assert_eq!(
        Value::Object(one(&text).header).to_string(),
        Value::Object(record.header).to_string(),
        "{text}"
    );
}

#[test]
fn how_a_game_ended_is_its_result() {
    let given_up = "[Variant \"Cheqqers\"] [Quantumness \"0\"] [FEN \"W:W21:B1\"]";
    let record = one(&format!("{given_up} [Result \"0-1\"] 21-17 1-5 0-1"));
    assert_eq!(plies(&record)[1].status, Status::InProgress);
    assert_eq!(
        record.lines[2].1,
        Line::End(EndLine::resigned(Colour::White))
    );
    assert!(written(&record).contains("[Result \"0-1\"]"));
    let lost = "[Variant \"Cheqqers\"] [Quantumness \"0\"] [FEN \"W:W22:B18\"] 22x15";
    for result in ["", "*", "1-0", "2-0"] {
        assert_eq!(one(&format!("{lost} {result}")).lines.len(), 1, "{result}");
    }
    let wrong = refusal(&format!("{lost} 0-1"));
    assert_eq!(
        wrong.to_string(),
        "line 1, column 64: the result is black_won, but the game is white_won by the rules"
    );
}

#[test]
fn errors_say_where_and_what() {
    for (text, told) in REFUSED {
        let text = text.replace("OURS", OURS);
        let text = text.replace("THIRD", "[Event \"x\"]\n[Variant \"Cheqqers\"]\n");
        let error = refusal(&text);
        assert_eq!(error.to_string(), *told, "{text}");
        assert!(error.source().is_none(), "{text}: the cause is told twice");
    }
}

#[test]
fn a_position_may_be_set_up_twice_if_it_is_the_same() {
    let twice = "[FEN \"W:W22:B1\"] /FEN \" W:W22:B1\"/ 22-18 (1. 22-17 /FEN \"X\"/) *";
    let record = one(&classical(twice));
    assert_eq!(record.header["position"], "W:W22:B1");
    assert_eq!(moves(&record), ["c3-d4"]);
}

#[test]
fn a_backslash_in_a_tag_is_one_unless_a_quote_comes_behind_it() {
    let told = r#"[Event "a\\b\c"] [Site "\\"d\""]"#;
    let record = one(&classical(told));
    let [event, site] = ["Event", "Site"].map(|key| record.header[key].as_str());
    assert_eq!((event, site), (Some(r"a\\b\c"), Some(r#"\"d""#)));
    let text = written(&record);
    assert!(text.contains(&told.replace("] ", "]\n")), "{text}");
}

/// Counts the time of this thread alone: others may have the machine.
#[cfg(unix)]
#[test]
fn a_file_of_very_many_tags_takes_no_time_to_speak_of() {
    let now = || {
        let now = clock_gettime(ClockId::ThreadCPUTime);
        now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
    };
    let time = |tags: usize| {
        let file: Vec<String> = (0..tags).map(|n| format!("[T{n} \"\"]")).collect();
        let file = file.concat();
        let begun = now();
        assert_eq!(one(&file).header.len(), tags + 10);
        now() - begun
    };
    let least = (0..5).map(|_| time(5_000)).fold(f64::MAX, f64::min);
    // Each compared with all before it they take 1,600 times as long; 40 times is the least.
    let many = time(200_000);
    assert!(many < 400.0 * least, "{many}, {least}");
}

/// A game as programs for international draughts write it, chains by their ends.
const INTERNATIONAL: &str = "\
[GameType \"20\"]
[FEN \"W:W46,33:B41,32,19,8\"]
1. 46x28 19-23 2. 28x19 8-13 3. 19x8 2-0
";

#[test]
fn a_game_of_international_draughts_is_read() {
    let record = one(INTERNATIONAL);
    let header = |key: &str| record.header[key].clone();
    assert_eq!(header("game"), json!("international"));
    assert_eq!(header("rules"), json!("online-2026"));
    assert_eq!((header("level"), header("size")), (json!(0), json!(10)));
    assert_eq!(header("draw_after"), json!("off"));
    let moves: Vec<&str> = plies(&record).iter().map(|ply| &*ply.mv).collect();
    let expected = ["a1xc3", "c3xe5", "g7-f6", "e5xg7", "e9-f8", "g7xe9"];
    assert_eq!(moves, expected);
}

#[test]
fn every_measurement_of_international_quantum_draughts_is_written() {
    let half = "10*0.7071067811865476,0;01*0.7071067811865476,0";
    let fen = format!("W:W~11,~12,~17,~18:B2,4,~15,~16|11,12:{half}|15,16:{half}|17,18:{half}");
    for (level, mv, expected, told) in [
        // One after the other: where it lands, what it captures, what captures.
        (
            1,
            "14x23;M:0,1,1",
            &["", "e5", "d4"][..],
            "18x11.m0@0.m1@15.m1@18",
        ),
        (1, "14x23;M:1", &["f6"], "18x11.m1@11"),
        (3, "14x23;M:1", &["d4"], "18x11.m1@18"),
        (3, "14x23;M:0", &[""], "18x11.m0@0"),
    ] {
        let record = online(level, &format!("[FEN \"{fen}\"]\n{mv}\n"));
        let measured = &plies(&record)[0].measured;
        let occupied: Vec<String> = measured.iter().map(|one| one.occupied.join(",")).collect();
        assert_eq!(occupied, expected, "{mv}");
        let written = written_as::<international::Position>(&record);
        assert!(
            written.contains(&format!("\n1. {told} {{[%qm")),
            "{written}"
        );
    }
}

/// A game as the authors' browser client tells it, at a level of international quantum draughts.
fn online(level: u8, moves: &str) -> Record {
    one(&format!(
        "[Variant \"International quantum draughts\"]\n[Numbering \"online-2026\"]\n\
         [Quantumness \"{level}\"]\n{moves}"
    ))
}

fn moves_of(record: &Record) -> Vec<&str> {
    plies(record).iter().map(|ply| &*ply.mv).collect()
}

#[test]
fn numbers_of_the_online_client_count_from_a1() {
    let record = online(3, "10-14^13 21-17\n14^13-18");
    assert_eq!(moves_of(&record), ["c3^b4d4", "b6-a5", "b4d4^c5"]);
    assert_eq!(record.notes, [""; 0]);
    let readings = online(1, "10-13^14 21-17 13-18;M:1");
    let ply = plies(&readings)[2];
    assert_eq!(
        (&*ply.mv, &ply.measured[0].occupied[..]),
        ("b4-c5", &["b4".to_owned()][..])
    );
}

#[test]
fn outcomes_that_are_left_out_fit_the_result() {
    let fen = "[FEN \"W:W22,32:B~18,~17|17,18:10*0.6,0;01*0.8,0\"]";
    for (result, occupied, ends) in [("1-0", &["d4"][..], 0), ("0-1", &[], 1), ("*", &["d4"], 0)] {
        let record = online(3, &format!("{fen}\n[Result \"{result}\"]\n10x19"));
        assert_eq!(plies(&record)[0].measured[0].occupied, occupied, "{result}");
        let mut lines = record.lines.iter();
        let is_over = lines.any(|(_, line)| matches!(line, Line::End(_)));
        assert_eq!(is_over, ends == 1, "{result}");
    }
}

#[test]
fn attempts_to_find_outcomes_come_to_an_end() {
    // Kings go to and fro behind two captures, and the last move is illegal whatever was found.
    let fen = "W:WK121,~89,~44,~57,~28:BK120,~81,~74,~49,~42|89,44:10*0.7071067811865476,0;01*0.7071067811865476,0|81,74:10*0.7071067811865476,0;01*0.7071067811865476,0|57,28:10*0.7071067811865476,0;01*0.7071067811865476,0|49,42:10*0.7071067811865476,0;01*0.7071067811865476,0";
    let text = format!(
        "[GameType \"20,W,16,16,N2,0\"]\n[Variant \"International quantum draughts\"]\n\
         [Numbering \"online-2026\"]\n[DrawAfter \"off\"]\n[FEN \"{fen}\"]\n33x50\n16-8\n65x82\n8-16\n{}1-2",
        "1-9\n16-8\n9-1\n8-16\n".repeat(30_000)
    );
    let error = read(&text).unwrap_err();
    let reason = error.reason;
    assert!(
        matches!(reason, PdnReason::TooManyAttempts { .. }),
        "{reason}"
    );
}

#[test]
fn several_games_of_the_online_client_follow_each_other() {
    let game =
        "[Variant \"International quantum draughts\"]\n[Numbering \"online-2026\"]\n10-13^14\n*\n";
    let games = read(&format!("{game}\n{game}")).unwrap();
    assert_eq!(games.len(), 2);
}

#[test]
fn outcomes_that_the_online_client_leaves_out_are_found_by_the_moves_behind() {
    // The second move is possible only if the first one captured.
    let fen = "[FEN \"W:W~17,~18:B15,4|17,18:10*0.7071067811865476,0;01*0.7071067811865476,0\"]";
    let record = online(3, &format!("{fen}\n14x23 32-28 23x32"));
    let ply = plies(&record)[0];
    assert_eq!(ply.measured[0].occupied, ["d4"]);
    assert_eq!(ply.measured[0].backend, "inferred");
    assert_eq!(record.notes.len(), 1);
    assert!(record.notes[0].starts_with("ply 1, 14x23 (d4xf6): the outcome is not written"));
}

#[test]
fn differences_to_the_online_client_are_noted() {
    let half = |a: u8, b: u8| format!("|{a},{b}:10*0.7071067811865476,0;01*0.7071067811865476,0");
    for (level, start, mv, told) in [
        (
            2,
            format!("W:W23,~17,~18:B4{}", half(17, 18)),
            "11-14",
            "belongs to nobody",
        ),
        (
            3,
            format!("W:W17:B~13,~14,10{}", half(13, 14)),
            "13-17",
            "of the opponent",
        ),
    ] {
        let record = online(level, &format!("[FEN \"{start}\"]\n{mv}"));
        let note = record.notes.last().unwrap();
        assert!(note.contains(told), "{note}");
    }
}
