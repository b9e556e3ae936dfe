//! Whole games, as draughts records or in our own lines.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use cheqqers_checkers::{Position, pdn};
use cheqqers_game::record::{self, Detail, Line, Record, Recorder};
use cheqqers_game::replay::{ReplayError, standing};
use cheqqers_players::MeasurerKind;
use serde_json::{Map, Value};

use super::failed;
use crate::CliError;
use crate::args::{Export, Format};
use crate::record::Games;
use crate::setup::{Opening, Setup};

/// In which form a game is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// As a draughts record.
    Pdn,
    /// In our own lines.
    Lines,
}

impl Form {
    /// The form that a format asks for; `None` where it asks for circuits.
    pub(super) fn of(format: Format) -> Option<Self> {
        match format {
            Format::Pdn => Some(Self::Pdn),
            Format::Record => Some(Self::Lines),
            _ => None,
        }
    }

    fn extension(self, games: &[Record]) -> &'static str {
        let is_classical =
            |game: &Record| game.header.get("level").and_then(Value::as_u64) == Some(0);
        match self {
            Self::Lines => Format::Record.extension(),
            // What any draughts program reads.
            Self::Pdn if games.iter().all(is_classical) => "pdn",
            Self::Pdn => Format::Pdn.extension(),
        }
    }
}

/// Writes the games of a file, or the one after given moves.
pub(super) fn run(args: &Export, form: Form) -> Result<(), CliError> {
    let games = match &args.file {
        Some(path) => recorded(path, args.ply)?,
        None => vec![set_up(args)?],
    };
    let path = args.file.as_deref().unwrap_or(Path::new("game"));
    let text = text(&games, form).map_err(|source| CliError::Replay {
        path: path.to_owned(),
        source,
    })?;
    let Some(folder) = &args.output else {
        let mut out = io::stdout().lock();
        return out.write_all(&text).map_err(CliError::Output);
    };
    fs::create_dir_all(folder).map_err(failed(folder))?;
    let name = path.file_stem().unwrap_or("game".as_ref());
    let mut path = folder.join(name);
    // The name may hold dots of its own.
    path.as_mut_os_string().push(".");
    path.as_mut_os_string().push(form.extension(&games));
    fs::write(&path, text).map_err(failed(&path))
}

/// The games of a file as they stand, or as they stood after a ply.
fn recorded(path: &Path, ply: Option<u32>) -> Result<Vec<Record>, CliError> {
    let mut file = Games::open(path)?;
    let mut games = Vec::new();
    let mut longest = 0;
    while let Some(record) = file.next()? {
        let mut game = standing::<Position>(&record).map_err(|source| CliError::Replay {
            path: path.to_owned(),
            source,
        })?;
        let is_ply = |(_, line): &(usize, Line)| matches!(line, Line::Ply(_));
        longest = longest.max(game.lines.iter().filter(|line| is_ply(line)).count());
        if let Some(ply) = ply {
            // How it ended comes behind its last ply.
            game.lines.retain(is_ply);
            game.lines.truncate(ply as usize);
        }
        games.push(game);
    }
    let plies = u32::try_from(longest).unwrap_or(u32::MAX);
    match ply {
        _ if games.is_empty() => Err(file.empty()),
        Some(ply) if ply > plies => Err(CliError::NoSuchPly {
            path: path.to_owned(),
            ply,
            plies,
        }),
        _ => Ok(games),
    }
}

/// The game that the options describe: people made the moves, and no seed had a part in them.
fn set_up(args: &Export) -> Result<Record, CliError> {
    let setup = Setup::new(&args.game, MeasurerKind::Sparse)?;
    let openings = setup.open_without_chance()?;
    let mut more = Map::new();
    more.insert("white".into(), "human".into());
    more.insert("black".into(), "human".into());
    let line = |(ply, opening): (u32, &Opening)| {
        let line = Line::Ply(Box::new(opening.line(ply, Detail::Record)));
        (ply as usize, line)
    };
    Ok(Record {
        header: record::header(&setup.start, more),
        lines: (1..).zip(&openings).map(line).collect(),
        ..Record::default()
    })
}

fn text(games: &[Record], form: Form) -> Result<Vec<u8>, ReplayError<Position>> {
    let mut text = Vec::new();
    for game in games {
        match form {
            Form::Pdn => {
                if !text.is_empty() {
                    text.push(b'\n');
                }
                text.extend(pdn::write(game)?.into_bytes());
            }
            Form::Lines => text = lines(text, game).expect("memory takes all that is written"),
        }
    }
    Ok(text)
}

fn lines(text: Vec<u8>, game: &Record) -> io::Result<Vec<u8>> {
    let mut recorder = Recorder::start(text, &game.header)?;
    for (_, line) in &game.lines {
        recorder.line(line)?;
    }
    Ok(recorder.into_inner())
}
