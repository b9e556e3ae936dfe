//! Searches of games that are written down as tables.

use std::convert::Infallible;
use std::fmt;

use crate::{
    DirichletNoise, Gumbel, NodeKind, Prediction, Puct, SearchError, SearchSettings, SearchSummary,
    Searches, Selection, Side, StochasticGame,
};

/// A state of a game: its kind, and what follows, numbered from 0, with probabilities.
struct Row(NodeKind, Vec<(usize, f64)>);

struct Table(Vec<Row>);

impl StochasticGame for &Table {
    type State = usize;
    type Error = Infallible;

    fn kind(&self, state: &usize) -> Result<NodeKind, Infallible> {
        Ok(self.0[*state].0)
    }

    fn actions(&self, state: &usize, actions: &mut Vec<u32>) -> Result<(), Infallible> {
        actions.extend((0..).zip(&self.0[*state].1).map(|(action, _)| action));
        Ok(())
    }

    fn outcomes(&self, state: &usize, outcomes: &mut Vec<(u32, f64)>) -> Result<(), Infallible> {
        let rows = (0..).zip(&self.0[*state].1);
        outcomes.extend(rows.map(|(outcome, row)| (outcome, row.1)));
        Ok(())
    }

    fn next(&self, state: &usize, step: u32) -> Result<usize, Infallible> {
        Ok(self.0[*state].1[step as usize].0)
    }
}

fn decision(side: Side, next: impl IntoIterator<Item = usize>) -> Row {
    let next = next.into_iter().map(|state| (state, 0.0));
    Row(NodeKind::Decision(side), next.collect())
}

fn random(next: impl IntoIterator<Item = (usize, f64)>) -> Row {
    Row(NodeKind::Random, next.into_iter().collect())
}

fn end(value: f64) -> Row {
    Row(NodeKind::Terminal(value), Vec::new())
}

/// A decision without an end behind it: its one action leads back to it.
fn endless(state: usize) -> Row {
    decision(Side::First, [state])
}

/// Equal logits, and values for the player to move.
fn run<G: StochasticGame>(
    game: G,
    settings: SearchSettings,
    roots: impl IntoIterator<Item = (G::State, u64)>,
    value: impl Fn(&G::State) -> f32,
) -> Result<Vec<SearchSummary>, SearchError<G::Error>> {
    let mut searches = Searches::new(game, settings, roots)?;
    while searches.select()? {
        let predictions = searches.leaves().map(|leaf| Prediction {
            value: value(leaf.state),
            logits: vec![0.0; leaf.actions().len()],
        });
        let predictions: Vec<_> = predictions.collect();
        searches.expand(&predictions)?;
    }
    Ok(searches.summaries().collect())
}

fn one(table: &Table, settings: SearchSettings, value: impl Fn(&usize) -> f32) -> SearchSummary {
    let mut summaries = run(table, settings, [(0, 7)], value).unwrap();
    summaries.pop().unwrap()
}

fn simulations(simulations: u32) -> SearchSettings {
    SearchSettings {
        simulations,
        ..SearchSettings::default()
    }
}

fn gumbel(simulations: u32, noise_scale: f64) -> SearchSettings {
    SearchSettings {
        simulations,
        selection: Selection::Gumbel(Gumbel {
            noise_scale,
            ..Gumbel::default()
        }),
        ..SearchSettings::default()
    }
}

/// A random game of some depth in which all kinds of nodes follow each other.
fn random_table(seed: u64) -> Table {
    let mut state = seed;
    let mut draw = move |bound: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % bound
    };
    let len = 4000;
    let rows = (0..len).map(|row| {
        let children = (1..=3).map(|child| 3 * row + child);
        if 3 * row + 3 >= len {
            return end((draw(9) as f64 - 4.0) / 4.0);
        }
        match draw(3) {
            0 => random(children.zip([0.5, 0.3, 0.2])),
            1 => decision(Side::First, children),
            _ => decision(Side::Second, children),
        }
    });
    let mut rows: Vec<Row> = rows.collect();
    rows[0] = decision(Side::First, 1..=3);
    Table(rows)
}

