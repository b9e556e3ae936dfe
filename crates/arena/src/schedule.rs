//! Schedule of a tournament's games, a function of the plan alone.

use std::fmt;
use std::num::NonZeroU64;
use std::path::Path;
use std::str::FromStr;

use cheqqers_game::Colour;
use cheqqers_players::game_seed;
use thiserror::Error;

/// Pairings of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PairingFormat {
    /// Each player meets every other.
    #[default]
    RoundRobin,
    /// The first player meets every other.
    Gauntlet,
}

impl PairingFormat {
    /// All formats, in the order of help texts.
    pub const ALL: [Self; 2] = [Self::RoundRobin, Self::Gauntlet];

    /// Name on the command line and in plans.
    pub fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
        }
    }
}

impl fmt::Display for PairingFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Error of reading a [`PairingFormat`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no format {found:?}, the formats are: round-robin, gauntlet")]
pub struct ParsePairingFormatError {
    /// The text read.
    pub found: String,
}

impl FromStr for PairingFormat {
    type Err = ParsePairingFormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Self::ALL.into_iter().find(|format| format.name() == text);
        named.ok_or_else(|| ParsePairingFormatError {
            found: text.to_owned(),
        })
    }
}

/// A scheduled game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fixture {
    /// Number in the tournament, from 1.
    pub(crate) number: u64,
    /// Round, from 1: in a round each pairing plays once.
    pub(crate) round: u64,
    /// Index of the pairing.
    pub(crate) pairing: usize,
    /// Index of White's player in the plan.
    pub(crate) white: usize,
    /// Index of Black's player in the plan.
    pub(crate) black: usize,
    /// Seed of the game.
    pub(crate) seed: u64,
    /// Seed of the first game of its pair: those of two rounds, one with each colour.
    pub(crate) pair_seed: u64,
}

impl Fixture {
    /// The colour of a player; `None` if it does not play this game.
    pub(crate) fn colour(&self, player: usize) -> Option<Colour> {
        match player {
            player if player == self.white => Some(Colour::White),
            player if player == self.black => Some(Colour::Black),
            _ => None,
        }
    }
}

/// All games of a tournament, round by round, so that an interrupted one is balanced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Schedule {
    pairings: Vec<(usize, usize)>,
    rounds: u64,
    seed: u64,
}

impl Schedule {
    /// The schedule of so many players, each pairing playing `rounds` games.
    pub(crate) fn new(format: PairingFormat, players: usize, rounds: u64, seed: u64) -> Self {
        let firsts = match format {
            PairingFormat::RoundRobin => players,
            PairingFormat::Gauntlet => players.min(1),
        };
        let of = |first| (first + 1..players).map(move |second| (first, second));
        Self {
            pairings: (0..firsts).flat_map(of).collect(),
            rounds,
            seed,
        }
    }

    /// Pairings by indices of players in the plan, the lower index first.
    pub(crate) fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// Number of games.
    pub(crate) fn len(&self) -> u64 {
        self.rounds.saturating_mul(self.width())
    }

    fn width(&self) -> u64 {
        self.pairings.len() as u64
    }

    /// The game with this number, from 1; `None` beyond the last.
    ///
    /// Colours alternate from round to round, and among the pairings of a round, so that each
    /// player has White about as often as Black in a round too. Each game has a seed of its own, as
    /// in [`game_seed`]: games that share their random numbers would not be independent, which the
    /// intervals of ratings and the sequential test assume.
    pub(crate) fn fixture(&self, number: u64) -> Option<Fixture> {
        if number == 0 || number > self.len() {
            return None;
        }
        let index = number - 1;
        let round = index / self.width() + 1;
        let pairing = usize::try_from(index % self.width()).ok()?;
        let (first, second) = self.pairings[pairing];
        let swapped = (first + second + 1) as u64 + round;
        let (white, black) = match swapped % 2 {
            1 => (first, second),
            _ => (second, first),
        };
        let first = if round % 2 == 1 {
            number
        } else {
            number - self.width()
        };
        Some(Fixture {
            number,
            round,
            pairing,
            white,
            black,
            seed: game_seed(self.seed, number),
            pair_seed: game_seed(self.seed, first),
        })
    }

    /// All games, in order.
    pub(crate) fn fixtures(&self) -> impl Iterator<Item = Fixture> + '_ {
        (1..=self.len()).filter_map(|number| self.fixture(number))
    }
}

/// One of several equal parts of a tournament, each played by a process of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: u64,
    of: NonZeroU64,
}

impl Shard {
    /// The shard with this number, from 1, of so many; `None` if there is none.
    pub fn new(index: u64, of: u64) -> Option<Self> {
        let of = NonZeroU64::new(of)?;
        (1..=of.get())
            .contains(&index)
            .then_some(Self { index, of })
    }

    /// Returns `true` if it holds this game.
    ///
    /// A pairing plays the games of two rounds, one with each colour, in the same shard; the pairings
    /// of a round are dealt to the shards in turn, so that each has an equal share of every pairing.
    pub(crate) fn holds(&self, fixture: &Fixture) -> bool {
        let deal = fixture.pairing as u64 + (fixture.round - 1) / 2;
        deal % self.of == self.index - 1
    }

    /// Name of the file of its games.
    pub(crate) fn file(self) -> String {
        format!("games-{}-of-{}.jsonl", self.index, self.of)
    }

