//! The circuits of a position as OpenQASM, for other toolkits.
//!
//! ```text
//! cargo run --example circuit
//! ```

use std::error::Error;
use std::io::{self, Write};

use cheqqers_checkers::{Level, Position, Rules};
use cheqqers_game::{Encoding, Game, GameExt, Turn};
use cheqqers_program::read;
use cheqqers_qasm::{AnnotatedCircuit, Dialect, write};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let mut position = Position::initial(Rules::new(Level::Entanglement));
    for text in ["c3-d4", "f6^e5g5", "d4xf6"] {
        let Turn::Ready(after) = position.play(text.parse()?)? else {
            return Err("these moves measure nothing".into());
        };
        position = after;
    }

    // Squares that are not independent of each other are a component, which has one circuit.
    for component in position.world().components() {
        // In the order of the circuit's qubits and bits. `Encoding::Paper` has more qubits, as in the paper.
        let slots = component.slots();
        let squares: Vec<String> = slots.iter().map(|&slot| position.slot_name(slot)).collect();
        let encoded = component.circuit(Encoding::Minimal)?;
        let circuit = encoded.measured(&slots)?;
        let title = [format!("Bits: {}", squares.join(", "))];
        let program = AnnotatedCircuit {
            title: &title,
            ..AnnotatedCircuit::new(&circuit)
        };
        // The dialect decides which gates are spelled and which are decomposed.
        let text = write(&program, Dialect::Qasm3)?;
        writeln!(out, "{text}")?;
        // The program can be read back, also after another toolkit has changed it.
        let parsed = read(&text)?;
        writeln!(out, "// {} qubits", parsed.circuit.num_qubits())?;
        // Probabilities that a toolkit must reproduce; the first character is bit 0.
        for (bits, probability) in component.outcomes() {
            writeln!(out, "// {bits} {probability}")?;
        }
    }
    Ok(())
}
