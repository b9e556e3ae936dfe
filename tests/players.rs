//! The players: what they find, and that they depend on their seed alone.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use cheqqers_checkers::{Level, Move, Position, Rules};
use cheqqers_game::Game;
use cheqqers_players::{Player, PlayerKind, Scene, Stream, generator};

fn position(level: Level, fen: &str) -> Position {
    Position::from_fen(Rules::new(level), fen).unwrap()
}

fn legal(position: &Position) -> Vec<Move> {
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    legal
}

fn player(name: &str, seed: u64) -> Box<dyn Player<Position>> {
    let kind: PlayerKind = name.parse().unwrap();
    kind.player(generator(seed, Stream::White))
}

fn choice(name: &str, seed: u64, position: &Position) -> Move {
    let legal = legal(position);
    let scene = Scene::of(position, &legal);
    player(name, seed).choose(&scene).unwrap()
}

/// Players that look ahead.
const THINKERS: &[&str] = &["mcts:400"];

#[test]
fn thinkers_take_the_move_that_wins_at_once() {
    // Black's man on a3 can't move, and can't be let out, once b2 is held from c1.
    for level in Level::ALL {
        let position = position(level, "W:WK22,30:B21");
        for name in THINKERS {
            assert_eq!(
                choice(name, 1, &position).to_string(),
                "c3-b2",
                "{name} {level}"
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
