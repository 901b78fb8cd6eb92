"""Every program of the library can be kept on disk: nothing that its trace can read is beyond description."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

from cutedsl import ops
from cutedsl.driver.call.functions import JitFunction
from cutedsl.staging.reads import reads_of

MODULES = [importlib.import_module(found.name) for found in pkgutil.walk_packages(ops.__path__, "cutedsl.ops.")]
PROGRAMS = {
    f"{value.__module__}.{value.__name__}": value
    for module in MODULES
    for value in vars(module).values()
    if isinstance(value, JitFunction)
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_is_recognised_by_another_process(name: str) -> None:
    assert reads_of([PROGRAMS[name].function]).unrepeatable is None


def test_the_library_has_programs() -> None:
    assert len(PROGRAMS) > 20
