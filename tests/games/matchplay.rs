//! Players and measurers at the board: whole games, and what happens when a measurement goes wrong.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cheqqers_backend::{BackendError, Scripted};
use cheqqers_checkers::{Level, Move, Position, Rules};
use cheqqers_circuit::Bitstring;
use cheqqers_game::notation::{ForcedMove, split_moves};
use cheqqers_game::record::{Detail, MeasurementEntry, Reader, Record, header};
use cheqqers_game::replay::{Replay, Verify};
use cheqqers_game::{Colour, Encoding, Game, GameExt, Outcome, Pending, Ply, Status};
use cheqqers_measure::{MeasureError, Measurer, MeasurerKind};
use cheqqers_players::{
    Clocks, Forfeit, Limit, MoveContext, Player, PlayerKind, Stream, TimeControl, generator,
};
use cheqqers_session::{PlyError, Seat, Seats, Session, TypedSession, play_forced, play_game};
use serde_json::Map;

fn start(level: Level) -> Position {
    Position::initial(Rules::new(level))
}

fn seats(seed: u64) -> Seats {
    let player = |stream| PlayerKind::Random.player::<Position>(generator(seed, stream));
    Seats {
        white: Seat::of(player(Stream::White)),
        black: Seat::of(player(Stream::Black)),
    }
}

/// The start of games without a record.
fn start_of_many(start: &Position) -> cheqqers_session::Position {
    cheqqers_session::Position::of_start(start.clone())
}

fn measurer(kind: MeasurerKind, seed: u64) -> Measurer {
    kind.measurer(generator(seed, Stream::Measurements), Encoding::Minimal)
}

fn scripted(script: impl IntoIterator<Item = Result<Bitstring, BackendError>>) -> Measurer {
    Measurer::by(Box::new(Scripted::new(script)), Encoding::Minimal)
}

