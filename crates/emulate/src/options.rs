use std::fmt;
use std::str::FromStr;

use cheqqers_backend::{Noise, ParseNoiseError};

use crate::Fault;

/// How the services behave.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the devices do wrong.
    pub noise: DeviceNoise,
    /// How long queues, runs and the minutes of rate limits last, in parts of the real ones: at 0
    /// all is done at once and nothing is limited, at 1 a job waits for up to a minute.
    pub time_scale: f64,
    /// Whether there are limits to how often something may be asked.
    pub rate_limits: bool,
    /// Fixes shots, queues and the names of jobs; the same requests in the same order then give the
    /// same answers.
    pub seed: u64,
    /// What goes wrong.
    pub faults: Vec<Fault>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            noise: DeviceNoise::Own,
            time_scale: 0.0,
            rate_limits: false,
            seed: 0,
            faults: Vec::new(),
        }
    }
}

/// What the devices of the services do wrong. In text: `own`, `none`, or the name of a [`Noise`].
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum DeviceNoise {
    /// Each what it does: a device has its own noise, a simulator none.
    #[default]
    Own,
    /// Nothing.
    None,
    /// All of them this.
    All(Noise),
}

impl fmt::Display for DeviceNoise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own => f.pad("own"),
            Self::None => f.pad("none"),
            Self::All(noise) => noise.fmt(f),
        }
    }
}

impl FromStr for DeviceNoise {
    type Err = ParseNoiseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "own" => Ok(Self::Own),
            "none" => Ok(Self::None),
            _ => text.parse().map(Self::All),
        }
    }
}
