use serde_json::{Value, json};

use super::*;

/// A job of two bits beside a probe, with these shots.
fn probed(bits: &[&str]) -> Entry {
    let mut entry = Entry::new("key", "lab:device", "lab", "device").with_program("", 6, 6, 8);
    entry.set_probe("1100".parse().unwrap());
    let parities = [0, 1].map(|clbit| Parity::new([Clbit(clbit)], false));
    entry.add_post_processing(&PostProcessing::new(parities.to_vec()), Clbit(2));
    entry.bits = bits.iter().map(ToString::to_string).collect();
    entry
}

/// The key of a job that a service may be given.
const KEY: &str = "cheqqers-0123456789abcdef";

#[test]
fn a_job_shows_the_order_of_bits_by_what_most_shots_read() {
    let right = "110000";
    let (reversed, misread) = ("000011", "100000");
    for (bits, shows, is_misread, is_reversed) in [
        (&[right, right, reversed][..], true, false, false),
        (&[right, reversed], false, false, false),
        (&[right, reversed, reversed], false, true, true),
        (&[right, misread, misread], false, true, false),
        (&[], false, false, false),
        // A quarter of all at least: random bits are of no order.
        (
            &[
                reversed, reversed, "000000", "000001", "000010", "010000", "010001", "010010",
            ],
            false,
            true,
            true,
        ),
        (
            &[
                reversed, reversed, "000000", "000001", "000010", "010000", "010001", "010010",
                "100000",
            ],
            false,
            false,
            false,
        ),
    ] {
        let entry = probed(bits);
        assert_eq!(entry.shows_bit_order(), shows, "{bits:?}");
        assert_eq!(entry.probe_fault().is_some(), is_misread, "{bits:?}");
        assert_eq!(entry.bit_order_fault().is_some(), is_reversed, "{bits:?}");
        assert_eq!(entry.check_bit_order().is_err(), is_reversed, "{bits:?}");
    }
    let entry = probed(&[reversed]);
    let expected = RemoteError::BitOrder {
        key: "key".into(),
        prepared: "1100".into(),
        read: "0011".into(),
    };
    assert_eq!(entry.check_bit_order(), Err(expected));
    let mut plain = probed(&[reversed]);
    plain.probe = None;
    assert!(!plain.shows_bit_order() && plain.probe_fault().is_none());
}

#[test]
fn requested_bits_are_parities_of_those_of_the_program() {
    let mut entry = probed(&["110100", "111000"]);
    let shots = |entry: &Entry| -> Option<Vec<String>> {
        Some(entry.shots()?.iter().map(ToString::to_string).collect())
    };
    assert_eq!(entry.num_bits(), 2);
    assert_eq!(shots(&entry), Some(vec!["01".into(), "10".into()]));
    let parities = [
        Parity::new([Clbit(0), Clbit(1)], true),
        Parity::new([Clbit(1)], false),
        Parity::new([], true),
    ];
    entry.parities.clear();
    entry.add_post_processing(&PostProcessing::new(parities.to_vec()), Clbit(2));
    assert_eq!(shots(&entry), Some(vec!["011".into(), "001".into()]));
    for bits in ["11010", "1101000", "11010x"] {
        entry.bits = vec![bits.into()];
        assert_eq!(shots(&entry), None, "{bits}");
    }
    // Bits that the program does not have.
    let mut beyond = probed(&["110100"]);
    beyond.add_post_processing(
        &PostProcessing::new(vec![Parity::new([Clbit(0)], false)]),
        Clbit(6),
    );
    assert_eq!(shots(&beyond), None);
}

