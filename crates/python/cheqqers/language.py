"""Language models as players: prompts with the rules and the position, answers as JSON, retries with reasons.

A model is any function from a prompt to the text of its answer, so that the client of any vendor fits in a line. It is
told the rules and the position, never the legal moves. With obfuscated rules squares, pieces and moves have invented
names, so that a model can't recall the game and has to read its rules.

>>> from cheqqers import play
>>> from cheqqers.language import LanguagePlayer
>>> player = LanguagePlayer(lambda prompt: "I don't know.", retries=1, on_failure="random", seed=1)
>>> play(player, "random", level=3, size=4, seed=1).outcome is not None
True
>>> player.counts["unreadable"] == 2 * player.counts["moves"] == 2 * player.counts["random_moves"]
True
"""

from __future__ import annotations

import hashlib
import json
import math
import random
import re
import statistics
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ._core import Game, Move, Ply, Position, __version__, game_seed
from .errors import GameOverError, PlayerError, SettingError
from .match import _name, play
from .players import Chooser

__all__ = ["PROMPT_VERSION", "LanguageGame", "LanguagePlayer", "LanguageReport", "evaluate", "rules_text"]

#: Version of the prompts: their words, rules and form.
PROMPT_VERSION = "cheqqers-language-v1"

#: Only so much of the end of an answer is read.
_READ = 20_000

# In the forms of moves A, B and C stand for cells.
_KEYS = (
    "white black man king cell token share whole step split merge capture linked measure weight angle "
    "form_step form_split form_merge form_capture pattern"
)
_INVENTED = (
    "Vel Tor walker rover cell token share whole shift fork join leap linked settle weight angle "
    "A>B A>B+C A+B>C A>>B [a-z]{4}"
)
_USUAL = (
    "white black man king square piece part classical step split merge capture entangled measure probability phase "
    "A-B A^BC AB^C AxB [a-z][0-9]{1,2}"
)
_WORDS = {
    rules: dict(zip(_KEYS.split(), words.split(), strict=True))
    for rules, words in (("obfuscated", _INVENTED), ("plain", _USUAL))
}

