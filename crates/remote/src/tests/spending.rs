//! Prices, limits, and what the user agrees to.

use cheqqers_backend::{Backend, FailureClass, Job, MeasurementId};

use super::lab::{Bench, Submit, circuit, dollars, error, id, measure};
use crate::{Cost, Entry, EntryState, JobState, JobStatus, RemoteError, SpendingLimits};

use FailureClass::Terminal;

/// A bench whose jobs cost this much.
fn priced(amount: f64) -> Bench {
    let bench = Bench::new();
    bench.lab().is_free = false;
    bench.lab().cost = dollars(amount);
    bench
}

fn quotes(bench: &Bench) -> Vec<String> {
    std::mem::take(&mut bench.lab().quotes)
}

fn again(name: &str) -> MeasurementId {
    MeasurementId {
        attempt: 1,
        ..id(name)
    }
}

#[test]
fn nothing_is_sent_to_whose_cost_nobody_agreed() {
    let bench = priced(2.0);
    bench.lab().approvals = [false].into();
    let found = error(measure(&mut bench.remote(), &id("1 a 0"), 1));
    assert_eq!(found, (RemoteError::Declined, Terminal));
    assert_eq!(quotes(&bench), ["1 jobs 5 shots $2.00"]);
    assert!(bench.lab().taken.is_empty());
    assert!(bench.journal().list().unwrap().is_empty());
    // What costs nothing needs no agreement.
    bench.lab().is_free = true;
    measure(&mut bench.remote(), &id("1 a 0"), 1).unwrap();
    assert!(quotes(&bench).is_empty());
    assert_eq!(
        bench.entry(&id("1 a 0"), 0).unwrap().cost,
        Some(Cost::free())
    );
}

#[test]
fn who_agrees_to_the_first_job_agrees_to_those_that_cost_no_more() {
    let bench = priced(2.0);
    let mut remote = bench.remote();
    for name in ["1 a 0", "2 a 0"] {
        measure(&mut remote, &id(name), 1).unwrap();
    }
    assert_eq!(quotes(&bench), ["1 jobs 5 shots $2.00"]);
    bench.lab().cost = dollars(3.0);
    bench.lab().approvals = [false].into();
    let (found, class) = error(measure(&mut remote, &id("3 a 0"), 1));
    assert_eq!(
        found.to_string(),
        "a job of 5 shots for up to $3.00 is more than the 5 shots for up to $2.00 that were agreed to"
    );
    assert_eq!(class, Terminal);
    assert_eq!(
        quotes(&bench),
        ["1 jobs 5 shots $3.00 above 5 shots for up to $2.00"]
    );
    // Who agrees to it agrees to it alone.
    measure(&mut remote, &id("3 a 0"), 1).unwrap();
    measure(&mut remote, &id("4 a 0"), 1).unwrap();
    assert_eq!(quotes(&bench).len(), 2);
    // Another process knows what was agreed to.
    bench.lab().cost = dollars(2.0);
    let mut next = bench
        .remote()
        .with_limits(<_>::default(), Some("game"))
        .unwrap();
    measure(&mut next, &id("5 a 0"), 1).unwrap();
    assert!(quotes(&bench).is_empty());
    // In another series nothing was.
    let mut next = bench
        .remote()
        .with_limits(<_>::default(), Some("other"))
        .unwrap();
    measure(&mut next, &id("6 a 0"), 1).unwrap();
    assert_eq!(quotes(&bench).len(), 1);
}

#[test]
fn what_was_announced_is_agreed_to_with_the_first_job() {
    let bench = priced(5.0);
    let mut remote = bench.remote();
    let announced = remote.announce(&[circuit(2)], 256).unwrap();
    assert_eq!(announced.to_string(), "256 shots for up to $5.00");
    assert!(quotes(&bench).is_empty());
    bench.lab().cost = dollars(2.0);
    measure(&mut remote, &id("1 a 0"), 1).unwrap();
    bench.lab().cost = dollars(5.0);
    measure(&mut remote, &again("1 a 0"), 1).unwrap();
    assert_eq!(quotes(&bench), ["1 jobs 5 shots $2.00"]);
    // A quote alone announces nothing, and has as many shots as the device takes.
    let bench = priced(5.0);
    bench.lab().max_shots = 100;
    let mut remote = bench.remote();
    let quoted = remote.quote(&[circuit(2)], 256).unwrap();
    assert_eq!(quoted.to_string(), "100 shots for up to $5.00");
    bench.lab().cost = dollars(2.0);
    measure(&mut remote, &id("1 a 0"), 1).unwrap();
    bench.lab().cost = dollars(5.0);
    measure(&mut remote, &again("1 a 0"), 1).unwrap();
    assert_eq!(quotes(&bench).len(), 2);
    assert_eq!(bench.lab().taken.len(), 2);
}

