"""Games measured by backends of other toolkits, and by objects of one's own."""

from __future__ import annotations

import copy
import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from components import components

import cheqqers
from cheqqers import BackendError, Circuit, backends

SEED = 20261126


def qiskit_sampler() -> backends.Backend:
    from qiskit.primitives import StatevectorSampler

    return backends.QiskitSampler(StatevectorSampler(seed=SEED), noisy=False)


def aer() -> backends.Backend:
    from qiskit_aer import AerSimulator

    return backends.QiskitBackend(AerSimulator(seed_simulator=SEED), noisy=False)


def without_memory() -> backends.Backend:
    from qiskit.providers.basic_provider import BasicSimulator

    return backends.QiskitBackend(BasicSimulator(), noisy=False, seed_simulator=SEED)


def cirq_simulator() -> backends.Backend:
    import cirq

    return backends.CirqSampler(cirq.Simulator(seed=SEED), noisy=False)


def braket_simulator() -> backends.Backend:
    from braket.devices import LocalSimulator

    return backends.BraketDevice(LocalSimulator(), noisy=False)


def pennylane_device() -> backends.Backend:
    import pennylane as qml

    return backends.PennyLaneDevice(qml.device("default.qubit", seed=SEED), noisy=False)


def pytket_backend() -> backends.Backend:
    from pytket.extensions.qiskit import AerBackend

    class Seeded(AerBackend):
        def process_circuits(self, *args: Any, **kwargs: Any) -> Any:
            return super().process_circuits(*args, seed=SEED, **kwargs)

    return backends.PytketBackend(Seeded(), noisy=False)


def noisy_aer() -> backends.Backend:
    from qiskit_aer import AerSimulator
    from qiskit_aer.noise import NoiseModel, ReadoutError, depolarizing_error

    noise = NoiseModel()
    noise.add_all_qubit_quantum_error(depolarizing_error(0.02, 2), ["cx"])
    noise.add_all_qubit_readout_error(ReadoutError([[0.97, 0.03], [0.05, 0.95]]))
    return backends.QiskitBackend(AerSimulator(noise_model=noise, seed_simulator=SEED), name="qiskit:aer-noisy")


def fake_device() -> backends.Backend:
    from qiskit_ibm_runtime.fake_provider import FakeManilaV2

    return backends.QiskitBackend(FakeManilaV2(), seed_simulator=SEED)


