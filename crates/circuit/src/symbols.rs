/// Character set of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Symbols {
    /// Box-drawing characters, ●, ⊕ and ×.
    #[default]
    Unicode,
    /// Characters any terminal and any font has.
    Ascii,
}
