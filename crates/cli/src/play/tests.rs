//! Games of which a disk or a backend goes wrong, and people who are asked back.

use cheqqers_backend::{BackendError, Scripted};
use cheqqers_checkers::{Level, Move, Position, Rules};
use cheqqers_circuit::{Bitstring, Symbols};
use cheqqers_game::show::{Ink, Look};
use cheqqers_game::{Colour, Encoding, record};
use cheqqers_players::{Asker, Forfeit, Measurer, Player, Scene, play_ply};
use cheqqers_session::Session;
use serde_json::Map;

use super::console::{Console, Typist};
use super::keep::Keeper;
use super::session::Kept;
use super::table::{Chair, Table};
use crate::CliError;

/// Plays the last of the legal moves.
#[derive(Debug)]
struct Last;

impl Player<Position> for Last {
    fn choose(&mut self, scene: &Scene<'_, Position>) -> Result<Move, Forfeit> {
        Ok(scene.legal[scene.legal.len() - 1])
    }
}

fn scripted(script: Vec<Result<Bitstring, BackendError>>) -> Measurer {
    Measurer::Backend(Asker::new(
        Box::new(Scripted::new(script)),
        Encoding::Minimal,
    ))
}

/// White's man on d4 may capture Black's part on e5, whose other part is on g5.
fn session() -> Kept<Position> {
    let start = Position::initial(Rules::new(Level::Superposition));
    let header = record::header(&start, Map::new());
    let mut session = Kept::new(Session::new(start, header), Keeper::Nowhere);
    for text in ["c3-d4", "f6^e5g5"] {
        let mv: Move = text.parse().unwrap();
        let mut nobody = scripted(vec![]);
        let ply = play_ply(session.position(), mv, &mut nobody).unwrap();
        session.push(mv, ply).unwrap();
    }
    session
}

/// What is said in a game whose measurements go as scripted, and how it ends.
fn play(
    white: Chair<Position>,
    script: Vec<Result<Bitstring, BackendError>>,
    typist: Typist,
    lines: &str,
) -> (String, Result<(), CliError>) {
    play_on(session(), white, script, typist, lines)
}

fn play_on(
    session: Kept<Position>,
    white: Chair<Position>,
    script: Vec<Result<Bitstring, BackendError>>,
    typist: Typist,
    lines: &str,
) -> (String, Result<(), CliError>) {
    let mut input = lines.as_bytes();
    let mut out = Vec::new();
    let look = Look {
        ink: Ink::Plain,
        symbols: Symbols::Ascii,
        width: None,
    };
    let table = Table {
        session,
        white,
        black: Chair::Person,
        measurer: scripted(script),
        encoding: Encoding::Minimal,
        console: Console::new(&mut input, &mut out, typist, look, Colour::White),
        waiting: None,
        clocks: None,
        unrecorded: None,
        saved: 0,
    };
    let done = table.play();
    (String::from_utf8(out).unwrap(), done)
}

/// The answers, where each is bits or nothing at all.
fn script(answers: &[Option<&str>]) -> Vec<Result<Bitstring, BackendError>> {
    let down = BackendError::Exhausted {
        backend: "the device",
    };
    answers
        .iter()
        .map(|bits| bits.map(|bits| bits.parse().unwrap()).ok_or(down.clone()))
        .collect()
}

#[test]
fn a_failed_measurement_leaves_the_position_and_can_be_tried_again() {
    let script = script(&[None, Some("11"), Some("10")]);
    let lines = "d4xf6\nmoves\nd4xf6\nd4xf6\n";
    let (out, done) = play(Chair::Person, script, Typist::Script, lines);
    done.unwrap();
    assert!(
        out.contains("The measurement failed: scripted could not"),
        "{out}"
    );
    assert!(out.contains("scripted gave bits that can't be"), "{out}");
    assert_eq!(out.matches("The position is as it was").count(), 2, "{out}");
    // In between the capture is still there to be made.
    assert_eq!(out.matches("captures\n    1 d4xf6").count(), 2, "{out}");
    assert!(out.contains("Captured: the black man on e5."), "{out}");
}

