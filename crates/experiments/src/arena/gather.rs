//! The games of a tournament, gathered from its files.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};

use cheqqers_game::Game;
use serde_json::Value;

use super::scan::{Ended, Kept};
use super::standing::Results;
use super::store::{self, Store};
use super::{ArenaError, Plan, Schedule, game};

/// Finished games by their numbers, and where they are.
#[derive(Debug)]
pub(super) struct Gathered<'a, G: Game> {
    plan: &'a Plan<G>,
    schedule: Schedule,
    files: Vec<PathBuf>,
    games: BTreeMap<u64, Place>,
}

/// Where a game is, and how it ended.
#[derive(Clone, Copy, Debug)]
struct Place {
    ended: Ended,
    file: usize,
    at: u64,
    length: u64,
}

impl<'a, G: Game> Gathered<'a, G> {
    pub(super) fn new(plan: &'a Plan<G>) -> Self {
        Self {
            schedule: plan.schedule(),
            plan,
            files: Vec::new(),
            games: BTreeMap::new(),
        }
    }

    /// Adds the games of a file.
    ///
    /// # Errors
    /// When one of them is not of the tournament, or is there already and ended otherwise.
    pub(super) fn add(&mut self, path: &Path, games: Vec<Kept>) -> Result<(), ArenaError> {
        let file = self.files.len();
        self.files.push(path.to_owned());
        for game in games {
            let number = self.number(path, &game)?;
            let place = Place {
                ended: game.ended,
                file,
                at: game.at,
                length: game.length,
            };
            match self.games.entry(number) {
                Entry::Vacant(vacant) => {
                    vacant.insert(place);
                }
                Entry::Occupied(there) if there.get().ended == game.ended => {}
                Entry::Occupied(there) => {
                    return Err(ArenaError::Twice {
                        number,
                        first: self.files[there.get().file].clone(),
                        second: path.to_owned(),
                    });
                }
            }
        }
        Ok(())
    }

    /// The number of a game, which must be as planned.
    fn number(&self, path: &Path, game: &Kept) -> Result<u64, ArenaError> {
        let stray = |reason: &str| ArenaError::Stray {
            path: path.to_owned(),
            line: game.line,
            reason: reason.to_owned(),
        };
        let number = game.header.get("number").and_then(Value::as_u64);
        let number = number.ok_or_else(|| stray("it has no number"))?;
        let fixture = self.schedule.fixture(number);
        let fixture = fixture.ok_or_else(|| stray("there is no game of its number"))?;
        if !game::is_of(&game.header, self.plan, &fixture) {
            return Err(stray("its header differs from the plan"));
        }
        Ok(number)
    }

    /// Adds the games to the file that was gathered first, in order, but for those it holds.
    ///
    /// # Errors
    /// When one of them can't be read or written.
    pub(super) fn copy_to(&self, store: &mut Store) -> Result<(), ArenaError> {
        let others = self.games.values().filter(|place| place.file > 0);
        for place in others {
            store.add(&store::text(
                &self.files[place.file],
                place.at,
                place.length,
            )?)?;
        }
        Ok(())
    }

    /// How the games ended.
    pub(super) fn into_results(self) -> Results {
        let ended = |(number, place): (u64, Place)| (number, place.ended);
        self.games.into_iter().map(ended).collect()
    }
}
