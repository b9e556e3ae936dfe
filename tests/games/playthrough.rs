//! Random games on boards of all sorts: every invariant at every ply, circuits that say the same
//! as the state, and records that replay to the same board.
//!
//! A few games each; a thousand each with `--features slow-tests`.

mod circuits;
mod records;

use cheqqers_checkers::{Entanglement, Level, Position, Rules};
use cheqqers_game::{GameExt, Turn};
use cheqqers_testkit::checks;
use cheqqers_testkit::playout::{RandomPly, random_game};
use cheqqers_testkit::seed;

/// Games for each level and size.
const GAMES: u64 = if cfg!(feature = "slow-tests") {
    1000
} else {
    20
};

/// How far two ways to compute an amplitude or a probability may differ.
const CLOSE: f64 = 1e-9;

const SIZES: &[u8] = if cfg!(feature = "slow-tests") {
    &[4, 5, 6, 8, 12, 14, 16]
} else {
    &[4, 5, 6, 8, 12]
};

/// Games whose rules know no draw end here.
const MOST_PLIES: usize = 400;

fn rules(level: Level, size: u8) -> Rules {
    Rules::new(level).with_size(size.into()).unwrap()
}

/// Calls back for each ply of the random games by some rules.
fn play(rules: Rules, games: u64, mut each: impl FnMut(&RandomPly<Position>)) {
    let base = seed::choose(2025);
    for game in 0..games {
        // Apart from each other whatever the level and size.
        let number = u64::from(rules.level().number()) * 100 + u64::from(rules.size());
        let seed = base.wrapping_add((number << 32) + game);
        for ply in random_game(Position::initial(rules), seed).take(MOST_PLIES) {
            let told = format!("{rules:?} seed {seed} ply {}: {}", ply.number, ply.mv);
            let guard = Told(told);
            each(&ply);
            drop(guard);
        }
    }
}

/// Names the ply when a check of it panics.
struct Told(String);

impl Drop for Told {
    fn drop(&mut self) {
        if std::thread::panicking() {
            tell(&self.0);
        }
    }
}

#[expect(clippy::print_stderr, reason = "shown with a failing test only")]
fn tell(text: &str) {
    eprintln!("in {text}");
}

fn check_invariants(ply: &RandomPly<Position>) {
    checks::cheqqers::position(&ply.after).unwrap();
    checks::cheqqers::ply(&ply.before, ply.mv, &ply.after).unwrap();
    checks::cheqqers::next_level(&ply.after).unwrap();
    // Every move there could be is tried: often where they are few, now and then elsewhere.
    let every = match ply.after.rules().size() {
        4 => 1,
        5 => 4,
        6 => 16,
        8 => 64,
        _ => 256,
    };
    if ply.number.is_multiple_of(every) {
        checks::cheqqers::universe(&ply.after).unwrap();
    }
    for measured in &ply.measured {
        assert!(measured.probability > 0.0 && measured.probability < 1.0);
    }
    if let Turn::Pending(pending) = ply.before.clone().play(ply.mv).unwrap() {
        checks::pending(&pending).unwrap();
    }
}

fn games_keep_every_invariant(level: Level) {
    for &size in SIZES {
        let rules = rules(level, size);
        checks::start(&Position::initial(rules)).unwrap();
        play(rules, GAMES, check_invariants);
    }
}

#[test]
fn games_of_level_0_keep_every_invariant() {
    games_keep_every_invariant(Level::Classical);
}

#[test]
fn games_of_level_1_keep_every_invariant() {
    games_keep_every_invariant(Level::Superposition);
}

#[test]
fn games_of_level_2_keep_every_invariant() {
    games_keep_every_invariant(Level::Entanglement);
}

#[test]
fn games_of_level_3_keep_every_invariant() {
    games_keep_every_invariant(Level::Interference);
}

#[test]
fn games_on_the_largest_boards_keep_every_invariant() {
    for level in Level::ALL {
        for size in [14, 16] {
            play(rules(level, size), GAMES / 10, check_invariants);
        }
    }
}

#[test]
fn games_with_other_options_keep_every_invariant() {
    for size in [4, 6, 8] {
        for level in [Level::Entanglement, Level::Interference] {
            let unlimited = rules(level, size).with_entanglement(Entanglement::Unlimited);
            play(unlimited, GAMES, check_invariants);
            let endless = rules(level, size).with_draw_after(None).unwrap();
            play(endless, GAMES / 4, check_invariants);
            let one_row = rules(level, size).with_rows(1).unwrap();
            play(one_row, GAMES, check_invariants);
        }
    }
}
