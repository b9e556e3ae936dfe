//! The circuit of a component, as the page and other toolkits have it.

mod state;

use cheqqers_circuit::{Action, Mark, Operation, Symbols};
use cheqqers_game::{Encoding, with_causes};
use cheqqers_session::{CircuitExport, CircuitFormat, Position};
use cheqqers_world::{CarriedSlot, Component, EncodedCircuit};

use super::error::TableError;
use crate::dto::{CarriedSquare, Circuit, CircuitStatistics, Download, Gate, Wire};

/// States of a circuit that are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum States {
    /// The one at its end.
    Last,
    /// Those before its first gate and after each, too.
    All,
}

/// The component of which a part is on a square.
fn component(position: &Position, square: &str) -> Result<Component, TableError> {
    if position.slot_named(square).is_none() {
        return Err(TableError::NoSuchSquare(square.to_owned()));
    }
    let found = position.component_on(square);
    found.ok_or_else(|| TableError::Certain(square.to_owned()))
}

/// All there is to see of the circuit, gate by gate.
pub(super) fn circuit(
    position: &Position,
    square: &str,
    encoding: Encoding,
    states: States,
) -> Result<Circuit, TableError> {
    let component = component(position, square)?;
    let encoded = component.circuit(encoding);
    let encoded = encoded.map_err(|error| TableError::NoText(with_causes(&error)))?;
    let slots = component.slots();
    let measured = encoded.measured(&slots);
    let measured = measured.map_err(|error| TableError::NoText(with_causes(&error)))?;
    let statistics = measured.statistics();
    let wires = wires(position, &encoded);
    let gates = encoded.circuit().operations().iter();
    let moves = position.moves();
    Ok(Circuit {
        squares: slots.iter().map(|&slot| position.slot_name(slot)).collect(),
        gates: gates
            .filter_map(|operation| gate(operation, &moves, encoded.prepared_plies()))
            .collect(),
        statistics: CircuitStatistics {
            qubits: statistics.qubits,
            gates: statistics.gates,
            two_qubit: statistics.two_qubit_gates,
            depth: statistics.depth,
        },
        quirk: text(position, &component, encoding, CircuitFormat::QuirkUrl)
            .ok()
            .map(|address| address.trim_end().to_owned()),
        state: state::last(&component, &encoded, &wires),
        steps: match states {
            States::Last => None,
            States::All => state::all(&encoded, &wires),
        },
        wires,
    })
}

fn wires(position: &Position, encoded: &EncodedCircuit) -> Vec<Wire> {
    let carried = |carried: &CarriedSlot| CarriedSquare {
        square: position.slot_name(carried.slot),
        place: position.square(carried.slot),
        since: carried.since,
    };
    let histories = encoded.carried_slots().iter().enumerate();
    histories
        .map(|(wire, history)| {
            let last = history.last();
            let qubit = last.and_then(|carried| encoded.qubit(carried.slot));
            Wire {
                carried: history.iter().map(carried).collect(),
                live: qubit.is_some_and(|qubit| qubit.index() == wire),
            }
        })
        .collect()
}

fn gate(operation: &Operation, moves: &[String], prepared: &[u32]) -> Option<Gate> {
    let Action::Gate(gate, _) = operation.action else {
        return None;
    };
    let ply = operation.groups.last() as usize;
    let marks = operation.action.marks(Symbols::Unicode).into_iter();
    Some(Gate {
        name: gate.name().to_owned(),
        qubits: operation.qubits().iter().map(|qubit| qubit.0).collect(),
        marks: marks.map(|(_, mark)| symbol(mark)).collect(),
        angle: gate.parameter(),
        ply: (ply > 0).then_some(ply),
        mv: ply
            .checked_sub(1)
            .and_then(|index| moves.get(index).cloned()),
        prepared: prepared.contains(&operation.groups.last()),
    })
}

fn symbol(mark: Mark) -> String {
    match mark {
        Mark::Control => "●".into(),
        Mark::Target => "⊕".into(),
        Mark::Cross => "×".into(),
        Mark::Boxed(text) => text,
        other => unreachable!("{other:?} is no mark of a gate"),
    }
}

/// The circuit as a text of some form.
pub(super) fn export(
    position: &Position,
    square: &str,
    encoding: Encoding,
    format: CircuitFormat,
) -> Result<Download, TableError> {
    let component = component(position, square)?;
    let (ply, extension) = (position.plies().len(), format.extension());
    // Several forms share an extension.
    let form = match encoding {
        Encoding::Minimal => format.name().to_owned(),
        encoding @ Encoding::Paper => format!("{encoding}-{}", format.name()),
    };
    Ok(Download {
        name: format!("{}-{square}-{ply}-{form}.{extension}", position.game()),
        text: text(position, &component, encoding, format)?,
    })
}

fn text(
    position: &Position,
    component: &Component,
    encoding: Encoding,
    format: CircuitFormat,
) -> Result<String, TableError> {
    let export = CircuitExport {
        encoding,
        ..CircuitExport::new(format)
    };
    let text = position.export(&export, component);
    text.map_err(|error| TableError::NoText(with_causes(&error)))
}
