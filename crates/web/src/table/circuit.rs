//! The circuit of a component, as the page and other toolkits have it.

use cheqqers_circuit::Action;
use cheqqers_game::Encoding;
use cheqqers_game::show::Show;
use cheqqers_session::{Notation, ReachedPosition, Sheet};
use cheqqers_world::{Component, Slot};

use super::error::TableError;
use crate::causes::with_causes;
use crate::dto::{Circuit, CircuitStatistics, Download, Gate, Outcome};

/// The most outcomes that are told.
const TOLD: usize = 64;

/// The component of which a part is on a square.
fn component<'a, G: Show>(position: &'a G, square: &str) -> Result<&'a Component, TableError> {
    if position.slot_named(square).is_none() {
        return Err(TableError::NoSuchSquare(square.to_owned()));
    }
    let parts = position.parts();
    let on = parts.iter().filter(|part| part.place == square);
    let mut slots = on.filter_map(|part| part.slot);
    let found = slots.find_map(|slot| position.world().component(slot));
    found.ok_or_else(|| TableError::Certain(square.to_owned()))
}

/// All there is to see of the circuit, gate by gate.
pub(super) fn circuit<G: Show>(
    reached: &ReachedPosition<G>,
    square: &str,
    encoding: Encoding,
) -> Result<Circuit, TableError> {
    let position = &reached.position;
    let component = component(position, square)?;
    let encoded = component.circuit(encoding);
    let encoded = encoded.map_err(|error| TableError::NoText(with_causes(&error)))?;
    let slots = component.slots();
    let measured = encoded.measured(&slots);
    let measured = measured.map_err(|error| TableError::NoText(with_causes(&error)))?;
    let svg = text(reached, component, encoding, Notation::Svg)?;
    let name = |&slot: &Slot| position.slot_name(slot);
    let carried = |slots: &Vec<Slot>| {
        let names: Vec<String> = slots.iter().map(name).collect();
        names.join(", then ")
    };
    let gates = encoded.circuit().operations().iter();
    let gates = gates.filter_map(|operation| {
        let Action::Gate(gate, _) = operation.action else {
            return None;
        };
        let ply = operation.group as usize;
        Some(Gate {
            name: gate.name().to_owned(),
            qubits: operation.qubits().iter().map(|qubit| qubit.0).collect(),
            angle: gate.parameter(),
            ply: (ply > 0).then_some(ply),
            mv: ply
                .checked_sub(1)
                .and_then(|index| reached.moves.get(index).cloned()),
        })
    });
    let mut outcomes = component.outcomes();
    outcomes.sort_by(|a, b| b.1.total_cmp(&a.1));
    let more = outcomes.len() > TOLD;
    let outcomes = outcomes.into_iter().take(TOLD).map(|(bits, probability)| {
        let read = slots.iter().zip(bits.iter()).filter(|(_, bit)| *bit);
        Outcome {
            bits: bits.to_string(),
            occupied: read.map(|(slot, _)| name(slot)).collect(),
            probability,
        }
    });
    let statistics = measured.statistics();
    Ok(Circuit {
        squares: slots.iter().map(name).collect(),
        qubits: encoded.carried_slots().iter().map(carried).collect(),
        gates: gates.collect(),
        statistics: CircuitStatistics {
            qubits: statistics.qubits,
            gates: statistics.gates,
            two_qubit: statistics.two_qubit_gates,
            depth: statistics.depth,
        },
        svg,
        outcomes: outcomes.collect(),
        more,
    })
}

/// The circuit as a text of some form.
pub(super) fn sheet<G: Show>(
    reached: &ReachedPosition<G>,
    square: &str,
    encoding: Encoding,
    notation: Notation,
) -> Result<Download, TableError> {
    let component = component(&reached.position, square)?;
    let (ply, extension) = (reached.moves.len(), notation.extension());
    // Several forms share an extension.
    let form = match encoding {
        Encoding::Minimal => notation.name().to_owned(),
        encoding @ Encoding::Paper => format!("{encoding}-{}", notation.name()),
    };
    Ok(Download {
        name: format!("{}-{square}-{ply}-{form}.{extension}", G::NAME),
        text: text(reached, component, encoding, notation)?,
    })
}

fn text<G: Show>(
    reached: &ReachedPosition<G>,
    component: &Component,
    encoding: Encoding,
    notation: Notation,
) -> Result<String, TableError> {
    let sheet = Sheet {
        encoding,
        ..Sheet::new(notation)
    };
    let text = sheet.text(reached, component);
    text.map_err(|error| TableError::NoText(with_causes(&error)))
}
