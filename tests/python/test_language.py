"""Language models as players: prompts, answers of all kinds, and what an evaluation adds up."""

from __future__ import annotations

import cmath
import itertools
import json
import math
import random
import re
import time
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest

import cheqqers
from cheqqers.language import PROMPT_VERSION, LanguagePlayer, LanguageReport, evaluate, rules_text

#: Words that would tell a model which game it is.
TELLTALE = """
    checkers draughts dame dama cheqqers chess quantum qubit superposition superposed entangled entangle entanglement
    interference interfere amplitude probability measure measured measurement collapse wavefunction ket hadamard classical
    capture captured captures jump jumped hop king kings queen man men crown crowned promote piece pieces white black dark
    light square squares diagonal diagonally split merge step fen english huff
""".split()
EXTRAS: list[dict[str, Any]] = [
    {"level": 3, "size": 4},
    {"level": 3, "size": 5},
    {"level": 3, "size": 6},
    {"level": 3, "size": 7},
    {"level": 3, "size": 8},
    {"level": 0, "size": 6},
    {"level": 1, "size": 6},
    {"level": 2, "size": 6},
    {"level": 3, "size": 8, "entanglement": "unlimited"},
    {"level": 3, "size": 5, "draw_after": None},
]


def state_of(prompt: str) -> dict[str, Any]:
    """The state in a prompt, by its text alone."""
    state, _ = json.JSONDecoder().raw_decode(prompt, prompt.index("The state now:\n") + len("The state now:\n"))
    assert isinstance(state, dict)
    return state


class Reader:
    """Names of a prompt, and usual ones; and the position of a state as a game."""

    def __init__(self, state: dict[str, Any], level: int, unlimited: bool = False) -> None:
        self.state = state
        self.size = len(state["columns"])
        self.squares = {
            column + row: f"{chr(ord('a') + x)}{y + 1}"
            for x, column in enumerate(state["columns"])
            for y, row in enumerate(state["rows"])
            if (x + y) % 2 == 0
        }
        self.cells = {square: cell for cell, square in self.squares.items()}
        self.level = level
        self.unlimited = unlimited
        # Squares are numbered in a FEN from the far row of White, each row from the left.
        ordered = sorted(self.cells, key=lambda square: (-int(square[1:]), square[0]))
        self.numbers = {square: number for number, square in enumerate(ordered, 1)}

    def number(self, cell: str) -> int:
        return self.numbers[self.squares[cell]]

    def fen(self) -> str:
        """The position, from the state alone."""
        letter = {"Vel": "W", "Tor": "B"}
        placed: dict[str, list[str]] = {"Vel": [], "Tor": []}
        sets: dict[Any, list[tuple[list[str], float, float]]] = {}
        owner = {}
        for token in self.state["tokens"]:
            uncertain = token["weight"] < 1 - 1e-9
            mark = ("~" if uncertain else "") + ("K" if token["rank"] == "rover" else "")
            placed[token["side"]].append(f"{mark}{self.number(token['cell'])}")
            owner[token["cell"]] = token["id"]
            if uncertain and not any(token["id"] in entry["ids"] for entry in self.state.get("linked", [])):
                sets.setdefault(token["id"], []).append(([token["cell"]], token["weight"], token.get("angle", 0.0)))
        for number, entry in enumerate(self.state.get("linked", [])):
            sets[f"linked {number}"] = [
                (case["cells"], case["weight"], case.get("angle", 0.0)) for case in entry["cases"]
            ]
        you = self.state["you"]
        sides = [f"{letter[side]}{','.join(placed[side])}" for side in ("Vel", "Tor")]
        text = f"{letter[you]}:{':'.join(sides)}"
        if "moves_to_draw" in self.state:
            text += f":H{40 - self.state['moves_to_draw']}"
        for cases in sets.values():
            cells = sorted({cell for found, _, _ in cases for cell in found}, key=self.number)
            kets = []
            for found, weight, angle in cases:
                amplitude = math.sqrt(weight) * cmath.exp(1j * math.radians(angle))
                bits = "".join("1" if cell in found else "0" for cell in cells)
                kets.append(f"{bits}*{amplitude.real!r},{amplitude.imag!r}")
            text += f"|{','.join(str(self.number(cell)) for cell in cells)}:{';'.join(kets)}"
            if self.unlimited:
                ids = sorted({owner[cell] for cell in cells})
                text += ":" + "".join(chr(ord("a") + ids.index(owner[cell])) for cell in cells)
        return text

    def game(self) -> cheqqers.Game:
        draw_after = 40 if "moves_to_draw" in self.state else None
        entanglement = "unlimited" if self.unlimited else "single"
        return cheqqers.Game(
            level=self.level,
            size=self.size,
            draw_after=draw_after,
            entanglement=entanglement,
            position=self.fen(),
            seed=1,
        )

    def legal(self) -> list[cheqqers.Move]:
        moves = list(self.game().legal_moves)
        if (chain := self.state["continue_from"]) is not None:
            moves = [move for move in moves if move.kind == "capture" and move.sources == [self.squares[chain]]]
        return moves

    def write(self, move: cheqqers.Move) -> str:
        sources, targets = ([self.cells[square] for square in squares] for squares in (move.sources, move.targets))
        return "+".join(sources) + (">>" if move.kind == "capture" else ">") + "+".join(targets)


