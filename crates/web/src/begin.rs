//! Requests for new games, and how these are begun.

use std::collections::BTreeMap;
use std::sync::Arc;

use cheqqers_game::Encoding;
use cheqqers_measure::pool::{PoolPlan, PoolSeeds};
use cheqqers_measure::{Fallback, GameId, Policy};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::backends::{GameBackend, service_message};
use crate::catalogue::Catalogue;
use crate::class::record::GamePlan;
use crate::clock::Clock;
use crate::error::{ApiError, StoreError};
use crate::game::Game;
use crate::limits::{Client, MOST_BODY, MOST_RECORD};
use crate::links::{Links, Sides, Token, random};
use crate::offload::offload;
use crate::seats::Seat;
use crate::shared::ServerState;
use crate::store::{GameExtras, NewGame, StoredGame};
use crate::table::{self, GameRequest, HeaderEntries, Table, TableError};

/// A game that somebody wants to play.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGameRequest {
    /// Cheqqers unless said, or the one of the record.
    #[serde(default)]
    game: Option<String>,
    #[serde(default)]
    preset: Option<String>,
    /// Settings of the game, as texts.
    #[serde(default)]
    settings: BTreeMap<String, String>,
    #[serde(default = "person")]
    white: String,
    #[serde(default = "person")]
    black: String,
    /// `true` if two people play at one screen, or one person plays both sides.
    #[serde(default)]
    one_screen: bool,
    #[serde(default = "local")]
    backend: String,
    /// Backend that takes over from a device: `local`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fallback: Option<String>,
    /// `true` if shots of the most common circuits are taken before the first measurement.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pool: bool,
    /// Position to start from, in place of the usual one.
    #[serde(default)]
    position: Option<String>,
    /// Moves to be made first.
    #[serde(default)]
    moves: Option<String>,
    /// Outcomes of their measurements.
    #[serde(default)]
    outcomes: Option<String>,
    /// Seed of all that is random; it foretells every outcome.
    #[serde(default)]
    seed: Option<u64>,
    /// Time of each side, in seconds: `300+5`.
    #[serde(default)]
    time: Option<String>,
    /// A game recorded elsewhere to go on with, in place of all that says how one starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    record: Option<String>,
}

fn person() -> String {
    "person".into()
}

fn local() -> String {
    "local".into()
}

impl NewGameRequest {
    /// A game of a class, between these.
    pub(crate) fn planned(plan: &GamePlan, white: String, black: String) -> Self {
        let plan = plan.clone();
        Self {
            game: plan.game,
            preset: plan.preset,
            settings: plan.settings,
            time: plan.time,
            white,
            black,
            one_screen: false,
            ..Self::default()
        }
    }

    /// The same with colours swapped and other random numbers.
    pub(crate) fn swapped(self) -> Self {
        Self {
            white: self.black,
            black: self.white,
            seed: None,
            ..self
        }
    }

    /// Checks that a record comes without settings of the game's start, and that nothing but a record is
    /// long.
    ///
    /// # Errors
    /// Returns an error if something else is asked for.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        let options = [&self.game, &self.preset, &self.position, &self.moves];
        let options = options
            .into_iter()
            .chain([&self.outcomes, &self.time, &self.fallback]);
        let settings = self.settings.iter();
        let names = [&self.white, &self.black, &self.backend];
        let texts = settings.flat_map(|(key, value)| [key, value]);
        let texts = texts.chain(options.flatten()).chain(names);
        if texts.map(String::len).sum::<usize>() > MOST_BODY {
            return Err(ApiError::too_large(MOST_BODY));
        }
        let others = [
            ("game", self.game.is_some()),
            ("preset", self.preset.is_some()),
            ("settings", !self.settings.is_empty()),
            ("position", self.position.is_some()),
            ("moves", self.moves.is_some()),
            ("outcomes", self.outcomes.is_some()),
            ("pool", self.pool),
        ];
        if self
            .record
            .as_ref()
            .is_some_and(|record| record.len() > MOST_RECORD)
        {
            return Err(ApiError::too_large(MOST_RECORD));
        }
        let other = others.into_iter().find(|&(_, is_there)| is_there);
        match other.filter(|_| self.record.is_some()) {
            Some((name, _)) => Err(ApiError::malformed(format!(
                "a record tells how the game starts: leave out {name}"
            ))),
            None => Ok(()),
        }
    }

    /// The game that is asked for, and the request that begins it again.
    fn opened(
        self,
        games: &Catalogue,
        entries: &HeaderEntries,
    ) -> Result<(Self, Table), TableError> {
        if let Some(text) = &self.record {
            let record = table::read(text)?;
            let table = table::load(games.recorded(&record)?, &record, entries)?;
            return Ok((self.of(&table), table));
        }
        let mut settings: Vec<(String, String)> = self.settings.clone().into_iter().collect();
        if let Some(position) = &self.position {
            settings.push(("position".into(), position.clone()));
        }
        let game = games.named(self.game.as_deref())?;
        let table = table::open(
            game,
            &GameRequest {
                preset: self.preset.as_deref(),
                settings: &settings,
                moves: self.moves.as_deref().unwrap_or_default(),
                outcomes: self.outcomes.as_deref().unwrap_or_default(),
                entries,
            },
        )?;
        Ok((self, table))
    }

    /// The same players, and the start of this game.
    fn of(self, table: &Table) -> Self {
        let about = table.about();
        Self {
            game: Some(about.kind.into()),
            settings: about.settings.clone(),
            record: None,
            ..self
        }
    }
}

