"""Draws what searches with networks lose in positions of solved boards against their simulations, as SVG.

    python regret.py "trained=zero/latest.net" "at the beginning=zero/00010.net" > regret.svg

The positions are the reference positions on 4 x 4 at level 2 (--level), whose values are exact. Numbers go to standard error.
"""

from __future__ import annotations

import argparse
import math
import sys

from curve import chart

from cheqqers import dataset

SIMULATIONS = [1, 4, 16, 64, 256, 1024]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("networks", nargs="+", metavar="NAME=FILE", help="a network, and its name in the picture")
    parser.add_argument("--level", type=int, default=2, help="of the positions, 0 to 2")
    args = parser.parse_args()
    if bad := [given for given in args.networks if "=" not in given]:
        parser.error(f"{bad[0]}: write NAME=FILE")
    exact = [one for one in dataset.reference_positions() if one.exact and one.settings["size"] == 4]
    positions = [one for one in exact if one.settings["level"] == args.level]
    if not positions:
        parser.error(f"there are no positions of level {args.level}")
    runs: dict[str, list[tuple[float, float, float]]] = {}
    for name, file in (given.rsplit("=", 1) for given in args.networks):
        for simulations in SIMULATIONS:
            report = dataset.evaluate(f"net@{simulations}:{file}", positions)
            half = 1.96 * report.error
            print(f"{name}, {simulations}: {report.loss:.4f} ± {half:.4f}", file=sys.stderr)
            runs.setdefault(name, []).append((math.log2(simulations), report.loss, half))
    x_ticks = [(math.log2(simulations), str(simulations)) for simulations in SIMULATIONS]
    most = max(loss + error for run in runs.values() for _, loss, error in run)
    y_ticks = [(tick / 20, f"{tick / 20:.2f}") for tick in range(int(20 * most) + 2)]
    print(chart("Loss of a move", runs, ("simulations", x_ticks), ("points lost by a move", y_ticks)))


if __name__ == "__main__":
    main()
