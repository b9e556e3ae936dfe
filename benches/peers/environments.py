"""How fast games are stepped from Python: the environments of the package, other packages, and the loop in Rust.

    pip install './crates/python[openspiel,pettingzoo]'
    pip install open_spiel==2.0.2 'pettingzoo[classic]==1.27.0' chess==1.11.2 pgx==2.6.0
    python benches/peers/environments.py

Prints one table in Markdown: plies of random games a second. All of it takes four minutes, `--quick` half a minute. What
is not installed is left out. README.md says what is timed.
"""

from __future__ import annotations

import argparse
import math
import platform
import random
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any

import cheqqers
import numpy as np

from machine import machine
from markdown import Table

PACKAGES = ("numpy", "pettingzoo", "gymnasium", "open_spiel", "chess", "pgx", "jax")
LEVELS = (0, 3)
ENVS = 1024
"""Games at a time, where there are several."""
STEPS = 10
"""Steps of all games between two looks at the clock."""
SETTLED = 200
"""Steps after which games that began together are of all ages."""
GAMES = 1000
"""Games of the loop in Rust between two looks at the clock."""
CHECKED = 60
"""Games whose lengths are compared with those of the loop in Rust."""
DRAW_AFTER = 100
"""Plies without a capture or a move of a pawn that end a game of chess, in ours as in python-chess."""

Play = Callable[[random.Random], int]
"""Plays a random game to its end, and gives its plies."""


class Stepped:
    """Games that are stepped."""

    def play(self) -> int:
        """Plays for a while, and gives the plies."""
        raise NotImplementedError

    def ended(self) -> int:
        """Games that have ended until now."""
        raise NotImplementedError


class Native(Stepped):
    """Random games of the loop in Rust, on one thread."""

    def __init__(self, level: int) -> None:
        self.level, self.games = level, 0

    def play(self) -> int:
        self.games += GAMES
        counts = cheqqers.selfplay(games=GAMES, level=self.level, seed=self.games, threads=1)
        expect(counts.unfinished, 0)
        return counts.plies

    def ended(self) -> int:
        return self.games


class Batch(Stepped):
    """Games of `BatchedEnv`, whose moves are drawn by the environment, or here from the masks."""

    def __init__(self, level: int, threads: int, observed: bool, chosen: bool) -> None:
        self.chosen = chosen
        self.options: dict[str, Any] = {"mask": observed, "planes": observed}
        self.options.update(num_envs=ENVS, level=level, threads=threads)
        self.rng = np.random.default_rng(1)
        self.check()
        self.env = cheqqers.BatchedEnv(seed=2, **self.options)
        self.env.reset()
        plies = self.env.plies.copy()
        for _ in range(SETTLED):
            self.step(self.env)
            # Every game has a ply more, or is a new one.
            plies = np.where(self.env.terminations | self.env.truncations, 0, plies + 1)
            expect(self.env.plies.tolist(), plies.tolist())

    def step(self, env: cheqqers.BatchedEnv) -> None:
        if not self.chosen:
            env.step()
            return
        mask = env.observations["action_mask"].view(np.bool_)
        legal = np.flatnonzero(mask)
        edges = np.searchsorted(legal, np.arange(len(mask) + 1) * env.num_actions)
        first, last = edges[:-1], edges[1:]
        picked = first + (self.rng.random(len(mask)) * (last - first)).astype(np.int64)
        # Games that have ended have none.
        env.step(legal[np.minimum(picked, len(legal) - 1)] % env.num_actions)

    def check(self) -> None:
        """Plays the first games of a seed to their ends: with random moves those of the loop in Rust."""
        env = cheqqers.BatchedEnv(seed=1, autoreset="disabled", **self.options)
        env.reset()
        while not (env.terminations | env.truncations).all():
            self.check_observed(env)
            self.step(env)
        level = self.options["level"]
        if self.chosen:
            check_lengths(env.plies.tolist(), level)
            return
        counts = cheqqers.selfplay(games=ENVS, level=level, seed=1, threads=1)
        expect(int(env.plies.sum()), counts.plies)

    def check_observed(self, env: cheqqers.BatchedEnv) -> None:
        """That the arrays show the position of the first game, and who has no moves."""
        position = env.position(0)
        if self.options["mask"]:
            mask = env.observations["action_mask"]
            expect((~mask.any(axis=1)).tolist(), (env.terminations | env.truncations).tolist())
            if not env.terminations[0]:
                expect(np.flatnonzero(mask[0]).tolist(), sorted(position.legal_actions()))
        if self.options["planes"]:
            planes = position.planes().astype(np.float32)
            expect(env.observations["observation"][0].tolist(), planes.tolist())

    def play(self) -> int:
        for _ in range(STEPS):
            self.step(self.env)
        return STEPS * ENVS

    def ended(self) -> int:
        # Each plays every so many-th game of the seed.
        return int(self.env.games.sum()) // ENVS


