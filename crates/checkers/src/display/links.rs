use super::canvas::{BLACK, Paint};
use super::{BoardView, Labels, PartView};

/// Letters of the split pieces and signs of the entangled components of a position.
pub(super) struct Links {
    labels: Labels,
    groups: Vec<Group>,
}

/// Pieces of one component.
pub(super) struct Group {
    /// The numbers of their letters, ascending.
    pub(super) letters: Vec<usize>,
    /// The places of its parts in the view.
    places: Vec<usize>,
    /// The sign of the component, where it holds more than one piece.
    pub(super) sign: Option<&'static str>,
}

impl Group {
    /// Paint of its letters and probabilities: a ground of its own.
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
    pub(super) fn new(view: &BoardView, labels: &Labels) -> Self {
        let mut labels = labels.clone();
        labels.follow_view(view);
        let mut groups: Vec<Group> = view
            .components
            .iter()
            .map(|places| {
                let pieces = places.iter().map(|&place| view.parts[place].part.piece);
                let mut letters: Vec<usize> =
                    pieces.filter_map(|piece| labels.number(piece)).collect();
                letters.sort_unstable();
                letters.dedup();
                Group {
                    letters,
                    places: places.clone(),
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

    /// The component of the part in a place of the view.
    pub(super) fn group(&self, place: usize) -> Option<&Group> {
        self.groups
            .iter()
            .find(|group| group.places.contains(&place))
    }

    /// The letter of a part's piece.
    pub(super) fn letter(&self, seen: &PartView) -> Option<String> {
        self.labels.letter(seen.part.piece)
    }

    /// The letter of a part's piece with the sign of its component, such as `b~`; `place` is that
    /// of the part in the view.
    pub(super) fn tag(&self, seen: &PartView, place: usize) -> Option<String> {
        let sign = self.group(place)?.sign.unwrap_or_default();
        Some(self.letter(seen)? + sign)
    }
}
