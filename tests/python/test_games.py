"""Games, positions, records and players."""

from __future__ import annotations

import copy
import json
import math
import multiprocessing
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ElementTree
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cheqqers
from cheqqers import Game, IllegalMoveError, Player, SettingError, backends

CAPTURE = "c3^b4d4 f6-e5"


def command(*args: str, text: str | None = None) -> str:
    ran = subprocess.run([sys.executable, "-m", "cheqqers", *args], capture_output=True, text=True, input=text)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.parametrize("name", cheqqers.game_names())
def test_every_game_is_played_taken_back_and_recorded(name: str, tmp_path: Path) -> None:
    game = Game(name, seed=5)
    rng = random.Random(5)
    texts = [game.position.probabilities()]
    while game.outcome is None and len(game) < 40:
        move = rng.choice(game.legal_moves)
        try:
            outcomes = game.outcomes(move)
        except IllegalMoveError as error:
            assert "too many to list" in str(error)
        else:
            assert sum(outcome.probability for outcome in outcomes) == pytest.approx(1)
        ply = game.push(move)
        assert ply.move == move and ply.number == len(game)
        assert game.describe()
        texts.append(game.position.probabilities())
        ElementTree.fromstring(game._repr_svg_())
    assert Game(name, seed=5, moves=game.moves).moves == game.moves
    path = tmp_path / "game.jsonl"
    game.save(path)
    assert "follows the rules" in command("replay", str(path), "--verify")
    assert Game.from_record(path.read_text()).record() == path.read_text()
    assert [other.moves for other in cheqqers.read_games(path)] == [game.moves]
    for ply in range(len(game), 0, -1):
        assert game.position.probabilities() == texts[ply] == game.position_after(-1).probabilities()
        game.pop()
    with pytest.raises(IndexError):
        game.pop()


