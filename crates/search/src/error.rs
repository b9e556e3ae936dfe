use thiserror::Error;

/// An error of a search, or of its game (`E`).
///
/// Wrong predictions change nothing: the search goes on with right ones. After any other error the
/// searches are of no more use.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum SearchError<E> {
    /// An error of the game.
    #[error("the game failed")]
    Game(#[source] E),
    /// A setting outside its range.
    #[error("the setting {name} is out of range")]
    SettingOutOfRange {
        /// The field's name.
        name: &'static str,
    },
    /// A number of predictions other than that of the leaves.
    #[error("{given} predictions for {expected} leaves")]
    WrongNumberOfPredictions {
        /// The number of leaves.
        expected: usize,
        /// The number of predictions.
        given: usize,
    },
    /// A number of logits other than that of the legal actions.
    #[error("leaf {leaf} has {expected} legal actions, its prediction {given} logits")]
    WrongNumberOfLogits {
        /// The index of the leaf.
        leaf: usize,
        /// The number of legal actions.
        expected: usize,
        /// The number of logits.
        given: usize,
    },
    /// A logit that is NaN or +∞, or no finite one.
    #[error("the logits of leaf {leaf} are not finite")]
    LogitsNotFinite {
        /// The index of the leaf.
        leaf: usize,
    },
    /// A predicted value outside -1..=1, or NaN.
    #[error("the value {value} of leaf {leaf} is not in -1..=1")]
    ValueOutOfRange {
        /// The index of the leaf.
        leaf: usize,
        /// The predicted value.
        value: f32,
    },
    /// The value of an ended game outside -1..=1, or NaN.
    #[error("the value {0} of an ended game is not in -1..=1")]
    TerminalValueOutOfRange(f64),
    /// A decision without legal actions.
    #[error("no legal actions at a decision")]
    NoActions,
    /// Legal actions that are out of order or double.
    #[error("legal actions are not ascending: {0} and then {1}")]
    ActionsNotAscending(u32, u32),
    /// A probability that is negative or NaN.
    #[error("the probability {probability} of outcome {outcome} is none")]
    NotAProbability {
        /// The game's number of the outcome.
        outcome: u32,
        /// The probability of the outcome.
        probability: f64,
    },
    /// Probabilities of a chance node that do not sum to 1.
    #[error("the probabilities of a chance node sum to {0}, not to 1")]
    ProbabilitySum(f64),
    /// Chance nodes that follow each other without end, or nearly so.
    #[error("more than {0} states after each other without a decision or an end")]
    EndlessOutcomes(usize),
    /// More nodes or edges than 32-bit numbers count.
    #[error("the tree has more nodes or edges than 32-bit numbers count")]
    TreeTooLarge,
}
