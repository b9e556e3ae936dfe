use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use cheqqers_game::network::Network;
use cheqqers_game::{Colour, Game, GameExt, Outcome};
use rand_chacha::ChaCha8Rng;

use super::sample::Sample;
use crate::{
    Effort, EvaluationKind, Expert, ExpertSettings, MoveContext, Player, Stream, below, game_seed,
    generator,
};

/// A game is begun by so many random plies at most.
const OPENING: usize = 12;

/// One ply of so many is random.
const RANDOM: usize = 20;

/// Number of plies after which a game is drawn.
const LONGEST: usize = 300;

/// Share of the outcome in what is learnt; the rest is the value that the search found.
const OUTCOME: f32 = 0.4;

/// Entries of the table of a player that searches little.
const ENTRIES: usize = 1 << 14;

/// Games that a thread plays between two looks at how many are wanted.
const ROUND: usize = 64;

/// Games of an expert with itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelfPlay {
    /// Number of positions that are wanted.
    pub(super) positions: u64,
    /// Number of nodes that are searched for a move.
    pub(super) nodes: NonZeroU64,
    pub(super) threads: usize,
}

impl SelfPlay {
    /// Positions of games of an expert with itself, in the order of the games; `None` if it was stopped. `say` is told
    /// their number so far.
    pub(super) fn play<G: Game>(
        &self,
        start: &G,
        seed: u64,
        network: Option<&Arc<Network>>,
        stop: &AtomicBool,
        say: &mut dyn FnMut(u64),
    ) -> Option<Vec<Sample>> {
        let threads = self.threads.max(1);
        let mut samples = Vec::new();
        let mut first = 1;
        while (samples.len() as u64) < self.positions {
            let mut games: Vec<Vec<Sample>> = vec![Vec::new(); ROUND];
            // Each thread has every so-manieth game.
            std::thread::scope(|scope| {
                let mut shares: Vec<Vec<(u64, &mut Vec<Sample>)>> = Vec::new();
                shares.resize_with(threads, Vec::new);
                for (number, game) in (first..).zip(&mut games) {
                    let share = usize::try_from(number).unwrap_or(0) % threads;
                    shares[share].push((number, game));
                }
                for share in shares {
                    scope.spawn(move || {
                        for (number, game) in share {
                            let seed = game_seed(seed, 1 + number);
                            *game = self.play_game(start, seed, network, stop);
                        }
                    });
                }
            });
            if stop.load(Relaxed) {
                return None;
            }
            samples.extend(games.into_iter().flatten());
            first += ROUND as u64;
            say((samples.len() as u64).min(self.positions));
        }
        samples.truncate(usize::try_from(self.positions).unwrap_or(usize::MAX));
        Some(samples)
    }

    fn play_game<G: Game>(
        &self,
        start: &G,
        seed: u64,
        network: Option<&Arc<Network>>,
        stop: &AtomicBool,
    ) -> Vec<Sample> {
        let settings = ExpertSettings {
            effort: Effort::Nodes(self.nodes),
            // An earlier network of the game does not count.
            evaluation: network.map_or(EvaluationKind::Classic, |_| EvaluationKind::Trained),
            ..ExpertSettings::default()
        };
        let rng = generator(seed, Stream::White);
        let mut expert = Expert::with_entries(settings, rng, ENTRIES);
        if let Some(network) = network {
            expert = expert.with_network(Arc::clone(network));
        }
        let mut choices = generator(seed, Stream::Setup);
        let mut measurements = generator(seed, Stream::Measurements);
        let mut position = start.without_circuits();
        let opening = below(&mut choices, OPENING + 1);
        let mut samples: Vec<(Colour, Sample)> = Vec::new();
        let mut legal = Vec::new();
        for ply in 0..LONGEST {
            legal.clear();
            position.legal_moves(&mut legal);
            if legal.is_empty() || stop.load(Relaxed) {
                break;
            }
            let is_random = ply < opening || below(&mut choices, RANDOM) == 0;
            let mv = if is_random {
                legal[below(&mut choices, legal.len())]
            } else {
                let chosen = expert.choose(&MoveContext::of(&position, &legal));
                let Ok(mv) = chosen else { break };
                #[expect(clippy::cast_possible_truncation, reason = "values are not exact")]
                let value = expert.thoughts().map(|thoughts| thoughts.value as f32);
                if let Some(value) = value
                    && position.is_quiescent()
                {
                    samples.push((position.turn(), sample(&position, value)));
                }
                mv
            };
            position = played(position, mv, &mut measurements);
        }
        let outcome = position.outcome().unwrap_or(Outcome::Draw);
        let learnt = |(turn, sample): (Colour, Sample)| {
            let result = match outcome {
                Outcome::Draw => 0.0,
                Outcome::Decisive { winner } if winner == turn => 1.0,
                Outcome::Decisive { .. } => -1.0,
            };
            let target = OUTCOME * result + (1.0 - OUTCOME) * sample.target;
            Sample { target, ..sample }
        };
        samples.into_iter().map(learnt).collect()
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "what is learnt is not exact"
)]
fn sample<G: Game>(position: &G, target: f32) -> Sample {
    let mut features = Vec::new();
    let factor = position.features(|feature, value| {
        features.push((u16::try_from(feature).unwrap_or(u16::MAX), value as f32));
    });
    let sign = match position.turn() {
        Colour::White => 1.0,
        Colour::Black => -1.0,
    };
    Sample {
        features: features.into(),
        factor: factor as f32,
        evaluation: (sign * position.static_evaluation()) as f32,
        target,
    }
}

/// The position behind a legal move, its measurements drawn from the exact state.
fn played<G: Game>(position: G, mv: G::Move, rng: &mut ChaCha8Rng) -> G {
    let turn = position.play_unchecked(mv);
    let finished = turn.finish(|pending| Ok::<_, ()>(pending.sample(rng)));
    let Ok(position) = finished else {
        unreachable!("a sample has legal bits")
    };
    position
}
