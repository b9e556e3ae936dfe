use std::collections::BTreeSet;

use cheqqers_circuit::{
    Action, Circuit, Clbit, Gate, Groups, Operation, Parity, PostProcessing, Qubit,
};
use serde_json::{Map, Value};

use crate::angle::angle;
use crate::dialect::Dialect;
use crate::error::QasmError;

/// Circuit with names of its parts. Names become comments; characters outside ASCII become question
/// marks.
#[derive(Clone, Copy, Debug)]
pub struct AnnotatedCircuit<'a> {
    /// Circuit to write.
    pub circuit: &'a Circuit,
    /// Lines at the top.
    pub title: &'a [String],
    /// Names of each qubit in order of time; an ancilla has none. May be shorter than the number of
    /// qubits.
    pub qubits: &'a [Vec<String>],
    /// Names of the requested bits: of each clbit, or of each bit of `post_processing`.
    pub clbits: &'a [String],
    /// Classical post-processing from clbits to requested bits; `None` if they are the same.
    pub post_processing: Option<&'a PostProcessing>,
    /// Name of group `k + 1` of the operations.
    pub groups: &'a [String],
    /// Facts of group `k` of the gates.
    pub facts: &'a [GroupFacts],
    /// Form in which texts tell the groups.
    pub notes: GroupNotes,
    /// Form of split and merge.
    pub definitions: Definitions,
}

/// Facts of a group of gates, in words of whoever made the circuit.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GroupFacts {
    /// Annotation of OpenQASM 3 without its `@`: a keyword, and text to the end of the line. None is
    /// written where it is empty.
    pub annotation: String,
    /// Entries of each gate in JSON.
    pub entries: Map<String, Value>,
}

/// Form in which texts tell the groups of gates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GroupNotes {
    /// A comment with the name of each group where it begins, which is the last group of gates that
    /// were written anew for several. Every reader skips it.
    #[default]
    Comments,
    /// An annotation of each statement for each of its groups: OpenQASM 3 has them, but many readers
    /// refuse them. In OpenQASM 2 they are comments.
    Annotations,
    /// No notes about groups.
    None,
}

/// Form of split and merge, the gates that no library has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Definitions {
    /// Replaced by their decompositions.
    #[default]
    Flat,
    /// Defined as gates with a body.
    Named,
}

impl<'a> AnnotatedCircuit<'a> {
    /// Circuit without names.
    pub fn new(circuit: &'a Circuit) -> Self {
        Self {
            circuit,
            title: &[],
            qubits: &[],
            clbits: &[],
            post_processing: None,
            groups: &[],
            facts: &[],
            notes: GroupNotes::Comments,
            definitions: Definitions::Flat,
        }
    }

    /// Names of a qubit with a separator between them, `ancilla` if it has none; `None` beyond the
    /// list of names.
    pub fn qubit_label(&self, qubit: Qubit, separator: &str) -> Option<String> {
        let names = self.qubits.get(qubit.index())?;
        Some(match &names[..] {
            [] => "ancilla".to_owned(),
            names => names.join(separator),
        })
    }

    /// Post-processing, unless it is the identity.
    fn derived(&self) -> Option<&'a PostProcessing> {
        let measured = self.circuit.num_clbits();
        self.post_processing
            .filter(|fold| !fold.is_identity(measured))
    }

    /// Requested bits as formulas over the clbits, such as `b4 = c[0] ^ c[2] ^ 1`; empty without
    /// post-processing.
    pub fn formulas(&self) -> Vec<String> {
        let bits = self.derived().map_or(&[][..], PostProcessing::bits);
        let formulas = self.clbits.iter().zip(bits);
        formulas
            .map(|(name, parity)| format!("{name} = {}", formula(parity)))
            .collect()
    }

    /// Name of a clbit, if it is a requested bit itself.
    pub(crate) fn clbit(&self, clbit: Clbit) -> Option<&'a str> {
        match self.derived() {
            Some(_) => None,
            None => self.clbits.get(clbit.index()).map(String::as_str),
        }
    }

    /// Name of a group; `None` for group 0 and for groups without a name.
    pub(crate) fn group(&self, group: u32) -> Option<&'a str> {
        let index = (group as usize).checked_sub(1)?;
        self.groups.get(index).map(String::as_str)
    }

    /// Lines of annotations of a gate, in a dialect that has them or as comments.
    fn annotations(&self, groups: Groups, dialect: Dialect) -> Vec<String> {
        if self.notes != GroupNotes::Annotations {
            return Vec::new();
        }
        let mark = if dialect == Dialect::Qasm2 { "// " } else { "" };
        let facts = groups
            .iter()
            .filter_map(|group| self.facts.get(group as usize));
        let texts = facts.map(|facts| plain(&facts.annotation));
        texts
            .filter(|text| !text.is_empty())
            .map(|text| format!("{mark}@{text}"))
            .collect()
    }
}

