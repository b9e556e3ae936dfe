"""A client that openapi-python-client generates from the description of the API plays games by it."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TypeVar

from checks import equal, holds, run

URL = os.environ["API_URL"]
GENERATED = tempfile.mkdtemp(dir=os.environ["HOME"])
SEED = 5

T = TypeVar("T")


def generate() -> None:
    """Generates the client; whatever it would leave out is an error."""
    command = [str(Path(sys.executable).parent / "openapi-python-client"), "generate"]
    command += ["--url", f"{URL}/openapi.json", "--fail-on-warning", "--meta", "none"]
    command += ["--config", str(Path(__file__).parent / "openapi.yaml")]
    command += ["--output-path", f"{GENERATED}/cheqqers_api"]
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    if done.returncode or "arning" in done.stdout + done.stderr:
        sys.exit(f"api: no client can be generated: {done.stdout}{done.stderr}")


generate()
sys.path.insert(0, GENERATED)

from cheqqers_api import Client  # noqa: E402
from cheqqers_api.api.catalogue import get_options, list_lessons  # noqa: E402
from cheqqers_api.api.classes import create_class, get_teacher, join_class, pair_pupils  # noqa: E402
from cheqqers_api.api.games import (  # noqa: E402
    analyse_game,
    branch_game,
    create_game,
    describe_game,
    export_game,
    get_circuit,
    get_game,
    get_game_png,
    get_game_svg,
    get_ply,
    play_move,
    preview_move,
    undo_moves,
)
from cheqqers_api.api.lines import play_line, preview_line_move  # noqa: E402
from cheqqers_api.api.puzzles import get_puzzle, list_puzzles, try_puzzle  # noqa: E402
from cheqqers_api.api.sharing import create_study, get_study  # noqa: E402
from cheqqers_api.models import (  # noqa: E402
    AnalysisLine,
    ApiError,
    Begun,
    BranchGameBody,
    Circuit,
    CreateClassBody,
    CreateClassResponse201,
    CreateStudyResponse201,
    Description,
    GamePlan,
    Grade,
    JoinClassBody,
    JoinClassResponse201,
    Line,
    LineStart,
    Moment,
    NewGame,
    NewStudy,
    NewStudyComments,
    Options,
    PairPupilsBody,
    PairPupilsBodyPairsItem,
    PlayLineBody,
    PlayMoveBody,
    Preview,
    PreviewLineMoveBody,
    Puzzle,
    PuzzleHint,
    PuzzleList,
    PuzzleSolution,
    PuzzleVerdict,
    Settings,
    SettingsLevel,
    SettingsSize,
    Side,
    State,
    StateStatus,
    Study,
    TeacherState,
    TeacherStateClassType0,
    TryPuzzleBody,
    TryPuzzleBodyWant,
    UndoMovesBody,
)
from cheqqers_api.types import UNSET, File  # noqa: E402

CLIENT = Client(base_url=URL, raise_on_unexpected_status=True)
SMALL = Settings(size=SettingsSize.VALUE_4, level=SettingsLevel.VALUE_3)


def done(kind: type[T], answer: object) -> T:
    """An answer that is no error."""
    if not isinstance(answer, kind):
        raise AssertionError(f"no {kind.__name__} but {answer!r}")
    return answer


def refused(code: str, answer: object) -> None:
    equal("the error", done(ApiError, answer).error.code, code)


class Player:
    """A player who is told each ply once."""

    def __init__(self, link: str) -> None:
        self.link = link
        self.plies: list[str] = []
        self.state = done(State, get_game.sync(link, client=CLIENT))
        self.take(self.state)

    def take(self, state: State) -> None:
        holds("only new plies are told", state.plies_from <= len(self.plies))
        del self.plies[state.plies_from :]
        self.plies += [ply.move for ply in state.plies]
        self.state = state

    def look(self) -> None:
        known = {"plies_from": len(self.plies), "history": self.state.history}
        self.take(done(State, get_game.sync(self.link, client=CLIENT, **known)))

    def play(self, move: str) -> None:
        known = {"plies_from": len(self.plies), "history": self.state.history}
        body = PlayMoveBody(ply=len(self.plies) + 1, move=move)
        self.take(done(State, play_move.sync(self.link, client=CLIENT, body=body, **known)))

    def until_it_may_move(self) -> bool:
        """Waits for the other side; `False` once the game is over."""
        end = time.monotonic() + 60
        while self.state.status == StateStatus.IN_PROGRESS and not self.state.legal:
            holds("the computer moves", time.monotonic() < end)
            time.sleep(0.01)
            self.look()
        return self.state.status == StateStatus.IN_PROGRESS


def finished_game() -> Player:
    """A game against a computer, played to its end."""
    new = NewGame(settings=SMALL, black="random", seed=SEED)
    links = done(Begun, create_game.sync(client=CLIENT, body=new)).links
    player = Player(done(str, links.white))
    rng = random.Random(SEED)
    while player.until_it_may_move():
        player.play(rng.choice(player.state.legal).move)
    return player


FINISHED = finished_game()


def a_game_is_played_to_its_end() -> None:
    whole = done(State, get_game.sync(FINISHED.link, client=CLIENT))
    equal("the plies", FINISHED.plies, [ply.move for ply in whole.plies])
    holds("there are some", len(FINISHED.plies) > 5)
    holds("it has measured", any(ply.measured for ply in whole.plies))
    equal("the sides", whole.sides, [Side.WHITE])
    equal("the size", whole.settings.size, SettingsSize.VALUE_4)
    holds("it is over", whole.status != StateStatus.IN_PROGRESS)


def a_move_is_sent_again() -> None:
    new = NewGame(settings=SMALL, black="random", seed=SEED)
    links = done(Begun, create_game.sync(client=CLIENT, body=new)).links
    player = Player(done(str, links.white))
    first, second = (move.move for move in player.state.legal[:2])
    player.play(first)
    player.until_it_may_move()
    equal("the plies", len(player.plies), 2)
    again = play_move.sync_detailed(player.link, client=CLIENT, body=PlayMoveBody(ply=1, move=first))
    equal("the status", again.status_code, 200)
    equal("the plies", [ply.move for ply in done(State, again.parsed).plies], player.plies)
    other = PlayMoveBody(ply=1, move=second)
    refused("stale", play_move.sync(player.link, client=CLIENT, body=other))


def moves_are_previewed() -> None:
    new = NewGame(settings=SMALL, one_screen=True)
    both = done(str, done(Begun, create_game.sync(client=CLIENT, body=new)).links.both)
    for move in Player(both).state.legal:
        preview = done(Preview, preview_move.sync(both, client=CLIENT, move=move.move))
        whole = sum(outcome.probability for outcome in preview.outcomes)
        holds(f"{move.move} has all its outcomes: {whole}", abs(whole - 1) < 1e-9)
    refused("illegal-move", preview_move.sync(both, client=CLIENT, move="a1-a4"))


def a_record_is_a_game_again() -> None:
    record = done(str, export_game.sync(FINISHED.link, client=CLIENT, format_="record"))
    lines = [json.loads(line) for line in record.splitlines()]
    equal("the plies", [line["move"] for line in lines if "move" in line], FINISHED.plies)
    new = NewGame(record=record, one_screen=True)
    both = done(str, done(Begun, create_game.sync(client=CLIENT, body=new)).links.both)
    equal("the plies", Player(both).plies, FINISHED.plies)
    moves = done(str, export_game.sync(FINISHED.link, client=CLIENT, format_="moves"))
    start = LineStart(settings=SMALL, moves=moves)
    line = done(Line, play_line.sync(client=CLIENT, body=PlayLineBody(line=start)))
    equal("the board", line.board, FINISHED.state.board)
    equal("the end", line.status.value, FINISHED.state.status.value)


def a_finished_game_is_analysed() -> None:
    answer = done(str, analyse_game.sync(FINISHED.link, client=CLIENT))
    lines = [AnalysisLine.from_dict(json.loads(line)) for line in answer.splitlines()]
    equal("the plies", [line.ply.ply for line in lines if line.ply], [*range(len(FINISHED.plies) + 1)])
    holds("there is a summary", lines[-1].summary is not UNSET)


def a_game_is_looked_at() -> None:
    new = NewGame(settings=SMALL, one_screen=True, moves="c1^b2d2")
    both = done(str, done(Begun, create_game.sync(client=CLIENT, body=new)).links.both)
    options = done(Options, get_options.sync(client=CLIENT))
    described = done(Description, describe_game.sync(both, client=CLIENT))
    holds("the game is offered", described.game in [game.name for game in options.games])
    lessons = done(list, list_lessons.sync(client=CLIENT))
    holds("it has lessons", described.game in [lesson.game for lesson in lessons])
    moment = done(Moment, get_ply.sync(both, 1, client=CLIENT))
    square = moment.board.components[0][0]
    circuit = done(Circuit, get_circuit.sync(both, client=CLIENT, square=square, steps=True))
    equal("the steps", len(circuit.steps or []), len(circuit.gates) + 1)
    holds("it is drawn", "<svg" in done(str, get_game_svg.sync(both, client=CLIENT)))
    picture = done(File, get_game_png.sync(both, client=CLIENT, side=Side.BLACK, width=200))
    equal("the picture", picture.payload.read(8), b"\x89PNG\r\n\x1a\n")
    begun = done(Begun, branch_game.sync(both, client=CLIENT, body=BranchGameBody(ply=1)))
    undone = done(State, undo_moves.sync(both, client=CLIENT, body=UndoMovesBody(plies=1)))
    equal("the plies", (len(undone.plies), len(Player(done(str, begun.links.both)).plies)), (0, 1))


def a_study_is_kept() -> None:
    comments = NewStudyComments()
    comments["1"] = "An opening."
    new = NewStudy(link=FINISHED.link, plies=2, title="A beginning", comments=comments)
    kept = done(CreateStudyResponse201, create_study.sync(client=CLIENT, body=new))
    study = done(Study, get_study.sync(kept.study, client=CLIENT))
    equal("the study", (study.title, study.plies, study.comments["1"]), (new.title, 2, "An opening."))
    refused("unknown-study", get_study.sync("0" * 32, client=CLIENT))


def a_puzzle_is_solved() -> None:
    listed = done(PuzzleList, list_puzzles.sync(client=CLIENT, grade=Grade.EASY)).puzzles
    puzzle = done(Puzzle, get_puzzle.sync(listed[0].id, client=CLIENT))
    hint = TryPuzzleBody(moves=[], want=TryPuzzleBodyWant.HINT)
    done(PuzzleHint, try_puzzle.sync(puzzle.id, client=CLIENT, body=hint))
    wanted = TryPuzzleBody(moves=[], want=TryPuzzleBodyWant.SOLUTION)
    solution = done(PuzzleSolution, try_puzzle.sync(puzzle.id, client=CLIENT, body=wanted))
    found = [step.plies[0].split("{")[0] for step in solution.steps]
    verdict = done(PuzzleVerdict, try_puzzle.sync(puzzle.id, client=CLIENT, body=TryPuzzleBody(moves=found)))
    equal("the verdict", (verdict.right, verdict.solved), (True, True))
    start = LineStart(
        game=puzzle.game, preset=puzzle.preset, settings=puzzle.settings, moves=puzzle.moves
    )
    body = PreviewLineMoveBody(line=start, move=found[0])
    done(Preview, preview_line_move.sync(client=CLIENT, body=body))


def a_class_is_taught() -> None:
    new = CreateClassBody(title="Interference", plan=GamePlan(settings=SMALL))
    begun = done(CreateClassResponse201, create_class.sync(client=CLIENT, body=new))
    for name in ("Ada", "Emmy"):
        joined = join_class.sync(begun.code, client=CLIENT, body=JoinClassBody(name=name))
        done(JoinClassResponse201, joined)
    state = done(TeacherState, get_teacher.sync(begun.teacher, client=CLIENT))
    ada, emmy = done(TeacherStateClassType0, state.class_).pupils
    equal("the pupils", (ada.name, emmy.name), ("Ada", "Emmy"))
    body = PairPupilsBody(pairs=[PairPupilsBodyPairsItem(white=ada.number, black=emmy.number)])
    state = done(TeacherState, pair_pupils.sync(begun.teacher, client=CLIENT, body=body))
    (game,) = done(TeacherStateClassType0, state.class_).games
    equal("the game", (game.white.name, state.boards[0].turn), ("Ada", Side.WHITE))


run(
    "api",
    [
        a_game_is_played_to_its_end,
        a_move_is_sent_again,
        moves_are_previewed,
        a_record_is_a_game_again,
        a_finished_game_is_analysed,
        a_game_is_looked_at,
        a_study_is_kept,
        a_puzzle_is_solved,
        a_class_is_taught,
    ],
)
