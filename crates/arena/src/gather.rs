//! Games of a tournament, gathered from its files.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::error::ArenaError;
use crate::game;
use crate::plan::Plan;
use crate::scan::{GameEnd, ScannedGame};
use crate::schedule::Schedule;
use crate::standings::GameEnds;
use crate::store::{self, Store};

/// Finished games by their numbers, with their places in files.
#[derive(Debug)]
pub(crate) struct GameIndex<'a> {
    plan: &'a Plan,
    schedule: Schedule,
    files: Vec<PathBuf>,
    games: BTreeMap<u64, Location>,
}

/// Place of a game in a file, and its end.
#[derive(Clone, Copy, Debug)]
struct Location {
    end: GameEnd,
    /// Index of the file.
    file: usize,
    offset: u64,
    length: u64,
}

impl<'a> GameIndex<'a> {
    pub(crate) fn new(plan: &'a Plan) -> Self {
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
    /// Returns an error if one of them is not of the tournament, or is known already with another
    /// end.
    pub(crate) fn add(&mut self, path: &Path, games: Vec<ScannedGame>) -> Result<(), ArenaError> {
        let file = self.files.len();
        self.files.push(path.to_owned());
        for game in games {
            let number = self.number(path, &game)?;
            let location = Location {
                end: game.end,
                file,
                offset: game.offset,
                length: game.length,
            };
            match self.games.entry(number) {
                Entry::Vacant(vacant) => {
                    vacant.insert(location);
                }
                Entry::Occupied(there) if there.get().end == game.end => {}
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

    /// Number of a game, which must be as planned.
    fn number(&self, path: &Path, game: &ScannedGame) -> Result<u64, ArenaError> {
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

    /// Appends the games of the other files to the first file, in order.
    ///
    /// # Errors
    /// Returns an error if one of them can't be read or written.
    pub(crate) fn copy_to(&self, store: &mut Store) -> Result<(), ArenaError> {
        let others = self.games.values().filter(|location| location.file > 0);
        for location in others {
            store.add(&store::text(
                &self.files[location.file],
                location.offset,
                location.length,
            )?)?;
        }
        Ok(())
    }

    /// Ends of the games.
    pub(crate) fn into_ends(self) -> GameEnds {
        let end = |(number, location): (u64, Location)| (number, location.end);
        self.games.into_iter().map(end).collect()
    }
}