def expert_model(level: int, unlimited: bool = False, nodes: int = 30) -> Callable[[str], str]:
    """A model that reads nothing but the prompt, and answers what the expert chooses."""

    def ask(prompt: str) -> str:
        reader = Reader(state_of(prompt), level, unlimited)
        legal = reader.legal()
        if reader.state["continue_from"] is None:
            chosen = cheqqers.Player(f"expert:nodes={nodes}", seed=1).choose(reader.game())
        else:
            chosen = legal[0]
        assert chosen in legal
        return f'I think so.\n```json\n{{"move": "{reader.write(chosen)}"}}\n```'

    return ask


def scripted(*answers: Any) -> Callable[[str], Any]:
    """A model that gives answers in turn, the last one for ever, and keeps its prompts."""
    left = list(answers)
    prompts: list[str] = []

    def ask(prompt: str) -> Any:
        prompts.append(prompt)
        return left.pop(0) if len(left) > 1 else left[0]

    ask.prompts = prompts  # type: ignore[attr-defined]
    return ask


def positions(seed: int, **settings: Any) -> Iterator[cheqqers.Game]:
    """Positions of a random game, as the game that goes on."""
    game = cheqqers.Game(seed=seed, **settings)
    player = cheqqers.Player("random", seed=seed)
    while game.outcome is None and len(game.plies) < 120:
        yield game
        game.push(player.choose(game))


@pytest.mark.parametrize("settings", EXTRAS, ids=str)
def test_a_model_that_reads_the_prompt_alone_plays_whole_games(settings: dict[str, Any]) -> None:
    level, unlimited = settings["level"], settings.get("entanglement") == "unlimited"
    for seed in (1, 2):
        model = LanguagePlayer(expert_model(level, unlimited), names_seed=seed, retries=0)
        seats = (model, "random") if seed == 1 else ("random", model)
        game = cheqqers.play(*seats, seed=seed, max_plies=80, **settings)
        assert game.outcome is not None or len(game.plies) == 80
        assert model.counts == {"moves": len(model.turns)} | dict.fromkeys(list(model.counts)[1:], 0)
        moves = [str(ply.move) for ply in game.plies if ply.turn == ("white" if seed == 1 else "black")]
        assert [turn["move"] for turn in model.turns] == moves


