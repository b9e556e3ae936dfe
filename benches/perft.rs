//! Turns of chess, counted from the initial position by both games without anything quantum, by
//! `cozy_chess`, whose attacks they use, and by python-chess where `python3`, or the program that
//! `PYTHON` names, has it. Each counts the last turn without playing it; all on one core, the best of five runs.
//!
//! ```text
//! cargo bench --bench perft
//! ```

#![expect(clippy::print_stdout, reason = "prints its table")]

use std::env;
use std::process::Command;
use std::time::Instant;

use cheqqers_chess::{boxed, queens};
use cheqqers_game::{Game, perft, settings};
use cozy_chess::Board;

const DEPTH: u32 = 4;
const RUNS: u32 = 5;

/// Published count of chess.
const LEAVES: u64 = 197_281;
/// The same where kings may be left in check.
const PSEUDO_LEGAL_LEAVES: u64 = 197_742;

/// Prints leaves and the seconds of the best run.
const PYTHON_CHESS: &str = "
import time, chess
def perft(board, depth):
    if depth == 1:
        return board.legal_moves.count()
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += perft(board, depth - 1)
        board.pop()
    return leaves
runs = []
for _ in range(RUNS):
    start = time.perf_counter()
    leaves = perft(chess.Board(), DEPTH)
    runs.append(time.perf_counter() - start)
print(leaves, min(runs))
";

fn main() {
    let rows = [
        ("box-chess:classical", timed(counter::<boxed::Position>())),
        (
            "queens-chess:classical",
            timed(counter::<queens::Position>()),
        ),
        ("cozy-chess", timed(|| library(&Board::default(), DEPTH))),
    ];
    let leaves = rows.map(|(_, (leaves, _))| leaves);
    let expected = [LEAVES, PSEUDO_LEGAL_LEAVES, LEAVES];
    assert_eq!(leaves, expected, "the published counts");
    let python = python_chess().map(|row| ("python-chess", row));
    assert!(python.is_none_or(|(_, (leaves, _))| leaves == LEAVES));
    println!("| chess to depth {DEPTH} | leaves | million leaves a second |");
    println!("| --- | ---: | ---: |");
    for (name, (leaves, seconds)) in rows.into_iter().chain(python) {
        println!(
            "| `{name}` | {leaves} | {:.2} |",
            leaves as f64 / seconds / 1e6
        );
    }
    if python.is_none() {
        println!("python-chess not installed for python3 or $PYTHON: row left out");
    }
}

/// Counts from the initial position of a game's classical preset.
fn counter<G: Game>() -> impl Fn() -> u64 {
    let header = settings::header::<G>(Some("classical"), []).expect("the preset is there");
    let mut start = G::from_header(&header).expect("the preset is right");
    start.world_mut().stop_recording();
    move || perft(&start, DEPTH)
}

/// Leaves, and the seconds of the best run.
fn timed(count: impl Fn() -> u64) -> (u64, f64) {
    let runs = (0..RUNS).map(|_| {
        let start = Instant::now();
        let leaves = count();
        (leaves, start.elapsed().as_secs_f64())
    });
    runs.min_by(|a, b| a.1.total_cmp(&b.1)).expect("it runs")
}

fn library(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
        } else {
            for mv in moves {
                let mut after = board.clone();
                after.play_unchecked(mv);
                leaves += library(&after, depth - 1);
            }
        }
        false
    });
    leaves
}

/// Leaves and seconds of python-chess, if it is there.
fn python_chess() -> Option<(u64, f64)> {
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = PYTHON_CHESS.replace("DEPTH", &DEPTH.to_string());
    let script = script.replace("RUNS", &RUNS.to_string());
    let done = Command::new(python).args(["-c", &script]).output().ok()?;
    let text = String::from_utf8(done.stdout).ok()?;
    let (leaves, seconds) = text.trim().split_once(' ')?;
    Some((leaves.parse().ok()?, seconds.parse().ok()?))
}
