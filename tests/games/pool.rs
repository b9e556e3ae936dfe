//! Pools of shots: outcomes as likely as those of single jobs, nothing known before its move, each shot
//! used once, and records that show when any of it was changed.

use std::collections::BTreeMap;
use std::convert::Infallible;

use cheqqers_backend::{Backend, BackendError, Job, Noise, Noisy, Run};
use cheqqers_checkers::{Level, Position, Rules};
use cheqqers_circuit::CanonicalCircuit;
use cheqqers_game::record::{EndLine, Line, Reader, Record, header, to_text};
use cheqqers_game::{Encoding, Game, GameExt, Status, Turn};
use cheqqers_measure::pool::{self, PoolPlan, PoolReason, PoolReport, PoolSeeds, ShotPool};
use cheqqers_measure::{BackendMeasurer, MeasurementIds, MeasurementProvenance, Measurer, Policy};
use cheqqers_session::{GameKind, TypedSession};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::seed;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value};

/// Games that are compared.
const GAMES: u64 = if cfg!(feature = "slow-tests") {
    2000
} else {
    60
};

/// Standard deviations that a sum may be away from what is expected.
const SIGMAS: f64 = 4.0;

const SHOTS: usize = 64;

/// Circuits that games measure most often.
const CIRCUITS: usize = 8;

fn start() -> Position {
    Position::initial(Rules::new(Level::Interference))
}

fn commonest() -> Vec<CanonicalCircuit> {
    let mut forms: BTreeMap<String, (usize, CanonicalCircuit)> = BTreeMap::new();
    for ply in (0..20).flat_map(|seed| random_game(start(), seed)) {
        if let Turn::Pending(pending) = ply.before.clone().play_unchecked(ply.mv) {
            for circuit in pending.circuits(Encoding::Minimal).unwrap() {
                let form = pool::form(&circuit).unwrap();
                forms.entry(form.to_string()).or_insert((0, form)).0 += 1;
            }
        }
    }
    let mut forms: Vec<_> = forms.into_values().collect();
    forms.sort_by_key(|(count, form)| (usize::MAX - count, form.to_string()));
    forms.truncate(CIRCUITS);
    forms.into_iter().map(|(_, form)| form).collect()
}

/// A device that fails every other job of a measurement.
#[derive(Debug)]
struct Failing {
    device: Noisy,
    fails: bool,
}

impl Backend for Failing {
    fn name(&self) -> &str {
        self.device.name()
    }

    fn is_noisy(&self) -> bool {
        true
    }

    fn run(&mut self, job: &Job<'_>) -> Result<Vec<Run>, BackendError> {
        let is_of_pool = job.measurement.is_some_and(|id| id.name == "pool");
        self.fails = !is_of_pool && !self.fails;
        if self.fails {
            return Err(BackendError::Exhausted { backend: "device" });
        }
        self.device.run(job)
    }
}

fn measurer(seed: u64) -> BackendMeasurer {
    let noise: Noise = "noisy:0.01".parse().unwrap();
    let device = Noisy::new(noise, ChaCha8Rng::seed_from_u64(seed));
    let backend = Failing {
        device,
        fails: false,
    };
    let ids = MeasurementIds::of_game(format!("game {seed}"));
    BackendMeasurer::new(Box::new(backend), Policy::new(Encoding::Minimal)).identified(ids)
}

/// A game between random players, with a pool or without one; a move whose measurement fails is made again.
fn play(seed: u64, circuits: Option<&[CanonicalCircuit]>) -> TypedSession<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x5EED);
    let mut more = Map::new();
    let mut measurer = measurer(seed);
    let seeds = PoolSeeds::new(format!("white {seed}"), format!("black {seed}"));
    let plan = circuits.map(|circuits| PoolPlan::new(&seeds, SHOTS, circuits.to_vec()));
    if let Some(plan) = &plan {
        plan.write(&mut more);
    }
    let mut session = TypedSession::new(start(), header(&start(), more));
    if let Some(plan) = &plan {
        measurer = measurer.with_pool(ShotPool::new(seeds.clone()));
        let batch = measurer.take_batch(plan).unwrap();
        assert_eq!(batch.num_shots(), SHOTS * plan.circuits.len());
        session.add_pool(batch.to_record());
    }
    let mut measurer = Measurer::Backend(measurer);
    while session.status() == Status::InProgress {
        let mut legal = Vec::new();
        session.position().legal_moves(&mut legal);
        legal.sort_by_key(ToString::to_string);
        let mv = legal[usize::try_from(rng.next_u32()).unwrap() % legal.len()];
        let tries = 1..=9;
        let mut played = tries.map(|_| session.play(mv, &mut measurer).is_ok());
        assert!(played.any(|is_played| is_played), "{mv}");
    }
    if plan.is_some() {
        session.add_pool(seeds.to_record());
    }
    session
}

