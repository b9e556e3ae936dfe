//! Pairs of pupils, by chance.

use cheqqers_game::Colour;

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

/// Pairs these pupils: with others than before as far as that goes, in colours that they had less often, and
/// leaves somebody else out.
///
/// # Errors
/// Returns an error if the machine gives no random numbers.
pub(crate) fn pair(class: &ClassRecord, pupils: &[u32]) -> Result<Pairing, ApiError> {
    let mut pupils = pupils.to_vec();
    let mut best: Option<(usize, Pairing)> = None;
    for _ in 0..DRAWN {
        shuffle(&mut pupils)?;
        let (pairs, rest) = pupils.as_chunks::<2>();
        let odd = rest.first().copied();
        let met: usize = pairs
            .iter()
            .map(|&[one, other]| met(class, one, other))
            .sum();
        let cost = 4 * met + odd.map_or(0, |odd| left_out(class, odd));
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

fn shuffle(pupils: &mut [u32]) -> Result<(), ApiError> {
    for last in (1..pupils.len()).rev() {
        let drawn = random()? % (last as u64 + 1);
        pupils.swap(last, usize::try_from(drawn).unwrap_or(0));
    }
    Ok(())
}

/// Number of games between two pupils.
fn met(class: &ClassRecord, one: u32, other: u32) -> usize {
    let games = class.games.iter();
    let both = games.filter(|game| game.side_of(one).is_some() && game.side_of(other).is_some());
    both.count()
}

/// Number of games that a pupil played against a computer.
fn left_out(class: &ClassRecord, pupil: u32) -> usize {
    let games = class.games.iter();
    let alone = games.filter(|game| {
        let other = game.side_of(pupil).map(|side| game.seat(side.opponent()));
        matches!(other, Some(ClassSeat::Computer(_)))
    });
    alone.count()
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

    use super::super::record::{ClassGame, GamePlan};
    use super::*;
    use crate::links::{Links, Sides, Token};

    #[test]
    fn a_class_of_six_meets_everybody_else_first() {
        let mut class = ClassRecord::new(String::new(), GamePlan::default()).unwrap();
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
                class.games.push(ClassGame {
                    id: Token::new().unwrap(),
                    round,
                    white: ClassSeat::Pupil(white),
                    black: ClassSeat::Pupil(black),
                    links: Links::new(Sides::default(), false).unwrap(),
                    result: None,
                });
            }
        }
        assert!(all.iter().all(|&pupil| whites(&class, pupil).abs() <= 3));
    }

    #[test]
    fn one_is_left_where_the_number_is_odd() {
        let class = ClassRecord::new(String::new(), GamePlan::default()).unwrap();
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
