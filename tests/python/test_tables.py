"""Tables of solved boards."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import cheqqers
from cheqqers import Game, Player, RecordError, SettingError, Table


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of Cheqqers at level 1 on 4 x 4, a king against a king."""
    path = tmp_path_factory.mktemp("tables") / "kings.table"
    board = ["--size", "4", "--rows", "1", "--level", "1", "--draw-after", "off", "--position", "W:WK8:BK1"]
    subprocess.run([sys.executable, "-m", "cheqqers", "solve", *board, "-o", path], check=True)
    return path


def kings(position: str = "W:WK8:BK1", level: int = 1) -> Game:
    return Game("cheqqers", level=level, size=4, rows=1, draw_after=None, position=position)


def test_a_table_has_values_of_games_positions_and_moves(path: Path) -> None:
    table = Table(path)
    assert table.closed and len(table) == 22_418 and table.settings["level"] == 1
    game = kings()
    assert table.value(game) == table.value(game.position) == 0
    values = table.moves(game)
    assert set(values) == {str(move) for move in game.legal_moves}
    # White is to move.
    assert max(value for value in values.values() if value is not None) == 0
    # Of a position that is not among those reached.
    assert table.value(kings("W:WK7,K8:BK1")) is None
    assert table.moves(kings("W:WK7,K8:BK1")) == {}


def test_the_player_of_a_table_loses_nothing(path: Path) -> None:
    table, game = Table(path), kings()
    player = Player(f"table:{path}", seed=1)
    for _ in range(20):
        if game.outcome is not None:
            break
        value, move = table.value(game), player.choose(game)
        assert table.moves(game)[str(move)] == value
        game.push(move)
    with pytest.raises(cheqqers.PlayerError, match="level 2"):
        player = Player(f"table:{path}")
        player.choose(kings(level=2))


def test_other_files_and_rules_are_refused(path: Path, tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="with level 1, and this game has level 2"):
        Table(path).value(kings(level=2))
    with pytest.raises(OSError):
        Table(tmp_path / "none")
    with pytest.raises(TypeError):
        Table(path).value("W:WK8:BK1")  # type: ignore[arg-type]
    part = tmp_path / "part"
    part.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(RecordError, match="damaged"):
        Table(part)
    with pytest.raises(SettingError, match="damaged"):
        Player(f"table:{part}")
