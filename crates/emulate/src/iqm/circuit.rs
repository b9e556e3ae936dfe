//! Circuits of instructions with a name, a locus and arguments.

use cheqqers_circuit::{Circuit, Qubit};
use cheqqers_native::PrxOperation;
use cheqqers_qasm::{Definitions, Dialect};
use serde_json::Value;

use super::calibration::IMPLEMENTATIONS;
use super::device::MAX_INSTRUCTIONS;
use super::state::Iqm;
use crate::output::Failure;
use crate::program::{Program, Register};

/// Reads a circuit; its registers are the results of its measurements, by their keys.
pub(super) fn read(iqm: &Iqm, circuit: &Value) -> Result<Program, Failure> {
    let instructions = circuit.get("instructions").and_then(Value::as_array);
    let instructions = instructions
        .filter(|found| (1..=MAX_INSTRUCTIONS).contains(&found.len()))
        .ok_or_else(|| Failure::program("a circuit has some instructions, up to 10000"))?;
    let mut program = Program {
        circuit: Circuit::new(iqm.device.num_qubits(), 0),
        registers: Vec::new(),
        // The text is in none.
        dialect: Dialect::Qasm3,
        definitions: Definitions::Flat,
    };
    for instruction in instructions {
        append(iqm, &mut program, instruction)
            .map_err(|what| Failure::program(format!("{what}: {instruction}")))?;
    }
    if program.registers.is_empty() {
        return Err(Failure::program("a circuit measures something"));
    }
    Ok(program)
}

fn append(iqm: &Iqm, program: &mut Program, instruction: &Value) -> Result<(), String> {
    let name = instruction.get("name").and_then(Value::as_str);
    let name = name.ok_or("an instruction has a name")?;
    let qubits = locus(iqm, instruction)?;
    check_implementation(name, instruction)?;
    let argument = |key: &str| instruction.get("args").and_then(|args| args.get(key));
    // An integer is refused, as the service's own types do.
    let angle = |key: &str| {
        let number = argument(key).filter(|number| number.is_f64());
        let number = number.and_then(Value::as_f64);
        number.ok_or_else(|| format!("{key:?} must be a floating-point number"))
    };
    match (name, &qubits[..]) {
        ("prx", [qubit]) => {
            let rotation = PrxOperation::Prx {
                qubit: *qubit,
                angle: angle("angle")?,
                phase: angle("phase")?,
            };
            append_to(program, rotation)
        }
        ("cz", &[a, b]) => {
            if iqm.device.edge(a, b).is_none() {
                return Err("its locus is not calibrated".into());
            }
            append_to(program, PrxOperation::Cz([a, b]))
        }
        ("barrier", _) => Ok(()),
        ("measure", _) => {
            let key = argument("key").and_then(Value::as_str);
            measure(program, key.ok_or("a measurement has a key")?, &qubits)
        }
        ("prx" | "cz", _) => Err("its locus has another number of qubits".into()),
        _ => Err("an operation that is not calibrated".into()),
    }
}

/// Qubits of an instruction: one or more, all different.
fn locus(iqm: &Iqm, instruction: &Value) -> Result<Vec<Qubit>, String> {
    let names = instruction.get("locus").and_then(Value::as_array);
    let mut qubits = Vec::new();
    for name in names.into_iter().flatten() {
        let index = name.as_str().and_then(|name| iqm.qubit(name));
        let index = index.ok_or_else(|| format!("no component {name}"))?;
        let qubit = Qubit::from_index(index);
        if qubits.contains(&qubit) {
            return Err("its locus names a qubit twice".into());
        }
        qubits.push(qubit);
    }
    if qubits.is_empty() {
        return Err("an instruction has a locus".into());
    }
    Ok(qubits)
}

fn check_implementation(name: &str, instruction: &Value) -> Result<(), String> {
    let wanted = match instruction.get("implementation") {
        None | Some(Value::Null) => return Ok(()),
        Some(wanted) => wanted,
    };
    let is_known = |&(gate, known): &(&str, &str)| gate == name && wanted == known;
    if IMPLEMENTATIONS.iter().any(is_known) {
        return Ok(());
    }
    Err(format!("no implementation {wanted}"))
}

fn measure(program: &mut Program, key: &str, qubits: &[Qubit]) -> Result<(), String> {
    if program.registers.iter().any(|known| known.name == key) {
        return Err(format!("the key {key:?} was used before"));
    }
    let circuit = &mut program.circuit;
    let mut bits = Vec::new();
    for &qubit in qubits {
        let clbit = circuit.add_clbit();
        let measured = circuit.measure(qubit, clbit);
        measured.map_err(|error| error.to_string())?;
        bits.push(clbit.index());
    }
    program.registers.push(Register {
        name: key.to_owned(),
        bits,
        is_bare: false,
    });
    Ok(())
}

fn append_to(program: &mut Program, operation: PrxOperation) -> Result<(), String> {
    let appended = operation.append_to(&mut program.circuit);
    appended.map_err(|error| error.to_string())
}
