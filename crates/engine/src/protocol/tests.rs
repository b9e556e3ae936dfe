use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::time::Duration;

use cheqqers_players::{Clocks, Limit};
use serde_json::json;

use super::*;

fn round_trips<T>(values: &[T])
where
    T: Display + FromStr<Err: Debug> + PartialEq + Debug,
{
    for value in values {
        let text = value.to_string();
        assert!(!text.contains('\n'), "{text}");
        assert_eq!(&text.parse::<T>().unwrap(), value, "{text}");
    }
}

#[test]
fn commands_round_trip() {
    let ms = Duration::from_millis;
    let header = json!({"game": "cheqqers", "draw_after": null, "position": "a\nb \u{2028}"});
    round_trips(&[
        Command::Hello { version: 1 },
        Command::SetOption {
            name: "Player".into(),
            value: "mcts:100 of two words".into(),
        },
        Command::SetOption {
            name: "Player".into(),
            value: String::new(),
        },
        Command::IsReady,
        Command::NewGame(header.as_object().unwrap().clone()),
        Command::Position {
            moves: Vec::new(),
            legal: Vec::new(),
        },
        Command::Position {
            moves: vec!["c3-d4".into(), "d4xf6{d4,g5}{}".into()],
            legal: Vec::new(),
        },
        Command::Position {
            moves: Vec::new(),
            legal: vec!["c3-b4".into(), "c3-d4".into()],
        },
        Command::Go(Go(Limit::Own)),
        Command::Go(Go(Limit::Time(ms(250)))),
        Command::Go(Go(Limit::Nodes(u64::MAX))),
        Command::Go(Go(Limit::Clock(Clocks {
            white: ms(1),
            black: ms(2),
            increments: [ms(0), ms(4)],
        }))),
        Command::Stop,
        Command::Quit,
    ]);
}

#[test]
fn replies_round_trip() {
    round_trips(&[
        Reply::Name("A name of words".into()),
        Reply::Version("0.1.0".into()),
        Reply::Author("Somebody".into()),
        Reply::Option(EngineOption {
            name: "Seed".into(),
            kind: OptionKind::Number,
            default: "7".into(),
        }),
        Reply::Option(EngineOption {
            name: "Book".into(),
            kind: OptionKind::Text,
            default: String::new(),
        }),
        Reply::WantLegal,
        Reply::Hello { version: 1 },
        Reply::ReadyOk,
        Reply::Info(Info::default()),
        Reply::Info(Info {
            depth: Some(3),
            nodes: Some(1 << 40),
            value: Some(-0.125),
            line: vec!["c3-d4".into(), "f6^e5g5".into()],
            text: Some("a word or two".into()),
        }),
        Reply::Info(Info {
            text: Some("pv depth".into()),
            ..Info::default()
        }),
        Reply::BestMove("c3^b4d4".into()),
        Reply::Error("what is wrong".into()),
    ]);
}

#[test]
fn a_text_can_not_end_its_line() {
    let reply = Reply::Error("one\nbestmove c3-d4".into());
    assert_eq!(reply.to_string(), "error one bestmove c3-d4");
}

#[test]
fn blanks_and_outcomes_may_stand_apart() {
    let command: Command = "  position \t moves c3-d4  d4xf6 {d4, g5} "
        .parse()
        .unwrap();
    let moves = vec!["c3-d4".to_owned(), "d4xf6{d4, g5}".to_owned()];
    let legal = Vec::new();
    assert_eq!(command, Command::Position { moves, legal });
    let go: Command = "go btime 2 wtime 1".parse().unwrap();
    let clocks = Clocks {
        white: Duration::from_millis(1),
        black: Duration::from_millis(2),
        increments: [Duration::ZERO; 2],
    };
    assert_eq!(go, Command::Go(Go(Limit::Clock(clocks))));
    let go: Command = "go wtime 9 btime 9 winc 1 binc 2".parse().unwrap();
    let Command::Go(Go(Limit::Clock(clocks))) = go else {
        panic!("{go:?}");
    };
    assert_eq!(clocks.increments, [1, 2].map(Duration::from_millis));
}

