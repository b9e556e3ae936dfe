"""A process for one simulator: reads requests from standard input, answers on standard output.

Started as `worker.py PEER THREADS` by `simulators.py`; one JSON object a line, both ways.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
import warnings
from pathlib import Path

from circuits import Circuit, read
from peers import PEERS, Peer


def main() -> None:
    name, threads = sys.argv[1:]
    # Simulators may write to standard output; qsim tells its time there.
    answers = os.fdopen(os.dup(1), "w")
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 1)
    warnings.filterwarnings("ignore")
    peer = PEERS[name](int(threads))
    for line in sys.stdin:
        request = json.loads(line)
        try:
            circuit = read(Path(request["file"]).read_text())
            if request["whole"]:
                answer = {"states": states(peer, circuit)}
            else:
                answer = timed(peer, circuit, request)
        except Exception as error:  # Whatever a simulator raises belongs in the report.
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=answers, flush=True)


def states(peer: Peer, circuit: Circuit) -> list[list[tuple[float, float]]]:
    """The final state with each setting."""
    found = []
    for setting in peer.settings:
        state = peer.prepare(circuit, setting, whole=True)().read()
        found.append([(a.real, a.imag) for a in state.tolist()])
    return found


def timed(peer: Peer, circuit: Circuit, request: dict) -> dict:
    """The least of the settings' medians, and the probabilities of the measured bits."""
    best = None
    for setting in peer.settings:
        run = peer.prepare(circuit, setting, whole=False)
        times, last, start = [], None, time.perf_counter()
        while len(times) < request["repeat"]:
            # One at a time: a state may take half of the memory.
            last = None
            last = run()
            times.append(getattr(last, request["clock"]))
            if time.perf_counter() - start > request["budget"]:
                break
        seconds = statistics.median(times)
        if best is None or seconds < best["seconds"]:
            best = {
                "seconds": seconds,
                "setting": None if setting is None else str(setting),
                "probabilities": last.read().tolist(),
            }
    return best


if __name__ == "__main__":
    main()
