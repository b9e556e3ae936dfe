use cheqqers_circuit::{
    Action, Circuit, Drawing, Optimization, OptimizedCircuit, PostProcessing, Qubit,
};
use cheqqers_game::{Encoding, Game};
use cheqqers_native::{Device, PlaceError, lower};
use cheqqers_qasm::{
    AnnotatedCircuit, Definitions, Dialect, GroupFacts, GroupNotes, QasmError, forms,
};
use cheqqers_sim::minimize;
use cheqqers_world::{Component, EncodedCircuit, Slot, WorldError};

use thiserror::Error;

use crate::ReachedPosition;
use crate::group_facts::group_facts;
use crate::machine::OnDevice;

/// Writer of a format.
enum Writer {
    /// OpenQASM in a dialect.
    Qasm(Dialect),
    /// Another format, of the circuit and, where it is measured, the component.
    Form(fn(&AnnotatedCircuit<'_>, Option<&Component>) -> Result<String, QasmError>),
}

/// Makes the formats from a row each: name, extension of file names, purpose and writer.
macro_rules! formats {
    ($($format:ident: $name:literal, $extension:literal, $about:literal, $writer:expr;)+) => {
        /// Format of an exported circuit.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum CircuitFormat {
            $(#[doc = concat!($about, ".")] $format,)+
        }

        impl CircuitFormat {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$format),+];

            /// The name on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$format => $name,)+
                }
            }

            /// The extension of file names.
            pub fn extension(self) -> &'static str {
                match self {
                    $(Self::$format => $extension,)+
                }
            }

            /// Its purpose, in a few words.
            pub fn about(self) -> &'static str {
                match self {
                    $(Self::$format => $about,)+
                }
            }

            fn writer(self) -> Writer {
                match self {
                    $(Self::$format => $writer,)+
                }
            }
        }
    };
}

formats! {
    Qasm3: "qasm3", "qasm", "OpenQASM 3, as nearly every toolkit reads it", Writer::Qasm(Dialect::Qasm3);
    Qasm2: "qasm2", "qasm", "OpenQASM 2", Writer::Qasm(Dialect::Qasm2);
    Braket: "braket", "qasm", "OpenQASM 3 for Amazon Braket", Writer::Qasm(Dialect::Braket);
    Ionq: "ionq", "qasm", "OpenQASM 3 for IonQ", Writer::Qasm(Dialect::Ionq);
    Ibm: "ibm", "qasm",
        "OpenQASM 3 for IBM's machines: physical qubits and the gates of a Heron processor",
        Writer::Qasm(Dialect::Ibm);
    Quirk: "quirk", "json", "JSON that Quirk imports, for up to 16 qubits",
        Writer::Form(|program, _| forms::quirk(program).map(|text| text + "\n"));
    QuirkUrl: "quirk-url", "txt", "The address that opens the circuit in Quirk",
        Writer::Form(|program, _| forms::quirk_url(program).map(|text| text + "\n"));
    Json: "json", "json", "JSON for programs, with the exact probabilities",
        Writer::Form(|program, measured| {
            let outcomes = measured.map(Component::outcomes);
            Ok(forms::json(program, outcomes.as_deref()))
        });
    Text: "text", "txt", "A drawing", Writer::Form(|program, _| Ok(drawing(program)));
    Svg: "svg", "svg", "A drawing for slides", Writer::Form(|program, _| Ok(forms::svg(program)));
    Latex: "latex", "tex", "A drawing for papers: LaTeX with quantikz2",
        Writer::Form(|program, _| Ok(forms::latex(program)));
}

impl CircuitFormat {
    /// The format of a name on the command line.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.name() == name)
    }

    /// Writes a circuit; in [`Json`](Self::Json) with the probabilities of the component that it measures.
    ///
    /// # Errors
    /// Returns an error if the format lacks something that the circuit has, or has no room for it.
    pub fn write(
        self,
        program: &AnnotatedCircuit<'_>,
        measured: Option<&Component>,
    ) -> Result<String, QasmError> {
        match self.writer() {
            Writer::Qasm(dialect) => cheqqers_qasm::write(program, dialect),
            Writer::Form(write) => write(program, measured),
        }
    }

    /// The dialect in which gates are spelled that no device has.
    fn dialect(self) -> Option<Dialect> {
        match self.writer() {
            Writer::Qasm(Dialect::Ibm) | Writer::Form(_) => None,
            Writer::Qasm(dialect) => Some(dialect),
        }
    }
}

