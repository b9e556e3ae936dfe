//! Pig: a die is rolled as often as one likes, and a 1 loses what the turn has gathered.
//!
//! Searches every state of the game, and compares the policy that is found with value iteration:
//! `cargo run --release -p cheqqers-search --example pig -- 100 16 gumbel 6`, that is a goal, a number
//! of simulations, a rule of selection, and a number of rounds. First leaves have their exact values, so that only
//! the search can err. Then they are worth what a rule of thumb says, and in each later round what the searches of
//! the round before found: that is learning from search, with a table in place of a network.

#![expect(clippy::print_stdout, reason = "an example reports to the terminal")]
#![expect(
    clippy::cast_possible_truncation,
    reason = "predictions are of single precision"
)]

use std::convert::Infallible;
use std::error::Error;

use cheqqers_search::{
    Gumbel, NodeKind, Prediction, Puct, SearchSettings, Searches, Selection, Side, StochasticGame,
};

/// The game, up to a goal.
struct Pig {
    goal: u32,
}

/// A position, as the player to move sees it.
#[derive(Clone, Copy)]
struct Position {
    own: u32,
    other: u32,
    /// Gathered in this turn, and not safe yet.
    turn: u32,
    to_move: Side,
    /// The die is rolled: a chance node.
    is_rolling: bool,
}

const HOLD: u32 = 0;
const ROLL: u32 = 1;

impl Position {
    fn new(own: u32, other: u32, turn: u32) -> Self {
        Self {
            own,
            other,
            turn,
            to_move: Side::First,
            is_rolling: false,
        }
    }

    /// The other player's turn, after this many points.
    fn pass(self, points: u32) -> Self {
        Self {
            own: self.other,
            other: self.own + points,
            turn: 0,
            to_move: match self.to_move {
                Side::First => Side::Second,
                Side::Second => Side::First,
            },
            is_rolling: false,
        }
    }
}

impl StochasticGame for Pig {
    type State = Position;
    type Error = Infallible;

    fn kind(&self, position: &Position) -> Result<NodeKind, Infallible> {
        Ok(if position.is_rolling {
            NodeKind::Random
        } else if position.own + position.turn >= self.goal {
            NodeKind::Terminal(position.to_move.view(1.0))
        } else {
            NodeKind::Decision(position.to_move)
        })
    }

    fn actions(&self, position: &Position, actions: &mut Vec<u32>) -> Result<(), Infallible> {
        if position.turn > 0 {
            actions.push(HOLD);
        }
        actions.push(ROLL);
        Ok(())
    }

    fn outcomes(&self, _: &Position, outcomes: &mut Vec<(u32, f64)>) -> Result<(), Infallible> {
        outcomes.extend((1..=6).map(|face| (face, 1.0 / 6.0)));
        Ok(())
    }

    fn next(&self, position: &Position, step: u32) -> Result<Position, Infallible> {
        let mut next = *position;
        next.is_rolling = false;
        Ok(match (position.is_rolling, step) {
            (false, HOLD) => position.pass(position.turn),
            (false, _) => {
                next.is_rolling = true;
                next
            }
            (true, 1) => next.pass(0),
            (true, _) => {
                next.turn += step;
                next
            }
        })
    }
}

/// Values for the player to move, by position, from -1 to 1.
struct Values {
    goal: u32,
    values: Vec<f32>,
}

impl Values {
    /// A rule of thumb: the lead in turns, of 8 points each, that are still needed.
    fn rule_of_thumb(goal: u32) -> Self {
        let turns = |points: u32| (goal - points) as f32 / 8.0;
        let mut values = vec![0.0; (goal * goal * goal) as usize];
        for Position {
            own, other, turn, ..
        } in positions(goal)
        {
            let (mine, theirs) = (turns(own + turn), turns(other));
            let tempo = 0.5 - (turn as f32 / 20.0).min(1.0);
            let ahead = (theirs - mine + tempo) / (1.7 * (mine + theirs)).sqrt();
            values[index(goal, own, other, turn)] = (0.8 * ahead).tanh();
        }
        Self { goal, values }
    }

    /// Those of a solution, so that only the search can err.
    fn exact(solution: &Solution) -> Self {
        let values = solution.values.iter();
        Self {
            goal: solution.goal,
            values: values.map(|won| (2.0 * won - 1.0) as f32).collect(),
        }
    }

    fn predict(&self, position: &Position, num_actions: usize) -> Prediction {
        let index = index(self.goal, position.own, position.other, position.turn);
        Prediction {
            value: self.values[index],
            logits: vec![0.0; num_actions],
        }
    }
}

/// Searches every position with leaves that have these values: the values that are found, and the positions where to roll.
fn search(
    leaves: &Values,
    settings: &SearchSettings,
) -> Result<(Values, Vec<bool>), Box<dyn Error>> {
    let goal = leaves.goal;
    let mut values = vec![0.0; leaves.values.len()];
    let mut rolls = vec![true; leaves.values.len()];
    for batch in positions(goal).chunks(64) {
        let roots = batch.iter().map(|&position| (position, 1));
        let mut searches = Searches::new(Pig { goal }, settings.clone(), roots)?;
        while searches.select()? {
            let predicted = searches
                .leaves()
                .map(|leaf| leaves.predict(leaf.state, leaf.actions().len()));
            let predictions: Vec<_> = predicted.collect();
            searches.expand(&predictions)?;
        }
        for (position, summary) in batch.iter().zip(searches.summaries()) {
            let index = index(goal, position.own, position.other, position.turn);
            values[index] = summary.value.expect("it was searched") as f32;
            rolls[index] = summary.action() == Some(ROLL);
        }
    }
    Ok((Values { goal, values }, rolls))
}

