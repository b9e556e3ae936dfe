use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use cheqqers_session::{GameKind, Position, UnknownGame};
use thiserror::Error;

use crate::error::PuzzleError;

/// Kind of games that puzzles are made from: a game, a preset and settings, written `GAME`,
/// `GAME:PRESET` or `GAME:PRESET,KEY=VALUE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Name of the game.
    pub game: String,
    /// Preset of its settings.
    pub preset: Option<String>,
    /// Settings that differ from the preset, as they are written.
    pub settings: BTreeMap<String, String>,
}

/// A text that is no source of puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ParseSourceError {
    #[error(transparent)]
    Game(#[from] UnknownGame),
    #[error("{found:?} is no setting: write GAME:PRESET,KEY=VALUE")]
    Setting { found: String },
}

/// Sources of the puzzles that come with this program; one that stands here several times has several times
/// as many.
const USUAL: &[&str] = &[
    "cheqqers,level=3,size=6",
    "cheqqers,level=2,size=6",
    "rotation,size=6",
    "blocking,size=6",
    "cheqqers,level=1,size=5",
    "cheqqers,level=3,size=6",
    "cheqqers,level=1,size=6",
    "cheqqers,level=3,size=5",
    "cheqqers,level=3,size=6",
    "cheqqers,level=2,size=6",
    "rotation,size=6",
    "queens-chess,twins=classical",
    "cheqqers,level=3,size=6",
    "box-chess,board=4x5",
    "blocking,size=6",
    "box-chess,board=4x6",
    "cheqqers,level=3,size=6",
    "cheqqers,level=2,size=6",
    "cheqqers,level=3,size=8",
    "cheqqers,level=2,size=8",
    "cheqqers,level=3,size=6",
    "rotation,size=6",
    "cheqqers,level=1,size=5",
    "cheqqers,level=1,size=6",
    "cheqqers,level=1,size=8",
    "cheqqers,level=3,size=6",
    "cheqqers,level=2,size=6",
    "blocking,size=8",
    "blocking,size=6",
    "cheqqers,level=3,size=6",
    "rotation,size=8",
    "rotation,size=6",
    "cheqqers,level=2,size=6",
    "cheqqers,level=3,size=6",
    "cheqqers,level=3,size=5",
    "cheqqers,level=1,size=5",
    "cheqqers,level=3,size=6",
    "cheqqers,level=1,size=6",
    "blocking,size=6",
    "rotation,size=6",
    "cheqqers,level=2,size=6",
    "cheqqers,level=3,size=6",
    "international,level=3,size=6",
    "international,level=2,size=6",
    "international,level=1,size=6",
];

impl Source {
    /// The sources of the puzzles that come with this program: each game, on boards of several sizes.
    pub fn usual() -> Vec<Self> {
        let sources = USUAL.iter().map(|text| text.parse());
        sources
            .collect::<Result<_, _>>()
            .expect("the list names games there are")
    }

    /// The position that its games start from.
    pub(crate) fn start(&self) -> Result<Position, PuzzleError> {
        let game = GameKind::named(&self.game)?;
        let changes: Vec<_> = self.settings.clone().into_iter().collect();
        let settings = game.settings(self.preset.as_deref(), &changes)?;
        game.start(&settings).map_err(|error| PuzzleError::Start {
            source_text: self.to_string(),
            reason: error.to_string(),
        })
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.game)?;
        if let Some(preset) = &self.preset {
            write!(f, ":{preset}")?;
        }
        let mut settings = self.settings.iter();
        settings.try_for_each(|(key, value)| write!(f, ",{key}={value}"))
    }
}

impl FromStr for Source {
    type Err = ParseSourceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut words = text.split(',');
        let first = words.next().unwrap_or_default();
        let (game, preset) = match first.split_once(':') {
            Some((game, preset)) => (game, Some(preset.to_owned())),
            None => (first, None),
        };
        GameKind::named(game)?;
        let settings = words.map(|word| match word.split_once('=') {
            Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
            None => Err(ParseSourceError::Setting { found: word.into() }),
        });
        Ok(Self {
            game: game.to_owned(),
            preset,
            settings: settings.collect::<Result<_, _>>()?,
        })
    }
}