fn record(session: &TypedSession<Position>) -> Record {
    read(&to_text(session.header(), session.lines()))
}

fn read(text: &str) -> Record {
    Reader::new(text.as_bytes()).record().unwrap().unwrap()
}

/// The sum over all measurements of how often their first outcome came, less its probability, in
/// standard deviations; and the number of measurements that took no job.
fn deviation(games: impl Iterator<Item = TypedSession<Position>>) -> (f64, usize) {
    let (mut sum, mut variance, mut from_pool) = (0.0, 0.0, 0);
    for session in games {
        for (index, ply) in session.plies().iter().enumerate() {
            let replayed = ply.replay(session.before(index).clone(), |pending, measurement| {
                let (first, probability) = pending.outcomes().next().unwrap();
                sum += f64::from(u8::from(measurement.bits == first)) - probability;
                variance += probability * (1.0 - probability);
                let draws = measurement.provenance.contains_key("pool");
                from_pool += usize::from(draws);
                Ok::<_, Infallible>(())
            });
            replayed.unwrap();
        }
    }
    (sum / f64::sqrt(variance), from_pool)
}

#[test]
fn outcomes_are_as_likely_as_those_of_single_jobs() {
    let circuits = commonest();
    let base = seed::choose(1984);
    let seeds = || (0..GAMES).map(|game| base.wrapping_add(game));
    let (with_pool, from_pool) = deviation(seeds().map(|seed| play(seed, Some(&circuits))));
    let (with_jobs, none) = deviation(seeds().map(|seed| play(seed, None)));
    assert!(with_pool.abs() < SIGMAS, "{with_pool} standard deviations");
    assert!(with_jobs.abs() < SIGMAS, "{with_jobs} standard deviations");
    assert!(
        from_pool > 2 * usize::try_from(GAMES).unwrap(),
        "{from_pool}"
    );
    assert_eq!(none, 0);
}

#[test]
fn records_with_a_pool_are_right_and_changed_ones_are_not() {
    let circuits = commonest();
    let session = (0..100)
        .map(|seed| play(seed, Some(&circuits)))
        .find(|session| used(session).len() >= 3)
        .unwrap();
    let right = record(&session);
    let report = pool::verify::<Position>(&right).unwrap().unwrap();
    let PoolReport {
        shots,
        used: num_used,
        measurements,
        is_revealed,
    } = report;
    assert_eq!((shots, is_revealed), (SHOTS * CIRCUITS, true));
    assert!(measurements >= 3 && num_used >= measurements, "{report:?}");

    // Until the seeds are revealed all but the order can be checked; when the game is over they must be.
    let mut early = right.clone();
    early.lines.pop();
    let error = pool::verify::<Position>(&early).unwrap_err();
    assert!(
        matches!(error.reason, PoolReason::Unrevealed { .. }),
        "{error}"
    );
    early.lines.pop();
    let report = pool::verify::<Position>(&early).unwrap().unwrap();
    assert!(!report.is_revealed);

    let draws = used(&session);
    let text = to_text(session.header(), session.lines());
    let fault = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        let changed = read(&text.replacen(from, to, 1));
        pool::verify::<Position>(&changed).unwrap_err().reason
    };
    // Other seeds than those that were bound, other shots than those of the hash.
    assert!(matches!(
        fault("\"seeds\":[\"white", "\"seeds\":[\"other"),
        PoolReason::Seeds
    ));
    assert!(matches!(
        fault("\"shots\":\"0", "\"shots\":\"1"),
        PoolReason::Batch
    ));
    // A shot that was used before, one that is not there, one out of turn.
    let (first, other) = (&draws[0], &draws[1]);
    let shot = |draw: &Value| {
        format!(
            "\"circuit\":{},\"shots\":{}",
            draw["circuit"], draw["shots"]
        )
    };
    let with =
        |draw: &Value, shot: usize| format!("\"circuit\":{},\"shots\":[{shot}]", draw["circuit"]);
    assert!(matches!(
        fault(&shot(first), &with(first, 1000)),
        PoolReason::Unknown { .. }
    ));
    assert_ne!(first, other);
    let unused =
        (0..SHOTS).find(|&index| !first["shots"].as_array().unwrap().contains(&index.into()));
    assert!(matches!(
        fault(&shot(first), &with(first, unused.unwrap())),
        PoolReason::Order { .. }
    ));
}

