//! An engine that moves at random. It knows no rules: the host tells it the legal moves.
//!
//! ```text
//! cargo build --example engine
//! cargo run -- play --black "engine:target/debug/examples/engine"
//! ```

use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};

use cheqqers_engine::protocol::{Command, Reply, VERSION};

fn main() -> io::Result<()> {
    let mut legal = Vec::new();
    for line in io::stdin().lines() {
        let replies = match line?.parse() {
            Ok(Command::Hello { .. }) => vec![
                Reply::Name("Dice".into()),
                Reply::WantLegal,
                Reply::Hello { version: VERSION },
            ],
            Ok(Command::IsReady) => vec![Reply::ReadyOk],
            Ok(Command::Position { legal: moves, .. }) => {
                legal = moves;
                continue;
            }
            // Every `go` is answered by one move, or by an error.
            Ok(Command::Go(_)) => vec![match choose(&legal) {
                Some(mv) => Reply::BestMove(mv.clone()),
                None => Reply::Error("there is no legal move".into()),
            }],
            Ok(Command::Quit) => break,
            // The move is never thought about, so there is nothing to stop, and no option to set.
            Ok(_) => continue,
            Err(error) => vec![Reply::Error(error.to_string())],
        };
        let mut out = io::stdout().lock();
        for reply in replies {
            writeln!(out, "{reply}")?;
        }
        // The host waits for it.
        out.flush()?;
    }
    Ok(())
}

/// One of the moves; hash maps of the standard library are seeded at random.
fn choose(moves: &[String]) -> Option<&String> {
    let random = RandomState::new().hash_one(()) % (moves.len().max(1) as u64);
    moves.get(usize::try_from(random).ok()?)
}
