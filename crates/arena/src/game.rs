//! Playing of one game, and the header of its record.

use std::sync::atomic::AtomicBool;

use cheqqers_game::record::Detail;
use cheqqers_players::{Stream, game_seed, generator};
use cheqqers_session::{MissingOutcomes, Session, play_game, play_random_plies};
use serde_json::{Map, Value};

use crate::batch::seats;
use crate::error::ArenaError;
use crate::plan::{Contender, Plan};
use crate::scan::GameEnd;
use crate::schedule::Fixture;

/// Plays a game; its record and end, or `None` if `stop` was set before its end.
///
/// # Errors
/// Returns an error if the opening can't be played, or a measurement fails.
pub(crate) fn play(
    plan: &Plan,
    fixture: &Fixture,
    stop: &AtomicBool,
) -> Result<Option<(Vec<u8>, GameEnd)>, ArenaError> {
    let &Fixture { number, seed, .. } = fixture;
    let series = &plan.series;
    let mut measurer = series.measurer(seed);
    let (white, black) = (&plan.players[fixture.white], &plan.players[fixture.black]);
    let mut seats = seats(series.game, seed, &white.kind, &black.kind);
    let (header, missing) = (header(plan, fixture), MissingOutcomes::Measured);
    let opened = series.open(seed, header, Detail::Record, missing, &mut measurer);
    let mut session = opened.map_err(|error| ArenaError::Opening {
        number,
        source: Box::new(error),
    })?;
    play_random_opening(&mut session, plan, fixture)?;
    if plan.luck.is_none() {
        session.keep_last_positions();
    }
    let played = play_game(
        &mut session,
        &mut seats,
        &mut measurer,
        plan.time,
        plan.max_plies,
        stop,
    );
    let forfeit = played.map_err(|error| ArenaError::Game {
        number,
        ply: session.next_ply(),
        source: Box::new(error),
    })?;
    let Some(outcome) = session.outcome() else {
        return Ok(None);
    };
    let mut end = GameEnd {
        outcome,
        forfeit: forfeit.map(|(loser, _)| loser),
        luck: 0.0,
    };
    if let Some(nodes) = plan.luck {
        let Some(luck) = session.tell_luck(nodes, stop) else {
            return Ok(None);
        };
        end.luck = luck;
    }
    Ok(Some((session.to_record().into_bytes(), end)))
}

/// Plays the random plies of a pair of games: moves and outcomes alike in both.
fn play_random_opening(
    session: &mut Session,
    plan: &Plan,
    fixture: &Fixture,
) -> Result<(), ArenaError> {
    // Another seed than those of the games themselves.
    let seed = game_seed(fixture.pair_seed, 2);
    let mut measurer = plan.series.measurer(seed);
    let mut rng = generator(seed, Stream::Setup);
    let left = |most: u32| most.saturating_sub(session.next_ply() - 1);
    let plies = plan.max_plies.map_or(u32::MAX, left).min(plan.random_plies);
    let played = play_random_plies(session, plies, &mut rng, &mut measurer);
    played.map_err(|error| ArenaError::Game {
        number: fixture.number,
        ply: session.next_ply(),
        source: Box::new(error),
    })
}

/// Header of a game's record: that of any game with its seed, with its number and round.
fn header(plan: &Plan, fixture: &Fixture) -> Map<String, Value> {
    let (white, black) = (&plan.players[fixture.white], &plan.players[fixture.black]);
    let players = [&white.kind as _, &black.kind as _];
    let mut header = plan.series.header(fixture.seed, players, plan.time);
    header.insert("number".into(), fixture.number.into());
    header.insert("round".into(), fixture.round.into());
    if plan.random_plies > 0 {
        header.insert("random_plies".into(), plan.random_plies.into());
    }
    if let Some(plies) = plan.max_plies {
        header.insert("max_plies".into(), plies.into());
    }
    if let Some(luck) = plan.luck {
        header.insert("luck".into(), luck.get().into());
    }
    for (key, Contender { name, kind }) in [("white_name", white), ("black_name", black)] {
        if *name != kind.to_string() {
            header.insert(key.into(), name.clone().into());
        }
    }
    header
}

/// Returns `true` if a record is of this game, by its header.
pub(crate) fn is_of(found: &Map<String, Value>, plan: &Plan, fixture: &Fixture) -> bool {
    *found == header(plan, fixture)
}
