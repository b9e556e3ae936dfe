//! Positions that a move may lead to, with their exact probabilities.

use cheqqers_circuit::Bitstring;
use cheqqers_game::{Game, GameExt, Measurement, Pending, Ply, Turn};

/// The most positions of a ply that are told, those from which the same follows counted once.
const MOST: usize = 64;

/// The most bitstrings of a ply that are followed.
const FOLLOWED: f64 = 1024.0;

/// A position that a move may lead to.
pub(crate) struct Leaf<G: Game> {
    pub(crate) after: G,
    pub(crate) measurements: Vec<Measurement>,
    /// The bits of the measurements that lead there.
    ways: Vec<Vec<Bitstring>>,
    pub(crate) probability: f64,
}

impl<G: Game> Leaf<G> {
    /// Returns `true` if this ply led there.
    pub(crate) fn is_of(&self, played: &Ply<G::Move>) -> bool {
        let bits = || played.measurements.iter().map(|one| one.bits);
        self.ways.iter().any(|way| bits().eq(way.iter().copied()))
    }
}

/// All that a legal move may lead to, positions from which the same follows once; `None` where they
/// are too many.
pub(crate) fn ply_outcomes<G: Game>(before: &G, mv: G::Move) -> Option<Vec<Leaf<G>>> {
    let start = before.without_circuits();
    let mut leaves = Vec::new();
    let turn = start.play_unchecked(mv);
    follow(turn, &mut Vec::new(), 1.0, FOLLOWED, &mut leaves)?;
    Some(leaves)
}

fn follow<G: Game>(
    turn: Turn<G>,
    measurements: &mut Vec<Measurement>,
    probability: f64,
    most: f64,
    leaves: &mut Vec<Leaf<G>>,
) -> Option<()> {
    match turn {
        Turn::Ready(after) => add(after, measurements, probability, leaves),
        Turn::Pending(pending) => branch(&pending, measurements, probability, most, leaves),
    }
}

fn branch<G: Game>(
    pending: &Pending<G>,
    measurements: &mut Vec<Measurement>,
    probability: f64,
    most: f64,
    leaves: &mut Vec<Leaf<G>>,
) -> Option<()> {
    let most = most / pending.num_outcomes();
    if most < 1.0 {
        return None;
    }
    for (bits, factor) in pending.outcomes() {
        measurements.push(Measurement::new(pending, bits, ""));
        let turn = pending.clone().resolve(&bits);
        let turn = turn.expect("outcomes lists legal bits only");
        let followed = follow(turn, measurements, probability * factor, most, leaves);
        measurements.pop();
        followed?;
    }
    Some(())
}

fn add<G: Game>(
    after: G,
    measurements: &[Measurement],
    probability: f64,
    leaves: &mut Vec<Leaf<G>>,
) -> Option<()> {
    let bits = measurements.iter().map(|one| one.bits).collect();
    let key = after.key();
    let same = |leaf: &&mut Leaf<G>| key.is_some() && leaf.after.key() == key;
    if let Some(leaf) = leaves.iter_mut().find(same) {
        leaf.probability += probability;
        leaf.ways.push(bits);
        return Some(());
    }
    if leaves.len() == MOST {
        return None;
    }
    leaves.push(Leaf {
        after,
        measurements: measurements.to_vec(),
        ways: vec![bits],
        probability,
    });
    Some(())
}