# Lines of the rules, each after the levels that have it, and `draw` or the entanglement rule where that matters.
# Sources: arXiv:2506.05962 and the manual's page of rules.
_RULES = """\
0123|Two sides play, {white} and {black}; {white} moves first.
0123|
0123|Board
0123|- The state lists "columns" and "rows" in order. A {cell} is named by its column followed by its row.
0123|- Only those {cell}s are used whose column number and row number, counted from 1, have an even sum.
0123|- Forward is towards the end of "rows" for {white}, towards its beginning for {black}.
0123|- Neighbours of a {cell} are the {cell}s, up to four, in a column next to its own and a row next to its own.
0123|- The rank of a {token} is {man} or {king}. A {cell} holds at most one {token}.
123|- A {token} is {whole} (certainly on one {cell}), or several {cell}s hold a {share} of it each. The "{weight}" of a
123|  {share}, between 0 and 1, says how likely it is that the {token} turns out to be there. All {share}s of a {token}
123|  have the same "id", and each has a rank of its own. No {cell} holds {share}s of two {token}s.
123|- Empty below means: with no {token} and no {share}, however small its {weight}.
0123|
0123|Moves
0123|- {step} {form_step}: from A to an empty neighbour B; a {man} only forward, a {king} in all directions.
123|  A {share} moves as a {whole} {token} does.
123|- {split} {form_split}: what is on A, a {whole} {token} or a {share}, goes to two different empty {cell}s B and C
123|  at once, to each of which it could {step}. B and C have half of its {weight} each, and A is empty.
3|- {merge} {form_merge}: two {share}s of one {token}, of the same rank, go from A and B to one empty {cell} C to which
3|  each of them could {step}.
0123|- {capture} {form_capture}: from A over the neighbour M, where something of the other side is, to the empty {cell}
0123|  B behind it, two columns and two rows from A; a {man} only forward, a {king} in all directions.
0123|- If the side to move has any {capture}, only {capture}s are allowed.
123|  This holds for a {capture} from or over a {share}, too, though it may fail.
0123|- What comes to the row that is farthest forward becomes a {king}.
123|  Other {share}s of its {token} stay what they are.
0123|
0123|What a {capture} does
0|- The {token} on M is removed, the other one is on B.
123|- A and M {whole}: the {token} on M is removed, the other one is on B.
1|- A {whole}, M a {share}: M is {measure}d.
23 single|- A {whole}, M a {share} of a {token} that is not {linked}: nothing is {measure}d; both {token}s become {linked}.
23 unlimited|- A {whole}, M a {share}: nothing is {measure}d; the two {token}s, and all that are {linked} with M's,
23 unlimited|  become {linked}.
23|  In the cases in which M's {token} was on M, it is removed and A's is on B; in all others A's is still on A. M is
23|  empty after that, and A and B hold {share}s of one {token}.
23 single|- A {whole}, M a {share} of a {token} that is {linked}: M is {measure}d.
123|- A a {share}: A is {measure}d. If its {token} is there and M is still a {share}, M is {measure}d next.
123|- When A or M was {measure}d: if both {token}s are there, M's is removed and A's goes to B. If not, nothing moves,
123|  and the turn is over.
123|- If a {cell} is {measure}d, one place of its {token} is drawn, as likely as its {weight} says. The {token} is
123|  {whole} there, with the rank of its {share} there, and its other {cell}s are empty.
23|  What is {linked} is {measure}d together: one of the cases is drawn. A {token} that it has on no {cell} was removed
23|  earlier.
0123|- After a {capture}, if what is on B can {capture} again from there, the same side must go on with it, by any such
0123|  {capture}; "continue_from" is B then. The turn is over if it can't, or if it became a {king} just now.
23|  So it is after a {capture} that made {token}s {linked}, too.
3|
3|How {angle}s decide a {merge}
3|- Each {share} of a {token} that is not {linked} has a complex number: √{weight} times exp(i {angle}), with the {angle}
3|  in degrees. A {whole} {token} has 1. If {token}s are {linked}, each case has such a number.
3|- A {step} of a {share} multiplies it by i. A {split} of a gives i a/√2 to each of the two {cell}s.
3|- A {merge} of a on A and b on B gives -i (a + b)/√2 to C, (b - a)/√2 to B, and nothing to A. Here A is the one of the
3|  two whose row comes first in "rows" or, in one row, whose column comes first in "columns".
3|- A {capture} that makes {token}s {linked} multiplies by i the cases in which A's {token} is on B then.
3|- If the {token} that moves is {linked}, the same is done in each set of cases that differ in its place alone.
3|- A {cell} whose {weight} becomes 0 is empty, and a {token} that has one place left is {whole}.
0123|
0123|End
0123 draw|- After {draw_after} moves of both sides together without a removal the game is a draw; each {capture} of a
0123 draw|  turn is a move.
23 draw|  A {capture} that makes {token}s {linked} is no removal. It counts as one when a {token} is {measure}d and turns out
23 draw|  to have been removed earlier.
0123|- Otherwise a side that is to move and has no allowed move has lost.
0123|
0123|State
0123|- "you": your side, which is to move. "{token}s": all {cell}s that are not empty; "id" is that of the {token}.
3|  A {share} of a {token} that is not {linked} has its {angle}.
23|- "{linked}": the sets of {linked} {token}s, by their "ids". A case has the {cell}s that are occupied together,
23|  while all others of the set are empty, and its {weight}.
3|  It has its {angle}, too.
0123 draw|- "moves_to_draw": after so many more moves without a removal the game is a draw.
0123|- "history": the last moves.
123|  "{measure}d" says which {cell}s were {measure}d together, and in which of them something was found.
"""