@pytest.mark.parametrize("settings", EXTRAS, ids=str)
def test_the_state_says_the_whole_position(settings: dict[str, Any]) -> None:
    level, unlimited = settings["level"], settings.get("entanglement") == "unlimited"
    seen = {"linked": 0, "continue": 0, "angle": 0}
    for seed in range(12):
        player = LanguagePlayer(scripted(""), names_seed=seed)
        for game in positions(seed, **settings):
            prompt = player.prompt(game)
            state = state_of(prompt)
            assert state == player.state(game)
            reader = Reader(state, level, unlimited)
            together = {cell for entry in state.get("linked", []) for case in entry["cases"] for cell in case["cells"]}
            parts = game.position.parts()
            assert [reader.squares[token["cell"]] for token in state["tokens"]] == [part.square for part in parts]
            for token, part in zip(state["tokens"], parts, strict=True):
                assert token["weight"] == pytest.approx(part.probability, abs=1e-12)
                assert token["id"] == part.piece
                assert token["side"] == {"white": "Vel", "black": "Tor"}[str(part.color)]
                assert token["rank"] == {"man": "walker", "king": "rover"}[part.kind]
                if "angle" in token:
                    seen["angle"] += token["angle"] != 0
                    assert part.phase is not None
                    turned = cmath.exp(1j * math.radians(token["angle"])) - cmath.exp(1j * part.phase)
                    assert abs(turned) < 1e-12
                else:
                    assert part.phase is None or token["cell"] in together or level < 3
            seen["linked"] += len(state.get("linked", []))
            seen["continue"] += state["continue_from"] is not None
            assert (state["continue_from"] is None) == ("go on" not in game.status)
            assert sorted(map(str, reader.legal())) == sorted(map(str, game.legal_moves))
            assert {reader.write(move) for move in game.legal_moves}.isdisjoint(
                re.split(r'[\s"]+', prompt.split("{\n")[0])
            )
            if state["continue_from"] is None and level in (0, 3) and not unlimited:
                assert reader.game().position == game.position
    if settings["size"] > 5:
        assert seen["continue"]
    assert bool(seen["linked"]) == (level > 1)
    assert bool(seen["angle"]) <= (level == 3)


def moves_by_the_rules(state: dict[str, Any], level: int) -> set[tuple[str, frozenset[str], frozenset[str]]]:
    """The moves that the prompt's rules allow, read as they are written."""
    columns, rows = state["columns"], state["rows"]
    place = {c + r: (x, y) for x, c in enumerate(columns, 1) for y, r in enumerate(rows, 1) if (x + y) % 2 == 0}
    cell_at = {at: cell for cell, at in place.items()}
    tokens = {token["cell"]: token for token in state["tokens"]}
    forward = 1 if state["you"] == "Vel" else -1

    def reach(cell: str, far: int) -> Iterator[tuple[str, str | None]]:
        x, y = place[cell]
        for dy in (forward,) if tokens[cell]["rank"] == "walker" else (1, -1):
            for dx in (1, -1):
                target = cell_at.get((x + far * dx, y + far * dy))
                if target is not None and target not in tokens:
                    yield target, cell_at.get((x + dx, y + dy))

    own = [cell for cell, token in tokens.items() if token["side"] == state["you"]]
    leaps = {
        ("capture", frozenset([cell]), frozenset([target]))
        for cell in own
        for target, over in reach(cell, 2)
        if over in tokens and tokens[str(over)]["side"] != state["you"]
    }
    if state["continue_from"] is not None:
        return {leap for leap in leaps if leap[1] == {state["continue_from"]}}
    if leaps:
        return leaps
    near = {cell: {target for target, _ in reach(cell, 1)} for cell in own}
    moves = {("step", frozenset([cell]), frozenset([target])) for cell in own for target in near[cell]}
    for cell in own if level > 0 else ():
        for pair in itertools.combinations(near[cell], 2):
            moves.add(("split", frozenset([cell]), frozenset(pair)))
    for one, other in itertools.combinations(own, 2) if level == 3 else ():
        if all(tokens[one][key] == tokens[other][key] for key in ("id", "rank")):
            moves |= {("merge", frozenset([one, other]), frozenset([target])) for target in near[one] & near[other]}
    return moves


@pytest.mark.parametrize("settings", EXTRAS, ids=str)
def test_the_rules_as_they_are_written_give_the_legal_moves(settings: dict[str, Any]) -> None:
    player = LanguagePlayer(scripted(""))
    kinds = set()
    for seed in range(15):
        for game in positions(100 + seed, **settings):
            state = player.state(game)
            cells = Reader(state, settings["level"]).cells
            legal = set()
            for move in game.legal_moves:
                kinds.add(move.kind)
                sources, targets = (frozenset(cells[name] for name in names) for names in (move.sources, move.targets))
                legal.add((move.kind, sources, targets))
            assert moves_by_the_rules(state, settings["level"]) == legal
    expected = {"step", "capture"} | ({"split"} if settings["level"] > 0 else set())
    assert kinds - {"merge"} == expected


Case = tuple[frozenset[str], complex]


