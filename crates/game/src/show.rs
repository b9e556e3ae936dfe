//! Games as people see them, in text.

mod board;
mod description;
mod facts;
mod half;
mod hint;
mod outcomes;
mod percent;
mod sentence;
mod standing;
mod svg;
mod tell;
pub mod terminal;
mod words;

use cheqqers_circuit::Symbols;
use cheqqers_world::Slot;
use serde::Serialize;

use crate::{Colour, Game, GameExt, OccupiedPlace, Ply, Turn};

pub use board::{BoardView, PartPhase, PartView, SquareView, squares_named, squares_of_move};
pub use description::{
    BoardLayout, BoardStyle, Choice, Demo, Lesson, LessonCondition, LessonEnding, LessonGoal,
    Likelihood, MoveForms, MoveKind, MoveShape, Numbers, Phases, PieceKind, PlacedPiece,
    PlayedGame, RecordForm, SettingField, Settings, SquareLayout, WrittenGame,
};
pub use facts::{LocatedPiece, MeasuredFacts, PieceThere, PlyFacts, ReadSquare};
pub use half::{HalfMark, MarkColour};
pub use hint::best_move;
pub use outcomes::{MoveOutcome, MoveOutcomes};
pub use percent::{percent, short_percent};
pub use sentence::{Sentence, SentenceForm, SentenceValue};
pub use standing::Standing;
pub use svg::svg;
pub use tell::describe_ply;
pub use words::{capitalised, join};

/// Colours of a drawing in a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ink {
    /// Characters without colours.
    #[default]
    Plain,
    /// With ANSI escape sequences for 256 colours.
    Ansi,
}

/// Appearance of a drawing in a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Use of colours.
    pub ink: Ink,
    /// The characters to use.
    pub symbols: Symbols,
    /// Number of columns, where lines are wrapped.
    pub width: Option<usize>,
}

/// A part of a piece, as a picture shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct ShownPart {
    /// The name of its place on the board.
    pub place: String,
    /// The place's number, where people number them.
    pub number: Option<u32>,
    /// Slot of the part.
    pub slot: Option<Slot>,
    /// Parts of one piece share it.
    pub piece: u32,
    /// Whose it is.
    pub colour: Option<Colour>,
    /// Name of the kind of piece, without its colour; empty while none of its kinds is shown.
    pub kind: String,
    /// Names of the kinds of a piece that has several, in a fixed order; an unknown one is empty.
    pub types: Vec<String>,
    /// Probability that it is there, in (0, 1]; exactly 1 when that is certain.
    pub probability: f64,
    /// Its mark, in games whose pieces are two halves at most.
    pub half: Option<HalfMark>,
}

/// Type that a measurement found of a piece of several types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownType {
    /// Name of the kind of piece.
    pub kind: &'static str,
    /// `true` if it is the second one.
    pub secondary: bool,
    /// `true` if it was unknown before.
    pub new: bool,
}

/// A captured piece, as pictures show it beside the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TakenPiece {
    /// Whose it was.
    pub colour: Colour,
    /// As in [`ShownPart::kind`].
    pub kind: String,
    /// As in [`ShownPart::types`].
    pub types: Vec<String>,
}

/// A game that can be shown to people.
///
/// All of it has a plain form already: a game overrides what it can say better.
pub trait Show: Game {
    /// Name that people call the game by.
    const CALLED: &'static str = Self::NAME;
    /// Kind of game, in a few words.
    const ABOUT: &'static str = "a quantum board game";
    /// Forms of moves and their effects.
    const MOVES: MoveForms = &[];
    /// Facts about the board and the rules that a player must know, in whole lines.
    const ADVICE: &'static str = "";
    /// Kinds of pieces. Those that are not listed are drawn as a disc with their first letter.
    const PIECES: &'static [PieceKind] = &[];
    /// Settings that are asked for first.
    const FIELDS: &'static [SettingField] = &[];
    /// Forms of record, beside the JSON Lines of every game.
    const FORMS: &'static [RecordForm<Self>] = &[];
    /// Settings of a first game, for who knows nothing of it yet; the others are as usual.
    const FIRST_GAME: Settings = &[];
    /// A short game to watch.
    const DEMO: Option<Demo> = None;
    /// Lessons, the first one first.
    const LESSONS: &'static [Lesson] = &[];

    /// The game and its main options, such as `Cheqqers at level 3 on 8 x 8`.
    fn title(&self) -> String {
        capitalised(Self::CALLED)
    }

    /// First moves as part of a sentence, such as `c3-d4 to step`.
    fn first_words(&self) -> String {
        "those of the list `moves`".into()
    }

