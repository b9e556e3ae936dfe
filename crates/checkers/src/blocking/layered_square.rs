use std::fmt;
use std::str::FromStr;

use cheqqers_world::Slot;

use crate::square::{ParseSquareError, Square};

/// Square of a part, and its number among the parts there.
///
/// A part that arrives takes the lowest layer that is free on its square; a certain piece is alone
/// on its square, in layer 0. In text a layer is a mark: `d4`, `d4'`, `d4''`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LayeredSquare {
    /// Square of the part.
    pub square: Square,
    /// Number among the parts of the square, from 0.
    pub layer: u8,
}

/// Bits of a slot that number the square.
const SQUARE_BITS: u16 = 7;

impl LayeredSquare {
    /// The most layers that can be written.
    const MAX_LAYER: usize = 127;

    /// The slot whose qubit is 1 where the piece is on the square.
    pub fn slot(self) -> Slot {
        Slot(u16::from(self.layer) << SQUARE_BITS | self.square.slot().0)
    }

    /// The place whose part the slot stands for.
    pub fn from_slot(slot: Slot) -> Self {
        let number = usize::from(slot.0 & ((1 << SQUARE_BITS) - 1));
        Self {
            square: Square::from_number(number),
            layer: u8::try_from(slot.0 >> SQUARE_BITS).unwrap_or(u8::MAX),
        }
    }

    /// The place with so many marks behind its square; `None` when they are too many.
    pub(super) fn new(square: Square, marks: usize) -> Option<Self> {
        let layer = u8::try_from(marks).ok();
        layer
            .filter(|_| marks <= Self::MAX_LAYER)
            .map(|layer| Self { square, layer })
    }
}

/// The only part of a square, or the first.
impl From<Square> for LayeredSquare {
    fn from(square: Square) -> Self {
        Self { square, layer: 0 }
    }
}

impl fmt::Display for LayeredSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let marks = "'".repeat(usize::from(self.layer));
        f.pad(&format!("{}{marks}", self.square))
    }
}

impl FromStr for LayeredSquare {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = text.trim_end_matches('\'');
        let place = Self::new(name.parse()?, text.len() - name.len());
        place.ok_or_else(|| ParseSquareError::Malformed {
            text: text.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layered_squares_round_trip_as_text_and_as_slots() {
        for number in 0..128 {
            for layer in [0, 1, 2, 55, 127] {
                let square = Square::from_number(number);
                let place = LayeredSquare { square, layer };
                assert_eq!(LayeredSquare::from_slot(place.slot()), place);
                assert_eq!(place.to_string().parse(), Ok(place));
            }
        }
        assert_eq!(LayeredSquare::from_slot(Slot(0)).to_string(), "a1");
        assert_eq!(LayeredSquare::from_slot(Slot(128)).to_string(), "a1'");
        assert!("a2'".parse::<LayeredSquare>().is_err());
        assert!("'".parse::<LayeredSquare>().is_err());
        assert!("a'1".parse::<LayeredSquare>().is_err());
        let many = format!("a1{}", "'".repeat(128));
        assert!(many.parse::<LayeredSquare>().is_err());
    }
}
