use std::fmt;
use std::num::NonZeroU64;

use cheqqers_arena::{AdjustedScore, Frequencies, PliesByOutcome, Score, Z};
use serde_json::{Value, json};

/// Statistics of all games. The text form is for people and may change.
#[derive(Clone, Debug)]
pub(crate) struct Statistics {
    pub(crate) tally: PliesByOutcome,
    /// Duration of the games.
    pub(crate) seconds: f64,
    /// The seed of the first game.
    pub(crate) seed: u64,
    /// Number of positions searched for each outcome, and White's score adjusted by luck, where it is counted.
    pub(crate) luck: Option<(NonZeroU64, AdjustedScore)>,
}

impl Statistics {
    /// The object for scripts; a mean of nothing is null.
    pub(crate) fn to_json(&self) -> Value {
        let tally = &self.tally;
        let (games, plies) = (tally.games(), tally.finished().sum());
        let mut object = json!({
            "games": games,
            "white_won": tally.white_won.len(),
            "black_won": tally.black_won.len(),
            "draws": tally.draws.len(),
            "plies": plies,
            "mean_plies": tally.finished().mean(),
            "mean_plies_decisive": tally.decisive().mean(),
            "seconds": self.seconds,
            "games_per_second": self.per_second(games),
            "plies_per_second": self.per_second(plies),
        });
        if let Some((nodes, adjusted)) = &self.luck {
            let score = self.score();
            object["luck"] = json!({
                "nodes": nodes,
                "score": score.mean(),
                "deviation": score.variance().map(f64::sqrt),
                "adjusted_score": adjusted.mean(),
                "adjusted_deviation": adjusted.deviation(),
            });
        }
        object
    }

    /// Score of the white side.
    fn score(&self) -> Score {
        Score {
            won: self.tally.white_won.len(),
            drawn: self.tally.draws.len(),
            lost: self.tally.black_won.len(),
        }
    }

    /// Points of the white side a game, adjusted by luck and not, with their 95 % intervals.
    fn adjusted(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((_, adjusted)) = &self.luck else {
            return Ok(());
        };
        let score = self.score();
        let root = (score.games() as f64).sqrt();
        let points = |mean: Option<f64>, deviation: Option<f64>| match (mean, deviation) {
            (Some(mean), Some(deviation)) => format!("{mean:.3} ± {:.3}", Z * deviation / root),
            (Some(mean), None) => format!("{mean:.3}"),
            _ => "-".into(),
        };
        let before = points(score.mean(), score.variance().map(f64::sqrt));
        let after = points(adjusted.mean(), adjusted.deviation());
        writeln!(
            f,
            "{:<10}{after:>16} points a game for White, by outcomes alone {before}",
            "adjusted"
        )
    }

    fn per_second(&self, count: u64) -> Option<f64> {
        ratio(count as f64, self.seconds)
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tally = &self.tally;
        let (games, plies) = (tally.games(), tally.finished().sum());
        let mean = |lengths: Frequencies| match lengths.mean() {
            None => "-".into(),
            Some(mean) => format!("{mean:.1}"),
        };
        let share = |f: &mut fmt::Formatter<'_>, name: &str, lengths: &Frequencies| {
            let count = lengths.len();
            let percent = ratio(100.0 * count as f64, games as f64).unwrap_or(0.0);
            writeln!(f, "{name:<10}{count:>10}  {percent:5.1} %")
        };
        writeln!(f, "{:<10}{games:>10}", "games")?;
        share(f, "white won", &tally.white_won)?;
        share(f, "black won", &tally.black_won)?;
        share(f, "draws", &tally.draws)?;
        writeln!(
            f,
            "{:<10}{plies:>10}  {} a game, {} a decisive one",
            "plies",
            mean(tally.finished()),
            mean(tally.decisive())
        )?;
        self.adjusted(f)?;
        writeln!(
            f,
            "{:<10}{:>10.2}  {:.0} games and {:.0} plies a second",
            "seconds",
            self.seconds,
            self.per_second(games).unwrap_or(0.0),
            self.per_second(plies).unwrap_or(0.0),
        )?;
        writeln!(f, "{:<10}{:>10}", "seed", self.seed)
    }
}

fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

#[cfg(test)]
mod tests {
    use cheqqers_game::{Colour, Outcome};

    use super::*;

    #[test]
    fn means_are_over_the_games_they_name() {
        let mut tally = PliesByOutcome::default();
        let white = Outcome::Decisive {
            winner: Colour::White,
        };
        tally.count(Some(white), 50);
        let mut other = PliesByOutcome::default();
        other.count(Some(Outcome::Draw), 100);
        tally.add(&other);
        let statistics = Statistics {
            tally,
            seconds: 0.5,
            seed: 7,
            luck: None,
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
            tally: PliesByOutcome::default(),
            seconds: 1.0,
            seed: 7,
            luck: None,
        };
        let json = statistics.to_json();
        assert!(json["mean_plies"].is_null());
        assert!(json["mean_plies_decisive"].is_null());
    }
}