def test_what_python_plays_the_command_goes_on_with(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = Game(level=3, seed=1, moves=CAPTURE)
    game.save(path)
    command("play", "--resume", str(path), "--white", "human", "--black", "human", text="d4xf6\nsave " + str(path) + "\nquit\n")
    assert len(Game.load(path)) == 3


def test_outcomes_are_chosen() -> None:
    for given, expected in [
        (True, "d4xf6{d4}"),
        (False, "d4xf6{b4}"),
        ("d4", "d4xf6{d4}"),
        (["b4"], "d4xf6{b4}"),
        ([["b4"]], "d4xf6{b4}"),
    ]:
        game = Game(level=3, moves=CAPTURE)
        assert str(game.push("d4xf6", outcome=given)) == expected
        assert str(Game(level=3, moves=CAPTURE).push(expected)) == expected
    game = Game(level=3, moves=CAPTURE)
    for outcome in ["e5", "a1,", "d4{", ["d4", "b4"], 3, [1]]:
        with pytest.raises((IllegalMoveError, SettingError, TypeError)):
            game.push("d4xf6", outcome=outcome)  # type: ignore[arg-type]
    with pytest.raises(IllegalMoveError, match="twice"):
        game.push("d4xf6{d4}", outcome=True)
    assert len(game) == 2
    probabilities = {outcome.text: outcome.probability for outcome in game.outcomes("d4xf6")}
    assert probabilities == pytest.approx({"d4xf6{d4}": 0.5, "d4xf6{b4}": 0.5})


def test_seeds_decide_measurements() -> None:
    def found(seed: int) -> str:
        game = Game(level=3, moves=CAPTURE, seed=seed)
        return str(game.push("d4xf6"))

    assert [found(seed) for seed in range(8)] == [found(seed) for seed in range(8)]
    assert len({found(seed) for seed in range(20)}) == 2


def test_streams_of_named_backends_have_nothing_in_common() -> None:
    def found(seed: int, before: str) -> str:
        game = Game(level=3, seed=seed, moves=f"{before} {CAPTURE}")
        return str(game.push("d4xf6", backend="local"))

    early = [found(seed, "") for seed in range(64)]
    late = [found(seed, "g3-h4 h6-g5") for seed in range(64)]
    assert early == [found(seed, "") for seed in range(64)]
    # With `seed ^ plies`, game s at ply 2 was game s ^ 6 at ply 4.
    assert 12 < sum(early[seed] == late[seed ^ 6] for seed in range(64)) < 52
    assert 12 < early.count("d4xf6{d4}") < 52


@pytest.mark.parametrize("backend", ["sparse", "local", "dense", "noisy:0.01", "noisy:torino"])
def test_simulators_measure(backend: str) -> None:
    game = Game(level=3, moves=CAPTURE, seed=1, backend=backend)
    ply = game.push("d4xf6")
    assert ply.measurements[0].backend == backend
    game.pop()
    assert game.push("d4xf6", backend=backend).measurements[0].occupied in (["b4"], ["d4"])


def test_errors_name_what_is_wrong() -> None:
    with pytest.raises(SettingError, match="there is no game 'ludo'|there is no game \"ludo\""):
        Game("ludo")
    with pytest.raises(SettingError, match="no preset"):
        Game("cheqqers:ludo")
    with pytest.raises(SettingError, match="no option"):
        Game(ludo=3)
    with pytest.raises(SettingError, match="takes 0..3"):
        Game(level=7)
    with pytest.raises(SettingError, match="twice"):
        Game("rotation:manual", preset="manual")
    with pytest.raises(cheqqers.BackendError, match="there is no backend"):
        Game(backend="ludo")
    with pytest.raises(SettingError, match="there is no player"):
        Player("ludo")
    game = Game()
    for text in ["", "ludo", "a1-b2", "a3-b4-c5", "a3-b4{b4}", "\x1b[2J"]:
        with pytest.raises(IllegalMoveError):
            game.push(text)
    with pytest.raises(IllegalMoveError, match="a move of rotation"):
        game.push(Game("rotation").legal_moves[0])
    with pytest.raises(TypeError):
        game.push(3)  # type: ignore[arg-type]
    with pytest.raises(cheqqers.CircuitError, match="superposition"):
        game.circuit("a1")
    for text in ["", "ludo", "{}", '{"format":"cheqqers"}']:
        with pytest.raises(cheqqers.RecordError):
            Game.from_record(text)
    with pytest.raises(FileNotFoundError):
        Game.load("/nowhere/game.jsonl")
    with pytest.raises(OSError):
        game.save("/nowhere/game.jsonl")
    assert len(game) == 0


def test_a_changed_record_is_refused() -> None:
    record = Game(level=3, moves=CAPTURE).record()
    with pytest.raises(cheqqers.RecordError, match="line"):
        Game.from_record(record.replace("f6-e5", "h6-g5"))


def test_moves_are_texts_and_lists_are_sequences() -> None:
    game = Game(level=2)
    moves = game.legal_moves
    assert moves[0] == "a3-b4" and hash(moves[0]) == hash("a3-b4") and moves[-1] == list(moves)[-1]
    assert "a3-b4" in moves and moves[0] in moves and "a3-c5" not in moves and 3 not in moves
    assert {str(move) for move in moves} == set(map(str, moves)) and moves[0] != moves[1]
    assert (moves[0].kind, moves[0].sources, moves[0].targets) == ("step", ["a3"], ["b4"])
    assert moves[1:3] == list(moves)[1:3] and moves[::-1] == list(reversed(moves)) and moves[5:2] == []
    assert moves.index("c3-b4") == 1 and moves.count("c3-b4") == 1 and moves.count("ludo") == 0
    assert Game("rotation").legal_moves[0] not in moves
    with pytest.raises(ValueError):
        moves.index("ludo")
    with pytest.raises(IndexError):
        moves[len(moves)]
    with pytest.raises(TypeError):
        moves[0] < moves[1]  # type: ignore[operator]


def test_copies_and_pickles_go_on_by_themselves() -> None:
    game = Game(level=3, moves=CAPTURE, seed=1)
    for other in [game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]:
        other.push("d4xf6")
        assert len(other) == 3 and len(game) == 2
    assert {str(game.copy().push("d4xf6")) for _ in range(40)} == {"d4xf6{b4}", "d4xf6{d4}"}
    assert str(game.copy(seed=3).push("d4xf6")) == str(game.copy(seed=3).push("d4xf6"))
    circuit = game.circuit("b4", measured=True)
    restored = pickle.loads(pickle.dumps(circuit))
    assert restored == circuit and restored.qasm() == circuit.qasm() and str(restored) == str(circuit)


def test_records_name_the_players() -> None:
    game = cheqqers.play("random", "mcts:5", level=0, size=5, rows=1, seed=2)
    assert game.players == ("random", "mcts:5") and game.header()["black"] == "mcts:5"
    assert Game.from_record(game.record()).players == game.players


def test_a_game_is_measured_by_its_own_backend() -> None:
    game = Game(level=3, moves=CAPTURE, backend=backends.LocalSimulator("dense", seed=1))
    assert game.push("d4xf6").measurements[0].backend == "dense"
    with pytest.raises(TypeError, match="no backend"):
        Game(backend=object())  # type: ignore[arg-type]


def test_games_end_off_the_board() -> None:
    game = Game(moves="c3-d4")
    game.resign()
    assert game.outcome == "white" and not game.legal_moves
    assert Game.from_record(game.record()).outcome == "white"
    with pytest.raises(IllegalMoveError, match="over"):
        game.push("f6-e5")
    with pytest.raises(cheqqers.GameOverError, match="over"):
        game.agree_draw()
    with pytest.raises(cheqqers.GameOverError, match="not taken back"):
        game.pop()
    assert game.outcome == "white"
    other = Game()
    other.agree_draw()
    assert other.outcome == "draw"


def test_perft_counts_as_the_command_does() -> None:
    for options in [["--level", "1", "--size", "5", "--rows", "1"], ["--level", "3"]]:
        settings = {key.removeprefix("--"): value for key, value in zip(options[::2], options[1::2])}
        printed = command("perft", "--depth", "3", *options)
        assert str(Game(**settings).perft(3)) in printed.replace(",", "")


def test_players_choose() -> None:
    game = Game(level=1, seed=2)
    for name in ["random", "mcts:20", "expert:nodes=50", f"engine:{sys.executable} -m cheqqers engine"]:
        player = Player(name, seed=3)
        assert player.choose(game) in game.legal_moves
        assert game.choose(name) in game.legal_moves
    assert Player("expert", seed=1).choose(game, nodes=30) in game.legal_moves
    assert Player("expert", seed=1).choose(game, time=0.05) in game.legal_moves
    game.resign()
    with pytest.raises(cheqqers.GameOverError, match="over"):
        Player("random").choose(game)
    with pytest.raises(cheqqers.PlayerError):
        Player("engine:false").choose(Game())


def test_selfplay_is_that_of_the_command() -> None:
    result = cheqqers.selfplay(games=200, level=2, seed=9, threads=1)
    said = json.loads(command("selfplay", "--games", "200", "--level", "2", "--seed", "9", "--json"))
    keys = ("games", "white_won", "black_won", "draws", "plies")
    assert [getattr(result, key) for key in keys] == [said[key] for key in keys]
    again = cheqqers.selfplay(games=200, level=2, seed=9, threads=2)
    assert (again.white_won, again.black_won, again.plies) == (result.white_won, result.black_won, result.plies)


def test_play_is_a_game_of_selfplay() -> None:
    game = cheqqers.play(seed=9, level=2)
    assert game.outcome is not None
    alone = cheqqers.selfplay(games=1, level=2, seed=9)
    assert alone.plies == len(game)


def test_draughts_records_are_written_and_read() -> None:
    game = cheqqers.play(seed=1, level=0, max_plies=20)
    assert Game.from_record(game.pdn()).moves == game.moves
    with pytest.raises(cheqqers.RecordError, match="draughts"):
        Game("queens-chess").pdn()


def test_positions_stay_as_they_are() -> None:
    game = Game(level=3)
    before = game.position
    game.push("c3^b4d4")
    assert before.probabilities()["c3"] == 1 and "c3" not in game.position.probabilities()
    parts = {part.square: part for part in game.position.parts()}
    assert parts["b4"].piece == parts["d4"].piece and parts["b4"].color == "white" and parts["b4"].kind == "man"
    assert parts["d4"].phase == pytest.approx(0) and parts["a1"].phase is None
    np.testing.assert_allclose(np.abs(game.position.amplitudes("b4")) ** 2, [0, 0.5, 0.5, 0])
    assert "50%" in str(game.position) and "50%" in game.position.svg(bottom="black")


def interrupted(call: Any) -> None:
    """A call that would take for ever ends by an interrupt."""
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    timer.join()


def test_luck_is_what_measurements_gave_beyond_what_was_expected() -> None:
    game = Game("cheqqers", moves="c3^b4d4 f6-e5 d4xf6{d4}", level=1)
    assert game.luck() == [0.0, 0.0, 0.0]  # The outcome was given.
    game = cheqqers.play(level=3, seed=11)
    luck = game.luck()
    assert len(luck) == len(game.plies)
    for gain, ply in zip(luck, game.plies, strict=True):
        assert -1 <= gain <= 1
        assert gain == 0 or ply.measurements
    assert any(gain > 0 for gain in luck) and any(gain < 0 for gain in luck)
    assert game.luck(nodes=50) != luck
    assert Game.from_record(game.record()).luck() == luck
    with pytest.raises(ValueError):
        game.luck(0)


def test_long_calls_are_interrupted() -> None:
    game = Game(level=3)
    for call in [
        lambda: Player("mcts:4000000").choose(game),
        lambda: Player("expert:600000").choose(game),
        lambda: cheqqers.selfplay(games=100_000_000),
        lambda: game.perft(30),
    ]:
        interrupted(call)
    assert game.choose("random") in game.legal_moves


ENDLESS = """
import os, signal, sys, threading
import cheqqers

circuit = cheqqers.Circuit(22)
for number in range(60000):
    circuit.append("rx", number % 22, angle=0.1 + number)
    circuit.append("cx", number % 22, (7 * number + 3) % 22 if (7 * number + 3) % 22 != number % 22 else (number + 1) % 22)
calls = {
    "state": circuit.probabilities,
    "shots": lambda: circuit.run(10, backend="dense"),
    "expectation": lambda: circuit.expectation("Z0"),
}
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    calls[sys.argv[1]]()
except KeyboardInterrupt:
    print("interrupted", flush=True)
    os._exit(0)
"""


@pytest.mark.parametrize("call", ["state", "shots", "expectation"])
def test_simulations_are_interrupted(call: str) -> None:
    # Minutes of work: nobody waits for its end.
    ran = subprocess.run([sys.executable, "-c", ENDLESS, call], capture_output=True, text=True, timeout=100)
    assert ran.stdout == "interrupted\n", ran.stderr


def test_other_threads_run_meanwhile() -> None:
    # The thread stops the search, which it could not do if that kept the interpreter for itself.
    ticks: list[float] = []

    def tick() -> None:
        for _ in range(20):
            ticks.append(time.monotonic())
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=tick)
    with pytest.raises(KeyboardInterrupt):
        thread.start()
        Player("expert:600000").choose(Game(level=3))
    thread.join()
    assert len(ticks) == 20