#[test]
fn clbits_are_read_in_order_behind_the_probe() {
    let with = |parities: &[(&[u32], bool)], is_probed: bool| {
        let mut entry = probed(&[]);
        if !is_probed {
            entry.probe = None;
        }
        let parities = parities.iter();
        entry.parities = parities
            .map(|(clbits, flip)| (clbits.to_vec(), *flip))
            .collect();
        entry
    };
    for (parities, is_probed, expected) in [
        (&[(&[2][..], false), (&[3], false)][..], true, true),
        (&[(&[0], false), (&[1], false)], false, true),
        (&[(&[0], false), (&[1], false)], true, false),
        (&[(&[2], false), (&[], true), (&[3], false)], true, true),
        (&[(&[3], false), (&[2], false)], true, false),
        (&[(&[2], true)], true, false),
        (&[(&[2, 3], false)], true, false),
    ] {
        let found = with(parities, is_probed).reads_clbits_in_order();
        assert_eq!(found, expected, "{parities:?}");
    }
}

#[test]
fn test_bits_are_none_of_those_asked_for() {
    let mut entry = probed(&[]);
    assert_eq!(entry.probe_misfit("1100"), None);
    assert!(entry.probe_misfit("0011").is_some());
    for (clbit, is_test) in [
        (0, true),
        (1, true),
        (2, false),
        (3, false),
        (4, true),
        (5, true),
    ] {
        entry.parities = vec![(vec![clbit], false)];
        assert_eq!(entry.probe_misfit("1100").is_some(), is_test, "{clbit}");
    }
    entry.probe = None;
    assert_eq!(entry.probe_misfit("1100"), None);
}

#[test]
fn a_job_that_was_not_sent_is_whole_and_has_a_key() {
    let unsent = || Entry::new(KEY, "lab:device", "lab", "device").with_program("x", 1, 1, 5);
    assert!(unsent().is_unsent());
    let changes: [fn(&mut Entry); 5] = [
        |entry| entry.state = EntryState::Sent,
        |entry| entry.provenance.job = Some("a".into()),
        |entry| entry.provenance.key = "../key".into(),
        |entry| entry.provenance.qasm = "y".into(),
        |entry| entry.version = 3,
    ];
    for change in changes {
        let mut entry = unsent();
        change(&mut entry);
        assert!(!entry.is_unsent(), "{entry:?}");
    }
    for (version, is_readable) in [(0, false), (1, true), (2, true), (3, false)] {
        let entry = Entry {
            version,
            ..unsent()
        };
        assert_eq!(entry.is_readable(), is_readable);
    }
    let mut answered = unsent();
    answered.state = EntryState::Answered;
    answered.provenance.job = Some("a".into());
    answered.provenance.answer = Some(cheqqers_backend::ResponseForm::Shots);
    answered.bits = vec!["0".into()];
    answered.resent = Some(answered.created);
    let before = answered.before_sending();
    let expected = Entry {
        created: answered.created,
        ..unsent()
    };
    assert_eq!(before, expected);
    assert_eq!(before.provenance.qasm_sha256, sha256(b"x"));
}

#[test]
fn states_say_what_may_still_happen() {
    let failed = |reason: &str| EntryState::Failed {
        reason: reason.into(),
    };
    // Pending, failed, ended without a job, given up.
    for (state, expected, failure) in [
        (EntryState::Sending, [true, false, false, false], None),
        (EntryState::Sent, [true, false, false, false], None),
        (EntryState::Answered, [false; 4], None),
        (failed("hot"), [false, true, true, false], Some("hot")),
        (failed(GIVEN_UP), [false, true, false, true], Some(GIVEN_UP)),
        (
            EntryState::Cancelled,
            [false, true, true, false],
            Some("the job was cancelled"),
        ),
    ] {
        let mut entry = probed(&[]);
        entry.state = state.clone();
        let found = [
            entry.is_pending(),
            entry.has_failed(),
            entry.ended_without_job(),
            entry.is_given_up(),
        ];
        assert_eq!(found, expected, "{state:?}");
        assert_eq!(entry.failure().as_deref(), failure);
        entry.provenance.job = Some("a".into());
        assert!(!entry.ended_without_job());
    }
    let mut entry = probed(&[]);
    entry.give_up();
    assert!(entry.is_given_up() && !entry.has_answer());
    assert!(probed(&["110000"]).has_answer());
}

