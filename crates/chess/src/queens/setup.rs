//! Starts: the usual one, and positions as text.

use cheqqers_game::Colour;
use cozy_chess::{Piece as Kind, Square};

use super::board::{Board, GEOMETRY};
use super::piece::Piece;
use super::pool::{Pool, TYPES};
use super::position::{Position, TurnStep};
use super::rules::{Rules, Secondaries, Twins};
use crate::castling::CastlingRights;
use crate::en_passant::EnPassant;
use crate::fen::{Fields, SetupError, read_placement, write_placement};

/// Names of the fields.
const FIELDS: &str = "placement turn castling ep half-move-clock pools";
/// Forms of pieces.
const FORMS: &str = "K, (PR), (P?), [P*R], [PR*] or [P*?], in small letters for Black";

impl Position {
    /// The start of a game.
    pub fn initial(rules: Rules) -> Self {
        let board = Board::initial(rules.quantum);
        let mut position = Self::new(rules, board, Colour::White);
        if rules.quantum {
            position.pools = [Pool::FULL; 2];
        }
        if rules.castling {
            position.castling = CastlingRights::ALL;
        }
        if rules.quantum && rules.secondaries == Secondaries::Open {
            position.step = TurnStep::Deal;
        } else {
            position.enter_quantum_pieces();
        }
        position
    }

    /// A start from another position, at the beginning of a turn.
    ///
    /// The text has the fields of FEN, the last ones of which may be missing: placement, `w` or `b`,
    /// rights to castle, the square behind a pawn that has just advanced two, turns without a capture or
    /// a pawn's move, and the pools. A piece stands in the placement as `(PR)`, quantum with its primary
    /// type first, or `[P*R]`, classical with a star after the type that it shows; `?` is a type that
    /// nobody has seen; a letter alone is a classical piece both of whose types are known and of one kind,
    /// and `(PP)` a quantum one. The pools
    /// are White's and Black's labels not seen yet, such as `P8N2B2R2Q1/p8n2b2r2q1`; `-` for none.
    ///
    /// # Errors
    /// Returns an error if the text is no position that the rules allow.
    pub fn from_text(rules: Rules, text: &str) -> Result<Self, SetupError> {
        let fields = Fields::read(text, FIELDS)?;
        let mut board = Board::empty();
        for (square, text) in read_placement(GEOMETRY, fields.placement, FORMS)? {
            let piece = Piece::from_text(text).ok_or_else(|| SetupError::Piece {
                found: text.to_owned(),
                forms: FORMS,
            })?;
            let is_letter = !text.starts_with(['(', '[']);
            if !is_letter && !rules.quantum {
                let found = text.to_owned();
                let forms = "a letter, as no piece has two types";
                return Err(SetupError::Piece { found, forms });
            }
            if piece.is_quantum() && piece.is_certain() && rules.twins == Twins::Classical {
                let found = text.to_owned();
                let forms = "a letter, as a piece of one kind is classical";
                return Err(SetupError::Piece { found, forms });
            }
            if piece.secondary.is_none() && rules.secondaries == Secondaries::Open {
                return Err(SetupError::UnknownType { square });
            }
            board.put(square, piece);
        }
        let pools = read_pools(fields.last)?;
        let has_pools = rules.quantum && rules.secondaries == Secondaries::Drawn;
        if !has_pools && pools.iter().any(|pool| !pool.is_empty()) {
            let found = fields.last.to_owned();
            return Err(SetupError::NoPools { found });
        }
        for colour in [Colour::White, Colour::Black] {
            check_side(&board, pools[colour as usize], colour)?;
        }
        check_castling(&board, fields.castling)?;
        let is_empty = |square| board.piece(square).is_none();
        let en_passant = EnPassant::read(
            &fields,
            GEOMETRY,
            |start, square| {
                is_empty(start) && is_advanced_pawn(&board, square, fields.turn.opponent())
            },
            is_empty,
        )?;
        let mut position = Self::new(rules, board, fields.turn);
        position.pools = pools;
        position.half_move_clock = fields.half_move_clock;
        // Without the rule a right means nothing.
        if rules.castling {
            position.castling = fields.castling;
        }
        position.en_passant = en_passant.filter(|_| rules.en_passant);
        position.enter_quantum_pieces();
        Ok(position)
    }

