//! A class as it is kept.

use std::collections::BTreeMap;

use cheqqers_game::{Colour, Status};
use serde::{Deserialize, Serialize};

use super::words::{ClassCode, comparable, nickname};
use crate::error::ApiError;
use crate::links::{LinkHash, Token};

/// The most pupils of a class at a time.
const MOST_PUPILS: usize = 60;

/// The most that ever join one, those who left included.
const MOST_JOINED: usize = 1000;

/// The most games of a class.
const MOST_GAMES: usize = 1500;

/// A class with all that is known of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ClassRecord {
    pub(crate) id: Token,
    pub(crate) code: ClassCode,
    /// Hash of the teacher's link.
    pub(crate) teacher: LinkHash,
    pub(crate) title: String,
    pub(crate) plan: GamePlan,
    /// `true` while pupils may join.
    pub(crate) is_open: bool,
    /// `true` once the lesson has ended.
    pub(crate) is_over: bool,
    /// Number of the round, from 1.
    pub(crate) round: u32,
    pub(crate) pupils: Vec<Pupil>,
    pub(crate) games: Vec<ClassGame>,
}

/// A pupil of a class; the number is the place in its list, from 1.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Pupil {
    pub(crate) name: String,
    /// Hash of the pupil's link; none for one who was removed.
    pub(crate) link: Option<LinkHash>,
}

/// A game that a class plays next.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GamePlan {
    #[serde(default)]
    pub(crate) game: Option<String>,
    #[serde(default)]
    pub(crate) preset: Option<String>,
    #[serde(default)]
    pub(crate) settings: BTreeMap<String, String>,
    /// Time of each side, in seconds: `300+5`.
    #[serde(default)]
    pub(crate) time: Option<String>,
}

/// A game of a class.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ClassGame {
    pub(crate) id: Token,
    pub(crate) round: u32,
    pub(crate) white: ClassSeat,
    pub(crate) black: ClassSeat,
    pub(crate) links: SeatLinks,
    /// `true` if the teacher ends it. That is written down first: whatever goes wrong then, it ends later.
    #[serde(default)]
    pub(crate) is_stopped: bool,
    /// None while it goes on.
    pub(crate) result: Option<ClassOutcome>,
}

/// Hashes of the links by which pupils move, once they have been told of them.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SeatLinks {
    pub(crate) white: Option<LinkHash>,
    pub(crate) black: Option<LinkHash>,
}

/// Player of a side: a pupil by number, or a computer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum ClassSeat {
    Pupil(u32),
    Computer(String),
}

/// Outcome of a game of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ClassOutcome {
    pub(crate) status: Status,
    pub(crate) plies: usize,
    /// Number of plies that were measured.
    pub(crate) measured: usize,
    /// `true` if the teacher ended it.
    pub(crate) stopped: bool,
}

impl ClassRecord {
    /// A new one, whose teacher has this link.
    pub(crate) fn new(title: String, plan: GamePlan, teacher: Token) -> Result<Self, ApiError> {
        Ok(Self {
            id: Token::new()?,
            code: ClassCode::new()?,
            teacher: teacher.hash(),
            title,
            plan,
            is_open: true,
            is_over: false,
            round: 1,
            pupils: Vec::new(),
            games: Vec::new(),
        })
    }

    /// Lets a pupil in, and gives the pupil's link. Where the class is full, one who has never played and is not here
    /// gives up the seat.
    ///
    /// # Errors
    /// Returns an error if the class takes nobody, or somebody has that nickname.
    pub(crate) fn join(
        &mut self,
        name: &str,
        is_here: impl Fn(u32) -> bool,
    ) -> Result<Token, ApiError> {
        let name = nickname(name)?;
        self.check_going()?;
        if !self.is_open {
            return Err(ApiError::refused("the teacher lets nobody in just now"));
        }
        self.check_free(&name, None)?;
        let full = || ApiError::full("this class is full");
        if self.pupils.len() >= MOST_JOINED {
            return Err(full());
        }
        if self.numbers().count() >= MOST_PUPILS {
            let mut numbers = self.numbers();
            let is_vacant = |&number: &u32| self.last_game(number).is_none() && !is_here(number);
            let vacant = numbers.find(is_vacant).ok_or_else(full)?;
            drop(numbers);
            self.remove(vacant)?;
        }
        let link = Token::new()?;
        self.pupils.push(Pupil {
            name,
            link: Some(link.hash()),
        });
        Ok(link)
    }

    /// # Errors
    /// Returns an error if there is no such pupil, or another one has that nickname.
    pub(crate) fn rename(&mut self, number: u32, name: &str) -> Result<(), ApiError> {
        let name = nickname(name)?;
        self.pupil(number)?;
        self.check_free(&name, Some(number))?;
        self.pupils[number as usize - 1].name = name;
        Ok(())
    }

    /// Takes a pupil's link away.
    ///
    /// # Errors
    /// Returns an error if there is no such pupil.
    pub(crate) fn remove(&mut self, number: u32) -> Result<(), ApiError> {
        self.pupil(number)?;
        self.pupils[number as usize - 1].link = None;
        Ok(())
    }

