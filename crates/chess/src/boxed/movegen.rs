//! Pseudo-legal moves: those of the rules, the king's safety aside.

use cozy_chess::{BitBoard, Piece as Kind, Square};
use smallvec::SmallVec;

use super::board::Unit;
use super::half::{Half, PairType};
use super::moves::Move;
use super::position::Position;
use super::rules::Superposition;
use crate::castling::Castling;
use crate::notation::PROMOTIONS;

/// Appends the pseudo-legal moves.
pub(super) fn pseudo_legal_moves(position: &Position, moves: &mut Vec<Move>) {
    let own = position.board.of(position.turn);
    let movable = match position.collapsed {
        Some(square) => own & square.bitboard(),
        None => own,
    };
    for square in movable {
        let unit = position.board.expect_unit(square);
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
        for castling in position.castling.of(unit.colour) {
            if castling.king_from == from && can_castle(position, castling) {
                moves.push(Move::Step {
                    from,
                    to: castling.king_to,
                    promotion: None,
                });
            }
        }
    }
}

/// Unoccupied squares that a unit can go to; castling aside.
pub(super) fn step_targets(position: &Position, from: Square, unit: Unit) -> BitBoard {
    let (board, occupied) = (&position.board, position.board.occupied());
    if unit.kind == Kind::Pawn && unit.half.is_some() {
        let step = board.geometry().pawn_step(unit.colour, from, occupied);
        return step.into_iter().collect();
    }
    board
        .geometry()
        .step_targets(unit.kind, unit.colour, from, occupied)
}

/// Squares that a unit can capture on, or attempt to.
pub(super) fn capture_targets(position: &Position, from: Square, unit: Unit) -> BitBoard {
    let board = &position.board;
    let attacked = board
        .geometry()
        .attacks(unit.kind, unit.colour, from, board.occupied());
    let opponents = board.of(unit.colour.opponent());
    let kings = board.of_kind(Kind::King) & opponents & attacked;
    let attempt = position.rules.attempt;
    // A king is never taken: only where there is no chance of it is it, or half of it, attempted.
    let spared = kings
        .into_iter()
        .filter(|&king| board.may_capture(attempt, from, king));
    let spared: BitBoard = spared.collect();
    let mut targets = attacked & opponents & !spared;
    if let Some(right) = position.en_passant
        && unit.kind == Kind::Pawn
        && attacked.has(right.skipped)
        && board.unit(right.skipped).is_none()
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
    let last = position.board.geometry().last_rank(unit.colour);
    let arrives = to.into_iter().any(|square| square.rank() == last);
    if unit.kind == Kind::Pawn && arrives {
        &KINDS
    } else {
        &[None]
    }
}

/// Returns `true` if king and rook are conventional and in place, the squares between them empty, and
/// the king's path is attacked by no unit.
fn can_castle(position: &Position, castling: Castling) -> bool {
    let board = &position.board;
    let opponent = position.turn.opponent();
    let rook = board.unit(castling.rook_from);
    let has_rook = rook.is_some_and(|unit| {
        unit.colour == position.turn && unit.kind == Kind::Rook && unit.half.is_none()
    });
    has_rook
        && (castling.between() & board.occupied()).is_empty()
        && castling
            .king_path()
            .into_iter()
            .all(|square| board.attackers(square, opponent).is_empty())
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
    let board = &position.board;
    let opponents = board.of(unit.colour.opponent()) & board.halves();
    if opponents.is_empty() {
        return;
    }
    let occupied = board.occupied() | to.bitboard();
    for &promotion in promotions(position, unit, [to, to]) {
        let kind = promotion.unwrap_or(unit.kind);
        let attacks = |square| {
            board
                .geometry()
                .attacks(kind, unit.colour, square, occupied)
        };
        let mut groups: SmallVec<[u8; 8]> = SmallVec::new();
        for square in (attacks(from) | attacks(to)) & opponents {
            let half = board.expect_half(square);
            if !groups.contains(&half.group) {
                groups.push(half.group);
                let may_begin = || board.num_entangled_groups() < position.rules.max_entangled;
                if board.is_entangled(half) || may_begin() {
                    let named = named_halves(opponents, half.group, position);
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
            let half = position.board.expect_half(square);
            half.group == group && half.class == class
        })
    })
}

/// Tunnelling: a line that is free up to an opposing conventional piece, and the square right behind it.
fn tunnels(position: &Position, from: Square, unit: Unit) -> SmallVec<[Move; 4]> {
    if !matches!(unit.kind, Kind::Rook | Kind::Bishop | Kind::Queen) {
        return SmallVec::new();
    }
    let board = &position.board;
    let geometry = board.geometry();
    let reached = geometry.attacks(unit.kind, unit.colour, from, board.occupied());
    let passable = board.of(unit.colour.opponent()) & !board.halves() & !board.of_kind(Kind::King);
    let behind = |passed: Square| {
        let step = |from: usize, to: usize| to.cmp(&from) as i8;
        let files = step(from.file() as usize, passed.file() as usize);
        let ranks = step(from.rank() as usize, passed.rank() as usize);
        let to = passed.try_offset(files, ranks)?;
        (geometry.squares() & !board.occupied())
            .has(to)
            .then_some(Move::Tunnel { from, to })
    };
    (reached & passable)
        .into_iter()
        .filter_map(behind)
        .collect()
}

/// Moves of a pair, whose lower half is on this square.
fn of_pair(position: &Position, square: Square, half: Half, moves: &mut Vec<Move>) {
    let rules = position.rules;
    let squares = [square, half.partner];
    let is_entangled = position.board.is_entangled(half);
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
    let board = &position.board;
    let reaches = |from: Square, to: Square| {
        let unit = board.expect_unit(from);
        let occupied = board.occupied() & !to.bitboard();
        let geometry = board.geometry();
        match unit.kind {
            Kind::Pawn => geometry.pawn_step(unit.colour, from, occupied) == Some(to),
            kind => geometry.attacks(kind, unit.colour, from, occupied).has(to),
        }
    };
    reaches(a, b) || reaches(b, a)
}
