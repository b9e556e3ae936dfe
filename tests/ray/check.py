"""A tournament on a Ray cluster of two workers, one of which is killed, has the table of the command."""

import json
import os
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import cheqqers
import ray

COMMAND = os.environ["CHEQQERS"]
PLAYERS = ["mcts:60", "few=mcts:20", "random"]
SHARDS = 8


def command(*args: str) -> str:
    return subprocess.run([COMMAND, *args], check=True, capture_output=True, text=True).stdout


def workers() -> list[int]:
    """Processes of the cluster that play a shard."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                title = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if title.startswith(b"ray::_play"):
                found.append(int(entry.name))
    return found


def kill_one(killed: list[int]) -> None:
    """Kills the first worker that plays."""
    while not (playing := workers()):
        time.sleep(0.05)
    os.kill(playing[0], signal.SIGKILL)
    killed.append(playing[0])


def main() -> None:
    ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False)
    with tempfile.TemporaryDirectory() as folder:
        out, alone = Path(folder, "cluster"), Path(folder, "alone")
        killed: list[int] = []
        killer = threading.Thread(target=kill_one, args=(killed,), daemon=True)
        killer.start()

        def arena(**changes: object) -> list[cheqqers.Standing]:
            options = {"games": 40, "seed": 7, "level": 3, "ray": "auto", "out": out, "shards": SHARDS} | changes
            return cheqqers.arena(PLAYERS, **options)

        standings = arena()
        killer.join(1)
        assert len(killed) == 1, killed
        print(f"the worker {killed[0]} was killed")
        args = [option for player in PLAYERS for option in ("--player", player)]
        told = command(
            "arena", *args, "--games", "40", "--seed", "7", "--level", "3", "--out", str(alone), "--json"
        )
        assert command("arena", "show", str(out), "--json") == told
        rows = json.loads(told)["players"]
        assert [(s.name, s.wins, s.draws, s.losses, s.adjusted) for s in standings] == [
            (row["name"], row["won"], row["drawn"], row["lost"], row["adjusted"]["score"]) for row in rows
        ]
        games = sorted(out.glob("games-*.jsonl"))
        assert len(games) == SHARDS
        for path in games:
            command("replay", "--verify", str(path))

        # Shards that are there are not played again; one that is missing is.
        times = {path: path.stat().st_mtime_ns for path in games[1:]}
        games[0].unlink()
        assert arena() == standings
        assert {path: path.stat().st_mtime_ns for path in games[1:]} == times
        for changes, error in [
            ({"shards": 3}, ValueError),
            ({"out": None}, TypeError),
            ({"level": 9, "out": Path(folder, "none")}, cheqqers.PlayerError),
        ]:
            try:
                arena(**changes)
            except error as refused:
                print(f"refused: {refused}")
            else:
                raise AssertionError(changes)
        games[0].unlink()
        try:
            arena(seed=8)
        except ValueError as refused:
            print(f"refused: {refused}")
        else:
            raise AssertionError("another tournament")
    print(f"{SHARDS} shards on a Ray cluster, {3 * 40} games: the table of the command")


if __name__ == "__main__":
    main()
