"""How the kernels of a file are run: a program as `python FILE`, a file of tests by its tests on the CPU.

The rungs of a ladder and the library are run by the tests that are for them.
"""

from __future__ import annotations

import ast
import importlib.util
import inspect
import itertools
import os
import runpy
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from benchmarks.mutations.mutants import Mutant
from benchmarks.mutations.reach import Reach
from benchmarks.record import ROOT

MOST_CASES: Final = 2
"""So many sets of parameters of a test are run, and those with a text or a truth value that is new."""
LADDERS: Final = {
    "attention": ROOT / "tests" / "examples" / "test_attention_ladder.py",
    "softmax": ROOT / "tests" / "examples" / "test_softmax_ladder.py",
}
"""By the folder of a rung, the tests that run it."""
LIBRARY: Final = ROOT / "src" / "cutedsl" / "ops"
RECORDED: Final = "tests.kernels.op_kernels"
"""Kernels that are cases of `tests.kernels.recorded_ops`."""


def runs(source: Path, path: Path, mutant: Mutant, reach: Reach) -> Iterator[Callable[[], object]]:
    """Calls that run what uses the changed function of the file `source`, whose text is in `path` now."""
    text, function = mutant.text, mutant.function
    if source.is_relative_to(ROOT / "src"):
        yield from _library_runs(source, path, mutant, reach)
    elif source.name.startswith("test_"):
        yield from _test_runs(path, text, function)
    elif source.name == f"{RECORDED.rpartition('.')[2]}.py":
        yield from _recorded_runs(path, text, function)
    elif source.parent.name in LADDERS:
        for test, _ in cases_of(LADDERS[source.parent.name]):
            yield partial(test, target="cpu", path=path)
    else:
        yield partial(run_program, path)


def run_program(path: Path) -> None:
    """Runs a file as `python FILE`; `sys.exit(0)` is an end like any other."""
    argv, folders = sys.argv, sys.path
    sys.argv, sys.path = [str(path)], [str(path.parent), *folders]
    try:
        runpy.run_path(str(path), run_name="__main__")
    except SystemExit as stop:
        if stop.code:
            raise
    finally:
        sys.argv, sys.path = argv, folders


def _test_runs(path: Path, text: str, function: str) -> Iterator[Callable[[], object]]:
    uses = uses_of(text)
    users = users_of(uses, function)
    for test, cases in cases_of(path):
        if test.__name__ in users:
            fitting = [case for case in cases if not _functions(case) & uses.keys() - users]
            for arguments in varied(fitting):
                yield partial(test, **arguments)


def varied(cases: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The first sets of parameters, and those with a text or truth value that none before has.

    >>> len(varied([{"n": 4, "how": how} for how in ("while", "while", "while", "for", "for")]))
    3
    """
    seen: set[tuple[str, object]] = set()
    found: list[Mapping[str, Any]] = []
    for case in cases:
        choices = {(name, value) for name, value in case.items() if isinstance(value, str | bool)}
        if len(found) < MOST_CASES or choices - seen:
            found.append(case)
            seen |= choices
    return found


def _recorded_runs(path: Path, text: str, function: str) -> Iterator[Callable[[], object]]:
    """One case of each class or function of the changed module that uses the function."""
    _replace(RECORDED, path)
    recorded = importlib.import_module("tests.kernels.test_recorded_ops")
    users = users_of(uses_of(text), function)
    makers: dict[str, Any] = {}
    for case in recorded.CASES:
        maker = type(case.run.__self__) if inspect.ismethod(case.run) else case.run
        if inspect.getmodule(maker) is sys.modules[RECORDED] and maker.__name__ in users:
            makers.setdefault(maker.__name__, case)
    for case in makers.values():
        yield partial(recorded.test_the_cpu_gives_what_the_gpu_gave, case)


def _replace(name: str, path: Path) -> None:
    """Loads a module from another file than its own; who imports it from now on gets that."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    package, _, own = name.rpartition(".")
    setattr(importlib.import_module(package), own, module)


def _library_runs(source: Path, path: Path, mutant: Mutant, reach: Reach) -> Iterator[Callable[[], object]]:
    """The tests that trace the function, over the library with the changed module in the place of its own."""
    _replace(".".join(source.relative_to(ROOT / "src").with_suffix("").parts), path)
    for file, test_name, number in reach.tests_of(source.relative_to(LIBRARY).as_posix(), mutant):
        for test, cases in cases_of(ROOT / file):
            if test.__name__ == test_name:
                yield partial(test, **cases[number])


def cases_of(path: Path) -> Iterator[tuple[Callable[..., object], list[dict[str, Any]]]]:
    """The tests of a file that need no fixtures, each with its sets of parameters on the CPU."""
    for name, test in list(vars(_load(path)).items()):
        if name.startswith("test_") and inspect.isfunction(test):
            yield test, _cases(test)


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"mutated_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)  # dataclasses look for their module there
    spec.loader.exec_module(module)
    return module


def uses_of(text: str) -> dict[str, set[str]]:
    """The names of a module, each with those that it uses."""
    uses: dict[str, set[str]] = {}
    for node in ast.parse(text).body:
        names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                inner = {part.name for part in ast.walk(node) if isinstance(part, ast.FunctionDef)}
                uses[name] = names | inner
            case ast.Assign(targets=[ast.Name(id=name)]):
                uses[name] = names
            case _:
                pass
    return uses


def users_of(uses: Mapping[str, set[str]], function: str) -> set[str]:
    """The names that reach a function, through whatever names they use."""
    found = {function}
    while True:
        more = {name for name, used in uses.items() if used & found} - found
        if not more:
            return found
        found |= more


def _functions(case: Mapping[str, Any]) -> set[str]:
    """The names of the functions among a test's parameters."""
    return {inspect.unwrap(value).__name__ for value in case.values() if callable(value)}


def _cases(test: Callable[..., object]) -> list[dict[str, Any]]:
    """Sets of parameters of a test on the CPU; none for a test that needs a fixture but `ptxas`, or of bad kernels."""
    sets: list[list[dict[str, Any]]] = []
    for mark in getattr(test, "pytestmark", ()):
        if mark.name in ("gpu", "cutedsl_unchecked"):  # what the second is on has its bug on purpose
            return []
        if mark.name == "parametrize":
            names = mark.args[0].replace(" ", "").split(",") if isinstance(mark.args[0], str) else list(mark.args[0])
            sets.append([_named(names, value) for value in mark.args[1]])
    found = [{k: v for part in parts for k, v in part.items()} for parts in itertools.product(*sets)]
    found = [case for case in found if case.get("target", "cpu") == "cpu"]
    wanted = set(inspect.signature(test).parameters)
    if {"ptxas", "target"} <= wanted and (assembler := shutil.which(os.environ.get("CUTEDSL_PTXAS") or "ptxas")):
        found = [{**case, "ptxas": Path(assembler)} for case in found]
    return [case for case in found if set(case) == wanted]


def _named(names: list[str], value: Any) -> dict[str, Any]:
    """One value of `parametrize`, which may be wrapped in `pytest.param`."""
    values = value.values if type(value).__name__ == "ParameterSet" else (value,) if len(names) == 1 else value
    return dict(zip(names, values, strict=True))
