"""Synchronisation events of the warps of a block, in execution order."""

from __future__ import annotations

from cutedsl.errors import Span
from cutedsl.errors.frozen import frozen


@frozen
class Happened:
    """A warp arrives at a synchronisation operation, or has passed it (`passed`).

    `row` is the warp in its cluster, `op` the IR's name of the operation. `thing` is the barrier that it is about: the
    address of an mbarrier, the number of a named barrier. `number` is what the operation says: a count, bytes, a
    parity. `word` is what an mbarrier holds afterwards, 0 elsewhere.
    """

    row: int
    op: str
    passed: bool
    thing: int = 0
    number: int = 0
    word: int = 0
    span: Span | None = None
