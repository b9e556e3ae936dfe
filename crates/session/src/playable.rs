use std::sync::atomic::AtomicBool;

use cheqqers_game::Pending;
use cheqqers_game::show::Show;
use cheqqers_measure::Measurer;
use cheqqers_players::{Player, PlayerKind};
use rand_chacha::ChaCha8Rng;

use crate::matchplay::{PlayOutError, PlayedOut, Seats, play_out};

/// A game with its inner loops.
///
/// They are generic functions, which would be compiled for each game in every crate that calls them. Those
/// of the [known games](crate::KNOWN) are compiled in this crate alone, so that crates above it need
/// neither the time nor the optimization. For another game `impl Playable for MyGame {}` is enough.
pub trait Playable: Show {
    /// [`PlayerKind::player`] for this game.
    fn player(kind: &PlayerKind, rng: ChaCha8Rng) -> Box<dyn Player<Self>> {
        kind.player(rng)
    }

    /// [`cheqqers_game::perft`] from this position.
    fn perft(&self, depth: u32) -> u64 {
        cheqqers_game::perft(self, depth)
    }

    /// [`play_out`] from this position.
    ///
    /// # Errors
    /// As [`play_out`].
    fn play_out(
        self,
        seats: &mut Seats<Self>,
        measurer: &mut Measurer,
        legal: &mut Vec<Self::Move>,
        most: u32,
        stop: &AtomicBool,
        seen: &mut dyn FnMut(&Pending<Self>),
    ) -> Result<PlayedOut, PlayOutError> {
        play_out(self, seats, measurer, legal, most, stop, seen)
    }
}

/// Compiles the inner loops of games: methods that are not generic belong to this crate.
macro_rules! compile {
    ($($game:ty),+ $(,)?) => {$(
        impl $crate::Playable for $game {
            fn player(kind: &::cheqqers_players::PlayerKind, rng: ::rand_chacha::ChaCha8Rng) -> Box<dyn ::cheqqers_players::Player<Self>> {
                kind.player(rng)
            }

            fn perft(&self, depth: u32) -> u64 {
                ::cheqqers_game::perft(self, depth)
            }

            fn play_out(
                self,
                seats: &mut $crate::Seats<Self>,
                measurer: &mut ::cheqqers_measure::Measurer,
                legal: &mut Vec<Self::Move>,
                most: u32,
                stop: &::std::sync::atomic::AtomicBool,
                seen: &mut dyn FnMut(&::cheqqers_game::Pending<Self>),
            ) -> Result<$crate::PlayedOut, $crate::PlayOutError> {
                $crate::play_out(self, seats, measurer, legal, most, stop, seen)
            }
        }
    )+};
}

pub(crate) use compile;
