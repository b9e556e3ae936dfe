use std::fmt::Write;

use cheqqers_game::{Colour, Game, GameExt, Turn};

use super::Prospect;
use crate::{Move, Position, Rank};

/// Worth of a king in men.
const KING: f64 = 1.5;
/// The most outcomes of a measurement that are looked at.
const MOST_OUTCOMES: usize = 64;

/// Captures with their chances where they must be taken, otherwise the move after which the
/// opponent can capture least.
pub(super) fn hint(position: &Position, legal: &[Move]) -> String {
    let captures = legal.iter().any(|mv| matches!(mv, Move::Capture { .. }));
    let mut rated: Vec<(f64, Move)> = legal
        .iter()
        .map(|&mv| (gain(position, mv) - danger(position, mv), mv))
        .collect();
    // Among equals the first one listed.
    rated.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let (_, best) = rated[0];
    let risk = danger(position, best);
    let opponent = position.turn().opponent();
    let mut text = String::new();
    if captures {
        text += "A capture must be taken:\n";
        for &(_, mv) in &rated {
            let chance = Prospect::of(position, mv).map_or_else(String::new, |p| p.to_string());
            let _ = writeln!(text, "  {mv}  {chance}");
        }
    }
    let then = if risk > 1e-9 {
        format!("{opponent} could then capture {risk:.2} men on average")
    } else if risk < -1e-9 {
        "you could go on capturing".into()
    } else {
        format!("{opponent} could capture nothing")
    };
    let _ = writeln!(
        text,
        "Looking at the next capture alone, {best} is as good as any: {then}."
    );
    text
}

/// Expected worth of a move's captures.
fn gain(position: &Position, mv: Move) -> f64 {
    let Move::Capture { from, to } = mv else {
        return 0.0;
    };
    let worth = from
        .between(to)
        .and_then(|over| position.board().part(over))
        .map_or(0.0, |part| match part.rank {
            Rank::Man => 1.0,
            Rank::King => KING,
        });
    let chance = match Prospect::of(position, mv) {
        Some(Prospect::Certain) => 1.0,
        Some(Prospect::Entangles { probability, .. }) => probability,
        Some(Prospect::Measures { success, .. }) => success,
        None => 0.0,
    };
    worth * chance
}

/// Expected worth of the opponent's best capture in reply, less that of the chain's next capture.
fn danger(position: &Position, mv: Move) -> f64 {
    after(position.turn(), position.clone().play_unchecked(mv))
}

fn after(mover: Colour, turn: Turn<Position>) -> f64 {
    match turn {
        Turn::Ready(position) => {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            let most = legal
                .iter()
                .map(|&reply| gain(&position, reply))
                .fold(0.0, f64::max);
            if position.turn() == mover {
                -most
            } else {
                most
            }
        }
        Turn::Pending(pending) => pending
            .outcomes()
            .take(MOST_OUTCOMES)
            .filter_map(|(bits, probability)| {
                let turn = pending.clone().resolve(&bits).ok()?;
                Some(probability * after(mover, turn))
            })
            .sum(),
    }
}
