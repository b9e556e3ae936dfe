//! The table of captures: the measured bits decide what an attempt leads to.

use std::collections::BTreeSet;

use cheqqers_checkers::blocking::{LayeredSquare, Measure, Move, Position};
use cheqqers_checkers::{PieceId, Square};
use cheqqers_game::Game;
use cheqqers_world::Slot;

use crate::checks::{Violation, ensure};

/// Checks an attempt to capture against the table of the rules; `readings` are those of all its
/// measurements. Other moves have none.
///
/// # Errors
/// The first thing that is not as the table has it.
pub fn attempt(
    before: &Position,
    mv: Move,
    readings: &[(Slot, bool)],
    after: &Position,
) -> Result<(), Violation> {
    let ensure = |holds, what| ensure(holds, || format!("{mv} leaves a wrong {what}"));
    let wrong = |what| Violation(format!("{mv} leaves a wrong {what}"));
    let Move::Capture { from, to } = mv else {
        return ensure(readings.is_empty(), "measurement");
    };
    let over = from.square.between(to).ok_or_else(|| wrong("way"))?;
    let attacker = before.board().part(from);
    let attacker = attacker.ok_or_else(|| wrong("attacker"))?;
    let reader = Readings { before, readings };
    let attacked = reader.on(over);
    let is_there = reader.is_there(from);
    let behind = match reader.on(to) {
        // What the other squares told may have made it certain.
        On::Unknown if before.rules().measure == Measure::Squares => {
            let part = after.board().part(to.into());
            let other = part.filter(|part| part.piece != attacker.piece);
            other.map_or(On::Nobody, |part| On::Piece(part.piece))
        }
        behind => behind,
    };
    let stands = |square: Square| {
        let place = LayeredSquare::from(square);
        let part = after.board().part(place);
        part.is_some_and(|part| part.piece == attacker.piece) && !after.is_quantum(place)
    };
    let is_gone = |piece: PieceId| after.board().layered_squares(piece).next().is_none();
    let as_expected = match (is_there, attacked, behind) {
        (Some(true), On::Piece(piece), On::Nobody) => {
            stands(to) && is_gone(piece) && after.captured() == [over.to_string()]
        }
        (Some(true), On::Piece(piece), On::Piece(_)) => {
            stands(from.square) && !is_gone(piece) && after.captured().is_empty()
        }
        (Some(true), On::Nobody, _) => stands(over) && after.captured().is_empty(),
        (Some(false), On::Nobody | On::Piece(_), _) => {
            let left = after.board().on(from.square).iter();
            left.clone().all(|(_, part)| part.piece != attacker.piece)
                && after.captured().is_empty()
        }
        _ => return Err(wrong("set of squares measured")),
    };
    ensure(as_expected, "result of an attempt to capture")?;
    let decided = is_there == Some(true) && matches!(attacked, On::Piece(_));
    let in_scope = measured(before, from, over, decided.then_some(to), readings);
    ensure(in_scope, "scope of the measurement")
}

/// Returns `true` if no more and no less was measured than the option says.
fn measured(
    before: &Position,
    from: LayeredSquare,
    over: Square,
    behind: Option<Square>,
    readings: &[(Slot, bool)],
) -> bool {
    let parts = before.board().parts().iter();
    let quantum: Vec<(LayeredSquare, PieceId)> = parts
        .filter(|(place, _)| before.is_quantum(*place))
        .map(|&(place, part)| (place, part.piece))
        .collect();
    let touched = |place: LayeredSquare| {
        place == from || place.square == over || Some(place.square) == behind
    };
    let wanted = quantum
        .iter()
        .filter(|&&(place, _)| match before.rules().measure {
            Measure::Components => quantum.iter().any(|&(other, _)| {
                touched(other) && before.world().linked(place.slot(), other.slot())
            }),
            Measure::Full => quantum.iter().any(|&(other, _)| touched(other)),
            Measure::Squares => touched(place) || place.square == from.square,
        });
    let wanted: BTreeSet<Slot> = wanted.map(|(place, _)| place.slot()).collect();
    let found: BTreeSet<Slot> = readings.iter().map(|&(slot, _)| slot).collect();
    match before.rules().measure {
        Measure::Components | Measure::Full => found == wanted,
        // What one square tells may make others certain before they are asked for.
        Measure::Squares => found.is_subset(&wanted),
    }
}

/// Readings of an attempt's measurements.
struct Readings<'a> {
    before: &'a Position,
    readings: &'a [(Slot, bool)],
}

impl Readings<'_> {
    /// Reading of a part, `true` for a certain one; `None` when it was not measured.
    fn is_there(&self, place: LayeredSquare) -> Option<bool> {
        if !self.before.is_quantum(place) {
            return Some(true);
        }
        let mut readings = self.readings.iter();
        let reading = readings.find(|&&(slot, _)| slot == place.slot());
        reading.map(|&(_, occupied)| occupied)
    }

    fn on(&self, square: Square) -> On {
        let mut on = On::Nobody;
        for &(place, part) in self.before.board().on(square) {
            match self.is_there(place) {
                Some(true) => on = On::Piece(part.piece),
                Some(false) => {}
                None => return On::Unknown,
            }
        }
        on
    }
}

/// Contents of a square, as measured.
#[derive(Clone, Copy)]
enum On {
    Nobody,
    Piece(PieceId),
    /// Some part was not measured.
    Unknown,
}
