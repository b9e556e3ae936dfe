use cheqqers_sim::Limits;

/// Limits of circuits with measurements in the middle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BranchLimits {
    /// Limits of the state of each component.
    pub state: Limits,
    /// The most branches of exact probabilities. Shots have at most one branch each.
    pub branches: usize,
    /// The most forks on the way to the end of a branch.
    pub forks: usize,
    /// The most gates, measurements, resets and readings of all branches together, those that are
    /// passed over included.
    pub steps: u64,
    /// The most bytes of the states kept for branches that are still to be run.
    pub kept_bytes: usize,
}

impl Default for BranchLimits {
    /// 2¹⁸ branches of up to 2¹⁶ forks, 10⁹ steps, 4 GiB of kept states.
    fn default() -> Self {
        Self {
            state: Limits::default(),
            branches: 1 << 18,
            forks: 1 << 16,
            steps: 1_000_000_000,
            kept_bytes: 1 << 32,
        }
    }
}
