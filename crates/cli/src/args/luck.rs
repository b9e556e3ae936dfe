//! Values of --luck.

use std::num::NonZeroU64;

/// Value of --luck where luck is counted by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LuckOption {
    /// Luck is not counted.
    Off,
    /// It is counted by searches of so many positions.
    Nodes(NonZeroU64),
}

impl LuckOption {
    /// Number of positions to search.
    pub(crate) fn nodes(self) -> Option<NonZeroU64> {
        match self {
            Self::Off => None,
            Self::Nodes(nodes) => Some(nodes),
        }
    }
}

/// Reads the value of --luck.
pub(super) fn option(text: &str) -> Result<LuckOption, String> {
    if text == "off" {
        return Ok(LuckOption::Off);
    }
    let nodes = positions(text).map_err(|advice| advice + ", or off");
    nodes.map(LuckOption::Nodes)
}

/// Reads a number of positions to search.
pub(super) fn positions(text: &str) -> Result<NonZeroU64, String> {
    let refused = |_| "write a number of positions, 1 or more".to_owned();
    text.parse().map_err(refused)
}
