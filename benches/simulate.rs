//! How long simulation and games take: `cargo bench --bench simulate -- --quick`.
//!
//! Every group checks its answer before it is timed, or while it is.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cheqqers_checkers::{Level, Position, Rules};
use cheqqers_circuit::{Circuit, Gate, Qubit};
use cheqqers_game::{Encoding, Game, perft};
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{MoveContext, PlayerKind, Stream, generator};
use cheqqers_session::{Seat, Seats};
use cheqqers_sim::{Dense, Limits, Readout, Sparse};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::seed;
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rand::RngExt;

/// Gates of each class of kernels: a phase, a flip, a controlled flip, exchanges, a word.
const GATES: [Gate; 6] = [
    Gate::S,
    Gate::H,
    Gate::Cx,
    Gate::Iswap,
    Gate::Siswap,
    Gate::Split,
];

fn qubits(gate: Gate, num_qubits: usize) -> Vec<Qubit> {
    // Far apart, so that neither end of the index is spared.
    let places = [0, num_qubits - 1, num_qubits / 2];
    let places = places[..gate.num_qubits()].iter();
    places.map(|&place| Qubit::from_index(place)).collect()
}

/// A layer of Hadamards, so that no amplitude is zero.
fn spread(num_qubits: usize) -> Circuit {
    let mut circuit = Circuit::new(num_qubits, 0);
    for k in 0..num_qubits {
        circuit
            .push(Gate::H, &[Qubit::from_index(k)])
            .expect("a qubit of the circuit");
    }
    circuit
}

/// One gate; the rate is the state's amplitudes a second, those that a control spares included.
fn dense_gates(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("dense gates");
    for num_qubits in [4, 8, 12, 16, 20] {
        group.throughput(Throughput::Elements(1 << num_qubits));
        for gate in GATES {
            let qubits = qubits(gate, num_qubits);
            let mut state = Dense::run(&spread(num_qubits)).expect("within the limits");
            let id = BenchmarkId::new(gate.name(), num_qubits);
            group.bench_function(id, |bencher| {
                bencher.iter(|| state.apply(black_box(gate), black_box(&qubits)));
            });
            let norm_squared = state.norm_squared();
            assert!((norm_squared - 1.0).abs() < 1e-6, "{gate}: {norm_squared}");
        }
    }
    group.finish();
}

/// A king's parts over some squares, as splits make them.
fn parts(num_parts: usize) -> Sparse {
    let mut state = Sparse::new();
    let mut last = state.add_qubit(true).expect("few qubits");
    for _ in 1..num_parts {
        let next = state.add_qubit(false).expect("few qubits");
        state.apply(Gate::Siswap, &[last, next]);
        state.apply(Gate::S, &[last]);
        last = next;
    }
    assert_eq!(state.len(), num_parts);
    state
}

/// A split and the merge that undoes it, at the sizes that games reach.
fn sparse_moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sparse split and merge");
    for num_parts in [1, 4, 16, 64] {
        let start = parts(num_parts);
        let mut state = start.clone();
        let from = Qubit::from_index(num_parts / 2);
        let to = state.add_qubit(false).expect("few qubits");
        let before = state.clone();
        group.throughput(Throughput::Elements(num_parts as u64));
        group.bench_function(BenchmarkId::from_parameter(num_parts), |bencher| {
            bencher.iter(|| {
                let state = black_box(&mut state);
                state.apply(Gate::Siswap, &[from, to]);
                state.apply(Gate::S, &[from]);
                state.apply(Gate::Sdg, &[from]);
                state.apply(Gate::Siswapdg, &[from, to]);
            });
        });
        assert_eq!(state.len(), before.len());
        assert!((state.norm_squared() - 1.0).abs() < 1e-6);
    }
    group.finish();
}

/// Ten thousand shots; the rate is shots a second.
fn shots(criterion: &mut Criterion) {
    const SHOTS: usize = 10_000;
    let mut rng = seed::rng(1);
    let mut group = criterion.benchmark_group("shots");
    group.throughput(Throughput::Elements(SHOTS as u64));
    for num_qubits in [4, 12, 20] {
        let readout = Readout::of_all(num_qubits).expect("few qubits");
        let state = Dense::run(&spread(num_qubits)).expect("within the limits");
        group.bench_function(BenchmarkId::new("dense", num_qubits), |bencher| {
            bencher.iter(|| {
                let shots = state.shots(&readout, SHOTS, &mut rng);
                assert_eq!(shots.len(), SHOTS);
                shots
            });
        });
    }
    for num_parts in [4, 16] {
        let readout = Readout::of_all(num_parts).expect("few qubits");
        let state = parts(num_parts);
        group.bench_function(BenchmarkId::new("sparse", num_parts), |bencher| {
            bencher.iter(|| {
                let shots = state.shots(&readout, SHOTS, &mut rng);
                assert!(shots.iter().all(|bits| bits.count_ones() == 1));
                shots
            });
        });
    }
    group.finish();
}

