"""Makes the data beside it with the command of an older version: make.py COMMAND FOLDER."""

import json
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

COMMAND, FOLDER = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
PEOPLE = ["--white", "human", "--black", "human"]
RANDOM = ["--white", "random", "--black", "random"]
# White's capture measures.
MOVES = ["c3-d4", "f6^e5g5", "d4xf6"]


def environment(url):
    return {
        "HOME": str(FOLDER),
        "XDG_DATA_HOME": str(FOLDER / "data"),
        "XDG_CONFIG_HOME": str(FOLDER / "config"),
        "CHEQQERS_PACE": "0.01",
        "IAM_URL": f"{url}/ibm",
        "QISKIT_IBM_URL": f"{url}/ibm/api/v1",
        "QISKIT_IBM_TOKEN": "token",
        "QISKIT_IBM_INSTANCE": "crn:v1:bluemix:public:quantum-computing:us-east:a/1:2::",
        "IONQ_API_URL": f"{url}/ionq/v0.4",
        "IONQ_API_KEY": "key",
        "AWS_ENDPOINT_URL_BRAKET": f"{url}/braket",
        "AWS_ENDPOINT_URL_S3": f"{url}/s3",
        "AWS_ACCESS_KEY_ID": "someone",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_REGION": "us-east-1",
        "AMZN_BRAKET_OUT_S3_BUCKET": "amazon-braket-games",
        "OQTOPUS_URL": f"{url}/oqtopus",
        "OQTOPUS_API_TOKEN": "token",
    }


def started(*args, url="http://127.0.0.1:1"):
    return subprocess.Popen(
        [COMMAND, *args],
        env=environment(url),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def run(*args, lines=(), code=0, url="http://127.0.0.1:1"):
    process = started(*args, url=url)
    out, _ = process.communicate("".join(line + "\n" for line in lines))
    assert process.returncode == code, (args, process.returncode, out)
    return out


class Services:
    """The emulator, with faults."""

    def __init__(self, *faults):
        args = [word for fault in faults for word in ("--fault", fault)]
        self.process = started(
            "emulate", "--address", "127.0.0.1:0", "--time-scale", "0", "--seed", "11", *args
        )
        while "http://" not in (line := self.process.stdout.readline()):
            assert line
        self.url = "http://" + line.split("http://")[1].split()[0].rstrip("/.,")

    def __enter__(self):
        return self.url

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def until(condition):
    for _ in range(1000):
        if condition():
            return
        time.sleep(0.02)
    raise TimeoutError


def entries():
    return [json.loads(path.read_text()) for path in (FOLDER / "data").rglob("job.json")]


def num_sent():
    return sum(entry["state"] == "sent" for entry in entries())


def records():
    folder = FOLDER / "records"
    folder.mkdir()

    def play(name, *args, lines=(), url="http://127.0.0.1:1"):
        run("play", *args, "--record", str(folder / f"{name}.jsonl"), lines=lines, url=url)

    taken_back = ["c3-b4", "undo", *MOVES, "resign"]
    play("cheqqers", *PEOPLE, "--level", "1", "--seed", "7", lines=taken_back)
    noisy = ["--level", "2", "--seed", "5", "--backend", "noisy"]
    play("noisy", *PEOPLE, *noisy, lines=["c3^b4d4", "f6-e5", "d4xf6", "resign"])
    play("mcts", "--white", "random", "--black", "mcts:5", "--size", "4", "--rows", "1", "--seed", "5")
    play("rotation", *RANDOM, "--game", "rotation", "--size", "6", "--seed", "5")
    play("blocking", *RANDOM, "--game", "blocking:6x6", "--seed", "5")
    with Services() as url:
        for name in ["ibm:ibm_fez", "ionq:qpu.forte-1", "braket:qpu/iqm/Garnet", "oqtopus:lattice"]:
            args = [*PEOPLE, "--level", "1", "--seed", "7", "--backend", name, "--yes"]
            play(name.split(":")[0], *args, lines=[*MOVES, "resign"], url=url)
    with Services("fail=device") as url:
        args = ["--level", "1", "--seed", "8", "--backend", "ionq:qpu.forte-1", "--yes"]
        play("failed", *PEOPLE, *args, "--fallback", "local", lines=[*MOVES, "resign"], url=url)
    with Services("wait=3600") as url:
        args = ["--level", "1", "--seed", "9", "--backend", "ionq:qpu.forte-1", "--yes"]
        path = str(folder / "waiting.jsonl")
        game = started("play", *PEOPLE, *args, "--record", path, url=url)
        game.stdin.write("".join(move + "\n" for move in MOVES))
        game.stdin.flush()
        until(lambda: num_sent() == 1)
        game.kill()
        game.wait()
    level3 = ["--games", "2", "--size", "4", "--rows", "1", "--seed", "7", "--backend", "local"]
    run("selfplay", *level3, "--trace", str(folder / "trace.jsonl"))
    text = run("export", str(folder / "cheqqers.jsonl"), "--format", "pdn")
    (folder / "cheqqers.pdn").write_text(text)


class Served:
    """The server of the page, which keeps its games here."""

    def __init__(self, url):
        args = ["serve", "--listen", "127.0.0.1:0", "--data", str(FOLDER / "games"), "--remote"]
        self.process = started(*args, url=url)
        line = self.process.stdout.readline()
        self.url = line.strip().removeprefix("listening on ") + "/api/v1"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()

    def ask(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(self.url + path, data, headers)
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read())

    def play(self, link, moves):
        for ply, move in enumerate(moves, 1):
            body = {"ply": ply, "move": move, "agreed": True}
            self.ask(f"/links/{link}/moves", body)


def games():
    links = {}

    def begin(server, name, **order):
        order = {"one_screen": True, "seed": 3, "settings": {"level": "1"}} | order
        links[name] = server.ask("/games", order)["links"]["both"]
        return links[name]

    with Services("wait=3600") as url, Served(url) as server:
        link = begin(server, "finished")
        server.play(link, MOVES)
        server.ask(f"/links/{link}/resign", {})
        link = begin(server, "running")
        server.play(link, MOVES)
        server.ask(f"/links/{link}/undo", {})
        begin(server, "rotation", game="rotation", settings={}, position="W:Wc3~0,Kd4:Bf6~1")
        begin(server, "blocking", game="blocking", preset="6x6", settings={})
        link = begin(server, "pending", backend="ionq:qpu.forte-1")
        server.play(link, MOVES)
        until(lambda: num_sent() == 2)
    (FOLDER / "games" / "links.json").write_text(json.dumps(links, indent=1) + "\n")


def arena():
    order = ["--player", "random", "--player", "mcts:5", "--games", "20", "--seed", "7"]
    order += ["--size", "4", "--rows", "1", "--threads", "1", "--json"]
    # Half of the games are played, the last of them lost its end.
    run("arena", *order, "--out", str(FOLDER / "arena"), "--shard", "1/2")
    path = next((FOLDER / "arena").glob("games*.jsonl"))
    path.write_text(path.read_text()[:-300])
    table = run("arena", *order, "--out", str(FOLDER / "whole"))
    shutil.rmtree(FOLDER / "whole")
    (FOLDER / "arena.json").write_text(table)


FOLDER.mkdir()
records()
games()
arena()
