//! Simulated games, which tell before a game begins how many jobs it takes and which circuits it is
//! likely to measure.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cheqqers_arena::{Frequencies, seats};
use cheqqers_circuit::{CanonicalCircuit, Circuit};
use cheqqers_engine::PlayerSpec;
use cheqqers_game::{Encoding, Game, GameExt};
use cheqqers_measure::{MeasurerKind, Policy, pool};
use cheqqers_players::{PlayerKind, Stream, generator};
use cheqqers_remote::{Cost, Remote};

use crate::error::{printable, with_causes};

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
    pub(super) fn new<G: Game>(start: &G, encoding: Encoding) -> Self {
        let begun = Instant::now();
        let games = (0..GAMES).map_while(|seed| measurements(start, encoding, seed, begun));
        Self {
            games: games.collect(),
        }
    }

    /// The circuits that are measured most often, as many as run side by side on the device.
    pub(super) fn commonest(&self, backend: &mut Remote) -> Vec<CanonicalCircuit> {
        let mut forms: Vec<(CanonicalCircuit, u64)> = Vec::new();
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let circuits = self.games.iter().flatten().flatten();
        for form in circuits.filter_map(pool::form) {
            let number = *numbers.entry(form.to_string()).or_insert(forms.len());
            if number == forms.len() {
                forms.push((form, 0));
            }
            forms[number].1 += 1;
        }
        // Of equally common ones the first that was measured.
        forms.sort_by_key(|&(_, uses)| Reverse(uses));
        let circuits: Vec<Circuit> = forms
            .iter()
            .map(|(form, _)| form.circuit().clone())
            .collect();
        forms.truncate(backend.fitting(&circuits).unwrap_or(0));
        forms.into_iter().map(|(form, _)| form).collect()
    }

    /// Numbers of jobs of the games if these circuits are in a pool, that of the pool included.
    fn jobs(&self, pool: &[CanonicalCircuit]) -> Frequencies {
        let is_there = |circuit: &Circuit| {
            let form = (!pool.is_empty()).then(|| pool::form(circuit)).flatten();
            form.is_some_and(|form| pool.iter().any(|of| of.circuit() == form.circuit()))
        };
        let mut jobs = Frequencies::default();
        for game in &self.games {
            let sent = game
                .iter()
                .filter(|circuits| !circuits.iter().all(is_there));
            let sent = sent.count() + usize::from(!pool.is_empty());
            jobs.count(u32::try_from(sent).unwrap_or(u32::MAX));
        }
        jobs
    }

    /// Describes the jobs and the price of a game, with these circuits in a pool. The service is asked
    /// for the price of one job.
    pub(super) fn describe(&self, pool: &[CanonicalCircuit], backend: &mut Remote) -> String {
        let jobs = self.jobs(pool);
        let quantile = |share: f64| jobs.quantile(share);
        let bounds = (quantile(0.1).map(f64::floor), quantile(0.9).map(f64::ceil));
        let (Some(least), Some(most)) = bounds else {
            return "How many jobs a game takes is not known: its simulation takes too long."
                .into();
        };
        let Some(first) = self.games.iter().flatten().next() else {
            return "A game takes no job.".into();
        };
        let circuit = Circuit::side_by_side(first);
        let shots = Policy::new(Encoding::Minimal).shots;
        let price = match backend.quote(&circuit, shots) {
            Ok(Some(cost)) if cost.amount == 0.0 => "They cost nothing.".into(),
            Ok(Some(cost)) => {
                let times = |jobs: f64| Cost {
                    amount: cost.amount * jobs,
                    unit: cost.unit.clone(),
                };
                let (least, most) = (times(least), times(most));
                format!("Each costs up to {cost}: {least} to {most} a game.")
            }
            Ok(None) => "The service does not say what they cost.".into(),
            Err(error) => format!(
                "Their price is not known: {}.",
                printable(&with_causes(&error))
            ),
        };
        let games = jobs.len();
        let pool = match pool.len() {
            0 => String::new(),
            circuits => format!(
                " The first takes {shots} shots of each of {circuits} circuits, which most \
                 measurements use at once."
            ),
        };
        format!(
            "A game takes {least} to {most} jobs of {shots} shots (80 % of {games} simulated games of \
             random players).{pool} {price}"
        )
    }
}

/// The circuits of each measurement of a simulated game; `None` if the time is over.
fn measurements<G: Game>(
    start: &G,
    encoding: Encoding,
    seed: u64,
    begun: Instant,
) -> Option<Vec<Vec<Circuit>>> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let random = PlayerSpec::BuiltIn(PlayerKind::Random);
    let mut seats = seats::<G>(seed, &random, &random);
    let bits = generator(seed, Stream::Measurements);
    let mut measurer = MeasurerKind::Sparse.measurer(bits, encoding);
    let mut legal = Vec::new();
    let mut position = start.clone();
    let mut measurements = Vec::new();
    for _ in 0..PLIES {
        if begun.elapsed() > TIME {
            return None;
        }
        let player = seats.of(position.turn());
        let Some(mv) = player.play(&position, &mut legal, &NEVER).ok()? else {
            break;
        };
        let turn = position.clone().play_unchecked(mv);
        let after = turn.finish(|pending| {
            measurements.push(pending.circuits(encoding).unwrap_or_default());
            measurer.bits(pending)
        });
        position = after.ok()?;
    }
    Some(measurements)
}
