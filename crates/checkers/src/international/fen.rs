//! Positions as text: a draughts FEN, extended by `~` for squares in superposition, one block for each
//! component, and the squares that share a piece number:
//!
//! ```text
//! fen    = colour , { ":" , colour , [ entry , { "," , entry } ] } , { "|" , block } , [ "#" , groups ] ;
//! entry  = [ "~" ] , [ "K" ] , n , [ "-" , n ] ;
//! block  = n , { "," , n } , ":" , ket , { ";" , ket } ;
//! ket    = bits , "*" , real , "," , real ;
//! groups = [ n , { "," , n } , { ";" , n , { "," , n } } ] ;
//! ```
//!
//! Without the last field a certain square has a piece number of its own, and so has a component in
//! which there is one piece; where there are several, each of its squares has its own.

use std::iter;

use cheqqers_game::Colour;
use cheqqers_world::{Component, Recording, TOLERANCE, World};

use super::labels::Labels;
use super::{Level, Position, Rules};
use crate::fen::blocks::{self, Block};
use crate::fen::sides::{self, Naming};
use crate::{Board, FenError, PieceId, Square, Squares};

impl Position {
    /// The position that a FEN describes; see [`Self::to_fen`].
    ///
    /// # Errors
    /// Returns an error if the text is no FEN, or not of a position that the rules allow.
    pub fn from_fen(rules: Rules, text: &str) -> Result<Self, FenError> {
        let text = sides::trimmed(text);
        let (text, groups) = match text.split_once('#') {
            Some((text, groups)) => (text, Some(groups)),
            None => (text, None),
        };
        let mut fields = text.split('|');
        let mut setup = Setup {
            rules,
            board: Board::new(rules.size()),
            world: World::new(Recording::On),
            quantum: Squares::EMPTY,
        };
        let pieces = fields.next().unwrap_or_default();
        let (turn, clock) = sides::read(pieces, Naming::Numbers, rules.size(), |entry| {
            setup.board.put(entry.square, entry.part);
            if entry.is_quantum {
                setup.quantum.insert(entry.square);
                setup.board.set_quantum(entry.square);
            }
            Ok(())
        })?;
        if clock > 0 {
            return Err(FenError::Counters);
        }
        for field in fields {
            let field = field.trim();
            let block = blocks::read(field, rules.size(), &mut setup.quantum)?;
            if block.mark.is_some() {
                let block = field.to_owned();
                return Err(FenError::Block { block });
            }
            setup.component(&block)?;
        }
        if let Some(square) = setup.quantum.into_iter().next() {
            let number = square.draughts_number(rules.size());
            return Err(FenError::Unmatched { number });
        }
        let mut labels = Labels::default();
        if let Some(groups) = groups {
            setup.share(groups, &mut labels)?;
        }
        let Setup { board, world, .. } = setup;
        Ok(Self::with_board(rules, board, labels, world, turn))
    }

    /// The position as a draughts FEN: numbered squares, `K` before kings, `~` before squares in
    /// superposition, a block of amplitudes for each component, and the squares that share a piece
    /// number where that can't be seen from the rest.
    ///
    /// Neither the counters nor a chain under way are part of it.
    pub fn to_fen(&self) -> String {
        let sides = sides::write(self.turn, |colour| blocks::entries(&self.board, colour));
        let components = blocks::components(&self.board, self.world.components());
        let mut text = sides;
        for (squares, component) in &components {
            text.push('|');
            text += &blocks::write(&self.board, squares, component);
        }
        text + &self.groups_text()
    }

    /// The squares that share piece numbers, as the last field of a FEN; empty where every reader
    /// knows them.
    pub(super) fn groups_text(&self) -> String {
        let groups = self.groups();
        let components = self.world.components().iter();
        let mut usual: Vec<u128> = components
            .filter(|component| num_pieces(component) == 1)
            .map(|component| {
                let slots = component.unordered_slots().iter();
                slots.fold(0, |set, slot| set | 1_u128 << slot.0)
            })
            .filter(|set| set.count_ones() > 1)
            .collect();
        usual.sort_unstable();
        if groups == usual {
            return String::new();
        }
        let number = |square: Square| square.draughts_number(self.board.size()).to_string();
        let group = |&set: &u128| {
            let squares = Squares::from(set).into_iter().map(number);
            squares.collect::<Vec<_>>().join(",")
        };
        format!(
            "#{}",
            groups.iter().map(group).collect::<Vec<_>>().join(";")
        )
    }

