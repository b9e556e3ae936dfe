use cheqqers_game::{Colour, Outcome};
use cheqqers_players::{Stream, generator, unit};

use super::*;

fn assert_close(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() < tolerance, "{a} is not {b}");
}

fn score(won: u64, drawn: u64, lost: u64) -> Score {
    Score { won, drawn, lost }
}

#[test]
fn a_result_is_the_other_one_for_the_other_side() {
    let white = Outcome::Decisive {
        winner: Colour::White,
    };
    assert_eq!(PlayerOutcome::of(white, Colour::White), PlayerOutcome::Won);
    assert_eq!(PlayerOutcome::of(white, Colour::Black), PlayerOutcome::Lost);
    assert_eq!(
        PlayerOutcome::of(Outcome::Draw, Colour::Black),
        PlayerOutcome::Drawn
    );
}

#[test]
fn scores_count_points_and_their_variance() {
    let mut score = Score::default();
    assert_eq!(
        (score.mean(), score.variance(), score.elo()),
        (None, None, None)
    );
    for side in [
        PlayerOutcome::Won,
        PlayerOutcome::Won,
        PlayerOutcome::Drawn,
        PlayerOutcome::Lost,
    ] {
        score.count(side);
    }
    assert_eq!(
        (score.games(), score.points(), score.mean()),
        (4, 2.5, Some(0.625))
    );
    // Square distances 9/64 twice, 1/64 and 25/64.
    assert_eq!(score.variance(), Some(11.0 / 64.0));
}

/// By the formula in Python.
#[test]
fn the_lead_of_a_score_is_that_of_its_mean_and_its_interval_that_of_three_results() {
    let elo = score(60, 25, 15).elo().unwrap();
    assert_close(elo.value, 168.402_125_096_292_37, 1e-9);
    assert_close(elo.low, 109.441_054_254_898_59, 1e-9);
    assert_close(elo.high, 238.135_223_361_395_02, 1e-9);
    let even = score(10, 80, 10).elo().unwrap();
    assert_close(even.value, 0.0, 1e-9);
    assert_close(even.high, 30.531_864_321_710_678, 1e-9);
    assert_close(even.low, -even.high, 1e-9);
    let infinite = |end: f64, sign: f64| end.is_infinite() && end * sign > 0.0;
    assert!(infinite(score(9, 0, 0).elo().unwrap().value, 1.0));
    assert!(infinite(score(0, 0, 9).elo().unwrap().high, -1.0));
    assert!(infinite(score(9, 1, 0).elo().unwrap().high, 1.0));
}

fn assert_ratings(players: usize, pairings: &[(usize, usize, Score)], expected: &[(f64, f64)]) {
    let moments =
        |&(first, second, score): &(usize, usize, Score)| (first, second, score.moments());
    let found = ratings(players, &pairings.iter().map(moments).collect::<Vec<_>>());
    assert_eq!(found.len(), expected.len());
    for (elo, &(value, half)) in found.iter().zip(expected) {
        assert_close(elo.value, value, 1e-6);
        assert_close(elo.high - elo.value, half, 1e-4);
        assert_close(elo.value - elo.low, half, 1e-4);
    }
}

/// By `SciPy`'s general optimiser on the same likelihood, and the sandwich from differences of its
/// slope, a game at a time.
#[test]
fn ratings_are_those_of_an_independent_optimiser() {
    let three = [
        (0, 1, score(60, 25, 15)),
        (0, 2, score(80, 15, 5)),
        (1, 2, score(30, 40, 30)),
    ];
    let expected = [
        (158.847_534_612_865_7, 31.836_378_680_580_5),
        (-59.858_356_316_465_45, 29.188_814_685_982_102),
        (-98.989_178_296_400_24, 26.835_991_302_495_04),
    ];
    assert_ratings(3, &three, &expected);
}

/// The mean points with a draw more explain the whole lead, half of it on either side of 0.
#[test]
fn two_players_are_rated_by_their_score() {
    let expected = [
        (83.232_965_755_647_34, 31.178_749_253_441_02),
        (-83.232_965_755_647_34, 31.178_749_253_441_02),
    ];
    assert_ratings(2, &[(0, 1, score(60, 25, 15))], &expected);
}

#[test]
fn nobody_is_rated_infinite_and_meetings_to_come_change_nothing_between_others() {
    let gauntlet = [
        (0, 1, score(10, 0, 0)),
        (0, 2, score(3, 4, 3)),
        (0, 3, score(0, 0, 0)),
    ];
    let expected = [
        (132.221_929_473_391_98, 93.092_015_256_093_23),
        (-396.665_788_420_175_94, 257.872_472_650_963_8),
        (132.221_929_473_391_98, 141.996_552_409_455_75),
        (132.221_929_473_391_98, 93.092_015_261_260_88),
    ];
    assert_ratings(4, &gauntlet, &expected);
    let all = ratings(2, &[(0, 1, score(100_000, 0, 0).moments())]);
    assert!(all[0].value.is_finite() && all[0].value > 1000.0, "{all:?}");
}