    /// The position as [`Self::from_text`] takes it; meant for the beginning of a turn.
    pub fn to_text(&self) -> String {
        let piece = |square| self.board.piece(square).map(|piece| piece.to_string());
        let fields = Fields::write(
            &write_placement(GEOMETRY, piece),
            self.turn,
            self.castling,
            self.en_passant.map(|right| right.skipped),
            self.half_move_clock,
        );
        fields + &self.pools_text()
    }

    /// The pools as [`Self::from_text`] takes them.
    pub(super) fn pools_text(&self) -> String {
        let [white, black] = [Colour::White, Colour::Black]
            .map(|colour| self.pools[colour as usize].to_text(colour));
        format!("{white}/{black}")
    }
}

fn read_pools(text: &str) -> Result<[Pool; 2], SetupError> {
    if text == "-" {
        return Ok([Pool::default(); 2]);
    }
    let refused = || SetupError::Pool {
        found: text.to_owned(),
    };
    let (white, black) = text.split_once('/').ok_or_else(refused)?;
    let read = |text, colour| Pool::from_text(text, colour).ok_or_else(refused);
    Ok([read(white, Colour::White)?, read(black, Colour::Black)?])
}

fn check_side(board: &Board, pool: Pool, colour: Colour) -> Result<(), SetupError> {
    let squares = board.of(colour);
    let pieces = || squares.into_iter().filter_map(|square| board.piece(square));
    let kings = pieces().filter(|piece| piece.primary == Kind::King).count();
    if kings != 1 {
        let found = kings;
        return Err(SetupError::Kings { colour, found });
    }
    if squares.len() > 16 {
        return Err(SetupError::TooManyPieces { colour });
    }
    let unknown = pieces().filter(|piece| piece.secondary.is_none()).count();
    let labels = pool.len();
    if unknown as u64 > u64::from(labels) {
        return Err(SetupError::PoolTooSmall { colour, labels });
    }
    let primaries = pieces().map(|piece| piece.primary);
    let secondaries = pieces().filter_map(|piece| piece.secondary);
    let has_labels = TYPES
        .iter()
        .all(|&kind| pool.count(kind) <= Pool::FULL.count(kind));
    if !has_labels || !can_be(Pool::default(), primaries) || !can_be(pool, secondaries) {
        return Err(SetupError::PoolTooLarge { colour });
    }
    Ok(())
}

/// Returns `true` if a side can have these labels, and those of its pool: no more pawns than it starts
/// with, and others in excess only as far as pawns were promoted.
fn can_be(pool: Pool, types: impl Iterator<Item = Kind>) -> bool {
    let mut counts = TYPES.map(|kind| pool.count(kind));
    for kind in types {
        if let Some(place) = TYPES.iter().position(|&of| of == kind) {
            counts[place] += 1;
        }
    }
    let [pawns, others @ ..] = counts;
    let excess: u32 = others
        .iter()
        .zip(&TYPES[1..])
        .map(|(&count, &kind)| count.saturating_sub(Pool::FULL.count(kind)))
        .sum();
    pawns + excess <= Pool::FULL.count(Kind::Pawn)
}

/// A right to castle needs the king and a piece of its side in the corner, whatever its types.
fn check_castling(board: &Board, rights: CastlingRights) -> Result<(), SetupError> {
    for (colour, castling) in rights.castlings() {
        let own = board.of(colour);
        let in_place =
            board.king(colour) == Some(castling.king_from) && own.has(castling.rook_from);
        if !in_place {
            let corner = castling.rook_from;
            return Err(SetupError::CastlingPieces { corner });
        }
    }
    Ok(())
}

/// Returns `true` if a piece that has just moved as a pawn may stand here.
fn is_advanced_pawn(board: &Board, square: Square, colour: Colour) -> bool {
    let piece = board.piece(square).filter(|piece| piece.colour == colour);
    piece.is_some_and(|piece| {
        let may_be_pawn = [Some(piece.primary), piece.secondary].contains(&Some(Kind::Pawn));
        match piece.kind() {
            Some(kind) => kind == Kind::Pawn,
            None => may_be_pawn,
        }
    })
}
