//! Programs in the gates that a platform lists.

use std::collections::BTreeSet;
use std::f64::consts::FRAC_PI_2;

use cheqqers_circuit::{Action, Circuit, Qubit};
use cheqqers_native::{
    Basis, PrxOperation, RxxOperation, lower_to, prx_operations, rxx_operations,
};
use cheqqers_program::Program;
use cheqqers_qasm::{AnnotatedCircuit, Dialect, angle};

/// Definitions of the native gates that OpenQASM's library lacks. Qiskit reads a gate by its name, and
/// writes such definitions itself.
const R: &str = "gate r(t, x) a { rz(-x) a; rx(t) a; rz(x) a; }";
const RXX: &str = "gate rxx(t) a, b { h a; h b; cx a, b; rz(t) b; cx a, b; h b; h a; }";

/// Writes a circuit in the gates of a list, or as it is without a list or if all are in it.
///
/// # Errors
/// Returns what is wrong: the gates that are not in the list, if no native form is within it.
pub(super) fn write(
    circuit: &Circuit,
    listed: Option<&BTreeSet<String>>,
) -> Result<String, String> {
    let plain = plain(circuit)?;
    let Some(listed) = listed else {
        return Ok(plain);
    };
    let missing = missing(&plain, listed)?;
    if missing.is_empty() {
        return Ok(plain);
    }
    for form in [transmons, phased, heron, ions] {
        if let Some(text) = form(circuit)
            && self::missing(&text, listed)?.is_empty()
        {
            return Ok(text);
        }
    }
    let listed: Vec<&str> = listed.iter().map(String::as_str).collect();
    Err(format!(
        "it lists the gates {}, in which the circuit can't be written; it has {}",
        listed.join(", "),
        missing.join(", ")
    ))
}

/// Gates of a program that are not in a list.
fn missing(program: &str, listed: &BTreeSet<String>) -> Result<Vec<String>, String> {
    let program = Program::parse(program, |_| None).map_err(|error| error.to_string())?;
    Ok(program.gates().difference(listed).cloned().collect())
}

fn plain(circuit: &Circuit) -> Result<String, String> {
    let text = cheqqers_qasm::write(&AnnotatedCircuit::new(circuit), Dialect::Qasm3);
    text.map_err(|error| error.to_string())
}

/// `r` and `cz`.
fn transmons(circuit: &Circuit) -> Option<String> {
    let operations = prx_operations(&lower_to(circuit, Basis::Prx))?;
    if !is_measured_last(circuit) {
        return None;
    }
    let gates = operations.iter().map(|operation| match *operation {
        PrxOperation::Prx {
            qubit,
            angle,
            phase,
        } => r(qubit, angle, phase),
        PrxOperation::Cz([a, b]) => format!("cz q[{}], q[{}];", a.0, b.0),
    });
    Some(program(circuit, &[R], gates))
}

/// `rz`, `rx` and `cz`.
fn phased(circuit: &Circuit) -> Option<String> {
    plain(&lower_to(circuit, Basis::Prx)).ok()
}

/// `rz`, `sx`, `x` and `cz`.
fn heron(circuit: &Circuit) -> Option<String> {
    plain(&lower_to(circuit, Basis::Heron)).ok()
}

/// `rz`, `r` and `rxx`.
fn ions(circuit: &Circuit) -> Option<String> {
    let operations = rxx_operations(&lower_to(circuit, Basis::Prx))?;
    if !is_measured_last(circuit) {
        return None;
    }
    let gates = operations.iter().map(|operation| match *operation {
        RxxOperation::Rz { qubit, angle: by } => format!("rz({}) q[{}];", angle(by), qubit.0),
        RxxOperation::R {
            qubit,
            angle,
            phase,
        } => r(qubit, angle, phase),
        RxxOperation::Rxx([a, b]) => {
            format!("rxx({}) q[{}], q[{}];", angle(FRAC_PI_2), a.0, b.0)
        }
    });
    Some(program(circuit, &[R, RXX], gates))
}

fn r(qubit: Qubit, by: f64, phase: f64) -> String {
    format!("r({}, {}) q[{}];", angle(by), angle(phase), qubit.0)
}

/// Returns `true` if no gate follows the measurement of its qubit, so that all can be at the end.
fn is_measured_last(circuit: &Circuit) -> bool {
    let mut measured = BTreeSet::new();
    circuit.operations().iter().all(|operation| {
        let is_gate = matches!(operation.action, Action::Gate(..));
        let qubits = operation.qubits();
        let is_reused = is_gate && qubits.iter().any(|qubit| measured.contains(qubit));
        if !is_gate {
            measured.extend(qubits.iter().copied());
        }
        !is_reused
    })
}

/// Program of these gates, with the measurements of a circuit at the end.
fn program(circuit: &Circuit, definitions: &[&str], gates: impl Iterator<Item = String>) -> String {
    let mut lines = vec![
        "OPENQASM 3.0;".to_owned(),
        "include \"stdgates.inc\";".into(),
    ];
    lines.extend(definitions.iter().copied().map(str::to_owned));
    lines.push(format!("qubit[{}] q;", circuit.num_qubits()));
    lines.push(format!("bit[{}] c;", circuit.num_clbits()));
    lines.extend(gates);
    let measurements = circuit.measurements();
    lines.extend(
        measurements.map(|(qubit, clbit)| format!("c[{}] = measure q[{}];", clbit.0, qubit.0)),
    );
    lines.join("\n") + "\n"
}
