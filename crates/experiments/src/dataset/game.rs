//! One game, played and analysed.

use std::sync::atomic::AtomicBool;

use cheqqers_arena::{PlayerOutcome, seats};
use cheqqers_engine::PlayerSpec;
use cheqqers_game::Colour;
use cheqqers_game::record::Detail;
use cheqqers_players::{PlayerKind, Stream, TimeControl, game_seed, generator};
use cheqqers_session::{
    AnalysedChoice, AnalysedOutcome, AnalysisMemory, MissingOutcomes, Series, Session, play_game,
    play_random_plies,
};
use serde_json::Map;

use crate::ExperimentError;
use crate::variant::Variant;

/// Games of a player with itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SelfPlay<'a> {
    pub(crate) variant: &'a Variant,
    pub(crate) player: &'a PlayerKind,
    pub(crate) max_plies: u32,
    /// Seed of the first game.
    pub(crate) seed: u64,
}

impl SelfPlay<'_> {
    /// Plays the game with a number, from 1, and so many random plies at its beginning. Also returns how many of those
    /// there were. `None` if it was stopped.
    pub(crate) fn play(
        &self,
        number: u64,
        random_plies: u32,
        stop: &AtomicBool,
    ) -> Result<Option<(Session, usize)>, ExperimentError> {
        fn failed<E: std::error::Error + Send + Sync + 'static>(
            game: u64,
        ) -> impl Fn(E) -> ExperimentError {
            move |error| ExperimentError::Game {
                game,
                source: error.into(),
            }
        }
        let seed = game_seed(self.seed, number);
        let series = Series::of(self.variant.game, self.variant.start.clone());
        let mut measurer = series.measurer(seed);
        let missing = MissingOutcomes::Measured;
        let opened = series.open(seed, Map::new(), Detail::Record, missing, &mut measurer);
        let mut session = opened.map_err(failed(number))?;
        let mut rng = generator(seed, Stream::Setup);
        let plies = random_plies.min(self.max_plies);
        play_random_plies(&mut session, plies, &mut rng, &mut measurer).map_err(failed(number))?;
        let opening = session.num_plies();
        let player = PlayerSpec::from(self.player.clone());
        let mut seats = seats(self.variant.game, seed, &player, &player);
        let played = play_game(
            &mut session,
            &mut seats,
            &mut measurer,
            TimeControl::Own,
            Some(self.max_plies),
            stop,
        );
        match played.map_err(failed(number))? {
            Some((_, forfeit)) => Err(failed(number)(forfeit)),
            None => Ok(session.outcome().map(|_| (session, opening))),
        }
    }
}

/// A game with the analysis of its plies.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct AnalysedGame {
    pub(super) number: u64,
    pub(super) plies: Vec<AnalysedPly>,
    /// White's points at the end: 1, 0.5 or 0.
    pub(super) points: f64,
}

/// A ply of a game, analysed. Scores are White's.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct AnalysedPly {
    pub(super) turn: Colour,
    pub(super) mv: String,
    /// The move with its outcomes, as it can be played again.
    pub(super) text: String,
    /// Number of the move, in a game that numbers them.
    pub(super) action: Option<u32>,
    pub(super) num_legal: usize,
    pub(super) is_random: bool,
    /// Score of the position before it.
    pub(super) score: f64,
    /// `true` if a table has the position before it.
    pub(super) is_exact: bool,
    /// `None` if it could have too many outcomes.
    pub(super) choice: Option<AnalysedChoice>,
}

impl AnalysedGame {
    /// Analyses a game that is over, of whose plies the first so many were random. `None` if it was stopped.
    pub(super) fn of(
        number: u64,
        session: &Session,
        opening: usize,
        memory: &mut AnalysisMemory,
        stop: &AtomicBool,
    ) -> Option<Self> {
        let mut before = session.analysis(0).run(memory, stop)?;
        let mut plies = Vec::with_capacity(session.num_plies());
        for index in 0..session.num_plies() {
            let mut after = session.analysis(index + 1).run(memory, stop)?;
            let (ply, position) = (session.ply(index), session.position_after(index));
            let (mv, legal) = (ply.mv().text(), position.legal_moves());
            let action = legal.find(&mv);
            let action = action.and_then(|place| position.legal_actions().get(place).copied());
            plies.push(AnalysedPly {
                turn: ply.turn(),
                text: ply.text(),
                action: action.flatten(),
                num_legal: legal.len(),
                mv,
                is_random: index < opening,
                score: before.score,
                is_exact: before.solved.is_some(),
                choice: after.choice.take(),
            });
            before = after;
        }
        Some(Self {
            number,
            plies,
            points: PlayerOutcome::of(session.outcome()?, Colour::White).points(),
        })
    }
}

impl AnalysedPly {
    /// Returns `true` if it could have several outcomes.
    pub(super) fn is_measured(&self) -> bool {
        !self.outcomes().is_empty()
    }

    /// Its outcomes, where there are several.
    pub(super) fn outcomes(&self) -> &[AnalysedOutcome] {
        let outcomes = self.choice.as_ref().map(|choice| &choice.outcomes[..]);
        // One that is measured may be certain.
        outcomes
            .filter(|outcomes| outcomes.len() > 1)
            .unwrap_or_default()
    }

    /// Points that the mover won by the outcome that came, where there were several.
    pub(super) fn luck(&self) -> Option<f64> {
        self.choice.as_ref()?.luck.filter(|_| self.is_measured())
    }

    /// Probability of the outcome that came; `None` if it is not known.
    pub(super) fn probability(&self) -> Option<f64> {
        self.choice.as_ref()?;
        let came = self.outcomes().iter().find(|outcome| outcome.is_actual);
        Some(came.map_or(1.0, |outcome| outcome.probability))
    }
}
