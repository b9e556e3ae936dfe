use thiserror::Error;

/// Error of exploring the positions of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SolveError {
    #[error("a position of the game has no exact code")]
    NoCode,
    #[error("there are more than {most} positions or moves")]
    TooLarge { most: u64 },
    #[error("the work was stopped")]
    Stopped,
}
