"""Objects that several threads share: what is in use is refused, and nothing else goes wrong."""

from __future__ import annotations

import copy
import os
import pickle
import random
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import cheqqers
from cheqqers import BusyError, Circuit, Game, Player, World

CAPTURE = "c3^b4d4 f6-e5"
#: Seconds of the test with many threads.
SECONDS = float(os.environ.get("CHEQQERS_THREAD_SECONDS", "3"))


class Gate:
    """A backend that answers once it is opened."""

    name = "gate"
    noisy = False

    def __init__(self) -> None:
        self.asked, self.opened = threading.Event(), threading.Event()

    def run(self, circuits: list[Circuit], shots: int, *, measurement_id: str | None) -> Any:
        self.asked.set()
        assert self.opened.wait(60)
        return [["01"[: circuit.num_clbits]] for circuit in circuits]


def refused(words: str, *calls: Callable[[], Any]) -> None:
    for call in calls:
        with pytest.raises(BusyError, match=words):
            call()


def test_a_game_that_another_thread_measures_is_looked_at_and_stays() -> None:
    game, gate = Game(moves=CAPTURE), Gate()
    thread = threading.Thread(target=lambda: game.push("d4xf6", backend=gate))
    thread.start()
    assert gate.asked.wait(60)
    changes = (lambda: game.push("a3-b4"), game.pop, game.resign, game.agree_draw)
    refused("another thread is measuring this game", *changes, lambda: Player("mcts:10").choose(game))
    assert len(game) == 2 and game.legal_moves and game.perft(1) > 0 and game.copy().moves == game.moves
    gate.opened.set()
    thread.join()
    assert game.moves.endswith("d4xf6{d4}")
    game.pop()


def test_a_world_that_another_thread_measures_is_looked_at_and_stays() -> None:
    world, gate = World(), Gate()
    world.set("a")
    world.split("a", "b", "c")
    thread = threading.Thread(target=lambda: world.measure("b", backend=gate))
    thread.start()
    assert gate.asked.wait(60)
    changes = (lambda: world.set("z"), lambda: world.step("b", "d"), lambda: world.measure())
    refused("another thread is measuring this world", *changes)
    assert world.probability("b") == pytest.approx(0.5) and len(world.components()) == 1
    gate.opened.set()
    thread.join()
    assert world.value("b") is False and world.value("c") is True


def test_a_game_that_is_searched_stays() -> None:
    game, player, seen = Game(moves="c3-b4 f6-g5"), Player("mcts:100000000"), list[BaseException]()

    def change() -> None:
        try:
            begun = time.monotonic()
            while time.monotonic() < begun + 60:
                try:
                    game.players = ("human", "human")
                    time.sleep(0.001)
                except BusyError:
                    break
            changes = (lambda: game.push("a3-b4"), game.pop, game.resign)
            refused("another thread is searching this game", *changes)
            refused("another thread is choosing with this player", lambda: player.choose(Game()))
            # Others may look at it, and search it, too.
            assert game.perft(1) > 0 and Player("mcts:10").choose(game) in game.legal_moves
        except BaseException as error:
            seen.append(error)
        finally:
            os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=change)
    with pytest.raises(KeyboardInterrupt):
        thread.start()
        player.choose(game)
        time.sleep(60)
    thread.join()
    assert not seen and len(game) == 2
    game.push("d2-c3")


def test_many_threads_meet_errors_of_the_package_alone() -> None:
    game, player, world, circuit = Game(seed=1), Player("mcts:30", seed=1), World(seed=1), Circuit(8)
    world.set("a0")
    slots = [f"a{number}" for number in range(6)]
    moves = iter(game.legal_moves)

    def calls(rng: random.Random) -> list[Callable[[], Any]]:
        def push() -> None:
            game.push(rng.choice(game.legal_moves), backend=rng.choice([None, "local", "sparse"]))

        def again() -> None:
            if game.outcome is not None or len(game) > 30:
                while len(game) > 1:
                    game.pop()

        def split() -> None:
            world.split(*rng.sample(slots, 3))

        def measure() -> None:
            if rng.random() < 0.3:
                world.measure(backend=cheqqers.backends.LocalSimulator(seed=1))
            world.measure()
            world.set(rng.choice(slots))

        def read() -> None:
            copy.copy(game), pickle.dumps(game), repr(world), str(game), game.plies
            circuit.probabilities(), circuit.qasm(), next(moves, None)

        return [
            push,
            again,
            split,
            measure,
            read,
            lambda: player.choose(game),
            lambda: game.choose("expert:nodes=50"),
            lambda: game.perft(2),
            lambda: circuit.append("h", rng.randrange(8)),
        ]

    ends = time.monotonic() + SECONDS
    strange: list[BaseException] = []
    done: list[int] = []

    def work(seed: int) -> None:
        rng = random.Random(seed)
        own = calls(rng)
        while time.monotonic() < ends and not strange:
            try:
                rng.choice(own)()
                done.append(seed)
            except cheqqers.Error:
                pass
            except IndexError as error:
                # Another thread has popped the last ply, or ended the game.
                if "no ply" not in str(error) and "empty" not in str(error):
                    strange.append(error)
            except BaseException as error:
                strange.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS + 120)
    assert not strange and not any(thread.is_alive() for thread in threads)
    assert set(done) == set(range(8))
