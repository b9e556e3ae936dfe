//! Search limits, as the command `level` tells them; times are in seconds.

use std::time::Duration;

use cheqqers_game::Colour;
use cheqqers_players::{Clocks, Limit};
use thiserror::Error;

use super::line::HubLine;

/// A `level` that can't be followed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum LevelError {
    #[error("there are no searches of a given depth: use move-time, nodes, or time")]
    Depth,
    #[error("level needs one of move-time, nodes, time and infinite")]
    Missing,
    #[error("{value:?} is no {name}")]
    Number { name: &'static str, value: String },
}

/// Time for a move without an end, which `stop` ends.
pub(super) const INFINITE: Limit = Limit::Time(Duration::from_hours(24 * 365));

/// The limit that a line tells. Clocks are those of the player to move, for both sides.
///
/// # Errors
/// Returns an error if it tells none.
pub(super) fn read(line: &HubLine) -> Result<Limit, LevelError> {
    if line.value("depth").is_some() {
        return Err(LevelError::Depth);
    }
    if line.value("infinite").is_some() {
        return Ok(INFINITE);
    }
    if let Some(time) = seconds(line, "move-time")? {
        return Ok(Limit::Time(time));
    }
    if let Some(value) = line.value("nodes") {
        let nodes = value.parse();
        return nodes.map(Limit::Nodes).map_err(|_| number("nodes", value));
    }
    let time = seconds(line, "time")?.ok_or(LevelError::Missing)?;
    let increment = seconds(line, "inc")?.unwrap_or_default();
    let clocks = Clocks {
        white: time,
        black: time,
        increments: [increment; 2],
    };
    let Some(value) = line.value("moves") else {
        return Ok(Limit::Clock(clocks));
    };
    // So many moves have to be made in the time.
    let moves: u32 = value.parse().map_err(|_| number("moves", value))?;
    let share = time / moves.saturating_add(1) + increment * 3 / 4;
    Ok(Limit::Time(share.min(time / 2)))
}

/// The line that tells a limit to a program that moves next; one of its own has no words.
pub(super) fn write(limit: Limit, turn: Colour) -> HubLine {
    let line = HubLine::new("level");
    match limit {
        Limit::Own => line,
        Limit::Time(time) => line.with("move-time", &time.as_secs_f64()),
        Limit::Nodes(nodes) => line.with("nodes", &nodes),
        Limit::Clock(clocks) => line
            .with("time", &clocks.of(turn).as_secs_f64())
            .with("inc", &clocks.increments[turn as usize].as_secs_f64()),
    }
}

fn number(name: &'static str, value: &str) -> LevelError {
    let value = value.to_owned();
    LevelError::Number { name, value }
}

fn seconds(line: &HubLine, name: &'static str) -> Result<Option<Duration>, LevelError> {
    let Some(value) = line.value(name) else {
        return Ok(None);
    };
    let seconds = value.parse().ok();
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.map(Some).ok_or_else(|| number(name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_round_trip() {
        let clocks = Clocks {
            white: Duration::from_mins(1),
            black: Duration::from_mins(1),
            increments: [Duration::from_millis(600); 2],
        };
        for (limit, text) in [
            (
                Limit::Time(Duration::from_millis(100)),
                "level move-time=0.1",
            ),
            (Limit::Nodes(5000), "level nodes=5000"),
            (Limit::Clock(clocks), "level time=60 inc=0.6"),
        ] {
            assert_eq!(write(limit, Colour::Black).to_string(), text);
            assert_eq!(read(&text.parse().unwrap()), Ok(limit));
        }
        assert_eq!(read(&"level infinite".parse().unwrap()), Ok(INFINITE));
    }

    #[test]
    fn a_time_for_so_many_moves_is_shared_among_them() {
        let limit = |text: &str| read(&text.parse().unwrap()).unwrap();
        let share = Limit::Time(Duration::from_secs(1));
        assert_eq!(limit("level moves=59 time=60"), share);
        // Less than all of it even for the last one.
        let share = Limit::Time(Duration::from_secs(1));
        assert_eq!(limit("level moves=1 time=2 inc=5"), share);
    }

    #[test]
    fn a_level_that_tells_no_limit_says_why() {
        for (text, reason) in [
            (
                "level depth=9",
                "there are no searches of a given depth: use move-time, nodes, or time",
            ),
            (
                "level",
                "level needs one of move-time, nodes, time and infinite",
            ),
            ("level move-time=-1", "\"-1\" is no move-time"),
            ("level nodes=many", "\"many\" is no nodes"),
            ("level time=60 moves=x", "\"x\" is no moves"),
        ] {
            let error = read(&text.parse().unwrap()).unwrap_err();
            assert_eq!(error.to_string(), reason);
        }
    }
}
