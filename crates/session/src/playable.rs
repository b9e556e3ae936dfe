use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use cheqqers_game::Ply;
use cheqqers_game::network::Network;
use cheqqers_game::show::Show;
use cheqqers_measure::Measurer;
use cheqqers_players::{
    Analyst, Evaluation, LuckMeter, Player, PlayerKind, PlyAnalysis, TrainingProgress,
    TrainingSettings,
};
use cheqqers_solve::{Exploration, Extent, SolveError};
use rand_chacha::ChaCha8Rng;

use crate::playout::{PendingMeasurement, PlayOutError, PlayedOut, play_out};

/// A game whose hot generic functions are compiled once, in this crate: crates that call them here need
/// not be optimized, nor compile them again.
///
/// That holds for the [known games](crate::KNOWN). For another one `impl Playable for MyGame {}` is enough.
pub trait Playable: Show {
    /// [`PlayerKind::player`] for this game.
    fn player(kind: &PlayerKind, rng: ChaCha8Rng) -> Box<dyn Player<Self>> {
        kind.player(rng)
    }

    /// [`cheqqers_game::perft_until`] from this position.
    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<u64> {
        cheqqers_game::perft_until(self, depth, stop)
    }

    /// [`Exploration::explore`] from this position.
    ///
    /// # Errors
    /// As there.
    fn explore(
        &self,
        exploration: &mut Exploration,
        extent: Extent,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Exploration),
    ) -> Result<(), SolveError> {
        exploration.explore(self, extent, stop, progress)
    }

    /// [`cheqqers_players::move_values`] of this position.
    fn move_values(&self, legal: &[Self::Move], deepest: u32, nodes: NonZeroU64) -> Vec<Vec<f64>> {
        cheqqers_players::move_values(self, legal, deepest, nodes)
    }

    /// [`TrainingSettings::train`] from this position.
    fn train(
        &self,
        settings: &TrainingSettings,
        threads: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(TrainingProgress),
    ) -> Option<Network> {
        settings.train(self, threads, stop, report)
    }

    /// Plays a game from this position between White and Black, as [`Seats::play_out`](crate::Seats::play_out).
    ///
    /// # Errors
    /// As there.
    fn play_out(
        &self,
        players: [&mut dyn Player<Self>; 2],
        measurer: &mut Measurer,
        most: u32,
        stop: &AtomicBool,
        seen: &mut dyn FnMut(&dyn PendingMeasurement),
    ) -> Result<PlayedOut, PlayOutError> {
        play_out(self, players, measurer, most, stop, seen)
    }

    /// [`Analyst::evaluate`] of this position.
    fn evaluate(
        &self,
        analyst: &mut Analyst<Self>,
        stop: &AtomicBool,
    ) -> Option<Evaluation<Self::Move>> {
        analyst.evaluate(self, stop)
    }

    /// [`Analyst::analyse`] of a ply played from this position.
    fn analyse(
        &self,
        analyst: &mut Analyst<Self>,
        best: Self::Move,
        played: &Ply<Self::Move>,
        stop: &AtomicBool,
    ) -> Option<PlyAnalysis<Self>> {
        analyst.analyse(self, best, played, stop)
    }

    /// [`LuckMeter::luck`] of a ply played from this position.
    fn luck(
        &self,
        meter: &mut LuckMeter<Self>,
        played: &Ply<Self::Move>,
        stop: &AtomicBool,
    ) -> Option<f64> {
        meter.luck(self, played, stop)
    }
}

/// Implements [`Playable`] with all its methods, each as by default: a method that is not generic is
/// compiled in the crate of its `impl`, and a default one where it is called.
macro_rules! implement_playable {
    ($($game:ty),+ $(,)?) => {$(
        impl Playable for $game {
            fn player(kind: &::cheqqers_players::PlayerKind, rng: ::rand_chacha::ChaCha8Rng) -> Box<dyn ::cheqqers_players::Player<Self>> {
                kind.player(rng)
            }

            fn perft(
                &self,
                depth: u32,
                stop: &::std::sync::atomic::AtomicBool,
            ) -> Option<u64> {
                ::cheqqers_game::perft_until(self, depth, stop)
            }

            fn explore(
                &self,
                exploration: &mut ::cheqqers_solve::Exploration,
                extent: ::cheqqers_solve::Extent,
                stop: &::std::sync::atomic::AtomicBool,
                progress: &mut dyn FnMut(&::cheqqers_solve::Exploration),
            ) -> Result<(), ::cheqqers_solve::SolveError> {
                exploration.explore(self, extent, stop, progress)
            }

            fn move_values(
                &self,
                legal: &[Self::Move],
                deepest: u32,
                nodes: ::std::num::NonZeroU64,
            ) -> Vec<Vec<f64>> {
                ::cheqqers_players::move_values(self, legal, deepest, nodes)
            }

            fn train(
                &self,
                settings: &::cheqqers_players::TrainingSettings,
                threads: usize,
                stop: &::std::sync::atomic::AtomicBool,
                report: &mut dyn FnMut(::cheqqers_players::TrainingProgress),
            ) -> Option<::cheqqers_game::network::Network> {
                settings.train(self, threads, stop, report)
            }

            fn play_out(
                &self,
                players: [&mut dyn ::cheqqers_players::Player<Self>; 2],
                measurer: &mut ::cheqqers_measure::Measurer,
                most: u32,
                stop: &::std::sync::atomic::AtomicBool,
                seen: &mut dyn FnMut(&dyn $crate::PendingMeasurement),
            ) -> Result<$crate::PlayedOut, $crate::PlayOutError> {
                $crate::playout::play_out(self, players, measurer, most, stop, seen)
            }

            fn evaluate(
                &self,
                analyst: &mut ::cheqqers_players::Analyst<Self>,
                stop: &::std::sync::atomic::AtomicBool,
            ) -> Option<::cheqqers_players::Evaluation<Self::Move>> {
                analyst.evaluate(self, stop)
            }

            fn analyse(
                &self,
                analyst: &mut ::cheqqers_players::Analyst<Self>,
                best: Self::Move,
                played: &::cheqqers_game::Ply<Self::Move>,
                stop: &::std::sync::atomic::AtomicBool,
            ) -> Option<::cheqqers_players::PlyAnalysis<Self>> {
                analyst.analyse(self, best, played, stop)
            }

            fn luck(
                &self,
                meter: &mut ::cheqqers_players::LuckMeter<Self>,
                played: &::cheqqers_game::Ply<Self::Move>,
                stop: &::std::sync::atomic::AtomicBool,
            ) -> Option<f64> {
                meter.luck(self, played, stop)
            }
        }
    )+};
}

pub(crate) use implement_playable;
