use cheqqers_game::show::MarkColour;
use cozy_chess::Square;

/// Type of the pairs of a group.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PairType {
    /// Both classes have a probability of 1/2.
    Equal,
    /// Class 0 is the likely one.
    Unequal,
    /// As equal, with a negative sign on class 1.
    Phase,
}

/// Half of a piece that is on one of two squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Half {
    /// The square of the other half.
    pub partner: Square,
    /// Colour of its mark, which it keeps for good: red is the half that was the likely one when an unequal
    /// pair was made, or on the lower square when another was, or took its class from a red half.
    pub mark: MarkColour,
    /// Class of the half: all halves of a group that are of one class are real together.
    pub class: bool,
    /// Number of its group, which its pair shares with those entangled with it.
    pub group: u8,
    /// Type of its pair.
    pub pair_type: PairType,
}

impl Half {
    /// Value of squares without a half.
    pub(super) const NONE: Self = Self {
        partner: Square::A1,
        mark: MarkColour::Red,
        class: false,
        group: 0,
        pair_type: PairType::Equal,
    };

    /// Class of the pair's red half.
    pub fn red_class(self) -> bool {
        self.class ^ (self.mark == MarkColour::Blue)
    }

    /// Class that is real after a Hadamard move of the pair: that of its red half if it is equal, of
    /// its blue one if it has a phase.
    pub fn hadamard_class(self) -> bool {
        self.red_class() ^ (self.pair_type == PairType::Phase)
    }

    /// The other half of its pair, whose partner is on this square.
    pub(super) fn opposite(self, square: Square) -> Self {
        let mark = match self.mark {
            MarkColour::Red => MarkColour::Blue,
            MarkColour::Blue => MarkColour::Red,
        };
        Self {
            partner: square,
            mark,
            class: !self.class,
            ..self
        }
    }
}
