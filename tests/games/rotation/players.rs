//! Players that know nothing of this game play it.

use std::sync::atomic::AtomicBool;

use cheqqers_game::{Colour, Encoding, Game, Outcome};
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{MoveContext, Player, PlayerKind, Stream, TimeControl, generator};
use cheqqers_session::{Seat, Seats, Session, TypedSession, play_game};
use serde_json::Map;

use cheqqers_checkers::rotation::Position;

use super::{ALL, asks, start_of, start_with, steps};

fn player(name: &str, seed: u64) -> Box<dyn Player<Position>> {
    let kind: PlayerKind = name.parse().unwrap();
    kind.player(generator(seed, Stream::White))
}

/// Whole games, whoever measures.
#[test]
fn every_player_plays_games_to_their_end() {
    let names = ["random", "mcts:50", "expert:nodes=500"];
    for (number, options) in ALL.iter().enumerate() {
        for (game, white) in names.into_iter().enumerate() {
            let black = names[(game + number) % names.len()];
            let seed = u64::try_from(game + 10 * number).unwrap();
            let mut seats = Seats {
                white: Seat::of(player(white, seed)),
                black: Seat::of(player(black, seed + 1)),
            };
            let kind = [MeasurerKind::Sparse, MeasurerKind::Local][game % 2];
            let mut measurer =
                kind.measurer(generator(seed, Stream::Measurements), Encoding::Minimal);
            let start = start_with(options.iter().copied().chain([("size", "6")]));
            let mut session = Session::of(TypedSession::new(start, Map::new()));
            let fault = play_game(
                &mut session,
                &mut seats,
                &mut measurer,
                TimeControl::default(),
                None,
                &AtomicBool::new(false),
            )
            .unwrap();
            assert!(fault.is_none(), "{white} {black} {options:?}");
            assert!(session.position().outcome().is_some());
        }
    }
}

/// The games depend on their seeds alone, so this can't fail by chance.
#[test]
fn players_that_think_beat_those_that_do_not() {
    for preset in ["physical", "program"] {
        for (better, worse) in [("mcts:100", "random"), ("expert:nodes=1000", "mcts:50")] {
            let score = score(better, worse, preset, 16);
            assert!(
                score >= 11.0,
                "{better} against {worse}: {score} of 16 ({preset})"
            );
        }
    }
}

/// How many of so many games the first wins, a draw being half a win; colours alternate.
fn score(first: &str, second: &str, preset: &str, games: u64) -> f64 {
    let start = cheqqers_session::Position::of_start(start_of(preset, "6"));
    let points = (0..games).map(|game| {
        let is_white = game % 2 == 0;
        let (white, black) = if is_white {
            (first, second)
        } else {
            (second, first)
        };
        let mut seats = Seats {
            white: Seat::of(player(white, 2 * game)),
            black: Seat::of(player(black, 2 * game + 1)),
        };
        let rng = generator(game, Stream::Measurements);
        let mut measurer = MeasurerKind::Sparse.measurer(rng, Encoding::Minimal);
        let stop = AtomicBool::new(false);
        let played = seats.play_out(&start, &mut measurer, u32::MAX, &stop, &mut |_| {});
        match played.unwrap().outcome.unwrap() {
            Outcome::Draw => 0.5,
            Outcome::Decisive { winner } => {
                f64::from(u8::from((winner == Colour::White) == is_white))
            }
        }
    });
    points.sum()
}

/// A capture on the full board may measure four million outcomes, and on the largest more than a
/// number holds.
#[test]
fn a_search_looks_at_a_sample_of_too_many_outcomes() {
    let position = steps(start_of("physical", "8"), "c3-b4 d6-c5");
    let outcomes = asks(&position, "b4xd6").num_outcomes();
    assert!((outcomes - 4.0).abs() < 1e-12, "{outcomes}");
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let context = MoveContext::of(&position, &legal);
    let choose = |seed| {
        let mut expert = player("expert:nodes=3000", seed);
        let mv = expert.choose(&context).unwrap();
        (mv, expert.thoughts().unwrap().value)
    };
    assert_eq!(choose(1), choose(1), "the seed alone decides");
    let large = start_with([("size", "16"), ("rows", "7")]);
    let position = steps(large, "a7-b8 d10-e9 c7-d8 b10-c9");
    legal.clear();
    position.legal_moves(&mut legal);
    assert!(legal.contains(&"b8xd10".parse().unwrap()));
    let context = MoveContext::of(&position, &legal);
    for name in ["expert:nodes=300", "mcts:5"] {
        assert!(legal.contains(&player(name, 1).choose(&context).unwrap()));
    }
}
