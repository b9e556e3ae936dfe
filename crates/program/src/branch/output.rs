use crate::processor::MeasuredBit;

/// Bit of a circuit's outcome at the end of a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputBit {
    /// A value that the branch has.
    Known(bool),
    /// The value of a measurement, which no step of the branch needs to depend on.
    Measured(MeasuredBit),
}
