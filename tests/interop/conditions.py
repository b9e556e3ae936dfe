"""Conditions that Qiskit runs, but its importer of OpenQASM 3 does not read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from openqasm3 import ast
from qiskit import QuantumCircuit, qasm3
from qiskit.circuit.classical import expr, types
from qiskit_qasm3_import import converter
from qiskit_qasm3_import.expression import ValueResolver

OPERATORS: dict[str, Callable[[Any, Any], expr.Expr]] = {
    "==": expr.equal,
    "!=": expr.not_equal,
    "<": expr.less,
    "<=": expr.less_equal,
    ">": expr.greater,
    ">=": expr.greater_equal,
    "^": expr.bit_xor,
    "&": expr.bit_and,
    "|": expr.bit_or,
    "&&": expr.logic_and,
    "||": expr.logic_or,
}


def loads(text: str) -> QuantumCircuit:
    """Qiskit's importer, with all conditions on bits and registers."""

    def resolve(_: object, node: ast.Expression, context: object) -> expr.Expr:
        return expr.lift(condition(node, ValueResolver(context, strict=True)))

    with patch.object(converter.ConvertVisitor, "_resolve_condition", resolve):
        return qasm3.loads(text)


def condition(node: ast.Expression, values: ValueResolver) -> Any:
    """A condition, or a part of it, as Qiskit's circuits have it."""
    match node:
        case ast.BinaryExpression():
            left, right = condition(node.lhs, values), condition(node.rhs, values)
            return OPERATORS[node.op.name](*alike(left, right))
        case ast.UnaryExpression() if node.op.name in "!~":
            return expr.logic_not(condition(node.expression, values))
        case ast.Cast(type=ast.BoolType()):
            return expr.cast(condition(node.argument, values), types.Bool())
        case ast.Cast(type=ast.IntType() | ast.UintType()):
            # Of a register, as a number; it is compared with what is not negative.
            return condition(node.argument, values)
        case ast.IndexExpression() | ast.Identifier() | ast.IndexedIdentifier():
            return expr.lift(values.visit(node)[0])
    return values.visit(node)[0]


def alike(left: Any, right: Any) -> tuple[Any, Any]:
    """Two operands; a number beside a bit is a truth value."""
    bit = any(isinstance(side, expr.Expr) and side.type == types.Bool() for side in (left, right))
    return tuple(bool(side) if bit and isinstance(side, int) else side for side in (left, right))
