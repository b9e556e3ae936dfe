use cheqqers_circuit::{Circuit, Drawing, Optimization, Optimized, Qubit, optimize};
use cheqqers_game::{Encoding, Game};
use cheqqers_native::{Device, lower};
use cheqqers_qasm::{Definitions, Dialect, Program, QasmError, forms};
use cheqqers_world::{Component, Encoded};

use super::machine::OnDevice;
use super::reached::Reached;
use crate::CliError;
use crate::args::{Export, Notation};

/// The circuit of a component in the format asked for.
pub(super) fn text<G: Game>(
    reached: &Reached<G>,
    component: &Component,
    notation: Notation,
    args: &Export,
    device: Option<&Device>,
) -> Result<String, CliError> {
    let position = &reached.position;
    let encoding = args.game.encoding;
    let encoded = component.circuit(encoding).map_err(CliError::Circuit)?;
    let slots = component.slots();
    let names: Vec<String> = slots.iter().map(|&s| position.slot_name(s)).collect();
    let whole = if args.no_measure {
        encoded.circuit().clone()
    } else {
        encoded.measured(&slots).map_err(CliError::Circuit)?
    };
    let level = args.optimize.level();
    let optimized = optimize(&whole, level);
    let on_device = device.map(|device| OnDevice::new(&optimized.circuit, device));
    let on_device = on_device.transpose()?;
    let lowered;
    let circuit: &Circuit = match (notation, &on_device) {
        (_, Some(on_device)) => &on_device.placed.circuit,
        (Notation::Ibm, None) => {
            lowered = lower(&optimized.circuit);
            &lowered
        }
        _ => &optimized.circuit,
    };
    let mut title = title(reached, args);
    let mut carried = carried(position, &encoded, &optimized, level);
    if let Some(on_device) = on_device.as_ref() {
        title.push(on_device.title.clone());
        if level != Optimization::Folded {
            carried = on_device.carried(&carried);
        }
    }
    let program = Program {
        circuit,
        title: &title,
        qubits: &carried,
        clbits: if args.no_measure { &[] } else { &names },
        fold: Some(&optimized.fold),
        groups: &reached.moves,
        definitions: match encoding {
            Encoding::Paper if !args.flat => Definitions::Named,
            Encoding::Paper | Encoding::Minimal => Definitions::Flat,
        },
    };
    written(&program, component, notation, args).map_err(CliError::Qasm)
}

fn title<G: Game>(reached: &Reached<G>, args: &Export) -> Vec<String> {
    let played = if reached.moves.is_empty() {
        "at the start".to_owned()
    } else {
        format!("after: {}", reached.moves.join(" "))
    };
    let mut title = vec![format!("{} {played}", G::NAME)];
    title.extend(reached.options());
    let optimize = match args.optimize {
        crate::args::Optimize::Off => String::new(),
        level => format!(", optimize {level}"),
    };
    let encoding = args.game.encoding;
    title.push(format!(
        "encoding {encoding}{optimize}; in bit strings the first character is bit 0"
    ));
    title
}

/// The squares that each qubit carries, one after the other; none are named where the last gates
/// are left to the bits, and so no qubit stands for a square.
fn carried<G: Game>(
    position: &G,
    encoded: &Encoded,
    optimized: &Optimized,
    level: Optimization,
) -> Vec<Vec<String>> {
    if level == Optimization::Folded {
        return Vec::new();
    }
    let mut carried = vec![Vec::new(); optimized.circuit.num_qubits()];
    for (history, qubit) in encoded.history().iter().zip(&optimized.qubits) {
        if let Some(qubit) = qubit {
            let names = history.iter().map(|&slot| position.slot_name(slot));
            carried[qubit.index()] = names.collect();
        }
    }
    carried
}

fn written(
    program: &Program<'_>,
    component: &Component,
    notation: Notation,
    args: &Export,
) -> Result<String, QasmError> {
    match notation {
        Notation::Qasm3 => cheqqers_qasm::write(program, Dialect::Qasm3),
        Notation::Qasm2 => cheqqers_qasm::write(program, Dialect::Qasm2),
        Notation::Braket => cheqqers_qasm::write(program, Dialect::Braket),
        Notation::Ionq => cheqqers_qasm::write(program, Dialect::Ionq),
        Notation::Ibm => cheqqers_qasm::write(program, Dialect::Ibm),
        Notation::Quirk => forms::quirk(program).map(|text| text + "\n"),
        Notation::QuirkUrl => forms::quirk_url(program).map(|text| text + "\n"),
        Notation::Json => {
            let outcomes = (!args.no_measure).then(|| component.outcomes());
            Ok(forms::json(program, outcomes.as_deref()))
        }
        Notation::Svg => Ok(forms::svg(program)),
        Notation::Latex => Ok(forms::latex(program)),
        Notation::Text => Ok(drawing(program)),
    }
}

fn drawing(program: &Program<'_>) -> String {
    let qubits = (0..program.qubits.len()).map(Qubit::from_index);
    let labels = qubits.map(|qubit| program.carried(qubit, " then ").unwrap_or_default());
    let drawing = program.circuit.draw(&Drawing {
        labels: &labels.collect::<Vec<_>>(),
        groups: program.groups,
        ..Drawing::default()
    });
    let mut text = drawing.trim_end().to_owned() + "\n";
    for formula in program.formulas() {
        text.push_str(&formula);
        text.push('\n');
    }
    text
}
