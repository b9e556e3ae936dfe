"""Searches with exact chance: positions, games in Python, games of OpenSpiel; networks; and the example that trains one."""

from __future__ import annotations

import csv
import importlib.util
import json
import math
import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest

import cheqqers
from cheqqers.search import Leaves, OpenSpielGame, OutcomeGame, search

ROOT = Path(__file__).resolve().parents[2]
ZERO = ROOT / "crates/python/examples/zero.py"


def blind(leaves: Leaves) -> tuple[np.ndarray[Any, Any], Any]:
    """Knows nothing."""
    if leaves.num_actions:
        return np.zeros(len(leaves)), np.zeros((len(leaves), leaves.num_actions))
    return np.zeros(len(leaves)), [np.zeros(len(actions)) for actions in leaves.actions]


class Pig:
    """Pig: who first has the goal wins. A state: the players' points, the turn's, who is to move, and if the die rolls."""

    num_actions = 2

    def __init__(self, goal: int) -> None:
        self.goal = goal

    def value(self, state: Any) -> float | None:
        points, _, turn, _ = state
        for player in (0, 1):
            if points[player] >= self.goal:
                return 1.0 if player == 0 else -1.0
        return None

    def turn(self, state: Any) -> int | None:
        return None if state[3] else int(state[2])

    def actions(self, state: Any) -> list[int]:
        return [0, 1]

    def outcomes(self, state: Any) -> list[tuple[int, float]]:
        return [(shown, 1 / 6) for shown in range(1, 7)]

    def next(self, state: Any, step: int) -> Any:
        points, gathered, turn, rolling = state
        if rolling:
            return (points, 0, 1 - turn, False) if step == 1 else (points, gathered + step, turn, False)
        if step == 1:
            return (points, gathered, turn, True)
        mine = tuple(had + gathered * (player == turn) for player, had in enumerate(points))
        return (mine, 0, 1 - turn, False)


def pig_values(goal: int) -> dict[Any, float]:
    """The probability that the player to move wins, by value iteration."""
    values: dict[Any, float] = {}
    states = [(a, b, k) for a in range(goal) for b in range(goal) for k in range(goal - a)]
    for state in states:
        values[state] = 0.5

    def at(a: int, b: int, k: int) -> float:
        return 1.0 if a + k >= goal else values[(a, b, k)]

    for _ in range(400):
        change = 0.0
        for a, b, k in states:
            hold = 1 - at(b, a + k, 0) if k else 0.0
            roll = (1 - at(b, a, 0) + sum(at(a, b, k + shown) for shown in range(2, 7))) / 6
            best = max(hold, roll)
            change = max(change, abs(best - values[(a, b, k)]))
            values[(a, b, k)] = best
        if change < 1e-12:
            break
    return values


@pytest.mark.parametrize("selection", ["puct", "gumbel"])
def test_pig_is_searched_near_its_exact_values(selection: str) -> None:
    goal = 12
    exact = pig_values(goal)
    states = [((a, b), k, 0, False) for a in (0, 4, 8) for b in (0, 4, 8) for k in (0, 3) if a + k < goal]

    def win(a: int, b: int, k: int) -> float:
        return 1.0 if a + k >= goal else exact[(a, b, k)]

    def told(leaves: Leaves) -> tuple[Any, Any]:
        """The exact value, off by as much as 0.1."""
        rough = [2 * win(s[0][s[2]], s[0][1 - s[2]], s[1]) - 1 + 0.1 * math.sin(hash(s)) for s in leaves.states]
        return np.clip(rough, -1, 1), [np.zeros(2) for _ in leaves.states]

    found = search(states, told, game=Pig(goal), selection=selection, simulations=400, seed=1)
    for state, finding in zip(states, found, strict=True):
        (a, b), k, _, _ = state
        assert finding.value == pytest.approx(2 * exact[(a, b, k)] - 1, abs=0.1)
        hold = 1 - win(b, a + k, 0) if k else 0.0
        roll = (1 - win(b, a, 0) + sum(win(a, b, k + n) for n in range(2, 7))) / 6
        chosen = roll if finding.action == 1 else hold
        assert max(hold, roll) - chosen < 0.02, (state, finding)


def test_games_of_openspiel_are_searched() -> None:
    game = pyspiel.load_game("pig(players=2,winscore=12)")
    state = game.new_initial_state()
    [finding] = search([state], blind, game=OpenSpielGame(game), simulations=100, seed=1)
    assert list(finding.actions) == state.legal_actions()
    assert finding.visits.sum() == 100
    again = search([state] * 3, blind, game=OpenSpielGame(game), simulations=100, seed=1)
    assert again[0].value == finding.value
    ours = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for action in (0, 4, 1, 5):
        ours.apply_action(action)
    [finding] = search([ours], blind, game=OpenSpielGame(ours.get_game()), simulations=60, seed=1)
    assert (finding.action, finding.value, finding.is_solved) == (2, 1.0, True)
    for name in ("kuhn_poker", "goofspiel"):
        with pytest.raises(cheqqers.SettingError, match=name):
            OpenSpielGame(pyspiel.load_game(name))


