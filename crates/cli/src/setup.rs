//! From the options of a game to the position it goes on from.

use cheqqers_checkers::{Level, Move, Position, Rules, RulesError};
use cheqqers_game::notation::{Demand, Forced, outcomes, split_moves};
use cheqqers_game::record::{self, Detail, PlyLine};
use cheqqers_game::{Encoding, Game, Turn};
use cheqqers_players::{
    MAX_DERIVED_SEED, Measurer, MeasurerKind, PlayerKind, Ply, Seats, Stream, generator, past,
    play_forced,
};
use cheqqers_remote::Profile;
use rand::TryRng;
use rand::rngs::SysRng;
use serde_json::{Map, Value};

use crate::CliError;
use crate::args::{BackendName, GameOptions};

/// A game as the command line describes it.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    /// Where the game starts.
    pub(crate) start: Position,
    /// The seed of all that is random.
    pub(crate) seed: u64,
    /// Who measures, unless a device of a service does.
    pub(crate) backend: MeasurerKind,
    /// The device of a service that measures: what the user calls it, and how to get there.
    pub(crate) remote: Option<(String, Box<Profile>)>,
    /// How circuits are written, where any are.
    pub(crate) encoding: Encoding,
    moves: Vec<Forced<Move>>,
    outcomes: Vec<Vec<String>>,
}

/// One of the moves that are made before the game proper begins.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    /// The position before it.
    pub(crate) before: Position,
    /// The move.
    pub(crate) mv: Move,
    /// What came of it.
    pub(crate) ply: Ply<Position>,
}

impl Opening {
    /// The line of a record that tells it, `ply` being its number from 1.
    pub(crate) fn line(&self, ply: u32, detail: Detail) -> PlyLine {
        PlyLine::new(
            ply,
            &self.before,
            self.mv,
            self.ply.measured.clone(),
            &self.ply.position,
            detail,
        )
    }
}

impl Setup {
    /// Reads the options; `backend` measures unless they name another.
    ///
    /// # Errors
    /// When they describe no game. Whether the moves are legal shows in [`Self::open`].
    pub(crate) fn new(options: &GameOptions, backend: MeasurerKind) -> Result<Self, CliError> {
        let name = options.game.split(':').next().unwrap_or_default();
        if name != "cheqqers" {
            return Err(CliError::UnknownGame {
                found: options.game.clone(),
            });
        }
        if options.game != name {
            return Err(CliError::UnknownPreset {
                found: options.game.clone(),
            });
        }
        if let Some(option) = options.set.first() {
            return Err(CliError::UnknownOption {
                found: option.clone(),
            });
        }
        let (backend, remote) = match options.backend.clone() {
            None => (backend, None),
            Some(BackendName::Here(kind)) => (kind, None),
            Some(BackendName::Remote(name, profile)) => (backend, Some((name, profile))),
        };
        let rules = rules(options)?;
        let start = match &options.position {
            None => Position::initial(rules),
            Some(fen) => Position::from_fen(rules, fen).map_err(RulesError::from)?,
        };
        Ok(Self {
            start,
            seed: options.seed.map_or_else(new_seed, Ok)?,
            backend,
            remote,
            encoding: options.encoding,
            moves: read_moves(options.moves.as_deref().unwrap_or_default())?,
            outcomes: read_outcomes(options.outcomes.as_deref().unwrap_or_default())?,
        })
    }

    /// Who measures in the game with this seed, where that is this program.
    pub(crate) fn measurer(&self, seed: u64) -> Measurer {
        self.backend
            .measurer(generator(seed, Stream::Measurements), self.encoding)
    }

    /// Makes the moves that come before the game proper, in the game with this seed.
    ///
    /// # Errors
    /// When one of them is not legal, or has an outcome that can't be.
    pub(crate) fn open(
        &self,
        seed: u64,
        measurer: &mut Measurer,
    ) -> Result<Vec<Opening>, CliError> {
        self.make_moves(seed, measurer, Chance::Measured)
    }

    /// The same where every outcome is given, so that the seed changes nothing.
    ///
    /// # Errors
    /// As [`Self::open`], and when an outcome is left to chance.
    pub(crate) fn open_without_chance(&self) -> Result<Vec<Opening>, CliError> {
        self.make_moves(self.seed, &mut self.measurer(self.seed), Chance::Refused)
    }

