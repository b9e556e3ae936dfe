//! Luck of measurements: nothing on average, whatever evaluates the positions.

use cheqqers_checkers::Position;
use cheqqers_circuit::Bitstring;
use cheqqers_game::{
    Colour, Encoding, Game, GameExt, Measurement, Outcome, Ply, Status, Turn, settings,
};
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{Stream, game_seed, generator, luck};
use cheqqers_session::{GameVisitor, KNOWN, Playable, TypedSession, UnknownGame, with_game};

/// White's expected score by an evaluator that knows nothing: any number for any position.
fn by_hash<G: Game>(position: &G) -> f64 {
    let key = position
        .key()
        .unwrap_or_default()
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (key >> 11) as f64 / (1_u64 << 53) as f64
}

/// White's expected score by the static evaluation.
fn by_statics<G: Game>(position: &G) -> f64 {
    match position.outcome() {
        Some(Outcome::Draw) => 0.5,
        Some(Outcome::Decisive { winner }) => f64::from(u8::from(winner == Colour::White)),
        None => f64::midpoint(1.0, position.static_evaluation()),
    }
}

/// Every way in which a move may end, with its probability; `None` where there are many.
fn ways<G: Game>(
    turn: Turn<G>,
    past: &[(Bitstring, Measurement)],
) -> Option<Vec<(Vec<Measurement>, f64)>> {
    let pending = match turn {
        Turn::Ready(_) => {
            let measurements = past.iter().map(|(_, measurement)| measurement.clone());
            return Some(vec![(measurements.collect(), 1.0)]);
        }
        Turn::Pending(pending) => pending,
    };
    if pending.num_outcomes() > 64.0 {
        return None;
    }
    let mut all = Vec::new();
    for (bits, probability) in pending.outcomes() {
        let measurement = Measurement::new(&pending, bits, "");
        let past = [past, &[(bits, measurement)]].concat();
        let turn = pending.clone().resolve(&bits).unwrap();
        let behind = ways(turn, &past)?;
        all.extend(behind.into_iter().map(|(way, p)| (way, p * probability)));
    }
    Some(all)
}

/// A random game of each kind.
struct EveryOutcome {
    seed: u64,
}

impl GameVisitor for EveryOutcome {
    type Done = usize;
    type Error = UnknownGame;

    fn with<G: Playable>(self) -> Result<usize, UnknownGame> {
        let changes = if G::NAME.ends_with("chess") {
            vec![]
        } else {
            vec![("size", "6")]
        };
        let header = settings::header::<G>(None, changes).unwrap();
        let start = G::from_header(&header).unwrap();
        let mut session = TypedSession::new(start, header);
        let rng = generator(self.seed, Stream::Measurements);
        let mut measurer = MeasurerKind::Sparse.measurer(rng, Encoding::Minimal);
        let mut number = self.seed;
        let mut measured = 0;
        while session.status() == Status::InProgress && session.plies().len() < 150 {
            let before = session.position().clone();
            let mv = before.choose_move(|among| {
                number = number.wrapping_mul(6_364_136_223_846_793_005) | 1;
                usize::try_from(number >> 33).unwrap() % among
            });
            session.play(mv.unwrap(), &mut measurer).unwrap();
            let mv = session.plies().last().unwrap().mv;
            let gain = |measurements| {
                let ply = Ply { mv, measurements };
                luck(&before, &ply, |positions| {
                    Some(positions.iter().map(by_hash).collect())
                })
            };
            let Some(ways) = ways(before.clone().play_unchecked(mv), &[]) else {
                continue;
            };
            if let [(certain, _)] = &ways[..]
                && certain.is_empty()
            {
                assert_eq!(gain(certain.clone()), Some(0.0));
                continue;
            }
            let gains = ways.into_iter().map(|(way, p)| p * gain(way).unwrap());
            let gains: Vec<f64> = gains.collect();
            let mean: f64 = gains.iter().sum();
            assert!(mean.abs() < 1e-12, "{} {mv}: {mean}", G::NAME);
            // Outcomes may lead to the same position.
            measured += usize::from(gains.iter().any(|gain| *gain != 0.0));
        }
        Ok(measured)
    }
}

