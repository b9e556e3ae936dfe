use cheqqers_players::{Stream, generator, unit};

use super::*;

fn test(elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05).unwrap()
}

fn score(won: u64, drawn: u64, lost: u64) -> Score {
    Score { won, drawn, lost }
}

/// By maximising the likelihood over the one probability that a given mean leaves free, in `SciPy`.
#[test]
fn ratios_are_those_of_the_likelihood_maximised_directly() {
    for (won, drawn, lost, elo0, elo1, expected) in [
        (60, 25, 15, 0.0, 10.0, 1.676_516_052_259_387_4),
        (120, 300, 100, 0.0, 5.0, 0.553_431_549_680_453_8),
        (1000, 2000, 1000, 0.0, 5.0, -0.828_307_260_127_985_5),
        (30, 0, 0, 0.0, 50.0, 4.007_734_737_293_855),
        (0, 50, 0, 0.0, 20.0, -2.952_816_158_717_014_5),
        (0, 0, 9, -10.0, 30.0, -1.065_951_968_407_664_4),
    ] {
        let ratio = test(elo0, elo1).log_ratio(&score(won, drawn, lost));
        assert!(
            (ratio - expected).abs() < 1e-9,
            "{won} {drawn} {lost}: {ratio}"
        );
    }
}

/// Wald's bounds.
#[test]
fn bounds_are_those_of_the_probabilities_of_error() {
    let uneven = Sprt::new(0.0, 5.0, 0.05, 0.1).unwrap();
    assert!((uneven.lower() + 2.251_291_798_606_495).abs() < 1e-12);
    assert!((uneven.upper() - 2.890_371_757_896_164_5).abs() < 1e-12);
}

#[test]
fn a_test_ends_at_a_bound_and_looks_no_further() {
    for (side, accepted) in [
        (PlayerOutcome::Won, Hypothesis::Elo1),
        (PlayerOutcome::Lost, Hypothesis::Elo0),
    ] {
        let mut tested = SprtState::new(test(0.0, 50.0), false);
        let mut before = tested;
        while tested.accepted.is_none() {
            before = tested;
            tested.count(side, 0.0);
        }
        assert_eq!(tested.accepted, Some(accepted));
        let test = tested.test;
        assert!(before.log_ratio > test.lower() && before.log_ratio < test.upper());
        assert!(tested.log_ratio <= test.lower() || tested.log_ratio >= test.upper());
        let after = tested;
        tested.count(side, 0.0);
        assert_eq!(tested, after);
    }
}

/// Number of tests that find this where the lead is so large, one game in five being drawn, and how many games
/// it takes on average. Luck makes up 0.11 of the variance of 0.22.
fn found(accepted: Hypothesis, lead: f64, times: u64, is_adjusted: bool) -> (u64, f64) {
    let drawn = 0.1;
    let (mut count, mut games) = (0, 0);
    for seed in 0..times {
        let mut rng = generator(seed, Stream::White);
        let mut tested = SprtState::new(test(0.0, 80.0), is_adjusted);
        while tested.accepted.is_none() {
            let luck = if unit(&mut rng) < 0.5 { 0.33 } else { -0.33 };
            let won = expected(lead) - drawn / 2.0 + luck;
            let outcome = match unit(&mut rng) {
                unit if unit < won => PlayerOutcome::Won,
                unit if unit < won + drawn => PlayerOutcome::Drawn,
                _ => PlayerOutcome::Lost,
            };
            tested.count(outcome, luck);
        }
        count += u64::from(tested.accepted == Some(accepted));
        games += tested.score.games();
    }
    (count, games as f64 / times as f64)
}

#[test]
fn errors_are_as_rare_as_asked_for_and_adjusted_tests_take_fewer_games() {
    let times: u32 = 400;
    let mean = f64::from(times) * 0.05;
    // Six standard deviations of the binomial distribution.
    let most = mean + 6.0 * (mean * 0.95).sqrt();
    for (accepted, lead) in [(Hypothesis::Elo1, 0.0), (Hypothesis::Elo0, 80.0)] {
        let [plain, adjusted] = [false, true].map(|is_adjusted| {
            let (errors, games) = found(accepted, lead, times.into(), is_adjusted);
            assert!(
                errors > 0 && (errors as f64) < most,
                "{accepted:?} {is_adjusted}: {errors}"
            );
            games
        });
        assert!(adjusted < 0.75 * plain, "{adjusted} {plain}");
    }
}

#[test]
fn numbers_that_are_no_test_are_refused() {
    for (elo0, elo1) in [
        (5.0, 5.0),
        (5.0, 0.0),
        (f64::NAN, 1.0),
        (0.0, f64::INFINITY),
    ] {
        let error = Sprt::new(elo0, elo1, 0.05, 0.05);
        assert!(
            matches!(error, Err(SprtError::Leads { .. })),
            "{elo0} {elo1}"
        );
    }
    for wrong in [0.0, 0.5, -0.1, f64::NAN] {
        for (alpha, beta) in [(wrong, 0.05), (0.05, wrong)] {
            let error = Sprt::new(0.0, 5.0, alpha, beta);
            assert!(
                matches!(error, Err(SprtError::Probability { .. })),
                "{wrong}"
            );
        }
    }
}

#[test]
fn what_was_written_reads_back() {
    let test = Sprt::new(-1.5, 5.0, 0.05, 0.1).unwrap();
    assert_eq!(Sprt::from_json(&test.to_json()), Some(test));
    assert_eq!(Sprt::from_json(&json!({"elo0": 0})), None);
}