    fn make_moves(
        &self,
        seed: u64,
        measurer: &mut Measurer,
        chance: Chance,
    ) -> Result<Vec<Opening>, CliError> {
        let mut rng = generator(seed, Stream::Setup);
        let mut apart = self.outcomes.iter().cloned();
        let mut openings: Vec<Opening> = Vec::with_capacity(self.moves.len());
        for (forced, number) in self.moves.iter().zip(1..) {
            let before = openings
                .last()
                .map_or_else(|| self.start.clone(), |last| last.ply.position.clone());
            let given = apart.len();
            let ply = u32::try_from(number).unwrap_or(u32::MAX);
            measurer.begin(ply, forced.mv, || {
                past(
                    openings
                        .iter()
                        .map(|made| (made.mv, &made.ply.measured[..])),
                )
            });
            let ply =
                play_forced(&before, forced, &mut apart, measurer, &mut rng).map_err(|source| {
                    CliError::Move {
                        number,
                        source: Box::new(source),
                    }
                })?;
            if chance == Chance::Refused && is_drawn(&before, forced, given, &ply) {
                let mv = forced.mv;
                return Err(CliError::Chance { number, mv });
            }
            openings.push(Opening {
                before,
                mv: forced.mv,
                ply,
            });
        }
        match apart.len() {
            0 => Ok(openings),
            left => Err(CliError::OutcomesLeft { left }),
        }
    }

    /// Whether moves are made before the game proper.
    pub(crate) fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// The header of a record of the game with this seed.
    pub(crate) fn header(&self, seed: u64, white: &str, black: &str) -> Map<String, Value> {
        let mut more = Map::new();
        more.insert("seed".into(), seed.into());
        more.insert("white".into(), white.into());
        more.insert("black".into(), black.into());
        let backend = match &self.remote {
            Some((name, _)) => name.clone(),
            None => self.backend.to_string(),
        };
        more.insert("backend".into(), backend.into());
        record::header(&self.start, more)
    }
}

/// What becomes of an outcome that is not given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Chance {
    /// It is measured.
    Measured,
    /// It is an error.
    Refused,
}

/// Whether anything was drawn for a ply to which `apart` outcomes were given besides its own.
fn is_drawn(before: &Position, forced: &Forced<Move>, apart: usize, ply: &Ply<Position>) -> bool {
    let own = match &forced.demand {
        Demand::Any => 0,
        Demand::Occupied(outcomes) => outcomes.len(),
        &Demand::Succeeds(succeed) => {
            return before
                .clone()
                .play(forced.mv)
                .is_ok_and(|turn| ways(turn, succeed) > 1);
        }
    };
    ply.measured.len() > own + apart
}

/// In how many ways a move succeeds, or fails.
fn ways(turn: Turn<Position>, succeed: bool) -> usize {
    match turn {
        Turn::Ready(position) => usize::from(position.captured().is_empty() != succeed),
        Turn::Pending(pending) => pending
            .outcomes()
            .filter_map(|(bits, _)| pending.clone().resolve(&bits).ok())
            .map(|turn| ways(turn, succeed))
            .sum(),
    }
}

/// The players of the game with this seed.
pub(crate) fn seats(seed: u64, white: &PlayerKind, black: &PlayerKind) -> Seats<Position> {
    Seats {
        white: white.player(generator(seed, Stream::White)),
        black: black.player(generator(seed, Stream::Black)),
    }
}

fn rules(options: &GameOptions) -> Result<Rules, CliError> {
    let number = u64::from(options.level);
    let level = Level::from_number(number).ok_or(RulesError::Level { level: number })?;
    let mut rules = Rules::new(level).with_size(options.size.into())?;
    if let Some(rows) = options.rows {
        rules = rules.with_rows(rows.into())?;
    }
    Ok(rules
        .with_entanglement(options.entanglement)
        .with_draw_after(options.draw_after.0)?)
}

fn read_moves(text: &str) -> Result<Vec<Forced<Move>>, CliError> {
    split_moves(text)
        .iter()
        .zip(1..)
        .map(|(word, number)| {
            word.parse()
                .map_err(|source| CliError::UnreadableMove { number, source })
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