/// The shots that each measurement used.
fn used(session: &TypedSession<Position>) -> Vec<Value> {
    let mut used = Vec::new();
    for line in session.lines() {
        if let Line::Ply(ply) = line {
            for entry in &ply.measured {
                let draws = entry.more.get("pool").and_then(Value::as_array);
                used.extend(
                    draws
                        .into_iter()
                        .flatten()
                        .filter_map(|draws| draws.get(0).cloned()),
                );
            }
        }
    }
    used
}

#[test]
fn shots_of_a_move_that_fails_are_drawn_again_by_the_next_try() {
    let circuits = commonest();
    let mut failed = 0;
    for session in (0..GAMES).map(|seed| play(seed, Some(&circuits))) {
        pool::verify::<Position>(&record(&session)).unwrap();
        for ply in session.plies() {
            let is_drawn = ply
                .measurements
                .iter()
                .map(|measurement| measurement.provenance.contains_key("pool"));
            // The first try failed behind a measurement by the pool.
            failed +=
                usize::from(is_drawn.is_sorted_by(|a, b| a > b) && ply.measurements.len() > 1);
        }
    }
    assert!(failed > 0);
}

#[test]
fn a_pool_goes_on_where_its_record_ends() {
    let circuits = commonest();
    let session = play(3, Some(&circuits));
    let batch = session.lines().iter().find_map(|line| match line {
        Line::Pool(pool) => pool::PoolBatch::of_record(pool),
        _ => None,
    });
    let batch = batch.unwrap();
    let seeds = PoolSeeds::new("white 3", "black 3");
    let mut resumed = ShotPool::new(seeds.clone());
    resumed.add(&batch, "noisy");
    let mut fresh = ShotPool::new(seeds);
    fresh.add(&batch, "noisy");
    for ply in session.plies() {
        for measurement in &ply.measurements {
            resumed.use_recorded(MeasurementProvenance::new(&measurement.provenance));
        }
    }
    let left =
        |pool: &ShotPool| -> usize { circuits.iter().map(|form| pool.shots_left(form)).sum() };
    let report = pool::verify::<Position>(&record(&session))
        .unwrap()
        .unwrap();
    assert_eq!(left(&fresh), SHOTS * CIRCUITS);
    assert_eq!(left(&resumed), SHOTS * CIRCUITS - report.used);
}

#[test]
fn the_common_circuits_are_found_by_the_settings_of_every_game() {
    let known = pool::CommonCircuits::known();
    for game in GameKind::all() {
        let position = game.start(&game.settings(None, &[]).unwrap()).unwrap();
        let circuits = known.of_game(game.name, &position.settings(), Encoding::Minimal);
        assert!(circuits.is_some(), "{}", game.name);
    }
}

#[test]
fn a_branch_has_the_lines_of_a_pool_before_the_plies_that_may_use_them() {
    let mut measurer = Measurer::State(ChaCha8Rng::seed_from_u64(0));
    let mut session = TypedSession::new(start(), Map::new());
    let mut played = |moves: &[&str], undone, pool: u32| {
        for mv in moves {
            session.play(mv.parse().unwrap(), &mut measurer).unwrap();
        }
        if undone > 0 {
            session.undo(undone);
        }
        session.add_pool(pool.into());
        let mut branch = session.branch(session.plies().len(), Map::new());
        branch.add_pool_of(session.lines());
        let lines = branch.lines().iter().map(|line| match line {
            Line::Pool(pool) => pool.to_string(),
            line => assert_ply(line),
        });
        lines.collect::<String>()
    };
    assert_eq!(played(&[], 0, 0), "0");
    assert_eq!(played(&["a3-b4", "h6-g5"], 0, 1), "0..1");
    assert_eq!(played(&["b2-a3", "g7-h6"], 2, 2), "0..12");
    assert_eq!(played(&["b2-a3"], 0, 3), "0..12.3");
    assert_eq!(played(&[], 2, 4), "0.1234");
    session.finish(EndLine::agreed());
    session.add_pool(5.into());
    let mut branch = session.branch(session.plies().len(), Map::new());
    branch.finish(EndLine::agreed());
    branch.add_pool_of(session.lines());
    let lines = branch.lines();
    assert!(matches!(
        lines[lines.len() - 2..],
        [Line::End(_), Line::Pool(_)]
    ));
}

fn assert_ply(line: &Line) -> String {
    assert!(matches!(line, Line::Ply(_)));
    ".".into()
}
