"""International draughts beside TurboEngine, the alpha-beta engine of the package py-draughts.

    python benches/peers/turbo.py [--games 100] [--milliseconds 100] [--engine COMMAND] [--losses FILE]

plays games at level 0 on 10 x 10, each opening of random moves twice with exchanged colours, and prints
won, drawn and lost games of ours with their share of the points. The package is the referee, and our engine
speaks Hub, so that both play by the rules of draughts. A game breaks off, and does not count, where a man is to pass the
far row in a capture: by our rules, by which our engine searches, it is crowned there and stops. Openings are even: as many
men, nothing to capture, and no lead of half a man by a search of ours ten times as long as for a move. Needs `pip install py-draughts==1.10.1`.
"""

import argparse
import random
import re
import shlex
import subprocess
import time

import draughts


def hub(board):
    """A position as Hub has it."""
    turn, *sides = re.search(r"([WB]):(W[^:]*):(B[^:\"]*)", board.fen).groups()
    squares = ["e"] * 50
    for side in sides:
        for piece in filter(None, side[1:].split(",")):
            letter = side[0] if piece[0] == "K" else side[0].lower()
            squares[int(piece.lstrip("K")) - 1] = letter
    return turn + "".join(squares)


def written(move):
    """A move as Hub has it."""
    ends = [str(square + 1) for square in (move.square_list[0], move.square_list[-1])]
    captured = [str(square + 1) for square in sorted(move.captured_list)]
    return "x".join(ends + captured) if captured else "-".join(ends)


class Tally:
    """Nodes, time and depth of searches."""

    def __init__(self):
        self.nodes = self.seconds = self.depths = self.searches = 0

    def add(self, nodes, seconds, depth):
        self.nodes += nodes
        self.seconds += seconds
        self.depths += depth
        self.searches += 1

    def __str__(self):
        rate = self.nodes / max(self.seconds, 0.01)
        return f"{rate:,.0f} nodes a second, depth {self.depths / max(self.searches, 1):.1f}"


class Ours:
    """Our engine, which thinks for so long about a move."""

    def __init__(self, command, milliseconds):
        self.program = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.tally, self.score = Tally(), 0.0
        self.say("hub")
        self.wait("wait")
        self.say("init")
        self.wait("ready")
        self.set_time(milliseconds)

    def set_time(self, milliseconds):
        self.say(f"level move-time={milliseconds / 1000}")

    def say(self, line):
        print(line, file=self.program.stdin, flush=True)

    def wait(self, word):
        for line in self.program.stdout:
            found = line.split(maxsplit=1)[0]
            if found == word:
                return line
            if found == "error":
                raise SystemExit(line)
            if found == "info":
                told = dict(re.findall(r"(\w+)=([\d.-]+)", line))
                self.tally.add(int(told["nodes"]), float(told["time"]), int(told["depth"]))
                self.score = float(told["score"])
        raise SystemExit("our engine has ended")

    def start(self, board):
        """Begins a game from the position of a board."""
        self.say("new-game")
        self.position, self.moves = hub(board), []

    def choose(self, board):
        self.say(f'pos pos={self.position} moves="{" ".join(self.moves)}"')
        self.say("go think")
        chosen = re.search(r"move=(\S+)", self.wait("done"))[1]
        return next(move for move in board.legal_moves if written(move) == chosen)

    def told(self, move):
        self.moves.append(written(move))


def is_quiet(board):
    """Whether a board has as many men of either side, and nothing to capture."""
    squares = hub(board)[1:]
    if any(move.captured_list for move in board.legal_moves):
        return False
    return "W" not in squares and "B" not in squares and squares.count("w") == squares.count("b")


def is_even(board, ours, milliseconds):
    """Whether neither side leads by half a man, by a search of ours."""
    tally, ours.tally = ours.tally, Tally()
    ours.set_time(10 * milliseconds)
    ours.start(board)
    ours.choose(board)
    ours.set_time(milliseconds)
    ours.tally = tally
    return abs(ours.score) < 0.5


def opening(rng, length, ours, milliseconds):
    """An even board after random moves."""
    while True:
        board = draughts.Board()
        for _ in range(length):
            if not board.legal_moves:
                break
            board.push(rng.choice(list(board.legal_moves)))
        if not board.game_over and is_quiet(board) and is_even(board, ours, milliseconds):
            return board


def differs(board, move):
    """Whether a capture ends otherwise by our rules."""
    far = range(5) if board.turn == draughts.Color.WHITE else range(45, 50)
    is_man = abs(board.position[move.square_list[0]]) == 1
    return is_man and any(square in far for square in move.square_list[1:-1])


def game(ours, theirs, tally, board, is_white):
    """Points of ours in a game from a board, `None` where it breaks off, and its moves."""
    ours.start(board)
    moves = []
    while not board.game_over:
        if (board.turn == draughts.Color.WHITE) == is_white:
            move = ours.choose(board)
        else:
            began = time.monotonic()
            move = theirs.get_best_move(board)
            tally.add(theirs.nodes, time.monotonic() - began, theirs.completed_depth)
        moves.append(written(move))
        if differs(board, move):
            return None, moves
        ours.told(move)
        board.push(move)
    white = {"1-0": 1.0, "0-1": 0.0}.get(board.result, 0.5)
    return white if is_white else 1.0 - white, moves


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--milliseconds", type=int, default=100)
    parser.add_argument("--plies", type=int, default=8, help="random moves of an opening")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--engine", default="target/release/cheqqers engine --hub --player expert"
    )
    parser.add_argument("--losses", help="file for the games that are not won")
    args = parser.parse_args()
    ours = Ours(args.engine, args.milliseconds)
    theirs = draughts.TurboEngine(depth_limit=None, time_limit=args.milliseconds / 1000)
    rng = random.Random(args.seed)
    scores, tally = [], Tally()
    number = 0
    while len(scores) < args.games:
        if number % 2 == 0:
            start = opening(rng, args.plies, ours, args.milliseconds)
        is_white = number % 2 == 0
        number += 1
        score, moves = game(ours, theirs, tally, start.copy(), is_white)
        if score is None:
            continue
        scores.append(score)
        won, drawn, lost = (scores.count(score) for score in (1.0, 0.5, 0.0))
        share = sum(scores) / len(scores)
        broken = number - len(scores)
        print(
            f"{won} won, {drawn} drawn, {lost} lost: {share:.1%}, {broken} broken off", flush=True
        )
        if args.losses and score < 1.0:
            with open(args.losses, "a") as file:
                print(score, "white" if is_white else "black", hub(start), *moves, file=file)
    print(f"ours: {ours.tally}")
    print(f"theirs: {tally}")
    ours.say("quit")


if __name__ == "__main__":
    main()
