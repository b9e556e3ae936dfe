//! The reference of gates, from the gate table.

use std::f64::consts::FRAC_1_SQRT_2 as R;
use std::fmt::Write;

use cheqqers_circuit::Gate;
use cheqqers_qasm::Dialect;
use num_complex::Complex64;

use crate::manual::generated::GENERATED;

const INTRODUCTION: &str = "\
All gates of circuits are rows of one table, `crates/circuit/src/gate/table.rs`, of which this page is
made.

- Operands are called a, b, c. Controls come first. The first operand is the least significant bit of a
  matrix index: rows and columns are the basis states |cba⟩ in ascending order.
- Angles are in radians.
- The decomposition consists of gates on one qubit and `cx`. It is exact, global phase included.
- A spelling is the name of a gate in a [dialect](circuits.md#dialects). Where there is none, the
  decomposition is written; for `ibm` all gates become the four that it has.
";

const OPERANDS: [&str; 3] = ["a", "b", "c"];

/// Angles at which entries are compared to formulas.
const ANGLES: [f64; 2] = [0.7, -1.9];

/// A formula of a matrix entry: its text, and its value at an angle.
type Formula = (&'static str, fn(f64) -> Complex64);

const FORMULAS: [Formula; 20] = [
    ("0", |_| Complex64::ZERO),
    ("1", |_| Complex64::ONE),
    ("-1", |_| -Complex64::ONE),
    ("i", |_| Complex64::I),
    ("-i", |_| -Complex64::I),
    ("1/√2", |_| R.into()),
    ("-1/√2", |_| (-R).into()),
    ("i/√2", |_| Complex64::I * R),
    ("-i/√2", |_| -Complex64::I * R),
    ("(1+i)/√2", |_| Complex64::new(R, R)),
    ("(1-i)/√2", |_| Complex64::new(R, -R)),
    ("(1+i)/2", |_| Complex64::new(0.5, 0.5)),
    ("(1-i)/2", |_| Complex64::new(0.5, -0.5)),
    ("cos(θ/2)", |angle| (angle / 2.0).cos().into()),
    ("sin(θ/2)", |angle| (angle / 2.0).sin().into()),
    ("-sin(θ/2)", |angle| (-(angle / 2.0).sin()).into()),
    ("-i sin(θ/2)", |angle| -Complex64::I * (angle / 2.0).sin()),
    ("exp(iθ/2)", |angle| Complex64::cis(angle / 2.0)),
    ("exp(-iθ/2)", |angle| Complex64::cis(-angle / 2.0)),
    ("exp(iθ)", Complex64::cis),
];

pub(crate) fn gates_page() -> String {
    let mut page = format!("# Gates\n\n{GENERATED}\n\n{INTRODUCTION}");
    let names: Vec<String> = Dialect::ALL.iter().map(|d| format!("`{d}`")).collect();
    let _ = write!(
        page,
        "\n## Names and spellings\n\n| gate | qubits | controls | inverse | `cx` in the decomposition | {} |\n\
         | --- | ---: | ---: | --- | ---: |{}\n",
        names.join(" | "),
        " --- |".repeat(names.len()),
    );
    let [first, second] = ANGLES.map(|angle| Gate::all(angle).collect::<Vec<_>>());
    page.extend(first.iter().copied().map(row));
    page.push_str("\n## Matrices and decompositions\n");
    for (gate, other) in first.into_iter().zip(second) {
        add(&mut page, gate, other);
    }
    page
}

/// Name, with the parameter.
fn name(gate: Gate) -> String {
    match gate.parameter() {
        Some(_) => format!("{}(θ)", gate.name()),
        None => gate.name().to_owned(),
    }
}

fn row(gate: Gate) -> String {
    let (inverse, order) = gate.inverse();
    let is_in_order = order.iter().enumerate().all(|(k, &place)| k == place);
    let inverse_name = match inverse.parameter() {
        Some(_) => format!("`{}(-θ)`", inverse.name()),
        None if is_in_order => format!("`{}`", inverse.name()),
        None => format!("`{} {}`", inverse.name(), operands(order)),
    };
    let num_cx = gate.decomposition();
    let num_cx = num_cx.iter().filter(|(gate, _)| *gate == Gate::Cx).count();
    let spellings = Dialect::ALL.iter().map(|dialect| {
        let spelling = dialect.spelling(gate);
        spelling.map_or_else(String::new, |spelling| format!("`{spelling}`"))
    });
    let spellings: Vec<String> = spellings.collect();
    format!(
        "| [`{}`](#{}) | {} | {} | {inverse_name} | {num_cx} | {} |\n",
        name(gate),
        anchor(gate),
        gate.num_qubits(),
        gate.num_controls(),
        spellings.join(" | ")
    )
}

/// Anchor of the heading of a gate.
fn anchor(gate: Gate) -> String {
    name(gate).replace(['(', ')'], "")
}

fn operands(places: &[usize]) -> String {
    let names: Vec<&str> = places.iter().map(|&place| OPERANDS[place]).collect();
    names.join(", ")
}

/// Adds a gate, which is `other` at another angle.
fn add(page: &mut String, gate: Gate, other: Gate) {
    let _ = write!(page, "\n### {}\n\n```text\n", name(gate));
    page.push_str(&matrix(gate, other));
    page.push_str("```\n");
    let list = |gates: Vec<(Gate, Vec<usize>)>| {
        let gates: Vec<String> = gates
            .into_iter()
            .map(|(gate, places)| format!("{} {}", gate.name(), operands(&places)))
            .collect();
        gates.join("; ")
    };
    if gate.is_primitive() {
        return;
    }
    let definition = gate.definition().iter();
    let definition: Vec<(Gate, Vec<usize>)> = definition
        .map(|&(gate, places)| (gate, places.to_vec()))
        .collect();
    let decomposition = gate.decomposition();
    if definition != decomposition {
        let _ = write!(page, "\nDefinition: `{}`\n", list(definition));
    }
    let _ = write!(page, "\nDecomposition: `{}`\n", list(decomposition));
}

fn matrix(gate: Gate, other: Gate) -> String {
    let (first, second) = (gate.matrix(), other.matrix());
    let size = first.nrows();
    let entry = |row: usize, column: usize| {
        let values = [first[(row, column)], second[(row, column)]];
        let mut formulas = FORMULAS.iter();
        let found = formulas.find(|(_, formula)| {
            let pairs = ANGLES.iter().zip(values);
            pairs
                .into_iter()
                .all(|(&angle, value)| (formula(angle) - value).norm() < 1e-12)
        });
        found
            .unwrap_or_else(|| panic!("{gate} has an entry of an unknown form"))
            .0
    };
    let width = |column: usize| {
        let cells = (0..size).map(|row| entry(row, column).chars().count());
        cells.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..size).map(width).collect();
    let mut text = String::new();
    for row in 0..size {
        let cells: Vec<String> = (0..size)
            .map(|column| format!("{:<width$}", entry(row, column), width = widths[column]))
            .collect();
        let _ = writeln!(text, "{}", cells.join("  ").trim_end());
    }
    text
}
