"""Text of leaves and tuples of them: what `str` prints, without spaces."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from typing import Any

from cutedsl.layout.basis import ScaledBasis
from cutedsl.layout.leaf import LeafText, number_text


def leaf_text(x: Any, leaf: LeafText | None = None) -> str:
    """The text of one leaf: digits, `_`, `2@1`, or `?` (`leaf` spells a dynamic one; by default without its width).

    >>> from cutedsl.layout import Unknown, exact_leaf
    >>> leaf_text(Unknown(width=64, divisibility=4)), leaf_text(Unknown(width=64), exact_leaf)
    ('?{div=4}', '?{i64}')
    """
    if x is None:
        return "_"
    return x.text(leaf) if isinstance(x, ScaledBasis) else number_text(x, leaf)


def tuple_text(x: Any, leaf: LeafText | None = None) -> str:
    """An integer tuple or coordinate without spaces; a 1-tuple keeps its parentheses.

    >>> from cutedsl.layout import Unknown
    >>> tuple_text((4, (2,), None, Unknown(divisibility=4)))
    '(4,(2),_,?{div=4})'
    """
    if isinstance(x, tuple):
        return "(" + ",".join([tuple_text(e, leaf) for e in x]) + ")"
    return leaf_text(x, leaf)
