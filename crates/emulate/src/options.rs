use std::fmt;
use std::str::FromStr;

use cheqqers_backend::{Noise, ParseNoiseError};

use crate::fault::Fault;

/// Behaviour of the services.
#[derive(Clone, Debug)]
pub struct EmulatorOptions {
    /// Noise of the devices.
    pub noise: DeviceNoise,
    /// Durations of queues, runs and rate limits as a multiple of the real ones: at 0 jobs complete
    /// at once and nothing is limited, at 1 a job is queued for up to a minute.
    pub time_scale: f64,
    /// Apply the rate limits of the services.
    pub rate_limits: bool,
    /// Seed of shots, queue times and ids: the same requests in the same order get the same
    /// responses.
    pub seed: u64,
    /// Faults that happen to requests and jobs.
    pub faults: Vec<Fault>,
}

impl Default for EmulatorOptions {
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

/// Noise of the devices. Text form: `own`, `none`, or the name of a [`Noise`].
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum DeviceNoise {
    /// Each device has its own noise, a simulator has none.
    #[default]
    Own,
    /// No device has noise.
    None,
    /// All devices and simulators have this noise.
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
