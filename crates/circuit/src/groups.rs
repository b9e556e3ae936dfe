/// Groups of an operation: mostly one, and several where gates of several were written anew as fewer.
///
/// The last one decides where the operation stands, as in the frames of a drawing. Earlier ones are kept
/// as bits: the 31 groups before the last exactly, and all before those as the 32nd.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Groups {
    last: u32,
    /// Bit `k` is group `last - 1 - k`.
    earlier: u32,
}

impl From<u32> for Groups {
    fn from(group: u32) -> Self {
        Self {
            last: group,
            earlier: 0,
        }
    }
}

impl Groups {
    /// The last of them, 0 for none.
    pub fn last(self) -> u32 {
        self.last
    }

    /// All of them, ascending; 0 alone for none.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        let earlier = (0..u32::BITS)
            .rev()
            .filter(move |k| self.earlier >> k & 1 == 1);
        earlier.map(move |k| self.last - 1 - k).chain([self.last])
    }

    /// Groups of both. None and some are those.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        let (first, second) = if self.last <= other.last {
            (self, other)
        } else {
            (other, self)
        };
        match second.last - first.last {
            _ if first.last == 0 => second,
            0 => Self {
                earlier: first.earlier | second.earlier,
                ..second
            },
            distance => Self {
                earlier: second.earlier | moved(first.earlier, distance) | moved(1, distance - 1),
                ..second
            },
        }
    }

    /// Both numbers that make it, for [`Self::from_bits`].
    pub fn to_bits(self) -> u64 {
        u64::from(self.earlier) << 32 | u64::from(self.last)
    }

    /// Those of two numbers that were told by [`Self::to_bits`]; `None` where a group would be below 1.
    pub fn from_bits(bits: u64) -> Option<Self> {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "each is one half of the bits"
        )]
        let [last, earlier] = [bits, bits >> 32].map(|bits| bits as u32);
        let first = u32::BITS - earlier.leading_zeros();
        (earlier == 0 || first < last).then_some(Self { last, earlier })
    }
}

/// Bits moved up, those that would leave standing for themselves in the highest.
fn moved(bits: u32, places: u32) -> u32 {
    let kept = bits.checked_shl(places).unwrap_or(0);
    let is_lost = bits != 0 && places > bits.leading_zeros();
    kept | u32::from(is_lost) << (u32::BITS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(groups: &[u32]) -> Groups {
        let groups = groups.iter().map(|&group| Groups::from(group));
        groups.fold(Groups::default(), Groups::union)
    }

    #[test]
    fn a_union_has_the_groups_of_both_in_whatever_order() {
        for groups in [&[0][..], &[7], &[3, 7], &[1, 2, 31, 32], &[5, 9, 36]] {
            let union = of(groups);
            assert_eq!(union.iter().collect::<Vec<_>>(), groups);
            assert_eq!(union.last(), groups[groups.len() - 1]);
            let reversed: Vec<u32> = groups.iter().rev().copied().collect();
            assert_eq!(of(&reversed), union);
            let (some, others) = groups.split_at(groups.len() / 2);
            assert_eq!(of(some).union(of(others)), union);
            assert_eq!(Groups::from_bits(union.to_bits()), Some(union));
        }
        assert_eq!(of(&[0, 4]), of(&[4]));
        assert_eq!(Groups::from_bits(1 << 33 | 2), None);
    }

    #[test]
    fn groups_far_apart_are_the_32nd_before_the_last() {
        let far: Vec<u32> = of(&[2, 5, 90, 100]).iter().collect();
        assert_eq!(far, [68, 90, 100]);
    }
}
