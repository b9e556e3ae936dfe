//! Values of positions and moves, from a table.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cheqqers_game::Colour;
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{OpenTableError, open_table};
use cheqqers_session::KNOWN;
use cheqqers_solve::{FileFormatError, GameMismatch, SolvedPosition, Table, ValueBounds};
use serde_json::{Map, Value, json};
use thiserror::Error;

use crate::args::{GameOptions, Solve};
use crate::error::{CommandError, Failure};
use crate::interrupt;
use crate::setup::Setup;
use crate::solve::regret;
use crate::stdio::print;

/// Error of looking up a position.
#[derive(Debug, Error)]
pub(crate) enum LookUpError {
    #[error(transparent)]
    Open(#[from] OpenTableError),
    #[error(transparent)]
    Mismatch(#[from] GameMismatch),
    #[error("{} does not have this position", path.display())]
    Missing { path: PathBuf },
}

impl CommandError for LookUpError {
    fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Self::Open(error) => match error.source {
                FileFormatError::Read(_) => {
                    "Check the name of the file and whether it may be read."
                }
                FileFormatError::Format { .. } => "Tables are written by 'cheqqers solve -o FILE'.",
                _ => "Write it anew by 'cheqqers solve -o FILE'.",
            },
            Self::Mismatch(_) => {
                "Leave out the settings to have those of the table, or solve a table with these."
            }
            Self::Missing { .. } => {
                "It has those that can be reached from its start. Solve one with this --position."
            }
        })
    }
}

/// The tables in some files.
///
/// # Errors
/// Returns an error if one can't be read, or is no table.
pub(crate) fn open_tables(paths: &[PathBuf]) -> Result<Vec<Arc<Table>>, LookUpError> {
    let tables = paths.iter().map(|path| Ok(Arc::new(open_table(path)?)));
    tables.collect()
}

/// Prints the values of a position and its moves.
pub(super) fn run(path: &Path, args: &Solve) -> Result<(), Failure> {
    let table = open_table(path).map_err(LookUpError::Open)?;
    let game = with_settings_of(&table, &args.game);
    let setup = Setup::new(&game, MeasurerKind::Sparse)?;
    let position = setup.open_without_chance(Map::new())?.position();
    let solved = position.look_up(&table).map_err(LookUpError::Mismatch)?;
    let mut solved = solved.ok_or_else(|| LookUpError::Missing { path: path.into() })?;
    if !args.regret.is_empty() {
        return regret::run(table, setup, args);
    }
    interrupt::exit_on_interrupt(|| ());
    let key = |bounds: ValueBounds| (bounds.least, bounds.most);
    solved
        .moves
        .sort_by(|a, b| key(b.bounds).partial_cmp(&key(a.bounds)).expect("numbers"));
    let turn = position.turn();
    print(if args.json {
        let moves = solved.moves.iter().map(|mv| {
            let bounds = for_white(mv.bounds, turn);
            json!({"move": mv.mv, "value": {"least": bounds.least, "most": bounds.most}})
        });
        let bounds = for_white(solved.bounds, turn);
        let solved = json!({
            "game": position.game(),
            "settings": position.settings(),
            "value": {"least": bounds.least, "most": bounds.most},
            "distance": solved.distance,
            "moves": moves.collect::<Vec<_>>(),
        });
        format!("{solved}\n")
    } else {
        text(&solved, turn)
    })
}

/// The options of a game, with the table's settings where they have none.
fn with_settings_of(table: &Table, options: &GameOptions) -> GameOptions {
    let solved = &table.header().game;
    let mut options = options.clone();
    if options.game == KNOWN[0].name {
        options.game.clone_from(&solved.name);
    }
    let Some(entry) = KNOWN.iter().find(|game| game.name == options.name()) else {
        return options;
    };
    if options.preset().is_some() || entry.name != solved.name {
        return options;
    }
    let given = options.changes(entry);
    let is_given = |key: &str| given.iter().any(|(given, _)| given == key);
    for (key, value) in solved.settings.iter().filter(|(key, _)| !is_given(key)) {
        let value = match value {
            Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        options.set.push((key.clone(), value));
    }
    options
}

/// Bounds of a player's value, for White.
pub(super) fn for_white(bounds: ValueBounds, turn: Colour) -> ValueBounds {
    match turn {
        Colour::White => bounds,
        Colour::Black => bounds.reversed(),
    }
}

fn text(solved: &SolvedPosition<String>, turn: Colour) -> String {
    let shown = |bounds: ValueBounds| {
        let bounds = for_white(bounds, turn);
        if bounds.is_exact() {
            rounded(bounds.middle())
        } else {
            format!("{} to {}", rounded(bounds.least), rounded(bounds.most))
        }
    };
    let mut text = format!("value {} for White", shown(solved.bounds));
    if solved.bounds.least >= 1.0 || solved.bounds.most <= -1.0 {
        let _ = write!(text, ", certain within {} plies", solved.distance);
    }
    text.push('\n');
    let width = solved.moves.iter().map(|mv| mv.mv.chars().count()).max();
    let width = width.unwrap_or_default();
    for mv in &solved.moves {
        let _ = writeln!(text, "{:width$}  {:>12}", mv.mv, shown(mv.bounds));
    }
    text
}

/// A number with nine digits, and no negative zero.
pub(super) fn rounded(value: f64) -> String {
    let value = (value / ValueBounds::EXACT).round() * ValueBounds::EXACT + 0.0;
    format!("{value:.9}")
}