#[test]
fn what_may_still_be_answered_or_is_of_no_use_may_be_given_up() {
    for (state, bits, expected) in [
        (EntryState::Sending, &[][..], true),
        (EntryState::Sent, &[], true),
        (EntryState::Answered, &[], true),
        (EntryState::Answered, &["110000"], false),
        (EntryState::Answered, &["000011"], true),
        (EntryState::Cancelled, &[], false),
    ] {
        let mut entry = probed(bits);
        entry.state = state;
        assert_eq!(entry.may_be_given_up(), expected, "{:?}", entry.state);
    }
}

#[test]
fn the_first_job_is_no_more_than_what_was_agreed_to_with_it() {
    let mut entry = probed(&[]);
    assert_eq!(entry.agreement_fault(), None);
    for (shots, expected) in [(7, true), (8, false), (9, false)] {
        entry.agreed_up_to = Some(JobCost { shots, cost: None });
        assert_eq!(entry.agreement_fault().is_some(), expected, "{shots}");
    }
    entry.cost = Some(Cost {
        amount: 2.0,
        unit: "USD".into(),
    });
    let told = |shots, amount| {
        let mut entry = entry.clone();
        let unit = "USD".into();
        let cost = Some(Cost { amount, unit });
        entry.agreed_up_to = Some(JobCost { shots, cost });
        entry.agreement_fault()
    };
    assert_eq!(told(8, 2.0), None);
    assert_eq!(
        told(8, 1.0).unwrap(),
        "less than its own 8 shots for up to $2.00"
    );
    assert!(told(7, 2.0).is_some());
}

#[test]
fn entries_are_read_back_those_of_the_first_version_too() {
    let mut entry = probed(&["110000"]);
    entry.measurement = Some(MeasurementId {
        series: "game".into(),
        history: "00".into(),
        name: "3 a2-b3 1".into(),
        attempt: 2,
    });
    let line = serde_json::to_value(&entry).unwrap();
    assert_eq!(Entry::deserialize(&line).unwrap(), entry);
    assert_eq!(line["marker"], "key");
    let mut early: Value = line.clone();
    early["question"] = json!({"game": "game", "past_sha256": "00", "ply": 3, "move": "a2-b3", "measurement": 1,
        "attempt": 2});
    assert_eq!(Entry::deserialize(&early).unwrap(), entry);
    early["question"] = Value::Null;
    assert_eq!(Entry::deserialize(&early).unwrap().measurement, None);
    early["question"] = json!("none");
    assert!(Entry::deserialize(&early).is_err());
    assert_eq!(entry.job_cost().shots, 8);
}

#[test]
fn the_probe_of_several_programs_is_beside_the_first() {
    let text = "OPENQASM 3.0;\nqubit[6] q;\nOPENQASM 3.0;\nqubit[2] q;\n";
    let entry = Entry::new("cheqqers-1", "b", "s", "d").with_program(text, 8, 8, 2);
    let mut entry = entry.with_programs(vec![6, 2]);
    entry.set_probe("1100".parse().unwrap());
    entry.add_post_processing(&PostProcessing::identity(2), Clbit(2));
    entry.add_post_processing(&PostProcessing::identity(2), Clbit(6));
    assert_eq!(entry.programs().len(), 2);
    assert_eq!(entry.programs()[1], ("OPENQASM 3.0;\nqubit[2] q;\n", 2));
    assert_eq!(
        (entry.programs_fault(), entry.probe_misfit("1100")),
        (None, None)
    );
    assert!(entry.reads_clbits_in_order());
    entry.bits = vec!["11010010".into(), "11100011".into()];
    assert!(entry.shows_bit_order());
    let shots = entry.separated(&[2, 2]).unwrap();
    let bits = |texts: [&str; 2]| texts.map(|text| text.parse().unwrap()).to_vec();
    assert_eq!(shots, [bits(["01", "10"]), bits(["10", "11"])]);
    assert_eq!(entry.separated(&[2, 1]), None);
    let mut test_bit = entry.clone();
    test_bit.add_post_processing(&PostProcessing::identity(1), Clbit(5));
    assert!(test_bit.probe_misfit("1100").is_some() && !test_bit.reads_clbits_in_order());
}
