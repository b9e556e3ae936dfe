//! Invariants of positions of Cheqqers, and of a ply between two of them.
//!
//! Legality is decided here a second time, square by square and straight from the rules.

mod legality;

use std::collections::{BTreeMap, BTreeSet};

use cheqqers_checkers::{Entanglement, Level, Move, PieceId, Position, Square};
use cheqqers_game::{Colour, Game};
use cheqqers_world::{Component, Slot, TOLERANCE};

use super::{Violation, ensure, legal};

/// Checks a position, with all that holds in every game.
///
/// # Errors
/// The first thing that does not hold.
pub fn position(position: &Position) -> Result<(), Violation> {
    super::position(position)?;
    quantum_squares(position)?;
    certain_pieces(position)?;
    for component in position.world().components() {
        pieces(position, component)?;
    }
    let level = position.rules().level();
    let higher = legal(position).into_iter().find(|mv| mv.level() > level);
    ensure(higher.is_none(), || {
        format!("{higher:?} is legal at level {level}")
    })
}

/// Checks each of all moves on the board, and a little beyond its edge: it is accepted if and only
/// if the rules allow it.
///
/// Cost: one check for each pair and triple of squares; meant for small boards.
///
/// # Errors
/// The first move for which it is not so.
pub fn universe(position: &Position) -> Result<(), Violation> {
    let legal = legal(position);
    let allowed = legality::LegalMoves::new(position);
    for mv in legality::all_moves(position.rules().size()) {
        let answer = position.check(mv);
        let by_the_rules = allowed.contains(mv);
        let listed = legal.contains(&mv);
        ensure(
            by_the_rules == answer.is_ok() && by_the_rules == listed,
            || format!("{mv}: {by_the_rules} by the rules, {listed} in the list, {answer:?}"),
        )?;
    }
    Ok(())
}

/// Checks that the next level adds moves of its own kind only, and takes none away.
///
/// # Errors
/// The first move that is legal at one of the levels alone.
pub fn next_level(position: &Position) -> Result<(), Violation> {
    let rules = position.rules();
    let Some(level) = Level::from_number(u64::from(rules.level().number()) + 1) else {
        return Ok(());
    };
    let here: BTreeSet<Move> = legal(position).into_iter().collect();
    let there: BTreeSet<Move> = legal(&position.at_level(level))
        .into_iter()
        .filter(|mv| mv.level() <= rules.level())
        .collect();
    let differ: Vec<_> = here.symmetric_difference(&there).collect();
    ensure(differ.is_empty(), || {
        format!(
            "not legal at both levels {} and {level}: {differ:?}",
            rules.level()
        )
    })
}

/// Checks a ply: what it must change and what it must not.
///
/// # Errors
/// The first thing that is wrong.
pub fn ply(before: &Position, mv: Move, after: &Position) -> Result<(), Violation> {
    let ensure = |holds, what| ensure(holds, || format!("{mv} leaves a wrong {what}"));
    ensure(
        before.rules() == after.rules() && before.plies() + 1 == after.plies(),
        "number of plies",
    )?;
    ensure(pieces_persist(before, after), "set of pieces")?;
    ensure(is_local(before, mv, after), "square far from the move")?;
    ensure(all_crowned(before, after), "man on the far rank")?;
    ensure(turn_is_right(before, mv, after), "turn or chain")?;
    ensure(quiet_is_right(before, after), "count of quiet plies")?;
    ensure(captured_is_right(before, mv, after), "captured square")
}

fn quantum_squares(position: &Position) -> Result<(), Violation> {
    let world = super::quantum_squares(position);
    let board: Vec<Square> = position.board().quantum().into_iter().collect();
    let occupied = position.board().occupied();
    let same = board == world && board.iter().all(|&square| occupied.contains(square));
    ensure(same, || {
        format!("quantum are {board:?} on the board and {world:?} in the world")
    })
}

fn certain_pieces(position: &Position) -> Result<(), Violation> {
    let board = position.board();
    let mut squares: BTreeMap<PieceId, Vec<Square>> = BTreeMap::new();
    for square in board.occupied() {
        squares.entry(board.piece(square)).or_default().push(square);
    }
    for (piece, squares) in squares {
        let certain = squares.iter().any(|&square| !board.is_quantum(square));
        ensure(!certain || squares.len() == 1, || {
            format!("{piece:?} is certain on one of {squares:?}")
        })?;
    }
    Ok(())
}