fn exact(table: &Table, state: usize) -> f64 {
    let Row(kind, next) = &table.0[state];
    let values = next.iter().map(|row| exact(table, row.0));
    match kind {
        NodeKind::Terminal(value) => *value,
        NodeKind::Random => values.zip(next).map(|(value, row)| value * row.1).sum(),
        NodeKind::Decision(Side::First) => values.fold(-1.0, f64::max),
        NodeKind::Decision(Side::Second) => values.fold(1.0, f64::min),
    }
}

#[test]
fn a_chance_node_has_its_exact_expectation_at_once() {
    let table = Table(vec![
        random([(1, 0.2), (2, 0.5), (3, 0.3)]),
        endless(1),
        endless(2),
        end(-1.0),
    ]);
    let summary = one(&table, simulations(1), |state| [0.0, 0.25, 0.5][*state]);
    assert!((summary.value.unwrap() - (0.2 * 0.25 + 0.5 * 0.5 - 0.3)).abs() < 1e-12);
    assert_eq!(summary.to_move, None);
    assert_eq!(summary.action(), None);
}

#[test]
fn values_of_puct_come_near_the_exact_ones() {
    for seed in 0..10 {
        let table = random_table(seed);
        let summary = one(&table, simulations(10_000), |_| 0.0);
        let value = exact(&table, 0);
        let error = (summary.value.unwrap() - value).abs();
        let tolerance = if summary.is_solved { 1e-12 } else { 0.1 };
        assert!(error < tolerance, "{seed}: {error}");
        let chosen = 1 + summary.action().unwrap() as usize;
        assert!(exact(&table, chosen) > value - 0.1, "{seed}");
    }
}

#[test]
fn a_game_that_is_seen_whole_is_solved() {
    let mut table = random_table(0);
    table.0.truncate(40);
    for row in 13..40 {
        table.0[row] = end((row % 7) as f64 / 4.0 - 0.75);
    }
    for root in 0..4 {
        let summaries = run(&table, simulations(3000), [(root, 1)], |_| 0.0).unwrap();
        let error = summaries[0].value.unwrap() - exact(&table, root);
        assert!(
            summaries[0].is_solved && error.abs() < 1e-12,
            "{root}: {error}"
        );
    }
}

#[test]
fn many_outcomes_are_added_by_falling_probability_until_all_are_in() {
    let sum: usize = (1..=50).sum();
    let rows = (1..=50).map(|state| (state, state as f64 / sum as f64));
    let mut table = Table(vec![random(rows)]);
    table.0.extend((1..=50).map(endless));
    let value = |state: &usize| *state as f32 / 50.0;
    // The most probable ones alone: 2 √4 of them.
    let few = one(&table, simulations(3), value);
    let expected = (47..=50)
        .map(|state| f64::from(state * state) / 50.0)
        .sum::<f64>();
    let mass = f64::from((47..=50).sum::<i32>());
    assert!((few.value.unwrap() - expected / mass).abs() < 1e-6);
    let all = one(&table, simulations(700), value);
    let expected: f64 = (1..=50).map(|state| f64::from(state * state) / 50.0).sum();
    assert!((all.value.unwrap() - expected / sum as f64).abs() < 1e-6);
}

#[test]
fn outcomes_are_visited_as_their_probabilities_ask() {
    let table = Table(vec![random([(1, 0.7), (2, 0.3)]), endless(1), endless(2)]);
    let mut searches = Searches::new(&table, simulations(98), [(0, 1)]).unwrap();
    let mut visits = [0, 0];
    while searches.select().unwrap() {
        let leaves = searches.leaves();
        let seen: Vec<usize> = leaves.map(|leaf| *leaf.state).collect();
        for state in &seen {
            visits[state - 1] += 1;
        }
        let predictions = seen.iter().map(|_| Prediction {
            value: 0.0,
            logits: [0.0],
        });
        searches.expand(&predictions.collect::<Vec<_>>()).unwrap();
    }
    assert_eq!(visits, [70, 30]);
}

