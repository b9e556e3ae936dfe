"""A power cut at every moment of a game that a service measures in, simulated.

A game is played under strace, without a pool of shots and with one, against `cheqqers emulate`. Its system calls are
replayed to what is certainly on the disk by POSIX: the content of a file since its last fsync, the names in a folder
since the fsync of that folder.
For each moment at which that changes, or at which a request was sent, the folder of the user is made as a power cut
leaves it, a new emulation gets the requests sent until then, and `cheqqers play --resume` goes on. It must find every
job that was sent, use its shots, and send no second one for the same measurement.

A disk may also write names before content, so each moment is tried twice: with the names that were synced, and
with all names. Usage: power_cut.py COMMAND
"""

import dataclasses
import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

GAME = ["--white", "random", "--black", "random", "--seed", "5", "--size", "5", "--rows", "1"]
BACKEND = "ionq:simulator"
CALLS = (
    "openat,creat,open,write,writev,pwrite64,pwritev,ftruncate,truncate,fallocate,rename,renameat,renameat2,link,linkat,"
    "unlink,unlinkat,rmdir,mkdir,mkdirat,symlink,symlinkat,fsync,fdatasync,sendto,sendmsg,lseek,copy_file_range"
)


@dataclasses.dataclass
class File:
    """A file: what it holds, and what of that is on the disk."""

    content: bytes = b""
    synced: bytes = b""


@dataclasses.dataclass
class Folder:
    """A folder: the names in it, and those on the disk."""

    names: dict = dataclasses.field(default_factory=dict)
    synced: dict = dataclasses.field(default_factory=dict)


class Disk:
    """The folder of a user, as system calls change it."""

    def __init__(self, root: str):
        self.root = root
        self.top = Folder()
        self.offsets: dict[int, int] = {}

    def is_here(self, path: str) -> bool:
        return path == self.root or path.startswith(self.root + "/")

    def find(self, path: str):
        node = self.top
        for name in Path(path).relative_to(self.root).parts:
            node = node.names[name]
        return node

    def folder(self, path: str) -> tuple[Folder, str]:
        return self.find(os.path.dirname(path)), os.path.basename(path)

    def left(self, all_names: bool) -> dict[str, bytes | None]:
        """What a power cut leaves: the content of each file, and None for a folder."""
        found: dict[str, bytes | None] = {}

        def walk(folder: Folder, prefix: str) -> None:
            for name, node in (folder.names if all_names else folder.synced).items():
                if isinstance(node, Folder):
                    found[prefix + name] = None
                    walk(node, f"{prefix}{name}/")
                else:
                    found[prefix + name] = node.synced

        walk(self.top, "")
        return found


def text(quoted: str) -> bytes:
    """A string as strace -xx prints it."""
    return bytes.fromhex(quoted.replace("\\x", ""))


STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')
DESCRIPTOR = re.compile(r"^(\d+)<([^>]*)>")
LINE = re.compile(r"^(\d+\.\d+) (\w+)\((.*)\) += (-?\d+)(?:<([^>]*)>)?.*$")


def shown(path: str) -> str:
    """A path behind a descriptor, which may be printed in hexadecimal digits too."""
    return text(path).decode() if path.startswith("\\x") else path


@dataclasses.dataclass
class Call:
    time: float
    name: str
    arguments: str
    result: int
    opened: str

    def strings(self) -> list[bytes]:
        found = STRING.findall(self.arguments)
        if any(cut for _, cut in found):
            sys.exit(f"strace cut a string of {self.name}")
        return [text(quoted) for quoted, _ in found]

    def descriptor(self) -> tuple[int, str]:
        number, path = DESCRIPTOR.match(self.arguments).groups()
        return int(number), shown(path)


def calls(folder: Path) -> list[Call]:
    """The calls of all threads that succeeded, in order."""
    found = []
    for file in folder.glob("trace.*"):
        for line in file.read_text().splitlines():
            match = LINE.match(line)
            if match and int(match[4]) >= 0:
                found.append(Call(float(match[1]), match[2], match[3], int(match[4]), shown(match[5] or "")))
    return sorted(found, key=lambda call: call.time)


