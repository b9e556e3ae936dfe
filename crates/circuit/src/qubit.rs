/// A quantum wire, by its number in a circuit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Qubit(pub u32);

/// A classical wire: where the bit of one measurement goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Clbit(pub u32);

impl Qubit {
    /// The wire with this index.
    ///
    /// # Panics
    /// Panics if the index is 2³² or more.
    pub fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("fewer than 2^32 qubits"))
    }

    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Clbit {
    /// The wire with this index.
    ///
    /// # Panics
    /// Panics if the index is 2³² or more.
    pub fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("fewer than 2^32 clbits"))
    }

    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