class Single(Stepped):
    """Games one after the other, the lengths of which are those of the loop in Rust where a level is given."""

    def __init__(self, play: Play, level: int | None = None) -> None:
        self.play_game, self.games = play, 0
        self.rng = random.Random(1)
        lengths = [play(self.rng) for _ in range(CHECKED if level is not None else CHECKED // 10)]
        if level is not None:
            check_lengths(lengths, level)

    def play(self) -> int:
        self.games += 1
        return self.play_game(self.rng)

    def ended(self) -> int:
        return self.games


class Pgx(Stepped):
    """Games of pgx, compiled by JAX with the choice of random moves and the next game."""

    def __init__(self, name: str) -> None:
        import jax
        import pgx
        from jax import numpy as jnp
        from pgx.experimental import auto_reset

        env = pgx.make(name)
        step = jax.vmap(auto_reset(env.step, env.init))

        def stepped(state: Any, key: Any) -> tuple[Any, Any]:
            here, there, key = jax.random.split(key, 3)
            legal = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            moves = jax.random.categorical(here, legal, axis=-1)
            state = step(state, moves, jax.random.split(there, ENVS))
            return state, key

        self.step = jax.jit(stepped)
        first, self.key = jax.random.split(jax.random.PRNGKey(1))
        self.state = jax.jit(jax.vmap(env.init))(jax.random.split(first, ENVS))
        self.games = 0
        for _ in range(SETTLED // STEPS):
            self.play()

    def play(self) -> int:
        ends = []
        for _ in range(STEPS):
            self.state, self.key = self.step(self.state, self.key)
            ends.append(self.state.terminated)
        self.games += sum(int(end.sum()) for end in ends)
        return STEPS * ENVS

    def ended(self) -> int:
        return self.games


def drawn(outcomes: Sequence[tuple[int, float]], rng: random.Random) -> int:
    """An outcome of chance."""
    numbers, probabilities = zip(*outcomes)
    return rng.choices(numbers, probabilities)[0]


def objects(name: str, **settings: Any) -> Play:
    """Games of `cheqqers.Game`."""

    def play(rng: random.Random) -> int:
        game = cheqqers.Game(name, seed=rng.getrandbits(32), **settings)
        plies = 0
        while moves := game.legal_moves:
            game.push(moves[int(rng.random() * len(moves))])
            plies += 1
        expect((len(game), game.outcome is not None), (plies, True))
        return plies

    return play


def states(level: int) -> Play:
    """Games of `cheqqers.GameState`, whose chance is drawn here."""
    start = cheqqers.GameState(level=level)

    def play(rng: random.Random) -> int:
        state, plies = start.copy(), 0
        while state.outcome is None:
            if legal := state.legal_actions():
                state.apply(legal[int(rng.random() * len(legal))])
                plies += 1
            else:
                state.apply(drawn(state.chance_outcomes(), rng))
        expect(state.plies, plies)
        return plies

    return play


def openspiel(text: str, observed: bool) -> Play:
    """Games of OpenSpiel."""
    import cheqqers.openspiel  # noqa: F401
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game(text)
    observation = make_observation(game) if observed else None

    def play(rng: random.Random) -> int:
        state, plies, chances = game.new_initial_state(), 0, 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(drawn(state.chance_outcomes(), rng))
                chances += 1
                continue
            if observation is not None:
                observation.set_from(state, state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            plies += 1
        expect(state.move_number(), plies + chances)
        return plies

    return play


def agents(make: Callable[[], Any], told: Callable[[Any], int]) -> Play:
    """Games of PettingZoo, with an observation for each move; `told` counts the plies of a game that is over."""
    env = make()

    def play(rng: random.Random) -> int:
        env.reset(seed=rng.getrandbits(32))
        plies = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(rng.random() * len(legal))]))
            plies += 1
        expect(told(env), plies)
        return plies

    return play


def ours_of_pettingzoo(level: int) -> Play:
    import cheqqers.pettingzoo  # noqa: F401
    import pettingzoo

    def make() -> Any:
        return pettingzoo.make("aec", "cheqqers/Cheqqers-v0", level=level)

    return agents(make, lambda env: env.unwrapped.game_state.plies)


def connect_four() -> Play:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import connect_four_v3

    def told(env: Any) -> int:
        return int(np.count_nonzero(env.unwrapped.board))

    return agents(connect_four_v3.env, told)


def python_chess() -> Play:
    """Games of python-chess, ended as those of ours."""
    import chess

    def play(rng: random.Random) -> int:
        board, plies = chess.Board(), 0
        while (moves := list(board.legal_moves)) and board.halfmove_clock < DRAW_AFTER:
            board.push(moves[int(rng.random() * len(moves))])
            plies += 1
        expect(board.ply(), plies)
        return plies

    return play


@dataclass(frozen=True)
class Row:
    """A row of the table."""

    game: str
    name: str
    make: Callable[[], Stepped]
    level: int = 0
    """The loop in Rust that it is compared with."""
    needs: tuple[str, ...] = ()
    """Modules that it imports."""

    def __str__(self) -> str:
        return f"{self.game}: {self.name}"

    def is_installed(self) -> bool:
        return all(find_spec(module) is not None for module in self.needs)


def rows() -> Iterator[Row]:
    """All rows. Each has what it needs made when it is begun."""
    for level in LEVELS:
        yield from ours(level)
    spiel, zoo = ("pyspiel",), ("pettingzoo", "pygame")
    for name in ("checkers", "backgammon"):
        for observed in (False, True):
            title = "OpenSpiel" + with_tensor(observed)

            def make(name: str = name, observed: bool = observed) -> Stepped:
                return Single(openspiel(name, observed))

            yield Row(name, title, make, needs=spiel)
    yield Row("connect four", "PettingZoo", lambda: Single(connect_four()), needs=zoo)
    yield Row("connect four", "pgx", lambda: Pgx("connect_four"), needs=("pgx",))
    classical = "queens-chess:classical"
    yield Row("chess", "python-chess", lambda: Single(python_chess()), needs=("chess",))
    yield Row(f"chess, `{classical}`", "`Game.push`", lambda: Single(objects(classical)))


def ours(level: int) -> Iterator[Row]:
    game = f"Cheqqers, level {level}"
    yield Row(game, "`selfplay`", lambda: Native(level), level)
    kinds = {"no observations": (False, False), "mask, planes": (True, False)}
    kinds["mask, planes, moves from NumPy"] = (True, True)
    for threads in (1, 2):
        for kind, (observed, chosen) in kinds.items():

            def make(
                threads: int = threads, observed: bool = observed, chosen: bool = chosen
            ) -> Stepped:
                return Batch(level, threads, observed, chosen)

            counted = "1 thread" if threads == 1 else f"{threads} threads"
            yield Row(game, f"`BatchedEnv`, {counted}: {kind}", make, level)
    yield Row(game, "`GameState`", lambda: Single(states(level), level), level)
    yield Row(game, "`Game.push`", lambda: Single(objects("cheqqers", level=level), level), level)
    for observed in (False, True):

        def spiel(observed: bool = observed) -> Stepped:
            return Single(openspiel(f"cheqqers(level={level})", observed), level)

        yield Row(game, "OpenSpiel" + with_tensor(observed), spiel, level, ("pyspiel",))
    zoo = ("pettingzoo", "gymnasium")
    yield Row(game, "PettingZoo", lambda: Single(ours_of_pettingzoo(level), level), level, zoo)


def with_tensor(observed: bool) -> str:
    return ", with its tensor" if observed else ""


def expect(found: object, expected: object) -> None:
    """Fails where a row does not do what it says."""
    if found != expected:
        raise RuntimeError(f"{found} instead of {expected}")


def check_lengths(lengths: Sequence[int], level: int) -> None:
    """That games are as long as those of the loop in Rust, which moves at random too."""
    env = cheqqers.BatchedEnv(
        num_envs=ENVS, level=level, seed=3, autoreset="disabled", mask=False, planes=False
    )
    env.reset()
    while not env.terminations.all():
        env.step()
    error = env.plies.std() * math.sqrt(1 / len(lengths) + 1 / ENVS)
    off = statistics.fmean(lengths) - env.plies.mean()
    if abs(off) > 6 * error:
        raise RuntimeError(f"games are {off:+.1f} plies longer than random ones")


@dataclass
class Rate:
    """Plies of a run, its time and that of the processor."""

    plies: int
    games: int
    wall: float
    processor: float


def timed(stepped: Stepped, budget: float) -> Rate:
    games, plies = stepped.ended(), 0
    begun, processor = time.perf_counter(), time.process_time()
    while (wall := time.perf_counter() - begun) < budget:
        plies += stepped.play()
    return Rate(plies, stepped.ended() - games, wall, time.process_time() - processor)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0],
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument(
        "--repeat", type=int, default=7, help="runs of a row, the median of which counts"
    )
    parser.add_argument("--budget", type=float, default=1.0, help="seconds of a run")
    parser.add_argument("--quick", action="store_true", help="3 runs of 0.2 seconds")
    parser.add_argument("--only", metavar="TEXT", help="rows in whose name this is")
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.repeat, arguments.budget = 3, 0.2
    if arguments.repeat < 1 or arguments.budget <= 0:
        parser.error("--repeat: 1 or more; --budget: above 0")
    return arguments