def in_a_child(kind: str) -> str:
    """How a simulation ends in a forked or spawned process."""
    context: Any = multiprocessing.get_context(kind)
    with context.Pool(1) as pool:
        return str(pool.apply(simulated))


def simulated() -> str:
    circuit = cheqqers.Circuit(18)
    for qubit in range(18):
        circuit.append("h", qubit)
    try:
        return f"{circuit.probabilities().sum():.3f}"
    except cheqqers.ForkError:
        return "ForkError"


def test_forks_are_refused_where_threads_are_gone() -> None:
    assert simulated() == "1.000"
    assert in_a_child("fork") == "ForkError"
    assert in_a_child("spawn") == "1.000"


def played() -> int:
    return cheqqers.selfplay(games=10, seed=1).games


def test_a_fork_plays_on() -> None:
    context: Any = multiprocessing.get_context("fork")
    with context.Pool(1) as pool:
        assert pool.apply(played) == 10


def test_saving_keeps_what_a_file_is(tmp_path: Path) -> None:
    path, link = tmp_path / "game.jsonl", tmp_path / "link"
    Game().save(path)
    mask = os.umask(0)
    os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~mask
    path.chmod(0o640)
    link.symlink_to(path)
    game = Game(moves="c3-d4")
    game.save(link)
    assert link.is_symlink() and path.stat().st_mode & 0o777 == 0o640
    assert path.read_text() == game.record()
    game.save("/dev/null")
    assert Path("/dev/null").is_char_device()
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["game.jsonl", "link"]


