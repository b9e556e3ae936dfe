//! Players as Python has them.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, TryLockError};
use std::time::Duration;

use cheqqers_engine::PlayerSpec;
use cheqqers_game::{Colour, with_causes};
use cheqqers_players::{Limit, PlayerKind, Stream, generator};
use cheqqers_session::Seat;
use pyo3::prelude::*;

use crate::catalogue::kind_of;
use crate::errors::{BusyError, PlayerError, SettingError, game_over, parsed};
use crate::game::Game;
use crate::interrupt::interruptible;
use crate::moves::Move;
use crate::position::colour_of;
use crate::seed::random_seed;

/// A player: ``random``, ``mcts:N``, ``expert[:MS]``, ``expert:nodes=N``, ``table:FILE``, ``net:FILE``,
/// ``engine:COMMAND`` or ``hub:COMMAND``.
///
/// Args:
///     name: Name, as the command takes it.
///     seed: Seed of its choices; a new one by default.
///     color: Side whose random stream it uses, so that choices are those of ``cheqqers selfplay``.
///
/// Raises:
///     SettingError: There is no such player, or its file can't be opened.
#[pyclass(frozen, module = "cheqqers")]
pub(crate) struct Player {
    spec: PlayerSpec,
    seed: u64,
    stream: Stream,
    /// Of the game it chose for last.
    seat: Mutex<Option<Seat>>,
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (name, *, seed = None, color = "white"))]
    fn new(name: &str, seed: Option<u64>, color: &str) -> PyResult<Self> {
        let spec = parsed(name, SettingError::new_err)?;
        let opened = match &spec {
            PlayerSpec::BuiltIn(PlayerKind::Table(table)) => {
                table.open().map(drop).map_err(|error| with_causes(&error))
            }
            PlayerSpec::BuiltIn(PlayerKind::Net(net)) => {
                net.open().map(drop).map_err(|error| with_causes(&error))
            }
            _ => Ok(()),
        };
        opened.map_err(SettingError::new_err)?;
        let seed = seed.map_or_else(random_seed, Ok)?;
        let stream = match colour_of(color)? {
            Colour::White => Stream::White,
            Colour::Black => Stream::Black,
        };
        Ok(Self {
            spec,
            seed,
            stream,
            seat: Mutex::new(None),
        })
    }

    /// Name of the player.
    #[getter]
    fn name(&self) -> String {
        self.spec.to_string()
    }

    /// A move of a game, which stays as it is.
    ///
    /// Args:
    ///     game: The game, which must not be over.
    ///     time: Seconds to think, in place of its own limit.
    ///     nodes: Positions to search, in place of its own limit.
    ///
    /// Raises:
    ///     GameOverError: The game is over.
    ///     PlayerError: An engine failed.
    ///     BusyError: Another thread chooses with this player, or changes the game.
    #[pyo3(signature = (game, *, time = None, nodes = None))]
    fn choose(
        &self,
        py: Python<'_>,
        game: &Bound<'_, Game>,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<Move> {
        let limit = match (time, nodes) {
            (Some(_), Some(_)) => {
                return Err(SettingError::new_err("give time or nodes, not both"));
            }
            (Some(time), None) => {
                let time = Duration::try_from_secs_f64(time);
                Limit::Time(time.map_err(|error| SettingError::new_err(format!("time: {error}")))?)
            }
            (None, Some(nodes)) => Limit::Nodes(nodes),
            (None, None) => Limit::Own,
        };
        let mut seat = match self.seat.try_lock() {
            Ok(seat) => seat,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(BusyError::new_err(
                    "another thread is choosing with this player: wait for it, or take a player of your own",
                ));
            }
        };
        let (game, _search) = game.get().0.search()?;
        let session = &game.session;
        if session.outcome().is_some() {
            return Err(game_over(&session.words()));
        }
        let kind = kind_of(session.game())?;
        let (spec, seed, stream) = (&self.spec, self.seed, self.stream);
        let seat = &mut *seat;
        let mut choose = |stop: &AtomicBool| {
            if seat.as_ref().is_none_or(|seat| !seat.plays(session)) {
                let mut player = spec.seat(kind, generator(seed, stream));
                let prepared = player.prepare(session);
                prepared.map_err(|fault| format!("{spec}: {}", with_causes(&fault)))?;
                *seat = Some(player);
            }
            let seat = seat.as_mut().expect("it was just made");
            let chosen = seat.choose(session, limit, stop);
            chosen.map_err(|fault| with_causes(&fault))
        };
        // A random move takes less time than a thread.
        let chosen = if matches!(spec, PlayerSpec::BuiltIn(PlayerKind::Random)) {
            choose(&AtomicBool::new(false))
        } else {
            interruptible(py, |stop| choose(stop))?
        };
        let chosen = chosen.map_err(PlayerError::new_err)?;
        Ok(Move(chosen.mv))
    }

    fn __repr__(&self) -> String {
        format!("<Player {}>", self.spec)
    }
}
