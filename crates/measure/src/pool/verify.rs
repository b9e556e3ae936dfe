use std::collections::{BTreeSet, HashMap};

use cheqqers_circuit::{Bitstring, CanonicalCircuit, counted};
use cheqqers_game::record::{Line, Record};
use cheqqers_game::replay::{Replay, ReplayError, Verify};
use cheqqers_game::{Encoding, Game, Measurement, Pending, Ply, Status};
use serde_json::Value;
use thiserror::Error;

use super::batch::PoolBatch;
use super::plan::PoolPlan;
use super::seeds::{PoolSeeds, SEEDS};
use super::{Draws, form};
use crate::post_selection::PostSelection;
use crate::provenance::{FALLBACK, MeasurementProvenance};

/// Use of the pool of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PoolReport {
    /// Number of shots that were taken.
    pub shots: usize,
    /// Number of shots that were used.
    pub used: usize,
    /// Number of measurements that used any.
    pub measurements: usize,
    /// The seeds are revealed, and the order of use was checked.
    pub is_revealed: bool,
}

/// Error of checking the pool of a record.
#[derive(Debug, Error)]
#[error("line {line}: {reason}")]
#[expect(missing_docs, reason = "the message says it")]
pub struct PoolError {
    pub line: usize,
    #[source]
    pub reason: PoolReason,
}

/// Fault of a pool.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PoolReason {
    #[error("the game can't be replayed")]
    Replay(#[source] Box<ReplayError>),
    #[error("the header has no plan of the pool")]
    Plan,
    #[error("it is no batch of shots, its hash is wrong, or it has other circuits than the plan")]
    Batch,
    #[error("the batch of shots is there before")]
    Repeated,
    #[error(
        "no line reveals the seeds of the pool, as where the game ended on a machine without them: that the \
         shots of {}, in {}, were used in their order can't be checked",
        counted(*.measurements, "measurement"),
        named(.plies)
    )]
    Unrevealed {
        measurements: usize,
        plies: BTreeSet<u32>,
    },
    #[error(
        "by its shots {field} of measurement {number} should be {expected}, the record says {found}"
    )]
    Counts {
        number: usize,
        field: String,
        expected: Box<Value>,
        found: Box<Value>,
    },
    #[error("the seeds are not those whose hashes the header has")]
    Seeds,
    #[error("the game goes on after its seeds were revealed")]
    Revealed,
    #[error("a ply that used shots of the pool is taken back")]
    TakenBack,
    #[error("measurement {number} names shots that the record does not have before it")]
    Unknown { number: usize },
    #[error("measurement {number} uses shots of another circuit")]
    Circuit { number: usize },
    #[error("measurement {number} uses a shot that was used before")]
    Twice { number: usize },
    #[error("the shots of measurement {number} do not decide as recorded")]
    Outcome { number: usize },
    #[error("the shots of measurement {number} are not the next in the order of the seeds")]
    Order { number: usize },
}

/// Checks the pool of a record: that the shots are those of its hashes, each used once, for the circuit
/// that was measured, in the order of the seeds, and that the first legal one decided. The seeds of a game
/// that is over are revealed, if it used any shot. `None` if the record has no pool.
///
/// # Errors
/// Returns an error that says which line is wrong.
pub fn verify<G: Game>(record: &Record) -> Result<Option<PoolReport>, PoolError> {
    let lines = record.lines.iter();
    let at = |line| move |reason| PoolError { line, reason };
    let header = at(record.header_line);
    let plan = PoolPlan::of_header(&record.header);
    let is_used = |line: &Line| match line {
        Line::Pool(_) => true,
        Line::Ply(ply) => ply
            .measured
            .iter()
            .any(|measured| MeasurementProvenance::new(&measured.more).is_pooled()),
        Line::Undo(_) | Line::End(_) => false,
    };
    if plan.is_none() && !lines.clone().any(|(_, line)| is_used(line)) {
        return Ok(None);
    }
    let plan = plan.ok_or_else(|| header(PoolReason::Plan))?;
    let replayed = |error| header(PoolReason::Replay(Box::new(error)));

    let revealed = lines.clone().find_map(|(number, line)| match line {
        Line::Pool(pool) if pool.get(SEEDS).is_some() => Some((*number, pool)),
        _ => None,
    });
    let seeds = match revealed {
        None => None,
        Some((number, pool)) => {
            let seeds = PoolSeeds::of_record(pool);
            let seeds = seeds.filter(|seeds| seeds.commitments() == plan.commitments);
            Some(seeds.ok_or_else(|| at(number)(PoolReason::Seeds))?)
        }
    };
    let mut checked = PoolVerifier {
        record,
        seeds: seeds.as_ref(),
        batches: HashMap::new(),
        used: HashMap::new(),
        plies: BTreeSet::new(),
        report: PoolReport::default(),
    };
    let mut replay = Replay::<G>::new(record, Verify::Moves).map_err(replayed)?;
    let mut is_revealed = false;
    // Of each ply that was not taken back whether it used any.
    let mut plies: Vec<bool> = Vec::new();
    for (number, line) in lines {
        let at = at(*number);
        let before = replay.position().clone();
        let step = replay.step().map_err(replayed)?;
        let ply = step.and_then(|step| step.ply);
        match line {
            _ if is_revealed => return Err(at(PoolReason::Revealed)),
            Line::Pool(pool) if pool.get(SEEDS).is_some() => is_revealed = true,
            Line::Pool(pool) => checked.add(pool, &plan).map_err(at)?,
            Line::Undo(undo) => {
                let left = plies.len().saturating_sub(*undo as usize);
                if plies.split_off(left).contains(&true) {
                    return Err(at(PoolReason::TakenBack));
                }
            }
            _ => {}
        }
        if let Some(ply) = ply {
            let measurements = checked.report.measurements;
            checked.ply(before, &ply).map_err(at)?;
            plies.push(checked.report.measurements > measurements);
            if let Line::Ply(entry) = line
                && checked.report.measurements > measurements
            {
                checked.plies.insert(entry.ply);
            }
        }
    }
    let is_over = replay.status() != Status::InProgress;
    if is_over && !is_revealed && checked.report.used > 0 {
        let last = record
            .lines
            .last()
            .map_or(record.header_line, |(number, _)| *number);
        return Err(at(last)(PoolReason::Unrevealed {
            measurements: checked.report.measurements,
            plies: checked.plies,
        }));
    }
    checked.report.is_revealed = is_revealed;
    Ok(Some(checked.report))
}

