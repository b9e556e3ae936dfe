"""Games as environments of PettingZoo and as games of OpenSpiel."""

from __future__ import annotations

import copy
import importlib
import json
import math
import pickle
import random
import subprocess
import sys
import warnings
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pettingzoo
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, mcts, minimax
from open_spiel.python.observation import make_observation
from pettingzoo.test import api_test, seed_test

import cheqqers
import cheqqers.openspiel
import cheqqers.pettingzoo
from cheqqers._states import measure
from cheqqers.errors import GameOverError, IllegalMoveError, SettingError

#: Small boards, on which all of the games measure.
SETTINGS: dict[str, dict[str, Any]] = {
    "cheqqers": {"size": 5, "rows": 1, "level": 3},
    "international": {"size": 5, "rows": 1, "level": 3},
    "rotation": {"size": 5, "rows": 1},
    "blocking": {"size": 5, "rows": 1},
    "queens-chess": {"max_plies": 40},
    "box-chess": {"board": "4x4", "max_plies": 40},
}
assert set(SETTINGS) == set(cheqqers.game_names())
GAMES = pytest.mark.parametrize("name", SETTINGS)

#: Kept by PettingZoo for all observations that are dictionaries, except those of its own games.
KNOWN_WARNINGS = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}


def environment(name: str, **options: Any) -> Any:
    made = pettingzoo.make("aec", f"cheqqers/{name.title().replace('-', '')}-v0", **{**SETTINGS[name], **options})
    made.reset(seed=5)
    return made


def spiel_name(name: str) -> str:
    return "cheqqers" if name == "cheqqers" else "cheqqers_" + name.replace("-", "_")


def spiel(name: str, **params: Any) -> Any:
    return pyspiel.load_game(spiel_name(name), {**SETTINGS[name], **params})


def chosen(env: Any, rng: random.Random) -> int | None:
    """A legal action at random, none where the game is over for the agent."""
    observation, _, terminated, truncated, _ = env.last()
    over = terminated or truncated
    return None if over else rng.choice(np.flatnonzero(observation["action_mask"]).tolist())


def gone_on(env: Any, seed: int) -> list[int]:
    """The history of a game that goes on to its end."""
    rng = random.Random(seed)
    for _ in env.agent_iter():
        env.step(chosen(env, rng))
    history: list[int] = env.game_state.history
    return history


def nodes(game: Any, rng: random.Random) -> Iterator[Any]:
    """The states of a random game, from the first one to the last."""
    state = game.new_initial_state()
    yield state
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, probabilities = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(numbers, probabilities)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        yield state


def seen(state: Any) -> tuple[Any, ...]:
    """What tells states apart."""
    follow = [] if state.is_terminal() else state.chance_outcomes() if state.is_chance_node() else state.legal_actions()
    return state.history(), state.game_state.history, state.current_player(), str(state), follow, state.returns()


@GAMES
def test_environments_pass_the_tests_of_pettingzoo(name: str) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(environment(name, render_mode="ansi"), num_cycles=100)
        seed_test(lambda: environment(name), num_cycles=50)
    assert {str(warning.message) for warning in caught} == KNOWN_WARNINGS


def test_environments_draw_measurements_by_their_seed() -> None:
    env = environment("rotation", size=6, rows=2)
    histories = set()
    for seed in range(4):
        env.reset(seed=seed)
        first = gone_on(env, 1)
        env.reset(seed=seed)
        assert gone_on(env, 1) == first
        histories.add(tuple(first))
        # Without a seed the generator goes on.
        env.reset()
        histories.add(tuple(gone_on(env, 1)))
    assert len(histories) == 8


@GAMES
def test_observations_are_the_planes_of_the_player_to_move_and_their_legal_actions(name: str) -> None:
    has_pairs = environment(name).game_state.position.pairs() is not None
    env = environment(name, pairs=has_pairs)
    rng = random.Random(3)
    turns = set()
    for agent in env.agent_iter():
        state = env.game_state
        position = state.position
        turns.add(agent)
        assert agent == {"white": "player_0", "black": "player_1"}[state.turn] or position.outcome or state.outcome
        for observer in env.agents:
            observation = env.observe(observer)
            assert env.observation_space(observer).contains(observation)
            np.testing.assert_array_equal(observation["observation"], position.planes().astype(np.float32))
            np.testing.assert_array_equal(env.state(), observation["observation"])
            expected = state.legal_actions() if observer == agent else []
            assert np.flatnonzero(observation["action_mask"]).tolist() == expected
            if has_pairs:
                np.testing.assert_array_equal(observation["pairs"], position.pairs().astype(np.float32))
            assert set(observation) == {"observation", "action_mask"} | ({"pairs"} if has_pairs else set())
        env.step(chosen(env, rng))
    assert turns == {"player_0", "player_1"}
    assert env.observation_space("player_0") is env.observation_space("player_0")
    assert env.action_space("player_1") is env.action_space("player_1")
    assert env.action_space("player_0").n == math.prod(env.game_state.position.action_space[1])