def cases_of(state: dict[str, Any], ids: list[int]) -> list[Case]:
    """The cases of a set of tokens, with their complex numbers."""
    found = [entry["cases"] for entry in state["linked"] if set(entry["ids"]) & set(ids)]
    shares = [token for token in state["tokens"] if token["id"] in ids]
    cases = found[0] if found else [token | {"cells": [token["cell"]]} for token in shares]
    return [
        (
            frozenset(case["cells"]),
            math.sqrt(case["weight"]) * cmath.exp(1j * math.radians(case.get("angle", 0.0))),
        )
        for case in cases
    ]


def moved_by_the_rules(
    state: dict[str, Any], kind: str, sources: list[str], targets: list[str], over: str
) -> list[Case]:
    """The cases after a move without a measurement, by the prompt's rules of complex numbers."""
    at = {token["cell"]: token for token in state["tokens"]}
    after: dict[frozenset[str], complex] = {}

    def add(cells: frozenset[str], number: complex) -> None:
        after[cells] = after.get(cells, 0) + number

    if kind == "capture":
        for cells, number in cases_of(state, [at[over]["id"]]):
            there = over in cells
            add(cells - {over} | {targets[0] if there else sources[0]}, number * (1j if there else 1))
    else:
        first = sorted(sources, key=lambda cell: (state["rows"].index(cell[2:]), state["columns"].index(cell[:2])))
        for cells, number in cases_of(state, [at[sources[0]]["id"]]):
            rest = cells - set(sources)
            if rest == cells:
                add(cells, number)
            elif kind == "step":
                add(rest | {targets[0]}, 1j * number)
            elif kind == "split":
                for target in targets:
                    add(rest | {target}, 1j * number / math.sqrt(2))
            else:
                add(rest | {targets[0]}, -1j * number / math.sqrt(2))
                add(rest | {first[1]}, number / math.sqrt(2) * (-1 if first[0] in cells else 1))
    return [(cells, number) for cells, number in after.items() if abs(number) ** 2 > 1e-12]


@pytest.mark.parametrize("settings", [case for case in EXTRAS if case["level"] == 3], ids=str)
def test_the_rules_of_complex_numbers_as_they_are_written_give_the_next_state(settings: dict[str, Any]) -> None:
    """Merges and linked tokens are rare in random games: they are chosen where they can be."""
    player = LanguagePlayer(scripted(""))
    checked = {"merge": 0, "capture": 0, "split": 0, "step": 0, "linked": 0}
    for seed in range(25):
        game = cheqqers.Game(seed=seed, **settings)
        rng = random.Random(seed)
        while game.outcome is None and len(game.plies) < 100:
            state = player.state(game)
            cells = Reader(state, 3).cells
            weights = [{"merge": 12, "split": 2}.get(move.kind, 1) for move in game.legal_moves]
            [move] = rng.choices(list(game.legal_moves), weights)
            over = cells[move.over[0]] if move.over else ""
            uncertain = {token["cell"] for token in state["tokens"] if token["weight"] < 1 - 1e-9}
            sources, targets = ([cells[name] for name in names] for names in (move.sources, move.targets))
            told = None
            if move.kind != "step" or sources[0] in uncertain:
                told = (
                    moved_by_the_rules(state, move.kind, sources, targets, over)
                    if over in uncertain or not over
                    else None
                )
            ply = game.push(move)
            if told is None or ply.measurements:
                continue
            checked[move.kind] += 1
            state = player.state(game)
            occupied = frozenset().union(*(held for held, _ in told))
            ids = sorted({token["id"] for token in state["tokens"] if token["cell"] in occupied})
            now = cases_of(state, ids)
            checked["linked"] += len(ids) > 1
            if len(told) == 1:
                assert {token["weight"] for token in state["tokens"] if token["cell"] in occupied} == {1.0}
                continue
            assert {held for held, _ in now} == {held for held, _ in told}
            # They are the same but for a common phase.
            product = sum(number * dict(told)[held].conjugate() for held, number in now)
            assert abs(product) == pytest.approx(1, abs=1e-9)
    assert min(checked.values()) > 0 or settings["size"] < 6, checked


def test_phases_of_a_split_tell_how_a_merge_ends() -> None:
    player = LanguagePlayer(scripted(""))
    game = cheqqers.Game(level=3, position="W:WK22:BK4", draw_after=None)
    for move in ("c3^b4d4", "h8-g7", "b4-a5", "g7-h8", "a5-b4", "h8-g7"):
        game.push(move)
    assert [token.get("angle") for token in player.state(game)["tokens"][:2]] == [0.0, 180.0]
    game.push("b4d4^c5")
    [token] = [token for token in player.state(game)["tokens"] if token["side"] == "Vel"]
    assert token["weight"] == 1.0
    assert "angle" not in token


