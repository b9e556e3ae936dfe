use std::fmt;

use cheqqers_game::{Colour, Outcome};
use serde_json::{Value, json};

/// How games ended, summed up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    /// Games played to their end.
    pub(crate) games: u64,
    white_won: u64,
    black_won: u64,
    draws: u64,
    plies: u64,
    plies_decisive: u64,
}

impl Tally {
    /// Counts a game that ended.
    pub(crate) fn count(&mut self, outcome: Outcome, plies: u32) {
        self.games += 1;
        self.plies += u64::from(plies);
        match outcome {
            Outcome::Draw => self.draws += 1,
            Outcome::Decisive { winner } => {
                self.plies_decisive += u64::from(plies);
                match winner {
                    Colour::White => self.white_won += 1,
                    Colour::Black => self.black_won += 1,
                }
            }
        }
    }

    /// Counts what another has counted.
    pub(crate) fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.white_won += other.white_won;
        self.black_won += other.black_won;
        self.draws += other.draws;
        self.plies += other.plies;
        self.plies_decisive += other.plies_decisive;
    }

    fn mean_plies(&self) -> Option<f64> {
        ratio(self.plies as f64, self.games as f64)
    }

    fn mean_plies_decisive(&self) -> Option<f64> {
        let decisive = self.white_won + self.black_won;
        ratio(self.plies_decisive as f64, decisive as f64)
    }
}

/// What is printed in the end. The text form is for people, and may change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statistics {
    pub(crate) tally: Tally,
    /// How long the games took.
    pub(crate) seconds: f64,
    /// The seed of the first game.
    pub(crate) seed: u64,
}

impl Statistics {
    /// The object that scripts read; a mean of nothing is null.
    pub(crate) fn to_json(self) -> Value {
        let tally = self.tally;
        json!({
            "games": tally.games,
            "white_won": tally.white_won,
            "black_won": tally.black_won,
            "draws": tally.draws,
            "plies": tally.plies,
            "mean_plies": tally.mean_plies(),
            "mean_plies_decisive": tally.mean_plies_decisive(),
            "seconds": self.seconds,
            "games_per_second": self.per_second(tally.games),
            "plies_per_second": self.per_second(tally.plies),
        })
    }

    fn per_second(self, count: u64) -> Option<f64> {
        ratio(count as f64, self.seconds)
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tally = self.tally;
        let mean = |mean: Option<f64>| mean.map_or_else(|| "-".into(), |mean| format!("{mean:.1}"));
        let share = |f: &mut fmt::Formatter<'_>, name: &str, count: u64| {
            let percent = ratio(100.0 * count as f64, tally.games as f64).unwrap_or(0.0);
            writeln!(f, "{name:<10}{count:>10}  {percent:5.1} %")
        };
        writeln!(f, "{:<10}{:>10}", "games", tally.games)?;
        share(f, "white won", tally.white_won)?;
        share(f, "black won", tally.black_won)?;
        share(f, "draws", tally.draws)?;
        writeln!(
            f,
            "{:<10}{:>10}  {} a game, {} a decisive one",
            "plies",
            tally.plies,
            mean(tally.mean_plies()),
            mean(tally.mean_plies_decisive())
        )?;
        writeln!(
            f,
            "{:<10}{:>10.2}  {:.0} games and {:.0} plies a second",
            "seconds",
            self.seconds,
            self.per_second(tally.games).unwrap_or(0.0),
            self.per_second(tally.plies).unwrap_or(0.0),
        )?;
        writeln!(f, "{:<10}{:>10}", "seed", self.seed)
    }
}

fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_over_the_games_they_name() {
        let mut tally = Tally::default();
        let white = Outcome::Decisive {
            winner: Colour::White,
        };
        tally.count(white, 50);
        let mut other = Tally::default();
        other.count(Outcome::Draw, 100);
        tally.add(&other);
        let statistics = Statistics {
            tally,
            seconds: 0.5,
            seed: 7,
        };
        let expected = json!({
            "games": 2, "white_won": 1, "black_won": 0, "draws": 1, "plies": 150,
            "mean_plies": 75.0, "mean_plies_decisive": 50.0, "seconds": 0.5,
            "games_per_second": 4.0, "plies_per_second": 300.0,
        });
        assert_eq!(statistics.to_json(), expected);
    }

    #[test]
    fn means_of_nothing_are_null() {
        let statistics = Statistics {
            tally: Tally::default(),
            seconds: 1.0,
            seed: 7,
        };
        let json = statistics.to_json();
        assert!(json["mean_plies"].is_null());
        assert!(json["mean_plies_decisive"].is_null());
    }
}
