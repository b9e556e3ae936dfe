//! States that are products of states.

use std::collections::BTreeMap;

use cheqqers_sim::TOLERANCE;
use num_complex::Complex64;

/// Amplitudes of different basis states, not normalised.
pub(crate) type Kets = Vec<(u128, Complex64)>;

/// Factors of a state of qubits `qubits`, up to a number: for each its qubits, ascending, and its
/// amplitudes, whose basis states keep their bits in place.
///
/// Qubits whose values depend on each other two by two stay together, and each group of them that
/// shares nothing with the rest is a factor. A factor is never too small; it may be too large only
/// where three or more qubits, or phases, are correlated.
///
/// Cost: O(mn²) for m amplitudes on n qubits.
pub(crate) fn factors(qubits: &[u8], kets: Kets) -> Vec<(Vec<u8>, Kets)> {
    let mut found = Vec::new();
    let (mut rest, mut left) = (kets, Vec::new());
    for group in groups(qubits, &rest) {
        match apart(&group, &rest) {
            Some((factor, others)) => {
                found.push((group, factor));
                rest = others;
            }
            None => left.extend(group),
        }
    }
    if !left.is_empty() {
        left.sort_unstable();
        found.push((left, rest));
    }
    found
}

/// Qubits in groups between which no two are correlated.
fn groups(qubits: &[u8], kets: &Kets) -> Vec<Vec<u8>> {
    let norm_squared: f64 = kets.iter().map(|(_, a)| a.norm_sqr()).sum();
    let chance = |mask: u128| {
        let agree = kets.iter().filter(|(basis, _)| basis & mask == mask);
        agree.map(|(_, a)| a.norm_sqr()).sum::<f64>() / norm_squared
    };
    let mut groups: Vec<Vec<u8>> = Vec::new();
    for &qubit in qubits {
        let mask = 1 << qubit;
        let depends = |&other: &u8| {
            let other = 1 << other;
            (chance(mask | other) - chance(mask) * chance(other)).abs() > TOLERANCE
        };
        let (linked, mut apart): (Vec<_>, Vec<_>) = groups
            .into_iter()
            .partition(|group| group.iter().any(depends));
        let mut group = linked.concat();
        group.push(qubit);
        group.sort_unstable();
        apart.push(group);
        groups = apart;
    }
    groups
}

/// A state as the product of one of `group` and one of the other qubits; `None` where it is none.
fn apart(group: &[u8], kets: &Kets) -> Option<(Kets, Kets)> {
    let mask = group.iter().fold(0, |mask, qubit| mask | 1_u128 << qubit);
    let mut rows: BTreeMap<u128, BTreeMap<u128, Complex64>> = BTreeMap::new();
    for &(basis, amplitude) in kets {
        rows.entry(basis & mask)
            .or_default()
            .insert(basis & !mask, amplitude);
    }
    let norm_squared_of =
        |row: &BTreeMap<u128, Complex64>| row.values().map(Complex64::norm_sqr).sum::<f64>();
    // Every row of a product is a multiple of any other; the heaviest is known best.
    let others = rows
        .values()
        .max_by(|a, b| norm_squared_of(a).total_cmp(&norm_squared_of(b)))?;
    let norm_squared = norm_squared_of(others);
    let mut factor = Kets::new();
    let mut error = 0.0;
    for (&basis, row) in &rows {
        let inner =
            |(basis, amplitude): (&u128, &Complex64)| Some(others.get(basis)?.conj() * amplitude);
        let along: Complex64 = row.iter().filter_map(inner).sum();
        error += norm_squared_of(row) - along.norm_sqr() / norm_squared;
        factor.push((basis, along / norm_squared));
    }
    let whole: f64 = rows.values().map(norm_squared_of).sum();
    let others = others.iter().map(|(&basis, &amplitude)| (basis, amplitude));
    (error <= TOLERANCE * whole).then(|| (factor, others.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(a: &Kets, b: &Kets) -> Kets {
        let pairs = a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
        pairs.map(|(x, y)| (x.0 | y.0, x.1 * y.1)).collect()
    }

    fn qubits_of(factors: &[(Vec<u8>, Kets)]) -> Vec<Vec<u8>> {
        let mut all: Vec<_> = factors.iter().map(|(qubits, _)| qubits.clone()).collect();
        all.sort();
        all
    }

    fn check(factors: &[(Vec<u8>, Kets)], state: &Kets) {
        let one: Kets = vec![(0, Complex64::ONE)];
        let whole = factors
            .iter()
            .fold(one, |whole, (_, kets)| product(&whole, kets));
        let of = |kets: &Kets| kets.iter().copied().collect::<BTreeMap<_, _>>();
        let (whole, state) = (of(&whole), of(state));
        assert!(whole.keys().eq(state.keys()), "{whole:?} {state:?}");
        let (first, amplitude) = whole.first_key_value().unwrap();
        let scale = state[first] / amplitude;
        for (basis, amplitude) in state {
            assert!(
                (whole[&basis] * scale - amplitude).norm() < 1e-9,
                "{basis:b}"
            );
        }
    }

    #[test]
    fn a_product_of_split_slots_comes_apart() {
        let i = Complex64::I;
        let first: Kets = vec![(0b1, i * 0.6), (0b100, Complex64::from(0.8))];
        let second: Kets = vec![(0b10, i), (0b1000, -i * 0.5), (0b10_0000, 1.0.into())];
        let third: Kets = vec![(0, 0.5.into()), (0b1_0000, i)];
        let state = product(&product(&first, &second), &third);
        let found = factors(&[0, 1, 2, 3, 4, 5], state.clone());
        assert_eq!(qubits_of(&found), [vec![0, 2], vec![1, 3, 5], vec![4]]);
        check(&found, &state);
    }

    #[test]
    fn what_is_linked_stays_together() {
        let one = Complex64::ONE;
        // By values, by an even number of ones among three, by a phase.
        let pair: Kets = vec![(0, one), (0b11, one)];
        let even: Kets = [0, 0b11, 0b101, 0b110]
            .map(|basis| (basis << 2, one))
            .into();
        let phase: Kets = vec![(0, one), (1 << 5, one), (1 << 6, one), (0b11 << 5, -one)];
        let loose: Kets = vec![(0, one), (1 << 7, one)];
        for linked in [&even, &phase] {
            let state = product(&product(&pair, linked), &loose);
            let all: Vec<u8> = (0..8)
                .filter(|&k| state.iter().any(|(b, _)| b >> k & 1 == 1))
                .collect();
            let found = factors(&all, state.clone());
            let rest: Vec<u8> = all
                .iter()
                .copied()
                .filter(|k| ![0, 1, 7].contains(k))
                .collect();
            assert_eq!(qubits_of(&found), [vec![0, 1], rest, vec![7]]);
            check(&found, &state);
        }
        let both = product(&even, &phase);
        let found = factors(&[2, 3, 4, 5, 6], both.clone());
        assert_eq!(qubits_of(&found), [vec![2, 3, 4, 5, 6]]);
        check(&found, &both);
    }
}
