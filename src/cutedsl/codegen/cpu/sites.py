"""The table of places that can fail, numbered as code is written."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from xdsl.ir import Operation

from cutedsl.arch.abi.check import MAX_SITES
from cutedsl.arch.abi.host import Site, TensorNote
from cutedsl.codegen.cpu.values import Pointer
from cutedsl.codegen.llvm.attributes import position

CROWDED: Final = MAX_SITES // 2
"""Sites after which ops of one place in the source share theirs; unrolled loops have more ops than there are sites."""


@dataclass(slots=True)
class SiteTable:
    """Collects `Site`s, and notes of tensors; the copies of one op share theirs."""

    sites: list[Site] = field(default_factory=list[Site])
    _numbers: dict[tuple[Operation, str], int] = field(default_factory=dict[tuple[Operation, str], int])
    _places: dict[tuple[str, str, tuple[str, int, int]], int] = field(
        default_factory=dict[tuple[str, str, tuple[str, int, int]], int]
    )
    _notes: dict[Operation, TensorNote] = field(default_factory=dict[Operation, TensorNote])
    _alike: dict[tuple[TensorNote, int, tuple[str, int, int]], TensorNote] = field(
        default_factory=dict[tuple[TensorNote, int, tuple[str, int, int]], TensorNote]
    )
    _words: int = 0

    def tensor(self, op: Operation, note: TensorNote, words: int) -> TensorNote:
        """The note of a tensor that an op makes, with its place in the table if it takes `words` there.

        Each has a site, also where nothing accesses it: from the sites a run knows how many words a warp needs.
        """
        found = self._notes.get(op)
        if found is None:
            key = note, words, position(op)
            found = self._alike.get(key) if len(self.sites) >= CROWDED else None
            if found is None:
                found = self._alike[key] = replace(note, word=self._words if words else -1)
                self._words += words
                self.sites.append(Site("tensor", note.name, *position(op), tensor=found))
            self._notes[op] = found
        return found

    def access(self, op: Operation, kind: str, pointer: Pointer, elem_bytes: int = 1, name: str = "") -> int:
        """The number of the site for an op's access through a pointer; `name` is what the author calls it, if known."""
        whole = pointer.name if name and pointer.name != name else ""
        return self.add(op, kind, name or pointer.name, elem_bytes, pointer.tensor, whole)

    def add(
        self,
        op: Operation,
        kind: str,
        name: str = "",
        elem_bytes: int = 1,
        tensor: TensorNote | None = None,
        whole: str = "",
    ) -> int:
        """The number of the site for this op and kind."""
        key = (op, kind)
        number = self._numbers.get(key)
        if number is None:
            place = kind, name, position(op)
            number = self._places.get(place) if len(self.sites) >= CROWDED else None
            if number is None:
                number = self._places[place] = len(self.sites)
                self.sites.append(Site(kind, name, *position(op), elem_bytes, tensor, whole))
            self._numbers[key] = number
        return number
