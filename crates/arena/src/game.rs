//! Playing of one game, and the header of its record.

use std::sync::atomic::AtomicBool;

use cheqqers_game::record::Detail;
use cheqqers_session::{MissingOutcomes, play_game};
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
    session.keep_last_positions();
    let played = play_game(&mut session, &mut seats, &mut measurer, plan.time, stop);
    let forfeit = played.map_err(|error| ArenaError::Game {
        number,
        ply: session.next_ply(),
        source: Box::new(error),
    })?;
    let end = session.outcome().map(|outcome| GameEnd {
        outcome,
        forfeit: forfeit.map(|(loser, _)| loser),
    });
    let record = session.to_record().into_bytes();
    Ok(end.map(|end| (record, end)))
}

/// Header of a game's record: that of any game with its seed, with its number and round.
fn header(plan: &Plan, fixture: &Fixture) -> Map<String, Value> {
    let (white, black) = (&plan.players[fixture.white], &plan.players[fixture.black]);
    let players = [&white.kind as _, &black.kind as _];
    let mut header = plan.series.header(fixture.seed, players, plan.time);
    header.insert("number".into(), fixture.number.into());
    header.insert("round".into(), fixture.round.into());
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
