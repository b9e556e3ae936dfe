"""Exact probabilities of the bits of Qiskit's circuits, with whatever acts on what was measured.

A measurement whose outcome matters later makes two branches of one, each with its bits, its
variables and its state; so does a reset. A statement takes all branches to those behind it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from qiskit import QuantumCircuit, transpile
from qiskit.circuit import (
    CASE_DEFAULT,
    BreakLoopOp,
    CircuitInstruction,
    ClassicalRegister,
    Clbit,
    ContinueLoopOp,
    ForLoopOp,
    IfElseOp,
    Operation,
    SwitchCaseOp,
    WhileLoopOp,
)
from qiskit.circuit.classical import expr, types
from qiskit.transpiler import Target

from distribution import WIDEST, Distribution, summed

BASIS = (
    "ccx ccz cp cswap csx cu cu1 cu3 cx cy cz ecr h id p r rx rxx ry ryy rz rzx rzz s sdg swap sx"
    " sxdg t tdg u u1 u2 u3 x y z"
).split()
"""Gates that Aer has too."""
FLOW = {
    "if_else": IfElseOp,
    "switch_case": SwitchCaseOp,
    "for_loop": ForLoopOp,
    "while_loop": WhileLoopOp,
    "break_loop": BreakLoopOp,
    "continue_loop": ContinueLoopOp,
}

JUMPS = {"break_loop": 1, "continue_loop": 2}

SMALL = 12
"""Qubits up to which a gate costs less here than a call of Aer does."""
FEW = 1 << 10
"""Amplitudes that are not zero, up to which only those are kept."""
MOST_AMPLITUDES = 1 << 26
"""Of all branches together: 1 GiB."""
MOST_JOINED = 1 << 11
"""Branches up to which those are looked for that are one."""
ZERO = 1e-15
"""An amplitude below is zero that rounding has left."""
LEAST_WEIGHT = 1e-14
"""The probability below which a branch is left out."""
SAME = 1e-12
"""How far from 1 an overlap of states may be that are one."""
MOST_TURNS = 100_000
"""Of a loop."""
SHOTS = 20_000
SEED = 7

Places = Mapping[object, int]
"""The numbers of the circuit's bits and qubits, as a block of it names them."""
Gates = Sequence[tuple[Operation, list[int]]]
"""Gates with the numbers of their qubits."""


class TooManyBranches(Exception):
    """The branches have more amplitudes than fit."""


@dataclass(frozen=True)
class Branches:
    """What may have happened, a row each."""

    weights: np.ndarray
    """The probability of each."""
    states: np.ndarray
    """Normalized; the qubits in use are the bits of the second index."""
    bits: np.ndarray
    """Bit k of the number is bit k of the circuit."""
    jumps: np.ndarray
    """One of `JUMPS`, until the loop's end is met; else 0."""
    variables: Mapping[object, np.ndarray]

    def __len__(self) -> int:
        return len(self.weights)

    def where(self, chosen: np.ndarray) -> Branches:
        """Those that a mask or places choose."""
        variables = {name: values[chosen] for name, values in self.variables.items()}
        rows = (self.weights, self.states, self.bits, self.jumps)
        return Branches(*(row[chosen] for row in rows), variables)

    def with_bit(self, clbit: int, values: np.ndarray) -> Branches:
        ones = values.astype(self.bits.dtype) << clbit
        return replace(self, bits=self.bits & ~(1 << clbit) | ones)


def together(parts: Iterable[Branches]) -> Branches:
    """All branches of several parts."""
    parts = list(parts)
    every = [part for part in parts if len(part)]
    if len(every) < 2:
        return every[0] if every else parts[-1]
    # A variable that only some parts have is out of reach behind them.
    names = set.intersection(*(set(part.variables) for part in every))
    variables = {name: np.concatenate([part.variables[name] for part in every]) for name in names}
    rows = ("weights", "states", "bits", "jumps")
    arrays = (np.concatenate([getattr(part, row) for part in every]) for row in rows)
    return Branches(*arrays, variables)


