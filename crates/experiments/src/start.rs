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

/// The solved board of classical checkers on 4 x 4.
#[cfg(test)]
pub(crate) fn solved_checkers() -> cheqqers_solve::Table {
    use cheqqers_solve::{Bounds, Exploration, Extent, Table};

    let never = std::sync::atomic::AtomicBool::new(false);
    let start = start([("size", "4".to_owned()), ("level", "0".to_owned())]).unwrap();
    let sameness = cheqqers_game::Sameness::Equivalent;
    let mut exploration = start.exploration(sameness).unwrap();
    let extent = Extent {
        most: usize::MAX,
        threads: std::num::NonZeroUsize::MIN,
    };
    let say = &mut |_: &Exploration| ();
    start
        .explore(&mut exploration, extent, &never, say)
        .unwrap();
    let bounds = Bounds::of(&exploration.graph, &never, |_| ()).unwrap();
    let distances = bounds.check(&exploration.graph).unwrap();
    Table::new(&exploration, &bounds, &distances)
}
