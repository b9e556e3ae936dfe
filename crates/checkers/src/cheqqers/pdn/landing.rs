use cheqqers_game::{Game, GameExt, Turn};

use crate::{Move, Position, Square};

/// Limit of positions visited; real games have far fewer.
const MAX_POSITIONS: usize = 10_000;

/// The ways from the first square of a chain to its last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Landings {
    /// No chain leads there, or only one that measures.
    None,
    /// The squares landed on.
    One(Vec<Square>),
    /// More than one, or too many to look at.
    Many,
}

/// Finds the squares that a chain lands on, of which other programs write the last alone.
///
/// Cost: every chain of the piece is played, up to 10,000 captures.
pub(super) fn landings(position: &Position, from: Square, to: Square) -> Landings {
    let mut found = Landings::None;
    let mut open = vec![(position.clone(), from, Vec::new())];
    let mut looked_at = 0;
    while let Some((position, at, path)) = open.pop() {
        looked_at += 1;
        if looked_at > MAX_POSITIONS {
            return Landings::Many;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        for mv in moves {
            let landed = match mv {
                Move::Capture { from, to } if from == at => to,
                _ => continue,
            };
            let Turn::Ready(after) = position.clone().play_unchecked(mv) else {
                continue;
            };
            let mut path: Vec<Square> = path.clone();
            path.push(landed);
            if after.chain().is_some() {
                open.push((after, landed, path));
            } else if landed == to {
                if found != Landings::None {
                    return Landings::Many;
                }
                found = Landings::One(path);
            }
        }
    }
    found
}
