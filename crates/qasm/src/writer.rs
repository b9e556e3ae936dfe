use std::collections::BTreeSet;

use cheqqers_circuit::{Action, Circuit, Clbit, Fold, Gate, Operation, Parity, Qubit};

use crate::angle::angle;
use crate::{Dialect, QasmError};

/// A circuit with what people call its parts. Names become comments; what is not ASCII in them
/// becomes a question mark.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    /// The circuit.
    pub circuit: &'a Circuit,
    /// Lines that stand at the top.
    pub title: &'a [String],
    /// What each qubit carries, one after the other; nothing: an ancilla. May be shorter than
    /// there are qubits.
    pub qubits: &'a [Vec<String>],
    /// What each bit asked for is: of every clbit, or of every bit of `fold`.
    pub clbits: &'a [String],
    /// How the bits asked for follow from the clbits; `None` where they are the clbits.
    pub fold: Option<&'a Fold>,
    /// What group `k + 1` of the operations is.
    pub groups: &'a [String],
    /// Whether split and merge are gates with a body.
    pub definitions: Definitions,
}

/// How split and merge, the gates that no library has, are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Definitions {
    /// Out, by their words.
    #[default]
    Flat,
    /// As gates of the program, with a body.
    Named,
}

impl<'a> Program<'a> {
    /// A circuit of which nothing is called anything.
    pub fn new(circuit: &'a Circuit) -> Self {
        Self {
            circuit,
            title: &[],
            qubits: &[],
            clbits: &[],
            fold: None,
            groups: &[],
            definitions: Definitions::Flat,
        }
    }

    /// What a qubit carries, one after the other; `None` where nobody says.
    pub fn carried(&self, qubit: Qubit, between: &str) -> Option<String> {
        let names = self.qubits.get(qubit.index())?;
        Some(match &names[..] {
            [] => "ancilla".to_owned(),
            names => names.join(between),
        })
    }

    /// How the bits asked for follow from the clbits, where they are not just these.
    fn folded(&self) -> Option<&'a Fold> {
        let measured = self.circuit.num_clbits();
        self.fold.filter(|fold| !fold.is_identity(measured))
    }

    /// Each bit asked for as a formula over the clbits; none where each is a clbit.
    pub fn formulas(&self) -> Vec<String> {
        let bits = self.folded().map_or(&[][..], Fold::bits);
        let formulas = self.clbits.iter().zip(bits);
        formulas
            .map(|(name, parity)| format!("{name} = {}", formula(parity)))
            .collect()
    }

    /// What a clbit is called, where it is a bit asked for.
    pub(crate) fn clbit(&self, clbit: Clbit) -> Option<&'a str> {
        match self.folded() {
            Some(_) => None,
            None => self.clbits.get(clbit.index()).map(String::as_str),
        }
    }

    /// What a group is called; `None` for group 0 and where nobody says.
    pub(crate) fn group(&self, group: u32) -> Option<&'a str> {
        let index = (group as usize).checked_sub(1)?;
        self.groups.get(index).map(String::as_str)
    }
}

/// A bit asked for over the clbits: `c[0]`, `c[0] ^ c[2] ^ 1`, `0`.
fn formula(parity: &Parity) -> String {
    let clbits = parity.clbits().iter();
    let mut terms: Vec<String> = clbits.map(|clbit| format!("c[{}]", clbit.0)).collect();
    if parity.is_flipped() || terms.is_empty() {
        terms.push(u8::from(parity.is_flipped()).to_string());
    }
    terms.join(" ^ ")
}

/// Readers known to misread or refuse gates with a body.
const MISREADERS: &str = "gates with a body: PennyLane reverses their qubits (OpenQASM 2), Qiskit's native reader, \
     PennyLane and pytket refuse them (OpenQASM 3); the flat form suits all";

/// Writes a circuit in a dialect of OpenQASM: comments, one register of qubits and one of bits, a
/// statement a line, measurements where the circuit has them.
///
/// Angles read back to the same f64. Lines end with a line feed, and all is ASCII.
///
/// # Errors
/// When the dialect lacks a gate for which the gate table has no word. [`Dialect::Ibm`] takes no
/// words: its circuits are lowered to the gates of a device before.
pub fn write(program: &Program<'_>, dialect: Dialect) -> Result<String, QasmError> {
    let circuit = program.circuit;
    let definitions = match program.definitions {
        Definitions::Named if dialect.has_definitions() => Definitions::Named,
        _ => Definitions::Flat,
    };
    let mut out = Text(String::new());
    out.line(dialect.header());
    program.title.iter().for_each(|line| out.comment(line));
    if definitions == Definitions::Named {
        define(circuit, dialect, &mut out)?;
    }
    describe_qubits(program, dialect, &mut out);
    describe_bits(program, &mut out);
    declare(circuit, dialect, &mut out);
    let mut group = 0;
    for operation in circuit.operations() {
        if operation.group != group {
            group = operation.group;
            if let Some(name) = program.group(group) {
                out.comment(name);
            }
        }
        match operation.action {
            Action::Gate(gate, operands) => {
                let operands = operands.as_slice().iter();
                let names: Vec<String> = operands.map(|&q| name_of(q, dialect)).collect();
                let named = definitions == Definitions::Named && is_defined(gate);
                for word in words(gate, &names, dialect, named)? {
                    out.line(&word);
                }
            }
            Action::Measure(qubit, clbit) => {
                let (qubit, clbit) = (name_of(qubit, dialect), clbit.0);
                out.line(&match dialect {
                    Dialect::Qasm2 => format!("measure {qubit} -> c[{clbit}];"),
                    _ => format!("c[{clbit}] = measure {qubit};"),
                });
            }
        }
    }
    Ok(out.0)
}