@pytest.mark.parametrize("settings", EXTRAS, ids=str)
def test_obfuscated_prompts_have_no_tell_tale_words_and_no_usual_squares(settings: dict[str, Any]) -> None:
    for seed in range(4):
        player = LanguagePlayer(
            scripted("nothing", '{"move": "aaaa>bbbb"}'), names_seed=seed, on_failure="random", seed=1
        )
        for game in positions(seed, **settings):
            player.choose(game)
    prompts = [attempt["prompt"] for turn in player.turns for attempt in turn["attempts"]]
    for prompt in prompts:
        words = set(re.findall(r"[a-z0-9]+", prompt.lower()))
        assert words.isdisjoint(TELLTALE), words & set(TELLTALE)
        assert not re.search(r"\b[a-p](1[0-6]|[1-9])\b", prompt)
        assert "legal" not in words


def test_prompts_hold_no_list_of_legal_moves() -> None:
    choices: tuple[Literal["obfuscated", "plain"], ...] = ("obfuscated", "plain")
    for rules in choices:
        player = LanguagePlayer(scripted(""), rules=rules, history=0)
        for game in positions(3, level=3, size=6):
            prompt = player.prompt(game)
            names = Reader(state_of(LanguagePlayer(scripted("")).prompt(game)), 3)
            for move in game.legal_moves:
                assert (names.write(move) if rules == "obfuscated" else str(move)) not in prompt


def test_rules_are_those_of_the_level_and_the_options() -> None:
    texts = {level: rules_text(cheqqers.Game(level=level).settings) for level in range(4)}
    assert ["fork" in texts[level] for level in range(4)] == [False, True, True, True]
    assert ["linked" in texts[level] for level in range(4)] == [False, False, True, True]
    assert ["join" in texts[level] for level in range(4)] == [False, False, False, True]
    assert ["angle" in texts[level] for level in range(4)] == [False, False, False, True]
    assert ["share" in texts[level] for level in range(4)] == [False, True, True, True]
    assert "After 40 moves" in texts[3]
    assert "is a draw" not in rules_text(cheqqers.Game(draw_after=None).settings)
    assert rules_text(cheqqers.Game(entanglement="unlimited").settings) != texts[3]
    plain = rules_text(cheqqers.Game().settings, "plain")
    assert len(plain.splitlines()) == len(texts[3].splitlines())
    assert "entangled" in plain
    assert not re.search("[{}]", "".join(texts.values()) + plain)


def test_the_same_seed_gives_the_same_prompts_and_another_one_other_names() -> None:
    game = cheqqers.Game(level=3, size=6, seed=1)
    first, same, other = (LanguagePlayer(scripted(""), names_seed=seed).prompt(game) for seed in (1, 1, 2))
    assert first == same != other
    assert first.split("Answer")[0] == other.split("Answer")[0]
    for size in range(4, 17):
        state = state_of(LanguagePlayer(scripted(""), names_seed=size).prompt(cheqqers.Game(size=size)))
        assert len({*state["columns"], *state["rows"]}) == 2 * size


def test_plain_prompts_take_the_usual_moves() -> None:
    game = cheqqers.Game(level=3, seed=1)
    for text in ("c3-d4", "C3 - D4", "c3^d4b4", "c3^b4d4"):
        assert LanguagePlayer(scripted(json.dumps({"move": text})), rules="plain").choose(game) in game.legal_moves
    game = cheqqers.Game(level=3, seed=1, moves="c3^b4d4 f6-g5")
    assert str(LanguagePlayer(scripted('{"move": "d4b4^c5"}'), rules="plain").choose(game)) == "b4d4^c5"
    while game.outcome is None:
        player = LanguagePlayer(scripted(json.dumps({"move": str(game.legal_moves[-1])})), rules="plain", retries=0)
        game.push(player.choose(game))


def opening(names_seed: int = 1) -> tuple[cheqqers.Game, str]:
    """A game, and a legal move in the names of a seed."""
    game = cheqqers.Game(level=3, seed=1)
    reader = Reader(state_of(LanguagePlayer(scripted(""), names_seed=names_seed).prompt(game)), 3)
    return game, reader.write(game.legal_moves[1])


