use std::fmt;

/// Quantum level of the game; each level adds to the one below.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Level 0: English draughts.
    Classical,
    /// Level 1: split moves, and captures that measure.
    Superposition,
    /// Level 2: a certain piece that captures a quantum one entangles with it.
    Entanglement,
    /// Level 3: merge moves.
    Interference,
}

impl Level {
    /// All four, ascending.
    pub const ALL: [Self; 4] = [
        Self::Classical,
        Self::Superposition,
        Self::Entanglement,
        Self::Interference,
    ];

    /// The level with this number.
    pub fn from_number(number: u64) -> Option<Self> {
        Self::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// The number, 0 to 3.
    pub fn number(self) -> u8 {
        self as u8
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// Rule for which captures by certain pieces entangle, from level 2 on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Entanglement {
    /// Only with a piece that is not entangled yet: a component holds at most two pieces.
    #[default]
    Single,
    /// With any quantum piece: a component holds any number of pieces.
    Unlimited,
}

impl Entanglement {
    /// The word in records and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Unlimited => "unlimited",
        }
    }

    /// The option with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Single, Self::Unlimited]
            .into_iter()
            .find(|option| option.name() == name)
    }
}