    /// The squares of each piece number that several squares have, or a square besides another
    /// number; as bits, ascending.
    pub(super) fn groups(&self) -> Vec<u128> {
        let squares = self.board.occupied();
        // Mostly each square has a number of its own, which costs least to see.
        let pieces = squares.into_iter().map(|square| self.board.piece(square).0);
        if self.labels.are_single() {
            let numbers = pieces.fold(0_u128, |numbers, piece| numbers | 1 << piece);
            if numbers.count_ones() == squares.len() {
                return Vec::new();
            }
        }
        let (mut all, mut shared) = (0, 0);
        for square in squares {
            let numbers = self.numbers(square);
            shared |= all & numbers;
            all |= numbers;
            if !numbers.is_power_of_two() {
                shared |= numbers;
            }
        }
        let of_number = |number: u32| {
            let with = squares
                .into_iter()
                .filter(|&square| self.numbers(square) >> number & 1 == 1);
            with.fold(0, |set, square| set | 1_u128 << square.number())
        };
        let numbers = iter::from_fn(|| {
            let number = shared.trailing_zeros();
            shared &= shared.wrapping_sub(1);
            (number < u128::BITS).then_some(number)
        });
        let mut groups: Vec<u128> = numbers.map(of_number).collect();
        groups.sort_unstable();
        groups.dedup();
        groups
    }
}

/// Pieces of a component, as many as squares are occupied in each of its basis states.
fn num_pieces(component: &Component) -> u32 {
    let mut amplitudes = component.state().amplitudes();
    amplitudes.next().map_or(0, |(basis, _)| basis.count_ones())
}

struct Setup {
    rules: Rules,
    board: Board,
    world: World,
    /// Squares marked quantum whose component was not read yet.
    quantum: Squares,
}

impl Setup {
    fn component(&mut self, block: &Block) -> Result<(), FenError> {
        let Block {
            squares,
            amplitudes,
            number,
            mark: _,
        } = block;
        let cant_arise = |reason| FenError::Component {
            number: *number,
            reason,
        };
        if self.rules.level() == Level::Classical {
            return Err(cant_arise("at level 0 every piece is certain"));
        }
        let white = self.board.of(Colour::White);
        let num_white = squares
            .iter()
            .filter(|&&square| white.contains(square))
            .count();
        if num_white > 0 && num_white < squares.len() {
            return Err(cant_arise("it has squares of both sides"));
        }
        let amounts: Vec<u32> = amplitudes
            .iter()
            .filter(|(_, amplitude)| amplitude.norm_sqr() > TOLERANCE)
            .map(|(bits, _)| bits.index().count_ones())
            .collect();
        let pieces = amounts.first().copied().unwrap_or(0);
        if amounts.iter().any(|&amount| amount != pieces) {
            return Err(cant_arise("its states have different numbers of pieces"));
        }
        if pieces > 1 && self.rules.level() == Level::Superposition {
            return Err(cant_arise("pieces entangle from level 2 on only"));
        }
        if amplitudes.iter().any(|(_, amplitude)| amplitude.im != 0.0) {
            return Err(cant_arise("all amplitudes of this game are real"));
        }
        let slots: Vec<_> = squares.iter().map(|square| square.slot()).collect();
        self.world
            .prepare(0, &slots, amplitudes)
            .map_err(|source| FenError::of_state(source, *number, self.rules.size()))?;
        if pieces == 1 {
            let piece = self.board.piece(squares[0]);
            for &square in squares {
                self.board.set_piece(square, piece);
            }
        }
        Ok(())
    }

    /// Gives the squares of each group a piece number of their own together.
    fn share(&mut self, groups: &str, labels: &mut Labels) -> Result<(), FenError> {
        let refused = || FenError::Block {
            block: format!("#{groups}"),
        };
        let mut numbers = [0_u128; 128];
        let mut sets: Vec<Vec<Square>> = Vec::new();
        for group in groups.split(';').filter(|group| !group.trim().is_empty()) {
            let mut squares = Vec::new();
            for text in group.split(',') {
                let number = sides::number(text.trim()).ok_or_else(refused)?;
                let square = sides::numbered(number, self.rules.size())?;
                if !self.board.is_occupied(square) {
                    return Err(FenError::EmptySquare { number });
                }
                squares.push(square);
            }
            sets.push(squares);
        }
        // Every square has the number it was read with unless a group names it.
        let named = |square: Square| sets.iter().any(|set| set.contains(&square));
        let occupied = self.board.occupied();
        let taken = occupied.into_iter().filter(|&square| !named(square));
        // With groups no component is one piece by itself.
        let mut next = 0..128_u8;
        for square in taken {
            let number = next.next().ok_or_else(refused)?;
            self.board.set_piece(square, PieceId(number));
        }
        for set in &sets {
            let number = next.next().ok_or_else(refused)?;
            for square in set {
                numbers[square.number()] |= 1 << number;
            }
        }
        for square in occupied {
            if numbers[square.number()] != 0 {
                let id = labels.id(numbers[square.number()], &self.board);
                self.board.set_piece(square, id);
            }
        }
        Ok(())
    }
}
