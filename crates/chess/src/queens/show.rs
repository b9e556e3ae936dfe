use std::fmt::Write;

use cheqqers_game::show::{
    BoardLayout, BoardStyle, Lesson, MoveForms, MoveKind, MoveShape, Phases, PieceKind,
    PlacedPiece, SentenceForm, SettingField, Show, ShownPart, ShownType, Standing, TakenPiece,
    best_move, capitalised,
};
use cheqqers_game::{Colour, Game, Outcome, Ply};
use cozy_chess::{Piece as Kind, Square};

use super::board::{Board, GEOMETRY};
use super::lessons::LESSONS;
use super::moves::Move;
use super::piece::Piece;
use super::pool::{Pool, TYPES, draw_slot};
use super::position::{Position, TurnStep, slot};
use super::probabilities::MoveProbabilities;
use super::rules::Secondaries;
use crate::castling::CastlingRights;
use crate::fen::{Fields, write_placement};
use crate::pieces::{PIECES, layout, placed_pieces};
use crate::words::{self, noun};

/// The most outcomes of a measurement that a hint looks at.
const MAX_OUTCOMES: f64 = 16.0;

impl Show for Position {
    const CALLED: &'static str = "Queen's quantum chess";
    const ABOUT: &'static str =
        "chess in which a piece is of two types, and touching it measures which";
    const MOVES: MoveForms = &[
        ("e2?", "touch a quantum piece; if it can move, it must"),
        ("e2-e4", "move it"),
        ("e4xd5", "capture"),
        ("e7-e8=Q", "promote a pawn"),
        ("d8=Q", "promote a pawn that was touched on the last rank"),
        ("deal", "deal the types"),
        ("pass", "nothing can be touched"),
    ];
    const ADVICE: &'static str = "\
A quantum piece, in parentheses, is of its primary type or its secondary one, 1/2 each, and shows which
when it is touched; an unknown type is drawn from its side's pool then. A piece that lands on a dark
square is quantum again. Kings are captured: a check need not be answered, and there is no mate; but a
touch that gives check ends the turn, where the rules have it.
";

    const PIECES: &'static [PieceKind] = PIECES;
    const FIELDS: &'static [SettingField] = &[];
    const LESSONS: &'static [Lesson] = LESSONS;

    fn sentence(_: Move, kind: &str) -> Option<SentenceForm> {
        Some(match kind {
            "touch" => ("touch", "{side} touches {from}."),
            "lost turn" => ("lost-turn", "{side} touches {from}, and the turn is over."),
            "move" => words::MOVE,
            "castling" => words::CASTLING,
            "capture" => (
                "capture",
                "{side}'s {piece} from {from} captures the {taken} on {over}.",
            ),
            "promotion" => (
                "promotion",
                "{side} promotes the pawn on {to} to a {becomes}.",
            ),
            "deal" => ("deal", "The secondary types of all pieces are dealt."),
            "pass" => ("pass", "{side} can touch nothing and passes."),
            _ => return None,
        })
    }

    fn title(&self) -> String {
        Self::CALLED.into()
    }

    fn first_words(&self) -> String {
        match self.step {
            TurnStep::Deal => "deal to deal the types".into(),
            _ if self.rules.quantum => "e2? to touch a piece".into(),
            _ => "e2-e4 to move".into(),
        }
    }

