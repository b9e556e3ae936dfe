use cheqqers_circuit::Bitstring;
use cheqqers_game::Colour;
use cheqqers_world::{Recording, Slot, World};
use num_complex::Complex64;

use crate::cheqqers::{Entanglement, Level, Position, Rules};
use crate::fen::FenError;
use crate::fen::blocks;
use crate::fen::sides::{self, Entry, Naming};
use crate::{Board, PieceId, Square, Squares};

/// Reads a position.
pub(super) fn read(rules: Rules, text: &str) -> Result<Position, FenError> {
    let mut blocks = sides::trimmed(text).split('|');
    let mut setup = Setup {
        rules,
        board: Board::new(rules.size()),
        world: World::new(Recording::On),
        quantum: Squares::EMPTY,
        next_piece: 0,
    };
    let sides = blocks.next().unwrap_or_default();
    let (turn, quiet) = sides::read(sides, Naming::Numbers, rules.size(), |entry| {
        setup.put(&entry);
        Ok(())
    })?;
    for block in blocks {
        setup.block(block.trim())?;
    }
    if let Some(square) = setup.quantum.into_iter().next() {
        let number = square.draughts_number(rules.size());
        return Err(FenError::Unmatched { number });
    }
    Ok(Position {
        quiet,
        ..Position::with_board(rules, setup.board, setup.world, turn)
    })
}

struct Setup {
    rules: Rules,
    board: Board,
    world: World,
    /// Squares marked quantum whose component was not read yet.
    quantum: Squares,
    next_piece: u8,
}

impl Setup {
    fn put(&mut self, entry: &Entry) {
        self.board.put(entry.square, entry.part);
        self.next_piece = entry.part.piece.0 + 1;
        if entry.is_quantum {
            self.quantum.insert(entry.square);
            self.board.set_quantum(entry.square);
        }
    }

    fn block(&mut self, text: &str) -> Result<(), FenError> {
        let block = blocks::read(text, self.rules.size(), &mut self.quantum)?;
        let letters: Vec<char> = match &block.mark {
            Some(letters) => letters.chars().collect(),
            // One piece of each colour.
            None => block
                .squares
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
        if letters.len() != block.squares.len() {
            let block = text.to_owned();
            return Err(FenError::Block { block });
        }
        self.component(&block.squares, &letters, &block.amplitudes)
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
        let mut incomplete = 0;
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
            let places = |bits: &Bitstring| parts.iter().filter(|&&k| bits.bit(k)).count();
            if amplitudes.iter().any(|(bits, _)| places(bits) > 1) {
                return Err(cant_arise("a piece is on two squares at once"));
            }
            incomplete += usize::from(amplitudes.iter().any(|(bits, _)| places(bits) == 0));
            for &k in &parts {
                self.board.set_piece(squares[k], piece);
            }
        }
        self.check_rules(squares, pieces.len(), incomplete)
            .map_err(cant_arise)?;
        let slots: Vec<Slot> = squares.iter().map(|square| square.slot()).collect();
        self.world
            .prepare(0, &slots, amplitudes)
            .map_err(|source| FenError::of_state(source, number, self.rules.size()))
    }

    /// Checks a component against the level and the entanglement rule; `incomplete` pieces are
    /// nowhere in some basis state.
    fn check_rules(
        &self,
        squares: &[Square],
        num_pieces: usize,
        incomplete: usize,
    ) -> Result<(), &'static str> {
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
        } else if num_pieces == 1 && incomplete > 0 {
            Err("a piece alone in its component is nowhere")
        } else if single && num_pieces == 2 && incomplete != 1 {
            Err("of two entangled pieces exactly one may have been captured")
        } else if num_pieces > 1 && incomplete == num_pieces {
            Err("every piece may have been captured, but the last to capture can't")
        } else {
            Ok(())
        }
    }

    fn new_piece(&mut self) -> PieceId {
        let piece = PieceId(self.next_piece);
        self.next_piece = self.next_piece.wrapping_add(1);
        piece
    }
}
