//! Number of different positions that can be reached.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::{Colour, Game, GameExt, Turn};

/// Positions that can be reached by a number of plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Generation {
    /// Number of plies.
    pub plies: u32,
    /// Number of different positions, after every possible outcome of each measurement.
    pub positions: u64,
    /// Number of them that can't be reached by fewer plies.
    pub new: u64,
}

/// Grid on which amplitudes are compared.
const GRAIN: f64 = 1e-9;

/// Counts the positions reachable by 1 to `depth` plies; it stops where more than `limit` positions
/// would be expanded, or the measurements of a move have more outcomes than that together. `None` once
/// `is_stopped` says so, which is asked for each position.
///
/// Positions are equal when their pieces, the side to move, the legal moves and the rights to castle
/// and the like ([`Game::rights`]) are equal, and the quantum states are equal up to the phase of each
/// component; the half-move clock does not count.
pub fn growth<G: Game>(
    start: &G,
    depth: u32,
    limit: usize,
    is_stopped: &dyn Fn() -> bool,
) -> Option<Vec<Generation>> {
    let mut growth = Vec::new();
    let mut positions = vec![start.clone()];
    let mut ever = HashSet::from([position_key(start)]);
    for plies in 1..=depth {
        let mut reached = HashSet::new();
        let mut new = 0;
        let mut next = Vec::new();
        let mut reach = |position: G| {
            let key = position_key(&position);
            if reached.insert(key) {
                new += u64::from(ever.insert(key));
                // One above the limit shows that there are too many.
                if plies < depth && next.len() <= limit {
                    next.push(position);
                }
            }
        };
        for position in positions {
            if is_stopped() {
                return None;
            }
            if !expand(&position, limit, &mut reach) {
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

/// Plays every legal move to every outcome; returns `false` if the measurements of one have more outcomes
/// than the limit together.
fn expand<G: Game>(position: &G, limit: usize, reach: &mut impl FnMut(G)) -> bool {
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let mut legal = legal.into_iter();
    legal.all(|mv| finish(position.clone().play_unchecked(mv), limit as f64, reach))
}

/// Completes a move to every outcome, as [`expand`].
fn finish<G: Game>(turn: Turn<G>, limit: f64, reach: &mut impl FnMut(G)) -> bool {
    let pending = match turn {
        Turn::Ready(position) => {
            reach(position);
            return true;
        }
        Turn::Pending(pending) => pending,
    };
    let outcomes = pending.num_outcomes();
    outcomes <= limit
        && pending.outcomes().all(|(bits, _)| {
            let turn = pending.clone().resolve(&bits);
            let turn = turn.expect("outcomes lists legal bits only");
            finish(turn, limit / outcomes, reach)
        })
}

/// Position key: a hash of 128 bits.
fn position_key<G: Game>(position: &G) -> u128 {
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
    let rights = position.rights();
    for hasher in &mut halves {
        turn.hash(hasher);
        for occupied in &board {
            (&occupied.place, &occupied.piece).hash(hasher);
        }
        state.hash(hasher);
        legal.hash(hasher);
        rights.hash(hasher);
    }
    let [low, high] = halves.map(|hasher| hasher.finish());
    u128::from(high) << 64 | u128::from(low)
}

/// Slots of each component with its amplitudes, on the grid, with a phase such that the first one is
/// real and positive.
type ComponentKeys = Vec<(Vec<u16>, Vec<(u128, i64, i64)>)>;

fn state<G: Game>(position: &G) -> ComponentKeys {
    let components = position.world().components().iter();
    let mut state: ComponentKeys = components
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
