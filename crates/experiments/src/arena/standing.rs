use std::collections::BTreeMap;

use cheqqers_game::Game;

use super::scan::Ended;
use super::{Fixture, Plan, Schedule};
use crate::rating::{self, Elo, Score, Side, Skill};
use crate::sprt::{Sprt, Tested};

/// How a tournament stands, by the games that are finished.
///
/// A function of the plan and the results alone: the order in which games were finished, threads,
/// parts and interruptions change nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The players, best first.
    pub rows: Vec<Row>,
    /// The pairings, in the order of the plan.
    pub meetings: Vec<Meeting>,
    /// The sequential test, where there is one.
    pub tested: Option<Tested>,
    /// How many games count.
    pub games: u64,
    /// How many are planned.
    pub of: u64,
    /// The seed of the first.
    pub seed: u64,
}

/// A player of a tournament, and what it achieved.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub player: String,
    /// Its games.
    pub score: Score,
    /// How many of them it lost by a fault of its own.
    pub forfeits: u64,
    /// Its rating among all players, whose mean is 0, and its interval; `None` before its first game.
    ///
    /// The ratings that explain all results best. Each pairing counts a draw more than was played,
    /// so that nobody's is infinite.
    pub elo: Option<Elo>,
    /// What `TrueSkill` believes of it after all games in order of their numbers.
    pub skill: Skill,
}

/// The games between two players.
#[derive(Clone, PartialEq, Debug)]
pub struct Meeting {
    /// The one that comes first in the plan.
    pub first: String,
    /// The other.
    pub second: String,
    /// Their games, seen from the first.
    pub score: Score,
}

/// Results by the numbers of their games.
pub(super) type Results = BTreeMap<u64, Ended>;

/// What is counted game by game.
struct Count {
    scores: Vec<Score>,
    forfeits: Vec<u64>,
    skills: Vec<Skill>,
    meetings: Vec<Score>,
    games: u64,
}

impl Standing {
    pub(super) fn new<G: Game>(plan: &Plan<G>, results: &Results) -> Self {
        let schedule = plan.schedule();
        let test = plan.sprt.map(|test| tested(test, &schedule, results));
        let decided = test.filter(|tested| tested.accepted.is_some());
        // Games are numbered from 1, and the test has seen the first so many.
        let last = decided.map_or(u64::MAX, |tested| tested.score.games());
        let mut count = Count::new(plan.players.len(), schedule.pairings().len());
        for (&number, &ended) in results.range(..=last) {
            if let Some(fixture) = schedule.fixture(number) {
                count.add(&fixture, schedule.pairings()[fixture.pairing], ended);
            }
        }
        let name = |player: usize| plan.players[player].name.clone();
        let meeting = |(&(first, second), &score)| Meeting {
            first: name(first),
            second: name(second),
            score,
        };
        let meetings = schedule.pairings().iter().zip(&count.meetings);
        Self {
            rows: count.rows(plan),
            meetings: meetings.map(meeting).collect(),
            tested: test,
            games: count.games,
            of: schedule.len(),
            seed: plan.seed,
        }
    }
}

/// Shows a test the games behind those it has seen, as far as none is missing.
pub(super) fn follow(tested: &mut Tested, schedule: &Schedule, results: &Results) {
    let next = tested.score.games() + 1;
    for (number, (&found, &ended)) in (next..).zip(results.range(next..)) {
        let Some(fixture) = schedule.fixture(number).filter(|_| found == number) else {
            break;
        };
        tested.see(side(&fixture, 0, ended));
        if tested.accepted.is_some() {
            break;
        }
    }
}

/// A test that has seen the games.
pub(super) fn tested(test: Sprt, schedule: &Schedule, results: &Results) -> Tested {
    let mut tested = Tested::new(test);
    follow(&mut tested, schedule, results);
    tested
}

/// What a game was for one of its players.
pub(super) fn side(fixture: &Fixture, player: usize, ended: Ended) -> Side {
    let colour = fixture
        .colour(player)
        .expect("the player is one of the game's");
    Side::of(ended.outcome, colour)
}

impl Count {
    fn new(players: usize, pairings: usize) -> Self {
        Self {
            scores: vec![Score::default(); players],
            forfeits: vec![0; players],
            skills: vec![Skill::default(); players],
            meetings: vec![Score::default(); pairings],
            games: 0,
        }
    }

    fn add(&mut self, fixture: &Fixture, (first, second): (usize, usize), ended: Ended) {
        let result = side(fixture, first, ended);
        self.games += 1;
        self.meetings[fixture.pairing].count(result);
        for player in [first, second] {
            self.scores[player].count(side(fixture, player, ended));
            let forfeited = ended
                .forfeit
                .is_some_and(|by| fixture.colour(player) == Some(by));
            self.forfeits[player] += u64::from(forfeited);
        }
        let after = rating::after(self.skills[first], self.skills[second], result);
        (self.skills[first], self.skills[second]) = after;
    }

    /// The players, best first; equal ones in the order of the plan.
    fn rows<G: Game>(&self, plan: &Plan<G>) -> Vec<Row> {
        let schedule = plan.schedule();
        let meeting = |(&(first, second), &score)| (first, second, score);
        let meetings: Vec<_> = schedule
            .pairings()
            .iter()
            .zip(&self.meetings)
            .map(meeting)
            .collect();
        let elos = rating::ratings(plan.players.len(), &meetings);
        let mut order: Vec<usize> = (0..plan.players.len()).collect();
        order.sort_by(|&a, &b| elos[b].value.total_cmp(&elos[a].value));
        let row = |player: usize| {
            let score = self.scores[player];
            Row {
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
