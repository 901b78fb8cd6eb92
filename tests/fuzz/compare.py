"""Runs a program on two sides, and says how they differ."""

from __future__ import annotations

import itertools
import linecache
import time
import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from cutedsl import eager
from cutedsl.errors import DSLUserCodeError
from tests.fuzz.maker import FLOAT_OUTPUTS, INTEGER_ROWS
from tests.fuzz.statements import POISON, Program, smaller

Outputs = tuple[np.ndarray, np.ndarray]
Side = Callable[[Any, Sequence[np.ndarray]], Outputs]
"""Runs the launcher of a program on its four arrays and gives what it wrote."""

_NUMBERS = itertools.count()


def eagerly(run: Any, arrays: Sequence[np.ndarray]) -> Outputs:
    """As ordinary Python over lanes."""
    eager.run(run, *arrays)
    return arrays[2], arrays[3]


def on_cpu(run: Any, arrays: Sequence[np.ndarray]) -> Outputs:
    """Compiled for the CPU."""
    run(*arrays)
    return arrays[2], arrays[3]


def on_gpu(run: Any, arrays: Sequence[np.ndarray]) -> Outputs:
    """Compiled for the GPU."""
    import torch

    moved = [torch.from_numpy(a).cuda() for a in arrays]
    run(*moved)
    return moved[2].cpu().numpy(), moved[3].cpu().numpy()


def outcome(program: Program, side: Side) -> Outputs | str:
    """What a run of a program writes, or the name of its error."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            space = _space(program.text)
            space["EAGER"] = side is eagerly  # lanes take locks one by one, or add at once what they would under them
            return side(space["run"], _arrays(program))
    except DSLUserCodeError as error:
        return error.name
    except Exception as error:  # a fault of the compiler, which is what a fuzzer looks for
        return f"{type(error).__name__}: {str(error)[:200]}"


def difference(program: Program, first: Side, second: Side) -> str | None:
    """How two runs of a program differ: another error, or the first outputs that do not agree; None if they agree."""
    one, two = outcome(program, first), outcome(program, second)
    if isinstance(one, str) or isinstance(two, str):
        errors = [end if isinstance(end, str) else None for end in (one, two)]
        return None if errors[0] == errors[1] else f"error {errors[0]} and {errors[1]}"
    for name, a, b in zip(("y", "g"), one, two, strict=True):
        unequal = np.argwhere(~_same_bits(a, b))
        if len(unequal):
            row, column = unequal[0]
            return f"value {name}[{row}, {column}] is {a[row, column]!r} and {b[row, column]!r}"
    return None


def _same_bits(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    if a.dtype.kind != "f":
        return a == b
    return (a.view(np.int64) == b.view(np.int64)) | (np.isnan(a) & np.isnan(b))


def _arrays(program: Program) -> list[np.ndarray]:
    """The inputs, the same for every run, and poisoned outputs."""
    count = program.threads * program.blocks
    rng = np.random.default_rng(count)
    x = rng.integers(-50, 400, count).astype(np.int32)
    f = (rng.standard_normal(count) * 8).astype(np.float32)
    y = np.full((INTEGER_ROWS, count), POISON, np.int64)
    g = np.full((FLOAT_OUTPUTS, count), POISON, np.float64)
    return [x, f, y, g]


@lru_cache(maxsize=1)
def _space(text: str) -> dict[str, Any]:
    """What a program defines: the same functions for both sides, which are rewritten once."""
    file = f"<fuzz {next(_NUMBERS)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space: dict[str, Any] = {}
    exec(compile(text, file, "exec"), space)
    return space


def kind_of(found: str | None) -> str | None:
    """What a smaller program must show too: the error, or that values differ."""
    return found if found is None or found.startswith("error") else "value"


def reduced(program: Program, fails: Callable[[Program], str | None], most_s: float = 60) -> Program:
    """A program that fails in the same way, of which nothing can be left out (or what `most_s` seconds gave)."""
    wanted = kind_of(fails(program))
    at, since_success, stop_s = 0, 0, time.monotonic() + most_s
    while time.monotonic() < stop_s:
        candidates = [Program(body, program.threads, program.blocks) for body in smaller(program.body)]
        if since_success >= len(candidates):
            break
        at %= len(candidates)
        if kind_of(fails(candidates[at])) == wanted:
            program, since_success = candidates[at], 0
        else:
            at, since_success = at + 1, since_success + 1
    return program