def test_rewards_are_those_of_the_winner_and_the_loser() -> None:
    results = set()
    for seed in range(20):
        env = environment("cheqqers", draw_after=6)
        rewards: dict[str, float] = defaultdict(float)
        rng = random.Random(seed)
        for agent in env.agent_iter():
            _, reward, terminated, truncated, _ = env.last()
            rewards[agent] += reward
            assert not truncated and terminated == (env.game_state.outcome is not None)
            env.step(chosen(env, rng))
        outcome = env.game_state.outcome
        results.add(outcome)
        expected = {"white": (1, -1), "black": (-1, 1), "draw": (0, 0)}[outcome]
        assert (rewards["player_0"], rewards["player_1"]) == expected
    assert results == {"white", "black", "draw"}


def test_environments_are_truncated_after_max_plies() -> None:
    env = environment("cheqqers", max_plies=3, render_mode="ansi")
    rng = random.Random(1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(chosen(env, rng))
    assert env.truncations == {"player_0": True, "player_1": True} and not any(env.terminations.values())
    assert env.render().endswith("\ndraw after 3 plies")
    assert env.rewards == {"player_0": 0, "player_1": 0}


def test_illegal_actions_lose_and_are_refused_below_the_wrappers() -> None:
    env = environment("cheqqers")
    illegal = int(np.flatnonzero(env.observe("player_0")["action_mask"] == 0)[0])
    raw = copy.deepcopy(env).unwrapped
    with pytest.raises(IllegalMoveError):
        raw.step(illegal)
    assert raw.game_state.history == [] and raw.agent_selection == "player_0"
    with pytest.raises(AssertionError):
        env.step(env.action_space("player_0").n)
    env.step(illegal)
    assert env.rewards == {"player_0": -1, "player_1": 0} and all(env.terminations.values())


@GAMES
def test_copied_environments_go_on_exactly_as_the_originals(name: str) -> None:
    env = environment(name)
    rng = random.Random(2)
    for _ in range(5):
        env.step(chosen(env, rng))
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env]
    before = env.game_state.history
    first, *others = (gone_on(other, 8) for other in copies)
    assert all(history == first for history in others) and len(first) > len(before)


def test_boards_are_rendered() -> None:
    env = environment("cheqqers", render_mode="ansi")
    assert env.render() == f"{env.game_state.position}\nwhite to move"
    assert environment("cheqqers", render_mode="svg").render() == env.game_state.position.svg()
    assert environment("cheqqers").render() is None
    with pytest.raises(SettingError, match="ansi, svg"):
        environment("cheqqers", render_mode="human")


def test_environments_name_their_numbering_and_planes() -> None:
    metadata = environment("queens-chess").metadata
    assert metadata["name"] == "queens_chess_v0" and not metadata["is_parallelizable"]
    assert (metadata["action_space_name"], metadata["planes_name"]) == (
        "queens-chess-actions-v1",
        "queens-chess-planes-v1",
    )
    with pytest.raises(SettingError):
        cheqqers.pettingzoo.env("go")
    with pytest.raises(SettingError):
        environment("cheqqers", colour="red")
    with pytest.raises(SettingError, match="pairs"):
        environment("rotation", pairs=True)
    with pytest.raises(SettingError, match="pairs"):
        make_observation(spiel("rotation"), params={"pairs": True})


@pytest.mark.parametrize(
    ("module", "toolkit"), [("pettingzoo", "gymnasium"), ("pettingzoo", "pettingzoo"), ("openspiel", "pyspiel")]
)
def test_missing_toolkits_are_told(module: str, toolkit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, f"cheqqers.{module}")
    monkeypatch.setitem(sys.modules, toolkit, None)
    with pytest.raises(ModuleNotFoundError, match=rf"pip install cheqqers\[{module}\]") as raised:
        importlib.import_module(f"cheqqers.{module}")
    assert raised.value.name == toolkit


@GAMES
def test_games_pass_the_simulations_of_openspiel(name: str) -> None:
    pyspiel.random_sim_test(spiel(name), num_sims=2, serialize=True, verbose=False)


