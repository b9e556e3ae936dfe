"""Exact copies: pickles, ``copy`` and ``deepcopy`` of games, worlds and all values, and texts of positions."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import random
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import cheqqers
from cheqqers import Circuit, Game, World, backends

CAPTURE = "c3^b4d4 f6-e5"
#: Games that are copied in the midst.
GAMES = int(os.environ.get("CHEQQERS_COPIED_GAMES", "60"))
STARTS: list[dict[str, Any]] = [
    {"name": "cheqqers", "level": 3},
    {"name": "cheqqers", "level": 3, "entanglement": "unlimited", "draw_after": None},
    {"name": "cheqqers", "level": 1, "size": 5, "rows": 1},
    {"name": "international", "level": 3},
    {"name": "rotation"},
    {"name": "blocking:6x6"},
    {"name": "blocking:full-collapse"},
    {"name": "queens-chess"},
    {"name": "box-chess"},
    {"name": "box-chess:4x4"},
]
assert {start["name"].split(":")[0] for start in STARTS} == set(cheqqers.game_names())
BACKENDS: list[Callable[[], Any]] = [
    lambda: None,
    lambda: "local",
    lambda: "noisy:0.01",
    lambda: backends.LocalSimulator("local", seed=3),
]


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def gone_on(game: Game, seed: int, plies: int) -> str:
    """The record of a game that goes on."""
    rng = random.Random(seed)
    for _ in range(plies):
        if game.outcome is not None:
            break
        game.push(rng.choice(game.legal_moves))
    return game.record()


def test_copied_games_go_on_exactly_as_the_originals() -> None:
    for number in range(GAMES):
        start, backend = STARTS[number % len(STARTS)], BACKENDS[number // len(STARTS) % len(BACKENDS)]()
        game = Game(**start, seed=number, backend=backend)
        gone_on(game, number, 4 + number % 37)
        if len(game) > 2 and number % 3 == 0:
            game.pop()
        if number % 7 == 0:
            game.players = ("Ann", "Bob")
        copies = [pickled(game), copy.deepcopy(game), pickled(copy.deepcopy(game))]
        if backend is None or isinstance(backend, str):
            copies.append(copy.copy(game))
        assert all(other.record() == game.record() and other.plies == game.plies for other in copies)
        # Outcomes that must succeed are drawn, too.
        records = {gone_on(other, number + 1, 12) for other in [game, *copies]}
        assert len(records) == 1, start


def test_games_that_were_read_or_are_over_are_copied_exactly() -> None:
    game = Game(level=3, moves=CAPTURE, seed=1)
    read = Game.from_record(game.record())
    for other in (read, pickled(read), copy.deepcopy(read)):
        assert other.record() == game.record() and other.header() == game.header()
    game.resign()
    assert pickled(game).outcome == game.outcome and pickled(game).record() == game.record()
    first = pickled(Game(level=3, moves=CAPTURE, seed=8))
    assert first.push("d4xf6", outcome=True) == Game(level=3, moves=CAPTURE, seed=8).push("d4xf6", outcome=True)
    fen = "W:WK22:BK1,K2:H7"
    assert pickled(Game(position=fen)).settings == Game(position=fen).settings


class Unlucky:
    """A noisy backend without a legal shot, until it is told."""

    name = "unlucky"
    noisy = True

    def __init__(self, game: Game | None = None) -> None:
        self.game = game
        self.lucky = False
        self.names: list[str | None] = []

    def run(self, circuits: list[Circuit], shots: int, *, measurement_id: str | None) -> Any:
        self.names.append(measurement_id)
        return [["10" if self.lucky else "11"] for _ in circuits]


def test_a_backend_that_is_an_object_is_copied_with_its_game() -> None:
    game = Game(level=3, moves=CAPTURE, backend=Unlucky())
    with pytest.raises(cheqqers.BackendError):
        game.push("d4xf6")
    for other in [pickled(game), copy.deepcopy(game), copy.copy(game)]:
        before = len(_backend(other).names)
        with pytest.raises(cheqqers.BackendError):
            other.push("d4xf6")
        names = _backend(other).names
        # The attempts go on: none is asked for twice.
        assert len(set(names)) == len(names) == before + 3
    with pytest.raises((TypeError, AttributeError, pickle.PicklingError)):
        pickle.dumps(Game(backend=_local_class()()))


def _backend(game: Game) -> Any:
    return game.__reduce__()[2][0]  # type: ignore[index]


def _local_class() -> Any:
    class Local(Unlucky):
        pass

    return Local


def test_a_cycle_of_game_and_backend_is_copied_and_freed() -> None:
    backend = Unlucky()
    game = Game(level=3, moves=CAPTURE, backend=backend)
    backend.game = game
    for other in [pickled(game), copy.deepcopy(game)]:
        assert _backend(other).game is other
    copied = game.copy()
    known, seen = weakref.ref(backend), weakref.ref(game)
    del game, backend
    gc.collect()
    assert known() is not None and seen() is not None
    del copied
    gc.collect()
    assert known() is None and seen() is None


def values() -> Iterator[Any]:
    """A value of each class, of every game."""
    for number, start in enumerate(STARTS):
        game = Game(**start, seed=number)
        gone_on(game, number, 9 + 2 * number)
        position = game.position
        yield from [position, game.position_after(0), game.legal_moves, *game.legal_moves[:3], *game.plies]
        yield from [*position.parts(), *position.components()]
        for ply in game.plies:
            yield from ply.measurements
        for move in game.legal_moves[:2]:
            try:
                yield from game.outcomes(move)
            except cheqqers.IllegalMoveError as error:
                assert "too many to list" in str(error)
        for component in position.components():
            yield from [component.circuit(measured=True), *component.circuit(encoding="paper").operations]
    yield cheqqers.selfplay(games=3, seed=1)
    yield world()


def world() -> World:
    made = World(seed=4)
    made.set("a")
    made.split("a", "b", "c")
    made.gate("ry", "d", angle=0.3)
    made.gate("x", "e", control={"b": True, "d": False})
    made.measure("c")
    made.split("e" if made.value("e") else "b", "f", "g") if made.value("b") else None
    made.step("d", "h", control={"a": False})
    return made


def test_values_are_pickled_and_compared() -> None:
    kinds = set()
    last: Any = None
    for value in values():
        kinds.add(type(value).__name__)
        for other in (pickled(value), copy.copy(value), copy.deepcopy(value)):
            assert other == value and not other != value and repr(other) == repr(value)
            assert type(value) in (World, Circuit) or hash(other) == hash(value)
        assert value != last and value != 3 and value != "3"
        last = value
    known = {"Component", "LegalMoves", "Measurement", "Move", "MoveOutcome", "Operation", "Part", "Ply", "Position"}
    assert kinds == known | {"Circuit", "SelfplayCounts", "World"}


def test_restored_values_are_the_same_in_all_they_tell() -> None:
    game = Game(level=3, moves=CAPTURE + " d4xf6{d4}", seed=1)
    ply = pickled(game.plies[-1])
    assert ply.move.over == game.plies[-1].move.over == ["e5"] and ply.turn == "white" and ply.number == 3
    assert ply.measurements[0].provenance == game.plies[-1].measurements[0].provenance
    moves = pickled(game.legal_moves)
    assert list(moves) == list(game.legal_moves) and game.legal_moves[0] in moves and "ludo" not in moves
    with pytest.raises(TypeError, match="cannot pickle"):
        pickle.dumps(cheqqers.Player("random"))
    for other in (Game(level=3, moves="c3^b4d4"), Game(level=3, moves="c3-b4"), Game(level=2)):
        assert other.position != game.position
    # However it was reached.
    one, two = (Game(moves=moves).position for moves in ("c3-b4 f6-e5 g3-h4", "g3-h4 f6-e5 c3-b4"))
    assert one == two and hash(one) == hash(two)
    for component in Game(level=3, moves=CAPTURE).components():
        again = pickled(component)
        np.testing.assert_array_equal(again.amplitudes(), component.amplitudes())
        assert str(again.circuit()) == str(component.circuit())


def test_copied_worlds_measure_what_the_original_would() -> None:
    for seed in range(20):
        made = World(seed=seed)
        made.set("a")
        made.split("a", "b", "c")
        made.measure("b")
        made.gate("h", "d")
        made.gate("h", "e", control={"d": True})
        (component,) = made.components()
        assert pickled(component) == component and pickled(component).squares == ["d", "e"]
        copies = [made, copy.copy(made), copy.deepcopy(made), pickled(made)]
        assert len({str(other.measure()) for other in copies}) == 1
        assert str(copies[-1].components()) == str(made.components())


def test_settings_of_a_position_start_a_game_there_or_are_refused() -> None:
    for number, start in enumerate(STARTS):
        told = 0
        game = Game(**start, seed=30 + number)
        rng = random.Random(number)
        while game.outcome is None and len(game) < 60:
            game.push(rng.choice(game.legal_moves))
            position = game.position
            assert Game(position.game, moves=position.moves, **position.start).position == position
            try:
                settings = position.settings
            except cheqqers.SettingError as error:
                assert "`start`" in str(error)
                continue
            told += 1
            again = Game(position.game, **settings)
            assert again.position == position and again.position.key == position.key
            assert again.legal_moves == game.legal_moves and again.outcome == game.outcome
            assert again.position.probabilities() == pytest.approx(position.probabilities())
            assert again.position.settings == settings
        # In international draughts and blocking checkers few positions can be said.
        assert told > {"international": 0, "blocking": 0}.get(start["name"].split(":")[0], 9), start
