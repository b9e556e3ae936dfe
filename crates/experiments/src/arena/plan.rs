use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use cheqqers_game::notation::Forced;
use cheqqers_game::{Game, record};
use cheqqers_players::{Opening, ParsePlayerError, PlayerKind, Series, TimeControl};
use serde_json::{Map, Value};

use super::{Format, PlanError, Schedule};
use crate::settings::VERSION;
use crate::sprt::Sprt;

/// A tournament, before it is held.
#[derive(Clone, Debug)]
pub struct Plan<G: Game> {
    /// Who plays.
    pub players: Vec<Entrant>,
    /// Who meets whom.
    pub format: Format,
    /// How many games each pairing plays; half of them with each colour where it is even.
    pub games: u64,
    /// What all games have in common.
    pub series: Series<G>,
    /// The seed of the first game, from which all others are derived.
    pub seed: u64,
    /// How long players may think.
    pub time: TimeControl,
    /// The test whose end is the tournament's.
    pub sprt: Option<Sprt>,
}

/// A player of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// What it is called in tables.
    pub name: String,
    /// What it is.
    pub kind: PlayerKind,
}

impl Entrant {
    /// A player that is called what it is.
    pub fn of(kind: PlayerKind) -> Self {
        Self {
            name: kind.to_string(),
            kind,
        }
    }

    /// Whether it is called what it is, or by a name that is read back.
    fn has_name(&self) -> bool {
        let plain = is_name(&self.name) && self.name.trim() == self.name;
        plain && !self.name.contains('=') || self.name == self.kind.to_string()
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind.to_string();
        if self.name == kind {
            f.pad(&kind)
        } else {
            f.pad(&format!("{}={kind}", self.name))
        }
    }
}

impl FromStr for Entrant {
    type Err = ParsePlayerError;

    /// A player, or a name for it and the player: `strong=mcts:1000`. What stands before the first
    /// `=` is a name where it has no colon or bracket: settings of players may have such signs.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once('=') {
            Some((name, kind)) if is_name(name.trim()) => Ok(Self {
                name: name.trim().to_owned(),
                kind: kind.parse()?,
            }),
            _ => text.parse().map(Self::of),
        }
    }
}

/// Whether a text is a name, and not the beginning of a player's settings.
fn is_name(text: &str) -> bool {
    !text.is_empty() && !text.contains([':', '[', '('])
}

impl<G: Game> Plan<G> {
    /// The most games of a tournament: more than can be played, and few enough to be listed.
    pub const MAX_GAMES: u64 = 10_000_000;

    /// A tournament of everybody against everybody, each with its own time.
    pub fn new(players: Vec<Entrant>, games: u64, series: Series<G>, seed: u64) -> Self {
        Self {
            players,
            format: Format::RoundRobin,
            games,
            series,
            seed,
            time: TimeControl::Own,
            sprt: None,
        }
    }

    /// Whether it can be held.
    ///
    /// # Errors
    /// When there are too few players, two of the same name or one with a name that is none, no or
    /// too many games, games that are over before they begin, or a test of more than two players.
    pub fn check(&self) -> Result<(), PlanError> {
        let found = self.players.len();
        if found < 2 {
            return Err(PlanError::Players { found });
        }
        for (place, player) in self.players.iter().enumerate() {
            if self.players[..place]
                .iter()
                .any(|other| other.name == player.name)
            {
                let name = player.name.clone();
                return Err(PlanError::SameName { name });
            }
        }
        if let Some(odd) = self.players.iter().find(|player| !player.has_name()) {
            let name = odd.name.clone();
            return Err(PlanError::Name { name });
        }
        let (found, limit) = (self.schedule().len(), Self::MAX_GAMES);
        if found == 0 || found > limit {
            return Err(PlanError::Games { found, limit });
        }
        if self.series.start.outcome().is_some() {
            return Err(PlanError::Over);
        }
        match self.players.len() {
            found if found > 2 && self.sprt.is_some() => Err(PlanError::Test { found }),
            _ => Ok(()),
        }
    }

    /// All its games.
    pub(crate) fn schedule(&self) -> Schedule {
        Schedule::new(self.format, self.players.len(), self.games, self.seed)
    }

