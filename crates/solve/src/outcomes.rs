use cheqqers_game::{Game, Turn};

/// Calls a function with the position after each way that a move may end, and the probability of it times `probability`.
pub(crate) fn each_outcome<G: Game, E>(
    turn: Turn<G>,
    probability: f64,
    see: &mut impl FnMut(G, f64) -> Result<(), E>,
) -> Result<(), E> {
    let pending = match turn {
        Turn::Ready(after) => return see(after, probability),
        Turn::Pending(pending) => pending,
    };
    for (bits, factor) in pending.outcomes() {
        let turn = pending.clone().resolve(&bits);
        let turn = turn.expect("outcomes lists legal bits only");
        each_outcome(turn, probability * factor, see)?;
    }
    Ok(())
}
