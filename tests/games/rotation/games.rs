//! Random games: every invariant at every ply, and an end.

use cheqqers_checkers::rotation::Position;
use cheqqers_game::{Game, GameExt, Turn};
use cheqqers_testkit::checks;
use cheqqers_testkit::playout::{RandomPly, random_game};
use cheqqers_testkit::seed;

use super::{ALL, start_with};

/// Games by each set of options.
const GAMES: u64 = if cfg!(feature = "slow-tests") {
    10_000
} else {
    200
};

/// Sizes and rows of the boards, in turns.
const BOARDS: &[(&str, &str)] = &[
    ("8", "3"),
    ("4", "1"),
    ("8", "3"),
    ("5", "2"),
    ("8", "3"),
    ("6", "2"),
    ("8", "1"),
    ("7", "3"),
];

/// More plies than a game has in which draws come after 80 quiet turns: a token leaves 24 times at
/// most.
const MOST_PLIES: u32 = 25 * 80;

/// Every move there could be is tried now and then, at other plies in each game.
fn check(ply: &RandomPly<Position>, seed: u64) {
    checks::rotation::position(&ply.after).unwrap();
    checks::rotation::ply(&ply.before, ply.mv, &ply.after).unwrap();
    if (seed % 64 + u64::from(ply.number)).is_multiple_of(64) {
        checks::rotation::universe(&ply.after).unwrap();
    }
    for measured in &ply.measured {
        assert!(measured.probability > 0.0 && measured.probability < 1.0);
    }
    if ply.number.is_multiple_of(4)
        && let Turn::Pending(pending) = ply.before.clone().play(ply.mv).unwrap()
    {
        checks::pending(&pending).unwrap();
    }
}

fn play(start: Position, seed: u64) {
    let mut start = start;
    start.world_mut().stop_recording();
    let mut game = random_game(start, seed);
    let mut last = 0;
    for ply in game.by_ref() {
        check(&ply, seed);
        last = ply.number;
    }
    assert!(game.position().outcome().is_some() && last < MOST_PLIES);
}

fn games_keep_every_invariant(options: &[(&str, &str)]) {
    let base = seed::choose(1980);
    for game in 0..GAMES {
        let (size, rows) = BOARDS[usize::try_from(game).unwrap() % BOARDS.len()];
        let board = [("size", size), ("rows", rows)];
        let start = start_with(options.iter().copied().chain(board));
        if game < 8 {
            checks::start(&start).unwrap();
        }
        play(start, base.wrapping_add(game));
    }
}

#[test]
fn physical_games_keep_every_invariant() {
    games_keep_every_invariant(ALL[0]);
}

#[test]
fn games_of_the_program_keep_every_invariant() {
    games_keep_every_invariant(ALL[1]);
}

#[test]
fn games_of_the_manual_keep_every_invariant() {
    games_keep_every_invariant(ALL[2]);
}

#[test]
fn resampled_games_keep_every_invariant() {
    games_keep_every_invariant(ALL[3]);
}

#[test]
fn games_that_stay_quantum_keep_every_invariant() {
    games_keep_every_invariant(ALL[4]);
}

/// More than a hundred qubits are measured at once, more outcomes than any integer counts.
#[test]
fn games_on_the_largest_board_keep_every_invariant() {
    let base = seed::choose(1981);
    let mut most = 0;
    for options in ALL {
        let board = [("size", "16"), ("rows", "7"), ("draw_turns", "20")];
        for game in 0..3 {
            let mut start = start_with(options.iter().copied().chain(board));
            start.world_mut().stop_recording();
            let seed = base.wrapping_add(game);
            for ply in random_game(start, seed) {
                check(&ply, seed);
                let sizes = ply.measured.iter().map(|measured| measured.slots.len());
                most = most.max(sizes.max().unwrap_or(0));
            }
        }
    }
    assert!(most > 64, "{most} qubits at once");
}
