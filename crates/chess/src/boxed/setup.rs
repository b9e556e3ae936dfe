//! Starts: the usual one, and positions as text.

use std::collections::BTreeMap;
use std::fmt::Write;

use cheqqers_game::Colour;
use cheqqers_game::show::MarkColour;
use cozy_chess::{Piece as Kind, Square};

use super::board::{Board, Unit};
use super::half::{Half, PairType};
use super::position::Position;
use super::rules::Rules;
use super::start::start;
use crate::Geometry;
use crate::en_passant::EnPassant;
use crate::fen::{Fields, SetupError, letter, read_kind, read_placement, write_placement};

/// Names of the fields.
const FIELDS: &str = "placement turn castling ep half-move-clock pairs";
/// Forms of pieces.
const FORMS: &str =
    "a letter such as K, or (N1r) for the red half of the knight pair 1 and (N1b) for the blue one";

/// Letters of the types of pairs.
const TYPES: [(char, PairType, &str); 3] = [
    ('e', PairType::Equal, "equal"),
    ('u', PairType::Unequal, "unequal"),
    ('p', PairType::Phase, "with phase"),
];

/// Halves of a pair on the board: of each its square and unit.
type Halves = Vec<(Square, Unit, MarkColour)>;

impl Position {
    /// The start of a game.
    pub fn initial(rules: Rules) -> Self {
        let position = Self::from_text(rules, start(rules.geometry));
        position.expect("the starts keep to the rules")
    }

    /// A start from another position, at the beginning of a turn.
    ///
    /// The text has the fields of FEN, the last ones of which may be missing: placement, `w` or `b`,
    /// rights to castle, the square behind a pawn that has just advanced two, turns without a capture or
    /// a pawn's move, and the pairs. A half stands in the placement as `(N1r)` or `(N1b)`: its letter, the
    /// number of its pair, its mark. The field of pairs lists groups, separated by commas: the numbers of
    /// their pairs, joined by `&`, with `-` before those whose red half is of class 1, and the type `e`,
    /// `u` or `p`, such as `1&-2e,3u`; `-` without pairs.
    ///
    /// # Errors
    /// Returns an error if the text is no position that the rules allow.
    pub fn from_text(rules: Rules, text: &str) -> Result<Self, SetupError> {
        let fields = Fields::read(text, FIELDS)?;
        let geometry = rules.geometry;
        let mut board = Board::empty(geometry);
        let mut pairs: BTreeMap<u32, Halves> = BTreeMap::new();
        for (square, text) in read_placement(geometry, fields.placement, FORMS)? {
            let refused = || SetupError::Piece {
                found: text.to_owned(),
                forms: FORMS,
            };
            let (unit, pair) = read_unit(text).ok_or_else(refused)?;
            if unit.kind == Kind::Pawn && is_last_rank(rules, square) {
                return Err(SetupError::PawnOnLastRank { square });
            }
            match pair {
                None => board.put(square, unit),
                Some((pair, mark)) => pairs.entry(pair).or_default().push((square, unit, mark)),
            }
        }
        read_pairs(rules, &mut board, pairs, fields.last)?;
        check(rules, &board, &fields)?;
        let is_empty = |square| board.unit(square).is_none();
        let has_advanced = |start, square| {
            let unit = board.unit(square);
            let pawn = unit.filter(|unit| unit.kind == Kind::Pawn && unit.colour != fields.turn);
            // The other half has stayed.
            pawn.is_some_and(|pawn| match pawn.half {
                None => is_empty(start),
                Some(half) => half.partner == start,
            })
        };
        let en_passant = EnPassant::read(&fields, geometry, has_advanced, is_empty)?;
        let mut position = Self::new(rules, &board, fields.turn);
        position.castling = fields.castling;
        position.en_passant = en_passant;
        position.half_move_clock = fields.half_move_clock;
        let colour = position.turn.opponent();
        if position.is_in_check(colour) {
            return Err(SetupError::OpponentInCheck { colour });
        }
        position.enter_pairs();
        Ok(position)
    }

    /// The position as [`Self::from_text`] takes it; meant for the beginning of a turn.
    pub fn to_text(&self) -> String {
        let board = &self.board;
        let numbers = numbers(board);
        let piece = |square| {
            let unit = board.unit(square)?;
            let letter = letter(unit.kind, unit.colour);
            Some(match unit.half {
                None => letter.to_string(),
                Some(half) => {
                    let mark = match half.mark {
                        MarkColour::Red => 'r',
                        MarkColour::Blue => 'b',
                    };
                    let number = number_of(&numbers, square, half);
                    format!("({letter}{number}{mark})")
                }
            })
        };
        let fields = Fields::write(
            &write_placement(self.rules.geometry, piece),
            self.turn,
            self.castling,
            self.en_passant.map(|right| right.skipped),
            self.half_move_clock,
        );
        fields + &write_pairs(board, &numbers)
    }
}

fn is_last_rank(rules: Rules, square: Square) -> bool {
    let ranks = [Colour::White, Colour::Black].map(|colour| rules.geometry.last_rank(colour));
    ranks.contains(&square.rank())
}

/// Reads a unit such as `K` or `(N1r)`, with the number of its pair and its mark.
fn read_unit(text: &str) -> Option<(Unit, Option<(u32, MarkColour)>)> {
    let inside = text
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let text = inside.unwrap_or(text);
    let mut letters = text.chars();
    let (kind, colour) = read_kind(letters.next()?)?;
    let half = None;
    let unit = Unit { colour, kind, half };
    if inside.is_none() {
        return letters.next().is_none().then_some((unit, None));
    }
    let mark = match letters.next_back()? {
        'r' => MarkColour::Red,
        'b' => MarkColour::Blue,
        _ => return None,
    };
    let number = letters.as_str();
    let is_number = number.bytes().all(|digit| digit.is_ascii_digit());
    let pair = number.parse().ok().filter(|_| is_number)?;
    Some((unit, Some((pair, mark))))
}

