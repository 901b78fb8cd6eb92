"""Common base of tiled copies and tiled multiplies: the number of threads, for `cute.size`."""

from __future__ import annotations


class TakesThreads:
    """Mixin of operations that are laid over threads."""

    __slots__ = ()

    @property
    def size(self) -> int:
        """The number of threads."""
        raise NotImplementedError
