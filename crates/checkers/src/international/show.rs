use cheqqers_game::show::{
    self, BoardLayout, BoardStyle, Choice, Demo, Lesson, MoveForms, MoveKind, PieceKind,
    PlacedPiece, RecordForm, SettingField, Settings, Show, Standing, WrittenGame, best_move, join,
    percent,
};
use cheqqers_game::{Colour, Game, GameExt, Ply, Turn};

use super::lessons::LESSONS;
use super::words::standing;
use super::{Forecast, Move, Position, side};
use crate::describe::{self, SIZE_FIELD};
use crate::fen::sides::Naming;
use crate::pdn;

/// The most outcomes of a measurement that a hint looks at.
const MOST_OUTCOMES: f64 = 64.0;

impl Show for Position {
    const CALLED: &'static str = "International draughts";
    const ABOUT: &'static str = "international draughts of levels 0 to 3: flying kings, the longest capture, moves onto squares that may be occupied";
    const MOVES: MoveForms = &[
        ("c3-d4", "step"),
        ("c3^b4d4", "split a piece over two squares"),
        ("d4xf6", "capture, one jump"),
        ("b4d4^c5", "merge two parts"),
    ];
    const ADVICE: &'static str = "\
Men capture backwards, too; kings fly any distance and over pieces that may not be there. The capture
that can take the most pieces must be taken. A capture measures its three squares; in any other move,
if an opposing piece may be on the target, that square is measured first. Squares with the same
letter are together in one circuit: a piece in superposition, or several that are entangled.
";

    const PIECES: &'static [PieceKind] = describe::PIECES;
    const FIELDS: &'static [SettingField] = &[
        SettingField {
            key: "level",
            label: "Level",
            choices: &[
                Choice {
                    value: "0",
                    name: "0 Classical",
                    about: "international draughts, nothing quantum",
                },
                Choice {
                    value: "1",
                    name: "1 Superposition",
                    about: "a piece can be on two squares at once; whatever meets it measures it",
                },
                Choice {
                    value: "2",
                    name: "2 Entanglement",
                    about: "move onto a square where your own piece may be, and the two become entangled",
                },
                Choice {
                    value: "3",
                    name: "3 Interference",
                    about: "parts can merge again: they add up or cancel out",
                },
            ],
        },
        SIZE_FIELD,
    ];
    const FORMS: &'static [RecordForm<Self>] = &[
        pdn::form(),
        RecordForm {
            name: "online",
            about: "moves as the authors' page writes them",
            extensions: &["txt"],
            write: |game| WrittenGame {
                text: pdn::write_online(game),
                extension: "txt",
            },
        },
    ];
    const FIRST_GAME: Settings = &[("level", "1")];
    // A king flies apart along both diagonals and merges again.
    const DEMO: Option<Demo> = Some(Demo {
        settings: &[("level", "3"), ("size", "6"), ("position", "W:WK17:BK1")],
        moves: "c1^a3e3 b6-a5 a3e3^c5 a5-b6 c5^a3e3 b6-a5 e3-f2 a5-b6",
    });
    const LESSONS: &'static [Lesson] = LESSONS;

    fn title(&self) -> String {
        let (level, size) = (self.rules().level(), self.rules().size());
        format!("International draughts at level {level} on {size} x {size}")
    }

    fn first_words(&self) -> String {
        describe::first_words(self.rules().level())
    }

    fn standing(&self) -> Vec<Standing> {
        standing(self)
    }

    fn succeeded(before: &Self, ply: &Ply<Move>, after: &Self) -> Option<bool> {
        if ply.measurements.is_empty() {
            return None;
        }
        let is_refused = Self::ply_kind(before, ply.mv, after) == "refused";
        Some(match ply.mv {
            Move::Capture { .. } => after.captured.is_some(),
            // Its source may have been found empty.
            Move::Step { to, .. } => !is_refused && after.board().is_occupied(to),
            Move::Split { .. } | Move::Merge { .. } => !is_refused,
        })
    }

    fn describe_probabilities(&self, mv: Move) -> Option<String> {
        match (mv, Forecast::of(self, mv)?) {
            (_, forecast @ Forecast::Measures { .. }) => Some(forecast.to_string()),
            // Interference decides.
            (Move::Merge { from, to }, Forecast::Certain) => {
                let Turn::Ready(after) = self.clone().play_unchecked(mv) else {
                    return None;
                };
                let share = |square| format!("{square} {}", percent(after.probability(square)));
                let squares = [to, from[0], from[1]].map(share);
                Some(format!("then {}", join(&squares, "and")))
            }
            _ => None,
        }
    }

    fn hint(&self, legal: &[Move]) -> String {
        best_move(self, legal, MOST_OUTCOMES).map_or_else(String::new, |best| {
            format!("Looking one move ahead, {best} is as good as any.\n")
        })
    }

    fn layout(&self) -> BoardLayout {
        describe::layout(self.rules().size())
    }

    fn style(&self) -> BoardStyle {
        describe::style(self.rules().level())
    }

    fn move_kinds(&self) -> Vec<MoveKind> {
        let [step, merge] = ["goes to an open square", "brings two parts together"];
        describe::move_kinds(self.rules().level(), step, merge)
    }

    fn forms_of_moves(&self) -> MoveForms {
        describe::forms_of_moves(self.rules().level()).unwrap_or(Self::MOVES)
    }

    fn position_text(&self, turn: Colour, pieces: &[PlacedPiece]) -> Option<String> {
        let size = self.rules().size();
        let text = describe::position_text(size, Naming::Numbers, turn, pieces, |_| "");
        Some(text)
    }

    fn measures(&self, mv: Move) -> bool {
        Forecast::of(self, mv).is_some_and(|forecast| forecast.measures())
    }

    fn sources(mv: Move) -> Vec<String> {
        describe::names(mv.sources())
    }

    fn targets(mv: Move) -> Vec<String> {
        describe::names(mv.targets())
    }

    fn over(&self, mv: Move) -> Vec<String> {
        let over = match mv {
            Move::Capture { from, to } => side::captured_square(self.board(), from, to),
            _ => None,
        };
        over.iter().map(ToString::to_string).collect()
    }

    fn parts(&self) -> Vec<show::ShownPart> {
        let mut parts = describe::parts(&self.board, |square| self.probability(square));
        // Pieces of one side are alike: what belongs together is a component.
        for part in &mut parts {
            let slot = part.slot.expect("each part has one");
            let component = self.world.component(slot);
            let first = component.and_then(|component| component.slots().first().copied());
            part.piece = first.unwrap_or(slot).0.into();
        }
        parts
    }
}
