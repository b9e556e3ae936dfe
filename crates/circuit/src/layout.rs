//! The columns of a drawing, and the marks on their wires.

use crate::{Action, Circuit, Clbit, Gate, Operation, Qubit, Symbols, angle_text};

/// Arrangement of operations of different groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grouping {
    /// They may share a column.
    Mixed,
    /// Each group has columns of its own.
    Apart,
}

impl Grouping {
    /// Apart where any group has a name, of which a drawing can tell.
    pub fn of(names: &[String]) -> Self {
        if names.iter().all(String::is_empty) {
            Self::Mixed
        } else {
            Self::Apart
        }
    }
}

/// Operations that a drawing shows one above the other, no two over the same wire.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Column<'a> {
    /// The operations, in the order of the circuit.
    pub operations: Vec<&'a Operation>,
    /// The group that begins here, where groups stand apart; 0 is none.
    pub group: Option<u32>,
}

/// Mark of an operation on one wire of a drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Mark {
    /// A control, a dot; also either end of a CZ.
    Control,
    /// The flipped qubit of a controlled X.
    Target,
    /// One end of a swap.
    Cross,
    /// A box with a text.
    Boxed(String),
    /// A measurement into a clbit.
    Meter(Clbit),
}

impl Circuit {
    /// The columns of a drawing: each operation stands as far left as it can, and a gate takes all
    /// the wires between its outermost.
    ///
    /// Cost: linear in the operations times the wires they span.
    pub fn columns(&self, grouping: Grouping) -> Vec<Column<'_>> {
        let mut columns: Vec<Column<'_>> = Vec::new();
        let mut free = vec![0; self.num_qubits()];
        let mut group = None;
        for operation in self.operations() {
            if grouping == Grouping::Apart && group != Some(operation.groups.last()) {
                group = Some(operation.groups.last());
                free.fill(columns.len());
                columns.push(Column {
                    group,
                    ..Column::default()
                });
            }
            let (first, last) = operation.action.span();
            let span = first.index()..=last.index();
            let column = free[span.clone()].iter().copied().max().unwrap_or(0);
            free[span].fill(column + 1);
            if column == columns.len() {
                columns.push(Column::default());
            }
            columns[column].operations.push(operation);
        }
        columns
    }
}

impl Action {
    /// The first and the last wire that it touches.
    pub fn span(&self) -> (Qubit, Qubit) {
        match self {
            Self::Gate(_, operands) => {
                let qubits = operands.as_slice().iter().copied();
                let first = qubits.clone().min().unwrap_or_default();
                (first, qubits.max().unwrap_or_default())
            }
            &Self::Measure(qubit, _) => (qubit, qubit),
        }
    }

    /// Marks on each of its wires, in the order of the gate's qubits.
    pub fn marks(&self, symbols: Symbols) -> Vec<(Qubit, Mark)> {
        match self {
            Self::Gate(gate, operands) => {
                let qubits = operands.as_slice().iter().copied();
                qubits.zip(of_gate(*gate, symbols)).collect()
            }
            &Self::Measure(qubit, clbit) => vec![(qubit, Mark::Meter(clbit))],
        }
    }
}

/// The marks of a gate in the order of its operands.
fn of_gate(gate: Gate, symbols: Symbols) -> Vec<Mark> {
    if let Some(inner) = gate.uncontrolled() {
        let mut all = vec![Mark::Control];
        match inner {
            Gate::X => all.push(Mark::Target),
            Gate::Z => all.push(Mark::Control),
            _ => all.extend(of_gate(inner, symbols)),
        }
        return all;
    }
    let boxed = |texts: &[&str]| {
        let texts = texts.iter().map(|&text| Mark::Boxed(text.into()));
        texts.collect()
    };
    match gate {
        Gate::Swap => vec![Mark::Cross; 2],
        Gate::Split => boxed(&["split", "1", "2"]),
        Gate::Merge => boxed(&["1", "2", "merge"]),
        _ => {
            let name = name(gate, symbols);
            boxed(&vec![name.as_str(); gate.num_qubits()])
        }
    }
}

fn name(gate: Gate, symbols: Symbols) -> String {
    let pretty = match gate {
        Gate::Sdg => "S†",
        Gate::Tdg => "T†",
        Gate::Sx => "√X",
        Gate::Sxdg => "√X†",
        Gate::Iswap => "iSwap",
        Gate::Iswapdg => "iSwap†",
        Gate::Siswap => "√iSwap",
        Gate::Siswapdg => "√iSwap†",
        _ => "",
    };
    match (symbols, gate.parameter()) {
        (Symbols::Unicode, None) if !pretty.is_empty() => pretty.into(),
        (_, Some(angle)) => format!(
            "{}({})",
            capitalised(gate.name()),
            angle_text(angle, symbols)
        ),
        (_, None) if gate.num_qubits() == 1 => capitalised(gate.name()),
        (_, None) => gate.name().into(),
    }
}

fn capitalised(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_gate_has_a_mark_per_qubit() {
        for gate in Gate::all(0.5) {
            for symbols in [Symbols::Unicode, Symbols::Ascii] {
                assert_eq!(of_gate(gate, symbols).len(), gate.num_qubits(), "{gate}");
            }
        }
        let ascii = Gate::all(0.5).map(|gate| name(gate, Symbols::Ascii));
        assert!(ascii.collect::<String>().is_ascii());
    }

    #[test]
    fn groups_share_a_column_only_where_they_may() {
        let mut circuit = Circuit::new(4, 0);
        circuit.push_in(1, Gate::Cx, &[Qubit(2), Qubit(0)]).unwrap();
        circuit.push_in(1, Gate::H, &[Qubit(1)]).unwrap();
        circuit.push_in(2, Gate::X, &[Qubit(3)]).unwrap();
        let shape = |grouping| -> Vec<(usize, Option<u32>)> {
            let columns = circuit.columns(grouping);
            let shape = columns.iter().map(|c| (c.operations.len(), c.group));
            shape.collect()
        };
        assert_eq!(shape(Grouping::Mixed), [(2, None), (1, None)]);
        assert_eq!(
            shape(Grouping::Apart),
            [(1, Some(1)), (1, None), (1, Some(2))]
        );
    }
}
