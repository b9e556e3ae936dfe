//! The largest components that random games meet, at every level and size of the board, and what a
//! move on them costs: `cargo bench --bench largest`.
//!
//! Plays 1,000 games each, or as many as the environment variable `GAMES` says, seeds from 0 on; games
//! are ended at 400 plies. For each it prints the most slots and the most non-zero amplitudes of a
//! component, and of the one with most amplitudes: the qubits of its circuit in the minimal and in
//! the paper's encoding, and how long a split of a part, a sample and the probabilities of all its
//! slots take (the best of many, in nanoseconds).

#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::env;
use std::hint::black_box;
use std::time::Instant;

use cheqqers_checkers::{Level, Position, Rules};
use cheqqers_game::Game;
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::seed;
use cheqqers_world::{Component, Effect, Encoding, Slot, World};

/// Games that do not end are left here.
const MOST_PLIES: usize = 400;

/// The largest that some games met.
#[derive(Default)]
struct Largest {
    slots: usize,
    amplitudes: usize,
    /// The world of the component with most amplitudes, and a slot of it.
    met: Option<(World, Slot)>,
}

impl Largest {
    fn of(rules: Rules, games: u64) -> Self {
        let mut largest = Self::default();
        for seed in 0..games {
            for ply in random_game(Position::initial(rules), seed).take(MOST_PLIES) {
                for component in ply.after.world().components() {
                    largest.look(component, ply.after.world());
                }
            }
        }
        largest
    }

    fn look(&mut self, component: &Component, world: &World) {
        self.slots = self.slots.max(component.num_slots());
        if component.num_amplitudes() > self.amplitudes {
            self.amplitudes = component.num_amplitudes();
            self.met = Some((world.clone(), component.slots()[0]));
        }
    }
}

fn main() {
    let games = env::var("GAMES").map_or(1000, |games| games.parse().expect("GAMES is a number"));
    println!("{games} games each");
    println!(
        "{:>5} {:>5} {:>6} {:>11} {:>8} {:>6} {:>9} {:>9} {:>14}",
        "level",
        "size",
        "slots",
        "amplitudes",
        "minimal",
        "paper",
        "split ns",
        "sample ns",
        "all slots ns"
    );
    for level in Level::ALL
        .into_iter()
        .filter(|&level| level != Level::Classical)
    {
        for size in 4..=16 {
            let rules = Rules::new(level).with_size(size).expect("4 to 16");
            let largest = Largest::of(rules, games);
            let Some((world, slot)) = &largest.met else {
                println!("{:>5} {size:>5} no component", level.number());
                continue;
            };
            print_row(&largest, level, size, world, *slot);
        }
    }
}

fn print_row(largest: &Largest, level: Level, size: u64, world: &World, slot: Slot) {
    let component = world.component(slot).expect("it was met there");
    let qubits = |encoding| {
        let encoded = component.circuit(encoding).expect("games are recorded");
        encoded.circuit().num_qubits()
    };
    let (minimal, paper) = (qubits(Encoding::Minimal), qubits(Encoding::Paper));
    let mut silent = world.clone();
    silent.stop_recording();
    // Beyond the squares of every board; there and back, so that the names are known.
    let to = [Slot(128), Slot(129)];
    for (from, to) in [(slot, to[1]), (to[1], slot)] {
        let relabel = Effect::Relabel { from, to };
        silent.apply(1, &[relabel]).expect("both fit");
    }
    let split = [Effect::split(slot, to)];
    let has_room = component.num_slots() < 128;
    let split_ns = if has_room {
        best(|| silent.clone(), |world| world.apply(2, &split).is_ok())
    } else {
        f64::NAN
    };
    let mut rng = seed::rng(1);
    let sample_ns = best(|| (), |()| component.sample(&mut rng));
    let slots = component.unordered_slots();
    let sum = || {
        slots
            .iter()
            .map(|&slot| component.probability(slot))
            .sum::<f64>()
    };
    let all_ns = best(|| (), |()| sum());
    println!(
        "{:>5} {size:>5} {:>6} {:>11} {minimal:>8} {paper:>6} {split_ns:>9.0} {sample_ns:>9.0} {all_ns:>14.0}",
        level.number(),
        largest.slots,
        largest.amplitudes,
    );
}

/// The least time of one call in nanoseconds, over batches of a few.
fn best<S, T>(setup: impl Fn() -> S, mut call: impl FnMut(&mut S) -> T) -> f64 {
    const BATCH: usize = 8;
    let batch = |_| {
        let mut inputs: Vec<S> = (0..BATCH).map(|_| setup()).collect();
        let start = Instant::now();
        for input in &mut inputs {
            black_box(call(black_box(input)));
        }
        start.elapsed().as_nanos() as f64 / BATCH as f64
    };
    (0..1000).map(batch).fold(f64::INFINITY, f64::min)
}
