use std::fmt::Write;

use cheqqers_game::show::{
    self, BoardLayout, BoardStyle, Lesson, Likelihood, MoveForms, MoveKind, MoveShape, PieceKind,
    PlacedPiece, SettingField, Show, Standing, best_move, capitalised, draw_announcement, join,
    percent,
};
use cheqqers_game::{Colour, Game, Measurement, Outcome, Ply};

use super::lessons::LESSONS;
use super::{Move, Position};
use crate::describe::{self, SIZE_FIELD};
use crate::fen::sides::Naming;
use crate::{Part, Square};

/// The most outcomes of a measurement that a hint looks at.
const MAX_OUTCOMES: f64 = 16.0;

impl Show for Position {
    const CALLED: &'static str = "Rotation checkers";
    const ABOUT: &'static str =
        "checkers with pieces that may not be there, more likely after every move";
    const MOVES: MoveForms = &[("c3-d4", "step"), ("d4xf6", "capture, one jump")];
    const ADVICE: &'static str = "\
Under a piece stands how likely it is there; its square is taken in any case. A piece that has
moved is rotated, and more likely there. A capture measures both pieces and succeeds if both are
there; if not, all other pieces are measured as well, those not there leave the board, and the turn
passes. Captures need not be taken.
";

    const PIECES: &'static [PieceKind] = &[
        PieceKind {
            name: "man",
            picture: "",
            letters: ["w", "b"],
            signs: ["○", "●"],
        },
        PieceKind {
            name: "king",
            letters: ["W", "B"],
            signs: ["♔", "♚"],
            picture: r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-.5 -.5 1 1"><circle r=".335" fill="none" stroke="#ffd21f" stroke-width=".075"/></svg>"##,
        },
    ];
    const FIELDS: &'static [SettingField] = &[SIZE_FIELD];
    const LESSONS: &'static [Lesson] = LESSONS;

    fn title(&self) -> String {
        let size = self.rules.size();
        let rotation = self.rules.rotation.name();
        format!("Rotation checkers ({rotation}) on {size} x {size}")
    }

    fn first_words(&self) -> String {
        "c3-d4 to step".into()
    }

    fn status(&self) -> String {
        let Some(outcome) = self.outcome() else {
            let (limit, units) = (self.rules.draw_turns, ["turn", "turns"]);
            let draw = draw_announcement(self.quiet, limit, units, "if nothing leaves the board");
            return format!("{} to move{draw}", self.turn);
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

    fn standing(&self) -> Vec<Standing> {
        let has_left = |colour: Colour| !self.board.of(colour).is_empty();
        let is_wiped_out = !has_left(Colour::White) && !has_left(Colour::Black);
        match self.outcome() {
            Some(Outcome::Draw) if is_wiped_out => vec![Standing::new("none-left")],
            Some(Outcome::Draw) => vec![Standing::new("nothing-left").turns(self.quiet)],
            Some(Outcome::Decisive { .. }) if is_wiped_out => vec![Standing::new("last-attempt")],
            Some(Outcome::Decisive { winner }) if has_left(winner.opponent()) => {
                vec![Standing::new("no-move")]
            }
            Some(Outcome::Decisive { .. }) => vec![Standing::new("no-pieces")],
            None => {
                let limit = self.rules.draw_turns;
                let draw = Standing::draw_near("draw-near-leaving", self.quiet, limit);
                draw.into_iter().collect()
            }
        }
    }

    fn describe_ply(before: &Self, ply: &Ply<Move>, after: &Self) -> Vec<String> {
        let mv = ply.mv;
        let turn = capitalised(&before.turn.to_string());
        let [from, to] = mv.ends();
        let Some(over) = mv.over() else {
            let mut told = vec![format!("{turn} moves {from} to {to}.")];
            told.extend(arrival(before, from, to, after));
            return told;
        };
        let captures = if ply.measurements.is_empty() {
            "captures"
        } else {
            "tries to capture"
        };
        let mut told = vec![format!(
            "{turn} {captures} from {from} over {over} onto {to}."
        )];
        let mut measured = ply.measurements.iter();
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
                    let (all, found) = (everyone.slots.len(), everyone.occupied().count());
                    format!("The capture failed, so all others were measured: {found} of {all} were there.")
                },
            ));
            told.push(losses(before, after));
        }
        told
    }

    fn describe_probabilities(&self, mv: Move) -> Option<String> {
        let [from, to] = mv.ends();
        let Some(over) = mv.over() else {
            let (before, rotation) = (self.presence(from), self.rules.rotation);
            let after = before.rotated(rotation);
            return (after != before)
                .then(|| format!("then {to} {}", percent(after.probability(rotation))));
        };
        let quantum = self.board.quantum();
        let parts: Vec<String> = [from, over]
            .into_iter()
            .filter(|&square| quantum.contains(square))
            .map(|square| format!("{square} ({})", percent(self.probability(square))))
            .collect();
        let success = percent(self.success(mv)?);
        match &parts[..] {
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
            let chance = self
                .describe_probabilities(mv)
                .unwrap_or_else(|| "certain".into());
            let _ = writeln!(text, "  {mv}  {chance}");
        }
        if let Some(mv) = best_move(self, legal, MAX_OUTCOMES) {
            let _ = writeln!(text, "Looking at this move alone, {mv} is as good as any.");
        }
        text
    }

    fn layout(&self) -> BoardLayout {
        describe::layout(self.rules.size())
    }

    fn style(&self) -> BoardStyle {
        BoardStyle {
            likelihood: Likelihood::Fade,
            hides_numbers: true,
            letters: false,
            ..BoardStyle::default()
        }
    }

    fn move_kinds(&self) -> Vec<MoveKind> {
        vec![
            MoveKind {
                confirm: Some("to rotate the piece"),
                ..MoveKind::new("step", MoveShape::Step, "goes one square on and is rotated")
            },
            MoveKind::new("capture", MoveShape::Step, "tries to jump over a piece"),
        ]
    }

    fn position_text(&self, turn: Colour, pieces: &[PlacedPiece]) -> Option<String> {
        // A piece that is certain was rotated before; others have not moved yet.
        let mark = |piece: &PlacedPiece| match piece.probability {
            Some(probability) if probability >= 1.0 => "",
            _ => "~0",
        };
        let size = self.rules.size();
        Some(describe::position_text(
            size,
            Naming::Any,
            turn,
            pieces,
            mark,
        ))
    }

    fn measures(&self, mv: Move) -> bool {
        let quantum = self.board.quantum();
        let over = mv.over();
        over.is_some_and(|over| quantum.contains(mv.ends()[0]) || quantum.contains(over))
    }

    fn sources(mv: Move) -> Vec<String> {
        vec![mv.ends()[0].to_string()]
    }

    fn targets(mv: Move) -> Vec<String> {
        vec![mv.ends()[1].to_string()]
    }

    fn over(&self, mv: Move) -> Vec<String> {
        mv.over().iter().map(ToString::to_string).collect()
    }

    fn parts(&self) -> Vec<show::ShownPart> {
        describe::parts(&self.board, |square| self.probability(square))
    }
}

