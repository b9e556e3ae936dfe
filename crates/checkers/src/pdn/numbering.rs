use super::tree::Tag;
use super::{PdnError, PdnReason};
use crate::Square;

/// The name of the tag of the numbering.
pub(super) const NUMBERING: &str = "Numbering";

/// Way to number the squares of a board, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Numbering {
    /// From the top left, rightwards, then down.
    Draughts,
    /// From a1, rightwards, then up: that of the authors' browser client.
    Online,
}

impl Numbering {
    /// The value of the tag for [`Self::Online`].
    pub(super) const ONLINE: &'static str = "online-2026";

    /// The numbering that the tags tell.
    ///
    /// # Errors
    /// Returns an error if there is no such numbering.
    pub(super) fn of(tags: &[Tag]) -> Result<Self, PdnError> {
        match tags.iter().find(|tag| tag.name == NUMBERING) {
            None => Ok(Self::Draughts),
            Some(tag) if tag.text == Self::ONLINE => Ok(Self::Online),
            Some(tag) => Err(tag.at.refuse(PdnReason::Tag {
                name: tag.name.clone(),
                text: tag.text.clone(),
                expected: Self::ONLINE,
            })),
        }
    }

    /// The number of a square on a board of this size.
    pub(super) fn number(self, square: Square, size: u8) -> u16 {
        match self {
            Self::Draughts => square.draughts_number(size),
            Self::Online => {
                let dark_on = |rank: u8| u16::from(size + (1 - rank % 2)) / 2;
                let below: u16 = (0..square.rank()).map(dark_on).sum();
                1 + below + u16::from(square.file() / 2)
            }
        }
    }

    /// All squares of a board, by number from 1.
    pub(super) fn squares(self, size: u8) -> Vec<Square> {
        let squares =
            (0..size).flat_map(|rank| (0..size).filter_map(move |file| Square::new(file, rank)));
        let mut squares: Vec<Square> = squares.collect();
        squares.sort_by_key(|&square| self.number(square, size));
        squares
    }
}
