"""Work that may crash, hang or want all memory, in a process of its own."""

from __future__ import annotations

import logging
import multiprocessing
import os
import resource
import subprocess
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any


class Failed(Exception):
    """Work that came to nothing."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind
        """`refused`, `crashed`, `memory` or `timeout`."""
        self.reason = reason


@dataclass(frozen=True)
class Limits:
    """What one piece of work may take."""

    seconds: float
    num_bytes: int

    def set(self) -> None:
        """Limits the memory of this process."""
        resource.setrlimit(resource.RLIMIT_AS, (self.num_bytes, self.num_bytes))


def command(arguments: list[str], limits: Limits) -> bytes:
    """What `cheqqers` prints.

    Raises:
        Failed: It gave none.
    """
    try:
        done = subprocess.run(
            [os.environ["CHEQQERS"], *arguments],
            capture_output=True,
            check=False,
            timeout=limits.seconds,
            preexec_fn=limits.set,
        )
    except subprocess.TimeoutExpired:
        raise Failed("timeout", f"more than {limits.seconds:g} s") from None
    if not done.returncode:
        return done.stdout
    said = done.stderr.decode(errors="replace").strip()
    if "memory allocation of" in said:
        raise Failed("memory", "out of memory")
    if done.returncode < 0 or "panicked at" in said:
        raise Failed("crashed", " ".join(said.split()) or f"signal {-done.returncode}")
    raise Failed("refused", said.split("\n")[0].removeprefix("error: "))


class Worker:
    """A process that works for this one, until it fails; then another does."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.process: multiprocessing.Process | None = None

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """The value of a function.

        Raises:
            Failed: It has none.
        """
        if self.process is None:
            context = multiprocessing.get_context("spawn")
            self.pipe, theirs = context.Pipe()
            self.process = context.Process(target=serve, args=(theirs, self.limits), daemon=True)
            self.process.start()
            theirs.close()
            self.pipe.recv()
        self.pipe.send((function, arguments))
        if not self.pipe.poll(self.limits.seconds):
            self.close()
            raise Failed("timeout", f"more than {self.limits.seconds:g} s")
        try:
            failure, value = self.pipe.recv()
        except EOFError:
            self.process.join()
            code = self.process.exitcode
            self.close()
            raise Failed("crashed", f"ended with status {code}") from None
        if failure:
            raise Failed(failure, value)
        return value

    def close(self) -> None:
        """Ends the process."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.pipe.close()
            self.process = None


def serve(pipe: Any, limits: Limits) -> None:
    """Answers what is asked, until nobody asks."""
    warnings.filterwarnings("ignore")
    logging.disable()
    limits.set()
    with suppress(EOFError):
        pipe.send(None)
        while True:
            function, arguments = pipe.recv()
            try:
                answer = (None, function(*arguments))
            except MemoryError:
                answer = ("memory", "out of memory")
            # Whatever a toolkit throws is a file that it does not read, and is reported as such.
            except BaseException as error:
                answer = ("refused", " ".join(f"{type(error).__name__}: {error}".split())[:300])
            pipe.send(answer)
