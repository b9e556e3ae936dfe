//! Whole games, as draughts records or in our own lines.

use std::io::{self, Write};
use std::path::Path;

use cheqqers_game::Game;
use cheqqers_game::record::{self, Detail, Line, Record, Recorder};
use cheqqers_game::replay::{Standing, Verify};
use cheqqers_game::show::Show;
use cheqqers_players::{MeasurerKind, Opened};
use serde_json::Map;

use super::{create, write};
use crate::CliError;
use crate::args::{Export, Form};
use crate::record::Games;
use crate::setup::Setup;

/// Writes the games of a file, or the one after given moves.
pub(super) fn run<G: Show>(args: &Export, form: Form) -> Result<(), CliError> {
    let written = match &args.file {
        Some(path) => recorded::<G>(path, args.ply, form)?,
        None => set_up::<G>(args, form)?,
    };
    let Some(folder) = &args.output else {
        let mut out = io::stdout().lock();
        return out.write_all(&written.text).map_err(CliError::Output);
    };
    create(folder)?;
    let name = args.file.as_deref().and_then(Path::file_stem);
    let mut path = folder.join(name.unwrap_or("game".as_ref()));
    // The name may hold dots of its own.
    path.as_mut_os_string().push(".");
    path.as_mut_os_string().push(written.extension());
    write(&path, &written.text)
}

/// The games of a file as they stand, or as they stood after a ply.
fn recorded<G: Show>(path: &Path, ply: Option<u32>, form: Form) -> Result<Written, CliError> {
    let mut file = Games::open(path)?;
    let mut written = Written::new(form);
    let mut longest = None;
    while let Some(record) = file.next()? {
        let mut game = standing::<G>(record, path)?;
        longest = longest.max(Some(game.num_plies()));
        if let Some(ply) = ply {
            game.cut(ply);
        }
        written.push(&game)?;
    }
    match (longest, ply) {
        (None, _) => Err(file.empty()),
        (Some(plies), Some(ply)) if ply > plies => Err(CliError::NoSuchPly {
            path: path.to_owned(),
            ply,
            plies,
        }),
        _ => Ok(written),
    }
}

/// The game that the options describe: people made the moves, and no seed had a part in them.
fn set_up<G: Show>(args: &Export, form: Form) -> Result<Written, CliError> {
    let setup = Setup::<G>::new(&args.game, MeasurerKind::Sparse)?;
    let openings = setup.open_without_chance()?;
    let mut more = Map::new();
    more.insert("white".into(), "human".into());
    more.insert("black".into(), "human".into());
    let line = |(ply, opening): (u32, &Opened<G>)| {
        let line = Line::Ply(Box::new(opening.line(ply, Detail::Record)));
        (ply as usize, line)
    };
    let record = Record {
        header: record::header(&setup.series.start, more),
        lines: (1..).zip(&openings).map(line).collect(),
        ..Record::default()
    };
    let mut written = Written::new(form);
    written.push(&standing::<G>(record, Path::new("game"))?)?;
    Ok(written)
}

fn standing<G: Game>(record: Record, path: &Path) -> Result<Standing<G>, CliError> {
    let standing = Standing::new(record, Verify::Everything);
    standing.map_err(|source| CliError::of_replay(path, source))
}

/// Games as they are written.
struct Written {
    form: Form,
    text: Vec<u8>,
    /// Whether all are classical.
    classical: bool,
}

impl Written {
    fn new(form: Form) -> Self {
        Self {
            form,
            text: Vec::new(),
            classical: true,
        }
    }

    fn push<G: Show>(&mut self, game: &Standing<G>) -> Result<(), CliError> {
        match self.form {
            Form::Pdn => {
                let draughts = G::draughts(game).ok_or(CliError::NoDraughts { game: G::NAME })?;
                self.classical &= draughts.classical;
                if !self.text.is_empty() {
                    self.text.push(b'\n');
                }
                self.text.extend(draughts.text.into_bytes());
            }
            Form::Record => {
                write_lines(&mut self.text, game.record())
                    .expect("memory takes all that is written");
            }
        }
        Ok(())
    }

    /// How the name of its file ends.
    fn extension(&self) -> &'static str {
        match self.form {
            Form::Record => "jsonl",
            // What any draughts program reads.
            Form::Pdn if self.classical => "pdn",
            Form::Pdn => "qpdn",
        }
    }
}

fn write_lines(text: &mut Vec<u8>, game: &Record) -> io::Result<()> {
    let mut recorder = Recorder::start(text, &game.header)?;
    for (_, line) in &game.lines {
        recorder.line(line)?;
    }
    Ok(())
}
