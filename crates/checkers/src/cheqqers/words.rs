use cheqqers_game::show::{Standing, draw_announcement};
use cheqqers_game::{Game, Outcome};

use super::Prospect;
use crate::{Move, Position, Square};

/// A move before it is made, such as `white splits c3 over b4 and d4`.
pub fn move_in_words(position: &Position, mv: Move) -> String {
    let quantum = position.board().quantum();
    let the = |square: Square| {
        if quantum.contains(square) {
            format!("the part on {square}")
        } else {
            square.to_string()
        }
    };
    let turn = position.turn();
    match mv {
        Move::Step { from, to } => format!("{turn} moves {} to {to}", the(from)),
        Move::Split { from, to } => {
            format!("{turn} splits {} over {} and {}", the(from), to[0], to[1])
        }
        Move::Merge { from, to } => {
            format!(
                "{turn} merges the parts on {} and {} on {to}",
                from[0], from[1]
            )
        }
        Move::Capture { from, to } => {
            let over = from
                .between(to)
                .map_or_else(String::new, |over| format!(" over {over}"));
            let captures = match Prospect::of(position, mv) {
                Some(Prospect::Measures { .. }) => "tries to capture",
                _ => "captures",
            };
            format!("{turn} {captures} from {from}{over} onto {to}")
        }
    }
}

/// The player to move and captures that must be taken, or the end of the game.
pub fn status(position: &Position) -> String {
    if let Some(text) = outcome_in_words(position) {
        return text;
    }
    let turn = position.turn();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let must_capture = moves.iter().any(|mv| matches!(mv, Move::Capture { .. }));
    let must = if must_capture {
        " and must capture"
    } else {
        ""
    };
    let text = match position.chain() {
        Some(square) => format!("{turn} must go on capturing with the piece on {square}"),
        None => format!("{turn} to move{must}"),
    };
    let limit = position.rules().draw_after();
    let units = ["ply", "plies"];
    text + &draw_announcement(
        position.half_move_clock(),
        limit,
        units,
        "without a capture",
    )
}

/// The end of the game by the rules, in words; `None` while it goes on.
pub fn outcome_in_words(position: &Position) -> Option<String> {
    Some(match position.outcome()? {
        Outcome::Draw => format!(
            "a draw: {} plies without a capture",
            position.half_move_clock()
        ),
        Outcome::Decisive { winner } => {
            let loser = winner.opponent();
            let why = if position.board().of(loser).is_empty() {
                "has no pieces left"
            } else {
                "has no move"
            };
            format!("{winner} has won: {loser} {why}")
        }
    })
}

/// Facts of [`status`], apart from any language.
pub(super) fn standing(position: &Position) -> Vec<Standing> {
    let count = position.half_move_clock();
    match position.outcome() {
        Some(Outcome::Draw) => vec![Standing::new("no-captures").turns(count)],
        Some(Outcome::Decisive { winner }) => {
            let has_pieces = !position.board().of(winner.opponent()).is_empty();
            let why = if has_pieces { "no-move" } else { "no-pieces" };
            vec![Standing::new(why)]
        }
        None => {
            let chain = position.chain();
            let chain = chain.map(|square| Standing::new("chain").on(&square));
            let limit = position.rules().draw_after();
            let draw = Standing::draw_near("draw-near-captures", count, limit);
            chain.into_iter().chain(draw).collect()
        }
    }
}