def rules_text(settings: dict[str, Any], rules: Literal["obfuscated", "plain"] = "obfuscated") -> str:
    """The rules of Cheqqers in words, as prompts have them.

    Args:
        settings: Settings of the game, as of :attr:`cheqqers.Game.settings`.
        rules: ``obfuscated``, with invented names, or ``plain``, with the usual ones.
    """
    holds = {settings["entanglement"]} | ({"draw"} if _draw_after(settings) else set())
    lines = []
    for row in _RULES.splitlines():
        tag, _, line = row.partition("|")
        levels, *options = tag.split()
        if str(settings["level"]) in levels and holds.issuperset(options):
            lines.append(line)
    return "\n".join(lines).format_map(_words(rules) | {"draw_after": str(settings["draw_after"])})


def _words(rules: str) -> dict[str, str]:
    if rules not in _WORDS:
        raise SettingError(f"rules: {rules!r} is none of {', '.join(_WORDS)}")
    return _WORDS[rules]


def _draw_after(settings: dict[str, Any]) -> int | None:
    draw_after = settings["draw_after"]
    return None if draw_after in (None, "off") else int(draw_after)


class _Names:
    """Names of the squares of a board, and moves written with them."""

    def __init__(self, words: dict[str, str], size: int, seed: int | str) -> None:
        self.columns = [chr(ord("a") + column) for column in range(size)]
        self.rows = [str(row) for row in range(1, size + 1)]
        plain = {(x, y): self.columns[x] + self.rows[y] for x in range(size) for y in range(size) if (x + y) % 2 == 0}
        if words is _WORDS["obfuscated"]:
            syllables = [consonant + vowel for consonant in "bfghjklmnprstvwz" for vowel in "aeiou"]
            drawn = random.Random(f"{PROMPT_VERSION} {size} {seed}").sample(syllables, 2 * size)
            self.columns, self.rows = drawn[:size], drawn[size:]
        self.of_square = {name: self.columns[x] + self.rows[y] for (x, y), name in plain.items()}
        self.square_of = {name: square for square, name in self.of_square.items()}
        self._forms = {kind: words[f"form_{kind}"] for kind in ("step", "split", "merge", "capture")}
        group = f"({words['pattern']})"
        self._read = {kind: re.compile(re.sub("[ABC]", group, re.escape(form))) for kind, form in self._forms.items()}

    def write(self, move: Move) -> str:
        """The move with these names."""
        cells = [self.of_square[square] for square in (*move.sources, *move.targets)]
        return re.sub("[ABC]", lambda _: cells.pop(0), self._forms[move.kind])

    def read(self, text: str) -> tuple[str, list[str], list[str]] | None:
        """Kind of a move, names of its sources, and of its targets; ``None`` where it has no form of a move."""
        text = "".join(text.split()).lower()
        for kind, form in self._read.items():
            if found := form.fullmatch(text):
                sources = 2 if kind == "merge" else 1
                return kind, list(found.groups()[:sources]), list(found.groups()[sources:])
        return None


