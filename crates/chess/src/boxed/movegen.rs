use cheqqers_world::{Recording, World};
use cozy_chess::{BitBoard, Piece as Kind, Square};
use smallvec::SmallVec;

use super::half::{Half, PairType};
use super::layout::{Layout, Unit};
use super::moves::Move;
use super::outcomes::outcomes;
use super::position::Position;
use super::rules::Superposition;
use crate::castling::Castling;
use crate::notation::PROMOTIONS;

/// Appends the legal moves, ascending.
pub(super) fn legal_moves(position: &Position, moves: &mut Vec<Move>) {
    let start = moves.len();
    candidates(position, moves);
    let mut end = start;
    for k in start..moves.len() {
        if is_safe(position, moves[k]) {
            moves[end] = moves[k];
            end += 1;
        }
    }
    moves.truncate(end);
    moves[start..].sort_by_cached_key(|mv| mv.text().order());
}

/// Returns `true` if the player to move has a legal move.
pub(super) fn can_move(position: &Position) -> bool {
    let mut moves = Vec::new();
    candidates(position, &mut moves);
    moves.into_iter().any(|mv| is_safe(position, mv))
}

/// Returns `true` if a move that fits its row of the rules is legal: after none of its outcomes is the
/// mover's king in check; after a remote collapse the piece can go on.
pub(super) fn is_safe(position: &Position, mv: Move) -> bool {
    let attempt = position.rules.attempt;
    let outcomes = outcomes(&position.layout, attempt, position.en_passant, mv);
    if let Move::Collapse(square) = mv {
        let mut after = outcomes
            .iter()
            .map(|layout| collapsed(position, square, layout));
        return after.all(|after| can_move(&after));
    }
    let turn = position.turn;
    !outcomes
        .iter()
        .any(|layout| layout.is_in_check(attempt, turn))
}

/// The position, without its world, after an outcome of collapsing the pair of this square.
pub(super) fn collapsed(position: &Position, square: Square, layout: &Layout) -> Position {
    let squares = [square, position.layout.known_half(square).partner];
    let mut found = squares
        .into_iter()
        .filter(|&square| layout.unit(square).is_some());
    Position {
        layout: *layout,
        collapsed: found.next(),
        world: World::new(Recording::Off),
        ..*position
    }
}

/// Appends the moves that fit their row of the rules, the king's safety aside.
pub(super) fn candidates(position: &Position, moves: &mut Vec<Move>) {
    let own = position.layout.of(position.turn);
    let movable = match position.collapsed {
        Some(square) => own & square.bitboard(),
        None => own,
    };
    for square in movable {
        let unit = position.layout.known(square);
        of_unit(position, square, unit, moves);
        match unit.half {
            None => of_piece(position, square, unit, moves),
            Some(half) if square < half.partner => of_pair(position, square, half, moves),
            Some(_) => {}
        }
    }
}

/// Moves and captures of a unit.
fn of_unit(position: &Position, from: Square, unit: Unit, moves: &mut Vec<Move>) {
    for to in step_targets(position, from, unit) {
        for &promotion in promotions(position, unit, [to, to]) {
            moves.push(Move::Step {
                from,
                to,
                promotion,
            });
        }
    }
    for to in capture_targets(position, from, unit) {
        for &promotion in promotions(position, unit, [to, to]) {
            moves.push(Move::Capture {
                from,
                to,
                promotion,
            });
        }
    }
    if unit.kind == Kind::King && unit.half.is_none() {
        for way in position.castling.of(unit.colour) {
            if way.king_from == from && can_castle(position, way) {
                moves.push(Move::Step {
                    from,
                    to: way.king_to,
                    promotion: None,
                });
            }
        }
    }
}

/// Unoccupied squares that a unit can go to; castling aside.
pub(super) fn step_targets(position: &Position, from: Square, unit: Unit) -> BitBoard {
    let (layout, occupied) = (&position.layout, position.layout.occupied());
    if unit.kind == Kind::Pawn && unit.half.is_some() {
        let step = layout.geometry().pawn_step(unit.colour, from, occupied);
        return step.into_iter().collect();
    }
    layout
        .geometry()
        .step_targets(unit.kind, unit.colour, from, occupied)
}

