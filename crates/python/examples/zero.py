"""Trains a player from nothing but its own games, in one file: the loop of AlphaZero with exact chance.

    python zero.py --folder zero --set size=5 --hours 2
    cheqqers arena --player net:zero/best.net --player mcts:800 --set size=5 --games 100

1. Self-play: games are stepped together (cheqqers.BatchedEnv), and each move is found by a search (cheqqers.search) whose
   leaves a small network predicts. Outcomes of measurements count with their exact probabilities.
2. A replay buffer keeps the last positions, each with the policy that the search found and with the result of its game,
   adjusted by the luck of the measurements after it: the mean is the same, and there is less noise to learn.
3. The network learns both, by NumPy or, with --torch, by PyTorch.
4. Every few iterations it plays a tournament against a fixed opponent; the scores are in progress.csv.

All of it is kept in the folder: the same command goes on where a run was stopped or killed. With --ray N, N actors of a Ray
cluster play the games; those of an actor that is lost are played again by another one.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import time
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


def self_play(args: argparse.Namespace, net: bytes, seed: int) -> dict[str, np.ndarray]:
    """Positions of games that the network plays against itself, of which those that ended are kept whole."""
    env = new_env(args, seed)
    predict = cheqqers.Net.from_bytes(net)
    observations, _ = env.reset()
    rng = np.random.default_rng(seed)
    # Games begin by some random moves: else they become alike, and what is learnt holds for these alone.
    openings = rng.integers(args.openings + 1, size=env.num_envs)
    games: list[list[tuple[np.ndarray, np.ndarray, np.ndarray, int, float]]] = [[] for _ in range(env.num_envs)]
    returns: list[list[float]] = [[] for _ in range(env.num_envs)]
    samples: dict[str, list[Any]] = {"x": [], "legal": [], "policy": [], "value": []}
    for _ in range(args.plies):
        searched = [index for index in range(env.num_envs) if env.plies[index] >= openings[index]]
        found = cheqqers.search.search(
            [env.position(index) for index in searched], predict, simulations=args.simulations, noise=1.0,
            considered=args.considered, c_scale=args.scale, seed=int(rng.integers(2**53)), threads=args.threads,
        )  # fmt: skip
        actions = np.full(env.num_envs, -1)
        for index, finding in zip(searched, found):
            actions[index] = finding.action
            policy = np.zeros(env.num_actions, np.float16)
            policy[finding.actions] = finding.policy
            sign = -1.0 if observations["to_play"][index] else 1.0
            games[index].append(
                (
                    observations["observation"][index].ravel().astype(np.float16),
                    observations["action_mask"][index].astype(bool),
                    policy,
                    int(sign),
                    sign * finding.value,
                )
            )
        observations, rewards, terminations, truncations, _ = env.step(actions)
        for index in range(env.num_envs):
            if len(returns[index]) < len(games[index]):
                returns[index].append(float(rewards[index, 0]))
            if not (terminations[index] or truncations[index]):
                continue
            # What White got from each ply on, less the luck of the measurements.
            to_go = np.cumsum(returns[index][::-1])[::-1]
            for (x, legal, policy, sign, value), result in zip(games[index], to_go):
                samples["x"].append(x)
                samples["legal"].append(legal)
                samples["policy"].append(policy)
                samples["value"].append(args.mix * value + (1 - args.mix) * sign * result)
            games[index], returns[index] = [], []
            openings[index] = rng.integers(args.openings + 1)
    return {
        "x": np.array(samples["x"], np.float16).reshape(len(samples["x"]), -1),
        "legal": np.array(samples["legal"], bool).reshape(-1, env.num_actions),
        "policy": np.array(samples["policy"], np.float16).reshape(-1, env.num_actions),
        "value": np.array(samples["value"], np.float32),
    }


def played(args: argparse.Namespace, net: bytes, seed: int) -> dict[str, np.ndarray]:
    """Self-play here, or by actors of a Ray cluster."""
    if not args.ray:
        return self_play(args, net, seed)
    import ray

    if not ray.is_initialized():
        ray.init(address=args.ray_address, log_to_driver=False)
    remote = ray.remote(max_retries=-1, num_cpus=1)(self_play)
    parts = ray.get([remote.remote(args, net, seed + actor) for actor in range(args.ray)])
    return {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}


# ---- Evaluation, and all that is kept --------------------------------------------------------------------------------


def evaluate(args: argparse.Namespace, net: Path, simulations: int, games: int, folder: Path) -> dict[str, Any]:
    """Points per game against the opponent, as they are and adjusted by luck, and half of the 95 % interval of these."""
    command = [sys.executable, "-m", "cheqqers", "arena"]
    if folder.exists():
        command += ["--resume", str(folder)]
    else:
        command += ["--game", args.game, *(part for setting in args.set for part in ("--set", setting))]
        command += ["--player", f"net@{simulations}:{net}", "--player", args.opponent, "--games", str(games)]
        command += ["--seed", str(args.seed), "--out", str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    shown = subprocess.run([*command[:4], "show", "--json", str(folder)], check=True, capture_output=True)
    [pairing] = json.loads(shown.stdout)["pairings"]
    adjusted = pairing["adjusted"] or pairing
    interval = 1.96 * (adjusted["deviation"] or 0.0) / pairing["games"] ** 0.5
    return {"score": pairing["score"], "adjusted": adjusted["score"], "interval": interval}


def write(path: Path, contents: bytes) -> None:
    """Replaces a file as a whole, so that a run that is killed leaves none in part."""
    part = path.with_suffix(".part")
    part.write_bytes(contents)
    os.replace(part, path)


def save(folder: Path, state: dict[str, Any]) -> None:
    part = folder / "checkpoint.part.npz"
    arrays = {f"buffer_{key}": value for key, value in state["buffer"].items()}
    for name in ("weights", "means0", "means1"):
        arrays |= {f"{name}_{number:02}": array for number, array in enumerate(state[name])}
    np.savez(part, counts=np.array([state["iteration"], state["steps"]]), seconds=state["seconds"], **arrays)
    os.replace(part, folder / "checkpoint.npz")


def load(folder: Path) -> dict[str, Any] | None:
    path = folder / "checkpoint.npz"
    if not path.exists():
        return None
    with np.load(path) as kept:
        lists = {name: [kept[key] for key in sorted(kept) if key.startswith(f"{name}_")] for name in ("weights", "means0", "means1")}
        buffer = {key: kept[f"buffer_{key}"] for key in ("x", "legal", "policy", "value")}
        iteration, steps = (int(count) for count in kept["counts"])
        return {**lists, "buffer": buffer, "iteration": iteration, "steps": steps, "seconds": float(kept["seconds"])}


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
    parser.add_argument("--plies", type=int, default=80, help="of each game in an iteration")
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
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="that search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--torch", action="store_true", help="learn by PyTorch")
    parser.add_argument("--ray", type=int, default=0, metavar="N", help="actors of a Ray cluster that play")
    parser.add_argument("--ray-address", help="of the cluster; by default one of this machine")
    args = parser.parse_args()

    args.folder.mkdir(parents=True, exist_ok=True)
    env = new_env(args, 0)
    inputs = int(np.prod(env.observations["observation"].shape[1:]))
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
        state |= {"iteration": 0, "steps": 0, "seconds": 0.0}
    else:
        print(f"goes on after iteration {state['iteration']} and {state['seconds'] / 60:.0f} minutes", flush=True)
    weights, adam = state["weights"], Adam(state["weights"])
    adam.means, adam.steps = [state["means0"], state["means1"]], state["steps"]
    learn = torch_gradients if args.torch else gradients
    saved = state["seconds"]

    while args.iterations is None or state["iteration"] < args.iterations:
        if args.iterations is None and state["seconds"] >= 3600 * args.hours:
            break
        began = time.monotonic()
        state["iteration"] += 1
        rng = np.random.default_rng([args.seed, state["iteration"]])
        new = played(args, as_file(weights, env, args.simulations), int(rng.integers(2**40)) * 1000)
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
        now = time.monotonic()
        state["seconds"] += now - began
        state["steps"] = adam.steps
        print(
            f"iteration {state['iteration']}: {len(new['value'])} positions in {between - began:.0f} s, learnt in "
            f"{now - between:.0f} s, policy {losses[0]:.3f}, value {losses[1]:.3f}",
            flush=True,
        )
        is_due = state["iteration"] % args.every == 0 or state["iteration"] == args.iterations
        if is_due or state["seconds"] - saved >= 60:
            save(args.folder, state)
            saved = state["seconds"]
        if is_due:
            net = args.folder / f"{state['iteration']:05}.net"
            write(net, as_file(weights, env, args.simulations))
            write(args.folder / "best.net", net.read_bytes())
            scores = evaluate(args, net, args.simulations, args.games, net.with_suffix(".games"))
            with (args.folder / "progress.csv").open("a", newline="") as file:
                row = [state["iteration"], round(state["seconds"]), *(round(score, 4) for score in scores.values())]
                csv.writer(file).writerow(row)
            print("  {}: {score:.3f}, adjusted {adjusted:.3f} ± {interval:.3f}".format(args.opponent, **scores), flush=True)


if __name__ == "__main__":
    main()
