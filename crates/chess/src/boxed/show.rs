use std::fmt::Write;

use cheqqers_game::show::{
    BoardLayout, BoardStyle, Choice, HalfMark, Lesson, Look, MarkColour, MoveForms, MoveKind,
    MoveShape, Phases, PieceKind, PlacedPiece, SentenceForm, SettingField, Show, ShownPart,
    Standing, best_move, join, terminal,
};
use cheqqers_game::{Colour, Game, Outcome, Ply};
use cozy_chess::{Piece as Kind, Square};

use super::board::Board;
use super::half::{Half, PairType};
use super::lessons::LESSONS;
use super::moves::Move;
use super::position::{Position, slot};
use super::probabilities::MoveProbabilities;
use super::start::start;
use crate::castling::CastlingRights;
use crate::en_passant::EnPassant;
use crate::fen::{Fields, letter, write_placement};
use crate::pieces::{PIECES, layout, placed_pieces};
use crate::words::{self, noun};

/// The most outcomes of a measurement that a hint looks at.
const MAX_OUTCOMES: f64 = 16.0;

impl Show for Position {
    const CALLED: &'static str = "Box chess";
    const ABOUT: &'static str =
        "chess in which a piece is on two squares, pairs entangle, and captures are attempted";
    const MOVES: MoveForms = &[
        ("e2-e4", "move, of a half too"),
        ("b1^a3c3", "put a piece on two squares, 1/2 each"),
        ("e4xd5", "capture, or attempt to"),
        ("b1^c3>a3", "the same, likely on the first"),
        ("e7-e8=Q", "promote a pawn"),
        ("f6^d5&e4", "stay and go to d5, entangled with e4"),
        ("d5<>f6", "exchange the classes of a pair's halves"),
        ("b1^a3~c3", "on two squares with opposite sign (with phase)"),
        (
            "a1ze1, a1e1^a1",
            "a Z move exchanges the signs, a Hadamard move joins halves",
        ),
        ("a1|a4", "tunnel through a piece"),
        ("a1?", "collapse a pair of yours (where the rules have it)"),
    ];
    const ADVICE: &'static str = "\
Two halves with one letter are one piece, and one of them is real. Parts with one sign are entangled
and measured together: the legend says which halves are real together. A capture in which a half takes
part measures its group, and fails if the attacker or its target is not there. A half gives check
wherever it may be real.
";

