use cheqqers_game::Colour;
use cheqqers_game::key::mix;

use super::clock::{Draw, Endgame, KING_PLIES, PlyEvent, REPETITIONS};
use super::position::Position;
use crate::key::{mix_squares, steps};

/// Updates the counters after a ply; `position.turn` already is the player to move. Positions and lone kings
/// are not counted where a side has lost its last piece, or the game has no draws.
pub(super) fn count(position: &mut Position, event: PlyEvent) {
    let clock = &mut position.clock;
    match event {
        PlyEvent::Capture => {
            clock.half_moves = 0;
            clock.by_kings = 0;
            clock.seen.clear();
        }
        PlyEvent::ByMan => {
            clock.half_moves += 1;
            clock.by_kings = 0;
            clock.seen.clear();
        }
        PlyEvent::ByKing => {
            clock.half_moves += 1;
            clock.by_kings += 1;
        }
        PlyEvent::Refused => {}
    }
    let Some(limit) = position.rules.draw_after() else {
        return;
    };
    let [white, black] = [Colour::White, Colour::Black].map(|side| position.board.of(side));
    if white.is_empty() || black.is_empty() {
        return;
    }
    if note(position) {
        position.clock.draw = Some(Draw::Repetition);
        return;
    }
    let both_have_kings = position.both_have_kings();
    let endgame = if both_have_kings {
        endgame(position)
    } else {
        None
    };
    let clock = &mut position.clock;
    clock.endgame = endgame.map(|case| match clock.endgame {
        Some((before, plies)) if before == case => (case, plies + 1),
        _ => (case, 1),
    });
    clock.draw = match clock.endgame {
        _ if both_have_kings && clock.by_kings >= KING_PLIES => Some(Draw::Kings),
        Some((case, plies)) if plies >= case.limit() => Some(Draw::Endgame(case)),
        _ if clock.half_moves >= limit => Some(Draw::HalfMoves),
        _ => None,
    };
}

/// The case of a position in which both sides have a king's square: a side whose one square it is,
/// White looked at first, against at most three.
fn endgame(position: &Position) -> Option<Endgame> {
    let [white, black] = [Colour::White, Colour::Black].map(|side| position.board.of(side).len());
    let ((1, others) | (others, 1)) = (white, black) else {
        return None;
    };
    match others {
        1 | 2 => Some(Endgame::AgainstOneOrTwo),
        3 => Some(Endgame::AgainstThree),
        _ => None,
    }
}

/// Notes the position; `true` if it stood before as often as makes a draw.
///
/// Without a king nothing can stand twice: men do not go back, and a move that is refused leaves
/// fewer squares quantum.
pub(super) fn note(position: &mut Position) -> bool {
    if position.rules.draw_after().is_none() || position.board.kings().is_empty() {
        return false;
    }
    let now = hash(position);
    let seen = &mut position.clock.seen;
    seen.push(now);
    seen.iter().filter(|&&before| before == now).count() >= REPETITIONS
}

/// Hash of side to move, and of side, crown and probability of every square.
fn hash(position: &Position) -> u64 {
    let parts = &*position.board;
    let sets = [parts.white, parts.black, parts.kings, parts.quantum];
    let key = sets.into_iter().fold(position.turn as u64, mix_squares);
    parts.quantum.into_iter().fold(key, |key, square| {
        mix(key, steps(position.probability(square)))
    })
}