def distribution(circuit: QuantumCircuit) -> Distribution:
    """The probabilities of all bits, or of all qubits of a circuit that measures nothing.

    Raises:
        TooManyBranches: They have more amplitudes than fit.
    """
    return Evaluation(lowered(circuit)).distribution()


def counted(circuit: QuantumCircuit) -> Distribution:
    """Counts of Aer instead, with a fixed seed."""
    from qiskit_aer import AerSimulator

    simulator = AerSimulator(method="statevector", seed_simulator=SEED)
    # `get_counts` leaves out bits that are in no register.
    counts = simulator.run(lowered(circuit), shots=SHOTS).result().data(0)["counts"]
    kind = np.int64 if circuit.num_clbits <= WIDEST else object
    indices = np.array([int(text, 16) for text in counts], dtype=kind)
    values = np.array(list(counts.values())) / SHOTS
    return replace(summed(circuit.num_clbits, indices, values), shots=SHOTS)


def lowered(circuit: QuantumCircuit) -> QuantumCircuit:
    """The circuit in gates that are known here."""
    known = [*BASIS, "measure", "reset", "delay", *FLOW]
    target = Target.from_configuration(known, circuit.num_qubits, custom_name_mapping=FLOW)
    return transpile(circuit, target=target, optimization_level=0)


def measures(circuit: QuantumCircuit) -> bool:
    """Whether anything is measured, in blocks too."""
    return any(
        step.operation.name == "measure"
        or any(measures(block) for block in getattr(step.operation, "blocks", ()))
        for step in circuit.data
    )