/// Checks the pieces of a component against its basis states.
fn pieces(position: &Position, component: &Component) -> Result<(), Violation> {
    let piece_of = |&slot: &Slot| position.board().piece(Square::from_slot(slot));
    let slots = component.slots();
    let pieces: Vec<PieceId> = slots.iter().map(piece_of).collect();
    let mut sums: BTreeMap<PieceId, f64> = BTreeMap::new();
    for (&piece, &slot) in pieces.iter().zip(&slots) {
        *sums.entry(piece).or_default() += component.probability(slot);
    }
    let rounding = TOLERANCE * component.num_amplitudes() as f64;
    let is_whole = |sum: f64| (sum - 1.0).abs() <= rounding;
    for (bits, _) in component.amplitudes() {
        for (&piece, &sum) in &sums {
            let bits = pieces.iter().zip(bits.iter());
            let occupied = bits.filter(|&(&other, bit)| bit && other == piece).count();
            ensure(occupied == 1 || occupied == 0 && !is_whole(sum), || {
                format!("a basis state has {piece:?} on {occupied} squares")
            })?;
        }
    }
    let rules = position.rules();
    let entangles = rules.level() >= Level::Entanglement;
    let most = match rules.entanglement() {
        _ if !entangles => 1,
        Entanglement::Single => 2,
        Entanglement::Unlimited => usize::MAX,
    };
    ensure(sums.len() <= most, || {
        let squares: Vec<Square> = slots.into_iter().map(Square::from_slot).collect();
        format!("{} pieces share the component of {squares:?}", sums.len())
    })?;
    // A component of one piece was captured by nobody; of two, the capturer is whole and the
    // captured one is not. With unlimited entanglement only the bound is known.
    let broken: Vec<_> = sums.iter().filter(|&(_, &sum)| !is_whole(sum)).collect();
    let wrong = match (rules.entanglement(), &broken[..]) {
        (_, []) if sums.len() == 1 => None,
        (Entanglement::Single, [(_, sum)]) if sums.len() == 2 && **sum < 1.0 => None,
        (Entanglement::Single, _) => broken.first().copied().or(sums.iter().next()),
        (Entanglement::Unlimited, _) => broken.iter().copied().find(|&(_, &sum)| sum > 1.0),
    };
    ensure(wrong.is_none(), || {
        format!("a piece is there with another probability than the rules say: {wrong:?}")
    })
}

/// The colour of each piece that is on the board.
fn colours(position: &Position) -> BTreeMap<PieceId, Colour> {
    let board = position.board();
    let parts = board.occupied().into_iter().filter_map(|s| board.part(s));
    parts.map(|part| (part.piece, part.colour)).collect()
}

/// No piece is new, and none changed sides.
fn pieces_persist(before: &Position, after: &Position) -> bool {
    let before = colours(before);
    let mut after = colours(after).into_iter();
    after.all(|(piece, colour)| before.get(&piece) == Some(&colour))
}

/// Squares that neither the move nor a component it touches has anything to do with stay as they
/// were.
fn is_local(before: &Position, mv: Move, after: &Position) -> bool {
    let over = captured_over(mv);
    let named = mv.sources().chain(mv.targets()).chain(over);
    let touched: BTreeSet<Square> = named
        .flat_map(|square| {
            let mut squares = before.component_squares(square);
            squares.push(square);
            squares
        })
        .collect();
    let mut others = (before.board().all().into_iter()).filter(|square| !touched.contains(square));
    others.all(|square| {
        let same = (before.probability(square) - after.probability(square)).abs() <= TOLERANCE;
        same && before.board().part(square) == after.board().part(square)
    })
}

fn captured_over(mv: Move) -> Option<Square> {
    match mv {
        Move::Capture { from, to } => from.between(to),
        _ => None,
    }
}

/// Men that arrive on the far rank are crowned; a set-up may have put a man there.
fn all_crowned(before: &Position, after: &Position) -> bool {
    let board = after.board();
    board.occupied().into_iter().all(|square| {
        let Some(part) = board.part(square) else {
            return false;
        };
        board.kings().contains(square)
            || square.rank() != board.far_rank(part.colour)
            || before.board().part(square) == Some(part)
    })
}

/// The turn passes on, unless what landed was not just crowned and can capture again.
fn turn_is_right(before: &Position, mv: Move, after: &Position) -> bool {
    let landed = match mv {
        // Where a measurement undid the capture, nothing landed.
        Move::Capture { from, to } if after.board().is_occupied(to) => {
            let crowned = !before.board().kings().contains(from);
            (!crowned || !after.board().kings().contains(to)).then_some(to)
        }
        _ => None,
    };
    let goes_on = landed.is_some_and(|square| {
        legality::LegalMoves::in_turn(after, before.turn(), Some(square)).must_capture()
    });
    let expected = if goes_on {
        (before.turn(), landed)
    } else {
        (before.turn().opponent(), None)
    };
    (after.turn(), after.chain()) == expected
}

/// A certain capture resets the count, and so does a measurement that finds a piece nowhere. A
/// piece that entangling captures left without a square waits for the measurement of its component.
fn quiet_is_right(before: &Position, after: &Position) -> bool {
    let gone = colours(before).len() > colours(after).len();
    let (waited, waits) = (before.pieces_in_doubt(), after.pieces_in_doubt());
    match after.half_move_clock() {
        0 => gone || waits < waited,
        quiet => quiet == before.half_move_clock() + 1 && waits == waited + usize::from(gone),
    }
}

fn captured_is_right(before: &Position, mv: Move, after: &Position) -> bool {
    let captured = after.captured();
    let Some(square) = captured.first().and_then(|name| name.parse().ok()) else {
        return captured.is_empty();
    };
    let Some(part) = before.board().part(square) else {
        return false;
    };
    captured_over(mv) == Some(square)
        && part.colour != before.turn()
        && !colours(after).contains_key(&part.piece)
}
