//! A game left for one of its own.

use cheqqers_game::Encoding;
use cheqqers_game::notation::ForcedMove;
use cheqqers_game::show::Show;
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{Stream, generator};
use cheqqers_session::TypedSession;
use cheqqers_session::{MissingOutcomes, Opening, OpeningError};

use super::error::TableError;
use super::header_entries::HeaderEntries;
use crate::causes::with_causes;

/// A game of its own that begins as another one did up to a ply, and by a move with given outcomes:
/// nothing is left to chance, so that the seed has no part in it.
pub(super) fn branch<G: Show>(
    session: &TypedSession<G>,
    ply: usize,
    mv: Option<&str>,
    entries: &HeaderEntries,
) -> Result<TypedSession<G>, TableError> {
    if ply > session.plies().len() {
        return Err(TableError::NoSuchPly(ply));
    }
    let mut branch = session.branch(ply, entries.header(session.start(), None));
    let Some(text) = mv else {
        return Ok(branch);
    };
    let illegal = |reason: String| TableError::Illegal(format!("{text}: {reason}"));
    let forced: ForcedMove<G::Move> = text.parse().map_err(|error| illegal(with_causes(&error)))?;
    let opening = Opening {
        moves: vec![forced],
        ..Opening::default()
    };
    let rng = generator(entries.seed, Stream::Measurements);
    let mut measurer = MeasurerKind::Sparse.measurer(rng, Encoding::Minimal);
    let opened = opening.play(
        &mut branch,
        entries.seed,
        MissingOutcomes::Refused,
        &mut measurer,
    );
    opened.map_err(|error| match error {
        OpeningError::Move { source, .. } => illegal(with_causes(source.as_ref())),
        _ => illegal("say what is found, as a preview of the move does".into()),
    })?;
    Ok(branch)
}
