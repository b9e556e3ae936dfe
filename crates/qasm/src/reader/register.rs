use std::collections::HashMap;
use std::ops::Range;

use cheqqers_circuit::Circuit;

use super::error::{ReadError, Reason, quoted};
use super::expression::Expression;
use super::token::{Place, Tokens, too_large, whole};
use super::{BitRegister, Version};

/// The most qubits of a text, and the most bits.
const MAX_SIZE: usize = 1 << 16;

/// Qubits or bits under a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Register {
    quantum: bool,
    start: usize,
    /// `None` of a single one that was declared without a size.
    size: Option<usize>,
}

impl Register {
    /// All of it.
    pub(super) fn whole(self) -> Operand {
        let Self { start, size, .. } = self;
        Operand { start, size }
    }
}

/// A qubit or bit, or all of a register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    start: usize,
    size: Option<usize>,
}

impl Operand {
    fn one(place: usize) -> Self {
        Self {
            start: place,
            size: None,
        }
    }

    /// How many there are of a register; `None` of a single one.
    pub(super) fn size(self) -> Option<usize> {
        self.size
    }

    /// The one that takes part when a gate is done the `k`th time.
    pub(super) fn at(self, k: usize) -> usize {
        self.size.map_or(self.start, |_| self.start + k)
    }

    /// All of them.
    pub(super) fn places(self) -> Range<usize> {
        self.start..self.start + self.size.unwrap_or(1)
    }
}

/// The registers of a text, or its physical qubits.
#[derive(Debug, Default)]
pub(super) struct Registers<'a> {
    by_name: HashMap<&'a str, Register>,
    bits: Vec<BitRegister>,
    has_qubits: bool,
    physical: bool,
}

impl<'a> Registers<'a> {
    /// Whether the qubits are numbered places on a device.
    pub(super) fn are_physical(&self) -> bool {
        self.physical
    }

    /// Those of bits, in the order of their declaration.
    pub(super) fn into_bits(self) -> Vec<BitRegister> {
        self.bits
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// Adds a register, and its qubits or bits to the circuit.
    pub(super) fn declare(
        &mut self,
        name: &'a str,
        quantum: bool,
        size: Option<usize>,
        circuit: &mut Circuit,
    ) -> Result<Register, Reason> {
        if quantum && self.physical {
            return Err(Reason::Mixed);
        }
        let (start, kind) = if quantum {
            (circuit.num_qubits(), "qubits")
        } else {
            (circuit.num_clbits(), "bits")
        };
        let count = size.unwrap_or(1);
        if !(1..=MAX_SIZE - start).contains(&count) {
            let limit = MAX_SIZE;
            return Err(Reason::Size { kind, limit });
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

    /// The physical qubit of this number; the circuit gets as many qubits as that takes.
    pub(super) fn physical(
        &mut self,
        digits: &str,
        circuit: &mut Circuit,
    ) -> Result<Operand, Reason> {
        if self.has_qubits {
            return Err(Reason::Mixed);
        }
        self.physical = true;
        let number = whole(digits).ok_or_else(|| too_large(digits))?;
        if number >= MAX_SIZE {
            let (kind, limit) = ("qubits", MAX_SIZE);
            return Err(Reason::Size { kind, limit });
        }
        while circuit.num_qubits() <= number {
            circuit.add_qubit();
        }
        Ok(Operand::one(number))
    }

    /// Reads what stands behind the name of a register: an index, or nothing for all of it.
    pub(super) fn read(
        &self,
        tokens: &mut Tokens<'_>,
        (name, place): (&str, Place),
        quantum: bool,
        version: Version,
    ) -> Result<Operand, ReadError> {
        let register = self.by_name.get(name).copied();
        let register = register.filter(|register| register.quantum == quantum);
        let Some(register) = register else {
            let kind = if quantum { "qubits" } else { "bits" };
            let name = quoted(name);
            return Err(place.error(Reason::Undeclared { name, kind }));
        };
        let Some(size) = register.size else {
            return Ok(register.whole());
        };
        if !tokens.accept("[")? {
            return Ok(register.whole());
        }
        let place = tokens.peek().place;
        let form = |what| Reason::UnsupportedForm { what };
        if tokens.sees("{") {
            return Err(place.error(form("sets of indices")));
        }
        if tokens.sees(":") {
            return Err(place.error(form("slices of registers")));
        }
        let index = Expression::integer(tokens, version, "an index")?;
        if tokens.sees(":") {
            return Err(place.error(form("slices of registers")));
        }
        // A negative one counts from the end.
        let from = if index < 0 { size } else { 0 };
        let found = from.checked_add_signed(isize::try_from(index).unwrap_or(isize::MAX));
        let Some(element) = found.filter(|&element| element < size) else {
            let name = quoted(name);
            return Err(place.error(Reason::Index { name, index, size }));
        };
        tokens.symbol("]", "`]`")?;
        Ok(Operand::one(register.start + element))
    }
}
