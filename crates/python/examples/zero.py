"""Trains a player from nothing but its own games, in one file: the loop of AlphaZero with exact chance.

    python zero.py --folder zero --set size=5 --hours 2
    cheqqers arena --player net:zero/latest.net --player mcts:800 --set size=5 --games 100

1. Self-play: games are stepped together (cheqqers.BatchedEnv), and each move is found by a search (cheqqers.search) whose
   leaves a small network predicts. Outcomes of measurements count with their exact probabilities.
2. A replay buffer keeps the last positions, each with the policy that the search found and with the result of its game,
   adjusted by the luck of the measurements after it: the mean is the same, and there is less noise to learn.
3. The network learns both, by NumPy or, with --torch, by PyTorch.
4. Every few iterations it plays a tournament against a fixed opponent; the scores are in progress.csv.

All of it is kept in the folder: the same command goes on where a run was stopped or killed. With --ray N, N actors of a Ray
cluster play the games; one that is lost is replaced.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

import cheqqers

# ---- The network: dense layers, a value and a logit for each action --------------------------------------------------


def new_weights(sizes: list[int], outputs: int, rng: np.random.Generator) -> list[np.ndarray]:
    """Matrices and biases of the hidden layers, of the policy and of the value, in this order."""
    layers = [*zip(sizes, sizes[1:]), (sizes[-1], outputs), (sizes[-1], 1)]
    weights: list[np.ndarray] = []
    for number, (rows, columns) in enumerate(layers):
        scale = np.sqrt(2 / rows) if number < len(sizes) - 1 else 0.01
        weights += [rng.normal(0, scale, (rows, columns)).astype(np.float32), np.zeros(columns, np.float32)]
    return weights


def forward(weights: list[np.ndarray], x: np.ndarray) -> tuple[list[np.ndarray], np.ndarray, np.ndarray]:
    """Units of all layers, logits, and the sums that values are made of."""
    units = [x]
    for w, b in zip(weights[:-4:2], weights[1:-4:2]):
        units.append(np.maximum(units[-1] @ w + b, 0))
    wp, bp, wv, bv = weights[-4:]
    return units, units[-1] @ wp + bp, (units[-1] @ wv + bv)[:, 0]


def gradients(weights: list[np.ndarray], batch: dict[str, np.ndarray]) -> tuple[list[np.ndarray], np.ndarray]:
    """Gradients of the loss, and its parts: cross entropy of the policy, squared error of the value."""
    units, logits, sums = forward(weights, batch["x"])
    n = len(sums)
    # Illegal moves have no probability.
    logits = np.where(batch["legal"], logits, -1e9)
    logits -= logits.max(axis=1, keepdims=True)
    exps = np.exp(logits)
    policy = exps / exps.sum(axis=1, keepdims=True)
    value = sums / (1 + np.abs(sums))
    error = value - batch["value"]
    entropy = -(batch["policy"] * np.log(policy + 1e-9)).sum(axis=1).mean()
    d_logits = (policy - batch["policy"]) / n
    d_sums = (2 * error / (1 + np.abs(sums)) ** 2 / n)[:, None]
    wp, _, wv, _ = weights[-4:]
    last = units[-1]
    grads = [last.T @ d_logits, d_logits.sum(0), last.T @ d_sums, d_sums.sum(0)]
    back = d_logits @ wp.T + d_sums @ wv.T
    for layer in reversed(range(len(units) - 1)):
        back = back * (units[layer + 1] > 0)
        grads[:0] = [units[layer].T @ back, back.sum(0)]
        back = back @ weights[2 * layer].T
    return grads, np.array([entropy, (error**2).mean()])


def torch_gradients(weights: list[np.ndarray], batch: dict[str, np.ndarray]) -> tuple[list[np.ndarray], np.ndarray]:
    """The same by automatic differentiation: the place to change where the network is to be another one."""
    import torch

    tensors = [torch.from_numpy(w).requires_grad_() for w in weights]
    x, legal, policy, value = (torch.from_numpy(batch[key]) for key in ("x", "legal", "policy", "value"))
    for w, b in zip(tensors[:-4:2], tensors[1:-4:2]):
        x = torch.relu(x @ w + b)
    wp, bp, wv, bv = tensors[-4:]
    logits = (x @ wp + bp).masked_fill(~legal, -1e9)
    sums = (x @ wv + bv)[:, 0]
    entropy = -(policy * torch.log_softmax(logits, dim=1)).sum(1).mean()
    error = ((sums / (1 + sums.abs()) - value) ** 2).mean()
    (entropy + error).backward()
    return [t.grad.numpy() for t in tensors], np.array([entropy.item(), error.item()])


class Adam:
    """Steps by means of gradients and of their squares, with weight decay."""

    def __init__(self, weights: list[np.ndarray]) -> None:
        self.means = [[np.zeros_like(w) for w in weights] for _ in range(2)]
        self.steps = 0

    def step(self, weights: list[np.ndarray], grads: list[np.ndarray], rate: float, decay: float) -> None:
        self.steps += 1
        for w, g, m, v in zip(weights, grads, *self.means):
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            scale = np.sqrt(v / (1 - 0.999**self.steps)) + 1e-8
            w -= rate * (m / (1 - 0.9**self.steps) / scale + decay * w)


def as_file(weights: list[np.ndarray], env: cheqqers.BatchedEnv, simulations: int) -> bytes:
    """The network as `net:FILE` and `cheqqers.Net` read it."""
    header = {
        "format": "cheqqers-net",
        "version": 1,
        "actions": env.action_space_name,
        "planes": env.planes_name,
        "inputs": len(weights[0]),
        "hidden": [len(b) for b in weights[1:-4:2]],
        "outputs": env.num_actions,
        "simulations": simulations,
    }
    return json.dumps(header).encode() + b"\n" + b"".join(w.astype("<f4").tobytes() for w in weights)


# ---- Self-play -------------------------------------------------------------------------------------------------------


def new_env(args: argparse.Namespace, seed: int) -> cheqqers.BatchedEnv:
    settings = dict(setting.split("=", 1) for setting in args.set)
    return cheqqers.BatchedEnv(
        args.game, args.envs, seed=seed, max_plies=args.max_plies, reward="luck-adjusted", **settings
    )


class Actor:
    """Games that the network plays against itself, which go on from one iteration to the next."""

    def __init__(self, args: argparse.Namespace, seed: int) -> None:
        self.args = args
        self.env = new_env(args, seed)
        self.env.reset()
        self.rng = np.random.default_rng(seed)
        # Games begin by some random moves: else they become alike, and what is learnt holds for these alone.
        self.openings = self.rng.integers(args.openings + 1, size=args.envs)
        # Of each game what was searched, and what White got for each ply since.
        self.plies: list[list[tuple[np.ndarray, np.ndarray, np.ndarray, float, float]]] = [[] for _ in range(args.envs)]
        self.rewards: list[list[float]] = [[] for _ in range(args.envs)]

    def play(self, net: bytes) -> dict[str, np.ndarray]:
        """Positions of the games that have ended meanwhile."""
        args, env = self.args, self.env
        predict = cheqqers.Net.from_bytes(net)
        samples: dict[str, list[Any]] = {"x": [], "legal": [], "policy": [], "value": []}
        for _ in range(args.plies):
            searched = [index for index in range(env.num_envs) if env.plies[index] >= self.openings[index]]
            found = cheqqers.search.search(
                [env.position(index) for index in searched], predict, simulations=args.simulations, noise=1.0,
                considered=args.considered, c_scale=args.scale, seed=int(self.rng.integers(2**53)), threads=args.threads,
            )  # fmt: skip
            actions = np.full(env.num_envs, -1)
            for index, finding in zip(searched, found):
                actions[index] = finding.action
                policy = np.zeros(env.num_actions, np.float16)
                policy[finding.actions] = finding.policy
                x = env.observations["observation"][index].ravel().astype(np.float16)
                legal = env.observations["action_mask"][index].astype(bool)
                sign = -1.0 if env.observations["to_play"][index] else 1.0
                self.plies[index].append((x, legal, policy, sign, sign * finding.value))
            env.step(actions)
            for index in range(env.num_envs):
                if self.plies[index]:
                    self.rewards[index].append(float(env.rewards[index, 0]))
                if env.terminations[index] or env.truncations[index]:
                    self._end(index, samples)
        rows = len(samples["value"])
        return {
            "x": np.array(samples["x"], np.float16).reshape(rows, self.env.observations["observation"][0].size),
            "legal": np.array(samples["legal"], bool).reshape(rows, env.num_actions),
            "policy": np.array(samples["policy"], np.float16).reshape(rows, env.num_actions),
            "value": np.array(samples["value"], np.float32),
        }

    def _end(self, index: int, samples: dict[str, list[Any]]) -> None:
        # What White got from each ply on, less the luck of the measurements.
        to_go = np.cumsum(self.rewards[index][::-1])[::-1]
        for (x, legal, policy, sign, value), result in zip(self.plies[index], to_go):
            samples["x"].append(x)
            samples["legal"].append(legal)
            samples["policy"].append(policy)
            samples["value"].append(self.args.mix * value + (1 - self.args.mix) * sign * result)
        self.plies[index], self.rewards[index] = [], []
        self.openings[index] = self.rng.integers(self.args.openings + 1)


class RayActors:
    """Actors of a Ray cluster. One that is lost is begun anew, with other games."""

    def __init__(self, args: argparse.Namespace, seed: int) -> None:
        import ray

        ray.init(address=args.ray_address, log_to_driver=False, ignore_reinit_error=True)
        self.ray, self.args, self.seed = ray, args, seed
        self.remote = ray.remote(num_cpus=args.threads)(Actor)
        self.actors = [self._new() for _ in range(args.ray)]

    def _new(self) -> Any:
        self.seed += 1
        return self.remote.remote(self.args, self.seed)

    def play(self, net: bytes) -> dict[str, np.ndarray]:
        """Positions of all actors' games."""
        parts = []
        asked = [actor.play.remote(net) for actor in self.actors]
        for number, answer in enumerate(asked):
            try:
                parts.append(self.ray.get(answer))
            except self.ray.exceptions.RayActorError:
                print(f"  actor {number} was lost, and begins anew", flush=True)
                self.actors[number] = self._new()
                parts.append(self.ray.get(self.actors[number].play.remote(net)))
        return {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}


