use cheqqers_game::{Colour, Outcome};
use serde_json::Value;

use crate::frequencies::Frequencies;

/// Numbers of plies of games, by outcome.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PliesByOutcome {
    /// Plies of the games that White won.
    pub white_won: Frequencies,
    /// Plies of the games that Black won.
    pub black_won: Frequencies,
    /// Plies of the drawn games.
    pub draws: Frequencies,
    /// Plies of the games that were stopped by a limit.
    pub unfinished: Frequencies,
}

impl PliesByOutcome {
    /// Counts a game; `None` if it was stopped.
    pub fn count(&mut self, outcome: Option<Outcome>, plies: u32) {
        self.of_mut(outcome).count(plies);
    }

    /// Adds the counts of another.
    pub fn add(&mut self, other: &Self) {
        self.white_won.add(&other.white_won);
        self.black_won.add(&other.black_won);
        self.draws.add(&other.draws);
        self.unfinished.add(&other.unfinished);
    }

    fn of_mut(&mut self, outcome: Option<Outcome>) -> &mut Frequencies {
        match outcome {
            None => &mut self.unfinished,
            Some(Outcome::Draw) => &mut self.draws,
            Some(Outcome::Decisive {
                winner: Colour::White,
            }) => &mut self.white_won,
            Some(Outcome::Decisive {
                winner: Colour::Black,
            }) => &mut self.black_won,
        }
    }

    /// The plies for each outcome, with its name in data.
    pub fn named(&self) -> [(&'static str, &Frequencies); 4] {
        [
            ("white_won", &self.white_won),
            ("black_won", &self.black_won),
            ("draw", &self.draws),
            ("unfinished", &self.unfinished),
        ]
    }

    /// Plies of the games with a winner.
    pub fn decisive(&self) -> Frequencies {
        let mut decisive = self.white_won.clone();
        decisive.add(&self.black_won);
        decisive
    }

    /// Plies of the games that were not stopped.
    pub fn finished(&self) -> Frequencies {
        let mut finished = self.decisive();
        finished.add(&self.draws);
        finished
    }

    /// Number of games, unfinished ones included.
    pub fn games(&self) -> u64 {
        self.named().iter().map(|(_, lengths)| lengths.len()).sum()
    }

    /// JSON object with a list of pairs for each outcome.
    pub fn to_json(&self) -> Value {
        let pairs = self
            .named()
            .map(|(name, lengths)| (name.to_owned(), lengths.to_json()));
        Value::Object(pairs.into_iter().collect())
    }

    /// Reads such an object; `None` if it is malformed.
    pub fn from_json(value: &Value) -> Option<Self> {
        let of = |name: &str| Frequencies::from_json(value.get(name)?);
        Some(Self {
            white_won: of("white_won")?,
            black_won: of("black_won")?,
            draws: of("draw")?,
            unfinished: of("unfinished")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn games_are_counted_by_how_they_ended() {
        let mut tally = PliesByOutcome::default();
        for (winner, plies) in [(Colour::White, 5), (Colour::Black, 7), (Colour::Black, 8)] {
            tally.count(Some(Outcome::Decisive { winner }), plies);
        }
        let mut other = PliesByOutcome::default();
        other.count(Some(Outcome::Draw), 40);
        other.count(None, 100);
        tally.add(&other);
        assert_eq!(
            (
                tally.games(),
                tally.finished().len(),
                tally.decisive().len()
            ),
            (5, 4, 3)
        );
        assert_eq!((tally.finished().sum(), tally.decisive().sum()), (60, 20));
        assert_eq!(PliesByOutcome::from_json(&tally.to_json()), Some(tally));
        assert_eq!(PliesByOutcome::from_json(&json!({"white_won": []})), None);
    }
}
