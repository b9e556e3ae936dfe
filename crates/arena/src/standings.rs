use std::collections::BTreeMap;
use std::num::NonZeroU64;

use cheqqers_game::Colour;

use crate::plan::Plan;
use crate::rating::{self, AdjustedScore, Elo, Moments, PlayerOutcome, Score, Skill};
use crate::scan::GameEnd;
use crate::schedule::{Fixture, Schedule};
use crate::sprt::{Sprt, SprtState};

/// Standings of a tournament, from its finished games.
///
/// They depend on the plan and the outcomes alone, not on the order in which games were finished,
/// threads, shards or interruptions.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// The players, best first.
    pub rows: Vec<StandingRow>,
    /// The pairings, in the order of the plan.
    pub pairings: Vec<Pairing>,
    /// State of the sequential test, if there is one.
    pub sprt: Option<SprtState>,
    /// Number of games counted.
    pub games: u64,
    /// Number of games planned.
    pub of: u64,
    /// Seed of the first game.
    pub seed: u64,
    /// Number of positions searched for each outcome to count luck; `None` where it is not counted.
    pub luck: Option<NonZeroU64>,
}

/// Row of the standings: a player and its score.
#[derive(Clone, PartialEq, Debug)]
pub struct StandingRow {
    /// Name of the player in this tournament.
    pub name: String,
    /// Kind of the player, as the command line names it.
    pub player: String,
    /// Score of its games.
    pub score: Score,
    /// Number of games that it forfeited.
    pub forfeits: u64,
    /// Maximum-likelihood rating; `None` before its first game. The mean of all players is 0.
    ///
    /// Each pairing counts a draw more than was played, so that no rating is infinite.
    pub elo: Option<Elo>,
    /// The same, adjusted by luck; `None` where it is not counted, and before its first game.
    pub adjusted: Option<AdjustedRating>,
    /// `TrueSkill` rating after all games in order of their numbers.
    pub skill: Skill,
}

/// Score and rating of a player, adjusted by luck.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AdjustedRating {
    /// Adjusted points per game, which may be below 0 or above 1.
    pub mean: f64,
    /// Maximum-likelihood rating by adjusted points, as [`StandingRow::elo`].
    pub elo: Elo,
}

/// Score between two players.
#[derive(Clone, PartialEq, Debug)]
pub struct Pairing {
    /// Name of the player that comes first in the plan.
    pub first: String,
    /// Name of the other player.
    pub second: String,
    /// Score of the first against the second.
    pub score: Score,
    /// The same, adjusted by luck; `None` where it is not counted.
    pub adjusted: Option<AdjustedScore>,
}

/// Ends of games, by the games' numbers.
pub(crate) type GameEnds = BTreeMap<u64, GameEnd>;

/// Totals of the games counted so far.
struct Totals {
    scores: Vec<Score>,
    forfeits: Vec<u64>,
    skills: Vec<Skill>,
    pairings: Vec<Score>,
    /// Scores of the pairings, adjusted by luck, for the first player of each.
    adjusted: Vec<AdjustedScore>,
    games: u64,
}

impl Standings {
    pub(crate) fn new(plan: &Plan, ends: &GameEnds) -> Self {
        let schedule = plan.schedule();
        let sprt = plan.sprt.map(|test| sprt_state(test, plan, ends));
        let decided = sprt.filter(|sprt| sprt.accepted.is_some());
        // Games are numbered from 1, and the test has counted the first so many.
        let last = decided.map_or(u64::MAX, |sprt| sprt.score.games());
        let mut totals = Totals::new(plan.players.len(), schedule.pairings().len());
        for (&number, &end) in ends.range(..=last) {
            if let Some(fixture) = schedule.fixture(number) {
                totals.add(&fixture, schedule.pairings()[fixture.pairing], end);
            }
        }
        let name = |player: usize| plan.players[player].name.clone();
        let pairing = |((&(first, second), &score), &adjusted)| Pairing {
            first: name(first),
            second: name(second),
            score,
            adjusted: plan.luck.map(|_| adjusted),
        };
        let pairings = schedule.pairings().iter().zip(&totals.pairings);
        let pairings = pairings.zip(&totals.adjusted);
        Self {
            rows: totals.rows(plan),
            pairings: pairings.map(pairing).collect(),
            sprt,
            games: totals.games,
            of: schedule.len(),
            seed: plan.seed,
            luck: plan.luck,
        }
    }
}

