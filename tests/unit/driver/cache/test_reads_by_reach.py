"""A function of a library that reads the outside world costs the cache only where code can get at it."""

from __future__ import annotations

import sys
import time
import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from torch import load

from cutedsl.staging.reads import reads_of

mine = types.ModuleType("mine_of_reach")
mine.__file__ = __file__
mine.torch, mine.now = torch, time.time  # type: ignore[attr-defined]


class Fragment:
    def load(self) -> int:
        return 1

    def rand(self) -> int:
        return 2


class Holder:
    module = torch

    def read(self, x: Any) -> Any:
        return self.module.load(x)


def of_a_fragment(x: Fragment) -> Any:
    return x.load(), x.rand(), torch.float32, torch.nn.functional.silu, np.float32


def of_a_module_of_mine(x: Any) -> Any:
    return mine.torch.float32, x.now, x.load()


@pytest.mark.parametrize("function", [of_a_fragment, of_a_module_of_mine])
def test_a_name_that_a_module_has_too_is_not_read_from_it(function: Callable[..., Any]) -> None:
    assert reads_of([function]).unrepeatable is None


def directly(x: Any) -> Any:
    return torch.load(x)


def through_a_module(x: Any) -> Any:
    return torch.serialization.load(x)


def through_a_module_of_mine(x: Any) -> Any:
    return mine.torch.load(x)


def by_its_own_name(x: Any) -> Any:
    return torch.float32, x.load(), load(x)


def through_a_variable(x: Any) -> Any:
    module = torch
    return module.load(x)


def through_part_of_a_module(x: Any) -> Any:
    module = torch.serialization
    return module.load(x)


def by_text(x: Any) -> Any:
    return getattr(torch, "load")(x)  # noqa: B009


def by_a_default(x: Any, module: Any = torch) -> Any:
    return module.load(x)


def by_an_import(x: Any) -> Any:
    import torch as module

    return module.load(x)


def by_the_interpreter(x: Any) -> Any:
    return torch.float32, sys.modules["torch"].load(x)


def by_its_dictionary(x: Any) -> Any:
    return torch.float32, directly.__globals__["torch"].load(x)


def in_a_cell() -> Any:
    module = torch
    return lambda x: module.load(x)


def in_a_lambda(x: Any) -> Any:
    return (lambda: torch.load(x))()


def of_mine(x: Any) -> Any:
    return mine.now() + x


READING = [
    *(directly, through_a_module, through_a_module_of_mine, by_its_own_name, through_a_variable, by_text, by_a_default),
    *(through_part_of_a_module, by_an_import, by_the_interpreter, by_its_dictionary, in_a_cell(), in_a_lambda, of_mine),
    Holder(),
]


@pytest.mark.parametrize("root", READING, ids=lambda root: getattr(root, "__qualname__", "object"))
def test_every_way_to_read_the_world_is_seen(root: Any) -> None:
    assert reads_of([of_a_fragment, root]).unrepeatable is not None
