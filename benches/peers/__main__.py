"""Times `cheqqers simulate` beside the simulators that people install, on circuits of games.

Started by `benches/peers/run`, which installs them. Prints Markdown; README.md says what is timed.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from agree import check_states, check_words
from bench import Bench
from games import FAMILIES
from simulators import PEERS, SPARSE_PEERS, Ours, Peer, Request, dense, has_single, sparse

SIZES = list(range(12, 27, 2))
QUICK_MOST = 20
MOST_FOR_GATES = 24
"""Qubits of the states on which single gates are timed."""
SPARSE_FAMILIES = ("game", "several")


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="benches/peers/run",
        description=__doc__.split("\n\n")[0],
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    families = [*FAMILIES, "gates"]
    peers = [*PEERS, *SPARSE_PEERS]
    parser.add_argument("--family", type=words(families), default=families, metavar="NAME,...")
    parser.add_argument("--peers", type=words(peers), default=peers, metavar="NAME,...")
    parser.add_argument("--qubits", type=numbers(6, 28), default=SIZES, metavar="N,...")
    parser.add_argument("--threads", type=numbers(1, 64), default=[1, 2], metavar="T,...")
    parser.add_argument("--repeat", type=int, default=5, help="runs of which the median is taken")
    parser.add_argument(
        "--budget", type=float, default=2, help="seconds after which no more runs are begun"
    )
    parser.add_argument(
        "--patience", type=float, default=8, help="seconds that a circuit may take, about"
    )
    parser.add_argument(
        "--clock",
        choices=["gates", "call"],
        default="gates",
        help="what is timed of a peer: its gates, or the call of its user",
    )
    parser.add_argument("--seed", type=int, default=1, help="of the games")
    parser.add_argument("--quick", action="store_true", help=f"up to {QUICK_MOST} qubits")
    return parser.parse_args()


def words(known: list[str]):
    """Reads some of the known names."""

    def read(text: str) -> list[str]:
        names = text.split(",")
        if unknown := [name for name in names if name not in known]:
            raise argparse.ArgumentTypeError(f"no {unknown[0]!r}: {', '.join(known)}")
        return names

    return read


def numbers(least: int, most: int):
    """Reads numbers in a range."""

    def read(text: str) -> list[int]:
        try:
            found = sorted({int(number) for number in text.split(",")})
        except ValueError:
            raise argparse.ArgumentTypeError(f"not numbers: {text!r}") from None
        if not least <= found[0] <= found[-1] <= most:
            raise argparse.ArgumentTypeError(f"not within {least} and {most}: {text}")
        return found

    return read


def main() -> int:
    arguments = options()
    if arguments.quick:
        arguments.qubits = [size for size in arguments.qubits if size <= QUICK_MOST]
    load = os.getloadavg()[0]
    print(f"{processor()}, {os.cpu_count()} cores, load {load:.1f}; {platform.platform()}.")
    try:
        if not has_single():
            print("\n`cheqqers simulate` has no `--precision`: single precision is left out.")
        check_words()
        for threads in arguments.threads:
            for make in (dense, sparse):
                tables(arguments, *make(arguments.peers, threads), threads)
    except RuntimeError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def processor() -> str:
    """The name of the processor, where it is told."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def tables(
    arguments: argparse.Namespace, peers: list[Peer], ours: list[Ours], threads: int
) -> None:
    """Every family with these simulators, once they agree."""
    if not peers:
        return
    request = Request(arguments.repeat, arguments.budget, arguments.clock)
    with (
        TemporaryDirectory() as folder,
        closing(Bench(Path(folder), peers, ours, request, arguments.patience)) as bench,
    ):
        check_states(Path(folder), peers, ours, arguments.seed)
        kind = ours[0].kind
        for family in arguments.family:
            title = f"{family}, {kind}, {threads} {'thread' if threads == 1 else 'threads'}"
            if family != "gates" and (kind == "dense" or family in SPARSE_FAMILIES):
                bench.family(family, title, arguments.qubits, arguments.seed)
            elif kind == "dense" and (
                sizes := [n for n in arguments.qubits if n <= MOST_FOR_GATES]
            ):
                bench.gates(f"{title}, {sizes[-1]} qubits", sizes[-1], arguments.seed)


if __name__ == "__main__":
    sys.exit(main())
