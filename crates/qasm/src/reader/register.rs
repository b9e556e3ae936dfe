use std::collections::HashMap;
use std::ops::Range;

use cheqqers_circuit::Circuit;

use super::error::{ParseErrorKind, ParseQasmError, quoted};
use super::expression::Expression;
use super::parsed::BitRegister;
use super::token::{Location, Tokens, too_large, whole};
use super::version::Version;

/// Maximum number of qubits, and of bits.
const MAX_SIZE: usize = 1 << 16;

/// Named qubits or bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Register {
    quantum: bool,
    start: usize,
    /// `None` for a single one declared without a size.
    size: Option<usize>,
}

impl Register {
    /// Operand of all elements.
    pub(super) fn whole(self) -> Operand {
        let Self { start, size, .. } = self;
        Operand { start, size }
    }
}

/// Qubit or bit, or all of a register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    start: usize,
    size: Option<usize>,
}

impl Operand {
    fn one(index: usize) -> Self {
        Self {
            start: index,
            size: None,
        }
    }

    /// Size of a register; `None` for a single element.
    pub(super) fn size(self) -> Option<usize> {
        self.size
    }

    /// Index of the element in the `k`th application of a gate.
    pub(super) fn at(self, k: usize) -> usize {
        self.size.map_or(self.start, |_| self.start + k)
    }

    /// Indices of all elements.
    pub(super) fn places(self) -> Range<usize> {
        self.start..self.start + self.size.unwrap_or(1)
    }
}

/// Registers of a text, or its physical qubits.
#[derive(Debug, Default)]
pub(super) struct Registers<'a> {
    by_name: HashMap<&'a str, Register>,
    bits: Vec<BitRegister>,
    has_qubits: bool,
    physical: bool,
}

impl<'a> Registers<'a> {
    /// Returns `true` if the qubits are physical qubits of a device.
    pub(super) fn are_physical(&self) -> bool {
        self.physical
    }

    /// Registers of bits, in the order of their declaration.
    pub(super) fn into_bits(self) -> Vec<BitRegister> {
        self.bits
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// Declares a register and adds its qubits or bits to the circuit.
    pub(super) fn declare(
        &mut self,
        name: &'a str,
        quantum: bool,
        size: Option<usize>,
        circuit: &mut Circuit,
    ) -> Result<Register, ParseErrorKind> {
        if quantum && self.physical {
            return Err(ParseErrorKind::Mixed);
        }
        let (start, kind) = if quantum {
            (circuit.num_qubits(), "qubits")
        } else {
            (circuit.num_clbits(), "bits")
        };
        let count = size.unwrap_or(1);
        if !(1..=MAX_SIZE - start).contains(&count) {
            let limit = MAX_SIZE;
            return Err(ParseErrorKind::Size { kind, limit });
        }
        for _ in 0..count {
            if quantum {
                circuit.add_qubit();
            } else {
                circuit.add_clbit();
            }
        }
        self.has_qubits |= quantum;
        let register = Register {
            quantum,
            start,
            size,
        };
        self.by_name.insert(name, register);
        if !quantum {
            let name = name.to_owned();
            self.bits.push(BitRegister { name, start, size });
        }
        Ok(register)
    }

    /// Physical qubit of this number; adds qubits to the circuit as needed.
    pub(super) fn physical(
        &mut self,
        digits: &str,
        circuit: &mut Circuit,
    ) -> Result<Operand, ParseErrorKind> {
        if self.has_qubits {
            return Err(ParseErrorKind::Mixed);
        }
        self.physical = true;
        let number = whole(digits).ok_or_else(|| too_large(digits))?;
        if number >= MAX_SIZE {
            let (kind, limit) = ("qubits", MAX_SIZE);
            return Err(ParseErrorKind::Size { kind, limit });
        }
        while circuit.num_qubits() <= number {
            circuit.add_qubit();
        }
        Ok(Operand::one(number))
    }

    /// Reads the operand after the name of a register: an index, or nothing for all of it.
    pub(super) fn read(
        &self,
        tokens: &mut Tokens<'_>,
        (name, location): (&str, Location),
        quantum: bool,
        version: Version,
    ) -> Result<Operand, ParseQasmError> {
        let register = self.by_name.get(name).copied();
        let register = register.filter(|register| register.quantum == quantum);
        let Some(register) = register else {
            let kind = if quantum { "qubits" } else { "bits" };
            let name = quoted(name);
            return Err(location.error(ParseErrorKind::Undeclared { name, kind }));
        };
        let Some(size) = register.size else {
            return Ok(register.whole());
        };
        if !tokens.accept("[")? {
            return Ok(register.whole());
        }
        let location = tokens.peek().location;
        let form = |what| ParseErrorKind::UnsupportedForm { what };
        if tokens.sees("{") {
            return Err(location.error(form("sets of indices")));
        }
        if tokens.sees(":") {
            return Err(location.error(form("slices of registers")));
        }
        let index = Expression::integer(tokens, version, "an index")?;
        if tokens.sees(":") {
            return Err(location.error(form("slices of registers")));
        }
        // Negative indices count from the end.
        let from = if index < 0 { size } else { 0 };
        let found = from.checked_add_signed(isize::try_from(index).unwrap_or(isize::MAX));
        let Some(element) = found.filter(|&element| element < size) else {
            let name = quoted(name);
            return Err(location.error(ParseErrorKind::Index { name, index, size }));
        };
        tokens.symbol("]", "`]`")?;
        Ok(Operand::one(register.start + element))
    }
}
