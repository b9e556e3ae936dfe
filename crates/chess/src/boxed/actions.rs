use std::sync::OnceLock;

use cheqqers_game::{ActionTable, Colour};
use cozy_chess::{BitBoard, Piece as Kind, Square};

use super::half::PairType;
use super::moves::{Move, pair};
use super::rules::Rules;
use super::start::BOARDS;
use crate::features::turned;
use crate::geometry::Geometry;
use crate::notation::PROMOTIONS;

/// Tables of each board, without and with phases, by which some of Black's moves differ.
static TABLES: [[OnceLock<ActionTable<Move>>; 2]; BOARDS.len()] =
    [const { [const { OnceLock::new() }; 2] }; BOARDS.len()];

/// The numbering of moves under these rules: White's in ascending order, where a step and a capture
/// between two squares, both with the same promotion or none, have one number.
///
/// Each move that some piece could make on an empty board has one, and joins one for each square of the
/// opponent's half: a position may have joins with several groups, and both classes of each. Black's
/// moves have the numbers of those of White's that lead to the same in the turned position; the half named
/// by a join or a collapse is the lower one on the board as it is, though, which may be the other one of
/// two that mean the same.
///
/// Cost: a pass over all moves for the first call of a board.
pub(super) fn table(rules: Rules) -> Option<&'static ActionTable<Move>> {
    let Rules {
        geometry, phase, ..
    } = rules;
    let board = BOARDS.iter().position(|(_, other, _)| *other == geometry)?;
    let build = || {
        let moves = white_moves(geometry);
        let number_both = |(number, mv): (usize, Move)| {
            let both = move |mv| (number, [mv, turned_move(geometry, phase, mv)]);
            [Some(mv), capture_of(mv)].into_iter().flatten().map(both)
        };
        let shape = vec![moves.len()];
        let numbered = moves.into_iter().enumerate().flat_map(number_both);
        let name = if phase {
            "box-chess-phase-actions-v1"
        } else {
            "box-chess-actions-v1"
        };
        ActionTable::new(name, shape, numbered)
    };
    Some(TABLES[board][usize::from(phase)].get_or_init(build))
}

/// The capture that shares the number of a step; promotions aside, by which a step and a capture go to
/// different squares.
fn capture_of(mv: Move) -> Option<Move> {
    match mv {
        Move::Step {
            from,
            to,
            promotion: None,
        } => Some(Move::Capture {
            from,
            to,
            promotion: None,
        }),
        _ => None,
    }
}

/// White's moves, ascending, without captures that a step stands for.
fn white_moves(geometry: Geometry) -> Vec<Move> {
    let mut moves = Vec::new();
    for from in geometry.squares() {
        moves_from(geometry, from, &mut moves);
    }
    moves.sort_by_cached_key(|mv| mv.text().sort_key());
    moves
}

fn moves_from(geometry: Geometry, from: Square, moves: &mut Vec<Move>) {
    moves.push(Move::Collapse(from));
    let reached = |kind| geometry.attacks(kind, Colour::White, from, BitBoard::EMPTY);
    let [lines, jumps] = [Kind::Queen, Kind::Knight].map(reached);
    for to in lines | jumps {
        steps(geometry, [from, to], None, moves);
        if from < to {
            let pair = [from, to];
            moves.push(Move::Invert(pair));
            moves.extend(pair.map(|to| Move::Hadamard { pair, to }));
        }
    }
    // There is a square between, on which the piece is that a tunnelling one passes.
    let near = reached(Kind::King);
    moves.extend(
        (lines & !near)
            .into_iter()
            .map(|to| Move::Tunnel { from, to }),
    );
    let above = geometry.squares().into_iter().filter(|&to| to > from);
    moves.extend(above.map(|to| Move::PhaseFlip([from, to])));
    for targets in [lines, jumps] {
        splits(from, targets, None, moves);
    }
    let last = geometry.last_rank(Colour::White);
    let ahead = geometry.pawn_step(Colour::White, from, BitBoard::EMPTY);
    if let Some(ahead) = ahead.filter(|ahead| ahead.rank() == last) {
        for promotion in PROMOTIONS.map(Some) {
            steps(geometry, [from, ahead], promotion, moves);
            splits(from, ahead.bitboard(), promotion, moves);
            moves.extend(reached(Kind::Pawn).into_iter().map(|to| Move::Capture {
                from,
                to,
                promotion,
            }));
        }
    }
}

/// The step to a square, and the joins of a piece that goes there and stays as well.
fn steps(
    geometry: Geometry,
    [from, to]: [Square; 2],
    promotion: Option<Kind>,
    moves: &mut Vec<Move>,
) {
    moves.push(Move::Step {
        from,
        to,
        promotion,
    });
    let others = geometry.squares() & !(from.bitboard() | to.bitboard());
    moves.extend(others.into_iter().map(|with| Move::Join {
        from,
        to,
        with,
        promotion,
    }));
}

/// Superpositions on two of these squares or on one and the piece's own.
fn splits(from: Square, targets: BitBoard, promotion: Option<Kind>, moves: &mut Vec<Move>) {
    let all = targets | from.bitboard();
    for first in all {
        for second in all.into_iter().filter(|&second| second > first) {
            let split = |to, pair_type| Move::Split {
                from,
                to,
                pair_type,
                promotion,
            };
            moves.extend([
                split([first, second], PairType::Equal),
                split([first, second], PairType::Phase),
                split([first, second], PairType::Unequal),
                split([second, first], PairType::Unequal),
            ]);
        }
    }
}

/// Black's move that leads to the same in the turned position as one of White's; `phase` tells if equal
/// pairs and those with phase are told apart.
fn turned_move(geometry: Geometry, phase: bool, mv: Move) -> Move {
    let turn = |square| turned(geometry, Colour::Black, square);
    let turn_pair = |[a, b]: [Square; 2]| {
        let turned = [turn(a), turn(b)];
        pair(turned[0], turned[1]).unwrap_or(turned)
    };
    match mv {
        Move::Step {
            from,
            to,
            promotion,
        } => Move::Step {
            from: turn(from),
            to: turn(to),
            promotion,
        },
        Move::Capture {
            from,
            to,
            promotion,
        } => Move::Capture {
            from: turn(from),
            to: turn(to),
            promotion,
        },
        Move::Split {
            from,
            to,
            pair_type,
            promotion,
        } => {
            let sorted = turn_pair(to);
            let turns = phase && sorted != to.map(turn);
            let (to, pair_type) = match pair_type {
                PairType::Unequal => (to.map(turn), pair_type),
                // The lower half is the red one, on which Hadamard moves leave an equal pair and from
                // which they take one with phase.
                PairType::Equal if turns => (sorted, PairType::Phase),
                PairType::Phase if turns => (sorted, PairType::Equal),
                PairType::Equal | PairType::Phase => (sorted, pair_type),
            };
            Move::Split {
                from: turn(from),
                to,
                pair_type,
                promotion,
            }
        }
        Move::Join {
            from,
            to,
            with,
            promotion,
        } => Move::Join {
            from: turn(from),
            to: turn(to),
            with: turn(with),
            promotion,
        },
        Move::Invert(pair) => Move::Invert(turn_pair(pair)),
        Move::PhaseFlip(pair) => Move::PhaseFlip(turn_pair(pair)),
        Move::Hadamard { pair, to } => Move::Hadamard {
            pair: turn_pair(pair),
            to: turn(to),
        },
        Move::Tunnel { from, to } => Move::Tunnel {
            from: turn(from),
            to: turn(to),
        },
        Move::Collapse(square) => Move::Collapse(turn(square)),
        Move::Castle(_) => mv,
    }
}