class Evaluation:
    """All that may happen in one circuit.

    A qubit is in use from its first statement until it is reset, or measured for the last time: the
    state of no other is kept, so that many branches have small states.
    """

    def __init__(self, circuit: QuantumCircuit) -> None:
        self.circuit = circuit
        self.places = {
            bit: k for bits in (circuit.qubits, circuit.clbits) for k, bit in enumerate(bits)
        }
        self.used: list[int] = []
        """The qubits in use; the first is the lowest bit of a state's index."""
        self.depth = 0
        """Blocks around the statement."""
        self.left: set[int] = set()
        """Qubits that nothing touches behind the statement, outside of all blocks."""
        self.final: dict[int, int] = {}
        """The qubit of each bit that is measured last, which makes no branches."""
        self.steps = list(circuit.data)
        self.width = circuit.num_clbits
        if measures(circuit):
            self.set_final_aside()
        else:
            self.width = circuit.num_qubits
            self.final = {qubit: qubit for qubit in range(circuit.num_qubits)}
        self.kind = np.int64 if self.width <= WIDEST else object
        self.statements: dict[str, Callable[..., Branches]] = {
            "measure": self.measure,
            "reset": self.reset,
            "if_else": self.if_else,
            "switch_case": self.switch_case,
            "for_loop": self.for_loop,
            "while_loop": self.while_loop,
            "break_loop": self.jump,
            "continue_loop": self.jump,
            "store": self.store,
        }

    def set_final_aside(self) -> None:
        """Finds the measurements that nothing follows, where no other statements are."""
        touched: set[object] = set()
        gates = []
        for step in reversed(self.steps):
            name = step.operation.name
            if name in ("barrier", "delay"):
                continue
            if name == "measure" and touched.isdisjoint([*step.qubits, *step.clbits]):
                self.final[self.places[step.clbits[0]]] = self.places[step.qubits[0]]
            elif name in (*FLOW, "measure", "reset", "store"):
                # Else a qubit is left as soon as it is measured, and many states are few.
                self.final = {}
                return
            else:
                gates.append(step)
            touched.update(step.qubits, step.clbits)
        self.steps = gates[::-1]

    def last_uses(self) -> list[set[int]]:
        """The qubits whose last statement each one is, final measurements aside."""
        needed = set(self.final.values())
        found = []
        for step in reversed(self.steps):
            qubits = {self.places[qubit] for qubit in step.qubits}
            found.append(qubits - needed)
            needed |= qubits
        return found[::-1]

    def distribution(self) -> Distribution:
        branches = Branches(
            np.ones(1),
            np.ones((1, 1), complex),
            np.zeros(1, self.kind),
            np.zeros(1, np.int8),
            {},
        )
        gates: list[tuple[Operation, list[int]]] = []
        for step, self.left in zip(self.steps, self.last_uses(), strict=True):
            if step.operation.name in (*self.statements, "barrier", "delay", "id"):
                branches = self.evolved(branches, gates)
                gates = []
                branches = self.block([step], branches, self.places)
            else:
                gates.append((step.operation, [self.places[qubit] for qubit in step.qubits]))
        branches = self.evolved(branches, gates)
        return self.read(self.entered(branches, self.final.values()))

    def read(self, branches: Branches) -> Distribution:
        """The bits, with those that are measured last."""
        clbits = sorted(self.final)
        overwritten = sum(1 << clbit for clbit in clbits)
        axes = [self.used.index(self.final[clbit]) for clbit in clbits]
        read = marginals(branches.states, axes) * branches.weights[:, None]
        rows, outcomes = np.nonzero(read > LEAST_WEIGHT)
        indices = branches.bits[rows] & ~overwritten
        for bit, clbit in enumerate(clbits):
            indices |= (outcomes >> bit & 1).astype(self.kind) << clbit
        return summed(self.width, indices, read[rows, outcomes])

    def block(
        self, steps: Iterable[CircuitInstruction], branches: Branches, places: Places
    ) -> Branches:
        """What statements make of the branches; those that leave a loop wait for its end."""
        gates: list[tuple[Operation, list[int]]] = []
        for step in steps:
            name = step.operation.name
            if name in ("barrier", "delay", "id"):
                continue
            qubits = [places[qubit] for qubit in step.qubits]
            if name not in self.statements:
                gates.append((step.operation, qubits))
                continue
            branches = self.entered(self.evolved(branches, gates), qubits)
            gates = []
            waiting = branches.jumps != 0
            if not waiting.any():
                branches = self.statements[name](step, branches, places)
            elif not waiting.all():
                active = branches.where(~waiting)
                made = self.statements[name](step, active, places)
                branches = together([branches.where(waiting), made])
            if branches.states.size > max(MOST_AMPLITUDES, 2 << len(self.used)):
                raise TooManyBranches(f"{len(branches)} branches of {len(self.used)} qubits")
        return self.evolved(branches, gates)

    def entered(self, branches: Branches, qubits: Iterable[int]) -> Branches:
        """The branches with these qubits in use."""
        states = branches.states
        for qubit in qubits:
            if qubit not in self.used:
                self.used.append(qubit)
                states = np.concatenate([states, np.zeros_like(states)], axis=1)
        return replace(branches, states=states)

    def evolved(self, branches: Branches, gates: Gates) -> Branches:
        if not gates:
            return branches
        branches = self.entered(branches, (qubit for _, qubits in gates for qubit in qubits))
        axis = {qubit: k for k, qubit in enumerate(self.used)}
        gates = [(gate, [axis[qubit] for qubit in qubits]) for gate, qubits in gates]
        waiting = branches.jumps != 0
        if not waiting.any():
            return replace(branches, states=evolved(branches.states, gates))
        states = branches.states.copy()
        if not waiting.all():
            states[~waiting] = evolved(states[~waiting], gates)
        return replace(branches, states=states)

    def measure(self, step: CircuitInstruction, branches: Branches, places: Places) -> Branches:
        qubit, clbit = places[step.qubits[0]], places[step.clbits[0]]
        leaves = not self.depth and qubit in self.left
        parts = []
        for value, part in enumerate(split(branches, self.used.index(qubit))):
            states = part.states[:, :, value] if leaves else only(part.states, value)
            part = replace(part, states=flat(states))
            parts.append(part.with_bit(clbit, np.full(len(part), value)))
        if leaves:
            self.used.remove(qubit)
        return together(parts)

    def reset(self, step: CircuitInstruction, branches: Branches, places: Places) -> Branches:
        qubit = places[step.qubits[0]]
        parts = []
        for value, part in enumerate(split(branches, self.used.index(qubit))):
            states = part.states[:, :, value]
            if self.depth:
                states = np.stack([states, np.zeros_like(states)], axis=2)
            parts.append(replace(part, states=flat(states)))
        if not self.depth:
            self.used.remove(qubit)
        return joined(together(parts))

    def inner(
        self,
        step: CircuitInstruction,
        block: QuantumCircuit | None,
        branches: Branches,
        places: Places,
    ) -> Branches:
        """What a block of a statement makes of the branches that take it."""
        if block is None or not len(branches):
            return branches
        own = {bit: places[outer] for bit, outer in zip(block.qubits, step.qubits, strict=True)}
        own |= {bit: places[outer] for bit, outer in zip(block.clbits, step.clbits, strict=True)}
        self.depth += 1
        branches = self.block(block.data, branches, {**places, **own})
        self.depth -= 1
        return branches

    def if_else(self, step: CircuitInstruction, branches: Branches, places: Places) -> Branches:
        yes = holds(step.operation.condition, branches, places)
        then, *otherwise = step.operation.blocks
        made = self.inner(step, then, branches.where(yes), places)
        other = otherwise[0] if otherwise else None
        return together([made, self.inner(step, other, branches.where(~yes), places)])

    def switch_case(self, step: CircuitInstruction, branches: Branches, places: Places) -> Branches:
        parts = []
        for values, block in step.operation.cases_specifier():
            taken = np.full(len(branches), CASE_DEFAULT in values)
            found = value_of(step.operation.target, branches, places)
            for value in values:
                if value is not CASE_DEFAULT:
                    taken |= found == value
            parts.append(self.inner(step, block, branches.where(taken), places))
            branches = branches.where(~taken)
        return together([*parts, branches])

    def for_loop(self, step: CircuitInstruction, branches: Branches, places: Places) -> Branches:
        values, parameter, body = step.operation.params
        done = []
        for value in values:
            if not len(branches):
                break
            bound = body
            if parameter is not None:
                bound = body.assign_parameters({parameter: value}, strict=False)
            branches, left = landed(self.inner(step, bound, branches, places))
            done.append(left)
        return together([*done, branches])

    def while_loop(self, step: CircuitInstruction, branches: Branches, places: Places) -> Branches:
        condition, [body] = step.operation.condition, step.operation.blocks
        done = []
        for _ in range(MOST_TURNS):
            on = holds(condition, branches, places)
            done.append(branches.where(~on))
            branches = branches.where(on)
            if not len(branches):
                return together(done)
            branches, left = landed(self.inner(step, body, branches, places))
            done.append(left)
        raise TooManyBranches(f"a loop of more than {MOST_TURNS} turns")

    def jump(self, step: CircuitInstruction, branches: Branches, _: Places) -> Branches:
        jump = JUMPS[step.operation.name]
        return replace(branches, jumps=np.full(len(branches), jump, np.int8))

    def store(self, step: CircuitInstruction, branches: Branches, places: Places) -> Branches:
        target, source = step.operation.lvalue, step.operation.rvalue
        values = np.broadcast_to(value_of(source, branches, places), len(branches))
        match target:
            case expr.Var(var=Clbit() as bit):
                return branches.with_bit(places[bit], values)
            case expr.Var(var=ClassicalRegister() as register):
                for k, bit in enumerate(register):
                    branches = branches.with_bit(places[bit], values >> k & 1)
                return branches
            case expr.Var():
                return replace(branches, variables={**branches.variables, target.var: values})
        raise NotImplementedError("a part of a variable is written")


