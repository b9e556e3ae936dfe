//! Playouts take no memory: where nothing is quantum not once, elsewhere on few plies.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use allocation_counter::measure;
use cheqqers_checkers::{Level, Position, Rules};
use cheqqers_game::{Encoding, Game, Pending, Turn};
use cheqqers_measure::{Measurer, MeasurerKind};
use cheqqers_players::{PlayerKind, Stream, below, generator};
use cheqqers_session::{Seat, Seats};
use rand::Rng;

fn start(level: Level) -> Position {
    let mut start = Position::initial(Rules::new(level));
    start.world_mut().stop_recording();
    start
}

fn seats(seed: u64) -> Seats {
    let seat = |stream| Seat::of::<Position>(PlayerKind::Random.player(generator(seed, stream)));
    Seats {
        white: seat(Stream::White),
        black: seat(Stream::Black),
    }
}

fn measurer(seed: u64) -> Measurer {
    MeasurerKind::Sparse.measurer(generator(seed, Stream::Measurements), Encoding::Minimal)
}

#[test]
fn a_game_of_certain_pieces_allocates_nothing() {
    let start = cheqqers_session::Position::of_start(start(Level::Classical));
    for seed in 0..100 {
        let (mut seats, mut measurer) = (seats(seed), measurer(seed));
        let mut plies = 0;
        let never = AtomicBool::new(false);
        let allocations = measure(|| {
            let played = seats.play_out(&start, &mut measurer, u32::MAX, &never, &mut |_| {});
            plies = played.unwrap().plies;
        });
        assert!(plies > 20);
        assert_eq!(allocations.count_total, 0, "seed {seed}");
    }
}

/// Where a random move leads; `None` when the game is over.
fn ply(position: Option<Position>, rng: &mut impl Rng) -> Option<Position> {
    let mut position = position?;
    let mv = position.choose_move(|len| below(rng, len))?;
    let Some(ask) = position.begin(mv) else {
        return Some(position);
    };
    let turn = Turn::Pending(Pending::new(position, ask));
    let turn = turn.finish(|pending| Ok::<_, Infallible>(pending.sample(rng)));
    Some(turn.unwrap())
}

/// The share of plies that allocated nothing, and the allocations a ply, at a level.
fn shares(level: Level) -> (f64, f64) {
    let (mut plies, mut free, mut total) = (0_u32, 0_u32, 0_u64);
    for seed in 0..100 {
        let mut rng = generator(seed, Stream::White);
        let mut position = Some(start(level));
        while position.is_some() {
            let allocations = measure(|| position = ply(position.take(), &mut rng));
            plies += 1;
            free += u32::from(allocations.count_total == 0);
            total += allocations.count_total;
        }
    }
    (
        f64::from(free) / f64::from(plies),
        total as f64 / f64::from(plies),
    )
}

#[test]
#[expect(
    clippy::print_stdout,
    reason = "the numbers are what is wanted to know"
)]
fn most_plies_of_a_quantum_game_allocate_nothing() {
    for level in [
        Level::Superposition,
        Level::Entanglement,
        Level::Interference,
    ] {
        let (free, mean) = shares(level);
        println!("level {level}: {free:.3} of the plies allocate nothing, {mean:.2} a ply");
        assert!(free > 0.5, "level {level}: {free}");
    }
}
