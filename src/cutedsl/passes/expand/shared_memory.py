"""Where a kernel's allocations of shared memory begin."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class SharedMemory:
    """The bytes in use: all below `end` but the gaps that alignment left, each from one byte to before another."""

    end: int = 0
    gaps: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def allocate(self, byte_count: int, align: int) -> int:
        """Where an allocation begins: in the first gap that has room, else after all others."""
        for k, (begin, end) in enumerate(self.gaps):
            offset = -(-begin // align) * align
            if offset + byte_count <= end:
                rest = [(begin, offset), (offset + byte_count, end)]
                self.gaps[k : k + 1] = [gap for gap in rest if gap[0] < gap[1]]
                return offset
        offset = -(-self.end // align) * align
        if offset > self.end:
            self.gaps.append((self.end, offset))
        self.end = offset + byte_count
        return offset