# ---- Evaluation, and all that is kept --------------------------------------------------------------------------------


def evaluate(args: argparse.Namespace, net: Path) -> list[float]:
    """Points per game against the opponent, as they are and adjusted by luck, and half of the 95 % interval of these.

    A tournament that was stopped goes on.
    """
    folder = net.with_suffix(".games")
    command = [sys.executable, "-m", "cheqqers", "arena"]
    if (folder / "arena.json").exists():
        run(command + ["--resume", str(folder)])
    else:
        begin = ["--game", args.game, *(part for setting in args.set for part in ("--set", setting))]
        begin += ["--player", f"net@{args.simulations}:{net}", "--player", args.opponent]
        begin += ["--games", str(args.games), "--random-plies", str(args.random_plies), "--seed", str(args.seed)]
        run(command + begin + ["--out", str(folder)])
    [pairing] = json.loads(run(command + ["show", "--json", str(folder)]))["pairings"]
    adjusted = pairing["adjusted"] or pairing
    half = 1.96 * (adjusted["deviation"] or math.nan) / pairing["games"] ** 0.5
    return [round(score, 4) for score in (pairing["score"], adjusted["score"], half)]


def run(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"the tournament failed: {done.stderr.strip()}")
    return done.stdout


def write(path: Path, contents: bytes) -> None:
    """Replaces a file as a whole, so that a run that is killed leaves none in part."""
    part = path.with_suffix(".part")
    part.write_bytes(contents)
    os.replace(part, path)


