"""Times `cheqqers simulate` beside the simulators that people install, on circuits of games and on others.

Started by `benches/peers/run`, which installs them. Prints Markdown; README.md says what is timed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from agree import check_states, check_words, games, others
from bench import Bench
from circuits import Circuit
from games import FAMILIES
from general import CASES, KINDS, Case
from machine import machine
from simulators import PEERS, SPARSE_PEERS, Ours, Peer, Request, dense, general, has_single, sparse

SIZES = list(range(12, 27, 2))
QUICK_MOST = 20
MOST_FOR_GATES = 24
"""Qubits of the states on which single gates are timed."""
SPARSE_FAMILIES = ("game", "several")
GENERAL = "general"

Circuits = Callable[[int], Mapping[str, Circuit]]
"""Makes circuits of a seed, by name."""


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="benches/peers/run",
        description=__doc__.split("\n\n")[0],
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    families = [*FAMILIES, "gates"]
    peers = [*PEERS, *SPARSE_PEERS]
    parser.add_argument(
        "--family",
        type=words([*families, GENERAL]),
        default=families,
        metavar="NAME,...",
        help=f"{', '.join(families)}, {GENERAL}",
    )
    parser.add_argument(
        "--peers",
        type=words(peers),
        metavar="NAME,...",
        help=f"{', '.join(peers)}; all by default, and beside {GENERAL} circuits qsim",
    )
    parser.add_argument(
        "--qubits",
        type=numbers(6, 28),
        metavar="N,...",
        help=f"by default {', '.join(map(str, SIZES))}, and {len(CASES)} {GENERAL} circuits of 16 to 26",
    )
    parser.add_argument("--threads", type=numbers(1, 64), default=[1, 2], metavar="T,...")
    parser.add_argument("--repeat", type=int, default=5, help="runs of which the median is taken")
    parser.add_argument(
        "--rounds",
        type=int,
        choices=range(1, 101),
        metavar="N",
        default=1,
        help="times that all take turns with a circuit; the quickest median counts",
    )
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
    print(f"{machine()}.")
    try:
        if not has_single():
            print("\n`cheqqers simulate` has no `--precision`: single precision is left out.")
        check_words()
        for threads in arguments.threads:
            if arguments.family != [GENERAL]:
                for make in (dense, sparse):
                    tables(arguments, *make(arguments.peers or PEERS | SPARSE_PEERS, threads), threads)
            if GENERAL in arguments.family:
                beside = general(arguments.peers or ["qsim"], threads)
                general_table(arguments, *beside, threads)
    except RuntimeError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


@contextmanager
def opened(
    arguments: argparse.Namespace, peers: list[Peer], ours: list[Ours], make: Circuits
) -> Iterator[Bench]:
    """A bench with these simulators, once they agree on small circuits."""
    request = Request(arguments.repeat, arguments.budget, arguments.clock)
    with (
        TemporaryDirectory() as folder,
        closing(
            Bench(Path(folder), peers, ours, request, arguments.patience, arguments.rounds)
        ) as bench,
    ):
        check_states(Path(folder), peers, ours, make(arguments.seed))
        yield bench


def tables(
    arguments: argparse.Namespace, peers: list[Peer], ours: list[Ours], threads: int
) -> None:
    """Every family with these simulators."""
    if not peers:
        return
    sizes = arguments.qubits or SIZES
    if arguments.quick:
        sizes = [size for size in sizes if size <= QUICK_MOST]
    with opened(arguments, peers, ours, games) as bench:
        kind = ours[0].kind
        for family in arguments.family:
            title = f"{family}, {kind}, {counted(threads)}"
            if family in FAMILIES and (kind == "dense" or family in SPARSE_FAMILIES):
                bench.family(family, title, sizes, arguments.seed)
            elif (
                family == "gates"
                and kind == "dense"
                and (small := [size for size in sizes if size <= MOST_FOR_GATES])
            ):
                bench.gates(f"{title}, {small[-1]} qubits", small[-1], arguments.seed)


def general_table(
    arguments: argparse.Namespace, peers: list[Peer], ours: list[Ours], threads: int
) -> None:
    """The circuits that are no games; of sizes that are asked for, each kind."""
    cases = CASES
    if arguments.qubits:
        cases = [Case(kind, size) for kind, size in product(KINDS, arguments.qubits)]
    if arguments.quick:
        cases = [case for case in cases if case.num_qubits <= QUICK_MOST]
    with opened(arguments, peers, ours, others) as bench:
        bench.general(f"{GENERAL}, {counted(threads)}", cases, arguments.seed)


def counted(threads: int) -> str:
    return "1 thread" if threads == 1 else f"{threads} threads"


if __name__ == "__main__":
    sys.exit(main())
