/// Criterion by which positions of one game count as the same, in [`Game::encode`](crate::Game::encode).
///
/// The half-move clock counts where the rules draw by it, and the number of plies never.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sameness {
    /// The same pieces on the same squares, in the same quantum state up to the phase of each component, and
    /// the same player to move.
    Equal,
    /// Also what can't make a difference: positions that a symmetry of the rules turns into each other, such
    /// as the other player's view, and quantum states that no legal move can tell apart.
    Equivalent,
}
