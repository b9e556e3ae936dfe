//! The players: what they find, and that they depend on their seed alone.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cheqqers_checkers::{Level, Move, Position, Rules, blocking, international, rotation};
use cheqqers_chess::boxed;
use cheqqers_game::settings;
use cheqqers_game::{Colour, Encoding, Game, GameExt, Outcome, Turn};
use cheqqers_measure::{Measurer, MeasurerKind};
use cheqqers_players::{Clocks, Limit, MoveContext, Player, PlayerKind, Stream, below, generator};
use cheqqers_session::{Seat, Seats, TypedSession};
use serde_json::Map;

fn legal(position: &Position) -> Vec<Move> {
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    legal
}

fn player(name: &str, seed: u64) -> Box<dyn Player<Position>> {
    let kind: PlayerKind = name.parse().unwrap();
    kind.player(generator(seed, Stream::White))
}

/// Players that look ahead.
const THINKERS: &[&str] = &["mcts:400", "expert:nodes=2000"];

/// How many of so many games the first wins against the second, a draw being half a win; colours
/// alternate.
fn score(first: &str, second: &str, level: Level, games: u64) -> f64 {
    let start = Position::initial(Rules::new(level).with_size(6).unwrap());
    let start = cheqqers_session::Position::of_start(start);
    let kinds = [first, second].map(|name| name.parse::<PlayerKind>().unwrap());
    let points = (0..games).map(|game| {
        let white = usize::from(game % 2 == 1);
        let seat =
            |kind: &PlayerKind, stream| Seat::of::<Position>(kind.player(generator(game, stream)));
        let mut seats = Seats {
            white: seat(&kinds[white], Stream::White),
            black: seat(&kinds[1 - white], Stream::Black),
        };
        let rng = generator(game, Stream::Measurements);
        let mut measurer = MeasurerKind::Sparse.measurer(rng, Encoding::Minimal);
        let never = AtomicBool::new(false);
        let played = seats.play_out(&start, &mut measurer, u32::MAX, &never, &mut |_| {});
        let first = [Colour::White, Colour::Black][white];
        match played.unwrap().outcome.unwrap() {
            Outcome::Draw => 0.5,
            Outcome::Decisive { winner } => f64::from(u8::from(winner == first)),
        }
    });
    points.sum()
}

/// The position after a move.
fn played(position: &Position, mv: Move, measurer: &mut Measurer) -> Position {
    let mut session = TypedSession::new(position.clone(), Map::new());
    session.play(mv, measurer).unwrap();
    session.into_position()
}

/// The games depend on their seeds alone, so this can't fail by chance.
#[test]
fn players_that_think_beat_those_that_do_not() {
    for level in Level::ALL {
        for (better, worse) in [
            ("mcts:100", "random"),
            ("mcts:400", "mcts:20"),
            ("expert:nodes=2000", "mcts:50"),
        ] {
            let score = score(better, worse, level, 20);
            assert!(
                score >= 15.0,
                "{better} against {worse} at level {level}: {score} of 20"
            );
        }
    }
}

/// Each network knows all features of its game, and what it says of a position is worth no more than a win.
#[test]
fn networks_fit_their_games() {
    fn check<G: Game>(settings: &[(&str, &str)]) {
        let header = settings::header::<G>(None, settings.iter().copied()).unwrap();
        let start = G::from_header(&header).unwrap();
        let network = start.network().expect("one was trained");
        assert_eq!(network.num_features(), start.num_features());
        let mut choices = generator(1, Stream::White);
        for _ in 0..20 {
            let mut position = start.clone();
            let mut legal = Vec::new();
            while position.outcome().is_none() {
                let mut inputs = network.inputs(0.25);
                let share = position.features(|feature, value| {
                    assert!(feature < start.num_features() && value.abs() <= 1.0);
                    inputs.add(feature, value);
                });
                let value = inputs.evaluation(share);
                assert!(value.abs() <= 1.0, "{position:?}");
                legal.clear();
                position.legal_moves(&mut legal);
                let mv = legal[below(&mut choices, legal.len())];
                let turn = position.play(mv).unwrap();
                let drawn = turn.finish(|pending| Ok::<_, ()>(pending.sample(&mut choices)));
                position = drawn.unwrap();
            }
        }
    }
    for level in ["0", "3"] {
        check::<Position>(&[("level", level)]);
        check::<international::Position>(&[("level", level)]);
    }
    check::<international::Position>(&[("level", "0"), ("size", "10")]);
    check::<blocking::Position>(&[]);
    check::<rotation::Position>(&[]);
    check::<boxed::Position>(&[]);
}

/// The board turned around with colours exchanged is the same to the player to move.
#[test]
fn features_are_those_of_the_player_to_move() {
    let features = |fen: &str| {
        let position = Position::from_fen(Rules::new(Level::Interference), fen).unwrap();
        let mut found = Vec::new();
        let factor = position.features(|feature, value| found.push((feature, value.to_bits())));
        found.sort_unstable();
        (found, factor.to_bits())
    };
    let ket = "10*0.6,0;01*0.8,0";
    let white = features(&format!("W:W~17,~18,K5:B1-3|17,18:{ket}"));
    let black = features(&format!("B:B~16,~15,K28:W30-32|16,15:{ket}"));
    assert_eq!(white, black);
    assert_eq!(white.0.len(), 6 + 2);
}

