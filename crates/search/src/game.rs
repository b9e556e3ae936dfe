/// A turn-based game with exact chance, as the search sees it: for one player or two, zero-sum.
///
/// A player may move several times in a row, and chance as well. Methods may be slow: each is called
/// once for a state that the search adds to its tree, and `next` once for each such state.
pub trait StochasticGame {
    /// A position of the game. The search keeps one for each node of its tree, and copies none.
    type State;
    /// An error of the game: `std::convert::Infallible` where there is none.
    type Error: std::error::Error + 'static;

    /// The kind of a state.
    ///
    /// # Errors
    /// As the game says.
    fn kind(&self, state: &Self::State) -> Result<NodeKind, Self::Error>;

    /// Appends the legal actions at a decision, ascending; `actions` is empty.
    ///
    /// # Errors
    /// As the game says.
    fn actions(&self, state: &Self::State, actions: &mut Vec<u32>) -> Result<(), Self::Error>;

    /// Appends all outcomes of a chance node, each once, with their probabilities; `outcomes` is
    /// empty. They sum to 1 within 10⁻⁶, and are normalized.
    ///
    /// # Errors
    /// As the game says.
    fn outcomes(
        &self,
        state: &Self::State,
        outcomes: &mut Vec<(u32, f64)>,
    ) -> Result<(), Self::Error>;

    /// The state after an action of a decision, or an outcome of a chance node.
    ///
    /// # Errors
    /// As the game says.
    fn next(&self, state: &Self::State, step: u32) -> Result<Self::State, Self::Error>;
}

/// The kind of a state of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum NodeKind {
    /// A player chooses an action.
    Decision(Side),
    /// A chance node: an outcome happens with its probability.
    Random,
    /// The end of the game, worth this for the first player, in -1..=1.
    Terminal(f64),
}

/// One of two players. A game for one has the first alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Side 0, who wants a high value.
    First,
    /// Side 1, who wants a low one.
    Second,
}

impl Side {
    /// A value for the first player as one for this player, or back.
    #[must_use]
    pub fn view(self, value: f64) -> f64 {
        match self {
            Side::First => value,
            Side::Second => -value,
        }
    }
}