/// Squares that a unit can capture on, or attempt to.
pub(super) fn capture_targets(position: &Position, from: Square, unit: Unit) -> BitBoard {
    let layout = &position.layout;
    let attacked = layout
        .geometry()
        .attacks(unit.kind, unit.colour, from, layout.occupied());
    let opponents = layout.of(unit.colour.opponent());
    let kings = layout.of_kind(Kind::King) & opponents & attacked;
    let attempt = position.rules.attempt;
    // A king is never taken: only where there is no chance of it is it, or half of it, attempted.
    let spared = kings
        .into_iter()
        .filter(|&king| layout.may_capture(attempt, from, king));
    let spared: BitBoard = spared.collect();
    let mut targets = attacked & opponents & !spared;
    if let Some(right) = position.en_passant
        && unit.kind == Kind::Pawn
        && attacked.has(right.skipped)
        && layout.unit(right.skipped).is_none()
        && opponents.has(right.pawn)
    {
        targets |= right.skipped.bitboard();
    }
    targets
}

/// Kinds that a pawn may become if one of these squares is on the last rank; else nothing.
fn promotions(position: &Position, unit: Unit, to: [Square; 2]) -> &'static [Option<Kind>] {
    const KINDS: [Option<Kind>; 4] = [
        Some(PROMOTIONS[0]),
        Some(PROMOTIONS[1]),
        Some(PROMOTIONS[2]),
        Some(PROMOTIONS[3]),
    ];
    let last = position.layout.geometry().last_rank(unit.colour);
    let arrives = to.into_iter().any(|square| square.rank() == last);
    if unit.kind == Kind::Pawn && arrives {
        &KINDS
    } else {
        &[None]
    }
}

/// Returns `true` if king and rook are conventional and in place, the squares between them empty, and
/// the king's path is attacked by no unit.
fn can_castle(position: &Position, way: Castling) -> bool {
    let layout = &position.layout;
    let opponent = position.turn.opponent();
    let rook = layout.unit(way.rook_from);
    let has_rook = rook.is_some_and(|unit| {
        unit.colour == position.turn && unit.kind == Kind::Rook && unit.half.is_none()
    });
    has_rook
        && (way.between() & layout.occupied()).is_empty()
        && way
            .king_path()
            .into_iter()
            .all(|square| layout.attackers(square, opponent).is_empty())
}

/// Moves of a conventional piece alone: superpositions, entanglement, tunnelling.
fn of_piece(position: &Position, from: Square, unit: Unit, moves: &mut Vec<Move>) {
    let rules = position.rules;
    let quiet = step_targets(position, from, unit);
    if rules.superposition != Superposition::Off {
        splits(position, from, unit, quiet, moves);
        if rules.max_entangled > 0 {
            for to in quiet {
                joins(position, [from, to], unit, moves);
            }
        }
    }
    if rules.tunnelling {
        moves.extend(tunnels(position, from, unit));
    }
}

fn splits(position: &Position, from: Square, unit: Unit, quiet: BitBoard, moves: &mut Vec<Move>) {
    let all = quiet | from.bitboard();
    let stays = position.rules.superposition == Superposition::Stay;
    for first in all {
        for second in all.into_iter().filter(|&second| second > first) {
            let to = [first, second];
            if stays && !to.contains(&from) {
                continue;
            }
            for &promotion in promotions(position, unit, to) {
                let split = |to, pair_type| Move::Split {
                    from,
                    to,
                    pair_type,
                    promotion,
                };
                moves.push(split(to, PairType::Equal));
                if position.rules.unequal {
                    moves.push(split(to, PairType::Unequal));
                    moves.push(split([second, first], PairType::Unequal));
                }
                if position.rules.phase {
                    moves.push(split(to, PairType::Phase));
                }
            }
        }
    }
}

