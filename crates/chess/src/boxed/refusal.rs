use cheqqers_game::{Colour, Game, Status};
use cozy_chess::{Piece as Kind, Square};
use thiserror::Error;

use super::board::Unit;
use super::half::PairType;
use super::legal::LegalityCheck;
use super::movegen;
use super::moves::Move;
use super::position::Position;
use super::rules::Superposition;
use crate::castling::Castling;
use crate::words::noun;

/// Reason for which a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Refusal {
    #[error("the game is over: {status}")]
    GameOver { status: Status },
    #[error("the pair was collapsed, so the piece on {square} must move")]
    MustMove { square: Square },
    #[error("there is no piece on {square}")]
    Empty { square: Square },
    #[error("the piece on {square} is not yours, it is {turn}'s turn")]
    NotYours { square: Square, turn: Colour },
    #[error("your king would be in check{}", if *.measured { " after one of the outcomes" } else { "" })]
    Check { measured: bool },
    #[error("after one of the outcomes the piece would have no move")]
    Stuck,
    #[error("{to} is not reachable from {from} for a {}", noun(*kind))]
    NotReachable {
        from: Square,
        to: Square,
        kind: Kind,
    },
    #[error("there is a piece on {to}: a capture is written {from}x{to}")]
    Occupied { from: Square, to: Square },
    #[error("there is nothing to capture on {to}: a move is written {from}-{to}")]
    NothingToCapture { from: Square, to: Square },
    #[error("a king is never captured: half a king is attempted only where the chance is 0")]
    KingSpared,
    #[error("a pawn that reaches the last rank is promoted: name the kind after =, Q, R, B or N")]
    Promotion,
    #[error("nothing is promoted by this move")]
    NoPromotion,
    #[error(
        "castling is the king's move: king and rook must be unmoved, the squares between empty, and the king's path attacked by no piece or half"
    )]
    NoCastling,
    #[error("the piece on {square} is a half: halves are not split again")]
    IsHalf { square: Square },
    #[error("the piece on {square} is no half of a pair")]
    NoHalf { square: Square },
    #[error("{first} and {second} are not the squares of one pair")]
    NotOnePair { first: Square, second: Square },
    #[error("there is no such move by these rules")]
    NotInRules,
    #[error("one half has to stay by these rules")]
    MustStay,
    #[error(
        "from {from} and {to} no half of your opponent's that it could be entangled with is attacked"
    )]
    NothingAttacked { from: Square, to: Square },
    #[error(
        "the half on {with} is not named: of each class of a group it is the lowest of your opponent's squares"
    )]
    NotNamed { with: Square },
    #[error("there are {groups} entangled groups already")]
    TooManyEntangled { groups: usize },
    #[error("neither half could move to the square of the other")]
    NotOneMoveAway,
    #[error("it makes no difference to this pair")]
    NoDifference,
    #[error("the pair is entangled")]
    Entangled,
    #[error("the pair is unequal, so its sign is never seen")]
    Unequal,
    #[error("the piece would stand on {to}")]
    OtherSquare { to: Square },
    #[error("there is no opposing piece to tunnel through, with an empty square right behind it")]
    NoTunnel,
    #[error("the pair is named by its lower square, {square}")]
    LowerSquare { square: Square },
}

/// Checks that a move is legal.
pub(super) fn check(position: &Position, mv: Move) -> Result<(), Refusal> {
    if let Some(outcome) = position.outcome() {
        let status = Some(outcome).into();
        return Err(Refusal::GameOver { status });
    }
    let mut moves = Vec::new();
    movegen::pseudo_legal_moves(position, &mut moves);
    if !moves.contains(&mv) {
        return Err(reason(position, mv, &moves));
    }
    if LegalityCheck::new(position).is_legal(mv) {
        return Ok(());
    }
    Err(match mv {
        Move::Collapse(_) => Refusal::Stuck,
        _ => Refusal::Check {
            measured: position.measures_something(mv),
        },
    })
}

/// The reason for which a move is not pseudo-legal.
fn reason(position: &Position, mv: Move, moves: &[Move]) -> Refusal {
    if let Some(square) = position.collapsed
        && mv.sources() != [square]
    {
        return Refusal::MustMove { square };
    }
    let sources = mv.sources();
    for &square in &sources {
        match position.board.unit(square) {
            None => return Refusal::Empty { square },
            Some(unit) if unit.colour != position.turn => {
                let turn = position.turn;
                return Refusal::NotYours { square, turn };
            }
            Some(_) => {}
        }
    }
    let Some(&from) = sources.first() else {
        return Refusal::NoCastling;
    };
    let unit = position.board.expect_unit(from);
    match mv {
        Move::Step { to, .. } | Move::Capture { to, .. } => simple(position, mv, [from, to], unit),
        Move::Split { to, .. } => split(position, mv, from, to, unit),
        Move::Join { to, with, .. } => join(position, [from, to], with, unit, moves),
        Move::Invert(pair) | Move::PhaseFlip(pair) | Move::Hadamard { pair, .. } => {
            of_pair(position, mv, pair)
        }
        Move::Tunnel { .. } if position.rules.tunnelling => Refusal::NoTunnel,
        Move::Collapse(square) if position.rules.remote_collapse => match unit.half {
            None => Refusal::NoHalf { square },
            Some(half) => Refusal::LowerSquare {
                square: half.partner,
            },
        },
        Move::Tunnel { .. } | Move::Collapse(_) => Refusal::NotInRules,
        Move::Castle(_) => Refusal::NoCastling,
    }
}

