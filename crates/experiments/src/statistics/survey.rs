//! Counts in games between players of one kind.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use cheqqers_arena::{Frequencies, PliesByOutcome, WorkerPool, seats};
use cheqqers_engine::PlayerSpec;
use cheqqers_game::{Encoding, Generation};
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{Limit, PlayerKind, Stream, game_seed, generator};
use cheqqers_session::{GameKind, PendingMeasurement, Position};
use cheqqers_world::Component;
use serde_json::Map;

use super::choices::ChoiceJournal;
use crate::ExperimentError;
use crate::variant::Variant;

/// Games that are surveyed together.
#[derive(Debug)]
pub(super) struct Games<'a> {
    /// Name of the variant in the journal.
    pub(super) variant: String,
    /// The game, and the position that it starts from.
    pub(super) game: GameKind,
    pub(super) start: &'a Position,
    /// Player of both sides.
    pub(super) player: &'a PlayerKind,
    /// Seed of the first game.
    pub(super) seed: u64,
    /// Number of games.
    pub(super) count: u64,
    /// Choices of games that were finished before, and place for those of others.
    pub(super) journal: Option<&'a ChoiceJournal>,
}

/// Statistics of a variant.
#[derive(Debug)]
pub(super) struct VariantStatistics {
    pub(super) variant: Variant,
    pub(super) survey: Survey,
    pub(super) growth: Vec<Generation>,
}

/// Counts in many games. They are whole numbers, so the order of the games does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Survey {
    /// Counts at each ply, from the first on.
    pub(super) plies: Vec<PlyCounts>,
    /// Plies of the games, by outcome.
    pub(super) plies_by_outcome: PliesByOutcome,
    /// Measurements of the games.
    pub(super) measurements: Frequencies,
    /// Entropy of the measurements of each game, in units of which [`GAME_ENTROPY_UNITS_PER_BIT`] are
    /// one bit.
    pub(super) entropies: Frequencies,
}

/// Counts at plies, in the positions before them and by playing them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct PlyCounts {
    /// Legal moves of each position.
    pub(super) branching: Frequencies,
    /// Number of moves of each kind.
    pub(super) move_kinds: BTreeMap<&'static str, u64>,
    /// Legal outcomes of each measurement.
    pub(super) outcomes: Frequencies,
    /// The entropy of all measurements together, in units of which [`ENTROPY_UNITS_PER_BIT`] are one bit.
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

/// Units of entropy in one bit; whole numbers, so that sums do not depend on order.
const ENTROPY_UNITS_PER_BIT: f64 = (1_u64 << 32) as f64;

/// Units of the entropy of a game in one bit: coarser, as [`Frequencies`] count smaller numbers.
pub(super) const GAME_ENTROPY_UNITS_PER_BIT: f64 = (1_u64 << 16) as f64;

impl Survey {
    pub(super) fn num_games(&self) -> u64 {
        self.plies_by_outcome.games()
    }

    /// All plies together.
    pub(super) fn whole(&self) -> PlyCounts {
        PlyCounts::sum(&self.plies)
    }

    fn add(&mut self, other: &Self) {
        for (ply, seen) in other.plies.iter().enumerate() {
            self.at(ply).add(seen);
        }
        self.plies_by_outcome.add(&other.plies_by_outcome);
        self.measurements.add(&other.measurements);
        self.entropies.add(&other.entropies);
    }

    fn at(&mut self, ply: usize) -> &mut PlyCounts {
        if ply >= self.plies.len() {
            self.plies.resize_with(ply + 1, PlyCounts::default);
        }
        &mut self.plies[ply]
    }
}

impl PlyCounts {
    /// Counts at several plies together.
    pub(super) fn sum(plies: &[Self]) -> Self {
        let mut sum = Self::default();
        for seen in plies {
            sum.add(seen);
        }
        sum
    }

    /// Mean entropy of a measurement in bits; `None` when nothing was measured.
    pub(super) fn mean_entropy(&self) -> Option<f64> {
        let measured = self.outcomes.len();
        (measured > 0).then(|| self.entropy as f64 / ENTROPY_UNITS_PER_BIT / measured as f64)
    }

    /// Number of moves made.
    pub(super) fn moves(&self) -> u64 {
        self.move_kinds.values().sum()
    }

    fn add(&mut self, other: &Self) {
        self.branching.add(&other.branching);
        for (kind, count) in &other.move_kinds {
            *self.move_kinds.entry(kind).or_default() += count;
        }
        self.outcomes.add(&other.outcomes);
        self.entropy += other.entropy;
        self.components.add(&other.components);
        self.slots.add(&other.slots);
        self.amplitudes.add(&other.amplitudes);
        self.pieces.add(&other.pieces);
    }

