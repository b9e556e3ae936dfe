use cheqqers_game::{Colour, Outcome};

use super::super::plan::tests::plan;
use super::*;
use crate::sprt::Hypothesis;

fn won(winner: Colour) -> GameEnd {
    GameEnd {
        outcome: Outcome::Decisive { winner },
        forfeit: None,
        luck: 0.0,
    }
}

const DRAW: GameEnd = GameEnd {
    outcome: Outcome::Draw,
    forfeit: None,
    luck: 0.0,
};

#[test]
fn games_count_for_those_who_played_them() {
    // The first player has White in the odd games.
    let mut lost = won(Colour::White);
    lost.forfeit = Some(Colour::Black);
    let ends = GameEnds::from([(1, won(Colour::White)), (2, lost), (4, DRAW)]);
    let standing = Standings::new(&plan(), &ends);
    assert_eq!((standing.games, standing.of, standing.seed), (3, 4, 7));
    let row = |name: &str| standing.rows.iter().find(|row| row.name == name).unwrap();
    let even = Score {
        won: 1,
        drawn: 1,
        lost: 1,
    };
    assert_eq!((row("a").score, row("b").score), (even, even));
    assert_eq!((row("a").forfeits, row("b").forfeits), (1, 0));
    assert_eq!(standing.pairings[0].score, even);
    // The later game changes the rating more.
    assert!(row("b").skill.mu > row("a").skill.mu);
}

#[test]
fn the_best_comes_first_and_without_games_nobody_is_rated() {
    let standing = Standings::new(&plan(), &GameEnds::new());
    assert!(standing.rows.iter().all(|row| row.elo.is_none()));
    let ends = GameEnds::from([(1, won(Colour::Black)), (2, won(Colour::White))]);
    let standing = Standings::new(&plan(), &ends);
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
    let mut ends: GameEnds = (1..=100)
        .map(|number| (number, won(colour(number))))
        .collect();
    let whole = Standings::new(&plan, &ends);
    let tested = whole.sprt.unwrap();
    assert_eq!(tested.accepted, Some(Hypothesis::Elo1));
    assert_eq!(whole.games, tested.score.games());
    assert!(whole.games > 3 && whole.games < 100);
    ends.retain(|&number, _| number <= whole.games);
    assert_eq!(Standings::new(&plan, &ends), whole);
    // While a game is missing those behind it are not tested.
    ends.remove(&3);
    let standing = Standings::new(&plan, &ends);
    assert_eq!(standing.sprt.unwrap().score.games(), 2);
    assert_eq!(
        (standing.games, standing.sprt.unwrap().accepted),
        (whole.games - 1, None)
    );
}

#[test]
fn luck_is_subtracted_for_those_who_had_it() {
    let mut plan = plan();
    let ends = GameEnds::from([
        // The first player has White, and was lucky.
        (
            1,
            GameEnd {
                luck: 0.4,
                ..won(Colour::White)
            },
        ),
        // It has Black, and was unlucky.
        (
            2,
            GameEnd {
                luck: 0.3,
                ..won(Colour::White)
            },
        ),
    ]);
    let plain = Standings::new(&plan, &ends);
    assert_eq!((plain.luck, plain.pairings[0].adjusted), (None, None));
    assert!(plain.rows.iter().all(|row| row.adjusted.is_none()));
    plan.luck = NonZeroU64::new(1);
    let standing = Standings::new(&plan, &ends);
    let adjusted = standing.pairings[0].adjusted.unwrap();
    // 1 - 0.4, and 0.3 times the slope of the first game.
    let expected = 0.6 + 0.3 * 0.5 / 0.66;
    assert!((adjusted.points() - expected).abs() < 1e-12, "{adjusted:?}");
    let mean = |name: &str| {
        let row = standing.rows.iter().find(|row| row.name == name).unwrap();
        row.adjusted.unwrap().mean
    };
    assert!((mean("a") - expected / 2.0).abs() < 1e-12);
    assert!((mean("a") + mean("b") - 1.0).abs() < 1e-12);
    // Two games are no interval.
    assert_eq!(adjusted.elo(), None);
}
