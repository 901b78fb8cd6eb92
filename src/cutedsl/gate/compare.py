"""Whether a result is right: as near to the exact one as its type allows, and as the reference itself is."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from cutedsl.errors.frozen import frozen
from cutedsl.gate import arrays


@frozen
class Difference:
    """The first element that is wrong, and how many are."""

    index: tuple[int, ...]
    got: float
    expected: float
    count: int
    of: int

    def __str__(self) -> str:
        where = f"[{', '.join(map(str, self.index))}]" if self.index else ""
        return f"element {where} is {self.got!r}, expected {self.expected!r} ({self.count} of {self.of} wrong)"


@frozen(eq=False)
class Truth:
    """What is right, in float64 arrays: the reference's own result, the exact one, and the exact one of inputs that
    are one rounding of float32 away."""

    reference: Any
    exact: Any
    near: Any


_ROUNDINGS: Final = 16.0
"""How many roundings of the inputs a result may be off by: a mean of equal numbers has some, and a division by its
deviation makes them large."""


_OVERFLOWN: Final = 0.5
"""Where more of a result is infinite, what is finite has cancelled by chance: its terms were large too."""
_PIECE: Final = 1 << 20
"""Elements that are compared at a time."""


def difference(got: Any, truth: Truth, dtype: str, scale: float = 1.0) -> Difference | None:
    """The first wrong element of a float64 array; None where all are right.

    Law: integers are equal. Floats may differ from the exact result by the sum of three bounds. The first is `scale`
    times the type's precision, relative to the element and to the root mean square of all. The second is four times
    the reference's own error, the third what `_ROUNDINGS` roundings of the inputs change. NaN and infinities are
    where the reference has them.
    """
    if got.size == 0:
        return None
    with np.errstate(all="ignore"):
        right = got == truth.reference if dtype not in arrays.FLOATS else _floats(got, truth, dtype, scale)
    if right.all():
        return None
    first = tuple(int(n) for n in np.argwhere(~right)[0])
    return Difference(first, float(got[first]), float(truth.reference[first]), int((~right).sum()), int(right.size))


def rough_difference(
    got: bytes, reference: bytes, dtype: str, shape: tuple[int, ...], stored: Any, scale: float = 1.0
) -> Difference | None:
    """The first wrong element of a result that is too great for `difference`; `stored` are the places that count.

    Law: integers are equal. Floats differ from the reference by at most `scale` times the type's precision,
    relative to the element and to the root mean square of all. NaN and infinities are where the reference has them.
    """
    item, count = arrays.ITEM_BYTES[dtype], len(stored)
    squares, finite = 0.0, 0
    for start in range(0, count, _PIECE) if dtype in arrays.FLOATS else ():
        right = arrays.as_float64(reference[start * item : (start + _PIECE) * item], dtype, (-1,))
        right = right[np.isfinite(right)]
        squares, finite = squares + float(np.square(right).sum()), finite + right.size
    bound = scale * arrays.PRECISION.get(dtype, 0.0)
    mean = float(np.sqrt(squares / max(finite, 1)))
    first, wrong = -1, 0
    for start in range(0, count, _PIECE):
        piece = slice(start * item, (start + _PIECE) * item)
        one, right = (arrays.as_float64(data[piece], dtype, (-1,)) for data in (got, reference))
        same = (one == right) | (np.isnan(one) & np.isnan(right))
        if dtype in arrays.FLOATS:
            with np.errstate(all="ignore"):
                same |= np.isfinite(right) & (np.abs(one - right) <= bound * (np.abs(right) + mean))
        bad = np.nonzero(~same & stored[start : start + _PIECE])[0]
        first = start + int(bad[0]) if first < 0 and bad.size else first
        wrong += int(bad.size)
    if first < 0:
        return None
    one, right = (
        float(arrays.as_float64(data[first * item : (first + 1) * item], dtype, ())) for data in (got, reference)
    )
    place = tuple(map(int, np.unravel_index(first, shape)))
    return Difference(place, one, right, wrong, int(np.count_nonzero(stored)))


def _floats(got: Any, truth: Truth, dtype: str, scale: float) -> Any:
    reference, exact = truth.reference, truth.exact
    finite = np.isfinite(exact) & np.isfinite(reference)
    precision = scale * arrays.PRECISION[dtype]
    mean = _mean(exact, finite)
    if np.isinf(reference).mean() > _OVERFLOWN:
        mean = max(mean, arrays.LARGEST[dtype])
    allowed = precision * (np.abs(exact) + mean) + arrays.SMALLEST_NORMAL[dtype]
    for off, times, spread in ((reference - exact, 4.0, 2.0), (truth.near - exact, _ROUNDINGS, _ROUNDINGS / 2)):
        known = np.where(finite & np.isfinite(off), np.abs(off), 0.0)
        allowed = allowed + times * known + spread * _mean(known, finite)
    near = np.abs(got - exact) <= allowed
    same = (got == reference) | (np.isnan(got) & np.isnan(reference))
    overflown = ~np.isfinite(reference) & np.isfinite(exact) & (near | ~np.isfinite(got))
    over_exact = ~np.isfinite(exact) & np.isfinite(reference)  # float64 sees more than the type: the reference holds
    return np.where(finite, near, same | overflown | (over_exact & np.isclose(got, reference, rtol=precision)))


def _mean(values: Any, chosen: Any) -> float:
    """The root mean square of the chosen elements."""
    return float(np.sqrt(np.mean(np.square(values[chosen])))) if chosen.any() else 0.0