#[test]
fn jobs_of_one_measurement_are_agreed_to_together() {
    let bench = priced(2.0);
    bench.lab().num_qubits = 8;
    let circuits = vec![circuit(4); 4];
    let first = id("1 a 0");
    let job = Job::new(&circuits, 5).of_measurement(&first);
    bench.lab().approvals = [false].into();
    assert_eq!(
        error(bench.remote().run(&job)),
        (RemoteError::Declined, Terminal)
    );
    assert_eq!(quotes(&bench), ["2 jobs 10 shots $4.00"]);
    assert!(bench.lab().taken.is_empty());
    let mut remote = bench.remote();
    remote.run(&job).unwrap();
    assert_eq!(quotes(&bench), ["2 jobs 10 shots $4.00"]);
    // Each costs no more than one of these did.
    measure(&mut remote, &id("2 a 0"), 1).unwrap();
    // Those that are there need no agreement.
    bench.remote().run(&job).unwrap();
    assert!(quotes(&bench).is_empty());
    // Nor do those of a resumed game that the service has.
    let limits = SpendingLimits {
        jobs: Some(1),
        ..<_>::default()
    };
    let third = id("3 a 0");
    let job = Job::new(&circuits, 5).of_measurement(&third);
    let (found, class) = error(bench.remote().with_limits(limits, None).unwrap().run(&job));
    assert_eq!(
        found.to_string(),
        "job 2 would be more than the 1 job allowed"
    );
    assert_eq!(class, Terminal);
    assert_eq!(bench.lab().taken.len(), 3);
}

#[test]
fn limits_hold_for_a_series_in_every_process() {
    let bench = priced(2.0);
    let remote = |limits| bench.remote().with_limits(limits, Some("game")).unwrap();
    let limits = SpendingLimits {
        jobs: Some(2),
        ..<_>::default()
    };
    for name in ["1 a 0", "2 a 0"] {
        measure(&mut remote(limits), &id(name), 1).unwrap();
    }
    let told = |limits| {
        error(measure(&mut remote(limits), &id("3 a 0"), 1))
            .0
            .to_string()
    };
    assert_eq!(told(limits), "job 3 would be more than the 2 jobs allowed");
    let shots = SpendingLimits {
        shots: Some(14),
        ..<_>::default()
    };
    assert_eq!(
        told(shots),
        "15 shots would be more than the 14 shots allowed"
    );
    let cost = SpendingLimits {
        cost: Some(5.5),
        ..<_>::default()
    };
    assert_eq!(
        told(cost),
        "a cost of 6.0000 USD would be more than the 5.5 USD allowed"
    );
    bench.lab().cost = None;
    assert_eq!(
        told(cost),
        "the price of the job is not known, so the limit on cost can't be enforced"
    );
    assert_eq!(bench.lab().taken.len(), 2);
    // What is there already is not limited.
    measure(&mut remote(limits), &id("2 a 0"), 1).unwrap();
    let enough = SpendingLimits {
        jobs: Some(3),
        shots: Some(15),
        cost: None,
    };
    measure(&mut remote(enough), &id("3 a 0"), 1).unwrap();
}

#[test]
fn jobs_of_the_record_count_once_and_refused_ones_do_not() {
    let bench = priced(2.0);
    measure(&mut bench.remote(), &id("1 a 0"), 1).unwrap();
    let mut known = bench.entry(&id("1 a 0"), 0).unwrap();
    known.provenance.shots = 99;
    let mut other = Entry::new(id("other").job_key(0, 0), "lab", "lab", "device");
    other.provenance.shots = 7;
    let limits = |shots| SpendingLimits {
        shots: Some(shots),
        ..<_>::default()
    };
    let remote = |shots| {
        let remote = bench
            .remote()
            .with_limits(limits(shots), Some("game"))
            .unwrap();
        remote
            .with_recorded(vec![known.clone(), other.clone()])
            .unwrap()
    };
    // 5 and 7 were taken before these 5.
    let (found, _) = error(measure(&mut remote(16), &id("2 a 0"), 1));
    assert_eq!(
        found.to_string(),
        "17 shots would be more than the 16 shots allowed"
    );
    measure(&mut remote(17), &id("2 a 0"), 1).unwrap();
    // A job that was refused cost nothing.
    let bench = priced(2.0);
    let refused = RemoteError::BadProgram {
        code: "1".into(),
        text: "no".into(),
    };
    bench.lab().submits = [Submit::Refuse(refused)].into();
    let mut remote = bench.remote().with_limits(limits(5), Some("game")).unwrap();
    error(measure(&mut remote, &id("1 a 0"), 1));
    measure(&mut remote, &id("1 a 0"), 1).unwrap();
    let (found, _) = error(measure(&mut remote, &id("2 a 0"), 1));
    assert!(matches!(found, RemoteError::Limit { .. }), "{found}");
}

#[test]
fn the_price_in_the_end_is_the_one_that_counts() {
    let bench = priced(2.0);
    bench.lab().statuses = [Ok(JobStatus {
        cost: dollars(4.5),
        ..JobStatus::new(JobState::Done, "done")
    })]
    .into();
    let limits = SpendingLimits {
        cost: Some(6.0),
        ..<_>::default()
    };
    let mut remote = bench.remote().with_limits(limits, Some("game")).unwrap();
    measure(&mut remote, &id("1 a 0"), 1).unwrap();
    let entry = bench.entry(&id("1 a 0"), 0).unwrap();
    assert_eq!(
        (entry.cost, entry.state),
        (dollars(4.5), EntryState::Answered)
    );
    let (found, _) = error(measure(&mut remote, &id("2 a 0"), 1));
    assert_eq!(
        found.to_string(),
        "a cost of 6.5000 USD would be more than the 6 USD allowed"
    );
}

#[test]
fn old_lists_of_prices_are_told_of_once() {
    let bench = priced(2.0);
    bench.lab().price_date = Some("2020-01-01");
    let mut remote = bench.remote();
    for name in ["1 a 0", "2 a 0"] {
        measure(&mut remote, &id(name), 1).unwrap();
    }
    let told = bench.told();
    let old = "the prices are of 2020-01-01, more than 90 days old, and may differ";
    assert_eq!(told.iter().filter(|told| *told == old).count(), 1);
}