def versions() -> str:
    """What is compared, of those packages that are installed."""
    found = [f"cheqqers {cheqqers.__version__}", f"Python {platform.python_version()}"]
    for name in PACKAGES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"{name} is not installed")
    return ", ".join(found)


def main() -> int:
    arguments = options()
    print(f"{machine()}.\n\n{versions()}.\n")
    print(f"{ENVS} games at a time with `BatchedEnv` and pgx, one elsewhere;", end=" ")
    print(f"medians of {arguments.repeat} runs of {arguments.budget:g} s.")
    chosen = [row for row in rows() if row.is_installed()]
    native = {row.level: row for row in chosen if row.name == "`selfplay`"}
    shown = [row for row in chosen if (arguments.only or "").lower() in str(row).lower()]
    # What a row is compared with is timed too.
    timed_rows = [row for row in chosen if row in shown or row in native.values()]
    steppers = {}
    for row in timed_rows:
        try:
            steppers[row] = row.make()
        except RuntimeError as error:
            print(f"error: {row}: {error}", file=sys.stderr)
            return 1
    runs: dict[Row, list[Rate]] = {row: [] for row in timed_rows}
    # They take turns, so that what else the machine does meets all of them.
    for _ in range(arguments.repeat):
        for row, stepped in steppers.items():
            runs[row].append(timed(stepped, arguments.budget))
    report(runs, shown, native)
    return 0