/// What each qubit carries; nothing of those that are not used.
fn describe_qubits(program: &Program<'_>, dialect: Dialect, out: &mut Text) {
    let operations = program.circuit.operations().iter();
    let used: BTreeSet<Qubit> = operations.flat_map(Operation::qubits).copied().collect();
    for (number, names) in program.qubits.iter().enumerate() {
        let qubit = Qubit::from_index(number);
        if names.is_empty() && !used.contains(&qubit) {
            continue;
        }
        let carried = program.carried(qubit, " then ").unwrap_or_default();
        out.comment(&format!("{}: {carried}", name_of(qubit, dialect)));
    }
}

/// What the bits are, or what is to be made of them.
fn describe_bits(program: &Program<'_>, out: &mut Text) {
    if program.folded().is_some() {
        out.comment("what was asked for, from the bits that are measured (^: exclusive or):");
        program.formulas().iter().for_each(|line| out.comment(line));
        return;
    }
    for (number, name) in program.clbits.iter().enumerate() {
        out.comment(&format!("c[{number}]: {name}"));
    }
}

/// The registers; physical qubits need none.
fn declare(circuit: &Circuit, dialect: Dialect, out: &mut Text) {
    let (qubits, clbits) = (circuit.num_qubits(), circuit.num_clbits());
    let (of_qubits, of_clbits) = match dialect {
        Dialect::Qasm2 => (
            Some(format!("qreg q[{qubits}];")),
            format!("creg c[{clbits}];"),
        ),
        Dialect::Ibm => (None, format!("bit[{clbits}] c;")),
        _ => (
            Some(format!("qubit[{qubits}] q;")),
            format!("bit[{clbits}] c;"),
        ),
    };
    if let Some(register) = of_qubits.filter(|_| qubits > 0) {
        out.line(&register);
    }
    if clbits > 0 {
        out.line(&of_clbits);
    }
}

/// Whether a program may define the gate, which no library has.
pub(crate) fn is_defined(gate: Gate) -> bool {
    matches!(gate, Gate::Split | Gate::Merge)
}

/// The bodies of the gates that the circuit needs, each on one line as some readers want it.
fn define(circuit: &Circuit, dialect: Dialect, out: &mut Text) -> Result<(), QasmError> {
    let wanted = [Gate::Split, Gate::Merge];
    let used: Vec<Gate> = wanted
        .into_iter()
        .filter(|&gate| circuit.gates().any(|(used, _)| used == gate))
        .collect();
    if !used.is_empty() {
        out.comment(MISREADERS);
    }
    for gate in used {
        let names = ["a", "b", "c"].map(str::to_owned);
        let body = words(gate, &names, dialect, false)?.join(" ");
        out.line(&format!("gate {} a, b, c {{ {body} }}", gate.name()));
    }
    Ok(())
}

/// The statements that do a gate on operands of these names.
fn words(
    gate: Gate,
    names: &[String],
    dialect: Dialect,
    named: bool,
) -> Result<Vec<String>, QasmError> {
    let spelling = if named {
        Some(gate.name())
    } else {
        dialect.spelling(gate)
    };
    if let Some(spelling) = spelling {
        let parameter = gate
            .parameter()
            .map(|radians| format!("({})", angle(radians)));
        let parameter = parameter.unwrap_or_default();
        return Ok(vec![format!("{spelling}{parameter} {};", names.join(", "))]);
    }
    let definition = match gate {
        // A primitive of the table, which has no word there.
        Gate::Sx => &[(Gate::H, &[0][..]), (Gate::S, &[0]), (Gate::H, &[0])],
        Gate::Sxdg => &[(Gate::H, &[0][..]), (Gate::Sdg, &[0]), (Gate::H, &[0])],
        _ => gate.definition(),
    };
    if definition.is_empty() || dialect == Dialect::Ibm {
        return Err(QasmError::UnsupportedGate { dialect, gate });
    }
    let mut all = Vec::new();
    for &(part, operands) in definition {
        let operands: Vec<String> = operands.iter().map(|&k| names[k].clone()).collect();
        all.extend(words(part, &operands, dialect, false)?);
    }
    Ok(all)
}

fn name_of(qubit: Qubit, dialect: Dialect) -> String {
    match dialect {
        Dialect::Ibm => format!("${}", qubit.0),
        _ => format!("q[{}]", qubit.0),
    }
}

struct Text(String);

impl Text {
    fn line(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }

    fn comment(&mut self, comment: &str) {
        let plain = |c: char| {
            if c == ' ' || c.is_ascii_graphic() {
                c
            } else {
                '?'
            }
        };
        let text: String = comment.chars().map(plain).collect();
        let mark = if is_layout(&text) { "- " } else { "" };
        self.line(&format!("// {mark}{text}"));
    }
}

/// Whether MQT Core would take a comment for a layout of qubits, as it does `// i 2 0 1` and
/// `// o 2 0 1`. A move from file i or o would look like one, and rename the qubits.
fn is_layout(comment: &str) -> bool {
    let numbers = comment.trim_start().strip_prefix(['i', 'o']);
    numbers.is_some_and(|text| text.trim_start().starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests;
