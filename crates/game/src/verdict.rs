use std::fmt;

use cheqqers_circuit::Bitstring;

use crate::turn::MeasuredComponent;
use crate::{Game, Pending};

/// Verdict of the exact state on a shot: legal, or illegal by the weakest test that shows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// The exact state gives the bits a probability above the tolerance.
    Accepted,
    /// A component has a number of ones that it never has.
    WrongNumber,
    /// The ones of a component are as many as they may be, but not those of a piece, or of a kind of
    /// pieces where that is all the game tells apart.
    WrongPiece,
    /// The pieces are as many as they may be, but never stand there together.
    OffSupport,
}

impl Verdict {
    /// Those of shots that are no good.
    pub const REJECTED: [Self; 3] = [Self::WrongNumber, Self::WrongPiece, Self::OffSupport];

    /// The name in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::WrongNumber => "wrong_weight",
            Self::WrongPiece => "wrong_piece",
            Self::OffSupport => "off_support",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Judges the shots of one measurement.
///
/// All it goes by is the exact state, taken before any shot: nothing is derived from the shots.
#[derive(Clone, Debug)]
pub struct Judge {
    parts: Vec<Part>,
}

/// Legal outcomes of one component.
#[derive(Clone, Debug)]
struct Part {
    num_slots: usize,
    /// Legal bitstrings, ascending.
    legal: Vec<Bitstring>,
    /// Numbers of ones in these, ascending.
    sums: Vec<u32>,
    /// For each kind of piece its slots, as a mask of bits, and the numbers of ones in it, ascending.
    kinds: Vec<(u128, Vec<u32>)>,
}

impl Judge {
    /// The verdict on bits; `None` when their number is wrong.
    ///
    /// Cost: a binary search among the legal bits of each component.
    pub fn verdict(&self, bits: Bitstring) -> Option<Verdict> {
        let expected: usize = self.parts.iter().map(|part| part.num_slots).sum();
        if bits.len() != expected {
            return None;
        }
        let mut start = 0;
        let verdicts = self.parts.iter().map(|part| {
            let own = bits.slice(start, part.num_slots);
            start += part.num_slots;
            part.verdict(own)
        });
        // The first test that fails for any component says why.
        let failed = verdicts.filter(|&verdict| verdict != Verdict::Accepted);
        Some(failed.min().unwrap_or(Verdict::Accepted))
    }
}

impl Part {
    fn new<G: Game>(position: &G, measured: &MeasuredComponent<'_>) -> Self {
        let legal: Vec<Bitstring> = measured
            .outcomes()
            .into_iter()
            .map(|(bits, _)| bits)
            .collect();
        let mut names: Vec<String> = Vec::new();
        let mut masks: Vec<u128> = Vec::new();
        let slots = measured.slots();
        let contents = position.contents(&slots);
        for (k, piece) in contents.into_iter().enumerate() {
            let at = names.iter().position(|name| *name == piece);
            let at = at.unwrap_or_else(|| {
                names.push(piece);
                masks.push(0);
                masks.len() - 1
            });
            masks[at] |= 1 << k;
        }
        let sums = |mask: u128| {
            let mut sums: Vec<u32> = legal.iter().map(|&bits| num_ones(bits, mask)).collect();
            sums.sort_unstable();
            sums.dedup();
            sums
        };
        Self {
            num_slots: slots.len(),
            sums: sums(u128::MAX),
            kinds: masks.iter().map(|&mask| (mask, sums(mask))).collect(),
            legal,
        }
    }

    fn verdict(&self, bits: Bitstring) -> Verdict {
        let has = |mask: u128, sums: &[u32]| sums.contains(&num_ones(bits, mask));
        if self.legal.binary_search(&bits).is_ok() {
            Verdict::Accepted
        } else if !has(u128::MAX, &self.sums) {
            Verdict::WrongNumber
        } else if !self.kinds.iter().all(|(mask, sums)| has(*mask, sums)) {
            Verdict::WrongPiece
        } else {
            Verdict::OffSupport
        }
    }
}

/// The number of bits that are 1, of those in the mask.
fn num_ones(bits: Bitstring, mask: u128) -> u32 {
    (bits.index() & mask).count_ones()
}

impl<G: Game> Pending<G> {
    /// The judge of shots of this measurement, of which a noisy backend needs many.
    ///
    /// Cost: O(k log k) for k legal bitstrings of a component, and as much memory.
    pub fn judge(&self) -> Judge {
        let part = |measured| Part::new(self.position(), &measured);
        Judge {
            parts: self.each().map(part).collect(),
        }
    }
}
