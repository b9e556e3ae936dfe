//! Random games: every invariant at every ply, and an end.

use std::sync::atomic::AtomicBool;

use cheqqers_checkers::blocking::{Measure, Position, QuantumMove, Rules};
use cheqqers_game::record::{self, Detail, Reader};
use cheqqers_game::replay::{Replay, Verify};
use cheqqers_game::{Encoding, Game, GameExt, Turn, settings};
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{PlayerKind, Stream, TimeControl, generator};
use cheqqers_session::{Seat, Seats, Session, TypedSession, play_game};
use cheqqers_testkit::checks;
use cheqqers_testkit::playout::{RandomPly, random_game};
use cheqqers_testkit::seed;
use cheqqers_world::{Component, World};
use serde_json::Map;

use super::on;

/// Games by the usual rules.
const GAMES: u64 = if cfg!(feature = "slow-tests") {
    10_000
} else {
    200
};

/// Games for each set of options, and a few for each size of the board.
const GAMES_PER_OPTIONS: u64 = if cfg!(feature = "slow-tests") {
    500
} else {
    50
};

/// More plies than a game by the usual rules takes.
const MOST_PLIES: u32 = 5_000;

/// Without circuits, which nothing here looks at.
fn start(rules: Rules) -> Position {
    let mut start = Position::initial(rules);
    start.world_mut().stop_recording();
    start
}

fn check(ply: &RandomPly<Position>) {
    checks::blocking::position(&ply.after).unwrap();
    checks::blocking::ply(&ply.before, ply.mv, &ply.after).unwrap();
    let readings = ply.measured.iter().flat_map(|measured| {
        let slots = measured.slots.iter().copied();
        slots.zip(measured.bits.iter())
    });
    let readings: Vec<_> = readings.collect();
    checks::blocking::attempt(&ply.before, ply.mv, &readings, &ply.after).unwrap();
    // As many legal moves as there are take their time to look at: in the end and now and then.
    if ply.number.is_multiple_of(16) || ply.after.outcome().is_some() {
        checks::blocking::legal(&ply.after).unwrap();
    }
    if !ply.measured.is_empty() {
        let turn = ply.before.clone().play(ply.mv).unwrap();
        if let Turn::Pending(pending) = turn
            && pending.num_outcomes() < 1e4
        {
            checks::pending(&pending).unwrap();
        }
    }
}

/// What happened in some games.
#[derive(Default, Debug)]
struct Seen {
    plies: u64,
    linked: u64,
    captures: u64,
    most_amplitudes: usize,
}

fn games(rules: Rules, games: u64) -> Seen {
    checks::start(&Position::initial(rules)).unwrap();
    let base = seed::choose(2021);
    let mut seen = Seen::default();
    for game in 0..games {
        let mut last = None;
        for ply in random_game(start(rules), base.wrapping_add(game)) {
            check(&ply);
            seen.plies += 1;
            seen.captures += u64::from(!ply.after.captured().is_empty());
            let sizes = World::components(ply.after.world())
                .iter()
                .map(Component::num_amplitudes);
            let most = sizes.max().unwrap_or(0);
            seen.linked += u64::from(most > 6);
            seen.most_amplitudes = seen.most_amplitudes.max(most);
            assert!(ply.number < MOST_PLIES, "game {game} goes on and on");
            last = Some(ply.after);
        }
        assert!(last.unwrap().outcome().is_some());
    }
    seen
}

#[test]
fn games_of_the_usual_rules_keep_every_invariant() {
    let seen = games(Rules::default(), GAMES);
    assert!(seen.captures > GAMES && seen.linked > GAMES, "{seen:?}");
}

/// Fewer games where a set of options is one of many.
fn games_with(options: impl FnOnce(&mut Rules)) -> Seen {
    let mut rules = on(6, 2);
    options(&mut rules);
    games(rules, GAMES_PER_OPTIONS)
}

#[test]
fn games_with_other_scopes_keep_every_invariant() {
    for measure in [Measure::Full, Measure::Squares] {
        let seen = games_with(|rules| rules.measure = measure);
        assert!(seen.captures > 0 && seen.linked > 0, "{seen:?}");
    }
}

#[test]
fn games_with_single_targets_keep_every_invariant() {
    for (rejoin, link_limit) in [(false, false), (true, false), (true, true)] {
        let seen = games_with(|rules| {
            rules.quantum_move = QuantumMove::Single;
            rules.rejoin = rejoin;
            rules.link_limit = link_limit;
        });
        assert!(seen.captures > 0 && seen.linked > 0, "{seen:?}");
    }
}

