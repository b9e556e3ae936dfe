use cheqqers_circuit::Bitstring;
use cheqqers_game::{Colour, Game};
use cheqqers_world::{Component, Recording, Slot, TOLERANCE, World, WorldError};
use num_complex::Complex64;
use thiserror::Error;

use crate::{Board, Entanglement, Level, Part, PieceId, Position, Rank, Rules, Square, Squares};

/// How far the squared norm of a block's amplitudes may be from 1; they are normalised then.
const NORM_TOLERANCE: f64 = 1e-6;

/// Why a text is no position.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum FenError {
    /// It does not start with whose turn it is.
    #[error("a FEN starts with the side to move, W or B, as in W:W21-32:B1-12")]
    Turn,
    /// A field that lists no side's squares.
    #[error("{field:?} is no list of a side's squares, as in W21-32 or BK5,~K6")]
    Side {
        /// The field.
        field: String,
    },
    /// A side that is listed twice.
    #[error("the squares of {colour} are listed twice")]
    RepeatedSide {
        /// Whose.
        colour: Colour,
    },
    /// An entry that is no square.
    #[error("{entry:?} is no square number or range, as in 21, K5, ~17 or 21-32")]
    Entry {
        /// The entry.
        entry: String,
    },
    /// A number the board does not have.
    #[error("square {number} is not on a board of {size} x {size}")]
    Number {
        /// The number.
        number: u16,
        /// The board's size.
        size: u8,
    },
    /// A square that is named twice.
    #[error("square {number} is named twice")]
    RepeatedSquare {
        /// Its number.
        number: u16,
    },
    /// A man where it would have been crowned.
    #[error("a man on square {number} would have been crowned: write K{number}")]
    Uncrowned {
        /// The square's number.
        number: u16,
    },
    /// A block of amplitudes that can't be read.
    #[error(
        "{block:?} is no component, as in 17,18:10*0,0.70710678118654757;01*0,0.70710678118654757"
    )]
    Block {
        /// The block.
        block: String,
    },
    /// An uncertain square without a component, or one of a component that is not uncertain.
    #[error("square {number} must be marked ~ and stand in exactly one component")]
    Unmatched {
        /// The square's number.
        number: u16,
    },
    /// A component that the rules can't give.
    #[error("the component of square {number} can't arise: {reason}")]
    Component {
        /// The number of its first square.
        number: u16,
        /// Why.
        reason: &'static str,
    },
    /// A component whose state does not hold together.
    #[error("the component of square {number} is no state")]
    State {
        /// The number of its first square.
        number: u16,
        /// Why.
        #[source]
        source: WorldError,
    },
}

/// Reads a draughts FEN, extended by `~` and one block for each component:
///
/// ```text
/// fen   = colour , { ":" , colour , [ entry , { "," , entry } ] } , { "|" , block } ;
/// entry = [ "~" ] , [ "K" ] , n , [ "-" , n ] ;
/// block = n , { "," , n } , ":" , ket , { ";" , ket } , [ ":" , letters ] ;
/// ket   = bits , "*" , real , "," , real ;
/// ```
///
/// The letters, one for each square of the block, say which squares belong to one piece. They are
/// needed only where a colour has several pieces in a component (`unlimited` entanglement).
pub(crate) fn read(rules: Rules, text: &str) -> Result<Position, FenError> {
    let mut blocks = text.trim().trim_end_matches('.').split('|');
    let mut fields = blocks.next().unwrap_or_default().split(':').map(str::trim);
    let turn = match fields.next() {
        Some("W" | "w") => Colour::White,
        Some("B" | "b") => Colour::Black,
        _ => return Err(FenError::Turn),
    };
    let mut setup = Setup {
        rules,
        board: Board::new(rules.size()),
        world: World::new(Recording::On),
        uncertain: Squares::EMPTY,
        next_piece: 0,
    };
    let mut listed = Vec::new();
    for field in fields {
        let colour = setup.side(field)?;
        if listed.contains(&colour) {
            return Err(FenError::RepeatedSide { colour });
        }
        listed.push(colour);
    }
    for block in blocks {
        setup.block(block.trim())?;
    }
    if let Some(square) = setup.uncertain.into_iter().next() {
        let number = square.draughts_number(rules.size());
        return Err(FenError::Unmatched { number });
    }
    Ok(Position::with_board(rules, setup.board, setup.world, turn))
}

struct Setup {
    rules: Rules,
    board: Board,
    world: World,
    /// Squares marked uncertain whose component was not read yet.
    uncertain: Squares,
    next_piece: u8,
}

impl Setup {
    fn side(&mut self, field: &str) -> Result<Colour, FenError> {
        let refused = || FenError::Side {
            field: field.to_owned(),
        };
        let colour = match field.chars().next() {
            Some('W' | 'w') => Colour::White,
            Some('B' | 'b') => Colour::Black,
            _ => return Err(refused()),
        };
        let entries = field[1..].split(',').map(str::trim);
        for entry in entries.filter(|entry| !entry.is_empty()) {
            self.entry(colour, entry)?;
        }
        Ok(colour)
    }

