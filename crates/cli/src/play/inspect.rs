//! Circuits and amplitudes of components.

use std::f64::consts::PI;
use std::fmt::Write;

use cheqqers_circuit::{Bitstring, Drawing, Symbols, angle_text};
use cheqqers_game::show::{Look, percent};
use cheqqers_game::{Encoding, WorldError};
use cheqqers_session::Position;
use cheqqers_world::{CarriedSlot, Component, Slot};

/// The most amplitudes listed.
const MOST: usize = 64;
/// Distance from -π within which a phase is taken for it, in radians.
const TOLERANCE: f64 = 1e-9;

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub(super) enum InspectError {
    #[error("there is no square {name:?} on this board")]
    Unknown { name: String },
    #[error(
        "there is nothing on {name}: only what is uncertain has a circuit{}",
        hint(quantum)
    )]
    Empty { name: String, quantum: Vec<String> },
    #[error(
        "the piece on {name} is certain: only what is uncertain has a circuit{}",
        hint(quantum)
    )]
    Certain { name: String, quantum: Vec<String> },
    #[error("there is no circuit: {0}")]
    World(#[from] WorldError),
}

/// The squares that have a circuit.
fn hint(quantum: &[String]) -> String {
    if quantum.is_empty() {
        ", and nothing on this board is".into()
    } else {
        format!(", as on {}", quantum.join(", "))
    }
}

/// The circuit that is run when the component of a place is measured, with the moves above their
/// gates, and its size. `moves` are those of the game so far.
pub(super) fn circuit(
    position: &Position,
    moves: &[String],
    name: &str,
    encoding: Encoding,
    look: Look,
) -> Result<String, InspectError> {
    let component = component(position, name)?;
    let encoded = component.circuit(encoding)?;
    let slots = component.slots();
    let measured = encoded.measured(&slots)?;
    // A slot that has left its wire stands in parentheses.
    let labels: Vec<String> = encoded
        .carried_slots()
        .iter()
        .enumerate()
        .map(|(wire, history)| {
            let Some(&CarriedSlot { slot, .. }) = history.last() else {
                return "(ancilla)".into();
            };
            let name = position.slot_name(slot);
            match encoded.qubit(slot) {
                Some(qubit) if qubit.index() == wire => name,
                _ => format!("({name})"),
            }
        })
        .collect();
    let drawing = Drawing {
        labels: &labels,
        groups: moves,
        symbols: look.symbols,
        max_width: look.width,
    };
    let statistics = measured.statistics();
    let other = match encoding {
        Encoding::Minimal => Encoding::Paper,
        Encoding::Paper => Encoding::Minimal,
    };
    Ok(format!(
        "{}{}, {} ({} on two qubits, {} on three), depth {} with the measurement\n\
         encoding {encoding}; `circuit {name} {other}` draws the other one\n",
        measured.draw(&drawing),
        counted(statistics.qubits, "qubit"),
        counted(statistics.gates, "gate"),
        statistics.two_qubit_gates,
        statistics.three_qubit_gates,
        statistics.depth,
    ))
}

/// Such as `1 qubit` and `2 qubits`.
fn counted(number: usize, thing: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{ending}")
}

/// The amplitudes of the component of a place, the most probable ones where there are too many.
pub(super) fn state(position: &Position, name: &str, look: Look) -> Result<String, InspectError> {
    let component = component(position, name)?;
    let names: Vec<String> = component
        .slots()
        .into_iter()
        .map(|slot| position.slot_name(slot))
        .collect();
    let mut amplitudes = component.amplitudes();
    let total = amplitudes.len();
    if total > MOST {
        amplitudes.sort_by(|a, b| b.1.norm_sqr().total_cmp(&a.1.norm_sqr()));
        amplitudes.truncate(MOST);
    }
    let occupied = |bits: Bitstring| {
        let found: Vec<&str> = names
            .iter()
            .zip(bits.iter())
            .filter(|&(_, bit)| bit)
            .map(|(name, _)| name.as_str())
            .collect();
        if found.is_empty() {
            "none".to_owned()
        } else {
            found.join(" ")
        }
    };
    let (bar, end) = match look.symbols {
        Symbols::Unicode => ('|', '⟩'),
        Symbols::Ascii => ('|', '>'),
    };
    let rows: Vec<[String; 5]> = amplitudes
        .iter()
        .map(|&(bits, amplitude)| {
            let sign = if amplitude.im < 0.0 { '-' } else { '+' };
            [
                format!("{bar}{bits}{end}"),
                occupied(bits),
                // Adding 0 turns -0 into 0.
                format!(
                    "{:.4} {sign} {:.4}i",
                    amplitude.re + 0.0,
                    amplitude.im.abs()
                ),
                percent(amplitude.norm_sqr()),
                phase(amplitude.arg(), look.symbols),
            ]
        })
        .collect();
    let head = [
        "ket".to_owned(),
        "occupied".into(),
        "amplitude".into(),
        "modulus squared".into(),
        "phase".into(),
    ];
    let mut text = format!(
        "{}: {}; {total} of {} amplitudes are not zero\n",
        counted(names.len(), "qubit"),
        names.join(" "),
        2_f64.powi(i32::try_from(names.len()).unwrap_or(i32::MAX)),
    );
    text += &table(&head, &rows);
    if total > rows.len() {
        let _ = writeln!(text, "and {} more, less probable ones", total - rows.len());
    }
    Ok(text)
}

fn component(position: &Position, name: &str) -> Result<Component, InspectError> {
    let slot = position
        .slot_named(name)
        .ok_or_else(|| InspectError::Unknown { name: name.into() })?;
    let name = position.slot_name(slot);
    if let Some(component) = position.component(slot) {
        return Ok(component);
    }
    let places = position.occupied();
    let certain = places.iter().any(|occupied| occupied.place == name);
    let components = position.components();
    let mut slots: Vec<Slot> = components.iter().flat_map(Component::slots).collect();
    slots.sort_unstable();
    let quantum = slots
        .into_iter()
        .map(|slot| position.slot_name(slot))
        .collect();
    Err(if certain {
        InspectError::Certain { name, quantum }
    } else {
        InspectError::Empty { name, quantum }
    })
}

/// A table with columns under their heads.
fn table<const N: usize>(head: &[String; N], rows: &[[String; N]]) -> String {
    let width = |column: usize| {
        std::iter::once(head)
            .chain(rows)
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or_default()
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let mut text = String::new();
    for row in std::iter::once(head).chain(rows) {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(widths) {
            let _ = write!(line, "  {cell:<width$}");
        }
        text = text + line.trim_end() + "\n";
    }
    text
}

/// A phase in radians; -π and π are the same one.
fn phase(radians: f64, symbols: Symbols) -> String {
    let radians = if radians + PI < TOLERANCE {
        PI
    } else {
        radians
    };
    angle_text(radians, symbols)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_signs_of_pi_are_one_phase() {
        for (radians, text) in [(0.0, "0"), (-PI, "pi"), (PI, "pi"), (-0.5 * PI, "-pi/2")] {
            assert_eq!(phase(radians, Symbols::Ascii), text);
        }
    }
}