/// Plies by their numbers, in words.
fn named(plies: &BTreeSet<u32>) -> String {
    let numbers: Vec<String> = plies.iter().map(u32::to_string).collect();
    let noun = if numbers.len() == 1 { "ply" } else { "plies" };
    format!("{noun} {}", numbers.join(", "))
}

/// A pool as far as it was checked.
struct PoolVerifier<'a> {
    record: &'a Record,
    seeds: Option<&'a PoolSeeds>,
    batches: HashMap<String, PoolBatch>,
    /// The shots that were used of each circuit of a batch.
    used: HashMap<(String, usize), UsedShots>,
    /// Numbers of the plies that used any.
    plies: BTreeSet<u32>,
    report: PoolReport,
}

/// Shots of a circuit that were used.
struct UsedShots {
    /// All shots in the order of the seeds, if these are revealed.
    order: Option<Vec<usize>>,
    /// Those that were used, in order.
    used: Vec<usize>,
}

impl PoolVerifier<'_> {
    fn add(&mut self, pool: &Value, plan: &PoolPlan) -> Result<(), PoolReason> {
        let batch = PoolBatch::of_record(pool);
        let batch = batch.filter(|batch| plan.prefetches || batch.circuits == plan.circuits);
        let batch = batch.ok_or(PoolReason::Batch)?;
        let hash = batch.hash();
        if self.batches.contains_key(&hash) {
            return Err(PoolReason::Repeated);
        }
        self.report.shots += batch.num_shots();
        self.batches.insert(hash, batch);
        Ok(())
    }

    /// Checks the measurements of a ply.
    fn ply<G: Game>(&mut self, before: G, ply: &Ply<G::Move>) -> Result<(), PoolReason> {
        let mut number = 0;
        ply.replay(before, |pending, measurement| {
            number += 1;
            let provenance = MeasurementProvenance::new(&measurement.provenance);
            let draws: Result<Vec<Vec<Draws>>, _> = provenance.draws();
            let draws = draws.map_err(|_| PoolReason::Unknown { number })?;
            if draws.is_empty() && provenance.is_pooled() {
                return Err(PoolReason::Unknown { number });
            }
            if !draws.is_empty() {
                let is_by_job = !provenance.jobs().is_empty();
                let decided = self.measurement(pending, number, &draws)?;
                let is_as_recorded = match decided {
                    Some((bits, _)) => !is_by_job && bits == measurement.bits,
                    None => is_by_job || self.is_by_fallback(measurement),
                };
                if !is_as_recorded {
                    return Err(PoolReason::Outcome { number });
                }
                if let Some((_, selection)) = decided {
                    self.counts(selection, &draws, number, measurement)?;
                }
                self.report.measurements += 1;
            }
            Ok(())
        })?;
        Ok(())
    }

    /// Returns `true` if the backend of a measurement is the fallback of the game.
    fn is_by_fallback(&self, measurement: &Measurement) -> bool {
        let fallback = self.record.header.get(FALLBACK).and_then(Value::as_str);
        fallback == Some(&*measurement.backend)
    }

    /// Checks what the record says of the shots that decided.
    fn counts(
        &self,
        selection: PostSelection,
        draws: &[Vec<Draws>],
        number: usize,
        measurement: &Measurement,
    ) -> Result<(), PoolReason> {
        let check = |field: String, expected: Value, found: Value| {
            if found == expected {
                return Ok(());
            }
            Err(PoolReason::Counts {
                number,
                field,
                expected: expected.into(),
                found: found.into(),
            })
        };
        let last = draws.last().and_then(|draws| draws.last());
        let batch = last.and_then(|of| self.batches.get(&of.batch));
        let job = last
            .zip(batch)
            .and_then(|(of, batch)| batch.job_of(of.circuit));
        for (field, expected) in selection.to_pool_record(job) {
            let found = measurement.provenance.get(&field).cloned();
            check(field, expected, found.unwrap_or_default())?;
        }
        // Earlier versions named the fallback that the game went on with.
        let backend = batch.and_then(|batch| batch.backend_in(self.record));
        match backend {
            Some(backend) if !self.is_by_fallback(measurement) => {
                let found = measurement.backend.as_str();
                check("backend".into(), backend.into(), found.into())
            }
            _ => Ok(()),
        }
    }

    /// The bits that shots decide, with the counts of all; `None` if none of them is legal.
    fn measurement<G: Game>(
        &mut self,
        pending: &Pending<G>,
        number: usize,
        draws: &[Vec<Draws>],
    ) -> Result<Option<(Bitstring, PostSelection)>, PoolReason> {
        let forms = self.forms(pending, draws);
        let forms = forms.ok_or(PoolReason::Circuit { number })?;
        // Of each circuit its shots in the order of use.
        let columns: Vec<Vec<(&Draws, usize)>> = draws
            .iter()
            .map(|of_circuit| {
                of_circuit
                    .iter()
                    .flat_map(|draws| draws.shots.iter().map(move |&index| (draws, index)))
                    .collect()
            })
            .collect();
        let attempts = columns.first().map_or(0, Vec::len);
        if columns.iter().any(|column| column.len() != attempts) {
            return Err(PoolReason::Outcome { number });
        }
        let judge = pending.judge();
        let mut selection = PostSelection::default();
        for attempt in 0..attempts {
            let mut parts = Vec::new();
            // Circuits that are alike take shots of the same ones, in turn.
            for (form, column) in forms.iter().zip(&columns) {
                let (draws, index) = column[attempt];
                parts.push(self.shot(form, draws, index, number)?);
            }
            let bits = Bitstring::concat_all(parts);
            let bits = bits.ok_or(PoolReason::Outcome { number })?;
            let chosen = selection.select(&judge, [bits]);
            if chosen
                .map_err(|_| PoolReason::Outcome { number })?
                .is_some()
            {
                // Nothing is drawn after the first legal one.
                let is_last = attempt + 1 == attempts;
                return is_last
                    .then_some(Some((bits, selection)))
                    .ok_or(PoolReason::Outcome { number });
            }
        }
        Ok(None)
    }

    /// The forms of the circuits measured, in the encoding in which they are those of the batches.
    fn forms<G: Game>(
        &self,
        pending: &Pending<G>,
        draws: &[Vec<Draws>],
    ) -> Option<Vec<CanonicalCircuit>> {
        let in_encoding = |encoding| {
            let circuits = pending.circuits(encoding).ok()?;
            let forms: Vec<CanonicalCircuit> = circuits.iter().map(form).collect::<Option<_>>()?;
            let is_of_batch = |(form, draws): (&CanonicalCircuit, &Vec<Draws>)| {
                draws.iter().all(|draws| {
                    let batch = self.batches.get(&draws.batch);
                    let circuit = batch.and_then(|batch| batch.circuits.get(draws.circuit));
                    circuit.is_none_or(|circuit| circuit.circuit() == form.circuit())
                })
            };
            let is_same = forms.len() == draws.len() && forms.iter().zip(draws).all(is_of_batch);
            is_same.then_some(forms)
        };
        Encoding::ALL.into_iter().find_map(in_encoding)
    }

    /// A shot of a circuit, as bits of the circuit that was measured.
    fn shot(
        &mut self,
        form: &CanonicalCircuit,
        Draws { batch, circuit, .. }: &Draws,
        index: usize,
        number: usize,
    ) -> Result<Bitstring, PoolReason> {
        let found = self.batches.get(batch);
        let all = found.and_then(|batch| batch.shots.get(*circuit));
        let all = all.ok_or(PoolReason::Unknown { number })?;
        let shot = all.get(index).ok_or(PoolReason::Unknown { number })?;
        let seeds = self.seeds;
        let of_circuit = self.used.entry((batch.clone(), *circuit));
        let UsedShots { order, used } = of_circuit.or_insert_with(|| UsedShots {
            order: seeds.map(|seeds| seeds.order(batch, *circuit, all.len())),
            used: Vec::new(),
        });
        if used.contains(&index) {
            return Err(PoolReason::Twice { number });
        }
        if order
            .as_ref()
            .is_some_and(|order| order[used.len()] != index)
        {
            return Err(PoolReason::Order { number });
        }
        used.push(index);
        self.report.used += 1;
        Ok(form.bits(*shot))
    }
}
