use std::borrow::Cow;
use std::fmt::Display;

use cheqqers_game::record::{self, Detail};
use cheqqers_game::{Encoding, Game};
use cheqqers_measure::{Measurer, MeasurerKind};
use cheqqers_players::{Stream, TimeControl, generator};
use serde_json::{Map, Value};

use crate::door::Position;
use crate::opening::{MissingOutcomes, Opening, OpeningError};
use crate::playable::Playable;
use crate::typed_session::TypedSession;

/// Games that differ only by their seeds and players.
#[derive(Clone, Debug)]
pub struct Series<G: Game> {
    /// The position each game starts from.
    pub start: G,
    /// The moves made first in each.
    pub opening: Opening<G::Move>,
    /// The measurer of each game.
    pub backend: MeasurerKind,
    /// The encoding of circuits, where any are run.
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

    /// Games that begin at a position, with these moves.
    ///
    /// # Errors
    /// Returns an error if one of the moves is none.
    ///
    /// # Panics
    /// Panics if the position is of another game.
    pub fn from_position(
        start: &Position,
        moves: &[String],
        outcomes: Vec<Vec<String>>,
    ) -> Result<Self, OpeningError>
    where
        G: Playable,
    {
        let start = start.typed::<G>().expect("the position is of this game");
        Ok(Self {
            opening: Opening::read(moves, outcomes)?,
            ..Self::of((*start.position).clone())
        })
    }

    /// The measurer of the game with this seed.
    pub fn measurer(&self, seed: u64) -> Measurer {
        self.backend
            .measurer(generator(seed, Stream::Measurements), self.encoding)
    }

    /// The game with this seed after the moves that come first; `header` begins its record, whose lines
    /// are as detailed as asked for.
    ///
    /// # Errors
    /// Returns an error if one of the moves is not legal, or has an outcome that is impossible.
    pub fn open(
        &self,
        seed: u64,
        header: Map<String, Value>,
        detail: Detail,
        measurer: &mut Measurer,
    ) -> Result<TypedSession<G>, OpeningError> {
        let mut session = TypedSession::new(self.start.clone(), header).with_detail(detail);
        self.opening
            .play(&mut session, seed, MissingOutcomes::Measured, measurer)?;
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
    ) -> Result<(Cow<'_, G>, u32), OpeningError> {
        if self.opening.is_empty() {
            return Ok((Cow::Borrowed(&self.start), 0));
        }
        let session = self
            .open(seed, Map::new(), Detail::Record, measurer)?
            .keeping_last_positions();
        let plies = session.next_ply() - 1;
        Ok((Cow::Owned(session.into_position()), plies))
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
        record::header(&self.start, more)
    }
}