#[test]
fn commands_that_are_none_say_why() {
    for (text, reason) in [
        ("", "there is no command \"\""),
        ("uci", "there is no command \"uci\""),
        ("cqi", "cqi needs a version"),
        ("cqi 0", "\"0\" is no version"),
        ("cqi one", "\"one\" is no version"),
        ("stop now", "stop takes no \"now\""),
        (
            "position c3-d4",
            "position needs 'moves', and then the moves",
        ),
        (
            "setoption Seed 7",
            "setoption needs 'name NAME value VALUE'",
        ),
        (
            "setoption name Seed",
            "setoption needs 'name NAME value VALUE'",
        ),
        ("go fast", "\"fast\" is no limit"),
        ("go nodes -1", "\"-1\" is no number"),
        ("go movetime", "\"\" is no number"),
        ("go nodes 1 nodes 2", "\"nodes\" is said twice"),
        (
            "go wtime 1",
            "go needs one of movetime, nodes, and wtime with btime",
        ),
        (
            "go nodes 1 movetime 2",
            "go needs one of movetime, nodes, and wtime with btime",
        ),
    ] {
        let error = text.parse::<Command>().unwrap_err();
        assert_eq!(error.to_string(), reason, "{text}");
    }
    for text in ["newgame", "newgame 7", "newgame {"] {
        let error = text.parse::<Command>().unwrap_err().to_string();
        assert!(
            error.starts_with("the header is no JSON object: "),
            "{error}"
        );
    }
}

#[test]
fn control_characters_of_a_header_are_escaped() {
    let escaped = "newgame {\"a\\u0099\":\"\\u007f\"}";
    assert_eq!(escaped.parse::<Command>().unwrap().to_string(), escaped);
}

#[test]
fn replies_that_are_none_say_why() {
    for (text, reason) in [
        ("hello", "there is no reply \"hello\""),
        ("id Cheqqers", "id needs name, version or author"),
        ("bestmove", "bestmove needs a move"),
        (
            "want coffee",
            "\"coffee\" is nothing to want: there is legal",
        ),
        (
            "bestmove c3-d4 ponder f6-e5",
            "bestmove takes no \"ponder f6-e5\"",
        ),
        ("info speed 3", "\"speed\" is nothing that info tells"),
        ("info value 2", "\"2\" is no value from -1 to 1"),
        ("info value nan", "\"nan\" is no value from -1 to 1"),
        (
            "option name X type check default on",
            "\"check\" is no type: there are string and spin",
        ),
    ] {
        let error = text.parse::<Reply>().unwrap_err();
        assert_eq!(error.to_string(), reason, "{text}");
    }
    let long = format!("bestmove{}", "e".repeat(1000)).parse::<Reply>();
    assert!(long.unwrap_err().to_string().len() < 200);
}

#[test]
fn thoughts_survive() {
    let info: Info = "nodes 5 value 0.5 pv 1 2 x 3 string y".parse().unwrap();
    let thoughts = info.thoughts().unwrap();
    assert_eq!((thoughts.nodes, thoughts.value), (5, 0.5));
    assert_eq!(thoughts.line, ["1", "2", "x", "3"]);
    let again = Info::from(thoughts);
    let text = Some("y".into());
    assert_eq!(info, Info { text, ..again });
    assert_eq!("depth 3".parse::<Info>().unwrap().thoughts(), None);
}

/// Found by fuzzing: they were read as they stood, and written as blanks.
#[test]
fn control_characters_are_blanks_where_they_are_read_too() {
    let reply: Reply = "id name A\0\u{1b}[2JB".parse().unwrap();
    assert_eq!(reply, Reply::Name("A  [2JB".into()));
    let command: Command = "setoption name X value a\u{7}b".parse().unwrap();
    assert_eq!(command.to_string(), "setoption name X value a b");
    assert_eq!(command.to_string().parse::<Command>().unwrap(), command);
}