/// Reads groups such as `1&-2e,3u` and puts their pairs on the board.
fn read_pairs(
    rules: Rules,
    board: &mut Board,
    mut pairs: BTreeMap<u32, Halves>,
    text: &str,
) -> Result<(), SetupError> {
    let refused = || SetupError::Pairs {
        found: text.to_owned(),
    };
    let groups = text.split(',').filter(|_| text != "-");
    for (group, members) in (0..).zip(groups) {
        let letter = members.chars().next_back().ok_or_else(refused)?;
        let known = TYPES.iter().find(|(known, ..)| *known == letter);
        let &(_, pair_type, kind) = known.ok_or_else(refused)?;
        if !rules.has(pair_type) {
            return Err(SetupError::PairType { kind });
        }
        let members = &members[..members.len() - 1];
        let mut colours = Vec::new();
        for member in members.split('&') {
            let (class, number) = match member.strip_prefix('-') {
                Some(number) => (true, number),
                None => (false, member),
            };
            let pair = number.parse().map_err(|_| refused())?;
            let halves = pairs.remove(&pair);
            let halves = halves.ok_or(SetupError::PairNotOnBoard { pair })?;
            let [(a, unit, mark), (b, other, opposite)] = halves[..] else {
                return Err(SetupError::Pair { pair });
            };
            if unit != other || mark == opposite {
                return Err(SetupError::Pair { pair });
            }
            let [red, blue] = if mark == MarkColour::Red {
                [a, b]
            } else {
                [b, a]
            };
            let half = |partner, mark, class| Half {
                partner,
                mark,
                class,
                group,
                pair_type,
            };
            for (square, half) in [
                (red, half(blue, MarkColour::Red, class)),
                (blue, half(red, MarkColour::Blue, !class)),
            ] {
                let half = Some(half);
                board.put(square, Unit { half, ..unit });
            }
            colours.push(unit.colour);
        }
        if colours.len() > 1 && colours.iter().all(|&colour| colour == colours[0]) {
            let colour = colours[0];
            return Err(SetupError::OneSided { colour });
        }
    }
    match pairs.into_keys().next() {
        None => Ok(()),
        Some(pair) => Err(SetupError::PairNotListed { pair }),
    }
}

/// Checks the pieces of both sides and their rights.
fn check(rules: Rules, board: &Board, fields: &Fields<'_>) -> Result<(), SetupError> {
    for colour in [Colour::White, Colour::Black] {
        let units = board.of(colour);
        let count = |squares: cozy_chess::BitBoard| {
            let pairs = (squares & board.halves()).len() / 2;
            ((squares & !board.halves()).len() + pairs) as usize
        };
        let found = count(units & board.of_kind(Kind::King));
        if found != 1 {
            return Err(SetupError::Kings { colour, found });
        }
    }
    let found = board.num_entangled_groups();
    if found > rules.max_entangled {
        let most = rules.max_entangled;
        return Err(SetupError::Entangled { found, most });
    }
    let has = |square, colour, kind| {
        let half = None;
        board.unit(square) == Some(Unit { colour, kind, half })
    };
    for (colour, castling) in fields.castling.castlings() {
        let in_place = has(castling.king_from, colour, Kind::King)
            && has(castling.rook_from, colour, Kind::Rook);
        if !in_place || rules.geometry != Geometry::STANDARD {
            let corner = castling.rook_from;
            return Err(SetupError::CastlingPieces { corner });
        }
    }
    Ok(())
}

/// Numbers of the pairs by their red squares: in the order in which the board meets them from the top
/// left.
fn numbers(board: &Board) -> Vec<Square> {
    let mut reds: Vec<Square> = Vec::new();
    let mut squares: Vec<Square> = board.halves().into_iter().collect();
    squares.sort_unstable_by_key(|square| (7 - square.rank() as usize, square.file() as usize));
    for square in squares {
        let half = board.expect_half(square);
        let red = match half.mark {
            MarkColour::Red => square,
            MarkColour::Blue => half.partner,
        };
        if !reds.contains(&red) {
            reds.push(red);
        }
    }
    reds
}

fn number_of(numbers: &[Square], square: Square, half: Half) -> usize {
    let found = numbers
        .iter()
        .position(|&red| red == square || red == half.partner);
    found.map_or(0, |place| place + 1)
}

/// The groups as [`read_pairs`] takes them.
fn write_pairs(board: &Board, numbers: &[Square]) -> String {
    let mut text = String::new();
    let mut written: Vec<u8> = Vec::new();
    for &first in numbers {
        let half = board.expect_half(first);
        if written.contains(&half.group) {
            continue;
        }
        written.push(half.group);
        if !text.is_empty() {
            text.push(',');
        }
        let members = (1..)
            .zip(numbers)
            .filter(|&(_, &red)| board.expect_half(red).group == half.group);
        let mut sign = "";
        for (number, &red) in members {
            let inverted = if board.expect_half(red).class {
                "-"
            } else {
                ""
            };
            let _ = write!(text, "{sign}{inverted}{number}");
            sign = "&";
        }
        let letter = TYPES.iter().find(|(_, known, _)| *known == half.pair_type);
        text.push(letter.expect("every type has its letter").0);
    }
    if text.is_empty() {
        "-".to_owned()
    } else {
        text
    }
}