    /// Returns `true` if a file is that of another shard of as many, so that no game is in both.
    pub(crate) fn is_disjoint_from(self, file: &Path) -> bool {
        let part = || {
            let name = file.file_name()?.to_str()?;
            let name = name.strip_prefix("games-")?.strip_suffix(".jsonl")?;
            name.replacen("-of-", "/", 1).parse::<Self>().ok()
        };
        part().is_some_and(|part| part.of == self.of && part.index != self.index)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// Error of reading a [`Shard`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a part is written i/n, from 1/n to n/n, or auto or auto/n for the task of a job array")]
pub struct ParseShardError;

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (index, of) = text.split_once('/').ok_or(ParseShardError)?;
        let number = |text: &str| text.parse().map_err(|_| ParseShardError);
        Self::new(number(index)?, number(of)?).ok_or(ParseShardError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedules() -> impl Iterator<Item = (usize, Schedule)> {
        let sizes = (2..6).flat_map(|players| (1..7).map(move |rounds| (players, rounds)));
        sizes.flat_map(|(players, rounds)| {
            PairingFormat::ALL.map(|format| (players, Schedule::new(format, players, rounds, 7)))
        })
    }

    #[test]
    fn each_pairing_plays_once_a_round_and_its_colours_alternate() {
        for (_, schedule) in schedules() {
            let games: Vec<_> = schedule.fixtures().collect();
            assert_eq!(games.len() as u64, schedule.len());
            for (round, games) in games.chunks(schedule.pairings().len()).enumerate() {
                let met = |game: &Fixture| (game.white.min(game.black), game.white.max(game.black));
                let met: Vec<_> = games.iter().map(met).collect();
                assert_eq!(met, schedule.pairings());
                assert!(games.iter().all(|game| game.round == round as u64 + 1));
            }
            for game in &games {
                let next = schedule.fixture(game.number + schedule.pairings().len() as u64);
                assert!(next.is_none_or(|next| next.white == game.black));
            }
        }
    }

    #[test]
    fn everybody_has_white_about_as_often_as_black_in_each_round() {
        for (players, schedule) in schedules() {
            let games: Vec<_> = schedule.fixtures().collect();
            for round in games.chunks(schedule.pairings().len()) {
                for player in 0..players {
                    let of = |colour| {
                        let plays = |game: &&Fixture| game.colour(player) == Some(colour);
                        round.iter().filter(plays).count()
                    };
                    assert!(of(Colour::White).abs_diff(of(Colour::Black)) <= 1);
                }
            }
        }
    }

    #[test]
    fn a_round_robin_has_all_pairings_and_a_gauntlet_those_of_the_first() {
        let pairings = |format| Schedule::new(format, 4, 1, 7).pairings().to_vec();
        let gauntlet = [(0, 1), (0, 2), (0, 3)];
        assert_eq!(pairings(PairingFormat::Gauntlet), gauntlet);
        assert_eq!(
            pairings(PairingFormat::RoundRobin),
            [&gauntlet[..], &[(1, 2), (1, 3), (2, 3)]].concat()
        );
    }

    #[test]
    fn seeds_are_those_of_a_series_of_games() {
        let schedule = Schedule::new(PairingFormat::RoundRobin, 3, 2, 7);
        let seeds: Vec<_> = schedule.fixtures().map(|game| game.seed).collect();
        let expected: Vec<_> = (1..=6).map(|number| game_seed(7, number)).collect();
        assert_eq!(seeds, expected);
        assert_eq!(schedule.fixture(0), None);
        assert_eq!(schedule.fixture(7), None);
    }

    #[test]
    fn parts_share_all_games_and_each_has_pairs_with_colours_swapped() {
        for (_, schedule) in schedules() {
            for of in 1..5 {
                let parts: Vec<_> = (1..=of).filter_map(|i| Shard::new(i, of)).collect();
                for game in schedule.fixtures() {
                    let holders: Vec<_> = parts.iter().filter(|part| part.holds(&game)).collect();
                    assert_eq!(holders.len(), 1);
                    let next = schedule.fixture(game.number + schedule.pairings().len() as u64);
                    if let Some(next) = next.filter(|_| game.round % 2 == 1) {
                        assert!(holders[0].holds(&next));
                    }
                }
            }
        }
    }

    #[test]
    fn every_part_has_as_much_of_every_pairing_as_can_be() {
        let schedule = Schedule::new(PairingFormat::RoundRobin, 4, 24, 7);
        for part in (1..=4).filter_map(|index| Shard::new(index, 4)) {
            for pairing in 0..schedule.pairings().len() {
                let held = |game: &Fixture| part.holds(game) && game.pairing == pairing;
                assert_eq!(schedule.fixtures().filter(held).count(), 6);
            }
        }
    }

    #[test]
    fn names_round_trip() {
        for format in PairingFormat::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        let part: Shard = "2/8".parse().unwrap();
        assert_eq!(
            (part.to_string(), part.file()),
            ("2/8".into(), "games-2-of-8.jsonl".into())
        );
        for (file, apart) in [
            ("games-1-of-8.jsonl", true),
            ("games-2-of-8.jsonl", false),
            ("games-1-of-4.jsonl", false),
            ("games-9-of-8.jsonl", false),
            ("games.jsonl", false),
        ] {
            assert_eq!(part.is_disjoint_from(Path::new(file)), apart, "{file}");
        }
        for text in ["0/8", "9/8", "1", "1/0", "a/b", ""] {
            assert_eq!(text.parse::<Shard>(), Err(ParseShardError), "{text}");
        }
    }
}