class LanguagePlayer:
    """Asks a language model for moves, as Kaggle's Game Arena does.

    Args:
        ask: Function from a prompt to the text of the answer. What it raises passes through.
        rules: ``obfuscated``, with invented names, or ``plain``, with the usual ones.
        retries: Number of times it is asked again in a turn, with the reasons against its answers.
        names_seed: Seed of the invented names of squares.
        on_failure: ``forfeit`` raises :class:`cheqqers.PlayerError`, ``random`` plays a random legal move.
        history: Number of last plies in the prompt.
        seed: Seed of random moves; a new one by default.
        name: Name of the player, as for records.

    Attributes:
        turns: Transcript that ``json.dumps`` takes: for each turn the ``ply``, the ``side``, the ``attempts`` (``prompt``,
            ``answer``, the move as it was ``read``, the ``reason`` against it), the ``move`` played, and the ``failure``.

    It plays Cheqqers, at all levels and on all boards, while no component of several pieces has more than 26 squares.

    Raises:
        SettingError: An argument is out of range. :meth:`choose`: the game is another one.
    """

    def __init__(
        self,
        ask: Callable[[str], str],
        *,
        rules: Literal["obfuscated", "plain"] = "obfuscated",
        retries: int = 2,
        names_seed: int | str = 1,
        on_failure: Literal["forfeit", "random"] = "forfeit",
        history: int = 8,
        seed: int | str | None = None,
        name: str = "language",
    ) -> None:
        if on_failure not in ("forfeit", "random"):
            raise SettingError(f"on_failure: {on_failure!r} is none of forfeit, random")
        if retries < 0 or history < 0:
            raise SettingError("retries and history: 0 or more")
        self.name = name
        self.turns: list[dict[str, Any]] = []
        self._ask = ask
        self._rules: Literal["obfuscated", "plain"] = rules
        self._words = _words(rules)
        self._retries = retries
        self._names_seed = names_seed
        self._on_failure = on_failure
        self._history = history
        self._rng = random.Random(seed)

    @property
    def counts(self) -> dict[str, int]:
        """Counts of ``moves``, ``illegal`` and ``unreadable`` answers, ``retries``, ``forfeits`` and ``random_moves``."""
        attempts = [attempt for turn in self.turns for attempt in turn["attempts"]]
        failures = [turn["failure"] for turn in self.turns]
        return {
            "moves": len(self.turns),
            "illegal": sum(attempt["reason"] is not None and attempt["read"] is not None for attempt in attempts),
            "unreadable": sum(attempt["reason"] is not None and attempt["read"] is None for attempt in attempts),
            "retries": sum(max(len(turn["attempts"]) - 1, 0) for turn in self.turns),
            "forfeits": failures.count("forfeit"),
            "random_moves": failures.count("random"),
        }

    def choose(self, game: Game) -> Move:
        """The move that the model answers.

        Raises:
            PlayerError: None of its answers is a legal move, and it forfeits.
            GameOverError: The game is over.
        """
        prompt = self.prompt(game)
        legal = {_key(move.kind, move.sources, move.targets): move for move in game.legal_moves}
        names = self._names(game)
        attempts: list[dict[str, Any]] = []
        turn: dict[str, Any] = {"ply": len(game.plies) + 1, "side": game.turn, "attempts": attempts}
        turn |= {"move": None, "failure": None}
        self.turns.append(turn)
        for _ in range(self._retries + 1):
            text = prompt + "".join(map(_again, attempts))
            answer = self._ask(text)
            read = _move_in(answer)
            reason, move = self._judge(read, names, game, legal)
            kept = answer if isinstance(answer, str) else None
            attempts.append({"prompt": text, "answer": kept, "read": read, "reason": reason})
            if move is not None:
                turn["move"] = str(move)
                return move
        turn["failure"] = self._on_failure
        if self._on_failure == "forfeit":
            tries = "1 answer" if len(attempts) == 1 else f"{len(attempts)} answers"
            reason = attempts[-1]["reason"]
            raise PlayerError(f"{self.name} forfeits: {tries} without a legal move; against the last: {reason}")
        move = self._rng.choice(game.legal_moves)
        turn["move"] = str(move)
        return move

    def prompt(self, game: Game) -> str:
        """The prompt for the player to move: rules, form of the answer, state as JSON.

        Raises:
            SettingError: The game is another one than Cheqqers.
            GameOverError: The game is over.
        """
        if not isinstance(game, Game) or game.name != "cheqqers":
            told = game.name if isinstance(game, Game) else type(game).__name__
            raise SettingError(f"language models are told the rules of cheqqers alone, not of {told}")
        if game.outcome is not None:
            raise GameOverError(f"the game is over: {game.outcome}")
        state = ",\n".join(f" {json.dumps(key)}: {_lines(value)}" for key, value in self.state(game).items())
        names = self._names(game)
        form = self._words["form_step"].replace("A", names.columns[0] + names.rows[0])
        example = form.replace("B", names.columns[-1] + names.rows[-1])
        return (
            f"{rules_text(game.settings, self._rules)}\n\nAnswer\nYou play {self._words[game.turn]}. Find a move that is "
            'allowed, and a good one. End your answer with it as a JSON object, {"move": "..."}, in one of the forms above '
            f"with names of {self._words['cell']}s. " + f'{{"move": "{example}"}} shows the form only. '
            f"The last such object counts.\n\nThe state now:\n{{\n{state}\n}}\n"
        )

    def state(self, game: Game) -> dict[str, Any]:
        """The state of the game as in the prompt."""
        words, names, position = self._words, self._names(game), game.position
        parts = {part.square: part for part in position.parts()}
        sets = []
        for component in position.components() if game.settings["level"] > 1 else ():
            ids = sorted({parts[square].piece for square in component.squares})
            if len(ids) > 1:
                sets.append((ids, component.squares, component.amplitudes()))
        together = {square for _, squares, _ in sets for square in squares}
        phases = game.settings["level"] == 3
        placed = []
        for square, part in parts.items():
            entry: dict[str, Any] = {words["cell"]: names.of_square[square], "side": words[part.color or ""]}
            entry |= {"rank": words[part.kind], "id": part.piece, words["weight"]: _rounded(part.probability)}
            if phases and part.phase is not None and square not in together:
                entry[words["angle"]] = _degrees(part.phase)
            placed.append(entry)
        linked = []
        for ids, squares, amplitudes in sets:
            cases = self._cases([names.of_square[square] for square in squares], amplitudes, phases)
            linked.append({"ids": ids, "cases": cases})
        chain = _chain(game)
        state: dict[str, Any] = {"you": words[game.turn], "columns": names.columns, "rows": names.rows}
        state |= {words["token"] + "s": placed}
        if game.settings["level"] > 1:
            state[words["linked"]] = linked
        state["continue_from"] = None if chain is None else names.of_square[chain]
        if draw_after := _draw_after(game.settings):
            state["moves_to_draw"] = draw_after - _clock(position, draw_after)
        last = game.plies[max(len(game.plies) - self._history, 0) :]
        return state | {"history": [self._told(ply, names) for ply in last]}

    def _cases(self, cells: list[str], amplitudes: NDArray[np.complex128], phases: bool) -> list[dict[str, Any]]:
        """The basis states of a component."""
        words = self._words
        kets = [int(ket) for ket in np.flatnonzero(np.abs(amplitudes) ** 2 > 1e-12)]
        cases = []
        for ket in kets:
            case: dict[str, Any] = {words["cell"] + "s": [cell for bit, cell in enumerate(cells) if ket >> bit & 1]}
            case[words["weight"]] = _rounded(abs(amplitudes[ket]) ** 2)
            if phases:
                case[words["angle"]] = _degrees(float(np.angle(amplitudes[ket] / amplitudes[kets[0]])))
            cases.append(case)
        return cases

    def _told(self, ply: Ply, names: _Names) -> dict[str, Any]:
        """A ply that was played."""
        words = self._words
        told: dict[str, Any] = {"side": words[ply.turn], "move": names.write(ply.move)}
        if ply.measurements:
            told[words["measure"] + "d"] = [
                {
                    words["cell"] + "s": [names.of_square[square] for square in measurement.squares],
                    "found": [names.of_square[square] for square in measurement.occupied],
                }
                for measurement in ply.measurements
            ]
        return told

    def _names(self, game: Game) -> _Names:
        return _Names(self._words, game.settings["size"], self._names_seed)

    def _judge(
        self, read: str | None, names: _Names, game: Game, legal: dict[Any, Move]
    ) -> tuple[str | None, Move | None]:
        """The reason against an answer in the words of the prompt, or the move."""
        words = self._words
        if read is None:
            return 'it has no JSON object with a text as "move"', None
        found = names.read(read)
        if found is None:
            return "it has none of the forms of moves", None
        kind, sources, targets = found
        for cell in (*sources, *targets):
            if cell not in names.square_of:
                return f"{cell} is no {words['cell']} that is used", None
        squares = [[names.square_of[cell] for cell in cells] for cells in (sources, targets)]
        if move := legal.get(_key(kind, *squares)):
            return None, move
        parts = {part.square: part.color for part in game.position.parts()}
        chain = _chain(game)
        for square, cell in zip(squares[0], sources, strict=True):
            if parts.get(square) != game.turn:
                return f"nothing of {words[game.turn]} is on {cell}", None
        if chain is not None and squares[0] != [chain]:
            return f"what is on {names.of_square[chain]} must go on with a {words['capture']}", None
        for square, cell in zip(squares[1], targets, strict=True):
            if square in parts:
                return f"{cell} is not empty", None
        if kind != "capture" and any(key[0] == "capture" for key in legal):
            return f"there is a {words['capture']}, so that only {words['capture']}s are allowed", None
        return f"the rules do not allow this {words[kind]}", None


