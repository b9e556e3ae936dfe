//! Pairs of pupils, by chance.

use cheqqers_game::Colour;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::record::{ClassRecord, ClassSeat};
use crate::error::ApiError;
use crate::links::random;

/// Number of pairings that are drawn to choose the best one from.
const DRAWN: usize = 100;

/// A pairing of pupils by their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pairing {
    /// White and Black of each game.
    pub(crate) pairs: Vec<(u32, u32)>,
    /// The one who is left.
    pub(crate) odd: Option<u32>,
}

/// Pairs these pupils: with others than before as far as that goes, and in colours that they had less often. Where
/// their number is odd, one of those is left who played most games against others.
///
/// # Errors
/// Returns an error if the machine gives no random numbers.
pub(crate) fn pair(class: &ClassRecord, pupils: &[u32]) -> Result<Pairing, ApiError> {
    let mut rng = ChaCha8Rng::seed_from_u64(random()?);
    let mut pupils = pupils.to_vec();
    pupils.shuffle(&mut rng);
    let mut odd = None;
    if pupils.len() % 2 == 1 {
        pupils.sort_by_key(|&pupil| played(class, pupil));
        odd = pupils.pop();
    }
    let mut best: Option<(usize, Pairing)> = None;
    for _ in 0..DRAWN {
        pupils.shuffle(&mut rng);
        let (pairs, _) = pupils.as_chunks::<2>();
        let cost: usize = pairs
            .iter()
            .map(|&[one, other]| met(class, one, other))
            .sum();
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            let pairs = pairs.iter().map(|&[one, other]| {
                if whites(class, one) > whites(class, other) {
                    (other, one)
                } else {
                    (one, other)
                }
            });
            let pairs = pairs.collect();
            best = Some((cost, Pairing { pairs, odd }));
        }
    }
    Ok(best.map(|(_, pairing)| pairing).unwrap_or_default())
}

/// Number of games between two pupils.
fn met(class: &ClassRecord, one: u32, other: u32) -> usize {
    let games = class.games.iter();
    let both = games.filter(|game| game.side_of(one).is_some() && game.side_of(other).is_some());
    both.count()
}

/// Number of games that a pupil played against another one.
fn played(class: &ClassRecord, pupil: u32) -> usize {
    let games = class.games.iter();
    let with_others = games.filter(|game| {
        let other = game.side_of(pupil).map(|side| game.seat(side.opponent()));
        matches!(other, Some(ClassSeat::Pupil(_)))
    });
    with_others.count()
}

/// The side that a pupil had less often.
pub(crate) fn colours(class: &ClassRecord, pupil: u32) -> Colour {
    if whites(class, pupil) > 0 {
        Colour::Black
    } else {
        Colour::White
    }
}

/// Number of games that a pupil had White in, more than Black.
fn whites(class: &ClassRecord, pupil: u32) -> i64 {
    let sides = class.games.iter().filter_map(|game| game.side_of(pupil));
    let count = |side| if side == Colour::White { 1 } else { -1 };
    sides.map(count).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::record::{ClassGame, GamePlan, SeatLinks};
    use super::*;
    use crate::links::Token;

    #[test]
    fn a_class_of_six_meets_everybody_else_first() {
        let mut class =
            ClassRecord::new(String::new(), GamePlan::default(), Token::new().unwrap()).unwrap();
        let all: Vec<u32> = (1..=6).collect();
        let mut seen = HashSet::new();
        for round in 1..=3 {
            let Pairing { pairs, odd } = pair(&class, &all).unwrap();
            assert_eq!((pairs.len(), odd), (3, None));
            for (white, black) in pairs {
                assert!(
                    seen.insert((white.min(black), white.max(black))),
                    "round {round}"
                );
                play(&mut class, round, white, black);
            }
        }
        assert!(all.iter().all(|&pupil| whites(&class, pupil).abs() <= 3));
    }

    fn play(class: &mut ClassRecord, round: u32, white: u32, black: u32) {
        class.games.push(ClassGame {
            id: Token::new().unwrap(),
            round,
            white: ClassSeat::Pupil(white),
            black: ClassSeat::Pupil(black),
            links: SeatLinks::default(),
            is_stopped: false,
            result: None,
        });
    }

    #[test]
    fn each_waits_once_where_one_waits_without_a_game() {
        for _ in 0..20 {
            let mut class =
                ClassRecord::new(String::new(), GamePlan::default(), Token::new().unwrap())
                    .unwrap();
            let mut waited = HashSet::new();
            for round in 1..=3 {
                let Pairing { pairs, odd } = pair(&class, &[1, 2, 3]).unwrap();
                assert!(waited.insert(odd.unwrap()), "round {round}");
                for (white, black) in pairs {
                    play(&mut class, round, white, black);
                }
            }
        }
    }

    #[test]
    fn one_is_left_where_the_number_is_odd() {
        let class =
            ClassRecord::new(String::new(), GamePlan::default(), Token::new().unwrap()).unwrap();
        let Pairing { pairs, odd } = pair(&class, &[3, 5, 9]).unwrap();
        let mut all: Vec<u32> = pairs
            .iter()
            .flat_map(|&(one, other)| [one, other])
            .collect();
        all.extend(odd);
        all.sort_unstable();
        assert_eq!(all, [3, 5, 9]);
        assert_eq!(pair(&class, &[]).unwrap(), Pairing::default());
        assert_eq!(pair(&class, &[4]).unwrap().odd, Some(4));
    }
}
