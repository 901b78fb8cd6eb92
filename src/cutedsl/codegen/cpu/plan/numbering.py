"""Numbers of values: equal ones are computed by the same ops from the same values."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.ir import Operation, SSAValue

from cutedsl.ir.facts import facts


@dataclass(slots=True)
class Numbering:
    """Hands out the numbers of one function.

    **Law**: two values of one number have the same bits wherever both exist.
    """

    _of_value: dict[SSAValue, int] = field(default_factory=dict[SSAValue, int])
    _of_key: dict[object, int] = field(default_factory=dict[object, int])

    def number(self, value: SSAValue) -> int:
        """The number of a value."""
        found = self._of_value.get(value)
        if found is None:
            found = self._of_value[value] = self._number_of_result(value)
        return found

    def _number_of_result(self, value: SSAValue) -> int:
        owner = value.owner
        if not isinstance(owner, Operation) or len(owner.results) != 1 or not facts(owner).pure:
            return self._of_key.setdefault(value, len(self._of_key))
        said = frozenset({**owner.properties, **owner.attributes}.items())
        key = (owner.name, said, owner.results[0].type, tuple(map(self.number, owner.operands)))
        return self._of_key.setdefault(key, len(self._of_key))
