"""`loc=` and `ip=`: every function and method that records operations takes them, as programs pass them on."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.errors.names.not_yet import NotYet
from cutedsl.errors.names.surface import SURFACE
from tests.programs.api_uses import resolve

RECORDING = ("cute", "cute.arch", "cute.math", "cute.nvgpu.cpasync", "cute.nvgpu.warpgroup", "pipeline", "utils.sm90")
RECORD_NOTHING = {"jit", "kernel"}
CLASSES = [
    *(cute.Tensor, cute.Pointer, cute.TensorSSA, cute.TiledCopy, cute.ThrCopy, cute.TiledMma, cute.ThrMma),
    *(cute.CopyAtom, cute.MmaAtom, cute.FastDivmodDivisor),
    *(pipeline.PipelineAsync, pipeline.PipelineCpAsync, pipeline.PipelineTmaAsync, pipeline.PipelineTmaStore),
    *(pipeline.PipelineOrder, pipeline.PipelineProducer, pipeline.PipelineConsumer, pipeline.PipelineState),
    *(pipeline.PipelineConsumer.ImmutableResourceHandle, pipeline.NamedBarrier, pipeline.MbarrierArray),
    *(utils.StaticPersistentTileScheduler, utils.PersistentTileSchedulerParams, utils.SmemAllocator),
    *(utils.TensorMapManager, utils.LayoutEnum),
]


def takes_places(function: Any) -> bool:
    parameters = inspect.signature(function, follow_wrapped=False).parameters.values()
    return {"loc", "ip"} <= {p.name for p in parameters} or any(p.kind is p.VAR_KEYWORD for p in parameters)


@pytest.mark.parametrize("module", RECORDING)
def test_functions_take_places(module: str) -> None:
    names = sorted(SURFACE[module] - RECORD_NOTHING)
    values = {name: resolve(f"{module}.{name}") for name in names}
    functions = {name: value for name, value in values.items() if inspect.isfunction(value)}
    assert len(functions) > 2
    assert [name for name, function in functions.items() if not takes_places(function)] == []
    assert not any(isinstance(value, NotYet) for value in functions.values())


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_methods_take_places(cls: type) -> None:
    lacking: list[str] = []
    for base in cls.__mro__:
        for name, found in vars(base).items():
            method = found.__func__ if isinstance(found, classmethod | staticmethod) else found
            ours = not name.startswith("_") and inspect.isfunction(method)
            if ours and name not in NOT_OF_CUTE and not takes_places(method):
                lacking.append(f"{base.__name__}.{name}")
    assert lacking == []


NOT_OF_CUTE = frozenset({"capacity_in_bytes"})
"""What asks the host."""


def test_the_places_change_nothing() -> None:
    @cute.jit
    def with_places(x: cute.Tensor, y: cute.Tensor):
        make: Any = cute.make_layout
        at: Any = make((4, 2), loc=None, ip=None).get_hier_coord(0, loc=None, ip=None)
        tile: Any = cute.local_tile  # whose signature, in an editor, is without them
        part = tile(x, (4,), at[:1], loc=None, ip=None)
        y.store(part.load(loc=None, ip=None).to(cutlass.Float32, loc=None), ip=None)

    x, y = np.arange(8, dtype=np.float32), np.zeros(4, np.float32)
    cute.compile(with_places, cute.runtime.from_dlpack(x), cute.runtime.from_dlpack(y))(x, y)
    assert y.tolist() == [0, 1, 2, 3]