def _key(kind: str, sources: Sequence[str], targets: Sequence[str]) -> tuple[str, frozenset[str], frozenset[str]]:
    """Key of a move, whatever the order of its squares."""
    return kind, frozenset(sources), frozenset(targets)


def _chain(game: Game) -> str | None:
    """The square of the piece that must go on capturing."""
    last = game.plies[-1] if game.plies else None
    return last.move.targets[0] if last is not None and last.turn == game.turn else None


def _clock(position: Position, draw_after: int) -> int:
    """Plies since the last capture."""
    planes = position.planes()
    assert planes is not None, "cheqqers has planes"
    share = planes[position.plane_names.index("share of the plies to a draw that have passed"), 0, 0]
    return round(float(share) * draw_after)


def _rounded(probability: float) -> float:
    return round(float(probability), 13)


def _degrees(phase: float) -> float:
    return round(math.degrees(phase), 11) % 360


def _lines(value: Any) -> str:
    """JSON, with a line for each object of a list."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(f"  {json.dumps(item)}" for item in value) + "\n ]"
    return json.dumps(value)


def _move_in(answer: Any) -> str | None:
    """The move of the last JSON object of an answer that has one."""
    if not isinstance(answer, str):
        return None
    text = answer[-_READ:]
    decoder, found, at = json.JSONDecoder(), None, text.find("{")
    while at >= 0:
        end = at + 1
        try:
            value, after = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            pass
        else:
            if isinstance(value.get("move"), str):
                found, end = value["move"], after
        at = text.find("{", end)
    return found


def _again(attempt: dict[str, Any]) -> str:
    """What is added to the prompt after an answer that can't be played."""
    said = attempt["read"]
    if said is not None:
        told = f"Your move {json.dumps(said[:100])} can't be played"
    else:
        told = f"Your answer, which ended with {json.dumps((attempt['answer'] or '')[-300:])}, can't be read"
    return f'\n{told}: {attempt["reason"]}. Answer again, and end with {{"move": "..."}}.\n'