/// Lets a test count the next games, up to the first that is missing.
pub(crate) fn follow(sprt: &mut SprtState, schedule: &Schedule, ends: &GameEnds) {
    let next = sprt.score.games() + 1;
    for (number, (&found, &end)) in (next..).zip(ends.range(next..)) {
        let Some(fixture) = schedule.fixture(number).filter(|_| found == number) else {
            break;
        };
        sprt.count(
            player_outcome(&fixture, 0, end),
            player_luck(&fixture, 0, end),
        );
        if sprt.accepted.is_some() {
            break;
        }
    }
}

/// State of a test after the games.
pub(crate) fn sprt_state(test: Sprt, plan: &Plan, ends: &GameEnds) -> SprtState {
    let mut sprt = SprtState::new(test, plan.luck.is_some());
    follow(&mut sprt, &plan.schedule(), ends);
    sprt
}

/// Outcome of a game for one of its players.
pub(crate) fn player_outcome(fixture: &Fixture, player: usize, end: GameEnd) -> PlayerOutcome {
    let colour = fixture
        .colour(player)
        .expect("the player is one of the game's");
    PlayerOutcome::of(end.outcome, colour)
}

/// Luck of a game for one of its players, in points.
fn player_luck(fixture: &Fixture, player: usize, end: GameEnd) -> f64 {
    match fixture.colour(player) {
        Some(Colour::White) => end.luck,
        _ => -end.luck,
    }
}

impl Totals {
    fn new(players: usize, pairings: usize) -> Self {
        Self {
            scores: vec![Score::default(); players],
            forfeits: vec![0; players],
            skills: vec![Skill::default(); players],
            pairings: vec![Score::default(); pairings],
            adjusted: vec![AdjustedScore::default(); pairings],
            games: 0,
        }
    }

    fn add(&mut self, fixture: &Fixture, (first, second): (usize, usize), end: GameEnd) {
        let outcome = player_outcome(fixture, first, end);
        self.games += 1;
        self.pairings[fixture.pairing].count(outcome);
        let luck = player_luck(fixture, first, end);
        self.adjusted[fixture.pairing].count(fixture.round, outcome.points(), luck);
        for player in [first, second] {
            self.scores[player].count(player_outcome(fixture, player, end));
            let forfeited = end
                .forfeit
                .is_some_and(|by| fixture.colour(player) == Some(by));
            self.forfeits[player] += u64::from(forfeited);
        }
        let after = rating::after(self.skills[first], self.skills[second], outcome);
        (self.skills[first], self.skills[second]) = after;
    }

    /// The players, best first; equal ones in the order of the plan.
    fn rows(&self, plan: &Plan) -> Vec<StandingRow> {
        let schedule = plan.schedule();
        let pairings = schedule.pairings();
        let ratings = |moments: Vec<Moments>| {
            let pairing = |(&(first, second), moments)| (first, second, moments);
            let pairings: Vec<_> = pairings.iter().zip(moments).map(pairing).collect();
            rating::ratings(plan.players.len(), &pairings)
        };
        let elos = ratings(self.pairings.iter().map(Score::moments).collect());
        let adjusted = plan.luck.map(|_| {
            let of = |(score, adjusted): (&Score, &AdjustedScore)| {
                adjusted.moments().unwrap_or_else(|| score.moments())
            };
            ratings(self.pairings.iter().zip(&self.adjusted).map(of).collect())
        });
        let best = adjusted.as_ref().unwrap_or(&elos);
        let mut order: Vec<usize> = (0..plan.players.len()).collect();
        order.sort_by(|&a, &b| best[b].value.total_cmp(&best[a].value));
        let row = |player: usize| {
            let score = self.scores[player];
            let games = score.games() as f64;
            let points: f64 = pairings
                .iter()
                .zip(&self.adjusted)
                .map(|(&(first, second), adjusted)| match player {
                    _ if player == first => adjusted.points(),
                    _ if player == second => adjusted.games() as f64 - adjusted.points(),
                    _ => 0.0,
                })
                .sum();
            let adjusted = adjusted.as_ref().filter(|_| score.games() > 0);
            StandingRow {
                name: plan.players[player].name.clone(),
                player: plan.players[player].kind.to_string(),
                score,
                forfeits: self.forfeits[player],
                elo: (score.games() > 0).then_some(elos[player]),
                adjusted: adjusted.map(|elos| AdjustedRating {
                    mean: points / games,
                    elo: elos[player],
                }),
                skill: self.skills[player],
            }
        };
        order.into_iter().map(row).collect()
    }
}

#[cfg(test)]
mod tests;
