//! Files of explorations under way: columns of codes and of the graph.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use flate2::Compression;
use serde::{Deserialize, Serialize};

use crate::codes::{Codes, hash};
use crate::columns::FileFormat;
use crate::error::FileFormatError;
use crate::explore::Exploration;
use crate::explored_game::ExploredGame;
use crate::graph::{Graph, Target};

const FORMAT: FileFormat = FileFormat {
    name: "cheqqers-exploration",
    version: 1,
    noun: "exploration of positions",
    // It is written while others wait.
    compression: Compression::fast(),
};

/// Description of an exploration: its game, and the lengths of the columns.
#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(flatten)]
    game: ExploredGame,
    by_plies: Vec<usize>,
    positions: u64,
    expanded: u64,
    moves: u64,
    measured: u64,
    outcomes: u64,
    ended: u64,
}

impl Exploration {
    /// Opens an exploration, which can go on.
    ///
    /// # Errors
    /// Returns an error if the file can't be read, or is no whole exploration.
    pub fn open(path: &Path) -> Result<Self, FileFormatError> {
        let file = File::open(path).map_err(FileFormatError::Read)?;
        Self::read(BufReader::new(file))
    }

    /// The bytes of its file.
    ///
    /// # Errors
    /// Returns an error if compression fails.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let Self {
            game,
            codes,
            graph,
            by_plies,
        } = self;
        let header = Header {
            game: game.clone(),
            by_plies: by_plies.clone(),
            positions: codes.len() as u64,
            expanded: graph.num_expanded() as u64,
            moves: graph.moves.len() as u64,
            measured: graph.outcome_ends.len() as u64,
            outcomes: graph.outcomes.len() as u64,
            ended: graph.ended.len() as u64,
        };
        let mut file = FORMAT.write(&header)?;
        let all = || (0..codes.len()).map(|number| codes.code(number));
        let len = |code: &[u8]| u32::try_from(code.len()).expect("codes are short");
        file.numbers(all().map(len))?;
        for code in all() {
            file.bytes(code)?;
        }
        file.numbers(graph.move_ends.iter().copied())?;
        file.numbers(graph.moves.iter().map(|target| target.bits()))?;
        file.numbers(graph.outcome_ends.iter().copied())?;
        file.numbers(graph.outcomes.iter().map(|target| target.bits()))?;
        file.floats(graph.probabilities.iter().copied())?;
        file.numbers(graph.ended.iter().map(|&(position, _)| position))?;
        for (_, outcome) in &graph.ended {
            file.bytes(&outcome.to_le_bytes())?;
        }
        file.finish()
    }

    /// Reads a file.
    fn read(file: impl BufRead) -> Result<Self, FileFormatError> {
        let (header, mut file): (Header, _) = FORMAT.read(file)?;
        let lens = file.numbers(header.positions)?;
        let bytes = file.bytes(lens.iter().map(|&len| u64::from(len)).sum())?;
        let targets = |bits: Vec<u32>| bits.into_iter().map(Target::from_bits).collect();
        let mut graph = Graph {
            num_positions: lens.len(),
            move_ends: file.numbers(header.expanded)?,
            moves: targets(file.numbers(header.moves)?),
            outcome_ends: file.numbers(header.measured)?,
            outcomes: targets(file.numbers(header.outcomes)?),
            probabilities: file.floats(header.outcomes)?,
            ended: Vec::new(),
        };
        let ended = file.numbers(header.ended)?;
        let outcomes = file.bytes(header.ended)?;
        let outcomes = outcomes.iter().map(|&byte| i8::from_le_bytes([byte]));
        graph.ended = ended.into_iter().zip(outcomes).collect();
        file.end()?;
        let mut codes = Codes::default();
        let mut rest = &bytes[..];
        for len in lens {
            let (code, behind) = rest.split_at(len as usize);
            codes.insert(code, hash(code));
            rest = behind;
        }
        let found = header
            .by_plies
            .iter()
            .try_fold(0_usize, |sum, &plies| sum.checked_add(plies));
        let is_valid = !codes.is_empty()
            && codes.len() == graph.num_positions
            && graph.is_valid()
            && found.is_some_and(|found| {
                found <= codes.len() && (found > graph.num_expanded() || graph.is_closed())
            });
        if !is_valid {
            return Err(FileFormatError::Damaged);
        }
        Ok(Self {
            game: header.game,
            codes,
            graph,
            by_plies: header.by_plies,
        })
    }
}
