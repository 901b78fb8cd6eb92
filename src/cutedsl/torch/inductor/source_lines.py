"""Which line of a template a line of its rendered text comes from."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher


def lines_of(template: Sequence[str], rendered: Sequence[str]) -> list[int]:
    """For each rendered line the template's line, from 1: the same line, or the one that stands between its neighbours.

    >>> lines_of(["a", "{{x}}", "c"], ["a", "1", "2", "c"])
    [1, 2, 2, 3]
    """
    matcher = SequenceMatcher(None, template, rendered, autojunk=False)
    found = [0] * len(rendered)
    for block in matcher.get_matching_blocks():
        for k in range(block.size):
            found[block.b + k] = block.a + k + 1
    last = 0
    for k, line in enumerate(found):
        if line:
            last = line
        else:
            found[k] = min(last + 1, len(template))
    return found