/// The position after a line of moves with outcomes.
fn after(moves: &str) -> Position {
    let mut measurer = scripted([]);
    let mut rng = generator(0, Stream::Setup);
    let mut position = start(Level::Interference);
    for text in split_moves(moves) {
        let forced: ForcedMove<Move> = text.parse().unwrap();
        let none = &mut std::iter::empty();
        let ply = play_forced(&position, &forced, none, &mut measurer, &mut rng);
        position = ply.unwrap().position;
    }
    position
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// A part of a white man on d4, the other on b4; a black man on e5.
const SPLIT: &str = "c3^b4d4 f6-e5";

/// The record of a game, written and read.
fn record_of(session: &Session) -> Record {
    let text = session.to_record();
    Reader::new(text.as_bytes()).record().unwrap().unwrap()
}

/// A game that begins here.
fn session(start: &Position) -> TypedSession<Position> {
    TypedSession::new(start.clone(), header(start, Map::new()))
}

/// One ply from a position.
fn play_ply(
    position: &Position,
    mv: Move,
    measurer: &mut Measurer,
) -> Result<(Ply<Move>, Position), PlyError> {
    let mut session = session(position);
    session.play(mv, measurer)?;
    Ok((session.plies()[0].clone(), session.into_position()))
}

#[test]
fn watched_games_verify_whoever_measures_and_end_as_unwatched_ones() {
    for level in Level::ALL {
        for kind in MeasurerKind::ALL {
            let seed = 31;
            let start = start(level);
            let header = header(&start, Map::new());
            let mut session = Session::of(TypedSession::new(start.clone(), header));
            session.set_detail(Detail::Trace);
            let fault = play_game(
                &mut session,
                &mut seats(seed),
                &mut measurer(kind, seed),
                TimeControl::Own,
                None,
                &AtomicBool::new(false),
            );
            assert!(fault.unwrap().is_none());
            let outcome = session.outcome();
            assert!(outcome.is_some());
            let plies = session.num_plies();
            let record = record_of(&session);
            assert_eq!(record.lines.len(), plies);
            let mut replay = Replay::<Position>::new(&record, Verify::Everything).unwrap();
            replay.finish().unwrap();

            let mut measurer = measurer(kind, seed);
            let mut bulk = start_of_many(&start);
            if !measurer.needs_circuits() {
                bulk = bulk.without_circuits();
            }
            let never = AtomicBool::new(false);
            let played = seats(seed).play_out(&bulk, &mut measurer, u32::MAX, &never, &mut |_| {});
            let played = played.unwrap();
            assert_eq!(
                (played.outcome, played.plies),
                (outcome, u32::try_from(plies).unwrap()),
                "{kind} {level}"
            );
        }
    }
}

#[test]
fn games_stop_when_nobody_wants_more() {
    let start = start(Level::Interference);
    let mut measurer = measurer(MeasurerKind::Sparse, 1);
    let mut session = Session::of(session(&start));
    let fault = play_game(
        &mut session,
        &mut seats(1),
        &mut measurer,
        TimeControl::Own,
        None,
        &AtomicBool::new(true),
    );
    assert!(fault.unwrap().is_none());
    assert_eq!((session.num_plies(), session.outcome()), (0, None));
    for (most, stopped, plies) in [(u32::MAX, true, 0), (3, false, 3)] {
        let stop = AtomicBool::new(stopped);
        let start = start_of_many(&start);
        let played = seats(1).play_out(&start, &mut measurer, most, &stop, &mut |_| {});
        let played = played.unwrap();
        assert_eq!((played.outcome, played.plies), (None, plies));
    }
}

#[test]
fn bits_of_a_backend_are_those_of_the_slots_in_order() {
    let position = after(SPLIT);
    for (bits, occupied, captured) in [("01", "d4", true), ("10", "b4", false)] {
        let mut measurer = scripted([Ok(bits.parse().unwrap())]);
        let (ply, after) = play_ply(&position, mv("d4xf6"), &mut measurer).unwrap();
        assert_eq!(ply.measurements.len(), 1);
        let measurement = &ply.measurements[0];
        let entry = MeasurementEntry::new(&position, measurement);
        assert_eq!(entry.squares, ["b4", "d4"]);
        assert_eq!(entry.occupied, [occupied]);
        assert_eq!(entry.backend, "scripted");
        assert!((measurement.probability - 0.5).abs() < 1e-12);
        assert_eq!(!after.captured().is_empty(), captured);
    }
}

#[test]
fn a_measurement_that_goes_wrong_is_an_error_and_leaves_the_position() {
    let position = after(SPLIT);
    let before = position.to_fen();
    let failure = BackendError::Exhausted {
        backend: "a device",
    };
    let try_with = |script: Vec<Result<Bitstring, BackendError>>| match play_ply(
        &position,
        mv("d4xf6"),
        &mut scripted(script),
    ) {
        Err(PlyError::Measure { source, .. }) => *source,
        other => panic!("{other:?}"),
    };
    for impossible in ["00", "11"] {
        let error = try_with(vec![Ok(impossible.parse().unwrap())]);
        assert!(matches!(error, MeasureError::Refused { .. }), "{error}");
    }
    assert_eq!(
        try_with(vec![Err(failure.clone())]),
        MeasureError::Backend {
            backend: "scripted".into(),
            source: Box::new(failure)
        }
    );
    assert!(matches!(
        try_with(vec![Ok("010".parse().unwrap())]),
        MeasureError::Backend { .. }
    ));
    assert_eq!(position.to_fen(), before);
}

#[test]
fn an_illegal_move_is_an_error() {
    let position = start(Level::Classical);
    let error = play_ply(&position, mv("c3^b4d4"), &mut scripted([])).unwrap_err();
    assert!(matches!(error, PlyError::Illegal { .. }), "{error}");
}

#[test]
fn all_measurers_give_the_same_chances() {
    let position = after("c3^b4d4 f6^e5g5");
    let shots = 2000;
    for kind in MeasurerKind::ALL {
        for encoding in [Encoding::Minimal, Encoding::Paper] {
            let rng = generator(5, Stream::Measurements);
            let mut measurer = kind.measurer(rng, encoding);
            let captures = (0..shots)
                .map(|_| play_ply(&position, mv("d4xf6"), &mut measurer).unwrap())
                .filter(|(_, after)| !after.captured().is_empty())
                .count();
            // Both parts must be there: a quarter of all shots, within 6 sigma.
            let (mean, p) = (f64::from(shots) * 0.25, 0.25);
            let sigma = (mean * (1.0 - p)).sqrt();
            assert!(
                (captures as f64 - mean).abs() < 6.0 * sigma,
                "{kind} {encoding}: {captures}"
            );
        }
    }
}

#[test]
fn a_random_player_chooses_every_legal_move_alike() {
    let position = start(Level::Interference);
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let mut player = PlayerKind::Random.player::<Position>(generator(9, Stream::White));
    let turns = 5000;
    let mut counts = BTreeMap::new();
    for _ in 0..turns {
        let mv = player.choose(&MoveContext::of(&position, &legal)).unwrap();
        *counts.entry(mv).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), legal.len());
    let p = 1.0 / legal.len() as f64;
    let mean = f64::from(turns) * p;
    let sigma = (mean * (1.0 - p)).sqrt();
    for (mv, count) in counts {
        assert!(
            (f64::from(count) - mean).abs() < 6.0 * sigma,
            "{mv}: {count}"
        );
    }
}