#[test]
fn a_lead_of_400_is_ten_to_one() {
    assert_close(expected(400.0), 10.0 / 11.0, 1e-15);
    assert_close(expected(0.0), 0.5, 1e-15);
}

/// By Python's `trueskill` 0.4.5 with its defaults.
#[test]
fn skills_are_those_of_pythons_trueskill() {
    let mut skills = [Skill::default(); 3];
    let games = [
        (0, 1, PlayerOutcome::Won),
        (1, 2, PlayerOutcome::Drawn),
        (0, 2, PlayerOutcome::Won),
        (1, 0, PlayerOutcome::Won),
        (2, 0, PlayerOutcome::Drawn),
        (1, 2, PlayerOutcome::Lost),
    ];
    for (first, second, result) in games {
        (skills[first], skills[second]) = after(skills[first], skills[second], result);
    }
    let expected = [
        (24.489_062_497_232_872, 4.478_365_778_120_914),
        (23.704_119_689_043_647, 4.449_930_113_581_487),
        (25.619_396_392_791_34, 4.160_168_380_356_827),
    ];
    for (skill, (mu, sigma)) in skills.iter().zip(expected) {
        assert_close(skill.mu, mu, 1e-9);
        assert_close(skill.sigma, sigma, 1e-9);
    }
}

/// Points of games, with luck that explains a part of them.
fn games(lead: f64, seed: u64, count: u64) -> Vec<(f64, f64)> {
    let mut rng = generator(seed, Stream::White);
    let mut game = || {
        let luck = if unit(&mut rng) < 0.5 { 0.35 } else { -0.35 };
        let won = expected(lead) + luck;
        (if unit(&mut rng) < won { 1.0 } else { 0.0 }, luck)
    };
    (0..count).map(|_| game()).collect()
}

fn adjusted(games: &[(f64, f64)]) -> AdjustedScore {
    let mut score = AdjustedScore::default();
    for (round, &(points, luck)) in (1..).zip(games) {
        score.count(round, points, luck);
    }
    score
}

#[test]
fn without_luck_the_adjusted_score_is_the_score() {
    let games = [1.0, 0.0, 1.0, 0.5, 1.0, 1.0].map(|points| (points, 0.0));
    let score = adjusted(&games);
    assert_eq!(
        (score.games(), score.points(), score.mean()),
        (6, 4.5, Some(0.75))
    );
    // Pairs of 0.5, 0.75 and 1; a game varies by twice as much as their mean.
    let variance = 2.0 * (0.25_f64.powi(2) * 2.0) / 2.0;
    assert_close(score.deviation().unwrap(), variance.sqrt(), 1e-12);
    assert_eq!(
        (adjusted(&games[..3]).mean(), adjusted(&games[..3]).elo()),
        (Some(2.0 / 3.0), None)
    );
    assert_eq!(AdjustedScore::default().mean(), None);
}

/// The first game is adjusted by its whole luck; a later one by the slope of those before, by hand.
#[test]
fn luck_is_subtracted_by_its_slope_in_the_games_before() {
    let score = adjusted(&[(1.0, 0.4)]);
    assert_close(score.points(), 0.6, 1e-12);
    let score = adjusted(&[(1.0, 0.4), (0.0, -0.2)]);
    // (0.5 + 0.4 - 1.0 x 0.4) / (0.5 + 0.16)
    let share = 0.5 / 0.66;
    assert_close(score.points(), 0.6 + 0.2 * share, 1e-12);
}

#[test]
fn luck_that_explains_results_makes_them_vary_less_and_any_other_changes_no_mean() {
    let played = games(0.0, 7, 20_000);
    let score = adjusted(&played);
    let before: f64 = 0.5;
    let error = score.deviation().unwrap() / 20_000_f64.sqrt();
    assert!((score.mean().unwrap() - 0.5).abs() < 6.0 * error);
    // The variance of a game, 0.25, less that of its luck.
    assert_close(
        score.deviation().unwrap(),
        (before.powi(2) - 0.35_f64.powi(2)).sqrt(),
        0.01,
    );
    // Luck of other games, which explains nothing, is hardly subtracted.
    let other: Vec<_> = played
        .iter()
        .zip(&games(0.0, 8, 20_000))
        .map(|(a, b)| (a.0, b.1))
        .collect();
    let score = adjusted(&other);
    assert!((score.mean().unwrap() - 0.5).abs() < 6.0 * 0.5 / 20_000_f64.sqrt());
    assert_close(score.deviation().unwrap(), before, 0.01);
}

#[test]
fn one_draw_more_is_counted_as_if_it_had_been_played() {
    let more = score(60, 25, 15).moments().with_a_draw();
    let played = score(60, 26, 15).moments();
    assert_close(more.mean, played.mean, 1e-12);
    assert_close(more.variance, played.variance, 1e-12);
    assert_close(more.games, played.games, 1e-12);
}