/// Formula of a requested bit: `c[0]`, `c[0] ^ c[2] ^ 1`, `0`.
fn formula(parity: &Parity) -> String {
    let clbits = parity.clbits().iter();
    let mut terms: Vec<String> = clbits.map(|clbit| format!("c[{}]", clbit.0)).collect();
    if parity.is_flipped() || terms.is_empty() {
        terms.push(u8::from(parity.is_flipped()).to_string());
    }
    terms.join(" ^ ")
}

/// Note on readers that misread or refuse gates with a body.
const MISREADERS: &str = "gates with a body: PennyLane reverses their qubits (OpenQASM 2), Qiskit's native reader, \
     PennyLane and pytket refuse them (OpenQASM 3); the flat form suits all";

/// Writes a circuit in a dialect of OpenQASM: comments, one register of qubits and one of bits, a
/// statement per line, measurements where the circuit has them.
///
/// Angles read back to the same f64. Lines end with a line feed, and all is ASCII.
///
/// # Errors
/// Returns an error if the dialect lacks a gate that has no decomposition in the gate table. For
/// [`Dialect::Ibm`] nothing is decomposed: its circuits are lowered to the gates of a device
/// before.
pub fn write(program: &AnnotatedCircuit<'_>, dialect: Dialect) -> Result<String, QasmError> {
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
        let last = operation.groups.last();
        if last != group && program.notes == GroupNotes::Comments {
            group = last;
            if let Some(name) = program.group(group) {
                out.comment(name);
            }
        }
        match operation.action {
            Action::Gate(gate, operands) => {
                let operands = operands.as_slice().iter();
                let names: Vec<String> = operands.map(|&q| name_of(q, dialect)).collect();
                let named = definitions == Definitions::Named && is_defined(gate);
                let annotations = program.annotations(operation.groups, dialect);
                for statement in statements(gate, &names, dialect, named)? {
                    for line in &annotations {
                        out.line(line);
                    }
                    out.line(&statement);
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

/// Writes the names of each qubit, except of unused ones without names.
fn describe_qubits(program: &AnnotatedCircuit<'_>, dialect: Dialect, out: &mut Text) {
    let operations = program.circuit.operations().iter();
    let used: BTreeSet<Qubit> = operations.flat_map(Operation::qubits).copied().collect();
    for (number, names) in program.qubits.iter().enumerate() {
        let qubit = Qubit::from_index(number);
        if names.is_empty() && !used.contains(&qubit) {
            continue;
        }
        let carried = program.qubit_label(qubit, " then ").unwrap_or_default();
        out.comment(&format!("{}: {carried}", name_of(qubit, dialect)));
    }
}

/// Writes the names of bits, or their formulas.
fn describe_bits(program: &AnnotatedCircuit<'_>, out: &mut Text) {
    if program.derived().is_some() {
        out.comment("what was asked for, from the bits that are measured (^: exclusive or):");
        program.formulas().iter().for_each(|line| out.comment(line));
        return;
    }
    for (number, name) in program.clbits.iter().enumerate() {
        out.comment(&format!("c[{number}]: {name}"));
    }
}

/// Declares the registers; physical qubits need none.
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

/// Returns `true` for the gates that a text may define, as no library has them: split and merge.
pub fn is_defined(gate: Gate) -> bool {
    matches!(gate, Gate::Split | Gate::Merge)
}

/// Defines the gates that the circuit needs, each on one line as some readers require.
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
        let body = statements(gate, &names, dialect, false)?.join(" ");
        out.line(&format!("gate {} a, b, c {{ {body} }}", gate.name()));
    }
    Ok(())
}

/// Statements of a gate on operands of these names.
fn statements(
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
        // A primitive of the table, without decomposition there.
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
        all.extend(statements(part, &operands, dialect, false)?);
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
        let text = plain(comment);
        let mark = if is_layout(&text) { "- " } else { "" };
        self.line(&format!("// {mark}{text}"));
    }
}

/// A line of text with a question mark for all that is not ASCII.
fn plain(text: &str) -> String {
    let is_plain = |c: char| c == ' ' || c.is_ascii_graphic();
    let plain = |c: char| if is_plain(c) { c } else { '?' };
    text.chars().map(plain).collect()
}

/// Returns `true` if MQT Core would read a comment as a layout of qubits, as in `// i 2 0 1` and
/// `// o 2 0 1`. The name of a move from file i or o would look like one.
fn is_layout(comment: &str) -> bool {
    let numbers = comment.trim_start().strip_prefix(['i', 'o']);
    numbers.is_some_and(|text| text.trim_start().starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests;
