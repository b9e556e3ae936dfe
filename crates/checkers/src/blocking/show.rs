use std::fmt::Write;

use cheqqers_game::record::Measured;
use cheqqers_game::show::{self, Look, Show, capitalised, join, percent};
use cheqqers_game::{Colour, Game, Outcome, Turn};
use cheqqers_world::Component;

use super::way::{Way, way};
use super::{Move, Place, Position, QuantumMove};
use crate::display::{self, OnBoard, Seen, View, picture};
use crate::{Rank, Square};

/// The most outcomes of a measurement that a hint looks at; of more it takes the estimate before.
const MOST_OUTCOMES: f64 = 64.0;

/// Turns before a draw from which on it is announced.
const ANNOUNCE_DRAW: u32 = 10;

/// What may come of an attempt to capture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// Probability that it captures.
    pub capture: f64,
    /// Probability that nothing is found to capture, and the attacker steps onto the square.
    pub step: f64,
    /// Probability that nothing moves.
    pub nothing: f64,
}

impl Position {
    /// What may come of an attempt of the part at `from` to capture with the landing square `to`;
    /// it depends on nothing but the state, whatever the scope of the measurements.
    pub fn chances(&self, from: Place, to: Square) -> Option<Chances> {
        let over = from.square.between(to)?;
        // What is certain is certainly there.
        let joint = |places: &[Place]| {
            let quantum = places.iter().filter(|&&place| self.is_quantum(place));
            let there: Vec<_> = quantum.map(|place| (place.slot(), true)).collect();
            self.world.joint(&there)
        };
        let (mut both, mut blocked) = (0.0, 0.0);
        for &(attacked, _) in self.board.on(over) {
            both += joint(&[from, attacked]);
            for &(behind, _) in self.board.on(to) {
                blocked += joint(&[from, attacked, behind]);
            }
        }
        let there = joint(&[from]);
        Some(Chances {
            capture: both - blocked,
            step: there - both,
            nothing: 1.0 - there + blocked,
        })
    }

    /// Where the parts of a moved piece are, of the squares that its move touched.
    fn ends(&self, before: &Self, mv: Move) -> String {
        let piece = mv.source().and_then(|from| before.board.part(from));
        let squares = mv.targets().chain(mv.source().map(|from| from.square));
        let ends = squares.filter_map(|square| {
            let mut places = self.board.places(piece?.piece);
            let place = places.find(|place| place.square == square)?;
            Some(format!("{square} {}", percent(self.probability(place))))
        });
        join(&ends.collect::<Vec<_>>(), "and")
    }

    fn noun(&self, place: Place) -> String {
        let part = self.board.part(place);
        let noun = part.map_or("piece", |part| part.rank.noun());
        if self.is_quantum(place) {
            format!("the part of a {noun} on {place}")
        } else {
            format!("the {noun} on {place}")
        }
    }

    fn in_words(&self, mv: Move) -> String {
        let turn = self.turn;
        let noun = mv.source().map(|from| self.noun(from)).unwrap_or_default();
        let targets: Vec<String> = mv.targets().map(|square| square.to_string()).collect();
        let targets = join(&targets, "and");
        match mv {
            Move::Step { .. } => format!("{turn} moves {noun} to {targets}"),
            Move::Split { .. } => format!("{turn} moves {noun} to {targets} at once"),
            Move::Half { .. } => format!("{turn} moves {noun} half to {targets}"),
            Move::Capture { .. } => format!("{turn} attacks with {noun}, to land on {targets}"),
            Move::Pass => format!("{turn} captures no more"),
        }
    }

    /// What came of an attempt to capture.
    fn result(&self, after: &Self, from: Place, to: Square) -> Option<String> {
        let over = from.square.between(to)?;
        let piece = self.board.part(from)?.piece;
        let stands = |square: Square| {
            let part = after.board.part(square.into());
            part.is_some_and(|part| part.piece == piece) && !after.is_quantum(square.into())
        };
        Some(if let Some(captured) = after.captured {
            format!("The piece on {captured} is captured.")
        } else if stands(over) {
            format!("Nothing was on {over}: the attacker steps there.")
        } else if stands(from.square) {
            format!("{to} was taken: nothing moves.")
        } else {
            format!("The attacker was not on {}: nothing moves.", from.square)
        })
    }

