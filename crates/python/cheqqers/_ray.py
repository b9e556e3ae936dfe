"""Tournaments on a Ray cluster."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from .errors import PlayerError
from .progress import progress

_PLAN = "arena.json"


def _games_file(shard: int, shards: int) -> str:
    return f"games-{shard}-of-{shards}.jsonl"


def _run(args: list[str]) -> str:
    """What the command prints."""
    done = subprocess.run([sys.executable, "-m", "cheqqers", "arena", *args], capture_output=True, text=True)
    if done.returncode != 0:
        raise PlayerError(done.stderr.strip() or f"the tournament ended with status {done.returncode}")
    return done.stdout


def show(folder: Path) -> str:
    """The table of a tournament as JSON."""
    return _run(["show", str(folder), "--json"])


def _play(args: list[str], shard: int, shards: int) -> tuple[bytes, bytes]:
    """Plays a shard elsewhere: the plan and the games."""
    with tempfile.TemporaryDirectory() as folder:
        _run([*args, "--threads", "1", "--shard", f"{shard}/{shards}", "--out", folder])
        return Path(folder, _PLAN).read_bytes(), Path(folder, _games_file(shard, shards)).read_bytes()


def _write(path: Path, content: bytes) -> None:
    """Writes a file as a whole or not at all."""
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def play_shards(address: str, args: list[str], out: Path, shards: int | None) -> None:
    """Plays the shards that a folder does not hold yet, each as a task of a Ray cluster. Ray plays the shard of a worker
    that is lost again; each is in the folder once it is played.

    Raises:
        PlayerError: The tournament can't be held.
        ValueError: The folder holds another tournament, or one in other shards.
    """
    import ray

    if not ray.is_initialized():
        ray.init(address=None if address == "local" else address, log_to_driver=False)
    out.mkdir(parents=True, exist_ok=True)
    if shards is None:
        shards = 4 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    held = {path.name for path in out.glob("games*.jsonl")}
    if others := held - {_games_file(shard, shards) for shard in range(1, shards + 1)}:
        raise ValueError(f"{out} holds {min(others)}, which is none of {shards} shards: go on with as many as before")
    # A lost worker is no fault of the shard.
    play = ray.remote(num_cpus=1, max_retries=-1)(_play)
    missing = [shard for shard in range(1, shards + 1) if _games_file(shard, shards) not in held]
    tasks = {play.remote(args, shard, shards): shard for shard in missing}
    try:
        for _ in progress(missing, "shards"):
            [done], _ = ray.wait(list(tasks))
            try:
                plan, games = ray.get(done)
            except ray.exceptions.RayTaskError as error:
                # Without the worker's stack, which says nothing more.
                raise error.cause from None
            known = out / _PLAN
            if not known.exists():
                _write(known, plan)
            elif known.read_bytes() != plan:
                raise ValueError(f"{out} holds another tournament")
            _write(out / _games_file(tasks.pop(done), shards), games)
    finally:
        for task in tasks:
            ray.cancel(task, force=True)
