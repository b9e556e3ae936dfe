//! A parser of others as a second opinion. It knows OpenQASM 3 with an include, and panics on some
//! of what is broken.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cheqqers_qasm::{GroupFacts, GroupNotes, write};
use cheqqers_testkit::strategy;
use oq3_semantics::syntax_to_semantics::parse_source_string;
use proptest::prelude::*;

use super::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Opinion {
    Fine,
    Wrong,
    /// It could not make up its mind.
    Panic,
}

fn opinion(text: &str) -> Opinion {
    let parsed = catch_unwind(AssertUnwindSafe(|| {
        let parsed = parse_source_string(text, None, None::<&[&str]>);
        parsed.any_errors()
    }));
    match parsed {
        Ok(true) => Opinion::Wrong,
        Ok(false) => Opinion::Fine,
        Err(_) => Opinion::Panic,
    }
}

proptest! {
    #![proptest_config(strategy::config(150))]

    #[test]
    fn what_is_written_is_fine(
        circuit in strategy::measured_circuits(1..=5, 20),
        named in any::<bool>(),
    ) {
        let definitions = if named { Definitions::Named } else { Definitions::Flat };
        let annotation = "cheqqers.move 1 white c3^b4d4".to_owned();
        let facts = [GroupFacts::default(), GroupFacts { annotation, ..GroupFacts::default() }];
        for notes in [GroupNotes::None, GroupNotes::Annotations] {
            let program = AnnotatedCircuit {
                definitions,
                facts: &facts,
                notes,
                ..AnnotatedCircuit::new(&circuit)
            };
            let text = write(&program, Dialect::Qasm3).unwrap();
            prop_assert_eq!(opinion(&text), Opinion::Fine);
            prop_assert!(read(&text).is_ok());
        }
    }

    /// What is wrong to the other is wrong to us. Not the other way round: it looks neither at
    /// indices nor at qubits named twice.
    #[test]
    fn what_is_wrong_to_another_parser_is_refused(
        circuit in strategy::measured_circuits(1..=3, 6),
        place in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
        how in 0..3,
    ) {
        let program = AnnotatedCircuit { definitions: Definitions::Named, ..AnnotatedCircuit::new(&circuit) };
        let text = write(&program, Dialect::Qasm3).unwrap();
        let mut tokens = super::hostile::tokens(&text);
        // The version and the include stay: the other panics on files that are missing.
        let first = 14;
        let place = first + place.index(tokens.len() - first);
        let other = first + other.index(tokens.len() - first);
        match how {
            0 => drop(tokens.remove(place)),
            1 => tokens.insert(place, tokens[other].clone()),
            _ => tokens.swap(place, other),
        }
        let broken = tokens.concat();
        if opinion(&broken) == Opinion::Wrong {
            prop_assert!(read(&broken).is_err(), "{broken}");
        }
    }
}
