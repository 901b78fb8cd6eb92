"""Compiles choices in parallel before they are timed: LLVM releases the GIL."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import Any

from cutedsl.torch.inductor.template import left_out


def compiled(choices: Sequence[Any]) -> list[Any]:
    """The choices that compile, each run once on zeros; the log says why others do not."""
    if not choices:
        return []
    with ThreadPoolExecutor(min(len(choices), cpu_count() or 1)) as pool:
        jobs = [(choice, pool.submit(choice.example_run())) for choice in choices]
    working: list[Any] = []
    for choice, job in jobs:
        error = job.exception()
        if error is None:
            working.append(choice)
        elif isinstance(error, Exception):
            left_out(choice.template.name, error)
        else:
            raise error
    return working
