"""Errors of the package, all of them :class:`Error`."""

__all__ = [
    "BackendError",
    "BusyError",
    "CircuitError",
    "Error",
    "ForkError",
    "GameOverError",
    "IllegalMoveError",
    "PlayerError",
    "RecordError",
    "SettingError",
]


class Error(Exception):
    """Base class of all errors of the package."""


class IllegalMoveError(Error, ValueError):
    """A move that is not legal, or an outcome that is impossible. The game stays where it was."""


class GameOverError(IllegalMoveError):
    """A move, a choice or an end in a game that is over."""


class SettingError(Error, ValueError):
    """A game, preset, setting, player or colour that does not exist, or a value that it does not take."""


class RecordError(Error, ValueError):
    """A record that can't be read or does not follow the rules."""


class CircuitError(Error, ValueError):
    """A circuit, or an operation on one, that is not possible."""


class BackendError(Error, RuntimeError):
    """A measurement that got no answer. The game stays where it was.

    If the backend raised an exception, that is the ``__cause__``.
    """


class BusyError(Error, RuntimeError):
    """An object that another thread is using: a game that is searched or measured does not change meanwhile."""


class PlayerError(Error, RuntimeError):
    """An engine that fails to choose a move."""


class ForkError(Error, RuntimeError):
    """Threads that a fork has cut off. Start processes with the method ``spawn`` instead."""
