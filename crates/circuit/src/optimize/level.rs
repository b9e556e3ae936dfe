/// Level of optimization. Measurements have the same probabilities at every level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Optimization {
    /// The circuit as it is.
    #[default]
    Off,
    /// Fewer gates; every bit is still measured by itself.
    Gates,
    /// Fewer gates still: exclusive ors at the end are left to [`PostProcessing`](crate::PostProcessing).
    ///
    /// A fault of a device then no longer shows as an impossible bitstring: not for noisy backends.
    PostProcessed,
}
