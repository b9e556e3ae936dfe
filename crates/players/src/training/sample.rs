/// A position and what it is worth for the player to move.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// Numbers and values of features.
    pub(super) features: Box<[(u16, f32)]>,
    /// Share of the network that counts.
    pub(super) factor: f32,
    /// The static evaluation.
    pub(super) evaluation: f32,
    /// Value to learn.
    pub(super) target: f32,
}
