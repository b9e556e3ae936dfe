//! How a game is begun.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::clock::Clock;
use crate::error::{ApiError, StoreError};
use crate::game::{Shared, blocking};
use crate::links::{Links, Sides, Token, random};
use crate::seats::Seat;
use crate::store::{Around, NewGame, Stored};
use crate::table::{self, Order};

/// A game that somebody wants to play.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGameAsked {
    #[serde(default = "usual_game")]
    game: String,
    #[serde(default)]
    preset: Option<String>,
    /// As texts.
    #[serde(default)]
    settings: BTreeMap<String, String>,
    #[serde(default = "person")]
    white: String,
    #[serde(default = "person")]
    black: String,
    /// Whether two people play at one screen, or one plays both sides.
    #[serde(default)]
    one_screen: bool,
    #[serde(default = "local")]
    backend: String,
    /// Where it starts, in place of the game's own start.
    #[serde(default)]
    position: Option<String>,
    /// Moves to be made first.
    #[serde(default)]
    moves: Option<String>,
    /// What they measure.
    #[serde(default)]
    outcomes: Option<String>,
    /// What all that is random follows from: whoever knows it foresees all of it.
    #[serde(default)]
    seed: Option<u64>,
    /// How long both sides may think, in seconds: `300+5`.
    #[serde(default)]
    time: Option<String>,
}

fn usual_game() -> String {
    cheqqers_session::KNOWN[0].name.into()
}

fn person() -> String {
    "person".into()
}

fn local() -> String {
    "local".into()
}

impl NewGameAsked {
    /// The same with colours swapped and other random numbers.
    pub(crate) fn swapped(self) -> Self {
        Self {
            white: self.black,
            black: self.white,
            seed: None,
            ..self
        }
    }
}

/// Begins a game and keeps it; gives its name and its links.
///
/// # Errors
/// When it can't be set up so, there are too many games, or it is not on the disk.
pub(crate) async fn begin(
    shared: &Shared,
    asked: NewGameAsked,
) -> Result<(Token, Links), ApiError> {
    let (white, black): (Seat, Seat) = (asked.white.parse()?, asked.black.parse()?);
    let by = shared.backends.named(&asked.backend)?;
    let clock = asked.time.as_deref().map_or(Ok(None), Clock::read)?;
    make_room(shared).await?;
    let id = Token::new()?;
    let people = Sides {
        white: white.is_person(),
        black: black.is_person(),
    };
    let links = Links::new(people, asked.one_screen)?;
    // The record tells its seed to everybody, so it is another one than that of later measurements.
    let (told, chance) = match asked.seed {
        Some(seed) => (seed, seed),
        None => (random()? & cheqqers_players::MAX_DERIVED_SEED, random()?),
    };
    let text = serde_json::to_string(&asked).expect("what was read is JSON");
    let backend = by.to_string();
    let (of_white, of_black) = (white.in_records(), black.in_records());
    let mut more = Map::new();
    more.insert("id".into(), Value::from(id.to_string()));
    if let Some(clock) = &clock {
        more.insert("time".into(), Value::from(clock.control().to_string()));
    }
    let opened = blocking(move || opened(&asked, &of_white, &of_black, &backend, told, more));
    let record = opened.await??;
    let mut lines = record.lines().map(str::to_owned);
    let damaged = || StoreError::Database("a new game has no record".into());
    let stored = Stored {
        header: lines.next().ok_or_else(damaged)?,
        asked: text,
        white: white.to_string(),
        black: black.to_string(),
        backend: by.to_string(),
        chance,
        links,
        around: Around {
            clock,
            ..Around::default()
        },
        lines: lines.collect(),
    };
    shared.store.create(NewGame { id, stored }).await?;
    Ok((id, links))
}

/// The record of a new game.
fn opened(
    asked: &NewGameAsked,
    white: &str,
    black: &str,
    backend: &str,
    seed: u64,
    more: Map<String, Value>,
) -> Result<String, ApiError> {
    let mut settings: Vec<(String, String)> = asked.settings.clone().into_iter().collect();
    if let Some(position) = &asked.position {
        settings.push(("position".into(), position.clone()));
    }
    let table = table::open(&Order {
        game: &asked.game,
        preset: asked.preset.as_deref(),
        settings: &settings,
        moves: asked.moves.as_deref().unwrap_or_default(),
        outcomes: asked.outcomes.as_deref().unwrap_or_default(),
        white,
        black,
        backend,
        seed,
        more,
    })?;
    Ok(table.record())
}

/// Makes sure that there is room for a game; those that nobody touched for long make it.
async fn make_room(shared: &Shared) -> Result<(), ApiError> {
    let (store, limits) = (&shared.store, shared.limits);
    if store.count().await? < limits.games {
        return Ok(());
    }
    store.forget(limits.days).await?;
    if store.count().await? < limits.games {
        return Ok(());
    }
    let message = format!(
        "this server keeps {} games and has no room for more",
        limits.games
    );
    Err(ApiError::too_many(
        message,
        std::time::Duration::from_hours(1),
    ))
}
