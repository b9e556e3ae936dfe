//! Positions as exact codes, from which they can be made again.
//!
//! A code has, in this order: the player to move; the half-move clock where the rules draw by it; half a byte for each
//! dark square, row by row; and for each component, by its first square, the number of its basis states and each of
//! them: the quantum squares that are occupied, as bits, and the [`amplitude`].

mod amplitude;
pub(super) mod number;

use cheqqers_circuit::Bitstring;
use cheqqers_game::{Colour, Sameness};
use cheqqers_world::{Component, Recording, Slot, World};
use num_complex::Complex64;
use smallvec::SmallVec;

use super::{Level, Position, Rules};
use crate::{Board, Part, PieceId, Rank, Square, Squares};

/// Dark squares in the order of a code.
type Order = SmallVec<[Square; 32]>;

/// Appends the code of a position; `false`, and nothing of use appended, if it has none.
pub(super) fn encode(position: &Position, sameness: Sameness, code: &mut Vec<u8>) -> bool {
    let mut squares: Order = position.board.all().into_iter().collect();
    // A merge leaves what interferes away on the square that comes last: it has no symmetry.
    let has_symmetries = position.rules.level() < Level::Interference;
    if sameness == Sameness::Equal || !has_symmetries {
        return View::new(position, &squares, Colour::White).write(Phases::Kept, code);
    }
    if position.turn == Colour::Black {
        squares.reverse();
    }
    let write = |squares: &Order, code: &mut Vec<u8>| {
        View::new(position, squares, position.turn).write(Phases::Ignored, code)
    };
    let start = code.len();
    if !write(&squares, code) {
        return false;
    }
    let size = position.rules.size();
    if size % 2 == 1 {
        // Left and right: on boards of even size that would exchange dark and light squares.
        let mirrored = |square: &Square| Square::new(size - 1 - square.file(), square.rank());
        let mirrored = squares.iter().map(|square| mirrored(square).expect("dark"));
        let other = code.len();
        write(&mirrored.collect(), code);
        if code[other..] < code[start..other] {
            code.drain(start..other);
        } else {
            code.truncate(other);
        }
    }
    true
}

/// Treatment of the phases between basis states.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phases {
    Kept,
    /// Below level 3 nothing interferes.
    Ignored,
}

/// A position as the code shows it.
struct View<'a> {
    position: &'a Position,
    squares: &'a [Square],
    /// The player whose pieces are White's in the code.
    white: Colour,
    /// The quantum squares.
    quantum: SmallVec<[Square; 32]>,
    /// Number of each quantum square among these.
    numbers: [u8; 128],
}

impl<'a> View<'a> {
    fn new(position: &'a Position, squares: &'a [Square], white: Colour) -> Self {
        let quantum = squares.iter().copied();
        let quantum: SmallVec<[Square; 32]> = quantum
            .filter(|&square| position.board.is_quantum(square))
            .collect();
        let mut numbers = [0; 128];
        for (number, square) in (0..).zip(&quantum) {
            numbers[square.number()] = number;
        }
        Self {
            position,
            squares,
            white,
            quantum,
            numbers,
        }
    }

    fn write(&self, phases: Phases, code: &mut Vec<u8>) -> bool {
        let Self { position, .. } = self;
        if !position.last_captors.is_empty() {
            return false;
        }
        code.push(u8::from(position.turn != self.white));
        if let Some(limit) = position.rules.draw_after() {
            number::write(position.quiet.min(limit).into(), code);
        }
        for pair in self.squares.chunks(2) {
            let halves = pair.iter().rev().map(|&square| self.content(square));
            code.push(halves.fold(0, |byte, half| byte << 4 | half));
        }
        let mut written = Squares::EMPTY;
        for &square in &self.quantum {
            if !written.contains(square) {
                let component = position.world.component(square.slot());
                let component = component.expect("quantum squares are those of components");
                if !self.write_component(component, phases, code) {
                    return false;
                }
                let slots = component.unordered_slots().iter();
                slots.for_each(|&slot| written.insert(Square::from_slot(slot)));
            }
        }
        true
    }

    /// Content of a square, as half a byte: a part that must go on capturing belongs to the player to move.
    fn content(&self, square: Square) -> u8 {
        let Some(part) = self.position.board.part(square) else {
            return 0;
        };
        let kind = u8::from(part.rank == Rank::King)
            | u8::from(self.position.board.is_quantum(square)) << 1;
        if self.position.chain == Some(square) {
            return CHAIN + kind;
        }
        1 + kind + if part.colour == self.white { 0 } else { 4 }
    }

