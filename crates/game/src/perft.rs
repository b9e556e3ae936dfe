use std::sync::atomic::{AtomicBool, Ordering};

use crate::{Game, Pending, Turn};

/// The number of ways to play `depth` whole turns: a chain of plies by one player is one turn, and
/// every legal bitstring of a measurement is a way of its own.
///
/// Cost: one visit for each way to play until the game can [tell](Game::num_turns) in how many ways
/// the rest can be played; one for each way to play all turns where it never can.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    let leaves = perft_until(position, depth, &AtomicBool::new(false));
    leaves.expect("nobody stops it")
}

/// [`perft`] that can be stopped; `None` once it was.
pub fn perft_until<G: Game>(position: &G, depth: u32, stop: &AtomicBool) -> Option<u64> {
    let leaves = count(position, depth, stop, &mut None);
    (!stop.load(Ordering::Relaxed)).then_some(leaves)
}

/// Buffers of a ply of the walk and of the plies after it, kept so that nothing is allocated twice.
struct Ply<G: Game> {
    moves: Vec<G::Move>,
    /// The position after one of the moves.
    position: G,
    next: Option<Box<Self>>,
}

fn count<G: Game>(
    position: &G,
    depth: u32,
    stop: &AtomicBool,
    ply: &mut Option<Box<Ply<G>>>,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    if let Some(turns) = position.num_turns(depth) {
        return turns;
    }
    let ply = ply.get_or_insert_with(|| {
        Box::new(Ply {
            moves: Vec::new(),
            position: position.clone(),
            next: None,
        })
    });
    ply.moves.clear();
    position.legal_moves(&mut ply.moves);
    let mut leaves = 0;
    for &mv in &ply.moves {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        ply.position.clone_from(position);
        leaves += match ply.position.begin(mv) {
            None => after(&ply.position, position, depth, stop, &mut ply.next),
            Some(ask) => {
                let pending = Pending::new(ply.position.clone(), ask);
                measured(&pending, position, depth, stop, &mut ply.next)
            }
        };
    }
    leaves
}

/// The number of ways that follow a completed ply, which led from the position `before`.
fn after<G: Game>(
    position: &G,
    before: &G,
    depth: u32,
    stop: &AtomicBool,
    next: &mut Option<Box<Ply<G>>>,
) -> u64 {
    let left = depth - u32::from(position.turn() != before.turn());
    count(position, left, stop, next)
}

/// The same over every outcome of a ply that measures.
fn measured<G: Game>(
    pending: &Pending<G>,
    before: &G,
    depth: u32,
    stop: &AtomicBool,
    next: &mut Option<Box<Ply<G>>>,
) -> u64 {
    let follow = |(bits, _)| {
        let turn = pending
            .clone()
            .resolve(&bits)
            .expect("outcomes lists legal bits only");
        match turn {
            Turn::Ready(position) => after(&position, before, depth, stop, next),
            Turn::Pending(pending) => measured(&pending, before, depth, stop, next),
        }
    };
    pending.outcomes().map(follow).sum()
}
