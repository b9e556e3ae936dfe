//! Counts in games between random players.

use std::collections::BTreeMap;
use std::convert::Infallible;

use cheqqers_arena::{Frequencies, WorkerPool};
use cheqqers_game::{Colour, Game, GameExt, Pending};
use cheqqers_players::{Stream, below, game_seed, generator};

use crate::ExperimentError;

/// Counts in many games. They are whole numbers, so the order of the games does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Survey {
    /// Counts at each ply, from the first on.
    pub(super) plies: Vec<PlyCounts>,
    /// Plies of the games.
    pub(super) lengths: Frequencies,
    /// Measurements of the games.
    pub(super) measurements: Frequencies,
}

/// Counts at plies, in the positions before them and by playing them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct PlyCounts {
    /// Legal moves of each position.
    pub(super) branching: Frequencies,
    /// Number of moves of each kind.
    pub(super) deeds: BTreeMap<&'static str, u64>,
    /// Legal outcomes of each measurement.
    pub(super) outcomes: Frequencies,
    /// The entropy of all measurements together, in [`BIT`]s.
    entropy: u64,
    /// Components of each position.
    pub(super) components: Frequencies,
    /// Slots of each component.
    pub(super) slots: Frequencies,
    /// Amplitudes of each component.
    pub(super) amplitudes: Frequencies,
    /// Pieces of each component: the most that are there in one of its basis states.
    pub(super) pieces: Frequencies,
}

/// So many make a bit of entropy.
const BIT: f64 = (1_u64 << 32) as f64;

impl Survey {
    pub(super) fn num_games(&self) -> u64 {
        self.lengths.len()
    }

    /// All plies together.
    pub(super) fn whole(&self) -> PlyCounts {
        let mut whole = PlyCounts::default();
        for seen in &self.plies {
            whole.add(seen);
        }
        whole
    }

    fn add(&mut self, other: &Self) {
        for (ply, seen) in other.plies.iter().enumerate() {
            self.at(ply).add(seen);
        }
        self.lengths.add(&other.lengths);
        self.measurements.add(&other.measurements);
    }

    fn at(&mut self, ply: usize) -> &mut PlyCounts {
        if ply >= self.plies.len() {
            self.plies.resize_with(ply + 1, PlyCounts::default);
        }
        &mut self.plies[ply]
    }
}

impl PlyCounts {
    /// Mean entropy of a measurement in bits; `None` when nothing was measured.
    pub(super) fn mean_entropy(&self) -> Option<f64> {
        let measured = self.outcomes.len();
        (measured > 0).then(|| self.entropy as f64 / BIT / measured as f64)
    }

    /// Number of moves made.
    pub(super) fn moves(&self) -> u64 {
        self.deeds.values().sum()
    }

    fn add(&mut self, other: &Self) {
        self.branching.add(&other.branching);
        for (deed, count) in &other.deeds {
            *self.deeds.entry(deed).or_default() += count;
        }
        self.outcomes.add(&other.outcomes);
        self.entropy += other.entropy;
        self.components.add(&other.components);
        self.slots.add(&other.slots);
        self.amplitudes.add(&other.amplitudes);
        self.pieces.add(&other.pieces);
    }

    fn position<G: Game>(&mut self, position: &G, moves: usize) {
        self.branching.count(number(moves));
        let components = position.world().components();
        self.components.count(number(components.len()));
        for component in components {
            self.slots.count(number(component.num_slots()));
            self.amplitudes.count(number(component.num_amplitudes()));
            let states = component.state().amplitudes();
            let most = states.map(|(basis, _)| basis.count_ones()).max();
            self.pieces.count(most.unwrap_or(0));
        }
    }

    fn measurement<G: Game>(&mut self, pending: &Pending<G>) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "numbers beyond the largest are counted as the largest"
        )]
        let (outcomes, entropy) = (
            pending.num_outcomes() as u32,
            (pending.entropy() * BIT) as u64,
        );
        self.outcomes.count(outcomes);
        self.entropy += entropy;
    }
}

/// Plays games between random players from a position, fewer after cancellation. They are the games that [`Batch`](cheqqers_arena::Batch) plays with the same seed.
pub(super) fn survey<G: Game>(
    start: &G,
    seed: u64,
    games: u64,
    pool: &WorkerPool<'_>,
) -> Result<Survey, ExperimentError> {
    let parts = pool.run(games, |games| {
        let mut survey = Survey::default();
        while let Some(game) = games.take() {
            one(start, game_seed(seed, game), &mut survey);
        }
        survey
    })?;
    let mut all = Survey::default();
    for part in &parts {
        all.add(part);
    }
    Ok(all)
}

fn one<G: Game>(start: &G, seed: u64, survey: &mut Survey) {
    let mut white = generator(seed, Stream::White);
    let mut black = generator(seed, Stream::Black);
    let mut bits = generator(seed, Stream::Measurements);
    let mut position = start.clone();
    let mut legal = Vec::new();
    let mut measured = 0;
    for ply in 0.. {
        legal.clear();
        position.legal_moves(&mut legal);
        if legal.is_empty() {
            survey.lengths.count(number(ply));
            survey.measurements.count(measured);
            return;
        }
        let seen = survey.at(ply);
        seen.position(&position, legal.len());
        let rng = match position.turn() {
            Colour::White => &mut white,
            Colour::Black => &mut black,
        };
        let mv = legal[below(rng, legal.len())];
        let turn = position.clone().play_unchecked(mv);
        let after = turn.finish(|pending| {
            measured += 1;
            seen.measurement(pending);
            Ok::<_, Infallible>(pending.sample(&mut bits))
        });
        let after = after.unwrap_or_else(|_| unreachable!("a sample is legal"));
        *seen
            .deeds
            .entry(G::ply_kind(&position, mv, &after))
            .or_default() += 1;
        position = after;
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