/// Such as `black man`.
fn name(position: &Position, square: Square) -> String {
    let part = position.board.part(square);
    part.map_or_else(String::new, Part::in_words)
}

/// Sentences about the piece that moved.
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

/// Sentence about the first measurement of a capture.
fn attempted(before: &Position, pair: &Measurement) -> String {
    let readings = pair.slots.iter().zip(pair.bits.iter());
    let found: Vec<String> = readings
        .map(|(&slot, is_there)| {
            let square = Square::from_slot(slot);
            let there = before.probability(square);
            let (was, p) = if is_there {
                ("was there", there)
            } else {
                ("was not there", 1.0 - there)
            };
            let name = name(before, square);
            format!("the {name} on {square} {was} ({})", percent(p))
        })
        .collect();
    format!("Measured: {}.", join(&found, "and"))
}

/// Sentence about the pieces that a failed capture removed.
fn losses(before: &Position, after: &Position) -> String {
    let left = before.board.occupied() & !after.board.occupied();
    let left: Vec<String> = left.into_iter().map(|square| square.to_string()).collect();
    match &left[..] {
        [] => "Nobody leaves the board.".into(),
        [one] => format!("The piece on {one} leaves the board."),
        several => format!("The pieces on {} leave the board.", join(several, "and")),
    }
}