    fn entry(&mut self, colour: Colour, entry: &str) -> Result<(), FenError> {
        let (uncertain, rest) = match entry.strip_prefix('~') {
            Some(rest) => (true, rest),
            None => (false, entry),
        };
        let (rank, rest) = match rest.strip_prefix(['K', 'k']) {
            Some(rest) => (Rank::King, rest),
            None => (Rank::Man, rest),
        };
        let (first, last) = rest.split_once('-').unwrap_or((rest, rest));
        let (Some(first), Some(last)) = (number(first), number(last)) else {
            return Err(FenError::Entry {
                entry: entry.to_owned(),
            });
        };
        for number in first..=last {
            let square = self.square(number)?;
            if self.board.occupied().contains(square) {
                return Err(FenError::RepeatedSquare { number });
            }
            let piece = self.new_piece();
            self.board.put(
                square,
                Part {
                    colour,
                    rank,
                    piece,
                },
            );
            if self.board.crown(square) {
                return Err(FenError::Uncrowned { number });
            }
            if uncertain {
                self.uncertain.insert(square);
                self.board.set_quantum(square);
            }
        }
        Ok(())
    }

    fn block(&mut self, block: &str) -> Result<(), FenError> {
        let refused = || FenError::Block {
            block: block.to_owned(),
        };
        let mut fields = block.split(':');
        let (Some(numbers), Some(kets)) = (fields.next(), fields.next()) else {
            return Err(refused());
        };
        let letters = fields.next();
        if fields.next().is_some() {
            return Err(refused());
        }
        let mut squares = Vec::new();
        for text in numbers.split(',') {
            let number = number(text.trim()).ok_or_else(refused)?;
            let square = self.square(number)?;
            if !self.uncertain.contains(square) {
                return Err(FenError::Unmatched { number });
            }
            self.uncertain.remove(square);
            squares.push(square);
        }
        let amplitudes: Vec<(Bitstring, Complex64)> = kets
            .split(';')
            .map(|text| ket(text.trim(), squares.len()))
            .collect::<Option<_>>()
            .ok_or_else(refused)?;
        let letters: Vec<char> = match letters {
            Some(letters) => letters.trim().chars().collect(),
            // One piece of each colour.
            None => squares
                .iter()
                .map(|&square| {
                    if self.board.of(Colour::White).contains(square) {
                        'w'
                    } else {
                        'b'
                    }
                })
                .collect(),
        };
        if letters.len() != squares.len() {
            return Err(refused());
        }
        self.component(&squares, &letters, &amplitudes)
    }

    fn component(
        &mut self,
        squares: &[Square],
        letters: &[char],
        amplitudes: &[(Bitstring, Complex64)],
    ) -> Result<(), FenError> {
        let number = squares[0].draughts_number(self.rules.size());
        let cant_arise = |reason| FenError::Component { number, reason };
        let mut pieces: Vec<char> = letters.to_vec();
        pieces.sort_unstable();
        pieces.dedup();
        for &letter in &pieces {
            let parts: Vec<usize> = (0..squares.len())
                .filter(|&k| letters[k] == letter)
                .collect();
            let piece = self.new_piece();
            let colours = [Colour::White, Colour::Black].map(|colour| {
                parts
                    .iter()
                    .any(|&k| self.board.of(colour).contains(squares[k]))
            });
            if colours == [true, true] {
                return Err(cant_arise("a piece has parts of both colours"));
            }
            for (bits, _) in amplitudes {
                let places = parts.iter().filter(|&&k| bits.bit(k)).count();
                if places > 1 {
                    return Err(cant_arise("a piece is on two squares at once"));
                }
                if places == 0 && pieces.len() == 1 {
                    return Err(cant_arise("a piece alone in its component is nowhere"));
                }
            }
            for &k in &parts {
                self.board.set_piece(squares[k], piece);
            }
        }
        self.check_rules(squares, pieces.len())
            .map_err(cant_arise)?;
        let norm_squared: f64 = amplitudes.iter().map(|(_, a)| a.norm_sqr()).sum();
        if (norm_squared - 1.0).abs() >= NORM_TOLERANCE {
            return Err(cant_arise("its probabilities do not add up to 1"));
        }
        let slots: Vec<Slot> = squares.iter().map(|square| square.slot()).collect();
        self.world
            .prepare(0, &slots, amplitudes)
            .map_err(|source| FenError::State { number, source })
    }