    /// A pupil of the class, who was not removed.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub(crate) fn pupil(&self, number: u32) -> Result<&Pupil, ApiError> {
        let at = (number as usize).checked_sub(1);
        let pupil = at.and_then(|at| self.pupils.get(at));
        let pupil = pupil.filter(|pupil| pupil.link.is_some());
        pupil.ok_or_else(|| ApiError::malformed(format!("the class has no pupil {number}")))
    }

    /// The pupils of the class by their numbers.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        let all = (1..).zip(&self.pupils);
        all.filter_map(|(number, pupil)| pupil.link.map(|_| number))
    }

    /// The name of a pupil, even of one who was removed; none for a computer.
    pub(crate) fn name(&self, seat: &ClassSeat) -> Option<&str> {
        match seat {
            ClassSeat::Pupil(number) => {
                let at = (*number as usize).checked_sub(1)?;
                self.pupils.get(at).map(|pupil| &pupil.name[..])
            }
            ClassSeat::Computer(_) => None,
        }
    }

    /// The last game of a pupil.
    pub(crate) fn last_game(&self, number: u32) -> Option<(usize, &ClassGame)> {
        let mut games = self.games.iter().enumerate().rev();
        games.find(|(_, game)| game.side_of(number).is_some())
    }

    pub(crate) fn is_playing(&self, number: u32) -> bool {
        let last = self.last_game(number);
        last.is_some_and(|(_, game)| game.result.is_none())
    }

    /// Goes on to the next round, unless this one has no game yet.
    pub(crate) fn next_round(&mut self) {
        if self
            .games
            .last()
            .is_some_and(|game| game.round == self.round)
        {
            self.round += 1;
        }
    }

    /// Checks that the lesson has not ended.
    ///
    /// # Errors
    /// Returns an error if it has.
    pub(crate) fn check_going(&self) -> Result<(), ApiError> {
        if self.is_over {
            return Err(ApiError::refused("this lesson has ended"));
        }
        Ok(())
    }

    /// Checks that there is room for so many games.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub(crate) fn check_room(&self, games: usize) -> Result<(), ApiError> {
        if self.games.len() + games > MOST_GAMES {
            let message = format!("a class has {MOST_GAMES} games at most: start another one");
            return Err(ApiError::full(message));
        }
        Ok(())
    }

    fn check_free(&self, name: &str, but: Option<u32>) -> Result<(), ApiError> {
        let name = comparable(name);
        let mut others = self.numbers().filter(|&number| Some(number) != but);
        let is_taken = others.any(|number| {
            let other = self.name(&ClassSeat::Pupil(number));
            other.is_some_and(|other| comparable(other) == name)
        });
        if is_taken {
            let message = "somebody in this class has that nickname already: choose another one";
            return Err(ApiError::refused(message));
        }
        Ok(())
    }
}

impl ClassGame {
    /// Stops it if it goes on.
    pub(crate) fn stop(&mut self) {
        self.is_stopped |= self.result.is_none();
    }

    /// The side that a pupil plays.
    pub(crate) fn side_of(&self, number: u32) -> Option<Colour> {
        let is_this = |seat: &ClassSeat| *seat == ClassSeat::Pupil(number);
        if is_this(&self.white) {
            Some(Colour::White)
        } else {
            is_this(&self.black).then_some(Colour::Black)
        }
    }

    pub(crate) fn seat(&self, side: Colour) -> &ClassSeat {
        match side {
            Colour::White => &self.white,
            Colour::Black => &self.black,
        }
    }

    /// Hash of the link by which the pupil of a side moves, once it is known.
    pub(crate) fn link(&mut self, side: Colour) -> &mut Option<LinkHash> {
        match side {
            Colour::White => &mut self.links.white,
            Colour::Black => &mut self.links.black,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nicknames_are_told_apart_however_they_are_written() {
        let mut class =
            ClassRecord::new(String::new(), GamePlan::default(), Token::new().unwrap()).unwrap();
        let join = |class: &mut ClassRecord, name| class.join(name, |_| true);
        join(&mut class, "Ada").unwrap();
        for same in [" aDA ", "Ａｄａ", "𝓐da", "A͏da", "A\u{2060}da"] {
            assert!(join(&mut class, same).is_err(), "{same:?}");
        }
        join(&mut class, "Bo").unwrap();
        assert_eq!(class.rename(2, "ADA").unwrap_err().code, "refused");
        class.rename(1, "ADA").unwrap();
        class.remove(1).unwrap();
        // Who was removed has no name that others could not have.
        join(&mut class, "Ada").unwrap();
        assert_eq!(class.numbers().collect::<Vec<_>>(), [2, 3]);
        assert_eq!(class.rename(1, "Eve").unwrap_err().code, "malformed");
        assert_eq!(class.pupil(0).unwrap_err().code, "malformed");
    }

    #[test]
    fn a_class_has_bounds() {
        let mut class =
            ClassRecord::new(String::new(), GamePlan::default(), Token::new().unwrap()).unwrap();
        for number in 0..MOST_PUPILS {
            let name = format!("pupil {number}");
            class.join(&name, |_| true).unwrap();
        }
        let full = class.join("one more", |_| true).unwrap_err();
        assert_eq!(full.code, "full");
        class.remove(7).unwrap();
        class.join("one more", |_| true).unwrap();
        // Who has not played and is away gives up a seat.
        class.join("another", |number| number != 9).unwrap();
        assert!(class.pupil(9).is_err() && class.pupil(8).is_ok());
        class.is_open = false;
        let late = class.join("late", |_| false).unwrap_err();
        assert_eq!(late.code, "refused");
        assert!(class.check_room(MOST_GAMES).is_ok() && class.check_room(MOST_GAMES + 1).is_err());
    }
}
