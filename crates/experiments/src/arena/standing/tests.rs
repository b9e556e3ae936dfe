use cheqqers_game::{Colour, Outcome};

use super::super::plan::tests::plan;
use super::*;
use crate::sprt::Accepted;

fn won(winner: Colour) -> Ended {
    Ended {
        outcome: Outcome::Decisive { winner },
        forfeit: None,
    }
}

const DRAW: Ended = Ended {
    outcome: Outcome::Draw,
    forfeit: None,
};

#[test]
fn games_count_for_those_who_played_them() {
    // The first player has White in the odd games.
    let mut lost = won(Colour::White);
    lost.forfeit = Some(Colour::Black);
    let results = Results::from([(1, won(Colour::White)), (2, lost), (4, DRAW)]);
    let standing = Standing::new(&plan(), &results);
    assert_eq!((standing.games, standing.of, standing.seed), (3, 4, 7));
    let row = |name: &str| standing.rows.iter().find(|row| row.name == name).unwrap();
    let even = Score {
        won: 1,
        drawn: 1,
        lost: 1,
    };
    assert_eq!((row("a").score, row("b").score), (even, even));
    assert_eq!((row("a").forfeits, row("b").forfeits), (1, 0));
    assert_eq!(standing.meetings[0].score, even);
    // The later game tells more.
    assert!(row("b").skill.mu > row("a").skill.mu);
}

#[test]
fn the_best_comes_first_and_without_games_nobody_is_rated() {
    let standing = Standing::new(&plan(), &Results::new());
    assert!(standing.rows.iter().all(|row| row.elo.is_none()));
    let results = Results::from([(1, won(Colour::Black)), (2, won(Colour::White))]);
    let standing = Standing::new(&plan(), &results);
    assert_eq!(standing.rows[0].name, "b");
    let [best, last] = [0, 1].map(|place| standing.rows[place].elo.unwrap().value);
    assert!(best > 0.0 && (best + last).abs() < 1e-9);
}

#[test]
fn a_test_sees_games_in_order_and_none_behind_its_end_counts() {
    let mut plan = plan();
    plan.games = 1000;
    let test = Sprt::new(0.0, 100.0, 0.05, 0.05).unwrap();
    plan.sprt = Some(test);
    // The first player wins all games, with either colour.
    let colour = |number: u64| [Colour::Black, Colour::White][usize::from(number % 2 == 1)];
    let mut results: Results = (1..=100)
        .map(|number| (number, won(colour(number))))
        .collect();
    let whole = Standing::new(&plan, &results);
    let tested = whole.tested.unwrap();
    assert_eq!(tested.accepted, Some(Accepted::Elo1));
    assert_eq!(whole.games, tested.score.games());
    assert!(whole.games > 3 && whole.games < 100);
    results.retain(|&number, _| number <= whole.games);
    assert_eq!(Standing::new(&plan, &results), whole);
    // While a game is missing those behind it are not tested.
    results.remove(&3);
    let standing = Standing::new(&plan, &results);
    assert_eq!(standing.tested.unwrap().score.games(), 2);
    assert_eq!(
        (standing.games, standing.tested.unwrap().accepted),
        (whole.games - 1, None)
    );
}
