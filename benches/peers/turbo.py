"""International draughts beside TurboEngine, the alpha-beta engine of the package py-draughts.

    python benches/peers/turbo.py [--games 100] [--milliseconds 100] [--engine COMMAND]

plays games at level 0 on 10 x 10, each opening of random moves twice with exchanged colours, and prints
won, drawn and lost games of ours with their share of the points. The package is the referee. Where our
rules of chains differ from its own, the legal move that has most in common with ours is played, and
counted. Needs `pip install py-draughts==1.10.1`.
"""

import argparse
import json
import random
import shlex
import subprocess

import draughts

HEADER = {
    "format": "cheqqers",
    "version": 1,
    "game": "international",
    "rules": "online-2026",
    "level": 0,
    "size": 10,
    "rows": 4,
    "draw_after": 100,
}


def name(square):
    """The name of a square, counted from 0 at the upper left."""
    row, column = divmod(square, 5)
    return "abcdefghij"[2 * column + (row + 1) % 2] + str(10 - row)


def plies(move):
    """A move as plies of ours."""
    squares = [name(square) for square in move.square_list]
    mark = "x" if move.captured_list else "-"
    return [mark.join(pair) for pair in zip(squares, squares[1:])]


class Ours:
    """Our engine, which thinks for so long about a move."""

    def __init__(self, command, milliseconds):
        self.milliseconds = milliseconds
        self.program = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.differences = 0
        self.say("cqi 1")
        self.wait("cqiok")

    def say(self, line):
        print(line, file=self.program.stdin, flush=True)

    def wait(self, *words):
        for line in self.program.stdout:
            if line.split(maxsplit=1)[0] in words:
                return line.strip()
        raise SystemExit("our engine has ended")

    def start(self, board):
        """Begins anew from the position of a board."""
        position = board.fen.removeprefix('[FEN "').removesuffix('"]')
        self.moves = []
        self.say("newgame " + json.dumps(HEADER | {"position": position}))

    def think(self, chain):
        """The next ply of the turn in which these were played."""
        self.say("position moves " + " ".join(self.moves + chain))
        self.say("isready")
        if self.wait("readyok", "error").startswith("error"):
            self.wait("readyok")
            return None
        self.say(f"go movetime {self.milliseconds}")
        return self.wait("bestmove", "error").split()[1]

    def choose(self, board):
        legal = {tuple(plies(move)): move for move in board.legal_moves}
        if len(legal) == 1:
            return next(iter(legal.values()))
        chain = []
        while tuple(chain) not in legal:
            ply = self.think(chain)
            if ply is None and not chain:
                # What was played before is not legal here.
                self.start(board)
                ply = self.think(chain)
            longer = tuple([*chain, ply])
            if not any(each[: len(longer)] == longer for each in legal):
                self.differences += 1
                most = next(each for each in legal if each[: len(chain)] == tuple(chain))
                return legal[most]
            chain.append(ply)
        return legal[tuple(chain)]

    def told(self, move):
        self.moves += plies(move)


def opening(rng, length):
    """A board after random moves."""
    while True:
        board = draughts.Board()
        for _ in range(length):
            if not board.legal_moves:
                break
            board.push(rng.choice(list(board.legal_moves)))
        if not board.game_over:
            return board


def game(ours, theirs, board, is_white):
    """Points of ours in a game from a board."""
    ours.start(board)
    while not board.game_over:
        if (board.turn == draughts.Color.WHITE) == is_white:
            move = ours.choose(board)
        else:
            move = theirs.get_best_move(board)
        ours.told(move)
        board.push(move)
    white = {"1-0": 1.0, "0-1": 0.0}.get(board.result, 0.5)
    return white if is_white else 1.0 - white


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--milliseconds", type=int, default=100)
    parser.add_argument("--plies", type=int, default=8, help="random moves of an opening")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default="target/release/cheqqers engine --player expert")
    args = parser.parse_args()
    ours = Ours(args.engine, args.milliseconds)
    theirs = draughts.TurboEngine(depth_limit=None, time_limit=args.milliseconds / 1000)
    rng = random.Random(args.seed)
    scores = []
    for number in range(args.games):
        if number % 2 == 0:
            start = opening(rng, args.plies)
        scores.append(game(ours, theirs, start.copy(), number % 2 == 0))
        won, drawn, lost = (scores.count(score) for score in (1.0, 0.5, 0.0))
        share = sum(scores) / len(scores)
        print(f"{won} won, {drawn} drawn, {lost} lost: {share:.1%}", flush=True)
    print(f"{ours.differences} moves were not legal by the rules of the package")
    ours.say("quit")


if __name__ == "__main__":
    main()
