use crate::Game;

/// Meaning of the planes of pairs, each with a number for every two cells.
pub const PAIR_PLANES: [&str; 5] = [
    "probability that both are occupied",
    "coherence, real part",
    "coherence, imaginary part",
    "of one component",
    "parts of one piece",
];

/// Calls `see` with the number and value of each entry of [`PAIR_PLANES`] that is not 0, all planes being of
/// `cells` x `cells`.
///
/// Coherence is the entry of the one-body density matrix, as [`Component::coherence`](cheqqers_world::Component::coherence)
/// has it: it decides each merge, as the joint probability decides each capture. On the diagonal both are the
/// probability of the square. Entries of a pair are symmetric, but for the imaginary part, which is antisymmetric.
///
/// Cost: two passes over the amplitudes of a component for each pair of its squares.
pub fn pair_planes<G: Game>(position: &G, cells: usize, mut see: impl FnMut(usize, f64)) {
    let squares = position.pair_squares().unwrap_or_default();
    let mut entry = |plane: usize, a: usize, b: usize, value: f64| {
        if value != 0.0 {
            see((plane * cells + a) * cells + b, value);
        }
    };
    for (index, a) in squares.iter().enumerate() {
        let component = position.world().component(a.slot);
        for plane in [0, 1, 4] {
            let value = if plane == 4 { 1.0 } else { a.probability };
            entry(plane, a.cell, a.cell, value);
        }
        if component.is_some() {
            entry(3, a.cell, a.cell, 1.0);
        }
        for b in &squares[index + 1..] {
            let mut both = |plane: usize, value: f64, sign: f64| {
                entry(plane, a.cell, b.cell, value);
                entry(plane, b.cell, a.cell, sign * value);
            };
            if a.pieces & b.pieces != 0 {
                both(4, 1.0, 1.0);
            }
            match component {
                Some(component) if position.world().linked(a.slot, b.slot) => {
                    let joint = component.joint(&[(a.slot, true), (b.slot, true)]);
                    let coherence = component.coherence(a.slot, b.slot);
                    both(0, joint, 1.0);
                    both(1, coherence.re, 1.0);
                    both(2, coherence.im, -1.0);
                    both(3, 1.0, 1.0);
                }
                _ => both(0, a.probability * b.probability, 1.0),
            }
        }
    }
}
