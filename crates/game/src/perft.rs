use crate::{Game, Turn};

/// How many ways there are to play `depth` whole turns: a chain of plies by one player is one
/// turn, and every legal bitstring of a measurement is a way of its own.
///
/// Cost: one visit for each way to play; the last ply of a turn is played too.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    let mut buffers = Vec::new();
    count(position, depth, 0, &mut buffers)
}

/// `ply` numbers the buffers of moves, so that none is allocated twice.
fn count<G: Game>(position: &G, depth: u32, ply: usize, buffers: &mut Vec<Vec<G::Move>>) -> u64 {
    if depth == 0 {
        return 1;
    }
    if buffers.len() == ply {
        buffers.push(Vec::new());
    }
    let mut moves = std::mem::take(&mut buffers[ply]);
    moves.clear();
    position.legal_moves(&mut moves);
    let mut leaves = 0;
    for &mv in &moves {
        let next = position.clone().play_unchecked(mv);
        leaves += follow(next, position, depth, ply, buffers);
    }
    buffers[ply] = moves;
    leaves
}

fn follow<G: Game>(
    turn: Turn<G>,
    before: &G,
    depth: u32,
    ply: usize,
    buffers: &mut Vec<Vec<G::Move>>,
) -> u64 {
    match turn {
        Turn::Ready(position) => {
            let left = depth - u32::from(position.turn() != before.turn());
            count(&position, left, ply + 1, buffers)
        }
        Turn::Pending(pending) => pending
            .outcomes()
            .map(|(bits, _)| {
                let turn = pending
                    .clone()
                    .resolve(&bits)
                    .expect("outcomes lists legal bits only");
                follow(turn, before, depth, ply, buffers)
            })
            .sum(),
    }
}