def apply(disk: Disk, call: Call, working: str) -> None:
    """Changes a disk as a call did."""

    def paths() -> list[str]:
        # All names that the program uses are absolute or below its working directory.
        return [os.path.join(working, name.decode()) for name in call.strings()]

    name = call.name
    if name in ("open", "openat", "creat"):
        disk.offsets[call.result] = 0
        path = paths()[0]
        if not disk.is_here(path) or "O_TMPFILE" in call.arguments:
            return
        if "O_CREAT" in call.arguments or name == "creat":
            folder, last = disk.folder(path)
            folder.names.setdefault(last, File())
        if "O_TRUNC" in call.arguments:
            disk.find(path).content = b""
    elif name in ("mkdir", "mkdirat"):
        if disk.is_here(paths()[0]):
            folder, last = disk.folder(paths()[0])
            folder.names[last] = Folder()
    elif name in ("rename", "renameat", "renameat2", "link", "linkat"):
        old, new = paths()
        if disk.is_here(old) and disk.is_here(new):
            folder, last = disk.folder(old)
            node = folder.names[last] if name.startswith("link") else folder.names.pop(last)
            folder, last = disk.folder(new)
            folder.names[last] = node
    elif name in ("unlink", "unlinkat", "rmdir"):
        if disk.is_here(paths()[0]):
            folder, last = disk.folder(paths()[0])
            del folder.names[last]
    elif name == "lseek":
        disk.offsets[call.descriptor()[0]] = call.result
    else:
        number, path = call.descriptor()
        if not disk.is_here(path):
            return
        node = disk.find(path)
        if name in ("fsync", "fdatasync"):
            if isinstance(node, Folder):
                node.synced = dict(node.names)
            else:
                node.synced = node.content
        elif name == "write":
            (written,) = call.strings()
            written, at = written[: call.result], disk.offsets[number]
            node.content = node.content[:at].ljust(at, b"\0") + written + node.content[at + len(written) :]
            disk.offsets[number] = at + len(written)
        elif name == "ftruncate":
            length = int(call.arguments.rsplit(", ", 1)[1], 0)
            node.content = node.content[:length].ljust(length, b"\0")
        else:
            sys.exit(f"{name} on {path} is not known here")


class Requests:
    """Whole requests from what is sent on connections, in order."""

    def __init__(self):
        self.streams: dict[str, bytes] = {}

    def add(self, call: Call) -> list[tuple[str, str, dict[str, str], bytes]]:
        connection = call.descriptor()[1]
        sent = b"".join(call.strings())[: call.result]
        # Bytes of other protocols, such as those that wake a thread, begin no request.
        stream = self.streams.get(connection, b"") + sent
        found = []
        while b"\r\n\r\n" in stream and re.match(rb"[A-Z]+ /", stream):
            head, rest = stream.split(b"\r\n\r\n", 1)
            first, *lines = head.decode().split("\r\n")
            headers = dict(line.split(": ", 1) for line in lines)
            length = int({name.lower(): value for name, value in headers.items()}.get("content-length", 0))
            if len(rest) < length:
                break
            method, path, _ = first.split(" ")
            found.append((method, path, headers, rest[:length]))
            stream = rest[length:]
        self.streams[connection] = stream if re.match(rb"[A-Z]+ /", stream) else b""
        return found


