//! Circuits and games for other programs.

mod board;
mod device;
mod game;
mod position;

use cheqqers_files::Existing;
use cheqqers_qasm::QasmError;
use cheqqers_session::{CircuitExport, CircuitExportError, CircuitFormat, Position};
use cheqqers_world::Component;
use thiserror::Error;

use crate::args::{Drawing, Export, Format};
use crate::error::{CommandError, Failure};
use crate::files::{create_folder, write};
use crate::interrupt;
use crate::progress::WorkProgress;
use crate::stdio::print;

#[derive(Debug, Error)]
enum ExportError {
    #[error("there is no component{}{}", on(square.as_deref()), of(squares))]
    NoComponent {
        /// The square asked for.
        square: Option<String>,
        /// The first square of each component.
        squares: Vec<String>,
    },
    #[error("{}", nothing_run(*ply))]
    NothingRun {
        /// Number of the ply.
        ply: u32,
    },
    #[error("there is more than one component{}", of(squares))]
    ManyComponents {
        /// The first square of each.
        squares: Vec<String>,
    },
}

impl CommandError for ExportError {
    fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Self::NoComponent { squares, .. } if squares.is_empty() => {
                "Only pieces in superposition have a circuit."
            }
            Self::NoComponent { .. } => "Name a square of one of them.",
            Self::NothingRun { .. } => "Leave --last-ply out for the circuits of the position.",
            Self::ManyComponents { .. } => {
                "Choose one with --square, or write a file for each with -o DIR."
            }
        })
    }
}

fn on(square: Option<&str>) -> String {
    square.map_or_else(String::new, |square| format!(" on {square:?}"))
}

fn nothing_run(ply: u32) -> String {
    match ply {
        0 => "there is no last ply at the start".to_owned(),
        ply => format!("ply {ply} measured nothing, and no gates belong to it"),
    }
}

fn of(squares: &[String]) -> String {
    match squares {
        [] => String::new(),
        squares => format!(": there are those of {}", squares.join(", ")),
    }
}

impl CommandError for CircuitExportError {
    fn advice(&self) -> Option<&'static str> {
        match self {
            Self::Place(_) => Some(
                "Choose a larger device; --optimize 1 and --encoding minimal take fewer qubits.",
            ),
            Self::Qasm(QasmError::TooManyQubits { .. }) => {
                Some("Choose another --format; --encoding minimal takes the fewest qubits.")
            }
            _ => None,
        }
    }
}

/// Writes the circuits of a position's components, or a game.
pub(crate) fn run(args: &Export) -> Result<(), Failure> {
    interrupt::exit_on_interrupt(|| ());
    match args.format {
        Format::Game(form) => game::run(args, form),
        Format::Circuit(format) => circuits(args, format),
        Format::Board(drawing) => board::run(args, drawing),
    }
}

fn circuits(args: &Export, format: CircuitFormat) -> Result<(), Failure> {
    let (session, ply) = position::reached(args)?;
    let position = session.position_after(ply as usize);
    let device = args.device.as_deref().map(device::device).transpose()?;
    let export = CircuitExport {
        encoding: args.game.encoding,
        optimization: args.optimize.level(),
        measures: !args.no_measure,
        flat: args.flat,
        device: device.as_ref(),
        last_ply: args.last_ply,
        gate_moves: args.gate_moves.notes(),
        ..CircuitExport::new(format)
    };
    let all = if args.last_ply {
        session.components_of_ply(ply)
    } else {
        position.components()
    };
    let mut components: Vec<&Component> = all.iter().collect();
    if let Some(name) = &args.square {
        components.retain(|component| {
            let slot = position.slot_named(name);
            slot.is_some_and(|slot| component.slots().contains(&slot))
        });
    }
    let names: Vec<String> = components
        .iter()
        .map(|component| first_name(&position, component))
        .collect();
    match (&args.output, &components[..]) {
        (_, []) if format == CircuitFormat::Svg && args.square.is_none() && !args.last_ply => {
            board::draw(args, &session, ply, Drawing::Svg)
        }
        (_, []) => {
            let squares = all.iter().map(|component| first_name(&position, component));
            let error = match (&args.square, squares.collect()) {
                (None, _) if args.last_ply => ExportError::NothingRun { ply },
                (square, squares) => ExportError::NoComponent {
                    square: square.clone(),
                    squares,
                },
            };
            Err(error.into())
        }
        (Some(folder), _) => {
            create_folder(folder)?;
            let count = u64::try_from(components.len()).unwrap_or(u64::MAX);
            let progress = WorkProgress::bar(count, "{pos} of {len} files");
            for (k, (component, name)) in components.iter().zip(&names).enumerate() {
                // A ply may measure a component of the same slots again.
                let earlier = names[..k].iter().filter(|&earlier| earlier == name).count();
                let name = match earlier {
                    0 => name.clone(),
                    _ => format!("{name}-{}", earlier + 1),
                };
                let path = folder.join(name).with_extension(format.extension());
                let text = position.export(&export, component)?;
                write(&path, text.as_bytes(), Existing::Replace)?;
                progress.set(k as u64 + 1);
            }
            Ok(())
        }
        (None, &[component]) => print(position.export(&export, component)?),
        (None, _) => Err(ExportError::ManyComponents { squares: names }.into()),
    }
}

fn first_name(position: &Position, component: &Component) -> String {
    let slots = component.slots();
    slots
        .first()
        .map_or_else(String::new, |&slot| position.slot_name(slot))
}