def test_a_silent_engine_is_interrupted() -> None:
    interrupted(lambda: Player("engine:sleep 600").choose(Game()))


def test_observables_have_expectations_and_estimates() -> None:
    circuit = cheqqers.Circuit(3, 1)
    circuit.append("ry", 0, angle=0.7)
    circuit.append("cx", 0, 1)
    circuit.measure(0, 0)
    observable = "Z0 Z1 + 0.5 X2 - 2 Y0 Y1 + IZI"
    exact = 1 + 2 * math.sin(0.7) + math.cos(0.7)
    assert circuit.expectation(observable) == pytest.approx(exact, abs=1e-12)
    value, error = circuit.estimate(observable, 4000, seed=9)
    assert abs(value - exact) < 6 * error
    assert circuit.estimate(observable, 4000, seed=9) == (value, error)
    # X and Z are alike here: the second basis of a seed must not be the first one of the next.
    alike = cheqqers.Circuit(1)
    alike.append("rx", 0, angle=math.pi / 2)
    alone = [alike.estimate("Z0", 50, seed=seed)[0] for seed in range(9)]
    both = [alike.estimate("X0 + Z0", 50, seed=seed)[0] for seed in range(8)]
    assert any(abs(both[seed] - alone[seed] - alone[seed + 1]) > 1e-9 for seed in range(8))
    large = cheqqers.Circuit(60)
    large.append("x", 59)
    assert large.expectation("Z59 Z0") == -1
    for wrong in ["Z", "Z3", "Z0 +"]:
        with pytest.raises(cheqqers.CircuitError):
            circuit.expectation(wrong)
    with pytest.raises(cheqqers.CircuitError, match="at least 2"):
        circuit.estimate("Z0", 1)


def test_the_package_carries_its_licences_and_names_its_extras() -> None:
    told = metadata.metadata("cheqqers")
    assert told.get_all("License-File") == ["LICENSE-APACHE", "LICENSE-MIT"]
    assert {"braket", "cirq", "pennylane", "pytket", "qiskit"} <= set(told.get_all("Provides-Extra") or [])


def test_sizes_have_limits() -> None:
    for call in [
        lambda: cheqqers.Circuit(2**33),
        lambda: cheqqers.Circuit(1).run(10**15),
        lambda: cheqqers.Circuit(30).probabilities(),
    ]:
        with pytest.raises(cheqqers.CircuitError):
            call()
