"""What a tiled copy and a tiled multiply have in common: a number of threads, which `cute.size` gives."""

from __future__ import annotations


class TakesThreads:
    """Mixin of operations that are laid over threads."""

    __slots__ = ()

    @property
    def size(self) -> int:
        """How many threads take part."""
        raise NotImplementedError
