//! How many different positions can be reached.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use cheqqers_game::{Colour, Game, Turn};

use crate::{Crew, Wish};

/// What can be reached by playing so many plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Generation {
    pub(super) plies: u32,
    /// How many different positions; every possible outcome of a measurement counts.
    pub(super) positions: u64,
    /// How many of them had not been reached by fewer plies.
    pub(super) new: u64,
}

/// Amplitudes that differ by less are taken for equal.
const GRAIN: f64 = 1e-9;

/// What can be reached from a position by 1 to `depth` plies, as long as no more than `limit`
/// positions must be gone on from and no measurement has more outcomes; `None` when the host wants an
/// end.
///
/// Positions are the same when the same pieces are on the same places, the quantum state is the same
/// but for the phase of each component, the same player is to move and the same moves are legal:
/// how often nothing was captured of late does not count.
pub(super) fn growth<G: Game>(
    start: &G,
    depth: u32,
    limit: usize,
    crew: &Crew<'_>,
) -> Option<Vec<Generation>> {
    let mut growth = Vec::new();
    let mut positions = vec![start.clone()];
    let mut ever = HashSet::from([identity(start)]);
    for plies in 1..=depth {
        let mut reached = HashSet::new();
        let mut new = 0;
        let mut next = Vec::new();
        let mut reach = |position: G| {
            let identity = identity(&position);
            if reached.insert(identity) {
                new += u64::from(ever.insert(identity));
                // One too many tells that there are too many.
                if plies < depth && next.len() <= limit {
                    next.push(position);
                }
            }
        };
        for position in positions {
            if crew.host.wish() > Wish::None {
                return None;
            }
            if !follow(&position, limit, &mut reach) {
                return Some(growth);
            }
        }
        growth.push(Generation {
            plies,
            positions: reached.len() as u64,
            new,
        });
        if next.len() > limit {
            break;
        }
        positions = next;
    }
    Some(growth)
}

/// Plays every legal move to every outcome; gives up where a measurement has more than so many, and
/// says whether it did not.
fn follow<G: Game>(position: &G, limit: usize, reach: &mut impl FnMut(G)) -> bool {
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let mut legal = legal.into_iter();
    legal.all(|mv| finish(position.clone().play_unchecked(mv), limit, reach))
}

/// The same for a move that was begun.
fn finish<G: Game>(turn: Turn<G>, limit: usize, reach: &mut impl FnMut(G)) -> bool {
    let pending = match turn {
        Turn::Ready(position) => {
            reach(position);
            return true;
        }
        Turn::Pending(pending) => pending,
    };
    pending.num_outcomes() <= limit as f64
        && pending.outcomes().all(|(bits, _)| {
            let turn = pending.clone().resolve(&bits);
            finish(turn.expect("outcomes lists legal bits only"), limit, reach)
        })
}

/// A number that different positions have in common once in 2¹²⁸.
fn identity<G: Game>(position: &G) -> u128 {
    let mut halves = [0_u64, 1].map(|half| {
        let mut hasher = DefaultHasher::new();
        half.hash(&mut hasher);
        hasher
    });
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let turn = position.turn() == Colour::White;
    let board = position.occupied();
    let state = state(position);
    for hasher in &mut halves {
        turn.hash(hasher);
        for occupied in &board {
            (&occupied.place, &occupied.piece).hash(hasher);
        }
        state.hash(hasher);
        legal.hash(hasher);
    }
    let [low, high] = halves.map(|hasher| hasher.finish());
    u128::from(high) << 64 | u128::from(low)
}

/// The slots of each component with its amplitudes, in grains and turned so that the first one is
/// real and positive.
type State = Vec<(Vec<u16>, Vec<(u128, i64, i64)>)>;

fn state<G: Game>(position: &G) -> State {
    let components = position.world().components().iter();
    let mut state: State = components
        .map(|component| {
            let amplitudes = component.amplitudes();
            let first = amplitudes.first().map(|&(_, amplitude)| amplitude);
            let turn = first.map(|first| first.conj() / first.norm());
            let grains = |part: f64| {
                #[expect(clippy::cast_possible_truncation, reason = "at most one")]
                let grains = (part / GRAIN).round() as i64;
                grains
            };
            let turned = amplitudes.iter().map(|&(bits, amplitude)| {
                let amplitude = turn.map_or(amplitude, |turn| amplitude * turn);
                (bits.index(), grains(amplitude.re), grains(amplitude.im))
            });
            let slots = component.slots().iter().map(|slot| slot.0).collect();
            (slots, turned.collect())
        })
        .collect();
    state.sort_unstable();
    state
}
