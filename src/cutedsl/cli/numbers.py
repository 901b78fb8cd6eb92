"""Numbers of a command line."""

from __future__ import annotations

import argparse
import math


def above_zero(text: str) -> float:
    """A finite number above 0.

    >>> above_zero("2.5")
    2.5
    """
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no number above 0")
    return number