impl Default for NewGameRequest {
    /// Two people here, and everything as usual.
    fn default() -> Self {
        Self {
            game: None,
            preset: None,
            settings: BTreeMap::new(),
            white: person(),
            black: person(),
            one_screen: true,
            backend: local(),
            fallback: None,
            pool: false,
            position: None,
            moves: None,
            outcomes: None,
            seed: None,
            time: None,
            record: None,
        }
    }
}

/// A line of moves, with all that there is to know of its game: nothing of it is kept.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LineRequest {
    #[serde(default)]
    game: Option<String>,
    #[serde(default)]
    preset: Option<String>,
    #[serde(default)]
    settings: BTreeMap<String, String>,
    #[serde(default)]
    position: Option<String>,
    /// With the outcomes of their measurements; those that are missing are measured here.
    #[serde(default)]
    moves: Option<String>,
    /// A recorded game in place of the rest.
    #[serde(default)]
    record: Option<String>,
}

impl LineRequest {
    /// A line of moves with all of their outcomes.
    pub(crate) fn new(
        game: String,
        settings: BTreeMap<String, String>,
        position: Option<String>,
        moves: String,
    ) -> Self {
        Self {
            game: Some(game),
            settings,
            position,
            moves: Some(moves),
            ..Self::default()
        }
    }

    /// Plays the line for a client.
    ///
    /// # Errors
    /// Returns an error if it can't be played so.
    pub(crate) async fn play(self, shared: &ServerState, who: Client) -> Result<Table, ApiError> {
        let asked = NewGameRequest {
            game: self.game,
            preset: self.preset,
            settings: self.settings,
            position: self.position,
            moves: self.moves,
            record: self.record,
            ..NewGameRequest::default()
        };
        asked.check()?;
        let entries = NewGameParts::new(shared, &asked)?.header_entries();
        let permit = if asked.record.is_some() {
            shared.loading.take(who).await
        } else {
            shared.opening.take(who).await
        };
        let games = Arc::clone(&shared.games);
        let opened = offload(move || {
            // The client may go away meanwhile.
            let _permit = permit;
            asked.opened(&games, &entries)
        });
        Ok(opened.await??.1)
    }
}

/// A request for a game that branches off from one under way.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BranchRequest {
    /// Number of plies after which it branches off; 0 is the start.
    ply: usize,
    /// To be made next, with the outcomes that it is to have behind it.
    #[serde(default, rename = "move")]
    mv: Option<String>,
}

/// Everything of a new game but its position.
struct NewGameParts {
    id: Token,
    white: Seat,
    black: Seat,
    by: GameBackend,
    fallback: Option<Fallback>,
    clock: Option<Clock>,
    /// Seed that the record shows to everybody.
    public_seed: u64,
    /// Seed of later measurements.
    seed: u64,
}

impl NewGameParts {
    fn new(shared: &ServerState, asked: &NewGameRequest) -> Result<Self, ApiError> {
        let (public_seed, seed) = match asked.seed {
            Some(seed) => (seed, seed),
            None => (random()? & cheqqers_players::MAX_DERIVED_SEED, random()?),
        };
        let by = shared.backends.named(&asked.backend)?;
        if asked.pool && matches!(by, GameBackend::Local(_)) {
            return Err(ApiError::malformed(
                "a pool takes shots of a device: name one as the backend, or leave out pool",
            ));
        }
        let fallback = asked.fallback.as_deref();
        Ok(Self {
            id: Token::new()?,
            white: asked.white.parse()?,
            black: asked.black.parse()?,
            fallback: fallback.map(|name| by.fallback(name)).transpose()?,
            by,
            clock: asked.time.as_deref().map_or(Ok(None), Clock::read)?,
            public_seed,
            seed,
        })
    }

