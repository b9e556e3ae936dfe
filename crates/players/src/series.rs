use cheqqers_game::{Encoding, Game, record};
use serde_json::{Map, Value};

use crate::{Chance, Measurer, MeasurerKind, Opened, Opening, OpeningError, Stream, generator};

/// What the games of a series have in common: all but their seeds and who plays.
#[derive(Clone, Debug)]
pub struct Series<G: Game> {
    /// Where each game starts.
    pub start: G,
    /// The moves made first in each.
    pub opening: Opening<G::Move>,
    /// Who measures.
    pub backend: MeasurerKind,
    /// How circuits are written, where any are.
    pub encoding: Encoding,
}

impl<G: Game> Series<G> {
    /// Games from this position, measured by the exact state.
    pub fn of(start: G) -> Self {
        Self {
            start,
            opening: Opening::default(),
            backend: MeasurerKind::Sparse,
            encoding: Encoding::Minimal,
        }
    }

    /// Who measures in the game with this seed.
    pub fn measurer(&self, seed: u64) -> Measurer {
        self.backend
            .measurer(generator(seed, Stream::Measurements), self.encoding)
    }

    /// Makes the moves that come first in the game with this seed.
    ///
    /// # Errors
    /// When one of them is not legal, or has an outcome that can't be.
    pub fn open(
        &self,
        seed: u64,
        measurer: &mut Measurer,
    ) -> Result<Vec<Opened<G>>, OpeningError<G>> {
        self.opening
            .play(&self.start, seed, Chance::Measured, measurer)
    }

    /// The header of a record of the game with this seed. `backend` names who measures.
    pub fn header(&self, seed: u64, white: &str, black: &str, backend: &str) -> Map<String, Value> {
        let mut more = Map::new();
        more.insert("seed".into(), seed.into());
        more.insert("white".into(), white.into());
        more.insert("black".into(), black.into());
        more.insert("backend".into(), backend.into());
        record::header(&self.start, more)
    }
}
