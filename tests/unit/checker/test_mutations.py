"""Mutations: what is deleted, and a sample of them run (all: `python -m benchmarks.mutations`)."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.mutations.mutants import mutants
from benchmarks.mutations.programs import varied
from tests.docs.programs import ROOT

PROGRAM = """
def host(x):
    if len(x) > 3:
        kernel(x).launch(grid=1, block=32)


@cute.kernel
def kernel(x, n):
    i = cute.arch.thread_idx()[0]
    value = x[i] if (i <
                     n) else 0.0
    if i < n and value > 0:
        cute.arch.sync_threads()
    pipe.consumer_wait(state); flag = wait(3)
    cute.arch.fence_proxy("async.shared",
                          space="cta")
    x[i] = value


@cute.jit
def launcher(x):
    if x.shape[0] > 4:
        kernel(x).launch(grid=1, block=32)
"""


def test_each_mutant_lacks_one_thing() -> None:
    found = list(mutants(PROGRAM))
    assert [(mutant.kind, mutant.line) for mutant in found] == [
        *(("predicate", 10), ("predicate", 12), ("barrier", 13), ("wait", 14), ("fence", 15)),
    ]
    lines = [mutant.text.splitlines() for mutant in found]
    assert {len(one) for one in lines} == {len(PROGRAM.splitlines())}
    assert lines[0][9:11] == ["    value = x[i] if (True", ") else 0.0"]
    assert lines[3][13] == "    pass; flag = wait(3)"
    for mutant in found:
        compile(mutant.text, "mutant", "exec")


def test_predicates_of_a_transpose() -> None:
    words = ["-m", "benchmarks.mutations", "tests/kernels/test_transpose.py", "--kind", "predicate"]
    said = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said.count("found     predicate") == 4
    assert "4 mutants,    4 change behaviour, found    4 = 100.0 %" in said


def test_each_parameter_that_may_choose_code_is_run() -> None:
    cases = [{"n": n, "how": how} for how in ("while", "for", "if") for n in (4, 5, 6)]
    assert varied(cases) == [cases[0], cases[1], cases[3], cases[6]]