def landed(branches: Branches) -> tuple[Branches, Branches]:
    """Those that go on with a loop, and those that have left it."""
    left = branches.jumps == JUMPS["break_loop"]
    free = replace(branches, jumps=np.zeros(len(branches), np.int8))
    return free.where(~left), free.where(left)


def split(branches: Branches, axis: int) -> Iterator[Branches]:
    """The branches in which a qubit was found in |0⟩, and in |1⟩, where that may be.

    Their states, still with both values, have the qubit as the third index of four.
    """
    states = branches.states.reshape(len(branches), branches.states.shape[1] >> axis + 1, 2, 1 << axis)
    for value in (0, 1):
        chances = np.sum(np.abs(states[:, :, value]) ** 2, axis=(1, 2))
        weights = branches.weights * chances
        likely = (weights > LEAST_WEIGHT) & (chances > LEAST_WEIGHT)
        part = replace(branches, weights=weights, states=states).where(likely)
        part.states[:, :, value] /= np.sqrt(chances[likely])[:, None, None]
        yield part


def only(states: np.ndarray, value: int) -> np.ndarray:
    """States in which the qubit of the third index has only this value."""
    states[:, :, 1 - value] = 0
    return states


def flat(states: np.ndarray) -> np.ndarray:
    """States with one index each; there may be none."""
    return states.reshape(len(states), math.prod(states.shape[1:]))


