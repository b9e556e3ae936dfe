use std::fmt::Display;

use cheqqers_game::Encoding;
use cheqqers_game::record::Detail;
use cheqqers_measure::{Measurer, MeasurerKind};
use cheqqers_players::{Stream, TimeControl, generator};
use serde_json::{Map, Value};

use crate::door::{GameKind, Position, Session};
use crate::opening::{MissingOutcomes, Opening, OpeningError};

/// Games that differ only by their seeds and players.
#[derive(Clone, Debug)]
pub struct Series {
    /// The game that is played.
    pub game: GameKind,
    /// The position each game starts from.
    pub start: Position,
    /// The moves made first in each.
    pub opening: Opening,
    /// The measurer of each game.
    pub backend: MeasurerKind,
    /// The encoding of circuits, where any are run.
    pub encoding: Encoding,
}

impl Series {
    /// Games from this position, measured by the exact state.
    pub fn of(game: GameKind, start: Position) -> Self {
        Self {
            game,
            start,
            opening: Opening::default(),
            backend: MeasurerKind::Sparse,
            encoding: Encoding::Minimal,
        }
    }

    /// The measurer of the game with this seed.
    pub fn measurer(&self, seed: u64) -> Measurer {
        self.backend
            .measurer(generator(seed, Stream::Measurements), self.encoding)
    }

    /// Returns `true` if outcomes have the probabilities of the exact state, as luck presumes.
    pub fn is_exact(&self) -> bool {
        !matches!(self.backend, MeasurerKind::Noisy(_))
    }

    /// The game with this seed after the moves that come first; `header` begins its record, whose lines
    /// are as detailed as asked for. Outcomes that are not given are measured, or refused.
    ///
    /// # Errors
    /// Returns an error if one of the moves is not legal, or has an outcome that is impossible.
    pub fn open(
        &self,
        seed: u64,
        header: Map<String, Value>,
        detail: Detail,
        missing: MissingOutcomes,
        measurer: &mut Measurer,
    ) -> Result<Session, OpeningError> {
        let mut session = self.game.session(&self.start, header, usize::MAX);
        session.set_detail(detail);
        session.play_opening(&self.opening, seed, missing, measurer)?;
        Ok(session)
    }

    /// The position of the game with this seed after the moves that come first, and how many plies
    /// these are.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn position(
        &self,
        seed: u64,
        measurer: &mut Measurer,
    ) -> Result<(Position, u32), OpeningError> {
        if self.opening.is_empty() {
            return Ok((self.start.clone(), 0));
        }
        let missing = MissingOutcomes::Measured;
        let session = self.open(seed, Map::new(), Detail::Record, missing, measurer)?;
        Ok((session.position(), session.next_ply() - 1))
    }

    /// The header of a record of the game with this seed between White and Black.
    pub fn header(
        &self,
        seed: u64,
        players: [&dyn Display; 2],
        time: TimeControl,
    ) -> Map<String, Value> {
        let mut more = Map::new();
        more.insert("seed".into(), seed.into());
        for (key, player) in ["white", "black"].into_iter().zip(players) {
            more.insert(key.into(), player.to_string().into());
        }
        more.insert("backend".into(), self.backend.to_string().into());
        if time != TimeControl::Own {
            more.insert("time".into(), time.to_string().into());
        }
        self.start.header(more)
    }
}