def report(runs: dict[Row, list[Rate]], shown: Sequence[Row], native: dict[int, Row]) -> None:
    def median(row: Row, value: Callable[[Rate], float]) -> float:
        return statistics.median(value(run) for run in runs[row])

    def of_wall(run: Rate) -> float:
        return run.plies / run.wall

    def of_processor(run: Rate) -> float:
        return run.plies / run.processor

    heads = [
        "game",
        "stepped by",
        "plies/s",
        "plies/processor s",
        "ratio to `selfplay`",
        "plies/game",
    ]
    table = Table("Plies a second", heads, texts=2)
    for row in shown:
        rate = median(row, of_processor)
        share = rate / median(native[row.level], of_processor)
        games = sum(run.games for run in runs[row])
        if not games:
            raise RuntimeError(f"{row}: no game has ended")
        plies = sum(run.plies for run in runs[row])
        cells = [digits(median(row, of_wall)), digits(rate), f"{share:.2g}", f"{plies / games:.0f}"]
        table.row([row.game, row.name, *cells])


def digits(rate: float) -> str:
    """Three digits."""
    unit = 10 ** max(0, math.floor(math.log10(rate)) - 2)
    return f"{round(rate / unit) * unit:,}"


if __name__ == "__main__":
    sys.exit(main())
