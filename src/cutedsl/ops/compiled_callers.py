"""Operations inside of functions that `torch.compile` compiles: it calls them, and does not look inside.

Left alone it would trace the library's Python, frame by frame: seconds at the first call, a millisecond at each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

C = TypeVar("C", bound=Callable[..., Any])

_REASON: Final = "An operation of cutedsl.ops is launched by its caller; one of the graph is `@cutedsl.torch.operator`."
_HIDDEN: Final[dict[object, Callable[..., Any]]] = {}
"""Functions whose frames torch must know, by their code."""


def called_as_it_is(function: C) -> C:
    """Decorates a function that `torch.compile` ends its graph at."""
    vars(function).update(_torchdynamo_disable=True, _torchdynamo_disable_msg=_REASON)
    _HIDDEN[function.__code__] = function
    if "torch" in sys.modules:
        hide_frames()
    return function


def hide_frames() -> None:
    """Tells torch, once it is there, to leave the frames of these functions and of all that they call as they are."""
    with suppress(AttributeError):  # an older torch
        dynamo = sys.modules["torch"]._C._dynamo.eval_frame
        leave = dynamo._FrameExecStrategy(dynamo._FrameAction.SKIP, dynamo._FrameAction.SKIP)
        while _HIDDEN:
            dynamo.set_code_exec_strategy(_HIDDEN.popitem()[0], leave)
