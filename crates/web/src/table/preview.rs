//! Outcomes of a move before it is made.

use cheqqers_game::CompletedPly;
use cheqqers_game::notation::write_plies;
use cheqqers_game::show::{BoardView, MoveOutcomes, PlyFacts, Show};

use crate::dto::{Branch, Preview};

/// The most ways that are told.
const TOLD: usize = 12;

/// Each way a legal move may end, the likeliest first; ways that read alike are one.
pub(super) fn preview<G: Show>(position: &G, mv: G::Move) -> Preview {
    let MoveOutcomes {
        outcomes,
        more,
        captures,
    } = MoveOutcomes::of(position, mv);
    let more = more || outcomes.len() > TOLD;
    let branches = outcomes.into_iter().take(TOLD).map(|outcome| Branch {
        mv: outcome.mv,
        probability: outcome.probability,
        told: outcome.told,
        facts: outcome.facts,
        board: BoardView::new(&outcome.after, &outcome.after.parts()),
    });
    Preview {
        mv: mv.to_string(),
        words: position.describe_probabilities(mv),
        outcomes: branches.collect(),
        more,
        captures,
    }
}

/// The only way of a move that was measured from here before and taken back.
pub(super) fn known<G: Show>(position: &G, completed: &CompletedPly<G>) -> Preview {
    let CompletedPly {
        ply,
        position: after,
    } = completed;
    Preview {
        mv: ply.mv.to_string(),
        words: Some("ends as it did before it was undone".to_owned()),
        outcomes: vec![Branch {
            mv: write_plies(position, [ply]).trim_end().to_owned(),
            probability: 1.0,
            told: G::describe_ply(position, ply, after),
            facts: PlyFacts::of(position, ply, after),
            board: BoardView::new(after, &after.parts()),
        }],
        more: false,
        captures: None,
    }
}