/// Reasons against moves to one square.
fn simple(position: &Position, mv: Move, [from, to]: [Square; 2], unit: Unit) -> Refusal {
    let kind = unit.kind;
    let captures = matches!(mv, Move::Capture { .. });
    let quiet = movegen::step_targets(position, from, unit);
    let victims = movegen::capture_targets(position, from, unit);
    let target = position.board.unit(to);
    let is_king = target.is_some_and(|unit| unit.kind == Kind::King);
    if captures && is_king {
        Refusal::KingSpared
    } else if captures && quiet.has(to) {
        Refusal::NothingToCapture { from, to }
    } else if !captures && victims.has(to) {
        Refusal::Occupied { from, to }
    } else if kind == Kind::King && Castling::of_move(unit.colour, from, to).is_some() {
        Refusal::NoCastling
    } else if !(quiet | victims).has(to) {
        Refusal::NotReachable { from, to, kind }
    } else {
        promotion(mv)
    }
}

/// The promotion is missing, or there is none.
fn promotion(mv: Move) -> Refusal {
    match mv.promotion() {
        None => Refusal::Promotion,
        Some(_) => Refusal::NoPromotion,
    }
}

fn split(position: &Position, mv: Move, from: Square, to: [Square; 2], unit: Unit) -> Refusal {
    let Move::Split { pair_type, .. } = mv else {
        unreachable!("only superpositions are refused here");
    };
    if unit.half.is_some() {
        return Refusal::IsHalf { square: from };
    }
    let superposition = position.rules.superposition;
    if superposition == Superposition::Off || !position.rules.has(pair_type) {
        return Refusal::NotInRules;
    }
    let quiet = movegen::step_targets(position, from, unit) | from.bitboard();
    if let Some(to) = to.into_iter().find(|&square| !quiet.has(square)) {
        let kind = unit.kind;
        return Refusal::NotReachable { from, to, kind };
    }
    if superposition == Superposition::Stay && !to.contains(&from) {
        return Refusal::MustStay;
    }
    promotion(mv)
}

fn join(
    position: &Position,
    [from, to]: [Square; 2],
    with: Square,
    unit: Unit,
    moves: &[Move],
) -> Refusal {
    if unit.half.is_some() {
        return Refusal::IsHalf { square: from };
    }
    let rules = position.rules;
    if rules.superposition == Superposition::Off || rules.max_entangled == 0 {
        return Refusal::NotInRules;
    }
    if !movegen::step_targets(position, from, unit).has(to) {
        let kind = unit.kind;
        return Refusal::NotReachable { from, to, kind };
    }
    let named = moves.iter().any(|&mv| match mv {
        Move::Join {
            from: start,
            to: arrival,
            with: half,
            ..
        } => {
            let group = |square| position.board.half(square).map(|half| half.group);
            [start, arrival] == [from, to] && group(half) == group(with)
        }
        _ => false,
    });
    match position.board.half(with) {
        None => Refusal::NoHalf { square: with },
        Some(_) if named => Refusal::NotNamed { with },
        Some(half) if !position.board.is_entangled(half) => {
            let groups = position.board.num_entangled_groups();
            if groups >= rules.max_entangled {
                Refusal::TooManyEntangled { groups }
            } else {
                Refusal::NothingAttacked { from, to }
            }
        }
        Some(_) => Refusal::NothingAttacked { from, to },
    }
}

fn of_pair(position: &Position, mv: Move, pair: [Square; 2]) -> Refusal {
    let [first, second] = pair;
    let Some(half) = position.board.half(first) else {
        return Refusal::NoHalf { square: first };
    };
    if half.partner != second {
        return Refusal::NotOnePair { first, second };
    }
    let rules = position.rules;
    let is_entangled = position.board.is_entangled(half);
    let is_inversion = matches!(mv, Move::Invert(_));
    if is_inversion && !rules.inversion || !is_inversion && !rules.phase {
        Refusal::NotInRules
    } else if is_inversion && !is_entangled && half.pair_type != PairType::Unequal {
        Refusal::NoDifference
    } else if !is_inversion && half.pair_type == PairType::Unequal {
        Refusal::Unequal
    } else if !is_inversion && is_entangled && !rules.entangled_moves {
        Refusal::Entangled
    } else if !movegen::is_one_move_away(position, pair) {
        Refusal::NotOneMoveAway
    } else {
        let stands = half.class == half.hadamard_class();
        let to = if stands { first } else { second };
        Refusal::OtherSquare { to }
    }
}
