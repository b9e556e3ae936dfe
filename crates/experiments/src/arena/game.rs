//! One game of a tournament, as it is kept.

use std::fmt::Display;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use cheqqers_game::Game;
use cheqqers_game::record::{Detail, Line, PlyLine, Recorder};
use cheqqers_players::{Begun, OpeningError, Played, PlyError, TimeControl, play_game};
use serde_json::{Map, Value};

use super::scan::Ended;
use super::{ArenaError, Entrant, Fixture, Plan};
use crate::ExperimentError;
use crate::bulk::seats;

/// Plays a game: its record and how it ended; `None` when `stop` was set before its end.
///
/// # Errors
/// When the moves that come first can't be made, or a measurement has no answer.
pub(super) fn play<G: Game>(
    plan: &Plan<G>,
    fixture: &Fixture,
    stop: &AtomicBool,
) -> Result<Option<(Vec<u8>, Ended)>, ArenaError>
where
    OpeningError<G>: Send + Sync + 'static,
    PlyError<G>: Send + Sync + 'static,
{
    let &Fixture { number, seed, .. } = fixture;
    let series = &plan.series;
    let mut measurer = series.measurer(seed);
    let (white, black) = (&plan.players[fixture.white], &plan.players[fixture.black]);
    let mut seats = seats(seed, &white.kind, &black.kind);
    let opened = series.open(seed, &mut measurer);
    let made = opened.map_err(|error| ArenaError::Opening {
        number,
        source: Box::new(error),
    })?;
    let mut text = Recorder::start(Vec::new(), &header(plan, fixture)).map_err(in_memory)?;
    let mut ply = 0;
    for opened in &made {
        ply += 1;
        let line = opened.line(ply, Detail::Record);
        text.line(&Line::Ply(Box::new(line))).map_err(in_memory)?;
    }
    let mut unwritten = None;
    let observe = |played: Played<'_, G>| {
        ply += 1;
        let measured = played.ply.measured.clone();
        let after = &played.ply.position;
        let line = PlyLine::new(
            ply,
            played.before,
            played.mv,
            measured,
            after,
            Detail::Record,
        );
        match text.line(&Line::Ply(Box::new(line))) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                unwritten = Some(error);
                ControlFlow::Break(())
            }
        }
    };
    let begun = Begun::after(series.start.clone(), made);
    let finished = play_game(begun, &mut seats, &mut measurer, plan.time, stop, observe);
    if let Some(error) = unwritten {
        return Err(in_memory(error));
    }
    let finished = finished.map_err(|error| ArenaError::Game {
        number,
        ply: ply + 1,
        source: Box::new(error),
    })?;
    if let Some(end) = finished.end() {
        text.line(&Line::End(end)).map_err(in_memory)?;
    }
    let ended = finished.outcome().map(|outcome| Ended {
        outcome,
        forfeit: finished.forfeit.map(|(loser, _)| loser),
    });
    Ok(ended.map(|ended| (text.into_inner(), ended)))
}

/// The header of a game's record: that of any game with its seed, and which game it is.
fn header<G: Game>(plan: &Plan<G>, fixture: &Fixture) -> Map<String, Value> {
    let (white, black) = (&plan.players[fixture.white], &plan.players[fixture.black]);
    let backend = plan.series.backend.to_string();
    let text = |kind: &dyn Display| kind.to_string();
    let (kinds, seed) = ((text(&white.kind), text(&black.kind)), fixture.seed);
    let mut header = plan.series.header(seed, &kinds.0, &kinds.1, &backend);
    if plan.time != TimeControl::Own {
        header.insert("time".into(), plan.time.to_string().into());
    }
    header.insert("number".into(), fixture.number.into());
    header.insert("round".into(), fixture.round.into());
    for (key, Entrant { name, kind }) in [("white_name", white), ("black_name", black)] {
        if *name != kind.to_string() {
            header.insert(key.into(), name.clone().into());
        }
    }
    header
}

/// Whether a record is of this game, by its header.
pub(super) fn is_of<G: Game>(
    found: &Map<String, Value>,
    plan: &Plan<G>,
    fixture: &Fixture,
) -> bool {
    *found == header(plan, fixture)
}

/// Memory takes all that is written to it; this is for what can't be put into JSON.
fn in_memory(source: io::Error) -> ArenaError {
    let path = "a line of the record".into();
    ExperimentError::Write { path, source }.into()
}