    const PIECES: &'static [PieceKind] = PIECES;
    const FIELDS: &'static [SettingField] = &[SettingField {
        key: "board",
        label: "Board",
        choices: &[
            choice("8x8", "8 x 8"),
            choice("5x6", "5 x 6"),
            choice("4x6", "4 x 6"),
            choice("4x5", "4 x 5"),
            choice("4x4", "4 x 4"),
        ],
    }];
    const LESSONS: &'static [Lesson] = LESSONS;

    fn sentence(mv: Move, kind: &str) -> Option<SentenceForm> {
        Some(match (kind, mv) {
            ("move", _) => words::MOVE,
            ("castling", _) => words::CASTLING,
            ("capture", _) => (
                "attempt",
                "{side}'s {piece} from {from} [captures] the {taken} on {over}.",
            ),
            (
                "superposition",
                Move::Split {
                    pair_type: PairType::Phase,
                    ..
                },
            ) => (
                "opposite-superposition",
                "{side} puts the {piece} from {from} on {to}, with opposite signs.",
            ),
            ("superposition", _) => (
                "superposition",
                "{side} puts the {piece} from {from} on {to}.",
            ),
            ("entanglement", _) => (
                "entanglement",
                "{side} puts the {piece} on {from} on {first} as well: it is on {first} where the opponent's half \
                 on {second} is real.",
            ),
            ("inversion", _) => ("inversion", "{side} inverts the {piece} on {squares}."),
            ("Z move", _) => (
                "z-move",
                "{side} changes the sign of the {piece} on {squares}.",
            ),
            ("Hadamard move", _) => (
                "hadamard-move",
                "{side} makes a Hadamard move with the {piece} on {from}.",
            ),
            ("tunnelling", _) => (
                "tunnelling",
                "{side}'s {piece} on {from} [tunnels] to {to}.",
            ),
            ("remote collapse", _) => ("collapse", "{side} collapses the {piece} on {from}."),
            _ => return None,
        })
    }

    fn title(&self) -> String {
        let geometry = self.rules.geometry;
        format!("Box chess on {} x {}", geometry.files(), geometry.ranks())
    }

    fn first_words(&self) -> String {
        let mut legal = Vec::new();
        self.legal_moves(&mut legal);
        // The one of two other squares, equally, is the usual superposition.
        let is_usual = |mv| match mv {
            Move::Split {
                from,
                to,
                pair_type,
                ..
            } => pair_type == PairType::Equal && !to.contains(&from),
            _ => true,
        };
        let first = |kind, words| {
            let mut of_kind = legal.iter().filter(|&&mv| Self::kind(mv) == kind);
            let mv = of_kind.find(|&&mv| is_usual(mv))?;
            Some(format!("{mv} {words}"))
        };
        let words = [
            first("move", "to move"),
            first("superposition", "to be on two squares"),
            first("capture", "to capture"),
        ];
        let words: Vec<String> = words.into_iter().flatten().take(2).collect();
        if words.is_empty() {
            return "e2-e4 to move".into();
        }
        words.join(", ")
    }

    fn picture<'a>(
        positions: impl Iterator<Item = &'a Self>,
        last: Option<Move>,
        look: Look,
        bottom: Colour,
    ) -> (String, String) {
        let mut shown = None;
        let positions = positions.inspect(|position| shown = Some(*position));
        let marks = last.map(|mv| [Self::sources(mv), Self::targets(mv)].concat());
        let marks = marks.unwrap_or_default();
        let (board, mut legend) = terminal::picture(positions, marks, look, bottom);
        if let Some(position) = shown {
            legend += &groups_in_words(position);
        }
        (board, legend)
    }

    fn standing(&self) -> Vec<Standing> {
        if let Some(square) = self.collapsed {
            return vec![Standing::new("must-move").on(&square)];
        }
        let count = self.half_move_clock;
        let kings = self.board.of_kind(Kind::King);
        match self.outcome() {
            Some(Outcome::Decisive { .. }) => vec![Standing::new("mated")],
            Some(Outcome::Draw) if !super::outcome::is_drawn(self) => {
                vec![Standing::new("stalemate")]
            }
            Some(Outcome::Draw) if self.board.occupied().is_subset(kings) => {
                vec![Standing::new("only-kings")]
            }
            Some(Outcome::Draw) => vec![Standing::new("no-progress").turns(count)],
            None => {
                let check = self.is_in_check(self.turn).then(|| Standing::new("check"));
                let limit = self.rules.draw_after;
                let draw = Standing::turns_left("draw-near-progress", count, limit);
                check.into_iter().chain(draw).collect()
            }
        }
    }

    fn succeeded(before: &Self, ply: &Ply<Move>, after: &Self) -> Option<bool> {
        let is_there = |square| {
            let unit = after.board.unit(square);
            unit.is_some_and(|unit| unit.colour == before.turn)
        };
        match ply.mv {
            // Phases may decide without a measurement.
            Move::Capture { from, to, .. } if before.is_attempt([from, to]) => {
                Some(after.captured.is_some())
            }
            Move::Tunnel { to, .. } => Some(is_there(to)),
            _ => None,
        }
    }

    fn gives_check(_: &Self, _: &Ply<Move>, after: &Self) -> bool {
        after.collapsed.is_none() && after.is_in_check(after.turn)
    }

    fn describe_probabilities(&self, mv: Move) -> Option<String> {
        MoveProbabilities::of(self, mv).map(|probabilities| probabilities.to_string())
    }

    fn hint(&self, legal: &[Move]) -> String {
        let mut text = String::new();
        let measured = legal.iter().filter(|&&mv| self.measures_something(mv));
        for &mv in measured {
            if let Some(words) = self.describe_probabilities(mv) {
                let _ = writeln!(text, "  {mv}  {words}");
            }
        }
        if let Some(mv) = best_move(self, legal, MAX_OUTCOMES) {
            let _ = writeln!(text, "Looking at this ply alone, {mv} is as good as any.");
        }
        text
    }

    fn layout(&self) -> BoardLayout {
        layout(self.rules.geometry)
    }

    fn style(&self) -> BoardStyle {
        BoardStyle {
            phases: if self.rules.phase {
                Phases::Turned
            } else {
                Phases::None
            },
            discs: false,
            ..BoardStyle::default()
        }
    }

    fn move_kinds(&self) -> Vec<MoveKind> {
        let kind = MoveKind::new;
        let step = MoveShape::Step;
        vec![
            MoveKind {
                plain: true,
                ..kind("move", step, "goes to another square")
            },
            kind("capture", step, "captures a piece, or attempts to"),
            kind(
                "superposition",
                MoveShape::Split,
                "puts a piece on two squares",
            ),
            kind(
                "entanglement",
                MoveShape::Split,
                "puts a piece on another square as well, entangled",
            ),
            kind(
                "inversion",
                MoveShape::Merge,
                "exchanges the classes of two halves",
            ),
            kind("Z move", MoveShape::Merge, "changes the sign of a pair"),
            kind(
                "Hadamard move",
                MoveShape::Merge,
                "makes one piece of a pair by its sign",
            ),
            kind("tunnelling", step, "tries to pass through a piece"),
            kind(
                "remote collapse",
                step,
                "measures a pair, whose piece must then move",
            ),
        ]
    }

    fn position_text(&self, turn: Colour, pieces: &[PlacedPiece]) -> Option<String> {
        let usual = Self::initial(self.rules);
        let king = |colour| {
            let kings = usual.board.of_kind(Kind::King) & usual.board.of(colour);
            kings.next_square().unwrap_or(Square::A1)
        };
        let geometry = self.rules.geometry;
        let kings = [king(Colour::White), king(Colour::Black)];
        let pieces = placed_pieces(geometry, kings, pieces);
        let last = [Colour::White, Colour::Black].map(|colour| geometry.last_rank(colour));
        let piece = |square: Square| {
            let &(_, kind, colour) = pieces.iter().rev().find(|piece| piece.0 == square)?;
            let is_misplaced = kind == Kind::Pawn && last.contains(&square.rank());
            (!is_misplaced).then(|| letter(kind, colour).to_string())
        };
        let placement = write_placement(geometry, piece);
        let start = start(geometry);
        // The usual start has its rights to castle.
        if turn == Colour::White && start.starts_with(&format!("{placement} ")) {
            return Some(start.to_owned());
        }
        let fields = Fields::write(&placement, turn, CastlingRights::default(), None, 0);
        Some(fields + "-")
    }

    fn measures(&self, mv: Move) -> bool {
        self.measures_something(mv)
    }

    fn sources(mv: Move) -> Vec<String> {
        mv.sources().iter().map(ToString::to_string).collect()
    }

    fn targets(mv: Move) -> Vec<String> {
        let targets = match mv {
            Move::Join { to, with, .. } => vec![to, with],
            // A pair is collapsed by pressing its half twice.
            Move::Collapse(square) => vec![square],
            // What it makes of a pair is no choice.
            Move::Hadamard { .. } => Vec::new(),
            _ => mv.targets(),
        };
        targets.iter().map(ToString::to_string).collect()
    }

    fn over(&self, mv: Move) -> Vec<String> {
        match mv {
            Move::Capture { to, .. } => vec![EnPassant::target(self.en_passant, to).to_string()],
            _ => Vec::new(),
        }
    }

    fn parts(&self) -> Vec<ShownPart> {
        let part = |square: Square| {
            let unit = self.board.expect_unit(square);
            // The halves of a piece share the number of the lower square.
            let piece = unit.half.map_or(square, |half| square.min(half.partner));
            ShownPart {
                place: square.to_string(),
                number: None,
                slot: Some(slot(square)),
                piece: piece as u32,
                colour: Some(unit.colour),
                kind: noun(unit.kind).to_owned(),
                types: Vec::new(),
                probability: self.probability(square),
                half: unit.half.and_then(|half| half_mark(self, half)),
            }
        };
        self.board.occupied().into_iter().map(part).collect()
    }
}