    /// What an estimate says for who moves, on average after a move.
    fn rated(&self, turn: Turn<Self>) -> f64 {
        let sign = match self.turn {
            Colour::White => 1.0,
            Colour::Black => -1.0,
        };
        match turn {
            Turn::Ready(after) => match after.outcome() {
                Some(Outcome::Draw) => 0.0,
                Some(Outcome::Decisive { winner }) if winner == self.turn => 1.0,
                Some(Outcome::Decisive { .. }) => -1.0,
                None => sign * after.estimate(),
            },
            // Of many outcomes the first few would say little of the others.
            Turn::Pending(pending) if pending.num_outcomes() > MOST_OUTCOMES => {
                sign * pending.position().estimate()
            }
            Turn::Pending(pending) => {
                let each = pending.outcomes().filter_map(|(bits, probability)| {
                    let turn = pending.clone().resolve(&bits).ok()?;
                    Some(probability * self.rated(turn))
                });
                each.sum()
            }
        }
    }
}

impl OnBoard for Position {
    fn view(&self) -> View {
        let parts = self.board.parts();
        let seen = parts.iter().map(|&(place, part)| Seen {
            square: place.square,
            slot: place.slot(),
            part,
            probability: self.probability(place),
        });
        let component = |component: &Component| {
            let slots = component.slots().into_iter().map(Place::from_slot);
            let at = |slot| parts.iter().position(|&(place, _)| place == slot);
            slots.filter_map(at).collect()
        };
        View {
            size: self.board.size(),
            parts: seen.collect(),
            components: self.world.components().iter().map(component).collect(),
            lettered: true,
        }
    }
}

impl Show for Position {
    const ABOUT: &'static str =
        "checkers with moves to the left and right at once, and own pieces in the way";
    const MOVES: &'static str = "\
  c3-d4         step               c3^b4d4   go left and right at once
  d4xf6         try to capture     c3^d4     go half (quantum_move=single)
  pass          capture no more    d4'-e5    of the pieces that may be on d4 the second
";
    const ADVICE: &'static str = "\
A letter under a piece names the piece that the part belongs to; several letters on a square are
pieces that may be there, never at once, and the number is how likely it is that one is. Onto a
square where an own piece may be a part moves where that piece is not, and stays where it is: then
both are linked. An attempt to capture measures; who finds nothing there steps onto the square.
";

    fn title(&self) -> String {
        let size = self.board.size();
        format!("Blocking checkers on {size} x {size}")
    }

    fn first_words(&self) -> String {
        let quantum = match self.rules.quantum_move {
            QuantumMove::Double => "c3^b4d4 to go left and right at once",
            QuantumMove::Single => "c3^d4 to go half",
        };
        format!("c3-d4 to step, {quantum}")
    }

