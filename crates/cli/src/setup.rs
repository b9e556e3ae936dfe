//! Games, players and seeds as the command line describes them.

use std::error::Error;

use cheqqers_engine::{EngineFault, PlayerSpec};
use cheqqers_game::notation::{outcomes, split_moves};
use cheqqers_game::record::Detail;
use cheqqers_game::settings::SettingError;
use cheqqers_measure::{Measurer, MeasurerKind};
use cheqqers_players::{
    Forfeit, MAX_DERIVED_SEED, NetError, OpenNetError, OpenTableError, Stream, TimeControl,
    generator,
};
use cheqqers_remote::Profile;
use cheqqers_session::{
    ForceError, GameKind, MissingOutcomes, Opening, OpeningError, PlyError, Position, Series,
    Session, UnknownGame,
};
use cheqqers_solve::GameMismatch;
use rand::TryRng;
use rand::rngs::SysRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::args::{BackendName, GameOptions, Seat};
use crate::error::{CommandError, Failure, USAGE};
use crate::remote::{SPARSE, chosen_for};

/// Error of setting up a game.
#[derive(Debug, Error)]
pub(crate) enum SetupError {
    #[error("the option {key} is given twice")]
    SetTwice { key: String },
    #[error("{0}")]
    Settings(#[source] Box<dyn Error + Send + Sync>),
    #[error("{0}")]
    Position(#[source] Box<dyn Error + Send + Sync>),
    #[error("move {number} of --moves can't be read")]
    Move {
        number: usize,
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    #[error("{text:?} is no list of outcomes")]
    Outcomes { text: String },
    #[error("{player} can't play")]
    Player {
        player: String,
        #[source]
        source: Forfeit,
    },
    #[error("{backend} is a remote backend, which measures one game at a time")]
    RemoteInBulk { backend: String },
    #[error("the machine gave no random seed")]
    NoSeed,
}

impl CommandError for SetupError {
    fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Self::SetTwice { .. } | Self::Settings(_) | Self::Move { .. } => return None,
            Self::Position(_) => "'cheqqers games NAME' shows how its positions are written.",
            Self::Outcomes { .. } => {
                "Write the occupied squares of each measurement in braces, as in '{f6} {d4,g5} {}'."
            }
            Self::Player {
                source: Forfeit::Fault(fault),
                ..
            } if matches!(fault.downcast_ref(), Some(EngineFault::Start { .. })) => {
                "Check the command: no shell is started for it, and a relative path starts in the \
                 current folder."
            }
            Self::Player {
                source: Forfeit::Fault(fault),
                ..
            } if fault.is::<OpenTableError>() => "Tables are written by 'cheqqers solve -o FILE'.",
            Self::Player {
                source: Forfeit::Fault(fault),
                ..
            } if fault.is::<OpenNetError>() || fault.is::<NetError>() => {
                "A network plays the game and the board that it was trained on; its first line names them."
            }
            Self::Player {
                source: Forfeit::Fault(fault),
                ..
            } if fault.is::<GameMismatch>() => {
                "Choose the settings that the table was solved with, or solve one with these by 'cheqqers \
                 solve -o FILE'."
            }
            Self::Player {
                source: Forfeit::Fault(fault),
                ..
            } if matches!(fault.downcast_ref(), Some(EngineFault::OtherGame { .. })) => {
                "Play it by '--game international --level 0 --size 10'."
            }
            Self::Player { .. } => {
                "It must speak the protocol of 'cheqqers help engine': start it by itself, and write \
                 'cqi 1', or 'hub' where it speaks that protocol."
            }
            Self::RemoteInBulk { .. } => {
                "Play one by 'cheqqers play --white random --black random --backend ...'."
            }
            Self::NoSeed => "Give one with --seed N.",
        })
    }

    fn status(&self) -> u8 {
        match self {
            Self::SetTwice { .. } | Self::Settings(_) => USAGE,
            _ => 1,
        }
    }
}

