"""Whole games and tournaments, measured by any backend."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, Literal, TypeVar, overload

from ._core import Game, Player, game_seed
from ._ray import play_shards, show
from .players import Chooser, GameProtocol, player_named
from .progress import progress

__all__ = ["Standing", "arena", "play"]

_AnyGame = TypeVar("_AnyGame", bound=GameProtocol)


def _seat(player: str | Chooser, game: GameProtocol, seed: int, color: Literal["white", "black"]) -> Chooser:
    if not isinstance(player, str):
        return player
    if isinstance(game, Game):
        return Player(player, seed=seed, color=color)
    return player_named(player, seed=f"{seed} {color}")


def _name(player: str | Chooser) -> str:
    if isinstance(player, str):
        return player
    return str(getattr(player, "name", type(player).__name__))


@overload
def play(
    white: str | Chooser = ...,
    black: str | Chooser = ...,
    name: str = ...,
    *,
    game: None = ...,
    seed: int | None = ...,
    backend: Any = ...,
    max_plies: int | None = ...,
    on_ply: Callable[[Game], None] | None = ...,
    **settings: Any,
) -> Game: ...


@overload
def play(
    white: str | Chooser = ...,
    black: str | Chooser = ...,
    name: str = ...,
    *,
    game: _AnyGame,
    seed: int | None = ...,
    backend: Any = ...,
    max_plies: int | None = ...,
    on_ply: Callable[[_AnyGame], None] | None = ...,
    **settings: Any,
) -> _AnyGame: ...


def play(
    white: str | Chooser = "random",
    black: str | Chooser = "random",
    name: str = "cheqqers",
    *,
    game: Any = None,
    seed: int | None = None,
    backend: Any = None,
    max_plies: int | None = None,
    on_ply: Callable[[Any], None] | None = None,
    **settings: Any,
) -> Any:
    """Plays a game to its end and returns it.

    Args:
        white: A player's name, as ``"expert:50"``, or an object with a method ``choose``.
        black: The same for the other side.
        name: The game, as for :class:`Game`.
        game: A game to go on with, in place of ``name`` and ``settings``: of this package, or of a class of one's own
            that has what :class:`GameProtocol` has.
        seed: Seed of measurements and players; with the same one the game is that of ``cheqqers selfplay``. Of a given
            game it is the seed of the players alone.
        backend: Backend that measures, as for :meth:`Game.push`; by default that of the game.
        max_plies: Number of plies that are played at most.
        on_ply: Called after each ply, as to save the game.
        **settings: Settings of the game.

    Raises:
        PlayerError: An engine failed.
        IllegalMoveError: A player chose a move that is not legal.
        BackendError: A measurement got no answer. ``game`` stands before that ply, and can be gone on with.

    >>> play("random", "random", seed=1, level=0).outcome is not None
    True
    """
    if game is None:
        game = Game(name, seed=seed, **settings)
        game.players = (_name(white), _name(black))
    elif settings or name != "cheqqers":
        raise TypeError("give a game, or its name and settings, not both")
    if seed is None:
        seed = game.seed if isinstance(game, Game) else random.randrange(2**53)
    seats = {"white": _seat(white, game, seed, "white"), "black": _seat(black, game, seed, "black")}
    plies = 0
    while game.outcome is None and (max_plies is None or plies < max_plies):
        move = seats[game.turn].choose(game)
        if backend is None:
            game.push(move)
        else:
            game.push(move, backend=backend)
        plies += 1
        if on_ply is not None:
            on_ply(game)
    return game


@dataclass
class Standing:
    """A player's results in a tournament.

    Attributes:
        name: Name of the player.
        wins: Number of games won.
        draws: Number of games drawn.
        losses: Number of games lost.
        seeds: Seeds of the games in which it was White.
        adjusted: Points per game adjusted by the luck of measurements, of a tournament on a Ray cluster.
    """

    name: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    seeds: list[int] = field(default_factory=list)
    adjusted: float | None = None

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Points: 1 for a win, ½ for a draw."""
        return self.wins + self.draws / 2


def _pairings(count: int, games: int) -> Iterator[tuple[int, int]]:
    for first, second in itertools.combinations(range(count), 2):
        for number in range(games):
            yield (first, second) if number % 2 == 0 else (second, first)


def _on_ray(
    players: Sequence[str | Chooser],
    name: str,
    games: int,
    seed: int,
    ray: str,
    out: str | PathLike[str],
    shards: int | None,
    settings: dict[str, Any],
) -> list[Standing]:
    args = ["--game", name, "--games", str(games), "--seed", str(seed)]
    for player in players:
        if not isinstance(player, str):
            raise TypeError(f"on a Ray cluster players are named, as 'mcts:800', not objects as {player!r}")
        args += ["--player", player]
    for key, value in settings.items():
        text = "off" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
        args += ["--set", f"{key}={text}"]
    folder = Path(out)
    play_shards(ray, args, folder, shards)
    table = json.loads(show(folder))
    return [
        Standing(
            row["name"], row["won"], row["drawn"], row["lost"], adjusted=row["adjusted"] and row["adjusted"]["score"]
        )
        for row in table["players"]
    ]


