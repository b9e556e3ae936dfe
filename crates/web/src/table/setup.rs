//! Positions set up by hand, and what there is to know of a game before it is played.

use std::collections::HashSet;

use cheqqers_game::Colour;
use cheqqers_game::show::{PlacedPiece, ShownPart};
use cheqqers_session::{GameKind, Position};

use super::error::TableError;
use crate::dto::{Description, Help, SetupPosition};

/// A position that somebody sets up.
#[derive(Clone, Debug)]
pub(crate) struct Arrangement {
    pub(crate) preset: Option<String>,
    /// Settings of the game but for its position, as texts.
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) setup: Setup,
}

/// A position as text or by its pieces.
#[derive(Clone, Debug)]
pub(crate) enum Setup {
    /// As text; the usual start where it is empty.
    Text(String),
    /// Piece by piece.
    Pieces(Colour, Vec<PlacedPiece>),
}

/// Sets up a position.
///
/// # Errors
/// Returns an error if it can't be set up so.
pub(crate) fn arrange(
    kind: GameKind,
    arrangement: &Arrangement,
) -> Result<SetupPosition, TableError> {
    let preset = arrangement.preset.as_deref();
    let settings = kind.settings(preset, &arrangement.settings);
    let mut settings = settings.map_err(TableError::setup)?;
    let usual = kind.start(&settings).map_err(TableError::setup)?;
    let mut at = |text: &str| {
        if text.trim().is_empty() {
            return Ok(usual.clone());
        }
        settings.insert("position".into(), text.into());
        kind.start(&settings).map_err(TableError::setup)
    };
    let (text, placed) = match &arrangement.setup {
        Setup::Text(text) => (text.clone(), &[][..]),
        Setup::Pieces(turn, pieces) => {
            let text = usual.position_text(*turn, pieces);
            let no_text = || TableError::Setup(format!("{} has one start alone", kind.name));
            (text.ok_or_else(no_text)?, &**pieces)
        }
    };
    let position = at(&text)?;
    let parts = position.parts();
    let pieces = placements(&parts);
    let by_hand = usual.position_text(position.turn(), &pieces);
    let by_hand = by_hand.and_then(|text| at(&text).ok());
    Ok(SetupPosition {
        left_out: left_out(placed, &parts),
        by_hand: by_hand.is_some_and(|same| placements(&same.parts()) == pieces),
        position: text,
        turn: position.turn(),
        board: position.board(),
        description: describe(kind, &position),
    })
}

/// The pieces of a board, as they would be put there by hand.
fn placements(parts: &[ShownPart]) -> Vec<PlacedPiece> {
    let placed = parts.iter().filter_map(|part| {
        Some(PlacedPiece {
            place: part.place.clone(),
            colour: part.colour?,
            kind: part.types.first().unwrap_or(&part.kind).clone(),
            probability: Some(part.probability),
        })
    });
    placed.collect()
}

/// Number of pieces that were put by hand and aren't on the board. Of two on a square one is.
fn left_out(placed: &[PlacedPiece], parts: &[ShownPart]) -> usize {
    let there: HashSet<_> = placed
        .iter()
        .map(|piece| (&piece.place, piece.colour))
        .filter(|&(place, colour)| {
            let is_there = |part: &ShownPart| part.place == *place && part.colour == Some(colour);
            parts.iter().any(is_there)
        })
        .collect();
    placed.len() - there.len()
}

/// The description of the game that starts here.
pub(crate) fn describe(kind: GameKind, start: &Position) -> Description {
    Description {
        game: kind.name,
        layout: start.layout(),
        pieces: kind.pieces,
        moves: start.move_kinds(),
        style: start.style(),
        forms: kind.forms(),
        example: kind.example(),
        help: Help {
            moves: start.forms_of_moves(),
            advice: kind.advice,
        },
    }
}
