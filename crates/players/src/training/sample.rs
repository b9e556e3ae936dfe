/// Mean squared error of values.
pub(super) fn mean_squared_error(samples: &[Sample], value: impl Fn(&Sample) -> f32) -> f64 {
    let squares = samples
        .iter()
        .map(|sample| f64::from((value(sample) - sample.target).powi(2)));
    squares.sum::<f64>() / samples.len().max(1) as f64
}

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
