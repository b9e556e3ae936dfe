use cheqqers_game::show::{
    self, BoardLayout, BoardStyle, Lesson, Likelihood, MoveForms, MoveKind, MoveShape, Numbers,
    PieceKind, PlacedPiece, SentenceForm, SettingField, Show, Standing, best_move, join, percent,
};
use cheqqers_game::{Colour, Game, GameExt, Outcome, Turn};
use cheqqers_world::Slot;

use super::lessons::LESSONS;
use super::target::{Target, target_of};
use super::{LayeredSquare, Move, Position, QuantumMove};
use crate::Square;
use crate::describe::{self, SIZE_FIELD};
use crate::fen::sides::Naming;

/// The most outcomes of a measurement that a hint looks at.
const MAX_OUTCOMES: f64 = 64.0;

/// Probabilities of the outcomes of an attempt to capture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CaptureProbabilities {
    /// Probability that it captures.
    pub capture: f64,
    /// Probability that nothing is found to capture, and the attacker steps onto the square.
    pub step: f64,
    /// Probability that nothing moves.
    pub nothing: f64,
}

impl Position {
    /// Probabilities of the outcomes of an attempt of the part at `from` to capture with the landing
    /// square `to`; they depend on the state alone, not on the scope of the measurements.
    pub fn capture_probabilities(
        &self,
        from: LayeredSquare,
        to: Square,
    ) -> Option<CaptureProbabilities> {
        let over = from.square.between(to)?;
        // What is certain is certainly there.
        let joint = |places: &[LayeredSquare]| {
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
        Some(CaptureProbabilities {
            capture: both - blocked,
            step: there - both,
            nothing: 1.0 - there + blocked,
        })
    }

    /// Squares of a moved piece's parts, of those that its move touched.
    fn ends(&self, before: &Self, mv: Move) -> String {
        let piece = mv.source().and_then(|from| before.board.part(from));
        let squares = mv.targets().chain(mv.source().map(|from| from.square));
        let ends = squares.filter_map(|square| {
            let mut places = self.board.layered_squares(piece?.piece);
            let place = places.find(|place| place.square == square)?;
            Some(format!("{square} {}", percent(self.probability(place))))
        });
        join(&ends.collect::<Vec<_>>(), "and")
    }
}

impl Show for Position {
    const CALLED: &'static str = "Blocking checkers";
    const ABOUT: &'static str =
        "checkers with moves to the left and right at once, and own pieces in the way";
    const MOVES: MoveForms = &[
        ("c3-d4", "step"),
        ("c3^b4d4", "go left and right at once"),
        ("d4xf6", "try to capture"),
        ("c3^d4", "go half (quantum_move=single)"),
        ("pass", "capture no more"),
        ("d4'-e5", "of the pieces that may be on d4 the second"),
    ];
    const ADVICE: &'static str = "\
A letter at a piece names the piece that the part belongs to; several letters on a square are
pieces that may be there, never at once, and the number is how likely it is that one is. Onto a
square where an own piece may be a part moves where that piece is not, and stays where it is: then
both are linked. An attempt to capture measures; who finds nothing there steps onto the square.
";

    const PIECES: &'static [PieceKind] = describe::PIECES;
    const FIELDS: &'static [SettingField] = &[SIZE_FIELD];
    const LESSONS: &'static [Lesson] = LESSONS;

    fn sentence(_: Move, kind: &str) -> Option<SentenceForm> {
        (kind == "end of a chain").then_some(("end-of-chain", "{side} captures no more."))
    }

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

    fn standing(&self) -> Vec<Standing> {
        match self.outcome() {
            Some(Outcome::Draw) => vec![Standing::new("no-captures").turns(self.quiet)],
            Some(Outcome::Decisive { winner }) => {
                vec![describe::loss(!self.board.of(winner.opponent()).is_empty())]
            }
            None => {
                let chain = self
                    .chain
                    .map(|square| Standing::new("may-go-on").on(&square));
                let limit = self.rules.draw_turns;
                let draw = Standing::turns_left("draw-near-captures", self.quiet, limit);
                chain.into_iter().chain(draw).collect()
            }
        }
    }

    fn describe_probabilities(&self, mv: Move) -> Option<String> {
        if let Move::Capture { from, to } = mv {
            let chances = self.capture_probabilities(from, to)?;
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
            .any(|to| matches!(target_of(self, from, to), Target::Maybe(_)));
        match self.clone().play_unchecked(mv) {
            Turn::Ready(after) if blocked => Some(format!("then {}", after.ends(self, mv))),
            _ => None,
        }
    }

    fn hint(&self, legal: &[Move]) -> String {
        let Some(mv) = best_move(self, legal, MAX_OUTCOMES) else {
            return String::new();
        };
        let chances = self
            .describe_probabilities(mv)
            .map_or_else(String::new, |foretold| format!(" ({foretold})"));
        format!("Looking one ply ahead, {mv}{chances} is as good as any.\n")
    }

    fn layout(&self) -> BoardLayout {
        describe::layout(self.board.size())
    }

    fn style(&self) -> BoardStyle {
        BoardStyle {
            likelihood: Likelihood::Slices,
            numbers: Numbers::Decimal,
            marks_links: true,
            ..BoardStyle::default()
        }
    }

    fn move_kinds(&self) -> Vec<MoveKind> {
        let about = match self.rules.quantum_move {
            QuantumMove::Double => "goes to two squares at once",
            QuantumMove::Single => "goes half",
        };
        vec![
            MoveKind::new("step", MoveShape::Step, "goes one square on"),
            MoveKind::new("quantum move", MoveShape::Split, about),
            MoveKind::new("capture", MoveShape::Step, "tries to jump over a piece"),
            MoveKind::new("end of a chain", MoveShape::Step, "captures no more"),
        ]
    }

    fn square(&self, slot: Slot) -> String {
        LayeredSquare::from_slot(slot).square.to_string()
    }

    fn position_text(&self, turn: Colour, pieces: &[PlacedPiece]) -> Option<String> {
        let size = self.board.size();
        Some(describe::position_text(
            size,
            Naming::Any,
            turn,
            pieces,
            |_| "",
        ))
    }

    fn measures(&self, mv: Move) -> bool {
        matches!(mv, Move::Capture { .. })
            && matches!(self.clone().play_unchecked(mv), Turn::Pending(_))
    }

    fn sources(mv: Move) -> Vec<String> {
        mv.source().iter().map(ToString::to_string).collect()
    }

    fn targets(mv: Move) -> Vec<String> {
        mv.targets().map(|square| square.to_string()).collect()
    }

    fn over(&self, mv: Move) -> Vec<String> {
        mv.over().iter().map(ToString::to_string).collect()
    }

    fn parts(&self) -> Vec<show::ShownPart> {
        let parts = self.board.parts();
        let shown = parts.iter().map(|&(place, part)| {
            let probability = self.probability(place);
            part.shown(place.square, place.slot(), probability, self.board.size())
        });
        shown.collect()
    }
}
