use cheqqers_circuit::Gate;
use cheqqers_game::Colour;
use cheqqers_world::{Effect, Slot};
use cozy_chess::Piece as Kind;

use crate::fen::letter;

/// The kinds of types, in the order of pools and of their slots.
pub const TYPES: [Kind; 5] = [
    Kind::Pawn,
    Kind::Knight,
    Kind::Bishop,
    Kind::Rook,
    Kind::Queen,
];

/// Names of the slots of a draw.
pub(super) const DRAW_NAMES: [&str; 5] = ["pawn0", "knight0", "bishop0", "rook0", "queen0"];

/// Slot that is 1 where a draw gives this kind.
pub(super) fn draw_slot(kind: Kind) -> Slot {
    Slot(64 + kind as u16)
}

/// Labels of a side's secondary types that nobody has seen, by kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pool {
    labels: [u8; 5],
}

impl Pool {
    /// All labels of a side.
    pub const FULL: Self = Self {
        labels: [8, 2, 2, 2, 1],
    };

    /// Number of labels of a kind.
    pub fn count(self, kind: Kind) -> u32 {
        let labels = self.labels.get(kind as usize);
        labels.copied().unwrap_or_default().into()
    }

    /// Number of labels.
    pub fn len(self) -> u32 {
        self.labels.iter().copied().map(u32::from).sum()
    }

    /// Returns `true` if no label is left.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The kinds that are left, in the order of [`TYPES`].
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        TYPES.into_iter().filter(move |&kind| self.count(kind) > 0)
    }

    /// Probability that a draw gives this kind.
    pub fn probability(self, kind: Kind) -> f64 {
        f64::from(self.count(kind)) / f64::from(self.len().max(1))
    }

    /// Takes one label out.
    pub(super) fn remove(&mut self, kind: Kind) {
        self.labels[kind as usize] -= 1;
    }

    /// The gates that prepare a draw: the slot of each kind is 1 in its share of the labels, and one
    /// slot is always.
    ///
    /// A chain of controlled rotations passes the 1 on from kind to kind.
    pub(super) fn draw(self) -> Vec<Effect> {
        let kinds: Vec<Kind> = self.kinds().collect();
        let enter = |(k, &kind): (usize, &Kind)| Effect::Enter {
            slot: draw_slot(kind),
            occupied: k == 0,
        };
        let mut effects: Vec<Effect> = kinds.iter().enumerate().map(enter).collect();
        let mut left = self.len();
        for (k, pair) in kinds.windows(2).enumerate() {
            let [before, slot] = [draw_slot(pair[0]), draw_slot(pair[1])];
            let later = left - self.count(pair[0]);
            // Of the labels from the kind before on, the share of those after it.
            let angle = (1.0 - 2.0 * f64::from(later) / f64::from(left)).acos();
            left = later;
            let rotate = |angle| Effect::gate(Gate::Ry(angle), &[slot]);
            let cx = |control, target| Effect::gate(Gate::Cx, &[control, target]);
            if k == 0 {
                // The first slot is 1 for certain, which needs no control.
                effects.push(rotate(angle));
            } else {
                effects.push(rotate(angle / 2.0));
                effects.push(cx(before, slot));
                effects.push(rotate(-angle / 2.0));
                effects.push(cx(before, slot));
            }
            effects.push(cx(slot, before));
        }
        effects
    }

    /// Reads labels such as `P8N2B2R2Q1`, in the side's case, or `-`.
    pub(super) fn from_text(text: &str, colour: Colour) -> Option<Self> {
        let mut pool = Self::default();
        let mut rest = text;
        if text == "-" {
            return Some(pool);
        }
        while let Some(first) = rest.chars().next() {
            let kind = TYPES
                .into_iter()
                .find(|&kind| letter(kind, colour) == first)?;
            let digits = &rest[1..];
            let end = digits.find(|c: char| !c.is_ascii_digit());
            let (number, after) = digits.split_at(end.unwrap_or(digits.len()));
            let count: u8 = number.parse().ok()?;
            let labels = &mut pool.labels[kind as usize];
            if count == 0 || *labels > 0 {
                return None;
            }
            *labels = count;
            rest = after;
        }
        (!pool.is_empty()).then_some(pool)
    }

    /// The labels as [`Self::from_text`] takes them.
    pub(super) fn to_text(self, colour: Colour) -> String {
        if self.is_empty() {
            return "-".to_owned();
        }
        let label = |kind| format!("{}{}", letter(kind, colour), self.count(kind));
        self.kinds().map(label).collect()
    }
}