/// Options of exporting the circuit of a component.
#[derive(Clone, Copy, Debug)]
pub struct CircuitExport<'a> {
    /// In which form.
    pub format: CircuitFormat,
    /// In which encoding.
    pub encoding: Encoding,
    /// Level of optimization.
    pub optimization: Optimization,
    /// Adds measurements of all qubits.
    pub measures: bool,
    /// Writes split and merge of the paper's encoding as their gates instead of gate definitions.
    pub flat: bool,
    /// The machine on whose qubits it is placed.
    pub device: Option<&'a Device>,
    /// It is what the last ply ran, not what the position holds.
    pub last_ply: bool,
    /// Form in which it tells the moves of its gates.
    pub gate_moves: GroupNotes,
}

/// Error of exporting a circuit.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum CircuitExportError {
    #[error("the circuit could not be made")]
    Circuit(#[source] WorldError),
    #[error("the circuit can't be placed on the device")]
    Place(#[from] PlaceError),
    #[error("the circuit could not be written")]
    Qasm(#[from] QasmError),
}

impl CircuitExport<'_> {
    /// As most want it: measured, in the minimal encoding, as it was played.
    pub fn new(format: CircuitFormat) -> Self {
        Self {
            format,
            encoding: Encoding::default(),
            optimization: Optimization::Off,
            measures: true,
            flat: false,
            device: None,
            last_ply: false,
            gate_moves: GroupNotes::Comments,
        }
    }

    /// The circuit of a component of a position.
    ///
    /// # Errors
    /// Returns an error if there is no circuit, or it does not fit the device or the form.
    pub fn text<G: Game>(
        &self,
        reached: &ReachedPosition<G>,
        component: &Component,
    ) -> Result<String, CircuitExportError> {
        let position = &*reached.position;
        let encoding = self.encoding;
        let encoded = component
            .circuit(encoding)
            .map_err(CircuitExportError::Circuit)?;
        let slots = component.slots();
        let names: Vec<String> = slots.iter().map(|&s| position.slot_name(s)).collect();
        let level = self.optimization;
        let optimized = self
            .minimized(&encoded, &slots)
            .map_err(CircuitExportError::Circuit)?;
        let on_device = self
            .device
            .map(|device| OnDevice::new(&optimized.circuit, device));
        let on_device = on_device.transpose()?;
        let lowered;
        let circuit: &Circuit = match (self.format, &on_device) {
            (_, Some(on_device)) => &on_device.placed.circuit,
            (CircuitFormat::Ibm, None) => {
                lowered = lower(&optimized.circuit);
                &lowered
            }
            _ => &optimized.circuit,
        };
        let moves = reached.moves();
        let mut title = self.title(reached, &moves);
        let mut carried = carried(position, &encoded, &optimized, level);
        if let Some(on_device) = on_device.as_ref() {
            title.push(on_device.title.clone());
            if level != Optimization::PostProcessed {
                carried = on_device.carried(&carried);
            }
        }
        let mut facts = group_facts(&moves, &reached.players, encoded.prepared_plies());
        if self.device.is_some() {
            // Gates that bring qubits together on it are of no group either.
            facts[0] = GroupFacts::default();
        }
        let program = AnnotatedCircuit {
            circuit,
            title: &title,
            qubits: &carried,
            clbits: if self.measures { &names } else { &[] },
            post_processing: Some(&optimized.post_processing),
            groups: &moves,
            facts: &facts,
            notes: self.gate_moves,
            definitions: match encoding {
                Encoding::Paper if !self.flat => Definitions::Named,
                Encoding::Paper | Encoding::Minimal => Definitions::Flat,
            },
        };
        let measured = self.measures.then_some(component);
        Ok(self.format.write(&program, measured)?)
    }

    /// The circuit that is written.
    fn minimized(
        self,
        encoded: &EncodedCircuit,
        slots: &[Slot],
    ) -> Result<OptimizedCircuit, WorldError> {
        let played = encoded.circuit();
        let is_played = self.optimization == Optimization::Off;
        if is_played && self.encoding == Encoding::Minimal && played.num_qubits() > slots.len() {
            // A square that is certainly empty by now has kept a qubit: the same state without it, if
            // that is found.
            let mut optimized = minimize(played, Optimization::Gates);
            if optimized.circuit.num_qubits() == slots.len() {
                for &slot in slots.iter().filter(|_| self.measures) {
                    let qubit = encoded.qubit(slot).ok_or(WorldError::NotQuantum { slot })?;
                    let qubit = optimized.qubits[qubit.index()];
                    let clbit = optimized.circuit.add_clbit();
                    let measured = optimized
                        .circuit
                        .measure(qubit.expect("a quantum slot is not certain"), clbit);
                    measured.expect("both are of the circuit");
                }
                let num_clbits = optimized.circuit.num_clbits();
                optimized.post_processing = PostProcessing::identity(num_clbits);
                return Ok(optimized);
            }
        }
        let whole = if self.measures {
            encoded.measured(slots)?
        } else {
            played.clone()
        };
        let mut optimized = minimize(&whole, self.optimization);
        if let (Some(dialect), false) = (self.format.dialect(), is_played) {
            // In gates that the dialect has, some parts of others have no effect.
            let spelled = minimize(&spelled(&optimized.circuit, dialect), Optimization::Gates);
            let qubits = optimized.qubits.into_iter();
            optimized.qubits = qubits.map(|qubit| spelled.qubits[qubit?.index()]).collect();
            optimized.circuit = spelled.circuit;
        }
        Ok(optimized)
    }

    fn title<G: Game>(self, reached: &ReachedPosition<G>, moves: &[String]) -> Vec<String> {
        let played = if moves.is_empty() {
            "at the start".to_owned()
        } else {
            let what = if self.last_ply {
                "last ply of"
            } else {
                "after"
            };
            format!("{what}: {}", moves.join(" "))
        };
        let mut title = vec![format!("{} {played}", G::NAME)];
        title.extend(reached.options());
        let optimize = match self.optimization {
            Optimization::Off => "",
            Optimization::Gates => ", optimize 1",
            Optimization::PostProcessed => ", optimize 2",
        };
        let encoding = self.encoding;
        title.push(format!(
            "encoding {encoding}{optimize}; in bit strings the first character is bit 0"
        ));
        title
    }
}

/// The circuit with the gates that a dialect lacks decomposed.
fn spelled(circuit: &Circuit, dialect: Dialect) -> Circuit {
    let mut spelled = Circuit::new(circuit.num_qubits(), circuit.num_clbits());
    for operation in circuit.operations() {
        let qubits = operation.qubits();
        let pushed = match operation.action {
            Action::Measure(qubit, clbit) => spelled.measure(qubit, clbit),
            Action::Gate(gate, _) if dialect.spelling(gate).is_some() => {
                spelled.push_in(operation.groups, gate, qubits)
            }
            Action::Gate(gate, _) => gate.decomposition().into_iter().try_for_each(|(part, at)| {
                let qubits: Vec<Qubit> = at.into_iter().map(|place| qubits[place]).collect();
                spelled.push_in(operation.groups, part, &qubits)
            }),
        };
        pushed.expect("the operations are those of a circuit of this size");
    }
    spelled
}

/// The squares that each qubit carries, one after the other; none are named where the last gates
/// are left to the bits, and so no qubit stands for a square.
fn carried<G: Game>(
    position: &G,
    encoded: &EncodedCircuit,
    optimized: &OptimizedCircuit,
    level: Optimization,
) -> Vec<Vec<String>> {
    if level == Optimization::PostProcessed {
        return Vec::new();
    }
    let mut carried = vec![Vec::new(); optimized.circuit.num_qubits()];
    for (history, qubit) in encoded.carried_slots().iter().zip(&optimized.qubits) {
        if let Some(qubit) = qubit {
            let names = history
                .iter()
                .map(|carried| position.slot_name(carried.slot));
            carried[qubit.index()] = names.collect();
        }
    }
    carried
}

fn drawing(program: &AnnotatedCircuit<'_>) -> String {
    let qubits = (0..program.qubits.len()).map(Qubit::from_index);
    let labels = qubits.map(|qubit| program.qubit_label(qubit, " then ").unwrap_or_default());
    let drawing = program.circuit.draw(&Drawing {
        labels: &labels.collect::<Vec<_>>(),
        groups: program.groups,
        ..Drawing::default()
    });
    let mut text = drawing.trim_end().to_owned() + "\n";
    for formula in program.formulas() {
        text.push_str(&formula);
        text.push('\n');
    }
    text
}
