//! How many instructions simulation and games take: the same on every run, so that a change of a
//! few per cent is a change.
//!
//! `cargo bench --bench instructions` needs valgrind and `gungraun-runner` in the version of the
//! library; without them it says what to install, and measures nothing.

#![expect(
    missing_docs,
    reason = "the harness makes public items of every function"
)]
#![expect(
    clippy::exit,
    reason = "the harness ends with the exit status of its runner"
)]

use std::env;
use std::hint::black_box;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::AtomicBool;

use cheqqers_checkers::{Level, Move, Position, Rules};
use cheqqers_circuit::{Circuit, Gate, Qubit};
use cheqqers_game::{Encoding, Game, perft};
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{PlayerKind, Stream, generator};
use cheqqers_session::{Seat, Seats};
use cheqqers_sim::{Dense, Limits, Sparse};
use cheqqers_testkit::playout::random_game;
use gungraun::{LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main};

fn dense(gate: Gate) -> (Dense, Gate, Vec<Qubit>) {
    let num_qubits = 10;
    let mut circuit = Circuit::new(num_qubits, 0);
    for k in 0..num_qubits {
        let qubit = Qubit::from_index(k);
        circuit
            .push(Gate::H, &[qubit])
            .expect("a qubit of the circuit");
    }
    let qubits = [0, 9, 4][..gate.num_qubits()].iter();
    let qubits = qubits.map(|&k| Qubit(k)).collect();
    (
        Dense::run(&circuit).expect("within the limits"),
        gate,
        qubits,
    )
}

#[library_benchmark(setup = dense)]
#[bench::s(Gate::S)]
#[bench::h(Gate::H)]
#[bench::cx(Gate::Cx)]
#[bench::siswap(Gate::Siswap)]
#[bench::split(Gate::Split)]
fn dense_gate((mut state, gate, qubits): (Dense, Gate, Vec<Qubit>)) -> Dense {
    state.apply(black_box(gate), black_box(&qubits));
    state
}

/// Splits and merges on a state without zeros, spelled out in plain gates.
fn circuit(num_qubits: u32) -> Circuit {
    let mut circuit = Circuit::new(num_qubits as usize, 0);
    for k in 0..num_qubits {
        let angle = Gate::Ry(0.3 + f64::from(k));
        circuit.push(angle, &[Qubit(k)]).expect("a qubit of it");
    }
    for k in 0..3 * num_qubits {
        let gate = [Gate::Siswap, Gate::Cx, Gate::Siswapdg][k as usize % 3];
        let qubits = [Qubit(k % num_qubits), Qubit((5 * k + 1) % num_qubits)];
        if qubits[0] != qubits[1] {
            circuit.push(gate, &qubits).expect("two qubits of it");
        }
    }
    circuit.decomposed()
}

#[library_benchmark(setup = circuit)]
#[bench::of_6_qubits(6)]
#[bench::of_10_qubits(10)]
#[bench::of_16_qubits(16)]
fn dense_circuit(circuit: Circuit) -> Dense {
    Dense::run(&circuit).expect("within the limits")
}

#[library_benchmark(setup = circuit)]
#[bench::of_10_qubits(10)]
fn sparse_circuit(circuit: Circuit) -> Sparse {
    Sparse::run(&circuit, Limits::default()).expect("within the limits")
}

/// A king over so many squares, and an empty one.
fn parts(num_parts: u32) -> (Sparse, Qubit) {
    let mut state = Sparse::new();
    state.add_qubit(true).expect("few qubits");
    for next in 1..num_parts {
        state.add_qubit(false).expect("few qubits");
        state.apply(Gate::Siswap, &[Qubit(next - 1), Qubit(next)]);
    }
    let empty = state.add_qubit(false).expect("few qubits");
    (state, empty)
}

#[library_benchmark(setup = parts)]
#[bench::of_1(1)]
#[bench::of_4(4)]
#[bench::of_16(16)]
fn sparse_split((mut state, empty): (Sparse, Qubit)) -> Sparse {
    let from = Qubit(empty.0 - 1);
    state.apply(Gate::Siswap, &[from, empty]);
    state.apply(Gate::S, &[from]);
    assert_eq!(state.len(), empty.index() + 1);
    state
}