    fn picture<'a>(
        positions: impl Iterator<Item = &'a Self>,
        last: Option<Move>,
        look: cheqqers_game::show::Look,
        bottom: Colour,
    ) -> (String, String) {
        let mut shown = None;
        let positions = positions.inspect(|position| shown = Some(*position));
        let marks = last.map(|mv| [Self::sources(mv), Self::targets(mv)].concat());
        let marks = marks.unwrap_or_default();
        let (board, mut legend) =
            cheqqers_game::show::terminal::picture(positions, marks, look, bottom);
        if let Some(position) = shown {
            legend += &pools_in_words(position);
            legend += &taken_in_words(position);
        }
        (board, legend)
    }

    fn standing(&self) -> Vec<Standing> {
        let count = self.half_move_clock;
        match (self.outcome(), self.step) {
            (None, TurnStep::Deal) => vec![Standing::new("deal")],
            (None, TurnStep::Move { square, .. }) => vec![Standing::new("must-move").on(&square)],
            (None, TurnStep::Promote(square)) => vec![Standing::new("must-promote").on(&square)],
            (None, TurnStep::Touch) => {
                let limit = self.rules.draw_after;
                let draw = Standing::turns_left("draw-near-progress", count, limit);
                draw.into_iter().collect()
            }
            (Some(Outcome::Decisive { .. }), _) => vec![Standing::new("king-captured")],
            (Some(Outcome::Draw), _)
                if [Colour::White, Colour::Black].map(|side| self.is_bare(side)) == [true; 2] =>
            {
                vec![Standing::new("only-kings")]
            }
            (Some(Outcome::Draw), _) => vec![Standing::new("no-progress").turns(count)],
        }
    }

    fn succeeded(_: &Self, _: &Ply<Move>, _: &Self) -> Option<bool> {
        None
    }

    fn shown_type(before: &Self, ply: &Ply<Move>) -> Option<ShownType> {
        read_type(before, ply).map(|(_, shown)| shown)
    }

    fn gives_check(before: &Self, ply: &Ply<Move>, after: &Self) -> bool {
        let Move::Touch(square) = ply.mv else {
            return false;
        };
        if after.turn == before.turn || after.outcome().is_some() {
            return false;
        }
        // By the type that it showed, which it may have lost again.
        let piece = before.board.expect_piece(square);
        let kind = after.board.expect_piece(square).kind();
        let kind = kind.or_else(|| Some(read_type(before, ply)?.0));
        let king = before.board.king(before.turn.opponent());
        let attacked = kind.or(piece.sure_kind()).zip(king).map(|(kind, king)| {
            let occupied = before.board.occupied();
            GEOMETRY
                .attacks(kind, piece.colour, square, occupied)
                .has(king)
        });
        attacked == Some(true)
    }

    fn describe_probabilities(&self, mv: Move) -> Option<String> {
        MoveProbabilities::of(self, mv).map(|probabilities| probabilities.to_string())
    }

    fn hint(&self, legal: &[Move]) -> String {
        let mut text = String::new();
        let touches = legal.iter().filter(|mv| matches!(mv, Move::Touch(_)));
        for &mv in touches {
            if let Some(words) = self.describe_probabilities(mv) {
                let _ = writeln!(text, "  {mv}  {words}");
            }
        }
        text += &pools_in_words(self);
        if let Some(mv) = best_move(self, legal, MAX_OUTCOMES) {
            let _ = writeln!(text, "Looking at this ply alone, {mv} is as good as any.");
        }
        text
    }

    fn layout(&self) -> BoardLayout {
        layout(GEOMETRY)
    }

    fn style(&self) -> BoardStyle {
        BoardStyle {
            phases: Phases::None,
            discs: false,
            beside: true,
            ..BoardStyle::default()
        }
    }

    fn move_kinds(&self) -> Vec<MoveKind> {
        let kind = |name, about| MoveKind::new(name, MoveShape::Step, about);
        vec![
            kind("touch", "measures a piece: it shows one of its types"),
            MoveKind {
                plain: true,
                ..kind("move", "goes to another square")
            },
            kind("capture", "captures a piece"),
            kind("promotion", "makes another piece of a pawn"),
            kind("deal", "deals the secondary types"),
            kind("pass", "ends the turn"),
        ]
    }

    /// Pieces as games start with: their secondary types are unknown, or the primary ones where all
    /// types are open.
    fn position_text(&self, turn: Colour, pieces: &[PlacedPiece]) -> Option<String> {
        let pieces = placed_pieces(GEOMETRY, [Square::E1, Square::E8], pieces);
        let is_open = self.rules.secondaries == Secondaries::Open || !self.rules.quantum;
        let mut board = Board::empty();
        for (square, kind, colour) in pieces {
            let piece = if is_open || kind == Kind::King {
                Piece::certain(colour, kind)
            } else {
                Piece::unknown(colour, kind)
            };
            board.put(square, piece);
        }
        // The usual start has its rights to castle.
        let is_usual = turn == Colour::White && board == Board::initial(!is_open);
        let castling = if is_usual && self.rules.castling {
            CastlingRights::ALL
        } else {
            CastlingRights::default()
        };
        let piece = |square| board.piece(square).map(|piece| piece.to_string());
        let fields = Fields::write(&write_placement(GEOMETRY, piece), turn, castling, None, 0);
        let pools = if is_open {
            "-/-".to_owned()
        } else {
            let [white, black] =
                [Colour::White, Colour::Black].map(|side| Pool::FULL.to_text(side));
            format!("{white}/{black}")
        };
        Some(fields + &pools)
    }

    fn measures(&self, mv: Move) -> bool {
        self.measures_something(mv)
    }

    fn sources(mv: Move) -> Vec<String> {
        mv.from().iter().map(ToString::to_string).collect()
    }

    fn targets(mv: Move) -> Vec<String> {
        // A piece is touched by pressing it twice.
        let to = match mv {
            Move::Touch(square) | Move::Promote { square, .. } => Some(square),
            _ => mv.to(),
        };
        to.iter().map(ToString::to_string).collect()
    }

    fn over(&self, mv: Move) -> Vec<String> {
        match mv {
            Move::Capture { to, .. } => vec![self.victim(to).to_string()],
            _ => Vec::new(),
        }
    }

    fn taken(&self) -> Vec<TakenPiece> {
        let taken = |piece: Piece| TakenPiece {
            colour: piece.colour,
            kind: kind_shown(piece),
            types: types_shown(piece),
        };
        self.taken.iter().map(taken).collect()
    }

    fn parts(&self) -> Vec<ShownPart> {
        let part = |(number, square): (u32, Square)| {
            let piece = self.board.expect_piece(square);
            ShownPart {
                place: square.to_string(),
                number: None,
                slot: Some(slot(square)),
                piece: number,
                colour: Some(piece.colour),
                kind: kind_shown(piece),
                types: types_shown(piece),
                probability: 1.0,
                half: None,
            }
        };
        (0..).zip(self.board.occupied()).map(part).collect()
    }
}

