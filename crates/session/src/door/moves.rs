//! Moves whose game is not part of their type.

use std::any::Any;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use cheqqers_game::show::Show;

/// A move of one ply.
#[derive(Clone)]
pub struct Move(Arc<dyn MoveMethods>);

/// Methods of a [`Move`].
pub trait MoveMethods: Any + Send + Sync {
    /// Name of the game.
    fn game(&self) -> &'static str;

    /// The move, as it is written.
    fn text(&self) -> String;

    /// Kind of move, as the game names it.
    fn kind(&self) -> &'static str;

    /// Names of the places it starts from.
    fn sources(&self) -> Vec<String>;

    /// Names of the places it leads to.
    fn targets(&self) -> Vec<String>;

    /// Names of the places that it jumps over.
    fn over(&self) -> Vec<String>;
}

impl Move {
    /// A move that jumps over these places.
    pub(crate) fn new<G: Show>(mv: G::Move, over: Vec<String>) -> Self {
        Self(Arc::new(MoveOf::<G> { mv, over }))
    }

    /// A legal move of a position.
    pub(crate) fn legal<G: Show>(position: &G, mv: G::Move) -> Self {
        Self::new::<G>(mv, position.over(mv))
    }

    /// The move, if it is one of this game.
    pub(crate) fn of<G: Show>(&self) -> Option<G::Move> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref::<MoveOf<G>>().map(|mv| mv.mv)
    }
}

impl Deref for Move {
    type Target = dyn MoveMethods;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.game() == other.game() && self.text() == other.text()
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({} of {})", self.text(), self.game())
    }
}

struct MoveOf<G: Show> {
    mv: G::Move,
    over: Vec<String>,
}

impl<G: Show> MoveMethods for MoveOf<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn text(&self) -> String {
        self.mv.to_string()
    }

    fn kind(&self) -> &'static str {
        G::kind(self.mv)
    }

    fn sources(&self) -> Vec<String> {
        G::sources(self.mv)
    }

    fn targets(&self) -> Vec<String> {
        G::targets(self.mv)
    }

    fn over(&self) -> Vec<String> {
        self.over.clone()
    }
}

/// The legal moves of a position, ascending. A move is built when it is looked at.
#[derive(Clone)]
pub struct LegalMoves(Arc<dyn LegalMovesMethods>);

/// Methods of [`LegalMoves`].
pub trait LegalMovesMethods: Send + Sync {
    /// Name of the game.
    fn game(&self) -> &'static str;

    /// Number of moves.
    fn len(&self) -> usize;

    /// Returns `true` if there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The move with this index.
    ///
    /// # Panics
    /// Panics if there are fewer.
    fn at(&self, index: usize) -> Move;

    /// The index of a move, given as text.
    fn find(&self, text: &str) -> Option<usize>;
}

impl LegalMoves {
    pub(crate) fn new<G: Show>(position: Arc<G>, moves: Arc<[G::Move]>) -> Self {
        let over = Jumps::Of(position);
        Self(Arc::new(LegalMovesOf { over, moves }))
    }

    /// Moves of which it is known over which places each jumps.
    pub(crate) fn with_over<G: Show>(moves: Vec<(G::Move, Vec<String>)>) -> Self {
        let (moves, over): (Vec<_>, Vec<_>) = moves.into_iter().unzip();
        Self(Arc::new(LegalMovesOf::<G> {
            over: Jumps::Known(over),
            moves: moves.into(),
        }))
    }

    /// The moves, ascending.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Move> {
        (0..self.len()).map(|index| self.at(index))
    }
}

impl Deref for LegalMoves {
    type Target = dyn LegalMovesMethods;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl fmt::Debug for LegalMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

struct LegalMovesOf<G: Show> {
    over: Jumps<G>,
    moves: Arc<[G::Move]>,
}

/// The places that legal moves jump over.
enum Jumps<G> {
    /// As their position says.
    Of(Arc<G>),
    /// These, for each move.
    Known(Vec<Vec<String>>),
}

impl<G: Show> LegalMovesMethods for LegalMovesOf<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn len(&self) -> usize {
        self.moves.len()
    }

    fn at(&self, index: usize) -> Move {
        let mv = self.moves[index];
        let over = match &self.over {
            Jumps::Of(position) => position.over(mv),
            Jumps::Known(over) => over[index].clone(),
        };
        Move::new::<G>(mv, over)
    }

    fn find(&self, text: &str) -> Option<usize> {
        self.moves.binary_search(&text.parse().ok()?).ok()
    }
}
