use std::collections::BTreeMap;

use cheqqers_backend::{Backend, Job, Local, Simulator};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::*;
use crate::Analysis;

type Texts = BTreeMap<String, BTreeMap<String, u64>>;

/// Counts of an exact simulator, as other means give them.
fn measured(quick: bool) -> Texts {
    let circuits = Suite::v1().chosen(quick).into_iter();
    let counts = circuits.map(|circuit| {
        let mut local = Local::new(Simulator::Auto, ChaCha8Rng::seed_from_u64(7));
        let [run] = &local
            .run(&Job::new(&[circuit.circuit().clone()], 100))
            .unwrap()[..]
        else {
            panic!("one circuit was run");
        };
        let counts = run.counts().into_iter();
        let counts = counts.map(|(bits, count)| (bits.to_string(), count));
        (circuit.name.clone(), counts.collect())
    });
    counts.collect()
}

fn refused(counts: Texts) -> String {
    Analysis::of_counts(Suite::v1(), counts)
        .unwrap_err()
        .to_string()
}

#[test]
fn counts_in_any_order_give_the_analysis_of_the_suite() {
    for quick in [true, false] {
        let texts = measured(quick);
        let suite = Suite::v1();
        let found = Analysis::of_counts(suite, texts.clone()).unwrap();
        assert!(
            found.score.high >= 100.0 && found.score.low > 80.0,
            "{found:?}"
        );
        let circuits = suite.chosen(quick);
        let names = found.circuits.iter().map(|circuit| &circuit.name);
        assert!(names.eq(circuits.iter().map(|circuit| &circuit.name)));
        let counts = circuits.iter().map(|circuit| {
            let counts = texts[&circuit.name].iter();
            circuit.counts(counts.map(|(bits, &count)| (bits, count)))
        });
        let counts: Vec<Counts> = counts.map(Result::unwrap).collect();
        assert_eq!(
            found,
            Analysis::of(suite, circuits.into_iter().zip(&counts))
        );
        assert_eq!(
            Analysis::of_counts(suite, texts.into_iter().rev()).unwrap(),
            found
        );
    }
}

#[test]
fn the_first_character_is_clbit_zero() {
    let circuit = Suite::v1().circuit("merge").unwrap();
    let counts = circuit.counts([("01", 3), ("10", 1)]).unwrap();
    let ones = counts.iter().filter(|(bits, _)| bits.bit(1));
    assert_eq!(ones.map(|(_, count)| *count).sum::<u64>(), 3);
}

#[test]
fn what_is_missing_is_named() {
    let mut quick = measured(true);
    let names: Vec<String> = quick.keys().cloned().collect();
    quick.remove(&names[3]);
    assert_eq!(refused(quick), format!("missing counts of {}", names[3]));
    let mut all = measured(false);
    let is_quick = |name: &str| {
        Suite::v1()
            .circuit(name)
            .is_some_and(|circuit| circuit.quick)
    };
    let name = all.keys().find(|name| !is_quick(name)).unwrap().clone();
    all.remove(&name);
    assert_eq!(refused(all), format!("missing counts of {name}"));
    let all_quick = Suite::v1().chosen(true);
    let all_quick: Vec<&str> = all_quick.iter().map(|circuit| &*circuit.name).collect();
    let expected = format!("missing counts of {}", all_quick.join(", "));
    assert_eq!(refused(Texts::new()), expected);
}

#[test]
fn counts_that_are_none_of_a_circuit_are_refused() {
    let with = |name: &str, counts: &[(&str, u64)]| {
        let mut texts = measured(true);
        let counts = counts.iter().map(|&(bits, count)| (bits.into(), count));
        texts.insert(name.into(), counts.collect());
        refused(texts)
    };
    assert_eq!(with("merger", &[("01", 3)]), "there is no circuit merger");
    for text in ["0", "011", "", "0x", "0 1", "²1"] {
        let expected = format!("merge: expected 2 bits, got {text:?}");
        assert_eq!(with("merge", &[("01", 3), (text, 1)]), expected);
    }
    for counts in [&[] as &[_], &[("01", 0)]] {
        assert_eq!(with("merge", counts), "merge has no shots");
    }
    let many = "merge has more than 2^53 shots";
    assert_eq!(with("merge", &[("01", MAX_SHOTS), ("10", 1)]), many);
    assert_eq!(with("merge", &[("01", u64::MAX), ("10", u64::MAX)]), many);
    let twice = [("merge", [("01", 1)]), ("merge", [("10", 1)])];
    let error = Analysis::of_counts(Suite::v1(), twice).unwrap_err();
    assert_eq!(error.to_string(), "the counts of merge are given twice");
}
