"""What memory allows: the time that one pass over a state takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

REPEAT = 5


def pass_seconds(num_bytes: int, threads: int) -> float:
    """Reads and writes an array of so many bytes in place, as a gate that nothing is fused with."""
    return best(num_bytes, threads, lambda here, _: np.negative(here, out=here))


def copy_seconds(num_bytes: int, threads: int) -> float:
    """Copies an array of so many bytes to another."""
    return best(num_bytes, threads, lambda here, there: np.copyto(there, here))


def best(num_bytes: int, threads: int, work: Callable[..., object]) -> float:
    """The least of some times in which threads do the work, each on its part."""
    heres = np.array_split(np.ones(num_bytes // 8), threads)
    theres = np.array_split(np.ones(num_bytes // 8), threads)
    times = []
    with ThreadPoolExecutor(threads) as pool:
        for _ in range(REPEAT):
            start = time.perf_counter()
            list(pool.map(work, heres, theres))
            times.append(time.perf_counter() - start)
    return min(times)
