//! Shots that were taken before they are needed.

mod batch;
mod common;
mod plan;
mod seeds;
mod verify;

use cheqqers_circuit::{Bitstring, CanonicalCircuit, Circuit, Optimization, optimize};
use cheqqers_game::Judge;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

pub use batch::PoolBatch;
pub use common::{CircuitCounts, CommonCircuit, CommonCircuits};
pub use plan::PoolPlan;
pub use seeds::PoolSeeds;
pub use verify::{PoolError, PoolReason, PoolReport, verify};

use crate::answer::Answer;
use crate::post_selection::PostSelection;
use crate::provenance::{DRAWS, MeasurementProvenance};

/// A stock of shots for a game: circuits that it is likely to measure are run before it begins, all
/// in one job, and a measurement of such a circuit takes the next shots that no other has taken.
///
/// A player who can't read the seeds knows no outcome before its move, though the shots are known from the
/// start: they are used in an order that follows from the [seeds](PoolSeeds) of both sides, of which only
/// hashes are known until the game is over, and the order depends on the hash of the shots, so that no seed
/// can be chosen for them.
#[derive(Debug)]
pub struct ShotPool {
    seeds: PoolSeeds,
    stocks: Vec<Stock>,
}

/// The shots of one circuit of a batch.
#[derive(Debug)]
struct Stock {
    batch: String,
    /// Number of the circuit in its batch.
    circuit: usize,
    form: CanonicalCircuit,
    /// Name of the backend that took the shots.
    backend: String,
    job: Option<String>,
    shots: Vec<Bitstring>,
    /// Indices of the shots in the order of use.
    order: Vec<usize>,
    /// Number of shots used.
    used: usize,
}

/// Shots of one circuit that a measurement used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Draws {
    /// Hash of the batch.
    batch: String,
    /// Number of the circuit in its batch.
    circuit: usize,
    /// Indices of the shots, in the order of use.
    shots: Vec<usize>,
}

/// Maximum number of qubits of a circuit in a pool: larger ones are rarely measured twice.
const MAX_QUBITS: usize = 20;

/// The form of a circuit by which pools know it: shortened as on a noisy backend, and without labels.
/// `None` if its measurements are not all at its end, or it is too large or too symmetric.
pub fn form(circuit: &Circuit) -> Option<CanonicalCircuit> {
    let shortened = optimize(circuit, Optimization::Gates);
    if shortened.circuit.num_qubits() > MAX_QUBITS {
        return None;
    }
    let width = circuit.num_clbits();
    let is_plain = shortened.post_processing.is_identity(width);
    is_plain.then(|| CanonicalCircuit::of(&shortened.circuit))?
}

impl ShotPool {
    /// A pool without shots.
    pub fn new(seeds: PoolSeeds) -> Self {
        Self {
            seeds,
            stocks: Vec::new(),
        }
    }

    /// Adds the shots of a batch, which this backend took.
    pub fn add(&mut self, batch: &PoolBatch, backend: &str) {
        let hash = batch.hash();
        let stocks = batch.circuits.iter().zip(&batch.shots).enumerate();
        self.stocks
            .extend(stocks.map(|(circuit, (form, shots))| Stock {
                batch: hash.clone(),
                circuit,
                form: form.clone(),
                backend: backend.into(),
                job: batch.job_of(circuit).map(Into::into),
                shots: shots.clone(),
                order: self.seeds.order(&hash, circuit, shots.len()),
                used: 0,
            }));
    }

    /// Counts the shots that a recorded measurement used.
    pub fn use_recorded(&mut self, provenance: MeasurementProvenance<'_>) {
        let draws: Vec<Vec<Draws>> = provenance.draws().unwrap_or_default();
        for draws in draws.iter().flatten() {
            for stock in self.stocks.iter_mut().filter(|stock| draws.is_of(stock)) {
                let is_drawn = |shot: &usize| draws.shots.contains(shot);
                let last = stock.order.iter().rposition(is_drawn);
                stock.used = stock.used.max(last.map_or(0, |place| place + 1));
            }
        }
    }