/// Entanglement moves of a piece that goes from one square to another and stays as well.
fn joins(position: &Position, [from, to]: [Square; 2], unit: Unit, moves: &mut Vec<Move>) {
    let layout = &position.layout;
    let opponents = layout.of(unit.colour.opponent()) & layout.halves();
    if opponents.is_empty() {
        return;
    }
    let occupied = layout.occupied() | to.bitboard();
    for &promotion in promotions(position, unit, [to, to]) {
        let kind = promotion.unwrap_or(unit.kind);
        let attacks = |square| {
            layout
                .geometry()
                .attacks(kind, unit.colour, square, occupied)
        };
        let mut groups: SmallVec<[u8; 8]> = SmallVec::new();
        for square in (attacks(from) | attacks(to)) & opponents {
            let half = layout.known_half(square);
            if !groups.contains(&half.component) {
                groups.push(half.component);
                let may_begin = || layout.num_entangled() < position.rules.max_entangled;
                if layout.is_entangled(half) || may_begin() {
                    let named = named_halves(opponents, half.component, position);
                    moves.extend(named.into_iter().flatten().map(|with| Move::Join {
                        from,
                        to,
                        with,
                        promotion,
                    }));
                }
            }
        }
    }
}

/// The opponent's halves that entanglement moves name: the lowest of each class of a group.
fn named_halves(opponents: BitBoard, group: u8, position: &Position) -> [Option<Square>; 2] {
    [false, true].map(|class| {
        let mut halves = opponents.into_iter();
        halves.find(|&square| {
            let half = position.layout.known_half(square);
            half.component == group && half.class == class
        })
    })
}

/// Tunnelling: a line that is free up to an opposing conventional piece, and the square right behind it.
fn tunnels(position: &Position, from: Square, unit: Unit) -> SmallVec<[Move; 4]> {
    let layout = &position.layout;
    let is_line = |files: i8, ranks: i8| match unit.kind {
        Kind::Rook => (files == 0) != (ranks == 0),
        Kind::Bishop => files != 0 && ranks != 0,
        Kind::Queen => files != 0 || ranks != 0,
        _ => false,
    };
    let mut moves = SmallVec::new();
    for files in -1..=1 {
        for ranks in -1..=1 {
            if !is_line(files, ranks) {
                continue;
            }
            let squares = layout.geometry().squares();
            let next = |square: Square| {
                let next = square.try_offset(files, ranks);
                next.filter(|&square| squares.has(square))
            };
            let mut line = std::iter::successors(next(from), |&square| next(square));
            let Some(passed) = line.find(|&square| layout.unit(square).is_some()) else {
                continue;
            };
            let piece = layout.known(passed);
            let is_passable =
                piece.colour != unit.colour && piece.half.is_none() && piece.kind != Kind::King;
            if let Some(to) = next(passed)
                && is_passable
                && layout.unit(to).is_none()
            {
                moves.push(Move::Tunnel { from, to });
            }
        }
    }
    moves
}

/// Moves of a pair, whose lower half is on this square.
fn of_pair(position: &Position, square: Square, half: Half, moves: &mut Vec<Move>) {
    let rules = position.rules;
    let squares = [square, half.partner];
    let is_entangled = position.layout.is_entangled(half);
    let is_unequal = half.pair_type == PairType::Unequal;
    let one_away = || is_one_move_away(position, squares);
    if rules.inversion && (is_entangled || is_unequal) && one_away() {
        moves.push(Move::Invert(squares));
    }
    if rules.phase && !is_unequal && (!is_entangled || rules.entangled_moves) {
        moves.push(Move::PhaseFlip(squares));
        if one_away() {
            let stands = half.class == half.hadamard_class();
            let to = if stands { square } else { half.partner };
            moves.push(Move::Hadamard { pair: squares, to });
        }
    }
    if rules.remote_collapse {
        moves.push(Move::Collapse(square));
    }
}

/// Returns `true` if one of a pair's halves could move to the other's square if that were empty.
pub(super) fn is_one_move_away(position: &Position, [a, b]: [Square; 2]) -> bool {
    let layout = &position.layout;
    let reaches = |from: Square, to: Square| {
        let unit = layout.known(from);
        let occupied = layout.occupied() & !to.bitboard();
        let geometry = layout.geometry();
        match unit.kind {
            Kind::Pawn => geometry.pawn_step(unit.colour, from, occupied) == Some(to),
            kind => geometry.attacks(kind, unit.colour, from, occupied).has(to),
        }
    };
    reaches(a, b) || reaches(b, a)
}