    fn picture<'a>(
        positions: impl Iterator<Item = &'a Self>,
        last: Option<Move>,
        look: Look,
        bottom: Colour,
    ) -> (String, String) {
        let squares = |mv: Move| {
            mv.source()
                .map(|from| from.square)
                .into_iter()
                .chain(mv.targets())
        };
        let marks = last.map(|mv| squares(mv).collect()).unwrap_or_default();
        picture(positions, marks, look, bottom)
    }

    fn status(&self) -> String {
        let turn = self.turn;
        match self.outcome() {
            Some(Outcome::Draw) => {
                return format!("a draw: {} turns without a capture", self.quiet);
            }
            Some(Outcome::Decisive { winner }) => {
                let loser = winner.opponent();
                let why = if self.board.of(loser).is_empty() {
                    "has no piece left"
                } else {
                    "has no legal move"
                };
                return format!("{winner} has won: {loser} {why}");
            }
            None => {}
        }
        let mut text = match self.chain {
            Some(square) => format!("{turn} may go on capturing with {square}, or pass"),
            None => format!("{turn} to move"),
        };
        if let Some(limit) = self.rules.draw_turns {
            let left = limit.saturating_sub(self.quiet);
            if left <= ANNOUNCE_DRAW {
                let turns = if left == 1 { "turn" } else { "turns" };
                let _ = write!(text, "; a draw in {left} {turns} without a capture");
            }
        }
        text
    }

    fn told(before: &Self, mv: Move, measured: &[Measured], after: &Self) -> Vec<String> {
        let mut told = vec![format!("{}.", capitalised(&before.in_words(mv)))];
        for measured in measured {
            let asked = join(&measured.squares, "and");
            told.push(match &measured.occupied[..] {
                [] => format!("Of {asked} nothing was found."),
                found => format!("Of {asked} found: {}.", join(found, "and")),
            });
        }
        match mv {
            Move::Step { from, .. } if after.board.part(from).is_some() => {
                let ends = after.ends(before, mv);
                told.push(format!(
                    "Where an own piece is in the way it stays: {ends}."
                ));
            }
            Move::Split { .. } | Move::Half { .. } => {
                told.push(format!("Now it is on {}.", after.ends(before, mv)));
            }
            Move::Capture { from, to } => told.extend(before.result(after, from, to)),
            Move::Step { .. } | Move::Pass => {}
        }
        let moved = mv.source().and_then(|from| before.board.part(from));
        if let Some(moved) = moved.filter(|part| part.rank == Rank::Man) {
            let kings = after.board.places(moved.piece).filter(|&place| {
                let crowned = |part: crate::Part| part.rank == Rank::King;
                after.board.part(place).is_some_and(crowned) && before.board.part(place).is_none()
            });
            told.extend(kings.map(|place| format!("Crowned on {}.", place.square)));
        }
        told
    }

    fn foretold(&self, mv: Move) -> Option<String> {
        if let Move::Capture { from, to } = mv {
            let chances = self.chances(from, to)?;
            let over = from.square.between(to)?;
            let all = [
                (chances.capture, "captures".into()),
                (chances.step, format!("steps to {over}")),
                (chances.nothing, "does not move".into()),
            ];
            let told = all
                .iter()
                .filter(|(probability, _)| *probability > super::FAINT);
            let told: Vec<String> = told
                .map(|(probability, what)| format!("{what} with {}", percent(*probability)))
                .collect();
            return (told.len() > 1).then(|| join(&told, "and"));
        }
        let from = mv.source()?;
        let blocked = mv
            .targets()
            .any(|to| matches!(way(self, from, to), Way::Maybe(_)));
        match self.clone().play_unchecked(mv) {
            Turn::Ready(after) if blocked => Some(format!("then {}", after.ends(self, mv))),
            _ => None,
        }
    }

    fn hint(&self, legal: &[Move]) -> String {
        let mut start = self.clone();
        start.world.stop_recording();
        let rated = legal
            .iter()
            .map(|&mv| (self.rated(start.clone().play_unchecked(mv)), mv));
        // Among equals the first one listed.
        let best = rated.reduce(|a, b| if b.0 > a.0 { b } else { a });
        let Some((_, mv)) = best else {
            return String::new();
        };
        let chances = self
            .foretold(mv)
            .map_or_else(String::new, |foretold| format!(" ({foretold})"));
        format!("Looking one ply ahead, {mv}{chances} is as good as any.\n")
    }

    fn sources(mv: Move) -> Vec<String> {
        mv.source().iter().map(ToString::to_string).collect()
    }

    fn targets(mv: Move) -> Vec<String> {
        mv.targets().map(|square| square.to_string()).collect()
    }

    fn over(mv: Move) -> Vec<String> {
        mv.over().iter().map(ToString::to_string).collect()
    }

    fn parts(&self) -> Vec<show::Part> {
        display::parts(&self.view())
    }
}
