//! Outcomes of measurements that are chosen, not drawn: a capture that succeeds and one that fails.
//!
//! ```text
//! cargo run --example outcomes
//! ```

use std::error::Error;
use std::io::{self, Write};

use cheqqers_checkers::{Level, Position, Rules};
use cheqqers_circuit::Bitstring;
use cheqqers_game::show::terminal::{Style, board};
use cheqqers_game::{Game, GameExt, Turn};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();

    // White splits a man over b4 and d4; Black moves next to d4.
    let mut position = Position::initial(Rules::new(Level::Superposition));
    for text in ["c3^b4d4", "f6-e5"] {
        position = match position.play(text.parse()?)? {
            Turn::Ready(position) => position,
            Turn::Pending(_) => return Err("these moves measure nothing".into()),
        };
    }

    // A capture by a man that is perhaps not there can't go on without a measurement. Nothing has
    // happened yet: a pending move is a value, which can be cloned and resolved in more than one way.
    let Turn::Pending(pending) = position.play("d4xf6".parse()?)? else {
        return Err("a part captures only after a measurement".into());
    };
    let slots = pending.slots();
    let squares: Vec<String> = slots
        .iter()
        .map(|&slot| pending.position().slot_name(slot))
        .collect();
    writeln!(out, "measured: {}", squares.join(", "))?;
    for (bits, probability) in pending.outcomes() {
        writeln!(out, "\n{bits} with probability {probability}")?;
        // Some moves measure more than once; each measurement is a `Pending` of its own.
        match pending.clone().resolve(&bits)? {
            Turn::Ready(after) => write!(out, "{}", board(&after, &Style::default()))?,
            Turn::Pending(next) => writeln!(out, "then {} squares", next.slots().len())?,
        }
    }

    // Bits that the state can't give are refused, with the pending move given back: here a man that is
    // on both squares, or on neither.
    let listed: Vec<Bitstring> = pending.outcomes().map(|(bits, _)| bits).collect();
    for text in ["00", "11"] {
        let bits: Bitstring = text.parse()?;
        if !listed.contains(&bits) {
            let refused = pending.clone().resolve(&bits).err();
            let reason = refused.map(|error| error.to_string()).unwrap_or_default();
            writeln!(out, "\n{bits}: {reason}")?;
        }
    }
    Ok(())
}
