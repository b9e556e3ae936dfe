"""Quantum slots without a game, and a game that is made of them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import cheqqers
from cheqqers import CircuitError, World, backends
from cheqqers.players import Mcts, Random


def test_splits_and_merges_interfere() -> None:
    world = World(seed=1)
    world.set("a")
    world.split("a", "b", "c")
    assert world.probabilities() == pytest.approx({"a": 0, "b": 0.5, "c": 0.5})
    assert world.value("a") is False and world.value("b") is None
    world.merge("b", "c", "d")
    assert world.value("d") is True and world.components() == []


def test_steps_have_a_phase() -> None:
    world = World()
    world.set("a")
    world.split("a", "b", "c")
    world.step("b", "e")
    world.merge("e", "c", "d")
    # The one part lags by a quarter: half of it interferes.
    assert world.probability("d") == pytest.approx(0.5)


def test_controlled_gates_entangle() -> None:
    world = World(seed=4)
    world.set("cat")
    world.split("cat", "box", "roof")
    world.gate("x", "lamp", control={"box": True})
    assert world.joint({"box": True, "lamp": True}) == pytest.approx(0.5)
    assert world.joint({"box": True, "lamp": False}) == pytest.approx(0)
    world.gate("x", "bell", control={"box": False, "lamp": False})
    assert world.joint({"roof": True, "bell": True}) == pytest.approx(0.5)
    # Classical controls decide at once.
    world.set("switch", False)
    world.gate("x", "horn", control={"switch": True})
    assert world.value("horn") is False
    (component,) = world.components()
    assert set(component.squares) == {"box", "roof", "lamp", "bell"}
    np.testing.assert_allclose(component.circuit().probabilities()[: len(component.probabilities())], component.probabilities(), atol=1e-12)


@pytest.mark.parametrize("kind", [None, "local", "noisy:0.02"])
def test_measurements_collapse(kind: str | None) -> None:
    backend = backends.LocalSimulator(kind, seed=3) if kind else None
    seen = set()
    for seed in range(12):
        world = World(seed=seed)
        world.set("a")
        world.split("a", "b", "c")
        read = world.measure("b", backend=backend)
        assert world.value("c") is not read["b"]
        seen.add(read["b"])
        assert world.measure() == {"a": False, "b": read["b"], "c": not read["b"]}
    assert seen == {True, False}


def test_outcomes_are_chosen() -> None:
    world = World()
    world.set("a")
    world.split("a", "b", "c")
    for outcome in ({"b": True, "c": True}, {"a": True, "b": True, "c": False}):
        with pytest.raises(CircuitError):
            world.copy().measure(outcome=outcome)
    with pytest.raises(CircuitError, match="nothing of"):
        world.measure(outcome={"b": True})
    assert world.measure("b", outcome={"b": True})["b"] and world.value("c") is False


def test_what_does_not_fit_is_refused_and_changes_nothing() -> None:
    world = World()
    world.set("a")
    world.split("a", "b", "c")
    before = world.probabilities()
    for call in [
        lambda: world.split("d", "e", "f"),
        lambda: world.split("b", "c", "d"),
        lambda: world.step("a", "b"),
        lambda: world.gate("ludo", "a"),
        lambda: world.gate("cx", "a"),
        lambda: world.gate("cx", "b", "b"),
        lambda: world.gate("x", "b", control={"b": True}),
        lambda: world.set("b"),
        lambda: world.value("z"),
        lambda: world.set(""),
        lambda: world.step("a", "b", control={"c": True}),
        lambda: world.circuit("a"),
    ]:
        with pytest.raises(CircuitError):
            call()
    assert world.probabilities() == before and len(world.components()) == 1
    with pytest.raises(TypeError):
        world.measure(outcome={"b": True}, backend=backends.LocalSimulator())
    with pytest.raises(CircuitError, match="c is not measured"):
        world.measure("b", outcome={"b": True, "c": True})
    with pytest.raises(KeyboardInterrupt):
        world.measure(backend=Interrupted())
    assert world.probabilities() == before


class Interrupted:
    """A backend that is interrupted."""

    name = "interrupted"
    noisy = False

    def run(self, circuits: Any, shots: int, *, measurement_id: str | None) -> Any:
        raise KeyboardInterrupt


def test_copies_measure_by_themselves() -> None:
    world = World(seed=1)
    world.set("a")
    world.split("a", "b", "c")
    assert len({world.copy().measure("b")["b"] for _ in range(60)}) == 2
    assert world.copy(seed=5).measure("b") == world.copy(seed=5).measure("b")


def test_gates_of_one_slot_are_those_of_the_table() -> None:
    world = World()
    world.gate("h", "a")
    world.gate("rz", "a", angle=0.3)
    world.gate("h", "a")
    assert world.probability("a") == pytest.approx(math.sin(0.15) ** 2)


class Race:
    """A game of one's own: each side splits its runner, or measures where it is; who is found ahead wins."""

    def __init__(self, world: World | None = None, turn: str = "white", plies: int = 0) -> None:
        self.world = world or World()
        self.turn = turn
        self.plies = plies
        self.outcome: str | None = None
        if world is None:
            for side in ("white", "black"):
                self.world.set(f"{side}0")

    @property
    def legal_moves(self) -> list[str]:
        field = self.plies // 2
        splits = [f"split {field}"] if self.world.value(f"{self.turn}{field}") is not False and field < 3 else []
        return [*splits, "measure"]

    def push(self, move: str) -> None:
        if move == "measure":
            read = self.world.measure()
            ahead = {side: max(int(n[5:]) for n, v in read.items() if v and n.startswith(side)) for side in ("white", "black")}
            winner = max(ahead, key=lambda side: ahead[side])
            self.outcome = "draw" if ahead["white"] == ahead["black"] else winner
        else:
            field = int(move.split()[1])
            here, stay, go = (f"{self.turn}{number}" for number in (field, field + 10, field + 1))
            self.world.split(here, stay, go)
        self.turn = "black" if self.turn == "white" else "white"
        self.plies += 1

    def copy(self) -> Race:
        other = Race(self.world.copy(), self.turn, self.plies)
        other.outcome = self.outcome
        return other


