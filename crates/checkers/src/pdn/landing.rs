use cheqqers_game::{GameExt, Turn};

use super::draughts::Draughts;
use crate::{Move, Square, Squares};

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

/// A chain, under way or at its end.
#[derive(Clone, Default)]
struct CaptureChain {
    landed: Vec<Square>,
    captured: Squares,
}

/// Finds the squares that a chain lands on, of which other programs write the last alone. Of chains
/// that capture the same squares one is taken, always the same.
///
/// Cost: every chain of the piece is played, up to 10,000 captures.
pub(super) fn landings<G: Draughts>(position: &G, from: Square, to: Square) -> Landings {
    let mut found: Option<CaptureChain> = None;
    let mut open = vec![(position.clone(), from, CaptureChain::default())];
    let mut looked_at = 0;
    while let Some((position, at, chain)) = open.pop() {
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
            let over = position.captured_square(at, landed);
            let Turn::Ready(after) = position.clone().play_unchecked(mv) else {
                continue;
            };
            let mut chain = chain.clone();
            chain.landed.push(landed);
            chain.captured = over
                .into_iter()
                .fold(chain.captured, |all, over| all | Squares::from(over));
            if after.chain().is_some() {
                open.push((after, landed, chain));
            } else if landed == to {
                match &found {
                    Some(known) if known.captured != chain.captured => return Landings::Many,
                    Some(_) => {}
                    None => found = Some(chain),
                }
            }
        }
    }
    found.map_or(Landings::None, |chain| Landings::One(chain.landed))
}