#: Options that a run keeps: they decide what its numbers mean.
FIXED = ("game", "set", "hidden", "seed")


def lock(folder: Path) -> Any:
    """A file that is locked as long as it is kept: two runs in one folder would mix. Without effect on Windows."""
    try:
        import fcntl
    except ImportError:
        return None
    file = (folder / "lock").open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        sys.exit(f"{folder} is in use by another run")
    return file


def save(folder: Path, state: dict[str, Any]) -> None:
    part = folder / "checkpoint.part.npz"
    arrays = {f"buffer_{key}": value for key, value in state["buffer"].items()}
    for name in ("weights", "means0", "means1"):
        arrays |= {f"{name}_{number:02}": array for number, array in enumerate(state[name])}
    kept = json.dumps({key: state[key] for key in ("options", "iteration", "steps", "seconds", "due")})
    np.savez(part, kept=np.array(kept), **arrays)
    os.replace(part, folder / "checkpoint.npz")


def load(folder: Path) -> dict[str, Any] | None:
    path = folder / "checkpoint.npz"
    if not path.exists():
        return None
    try:
        with np.load(path) as file:
            names = ("weights", "means0", "means1")
            state = {name: [file[key] for key in sorted(file) if key.startswith(f"{name}_")] for name in names}
            state["buffer"] = {key: file[f"buffer_{key}"] for key in ("x", "legal", "policy", "value")}
            return {**state, **json.loads(str(file["kept"]))}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        sys.exit(f"{path} can't be read ({error}): begin in another folder, or restore the file")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--folder", type=Path, default=Path("zero"), help="of the checkpoint and the networks")
    parser.add_argument("--game", default="cheqqers", help="name of the game, or NAME:PRESET")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a setting of the game")
    parser.add_argument("--hours", type=float, default=2.0, help="of training and games together")
    parser.add_argument("--iterations", type=int, help="stop after so many in place of the hours")
    parser.add_argument("--simulations", type=int, default=16, help="of a search for each move")
    parser.add_argument("--considered", type=int, default=8, help="moves that a search considers")
    parser.add_argument("--scale", type=float, default=0.1, help="of values in the policies that searches find")
    parser.add_argument("--openings", type=int, default=10, help="random moves that a game begins with, at most")
    parser.add_argument("--envs", type=int, default=128, help="games at a time")
    parser.add_argument("--plies", type=int, default=80, help="of all games in an iteration")
    parser.add_argument("--max-plies", type=int, default=300, help="after which a game is stopped")
    parser.add_argument("--mix", type=float, default=0.5, help="share of the search's value in what is learnt")
    parser.add_argument("--hidden", type=int, nargs="+", default=[256, 128], help="units of the hidden layers")
    parser.add_argument("--buffer", type=int, default=300_000, help="positions that are kept")
    parser.add_argument("--batch", type=int, default=512, help="positions of a step of learning")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning")
    parser.add_argument("--reuse", type=float, default=4.0, help="times that a position is learnt")
    parser.add_argument("--opponent", default="mcts:800", help="player of the tournaments")
    parser.add_argument("--every", type=int, default=10, help="iterations between tournaments")
    parser.add_argument("--games", type=int, default=40, help="of a tournament")
    parser.add_argument("--random-plies", type=int, default=0, help="that games of a tournament begin with")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="that search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--torch", action="store_true", help="learn by PyTorch")
    parser.add_argument("--ray", type=int, default=0, metavar="N", help="actors of a Ray cluster that play")
    parser.add_argument("--ray-address", help="of the cluster; by default one of this machine")
    args = parser.parse_args()
    if bad := [setting for setting in args.set if "=" not in setting]:
        parser.error(f"--set {bad[0]}: write KEY=VALUE")
    if min(args.envs, args.plies, args.batch, args.every, args.games, args.buffer, args.threads, *args.hidden) < 1:
        parser.error("numbers of games, plies, positions, iterations, threads and units are 1 or more")

    # A tournament ends with it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated: the same command goes on"))
    args.folder.mkdir(parents=True, exist_ok=True)
    _lock = lock(args.folder)
    try:
        env = new_env(args, 0)
    except cheqqers.SettingError as error:
        parser.error(str(error))
    inputs = int(np.prod(env.observations["observation"].shape[1:]))
    options = {key: getattr(args, key) for key in FIXED}
    state = load(args.folder)
    if state is None:
        weights = new_weights([inputs, *args.hidden], env.num_actions, np.random.default_rng(args.seed))
        zeros = [np.zeros_like(w) for w in weights]
        buffer = {
            "x": np.zeros((0, inputs), np.float16),
            "legal": np.zeros((0, env.num_actions), bool),
            "policy": np.zeros((0, env.num_actions), np.float16),
            "value": np.zeros(0, np.float32),
        }
        state = {"weights": weights, "means0": zeros, "means1": [z.copy() for z in zeros], "buffer": buffer}
        state |= {"options": options, "iteration": 0, "steps": 0, "seconds": 0.0, "due": False}
        if (args.folder / "progress.csv").exists():
            sys.exit(f"{args.folder} has results of a run, but no checkpoint: begin in another folder")
    elif state["options"] != options:
        sys.exit(f"{args.folder} holds a run with other options, {state['options']}: begin in another folder")
    else:
        print(f"goes on after iteration {state['iteration']} and {state['seconds'] / 60:.0f} minutes", flush=True)
    weights, adam = state["weights"], Adam(state["weights"])
    adam.means, adam.steps = [state["means0"], state["means1"]], state["steps"]
    learn = torch_gradients if args.torch else gradients
    # Another one each time, so that a run that goes on does not play the same games again.
    seed = 1000 * int(np.random.default_rng([args.seed, state["iteration"]]).integers(2**40))
    actor: Actor | RayActors = RayActors(args, seed) if args.ray else Actor(args, seed)
    saved = state["seconds"]

    def is_over() -> bool:
        if args.iterations is not None:
            return bool(state["iteration"] >= args.iterations)
        return bool(state["seconds"] >= 3600 * args.hours)

    while state["due"] or not is_over():
        if state["due"]:
            net = args.folder / f"{state['iteration']:05}.net"
            write(net, as_file(weights, env, args.simulations))
            write(args.folder / "latest.net", net.read_bytes())
            score, adjusted, half = evaluate(args, net)
            # One that was killed right behind this has written it already.
            progress = args.folder / "progress.csv"
            told = progress.read_text().splitlines() if progress.exists() else []
            if not told or not told[-1].startswith(f"{state['iteration']},"):
                with progress.open("a", newline="") as file:
                    csv.writer(file).writerow([state["iteration"], round(state["seconds"]), score, adjusted, half])
            print(f"  {args.opponent}: {score:.3f}, adjusted {adjusted:.3f} ± {half:.3f}", flush=True)
            state["due"] = False
            save(args.folder, state)
            continue
        began = time.monotonic()
        state["iteration"] += 1
        rng = np.random.default_rng([args.seed, state["iteration"]])
        new = actor.play(as_file(weights, env, args.simulations))
        buffer = {key: np.concatenate([old, new[key]])[-args.buffer :] for key, old in state["buffer"].items()}
        state["buffer"] = buffer
        # Steps get shorter towards the end.
        done = state["iteration"] / args.iterations if args.iterations else state["seconds"] / 3600 / args.hours
        rate = args.rate * (1 - 0.9 * min(done, 1.0))
        between, losses, steps = time.monotonic(), np.zeros(2), int(args.reuse * len(new["value"]) / args.batch)
        for _ in range(steps):
            chosen = rng.integers(len(buffer["value"]), size=args.batch)
            batch = {key: values[chosen] for key, values in buffer.items()}
            batch |= {key: batch[key].astype(np.float32) for key in ("x", "policy")}
            grads, loss = learn(weights, batch)
            adam.step(weights, grads, rate, 1e-4)
            losses += loss / steps
        if not np.isfinite(losses).all() or not all(np.isfinite(w).all() for w in weights):
            sys.exit("the weights are no numbers any more: go on with a lower --rate; the checkpoint is as it was")
        now = time.monotonic()
        state["seconds"] += now - began
        state["steps"] = adam.steps
        print(
            f"iteration {state['iteration']}: {len(new['value'])} positions in {between - began:.0f} s, learnt in "
            f"{now - between:.0f} s, policy {losses[0]:.3f}, value {losses[1]:.3f}",
            flush=True,
        )
        state["due"] = state["iteration"] % args.every == 0 or is_over()
        if state["due"] or state["seconds"] - saved >= 60:
            save(args.folder, state)
            saved = state["seconds"]


if __name__ == "__main__":
    main()
