"""Compile-time constants inside of an argument: a call gives them again, or None in their place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError


class Named(NamedTuple):
    out: cute.Tensor
    factor: cutlass.Constexpr[int]
    add: cutlass.Int32


@dataclass
class Fields:
    out: cute.Tensor
    factor: cutlass.Constexpr[int]
    add: cutlass.Int32


@cute.jit
def fill_named(given: Named):
    given.out[0] = given.add + given.factor


@cute.jit
def fill_fields(given: Fields):
    given.out[0] = given.add + given.factor


FORMS = [(fill_named, Named), (fill_fields, Fields)]


@pytest.mark.parametrize(("function", "form"), FORMS)
@pytest.mark.parametrize("way", ["machine code", "python"])
def test_none_stands_for_what_was_compiled_in(function: Any, form: Any, way: str) -> None:
    out = np.zeros(1, np.int32)
    compiled: Any = cute.compile(function, form(out, 7, 0))
    call: Callable[[Any], None] = compiled if way == "machine code" else compiled.call_by_python
    for factor, add in ((7, 1), (None, 2)):
        call(form(out, factor, add))
        assert out[0] == 7 + add
    with pytest.raises(DSLUserCodeError, match="is compiled for 7, got 8"):
        call(form(out, 8, 1))


def test_machine_code_takes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    out = np.zeros(1, np.int32)
    compiled: Any = cute.compile(fill_named, Named(out, 7, 0))  # pyright: ignore[reportArgumentType]
    monkeypatch.setattr(compiled, "_matched", None)  # what Python would read the arguments with
    compiled(Named(out, None, 2))  # pyright: ignore[reportArgumentType]
    assert out[0] == 9


def test_a_call_that_compiles_takes_none_as_it_is() -> None:
    @cute.jit
    def is_none(given: Named):
        given.out[0] = 1 if cutlass.const_expr(given.factor is None) else 0

    out = np.zeros(1, np.int32)
    for factor in (7, None, 7):
        is_none(Named(out, factor, 0))  # pyright: ignore[reportArgumentType]
        assert out[0] == (factor is None)


def test_a_loaded_function_takes_none(tmp_path: Path) -> None:
    out = np.zeros(1, np.int32)
    compiled: Any = cute.compile(fill_named, Named(out, 7, 0), options="--target cpu")  # pyright: ignore[reportArgumentType]
    compiled.export_to_c(str(tmp_path), "fill", "fill")
    loaded: Any = cute.runtime.load_module(str(tmp_path / "fill.o"))
    loaded.fill(Named(out, None, 2))  # pyright: ignore[reportArgumentType]
    assert out[0] == 9
