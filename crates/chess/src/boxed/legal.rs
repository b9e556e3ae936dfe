//! Legal moves: those that leave the mover's king safe.

use cheqqers_game::Colour;
use cheqqers_world::{Recording, World};
use cozy_chess::{BitBoard, Piece as Kind, Square, get_between_rays};

use super::board::Board;
use super::movegen::pseudo_legal_moves;
use super::moves::Move;
use super::outcomes::any_outcome;
use super::position::Position;
use super::rules::Attempt;

/// Appends the legal moves, ascending.
pub(super) fn legal_moves(position: &Position, moves: &mut Vec<Move>) {
    let start = moves.len();
    append_unsorted(position, moves);
    moves[start..].sort_by_cached_key(|mv| mv.text().sort_key());
}

/// The legal move of this number in ascending order; `choose` is given how many there are.
pub(super) fn choose_move(
    position: &Position,
    choose: impl FnOnce(usize) -> usize,
) -> Option<Move> {
    let mut moves = Vec::with_capacity(192);
    append_unsorted(position, &mut moves);
    if moves.is_empty() {
        return None;
    }
    let number = choose(moves.len());
    let mut ordered: Vec<_> = moves.iter().map(|mv| (mv.text().sort_key(), mv)).collect();
    let (_, &mut (_, chosen), _) = ordered.select_nth_unstable_by_key(number, |&(order, _)| order);
    Some(*chosen)
}

fn append_unsorted(position: &Position, moves: &mut Vec<Move>) {
    let start = moves.len();
    pseudo_legal_moves(position, moves);
    let check = LegalityCheck::new(position);
    let mut end = start;
    for k in start..moves.len() {
        if check.is_legal(moves[k]) {
            moves[end] = moves[k];
            end += 1;
        }
    }
    moves.truncate(end);
}

/// Returns `true` if the player to move has a legal move.
pub(super) fn can_move(position: &Position) -> bool {
    let mut moves = Vec::new();
    pseudo_legal_moves(position, &mut moves);
    let check = LegalityCheck::new(position);
    moves.into_iter().any(|mv| check.is_legal(mv))
}

/// The position, without its world, after an outcome of collapsing the pair of this square.
pub(super) fn collapsed(position: &Position, square: Square, board: &Board) -> Position {
    let partner = position.board.expect_half(square).partner;
    Position {
        board: *board,
        collapsed: board.first_occupied([square, partner]),
        world: World::new(Recording::Off),
        ..*position
    }
}

/// Tests pseudo-legal moves of one position for what makes them legal: after none of its outcomes is the
/// mover's king in check; after a remote collapse the piece can go on.
pub(super) struct LegalityCheck<'a> {
    position: &'a Position,
    is_in_check: bool,
    /// The king is conventional, so that whatever attacks it gives check, by whatever chance.
    is_any_attack_check: bool,
    lines: Lines,
}

impl<'a> LegalityCheck<'a> {
    pub(super) fn new(position: &'a Position) -> Self {
        let board = &position.board;
        let kings = board.of_kind(Kind::King) & board.of(position.turn);
        Self {
            position,
            is_in_check: position.is_in_check(position.turn),
            is_any_attack_check: position.rules.attempt != Attempt::Hadamard
                && (kings & board.halves()).is_empty(),
            lines: Lines::to_kings(board, kings, position.turn.opponent()),
        }
    }

    /// Returns `true` if a move is legal.
    pub(super) fn is_legal(&self, mv: Move) -> bool {
        self.cannot_expose_king(mv) || self.is_safe_after(mv)
    }

    /// Returns `true` if a move certainly leaves the king safe, if it is safe now: another unit moves, and
    /// no line to the king opens.
    pub(super) fn cannot_expose_king(&self, mv: Move) -> bool {
        let board = &self.position.board;
        let is_king = |square| board.kind(square) == Kind::King;
        let collapses_safely = self.is_any_attack_check && !self.lines.open_by_collapse;
        !self.is_in_check
            && match mv {
                Move::Join { from, .. } => !is_king(from),
                Move::Split { from, to, .. } => {
                    !is_king(from) && (to.contains(&from) || !self.lines.sole_blockers.has(from))
                }
                Move::Step { from, .. } | Move::Tunnel { from, .. } => {
                    !is_king(from) && !self.lines.sole_blockers.has(from)
                }
                Move::Capture { from, to, .. } => {
                    let target = board.unit(to);
                    let is_measured = board.half(from).is_some()
                        || target.is_some_and(|unit| unit.half.is_some());
                    // En passant takes a pawn off another square.
                    !is_king(from)
                        && target.is_some()
                        && if is_measured {
                            collapses_safely && !self.lines.sole_conventional_blockers.has(from)
                        } else {
                            !self.lines.sole_blockers.has(from)
                        }
                }
                Move::Invert(_) | Move::PhaseFlip(_) => self.is_any_attack_check,
                Move::Hadamard { .. } => collapses_safely,
                Move::Collapse(_) | Move::Castle(_) => false,
            }
    }

    /// Returns `true` if a move is legal, by all that it may lead to.
    pub(super) fn is_safe_after(&self, mv: Move) -> bool {
        let position = self.position;
        let attempt = position.rules.attempt;
        let mut fails = |after: &Board| match mv {
            Move::Collapse(square) => !can_move(&collapsed(position, square, after)),
            _ => after.is_in_check(attempt, position.turn),
        };
        !any_outcome(
            &position.board,
            attempt,
            position.en_passant,
            mv,
            &mut fails,
        )
    }
}

/// Lines from the opponent's bishops, rooks and queens to the mover's king, or halves of it.
struct Lines {
    /// Units that alone are in the way.
    sole_blockers: BitBoard,
    /// Conventional units that are in the way with halves alone.
    sole_conventional_blockers: BitBoard,
    /// Only halves are in the way of one.
    open_by_collapse: bool,
}

impl Lines {
    fn to_kings(board: &Board, kings: BitBoard, opponent: Colour) -> Self {
        let mut lines = Self {
            sole_blockers: BitBoard::EMPTY,
            sole_conventional_blockers: BitBoard::EMPTY,
            open_by_collapse: false,
        };
        for king in kings {
            for kind in [Kind::Bishop, Kind::Rook] {
                let attackers = board.of_kind(kind) | board.of_kind(Kind::Queen);
                let geometry = board.geometry();
                let reach = geometry.attacks(kind, opponent, king, BitBoard::EMPTY);
                for attacker in reach & attackers & board.of(opponent) {
                    lines.add(board, get_between_rays(king, attacker) & board.occupied());
                }
            }
        }
        lines
    }

    /// Adds a line with these units in its way.
    fn add(&mut self, board: &Board, between: BitBoard) {
        let conventional = between & !board.halves();
        match conventional.len() {
            0 => self.open_by_collapse = true,
            1 => self.sole_conventional_blockers |= conventional,
            _ => {}
        }
        if between.len() == 1 {
            self.sole_blockers |= between;
        }
    }
}
