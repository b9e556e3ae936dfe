use cheqqers_game::Game;

use super::Labels;
use super::canvas::{BLACK, Paint};
use crate::{Position, Square};

/// What links the parts of a position: pieces by letters, entangled pieces by signs.
pub(super) struct Links {
    labels: Labels,
    groups: Vec<Group>,
}

/// Pieces of one component.
pub(super) struct Group {
    /// The numbers of their letters, ascending.
    pub(super) letters: Vec<usize>,
    squares: Vec<Square>,
    /// The sign of the component, where it holds more than one piece.
    pub(super) sign: Option<&'static str>,
}

impl Group {
    /// What its letters and probabilities are written in: a ground of its own.
    pub(super) fn paint(&self) -> Paint {
        let first = self.letters.first().copied().unwrap_or_default();
        Paint {
            text: Some(BLACK),
            ground: Some(HUES[first % HUES.len()]),
            bold: false,
        }
    }
}

/// The grounds of components, all bright enough for black letters. They follow the first letter,
/// so that a component keeps its ground as long as that piece is split.
const HUES: [u8; 8] = [221, 117, 218, 157, 215, 183, 123, 210];

/// The signs of entangled components, used again when they run out.
const SIGNS: [&str; 6] = ["~", "=", "+", "#", "*", "&"];

impl Links {
    pub(super) fn new(position: &Position, labels: &Labels) -> Self {
        let mut labels = labels.clone();
        labels.follow(position);
        let mut groups: Vec<Group> = position
            .world()
            .components()
            .iter()
            .map(|component| {
                let squares: Vec<Square> = component
                    .unordered_slots()
                    .iter()
                    .map(|&slot| Square::from_slot(slot))
                    .collect();
                let mut letters: Vec<usize> = squares
                    .iter()
                    .filter_map(|&square| labels.number(position.board().piece(square)))
                    .collect();
                letters.sort_unstable();
                letters.dedup();
                Group {
                    letters,
                    squares,
                    sign: None,
                }
            })
            .collect();
        groups.sort_unstable_by(|a, b| a.letters.cmp(&b.letters));
        let entangled = groups.iter_mut().filter(|group| group.letters.len() > 1);
        for (group, sign) in entangled.zip(SIGNS.into_iter().cycle()) {
            group.sign = Some(sign);
        }
        Self { labels, groups }
    }

    pub(super) fn labels(&self) -> &Labels {
        &self.labels
    }

    /// The components, in order of their first letters.
    pub(super) fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The component of a quantum square.
    pub(super) fn group(&self, square: Square) -> Option<&Group> {
        self.groups
            .iter()
            .find(|group| group.squares.contains(&square))
    }

    /// The letter of a quantum square's piece with the sign of its component, such as `b~`.
    pub(super) fn tag(&self, position: &Position, square: Square) -> Option<String> {
        let sign = self.group(square)?.sign.unwrap_or_default();
        let letter = self.labels.letter(position.board().piece(square))?;
        Some(letter + sign)
    }
}