#[test]
fn luck_is_nothing_on_average_by_an_evaluator_that_knows_nothing() {
    for game in KNOWN {
        let mut measured = 0;
        for seed in 1.. {
            assert!(seed < 100, "{}: {measured}", game.name);
            measured += with_game(game.name, EveryOutcome { seed }).unwrap();
            if seed >= 12 && measured > 10 {
                break;
            }
        }
    }
}

/// Result for White of a random game at level 3, and its luck by each of the evaluators.
fn random_game(
    start: &Position,
    seed: u64,
    evaluators: &[fn(&Position) -> f64],
) -> (f64, Vec<f64>) {
    let mut measurer =
        MeasurerKind::Sparse.measurer(generator(seed, Stream::Measurements), Encoding::Minimal);
    let streams = [Stream::White, Stream::Black];
    let mut rngs = streams.map(|stream| generator(seed, stream));
    let mut position = start.clone();
    let mut gains = vec![0.0; evaluators.len()];
    while position.outcome().is_none() {
        let rng = &mut rngs[position.turn() as usize];
        let mv = position
            .choose_move(|among| cheqqers_players::below(rng, among))
            .unwrap();
        let before = position.clone();
        let mut measurements = Vec::new();
        let mut turn = before.clone().play_unchecked(mv);
        position = loop {
            match turn {
                Turn::Ready(after) => break after,
                Turn::Pending(pending) => {
                    let bits = measurer.bits(&pending).unwrap();
                    measurements.push(Measurement::new(&pending, bits, ""));
                    turn = pending.resolve(&bits).unwrap();
                }
            }
        };
        let ply = Ply { mv, measurements };
        for (gain, evaluate) in gains.iter_mut().zip(evaluators) {
            let values = |positions: &[Position]| Some(positions.iter().map(evaluate).collect());
            *gain += luck(&before, &ply, values).unwrap();
        }
    }
    (by_statics(&position), gains)
}

/// The mean over many games is 0 within three standard errors; an evaluator that is worse explains less of the
/// results, or makes them vary more.
#[test]
fn luck_of_many_games_is_nothing_on_average() {
    let games: u32 = if cfg!(feature = "slow-tests") {
        100_000
    } else {
        2000
    };
    let header = settings::header::<Position>(None, [("level", "3")]).unwrap();
    let mut start = Position::from_header(&header).unwrap();
    start.world_mut().stop_recording();
    let negated = |position: &Position| 1.0 - by_statics(position);
    let evaluators: [fn(&Position) -> f64; 3] = [by_statics, negated, by_hash];
    let played: Vec<_> = (1..=games.into())
        .map(|number| random_game(&start, game_seed(7, number), &evaluators))
        .collect();
    let deviation = |values: &[f64]| {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        (mean, (squares / (values.len() - 1) as f64).sqrt())
    };
    let results: Vec<f64> = played.iter().map(|(result, _)| *result).collect();
    let (_, spread) = deviation(&results);
    let mut adjusted = Vec::new();
    for index in 0..evaluators.len() {
        let gains: Vec<f64> = played.iter().map(|(_, gains)| gains[index]).collect();
        let (mean, spread) = deviation(&gains);
        let error = spread / f64::from(games).sqrt();
        assert!(mean.abs() < 3.0 * error, "{index}: {mean} ± {error}");
        let less: Vec<f64> = results
            .iter()
            .zip(&gains)
            .map(|(result, gain)| result - gain)
            .collect();
        let (_, deviation) = deviation(&less);
        adjusted.push(deviation);
    }
    assert!(adjusted[0] < spread, "{adjusted:?} {spread}");
    assert!(adjusted[1] > spread, "{adjusted:?} {spread}");
}
