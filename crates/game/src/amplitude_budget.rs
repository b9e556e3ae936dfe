use crate::{Game, StartedPly};

/// Budget of amplitudes for callers that keep many positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AmplitudeBudget {
    most: usize,
    held: usize,
}

impl AmplitudeBudget {
    /// A budget of so many amplitudes, of which none is used.
    pub const fn new(most: usize) -> Self {
        Self { most, held: 0 }
    }

    /// The number of amplitudes held.
    pub fn held(&self) -> usize {
        self.held
    }

    /// Returns `true` if so many more fit.
    pub fn has(&self, more: usize) -> bool {
        self.held.saturating_add(more) <= self.most
    }

    /// Returns `true` if the position that a started move leads to fits, as in [`Self::fits`].
    pub fn fits_started<G: Game>(&self, started: &StartedPly<G>) -> bool {
        match started.ready() {
            Some(position) => self.fits(position, false),
            None => self.has(1),
        }
    }

    /// Returns `true` if the position that a move led to fits. One that a measurement led to was
    /// not known before: it fits where a single amplitude does.
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
