"""Games stepped together: the same as by the command, exact, and safe to share."""

from __future__ import annotations

import copy
import json
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cheqqers

NAMES = cheqqers.game_names()
SMALL: dict[str, dict[str, object]] = {"queens-chess": {}, "box-chess": {"board": "4x4"}}
#: Number of random games of each game that are compared with the command's.
GAMES = int(os.environ.get("CHEQQERS_GAMES", "40"))


def small(name: str) -> dict[str, object]:
    return SMALL.get(name, {"size": 6})


def chosen(env: cheqqers.BatchedEnv, rng: np.random.Generator) -> np.ndarray[Any, np.dtype[np.int64]]:
    """A legal action for each game."""
    noise = rng.random(env.observations["action_mask"].shape)
    return (noise * env.observations["action_mask"]).argmax(axis=1)


@pytest.mark.parametrize("name", NAMES)
def test_random_games_are_those_of_the_command(name: str, tmp_path: Path) -> None:
    trace = tmp_path / "games.jsonl"
    settings = [f"{key}={value}" for key, value in small(name).items()]
    changes = [part for setting in settings for part in ("--set", setting)]
    command = [sys.executable, "-m", "cheqqers", "selfplay", "--game", name, *changes, "--games", str(GAMES)]
    subprocess.run([*command, "--seed", "7", "--trace", str(trace)], check=True, capture_output=True)
    envs = min(GAMES, 20)
    env = cheqqers.BatchedEnv(name, envs, seed=7, autoreset="disabled", dtype="float64", **small(name))
    env.reset()
    games: dict[int, list[dict[str, Any]]] = {}
    with trace.open() as lines:
        for line in lines:
            read = json.loads(line)
            if "format" in read:
                games[len(games) + 1] = plies = []
            elif "ply" in read:
                plies.append(read)
    assert len(games) == GAMES
    done = 0
    while done < GAMES:
        env.step()
        for index in range(envs):
            number, ply = int(env.games[index]), int(env.plies[index])
            if number not in games:
                continue
            told = games[number][ply - 1]
            position = env.position(index)
            board = {place: held["p"] for place, held in told["board"].items()}
            assert position.probabilities() == pytest.approx(board, abs=1e-9), (number, ply)
            ended = bool(env.terminations[index])
            assert ended == (ply == len(games[number])), (number, ply)
            if not ended:
                legal = sorted(str(move) for move in position.legal_moves)
                assert legal == sorted(games[number][ply]["legal"])
            else:
                done += 1
        env.reset(options={"reset_mask": env.terminations})


@pytest.mark.parametrize("name", NAMES)
def test_masks_planes_and_results_are_those_of_the_positions(name: str) -> None:
    env = cheqqers.BatchedEnv(name, 6, seed=3, dtype="float64", **small(name))
    observations, _ = env.reset()
    rng = np.random.default_rng(5)
    for _ in range(60):
        for index in range(env.num_envs):
            position = env.position(index)
            assert sorted(position.legal_actions()) == list(np.flatnonzero(observations["action_mask"][index]))
            assert (position.planes() == observations["observation"][index]).all()
            assert (position.turn == "black") == observations["to_play"][index]
            texts = {str(move) for move in position.legal_moves}
            for move, action in zip(position.legal_moves, position.legal_actions(), strict=True):
                assert action is not None
                assert texts & set(position.moves_of_action(action)) == {str(move)}
        observations, rewards, *_ = env.step(chosen(env, rng))
        assert (rewards.sum(axis=1) == 0).all()
    assert position.planes_name == f"{name}-planes-v1"
    assert len(position.plane_names) == observations["observation"].shape[1]
    assert env.action_space_name == f"{name}-actions-v1"


def test_arrays_are_filled_in_place_and_shared_by_dlpack() -> None:
    env = cheqqers.BatchedEnv(num_envs=4, seed=1, pairs=True)
    observations, _ = env.reset()
    shared = {key: np.from_dlpack(values) for key, values in observations.items()}
    before = observations["observation"].copy()
    again, *_ = env.step()
    assert again is observations
    assert (observations["observation"] != before).any()
    for key, values in shared.items():
        assert np.shares_memory(values, observations[key])
    assert observations["observation"].dtype == np.float32
    assert observations["pairs"].shape == (4, 5, 32, 32)
    for index in range(4):
        pairs = env.position(index).pairs()
        assert pairs is not None
        assert np.abs(observations["pairs"][index] - pairs).max() < 1e-7


def test_the_last_observations_come_with_the_next_game() -> None:
    env = cheqqers.BatchedEnv(num_envs=5, seed=2, max_plies=4, size=4, level=1)
    first, _ = env.reset()
    start = first["observation"][0].copy()
    for _ in range(3):
        *_, infos = env.step()
        assert not infos["_final_obs"].any()
    observations, rewards, terminations, truncations, infos = env.step()
    assert (terminations | truncations).all()
    assert (infos["_final_obs"] == (terminations | truncations)).all()
    assert (observations["observation"] == start).all()
    assert (infos["final_obs"]["observation"] != start).any(axis=(1, 2, 3)).all()
    assert not infos["final_obs"]["action_mask"].any()
    assert (rewards[truncations] == 0).all()


def test_seeds_begin_anew_and_resets_go_on() -> None:
    env = cheqqers.BatchedEnv(num_envs=3, seed=9, size=4)

    def play() -> list[Any]:
        return [(env.step(), env.observations["observation"].copy())[1] for _ in range(12)]

    env.reset()
    one = play()
    env.reset(seed=9)
    assert all((a == b).all() for a, b in zip(one, play(), strict=True))
    env.reset()
    assert (env.games > 3).all()
    assert any((a != b).any() for a, b in zip(one, play(), strict=True))


