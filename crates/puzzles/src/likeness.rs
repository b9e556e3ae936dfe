//! Positions that are alike but for the side or the colour they are seen from.

use cheqqers_game::Colour;
use cheqqers_session::Position;

/// Hash of a position, the same for its mirror images and for those with colours swapped. What differs in
/// its phases or entanglement alone counts as alike.
pub(crate) fn likeness(position: &Position) -> u64 {
    let layout = position.layout();
    let (width, height) = (layout.columns.len(), layout.rows.len());
    let at = |place: &str| {
        let found = layout.squares.iter().find(|square| square.name == place);
        found.map_or((0, 0), |square| (square.column, square.row))
    };
    let parts = position.parts();
    let seen = |mirrored: bool, swapped: bool| {
        let mut parts: Vec<String> = parts
            .iter()
            .map(|part| {
                let (column, row) = at(&part.place);
                let column = if mirrored { width - 1 - column } else { column };
                let row = if swapped { height - 1 - row } else { row };
                let colour = part.colour.map(|colour| is_white(colour, swapped));
                let (kind, types) = (&part.kind, &part.types);
                format!(
                    "{column} {row} {colour:?} {kind} {types:?} {:.6}",
                    part.probability
                )
            })
            .collect();
        parts.sort_unstable();
        format!("{} {}", is_white(position.turn(), swapped), parts.join(","))
    };
    let views = [(false, false), (true, false), (false, true), (true, true)];
    let least = views
        .into_iter()
        .map(|(mirrored, swapped)| seen(mirrored, swapped))
        .min();
    hash(&least.unwrap_or_default())
}

fn is_white(colour: Colour, swapped: bool) -> bool {
    (colour == Colour::White) != swapped
}

/// Source: Fowler, Noll and Vo's hash FNV-1a.
pub(crate) fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Six letters and digits of a hash, none of which is taken for another.
pub(crate) fn short_name(hash: u64) -> String {
    // There are 31 such signs: 7 stands for two values, so that each takes five bits.
    const SIGNS: &[u8; 32] = b"23456789abcdefghjkmnpqrstuvwxyz7";
    let mixed = (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (0..6)
        .map(|place| {
            let sign = (mixed >> (34 + 5 * place)) & 31;
            char::from(SIGNS[usize::try_from(sign).expect("below 32")])
        })
        .collect()
}
