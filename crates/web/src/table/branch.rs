//! A game left for one of its own.

use cheqqers_game::Encoding;
use cheqqers_game::notation::Forced;
use cheqqers_game::show::Show;
use cheqqers_players::{Chance, MeasurerKind, Opening, OpeningError, Stream, generator};
use cheqqers_session::Session;

use super::{Names, TableError};
use crate::error::with_causes;

/// A game of its own that begins as another one did up to a ply, and by a move with given outcomes:
/// nothing is left to chance, so that the seed has no part in it.
pub(super) fn branch<G: Show>(
    session: &Session<G>,
    ply: usize,
    mv: Option<&str>,
    names: &Names,
) -> Result<Session<G>, TableError> {
    if ply > session.plies().len() {
        return Err(TableError::NoSuchPly(ply));
    }
    let mut branch = session.branch(ply, names.header(session.start()));
    let Some(text) = mv else {
        return Ok(branch);
    };
    let illegal = |reason: String| TableError::Illegal(format!("{text}: {reason}"));
    let forced: Forced<G::Move> = text.parse().map_err(|error| illegal(with_causes(&error)))?;
    let opening = Opening {
        moves: vec![forced],
        ..Opening::default()
    };
    let rng = generator(names.seed, Stream::Measurements);
    let mut measurer = MeasurerKind::Sparse.measurer(rng, Encoding::Minimal);
    let start = branch.position();
    let opened = opening.play(start, names.seed, Chance::Refused, &mut measurer);
    let opened = opened.map_err(|error| match error {
        OpeningError::Move { source, .. } => illegal(with_causes(source.as_ref())),
        _ => illegal("say what is found, as a preview of the move does".into()),
    })?;
    for made in opened {
        branch.push(made.mv, made.ply);
    }
    Ok(branch)
}
