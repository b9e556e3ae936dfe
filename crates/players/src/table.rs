//! The player of solved boards.

use std::fmt;
use std::path::Path;

use cheqqers_game::Game;
use cheqqers_solve::{FileFormatError, SolvedMove, SolvedPosition, Table};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::named_file::NamedFile;
use crate::{Expert, ExpertSettings, Forfeit, MoveContext, Player, Thoughts, below};

/// A table in a file, which is opened when it is first needed and then kept. It equals another one of the same file
/// name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NamedTable(NamedFile<Table>);

/// A table that can't be opened.
#[derive(Debug, Error)]
#[error("could not open {file}")]
pub struct OpenTableError {
    /// Name of the file.
    pub file: String,
    /// Reason for it.
    pub source: FileFormatError,
}

/// Opens the table in a file.
///
/// # Errors
/// Returns an error that names the file if it can't be opened.
pub fn open_table(path: &Path) -> Result<Table, OpenTableError> {
    Table::open(path).map_err(|source| OpenTableError {
        file: path.display().to_string(),
        source,
    })
}

impl NamedTable {
    /// The table in a file.
    pub fn new(file: String) -> Self {
        Self(NamedFile::new(file))
    }

    /// A table that is open.
    pub fn opened(file: String, table: Table) -> Self {
        Self(NamedFile::opened(file, table))
    }

    /// The table, which is opened if nobody has done so.
    ///
    /// # Errors
    /// Returns an error if it can't be opened.
    pub fn open(&self) -> Result<&Table, OpenTableError> {
        self.0.open(open_table)
    }
}

impl fmt::Display for NamedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("table:{}", self.0.file))
    }
}

/// Plays perfectly where a [`Table`] of the solved board has the position, and as an [`Expert`] where it does not, or not
/// with its exact value.
///
/// It never makes a move that is worth less than the best one. Where it has more than a draw, it makes one
/// that leads towards the end, so that it gets what the position is worth and does not wait for ever: a certain win takes
/// no more plies than the position's distance. Else it stays as far as it can from what the opponent wins by. Which of
/// moves that are equal in all of this it makes is drawn.
///
/// It refuses games by other rules than the table's.
#[derive(Debug)]
pub struct TablePlayer<G: Game> {
    table: NamedTable,
    rng: ChaCha8Rng,
    /// The player outside of the table, since it was first needed.
    expert: Option<Expert<G>>,
    thoughts: Option<Thoughts<G::Move>>,
}

/// Difference up to which values of moves are the same.
const TOLERANCE: f64 = 1e-12;

impl<G: Game> TablePlayer<G> {
    /// A player with a table, which draws from a generator.
    pub fn new(table: NamedTable, rng: ChaCha8Rng) -> Self {
        Self {
            table,
            rng,
            expert: None,
            thoughts: None,
        }
    }

    /// The table, if it is of a position's game.
    fn table_of(&self, position: &G) -> Result<&Table, Forfeit> {
        let fault = |fault| Forfeit::Fault(fault);
        let table = self.table.open().map_err(|error| fault(error.into()))?;
        let checked = table.check(position);
        checked.map_err(|mismatch| fault(mismatch.into()))?;
        Ok(table)
    }
}

impl<G: Game> Player<G> for TablePlayer<G> {
    fn prepare(&mut self, start: &G) -> Result<(), Forfeit> {
        self.table_of(start).map(drop)
    }

    fn choose(&mut self, context: &MoveContext<'_, G>) -> Result<G::Move, Forfeit> {
        // Another game may have begun.
        let table = self.table_of(context.position)?;
        let mut solved = table.look_up(context.position);
        if let Some(solved) = &mut solved {
            solved.moves.retain(|mv| context.legal.contains(&mv.mv));
        }
        let Some(solved) = solved.filter(|solved| solved.bounds.is_exact()) else {
            let rng = &self.rng;
            let new = || Expert::new(ExpertSettings::default(), rng.clone());
            let expert = self.expert.get_or_insert_with(new);
            let mv = expert.choose(context)?;
            self.thoughts = expert.thoughts();
            return Ok(mv);
        };
        let best = best_moves(&solved);
        let mv = best[below(&mut self.rng, best.len())].mv;
        self.thoughts = Some(Thoughts {
            depth: None,
            nodes: solved.moves.len() as u64,
            value: solved.bounds.least,
            line: vec![mv],
        });
        Ok(mv)
    }

    fn thoughts(&self) -> Option<Thoughts<G::Move>> {
        self.thoughts.clone()
    }
}

/// The moves that a perfect player chooses from.
pub(crate) fn best_moves<M: Copy>(solved: &SolvedPosition<M>) -> Vec<&SolvedMove<M>> {
    let least = |mv: &&SolvedMove<M>| mv.bounds.least;
    let best = solved.moves.iter().map(|mv| mv.bounds.least);
    let best = best.fold(f64::NEG_INFINITY, f64::max);
    let bound = best.min(solved.bounds.least);
    let mut moves: Vec<&SolvedMove<M>> = solved.moves.iter().collect();
    moves.retain(|mv| least(mv) >= bound - TOLERANCE);
    if solved.bounds.least > 0.0 {
        // By all outcomes where that is possible, else by some.
        let is_nearer = |mv: &&SolvedMove<M>| mv.distances[1] < solved.distance;
        let which = usize::from(moves.iter().any(is_nearer));
        let nearest = moves.iter().map(|mv| mv.distances[which]).min();
        moves.retain(|mv| Some(mv.distances[which]) == nearest);
    } else {
        let farthest = moves.iter().map(|mv| mv.opposing[1]).max();
        moves.retain(|mv| Some(mv.opposing[1]) == farthest);
    }
    moves
}