def _made(make: Callable[[], _AnyGame], last: object) -> _AnyGame:
    """A new game of a tournament."""
    if not callable(make):
        raise TypeError(f"game: a class or a function that makes a game for each, not the {type(make).__name__} itself")
    game = make()
    if game is last:
        raise TypeError("game: each call must make a new game, and this one returned the same again")
    if game.outcome is not None:
        raise TypeError("game: each call must make a new game, and this one returned a game that is over")
    return game


@overload
def arena(
    players: Sequence[str | Chooser],
    name: str = ...,
    *,
    game: None = ...,
    games: int = ...,
    seed: int = ...,
    backend: Any = ...,
    max_plies: int | None = ...,
    on_game: Callable[[Game], None] | None = ...,
    ray: str | None = ...,
    out: str | PathLike[str] | None = ...,
    shards: int | None = ...,
    **settings: Any,
) -> list[Standing]: ...


@overload
def arena(
    players: Sequence[str | Chooser],
    name: str = ...,
    *,
    game: Callable[[], _AnyGame],
    games: int = ...,
    seed: int = ...,
    backend: Any = ...,
    max_plies: int | None = ...,
    on_game: Callable[[_AnyGame], None] | None = ...,
    **settings: Any,
) -> list[Standing]: ...


def arena(
    players: Sequence[str | Chooser],
    name: str = "cheqqers",
    *,
    game: Callable[[], Any] | None = None,
    games: int = 2,
    seed: int = 1,
    backend: Any = None,
    max_plies: int | None = None,
    on_game: Callable[[Any], None] | None = None,
    ray: str | None = None,
    out: str | PathLike[str] | None = None,
    shards: int | None = None,
    **settings: Any,
) -> list[Standing]:
    """Plays a tournament of everybody against everybody, and returns the standings, the best first.

    Args:
        players: Two players or more, as for :func:`play`.
        name: The game.
        game: A class or a function that makes each game anew, in place of ``name`` and ``settings``: games of this
            package, or of a class of one's own that has what :class:`GameProtocol` has.
        games: Number of games of each pair, with colours in turn.
        seed: Seed of all games; of games that ``game`` makes, that of the players alone.
        backend: Backend that measures, as for :func:`play`.
        max_plies: Number of plies after which a game counts as a draw.
        on_game: Called after each game, as to save it.
        ray: Address of a Ray cluster, ``"auto"`` for the one that this process belongs to, or ``"local"`` for one on this
            machine: the games are those of the command ``cheqqers arena``, played in shards by the cluster's workers,
            and the shards of workers that are lost are played again.
        out: Folder for the plan and the games of a tournament on a Ray cluster, which ``cheqqers arena show`` and
            ``cheqqers replay --verify`` read. Shards that it holds are not played again.
        shards: Number of shards of a tournament on a Ray cluster; by default four for each processor.
        **settings: Settings of the game.

    Raises:
        TypeError: ``game`` is a game itself, or does not make a new one each time; or on a Ray cluster there is something
            other than names.
        PlayerError: On a Ray cluster: the tournament can't be held.
        ValueError: The folder holds another tournament.

    Progress is shown if ``tqdm`` is installed and standard error is a terminal.

    >>> [standing.games for standing in arena(["random", "random"], games=4, level=0, size=5, rows=1)]
    [4, 4]
    """
    if len(players) < 2 or games < 1:
        raise ValueError("a tournament has two players or more, and one game or more of each pair")
    if ray is not None:
        if any(option is not None for option in (game, backend, max_plies, on_game)) or out is None:
            raise TypeError("on a Ray cluster give a folder as out, and no game, backend, max_plies or on_game")
        return _on_ray(players, name, games, seed, ray, out, shards, settings)
    if out is not None or shards is not None:
        raise TypeError("out and shards are of a tournament on a Ray cluster: give its address as ray")
    standings = [Standing(_name(player)) for player in players]
    pairings = list(_pairings(len(players), games))
    last: Any = None
    for number, (white, black) in enumerate(progress(pairings, "games"), 1):
        own = game_seed(seed, number)
        made = None if game is None else _made(game, last)
        last = play(
            players[white], players[black], name, game=made, seed=own, backend=backend, max_plies=max_plies, **settings
        )
        if on_game is not None:
            on_game(last)
        standings[white].seeds.append(own)
        if last.outcome in ("white", "black"):
            winner, loser = (white, black) if last.outcome == "white" else (black, white)
            standings[winner].wins += 1
            standings[loser].losses += 1
        else:
            standings[white].draws += 1
            standings[black].draws += 1
    return sorted(standings, key=lambda standing: -standing.score)
