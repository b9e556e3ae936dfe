"""Draws the scores of training runs against the time of training, of the files that zero.py writes, as SVG.

    python curve.py "with=zero/progress.csv" "without=other/progress.csv" > curve.svg
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Mapping, Sequence

LEFT, RIGHT, TOP, BOTTOM = 264, 3400, 300, 1352
COLORS = ["#0072B2", "#E69F00", "#009E73", "#D55E00"]


def text(x: float, y: float, words: str, anchor: str = "middle", size: int = 40, more: str = "") -> str:
    font = f'font-family="sans-serif" font-size="{size}" fill="#282828"'
    return f'<text x="{x:.0f}" y="{y:.0f}" dy="0.5ex" text-anchor="{anchor}" {font}{more}>{words}</text>'


def line(points: Iterable[tuple[float, float]], color: str, width: int) -> str:
    path = " ".join(f"{x:.0f},{y:.0f}" for x, y in points)
    return f'<polyline fill="none" stroke="{color}" stroke-width="{width}" points="{path}"/>'


def chart(
    title: str,
    runs: Mapping[str, Sequence[tuple[float, float, float]]],
    x_axis: tuple[str, Sequence[tuple[float, str]]],
    y_axis: tuple[str, Sequence[tuple[float, str]]],
) -> str:
    """Lines with 95 % intervals: of each the points, with half of the interval; of both axes the name and the ticks."""
    (x_name, x_ticks), (y_name, y_ticks) = x_axis, y_axis
    first, last, top = x_ticks[0][0], x_ticks[-1][0], y_ticks[-1][0]

    def at(x: float, y: float) -> tuple[float, float]:
        return LEFT + (RIGHT - LEFT) * (x - first) / (last - first), BOTTOM - (BOTTOM - TOP) * y / top

    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="880" height="418" viewBox="0 0 3520 1672">']
    told = [f"{name}: {x:.1f}, {y:.3g} ± {half:.2g}" for name, run in runs.items() for x, y, half in run]
    out.append(f"<title>{title}</title><desc>{x_name}, {y_name}: {'; '.join(told)}</desc>")
    out += ['<rect width="3520" height="1672" fill="#FFFFFF"/>', text(1760, 84, title, size=55)]
    for y, words in y_ticks:
        height = at(first, y)[1]
        out += [line([(LEFT, height), (RIGHT, height)], "#E0E0E0", 4), text(236, height + 4, words, "end")]
    for x, words in x_ticks:
        place = at(x, 0)[0]
        out += [line([(place, BOTTOM), (place, BOTTOM + 16)], "#282828", 4), text(place, 1412, words)]
    side = text(72, 826, y_name, more=' transform="rotate(270, 72, 826)"')
    out += [line([at(first, top), at(first, 0), at(last, 0)], "#282828", 4), text(1832, 1524, x_name), side]
    for number, (name, run) in enumerate(runs.items()):
        color, shift = COLORS[number % len(COLORS)], LEFT + 1040 * number
        out += [line([(shift, 192), (shift + 96, 192)], color, 6), text(shift + 120, 196, name, "start", 42)]
        out.append(line([at(x, y) for x, y, _ in run], color, 6))
        for x, y, half in run:
            out.append(line([at(x, max(y - half, 0)), at(x, min(y + half, top))], color, 4))
            out.append(f'<circle cx="{at(x, y)[0]:.0f}" cy="{at(x, y)[1]:.0f}" r="16" fill="{color}"/>')
    return "\n".join([*out, "</svg>"])


def main() -> None:
    runs = {}
    for name, path in (given.rsplit("=", 1) for given in sys.argv[1:]):
        with open(path, newline="") as file:
            # Minutes of training, adjusted score and half of its interval, in percent.
            runs[name] = [(float(row[1]) / 60, 100 * float(row[3]), 100 * float(row[4])) for row in csv.reader(file)]
    minutes = int(max(x for run in runs.values() for x, _, _ in run)) + 1
    step = next(step for step in (1, 2, 5, 10, 20, 60, minutes) if minutes / step <= 12)
    x_ticks = [(minute, str(minute)) for minute in range(0, minutes + step, step)]
    y_ticks = [(score, str(score)) for score in range(0, 101, 25)]
    y_name = "points, adjusted by luck (%)"
    print(chart("Score during training", runs, ("minutes of training", x_ticks), (y_name, y_ticks)))


if __name__ == "__main__":
    main()
