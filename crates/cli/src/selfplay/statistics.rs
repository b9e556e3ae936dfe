use std::fmt;

use cheqqers_arena::{Frequencies, PliesByOutcome};
use serde_json::{Value, json};

/// Statistics of all games. The text form is for people and may change.
#[derive(Clone, Debug)]
pub(crate) struct Statistics {
    pub(crate) tally: PliesByOutcome,
    /// Duration of the games.
    pub(crate) seconds: f64,
    /// The seed of the first game.
    pub(crate) seed: u64,
}

impl Statistics {
    /// The object for scripts; a mean of nothing is null.
    pub(crate) fn to_json(&self) -> Value {
        let tally = &self.tally;
        let (games, plies) = (tally.games(), tally.finished().sum());
        json!({
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
        })
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
        };
        let json = statistics.to_json();
        assert!(json["mean_plies"].is_null());
        assert!(json["mean_plies_decisive"].is_null());
    }
}
