use std::hash::{Hash, Hasher};

use cheqqers_game::Colour;

/// Number of kinds of moves that are distinguished, a power of two.
const KINDS: usize = 1 << 12;

/// History heuristic: statistics by which better moves are searched first.
#[derive(Debug)]
pub(super) struct Order<M> {
    /// Number of cutoffs of a move, by colour and move, weighted by depth.
    history: [Vec<u32>; 2],
    /// The last two moves that refuted another, by ply.
    killers: Vec<[Option<M>; 2]>,
}

impl<M: Copy + Eq + Hash> Order<M> {
    pub(super) fn new(plies: usize) -> Self {
        Self {
            history: [vec![0; KINDS], vec![0; KINDS]],
            killers: vec![[None; 2]; plies],
        }
    }

    /// Rank of a move in the order of search; the highest is searched first.
    #[inline]
    pub(super) fn rank(&self, mv: M, colour: Colour, ply: usize) -> u32 {
        let killers = &self.killers[ply];
        match killers.iter().position(|&killer| killer == Some(mv)) {
            Some(0) => u32::MAX - 1,
            Some(_) => u32::MAX - 2,
            None => self.history[colour as usize][kind(mv)],
        }
    }

    /// A move refuted the one before it, at this depth in plies.
    pub(super) fn refuted(&mut self, mv: M, colour: Colour, ply: usize, depth: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            killers[1] = killers[0];
            killers[0] = Some(mv);
        }
        let history = &mut self.history[colour as usize];
        let count = &mut history[kind(mv)];
        *count += depth * depth;
        if *count > 1 << 24 {
            for count in history.iter_mut() {
                *count >>= 1;
            }
        }
    }
}

fn kind(mv: impl Hash) -> usize {
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    mv.hash(&mut hasher);
    let hash = hasher.finish();
    #[expect(clippy::cast_possible_truncation, reason = "some bits are enough")]
    let bits = (hash ^ hash >> 32) as usize;
    bits & (KINDS - 1)
}

/// The same for the same bytes everywhere, and quick for the few that a move has.
///
/// Source: Fowler, Noll and Vo's hash FNV-1a.
struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