GOOD = [
    "{move}",
    'Well, {{"move": "bogu>bogu"}} or rather {move}',
    "```json\n{move}\n```\nThat is it.",
    '{{"thoughts": {{"move": 3, "why": ["é", "√2"]}}, "answer": {move}}}',
    '{{"move": null}} {move} {{"move": 3}} {{"other": "x"}}',
    "x" * 200_000 + "{move}",
    "{{{{{{ [ {move} }}}}",
    '{move} {{"move": "unfinished',
    "\ud800 \N{SNOWMAN} {move}",
]
BAD: list[Any] = [
    "",
    " ",
    "I resign.",
    "{}",
    "null",
    "[]",
    '"move"',
    '{"move": null}',
    '{"move": 5}',
    '{"move": ["a"]}',
    '{"move": {"move": {"move": 1}}}',
    '{"moves": "x"}',
    '{"move": "x"',
    '{"a":' * 50_000,
    "{" * 300_000,
    "[" * 100_000 + '{"move":' * 3000,
    '{"move": ' + "9" * 10_000 + "}",
    None,
    7,
    {"move": "x"},
    b"{}",
]


@pytest.mark.parametrize("answer", GOOD)
def test_the_last_object_with_a_move_counts_wherever_it_is(answer: str) -> None:
    game, move = opening()
    player = LanguagePlayer(scripted(answer.format(move=json.dumps({"move": move}))), retries=0)
    assert player.choose(game) == game.legal_moves[1]
    json.loads(json.dumps(player.turns))


@pytest.mark.parametrize("answer", BAD, ids=lambda answer: repr(answer)[:20])
def test_what_is_no_answer_is_refused(answer: Any) -> None:
    game, move = opening()
    ask = scripted(answer, json.dumps({"move": move}))
    player = LanguagePlayer(ask, retries=1)
    began = time.monotonic()
    assert player.choose(game) == game.legal_moves[1]
    assert time.monotonic() - began < 5
    assert player.counts["unreadable"] == player.counts["retries"] == 1
    assert player.counts["illegal"] == 0
    first, again = ask.prompts  # type: ignore[attr-defined]
    assert again.startswith(first)
    assert "can't be read: it has no JSON object" in again
    assert len(again) < len(first) + 3000
    json.loads(json.dumps(player.turns))


def reason_against(text: str, game: cheqqers.Game, rules: Any = "obfuscated") -> str:
    player = LanguagePlayer(scripted(json.dumps({"move": text})), retries=0, on_failure="random", rules=rules, seed=1)
    assert player.choose(game) in game.legal_moves
    [turn] = player.turns
    assert turn["failure"] == "random"
    assert player.counts["illegal"] == player.counts["random_moves"] == 1
    return str(turn["attempts"][0]["reason"])


def test_moves_that_are_not_legal_are_refused_with_reasons() -> None:
    game, legal = opening()
    cells = Reader(state_of(LanguagePlayer(scripted("")).prompt(game)), 3).cells
    form = "it has none of the forms of moves"
    for text in (
        "",
        "c3-d4",
        "c3^b4d4",
        "c3>d4",
        "pass",
        legal + ">",
        legal.replace(">", "-"),
        "ａａａａ>ｂｂｂｂ",
        "x" * 9999,
    ):
        assert reason_against(text, game) == form, text
    assert reason_against("qqqq>xxxx", game) == "qqqq is no cell that is used"
    dark, light = cells["c3"], cells["c3"][:2] + cells["d4"][2:]
    assert reason_against(f"{dark}>{light}", game) == f"{light} is no cell that is used"
    assert reason_against(f"{cells['c5']}>{cells['d4']}", game) == f"nothing of Vel is on {cells['c5']}"
    assert reason_against(f"{cells['f6']}>{cells['e5']}", game) == f"nothing of Vel is on {cells['f6']}"
    assert reason_against(f"{cells['d2']}>{cells['c3']}", game) == f"{cells['c3']} is not empty"
    assert reason_against(f"{cells['c3']}>{cells['c5']}", game) == "the rules do not allow this shift"
    assert reason_against(f"{cells['c3']}>>{cells['e5']}", game) == "the rules do not allow this leap"
    assert reason_against(f"{cells['c3']}>{cells['b4']}+{cells['b4']}", game) == "the rules do not allow this fork"
    assert reason_against(f"{cells['c3']}+{cells['e3']}>{cells['d4']}", game) == "the rules do not allow this join"
    assert reason_against("c3-c5", game, "plain") == "the rules do not allow this step"
    must = cheqqers.Game(level=3, seed=1, moves="c3-d4 f6-e5")
    assert reason_against(f"{cells['a3']}>{cells['b4']}", must) == "there is a leap, so that only leaps are allowed"
    assert reason_against("a3-b4", must, "plain") == "there is a capture, so that only captures are allowed"
    chain = next(game for seed in range(9) for game in positions(seed, level=0) if "go on" in game.status)
    on = chain.plies[-1].move.targets[0]
    other = next(part.square for part in chain.position.parts() if part.color == chain.turn and part.square != on)
    assert reason_against(f"{cells[other]}>{cells[on]}", chain) == f"what is on {cells[on]} must go on with a leap"