def joined(branches: Branches) -> Branches:
    """The branches, those of the same bits and the same state being one."""
    if not 1 < len(branches) <= MOST_JOINED:
        return branches
    weights = branches.weights.copy()
    groups: dict[tuple, list[int]] = {}
    for row in range(len(branches)):
        values = (column[row] for column in branches.variables.values())
        group = groups.setdefault((branches.bits[row], branches.jumps[row], *values), [])
        for other in group:
            if abs(np.vdot(branches.states[other], branches.states[row])) > 1 - SAME:
                weights[other] += weights[row]
                break
        else:
            group.append(row)
    kept = np.array([row for group in groups.values() for row in group])
    return replace(branches, weights=weights).where(kept)


def evolved(states: np.ndarray, gates: Gates) -> np.ndarray:
    """States after gates, the first qubit being the lowest bit of a matrix's index."""
    if states.shape[1] <= 1 << SMALL:
        return applied(states, gates)
    return np.stack([evolved_alone(state, gates) for state in states])


def evolved_alone(state: np.ndarray, gates: Gates) -> np.ndarray:
    state, left = applied_to_few(state, gates)
    return applied_by_aer(state, left) if left else state


@cache
def matrix_of(kind: type, parameters: tuple[float, ...]) -> np.ndarray:
    return kind(*parameters).to_matrix()


def matrix(gate: Operation) -> np.ndarray:
    if getattr(gate, "ctrl_state", None) in (None, (1 << getattr(gate, "num_ctrl_qubits", 0)) - 1):
        return matrix_of(gate.base_class, tuple(map(float, gate.params)))
    return gate.to_matrix()


def applied(states: np.ndarray, gates: Gates) -> np.ndarray:
    num_qubits = states.shape[1].bit_length() - 1
    tensor = states.reshape([len(states)] + [2] * num_qubits)
    for gate, qubits in gates:
        k = len(qubits)
        axes = [num_qubits - qubit for qubit in reversed(qubits)]
        factor = matrix(gate).reshape([2] * 2 * k)
        tensor = np.moveaxis(np.tensordot(factor, tensor, (range(k, 2 * k), axes)), range(k), axes)
    return tensor.reshape(states.shape)


def applied_to_few(state: np.ndarray, gates: Gates) -> tuple[np.ndarray, Gates]:
    """The state once it has many amplitudes that are not zero, and the gates that are left."""
    if np.count_nonzero(state) > FEW:
        return state, gates
    indices = np.flatnonzero(state)
    amplitudes = state[indices]
    done = 0
    for gate, qubits in gates:
        columns = np.zeros_like(indices)
        for bit, qubit in enumerate(qubits):
            columns |= (indices >> qubit & 1) << bit
        rest = indices & ~sum(1 << qubit for qubit in qubits)
        rows, places = np.nonzero(matrix(gate)[:, columns])
        values = matrix(gate)[rows, columns[places]] * amplitudes[places]
        indices = rest[places]
        for bit, qubit in enumerate(qubits):
            indices |= (rows >> bit & 1) << qubit
        if len(values) > len(columns):
            indices, inverse = np.unique(indices, return_inverse=True)
            sums = np.zeros(len(indices), complex)
            np.add.at(sums, inverse.ravel(), values)
            kept = np.abs(sums) > ZERO
            indices, values = indices[kept], sums[kept]
        amplitudes = values
        done += 1
        if len(indices) > FEW:
            break
    state = np.zeros_like(state)
    state[indices] = amplitudes
    return state, gates[done:]


