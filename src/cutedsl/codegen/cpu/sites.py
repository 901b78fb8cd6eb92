"""The table of places that can fail, numbered as code is written."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.ir import Operation

from cutedsl.arch.host_abi import Site
from cutedsl.codegen.llvm.attributes import position


@dataclass(slots=True)
class SiteTable:
    """Collects `Site`s; the copies of one op share their number."""

    sites: list[Site] = field(default_factory=list[Site])
    _numbers: dict[tuple[Operation, str], int] = field(default_factory=dict[tuple[Operation, str], int])

    def add(self, op: Operation, kind: str, name: str = "", elem_bytes: int = 1) -> int:
        """The number of the site for this op and kind."""
        key = (op, kind)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.sites)
            file, line, col = position(op)
            self.sites.append(Site(kind, name, file, line, col, elem_bytes))
        return number