@dataclass(frozen=True)
class LanguageGame:
    """A game of a language model.

    Attributes:
        opponent: Name of the opponent.
        color: Side of the model, ``white`` or ``black``.
        seed: Seed of the game.
        plies: Number of plies.
        points: Points of the model: 1 for a win, 0.5 for a draw.
        adjusted: The points less the luck of measurements.
        counts: Counts, as of :attr:`LanguagePlayer.counts`.
    """

    opponent: str
    color: Literal["white", "black"]
    seed: int
    plies: int
    points: float
    adjusted: float
    counts: dict[str, int]


@dataclass(frozen=True)
class LanguageReport:
    """Results of a language model.

    Attributes:
        settings: Settings of the game.
        options: Arguments of the evaluation, and versions: ``prompt``, ``package``, ``rules_sha256`` of the rules as told.
        games: The games, in order.
    """

    settings: dict[str, Any]
    options: dict[str, Any]
    games: list[LanguageGame]

    def summary(self, opponent: str | None = None) -> dict[str, Any]:
        """Sums over all games, or those against an opponent.

        Returns:
            ``games``, ``points``, ``adjusted`` points with their standard ``error``, the counts, and ``illegal_per_move``,
            the number of illegal and unreadable answers by that of moves.
        """
        games = [game for game in self.games if opponent in (None, game.opponent)]
        adjusted = [game.adjusted for game in games]
        error = statistics.stdev(adjusted) * math.sqrt(len(games)) if len(games) > 1 else None
        counts = {key: sum(game.counts[key] for game in games) for key in games[0].counts} if games else {}
        refused = counts.get("illegal", 0) + counts.get("unreadable", 0)
        return {
            "games": len(games),
            "points": sum(game.points for game in games),
            "adjusted": sum(adjusted),
            "error": error,
            **counts,
            "illegal_per_move": refused / counts["moves"] if counts.get("moves") else None,
        }

    def to_json(self) -> str:
        """The report as JSON."""
        opponents = dict.fromkeys(game.opponent for game in self.games)
        summaries = {opponent: self.summary(opponent) for opponent in opponents}
        total = {"all": self.summary(), "opponents": summaries}
        return json.dumps({**self.options, "settings": self.settings, **total, "games": list(map(asdict, self.games))})