def applied_by_aer(state: np.ndarray, gates: Gates) -> np.ndarray:
    from qiskit_aer import AerSimulator

    program = QuantumCircuit(len(state).bit_length() - 1)
    if state[0] != 1:
        program.set_statevector(state)
    for gate, qubits in gates:
        program.append(gate, qubits, copy=False)
    program.save_statevector()
    simulator = AerSimulator(method="statevector", enable_truncation=False, max_parallel_threads=1)
    result = simulator.run(program, shots=1).result()
    if not result.success:
        raise RuntimeError(result.status)
    return np.asarray(result.data(0)["statevector"])


def marginals(states: np.ndarray, qubits: Sequence[int]) -> np.ndarray:
    """The probabilities of some qubits in each state, the first being the lowest bit."""
    num_qubits = states.shape[1].bit_length() - 1
    axes = [num_qubits - qubit for qubit in reversed(qubits)]
    others = [axis for axis in range(1, num_qubits + 1) if axis not in axes]
    squares = (states.real**2 + states.imag**2).reshape([len(states)] + [2] * num_qubits)
    return squares.transpose([0, *axes, *others]).reshape(len(states), 1 << len(axes), -1).sum(axis=2)


def holds(condition: object, branches: Branches, places: Places) -> np.ndarray:
    """In which branches a condition is met."""
    if isinstance(condition, tuple):
        target, value = condition
        met = value_of(target, branches, places) == value
    else:
        met = value_of(condition, branches, places)
    return np.broadcast_to(np.asarray(met, dtype=bool), len(branches))


def value_of(node: object, branches: Branches, places: Places) -> Any:
    """The values of a bit, a register or an expression, one or one for each branch."""
    match node:
        case Clbit():
            return branches.bits >> places[node] & 1
        case ClassicalRegister():
            return sum((branches.bits >> places[bit] & 1) << k for k, bit in enumerate(node))
        case expr.Var(var=Clbit() | ClassicalRegister() as bits):
            return value_of(bits, branches, places)
        case expr.Var():
            return branches.variables[node.var]
        case expr.Value():
            return node.value
        case expr.Cast():
            return limited(value_of(node.operand, branches, places), node.type)
        case expr.Index():
            index = value_of(node.index, branches, places)
            return value_of(node.target, branches, places) >> index & 1
        case expr.Unary():
            operand = value_of(node.operand, branches, places)
            return limited(UNARY[node.op.name](operand), node.type)
        case expr.Binary():
            left = value_of(node.left, branches, places)
            right = value_of(node.right, branches, places)
            return limited(BINARY[node.op.name](left, right), node.type)
    raise NotImplementedError(f"{type(node).__name__} in an expression")


UNARY: dict[str, Callable[[Any], Any]] = {
    "BIT_NOT": lambda a: ~np.asarray(a, dtype=np.int64),
    "LOGIC_NOT": np.logical_not,
    "NEGATE": lambda a: -a,
}
BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "BIT_AND": lambda a, b: a & b,
    "BIT_OR": lambda a, b: a | b,
    "BIT_XOR": lambda a, b: a ^ b,
    "LOGIC_AND": np.logical_and,
    "LOGIC_OR": np.logical_or,
    "EQUAL": lambda a, b: a == b,
    "NOT_EQUAL": lambda a, b: a != b,
    "LESS": lambda a, b: a < b,
    "LESS_EQUAL": lambda a, b: a <= b,
    "GREATER": lambda a, b: a > b,
    "GREATER_EQUAL": lambda a, b: a >= b,
    "SHIFT_LEFT": lambda a, b: a << b,
    "SHIFT_RIGHT": lambda a, b: a >> b,
    "ADD": lambda a, b: a + b,
    "SUB": lambda a, b: a - b,
    "MUL": lambda a, b: a * b,
    "DIV": lambda a, b: a // b if np.issubdtype(np.result_type(a), np.integer) else a / b,
}


def limited(values: Any, kind: types.Type) -> Any:
    """Values as their type holds them."""
    match kind:
        case types.Bool():
            return np.asarray(values) & 1 != 0
        case types.Uint():
            return np.asarray(values, dtype=np.int64) & (1 << kind.width) - 1
        case types.Float():
            return np.asarray(values, dtype=float)
    return values
