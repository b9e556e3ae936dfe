use cheqqers_session::{GameVisitor, Playable, with_game};

use crate::error::PuzzleError;
use crate::puzzle::Puzzle;

/// A legal move of a puzzle's position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove {
    /// The move, as the game writes it.
    pub mv: String,
    /// Its kind, as the game names it.
    pub kind: &'static str,
    /// The squares it starts from.
    pub from: Vec<String>,
    /// Its expected score, in thousandths.
    pub score: u16,
}

/// The legal moves where the first `steps` of a puzzle are solved, ascending; none if there is nothing more to
/// find.
///
/// # Errors
/// Returns an error if the puzzle can't be played.
pub fn legal_moves(puzzle: &Puzzle, steps: usize) -> Result<Vec<LegalMove>, PuzzleError> {
    with_game(&puzzle.game, LegalMoves { puzzle, steps })
}

struct LegalMoves<'a> {
    puzzle: &'a Puzzle,
    steps: usize,
}

impl GameVisitor for LegalMoves<'_> {
    type Done = Vec<LegalMove>;
    type Error = PuzzleError;

    fn with<G: Playable>(self) -> Result<Vec<LegalMove>, PuzzleError> {
        let Some(step) = self.puzzle.steps.get(self.steps) else {
            return Ok(Vec::new());
        };
        let session = self.puzzle.open::<G>(self.steps)?;
        let mut legal = Vec::new();
        session.position().legal_moves(&mut legal);
        let moves = legal
            .into_iter()
            .zip(&step.scores)
            .map(|(mv, &score)| LegalMove {
                mv: mv.to_string(),
                kind: G::kind(mv),
                from: G::sources(mv),
                score,
            });
        Ok(moves.collect())
    }
}