    fn position(&mut self, components: &[Component], moves: usize) {
        self.branching.count(count(moves));
        self.components.count(count(components.len()));
        for component in components {
            self.slots.count(count(component.num_slots()));
            self.amplitudes.count(count(component.num_amplitudes()));
            let states = component.state().amplitudes();
            let most = states.map(|(basis, _)| basis.count_ones()).max();
            self.pieces.count(most.unwrap_or(0));
        }
    }

    /// Counts a measurement, and returns its entropy in units of which [`ENTROPY_UNITS_PER_BIT`] are one
    /// bit.
    fn measurement(&mut self, pending: &dyn PendingMeasurement) -> u64 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "numbers beyond the largest are counted as the largest"
        )]
        let (outcomes, entropy) = (
            pending.num_outcomes() as u32,
            (pending.entropy() * ENTROPY_UNITS_PER_BIT) as u64,
        );
        self.outcomes.count(outcomes);
        self.entropy += entropy;
        entropy
    }
}

/// Plays games, fewer after cancellation; those in the journal are played as they were.
/// They are the games that [`Batch`](cheqqers_arena::Batch) plays with the same player and seed.
///
/// # Errors
/// Returns an error if there are no threads, a player can't play, or the journal can't be written or
/// holds other games.
pub(super) fn survey(games: &Games<'_>, pool: &WorkerPool<'_>) -> Result<Survey, ExperimentError> {
    let failure = Mutex::new(None);
    let parts = pool.run(games.count, |queue| {
        let mut survey = Survey::default();
        while let Some(game) = queue.take() {
            match survey_game(games, game, queue.drop_flag(), &mut survey) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    queue.stop();
                    let mut failure = failure.lock().expect("no thread panicked");
                    failure.get_or_insert(error);
                    break;
                }
            }
        }
        survey
    })?;
    if let Some(error) = failure.into_inner().expect("no thread panicked") {
        return Err(error);
    }
    let mut all = Survey::default();
    for part in &parts {
        all.add(part);
    }
    Ok(all)
}

/// Plays a game to its end, or until `stop` is set; returns `false` then.
fn survey_game(
    games: &Games<'_>,
    number: u64,
    stop: &AtomicBool,
    survey: &mut Survey,
) -> Result<bool, ExperimentError> {
    let seed = game_seed(games.seed, number);
    let player = PlayerSpec::from(games.player.clone());
    let mut seats = seats(games.game, seed, &player, &player);
    let bits = generator(seed, Stream::Measurements);
    let mut measurer = MeasurerKind::Sparse.measurer(bits, Encoding::Minimal);
    let mut session = games.game.session(games.start, Map::new(), usize::MAX);
    let known = games
        .journal
        .and_then(|journal| journal.choices(&games.variant, number));
    let mut choices = Vec::new();
    let (mut measured, mut entropy) = (0, 0);
    for ply in 0.. {
        let legal = session.legal_moves();
        if legal.is_empty() {
            break;
        }
        let seen = survey.at(ply);
        seen.position(session.components(), legal.len());
        let choice = if let Some(known) = known {
            known.at(ply, legal.len())?
        } else {
            let seat = seats.of(session.turn());
            let chosen = seat.choose(&session, Limit::Own, stop);
            // A move chosen after cancellation is discarded.
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            let chosen = chosen.map_err(|fault| ExperimentError::Game {
                game: number,
                source: fault.into(),
            })?;
            let choice = legal.find(&chosen.mv.text());
            choice.expect("the players of this program choose legal moves")
        };
        choices.push(choice);
        let played = session.play(&legal.at(choice), &mut measurer);
        played.expect("the exact state measures a legal move");
        let played = session.ply(ply);
        played.each_pending(&mut |pending| {
            measured += 1;
            entropy += seen.measurement(pending);
        });
        *seen.move_kinds.entry(played.kind()).or_default() += 1;
    }
    match (known, games.journal) {
        (Some(known), _) => known.end_after(choices.len())?,
        (None, Some(journal)) => journal.add(&games.variant, number, &choices)?,
        (None, None) => {}
    }
    survey
        .plies_by_outcome
        .count(session.outcome(), count(choices.len()));
    survey.measurements.count(measured);
    let units = entropy as f64 / ENTROPY_UNITS_PER_BIT * GAME_ENTROPY_UNITS_PER_BIT;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "numbers beyond the largest are counted as the largest"
    )]
    survey.entropies.count(units.round() as u32);
    Ok(true)
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