class Coin:
    """A game of the game protocol: two bets, of which one is better."""

    def __init__(self, outcome: str | None = None) -> None:
        self.turn = "white"
        self.outcome = outcome
        self.legal_moves = ["safe", "bold"]

    def outcomes(self, move: str) -> list[tuple[float, Coin]]:
        won = 0.6 if move == "bold" else 0.5
        return [(won, Coin("white")), (1 - won, Coin("black"))]


def test_games_of_the_protocol_that_tell_outcomes_are_searched() -> None:
    [finding] = search([Coin()], blind, game=OutcomeGame(), simulations=8, seed=1)
    assert finding.is_solved
    assert finding.action == 1
    assert finding.value == pytest.approx(0.2, abs=1e-6)
    assert list(finding.policy) == [0.0, 1.0]


@pytest.mark.parametrize("name", cheqqers.game_names())
def test_positions_of_every_game_are_searched(name: str) -> None:
    position = cheqqers.Game(name, seed=1).position
    findings = search([position] * 2, blind, simulations=6, seed=1)
    legal = sorted(action for action in position.legal_actions() if action is not None)
    for finding in findings:
        assert list(finding.actions) == legal
        assert finding.policy.sum() == pytest.approx(1)
        assert finding.visits.sum() == finding.simulations == 6
    alone = search([position], blind, simulations=6, seed=1)
    assert (alone[0].policy == findings[0].policy).all()


