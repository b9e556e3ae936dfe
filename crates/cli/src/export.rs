//! Circuits and games that leave the program.

mod game;
mod machine;
mod reached;

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use cheqqers_game::Game;
use cheqqers_game::show::Show;
use cheqqers_world::Component;

use crate::args::{Export, Format};
use crate::games::recorded_in;
use crate::record::Games;
use crate::{CliError, interrupt};
use cheqqers_session::{Notation, Reached, Sheet, Task, with_game};
pub(crate) use machine::MachineError;

/// Writes the circuits of a position's components, or a game.
pub(crate) fn run(args: &Export) -> Result<(), CliError> {
    interrupt::leave(|| ());
    let name = match &args.file {
        // A file of several games is of one kind, or refused where it is not.
        Some(path) => {
            let mut file = Games::open(path)?;
            let first = file.next()?.ok_or_else(|| file.empty())?;
            recorded_in(path, &first)?
        }
        None => args.game.name(),
    };
    with_game(name, Exporting { args })
}

/// What leaves the program.
struct Exporting<'a> {
    args: &'a Export,
}

impl Task for Exporting<'_> {
    type Done = ();
    type Error = CliError;

    fn with<G: Show>(self) -> Result<(), CliError> {
        match self.args.format {
            Format::Game(form) => game::run::<G>(self.args, form),
            Format::Circuit(notation) => circuits::<G>(self.args, notation),
        }
    }
}

fn circuits<G: Game>(args: &Export, notation: Notation) -> Result<(), CliError> {
    let reached: Reached<G> = match &args.file {
        Some(path) => reached::recorded(path, args.ply)?,
        None => reached::set_up(args)?,
    };
    let device = args.device.as_deref().map(machine::device).transpose()?;
    let sheet = Sheet {
        encoding: args.game.encoding,
        optimization: args.optimize.level(),
        measures: !args.no_measure,
        flat: args.flat,
        device: device.as_ref(),
        ..Sheet::new(notation)
    };
    let position = &reached.position;
    let mut components: Vec<&Component> = position.world().components().iter().collect();
    components.sort_by_key(|component| component.slots());
    if let Some(name) = &args.square {
        components.retain(|component| {
            let slot = position.slot_named(name);
            slot.is_some_and(|slot| component.slots().contains(&slot))
        });
    }
    let names: Vec<String> = components
        .iter()
        .map(|component| first_name(position, component))
        .collect();
    match (&args.output, &components[..]) {
        (_, []) => Err(CliError::NoComponent {
            game: G::NAME,
            square: args.square.clone(),
            squares: position
                .world()
                .components()
                .iter()
                .map(|component| first_name(position, component))
                .collect(),
        }),
        (Some(folder), _) => {
            create(folder)?;
            for (component, name) in components.iter().zip(&names) {
                let path = folder.join(name).with_extension(notation.extension());
                let text = sheet.text(&reached, component)?;
                write(&path, text.as_bytes())?;
            }
            Ok(())
        }
        (None, &[component]) => {
            let text = sheet.text(&reached, component)?;
            let mut out = io::stdout().lock();
            out.write_all(text.as_bytes()).map_err(CliError::Output)
        }
        (None, _) => Err(CliError::ManyComponents { squares: names }),
    }
}

fn first_name<G: Game>(position: &G, component: &Component) -> String {
    let slots = component.slots();
    slots
        .first()
        .map_or_else(String::new, |&slot| position.slot_name(slot))
}

/// Makes sure that there is such a folder.
fn create(folder: &Path) -> Result<(), CliError> {
    fs::create_dir_all(folder).map_err(|source| CliError::Write {
        path: folder.to_owned(),
        source,
    })
}

/// Writes a file as a whole: where that fails, what it held before is there still.
fn write(path: &Path, text: &[u8]) -> Result<(), CliError> {
    let mut part = path.to_owned();
    part.as_mut_os_string().push(".part");
    let written = fs::write(&part, text).and_then(|()| fs::rename(&part, path));
    written.map_err(|source| {
        // It failed already; whether its rest can be removed changes nothing.
        let _ = fs::remove_file(&part);
        CliError::Write {
            path: path.to_owned(),
            source,
        }
    })
}
