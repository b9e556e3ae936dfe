//! The boards and their starts.

use crate::geometry::Geometry;

/// Name, board and start of each size.
///
/// The small starts but one are Silverman's minichess (1981), with none to two empty ranks; the
/// last is minichess on 5 x 5 with an empty rank more.
pub(super) const BOARDS: [(&str, Geometry, &str); 5] = [
    (
        "8x8",
        Geometry::STANDARD,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 -",
    ),
    ("4x4", Geometry::new(4, 4), "rqkr/pppp/PPPP/RQKR w - - 0 -"),
    (
        "4x5",
        Geometry::new(4, 5),
        "rqkr/pppp/4/PPPP/RQKR w - - 0 -",
    ),
    (
        "4x6",
        Geometry::new(4, 6),
        "rqkr/pppp/4/4/PPPP/RQKR w - - 0 -",
    ),
    (
        "5x6",
        Geometry::new(5, 6),
        "rnbqk/ppppp/5/5/PPPPP/RNBQK w - - 0 -",
    ),
];

/// The start on a board, as text.
pub(super) fn start(geometry: Geometry) -> &'static str {
    let found = BOARDS.iter().find(|(_, other, _)| *other == geometry);
    found.expect("every board has a start").2
}
