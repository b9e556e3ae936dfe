//! Descriptions of a game for a page that knows no game: its board, pieces, moves and settings.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::record::EndLine;
use crate::{Colour, Game, Ply, Status};

/// Board as a grid: all its columns and rows, and the squares of it that are in play.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct BoardLayout {
    /// Names of the columns from White's left, as drawn at the edge; empty for none.
    pub columns: Vec<String>,
    /// Names of the rows from White's side, likewise.
    pub rows: Vec<String>,
    /// Squares in play, in the board's order.
    pub squares: Vec<SquareLayout>,
}

/// A square in play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SquareLayout {
    /// Its name, as in [`ShownPart::place`](super::ShownPart::place).
    pub name: String,
    /// Column, counted from 0.
    pub column: usize,
    /// Row, counted from 0.
    pub row: usize,
    /// Its number, where people number squares.
    pub number: Option<u32>,
}

impl BoardLayout {
    /// A single row of squares.
    pub fn row(names: impl IntoIterator<Item = String>) -> Self {
        let square = |(column, name)| SquareLayout {
            name,
            column,
            row: 0,
            number: None,
        };
        let squares: Vec<_> = names.into_iter().enumerate().map(square).collect();
        Self {
            columns: vec![String::new(); squares.len()],
            rows: vec![String::new()],
            squares,
        }
    }
}

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PieceKind {
    /// Its name, as in [`ShownPart::kind`](super::ShownPart::kind).
    pub name: &'static str,
    /// SVG document with the view box `-.5 -.5 1 1`, one square, that is drawn on the piece's disc, of
    /// radius 0.36; empty for a plain disc. `var(--badge)` and `var(--badge-edge)` are colours that stand
    /// out from those of its side. Where pieces are no discs the picture is all of the piece, and
    /// `var(--piece)` and `var(--edge)` are the colours of its side.
    pub picture: &'static str,
    /// Letters for White's and Black's in plain text.
    #[serde(skip)]
    pub letters: [&'static str; 2],
    /// Signs of Unicode for White's and Black's, the second being full.
    #[serde(skip)]
    pub signs: [&'static str; 2],
}

/// A kind of move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct MoveKind {
    /// Its name, as in [`Game::kind`].
    pub name: &'static str,
    /// Effect on a piece, in a few words.
    pub about: &'static str,
    /// Shape of the move on the board.
    pub shape: MoveShape,
    /// `true` if its effect is obvious, so that no preview of it is worth showing.
    pub plain: bool,
    /// Effect of a second press on the target, such as `to rotate the piece`, where a move of this
    /// kind is to be confirmed.
    pub confirm: Option<&'static str>,
}

impl MoveKind {
    /// A move without preview or confirmation of a shape.
    pub const fn new(name: &'static str, shape: MoveShape, about: &'static str) -> Self {
        Self {
            name,
            about,
            shape,
            plain: false,
            confirm: None,
        }
    }
}

/// Shape of a move on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveShape {
    /// It goes from one square to another, or is no move of a piece at all.
    Step,
    /// A part of it becomes two.
    Split,
    /// Two parts of it meet.
    Merge,
}

/// Style of probabilities and phases on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct BoardStyle {
    /// Drawing of probabilities.
    pub likelihood: Likelihood,
    /// Format of probabilities.
    pub numbers: Numbers,
    /// `true` if the numbers can be hidden.
    pub hides_numbers: bool,
    /// The phases that are drawn.
    pub phases: Phases,
    /// `true` if a sign marks parts that share a component with two other pieces or more.
    pub marks_links: bool,
    /// `true` if pieces are drawn as discs, with their pictures on them.
    pub discs: bool,
    /// `true` if captured pieces are shown beside the board.
    pub beside: bool,
    /// `true` if letters tell the parts of one piece from those of another.
    #[serde(skip)]
    pub letters: bool,
}

impl Default for BoardStyle {
    fn default() -> Self {
        Self {
            likelihood: Likelihood::default(),
            numbers: Numbers::default(),
            hides_numbers: false,
            phases: Phases::default(),
            marks_links: false,
            discs: true,
            beside: false,
            letters: true,
        }
    }
}

/// Drawing of probabilities.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Likelihood {
    /// A ring around the piece, as long as the probability.
    #[default]
    Ring,
    /// The same around a piece that is fainter the less likely it is.
    Fade,
    /// A disc with a slice for each piece that may be there.
    Slices,
}

/// Format of probabilities.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Numbers {
    /// Percentages such as `50 %`.
    #[default]
    Percent,
    /// Decimal fractions such as `0.50`.
    Decimal,
}

