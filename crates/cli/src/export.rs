//! Circuits that leave the program.

use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::Path;

use cheqqers_checkers::{Level, Position, Rules};
use cheqqers_circuit::{Circuit, Drawing, Qubit};
use cheqqers_game::record::Line;
use cheqqers_game::replay::{Replay, Verify};
use cheqqers_game::{Encoding, Game};
use cheqqers_players::MeasurerKind;
use cheqqers_qasm::{Definitions, Dialect, Program, forms};
use cheqqers_world::Component;

use crate::args::{Export, Format};
use crate::record::only_game;
use crate::setup::Setup;
use crate::{CliError, interrupt};

/// Writes the circuits of a position's components.
pub(crate) fn run(args: &Export) -> Result<(), CliError> {
    interrupt::leave(|| ());
    let reached = match &args.file {
        Some(path) => recorded(path, args.ply)?,
        None => set_up(args)?,
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
            square: args.square.clone(),
        }),
        (Some(folder), _) => {
            let failed = |path: &Path| {
                let path = path.to_owned();
                |source| CliError::Write { path, source }
            };
            fs::create_dir_all(folder).map_err(failed(folder))?;
            for (component, name) in components.iter().zip(&names) {
                let path = folder.join(name).with_extension(args.format.extension());
                let text = text(&reached, component, args)?;
                fs::write(&path, text).map_err(failed(&path))?;
            }
            Ok(())
        }
        (None, &[component]) => {
            let text = text(&reached, component, args)?;
            let mut out = io::stdout().lock();
            out.write_all(text.as_bytes()).map_err(CliError::Output)
        }
        (None, _) => Err(CliError::ManyComponents { squares: names }),
    }
}

/// A position, and how it was reached.
struct Reached {
    start: Position,
    moves: Vec<String>,
    position: Position,
}

/// A position of a recorded game.
fn recorded(path: &Path, ply: Option<u32>) -> Result<Reached, CliError> {
    let file = File::open(path).map_err(|source| CliError::Read {
        path: path.to_owned(),
        source,
    })?;
    let record = only_game(path, BufReader::new(file))?;
    let wrong = |source| CliError::Replay {
        path: path.to_owned(),
        source,
    };
    let mut replay = Replay::<Position>::new(&record, Verify::Moves).map_err(wrong)?;
    let mut moves = Vec::new();
    while let Some(step) = replay.step().map_err(wrong)? {
        match step.line {
            Line::Ply(line) => moves.push(line.mv.clone()),
            Line::Undo(plies) => moves.truncate(moves.len().saturating_sub(*plies as usize)),
            Line::End(_) => {}
        }
    }
    let positions = replay.into_positions();
    let plies = u32::try_from(moves.len()).unwrap_or(u32::MAX);
    let ply = ply.unwrap_or(plies);
    match (positions.first(), positions.get(ply as usize)) {
        (Some(start), Some(position)) => {
            moves.truncate(ply as usize);
            Ok(Reached {
                start: start.clone(),
                moves,
                position: position.clone(),
            })
        }
        _ => Err(CliError::NoSuchPly {
            path: path.to_owned(),
            ply,
            plies,
        }),
    }
}

/// The position that the options describe.
fn set_up(args: &Export) -> Result<Reached, CliError> {
    let setup = Setup::new(&args.game, MeasurerKind::Sparse)?;
    let openings = setup.open_without_chance()?;
    let moves = openings.iter().map(|o| o.mv.to_string()).collect();
    let last = openings.last().map(|last| last.ply.position.clone());
    Ok(Reached {
        position: last.unwrap_or_else(|| setup.start.clone()),
        start: setup.start,
        moves,
    })
}

fn first_name(position: &Position, component: &Component) -> String {
    let slots = component.slots();
    slots
        .first()
        .map_or_else(String::new, |&slot| position.slot_name(slot))
}

/// In what a game started otherwise than games do by themselves.
fn options(start: &Position) -> Option<String> {
    let ordinary = Position::initial(Rules::new(Level::Interference)).header();
    let options = start.header().into_iter();
    let others = options.filter(|(key, value)| ordinary.get(key) != Some(value));
    let texts: Vec<String> = others
        .map(|(key, value)| match value.as_str() {
            Some(text) => format!("{key} {text}"),
            None => format!("{key} {value}"),
        })
        .collect();
    (!texts.is_empty()).then(|| format!("start: {}", texts.join(", ")))
}

fn text(reached: &Reached, component: &Component, args: &Export) -> Result<String, CliError> {
    let Reached {
        start,
        moves,
        position,
    } = reached;
    let encoding = args.game.encoding;
    let encoded = component.circuit(encoding).map_err(CliError::Circuit)?;
    let slots = component.slots();
    let names: Vec<String> = slots.iter().map(|&s| position.slot_name(s)).collect();
    let circuit: Circuit = if args.no_measure {
        encoded.circuit().clone()
    } else {
        encoded.measured(&slots).map_err(CliError::Circuit)?
    };
    let wires = encoded.history().iter().map(|history| {
        let carried = history.iter().map(|&s| position.slot_name(s));
        carried.collect::<Vec<String>>()
    });
    let wires: Vec<Vec<String>> = wires.collect();
    let mut title = vec![format!("{} after: {}", Position::NAME, moves.join(" "))];
    title.extend(options(start));
    title.push(format!(
        "encoding {encoding}; in bit strings the first character is bit 0"
    ));
    let clbits = if args.no_measure { &[][..] } else { &names };
    let definitions = match encoding {
        Encoding::Paper if !args.flat => Definitions::Named,
        Encoding::Paper | Encoding::Minimal => Definitions::Flat,
    };
    let program = Program {
        circuit: &circuit,
        title: &title,
        qubits: &wires,
        clbits,
        fold: None,
        groups: moves,
        definitions,
    };
    let text = match args.format {
        Format::Qasm3 => cheqqers_qasm::write(&program, Dialect::Qasm3),
        Format::Qasm2 => cheqqers_qasm::write(&program, Dialect::Qasm2),
        Format::Braket => cheqqers_qasm::write(&program, Dialect::Braket),
        Format::Ionq => cheqqers_qasm::write(&program, Dialect::Ionq),
        Format::Quirk => forms::quirk(&program).map(|text| text + "\n"),
        Format::QuirkUrl => forms::quirk_url(&program).map(|text| text + "\n"),
        Format::Json => {
            let outcomes = (!args.no_measure).then(|| component.outcomes());
            forms::json(&program, outcomes.as_deref())
        }
        Format::Svg => Ok(forms::svg(&program)),
        Format::Latex => Ok(forms::latex(&program)),
        Format::Text => Ok(drawing(&program)),
    };
    text.map_err(CliError::Qasm)
}

fn drawing(program: &Program<'_>) -> String {
    let qubits = (0..program.qubits.len()).map(Qubit::from_index);
    let labels = qubits.map(|qubit| program.carried(qubit, " then ").unwrap_or_default());
    let drawing = program.circuit.draw(&Drawing {
        labels: &labels.collect::<Vec<_>>(),
        groups: program.groups,
        ..Drawing::default()
    });
    drawing.trim_end().to_owned() + "\n"
}

impl Format {
    fn extension(self) -> &'static str {
        match self {
            Self::Qasm3 | Self::Qasm2 | Self::Braket | Self::Ionq => "qasm",
            Self::Quirk | Self::Json => "json",
            Self::Text | Self::QuirkUrl => "txt",
            Self::Svg => "svg",
            Self::Latex => "tex",
        }
    }
}