@GAMES
def test_states_are_copied_with_all_that_follows(name: str) -> None:
    game = spiel(name)
    rng = random.Random(11)
    players = set()
    for number, state in enumerate(nodes(game, rng)):
        if number % 3 and not state.is_chance_node():
            continue
        players.add(state.current_player())
        expected = seen(state)
        assert state.history() == state.game_state.history
        copies = [
            state.clone(),
            copy.deepcopy(state),
            pickle.loads(pickle.dumps(state)),
            game.deserialize_state(state.serialize()),
            game.new_initial_state(state.to_struct()),
            game.new_initial_state(state.to_json()),
            game.new_initial_state(json.loads(json.dumps(state.to_dict()))),
        ]
        for other in copies:
            assert seen(other) == expected
            if not state.is_terminal():
                other.apply_action(other.legal_actions()[0])
        # They go on by themselves.
        assert seen(state) == expected
    assert players >= {0, 1, pyspiel.PlayerId.CHANCE}


@GAMES
def test_games_are_written_and_read_as_the_same(name: str) -> None:
    game = spiel(name, max_plies=30)
    for other in (pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert other == game and other.max_game_length() == 30
        assert other.new_initial_state().game_state.position == game.start.position
    # Positions have commas and brackets, which are OpenSpiel's too.
    rng = random.Random(4)
    read = 0
    for state in nodes(game, rng):
        position = state.game_state.position
        try:
            text = position.settings.get("position")
        except SettingError:
            continue
        if text is None or position.outcome is not None:
            continue
        begun = spiel(name, position=text)
        assert begun.start.position == position
        assert pyspiel.load_game(str(begun)).start.position == position
        other = game.new_initial_state({"start": text})
        assert other.game_state.position == position
        assert other.current_player() == (position.turn == "black")
        other.apply_action(other.legal_actions()[0])
        for again in (other.clone(), game.new_initial_state(other.to_dict()), pickle.loads(pickle.dumps(other))):
            assert seen(again) == seen(other)
        read += "," in text or "(" in text
    assert read > 0


def test_states_are_read_by_another_process() -> None:
    *_, state = nodes(spiel("cheqqers"), random.Random(3))
    script = "import pickle, sys; print(pickle.load(sys.stdin.buffer).history())"
    pickled = pickle.dumps(state)
    run = subprocess.run([sys.executable, "-c", script], input=pickled, capture_output=True, check=True)
    assert json.loads(run.stdout) == state.history()


def leaves(state: Any) -> Iterator[tuple[Any, float]]:
    """The positions behind nodes of chance, with the products of the probabilities."""
    if not state.is_chance_node():
        yield state.game_state.position, 1.0
        return
    outcomes = state.chance_outcomes()
    assert len(outcomes) >= 2 and [number for number, _ in outcomes] == sorted({number for number, _ in outcomes})
    assert abs(sum(probability for _, probability in outcomes) - 1) < 1e-12
    for number, probability in outcomes:
        for position, product in leaves(state.child(number)):
            yield position, probability * product


@GAMES
def test_chains_of_chance_have_the_probabilities_of_the_outcomes(name: str) -> None:
    rng = random.Random(6)
    compared = 0
    for state in nodes(spiel(name), rng):
        if state.is_chance_node() or state.is_terminal() or compared == 12:
            continue
        position = state.game_state.position
        numbers = dict(zip(position.legal_actions(), position.legal_moves, strict=True))
        assert sorted(numbers) == state.legal_actions()
        for number, move in numbers.items():
            child = state.child(number)
            if not child.is_chance_node() or compared == 12:
                continue
            expected: dict[Any, float] = defaultdict(float)
            for outcome in position.outcomes(move):
                expected[outcome.position] += outcome.probability
            found: dict[Any, float] = defaultdict(float)
            for end, probability in leaves(child):
                found[end] += probability
            assert set(found) == set(expected)
            assert all(abs(found[end] - expected[end]) < 1e-12 for end in found)
            compared += 1
    assert compared > 0


def test_environments_measure_with_the_probabilities_of_chance() -> None:
    for state in nodes(spiel("rotation"), random.Random(1)):
        if state.is_chance_node():
            expected: dict[Any, float] = defaultdict(float)
            for position, probability in leaves(state):
                expected[position] += probability
            likeliest = max(expected, key=lambda position: expected[position])
            if len(expected) > 2 and expected[likeliest] > 0.7:
                break
    else:
        raise AssertionError("no measurement has a likely outcome among several")
    rng = np.random.default_rng(3)
    shots, count = 400, 0
    for _ in range(shots):
        measured = state.game_state.copy()
        measure(measured, rng)
        assert measured.position in expected
        count += measured.position == likeliest
    probability = expected[likeliest]
    assert abs(count - shots * probability) < 6 * math.sqrt(shots * probability * (1 - probability))


@GAMES
def test_bounds_of_chance_are_small_and_true(name: str) -> None:
    game = spiel(name)
    planes = game.start.position.planes()
    has_squares = name in ("cheqqers", "international")
    assert game.max_chance_outcomes() == (planes[0].size + 1 if has_squares else 129)
    largest = 0
    for seed in range(4):
        *_, last = nodes(game, random.Random(seed))
        history = last.full_history()
        chance = [step.action for step in history if step.player == pyspiel.PlayerId.CHANCE]
        assert len(chance) <= game.max_chance_nodes_in_history()
        assert len(history) - len(chance) <= game.max_game_length()
        largest = max([largest, *chance])
    assert 0 < largest < game.max_chance_outcomes()


@GAMES
def test_search_of_openspiel_plays(name: str) -> None:
    game = spiel(name)
    rng = np.random.RandomState(1)
    bots = [mcts.MCTSBot(game, 2, 10, mcts.RandomRolloutEvaluator(1, rng), random_state=rng) for _ in range(2)]
    state = game.new_initial_state()
    moves = 0
    while moves < 3 and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
            continue
        root = bots[state.current_player()].mcts_search(state)
        assert [child.action for child in root.children if child.player != state.current_player()] == []
        assert sorted(child.action for child in root.children) == state.legal_actions()
        state.apply_action(root.best_child().action)
        moves += 1
    assert moves == 3


def test_search_of_openspiel_finds_a_win() -> None:
    position = "k7/8/8/8/8/8/8/R6K w - - 0"
    state = spiel("queens-chess", preset="classical", position=position).new_initial_state()
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(state.get_game(), 2, 60, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    best = bot.mcts_search(state).best_child()
    assert state.action_to_string(best.action) == "a1xa8" and best.outcome == [1, -1]


@GAMES
def test_playthroughs_are_repeated(name: str) -> None:
    params = ",".join(f"{key}={value}" for key, value in {**SETTINGS[name], "max_plies": 12}.items())
    text = f"{spiel_name(name)}({params})"
    lines = generate_playthrough.playthrough_lines(text, seed=3)
    for line in (
        "GameType.chance_mode = ChanceMode.EXPLICIT_STOCHASTIC",
        "GameType.reward_model = RewardModel.TERMINAL",
        "IsTerminal() = True",
    ):
        assert line in lines
    actions = [int(line.split()[1]) for line in lines if line.startswith("action: ")]
    assert generate_playthrough.playthrough_lines(text, action_sequence=actions) == lines


@GAMES
def test_agents_learn_in_environments_of_openspiel(name: str) -> None:
    game = spiel(name)
    env = rl_environment.Environment(game, chance_event_sampler=rl_environment.ChanceEventSampler(seed=2))
    rng = random.Random(2)
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        legal = step.observations["legal_actions"][player]
        assert legal == env.get_state.legal_actions()
        assert step.observations["info_state"][player] == env.get_state.observation_tensor(player)
        step = env.step([rng.choice(legal)])
    assert step.rewards == env.get_state.returns() and sum(step.rewards) == 0


def test_games_without_chance_are_deterministic() -> None:
    game = pyspiel.load_game("cheqqers(level=0,size=4,rows=1)")
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert game.max_chance_outcomes() == game.max_chance_nodes_in_history() == 0
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    for position, value in (("W:WK8:B1", 1), ("W:W5:B2", 0)):
        ended = pyspiel.load_game(f"cheqqers(level=0,size=4,max_plies=6,position={position})")
        assert minimax.alpha_beta_search(ended)[0] == value


def test_parameters_are_the_settings() -> None:
    for name in SETTINGS:
        [found] = [kind for kind in pyspiel.registered_games() if kind.short_name == spiel_name(name)]
        assert set(found.parameter_specification) == {*cheqqers.settings(name), "max_plies", "preset"}

    def settings(text: str) -> dict[str, Any]:
        found: dict[str, Any] = pyspiel.load_game(text).start.position.settings
        return found

    def changed(text: str) -> dict[str, Any]:
        default = settings(text.split("(")[0])
        return {key: value for key, value in settings(text).items() if default.get(key, value) != value}

    assert changed("cheqqers(level=1,size=6,draw_after=-1)") == {"level": 1, "size": 6, "rows": 2, "draw_after": "off"}
    assert changed("cheqqers_rotation(resample=true,rotation=linear)") == {"resample": True, "rotation": "linear"}
    assert changed("cheqqers_queens_chess(preset=classical)")["quantum"] is False
    assert changed("cheqqers_queens_chess(preset='2020')")["secondaries"] == "open"
    assert changed("cheqqers_international(preset=10x10,level=1)") == {"level": 1, "size": 10, "rows": 4}
    assert str(pyspiel.load_game("cheqqers(level=3,size=8)")) == "cheqqers()"
    assert pyspiel.load_game("cheqqers").max_game_length() == 1000


def test_wrong_parameters_are_refused() -> None:
    for text in ("cheqqers(level=9)", "cheqqers(preset=10x10)", "cheqqers(position=W:W99)", "cheqqers(draw_after=0)"):
        with pytest.raises(SettingError):
            pyspiel.load_game(text)
    for plies in (0, -1):
        with pytest.raises(SettingError, match="max_plies"):
            spiel("cheqqers", max_plies=plies)
    for text in ("cheqqers(colour=red)", "cheqqers(level=high)"):
        with pytest.raises(pyspiel.SpielError):
            pyspiel.load_game(text)


def test_games_are_drawn_after_max_plies() -> None:
    *_, state = nodes(spiel("cheqqers", max_plies=4), random.Random(1))
    assert state.is_terminal() and state.returns() == [0, 0] and state.game_state.plies == 4
    assert str(state).endswith("\ndraw after 4 plies")
    assert state.game_state.position.outcome is None and state.legal_actions() == []
    with pytest.raises(GameOverError):
        state.apply_action(0)


def test_observers_show_the_board_and_who_is_to_move() -> None:
    game = spiel("cheqqers")
    observation = make_observation(game, params={"pairs": True})
    flat = make_observation(game)
    history = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    for state in nodes(game, random.Random(9)):
        position = state.game_state.position
        for player in range(2):
            observation.set_from(state, player)
            board, pairs = observation.dict["observation"], observation.dict["pairs"]
            np.testing.assert_array_equal(board[:-1], position.planes().astype(np.float32))
            assert (board[-1] == (position.turn == "white")).all()
            np.testing.assert_array_equal(pairs, position.pairs().astype(np.float32))
            np.testing.assert_array_equal(observation.tensor, np.concatenate([board.ravel(), pairs.ravel()]))
            flat.set_from(state, player)
            np.testing.assert_array_equal(flat.tensor, board.ravel())
            assert state.observation_tensor(player) == board.ravel().tolist()
            assert state.observation_string(player) == flat.string_from(state, player) == str(state)
            assert history.string_from(state, player) == state.history_str()
    assert game.observation_tensor_shape() == list(board.shape)
    with pytest.raises(SettingError, match="colour"):
        make_observation(game, params={"colour": True})
    assert game.make_observer({}) is not None


def test_states_in_a_measurement_say_what_was_read() -> None:
    longest = 0
    names: dict[int, str] = {}
    read: list[str] = []
    in_chain = False
    for state in nodes(spiel("rotation", size=6, rows=2), random.Random(1)):
        if names:
            last = names[state.history()[-1]]
            read = [*read, last] if in_chain else [last]
        names = {number: state.action_to_string(number) for number in state.legal_actions()}
        in_chain = state.is_chance_node()
        struct = state.to_dict()
        if in_chain:
            assert str(state).endswith(f"\n{read[0]} measures: {', '.join(read[1:]) or 'nothing yet'}")
            assert struct["measured"] == read and struct["current_player"] == "chance"
            longest = max(longest, len(read))
        else:
            assert " measures: " not in str(state) and struct["measured"] == []
    assert longest > 1


def test_actions_are_structs() -> None:
    game = spiel("rotation")
    assert game.action_struct_spec() == ('{"move": string}', '{"move": "c1-b2"}')
    first = game.new_initial_state().action_to_struct(game.start.legal_actions()[0])
    keys = set()
    for state in nodes(game, random.Random(2)):
        key = "outcome" if state.is_chance_node() else "move"
        for action in state.legal_actions():
            struct = state.action_to_struct(action)
            keys.add(key)
            assert struct.to_dict() == {key: state.action_to_string(action)}
            assert state.struct_to_actions(struct) == [action]
            played = state.clone()
            assert played.apply_action_struct(struct).ok() and played.history() == [*state.history(), action]
        if len(state.history()) == 1:
            with pytest.raises(IllegalMoveError, match="c1-b2"):
                state.validate_action_struct(first)
    assert keys == {"move", "outcome"}
    struct = state.to_dict()
    assert state.to_observation_struct(0).to_dict() == struct
    assert struct["current_player"] == "terminal" and struct["outcome"] == state.game_state.outcome
    assert [part["square"] for part in struct["parts"]] == [part.square for part in state.game_state.position.parts()]