/// Choice of the phases that are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phases {
    /// All that are known.
    All,
    /// Those that are not 0.
    #[default]
    Turned,
    /// None, as nothing can interfere.
    None,
}

/// A setting that is asked for first, before those that most players leave alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SettingField {
    /// Key of the setting.
    pub key: &'static str,
    /// Label of the field.
    pub label: &'static str,
    /// Values to choose from.
    pub choices: &'static [Choice],
}

/// A value of a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// As it is written.
    pub value: &'static str,
    /// Name of the value.
    pub name: &'static str,
    /// Its meaning, in a few words; may be empty.
    pub about: &'static str,
}

/// A piece put on the board by hand.
#[derive(Clone, PartialEq, Debug)]
pub struct PlacedPiece {
    /// Name of its square.
    pub place: String,
    /// Side of the piece.
    pub colour: Colour,
    /// Name of its kind.
    pub kind: String,
    /// Probability that it is there; `None` for a piece as games start with.
    pub probability: Option<f64>,
}

/// A form of record that a game has beside the JSON Lines of every game.
#[derive(Debug)]
pub struct RecordForm<G: Game> {
    /// Its name, as exports are asked for.
    pub name: &'static str,
    /// Its purpose, in a few words.
    pub about: &'static str,
    /// Extensions of its files.
    pub extensions: &'static [&'static str],
    /// Writes a game.
    pub write: fn(&PlayedGame<'_, G>) -> WrittenGame,
}

/// A game to be written in some form of record, without the plies that were taken back.
#[derive(Debug)]
pub struct PlayedGame<'a, G: Game> {
    /// The header of its record.
    pub header: &'a Map<String, Value>,
    /// The start, then the position after each ply.
    pub positions: Vec<&'a G>,
    /// Plies in the order of play, one fewer than the positions.
    pub plies: &'a [Ply<G::Move>],
    /// Its end off the board, if it had one.
    pub end: Option<&'a EndLine>,
}

impl<G: Game> PlayedGame<'_, G> {
    /// The status of the game, by the rules or off the board.
    pub fn status(&self) -> Status {
        let outcome = || self.positions.last().and_then(|last| last.outcome()).into();
        self.end.map_or_else(outcome, |end| end.status)
    }
}

/// A game written in some form of record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenGame {
    /// The text itself.
    pub text: String,
    /// Extension of a file with this text, one of the form's.
    pub extension: &'static str,
}

/// Moves as they are written, each with its meaning in a few words.
pub type MoveForms = &'static [(&'static str, &'static str)];

/// Settings of a game as texts, by their keys; the position is one of them.
pub type Settings = &'static [(&'static str, &'static str)];

/// A short game to watch, in which nothing is left to chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Demo {
    /// Settings of the game.
    pub settings: Settings,
    /// Its moves with their outcomes.
    pub moves: &'static str,
}

/// A lesson: a small position in which one thing is to be done.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Lesson {
    /// Short name, unique in the game.
    pub id: &'static str,
    /// Heading of the lessons that belong together.
    pub chapter: &'static str,
    /// Heading of this one.
    pub title: &'static str,
    /// Settings of the game.
    pub settings: Settings,
    /// Moves made before the lesson begins.
    pub moves: &'static str,
    /// Answers of the other side, of which the first legal one is played; else any legal move.
    pub replies: &'static [&'static str],
    /// Paragraphs to read first.
    pub text: &'static [&'static str],
    /// Exercise for the player.
    #[serde(rename = "task")]
    pub exercise: &'static str,
    /// Condition for its end.
    pub goal: LessonGoal,
    /// Closing words: the first of these whose condition holds.
    pub endings: &'static [LessonEnding],
}

/// Condition on which a lesson is done.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LessonGoal {
    /// This move is played, and no other.
    Move(&'static str),
    /// So many plies are played.
    Plies(usize),
    /// The player makes a ply of this name, as in [`Game::ply_kind`].
    Deed(&'static str),
    /// The player makes a move from one of these places.
    From(&'static [&'static str]),
    /// Something is measured.
    Measured,
    /// So many parts of the other side's pieces are left.
    Left(usize),
    /// A piece of the player's has so many parts.
    Parts(usize),
}

/// Closing words of a lesson.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct LessonEnding {
    /// Condition on the board; `None` holds always.
    pub when: Option<LessonCondition>,
    /// The closing words.
    pub text: &'static str,
}

/// Condition on the board at the end of a lesson.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LessonCondition {
    /// More than so many parts of the other side's pieces are left.
    MoreThan(usize),
    /// Something stands on this square.
    Occupied(&'static str),
}
