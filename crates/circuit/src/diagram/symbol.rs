//! What stands on the wires for a gate.

use super::Symbols;
use crate::{Clbit, Gate, angle_text};

/// What stands on one wire for one operand.
pub(super) enum Symbol {
    Text(String),
    Framed(String),
}

impl Symbol {
    /// How many characters wide.
    pub(super) fn width(&self) -> usize {
        match self {
            Self::Text(text) => text.chars().count(),
            Self::Framed(text) => text.chars().count() + 4,
        }
    }
}

/// The symbols of a gate in the order of its operands.
pub(super) fn of_gate(gate: Gate, symbols: Symbols) -> Vec<Symbol> {
    let (control, target, cross) = match symbols {
        Symbols::Unicode => ("●", "⊕", "×"),
        Symbols::Ascii => ("*", "(+)", "x"),
    };
    if let Some(inner) = gate.uncontrolled() {
        let mut all = vec![Symbol::Text(control.into())];
        match inner {
            Gate::X => all.push(Symbol::Text(target.into())),
            Gate::Z => all.push(Symbol::Text(control.into())),
            _ => all.extend(of_gate(inner, symbols)),
        }
        return all;
    }
    let framed = |texts: &[&str]| {
        let texts = texts.iter().map(|&text| Symbol::Framed(text.into()));
        texts.collect()
    };
    match gate {
        Gate::Swap => (0..2).map(|_| Symbol::Text(cross.into())).collect(),
        Gate::Split => framed(&["split", "1", "2"]),
        Gate::Merge => framed(&["1", "2", "merge"]),
        _ => {
            let name = name(gate, symbols);
            framed(&vec![name.as_str(); gate.num_qubits()])
        }
    }
}

/// The symbol of a measurement.
pub(super) fn of_measurement(clbit: Clbit) -> Symbol {
    Symbol::Framed(format!("M c{}", clbit.0))
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
    fn every_gate_has_a_symbol_per_qubit() {
        for gate in Gate::all(0.5) {
            for symbols in [Symbols::Unicode, Symbols::Ascii] {
                let all = of_gate(gate, symbols);
                assert_eq!(all.len(), gate.num_qubits(), "{gate}");
            }
        }
        let ascii = Gate::all(0.5).map(|gate| name(gate, Symbols::Ascii));
        assert!(ascii.collect::<String>().is_ascii());
    }
}