    /// All that the games depend on, and the version of this program.
    pub(crate) fn to_json(&self) -> Map<String, Value> {
        let opening = &self.series.opening;
        let moves: Vec<String> = opening.moves.iter().map(ToString::to_string).collect();
        let players: Vec<String> = self.players.iter().map(ToString::to_string).collect();
        let mut plan = Map::new();
        let mut put = |name: &str, value: Value| plan.insert(name.into(), value);
        put("format", FORMAT.into());
        put("version", VERSION.into());
        put("players", players.into());
        put("pairings", self.format.to_string().into());
        put("games", self.games.into());
        put("seed", self.seed.into());
        put("time", self.time.to_string().into());
        put("sprt", self.sprt.map_or(Value::Null, Sprt::to_json));
        put(
            "start",
            record::header(&self.series.start, Map::new()).into(),
        );
        put("moves", moves.into());
        put("outcomes", opening.outcomes.clone().into());
        put("backend", self.series.backend.to_string().into());
        put("encoding", self.series.encoding.to_string().into());
        plan
    }

    /// What such a text says, whatever the version of the program that wrote it.
    pub(crate) fn from_json(plan: &Map<String, Value>) -> Result<Self, PlanError> {
        let field = |name: &'static str| plan.get(name).ok_or(PlanError::Field { name });
        if field("format")?.as_str() != Some(FORMAT) {
            return Err(PlanError::Field { name: "format" });
        }
        let players = field("players")?.as_array().and_then(|players| {
            let players = players.iter().map(|player| player.as_str()?.parse().ok());
            players.collect::<Option<_>>()
        });
        let whole = |name| {
            let number = field(name)?.as_u64();
            number.ok_or(PlanError::Field { name })
        };
        let sprt = match field("sprt")? {
            Value::Null => None,
            test => Some(Sprt::from_json(test).ok_or(PlanError::Field { name: "sprt" })?),
        };
        let plan = Self {
            players: players.ok_or(PlanError::Field { name: "players" })?,
            format: read(plan, "pairings")?,
            games: whole("games")?,
            series: read_series(plan)?,
            seed: whole("seed")?,
            time: read(plan, "time")?,
            sprt,
        };
        plan.check()?;
        Ok(plan)
    }
}

/// The name of the format.
const FORMAT: &str = "cheqqers-arena";

fn read<T: FromStr>(plan: &Map<String, Value>, name: &'static str) -> Result<T, PlanError> {
    let text = plan.get(name).and_then(Value::as_str);
    text.and_then(|text| text.parse().ok())
        .ok_or(PlanError::Field { name })
}

fn read_series<G: Game>(plan: &Map<String, Value>) -> Result<Series<G>, PlanError> {
    let empty = Map::new();
    let start = plan
        .get("start")
        .and_then(Value::as_object)
        .unwrap_or(&empty);
    let game = start
        .get("game")
        .and_then(Value::as_str)
        .unwrap_or_default();
    if game != G::NAME {
        let found = game.to_owned();
        return Err(PlanError::OtherGame { found });
    }
    let moves = plan
        .get("moves")
        .and_then(Value::as_array)
        .and_then(|moves| {
            let moves = moves.iter().map(|mv| read_move(mv.as_str()?));
            moves.collect::<Option<_>>()
        });
    let outcomes = plan.get("outcomes").cloned();
    let outcomes = outcomes.and_then(|outcomes| serde_json::from_value(outcomes).ok());
    Ok(Series {
        start: G::from_header(start).map_err(|_| PlanError::Field { name: "start" })?,
        opening: Opening {
            moves: moves.ok_or(PlanError::Field { name: "moves" })?,
            outcomes: outcomes.ok_or(PlanError::Field { name: "outcomes" })?,
            ..Opening::default()
        },
        backend: read(plan, "backend")?,
        encoding: read(plan, "encoding")?,
    })
}

/// A word that may be a move of any game, whose errors a [`Forced`] of a generic one can't carry.
struct Word(String);

impl FromStr for Word {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self(text.to_owned()))
    }
}

fn read_move<M: FromStr>(text: &str) -> Option<Forced<M>> {
    let Forced {
        mv: Word(word),
        demand,
    } = text.parse().ok()?;
    Some(Forced {
        mv: word.parse().ok()?,
        demand,
    })
}

#[cfg(test)]
pub(super) mod tests;
