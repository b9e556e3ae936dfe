//! A game through the crates: moves by hand, the circuit of a component, a measurement by a backend
//! that runs it, then random moves to the end.
//!
//! ```text
//! cargo run --release --example game
//! ```

use std::error::Error;
use std::io::{self, Write};

use cheqqers_backend::{Backend, Job, Local, Simulator};
use cheqqers_checkers::{Level, Move, Position, Rules, Square};
use cheqqers_circuit::{Bitstring, Drawing};
use cheqqers_game::show::terminal::{Style, board};
use cheqqers_game::{CompletionError, Encoding, Game, GameExt, Status, Turn};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut backend = Local::new(Simulator::Auto, ChaCha8Rng::seed_from_u64(8));
    let mut position = Position::initial(Rules::new(Level::Interference));

    // White steps, Black splits a man, White captures one of its parts: they entangle.
    for text in ["c3-d4", "f6^e5g5", "d4xf6"] {
        position = finish(position.play(text.parse()?)?, &mut backend)?;
        writeln!(out, "{text}\n{}", board(&position, &Style::default()))?;
    }

    // The circuit that a measurement of f6 would run.
    let f6: Square = "f6".parse()?;
    let component = position
        .world()
        .component(f6.slot())
        .ok_or("f6 is certain")?;
    let circuit = component.circuit(Encoding::Minimal)?;
    writeln!(out, "{}", circuit.circuit().draw(&Drawing::default()))?;
    for (bits, probability) in component.outcomes() {
        writeln!(out, "{bits} {probability}")?;
    }

    // Random moves to the end.
    let mut moves: Vec<Move> = Vec::new();
    loop {
        moves.clear();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let choice = usize::try_from(rng.next_u64() % moves.len() as u64)?;
        position = finish(position.play(moves[choice])?, &mut backend)?;
    }
    writeln!(out, "{}", board(&position, &Style::default()))?;
    writeln!(
        out,
        "{} after {} plies",
        Status::from(position.outcome()),
        position.plies()
    )?;
    Ok(())
}

/// Answers the measurements that a move asks for, one after the other.
fn finish(turn: Turn<Position>, backend: &mut dyn Backend) -> Result<Position, Box<dyn Error>> {
    let played = turn.finish(|pending| {
        let circuits = pending.circuits(Encoding::Minimal)?;
        let job = Job::new(&circuits, 1).optimized(backend.optimization());
        let runs = backend.run(&job)?;
        let bits = Bitstring::concat_all(runs.iter().map(|run| run.shots[0]));
        Ok(bits.ok_or("more bits than a position has")?)
    });
    played.map_err(|unfinished| match unfinished {
        CompletionError::Unanswered(error) => error,
        CompletionError::Refused(error) => error.into(),
    })
}
