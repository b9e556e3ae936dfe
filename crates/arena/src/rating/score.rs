use cheqqers_game::{Colour, Outcome};

/// Quantile of the standard normal distribution for a two-sided 95 % interval.
pub const Z: f64 = 1.959_963_984_540_054;

/// Outcome of a game for one of its players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerOutcome {
    /// The player won.
    Won,
    /// The game was drawn.
    Drawn,
    /// The player lost.
    Lost,
}

/// Games of a player against another: their number, and the mean and the variance of the points of one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Moments {
    pub(crate) games: f64,
    pub(crate) mean: f64,
    pub(crate) variance: f64,
}

impl Moments {
    /// The same with a draw more.
    pub(crate) fn with_a_draw(self) -> Self {
        let games = self.games + 1.0;
        let away = 0.5 - self.mean;
        Self {
            games,
            mean: self.mean + away / games,
            variance: (self.variance + away * away / games) * self.games / games,
        }
    }

    pub(crate) fn points(self) -> f64 {
        self.games * self.mean
    }
}

impl PlayerOutcome {
    /// Points of the game: 1, 0.5 or 0.
    pub fn points(self) -> f64 {
        match self {
            Self::Won => 1.0,
            Self::Drawn => 0.5,
            Self::Lost => 0.0,
        }
    }

    /// The outcome of a game for the player of a colour.
    pub fn of(outcome: Outcome, colour: Colour) -> Self {
        match outcome {
            Outcome::Draw => Self::Drawn,
            Outcome::Decisive { winner } if winner == colour => Self::Won,
            Outcome::Decisive { .. } => Self::Lost,
        }
    }
}

/// Numbers of games that a player won, drew and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Number of games won.
    pub won: u64,
    /// Number of games drawn.
    pub drawn: u64,
    /// Number of games lost.
    pub lost: u64,
}

impl Score {
    /// Counts a game.
    pub fn count(&mut self, outcome: PlayerOutcome) {
        match outcome {
            PlayerOutcome::Won => self.won += 1,
            PlayerOutcome::Drawn => self.drawn += 1,
            PlayerOutcome::Lost => self.lost += 1,
        }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Points: one for each game won, half a point for each drawn.
    pub fn points(&self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }

    /// Points per game, from 0 to 1; `None` without games.
    pub fn mean(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// Variance of the points of a game, by its three outcomes; `None` without games.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        let square = |points: f64, count: u64| (points - mean).powi(2) * count as f64;
        let squares = square(1.0, self.won) + square(0.5, self.drawn) + square(0.0, self.lost);
        Some(squares / self.games() as f64)
    }

    /// Games, mean and variance of a game, for ratings; without games those of none.
    pub(crate) fn moments(&self) -> Moments {
        Moments {
            games: self.games() as f64,
            mean: self.mean().unwrap_or(0.5),
            variance: self.variance().unwrap_or(0.0),
        }
    }
}
