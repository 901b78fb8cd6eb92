"""State that counts calls is found in whatever form it is kept; what settles is not."""

from __future__ import annotations

import functools
import hashlib
import itertools
import random
from collections.abc import Callable
from contextvars import ContextVar
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from cutedsl.gate.state import WINDOW, Kept


class Model:
    """What a candidate keeps in objects and in classes."""

    calls = 0
    __slots__ = ("bits", "turn")

    def __init__(self) -> None:
        self.turn = 0
        self.bits = [False] * 6


def in_closure() -> Callable[[], None]:
    calls = 0

    def step() -> None:
        nonlocal calls
        calls += 1

    return step


def kept(name: str, value: object, step: Callable[[], object]) -> str:
    states = Kept()
    for _ in WINDOW:
        step()
        states.look({name: value})
    return states.counts()


def binary(model: Model) -> None:
    """Counts in bits, none of which changes with each call."""
    for k, bit in enumerate(model.bits):
        model.bits[k] = not bit
        if not bit:
            return


def test_counts_are_found_in_every_form(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("x" * 1000, encoding="utf-8")
    text, raw = (tmp_path / "text").open(encoding="utf-8"), (tmp_path / "text").open("rb", buffering=0)
    model, grown, numbers, steps = Model(), [0], itertools.count(), iter(range(1000))
    drawn, table, closure = random.Random(7), {"calls": 0}, in_closure()
    made = (n for n in range(1000))
    context, exact, written, digest = ContextVar("context", default=0), [Decimal(0)], BytesIO(), hashlib.sha256()
    chain: list[Any] = [()]
    for _ in range(600):
        chain = [(chain[0],)]
    pointers: set[int] = set()
    every_fourth = iter([n // 4 for n in range(1000)])

    def attribute() -> None:
        attribute.calls = getattr(attribute, "calls", 0) + 1  # type: ignore[attr-defined]

    def of_class() -> None:
        Model.calls += 1

    forms: dict[str, tuple[object, Callable[[], object]]] = {
        "grown": (grown, lambda: grown.append(0)),
        "numbers": (numbers, lambda: next(numbers)),
        "steps": (steps, lambda: next(steps)),
        "drawn": (drawn, drawn.random),
        "table": (table, lambda: table.update(calls=table["calls"] + 1)),
        "closure": (closure, closure),
        "attribute": (attribute, attribute),
        "model": (model, lambda: binary(model)),
        "Model": (Model, of_class),
        "made": (made, lambda: next(made)),
        "partial": (functools.partial(print, grown), lambda: grown.append(1)),
        "context": (context, lambda: context.set(context.get() + 1)),
        "exact": (exact, lambda: exact.append(exact.pop() + Decimal(1))),
        "written": (written, lambda: written.write(b"x")),
        "text": (text, lambda: text.read(1)),
        "raw": (raw, lambda: raw.read(1)),
        "digest": (digest, lambda: digest.update(b"x")),
        "chain": (chain, lambda: chain.append(chain.pop()[0])),
        "pointers": (pointers, lambda: pointers.add(next(every_fourth))),
    }
    missed = [name for name, (value, step) in forms.items() if not kept(name, value, step).startswith(name)]
    assert missed == []


@pytest.mark.parametrize("period", [1, 2, 4])
def test_values_that_settle_or_repeat_are_no_counts(period: int) -> None:
    model, cache = Model(), {}

    def step() -> None:
        model.turn = (model.turn + 1) % period
        cache.setdefault("compiled", object())

    assert kept("model", (model, cache), step) == ""
