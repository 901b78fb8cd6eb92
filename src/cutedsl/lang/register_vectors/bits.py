"""The bits of a register vector as elements of another width; the first element has the lowest bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutedsl.errors import fail
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.scalars import Uint8, Uint16, Uint32, Uint64

_CODES: dict[int, type[Numeric]] = {8: Uint8, 16: Uint16, 32: Uint32, 64: Uint64}


def recast(elements: Sequence[Any], have: type[Numeric], dtype: type[Numeric]) -> list[Any]:
    """The elements of type `have` as those of `dtype`.

    Errors: numeric-cast where they fill no whole number of elements; not-yet for elements that are no bytes.
    """
    width, want = have.width, dtype.width
    if len(elements) * width % want:
        raise fail(
            "numeric-cast",
            f"a `bitcast` of {len(elements)} elements of {have.__name__} ({width} bits each) to {dtype.__name__}, "
            f"which has {want}",
        )
    for cls in (have, dtype):
        if cls.width not in _CODES:
            raise fail("not-yet", f"`bitcast` of elements of {cls.__name__}, {cls.width} bits each")
    codes: list[Any] = [element.bitcast(_CODES[width]) for element in elements]
    if width > want:
        codes = [(code >> (want * k)).to(_CODES[want]) for code in codes for k in range(width // want)]
    elif width < want:
        ratio, wide = want // width, [code.to(_CODES[want]) for code in codes]
        codes = [_joined(wide[k : k + ratio], width) for k in range(0, len(wide), ratio)]
    return [code.bitcast(dtype) for code in codes]


def _joined(parts: Sequence[Any], width: int) -> Any:
    total = parts[0]
    for k, part in enumerate(parts[1:], 1):
        total = total | part << (k * width)
    return total