    /// Number of shots of a circuit that are left.
    pub fn shots_left(&self, form: &CanonicalCircuit) -> usize {
        let stocks = self.stocks.iter();
        let of_circuit = stocks.filter(|stock| stock.form.circuit() == form.circuit());
        of_circuit.map(|stock| stock.shots.len() - stock.used).sum()
    }

    /// Measures circuits by the next shots: the first that are legal together decide.
    pub(crate) fn draw(&mut self, circuits: &[Circuit], judge: &Judge) -> PoolDraw {
        let mut drawn = PoolDraw {
            draws: vec![Vec::new(); circuits.len()],
            answer: None,
        };
        let forms: Option<Vec<CanonicalCircuit>> = circuits.iter().map(form).collect();
        let Some(forms) = forms else {
            return drawn;
        };
        let mut selection = PostSelection::default();
        while let Some(places) = self.next(&forms) {
            let mut parts = Vec::with_capacity(forms.len());
            for ((form, &place), draws) in forms.iter().zip(&places).zip(&mut drawn.draws) {
                let stock = &mut self.stocks[place];
                let shot = stock.order[stock.used];
                stock.used += 1;
                parts.push(form.bits(stock.shots[shot]));
                match draws.last_mut() {
                    Some(last) if last.is_of(stock) => last.shots.push(shot),
                    _ => draws.push(Draws {
                        batch: stock.batch.clone(),
                        circuit: stock.circuit,
                        shots: vec![shot],
                    }),
                }
            }
            let bits = Bitstring::concat_all(parts).filter(|&bits| {
                let chosen = selection.select(judge, [bits]);
                matches!(chosen, Ok(Some(_)))
            });
            if let Some(bits) = bits {
                let last = places.last().map(|&place| &self.stocks[place]);
                let job = last.and_then(|stock| stock.job.as_deref());
                drawn.answer = Some(Answer {
                    bits,
                    provenance: selection.to_pool_record(job),
                    backend: last.map(|stock| stock.backend.clone()),
                });
                break;
            }
        }
        drawn
    }

    /// Makes shots unused that did not decide.
    pub(crate) fn put_back(&mut self, drawn: &PoolDraw) {
        for draws in drawn.draws.iter().flatten() {
            for stock in self.stocks.iter_mut().filter(|stock| draws.is_of(stock)) {
                stock.used -= draws.shots.len();
            }
        }
    }

    /// For each circuit the stock of its next shot.
    fn next(&self, forms: &[CanonicalCircuit]) -> Option<Vec<usize>> {
        let mut taken = vec![0; self.stocks.len()];
        let place = |form: &CanonicalCircuit| {
            let place = self.stocks.iter().zip(&taken).position(|(stock, taken)| {
                stock.used + taken < stock.shots.len() && stock.form.circuit() == form.circuit()
            })?;
            taken[place] += 1;
            Some(place)
        };
        forms.iter().map(place).collect()
    }
}

/// Result of measuring by a pool.
#[derive(Debug)]
pub(crate) struct PoolDraw {
    /// Of each component the shots that were used.
    draws: Vec<Vec<Draws>>,
    /// `None` if a circuit is not in the pool, or no shot that was left is legal.
    pub(crate) answer: Option<Answer>,
}

impl PoolDraw {
    /// Adds the shots that were used to a provenance.
    pub(crate) fn write(&self, provenance: &mut Map<String, Value>) {
        if self.draws.iter().any(|draws| !draws.is_empty()) {
            provenance.insert(DRAWS.into(), json!(self.draws));
        }
    }
}

impl Draws {
    fn is_of(&self, stock: &Stock) -> bool {
        self.batch == stock.batch && self.circuit == stock.circuit
    }
}
