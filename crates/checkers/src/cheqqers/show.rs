use cheqqers_game::show::{
    self, BoardLayout, BoardStyle, Choice, Demo, Lesson, MoveForms, MoveKind, PieceKind,
    PlacedPiece, RecordForm, SettingField, Settings, Show, Standing, join, percent,
};
use cheqqers_game::{Colour, Game, GameExt, Outcome, Turn};

use super::hint::hint;
use super::lessons::LESSONS;
use super::{Move, Position, Prospect};
use crate::describe::{self, SIZE_FIELD};
use crate::fen::sides::Naming;
use crate::pdn;

impl Show for Position {
    const CALLED: &'static str = "Cheqqers";
    const ABOUT: &'static str =
        "quantum checkers of levels 0 to 3: superposition, entanglement, interference";
    const MOVES: MoveForms = &[
        ("c3-d4", "step"),
        ("c3^b4d4", "split a piece over two squares"),
        ("d4xf6", "capture, one jump"),
        ("b4d4^c5", "merge two parts of a piece"),
    ];
    const ADVICE: &'static str = "\
A letter at a piece names the piece that the part belongs to; parts with the same letter are
one piece. Captures must be taken. When a part of a piece captures or is captured, all that is
together in one circuit with it is measured: the capture succeeds, or the turn passes.
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
                    about: "English draughts, nothing quantum",
                },
                Choice {
                    value: "1",
                    name: "1 Superposition",
                    about: "a piece can be on two squares at once; capturing one that may not be there measures it",
                },
                Choice {
                    value: "2",
                    name: "2 Entanglement",
                    about: "capture a piece that may not be there, and the two become entangled",
                },
                Choice {
                    value: "3",
                    name: "3 Interference",
                    about: "parts of a piece can merge again: they add up or cancel out",
                },
            ],
        },
        SIZE_FIELD,
    ];
    const FORMS: &'static [RecordForm<Self>] = &[pdn::form()];
    const FIRST_GAME: Settings = &[("level", "1")];
    // A king splits and merges, and is whole again. Then one part goes a step and back, which turns its phase by half
    // a turn: nothing arrives where they meet.
    const DEMO: Option<Demo> = Some(Demo {
        settings: &[("level", "3"), ("size", "6"), ("position", "W:WK17:BK3")],
        moves: "c1^b2d2 f6-e5 b2d2^c3 e5-f6 c3^b2d2 f6-e5 b2-a3 e5-f6 a3-b2 f6-e5 b2d2^c3",
    });
    const LESSONS: &'static [Lesson] = LESSONS;

    fn title(&self) -> String {
        let (level, size) = (self.rules().level(), self.rules().size());
        format!("Cheqqers at level {level} on {size} x {size}")
    }

    fn first_words(&self) -> String {
        describe::first_words(self.rules().level())
    }

    fn standing(&self) -> Vec<Standing> {
        let count = self.half_move_clock();
        match self.outcome() {
            Some(Outcome::Draw) => vec![Standing::new("no-captures").plies(count)],
            Some(Outcome::Decisive { winner }) => {
                vec![describe::loss(
                    !self.board().of(winner.opponent()).is_empty(),
                )]
            }
            None => {
                let chain = self.chain();
                let chain = chain.map(|square| Standing::new("chain").on(&square));
                let limit = self.rules().draw_after();
                let draw = Standing::plies_left("draw-near-captures", count, limit);
                chain.into_iter().chain(draw).collect()
            }
        }
    }

    fn describe_probabilities(&self, mv: Move) -> Option<String> {
        match mv {
            Move::Capture { .. } => match Prospect::of(self, mv)? {
                Prospect::Certain => None,
                prospect => Some(prospect.to_string()),
            },
            // Interference decides.
            Move::Merge { from, to } => match self.clone().play_unchecked(mv) {
                Turn::Ready(after) => {
                    let share = |square| format!("{square} {}", percent(after.probability(square)));
                    let squares = [to, from[0], from[1]].map(share);
                    Some(format!("then {}", join(&squares, "and")))
                }
                Turn::Pending(_) => None,
            },
            Move::Step { .. } | Move::Split { .. } => None,
        }
    }

    fn hint(&self, legal: &[Move]) -> String {
        hint(self, legal)
    }

    fn layout(&self) -> BoardLayout {
        describe::layout(self.rules().size())
    }

    fn style(&self) -> BoardStyle {
        describe::style(self.rules().level())
    }

    fn move_kinds(&self) -> Vec<MoveKind> {
        let [step, merge] = ["goes one square on", "brings two parts of a piece together"];
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
        let Move::Capture { from, to } = mv else {
            return false;
        };
        let quantum = self.board().quantum();
        quantum.contains(from)
            || from
                .between(to)
                .is_some_and(|over| quantum.contains(over) && !self.entangles(over))
    }

    fn sources(mv: Move) -> Vec<String> {
        describe::names(mv.sources())
    }

    fn targets(mv: Move) -> Vec<String> {
        describe::names(mv.targets())
    }

    fn over(&self, mv: Move) -> Vec<String> {
        let over = match mv {
            Move::Capture { from, to } => from.between(to),
            _ => None,
        };
        over.iter().map(ToString::to_string).collect()
    }

    fn parts(&self) -> Vec<show::ShownPart> {
        describe::parts(&self.board, |square| self.probability(square))
    }
}