class Emulation:
    """`cheqqers emulate`, always with the same answers to the same requests."""

    def __init__(self, command: str):
        arguments = [command, "emulate", "--address", "127.0.0.1:0", "--time-scale", "0", "--seed", "1"]
        self.process = subprocess.Popen([*arguments, "--no-rate-limits"], stdout=subprocess.PIPE, text=True)
        self.address = re.search(r"http://(\S+)", self.process.stdout.readline())[1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def request(self, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> bytes:
        connection = http.client.HTTPConnection(self.address)
        kept = {name: value for name, value in headers.items() if name.lower() not in ("host", "content-length")}
        connection.request(method, path, body or None, kept)
        return connection.getresponse().read()

    def jobs(self) -> list[dict]:
        found = self.request("GET", "/ionq/v0.4/jobs?limit=100", {"Authorization": "apiKey any"})
        return json.loads(found)["jobs"]


def play(command: str, home: Path, address: str, arguments: list[str], tracer: list[str] = []) -> None:
    environment = {
        "HOME": str(home),
        "PATH": os.environ["PATH"],
        "IONQ_API_URL": f"http://{address}/ionq/v0.4",
        "IONQ_API_KEY": "any",
        "CHEQQERS_PACE": "0.01",
    }
    done = subprocess.run(
        [*tracer, command, "play", *arguments, "--yes"],
        cwd=home,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{arguments}: {done.returncode}: {done.stdout[-500:]}{done.stderr}")


@dataclasses.dataclass
class Moment:
    """What is left by a power cut, and the requests sent by then."""

    left: dict[str, bytes | None]
    requests: list
    about: str

    def num_jobs(self) -> int:
        return sum(is_job(request) for request in self.requests)


def is_job(request) -> bool:
    return request[0] == "POST" and request[1].endswith("/jobs")


def recorded(command: str, options: list[str]) -> list[Moment]:
    """Plays a game, and lists its different moments."""
    with tempfile.TemporaryDirectory() as place, Emulation(command) as emulation:
        place = Path(place).resolve()
        home = place / "home"
        home.mkdir()
        tracer = ["strace", "-ff", "-y", "-xx", "-s", "10000000", "-ttt", "-e", f"trace={CALLS}", "-e", "signal=none"]
        arguments = [*GAME, "--backend", BACKEND, *options]
        play(command, home, emulation.address, arguments, [*tracer, "-o", str(place / "trace")])
        disk, requests = Disk(str(home)), Requests()
        moments, sent, seen = [], [], []
        for call in calls(place):
            if call.name in ("sendto", "sendmsg", "write", "writev") and "socket:" in call.descriptor()[1]:
                sent += requests.add(call)
            elif call.name not in ("sendto", "sendmsg"):
                if call.name in ("write", "writev") and not disk.is_here(call.descriptor()[1]):
                    continue
                apply(disk, call, str(home))
            for all_names in (False, True):
                state = (disk.left(all_names), sum(map(is_job, sent)))
                if state not in seen:
                    seen.append(state)
                    about = f"{call.name}, {'all' if all_names else 'synced'} names"
                    moments.append(Moment(state[0], list(sent), about))
        # The model is that of the files that are really there.
        real = {
            str(path.relative_to(home)): path.read_bytes() if path.is_file() else None for path in home.rglob("*")
        }
        modelled = {}

        def walk(folder: Folder, prefix: str) -> None:
            for name, node in folder.names.items():
                is_folder = isinstance(node, Folder)
                modelled[prefix + name] = None if is_folder else node.content
                if is_folder:
                    walk(node, f"{prefix}{name}/")

        walk(disk.top, "")
        if modelled != real:
            sys.exit(f"the calls do not explain the files: {sorted(set(modelled) ^ set(real))}")
        return moments


RECORDS = ".local/share/cheqqers/games/terminal"


def check(command: str, moment: Moment) -> None:
    """Goes on after a power cut."""
    with tempfile.TemporaryDirectory() as place, Emulation(command) as emulation:
        home = Path(place)
        for name, content in moment.left.items():
            if content is None:
                (home / name).mkdir(parents=True)
            else:
                (home / name).write_bytes(content)
        for request in moment.requests:
            emulation.request(*request)
        before = emulation.jobs()
        if len(before) != moment.num_jobs():
            raise RuntimeError(f"{len(before)} jobs were made of {moment.num_jobs()} requests")
        records = [path for path in (home / RECORDS).glob("*.jsonl") if path.stat().st_size]
        if not records:
            if before:
                raise RuntimeError("a job was sent, and there is no record")
            return
        (record,) = records
        lines = [json.loads(line) for line in record.read_text().splitlines()]
        entries = list((home / ".local/share/cheqqers/jobs").glob("*/job.json"))
        logged = sum("job" in line for line in lines)
        if min(logged, len(entries)) < len(before):
            raise RuntimeError(f"{len(before)} jobs: {logged} in the record, {len(entries)} in the journal")
        play(command, home, emulation.address, ["--resume", str(record)])
        lines = [json.loads(line) for line in record.read_text().splitlines()]
        batches = [line["pool"] for line in lines[1:] if "pool" in line]
        used = [job["job"] for batch in batches for job in batch.get("jobs", [])]
        measured = [measured for line in lines for measured in line.get("measured", [])]
        used += [job["job"] for one in measured for job in one.get("jobs", [])]
        made = [job["id"] for job in emulation.jobs() if job["status"] != "canceled"]
        if sorted(used) != sorted(made):
            raise RuntimeError(f"jobs {made} were paid for, and {used} decided")


def cut(command: str, options: list[str]) -> str:
    """Cuts the power at every moment of a game, and tells what came of it."""
    # What a game measures depends on its random name: one of two to four jobs shows all, and takes seconds.
    for _ in range(8):
        moments = recorded(command, options)
        jobs = max(moment.num_jobs() for moment in moments)
        if 2 <= jobs <= 4:
            break
    failed = 0
    with ThreadPoolExecutor(4) as workers:
        for moment, done in [(moment, workers.submit(check, command, moment)) for moment in moments]:
            try:
                done.result()
            except Exception as error:
                failed += 1
                print(f"after {moment.num_jobs()} jobs, at {moment.about}: {error}", file=sys.stderr)
    if failed:
        sys.exit(f"{failed} of {len(moments)} power cuts cost a job")
    return f"{len(moments)} power cuts in a game of {jobs} jobs: each job is found, none is sent twice"


def main() -> None:
    command = os.path.abspath(sys.argv[1])
    print(cut(command, []))
    print(f"With a pool, {cut(command, ['--pool', '--pool-jobs', '2', '--prefetch'])}")


if __name__ == "__main__":
    main()