def test_what_is_wrong_is_told() -> None:
    position = cheqqers.Game(seed=1).position
    with pytest.raises(cheqqers.SettingError, match="there is no option 'sims'"):
        search([position], blind, sims=3)
    with pytest.raises(cheqqers.SettingError, match="the setting simulations is out of range"):
        search([position], blind, simulations=0)
    with pytest.raises(cheqqers.SettingError, match="the setting simulations is out of range"):
        search([position], blind, simulations=2**21)
    with pytest.raises(cheqqers.SettingError, match="selection: \"best\" is none of"):
        search([position], blind, selection="best")
    with pytest.raises(cheqqers.SettingError, match="int is no position"):
        search([3], blind)
    other = cheqqers.Game(seed=1, size=6).position
    with pytest.raises(cheqqers.SettingError, match="position 1 is of another board"):
        search([position, other], blind)
    stopped = cheqqers.GameState(max_plies=1)
    stopped.apply(stopped.legal_actions()[0])
    with pytest.raises(cheqqers.SettingError, match="drawn by max_plies"):
        search([stopped], blind)
    with pytest.raises(cheqqers.SettingError, match="position 1 is none of cheqqers"):
        search([position, cheqqers.Game("rotation").position], blind)
    with pytest.raises(ValueError, match="is not in -1..=1"):
        search([position], lambda leaves: (np.full(len(leaves), 3.0), blind(leaves)[1]))
    with pytest.raises(ValueError, match="are not finite"):
        search([position], lambda leaves: (blind(leaves)[0], np.full((len(leaves), 640), np.nan)))
    with pytest.raises(ValueError, match="logits: of the shape"):
        search([position], lambda leaves: (blind(leaves)[0], np.zeros((len(leaves), 3))))
    with pytest.raises(ValueError, match="0 values for 1 leaves"):
        search([position], lambda leaves: ([], blind(leaves)[1]))
    with pytest.raises(ZeroDivisionError):
        search([position], lambda leaves: 1 // 0)  # type: ignore[arg-type,return-value]
    with pytest.raises(cheqqers.RecordError, match="does not describe a network"):
        cheqqers.Net.from_bytes(b"nothing")
    with pytest.raises(cheqqers.RecordError, match="no-such-file"):
        cheqqers.Net("no-such-file")

    class Broken(Pig):
        def outcomes(self, state: Any) -> list[tuple[int, float]]:
            raise RuntimeError("no die")

    with pytest.raises(RuntimeError, match="no die"):
        search([((0, 0), 0, 0, False)], blind, game=Broken(10))


def zero() -> Any:
    spec = importlib.util.spec_from_file_location("zero", ZERO)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_gradients_of_the_example_are_those_of_its_loss() -> None:
    example = zero()
    rng = np.random.default_rng(1)
    weights = [w.astype(np.float64) for w in example.new_weights([5, 7, 4], 3, rng)]
    for w in weights:
        w += 0.1 * rng.normal(size=w.shape)
    batch = {
        "x": rng.normal(size=(6, 5)),
        "legal": np.array([[1, 1, 0], [1, 1, 1], [0, 1, 1], [1, 1, 1], [1, 0, 1], [1, 1, 1]], bool),
        "value": rng.uniform(-1, 1, 6),
    }
    policy = rng.random((6, 3)) * batch["legal"]
    batch["policy"] = policy / policy.sum(axis=1, keepdims=True)
    grads, _ = example.gradients(weights, batch)
    for w, g in zip(weights, grads, strict=True):
        for index in list(np.ndindex(w.shape))[:6]:
            before = w[index]
            around = []
            for step in (1e-6, -1e-6):
                w[index] = before + step
                around.append(example.gradients(weights, batch)[1].sum())
            w[index] = before
            assert (around[0] - around[1]) / 2e-6 == pytest.approx(g[index], abs=1e-4)


def test_the_network_of_the_example_is_the_same_in_rust() -> None:
    example = zero()
    env = cheqqers.BatchedEnv(num_envs=20, seed=1, size=5)
    env.reset()
    for _ in range(8):
        env.step()
    weights = example.new_weights([120, 32, 16], env.num_actions, np.random.default_rng(3))
    for w in weights:
        w += 0.05 * np.random.default_rng(w.size).normal(size=w.shape).astype(np.float32)
    net = cheqqers.Net.from_bytes(example.as_file(weights, env, 16))
    assert json.loads(net.header)["hidden"] == [32, 16]
    again = pickle.loads(pickle.dumps(net))
    assert again.header == net.header and again.to_bytes() == net.to_bytes()
    assert net.to_bytes().split(b"\n", 1)[1] == example.as_file(weights, env, 16).split(b"\n", 1)[1]

    def predict(leaves: Leaves) -> tuple[Any, Any]:
        assert leaves.observations is not None
        _, logits, sums = example.forward(weights, leaves.observations.reshape(len(leaves), -1))
        return sums / (1 + np.abs(sums)), logits

    positions = [env.position(index) for index in range(20)]
    for threads in (1, 2):
        inside = search(positions, net, simulations=20, seed=2, threads=threads)
        outside = search(positions, predict, simulations=20, seed=2)
        for a, b in zip(inside, outside, strict=True):
            assert np.abs(a.policy - b.policy).max() < 1e-3
            assert a.value == pytest.approx(b.value, abs=1e-3)


def test_the_example_goes_on_after_a_kill(tmp_path: Path) -> None:
    small = ["--set", "size=4", "--envs", "8", "--plies", "12", "--simulations", "4", "--hidden", "16", "--every", "2"]
    small += ["--games", "2", "--opponent", "random", "--threads", "1", "--batch", "32"]
    command = [sys.executable, str(ZERO), "--folder", str(tmp_path), *small]
    run = subprocess.Popen([*command, "--iterations", "1000"], stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    for line in run.stdout:
        if line.startswith("iteration 3"):
            break
    run.send_signal(signal.SIGKILL)
    run.wait()
    again = subprocess.run([*command, "--iterations", "6"], check=True, capture_output=True, text=True)
    assert "goes on after iteration" in again.stdout
    assert "iteration 6" in again.stdout
    with (tmp_path / "progress.csv").open() as file:
        iterations = [int(row[0]) for row in csv.reader(file)]
    assert iterations == [2, 4, 6]
    player = cheqqers.Player(f"net@4:{tmp_path / 'latest.net'}", seed=1)
    game = cheqqers.Game(size=4, seed=1)
    assert player.choose(game) in game.legal_moves
    with pytest.raises(cheqqers.PlayerError, match="not for cheqqers-actions-v1"):
        player.choose(cheqqers.Game(seed=1))
    with pytest.raises(cheqqers.SettingError, match="could not open"):
        cheqqers.Player("net:no-such-file")


def test_findings_are_values() -> None:
    [finding] = search([cheqqers.Game(seed=1).position], blind, simulations=4, seed=1)
    same = pickle.loads(pickle.dumps(finding))
    assert (same.policy == finding.policy).all()


def test_a_search_in_rust_hears_an_interrupt(tmp_path: Path) -> None:
    script = tmp_path / "long.py"
    script.write_text(
        f"""
import sys; sys.path.insert(0, {str(ZERO.parent)!r})
import cheqqers, numpy as np, zero
env = cheqqers.BatchedEnv(num_envs=4, seed=1)
env.reset()
weights = zero.new_weights([256, 16], env.num_actions, np.random.default_rng(1))
net = cheqqers.Net.from_bytes(zero.as_file(weights, env, 8))
print("begins", flush=True)
cheqqers.search.search([env.position(0)], net, simulations=2**31, selection="puct")
"""
    )
    run = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert run.stdout is not None and run.stdout.readline() == "begins\n"
    time.sleep(0.3)
    run.send_signal(signal.SIGINT)
    _, errors = run.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors
    assert run.returncode in (1, 130, -signal.SIGINT), (run.returncode, os.name)