const fn choice(value: &'static str, name: &'static str) -> Choice {
    let about = "";
    Choice { value, name, about }
}

/// The groups of several pairs, in the board's order.
fn entangled_groups(board: &Board) -> Vec<u8> {
    let halves = board.halves().into_iter();
    let halves = halves.map(|square| board.expect_half(square));
    let mut groups: Vec<u8> = Vec::new();
    for half in halves.filter(|&half| board.is_entangled(half)) {
        if !groups.contains(&half.group) {
            groups.push(half.group);
        }
    }
    groups
}

/// The mark of a half where it tells anything: of a pair by itself the probabilities tell all but what a
/// Hadamard move makes of it.
fn half_mark(position: &Position, half: Half) -> Option<HalfMark> {
    let groups = entangled_groups(&position.board);
    let entangled = groups.iter().position(|&group| group == half.group);
    let has_colours = position.rules.phase;
    (entangled.is_some() || has_colours).then(|| HalfMark {
        second: half.class,
        entangled,
        // The phase of a pair by itself is drawn as all phases are.
        negative: entangled.is_some() && half.class && half.pair_type == PairType::Phase,
        colour: has_colours.then_some(half.mark),
    })
}

/// A line for each pair whose type matters and each group: which halves are real together. Where
/// Hadamard moves exist, the colours of the halves as well.
fn groups_in_words(position: &Position) -> String {
    let board = &position.board;
    let mut text = String::new();
    let mut sentences: Vec<u8> = Vec::new();
    for square in board.halves() {
        let half = board.expect_half(square);
        if sentences.contains(&half.group) {
            continue;
        }
        sentences.push(half.group);
        let together = |class| {
            let halves = board.of_group(half.group);
            let of_class = halves.filter(|&square| board.expect_half(square).class == class);
            let names: Vec<String> = of_class.map(|square| square.to_string()).collect();
            join(&names, "and")
        };
        let kind = type_in_words(half);
        if board.is_entangled(half) {
            let [first, second] = [false, true].map(together);
            let _ = writeln!(text, "real together: {first} (1), or {second} (2){kind}");
        } else if !kind.is_empty() {
            let squares = [square, half.partner].map(|square| square.to_string());
            let _ = writeln!(text, "{}{kind}", join(&squares, "and"));
        }
    }
    if position.rules.phase && !board.halves().is_empty() {
        let of_colour = |colour| {
            let halves = board.halves().into_iter();
            let halves = halves.filter(|&square| board.expect_half(square).mark == colour);
            let names: Vec<String> = halves.map(|square| square.to_string()).collect();
            names.join(", ")
        };
        let [red, blue] = [MarkColour::Red, MarkColour::Blue].map(of_colour);
        let _ = writeln!(text, "red: {red}; blue: {blue}");
    }
    text
}

/// Such as `, with a negative sign`; empty for equal pairs and for unequal ones, whose numbers tell.
fn type_in_words(half: Half) -> &'static str {
    match half.pair_type {
        PairType::Phase => ": opposite signs",
        PairType::Equal | PairType::Unequal => "",
    }
}