def test_spaces_and_capitals_are_no_matter() -> None:
    game, legal = opening()
    for text in (legal.upper(), legal.replace(">", " > "), f"\n{legal}\t"):
        assert LanguagePlayer(scripted(json.dumps({"move": text})), retries=0).choose(game) == game.legal_moves[1]


def test_every_reason_is_told_until_a_move_is_legal() -> None:
    game, legal = opening()
    ask = scripted("what?", '{"move": "e4"}', '{"move": "aaaa>bbbb"}', json.dumps({"move": legal}))
    player = LanguagePlayer(ask, retries=3)
    assert player.choose(game) == game.legal_moves[1]
    *_, last = ask.prompts  # type: ignore[attr-defined]
    said = last.split("\n}\n", 1)[1].strip().splitlines()
    assert [line.split(". Answer")[0] for line in said if line] == [
        'Your answer, which ended with "what?", can\'t be read: it has no JSON object with a text as "move"',
        'Your move "e4" can\'t be played: it has none of the forms of moves',
        'Your move "aaaa>bbbb" can\'t be played: aaaa is no cell that is used',
    ]
    assert player.counts == {"moves": 1, "illegal": 2, "unreadable": 1, "retries": 3, "forfeits": 0, "random_moves": 0}


def test_a_player_without_a_legal_answer_forfeits() -> None:
    player = LanguagePlayer(scripted('{"move": "aaaa>bbbb"}'), retries=2)
    with pytest.raises(
        cheqqers.PlayerError, match="language forfeits: 3 answers without a legal move; .*aaaa is no cell"
    ):
        cheqqers.play(player, "random", seed=1, level=3)
    assert player.counts["forfeits"] == 1
    assert player.turns[0]["move"] is None
    assert player.turns[0]["failure"] == "forfeit"


def test_random_moves_on_failure_depend_on_the_seed_alone() -> None:
    def played(seed: int) -> str:
        player = LanguagePlayer(scripted("?"), retries=0, on_failure="random", seed=seed)
        game = cheqqers.play(player, "random", seed=1, level=3, size=6)
        assert player.counts["random_moves"] == len(player.turns) > 5
        return game.moves

    assert played(1) == played(1) != played(2)


def test_what_a_client_raises_passes_through() -> None:
    def ask(prompt: str) -> str:
        raise TimeoutError("no answer in time")

    with pytest.raises(TimeoutError, match="in time"):
        LanguagePlayer(ask).choose(cheqqers.Game(seed=1))
    with pytest.raises(TimeoutError, match="in time"):
        evaluate(ask, ["random"])


