use std::fmt::Write;

use cheqqers_game::record::Measured;
use cheqqers_game::show::{self, Look, Show, capitalised, join, percent};
use cheqqers_game::{Colour, Game, Outcome, Turn};

use super::{Move, Position};
use crate::display::{self, OnBoard, Seen, View, picture};
use crate::{Rank, Square};

/// Turns before a draw from which on it is announced.
const ANNOUNCE_DRAW: u32 = 10;
/// The most outcomes of a measurement that a hint looks at.
const MOST_OUTCOMES: f64 = 16.0;

impl OnBoard for Position {
    fn view(&self) -> View {
        let occupied = self.board.occupied().into_iter();
        let seen = |square| {
            Some(Seen {
                square,
                slot: square.slot(),
                part: self.board.part(square)?,
                probability: self.probability(square),
            })
        };
        let parts: Vec<Seen> = occupied.filter_map(seen).collect();
        let quantum = (0..parts.len()).filter(|&place| parts[place].probability < 1.0);
        View {
            size: self.board.size(),
            components: quantum.map(|place| vec![place]).collect(),
            lettered: false,
            parts,
        }
    }
}

impl Show for Position {
    const ABOUT: &'static str =
        "checkers with pieces that may not be there, more likely after every move";
    const MOVES: &'static str = "\
  c3-d4         step
  d4xf6         capture, one jump
";
    const ADVICE: &'static str = "\
Under a piece stands how likely it is there; its square is taken in any case. A piece that has
moved is rotated, and more likely there. A capture measures both pieces and succeeds if both are
there; if not, all other pieces are measured as well, those not there leave the board, and the turn
passes. Captures need not be taken.
";

    fn title(&self) -> String {
        let size = self.rules.size();
        let rotation = self.rules.rotation.name();
        format!("Rotation checkers ({rotation}) on {size} x {size}")
    }

    fn first_words(&self) -> String {
        "c3-d4 to step".into()
    }

    fn picture<'a>(
        positions: impl Iterator<Item = &'a Self>,
        last: Option<Move>,
        look: Look,
        bottom: Colour,
    ) -> (String, String) {
        let marks = last.map(|mv| mv.ends().into_iter().collect());
        picture(positions, marks.unwrap_or_default(), look, bottom)
    }

    fn status(&self) -> String {
        let Some(outcome) = self.outcome() else {
            return in_progress(self);
        };
        let has_left = |colour: Colour| !self.board.of(colour).is_empty();
        let is_wiped_out = !has_left(Colour::White) && !has_left(Colour::Black);
        match outcome {
            Outcome::Draw if is_wiped_out => "a draw: no piece is left".into(),
            Outcome::Draw => format!(
                "a draw: {} turns in which nothing left the board",
                self.quiet
            ),
            Outcome::Decisive { winner } => {
                let loser = winner.opponent();
                let why = if is_wiped_out {
                    format!("no piece is left, and {winner} tried the capture")
                } else if has_left(loser) {
                    format!("{loser} has no move")
                } else {
                    format!("{loser} has no pieces left")
                };
                format!("{winner} has won: {why}")
            }
        }
    }

    fn told(before: &Self, mv: Move, measured: &[Measured], after: &Self) -> Vec<String> {
        let turn = capitalised(&before.turn.to_string());
        let [from, to] = mv.ends();
        let Some(over) = mv.over() else {
            let mut told = vec![format!("{turn} moves {from} to {to}.")];
            told.extend(arrival(before, from, to, after));
            return told;
        };
        let captures = if measured.is_empty() {
            "captures"
        } else {
            "tries to capture"
        };
        let mut told = vec![format!(
            "{turn} {captures} from {from} over {over} onto {to}."
        )];
        let mut measured = measured.iter();
        told.extend(measured.next().map(|pair| attempted(before, pair)));
        if after.captured.is_some() {
            let captured = name(before, over);
            told.push(format!("Captured: the {captured} on {over}."));
            told.extend(arrival(before, from, to, after));
        } else {
            let everyone = measured.next();
            told.push(everyone.map_or_else(
                || "The capture failed.".into(),
                |everyone| {
                    let (all, found) = (everyone.squares.len(), everyone.occupied.len());
                    format!("The capture failed, so all others were measured: {found} of {all} were there.")
                },
            ));
            told.push(losses(before, after));
        }
        told
    }

    fn foretold(&self, mv: Move) -> Option<String> {
        let [from, to] = mv.ends();
        let Some(over) = mv.over() else {
            let (before, rotation) = (self.presence(from), self.rules.rotation);
            let after = before.rotated(rotation);
            return (after != before)
                .then(|| format!("then {to} {}", percent(after.probability(rotation))));
        };
        let quantum = self.board.quantum();
        let asked: Vec<String> = [from, over]
            .into_iter()
            .filter(|&square| quantum.contains(square))
            .map(|square| format!("{square} ({})", percent(self.probability(square))))
            .collect();
        let success = percent(self.success(mv)?);
        match &asked[..] {
            [] => None,
            [one] => Some(format!(
                "{success}: the piece on {one} is measured and must be there"
            )),
            both => Some(format!(
                "{success}: the pieces on {} are measured, both must be there",
                join(both, "and")
            )),
        }
    }

    fn hint(&self, legal: &[Move]) -> String {
        let mut text = String::new();
        let mut captures = legal.iter().filter(|mv| mv.over().is_some()).peekable();
        if captures.peek().is_some() {
            text += "There is something to capture:\n";
        }
        for &mv in captures {
            let chance = self.foretold(mv).unwrap_or_else(|| "certain".into());
            let _ = writeln!(text, "  {mv}  {chance}");
        }
        let sign = match self.turn {
            Colour::White => 1.0,
            Colour::Black => -1.0,
        };
        let rated = legal
            .iter()
            .map(|&mv| (sign * worth(self.clone().play_unchecked(mv)), mv));
        // Among equals the first one listed.
        let best = rated.reduce(|best, other| if other.0 > best.0 { other } else { best });
        if let Some((_, mv)) = best {
            let _ = writeln!(text, "Looking at this move alone, {mv} is as good as any.");
        }
        text
    }

    fn sources(mv: Move) -> Vec<String> {
        vec![mv.ends()[0].to_string()]
    }

    fn targets(mv: Move) -> Vec<String> {
        vec![mv.ends()[1].to_string()]
    }

    fn over(mv: Move) -> Vec<String> {
        mv.over().iter().map(ToString::to_string).collect()
    }

    fn parts(&self) -> Vec<show::Part> {
        display::parts(&self.view())
    }
}

