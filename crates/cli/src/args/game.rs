use std::str::FromStr;

use super::BackendName;
use super::backend::Backends;
use cheqqers_game::{Encoding, Game};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use thiserror::Error;

use crate::CliError;

/// What games call the plies or turns without a loss that make a draw.
const DRAWS: [&str; 2] = ["draw_after", "draw_turns"];

/// What game is played, from where, and who measures: shared by all commands that start a game.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Game")]
pub(crate) struct GameOptions {
    #[arg(long, value_name = "GAME", default_value = "cheqqers", help = crate::games::presets())]
    pub(crate) game: String,
    #[arg(long, value_name = "KEY=VALUE", help = crate::games::settings(), value_parser = setting)]
    pub(crate) set: Vec<(String, String)>,
    /// How quantum it is: 0 draughts, 1 superposition, 2 entanglement, 3 interference [default: 3]
    #[arg(long, value_name = "0..3", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u8).range(0..=3))]
    pub(crate) level: Option<u8>,
    /// Files and ranks of the board, 4 to 16 [default: 8]
    #[arg(long, value_name = "4..16", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u8).range(4..=16))]
    pub(crate) size: Option<u8>,
    /// Rows of men on either side [default: 3, or as many as fit]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) rows: Option<u8>,
    /// Which pieces a capture entangles: those not entangled yet, or any [default: single]
    #[arg(long, value_name = "single|unlimited", value_parser = ["single", "unlimited"],
          hide_possible_values = true)]
    pub(crate) entanglement: Option<String>,
    /// Plies without a capture that make a draw, or off [default: 40]; in rotation and blocking
    /// it is turns [default: 80]
    #[arg(long, value_name = "N|off", allow_negative_numbers = true)]
    pub(crate) draw_after: Option<DrawAfter>,
    /// Moves to make first, outcomes behind them if wished: "c3^b4d4 f6-e5 d4xf6{d4}"
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,
    /// Outcomes of the measurements of --moves, apart from them: "{f6} {d4,g5}"
    #[arg(long, value_name = "OUTCOMES", requires = "moves")]
    pub(crate) outcomes: Option<String>,
    /// A position to start from instead of the initial one: in Cheqqers a draughts FEN, as
    /// W:W21-32:B1-12, in blocking the squares of certain pieces, as W:Wc3,Kd4:Bf6, in rotation the
    /// same with ~N behind those rotated N times and not certain, as W:Wc3~0,Kd4:Bf6~1
    #[arg(long, value_name = "FEN")]
    pub(crate) position: Option<String>,
    /// Seed of all that is random; the same seed gives the same game [default: a new one]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed)]
    pub(crate) seed: Option<u64>,
    /// Who measures [default: local; sparse where players play in bulk]; noisy is a typical device
    /// with faults in gates and readout, noisy:fez, :torino and :pittsburgh are calibrated ones,
    /// noisy:P flips every measured bit with probability P; SERVICE:DEVICE is a device of a remote
    /// service, as 'cheqqers backends list' tells, and a name of your own what 'backends add' wrote
    #[arg(long, value_name = "NAME", value_parser = Backends)]
    pub(crate) backend: Option<BackendName>,
    /// How circuits are written where any are run
    #[arg(long, value_name = "ENCODING", default_value = "minimal",
          value_parser = encoding())]
    pub(crate) encoding: Encoding,
}

impl GameOptions {
    /// The name of the game.
    pub(crate) fn name(&self) -> &str {
        self.game.split(':').next().unwrap_or_default()
    }

    /// The name of its preset.
    pub(crate) fn preset(&self) -> Option<&str> {
        self.game.split_once(':').map(|(_, preset)| preset)
    }

    /// What is chosen of a game beside it, by the options that have a name here, then by --set.
    pub(crate) fn changes<G: Game>(&self) -> Result<Vec<(&str, String)>, CliError> {
        let text = |value: Option<u8>| value.map(|value| value.to_string());
        let named = [
            ("level", text(self.level)),
            ("size", text(self.size)),
            ("rows", text(self.rows)),
            ("entanglement", self.entanglement.clone()),
            (
                draw_after::<G>(),
                self.draw_after.map(|after| after.to_string()),
            ),
            ("position", self.position.clone()),
        ];
        let mut changes: Vec<(&str, String)> = Vec::new();
        let named = named
            .into_iter()
            .filter_map(|(key, value)| Some((key, value?)));
        let set = self.set.iter().map(|(key, value)| (&**key, value.clone()));
        for (key, value) in named.chain(set) {
            if changes.iter().any(|(other, _)| *other == key) {
                return Err(CliError::SetTwice {
                    key: key.to_owned(),
                });
            }
            changes.push((key, value));
        }
        Ok(changes)
    }
}

/// The setting of a game that --draw-after changes.
fn draw_after<G: Game>() -> &'static str {
    let has = |key: &&str| G::SETTINGS.iter().any(|setting| setting.key == *key);
    DRAWS.into_iter().find(has).unwrap_or(DRAWS[0])
}

/// A key and a value.
fn setting(text: &str) -> Result<(String, String), ParseSettingError> {
    let (key, value) = text.split_once('=').ok_or(ParseSettingError)?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

/// A text without a key and a value.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("write KEY=VALUE, as in size=6")]
struct ParseSettingError;

/// Plies without a capture that make a draw; `None`: never.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DrawAfter(pub(crate) Option<u32>);

/// A text that is neither a number of plies nor `off`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a draw takes 1 or more plies without a capture, or \"off\"")]
pub(crate) struct ParseDrawAfterError;

impl std::fmt::Display for DrawAfter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            None => f.pad("off"),
            Some(plies) => plies.fmt(f),
        }
    }
}

impl FromStr for DrawAfter {
    type Err = ParseDrawAfterError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "off" => Ok(Self(None)),
            number => match number.parse() {
                Ok(plies) if plies > 0 => Ok(Self(Some(plies))),
                _ => Err(ParseDrawAfterError),
            },
        }
    }
}

/// A text that is no seed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a seed is a whole number from 0 to 2^64 - 1")]
pub(super) struct ParseSeedError;

pub(super) fn seed(text: &str) -> Result<u64, ParseSeedError> {
    text.parse().map_err(|_| ParseSeedError)
}

fn encoding() -> impl TypedValueParser<Value = Encoding> {
    PossibleValuesParser::new(["minimal", "paper"])
        .map(|name| name.parse::<Encoding>().unwrap_or_default())
}