/// A position of a random game with moves to choose from, and with uncertain squares where the
/// level has them.
fn middle(level: Level) -> (Position, Vec<Move>) {
    let start = Position::initial(Rules::new(level));
    let mut moves = Vec::with_capacity(256);
    let mut plies = (0..).flat_map(|seed| random_game(start.clone(), seed));
    let ply = plies.find(|ply| {
        moves.clear();
        ply.after.legal_moves(&mut moves);
        let quantum = ply.after.board().quantum().len();
        ply.number >= 20 && moves.len() > 8 && (quantum > 2 || level == Level::Classical)
    });
    moves.clear();
    (ply.expect("there is no end of games").after, moves)
}

#[library_benchmark(setup = middle)]
#[bench::level_0(Level::Classical)]
#[bench::level_3(Level::Interference)]
fn legal_moves((position, mut moves): (Position, Vec<Move>)) -> Vec<Move> {
    position.legal_moves(&mut moves);
    assert!(!moves.is_empty());
    moves
}

fn start(level: Level) -> Position {
    let mut start = Position::initial(Rules::new(level));
    start.world_mut().stop_recording();
    start
}

#[library_benchmark(setup = start)]
#[bench::level_0(Level::Classical)]
#[bench::level_1(Level::Superposition)]
#[bench::level_2(Level::Entanglement)]
#[bench::level_3(Level::Interference)]
fn random_games(start: Position) -> u32 {
    let start = cheqqers_session::Position::of_start(start);
    let plies = (0..10).map(|seed| {
        let seat =
            |stream| Seat::of::<Position>(PlayerKind::Random.player(generator(seed, stream)));
        let mut seats = Seats {
            white: seat(Stream::White),
            black: seat(Stream::Black),
        };
        let bits = generator(seed, Stream::Measurements);
        let mut measurer = MeasurerKind::Sparse.measurer(bits, Encoding::Minimal);
        let never = AtomicBool::new(false);
        let played = seats.play_out(&start, &mut measurer, u32::MAX, &never, &mut |_| {});
        played.expect("drawn from the exact state").plies
    });
    plies.sum()
}

#[library_benchmark(setup = start)]
#[bench::level_0(Level::Classical)]
fn perft_of_depth_6(start: Position) -> u64 {
    let leaves = perft(&start, 6);
    assert_eq!(leaves, 36_768);
    leaves
}

#[library_benchmark(setup = start)]
#[bench::level_3(Level::Interference)]
fn perft_of_depth_3(start: Position) -> u64 {
    let leaves = perft(&start, 3);
    assert_eq!(leaves, 675);
    leaves
}

library_benchmark_group!(
    name = simulation,
    benchmarks = [dense_gate, dense_circuit, sparse_circuit, sparse_split]
);
library_benchmark_group!(
    name = games,
    benchmarks = [
        legal_moves,
        random_games,
        perft_of_depth_6,
        perft_of_depth_3
    ]
);

/// The programs that are not installed.
fn missing() -> Vec<&'static str> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let installed = |program: &str| folders.iter().any(|folder| folder.join(program).is_file());
    let runner = option_env!("GUNGRAUN_RUNNER").is_some() || installed("gungraun-runner");
    [
        ("valgrind", installed("valgrind")),
        ("gungraun-runner", runner),
    ]
    .into_iter()
    .filter_map(|(program, is_there)| (!is_there).then_some(program))
    .collect()
}

/// The usual settings; asked for before anything is run, so this is where to say what is missing.
///
/// The exit status is then that of success: the other benches are to run all the same.
#[expect(clippy::print_stderr, reason = "a harness speaks to the terminal")]
fn settings() -> LibraryBenchmarkConfig {
    let missing = missing();
    if !missing.is_empty() {
        eprintln!(
            "instructions are not counted, for want of {}: valgrind comes with the system's \
             packages, the runner by `cargo install gungraun-runner --version 0.20.0`",
            missing.join(" and ")
        );
        process::exit(0);
    }
    LibraryBenchmarkConfig::default()
}

main!(
    config = settings();
    library_benchmark_groups = simulation, games
);
