//! Games of which a disk or a backend goes wrong, and people who are asked back.

use cheqqers_backend::{BackendError, Scripted};
use cheqqers_checkers::{Level, Move, Position, Rules};
use cheqqers_circuit::{Bitstring, Symbols};
use cheqqers_game::show::{Ink, Look};
use cheqqers_game::{Colour, Encoding, record};
use cheqqers_measure::Measurer;
use cheqqers_players::{Forfeit, MoveContext, Player};
use cheqqers_session::{GameKind, GamePool, Seat, Session, TypedSession};
use serde_json::Map;

use super::console::{Console, InputSource};
use super::error::PlayError;
use super::recent_plies::RecentPlies;
use super::terminal::{Controller, Leaving, TerminalGame};
use crate::error::Failure;
use crate::files::FileError;
use crate::record_file::RecordWriter;

/// Plays the last of the legal moves.
#[derive(Debug)]
struct Last;

impl Player<Position> for Last {
    fn choose(&mut self, scene: &MoveContext<'_, Position>) -> Result<Move, Forfeit> {
        Ok(scene.legal[scene.legal.len() - 1])
    }
}

fn scripted(script: Vec<Result<Bitstring, BackendError>>) -> Measurer {
    Measurer::by(Box::new(Scripted::new(script)), Encoding::Minimal)
}

/// White's man on d4 may capture Black's part on e5, whose other part is on g5.
fn session() -> TypedSession<Position> {
    let start = Position::initial(Rules::new(Level::Superposition));
    let header = record::header(&start, Map::new());
    let mut session = TypedSession::new(start, header);
    for text in ["c3-d4", "f6^e5g5"] {
        let mv: Move = text.parse().unwrap();
        let mut nobody = scripted(vec![]);
        let started = session.begin(mv).unwrap();
        let completed = session.measure(started, &mut nobody).unwrap();
        session.append(completed);
    }
    session
}

/// What is said in a game whose measurements go as scripted, and how it ends.
fn play(
    white: Controller,
    script: Vec<Result<Bitstring, BackendError>>,
    source: InputSource,
    lines: &str,
) -> (String, Result<Leaving, Failure>) {
    play_on(RecordWriter::default(), white, script, source, lines)
}

fn play_on(
    writer: RecordWriter,
    white: Controller,
    script: Vec<Result<Bitstring, BackendError>>,
    source: InputSource,
    lines: &str,
) -> (String, Result<Leaving, Failure>) {
    let mut input = lines.as_bytes();
    let mut out = Vec::new();
    let look = Look {
        ink: Ink::Plain,
        symbols: Symbols::Ascii,
        width: None,
    };
    let table = TerminalGame {
        game: GameKind::of::<Position>(),
        session: Session::of(session()),
        lines_at_start: 0,
        writer,
        kept: None,
        white,
        black: Controller::Person,
        measurer: scripted(script),
        encoding: Encoding::Minimal,
        console: Console::new(&mut input, &mut out, source, look, Colour::White),
        pending: None,
        pool: GamePool::default(),
        clocks: None,
        unrecorded: None,
        saved: None,
        recent: RecentPlies::default(),
        invited: false,
        failed_move: None,
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
    let (out, done) = play(Controller::Person, script, InputSource::Script, lines);
    assert_eq!(done.unwrap(), Leaving::Done);
    assert!(
        out.contains("The measurement failed: scripted could not"),
        "{out}"
    );
    assert!(out.contains("scripted returned illegal bits"), "{out}");
    assert_eq!(out.matches("The position is as it was").count(), 2, "{out}");
    // In between the capture is still there to be made.
    assert_eq!(out.matches("captures\n    1 d4xf6").count(), 2, "{out}");
    assert!(out.contains("Captured: the black man on e5."), "{out}");
}

#[test]
fn a_failed_measurement_of_a_player_is_tried_again_on_request() {
    let script = script(&[None, None, Some("01")]);
    let controller = Controller::Player(Seat::of::<Position>(Box::new(Last)));
    let lines = "what\n\n\nresign\n";
    let (out, done) = play(controller, script, InputSource::Script, lines);
    assert_eq!(done.unwrap(), Leaving::Done);
    assert_eq!(out.matches("The measurement failed").count(), 2, "{out}");
    assert!(out.contains("it was not there (50 %)"), "{out}");
    assert!(out.contains("White has won: black resigned."), "{out}");
}

#[test]
fn with_nobody_to_ask_a_failed_measurement_is_a_failure() {
    let controller = Controller::Player(Seat::of::<Position>(Box::new(Last)));
    let (_, done) = play(controller, script(&[None]), InputSource::Script, "");
    let failure = done.unwrap_err();
    assert!(
        matches!(failure.downcast(), Some(PlayError::Measure(_))),
        "{failure:?}"
    );
    let controller = Controller::Player(Seat::of::<Position>(Box::new(Last)));
    let (_, done) = play(controller, script(&[None]), InputSource::Script, "quit\n");
    assert_eq!(done.unwrap(), Leaving::Done);
}

/// Plays a move that is not there to be played.
#[derive(Debug)]
struct Cheat;

impl Player<Position> for Cheat {
    fn choose(&mut self, _: &MoveContext<'_, Position>) -> Result<Move, Forfeit> {
        Ok("a1-h8".parse().unwrap())
    }
}

#[test]
fn a_player_that_chooses_an_illegal_move_loses() {
    let controller = Controller::Player(Seat::of::<Position>(Box::new(Cheat)));
    let (out, done) = play(controller, vec![], InputSource::Script, "");
    assert_eq!(done.unwrap(), Leaving::Done);
    assert!(
        out.contains("Black has won: white forfeits, the move \"a1-h8\" is not legal: "),
        "{out}"
    );
}

#[test]
fn people_are_prompted_and_asked_back_before_the_game_ends() {
    let lines = "resign\nno\ndraw\n\nresign\nyes\n";
    let (out, done) = play(Controller::Person, vec![], InputSource::Person, lines);
    assert_eq!(done.unwrap(), Leaving::Done);
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
    use super::*;
    use crate::record_file::RecordFile;

    /// What is said in a game whose record takes nothing more.
    fn play(lines: &str) -> (String, Result<Leaving, Failure>) {
        let writer = RecordWriter::default();
        writer.open(RecordFile::full());
        play_on(
            writer,
            Controller::Person,
            vec![],
            InputSource::Script,
            lines,
        )
    }

    #[test]
    fn the_game_goes_on_and_can_be_saved_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("saved.jsonl");
        let lines = format!("undo\nh6-g5\nsave {}\n", path.display());
        let (out, done) = play(&lines);
        assert_eq!(done.unwrap(), Leaving::Done);
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
            let failure = done.unwrap_err();
            assert!(
                matches!(failure.downcast(), Some(FileError::Write { .. })),
                "{failure:?}"
            );
        }
    }
}