def test_what_is_wrong_is_told() -> None:
    ask = scripted("")
    for name in cheqqers.game_names()[1:]:
        with pytest.raises(cheqqers.SettingError, match=f"the rules of cheqqers alone, not of {name}"):
            LanguagePlayer(ask).choose(cheqqers.Game(name, seed=1))
    with pytest.raises(cheqqers.SettingError, match="not of Position"):
        LanguagePlayer(ask).choose(cheqqers.Game(seed=1).position)  # type: ignore[arg-type]
    with pytest.raises(cheqqers.SettingError, match="rules: 'secret' is none of obfuscated, plain"):
        LanguagePlayer(ask, rules="secret")  # type: ignore[arg-type]
    with pytest.raises(cheqqers.SettingError, match="on_failure: 'cry' is none of forfeit, random"):
        LanguagePlayer(ask, on_failure="cry")  # type: ignore[arg-type]
    with pytest.raises(cheqqers.SettingError, match="0 or more"):
        LanguagePlayer(ask, retries=-1)
    over = cheqqers.Game(seed=1)
    over.resign()
    with pytest.raises(cheqqers.GameOverError):
        LanguagePlayer(ask).choose(over)
    for games in (0, 1, 3, -2):
        with pytest.raises(cheqqers.SettingError, match="an even number"):
            evaluate(ask, games=games)
    with pytest.raises(cheqqers.SettingError):
        evaluate(ask, ["no-such-player"])
    with pytest.raises(cheqqers.SettingError):
        evaluate(ask, colour=3)


def test_an_evaluation_adds_up_and_is_the_same_again() -> None:
    games: list[tuple[cheqqers.Game, LanguagePlayer]] = []

    def once() -> LanguageReport:
        return evaluate(
            expert_model(3),
            ("random", "expert:nodes=5"),
            games=4,
            seed=5,
            level=3,
            size=5,
            on_game=lambda game, player: games.append((game, player)),
        )

    report = once()
    assert report == once()
    assert len({game.seed for game in report.games}) == 8 == len(report.games)
    assert [game.color for game in report.games] == ["white", "black"] * 4
    assert [game.opponent for game in report.games] == ["random"] * 4 + ["expert:nodes=5"] * 4
    for row, (game, player) in zip(report.games, games[:8], strict=True):
        assert game.players[row.color == "black"] == "language"
        assert (row.seed, row.plies, row.counts) == (game.seed, len(game.plies), player.counts)
        assert row.points == (0.5 if game.outcome == "draw" else float(game.outcome == row.color))
        luck = sum(game.luck(1)) * (1 if row.color == "white" else -1)
        assert row.adjusted == pytest.approx(row.points - luck, abs=1e-12)
    parts = [report.summary("random"), report.summary("expert:nodes=5")]
    total = report.summary()
    for key in ("games", "points", "moves", "illegal", "unreadable", "retries", "forfeits", "random_moves"):
        assert total[key] == sum(part[key] for part in parts)
    assert total["adjusted"] == pytest.approx(parts[0]["adjusted"] + parts[1]["adjusted"])
    assert total["games"] == 8
    assert total["illegal_per_move"] == 0
    assert parts[0]["points"] > 2
    told = json.loads(report.to_json())
    assert told["prompt"] == PROMPT_VERSION == "cheqqers-language-v1"
    assert told["package"] == cheqqers.__version__
    assert re.fullmatch("[0-9a-f]{64}", told["rules_sha256"])
    assert told["settings"]["size"] == 5
    assert told["all"] == total
    assert list(told["opponents"]) == ["random", "expert:nodes=5"]
    assert len(told["games"]) == 8


def test_failures_are_counted_by_an_evaluation() -> None:
    lost = evaluate(scripted("?"), ["random"], games=2, retries=1, level=3, size=4)
    assert [game.points for game in lost.games] == [0.0, 0.0]
    assert [game.plies for game in lost.games] == [0, 1]
    assert lost.summary()["unreadable"] == 4
    assert lost.summary()["illegal_per_move"] == 2.0
    seldom = evaluate(scripted("?"), ["random"], games=2, retries=0, on_failure="random", level=3, size=4, max_plies=6)
    assert seldom.summary()["forfeits"] == 0
    assert seldom.summary()["random_moves"] == seldom.summary()["moves"] == seldom.summary()["unreadable"]
    plain = evaluate(scripted("?"), ["random"], rules="plain", level=3, size=4)
    assert plain.options["rules_sha256"] != lost.options["rules_sha256"]


def test_luck_is_subtracted_without_a_bias() -> None:
    """Over many games of random moves the mean of the luck is near 0."""
    report = evaluate(scripted("?"), ["random"], games=200, retries=0, on_failure="random", level=3, size=4)
    differences = [game.points - game.adjusted for game in report.games]
    mean = sum(differences) / len(differences)
    error = math.sqrt(sum((x - mean) ** 2 for x in differences)) / len(differences)
    assert error > 0
    assert abs(mean) < 6 * error
