//! From the options of a game to the position it goes on from.

use std::str::FromStr;

use cheqqers_game::Game;
use cheqqers_game::notation::{Forced, outcomes, split_moves};
use cheqqers_game::settings;
use cheqqers_players::{
    Chance, MAX_DERIVED_SEED, Measurer, MeasurerKind, Opened, Opening, Player, PlayerKind, Series,
    Stream, generator,
};
use cheqqers_remote::Profile;
use rand::TryRng;
use rand::rngs::SysRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value};

use crate::CliError;
use crate::args::{BackendName, GameOptions};

/// A game as the command line describes it.
#[derive(Clone, Debug)]
pub(crate) struct Setup<G: Game> {
    /// What does not depend on the seed.
    pub(crate) series: Series<G>,
    /// The seed of all that is random.
    pub(crate) seed: u64,
    /// The device of a service that measures in place of the series' backend: what the user calls
    /// it, and how to get there.
    pub(crate) remote: Option<(String, Box<Profile>)>,
}

impl<G: Game> Setup<G> {
    /// Reads the options; `backend` measures unless they name another.
    ///
    /// # Errors
    /// When they describe no game. Whether the moves are legal shows in [`Self::open`].
    pub(crate) fn new(options: &GameOptions, backend: MeasurerKind) -> Result<Self, CliError> {
        let (backend, remote) = match options.backend.clone() {
            None => (backend, None),
            Some(BackendName::Here(kind)) => (kind, None),
            Some(BackendName::Remote(name, profile)) => (backend, Some((name, profile))),
        };
        Ok(Self {
            series: Series {
                start: start(options)?,
                opening: Opening {
                    moves: read_moves(options.moves.as_deref().unwrap_or_default())?,
                    outcomes: read_outcomes(options.outcomes.as_deref().unwrap_or_default())?,
                    ..Opening::default()
                },
                backend,
                encoding: options.encoding,
            },
            seed: options.seed.map_or_else(new_seed, Ok)?,
            remote,
        })
    }

    /// Makes the moves that come before the game proper, in the game with the setup's seed.
    ///
    /// # Errors
    /// When one of them is not legal, or has an outcome that can't be.
    pub(crate) fn open(&self, measurer: &mut Measurer) -> Result<Vec<Opened<G>>, CliError> {
        Ok(self.series.open(self.seed, measurer)?)
    }

    /// The same where every outcome is given, so that the seed changes nothing.
    ///
    /// # Errors
    /// As [`Self::open`], and when an outcome is left to chance.
    pub(crate) fn open_without_chance(&self) -> Result<Vec<Opened<G>>, CliError> {
        let Series { start, opening, .. } = &self.series;
        let mut measurer = self.series.measurer(self.seed);
        Ok(opening.play(start, self.seed, Chance::Refused, &mut measurer)?)
    }

    /// The header of the game's record.
    pub(crate) fn header(&self, white: &str, black: &str) -> Map<String, Value> {
        let backend = match &self.remote {
            Some((name, _)) => name.clone(),
            None => self.series.backend.to_string(),
        };
        self.series.header(self.seed, white, black, &backend)
    }
}

/// The position that the options describe.
fn start<G: Game>(options: &GameOptions) -> Result<G, CliError> {
    let changes = options.changes::<G>()?;
    let changes = changes.iter().map(|(key, value)| (*key, value.as_str()));
    let header = settings::header::<G>(options.preset(), changes)?;
    G::from_header(&header).map_err(|source| CliError::Setup {
        source: Box::new(source),
    })
}

/// A player that is ready for a game from this position.
///
/// # Errors
/// When it can't play it.
pub(crate) fn ready<G: Game>(
    kind: &PlayerKind,
    rng: ChaCha8Rng,
    start: &G,
) -> Result<Box<dyn Player<G>>, CliError> {
    let mut player = kind.player(rng);
    match player.prepare(start) {
        Ok(()) => Ok(player),
        Err(source) => Err(CliError::Player {
            player: kind.to_string(),
            source,
        }),
    }
}

/// Starts the other programs that are to play, once and for nothing: what is wrong with them should
/// show before they lose all their games.
///
/// # Errors
/// When one can't play a game from this position.
pub(crate) fn ready_all<'a, G: Game>(
    kinds: impl IntoIterator<Item = &'a PlayerKind>,
    seed: u64,
    start: &G,
) -> Result<(), CliError> {
    for kind in kinds.into_iter().filter(|kind| kind.is_foreign()) {
        drop(ready(kind, generator(seed, Stream::White), start)?);
    }
    Ok(())
}

fn read_moves<M>(text: &str) -> Result<Vec<Forced<M>>, CliError>
where
    M: FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    split_moves(text)
        .iter()
        .zip(1..)
        .map(|(word, number)| {
            let read = word.parse::<Forced<M>>();
            read.map_err(|source| CliError::UnreadableMove {
                number,
                source: Box::new(source),
            })
        })
        .collect()
}

fn read_outcomes(text: &str) -> Result<Vec<Vec<String>>, CliError> {
    outcomes(text).ok_or_else(|| CliError::UnreadableOutcomes {
        text: text.to_owned(),
    })
}

/// An identity for a game, which no other game has.
pub(crate) fn new_identity() -> Result<String, CliError> {
    let half = || SysRng.try_next_u64().map_err(|_| CliError::NoSeed);
    Ok(format!("{:016x}{:016x}", half()?, half()?))
}

/// A seed from the machine, small enough to survive every reader of JSON.
pub(crate) fn new_seed() -> Result<u64, CliError> {
    let number = SysRng.try_next_u64().map_err(|_| CliError::NoSeed)?;
    Ok(number & MAX_DERIVED_SEED)
}
