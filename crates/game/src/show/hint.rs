use crate::{Colour, Game, GameExt, Outcome, Turn};

/// The move with the highest expected static evaluation for the player to move; of equals the first.
///
/// Measurements that have more outcomes together than `max_outcomes` count as the position before
/// the last of them: what is expected of each piece does not change by measuring, and the first few
/// outcomes say little of the others.
pub fn best_move<G: Game>(position: &G, legal: &[G::Move], max_outcomes: f64) -> Option<G::Move> {
    let start = position.without_circuits();
    let sign = match position.turn() {
        Colour::White => 1.0,
        Colour::Black => -1.0,
    };
    let rated = legal.iter().map(|&mv| {
        let after = start.clone().play_unchecked(mv);
        (sign * expected_evaluation(after, max_outcomes), mv)
    });
    let best = rated.reduce(|best, other| if other.0 > best.0 { other } else { best });
    best.map(|(_, mv)| mv)
}

/// Expected static evaluation of a turn, for White.
fn expected_evaluation<G: Game>(turn: Turn<G>, max_outcomes: f64) -> f64 {
    match turn {
        Turn::Ready(position) => match position.outcome() {
            None => position.static_evaluation(),
            Some(Outcome::Draw) => 0.0,
            Some(Outcome::Decisive { winner }) => match winner {
                Colour::White => 1.0,
                Colour::Black => -1.0,
            },
        },
        Turn::Pending(pending) => {
            let num_outcomes = pending.num_outcomes();
            if num_outcomes > max_outcomes {
                return pending.position().static_evaluation();
            }
            let outcomes = pending.outcomes().filter_map(|(bits, probability)| {
                let turn = pending.clone().resolve(&bits).ok()?;
                Some(probability * expected_evaluation(turn, max_outcomes / num_outcomes))
            });
            outcomes.sum()
        }
    }
}