#[test]
fn a_failed_measurement_of_a_player_is_tried_again_on_request() {
    let script = script(&[None, None, Some("01")]);
    let chair = Chair::Player(Box::new(Last));
    let lines = "what\n\n\nresign\n";
    let (out, done) = play(chair, script, Typist::Script, lines);
    done.unwrap();
    assert_eq!(out.matches("The measurement failed").count(), 2, "{out}");
    assert!(out.contains("it was not there (50 %)"), "{out}");
    assert!(out.contains("White has won: black resigned."), "{out}");
}

#[test]
fn with_nobody_to_ask_a_failed_measurement_is_a_failure() {
    let chair = Chair::Player(Box::new(Last));
    let (_, done) = play(chair, script(&[None]), Typist::Script, "");
    assert!(matches!(done, Err(CliError::Measure { .. })), "{done:?}");
    let chair = Chair::Player(Box::new(Last));
    let (_, done) = play(chair, script(&[None]), Typist::Script, "quit\n");
    done.unwrap();
}

/// Plays a move that is not there to be played.
#[derive(Debug)]
struct Cheat;

impl Player<Position> for Cheat {
    fn choose(&mut self, _: &Scene<'_, Position>) -> Result<Move, Forfeit> {
        Ok("a1-h8".parse().unwrap())
    }
}

#[test]
fn a_player_that_chooses_an_illegal_move_loses() {
    let chair = Chair::Player(Box::new(Cheat));
    let (out, done) = play(chair, vec![], Typist::Script, "");
    done.unwrap();
    assert!(
        out.contains("Black has won: white forfeits, the move \"a1-h8\" is not legal: "),
        "{out}"
    );
}

#[test]
fn people_are_prompted_and_asked_back_before_the_game_ends() {
    let lines = "resign\nno\ndraw\n\nresign\nyes\n";
    let (out, done) = play(Chair::Person, vec![], Typist::Person, lines);
    done.unwrap();
    assert_eq!(out.matches("Does white resign? [y/N] ").count(), 2, "{out}");
    assert_eq!(
        out.matches("Does black agree to a draw? [y/N] ").count(),
        1,
        "{out}"
    );
    assert!(out.contains("Black has won: white resigned."), "{out}");
    assert!(out.contains("over> "), "{out}");
}

#[cfg(target_os = "linux")]
mod full_disk {
    use super::super::keep::RecordFile;
    use super::*;

    /// What is said in a game whose record takes nothing more.
    fn play(lines: &str) -> (String, Result<(), CliError>) {
        let mut session = session();
        session.keeper = Keeper::File(RecordFile::full());
        play_on(session, Chair::Person, vec![], Typist::Script, lines)
    }

    #[test]
    fn the_game_goes_on_and_can_be_saved_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("saved.jsonl");
        let lines = format!("undo\nh6-g5\nsave {}\n", path.display());
        let (out, done) = play(&lines);
        done.unwrap();
        assert_eq!(out.matches("is not recorded any more").count(), 1, "{out}");
        assert!(out.contains("Make room on the disk"), "{out}");
        assert!(out.contains("Black moves h6 to g5."), "{out}");
        let saved = std::fs::read_to_string(path).unwrap();
        assert_eq!(saved.lines().count(), 5, "{saved}");
    }

    #[test]
    fn unless_it_is_saved_that_is_a_failure_in_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let save = format!("save {}\n", folder.path().join("saved.jsonl").display());
        for lines in ["undo\n".to_owned(), format!("undo\n{save}h6-g5\n")] {
            let (_, done) = play(&lines);
            assert!(matches!(done, Err(CliError::Write { .. })), "{done:?}");
        }
    }
}
