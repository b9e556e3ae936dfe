use cheqqers_checkers::{Level, Position, Rules, RulesError};
use cheqqers_game::Game;

/// Rules for a board of this size; the usual number of rows of men if `rows` is `None`.
///
/// # Errors
/// Returns an error if there is no such board or level.
pub(crate) fn rules(size: u8, rows: Option<u8>, level: u8) -> Result<Rules, RulesError> {
    let level = u64::from(level);
    let level = Level::from_number(level).ok_or(RulesError::Level { level })?;
    let rules = Rules::new(level).with_size(size.into())?;
    match rows {
        Some(rows) => rules.with_rows(rows.into()),
        None => Ok(rules),
    }
}

/// Initial position that records no circuits.
pub(crate) fn unrecorded(rules: Rules) -> Position {
    let mut start = Position::initial(rules);
    start.world_mut().stop_recording();
    start
}