impl CommandError for UnknownGame {
    fn advice(&self) -> Option<&'static str> {
        Some("See 'cheqqers games'.")
    }

    fn status(&self) -> u8 {
        USAGE
    }
}

impl CommandError for SettingError {
    fn advice(&self) -> Option<&'static str> {
        Some("See 'cheqqers games'.")
    }

    fn status(&self) -> u8 {
        USAGE
    }
}

impl CommandError for OpeningError {
    fn advice(&self) -> Option<&'static str> {
        const OUTCOME: &str = "An outcome names all squares found occupied together; where a backend \
                               measures, as in play, it may be left out.";
        let source = match self {
            Self::Move { source, .. } => source,
            Self::MissingOutcomes { .. } | Self::Ways { .. } => {
                return Some(
                    "The braces name all squares found occupied, and none where they are empty; --outcomes \
                     takes them apart from the moves.",
                );
            }
            _ => return Some(OUTCOME),
        };
        Some(match **source {
            ForceError::Outcome { .. } | ForceError::TooMany { .. } => OUTCOME,
            ForceError::Impossible { .. } => "Leave out .m0 and .m1 to have it measured.",
            ForceError::Unmeasured { .. } => "Leave out .m0 and .m1.",
            ForceError::NotDrawn { .. } => {
                "It may be very unlikely: write the occupied squares in braces instead, as in \
                 'd4xf6{f6}'."
            }
            ForceError::Ply(PlyError::Measure { .. }) => SPARSE,
            _ => "Only legal moves can be made, one after the other.",
        })
    }
}

/// A game as the command line describes it.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    /// All that does not depend on the seed.
    pub(crate) series: Series,
    /// Seed of all that is random.
    pub(crate) seed: u64,
    /// Remote backend that measures instead of that of the series: the name the user gave, and its
    /// profile.
    pub(crate) remote: Option<(String, Box<Profile>)>,
}

impl Setup {
    /// Reads the options; `backend` measures unless they name another.
    ///
    /// # Errors
    /// Returns an error if they describe no game. The moves are checked by [`Self::open`].
    pub(crate) fn new(options: &GameOptions, backend: MeasurerKind) -> Result<Self, Failure> {
        let named = options.backend.clone();
        let named = named.map(|name| chosen_for(name, options.is_dry_run));
        let named = named.transpose()?;
        let (backend, remote) = match named {
            None => (backend, None),
            Some(BackendName::Here(kind)) => (kind, None),
            Some(BackendName::Remote(name, profile)) => (backend, Some((name, profile))),
        };
        let game = GameKind::named(options.name())?;
        Ok(Self {
            series: Series {
                game,
                start: start(game, options)?,
                opening: Opening {
                    moves: read_moves(game, options.moves.as_deref().unwrap_or_default())?,
                    outcomes: read_outcomes(options.outcomes.as_deref().unwrap_or_default())?,
                },
                backend,
                encoding: options.encoding,
            },
            seed: options.seed.map_or_else(new_seed, Ok)?,
            remote,
        })
    }

    /// Reads the options of many games in parallel, which the exact state measures unless the options
    /// name another backend.
    ///
    /// # Errors
    /// Also when a move to make first is not legal, and when the backend is a remote one.
    pub(crate) fn in_bulk(options: &GameOptions) -> Result<Self, Failure> {
        let setup = Self::new(options, MeasurerKind::Sparse)?;
        if let Some((backend, _)) = setup.remote {
            return Err(SetupError::RemoteInBulk { backend }.into());
        }
        setup.open(Map::new(), &mut setup.series.measurer(setup.seed))?;
        Ok(setup)
    }

    /// The game with the setup's seed after the moves that come first; `header` begins its record.
    ///
    /// # Errors
    /// Returns an error if one of them is not legal, or has an impossible outcome.
    pub(crate) fn open(
        &self,
        header: Map<String, Value>,
        measurer: &mut Measurer,
    ) -> Result<Session, OpeningError> {
        let (detail, missing) = (Detail::Record, MissingOutcomes::Measured);
        self.series
            .open(self.seed, header, detail, missing, measurer)
    }

