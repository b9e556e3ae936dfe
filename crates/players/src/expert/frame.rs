use cheqqers_game::Game;

use super::order::Order;

/// A position of the line that is searched, and its moves.
#[derive(Debug)]
pub(super) struct Frame<G: Game> {
    pub(super) position: G,
    pub(super) moves: Vec<G::Move>,
    /// For each move how early it is tried, and its number.
    ranks: Vec<(u32, u16)>,
}

impl<G: Game> Frame<G> {
    /// Memory for a position like this one.
    pub(super) fn like(position: &G) -> Self {
        Self {
            position: position.clone(),
            moves: Vec::new(),
            ranks: Vec::new(),
        }
    }

    /// Tells how early each move is tried; the one with the number `best` is the first.
    pub(super) fn rank(&mut self, order: &Order<G::Move>, best: Option<u16>, ply: usize) {
        let turn = self.position.turn();
        let ranked = |(number, &mv): (u16, &G::Move)| {
            let rank = if best == Some(number) {
                u32::MAX
            } else {
                order.rank(mv, turn, ply)
            };
            (rank, number)
        };
        self.ranks.clear();
        self.ranks.extend((0..).zip(&self.moves).map(ranked));
    }

    /// The best of the moves that were not tried yet, the lower number first among equals.
    pub(super) fn next(&mut self, tried: usize) -> (u16, G::Move) {
        let left = &mut self.ranks[tried..];
        let mut first = 0;
        for index in 1..left.len() {
            if left[index].0 > left[first].0 {
                first = index;
            }
        }
        // What was passed over keeps its order.
        left[..=first].rotate_right(1);
        let number = left[0].1;
        (number, self.moves[usize::from(number)])
    }
}
