//! Our players, as a host finds them.

use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::thread;

use cheqqers_checkers::{Level, Position, Rules};
use cheqqers_engine::protocol::Command;
use cheqqers_engine::{EngineProtocol, EngineSettings, PlayerSpec, serve};
use cheqqers_game::record::header;
use serde_json::Map;

use crate::engine::series::{Series, script};

fn settings(player: &str) -> EngineSettings {
    EngineSettings {
        name: "Test".into(),
        version: "1".into(),
        protocol: EngineProtocol::Cqi,
        player: player.parse::<PlayerSpec>().unwrap(),
        seed: 7,
    }
}

fn new_game(level: Level) -> String {
    let start = Position::initial(Rules::new(level));
    Command::NewGame(header(&start, Map::new())).to_string()
}

/// What is replied to these lines, all said at once.
fn replies(lines: &[&str]) -> Vec<String> {
    let mut output = Vec::new();
    let input = lines.join("\n");
    serve(input.as_bytes(), &mut output, settings("random")).unwrap();
    let text = String::from_utf8(output).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn what_is_wrong_is_told_and_changes_nothing() {
    let new_game = new_game(Level::Interference);
    let before = "position moves c3^b4d4 f6-e5";
    let told = "behind a move stand the squares found occupied, in braces: {f6} or {d4,g5}";
    for (wrong, error) in [
        ("position moves c3^b4d4 f6-f5", "move 2, \"f6-f5\": "),
        ("position moves c3^b4d4 hello", "move 2, \"hello\": "),
        (
            "position moves c3^b4d4{d4}",
            "move 1, \"c3^b4d4{d4}\": more outcomes stand behind it than it measures",
        ),
        (
            "position moves c3^b4d4 f6-e5 d4xf6",
            "move 3, \"d4xf6\": the outcome of its measurement 1 is missing",
        ),
        (
            "position moves c3^b4d4 f6-e5 d4xf6{b4,d4}",
            "move 3, \"d4xf6{b4,d4}\": its outcome can't be: ",
        ),
        (
            "position moves c3^b4d4 f6-e5 d4xf6{c5}",
            "move 3, \"d4xf6{c5}\": its outcome can't be: ",
        ),
        (
            "position moves c3^b4d4 f6-e5 d4xf6.m1",
            &format!("move 3, \"d4xf6.m1\": {told}"),
        ),
        ("newgame {}", "the header of the game can't be read: "),
        (
            "newgame {\"format\":\"cheqqers\",\"version\":1,\"game\":\"go\"}",
            "there is no such game here: there is no game \"go\", the games are: cheqqers, ",
        ),
        (
            "newgame {\"format\":\"cheqqers\",\"version\":2}",
            "the header of the game can't be read: ",
        ),
        (
            "setoption name Player value engine:x",
            "\"engine:x\" is another program",
        ),
        (
            "setoption name Player value nobody",
            "there is no player \"nobody\"",
        ),
        ("setoption name Seed value x", "\"x\" is no seed"),
        ("setoption name Hash value 1", "there is no option \"Hash\""),
        ("go depth 3", "\"depth\" is no limit"),
        ("ponder", "there is no command \"ponder\""),
        (&"x".repeat(5 << 20), "a line is longer than 4194304 bytes"),
    ] {
        // The only legal move shows that the position is as it was.
        let replies = replies(&[&new_game, before, "stop", "", wrong, "isready", "go"]);
        assert_eq!(replies.len(), 3, "{replies:?}");
        assert!(
            replies[0].starts_with(&format!("error {error}")),
            "{}",
            replies[0]
        );
        assert_eq!(replies[1..], ["readyok", "bestmove d4xf6"]);
    }
}

#[test]
fn nothing_is_chosen_without_a_game_or_when_it_is_over() {
    assert_eq!(
        replies(&["position moves"]),
        ["error there is no game: say 'newgame' first"]
    );
    assert_eq!(
        replies(&["go"]),
        ["error there is no game: say 'newgame' first"]
    );
    let over = new_game(Level::Classical).replace('}', ",\"position\":\"W:W21:B17,14\"}");
    assert_eq!(replies(&[&over, "go"]), ["error the game is over"]);
}

#[test]
fn an_engine_goes_back_where_the_moves_say_so() {
    let new_game = new_game(Level::Interference);
    let found = "position moves c3^b4d4 f6-e5 d4xf6{d4} g7xe5";
    let not_found = "position moves c3^b4d4 f6-e5 d4xf6{b4}";
    let asked = "position moves c3^b4d4 f6-e5";
    for line in [
        found,
        not_found,
        "position moves",
        "position moves a3-b4 f6-e5",
    ] {
        assert_eq!(
            replies(&[&new_game, line, asked, "isready"]),
            ["readyok"],
            "{line}"
        );
        let replies = replies(&[&new_game, line, asked, "go"]);
        assert_eq!(replies, ["bestmove d4xf6"], "{line}");
    }
}

#[test]
fn games_of_one_seed_differ_from_each_other_and_not_from_those_of_the_next_session() {
    let new_game = new_game(Level::Interference);
    let choice = |before: &[&str]| {
        let lines = [before, &[&new_game[..], "position moves", "go"]].concat();
        replies(&lines).pop().unwrap()
    };
    let of_game = |games: usize| choice(&vec![&new_game[..]; games]);
    let first: Vec<String> = (0..8).map(of_game).collect();
    assert_eq!(first, (0..8).map(of_game).collect::<Vec<_>>());
    assert!(first.iter().any(|mv| mv != &first[0]), "{first:?}");
    let again = choice(&[&new_game, &new_game, "setoption name Seed value 7"]);
    assert_eq!(again, first[0]);
}

/// A host that hears one line at a time.
struct Host<R> {
    to: PipeWriter,
    from: R,
}

impl<R: BufRead> Host<R> {
    fn say(&mut self, line: &str) {
        writeln!(self.to, "{line}").unwrap();
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }
}

/// The player is a program that thinks until it is told to stop, so this is the way of `stop` from
/// host to player and on to another program.
#[test]
fn a_host_is_heard_while_a_player_thinks() {
    let series = Series::new();
    let player = format!(
        "engine:/bin/sh {} patient {}",
        script().display(),
        series.path("own").display()
    );
    let (input, to) = pipe().unwrap();
    let (from, output) = pipe().unwrap();
    let served = thread::spawn(move || {
        serve(BufReader::new(input), output, settings(&player)).unwrap();
    });
    let mut host = Host {
        to,
        from: BufReader::new(from),
    };
    host.say(&new_game(Level::Entanglement));
    host.say("position moves");
    for round in 0..2 {
        host.say("go");
        for line in [
            "position moves",
            "go",
            "newgame {}",
            "setoption name Seed value 1",
        ] {
            host.say(line);
            assert_eq!(
                host.hear(),
                "error a move is being chosen: say 'stop' and wait for it"
            );
        }
        host.say("isready");
        assert_eq!(host.hear(), "readyok", "{round}");
        host.say("stop");
        assert_eq!(host.hear(), "bestmove a3-b4", "{round}");
    }
    // Who leaves while it thinks is not held up.
    host.say("go");
    host.say("quit");
    served.join().unwrap();
}
