use std::fmt::Write;

use cheqqers_game::show::{
    self, BoardLayout, BoardStyle, Lesson, Likelihood, MoveForms, MoveKind, MoveShape, PieceKind,
    PlacedPiece, SentenceForm, SettingField, Show, Standing, best_move, join, percent,
};
use cheqqers_game::{Colour, Game, Outcome};

use super::lessons::LESSONS;
use super::{Move, Position};
use crate::describe::{self, SIZE_FIELD};
use crate::fen::sides::Naming;

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

    fn sentence(_: Move, kind: &str) -> Option<SentenceForm> {
        (kind == "step").then_some(("whole-step", "{side} moves {from} to {to}."))
    }

    fn title(&self) -> String {
        let size = self.rules.size();
        let rotation = self.rules.rotation.name();
        format!("Rotation checkers ({rotation}) on {size} x {size}")
    }

    fn first_words(&self) -> String {
        "c3-d4 to step".into()
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
                let draw = Standing::turns_left("draw-near-leaving", self.quiet, limit);
                draw.into_iter().collect()
            }
        }
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
