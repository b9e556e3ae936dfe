//! What the journal keeps of a job: enough to go on with it in another process.

use cheqqers_backend::{AnswerKind, Question};
use cheqqers_circuit::{Bitstring, Clbit, Fold, Parity};
use serde::{Deserialize, Serialize};

use crate::service::NewJob;

/// The version of the form that is written, and the only one that is read.
const VERSION: u32 = 1;

/// A job, from before it is sent until it is answered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    version: u32,
    /// Our own name of it.
    pub marker: String,
    /// The backend as the user named it.
    pub backend: String,
    /// The service.
    pub service: String,
    /// The device.
    pub device: String,
    /// Which measurement it answers.
    pub question: Option<Asked>,
    /// When it was written down, in UTC.
    pub created: jiff::Timestamp,
    /// How many shots.
    pub shots: usize,
    /// How many qubits the program has.
    pub num_qubits: usize,
    /// How many clbits the program measures.
    pub num_clbits: usize,
    /// The program.
    pub program: String,
    /// Its SHA-256.
    pub program_sha256: String,
    /// On which qubit of the device each clbit is measured, where that was chosen here.
    pub placement: Vec<u32>,
    /// When the device's errors were measured.
    pub calibrated: Option<String>,
    /// How likely a shot without fault is, as far as calibration tells.
    pub predicted: Option<f64>,
    /// The bits that were asked for, from those of the program: which are added up, and whether the
    /// sum is flipped.
    fold: Vec<(Vec<u32>, bool)>,
    /// How it stands.
    pub state: State,
    /// The service's name of it.
    pub job: Option<String>,
    /// What the service gave.
    pub answer: Option<AnswerName>,
    /// The shots in the order taken, clbit 0 of the program first.
    pub bits: Vec<String>,
    /// What it cost, and in what.
    pub cost: Option<(f64, String)>,
    /// Whether the person agreed to what such jobs cost.
    pub agreed: bool,
}

/// How a job stands, as far as the journal knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// About to be sent; whether it was is not known.
    Sending,
    /// The service has it.
    Sent,
    /// Its answer is here.
    Answered,
    /// It gave no answer and will give none.
    Failed {
        /// Why.
        reason: String,
    },
    /// It was cancelled.
    Cancelled,
}

/// [`Question`] as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Asked {
    /// The game's identity.
    pub game: String,
    /// SHA-256 of what was played and measured before.
    pub past_sha256: String,
    /// The ply, from 1.
    pub ply: u32,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Which measurement of the move, from 0.
    pub measurement: u32,
    /// How often it was asked before without a legal answer.
    pub attempt: u32,
}

impl From<&Question> for Asked {
    fn from(question: &Question) -> Self {
        Self {
            game: question.game.clone(),
            past_sha256: crate::marker::hash(question.past.as_bytes()),
            ply: question.ply,
            mv: question.mv.clone(),
            measurement: question.measurement,
            attempt: question.attempt,
        }
    }
}

/// [`AnswerKind`] as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AnswerName(pub AnswerKind);

impl From<AnswerName> for String {
    fn from(name: AnswerName) -> Self {
        name.0.name().into()
    }
}

impl TryFrom<String> for AnswerName {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let kind = AnswerKind::from_name(&name);
        kind.map(Self).ok_or(format!("{name:?} is no answer"))
    }
}

/// A program, and how its bits answer for those asked for.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Prepared {
    pub(crate) program: String,
    pub(crate) num_qubits: usize,
    pub(crate) num_clbits: usize,
    pub(crate) placement: Vec<u32>,
    pub(crate) calibrated: Option<String>,
    pub(crate) predicted: Option<f64>,
    pub(crate) fold: Fold,
}

impl Entry {
    /// A job that is about to be sent.
    pub(crate) fn new(marker: String, backend: &str, service: &str, device: &str) -> Self {
        Self {
            version: VERSION,
            marker,
            backend: backend.into(),
            service: service.into(),
            device: device.into(),
            question: None,
            created: jiff::Timestamp::now(),
            shots: 0,
            num_qubits: 0,
            num_clbits: 0,
            program: String::new(),
            program_sha256: String::new(),
            placement: Vec::new(),
            calibrated: None,
            predicted: None,
            fold: Vec::new(),
            state: State::Sending,
            job: None,
            answer: None,
            bits: Vec::new(),
            cost: None,
            agreed: false,
        }
    }

    /// The same with a program.
    pub(crate) fn running(self, prepared: Prepared, shots: usize) -> Self {
        let formula = |parity: &Parity| {
            let clbits = parity.clbits().iter().map(|clbit| clbit.0).collect();
            (clbits, parity.is_flipped())
        };
        Self {
            shots,
            program_sha256: crate::marker::hash(prepared.program.as_bytes()),
            fold: prepared.fold.bits().iter().map(formula).collect(),
            program: prepared.program,
            num_qubits: prepared.num_qubits,
            num_clbits: prepared.num_clbits,
            placement: prepared.placement,
            calibrated: prepared.calibrated,
            predicted: prepared.predicted,
            ..self
        }
    }

    /// Whether the form is one that is known.
    pub(crate) fn is_readable(&self) -> bool {
        self.version == VERSION
    }

    /// Whether it ended without an answer.
    pub fn is_dead(&self) -> bool {
        matches!(self.state, State::Failed { .. } | State::Cancelled)
    }

    /// Whether it may still be answered.
    pub fn is_open(&self) -> bool {
        matches!(self.state, State::Sending | State::Sent)
    }

    /// The job as it is sent.
    pub fn to_send(&self) -> NewJob<'_> {
        NewJob {
            device: &self.device,
            program: &self.program,
            num_qubits: self.num_qubits,
            num_clbits: self.num_clbits,
            shots: self.shots,
            marker: &self.marker,
        }
    }

    /// How many bits were asked for.
    pub(crate) fn num_bits(&self) -> usize {
        self.fold.len()
    }

    /// The shots that were asked for, once it is answered; `None` when what is written is none.
    pub fn shots(&self) -> Option<Vec<Bitstring>> {
        let formula = |(clbits, is_flipped): &(Vec<u32>, bool)| {
            Parity::new(clbits.iter().copied().map(Clbit), *is_flipped)
        };
        let used = self.fold.iter().flat_map(|(clbits, _)| clbits).max();
        if used.is_some_and(|&clbit| clbit as usize >= self.num_clbits) {
            return None;
        }
        let fold = Fold::new(self.fold.iter().map(formula).collect());
        let read = |text: &String| {
            let bits: Bitstring = text.parse().ok()?;
            (bits.len() == self.num_clbits).then(|| fold.apply(bits))
        };
        self.bits.iter().map(read).collect()
    }
}