/// Plays the first legal move, after a pause; from its third move on one that is not legal.
#[derive(Debug)]
struct Clumsy {
    pause: Duration,
    clocks: Vec<Clocks>,
    moves: usize,
}

impl Player<Position> for Clumsy {
    fn choose(&mut self, context: &MoveContext<'_, Position>) -> Result<Move, Forfeit> {
        // The past leads from the start to where the player is asked.
        let played = context
            .past
            .iter()
            .fold(context.start.clone(), |position, made| {
                play_again(&position, made)
            });
        assert_eq!(played.occupied(), context.position.occupied());
        if let Limit::Clock(clocks) = context.limit {
            self.clocks.push(clocks);
        }
        std::thread::sleep(self.pause);
        self.moves += 1;
        match self.moves {
            1 | 2 => Ok(context.legal[0]),
            _ => Ok("a1-b2".parse().unwrap()),
        }
    }
}

fn play_again(position: &Position, made: &Ply<Move>) -> Position {
    let turn = position.clone().play(made.mv).unwrap();
    let mut measurements = made.measurements.iter();
    let bits = |_: &Pending<Position>| Ok::<_, Infallible>(measurements.next().unwrap().bits);
    turn.finish(bits).unwrap()
}

#[test]
fn a_fault_loses_the_game_and_ends_its_record() {
    let play = |pause, time| {
        let mut seats = seats(3);
        seats.black = Seat::of::<Position>(Box::new(Clumsy {
            pause,
            clocks: Vec::new(),
            moves: 0,
        }));
        let mut measurer = measurer(MeasurerKind::Sparse, 3);
        let mut session = Session::of(session(&start(Level::Interference)));
        let never = AtomicBool::new(false);
        let fault = play_game(&mut session, &mut seats, &mut measurer, time, None, &never);
        assert!(matches!(fault.unwrap(), Some((Colour::Black, _))));
        session
    };
    let white_won = Some(Outcome::Decisive {
        winner: Colour::White,
    });
    let finished = play(Duration::ZERO, TimeControl::Own);
    assert_eq!(finished.outcome(), white_won);
    let end = finished.end().unwrap().clone();
    assert_eq!(
        (end.by, end.status),
        (Some(Colour::Black), Status::WhiteWon)
    );
    let reason = end.reason.unwrap();
    assert!(
        reason.starts_with("the move \"a1-b2\" is not legal: "),
        "{reason}"
    );
    assert!(finished.num_plies() >= 5);

    let time = TimeControl::Clock {
        base: Duration::from_millis(500),
        increment: Duration::from_mins(1),
    };
    let finished = play(Duration::from_millis(700), time);
    assert_eq!(finished.outcome(), white_won);
    assert_eq!(
        finished.end().unwrap().reason.as_deref().unwrap(),
        "its time ran out"
    );
    assert_eq!(finished.num_plies(), 1);
}
