/// A named unitary of the one gate table; angles are in radians.
///
/// Controls come first; the first qubit is the least significant bit of the matrix index.
/// In text a gate is its name, with the angle where it has one: `cx`, `rx(0.5)`.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Gate {
    /// Bit flip, |0⟩ to |1⟩ and back.
    X,
    /// i X Z.
    Y,
    /// Phase -1 on |1⟩.
    Z,
    /// Hadamard gate: |0⟩ to (|0⟩ + |1⟩)/√2, |1⟩ to (|0⟩ - |1⟩)/√2.
    H,
    /// Phase i on |1⟩.
    S,
    /// Inverse of S.
    Sdg,
    /// Phase exp(iπ/4) on |1⟩.
    T,
    /// Inverse of T.
    Tdg,
    /// Root of X.
    Sx,
    /// Inverse of SX.
    Sxdg,
    /// Rotation about X, exp(-iθX/2).
    Rx(f64),
    /// Rotation about Y, exp(-iθY/2).
    Ry(f64),
    /// Rotation about Z, exp(-iθZ/2).
    Rz(f64),
    /// Phase exp(iθ) on |1⟩.
    P(f64),
    /// X on the second qubit where the first is 1.
    Cx,
    /// Z on the second qubit where the first is 1.
    Cz,
    /// H on the second qubit where the first is 1.
    Ch,
    /// Exchange of two qubits.
    Swap,
    /// Exchange with a factor i on what is exchanged.
    Iswap,
    /// Inverse of iSWAP.
    Iswapdg,
    /// Root of iSWAP: |10⟩ becomes (|10⟩ + i|01⟩)/√2.
    Siswap,
    /// Inverse of the root of iSWAP.
    Siswapdg,
    /// X on the third qubit where the first two are 1.
    Ccx,
    /// iSWAP of the second and third qubit where the first is 1.
    Ciswap,
    /// Inverse of the controlled iSWAP.
    Ciswapdg,
    /// Split of the first qubit over the second and third: siswap(1, 3), iswap(1, 2).
    ///
    /// With both targets in |0⟩ it takes |s⟩ to (i/√2)(|t1⟩ + |t2⟩). The row `Split` in `table.rs` is the
    /// one definition; each other form is tested against it:
    ///
    /// - short form, literal form and walk of the effect: `tests/games/effects.rs`;
    /// - matrix and decomposition: `every_row_of_the_table_is_consistent` in `gate/tests.rs`;
    /// - `Sparse::split`: `sparse/tests.rs` of `sim`;
    /// - OpenQASM: `reader/tests` of `qasm`.
    ///
    /// Source: arXiv:2506.05962, appendix.
    Split,
    /// Merge of the first and second qubit into the third, the inverse of a split of the third.
    ///
    /// With the target in |0⟩ the first qubit always ends in |0⟩. Source: arXiv:2506.05962, appendix.
    Merge,
}

/// Gates that make up another, in order of time, each with the places of its operands among those of
/// the whole.
pub type Decomposition = &'static [(Gate, &'static [usize])];