fn in_progress(position: &Position) -> String {
    let mut text = format!("{} to move", position.turn);
    if let Some(draw_turns) = position.rules.draw_turns {
        let left = draw_turns.saturating_sub(position.quiet);
        if left <= ANNOUNCE_DRAW {
            let turns = if left == 1 { "turn" } else { "turns" };
            let _ = write!(
                text,
                "; a draw in {left} {turns} if nothing leaves the board"
            );
        }
    }
    text
}

/// Such as `black man`.
fn name(position: &Position, square: Square) -> String {
    position
        .board
        .part(square)
        .map_or_else(String::new, |part| {
            let rank = match part.rank {
                Rank::Man => "man",
                Rank::King => "king",
            };
            format!("{} {rank}", part.colour)
        })
}

/// What became of the piece that moved.
fn arrival(before: &Position, from: Square, to: Square, after: &Position) -> Vec<String> {
    let mut told = Vec::new();
    if before.presence(from) != after.presence(to) || !after.board.is_occupied(to) {
        told.push(match after.probability(to) {
            1.0 => format!("The piece on {to} is there for certain now."),
            0.0 => format!("It was turned until it is certainly not on {to}: it leaves the board."),
            p => format!("Rotated: it is on {to} with {} now.", percent(p)),
        });
    }
    let is_king = |position: &Position, square| position.board.kings().contains(square);
    if is_king(after, to) && !is_king(before, from) {
        told.push(format!("Crowned on {to}: a king."));
    }
    told
}

/// What the first measurement of a capture found.
fn attempted(before: &Position, pair: &Measured) -> String {
    let found: Vec<String> = pair
        .squares
        .iter()
        .filter_map(|text| {
            let square: Square = text.parse().ok()?;
            let there = before.probability(square);
            let (was, p) = if pair.occupied.contains(text) {
                ("was there", there)
            } else {
                ("was not there", 1.0 - there)
            };
            let name = name(before, square);
            Some(format!("the {name} on {square} {was} ({})", percent(p)))
        })
        .collect();
    format!("Measured: {}.", join(&found, "and"))
}

/// Who left the board by a failed capture.
fn losses(before: &Position, after: &Position) -> String {
    let left = before.board.occupied() & !after.board.occupied();
    let left: Vec<String> = left.into_iter().map(|square| square.to_string()).collect();
    match &left[..] {
        [] => "Nobody leaves the board.".into(),
        [one] => format!("The piece on {one} leaves the board."),
        several => format!("The pieces on {} leave the board.", join(several, "and")),
    }
}

/// What a turn leads to is worth for White, on average. Where it has many outcomes it counts as much as
/// before it was measured: what is expected of each piece does not change by that.
fn worth(turn: Turn<Position>) -> f64 {
    match turn {
        Turn::Ready(position) => match position.outcome() {
            None => position.estimate(),
            Some(Outcome::Draw) => 0.0,
            Some(Outcome::Decisive {
                winner: Colour::White,
            }) => 1.0,
            Some(Outcome::Decisive { .. }) => -1.0,
        },
        // One qubit, two outcomes each.
        Turn::Pending(pending) if (pending.slots().len() as f64).exp2() > MOST_OUTCOMES => {
            pending.position().estimate()
        }
        Turn::Pending(pending) => pending
            .outcomes()
            .filter_map(|(bits, probability)| {
                let turn = pending.clone().resolve(&bits).ok()?;
                Some(probability * worth(turn))
            })
            .sum(),
    }
}