/// Probabilities to win of the player to move, by position, if each side keeps to a policy.
///
/// Without a policy a side plays optimally. The first one belongs to the player to move.
struct Solution {
    goal: u32,
    values: Vec<f64>,
}

impl Solution {
    /// Solves pairs of scores from the highest sum down: only a 1 leads back to the same pair.
    fn new(goal: u32, policies: [Option<&[bool]>; 2]) -> [Self; 2] {
        let len = (goal * goal * goal) as usize;
        let mut solutions = [(); 2].map(|()| Self {
            goal,
            values: vec![0.5; len],
        });
        for sum in (0..2 * goal - 1).rev() {
            for own in sum.saturating_sub(goal - 1)..=sum.min(goal - 1) {
                let other = sum - own;
                let mut change = 1.0;
                while change > 1e-14 {
                    change = 0.0;
                    for side in 0..2 {
                        for (own, other) in [(own, other), (other, own)] {
                            for turn in (0..goal - own).rev() {
                                let index = index(goal, own, other, turn);
                                let value =
                                    Self::backup(&solutions, policies, side, [own, other, turn]);
                                let old = &mut solutions[side].values[index];
                                change = f64::max(change, (value - *old).abs());
                                *old = value;
                            }
                        }
                    }
                }
            }
        }
        solutions
    }

    fn backup(
        solutions: &[Self; 2],
        policies: [Option<&[bool]>; 2],
        side: usize,
        [own, other, turn]: [u32; 3],
    ) -> f64 {
        let [mine, theirs] = [&solutions[side], &solutions[1 - side]];
        let faces = (2..=6).map(|face| mine.value(own, other, turn + face));
        let roll = (1.0 - theirs.value(other, own, 0) + faces.sum::<f64>()) / 6.0;
        if turn == 0 {
            return roll;
        }
        let hold = 1.0 - theirs.value(other, own + turn, 0);
        match policies[side] {
            None => hold.max(roll),
            Some(rolls) if rolls[index(mine.goal, own, other, turn)] => roll,
            Some(_) => hold,
        }
    }

    fn value(&self, own: u32, other: u32, turn: u32) -> f64 {
        if own + turn >= self.goal {
            1.0
        } else {
            self.values[index(self.goal, own, other, turn)]
        }
    }
}

fn index(goal: u32, own: u32, other: u32, turn: u32) -> usize {
    ((own * goal + other) * goal + turn) as usize
}

/// Positions in which a player is to move.
fn positions(goal: u32) -> Vec<Position> {
    let scores = (0..goal).flat_map(|own| (0..goal).map(move |other| (own, other)));
    let turns = scores.flat_map(|(own, other)| (0..goal - own).map(move |turn| [own, other, turn]));
    turns
        .map(|[own, other, turn]| Position::new(own, other, turn))
        .collect()
}

/// Probability that a policy wins a game against an optimal player, the mean over both seats.
fn won(goal: u32, rolls: &[bool]) -> f64 {
    let [policy, answer] = Solution::new(goal, [Some(rolls), None]);
    f64::midpoint(policy.value(0, 0, 0), 1.0 - answer.value(0, 0, 0))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let goal = arguments.next().map_or(Ok(100), |goal| goal.parse())?;
    let simulations = arguments
        .next()
        .map_or(Ok(16), |simulations| simulations.parse())?;
    let selection = match arguments.next().as_deref() {
        Some("gumbel") => Selection::Gumbel(Gumbel {
            noise_scale: 0.0,
            ..Gumbel::default()
        }),
        _ => Selection::Puct(Puct::default()),
    };
    let rounds = arguments.next().map_or(Ok(6), |rounds| rounds.parse())?;
    let settings = SearchSettings {
        simulations,
        selection,
        ..SearchSettings::default()
    };
    let [optimal, _] = Solution::new(goal, [None, None]);
    let first = optimal.value(0, 0, 0);
    println!("pig to {goal}: among optimal players the first wins with {first:.6}");
    let (_, rolls) = search(&Values::exact(&optimal), &settings)?;
    let exact = won(goal, &rolls);
    println!(
        "exact leaves: {simulations} simulations a choice win {exact:.6} against an optimal player"
    );
    let mut values = Values::rule_of_thumb(goal);
    for round in 1..=rounds {
        let (found, rolls) = search(&values, &settings)?;
        let won = won(goal, &rolls);
        println!(
            "round {round}: {simulations} simulations a choice win {won:.6} against an optimal player"
        );
        values = found;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_player_has_the_known_advantage() {
        // Neller, Presser, "Optimal play of the dice game Pig", UMAP Journal 25, 2004.
        let [optimal, _] = Solution::new(100, [None, None]);
        assert!((optimal.value(0, 0, 0) - 0.5306).abs() < 5e-5);
    }

    #[test]
    fn a_search_plays_as_value_iteration_does() {
        for selection in [
            Selection::Puct(Puct::default()),
            Selection::Gumbel(Gumbel {
                noise_scale: 0.0,
                ..Gumbel::default()
            }),
        ] {
            let settings = SearchSettings {
                selection,
                ..SearchSettings::default()
            };
            let (_, rolls) = search(&Values::rule_of_thumb(15), &settings).unwrap();
            let found = won(15, &rolls);
            assert!(found > 0.495, "{found}");
            // Far from the end, where only leaves tell the values.
            let settings = SearchSettings {
                simulations: 16,
                ..settings
            };
            let [optimal, _] = Solution::new(40, [None, None]);
            let (_, rolls) = search(&Values::exact(&optimal), &settings).unwrap();
            let found = won(40, &rolls);
            assert!(found > 0.499, "{found}");
        }
    }
}
