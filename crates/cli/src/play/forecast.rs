//! Simulated games, which tell before a game begins how many jobs it takes and which circuits it is
//! likely to measure.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cheqqers_arena::{Frequencies, seats};
use cheqqers_circuit::{CanonicalCircuit, Circuit};
use cheqqers_engine::PlayerSpec;
use cheqqers_game::{Encoding, with_causes};
use cheqqers_measure::pool::CircuitCounts;
use cheqqers_measure::{MeasurerKind, Policy, pool};
use cheqqers_players::{PlayerKind, Stream, generator};
use cheqqers_remote::{Cost, JobCost, PoolCircuits, Remote, RemoteError};
use cheqqers_session::Series;

use crate::error::printable;

/// Games that are simulated.
const GAMES: u64 = 100;

/// Longest time of the simulation.
const TIME: Duration = Duration::from_secs(2);

/// The most plies of a simulated game.
const PLIES: u32 = 1000;

/// Measurements of simulated games of random players.
pub(super) struct Forecast {
    /// Of each game its measurements, and of each its circuits.
    games: Vec<Vec<Vec<Circuit>>>,
}

impl Forecast {
    /// Simulates games from a position.
    pub(super) fn new(series: &Series) -> Self {
        let begun = Instant::now();
        let games = (0..GAMES).map_while(|seed| measurements(series, seed, begun));
        Self {
            games: games.collect(),
        }
    }

    /// The circuits of the simulated games, the commonest first.
    pub(super) fn commonest(&self) -> Vec<CanonicalCircuit> {
        let mut counts = CircuitCounts::default();
        for circuit in self.games.iter().flatten().flatten() {
            counts.count(circuit);
        }
        let commonest = counts.commonest().into_iter();
        commonest.map(|common| common.circuit).collect()
    }

    /// Numbers of jobs of the games with a pool, which itself takes so many of them.
    fn jobs(&self, pool: &PoolCircuits, pool_jobs: usize) -> Frequencies {
        let is_there = |circuit: &Circuit| {
            if pool.circuits.is_empty() {
                return false;
            }
            let mut forms = pool.circuits.iter();
            pool::form(circuit).is_some_and(|form| forms.any(|of| of.circuit() == form.circuit()))
        };
        let mut jobs = Frequencies::default();
        for game in &self.games {
            let sent = game
                .iter()
                .filter(|circuits| !circuits.iter().all(is_there));
            let sent = sent.count() + pool_jobs;
            jobs.count(u32::try_from(sent).unwrap_or(u32::MAX));
        }
        jobs
    }

    /// The circuits of the largest job that the device has room for, if there is one: what a service charges
    /// may depend on them. A measurement of several circuits runs as many at once as fit, and a job has `most`
    /// such programs at most.
    fn largest(
        &self,
        pool: &PoolCircuits,
        most: usize,
        backend: &mut Remote,
    ) -> Result<Option<Vec<Circuit>>, RemoteError> {
        let room = backend.capabilities()?.info.num_qubits;
        let mut jobs: Vec<Vec<Circuit>> = pool.jobs.chunks(most).map(<[_]>::to_vec).collect();
        for circuits in self.games.iter().flatten() {
            let sizes = backend.bundle_sizes(circuits)?;
            jobs.push(Circuit::in_groups(circuits, sizes.into_iter().take(most)));
        }
        let size = |job: &Vec<Circuit>| {
            let fits = |circuit: &Circuit| room.is_none_or(|room| circuit.num_qubits() <= room);
            let statistics = job.iter().map(|circuit| circuit.decomposed().statistics());
            let gates = statistics.map(|found| (found.two_qubit_gates, found.gates));
            let gates = gates.fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
            (job.iter().all(fits), job.len(), gates)
        };
        Ok(jobs.into_iter().max_by_key(size))
    }

