//! Simulated games, which tell before a game begins how many jobs it takes and which circuits it is
//! likely to measure.

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
    /// Of each game its measurements, and of each the numbers of its circuits; `None` is a circuit that
    /// no pool can hold.
    games: Vec<Vec<Vec<Option<usize>>>>,
    forms: Vec<CanonicalCircuit>,
    /// The circuits of the first measurement, side by side.
    first: Option<Circuit>,
}

impl Forecast {
    /// Simulates games from a position.
    pub(super) fn new<G: Game>(start: &G, encoding: Encoding) -> Self {
        let begun = Instant::now();
        let mut forecast = Self {
            games: Vec::new(),
            forms: Vec::new(),
            first: None,
        };
        let mut numbers = HashMap::new();
        for seed in 0..GAMES {
            match forecast.game(start, encoding, seed, begun, &mut numbers) {
                Some(game) => forecast.games.push(game),
                None => break,
            }
        }
        forecast
    }

    /// The measurements of a simulated game; `None` if the time is over.
    fn game<G: Game>(
        &mut self,
        start: &G,
        encoding: Encoding,
        seed: u64,
        begun: Instant,
        numbers: &mut HashMap<String, usize>,
    ) -> Option<Vec<Vec<Option<usize>>>> {
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
                let circuits = pending.circuits(encoding).unwrap_or_default();
                let known = circuits.iter().map(|circuit| {
                    let form = pool::form(circuit)?;
                    let number = numbers.entry(form.to_string()).or_insert_with(|| {
                        self.forms.push(form);
                        self.forms.len() - 1
                    });
                    Some(*number)
                });
                measurements.push(known.collect());
                self.first
                    .get_or_insert_with(|| Circuit::side_by_side(&circuits));
                measurer.bits(pending)
            });
            position = after.ok()?;
        }
        Some(measurements)
    }

    /// The circuits that are measured most often, as many as run side by side on the device.
    pub(super) fn commonest(&self, backend: &mut Remote) -> Vec<CanonicalCircuit> {
        let mut uses = vec![0_u64; self.forms.len()];
        for number in self.games.iter().flatten().flatten().flatten() {
            uses[*number] += 1;
        }
        let mut numbers: Vec<usize> = (0..self.forms.len()).collect();
        numbers.sort_by_key(|&number| (u64::MAX - uses[number], number));
        let circuits: Vec<Circuit> = numbers
            .iter()
            .map(|&number| self.forms[number].circuit().clone())
            .collect();
        let fitting = backend.fitting(&circuits).unwrap_or(0);
        numbers.truncate(fitting);
        let forms = numbers.into_iter();
        forms.map(|number| self.forms[number].clone()).collect()
    }

    /// Numbers of jobs of the games if these circuits are in a pool, that of the pool included.
    fn jobs(&self, pool: &[CanonicalCircuit]) -> Frequencies {
        let is_there = |number: &Option<usize>| {
            number.is_some_and(|number| pool.contains(&self.forms[number]))
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
        let Some(circuit) = &self.first else {
            return "A game takes no job.".into();
        };
        let shots = Policy::new(Encoding::Minimal).shots;
        let price = match backend.quote(circuit, shots) {
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
