use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

use cheqqers_engine::{ParseSpecError, PlayerSpec};
use cheqqers_players::TimeControl;
use cheqqers_session::{GameKind, Opening, Series};
use serde_json::{Map, Value};

use crate::error::PlanError;
use crate::schedule::{PairingFormat, Schedule};
use crate::sprt::Sprt;

/// Plan of a tournament: all that its games depend on.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Contenders, in the order of their indices.
    pub players: Vec<Contender>,
    /// Rule by which contenders are paired.
    pub format: PairingFormat,
    /// Number of games of each pairing; colours alternate.
    pub games: u64,
    /// Start, opening and measurement of all games.
    pub series: Series,
    /// Number of plies that are played at random after the opening, the same in both games of a pair.
    pub random_plies: u32,
    /// Number of plies at which a game ends as a draw.
    pub max_plies: Option<u32>,
    /// Seed of the first game, from which the others are derived.
    pub seed: u64,
    /// Clocks of the players.
    pub time: TimeControl,
    /// Sequential test that ends the tournament.
    pub sprt: Option<Sprt>,
    /// Number of positions searched for each outcome of a measurement, to count luck; `None` where it is not counted.
    pub luck: Option<NonZeroU64>,
}

/// A player of a tournament, with its name there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contender {
    /// Name in tables.
    pub name: String,
    /// Player as the command line names it.
    pub kind: PlayerSpec,
}

impl Contender {
    /// A contender whose name is that of its kind.
    pub fn of(kind: PlayerSpec) -> Self {
        Self {
            name: kind.to_string(),
            kind,
        }
    }

    /// Returns `true` if its written form is read back as the same contender.
    fn has_name(&self) -> bool {
        let plain = is_name(&self.name) && self.name.trim() == self.name;
        plain && !self.name.contains('=') || self.name == self.kind.to_string()
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind.to_string();
        if self.name == kind {
            f.pad(&kind)
        } else {
            f.pad(&format!("{}={kind}", self.name))
        }
    }
}

impl FromStr for Contender {
    type Err = ParseSpecError;

    /// Reads a player, or a name and a player: `strong=mcts:1000`. The text before the first `=` is a
    /// name if it has no colon or bracket; settings of players may have both.
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

/// Returns `true` if a text is a name, not the beginning of a player's settings.
fn is_name(text: &str) -> bool {
    !text.is_empty() && !text.contains([':', '[', '('])
}

impl Plan {
    /// The most games of a tournament.
    pub const MAX_GAMES: u64 = 10_000_000;

    /// A round-robin tournament without clocks and test.
    pub fn new(players: Vec<Contender>, games: u64, series: Series, seed: u64) -> Self {
        Self {
            players,
            format: PairingFormat::RoundRobin,
            games,
            series,
            random_plies: 0,
            max_plies: None,
            seed,
            time: TimeControl::Own,
            sprt: None,
            luck: None,
        }
    }

    /// Checks that the tournament can be held.
    ///
    /// # Errors
    /// Returns an error if there are fewer than two players, two of one name or one with an
    /// unreadable name, no or too many games, a game that is over at its start, a test of more than two
    /// players, or luck counted of noisy measurements.
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
            _ if self.luck.is_some() && !self.series.is_exact() => Err(PlanError::Luck),
            _ => Ok(()),
        }
    }

    /// Number of its games.
    pub fn num_games(&self) -> u64 {
        self.schedule().len()
    }

    /// Schedule of its games.
    pub(crate) fn schedule(&self) -> Schedule {
        Schedule::new(self.format, self.players.len(), self.games, self.seed)
    }

    /// JSON form, which names the version of this program.
    pub(crate) fn to_json(&self) -> Map<String, Value> {
        let opening = &self.series.opening;
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
        if self.random_plies > 0 {
            put("random_plies", self.random_plies.into());
        }
        if let Some(plies) = self.max_plies {
            put("max_plies", plies.into());
        }
        if let Some(luck) = self.luck {
            put("luck", luck.get().into());
        }
        put("start", self.series.start.header(Map::new()).into());
        put("moves", opening.moves.clone().into());
        put("outcomes", opening.outcomes.clone().into());
        put("backend", self.series.backend.to_string().into());
        put("encoding", self.series.encoding.to_string().into());
        plan
    }

    /// Reads the JSON form of any version.
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
        // Later fields, which plans without them lack.
        let later = |name| match plan.get(name) {
            None => Ok(None),
            Some(number) => number.as_u64().map(Some).ok_or(PlanError::Field { name }),
        };
        let plies = |name| {
            let number = later(name)?.map(u32::try_from).transpose();
            number.map_err(|_| PlanError::Field { name })
        };
        let plan = Self {
            players: players.ok_or(PlanError::Field { name: "players" })?,
            format: read(plan, "pairings")?,
            games: whole("games")?,
            series: read_series(plan)?,
            seed: whole("seed")?,
            time: read(plan, "time")?,
            sprt,
            random_plies: plies("random_plies")?.unwrap_or(0),
            max_plies: plies("max_plies")?,
            luck: later("luck")?.and_then(NonZeroU64::new),
        };
        plan.check()?;
        Ok(plan)
    }
}

/// Version of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Name of the file format.
const FORMAT: &str = "cheqqers-arena";

fn read<T: FromStr>(plan: &Map<String, Value>, name: &'static str) -> Result<T, PlanError> {
    let text = plan.get(name).and_then(Value::as_str);
    text.and_then(|text| text.parse().ok())
        .ok_or(PlanError::Field { name })
}

fn read_series(plan: &Map<String, Value>) -> Result<Series, PlanError> {
    let empty = Map::new();
    let start = plan
        .get("start")
        .and_then(Value::as_object)
        .unwrap_or(&empty);
    let name = start.get("game").and_then(Value::as_str);
    let name = name.ok_or(PlanError::Field { name: "start" })?;
    let game = GameKind::named(name)?;
    let start = game.start(start);
    let moves = plan
        .get("moves")
        .and_then(Value::as_array)
        .and_then(|moves| {
            let moves = moves.iter().map(|mv| game.read_ply(mv.as_str()?).ok());
            moves.collect::<Option<_>>()
        });
    let outcomes = plan.get("outcomes").cloned();
    let outcomes = outcomes.and_then(|outcomes| serde_json::from_value(outcomes).ok());
    Ok(Series {
        game,
        start: start.map_err(|_| PlanError::Field { name: "start" })?,
        opening: Opening {
            moves: moves.ok_or(PlanError::Field { name: "moves" })?,
            outcomes: outcomes.ok_or(PlanError::Field { name: "outcomes" })?,
        },
        backend: read(plan, "backend")?,
        encoding: read(plan, "encoding")?,
    })
}

#[cfg(test)]
pub(crate) mod tests;