def evaluate(
    ask: Callable[[str], str],
    opponents: Sequence[str | Chooser] = ("random", "expert:nodes=200"),
    *,
    games: int = 2,
    seed: int = 1,
    rules: Literal["obfuscated", "plain"] = "obfuscated",
    retries: int = 2,
    on_failure: Literal["forfeit", "random"] = "forfeit",
    max_plies: int | None = None,
    luck: int = 1,
    on_game: Callable[[Game, LanguagePlayer], None] | None = None,
    **settings: Any,
) -> LanguageReport:
    """Plays games of a language model against other players, with colours in turn and other names in each game.

    The report is the same again where the function and the opponents answer the same again; ``expert`` does so if its
    nodes are given, not its time. Adjusted points are points less the luck that :meth:`cheqqers.Game.luck` counts. Luck has
    the mean 0, so that they have the mean of the points, and mostly vary less; ``cheqqers arena`` subtracts a share of it.

    Args:
        ask: Function from a prompt to the text of the answer.
        opponents: Players, as for :func:`cheqqers.play`.
        games: Number of games against each opponent, an even one.
        seed: Seed of all games.
        rules: As for :class:`LanguagePlayer`, and so are ``retries`` and ``on_failure``; a forfeit is a loss.
        max_plies: Number of plies after which a game counts as a draw.
        luck: Number of positions searched for each outcome to count luck.
        on_game: Called after each game with the game and the player, as to save the record and the transcript.
        **settings: Settings of the game, as ``level=3`` and ``size=6``.

    Raises:
        SettingError: There is no such setting, or the number of games is odd.
        PlayerError: An opponent failed.

    >>> report = evaluate(lambda prompt: '{"move": "none"}', ["random"], retries=1, level=1, size=4)
    >>> report.summary("random")["points"], report.summary()["forfeits"], report.summary()["illegal_per_move"]
    (0.0, 2, 2.0)
    """
    if games < 2 or games % 2:
        raise SettingError("games: an even number, 2 or more, so that colours are balanced")
    played: list[LanguageGame] = []
    for number in range(games * len(opponents)):
        opponent, own = opponents[number // games], game_seed(seed, number + 1)
        color: Literal["white", "black"] = "white" if number % 2 == 0 else "black"
        player = LanguagePlayer(
            ask, rules=rules, retries=retries, names_seed=own, on_failure=on_failure, seed=f"{own} {color}"
        )
        seats = (player, opponent) if color == "white" else (opponent, player)
        game = Game("cheqqers", seed=own, **settings)
        game.players = (_name(seats[0]), _name(seats[1]))
        try:
            play(*seats, game=game, seed=own, max_plies=max_plies)
        except PlayerError:
            if not player.counts["forfeits"]:
                raise
            game.resign()
        sign = 1 if color == "white" else -1
        result = {"white": 0.5, "black": -0.5}.get(game.outcome or "draw", 0.0)
        points = 0.5 + sign * result
        adjusted = points - sign * sum(game.luck(luck))
        name = _name(opponent)
        played.append(LanguageGame(name, color, own, len(game.plies), points, adjusted, player.counts))
        if on_game is not None:
            on_game(game, player)
    settings = Game("cheqqers", seed=seed, **settings).settings
    digest = hashlib.sha256(rules_text(settings, rules).encode()).hexdigest()
    options: dict[str, Any] = {"prompt": PROMPT_VERSION, "package": __version__, "rules": rules, "rules_sha256": digest}
    options |= {"seed": seed, "retries": retries, "on_failure": on_failure, "max_plies": max_plies, "luck": luck}
    return LanguageReport(settings, options, played)
