use std::collections::BTreeMap;

use crate::plan::Plan;
use crate::rating::{self, Elo, PlayerOutcome, Score, Skill};
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
    /// `TrueSkill` rating after all games in order of their numbers.
    pub skill: Skill,
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
}

/// Ends of games, by the games' numbers.
pub(crate) type GameEnds = BTreeMap<u64, GameEnd>;

/// Totals of the games counted so far.
struct Totals {
    scores: Vec<Score>,
    forfeits: Vec<u64>,
    skills: Vec<Skill>,
    pairings: Vec<Score>,
    games: u64,
}

impl Standings {
    pub(crate) fn new(plan: &Plan, ends: &GameEnds) -> Self {
        let schedule = plan.schedule();
        let sprt = plan.sprt.map(|test| sprt_state(test, &schedule, ends));
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
        let pairing = |(&(first, second), &score)| Pairing {
            first: name(first),
            second: name(second),
            score,
        };
        let pairings = schedule.pairings().iter().zip(&totals.pairings);
        Self {
            rows: totals.rows(plan),
            pairings: pairings.map(pairing).collect(),
            sprt,
            games: totals.games,
            of: schedule.len(),
            seed: plan.seed,
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
        sprt.count(player_outcome(&fixture, 0, end));
        if sprt.accepted.is_some() {
            break;
        }
    }
}

/// State of a test after the games.
pub(crate) fn sprt_state(test: Sprt, schedule: &Schedule, ends: &GameEnds) -> SprtState {
    let mut sprt = SprtState::new(test);
    follow(&mut sprt, schedule, ends);
    sprt
}

/// Outcome of a game for one of its players.
pub(crate) fn player_outcome(fixture: &Fixture, player: usize, end: GameEnd) -> PlayerOutcome {
    let colour = fixture
        .colour(player)
        .expect("the player is one of the game's");
    PlayerOutcome::of(end.outcome, colour)
}

impl Totals {
    fn new(players: usize, pairings: usize) -> Self {
        Self {
            scores: vec![Score::default(); players],
            forfeits: vec![0; players],
            skills: vec![Skill::default(); players],
            pairings: vec![Score::default(); pairings],
            games: 0,
        }
    }

    fn add(&mut self, fixture: &Fixture, (first, second): (usize, usize), end: GameEnd) {
        let outcome = player_outcome(fixture, first, end);
        self.games += 1;
        self.pairings[fixture.pairing].count(outcome);
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
        let pairing = |(&(first, second), &score)| (first, second, score);
        let pairings: Vec<_> = schedule
            .pairings()
            .iter()
            .zip(&self.pairings)
            .map(pairing)
            .collect();
        let elos = rating::ratings(plan.players.len(), &pairings);
        let mut order: Vec<usize> = (0..plan.players.len()).collect();
        order.sort_by(|&a, &b| elos[b].value.total_cmp(&elos[a].value));
        let row = |player: usize| {
            let score = self.scores[player];
            StandingRow {
                name: plan.players[player].name.clone(),
                player: plan.players[player].kind.to_string(),
                score,
                forfeits: self.forfeits[player],
                elo: (score.games() > 0).then_some(elos[player]),
                skill: self.skills[player],
            }
        };
        order.into_iter().map(row).collect()
    }
}

#[cfg(test)]
mod tests;
