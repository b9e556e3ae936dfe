use cheqqers_game::PlaneLayout;
use cozy_chess::{Piece as Kind, Square};
use smallvec::SmallVec;

use super::half::{Half, PairType};
use super::position::Position;
use crate::geometry::Geometry;
use crate::planes::Planes;

/// Planes of a position. The first twelve sum to 1 on the square of a conventional piece, and on those of both
/// halves of a pair together.
const PLANES: &[&str] = &[
    "probability of an own pawn",
    "probability of an own knight",
    "probability of an own bishop",
    "probability of an own rook",
    "probability of an own queen",
    "probability of an own king",
    "probability of an opponent's pawn",
    "probability of an opponent's knight",
    "probability of an opponent's bishop",
    "probability of an opponent's rook",
    "probability of an opponent's queen",
    "probability of an opponent's king",
    "halves",
    "rank of the other half, from 1, as a share of all ranks",
    "file of the other half, from 1, as a share of all files",
    "halves of an entangled group: 1 if of the class of its first half, else -1",
    "halves of another entangled group: 1 if of the class of its first half, else -1",
    "halves on which Hadamard moves leave a piece",
    "piece that must move after its collapse",
    "own right to castle towards the h-file",
    "own right to castle towards the a-file",
    "opponent's right to castle towards the h-file",
    "opponent's right to castle towards the a-file",
    "square skipped by a pawn that may be captured en passant",
    "half-move clock as a share of its limit",
    "ones",
];

const HALVES: usize = 2 * Kind::NUM;
const PARTNER: [usize; 2] = [HALVES + 1, HALVES + 2];
const GROUPS: [usize; 2] = [HALVES + 3, HALVES + 4];
const HADAMARD: usize = HALVES + 5;
const COLLAPSED: usize = HALVES + 6;
const CASTLING: usize = HALVES + 7;
const SKIPPED: usize = CASTLING + 4;
const CLOCK: usize = SKIPPED + 1;
const ONES: usize = CLOCK + 1;

/// The planes of a board.
pub(super) fn layout(geometry: Geometry) -> PlaneLayout {
    PlaneLayout {
        name: "box-chess-planes-v1",
        planes: PLANES,
        rows: geometry.ranks().into(),
        columns: geometry.files().into(),
    }
}

/// Calls `see` with each cell of the planes that is not 0.
///
/// They tell all of the state: which halves are a pair, which are real together, and how likely; equal and
/// with phase only as far as Hadamard moves depend on it, which is all that follows from it.
pub(super) fn planes(position: &Position, see: impl FnMut(usize, f64)) {
    let board = &position.board;
    let mut planes = Planes::new(board.geometry(), position.turn, see);
    // A group and the class of its first half.
    let mut groups: SmallVec<[(u8, bool); 2]> = SmallVec::new();
    for square in planes.squares() {
        let Some(unit) = board.unit(square) else {
            continue;
        };
        let side = usize::from(unit.colour != position.turn);
        let plane = Kind::NUM * side + unit.kind as usize;
        planes.set(plane, square, position.probability(square));
        let Some(half) = unit.half else {
            continue;
        };
        of_half(position, square, half, &mut planes);
        if board.is_entangled(half) {
            let known = groups.iter().position(|&(group, _)| group == half.group);
            let number = known.unwrap_or_else(|| {
                groups.push((half.group, half.class));
                groups.len() - 1
            });
            // The rules have no more groups than there are planes.
            if let Some(&plane) = GROUPS.get(number) {
                let is_first = groups[number].1 == half.class;
                planes.set(plane, square, if is_first { 1.0 } else { -1.0 });
            }
        }
    }
    if let Some(square) = position.collapsed {
        planes.mark(COLLAPSED, square);
    }
    planes.castling(CASTLING, position.castling);
    if let Some(right) = position.en_passant {
        planes.mark(SKIPPED, right.skipped);
    }
    let limit = position.rules.draw_after;
    planes.clock(CLOCK, position.half_move_clock, limit);
    planes.fill(ONES, 1.0);
}

fn of_half<F: FnMut(usize, f64)>(
    position: &Position,
    square: Square,
    half: Half,
    planes: &mut Planes<F>,
) {
    planes.mark(HALVES, square);
    let (rules, geometry) = (position.rules, position.board.geometry());
    let sizes = [geometry.ranks(), geometry.files()];
    let place = planes.place(half.partner);
    for ((plane, size), index) in PARTNER.into_iter().zip(sizes).zip(place) {
        planes.set(plane, square, f64::from(index + 1) / f64::from(size));
    }
    if rules.has_hadamard()
        && half.pair_type != PairType::Unequal
        && half.class == half.hadamard_class()
    {
        planes.mark(HADAMARD, square);
    }
}
