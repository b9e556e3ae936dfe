//! Games that are played and recorded.

use std::sync::{Arc, Mutex};

use cheqqers_backend::{Backend, Run, sha256};
use cheqqers_circuit::{CanonicalCircuit, Circuit};
use cheqqers_game::notation::write_plies;
use cheqqers_game::record::{Detail, Line, PlyLine, Record, header};
use cheqqers_game::{Encoding, Ply};
use serde_json::{Map, Value, json};

use super::device::{Device, provenance, run};
use super::toy::{Move, Toy};
use crate::pool::{PoolPlan, PoolSeeds, ShotPool, form};
use crate::{BackendMeasurer, MeasureError, MeasurementIds, Measurer, Policy, bind};

/// The lines that a service writes before it sends jobs.
pub(super) type JobLines = Arc<Mutex<Vec<Value>>>;

/// A game in play, with its record.
pub(super) struct Played {
    pub(super) measurer: Measurer,
    header: Map<String, Value>,
    start: Toy,
    position: Toy,
    plies: Vec<Ply<Move>>,
    lines: Vec<Line>,
    jobs: Vec<(usize, Value)>,
    sent: JobLines,
}

impl Played {
    /// A game of so many plies that `device` measures; `more` is in its header, which its identity binds.
    pub(super) fn new(
        length: u32,
        device: Device,
        sent: &JobLines,
        mut more: Map<String, Value>,
    ) -> Self {
        let start = Toy::new(length);
        more.insert("backend".into(), device.name().into());
        let mut header = header(&start, more);
        let id = bind(&mut header, "nonce".into());
        let measurer = BackendMeasurer::new(Box::new(device), Policy::new(Encoding::Minimal));
        let measurer = measurer.identified(MeasurementIds::of_game(id));
        Self {
            measurer: Measurer::Backend(measurer),
            header,
            position: start.clone(),
            start,
            plies: Vec::new(),
            lines: Vec::new(),
            jobs: Vec::new(),
            sent: sent.clone(),
        }
    }

    /// The same with a pool by these seeds, whose plan `more` has in [`Self::new`].
    pub(super) fn with_pool(mut self, seeds: PoolSeeds) -> Self {
        self.measurer = match self.measurer {
            Measurer::Backend(measurer) => {
                Measurer::Backend(measurer.with_pool(ShotPool::new(seeds)))
            }
            Measurer::State(_) => unreachable!("a device measures"),
        };
        self
    }

    pub(super) fn backend(&mut self) -> &mut BackendMeasurer {
        match &mut self.measurer {
            Measurer::Backend(measurer) => measurer,
            Measurer::State(_) => unreachable!("a device measures"),
        }
    }

    pub(super) fn position(&self) -> &Toy {
        &self.position
    }

    /// The plies until now.
    pub(super) fn moves(&self) -> String {
        write_plies(&self.start, &self.plies)
    }

    /// Adds the lines of the jobs that were sent.
    fn add_jobs(&mut self) {
        let sent = std::mem::take(&mut *self.sent.lock().unwrap());
        let before = self.lines.len();
        self.jobs
            .extend(sent.into_iter().map(|line| (before, line)));
    }

    pub(super) fn add_line(&mut self, line: Line) {
        self.add_jobs();
        self.lines.push(line);
    }

    /// Takes the shots of a plan.
    pub(super) fn take_batch(&mut self, plan: &PoolPlan) {
        let batch = self.backend().take_batch(plan).unwrap();
        self.add_line(Line::Pool(batch.to_record()));
    }

    /// Plays a move, and returns the line of it.
    pub(super) fn play(&mut self, mv: Move) -> Result<PlyLine, MeasureError> {
        let number = u32::try_from(self.plies.len()).unwrap() + 1;
        let moves = self.moves();
        self.measurer.begin(number, mv, || moves);
        let completed = self.measurer.complete(self.position.start(mv))?;
        for batch in self.backend().fetched() {
            self.add_line(Line::Pool(batch.to_record()));
        }
        let (ply, after) = (completed.ply, completed.position);
        let line = PlyLine::new(number, &self.position, &ply, &after, Detail::Record);
        self.add_line(Line::Ply(Box::new(line.clone())));
        self.plies.push(ply);
        self.position = after;
        Ok(line)
    }

    /// Takes the last ply back, which led from this position.
    pub(super) fn take_back(&mut self, before: Toy) {
        self.add_line(Line::Undo(1));
        self.plies.pop();
        self.position = before;
    }

    pub(super) fn record(&self) -> Record {
        Record {
            header: self.header.clone(),
            header_line: 1,
            lines: (2..).zip(self.lines.iter().cloned()).collect(),
            jobs: self.jobs.clone(),
            ..Record::default()
        }
    }
}

/// A service that names its jobs before it sends them, and answers them with these shots. The circuits of a
/// measurement run side by side, in one job, or each in its own.
pub(super) fn service(
    name: &'static str,
    answers: &[&'static str],
    is_bundled: bool,
) -> (Device, JobLines) {
    let sent = JobLines::default();
    let lines = sent.clone();
    let mut answers: Vec<&str> = answers.iter().rev().copied().collect();
    let device = Device::new(name, move |job| {
        let id = job.measurement.expect("the game has an identity");
        let widths: Vec<usize> = job.circuits.iter().map(Circuit::num_clbits).collect();
        let ran = run(answers.pop().expect("no more was expected"));
        let groups: Vec<&[usize]> = if is_bundled {
            vec![&widths]
        } else {
            widths.chunks(1).collect()
        };
        let (mut first, mut start) = (0, 0);
        let mut runs = Vec::new();
        for group in groups {
            let width = group.iter().sum();
            let shots = ran
                .shots
                .iter()
                .map(|bits| bits.slice(start, width).to_string());
            let shots = shots.collect::<Vec<_>>().join(" ");
            let mut taken = provenance(&id.job_key(first, 0), &shots);
            taken.qasm = format!("{group:?}");
            taken.qasm_sha256 = sha256(taken.qasm.as_bytes());
            let mut line = json!(taken);
            line["raw"] = "".into();
            line["job"] = Value::Null;
            line["answer"] = Value::Null;
            line["backend"] = name.into();
            line["question"] = json!(id);
            lines.lock().unwrap().push(line);
            let whole = Run {
                provenance: Some(Box::new(taken)),
                ..run(&shots)
            };
            runs.extend(whole.separate(group));
            first += group.len();
            start += width;
        }
        Ok(runs)
    });
    (device, sent)
}

/// The form of the circuit of a move that measures one component.
pub(super) fn form_of(mv: Move) -> CanonicalCircuit {
    let started = Toy::new(9).start(mv);
    let circuits = started
        .pending()
        .unwrap()
        .circuits(Encoding::Minimal)
        .unwrap();
    form(&circuits[0]).unwrap()
}

/// Indices of the shots of a circuit in the order of use, as the documentation says it.
pub(super) fn order(seeds: [&str; 2], batch: &str, circuit: usize, shots: usize) -> Vec<usize> {
    let [white, black] = seeds;
    let key =
        |index: &usize| sha256(format!("{white} {black} {batch} {circuit} {index}").as_bytes());
    let mut order: Vec<usize> = (0..shots).collect();
    order.sort_by_key(key);
    order
}