#[test]
fn a_search_is_the_same_alone_and_beside_others() {
    let table = random_table(3);
    let noisy = Puct {
        noise: Some(DirichletNoise {
            concentration: 0.3,
            share: 0.25,
        }),
        ..Puct::default()
    };
    let puct = SearchSettings {
        selection: Selection::Puct(noisy),
        parallel: 3,
        ..simulations(60)
    };
    let value = |state: &usize| (*state % 7) as f32 / 7.0 - 0.5;
    for settings in [puct, gumbel(60, 1.0)] {
        let roots = || (0..20_u32).map(|seed| (seed as usize % 4, u64::from(seed)));
        let together = run(&table, settings.clone(), roots(), value).unwrap();
        for (root, summary) in roots().zip(together) {
            let alone = run(&table, settings.clone(), [root], value).unwrap();
            assert_eq!(alone, [summary]);
        }
    }
}

#[test]
fn several_simulations_wait_together_and_all_are_counted() {
    let table = random_table(5);
    for parallel in [1, 4, 16] {
        for base in [simulations(100), gumbel(100, 1.0)] {
            let settings = SearchSettings { parallel, ..base };
            let summary = one(&table, settings, |_| 0.0);
            let visits: u32 = summary.actions.iter().map(|action| action.visits).sum();
            assert!(summary.is_solved || summary.simulations == 100);
            assert_eq!(visits, summary.simulations);
        }
    }
}

#[test]
fn a_player_may_move_twice_and_play_alone() {
    // The first player wins by the second of two own moves; nobody else is there.
    let table = Table(vec![
        decision(Side::First, [1, 2]),
        decision(Side::First, [3, 3]),
        decision(Side::First, [3, 4]),
        end(-0.5),
        end(0.5),
    ]);
    for settings in [simulations(20), gumbel(20, 0.0)] {
        let summary = one(&table, settings, |_| 0.0);
        assert_eq!(summary.value, Some(0.5));
        assert_eq!(summary.action(), Some(1));
        assert!((summary.actions[1].policy - 1.0).abs() < 1e-12);
    }
}

#[test]
fn predicted_values_are_those_of_the_player_to_move() {
    let table = Table(vec![
        decision(Side::First, [1, 2]),
        decision(Side::Second, [1]),
        decision(Side::Second, [2]),
    ]);
    let value = |state: &usize| [0.0, 0.5, -0.5][*state];
    for settings in [simulations(50), gumbel(50, 0.0)] {
        let summary = one(&table, settings, value);
        assert_eq!(summary.action(), Some(1));
        assert!(summary.actions[0].value.unwrap() < -0.4);
        assert!(summary.value.unwrap() > 0.4);
    }
}

#[test]
fn chains_of_chance_nodes_are_seen_in_part_and_then_whole() {
    // A coin is thrown up to five times, until it shows heads; a decision follows.
    let mut rows: Vec<Row> = (0..5)
        .map(|row| random([(row + 1, 0.5), (6, 0.5)]))
        .collect();
    rows.push(endless(5));
    rows.push(endless(6));
    let table = Table(rows);
    let value = |state: &usize| if *state == 5 { -1.0 } else { 1.0 };
    let settings = SearchSettings {
        max_outcomes_at_once: 4,
        ..simulations(40)
    };
    let summary = one(&table, settings, value);
    assert!((summary.value.unwrap() - (1.0 - 2.0 / 32.0)).abs() < 1e-12);
}

/// The guarantee of the paper: the action that the search chooses has on average at least the value of
/// the prior policy, and so has the improved policy.
#[test]
fn gumbel_improves_the_prior_policy_of_a_bandit() {
    let values = [0.3_f32, -0.2, 0.9, 0.1, -0.7, 0.5, 0.0, -0.4];
    let mut table = Table(vec![decision(Side::First, 1..=8)]);
    table.0.extend((1..=8).map(endless));
    let exact = values.map(f64::from);
    let prior = exact.iter().sum::<f64>() / 8.0;
    for simulations in [1, 2, 4, 8, 16] {
        let roots = (0..400).map(|seed| (0, seed));
        let value = |state: &usize| {
            if *state == 0 { 0.0 } else { values[*state - 1] }
        };
        let summaries = run(&table, gumbel(simulations, 1.0), roots, value).unwrap();
        let chosen = summaries
            .iter()
            .map(|summary| exact[summary.chosen.unwrap()]);
        let mean = chosen.sum::<f64>() / 400.0;
        // With one simulation the chosen action is a draw from the prior policy: six standard errors.
        let margin = if simulations == 1 { -0.16 } else { 0.0 };
        assert!(mean > prior + margin, "{simulations}: {mean}");
        for summary in summaries {
            let actions = summary.actions.iter().zip(exact);
            let improved: f64 = actions.map(|(action, value)| action.policy * value).sum();
            assert!(simulations < 8 || improved >= prior);
        }
    }
}