    /// Entries for the header of its record.
    fn header_entries(&self) -> HeaderEntries {
        let mut more = Map::new();
        // The identity of a game on a device is bound to the whole header, once all of it is there.
        if let GameBackend::Local(_) = self.by {
            more.insert(GameId::KEY.into(), self.id.to_string().into());
        }
        if let Some(fallback) = self.fallback {
            fallback.write(&mut more);
        }
        if let Some(clock) = &self.clock {
            more.insert("time".into(), Value::from(clock.control().to_string()));
        }
        HeaderEntries {
            white: self.white.in_records(),
            black: self.black.in_records(),
            backend: self.by.to_string(),
            seed: self.public_seed,
            more,
        }
    }
}

/// A game that begins once it is on the disk.
pub(crate) struct PreparedGame {
    pub(crate) new: NewGame,
    pub(crate) table: Table,
    pub(crate) links: Links,
}

/// Sets up a game for a client; it begins once it is on the disk.
///
/// # Errors
/// Returns an error if it can't be set up so.
pub(crate) async fn made(
    shared: &ServerState,
    asked: NewGameRequest,
    who: Client,
) -> Result<PreparedGame, ApiError> {
    let parts = NewGameParts::new(shared, &asked)?;
    let entries = parts.header_entries();
    let permit = match (&asked.record, &asked.moves) {
        (None, None) => None,
        (None, Some(_)) => Some(shared.opening.take(who).await),
        (Some(_), _) => Some(shared.loading.take(who).await),
    };
    let games = Arc::clone(&shared.games);
    let opened = offload(move || asked.opened(&games, &entries)).await?;
    drop(permit);
    let (asked, table) = opened?;
    let pool = match &parts.by {
        GameBackend::Remote(name) if asked.pool => {
            planned_pool(shared, name.clone(), &table, who).await?
        }
        _ => None,
    };
    of_table(parts, &asked, table, pool)
}

/// The pool of a new game, for which the service is asked how much its device measures in a job; `None` where no
/// circuit is common.
async fn planned_pool(
    shared: &ServerState,
    name: String,
    table: &Table,
    who: Client,
) -> Result<Option<(PoolPlan, PoolSeeds)>, ApiError> {
    let circuits = table.common_circuits().ok_or_else(|| {
        ApiError::malformed(
            "the most common circuits of this game are not known: begin it with nothing measured in advance",
        )
    })?;
    let _permit = shared.opening.take(who).await;
    let backends = shared.backends.clone();
    let fitting = offload(move || backends.pool_circuits(&name, circuits)).await?;
    let circuits = fitting.map_err(|error| ApiError::unavailable(service_message(&error)))?;
    let seeds = PoolSeeds::new(Token::new()?.to_string(), Token::new()?.to_string());
    let shots = Policy::new(Encoding::Minimal).shots;
    let plan = PoolPlan::new(&seeds, shots, circuits);
    Ok((!plan.circuits.is_empty()).then_some((plan, seeds)))
}

/// Sets up a game for a client from where another one stood after a ply, both sides played by people
/// here. The other game does not hear of it.
///
/// # Errors
/// Returns an error if there is no such ply, or the move can't be made so.
pub(crate) async fn branch(
    game: &Arc<Game>,
    asked: BranchRequest,
    who: Client,
) -> Result<PreparedGame, ApiError> {
    let shared = game.shared();
    let new = NewGameRequest::default();
    let parts = NewGameParts::new(shared, &new)?;
    let entries = parts.header_entries();
    let branched = game.look(who, move |table| {
        let branch = table.branch(asked.ply, asked.mv.as_deref(), &entries)?;
        Ok((new.of(&branch), branch))
    });
    let (new, table) = branched.await?;
    of_table(parts, &new, table, None)
}

/// A new game with its record and its table.
fn of_table(
    parts: NewGameParts,
    asked: &NewGameRequest,
    mut table: Table,
    pool: Option<(PoolPlan, PoolSeeds)>,
) -> Result<PreparedGame, ApiError> {
    let (plan, seeds) = pool.unzip();
    if let GameBackend::Remote(_) = parts.by {
        table.bind(parts.id.to_string(), plan.as_ref());
    }
    let people = Sides {
        white: parts.white.is_person(),
        black: parts.black.is_person(),
    };
    let links = Links::new(people, asked.one_screen)?;
    let record = table.record(&[]);
    let mut lines = record.lines().map(str::to_owned);
    let damaged = || StoreError::Database("a new game has no record".into());
    let stored = StoredGame {
        header: lines.next().ok_or_else(damaged)?,
        asked: serde_json::to_string(asked).expect("what was read is JSON"),
        white: parts.white.to_string(),
        black: parts.black.to_string(),
        backend: parts.by.to_string(),
        seed: parts.seed,
        extras: GameExtras {
            clock: parts.clock,
            seeds,
            ..GameExtras::default()
        },
        lines: lines.collect(),
        jobs: Vec::new(),
    };
    let new = NewGame {
        id: parts.id,
        class: None,
        links: links.stored(),
        stored,
    };
    Ok(PreparedGame { new, table, links })
}