#[test]
fn choices_depend_on_the_seed_alone() {
    for level in Level::ALL {
        let start = Position::initial(Rules::new(level));
        for name in THINKERS {
            let mut first = player(name, 3);
            let legal = legal(&start);
            let context = MoveContext::of(&start, &legal);
            let choices: Vec<_> = (0..3).map(|_| first.choose(&context).unwrap()).collect();
            let mut second = player(name, 3);
            let again: Vec<_> = (0..3).map(|_| second.choose(&context).unwrap()).collect();
            assert_eq!(choices, again, "{name} {level}");
        }
    }
}

/// Whether the player to move wins for certain within so many plies, whatever the outcomes.
fn wins(position: &Position, player: Colour, plies: u32) -> bool {
    match position.outcome() {
        Some(outcome) => return outcome == Outcome::Decisive { winner: player },
        None if plies == 0 => return false,
        None => {}
    }
    let always = |mv: &Move| {
        let turn = position.clone().play_unchecked(*mv);
        wins_always(turn, player, plies - 1)
    };
    let moves = legal(position);
    if position.turn() == player {
        moves.iter().any(always)
    } else {
        moves.iter().all(always)
    }
}

fn wins_always(turn: Turn<Position>, player: Colour, plies: u32) -> bool {
    match turn {
        Turn::Ready(position) => wins(&position, player, plies),
        Turn::Pending(pending) => pending.outcomes().all(|(bits, _)| {
            let turn = pending.clone().resolve(&bits).unwrap();
            wins_always(turn, player, plies)
        }),
    }
}

/// Against a search without any bounds, tables or order.
#[test]
fn the_expert_finds_every_certain_win() {
    const PLIES: u32 = 4;
    let mut found = 0;
    for (seed, level) in (0..40).flat_map(|seed| Level::ALL.map(|level| (seed, level))) {
        let rules = Rules::new(level).with_size(5).unwrap();
        let mut position = Position::initial(rules);
        let mut measurer =
            MeasurerKind::Sparse.measurer(generator(seed, Stream::Measurements), Encoding::Minimal);
        let mut random = player("random", seed);
        let mut expert = player("expert:nodes=4000", seed);
        loop {
            let legal = legal(&position);
            if legal.is_empty() {
                break;
            }
            let turn = position.turn();
            if legal.len() > 1 && wins(&position, turn, PLIES) {
                found += 1;
                let mv = expert.choose(&MoveContext::of(&position, &legal)).unwrap();
                let value = expert.thoughts().unwrap().value;
                let fen = position.to_fen();
                assert!(value > 0.98, "{fen} at level {level}: {mv} for {value}");
                assert!(
                    wins_always(position.clone().play_unchecked(mv), turn, PLIES + 2),
                    "{fen} at level {level}: {mv}"
                );
            }
            let mv = random.choose(&MoveContext::of(&position, &legal)).unwrap();
            position = played(&position, mv, &mut measurer);
        }
    }
    assert!(found > 50, "{found}");
}

#[test]
fn the_expert_keeps_to_limits() {
    let start = Position::initial(Rules::new(Level::Interference));
    let legal = legal(&start);
    let context = MoveContext::of(&start, &legal);
    let mut expert = player("expert:threads=2", 1);
    let limited = MoveContext {
        limit: Limit::Nodes(700),
        ..context
    };
    assert!(legal.contains(&expert.choose(&limited).unwrap()));
    assert_eq!(expert.thoughts().unwrap().nodes, 700);
    // Who is stopped before it has begun still moves.
    let stopped = MoveContext {
        stop: &AtomicBool::new(true),
        ..context
    };
    assert!(legal.contains(&expert.choose(&stopped).unwrap()));
    // No time at all, on a clock or without.
    let clocks = Clocks {
        white: Duration::ZERO,
        black: Duration::ZERO,
        increments: [Duration::ZERO; 2],
    };
    for limit in [Limit::Time(Duration::ZERO), Limit::Clock(clocks)] {
        let limited = MoveContext { limit, ..context };
        assert!(legal.contains(&expert.choose(&limited).unwrap()));
    }
}

/// Searched by several threads at once, positions stay what they are, and certain wins are as certain.
/// The games are random ones, so that the positions met depend on their seeds alone.
#[test]
fn threads_find_certain_wins() {
    let rules = Rules::new(Level::Interference).with_size(5).unwrap();
    let mut found = 0;
    for seed in 0..40 {
        let mut position = Position::initial(rules);
        let rng = generator(seed, Stream::Measurements);
        let mut measurer = MeasurerKind::Sparse.measurer(rng, Encoding::Minimal);
        let mut random = player("random", seed);
        let mut expert = player("expert:threads=4", seed);
        loop {
            let legal = legal(&position);
            if legal.is_empty() {
                break;
            }
            if legal.len() > 1 && wins(&position, position.turn(), 3) {
                found += 1;
                let searched = MoveContext {
                    limit: Limit::Nodes(20_000),
                    ..MoveContext::of(&position, &legal)
                };
                let mv = expert.choose(&searched).unwrap();
                let after = position.clone().play_unchecked(mv);
                assert!(
                    wins_always(after, position.turn(), 8),
                    "{}: {mv}",
                    position.to_fen()
                );
            }
            let mv = random.choose(&MoveContext::of(&position, &legal)).unwrap();
            position = played(&position, mv, &mut measurer);
        }
    }
    assert!(found > 20, "{found}");
}