#[test]
fn games_with_limits_and_short_turns_keep_every_invariant() {
    games_with(|rules| rules.link_limit = true);
    games_with(|rules| rules.draw_turns = Some(10));
    for preset in Position::PRESETS {
        let header = settings::header::<Position>(Some(preset.name), []).unwrap();
        games(Rules::from_header(&header).unwrap(), GAMES_PER_OPTIONS);
    }
}

#[test]
fn games_on_boards_of_all_sizes_keep_every_invariant() {
    for size in 4..=12 {
        for rows in [1, (size - 1) / 2] {
            let rules = on(size, rows);
            games(rules, GAMES_PER_OPTIONS / 25);
        }
    }
    // There random games link ever more pieces: their beginnings are enough.
    for size in 13..=16 {
        let rules = on(size, (size - 1) / 2);
        for ply in random_game(start(rules), seed::choose(16)).take(80) {
            check(&ply);
        }
    }
}

/// Everything of a record is checked against the game that it tells.
#[test]
fn records_replay_with_everything_verified() {
    for preset in [None]
        .into_iter()
        .chain(Position::PRESETS.iter().map(|p| Some(p.name)))
    {
        let header = settings::header::<Position>(preset, []).unwrap();
        let start = Position::from_header(&header).unwrap();
        let players = ["random", "mcts:50", "expert:nodes=500"];
        for (seed, white) in (0..).zip(players) {
            let black = players[(usize::try_from(seed).unwrap() + 1) % 3];
            // Whole boards take their time where players think.
            if preset.is_some() || white == "random" {
                played_and_replayed(&start, [white, black], seed);
            }
        }
    }
}

fn played_and_replayed(start: &Position, players: [&str; 2], seed: u64) {
    let [white, black] = players.map(|name| name.parse::<PlayerKind>().unwrap());
    let seat =
        |kind: &PlayerKind, stream| Seat::of::<Position>(kind.player(generator(seed, stream)));
    let mut seats = Seats {
        white: seat(&white, Stream::White),
        black: seat(&black, Stream::Black),
    };
    let rng = generator(seed, Stream::Measurements);
    let mut measurer = MeasurerKind::Sparse.measurer(rng, Encoding::Minimal);
    let header = record::header(start, Map::new());
    let mut session = Session::of(TypedSession::new(start.clone(), header));
    session.set_detail(Detail::Trace);
    let fault = play_game(
        &mut session,
        &mut seats,
        &mut measurer,
        TimeControl::Own,
        None,
        &AtomicBool::new(false),
    );
    assert!(fault.unwrap().is_none());
    assert!(session.outcome().is_some());
    let text = session.to_record();
    let record = Reader::new(text.as_bytes()).record().unwrap().unwrap();
    let mut replay: Replay<'_, Position> = Replay::new(&record, Verify::Everything).unwrap();
    replay.finish().unwrap();
    let last = cheqqers_session::Position::of_start(replay.position().clone());
    assert_eq!(last.occupied(), session.position().occupied());
    assert!(last.is_same(&session.position()));
}

/// Colours exchanged, an estimate says the opposite.
#[test]
fn estimates_are_opposite_for_exchanged_colours() {
    let flip = |name: &str| {
        let mut chars = name.chars();
        let king = name.starts_with('K');
        if king {
            chars.next();
        }
        let file = char::from(b'a' + b'h' - u8::try_from(chars.next().unwrap()).unwrap());
        let rank = 9 - chars.as_str().parse::<u8>().unwrap();
        format!("{}{file}{rank}", if king { "K" } else { "" })
    };
    let squares = |names: &[&str]| names.join(",");
    for (ours, theirs) in [
        (vec!["c3", "Kd4"], vec!["f6"]),
        (vec!["a1", "c3", "e3"], vec!["Kb8", "g5"]),
    ] {
        let start = format!("W:W{}:B{}", squares(&ours), squares(&theirs));
        let flipped = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| flip(name)).collect();
            names.join(",")
        };
        let exchanged = format!("B:W{}:B{}", flipped(&theirs), flipped(&ours));
        let [here, there] = [start, exchanged].map(|text| {
            Position::from_text(Rules::default(), &text)
                .unwrap()
                .static_evaluation()
        });
        assert!((here + there).abs() < 1e-12, "{here} {there}");
        assert!(here.abs() > 0.0);
    }
}