/// The type that the measurements of a ply found.
fn read_type(before: &Position, ply: &Ply<Move>) -> Option<(Kind, ShownType)> {
    let square = match ply.mv {
        Move::Touch(square) => square,
        Move::Capture { to, .. } => before.victim(to),
        _ => return None,
    };
    let piece = before.board.expect_piece(square);
    let secondary = ply.measurements.first()?.reading(slot(square))?;
    let drawn = || {
        let draw = ply.measurements.get(1)?;
        TYPES
            .into_iter()
            .find(|&kind| draw.reading(draw_slot(kind)) == Some(true))
    };
    // The only kind of a pool is not measured.
    let only = || before.pool(piece.colour).kinds().next();
    let kind = if secondary {
        piece.secondary.or_else(drawn).or_else(only)?
    } else {
        piece.primary
    };
    let shown = ShownType {
        kind: noun(kind),
        secondary,
        new: secondary && piece.secondary.is_none(),
    };
    Some((kind, shown))
}

/// The type that a piece shows; empty for a quantum one.
fn kind_shown(piece: Piece) -> String {
    piece.kind().map_or("", noun).to_owned()
}

/// Both types of a piece, an unknown one being empty; none of a classical piece of one kind.
fn types_shown(piece: Piece) -> Vec<String> {
    if piece.is_certain() && !piece.is_quantum() {
        return Vec::new();
    }
    let secondary = piece.secondary.map_or("", noun);
    vec![noun(piece.primary).to_owned(), secondary.to_owned()]
}

/// The captured pieces, in a line as positions write them; empty where none was captured.
fn taken_in_words(position: &Position) -> String {
    by_side("Captured", |colour| {
        let of_side = position.taken.iter().filter(|piece| piece.colour == colour);
        let pieces: Vec<String> = of_side.map(|piece| piece.to_string()).collect();
        pieces.join(" ")
    })
}

/// Labels left in the pools, in a line; empty where all types are known.
fn pools_in_words(position: &Position) -> String {
    by_side("Types not seen yet", |colour| {
        let pool = position.pool(colour);
        let kinds = pool.kinds().map(|kind| match pool.count(kind) {
            1 => format!("1 {}", noun(kind)),
            count => format!("{count} {}s", noun(kind)),
        });
        let kinds: Vec<String> = kinds.collect();
        kinds.join(", ")
    })
}

/// A line of what each side has; empty where neither has anything.
fn by_side(title: &str, of_side: impl Fn(Colour) -> String) -> String {
    let sides = [Colour::White, Colour::Black].map(|colour| {
        let items = of_side(colour);
        let side = capitalised(&colour.to_string());
        (!items.is_empty()).then(|| format!("{side} {items}"))
    });
    let sides: Vec<String> = sides.into_iter().flatten().collect();
    if sides.is_empty() {
        return String::new();
    }
    format!("{title}: {}\n", sides.join("; "))
}
