"""Run-time printing with C's conversions, as `cute.printf` writes them."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

import numpy as np

from cutedsl.eager.block import Block
from cutedsl.eager.values import Lanes

_LENGTH = re.compile(r"(%[-+ #0]*\d*(?:\.\d+)?)(?:hh|h|ll|l|z|j|t)?([diouxXeEfFgGaAcs%])")


def write(block: Block, text: str, values: Sequence[Lanes]) -> None:
    """Prints the text once for each live lane, in their order."""
    python = _LENGTH.sub(r"\1\2", text)
    block.go_on()
    rows = [np.broadcast_to(v.data, block.lanes) for v in values]
    for lane in np.nonzero(block.live)[0]:
        sys.stdout.write(python % tuple(row[lane].item() for row in rows))
