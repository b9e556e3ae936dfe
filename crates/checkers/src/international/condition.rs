//! Condition of a move's exchange, as the parity of slots that the move leaves alone.

use cheqqers_world::Slot;
use smallvec::SmallVec;

/// The parity of some slots: odd where the condition holds, or even.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Parity {
    /// At least one slot, ascending.
    pub(super) slots: SmallVec<[Slot; 4]>,
    pub(super) is_odd: bool,
}

/// Sets of slots that are tried one by one, at most; beyond, a condition need not be a smallest one.
const MOST_TRIED: usize = 1 << 17;

/// A smallest set of slots whose parity has one value on all of the states `holds` and the other on
/// all of `fails`, neither of them empty; of equal size an odd one, then the lower slots. `None`
/// where there is none.
///
/// Bit `k` of a state is the value of `slots[k]`; only those of `usable` may be chosen.
pub(super) fn separating(
    slots: &[Slot],
    usable: u128,
    holds: &[u128],
    fails: &[u128],
) -> Option<Parity> {
    let places: Vec<usize> = (0..slots.len()).filter(|&k| usable >> k & 1 == 1).collect();
    let some = solve(&places, holds, fails)?;
    let value = |set: u128| separates(set, holds, fails);
    let mut tried = 0_usize;
    for len in 1..=places.len() {
        let mut even = None;
        let mut chosen: Vec<usize> = (0..len).collect();
        loop {
            let set = chosen.iter().fold(0, |set, &k| set | 1 << places[k]);
            match value(set) {
                Some(true) => return Some(parity(slots, set, true)),
                Some(false) if even.is_none() => even = Some(set),
                _ => {}
            }
            tried += 1;
            if tried > MOST_TRIED || !advance(&mut chosen, places.len()) {
                break;
            }
        }
        if let Some(set) = even {
            return Some(parity(slots, set, false));
        }
        if tried > MOST_TRIED {
            break;
        }
    }
    let is_odd = value(some)?;
    Some(parity(slots, some, is_odd))
}

fn parity(slots: &[Slot], set: u128, is_odd: bool) -> Parity {
    let slots = slots.iter().enumerate();
    let chosen = slots.filter(|(k, _)| set >> k & 1 == 1);
    Parity {
        slots: chosen.map(|(_, &slot)| slot).collect(),
        is_odd,
    }
}

/// The parity of a set on the states that hold, if it is one value there and the other on the
/// others.
fn separates(set: u128, holds: &[u128], fails: &[u128]) -> Option<bool> {
    let is_odd = |state: u128| (state & set).count_ones() % 2 == 1;
    let value = is_odd(*holds.first()?);
    let agree = holds.iter().all(|&state| is_odd(state) == value)
        && fails.iter().all(|&state| is_odd(state) != value);
    agree.then_some(value)
}

/// The next combination of so many of `len`, in ascending order; `false` after the last.
fn advance(chosen: &mut [usize], len: usize) -> bool {
    let most = |k: usize| len - chosen.len() + k;
    let Some(k) = (0..chosen.len()).rev().find(|&k| chosen[k] < most(k)) else {
        return false;
    };
    chosen[k] += 1;
    for next in k + 1..chosen.len() {
        chosen[next] = chosen[next - 1] + 1;
    }
    true
}

/// Some set that separates, by elimination over GF(2): its parity is the same on all states that
/// hold, and differs between them and each of the others.
fn solve(places: &[usize], holds: &[u128], fails: &[u128]) -> Option<u128> {
    let (&first, others) = holds.split_first()?;
    let usable = places.iter().fold(0_u128, |all, &k| all | 1 << k);
    let equations = others
        .iter()
        .map(|&state| ((state ^ first) & usable, false))
        .chain(fails.iter().map(|&state| ((state ^ first) & usable, true)));
    // Reduced rows, each with its leading place, which no other row has.
    let mut rows: Vec<(usize, u128, bool)> = Vec::new();
    for (mut row, mut value) in equations {
        for &(lead, other, with) in &rows {
            if row >> lead & 1 == 1 {
                row ^= other;
                value ^= with;
            }
        }
        if row == 0 {
            if value {
                return None;
            }
            continue;
        }
        let lead = row.trailing_zeros() as usize;
        for (_, other, with) in &mut rows {
            if *other >> lead & 1 == 1 {
                *other ^= row;
                *with ^= value;
            }
        }
        rows.push((lead, row, value));
    }
    // Variables without a row are 0.
    let set = rows.iter().filter(|(_, _, value)| *value);
    Some(set.fold(0, |set, (lead, _, _)| set | 1 << lead))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(num_slots: u16, holds: &[u128], fails: &[u128]) -> Option<(Vec<u16>, bool)> {
        let slots: Vec<Slot> = (0..num_slots).map(Slot).collect();
        let parity = separating(&slots, u128::MAX, holds, fails)?;
        let slots = parity.slots.iter().map(|slot| slot.0).collect();
        Some((slots, parity.is_odd))
    }

    #[test]
    fn one_slot_is_enough_where_it_tells() {
        assert_eq!(found(3, &[0b001], &[0b010]), Some((vec![0], true)));
        // Slot 0 tells by being empty, slot 1 by being occupied: that is preferred.
        assert_eq!(found(3, &[0b110], &[0b101]), Some((vec![1], true)));
        assert_eq!(
            found(2, &[0b10, 0b00], &[0b11, 0b01]),
            Some((vec![0], false))
        );
    }

    #[test]
    fn parities_of_several_slots_are_found() {
        let (holds, fails) = ([0b0011, 0b1100], [0b0110, 0b1001]);
        assert_eq!(found(4, &holds, &fails), Some((vec![0, 3], true)));
        assert_eq!(
            found(3, &[0b000, 0b011], &[0b001, 0b010]),
            Some((vec![0, 1], false))
        );
        assert_eq!(found(2, &[0b00], &[0b01, 0b10, 0b11]), None);
    }

    #[test]
    fn what_elimination_finds_separates() {
        let mut word = 0x9e37_79b9_u64;
        let mut random = || {
            word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            u128::from(word >> 40 & 0xf)
        };
        let (mut with, mut without) = (0, 0);
        for _ in 0..2000 {
            let holds: Vec<u128> = (0..3).map(|_| random()).collect();
            let fails: Vec<u128> = (0..2).map(|_| random()).collect();
            let places: Vec<usize> = (0..4).collect();
            let by_trying = (1..16).find(|&set| separates(set, &holds, &fails).is_some());
            let solved = solve(&places, &holds, &fails);
            assert_eq!(solved.is_some(), by_trying.is_some(), "{holds:?} {fails:?}");
            match solved {
                Some(set) => {
                    assert!(separates(set, &holds, &fails).is_some());
                    with += 1;
                }
                None => without += 1,
            }
        }
        assert!(with > 50 && without > 50);
    }
}