/// A whole circuit of random splits and exchanges, by both simulators.
fn circuits(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("circuit of 100 gates");
    group.throughput(Throughput::Elements(100));
    let num_qubits = 12;
    let mut rng = seed::rng(2);
    let mut circuit = Circuit::new(num_qubits, 0);
    let first = Qubit(0);
    circuit
        .push(Gate::X, &[first])
        .expect("a qubit of the circuit");
    while circuit.operations().len() < 100 {
        let a = Qubit::from_index(rng.random_range(0..num_qubits));
        let b = Qubit::from_index(rng.random_range(0..num_qubits));
        if a != b {
            let gate = [Gate::Siswap, Gate::Iswap, Gate::Siswapdg][rng.random_range(0..3)];
            circuit.push(gate, &[a, b]).expect("distinct qubits");
        }
    }
    group.bench_function("dense", |bencher| {
        bencher.iter(|| {
            let state = Dense::run(black_box(&circuit)).expect("within the limits");
            assert!((state.norm_squared() - 1.0).abs() < 1e-9);
        });
    });
    group.bench_function("sparse", |bencher| {
        bencher.iter(|| {
            let state = Sparse::run(black_box(&circuit), Limits::default());
            let state = state.expect("within the limits");
            assert!(state.len() <= num_qubits);
        });
    });
    group.finish();
}

/// The start, and a position of a random game with moves to choose from, and with uncertain
/// squares where the level has them.
fn positions(level: Level) -> [(&'static str, Position); 2] {
    let start = Position::initial(Rules::new(level));
    let mut plies = (0..).flat_map(|seed| random_game(start.clone(), seed));
    let middle = plies.find(|ply| {
        let mut moves = Vec::new();
        ply.after.legal_moves(&mut moves);
        let quantum = ply.after.board().quantum().len();
        ply.number >= 20 && moves.len() > 8 && (quantum > 2 || level == Level::Classical)
    });
    let middle = middle.expect("there is no end of games").after;
    [("start", start), ("middle", middle)]
}

fn legal_moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("legal moves");
    for level in Level::ALL {
        for (name, position) in positions(level) {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let expected = moves.len();
            group.throughput(Throughput::Elements(expected as u64));
            group.bench_function(BenchmarkId::new(name, level), |bencher| {
                bencher.iter(|| {
                    moves.clear();
                    black_box(&position).legal_moves(&mut moves);
                    assert_eq!(moves.len(), expected);
                });
            });
        }
    }
    group.finish();
}

/// Games are never stopped.
static NEVER: AtomicBool = AtomicBool::new(false);

/// Plays the game of this seed to the end, without circuits; says how many plies it took.
fn playout(start: &cheqqers_session::Position, seed: u64) -> u32 {
    let seat = |stream| Seat::of::<Position>(PlayerKind::Random.player(generator(seed, stream)));
    let mut seats = Seats {
        white: seat(Stream::White),
        black: seat(Stream::Black),
    };
    let bits = generator(seed, Stream::Measurements);
    let mut measurer = MeasurerKind::Sparse.measurer(bits, Encoding::Minimal);
    let played = seats
        .play_out(start, &mut measurer, u32::MAX, &NEVER, &mut |_| {})
        .expect("drawn from the exact state");
    assert!(played.outcome.is_some());
    played.plies
}

/// Games between players that choose at random; the rate is games a second.
fn random_games(criterion: &mut Criterion) {
    const GAMES: u64 = 100;
    let mut group = criterion.benchmark_group("random games");
    group
        .sample_size(20)
        .throughput(Throughput::Elements(GAMES));
    for level in Level::ALL {
        let mut start = Position::initial(Rules::new(level));
        start.world_mut().stop_recording();
        let start = cheqqers_session::Position::of_start(start);
        group.bench_function(BenchmarkId::from_parameter(level), |bencher| {
            bencher.iter(|| {
                let plies: u32 = (0..GAMES).map(|seed| playout(&start, seed)).sum();
                // The same games every time: never fewer than twenty plies each.
                assert!(u64::from(plies) > 20 * GAMES);
            });
        });
    }
    group.finish();
}

/// Whole turns of English draughts, and of the highest level; the rate is leaves a second.
fn perft_leaves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(20);
    for (level, depth, leaves) in [
        (Level::Classical, 8, 845_931),
        (Level::Interference, 4, 3_443),
    ] {
        let mut start = Position::initial(Rules::new(level));
        start.world_mut().stop_recording();
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(
            BenchmarkId::new(format!("depth {depth}"), level),
            |bencher| {
                bencher.iter(|| assert_eq!(perft(black_box(&start), depth), leaves));
            },
        );
    }
    group.finish();
}

/// One choice from the initial position; the rate is rollouts, or positions searched, a second.
fn choices(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("choice");
    for (name, nodes) in [("mcts:800", 800), ("expert:nodes=20000", 20_000)] {
        let kind: PlayerKind = name.parse().expect("there is such a player");
        for level in Level::ALL {
            let mut start = Position::initial(Rules::new(level));
            start.world_mut().stop_recording();
            let mut legal = Vec::new();
            start.legal_moves(&mut legal);
            let scene = MoveContext::of(&start, &legal);
            group.throughput(Throughput::Elements(nodes));
            group.bench_function(BenchmarkId::new(name, level), |bencher| {
                // A new player each time: what one remembers would save the next choice work.
                let player = || kind.player::<Position>(generator(1, Stream::White));
                bencher.iter_batched_ref(
                    player,
                    |player| {
                        let mv = player
                            .choose(black_box(&scene))
                            .expect("no fault of its own");
                        assert!(legal.contains(&mv));
                        let thoughts = player.thoughts().expect("there was a choice");
                        assert_eq!(thoughts.nodes, nodes);
                    },
                    BatchSize::PerIteration,
                );
            });
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(3));
    targets = dense_gates, sparse_moves, shots, circuits, legal_moves, random_games, perft_leaves,
        choices
}
criterion_main!(benches);