def test_rewards_adjusted_by_luck_are_unbiased_and_calmer() -> None:
    sums = []
    for reward in ("result", "luck-adjusted"):
        env = cheqqers.BatchedEnv(num_envs=50, seed=4, reward=reward, size=4, planes=False, mask=False)
        env.reset()
        total = np.zeros(50)
        results = []
        for _ in range(150):
            _, rewards, terminations, *_ = env.step()
            total += rewards[:, 0]
            results += list(total[terminations])
            total[terminations] = 0
        sums.append(np.array(results))
    plain, adjusted = sums
    assert len(plain) == len(adjusted) > 200
    luck = plain - adjusted
    assert abs(luck.mean()) < 6 * luck.std() / len(luck) ** 0.5
    assert 0 < adjusted.std() < plain.std()


@pytest.mark.parametrize("name", NAMES)
def test_copies_and_pickles_go_on_alike(name: str) -> None:
    env = cheqqers.BatchedEnv(name, 4, seed=6, **small(name))
    env.reset()
    rng = np.random.default_rng(1)
    for _ in range(30):
        env.step(chosen(env, rng))
    others = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env), copy.copy(env)]
    for _ in range(30):
        actions = chosen(env, rng)
        env.step(actions)
        for other in others:
            other.step(actions)
            for a, b in zip(env._arrays(), other._arrays(), strict=True):
                assert (a == b).all()


def stepped(env: cheqqers.BatchedEnv) -> int:
    for _ in range(20):
        env.step()
    return int(env.plies.sum())


def test_forked_processes_step_with_threads_of_their_own() -> None:
    env = cheqqers.BatchedEnv(num_envs=600, threads=2, seed=1)
    env.reset()
    stepped(env)
    context = multiprocessing.get_context("fork")
    results = context.SimpleQueue()
    # Nothing is pickled: these are the same objects, whose threads are not there.
    children = [context.Process(target=lambda: results.put(stepped(env))) for _ in range(2)]
    for child in children:
        child.start()
    for child in children:
        child.join(120)
        assert child.exitcode == 0
    assert [results.get(), results.get()] == [stepped(env)] * 2


def test_another_thread_is_told_that_it_is_busy() -> None:
    env = cheqqers.BatchedEnv(num_envs=4000, seed=1)
    env.reset()
    told: list[str] = []

    def run() -> None:
        for _ in range(30):
            try:
                env.step()
            except cheqqers.BusyError as error:
                told.append(str(error))

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told and all(text.startswith("another thread is using this environment") for text in told)
    env.step()


def test_memory_does_not_grow() -> None:
    env = cheqqers.BatchedEnv(num_envs=200, seed=1, size=4)
    env.reset()

    def pages() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1])

    for _ in range(300):
        env.step()
    before = pages()
    for _ in range(1500):
        env.step()
    assert pages() - before < 500


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (lambda: cheqqers.BatchedEnv("chess"), cheqqers.SettingError, 'there is no game "chess"'),
        (lambda: cheqqers.BatchedEnv("rotation", pairs=True), cheqqers.SettingError, "rotation has no planes of pairs"),
        (lambda: cheqqers.BatchedEnv(num_envs=0), cheqqers.SettingError, "num_envs: 1 to 1000000"),
        (lambda: cheqqers.BatchedEnv(threads=0), cheqqers.SettingError, "threads: 1 or more"),
        (lambda: cheqqers.BatchedEnv(max_plies=0), cheqqers.SettingError, "max_plies: 1 or more"),
        (lambda: cheqqers.BatchedEnv(luck_nodes=0, reward="luck-adjusted"), cheqqers.SettingError, "luck_nodes: 1 or more"),
        (lambda: cheqqers.BatchedEnv(dtype="int8"), cheqqers.SettingError, "dtype: 'int8' is none of"),
        (lambda: cheqqers.BatchedEnv(reward="more"), cheqqers.SettingError, "reward: 'more' is none of"),
        (lambda: cheqqers.BatchedEnv(autoreset="now"), cheqqers.SettingError, 'autoreset: "now" is none of'),
        (lambda: cheqqers.BatchedEnv(level=7), cheqqers.SettingError, "level"),
        (lambda: cheqqers.BatchedEnv(num_envs=2).step([0, 0]), cheqqers.IllegalMoveError, "action 0 of game 0"),
        (lambda: cheqqers.BatchedEnv(num_envs=2).step([-1]), ValueError, "actions: of the shape"),
        (lambda: cheqqers.BatchedEnv(num_envs=2).step(np.full(2, 2**64 - 1, np.uint64)), cheqqers.IllegalMoveError, "action"),
        (lambda: cheqqers.BatchedEnv("box-chess", 10**6), MemoryError, "allocate"),
        (lambda: cheqqers.BatchedEnv(num_envs=2).step([0.5, 0.5]), TypeError, "actions: numbers of moves"),
        (lambda: cheqqers.BatchedEnv(num_envs=2).position(2), IndexError, "there are 2 games"),
        (lambda: cheqqers.BatchedEnv(num_envs=2).reset(options={"reset_mask": [True]}), cheqqers.SettingError, "reset_mask: "),
    ],
)
def test_what_is_wrong_is_told(make: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        make()
