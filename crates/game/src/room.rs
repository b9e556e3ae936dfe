use crate::Game;

/// How many amplitudes positions hold together, and how many they may, for who keeps them all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    most: usize,
    held: usize,
}

impl Room {
    /// Room for so many amplitudes, of which none is taken up.
    pub const fn new(most: usize) -> Self {
        Self { most, held: 0 }
    }

    /// How many are taken up.
    pub fn held(&self) -> usize {
        self.held
    }

    /// Whether there is room for so many more.
    pub fn has(&self, more: usize) -> bool {
        self.held.saturating_add(more) <= self.most
    }

    /// Whether there is room for what a move led to. A position that a measurement led to was not known before
    /// that was made: for one there is room where there is any.
    pub fn fits<G: Game>(&self, after: &G, is_measured: bool) -> bool {
        self.has(if is_measured {
            1
        } else {
            after.world().num_amplitudes()
        })
    }

    /// Takes up what a position holds, whether there is room or not.
    pub fn keep<G: Game>(&mut self, position: &G) {
        self.held += position.world().num_amplitudes();
    }

    /// Gives back what a position that was kept holds.
    pub fn let_go<G: Game>(&mut self, position: &G) {
        self.held -= position.world().num_amplitudes();
    }
}
