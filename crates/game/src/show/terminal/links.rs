use super::canvas::{BLACK, Paint};
use super::labels::Labels;
use super::view::BoardView;
use crate::show::ShownPart;

/// Letters of the split pieces and signs of the entangled components of a position.
pub(super) struct Links {
    labels: Labels,
    components: Vec<ComponentLabel>,
}

/// Letters and sign of one component.
pub(super) struct ComponentLabel {
    /// The numbers of their letters, ascending.
    pub(super) letters: Vec<usize>,
    /// The places of its parts in the view.
    places: Vec<usize>,
    /// The sign of the component, where it holds more than one piece.
    pub(super) sign: Option<&'static str>,
}

impl ComponentLabel {
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
        let mut components: Vec<ComponentLabel> = view
            .components
            .iter()
            .map(|places| {
                let pieces = places.iter().map(|&place| view.parts[place].piece);
                let mut letters: Vec<usize> =
                    pieces.filter_map(|piece| labels.number(piece)).collect();
                letters.sort_unstable();
                letters.dedup();
                ComponentLabel {
                    letters,
                    places: places.clone(),
                    sign: None,
                }
            })
            .collect();
        components.sort_unstable_by(|a, b| a.letters.cmp(&b.letters));
        let entangled = components
            .iter_mut()
            .filter(|component| component.letters.len() > 1);
        for (component, sign) in entangled.zip(SIGNS.into_iter().cycle()) {
            component.sign = Some(sign);
        }
        Self { labels, components }
    }

    pub(super) fn labels(&self) -> &Labels {
        &self.labels
    }

    /// The components, in order of their first letters.
    pub(super) fn components(&self) -> &[ComponentLabel] {
        &self.components
    }

    /// The component of the part in a place of the view.
    pub(super) fn component(&self, place: usize) -> Option<&ComponentLabel> {
        self.components
            .iter()
            .find(|component| component.places.contains(&place))
    }

    /// The letter of a part's piece.
    pub(super) fn letter(&self, part: &ShownPart) -> Option<String> {
        self.labels.letter(part.piece)
    }

    /// The letter of a part's piece with the sign of its component, such as `b~`; `place` is that
    /// of the part in the view.
    pub(super) fn tag(&self, part: &ShownPart, place: usize) -> Option<String> {
        let sign = self.component(place)?.sign.unwrap_or_default();
        Some(self.letter(part)? + sign)
    }
}
