use std::collections::BTreeSet;

use cheqqers_circuit::{Action, Bitstring, Circuit, Qubit};

use crate::SimError;

/// Assignment of qubits to the bits of a shot.
///
/// One bit per clbit of a circuit, the last measurement into it counting; a clbit without one reads 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Readout {
    sources: Vec<Option<Qubit>>,
    /// `true` if bit `k` reads qubit `k` throughout.
    plain: bool,
}

impl Readout {
    /// Readout by the measurements of a circuit.
    ///
    /// # Errors
    /// Returns an error if a gate acts on a qubit after its measurement, or there are too many
    /// clbits for a bitstring.
    pub fn of(circuit: &Circuit) -> Result<Self, SimError> {
        check_clbits(circuit.num_clbits())?;
        let mut sources = vec![None; circuit.num_clbits()];
        let mut measured = BTreeSet::new();
        for operation in circuit.operations() {
            match operation.action {
                Action::Gate(gate, operands) => {
                    let late = |qubit: &&Qubit| measured.contains(*qubit);
                    if let Some(&qubit) = operands.as_slice().iter().find(late) {
                        return Err(SimError::GateAfterMeasurement { gate, qubit });
                    }
                }
                Action::Measure(qubit, clbit) => {
                    measured.insert(qubit);
                    sources[clbit.index()] = Some(qubit);
                }
            }
        }
        Ok(Self::from_sources(sources))
    }

    /// Reads each of the first `num_qubits` qubits into the bit of its number.
    ///
    /// # Errors
    /// Returns an error if they are too many for a bitstring.
    pub fn of_all(num_qubits: usize) -> Result<Self, SimError> {
        check_clbits(num_qubits)?;
        Ok(Self::from_sources(
            (0..).map(|k| Some(Qubit(k))).take(num_qubits).collect(),
        ))
    }

    /// Number of bits of a shot.
    pub fn num_bits(&self) -> usize {
        self.sources.len()
    }

    /// The qubit behind each bit, or `None` where nothing was measured.
    pub fn sources(&self) -> &[Option<Qubit>] {
        &self.sources
    }

    /// The bits of the basis state with this index.
    pub fn read(&self, index: u128) -> Bitstring {
        if self.plain {
            let len = self.num_bits();
            let beyond = if len < 128 { u128::MAX << len } else { 0 };
            return Bitstring::from_index(index & !beyond, len);
        }
        self.sources
            .iter()
            .map(|source| source.is_some_and(|qubit| index >> qubit.index() & 1 == 1))
            .collect()
    }

    /// Readout of some of the qubits, ascending, by themselves: qubit `k` is the `k`-th of them.
    pub(crate) fn restricted_to(&self, qubits: &[Qubit]) -> PartialReadout {
        let sources = (0..).zip(&self.sources);
        let (bits, sources) = sources
            .filter_map(|(bit, source)| {
                let place = qubits.binary_search(&(*source)?).ok()?;
                Some((bit, Some(Qubit::from_index(place))))
            })
            .unzip();
        PartialReadout {
            bits,
            readout: Self::from_sources(sources),
        }
    }

    /// Reads a qubit into each bit, and 0 where there is none. A bitstring has room for
    /// [`Bitstring::MAX_LEN`] bits.
    pub fn from_sources(sources: Vec<Option<Qubit>>) -> Self {
        let plain = sources
            .iter()
            .enumerate()
            .all(|(k, source)| source.is_some_and(|qubit| qubit.index() == k));
        Self { sources, plain }
    }
}

/// Readout of some of the qubits of a circuit.
pub(crate) struct PartialReadout {
    /// Of each of its bits the one in a shot of the circuit.
    bits: Vec<usize>,
    pub(crate) readout: Readout,
}

impl PartialReadout {
    /// A shot of the circuit with the bits of these qubits replaced.
    pub(crate) fn write(&self, part: Bitstring, shot: Bitstring) -> Bitstring {
        let bits = self.bits.iter().zip(part.iter());
        bits.fold(shot, |shot, (&bit, value)| shot.with_bit(bit, value))
    }

    /// Replaces the bits of these qubits in shots of the circuit, in order.
    pub(crate) fn write_all(&self, parts: Vec<Bitstring>, shots: &mut [Bitstring]) {
        for (shot, bits) in shots.iter_mut().zip(parts) {
            *shot = self.write(bits, *shot);
        }
    }
}

fn check_clbits(num_clbits: usize) -> Result<(), SimError> {
    if num_clbits > Bitstring::MAX_LEN {
        return Err(SimError::TooManyClbits {
            num_clbits,
            limit: Bitstring::MAX_LEN,
        });
    }
    Ok(())
}