    /// Describes the jobs and the price of a game with a pool. The service is asked for the price of one
    /// job, which is thereby announced to the backend, and for those of its repetitions.
    pub(super) fn describe(&self, pool: &PoolCircuits, backend: &mut Remote) -> String {
        let Policy {
            shots,
            further_shots,
            ..
        } = Policy::new(Encoding::Minimal);
        let most_programs = backend.max_programs(shots).unwrap_or(1);
        let pool_jobs = pool.jobs.len().div_ceil(most_programs);
        let jobs = self.jobs(pool, pool_jobs);
        let quantile = |share: f64| jobs.quantile(share);
        let bounds = (quantile(0.1).map(f64::floor), quantile(0.9).map(f64::ceil));
        let (Some(least), Some(most)) = bounds else {
            return "How many jobs a game takes is not known: its simulation takes too long."
                .into();
        };
        let unknown = |error: RemoteError| {
            let error = printable(&with_causes(&error));
            format!("Their price is not known: {error}.")
        };
        let price = match self.largest(pool, most_programs, backend) {
            Ok(None) => return "A game takes no job.".into(),
            Ok(Some(job)) => match backend.announce(&job, shots) {
                Ok(JobCost {
                    cost: Some(cost), ..
                }) if cost.amount == 0.0 => "They cost nothing.".into(),
                Ok(JobCost { cost, .. }) => {
                    let one = &job[..job.len().min(1)];
                    let repetition = repetition(cost.as_ref(), one, &further_shots, backend);
                    let price = match cost {
                        Some(cost) => {
                            price_of_game(&cost, &job, shots, pool_jobs, backend, (least, most))
                        }
                        None => "The service does not say what they cost.".into(),
                    };
                    format!("{price} {repetition}")
                }
                Err(error) => unknown(error),
            },
            Err(error) => unknown(error),
        };
        let games = jobs.len();
        let circuits = pool.circuits.len();
        let pool = match pool_jobs {
            0 => String::new(),
            1 => format!(
                " The first takes {shots} shots of each of {circuits} circuits, which most \
                 measurements use at once."
            ),
            jobs => format!(
                " The first {jobs}, which wait in the queue together, take {shots} shots of each of \
                 {circuits} circuits, which most measurements use at once."
            ),
        };
        let power_cut = if cfg!(windows) {
            " After a power cut look at the service for a job that was just sent: Windows may have \
             lost its file."
        } else {
            ""
        };
        format!(
            "A game takes {jobs} of {shots} shots (80 % of {games} simulated games of random \
             players).{pool} {price}{power_cut}",
            jobs = match &*range(&least, &most) {
                "1" => "1 job".to_owned(),
                jobs => format!("{jobs} jobs"),
            },
        )
    }
}

/// Describes the price of a game of so many jobs, the largest of which costs this much. Only those of the pool
/// may have several programs.
fn price_of_game(
    cost: &Cost,
    largest: &[Circuit],
    shots: usize,
    pool_jobs: usize,
    backend: &mut Remote,
    (least, most): (f64, f64),
) -> String {
    let single = (largest.len() > 1)
        .then(|| backend.quote(&largest[..1], shots).ok()?.cost)
        .flatten()
        .unwrap_or_else(|| cost.clone());
    let of_pool = pool_jobs as f64;
    let all = |jobs: f64| Cost {
        amount: cost.amount * of_pool + single.amount * (jobs - of_pool).max(0.0),
        unit: cost.unit.clone(),
    };
    let range = range(&all(least), &all(most));
    if single.amount < cost.amount {
        format!("A job of the pool costs up to {cost}, another up to {single}: {range} a game.")
    } else {
        format!("Each costs up to {cost}: {range} a game.")
    }
}

/// Describes the jobs that repeat a measurement, whose first one costs this much.
fn repetition(
    cost: Option<&Cost>,
    circuits: &[Circuit],
    further_shots: &[usize],
    backend: &mut Remote,
) -> String {
    let job = |&shots: &usize| {
        let unpriced = JobCost { shots, cost: None };
        backend.quote(circuits, shots).unwrap_or(unpriced)
    };
    let jobs: Vec<JobCost> = further_shots.iter().map(job).collect();
    let is_more = |job: &JobCost| match (&job.cost, cost) {
        (Some(further), Some(first)) => further.amount > first.amount,
        _ => true,
    };
    let agreement = if jobs.iter().any(is_more) {
        ", if you agree to it then"
    } else {
        ""
    };
    let jobs: Vec<String> = jobs.iter().map(ToString::to_string).collect();
    format!(
        "A measurement without a legal shot is repeated with {}{agreement}.",
        jobs.join(", then with ")
    )
}

/// A range of two amounts, or one where they are the same.
fn range(least: &impl fmt::Display, most: &impl fmt::Display) -> String {
    let (least, most) = (least.to_string(), most.to_string());
    if least == most {
        return least;
    }
    format!("{least} to {most}")
}

/// The circuits of each measurement of a simulated game; `None` if the time is over.
fn measurements(series: &Series, seed: u64, begun: Instant) -> Option<Vec<Vec<Circuit>>> {
    let &Series { game, encoding, .. } = series;
    let is_late = AtomicBool::new(begun.elapsed() > TIME);
    let random = PlayerSpec::BuiltIn(PlayerKind::Random);
    let bits = generator(seed, Stream::Measurements);
    let mut measurements = Vec::new();
    let played = seats(game, seed, &random, &random).play_out(
        &series.start,
        &mut MeasurerKind::Sparse.measurer(bits, encoding),
        PLIES,
        &is_late,
        &mut |pending| {
            measurements.push(pending.circuits(encoding).unwrap_or_default());
            is_late.fetch_or(begun.elapsed() > TIME, Ordering::Relaxed);
        },
    );
    let is_late = is_late.into_inner();
    (played.is_ok() && !is_late).then_some(measurements)
}