    fn write_component(&self, component: &Component, phases: Phases, code: &mut Vec<u8>) -> bool {
        let slots = component.unordered_slots();
        let board = &self.position.board;
        let squares = || slots.iter().map(|&slot| Square::from_slot(slot));
        // Colours tell the parts of one piece.
        let one_piece = [Colour::White, Colour::Black].into_iter().all(|colour| {
            let mut pieces = squares()
                .filter(|&square| board.of(colour).contains(square))
                .map(|square| board.piece(square));
            let first = pieces.next();
            pieces.all(|piece| Some(piece) == first)
        });
        if !one_piece {
            return false;
        }
        let bits_of = |basis: u128| {
            let ones = (0..slots.len()).filter(|&qubit| basis >> qubit & 1 == 1);
            ones.fold(0_u128, |bits, qubit| {
                bits | 1 << self.numbers[Square::from_slot(slots[qubit]).number()]
            })
        };
        let amplitudes = component.state().amplitudes();
        let mut kets: SmallVec<[(u128, Complex64); 16]> = amplitudes
            .map(|(basis, amplitude)| (bits_of(basis), amplitude))
            .collect();
        kets.sort_unstable_by_key(|&(bits, _)| bits);
        number::write(kets.len() as u64, code);
        let num_bytes = self.quantum.len().div_ceil(8);
        let phase = amplitude::root(8 - amplitude::octant(kets[0].1));
        for &(bits, amplitude) in &kets {
            code.extend_from_slice(&bits.to_le_bytes()[..num_bytes]);
            let probability = amplitude.norm_sqr();
            let has_code = match phases {
                Phases::Kept => amplitude::write_amplitude(amplitude * phase, code),
                Phases::Ignored => amplitude::write_amplitude(probability.sqrt().into(), code),
            };
            if !has_code {
                return false;
            }
        }
        true
    }
}

/// Content of a square whose part must go on capturing, plus its kind.
const CHAIN: u8 = 9;

/// The position of a code, under the rules of its game.
pub(super) fn decode(rules: Rules, mut code: &[u8]) -> Option<Position> {
    let left = &mut code;
    let turn = match byte(left)? {
        0 => Colour::White,
        1 => Colour::Black,
        _ => return None,
    };
    let quiet = match rules.draw_after() {
        Some(_) => u32::try_from(number::read(left)?).ok()?,
        None => 0,
    };
    let board = Board::new(rules.size());
    let world = World::new(Recording::Off);
    let mut position = Position::with_board(rules, board, world, turn);
    position.quiet = quiet;
    let squares: Order = position.board.all().into_iter().collect();
    let mut quantum: SmallVec<[Square; 32]> = SmallVec::new();
    for pair in squares.chunks(2) {
        let mut contents = byte(left)?;
        for &square in pair {
            put(&mut position, square, contents & 15)?;
            if position.board.is_quantum(square) {
                quantum.push(square);
            }
            contents >>= 4;
        }
    }
    for &square in &quantum {
        if !position.world.is_quantum(square.slot()) {
            read_component(&mut position, &quantum, left)?;
        }
    }
    left.is_empty().then_some(position)
}

/// Puts on a square what half a byte says; each part is a piece of its own so far.
fn put(position: &mut Position, square: Square, content: u8) -> Option<()> {
    let (kind, colour) = match content {
        0 => return Some(()),
        1..5 => (content - 1, Colour::White),
        5..9 => (content - 5, Colour::Black),
        CHAIN..13 => {
            position.chain = Some(square);
            (content - CHAIN, position.turn)
        }
        _ => return None,
    };
    let rank = if kind & 1 == 1 { Rank::King } else { Rank::Man };
    let piece = PieceId(u8::try_from(square.number()).ok()?);
    let part = Part {
        colour,
        rank,
        piece,
    };
    position.board.put(square, part);
    if kind & 2 == 2 {
        position.board.set_quantum(square);
    }
    Some(())
}

/// Reads a component, and makes one piece of its parts of each colour.
fn read_component(position: &mut Position, quantum: &[Square], left: &mut &[u8]) -> Option<()> {
    let num_bytes = quantum.len().div_ceil(8);
    let mut kets = Vec::new();
    for _ in 0..number::read(left)? {
        let (bytes, rest) = left.split_at_checked(num_bytes)?;
        *left = rest;
        let mut bits = [0; 16];
        bits[..num_bytes].copy_from_slice(bytes);
        kets.push((u128::from_le_bytes(bits), amplitude::read_amplitude(left)?));
    }
    let ever = kets.iter().fold(0, |ever, (bits, _)| ever | bits);
    let numbers: Vec<usize> = (0..quantum.len())
        .filter(|&number| ever >> number & 1 == 1)
        .collect();
    let slots: Vec<Slot> = numbers.iter().map(|&k| quantum[k].slot()).collect();
    let amplitudes = kets.into_iter().map(|(bits, amplitude)| {
        let occupied = numbers.iter().enumerate();
        let occupied = occupied.filter(|&(_, &number)| bits >> number & 1 == 1);
        let index = occupied.fold(0_u128, |index, (qubit, _)| index | 1 << qubit);
        (Bitstring::from_index(index, slots.len()), amplitude)
    });
    let amplitudes: Vec<_> = amplitudes.collect();
    position.world.prepare(0, &slots, &amplitudes).ok()?;
    for colour in [Colour::White, Colour::Black] {
        let parts = numbers.iter().map(|&number| quantum[number]);
        let parts: SmallVec<[Square; 32]> = parts
            .filter(|&square| position.board.of(colour).contains(square))
            .collect();
        if let Some(&first) = parts.first() {
            let piece = position.board.piece(first);
            let rest = parts.iter();
            rest.for_each(|&square| position.board.set_piece(square, piece));
        }
    }
    Some(())
}

fn byte(left: &mut &[u8]) -> Option<u8> {
    let (&byte, rest) = left.split_first()?;
    *left = rest;
    Some(byte)
}

#[cfg(test)]
mod tests;
