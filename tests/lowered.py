"""What a program is for a GPU that need not be there, without the CPU's machine code, which nobody would run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from cutedsl.driver.cache.lookup import Request
from cutedsl.driver.compile.compilation import StageTimes
from cutedsl.driver.compile.pipeline import Artifacts
from cutedsl.driver.compile.translate import translate
from cutedsl.targets.nvidia import NvidiaTarget


class _Lowered(Exception):
    """Ends a compilation before the driver is asked for."""


def lowered(compile: Callable[[], Any], arch: str = "sm_90a") -> Artifacts:
    """What the program that `compile` asks for first is on a GPU; a checked run, which is one for the CPU, is not."""
    found: list[Artifacts] = []

    def stop(request: Request) -> Any:
        options = replace(request.options, check=False)
        found.append(translate(request.jitted, request.bound, NvidiaTarget(arch), options, StageTimes()))
        raise _Lowered

    with patch("cutedsl.driver.call.build.look_up", stop), pytest.raises(_Lowered):
        compile()
    return found[0]
