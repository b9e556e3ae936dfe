use cheqqers_session::{GameKind, Position};

use crate::ExperimentError;

/// Cheqqers, the game of the paper.
pub(crate) fn cheqqers() -> GameKind {
    GameKind::named("cheqqers").expect("it is on the list")
}

/// Start of a game of Cheqqers with these settings and the usual ones.
///
/// # Errors
/// Returns an error if there is no such board or level.
pub(crate) fn start<const N: usize>(
    settings: [(&str, String); N],
) -> Result<Position, ExperimentError> {
    let settings = settings.map(|(key, value)| (key.to_owned(), value));
    let settings = cheqqers().settings(None, &settings)?;
    Ok(cheqqers().start(&settings)?)
}