@pytest.fixture(autouse=True)
def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seeds the simulator of Braket, which takes no seed."""
    import numpy as np

    make = np.random.default_rng
    monkeypatch.setattr(np.random, "default_rng", lambda seed=SEED: make(seed))


EXACT = [
    qiskit_sampler,
    aer,
    without_memory,
    cirq_simulator,
    braket_simulator,
    pennylane_device,
    pytket_backend,
]
NOISY = [noisy_aer, fake_device]


@pytest.mark.parametrize("make", EXACT)
def test_shots_have_the_exact_probabilities(make: Any) -> None:
    backend = make()
    shots = 4000
    for component in components(6, max_qubits=5, seed=3):
        (result,) = backend.run([component.circuit(measured=True)], shots, measurement_id="m")
        counts = dict(result) if isinstance(result, dict) else Counter(result)
        expected = component.outcomes()
        assert set(counts) <= set(expected), backend.name
        squares = (
            (counts.get(bits, 0) - shots * probability) ** 2 / (shots * probability)
            for bits, probability in expected.items()
        )
        # Chi-square of so many degrees of freedom, beyond five standard deviations.
        freedom = len(expected) - 1
        assert sum(squares) < freedom + 5 * (2 * freedom) ** 0.5 + 5, backend.name


def play_by(backend: backends.Backend, **settings: Any) -> cheqqers.Game:
    return cheqqers.play("random", "random", seed=4, backend=backend, **settings)


@pytest.mark.parametrize("make", EXACT + NOISY)
def test_a_game_is_measured_and_its_record_verifies(make: Any, tmp_path: Path) -> None:
    backend = make()
    game = play_by(backend, level=3, size=6, rows=2)
    assert game.outcome is not None
    measured = [measurement for ply in game.plies for measurement in ply.measurements]
    assert measured and {measurement.backend for measurement in measured} == {backend.name}
    if backend.noisy:
        assert all(measurement.provenance["shots"] >= 64 for measurement in measured)
    path = tmp_path / "game.jsonl"
    game.save(path)
    verified = subprocess.run(
        [sys.executable, "-m", "cheqqers", "replay", str(path), "--verify"], capture_output=True, text=True
    )
    assert verified.returncode == 0, verified.stderr
    assert cheqqers.Game.load(path).moves == game.moves


def test_noise_is_post_selected() -> None:
    backend = noisy_aer()
    ply = before_capture().push("d4xf6", backend=backend)
    (measurement,) = ply.measurements
    assert measurement.bits in ("01", "10")
    assert sum(measurement.provenance["rejected"].values()) > 0


class Own:
    """A backend that remembers what it was asked."""

    noisy = False

    def __init__(self, results: Any) -> None:
        self.name = "own"
        self.results = results
        self.asked: list[tuple[list[Circuit], int, str | None]] = []

    def run(self, circuits: list[Circuit], shots: int, *, measurement_id: str | None) -> Any:
        self.asked.append((circuits, shots, measurement_id))
        if isinstance(self.results, BaseException):
            raise self.results
        return self.results


def before_capture() -> cheqqers.Game:
    return cheqqers.Game(level=3, moves="c3^b4d4 f6-e5", seed=1)


@pytest.mark.parametrize("results", [["01"], [[0, 1]], {"01": 1}, MappingProxyType({"01": 1})])
def test_shots_are_strings_rows_or_counts(results: Any) -> None:
    game, own = before_capture(), Own([results])
    assert str(game.push("d4xf6", backend=own)) == "d4xf6{d4}"
    ((circuit,), shots, _) = own.asked[0]
    assert (shots, circuit.num_clbits) == (1, 2)


@pytest.mark.parametrize(
    ("results", "words"),
    [
        ([], "0 results for 1 circuits"),
        ([["0"]], "1 bit in a shot of 2"),
        ([["x1"]], "no bit string"),
        ([["00"]], "d4xf6 could not be measured"),
        ([{"01": 2}], "2 shots where 1 were asked for"),
        ([["01", "01"]], "2 shots where 1 were asked for"),
        ([[[0, 2]]], "2 is no bit"),
        ([[b"01"]], "48 is no bit"),
        ([[[0.9, 0]]], "0.9 is no bit"),
        ([[]], "d4xf6 could not be measured"),
        (None, "TypeError"),
        (RuntimeError("the fridge is warm"), "the fridge is warm"),
    ],
)
def test_what_can_not_be_is_an_error_and_the_game_stays(results: Any, words: str) -> None:
    game, own = before_capture(), Own(results)
    with pytest.raises(BackendError, match=words) as raised:
        game.push("d4xf6", backend=own)
    if isinstance(results, RuntimeError):
        assert raised.value.__cause__ is results
    assert len(game) == 2
    # It is asked again by the same name.
    own.results = [["10"]]
    game.push("d4xf6", backend=own)
    names = {name for _, _, name in own.asked}
    assert len(names) == 1


def test_a_game_is_looked_at_while_it_is_measured(tmp_path: Path) -> None:
    game = before_capture()
    seen: list[Any] = []

    class Looking:
        name = "looking"
        noisy = False

        def run(self, circuits: list[Circuit], shots: int, *, measurement_id: str | None) -> Any:
            seen.append((len(game), game.turn, game._repr_svg_(), game.position.probabilities()["d4"]))
            game.save(tmp_path / "game.jsonl")
            for change in (lambda: game.push("a3-b4"), game.pop, game.resign):
                with pytest.raises(cheqqers.BusyError, match="being measured"):
                    change()
            return [["01"]]

    game.push("d4xf6", backend=Looking())
    assert seen[0][:2] == (2, "white") and len(game) == 3
    assert len(cheqqers.Game.load(tmp_path / "game.jsonl")) == 2
    game.pop()
    with pytest.raises(BackendError):
        game.push("d4xf6", backend=Own(RuntimeError("no")))
    assert str(game.push("d4xf6", outcome=True)) == "d4xf6{d4}"


def test_an_interrupt_is_no_backend_error() -> None:
    game = before_capture()
    with pytest.raises(KeyboardInterrupt):
        game.push("d4xf6", backend=Own(KeyboardInterrupt()))
    assert len(game) == 2


def test_copies_have_measurements_of_their_own() -> None:
    game, own = before_capture(), Own([["01"]])
    for _ in range(3):
        game.copy().push("d4xf6", backend=own)
    assert len({name for _, _, name in own.asked}) == 3


def test_measurements_have_names_of_their_own() -> None:
    names = set()
    for _ in range(3):
        own = Own([["01"]])
        before_capture().push("d4xf6", backend=own)
        names.add(own.asked[0][2])
    assert len(names) == 3 and None not in names


def test_what_is_no_backend_is_refused() -> None:
    game = before_capture()
    with pytest.raises(TypeError, match="no backend"):
        game.push("d4xf6", backend=object())
    with pytest.raises(TypeError, match="no adapter"):
        backends.backend_for(object())
    assert len(game) == 2


def test_adapters_are_chosen_by_type() -> None:
    import cirq
    import pennylane as qml
    from braket.devices import LocalSimulator
    from pytket.extensions.qiskit import AerBackend
    from qiskit.primitives import StatevectorSampler
    from qiskit_aer import AerSimulator

    for obj, adapter in [
        (cirq.Simulator(), backends.CirqSampler),
        (qml.device("default.qubit"), backends.PennyLaneDevice),
        (LocalSimulator(), backends.BraketDevice),
        (AerBackend(), backends.PytketBackend),
        (StatevectorSampler(), backends.QiskitSampler),
        (AerSimulator(), backends.QiskitBackend),
    ]:
        assert type(backends.backend_for(obj)) is adapter


def test_tournaments_are_measured_too() -> None:
    standings = cheqqers.arena(
        ["random", "expert:nodes=20"], games=4, level=3, size=5, rows=1, backend=backends.LocalSimulator("local", seed=1)
    )
    assert [standing.games for standing in standings] == [4, 4]
    assert sum(standing.score for standing in standings) == 4


class FolderQueue:
    """Jobs in a folder, which a service would keep: each is done at the second look."""

    noisy = False

    def __init__(self, folder: Path) -> None:
        self.name = "folder"
        self.folder = folder

    def submit(self, circuits: list[Circuit], shots: int, *, measurement_id: str | None) -> str:
        job = f"job-{len(list(self.folder.glob('job-*')))}"
        results = [circuit.run(shots, seed=7) for circuit in circuits]
        begun = self.folder / f"begun-{job}"
        begun.write_text(json.dumps({"measurement": measurement_id, "results": results}))
        # The service has it, or not.
        begun.rename(self.folder / job)
        return job

    def fetch(self, job: str) -> Sequence[backends.Shots] | None:
        looked = self.folder / f"looked-{job}"
        if not looked.exists():
            looked.touch()
            return None
        results: list[backends.Shots] = json.loads((self.folder / job).read_text())["results"]
        return results


def journaled(folder: Path) -> None:
    """Plays a game that goes on where it was, until it is over: run as a process that is killed."""
    path = folder / "game.jsonl"
    game = cheqqers.Game.load(path) if path.exists() else cheqqers.Game(level=3, size=6, rows=2, seed=3)
    backend = backends.Journal(FolderQueue(folder), folder / "jobs.jsonl", poll=0.02)
    player = cheqqers.Player("random", seed=len(game))

    def save(game: cheqqers.Game) -> None:
        game.save(path)

    game.save(path)
    cheqqers.play(player, player, game=game, backend=backend, max_plies=50 - len(game), on_ply=save)
    game.save(path)
    (folder / "over").touch()


def test_a_killed_game_submits_nothing_twice(tmp_path: Path) -> None:
    kills = 0
    while not (tmp_path / "over").exists():
        process = subprocess.Popen([sys.executable, __file__, str(tmp_path)])
        # Somewhere between two looks at jobs.
        jobs = len(list(tmp_path.glob("job-*")))
        while process.poll() is None and len(list(tmp_path.glob("job-*"))) < jobs + 1:
            time.sleep(0.005)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            kills += 1
        assert process.wait() in (0, -signal.SIGKILL) and kills < 300
        stuck = backends.Journal(FolderQueue(tmp_path), tmp_path / "jobs.jsonl")
        for measurement, job in stuck.jobs().items():
            if job is None:
                # Killed while it was submitted: a look at the service says whether it has the job.
                found = [p.name for p in tmp_path.glob("job-*") if measurement in p.read_text()]
                stuck.resolve(measurement, found[0]) if found else stuck.forget(measurement)
    assert kills > 2
    measurements = [json.loads(path.read_text())["measurement"] for path in tmp_path.glob("job-*")]
    assert len(measurements) == len(set(measurements))
    game = cheqqers.Game.load(tmp_path / "game.jsonl")
    measured = [measurement for ply in game.plies for measurement in ply.measurements]
    assert measured and {measurement.backend for measurement in measured} == {"folder"}
    # All but one of a move that a killed process had begun and its successor did not choose.
    assert len(measured) <= len(measurements)


def test_a_loaded_game_has_the_measurements_that_it_had(tmp_path: Path) -> None:
    game = before_capture()
    game.save(tmp_path / "game.jsonl")
    names = set()
    for again in (game, cheqqers.Game.load(tmp_path / "game.jsonl"), cheqqers.Game.load(tmp_path / "game.jsonl")):
        own = Own([["01"]])
        again.push("d4xf6", backend=own)
        names.add(own.asked[0][2])
    assert len(names) == 1


class Device:
    """A device that remembers what it was asked, and whose jobs end without shots after so many."""

    noisy = True

    def __init__(self, working: int = 1000) -> None:
        self.name = "device"
        self.working = working
        self.asked: list[tuple[int, int]] = []

    def run(self, circuits: list[Circuit], shots: int, *, measurement_id: str | None) -> Any:
        self.asked.append((len(circuits), shots))
        if len(self.asked) > self.working:
            raise backends.JobFailed("it is warm")
        return [circuit.run(shots, seed=len(self.asked)) for circuit in circuits]


def measured(game: cheqqers.Game) -> list[cheqqers.Measurement]:
    return [measurement for ply in game.plies for measurement in ply.measurements]


def played(game: cheqqers.Game, count: int) -> cheqqers.Game:
    """Plays on until there are so many measurements."""
    for seed in range(200):
        if len(measured(game)) >= count or game.outcome:
            break
        cheqqers.play("random", "random", game=game, seed=seed, max_plies=1)
    assert len(measured(game)) >= count
    return game


def check(game: cheqqers.Game, path: Path) -> None:
    """Checks the record of a game by the command."""
    game.save(path)
    verified = subprocess.run(
        [sys.executable, "-m", "cheqqers", "replay", str(path), "--verify"], capture_output=True, text=True
    )
    assert verified.returncode == 0, verified.stderr


def test_a_simulator_takes_over_where_jobs_fail(tmp_path: Path) -> None:
    device = Device(working=1)
    game = played(cheqqers.Game(level=3, seed=4, backend=device, fallback="local"), 3)
    assert [measurement.backend for measurement in measured(game)][:3] == ["device", "local", "local"]
    assert "it is warm" in measured(game)[1].provenance["fallback"] and len(device.asked) == 2
    assert (game.header()["backend"], game.header()["fallback"]) == ("device", "local")
    check(game, tmp_path / "game.jsonl")
    for again in (pickle.loads(pickle.dumps(game)), cheqqers.Game.load(tmp_path / "game.jsonl", seed=4)):
        played(again, 5)
        assert {measurement.backend for measurement in measured(again)[1:]} == {"local"}
        check(again, tmp_path / "again.jsonl")
    assert len(device.asked) == 2


def test_the_simulator_does_not_take_over_while_an_answer_may_come() -> None:
    own = Own(RuntimeError("the network is down"))
    game = cheqqers.Game(level=3, moves="c3^b4d4 f6-e5", seed=1, backend=own, fallback="local")
    with pytest.raises(BackendError, match="the network is down"):
        game.push("d4xf6")
    own.results = [["01"]]
    (measurement,) = game.push("d4xf6").measurements
    assert measurement.backend == "own"


def test_a_pool_is_asked_for_once_and_the_record_verifies(tmp_path: Path) -> None:
    device = Device()
    game = played(cheqqers.Game(level=3, seed=4, backend=device, pool=40), 2)
    assert device.asked[0] == (40, 64)
    assert any("pool" in measurement.provenance for measurement in measured(game))
    assert {measurement.backend for measurement in measured(game)} == {"device"}
    check(game, tmp_path / "game.jsonl")
    # The seeds are not in a record before its end.
    assert all("seeds" not in json.loads(line).get("pool", {}) for line in game.record().splitlines()[1:])
    for again in (copy.deepcopy(game), pickle.loads(pickle.dumps(game)), game.copy(seed=4)):
        cheqqers.play("random", "random", game=again, seed=9)
        text = again.record()
        assert "seeds" in json.loads(text.splitlines()[-1])["pool"]
        check(again, tmp_path / "over.jsonl")
        assert cheqqers.Game.load(tmp_path / "over.jsonl").record() == text
    assert [count for count, _ in device.asked].count(40) == 1


def test_a_move_that_is_taken_back_has_the_same_shots_again(tmp_path: Path) -> None:
    own = Own([["01"]])
    before_capture().push("d4xf6", backend=own)
    ((circuit,), _, _) = own.asked[0]
    device = Device()
    game = cheqqers.Game(level=3, moves="c3^b4d4 f6-e5", seed=1, backend=device, pool=[circuit, circuit])
    ply = game.push("d4xf6")
    assert ply.measurements[0].provenance["pool"][0][0]["circuit"] == 0
    for _ in range(2):
        assert game.pop() == ply and game.push("d4xf6") == ply
    assert device.asked == [(1, 64)]
    while len(game):
        game.pop()
    game.resign()
    check(game, tmp_path / "game.jsonl")


def test_a_pool_that_was_not_taken_is_asked_for_again() -> None:
    device = Device(working=0)
    game = cheqqers.Game(level=3, moves="c3^b4d4 f6-e5", seed=1, backend=device, pool=3)
    with pytest.raises(BackendError, match="it is warm"):
        game.push("d4xf6")
    device.working = 10
    game.push("d4xf6")
    assert [count for count, _ in device.asked[:2]] == [3, 3]
    # With a fallback the game goes on without.
    device = Device(working=0)
    game = cheqqers.Game(level=3, moves="c3^b4d4 f6-e5", seed=1, backend=device, pool=3, fallback="local")
    assert game.push("d4xf6").measurements[0].backend == "local"


def test_what_is_no_fallback_or_pool_is_refused() -> None:
    device = Device()
    for options in ({"fallback": "local"}, {"pool": True, "backend": "local"}):
        with pytest.raises(TypeError, match="for a backend that is an object"):
            cheqqers.Game(**options)
    with pytest.raises(BackendError, match="can take over"):
        cheqqers.Game(backend=device, fallback="sparse")
    with pytest.raises(cheqqers.SettingError, match="is not known"):
        cheqqers.Game(size=6, backend=device, pool=True)
    with pytest.raises(cheqqers.CircuitError, match="circuit 1 "):
        cheqqers.Game(backend=device, pool=[Circuit(25, 25)])
    with pytest.raises(TypeError):
        cheqqers.Game(backend=device, pool=["h"])
    assert "pool" not in cheqqers.Game(backend=device, pool=False).header()


@pytest.mark.parametrize("line", ["garbage", "[]", "", "{}", '{"measurement": 3}', "\0"])
def test_a_damaged_journal_is_named(line: str, tmp_path: Path) -> None:
    path = tmp_path / "jobs.jsonl"
    path.write_text(line + "\n")
    journal = backends.Journal(FolderQueue(tmp_path), path)
    game = before_capture()
    with pytest.raises(BackendError, match="jobs.jsonl, line 1"):
        game.push("d4xf6", backend=journal)
    with pytest.raises(BackendError, match="line 1"):
        journal.jobs()
    assert not list(tmp_path.glob("job-*"))


def test_an_unknown_submission_is_asked_about(tmp_path: Path) -> None:
    journal = backends.Journal(FolderQueue(tmp_path), tmp_path / "jobs.jsonl", poll=0)
    game, own = before_capture(), Own([["01"]])
    game.push("d4xf6", backend=own)
    name = own.asked[0][2]
    assert name is not None
    game.pop()
    (tmp_path / "jobs.jsonl").write_text(json.dumps({"measurement": name, "job": None}) + '\n{"measur')
    with pytest.raises(BackendError, match="look there for its job"):
        game.push("d4xf6", backend=journal)
    journal.forget(name)
    game.push("d4xf6", backend=journal)
    assert list(journal.jobs()) == [name]


if __name__ == "__main__":
    journaled(Path(sys.argv[1]))
    os._exit(0)