    /// What the level and the entanglement rule allow.
    fn check_rules(&self, squares: &[Square], num_pieces: usize) -> Result<(), &'static str> {
        let white = squares
            .iter()
            .filter(|&&square| self.board.of(Colour::White).contains(square))
            .count();
        let one_side = white == 0 || white == squares.len();
        let single = self.rules.entanglement() == Entanglement::Single;
        if self.rules.level() == Level::Classical {
            Err("at level 0 every piece is certain")
        } else if num_pieces > 1 && self.rules.level() < Level::Entanglement {
            Err("pieces entangle from level 2 on only")
        } else if single && num_pieces > 2 {
            Err("single entanglement links two pieces at most")
        } else if single && num_pieces > 1 && one_side {
            Err("single entanglement links pieces of different colours")
        } else {
            Ok(())
        }
    }

    fn square(&self, number: u16) -> Result<Square, FenError> {
        let size = self.rules.size();
        Square::from_draughts_number(number, size).ok_or(FenError::Number { number, size })
    }

    fn new_piece(&mut self) -> PieceId {
        let piece = PieceId(self.next_piece);
        self.next_piece = self.next_piece.wrapping_add(1);
        piece
    }
}

fn number(text: &str) -> Option<u16> {
    let plain = text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| plain)
}

fn ket(text: &str, len: usize) -> Option<(Bitstring, Complex64)> {
    let (bits, amplitude) = text.split_once('*')?;
    let (re, im) = amplitude.split_once(',')?;
    let bits: Bitstring = bits.trim().parse().ok()?;
    let amplitude = Complex64::new(re.trim().parse().ok()?, im.trim().parse().ok()?);
    (bits.len() == len && amplitude.is_finite()).then_some((bits, amplitude))
}

/// Writes what [`read`] reads; numbers are written so that they read back to the same f64.
pub(crate) fn write(position: &Position) -> String {
    let turn = match position.turn() {
        Colour::White => "W",
        Colour::Black => "B",
    };
    let white = side(position, Colour::White);
    let black = side(position, Colour::Black);
    let mut blocks: Vec<(Vec<Square>, &Component)> = position
        .world()
        .components()
        .iter()
        .map(|component| (squares_of(position, component), component))
        .collect();
    blocks.sort_by_key(|(squares, _)| squares[0].draughts_number(position.rules().size()));
    let blocks = blocks
        .iter()
        .map(|(squares, component)| format!("|{}", block(position, squares, component)));
    format!("{turn}:W{white}:B{black}{}", blocks.collect::<String>())
}

fn side(position: &Position, colour: Colour) -> String {
    let board = position.board();
    let mut squares: Vec<Square> = board.of(colour).into_iter().collect();
    squares.sort_by_key(|square| square.draughts_number(board.size()));
    let entry = |square: &Square| {
        let mark = |set: Squares, mark: &'static str| if set.contains(*square) { mark } else { "" };
        format!(
            "{}{}{}",
            mark(board.quantum(), "~"),
            mark(board.kings(), "K"),
            square.draughts_number(board.size())
        )
    };
    let entries: Vec<String> = squares.iter().map(entry).collect();
    entries.join(",")
}

/// The squares of a component by draughts number.
fn squares_of(position: &Position, component: &Component) -> Vec<Square> {
    let slots = component.slots().into_iter();
    let mut squares: Vec<Square> = slots.map(Square::from_slot).collect();
    squares.sort_by_key(|square| square.draughts_number(position.rules().size()));
    squares
}

fn block(position: &Position, squares: &[Square], component: &Component) -> String {
    let board = position.board();
    let numbers: Vec<String> = squares
        .iter()
        .map(|square| square.draughts_number(board.size()).to_string())
        .collect();
    let slots = component.slots();
    let order: Vec<usize> = squares
        .iter()
        .map(|square| slots.partition_point(|slot| *slot < square.slot()))
        .collect();
    let kets: Vec<String> = component
        .amplitudes()
        .into_iter()
        .filter(|(_, amplitude)| amplitude.norm_sqr() > TOLERANCE)
        .map(|(bits, amplitude)| {
            let bits: Bitstring = order.iter().map(|&k| bits.bit(k)).collect();
            format!("{bits}*{},{}", amplitude.re, amplitude.im)
        })
        .collect();
    let letters = letters(board, squares).map_or_else(String::new, |text| format!(":{text}"));
    format!("{}:{}{letters}", numbers.join(","), kets.join(";"))
}

/// One letter for each piece, square by square; `None` where the colours tell the pieces apart.
fn letters(board: &Board, squares: &[Square]) -> Option<String> {
    let mut pieces: Vec<PieceId> = squares.iter().map(|&square| board.piece(square)).collect();
    pieces.sort_unstable();
    pieces.dedup();
    let colours = [Colour::White, Colour::Black]
        .into_iter()
        .filter(|&colour| squares.iter().any(|&s| board.of(colour).contains(s)));
    if pieces.len() <= colours.count() {
        return None;
    }
    let letter = |&square: &Square| {
        let index = pieces.partition_point(|&piece| piece < board.piece(square));
        // At most 128 pieces: plain letters and digits first, then letters beyond ASCII.
        let plain = ('a'..='z').chain('A'..='Z').chain('0'..='9');
        plain.chain('\u{100}'..).nth(index)
    };
    squares.iter().map(letter).collect()
}

#[cfg(test)]
mod tests;
