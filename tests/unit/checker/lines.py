"""Lines of a kernel by what they say."""

from __future__ import annotations

import inspect
from typing import Any


def line_of(kernel: Any, text: str) -> int:
    """The number of the only line of a kernel's source that contains `text`."""
    lines, first = inspect.getsourcelines(inspect.unwrap(kernel))
    (found,) = (first + at for at, line in enumerate(lines) if text in line)
    return found