#[test]
fn halving_considers_the_highest_gumbel_variables_alone() {
    let mut table = Table(vec![decision(Side::First, 1..=20)]);
    table.0.extend((1..=20).map(endless));
    let mut settings = gumbel(32, 1.0);
    if let Selection::Gumbel(gumbel) = &mut settings.selection {
        gumbel.considered = 4;
    }
    let summary = one(&table, settings, |_| 0.0);
    let mut visits: Vec<u32> = summary.actions.iter().map(|action| action.visits).collect();
    visits.sort_unstable();
    // 4 actions four times each, then 2 of them eight times each.
    assert_eq!(visits[16..], [4, 4, 12, 12]);
    assert_eq!(visits[..16], [0; 16]);
}

#[test]
fn who_stops_early_has_what_was_found() {
    let table = random_table(1);
    let mut searches = Searches::new(&table, simulations(100), [(0, 1)]).unwrap();
    let before = searches.summaries().next().unwrap();
    assert_eq!((before.value, before.chosen), (None, None));
    assert!(searches.select().unwrap());
    let logits = vec![0.0, 2.0, 1.0];
    let prediction = Prediction { value: 0.5, logits };
    searches.expand(&[prediction]).unwrap();
    let after = searches.summaries().next().unwrap();
    assert_eq!((after.value, after.action()), (Some(0.5), Some(1)));
    // Selecting again does not lose leaves.
    assert!(searches.select().unwrap());
    let leaves: Vec<usize> = searches.leaves().map(|leaf| *leaf.state).collect();
    assert!(searches.select().unwrap());
    assert!(searches.leaves().map(|leaf| *leaf.state).eq(leaves));
}

#[test]
fn wrong_predictions_are_refused_and_change_nothing() {
    let table = random_table(2);
    let mut searches = Searches::new(&table, simulations(10), [(0, 1)]).unwrap();
    searches.select().unwrap();
    let mut refusal = |value, logits: &[f32]| {
        let prediction = Prediction { value, logits };
        searches.expand(&[prediction]).unwrap_err().to_string()
    };
    let fine = [0.0, 1.0, f32::NEG_INFINITY];
    assert_eq!(
        refusal(0.0, &[0.0]),
        "leaf 0 has 3 legal actions, its prediction 1 logits"
    );
    assert_eq!(
        refusal(0.0, &[0.0, f32::NAN, 0.0]),
        "the logits of leaf 0 are not finite"
    );
    assert_eq!(
        refusal(0.0, &[f32::NEG_INFINITY; 3]),
        "the logits of leaf 0 are not finite"
    );
    assert_eq!(
        refusal(1.5, &fine),
        "the value 1.5 of leaf 0 is not in -1..=1"
    );
    assert_eq!(
        refusal(f32::NAN, &fine),
        "the value NaN of leaf 0 is not in -1..=1"
    );
    assert_eq!(
        searches.expand::<Vec<f32>>(&[]).unwrap_err().to_string(),
        "0 predictions for 1 leaves"
    );
    let right = Prediction {
        value: 0.0,
        logits: fine,
    };
    searches.expand(&[right]).unwrap();
}

