#!/usr/bin/env python3
"""Reads and writes the files of `corpus`, which have an input in each line, escaped as Python's `unicode_escape`.

crates/fuzz/corpus.py unpack FILE FOLDER writes each input into a file of its own, for libFuzzer.

crates/fuzz/corpus.py minimize CONTROL_FILE FILE writes the inputs that reach most code for their size. The control
file is that of libFuzzer's `-merge_control_file`, which has the features of each input. Inputs are taken by the
edges that they add for their cost, until that of those taken is the limit or none adds any.
"""

import heapq
import pathlib
import sys

# Cost of the inputs of a target: they are kept in the repository, and others are found again.
LIMIT = 12_000
# An input costs its bytes and so many more, as `cargo test` tries each.
INPUT = 300


def unpack(file, folder):
    pathlib.Path(folder).mkdir(parents=True)
    for index, line in enumerate(pathlib.Path(file).read_text("ascii").splitlines()):
        data = line.encode("ascii").decode("unicode_escape").encode("latin-1")
        pathlib.Path(folder, str(index)).write_bytes(data)


def minimize(control_file, file):
    lines = pathlib.Path(control_file).read_text().splitlines()
    count = int(lines[0])
    paths = lines[2 : 2 + count]
    sizes, edges = {}, {}
    for line in lines[2 + count :]:
        kind, index, *numbers = line.split()
        if kind == "STARTED":
            sizes[int(index)] = int(numbers[0])
        elif kind == "FT":
            # A feature is an edge and one of eight classes of counts.
            edges[int(index)] = {int(number) >> 3 for number in numbers}

    costs = {index: size + INPUT for index, size in sizes.items()}
    covered, taken, left = set(), [], LIMIT
    # The negative gain, which only falls while inputs are taken: the first that is still right is the best.
    heap = [(-len(found) / costs[index], index) for index, found in edges.items()]
    heapq.heapify(heap)
    while heap:
        _, index = heapq.heappop(heap)
        gain = len(edges[index] - covered) / costs[index]
        if gain == 0 or costs[index] > left:
            continue
        if heap and -heap[0][0] > gain:
            heapq.heappush(heap, (-gain, index))
            continue
        covered |= edges[index]
        left -= costs[index]
        taken.append(pathlib.Path(paths[index]).read_bytes())
    with open(file, "wb") as corpus:
        for data in sorted(taken):
            corpus.write(data.decode("latin-1").encode("unicode_escape") + b"\n")
    print(f"{len(covered)} of {len(set().union(*edges.values()))} edges")


{"unpack": unpack, "minimize": minimize}[sys.argv[1]](*sys.argv[2:])
