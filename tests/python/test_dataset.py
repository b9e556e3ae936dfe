"""Games of an expert as data, and reference positions."""

import gzip
import json
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import cheqqers
from cheqqers import dataset


def experiment(folder, *arguments):
    command = [sys.executable, "-m", "cheqqers", "experiment", *arguments, "--out", str(folder), "--threads", "1"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("games")
    arguments = ["--size", "5", "--levels", "2..3", "--games", "6", "--player", "expert:nodes=20", "--nodes", "20"]
    told = experiment(folder, "dataset", *arguments)
    assert "cheqqers level 3: 6 games" in told
    return folder


def test_games_are_read_as_they_were_played(folder):
    read = list(dataset.games(folder))
    assert [(game.variant, game.number) for game in read] == [
        (f"cheqqers level {level}", number) for level in (2, 3) for number in range(1, 7)
    ]
    assert [game.number for game in dataset.games(folder, "level-3")] == [1, 2, 3, 4, 5, 6]
    measured, outcomes = 0, []
    for game in read:
        assert game.settings["level"] == int(game.variant[-1])
        again = cheqqers.Game(game.name, **game.settings)
        for ply, position in zip(game.plies, game.positions(), strict=True):
            assert position == again.position
            assert ply.turn == position.turn and ply.legal_moves == len(position.legal_moves)
            assert ply.move in position.moves_of_action(ply.action)
            if ply.luck is not None:
                measured += 1
                exact = {str(one): one.probability for one in position.outcomes(ply.move)}
                assert len(ply.outcomes) <= len(exact)
                assert math.isclose(sum(one.probability for one in ply.outcomes), 1)
                mean = sum(one.probability * one.score for one in ply.outcomes)
                assert math.isclose(mean, ply.expected, abs_tol=1e-12)
                [came] = [one for one in ply.outcomes if one.came]
                assert came.move == ply.played and came.probability == ply.probability
                after = game.plies[ply.number].score if ply.number < len(game.plies) else None
                sign = 1 if ply.turn == "white" else -1
                assert after is None or math.isclose(ply.luck, sign * (after - mean), abs_tol=1e-9)
            assert again.push(ply.played) is not None
        outcomes.append(again.outcome)
        assert {"white": 1, "black": 0, "draw": 0.5}[again.outcome] == game.result
    assert measured > 20 and len(set(outcomes)) > 1


def test_batches_are_what_an_environment_shows(folder):
    found = list(dataset.batches(folder, "level-3", 32))
    played = [(game, ply) for game in dataset.games(folder, "level-3") for ply in game.plies if not ply.random]
    sizes = [len(batch["action"]) for batch in found]
    assert sum(sizes) == len(played) and set(sizes[:-1]) == {32}
    whole = {name: np.concatenate([batch[name] for batch in found]) for name in found[0]}
    assert whole["observation"].dtype == np.float32 and np.isfinite(whole["observation"]).all()
    rows = np.arange(len(played))
    assert (whole["action_mask"][rows, whole["action"]] == 1).all()
    assert (np.abs(whole["value"]) <= 1).all()
    row = 0
    for game in dataset.games(folder, "level-3"):
        for number, (ply, position) in enumerate(zip(game.plies, game.positions())):
            if ply.random:
                continue
            assert np.allclose(whole["observation"][row], position.planes())
            assert whole["action_mask"][row].sum() == len(set(position.legal_actions()))
            sign = 1 if ply.turn == "white" else -1
            later = sum((after.luck or 0) * (1 if after.turn == "white" else -1) for after in game.plies[number:])
            assert whole["result"][row] == sign * (2 * game.result - 1)
            assert math.isclose(whole["adjusted_result"][row], sign * (2 * (game.result - later) - 1), abs_tol=1e-6)
            assert math.isclose(whole["value"][row], sign * (2 * ply.score - 1), abs_tol=1e-6)
            row += 1
    every = sum(len(batch["action"]) for batch in dataset.batches(folder, "level-3", 32, random=True))
    assert every == sum(len(game.plies) for game in dataset.games(folder, "level-3"))


def test_what_is_missing_is_told(folder, tmp_path):
    with pytest.raises(cheqqers.SettingError, match="experiment dataset --out"):
        next(dataset.games(tmp_path))
    with pytest.raises(cheqqers.SettingError, match="no games of level-1, but of level-2, level-3"):
        next(dataset.games(folder, "level-1"))
    with pytest.raises(cheqqers.SettingError, match="at least one position"):
        next(dataset.batches(folder, "level-3", 0))
    [plies] = folder.glob("dataset-plies-level-2-*")
    (tmp_path / plies.name).write_bytes(plies.read_bytes())
    with pytest.raises(cheqqers.SettingError, match="is missing"):
        next(dataset.games(tmp_path))
    for path in folder.glob("dataset-*-level-2-*"):
        (tmp_path / path.name).write_bytes(path.read_bytes()[:100])
    with pytest.raises(cheqqers.RecordError, match="can't be read"):
        next(dataset.games(tmp_path))


def test_reference_positions_are_legal_and_have_the_best_move_of_their_values():
    positions = dataset.reference_positions()
    assert len(positions) == 1000
    assert len({(one.source, tuple(one.plies)) for one in positions}) == 1000
    assert {one.name for one in positions} == set(cheqqers.game_names())
    for position in positions[::7]:
        game = position.game()
        assert game.turn == position.turn
        assert sorted(map(str, game.legal_moves)) == sorted(position.scores)
        best = [move for move in position.scores if position.loss(move) == 0]
        assert best and all(0 <= score <= 1 for score in position.scores.values())
        sign = 1 if position.turn == "white" else -1
        assert all(sign * position.scores[best[0]] >= sign * score for score in position.scores.values())
        assert position.exact == (position.depth == 0)


def test_exact_positions_have_the_values_of_a_solved_board(tmp_path):
    table = tmp_path / "board.table"
    command = ["solve", "--size", "4", "--rows", "1", "--level", "1", "--draw-after", "off", "-o", str(table)]
    subprocess.run([sys.executable, "-m", "cheqqers", *command], check=True, capture_output=True)
    known = [one for one in dataset.reference_positions() if one.exact]
    exact = [one for one in known if (one.settings["level"], one.settings["size"]) == (1, 4)]
    assert len(exact) > 50
    solved = cheqqers.Table(table)
    for position in exact:
        found = solved.moves(position.game())
        assert found == {move: pytest.approx(2 * score - 1, abs=1e-9) for move, score in position.scores.items()}
    perfect = dataset.evaluate(f"table:{table}", exact)
    assert (perfect.loss, perfect.best_share) == (pytest.approx(0, abs=1e-9), 1)


def test_players_are_ranked_by_what_they_lose():
    exact = [one for one in dataset.reference_positions() if one.exact][::4]
    reports = [dataset.evaluate(player, exact) for player in ("random", "mcts:50", "expert:nodes=500")]
    assert reports[0].loss > reports[1].loss > reports[2].loss >= 0
    assert reports[0].best_share < reports[2].best_share <= 1
    assert sum(part.positions for part in reports[0].by_source.values()) == len(exact) == reports[0].positions

    class First:
        def choose(self, game):
            return game.legal_moves[0]

    assert dataset.evaluate(First(), exact).loss == pytest.approx(
        np.mean([one.loss(one.game().legal_moves[0]) for one in exact])
    )
    with pytest.raises(cheqqers.SettingError, match="none are given"):
        dataset.evaluate("random", [])


def test_positions_of_ones_own_are_read_and_damaged_ones_refused(tmp_path):
    experiment(tmp_path, "positions", "--game", "rotation:program", "--positions", "3", "--nodes", "500")
    path = tmp_path / "positions.json"
    read = dataset.read_positions(path)
    assert [one.source for one in read] == ["rotation:program"] * 3
    assert all(one.depth > 0 and not one.exact for one in read)
    packed = tmp_path / "packed.json.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert dataset.read_positions(packed) == read
    whole = path.read_bytes()
    flipped = bytearray(packed.read_bytes())
    flipped[len(flipped) // 2] ^= 1
    nested = b"[" * 100_000
    other = b'{"format": "other", "version": 1, "sources": []}'
    for damaged in (b"", whole[:-100], packed.read_bytes()[:100], b"[1]", bytes(flipped), nested, other):
        path.write_bytes(damaged)
        with pytest.raises(cheqqers.RecordError, match="positions.json"):
            dataset.read_positions(path)
    document = json.loads(whole)
    path.write_text(json.dumps({**document, "version": 2}))
    with pytest.raises(cheqqers.RecordError, match="another version"):
        dataset.read_positions(path)
    with pytest.raises(FileNotFoundError):
        dataset.read_positions(Path(tmp_path) / "none.json")