#[test]
fn games_that_break_the_rules_are_refused() {
    let refusal = |rows| {
        let refused = run(&Table(rows), simulations(10), [(0, 1)], |_| 0.0);
        refused.unwrap_err()
    };
    assert_eq!(
        refusal(vec![random([(1, 0.5), (1, 0.4)]), end(0.0)]),
        SearchError::ProbabilitySum(0.9)
    );
    assert_eq!(
        refusal(vec![random([(1, 1.5), (1, -0.5)]), end(0.0)]),
        SearchError::NotAProbability {
            outcome: 1,
            probability: -0.5
        }
    );
    assert_eq!(
        refusal(vec![decision(Side::First, [])]),
        SearchError::NoActions
    );
    assert_eq!(
        refusal(vec![end(2.0)]),
        SearchError::TerminalValueOutOfRange(2.0)
    );
    assert!(matches!(
        refusal(vec![random([(0, 1.0)])]),
        SearchError::EndlessOutcomes(_)
    ));
    let refused = run(&Table(vec![end(0.0)]), simulations(0), [(0, 1)], |_| 0.0);
    let name = "simulations";
    assert_eq!(refused, Err(SearchError::SettingOutOfRange { name }));
}

/// A game whose actions descend, or that fails.
struct Faulty(bool);

#[derive(Debug, PartialEq)]
struct Fault;

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a fault")
    }
}

impl std::error::Error for Fault {}

impl StochasticGame for Faulty {
    type State = ();
    type Error = Fault;

    fn kind(&self, (): &()) -> Result<NodeKind, Fault> {
        Ok(NodeKind::Decision(Side::First))
    }

    fn actions(&self, (): &(), actions: &mut Vec<u32>) -> Result<(), Fault> {
        actions.extend(if self.0 { [1, 2] } else { [2, 1] });
        Ok(())
    }

    fn outcomes(&self, (): &(), _: &mut Vec<(u32, f64)>) -> Result<(), Fault> {
        Err(Fault)
    }

    fn next(&self, (): &(), _: u32) -> Result<(), Fault> {
        Err(Fault)
    }
}

#[test]
fn errors_of_the_game_come_back() {
    let refused = run(Faulty(false), simulations(1), [((), 1)], |()| 0.0);
    assert_eq!(refused, Err(SearchError::ActionsNotAscending(2, 1)));
    let failed = run(Faulty(true), simulations(1), [((), 1)], |()| 0.0);
    assert_eq!(failed, Err(SearchError::Game(Fault)));
}

#[test]
fn a_search_of_an_ended_game_knows_its_value() {
    let summary = one(&Table(vec![end(0.25)]), simulations(5), |_| 0.0);
    assert_eq!((summary.value, summary.is_solved), (Some(0.25), true));
    assert_eq!(summary.predictions, 0);
}

#[test]
fn a_prediction_counts_for_untried_actions_the_less_the_more_was_tried() {
    // 30 actions, each to a state that is worth less than the prediction says.
    let mut rows = vec![decision(Side::First, 1..31)];
    rows.extend((1..31).map(endless));
    let table = Table(rows);
    let value = |state: &usize| if *state == 0 { 0.5 } else { -0.5 };
    let considering = |considered, simulations| {
        let settings = SearchSettings {
            selection: Selection::Gumbel(Gumbel {
                considered,
                noise_scale: 0.0,
                ..Gumbel::default()
            }),
            ..gumbel(simulations, 0.0)
        };
        one(&table, settings, value).value.unwrap()
    };
    let found = [1, 16, 64, 256, 1024].map(|simulations| considering(4, simulations));
    assert!(found.is_sorted_by(|a, b| a > b), "{found:?}");
    assert!(found[0] > 0.4 && found[4] < -0.35, "{found:?}");
    assert!((considering(30, 256) + 0.5).abs() < 1e-9);
}

#[test]
fn leaves_that_wait_together_leave_no_value_unknown() {
    for seed in 0..50 {
        let table = random_table(seed);
        let settings = SearchSettings {
            parallel: 8,
            ..simulations(64)
        };
        let found = one(
            &table,
            settings,
            |state| if state % 2 == 0 { 0.9 } else { -0.9 },
        );
        let values = found.actions.iter().filter_map(|action| action.value);
        assert!(
            values
                .chain(found.value)
                .all(|value| (-1.0..=1.0).contains(&value))
        );
    }
}
