"""Stand-ins for packages that metriq-gym imports and does not need here: modules whose every name is an empty class."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

#: qBraid's devices and jobs, and what others of metriq-gym's benchmarks compute with.
NAMES = ("dimod", "qbraid", "qbraid_core", "qiskit_experiments")

#: States of jobs, with their names alone.
JobStatus = Enum("JobStatus", "COMPLETED FAILED CANCELLED RUNNING UNKNOWN")

_classes: dict[str, Any] = {"JobStatus": JobStatus}


class _Module(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        # A name is the same class in all modules.
        return _classes.setdefault(name, type(name, (), {}))


class _Finder(MetaPathFinder, Loader):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        known = fullname.partition(".")[0] in NAMES
        return ModuleSpec(fullname, self, is_package=True) if known else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        pass


@contextmanager
def standins() -> Iterator[None]:
    """The packages can be imported, and are gone afterwards."""
    finder = _Finder()
    sys.meta_path.append(finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in list(sys.modules):
            if name.partition(".")[0] in NAMES:
                del sys.modules[name]
