//! The players: what they find, and that they depend on their seed alone.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use cheqqers_checkers::{Level, Move, Position, Rules};
use cheqqers_game::{Colour, Encoding, Game, Outcome};
use cheqqers_players::{
    MeasurerKind, Player, PlayerKind, Scene, Seats, Stream, generator, play_out,
};

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
const THINKERS: &[&str] = &["mcts:400"];

/// How many of so many games the first wins against the second, a draw being half a win; colours
/// alternate.
fn score(first: &str, second: &str, level: Level, games: u64) -> f64 {
    let start = Position::initial(Rules::new(level).with_size(6).unwrap());
    let kinds = [first, second].map(|name| name.parse::<PlayerKind>().unwrap());
    let points = (0..games).map(|game| {
        let white = usize::from(game % 2 == 1);
        let mut seats = Seats {
            white: kinds[white].player(generator(game, Stream::White)),
            black: kinds[1 - white].player(generator(game, Stream::Black)),
        };
        let rng = generator(game, Stream::Measurements);
        let mut measurer = MeasurerKind::Sparse.measurer(rng, Encoding::Minimal);
        let played = play_out(
            start.clone(),
            &mut seats,
            &mut measurer,
            &mut Vec::new(),
            || true,
        );
        let first = [Colour::White, Colour::Black][white];
        match played.unwrap().outcome.unwrap() {
            Outcome::Draw => 0.5,
            Outcome::Decisive { winner } => f64::from(u8::from(winner == first)),
        }
    });
    points.sum()
}

/// The games depend on their seeds alone, so this can't fail by chance.
#[test]
fn players_that_think_beat_those_that_do_not() {
    for level in Level::ALL {
        for (better, worse) in [("mcts:100", "random"), ("mcts:400", "mcts:20")] {
            let score = score(better, worse, level, 20);
            assert!(
                score >= 15.0,
                "{better} against {worse} at level {level}: {score} of 20"
            );
        }
    }
}

#[test]
fn choices_depend_on_the_seed_alone() {
    for level in Level::ALL {
        let start = Position::initial(Rules::new(level));
        for name in THINKERS {
            let mut first = player(name, 3);
            let legal = legal(&start);
            let scene = Scene::of(&start, &legal);
            let choices: Vec<_> = (0..3).map(|_| first.choose(&scene).unwrap()).collect();
            let mut second = player(name, 3);
            let again: Vec<_> = (0..3).map(|_| second.choose(&scene).unwrap()).collect();
            assert_eq!(choices, again, "{name} {level}");
        }
    }
}
