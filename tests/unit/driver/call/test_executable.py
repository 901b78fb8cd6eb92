"""Loading a program on another thread: its errors are the author's, at the author's line."""

from __future__ import annotations

from typing import Any, NoReturn

import pytest

from cutedsl.driver.compile.beside import Beside
from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.targets.nvidia import CudaExecutable


def test_an_error_of_loading_has_the_line_of_the_caller() -> None:
    def refuse() -> NoReturn:
        raise fail("driver-error", "the driver rejected the kernel", notes=("its log",), fix="Ask for less.")

    nothing: Any = None
    executable = CudaExecutable(nothing, nothing, Beside(refuse))
    with pytest.raises(DSLUserCodeError, match="the driver rejected the kernel") as caught:
        executable.finish_loading()
    assert caught.value.span is not None
    assert caught.value.span.file == __file__
    assert caught.value.span.line == caught.tb.tb_lineno
    assert (caught.value.notes, caught.value.report.fix) == (("its log",), "Ask for less.")
