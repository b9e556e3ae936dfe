//! The greeting of the command without arguments.

use std::io::{self, Write};

use crate::error::USAGE;

/// Lines of at most 80 columns.
const GREETING: &str = "\
Quantum checkers: a piece can be on two squares at once, every move is a circuit
on qubits, and a capture measures.

Try
  cheqqers play                    a game in the terminal, against random moves
  cheqqers serve                   the page: games and lessons in a browser
  cheqqers play --backend noisy    captures decided as on a quantum device

'cheqqers --help' lists all commands, such as selfplay, and 'cheqqers help play'
describes one; 'cheqqers games' lists the games there are.
";

/// Greets whoever named no command, on standard error: it is wrong usage.
pub(crate) fn greet() -> u8 {
    // Standard error may be closed.
    let _ = io::stderr().lock().write_all(GREETING.as_bytes());
    USAGE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greeting_fits_80_columns_and_a_small_window() {
        assert!(GREETING.lines().all(|line| line.chars().count() <= 80));
        assert!(GREETING.lines().count() <= 12);
    }
}
