"""The benchmark of backends, and its numbers from counts that were measured by other means."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import cheqqers
from cheqqers import benchmark_analysis, benchmark_circuits

QUICK = list(benchmark_circuits(quick=True))


@pytest.fixture(scope="module")
def counts() -> dict[str, dict[str, int]]:
    circuits = benchmark_circuits(quick=True).items()
    return {name: circuit.counts(100, seed=number) for number, (name, circuit) in enumerate(circuits)}


def test_circuits_are_those_of_the_suite_in_order() -> None:
    circuits = benchmark_circuits()
    assert len(circuits) == 47 and len(QUICK) == 10
    assert [name for name in circuits if name in QUICK] == QUICK
    assert max(circuits[name].num_qubits for name in QUICK) == 8
    for circuit in circuits.values():
        measured = [operation.clbit for operation in circuit.operations if operation.clbit is not None]
        assert sorted(measured) == list(range(circuit.num_clbits))
    # One that is changed is nobody else's.
    circuits["merge"].append("x", 0)
    assert benchmark_circuits()["merge"].num_gates < circuits["merge"].num_gates


@pytest.mark.parametrize(("backend", "quick"), [("noisy:2x", True), ("local", False)])
def test_counts_give_the_analysis_of_a_run(backend: str, quick: bool, tmp_path: Path) -> None:
    run = cheqqers.benchmark(backend, tmp_path, quick=quick, shots=20, seed=4)
    counts = {entry["name"]: entry["counts"] for entry in run["circuits"]}
    assert benchmark_analysis(counts) == run["analysis"]
    assert benchmark_analysis(dict(reversed(counts.items()))) == run["analysis"]
    assert [circuit["name"] for circuit in run["analysis"]["circuits"]] == list(benchmark_circuits(quick=quick))


def test_the_first_character_is_clbit_zero(counts: dict[str, dict[str, int]]) -> None:
    analysis = benchmark_analysis(counts)
    assert analysis["score"]["high"] == 100 and analysis["size"] == 8
    assert all(circuit["legal"]["value"] == 1 for circuit in analysis["circuits"])
    # Qiskit has it last.
    reversed_bits = {name: {bits[::-1]: count for bits, count in one.items()} for name, one in counts.items()}
    assert benchmark_analysis(reversed_bits)["score"]["high"] < 80


def test_mappings_of_all_kinds_hold_counts(counts: dict[str, dict[str, int]]) -> None:
    np = pytest.importorskip("numpy")
    others = {name: Counter({bits: np.int64(count) for bits, count in one.items()}) for name, one in counts.items()}
    assert benchmark_analysis(MappingProxyType(others)) == benchmark_analysis(counts)


@pytest.mark.parametrize(
    ("name", "wrong", "text"),
    [
        ("merger", {"01": 1}, "there is no circuit merger"),
        ("merge", {"011": 1}, 'merge: expected 2 bits, got "011"'),
        ("merge", {"0": 1}, 'merge: expected 2 bits, got "0"'),
        ("merge", {"0 1": 1}, 'merge: expected 2 bits, got "0 1"'),
        ("merge", {"0x": 1}, 'merge: expected 2 bits, got "0x"'),
        ("merge", {}, "merge has no shots"),
        ("merge", {"01": 0}, "merge has no shots"),
        ("merge", {"01": -1}, "shots of merge: from 0 to 2^53"),
        ("merge", {"01": 2**64}, "shots of merge: from 0 to 2^53"),
        ("merge", {"01": 2**53, "10": 1}, "merge has more than 2^53 shots"),
    ],
)
def test_counts_that_are_none_are_refused(
    name: str, wrong: dict[str, int], text: str, counts: dict[str, dict[str, int]]
) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
        benchmark_analysis({**counts, name: wrong})


def test_circuits_that_are_missing_are_named(counts: dict[str, dict[str, int]]) -> None:
    fewer = {name: one for name, one in counts.items() if name not in QUICK[:2]}
    with pytest.raises(ValueError, match=f"^missing counts of {QUICK[0]}, {QUICK[1]}$"):
        benchmark_analysis(fewer)
    with pytest.raises(ValueError, match=", ".join(QUICK)):
        benchmark_analysis({})
    # With one of the others all are wanted.
    (more, circuit), *others = [item for item in benchmark_circuits().items() if item[0] not in QUICK]
    with pytest.raises(ValueError, match=f"^missing counts of {', '.join(name for name, _ in others)}$"):
        benchmark_analysis({**counts, more: circuit.counts(10, seed=1)})


@pytest.mark.parametrize("wrong", [None, [], {"merge": None}, {"merge": {"01": 0.5}}, {"merge": {1: 1}}, {1: {}}])
def test_other_types_are_refused(wrong: Any) -> None:
    with pytest.raises(TypeError):
        benchmark_analysis(wrong)


def test_a_device_of_another_simulator_scores_as_ours(tmp_path: Path) -> None:
    """Qiskit places the circuits by itself, and Aer has its own noise of the same calibration."""
    transpile = pytest.importorskip("qiskit").transpile
    aer = pytest.importorskip("qiskit_aer")
    noise = pytest.importorskip("qiskit_aer.noise")
    fake = pytest.importorskip("qiskit_ibm_runtime.fake_provider").FakeFez()
    simulator = aer.AerSimulator(noise_model=noise.NoiseModel.from_backend(fake), seed_simulator=7)
    foreign = {}
    for name, circuit in benchmark_circuits(quick=True).items():
        placed = transpile(circuit.to_qiskit(), fake, optimization_level=3, seed_transpiler=5)
        found = simulator.run(placed, shots=1000).result().get_counts()
        foreign[name] = {bits.replace(" ", "")[::-1]: count for bits, count in found.items()}
    theirs = benchmark_analysis(foreign)
    ours = cheqqers.benchmark("noisy:fez", tmp_path, quick=True, shots=1000, seed=1)["analysis"]
    for number in ("score", "measurements", "plies"):
        mine, other = ours[number], theirs[number]
        assert mine["low"] <= other["high"] and other["low"] <= mine["high"], (number, mine, other)
    assert ours["size"] == theirs["size"] == 8
    for mine, other in zip(ours["sizes"], theirs["sizes"], strict=True):
        # Of the seven sizes each is placed a little better or worse.
        assert abs(mine["legal"]["value"] - other["legal"]["value"]) < 0.03, (mine, other)