    /// The last of `positions`, which start with the start of the game, and the meaning of its
    /// marks, in whole lines; the places of the last move are marked, and `bottom` says whose side
    /// is there.
    fn picture<'a>(
        positions: impl Iterator<Item = &'a Self>,
        last: Option<Self::Move>,
        look: Look,
        bottom: Colour,
    ) -> (String, String)
    where
        Self: 'a,
    {
        let marks = last.map(|mv| [Self::sources(mv), Self::targets(mv)].concat());
        terminal::picture(positions, marks.unwrap_or_default(), look, bottom)
    }

    /// Whose turn it is and what must be done, or how the game ended.
    fn status(&self) -> String {
        let must_capture = !self.is_quiescent();
        standing::status(&self.standing(), self.turn(), self.outcome(), must_capture)
    }

    /// The same beside whose turn it is, apart from any language: what is to be known while the game goes on, or
    /// why it is over.
    fn standing(&self) -> Vec<Standing> {
        Vec::new()
    }

    /// Sentence for a kind of ply, or of a move that was tried, which the forms for steps, splits, merges and
    /// captures don't fit.
    ///
    /// `{side}` is the player, with a capital letter; `{from}`, `{to}`, `{over}` and `{squares}` are squares, `{first}`
    /// and `{second}` two of those it leads to; `{mover}` is what moves, `{piece}` the name of its kind alone,
    /// `{taken}` what is to be captured, `{becomes}` what arrives. The verb in brackets is what may fail.
    fn sentence(mv: Self::Move, kind: &str) -> Option<SentenceForm> {
        let _ = (mv, kind);
        None
    }

    /// Success of a ply: `true` if it did what it was to do; `None` of one that can't fail.
    ///
    /// Unless a game says otherwise: a capture that was measured may fail.
    fn succeeded(before: &Self, ply: &Ply<Self::Move>, after: &Self) -> Option<bool> {
        let may_fail = !ply.measurements.is_empty() && !before.over(ply.mv).is_empty();
        may_fail.then(|| !after.captured().is_empty())
    }

    /// Type that a piece of several types showed in a ply.
    fn shown_type(before: &Self, ply: &Ply<Self::Move>) -> Option<ShownType> {
        let _ = (before, ply);
        None
    }

    /// Returns `true` if a ply gives check.
    fn gives_check(before: &Self, ply: &Ply<Self::Move>, after: &Self) -> bool {
        let _ = (before, ply, after);
        false
    }

    /// The chances that decide a legal move, in a sentence before it is made; `None` when nothing is
    /// left to chance.
    fn describe_probabilities(&self, mv: Self::Move) -> Option<String> {
        let _ = mv;
        None
    }

    /// Advice on the legal moves, of which there is at least one, in whole lines.
    fn hint(&self, legal: &[Self::Move]) -> String {
        format!("{} is legal.\n", legal[0])
    }

    /// Those of the forms of [`Self::MOVES`] that there are in the game that starts here.
    fn forms_of_moves(&self) -> MoveForms {
        Self::MOVES
    }

    /// The board, the same in the whole game.
    ///
    /// Unless a game says otherwise: a row of its slots from 0 on, as far as they have names.
    fn layout(&self) -> BoardLayout {
        let name = |slot: Slot| {
            let name = self.slot_name(slot);
            (self.slot_named(&name) == Some(slot)).then_some(name)
        };
        BoardLayout::row((0..=u16::MAX).map(Slot).map_while(name))
    }

    /// Style of probabilities and phases on the board.
    fn style(&self) -> BoardStyle {
        BoardStyle::default()
    }

    /// Kinds of moves there may be in the game that starts here.
    fn move_kinds(&self) -> Vec<MoveKind> {
        Vec::new()
    }

    /// Name of the square on which a slot is drawn.
    fn square(&self, slot: Slot) -> String {
        self.slot_name(slot)
    }

    /// Text of the setting `position` for a game with the settings of this one: pieces put on the
    /// board by hand, those left out that have no place on it. `None` where a game has no such
    /// setting.
    fn position_text(&self, turn: Colour, pieces: &[PlacedPiece]) -> Option<String> {
        let _ = (turn, pieces);
        None
    }

    /// Returns `true` if a legal move is measured, whatever else it depends on.
    ///
    /// Unless a game says otherwise the move is begun on a copy of the position.
    fn measures(&self, mv: Self::Move) -> bool {
        matches!(self.clone().play_unchecked(mv), Turn::Pending(_))
    }

    /// The names of the places it starts from.
    fn sources(mv: Self::Move) -> Vec<String> {
        let _ = mv;
        Vec::new()
    }

    /// The names of the places it leads to.
    fn targets(mv: Self::Move) -> Vec<String> {
        let _ = mv;
        Vec::new()
    }

    /// The names of the places that a legal move jumps over.
    fn over(&self, mv: Self::Move) -> Vec<String> {
        let _ = mv;
        Vec::new()
    }

    /// The captured pieces, in the order of their captures, in games that show them beside the board
    /// ([`BoardStyle::beside`]).
    fn taken(&self) -> Vec<TakenPiece> {
        Vec::new()
    }

    /// Every part of a piece, in the board's order; several may share a place where they are never
    /// there together.
    fn parts(&self) -> Vec<ShownPart> {
        let part = |(occupied, piece): (OccupiedPlace, u32)| ShownPart {
            slot: self.slot_named(&occupied.place),
            place: occupied.place,
            number: None,
            piece,
            colour: None,
            kind: occupied.piece,
            types: Vec::new(),
            probability: occupied.probability,
            half: None,
        };
        self.occupied().into_iter().zip(0..).map(part).collect()
    }
}
