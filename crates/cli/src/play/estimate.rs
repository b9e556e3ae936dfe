//! The jobs and the price of a game on a remote backend, before it begins.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cheqqers_arena::{Frequencies, seats};
use cheqqers_circuit::Circuit;
use cheqqers_engine::PlayerSpec;
use cheqqers_game::{Encoding, Game, GameExt};
use cheqqers_measure::{MeasurerKind, Policy};
use cheqqers_players::{PlayerKind, Stream, generator};
use cheqqers_remote::{Cost, Remote};

use crate::error::{printable, with_causes};

/// Games that are simulated.
const GAMES: u64 = 100;

/// Longest time of the simulation.
const TIME: Duration = Duration::from_secs(2);

/// The most plies of a simulated game.
const PLIES: u32 = 1000;

/// Describes the jobs and the price of a game that starts from a position: those of simulated games of
/// random players. The service is asked for the price of one job.
pub(super) fn estimate<G: Game>(start: &G, encoding: Encoding, backend: &mut Remote) -> String {
    let begun = Instant::now();
    let mut jobs = Frequencies::default();
    let mut circuit = None;
    for seed in 0..GAMES {
        match num_measurements(start, encoding, seed, begun, &mut circuit) {
            Some(number) => jobs.count(number),
            None => break,
        }
    }
    let quantile = |share: f64| jobs.quantile(share);
    let bounds = (quantile(0.1).map(f64::floor), quantile(0.9).map(f64::ceil));
    let (Some(least), Some(most)) = bounds else {
        return "How many jobs a game takes is not known: its simulation takes too long.".into();
    };
    let Some(circuit) = circuit else {
        return "A game takes no job.".into();
    };
    let shots = Policy::new(encoding).shots;
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
    format!(
        "A game takes {least} to {most} jobs of {shots} shots (80 % of {} simulated games of random \
         players). {price}",
        jobs.len()
    )
}

/// The number of measurements of a simulated game; `None` if the time is over. `circuit` becomes that
/// of the first measurement of all.
fn num_measurements<G: Game>(
    start: &G,
    encoding: Encoding,
    seed: u64,
    begun: Instant,
    circuit: &mut Option<Circuit>,
) -> Option<u32> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let random = PlayerSpec::BuiltIn(PlayerKind::Random);
    let mut seats = seats::<G>(seed, &random, &random);
    let measurements = generator(seed, Stream::Measurements);
    let mut measurer = MeasurerKind::Sparse.measurer(measurements, encoding);
    let mut legal = Vec::new();
    let mut position = start.clone();
    let mut number = 0;
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
            number += 1;
            if circuit.is_none()
                && let Ok(circuits) = pending.circuits(encoding)
            {
                *circuit = Some(Circuit::side_by_side(&circuits));
            }
            measurer.bits(pending)
        });
        position = after.ok()?;
    }
    Some(number)
}