def test_a_game_of_ones_own_is_played() -> None:
    for white, black in [("random", "mcts:30"), ("mcts:30", "random")]:
        game = cheqqers.play(white, black, game=Race(), seed=5)
        assert game.outcome in ("white", "black", "draw")
    with pytest.raises(cheqqers.SettingError, match="mcts:N"):
        cheqqers.play("expert", game=Race())
    with pytest.raises(TypeError):
        cheqqers.play(game=Race(), level=3)


def test_tournaments_make_each_game_anew() -> None:
    played: list[Race] = []
    standings = cheqqers.arena(["random", "mcts:20"], game=Race, games=6, seed=3, on_game=played.append)
    assert len({id(game) for game in played}) == 6 and all(game.plies > 0 for game in played)
    assert [standing.games for standing in standings] == [6, 6]
    ours = cheqqers.arena(["random", "random"], game=lambda: cheqqers.Game(level=0, size=5, rows=1), games=2)
    assert [standing.games for standing in ours] == [2, 2]
    race, over = Race(), Race()
    over.outcome = "draw"
    for wrong, words in [(race, "not the Race itself"), (lambda: over, "a game that is over")]:
        with pytest.raises(TypeError, match=words):
            cheqqers.arena(["random", "random"], game=wrong, games=2)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="the same again"):
        cheqqers.arena(["random", "random"], game=lambda: race, games=2, max_plies=1)
    with pytest.raises(TypeError, match="not both"):
        cheqqers.arena(["random", "random"], game=Race, level=3)


class Pick:
    """A game of one move: the last of three wins, the others lose."""

    def __init__(self) -> None:
        self.turn = "white"
        self.outcome: str | None = None
        self.legal_moves = ["a", "b", "c"]

    def push(self, move: str) -> None:
        self.outcome = "white" if move == "c" else "black"

    def copy(self) -> Pick:
        return Pick()


def test_mcts_chooses_what_wins() -> None:
    assert {Mcts(60, seed=seed).choose(Pick()) for seed in range(10)} == {"c"}


def test_players_of_any_game_play_ours_and_stop_at_the_end() -> None:
    game = cheqqers.Game("box-chess:4x4", seed=1)
    assert Mcts(60, seed=2).choose(game) in game.legal_moves
    over = Pick()
    over.push("a")
    for player in (Mcts(10, seed=1), Random(1)):
        with pytest.raises(cheqqers.GameOverError):
            player.choose(over)