    /// The game after the moves that come first, whose outcomes are all given, so that the seed changes
    /// nothing.
    ///
    /// # Errors
    /// As [`Self::open`], and when an outcome is left to chance.
    pub(crate) fn open_without_chance(
        &self,
        header: Map<String, Value>,
    ) -> Result<Session, OpeningError> {
        let mut measurer = self.series.measurer(self.seed);
        let (detail, missing) = (Detail::Record, MissingOutcomes::Refused);
        self.series
            .open(self.seed, header, detail, missing, &mut measurer)
    }

    /// The header of the game's record.
    pub(crate) fn header(
        &self,
        [white, black]: [&Seat; 2],
        time: TimeControl,
    ) -> Map<String, Value> {
        let mut header = self.series.header(self.seed, [white, black], time);
        if let Some((name, _)) = &self.remote {
            header.insert("backend".into(), name.clone().into());
        }
        header
    }
}

/// The position that the options describe.
fn start(kind: GameKind, options: &GameOptions) -> Result<Position, Failure> {
    let changes = options.changes(&kind);
    for (index, (key, _)) in changes.iter().enumerate() {
        if changes[..index].iter().any(|(other, _)| other == key) {
            let key = key.clone();
            return Err(SetupError::SetTwice { key }.into());
        }
    }
    let mut settings = kind.settings(options.preset(), &changes)?;
    let source = match kind.start(&settings) {
        Ok(start) => return Ok(start),
        Err(source) => Box::new(source),
    };
    // The settings are right where only the position keeps the game from being set up.
    let error = match settings.remove("position") {
        Some(_) if kind.start(&settings).is_ok() => SetupError::Position(source),
        _ => SetupError::Settings(source),
    };
    Err(error.into())
}

/// A player that is prepared for a game from this position.
///
/// # Errors
/// Returns an error if it can't play the game.
pub(crate) fn ready(
    kind: &PlayerSpec,
    rng: ChaCha8Rng,
    game: GameKind,
    session: &Session,
) -> Result<cheqqers_session::Seat, SetupError> {
    let mut player = kind.seat(game, rng);
    match player.prepare(session) {
        Ok(()) => Ok(player),
        Err(source) => Err(SetupError::Player {
            player: kind.to_string(),
            source,
        }),
    }
}

/// Starts each engine among the players once, and checks their tables, so that one that can't play is reported
/// before it loses all its games.
///
/// # Errors
/// Returns an error if one can't play a game from this position.
pub(crate) fn ready_all<'a>(
    kinds: impl IntoIterator<Item = &'a PlayerSpec>,
    seed: u64,
    game: GameKind,
    start: &Position,
) -> Result<(), SetupError> {
    let session = game.session(start, Map::new(), usize::MAX);
    for kind in kinds.into_iter().filter(|kind| kind.is_particular()) {
        let rng = generator(seed, Stream::White);
        drop(ready(kind, rng, game, &session)?);
    }
    Ok(())
}

fn read_moves(game: GameKind, text: &str) -> Result<Vec<String>, SetupError> {
    let words = split_moves(text);
    let moves = words.iter().zip(1..).map(|(word, number)| {
        game.read_ply(word).map_err(|source| SetupError::Move {
            number,
            source: Box::new(source),
        })
    });
    moves.collect()
}

fn read_outcomes(text: &str) -> Result<Vec<Vec<String>>, SetupError> {
    outcomes(text).ok_or_else(|| SetupError::Outcomes {
        text: text.to_owned(),
    })
}

/// A random identity for a game: 32 hexadecimal digits.
pub(crate) fn new_identity() -> Result<String, SetupError> {
    let half = || SysRng.try_next_u64().map_err(|_| SetupError::NoSeed);
    Ok(format!("{:016x}{:016x}", half()?, half()?))
}

/// A random seed, small enough for every reader of JSON.
pub(crate) fn new_seed() -> Result<u64, SetupError> {
    let number = SysRng.try_next_u64().map_err(|_| SetupError::NoSeed)?;
    Ok(number & MAX_DERIVED_SEED)
}
