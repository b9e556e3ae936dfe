//! Circuits that leave the program.

use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::Path;

use cheqqers_checkers::Position;
use cheqqers_circuit::{Circuit, Drawing, Optimization, optimize};
use cheqqers_game::record::Line;
use cheqqers_game::replay::{Replay, Verify};
use cheqqers_game::{Encoding, Game};
use cheqqers_players::MeasurerKind;
use cheqqers_qasm::{Definitions, Program};
use cheqqers_world::Component;

use crate::args::{Export, Format, Optimize};
use crate::record::only_game;
use crate::setup::Setup;
use crate::{CliError, interrupt};

/// Writes the circuits of a position's components.
pub(crate) fn run(args: &Export) -> Result<(), CliError> {
    interrupt::leave(|| ());
    let (position, moves) = match &args.file {
        Some(path) => recorded(path, args.ply)?,
        None => set_up(args)?,
    };
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
        .map(|component| first_name(&position, component))
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
                let text = text(&position, component, &moves, args)?;
                fs::write(&path, text).map_err(failed(&path))?;
            }
            Ok(())
        }
        (None, &[component]) => {
            let text = text(&position, component, &moves, args)?;
            let mut out = io::stdout().lock();
            out.write_all(text.as_bytes()).map_err(CliError::Output)
        }
        (None, _) => Err(CliError::ManyComponents { squares: names }),
    }
}

/// A position of a recorded game, and the moves that led to it.
fn recorded(path: &Path, ply: Option<u32>) -> Result<(Position, Vec<String>), CliError> {
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
    match positions.into_iter().nth(ply as usize) {
        Some(position) => {
            moves.truncate(ply as usize);
            Ok((position, moves))
        }
        None => Err(CliError::NoSuchPly {
            path: path.to_owned(),
            ply,
            plies,
        }),
    }
}

/// The position that the options describe, and the moves that led to it.
fn set_up(args: &Export) -> Result<(Position, Vec<String>), CliError> {
    let setup = Setup::new(&args.game, MeasurerKind::Sparse)?;
    let openings = setup.open_without_chance()?;
    let moves = openings.iter().map(|o| o.mv.to_string()).collect();
    let last = openings.last().map(|last| last.ply.position.clone());
    Ok((last.unwrap_or(setup.start), moves))
}

fn first_name(position: &Position, component: &Component) -> String {
    let slots = component.slots();
    slots
        .first()
        .map_or_else(String::new, |&slot| position.slot_name(slot))
}

fn text(
    position: &Position,
    component: &Component,
    moves: &[String],
    args: &Export,
) -> Result<String, CliError> {
    let encoding = args.game.encoding;
    let encoded = component.circuit(encoding).map_err(CliError::Circuit)?;
    let slots = component.slots();
    let names: Vec<String> = slots.iter().map(|&s| position.slot_name(s)).collect();
    let whole: Circuit = if args.no_measure {
        encoded.circuit().clone()
    } else {
        encoded.measured(&slots).map_err(CliError::Circuit)?
    };
    let optimized = optimize(&whole, args.optimize.level());
    let circuit = optimized.circuit;
    let wires = encoded.history().iter().map(|history| {
        let carried: Vec<String> = history.iter().map(|&s| position.slot_name(s)).collect();
        if carried.is_empty() {
            "ancilla".to_owned()
        } else {
            carried.join(" then ")
        }
    });
    let mut labels = vec![String::new(); circuit.num_qubits()];
    for (label, qubit) in wires.zip(&optimized.qubits) {
        if let Some(qubit) = qubit {
            labels[qubit.index()] = label;
        }
    }
    let wires = labels;
    let Some(dialect) = args.format.dialect() else {
        let drawing = circuit.draw(&Drawing {
            labels: &wires,
            groups: moves,
            ..Drawing::default()
        });
        return Ok(drawing.trim_end().to_owned() + "\n");
    };
    let title = [
        format!("{} after: {}", Position::NAME, moves.join(" ")),
        format!(
            "encoding {encoding}, optimize {}; in bit strings the first character is bit 0",
            args.optimize
        ),
    ];
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
        fold: Some(&optimized.fold),
        groups: moves,
        definitions,
    };
    cheqqers_qasm::write(&program, dialect).map_err(CliError::Qasm)
}

impl Optimize {
    fn level(self) -> Optimization {
        match self {
            Self::Off => Optimization::Off,
            Self::Gates => Optimization::Gates,
            Self::Folded => Optimization::Folded,
        }
    }
}

impl Format {
    fn dialect(self) -> Option<cheqqers_qasm::Dialect> {
        use cheqqers_qasm::Dialect;
        match self {
            Self::Qasm3 => Some(Dialect::Qasm3),
            Self::Qasm2 => Some(Dialect::Qasm2),
            Self::Braket => Some(Dialect::Braket),
            Self::Text => None,
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Self::Qasm3 | Self::Qasm2 | Self::Braket => "qasm",
            Self::Text => "txt",
        }
    }
}
