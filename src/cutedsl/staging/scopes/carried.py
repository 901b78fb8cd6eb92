"""`Carried`: a variable that enters a loop as arguments of its region."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.staging.join import (
    LOOP,
    Variable,
    adopts,
    as_handle,
    mismatch,
    not_constexpr,
    same_static,
    structure_changed,
)
from cutedsl.staging.numeric import numeric_class
from cutedsl.staging.operators import dtype_of_literal, is_numeric
from cutedsl.staging.protocol import Handle, Type, current_emitter
from cutedsl.staging.tree import Fixed, Leaf, Raw, Shape, flatten, is_dynamic, leaf_handle, rebuild
from cutedsl.types import DType


@frozen
class Argument:
    """One leaf that the loop carries: its type, how a handle becomes the leaf, and its value before the loop."""

    type: Type
    leaf: Callable[[Handle], Leaf]
    dtype: DType | None
    before: Leaf
    undefined: bool

    def init(self) -> Handle:
        """The handle before the loop; asked for when emission is outside the loop."""
        if self.undefined:
            return current_emitter().undefined(self.type)
        return self.before.handle if self.dtype is None else as_handle(self.before, self.dtype)


@frozen
class Carried:
    """A variable taken apart: leaves that become arguments, and leaves that stay what they are."""

    variable: Variable
    shape: Shape
    leaves: tuple[Leaf | Argument, ...]
    before: Any

    @property
    def arguments(self) -> list[Argument]:
        """The leaves that are arguments, in order."""
        return [leaf for leaf in self.leaves if isinstance(leaf, Argument)]

    def value(self, handles: Iterator[Handle]) -> Any:
        """The variable, with the next handles as its arguments."""
        leaves = [leaf.leaf(next(handles)) if isinstance(leaf, Argument) else leaf for leaf in self.leaves]
        return rebuild(self.shape, leaves)

    def yields(self, after: Any) -> list[Handle]:
        """The handles that the end of the body passes to the next iteration.

        Errors: loop-type-changed, container-structure-changed, assign-python-to-dynamic, requires-constexpr.
        """
        leaves, shape = flatten(after)
        if shape != self.shape or len(leaves) != len(self.leaves):
            raise structure_changed(self.variable, LOOP, self.before, after)
        found: list[Handle] = []
        for before, now in zip(self.leaves, leaves, strict=True):
            if isinstance(before, Argument):
                found.append(self._yield(before, now))
            elif not same_static(before, now):
                raise self._changed_part_error(before, now)
        return found

    def _yield(self, argument: Argument, now: Leaf) -> Handle:
        """One handle, of the type that the argument has."""
        if isinstance(now, Raw) and argument.dtype is None:
            if current_emitter().type_of(now.handle) != argument.type:
                raise mismatch(self.variable, LOOP, argument.before, now)
            return now.handle
        if argument.dtype is None or isinstance(now, Fixed | Raw):
            raise mismatch(self.variable, LOOP, argument.before, now)
        fits = now.spec is argument.dtype if is_numeric(now) else adopts(now, argument.dtype)
        if not fits:
            raise mismatch(self.variable, LOOP, argument.before, now)
        return as_handle(now, argument.dtype)

    def _changed_part_error(self, before: Leaf, now: Leaf) -> Exception:
        """The error for a part that was to stay in Python and is another at the end of the body."""
        if self.variable.constexpr:
            return not_constexpr(self.variable, LOOP)
        if isinstance(before, Fixed) and before.soft:
            return _frozen_number(self.variable, type(self.before).__name__, before.value)
        if isinstance(before, Fixed) and isinstance(before.value, Enum) and isinstance(before.value, int):
            return _member(self.variable, before.value)
        return mismatch(self.variable, LOOP, before, now)


def _frozen_number(variable: Variable, owner: str, before: Any) -> Exception:
    """The error for a number of a frozen dataclass, a fact for the compiler, that an iteration of a loop replaces."""
    cls = numeric_class(dtype_of_literal(before)).__name__
    return fail(
        "loop-type-changed",
        f"`{variable.name}`, a frozen {owner}, holds the number {before} before the loop and another "
        "after an iteration",
        span=variable.span,
        fix=f"Start with `{cls}({before!r})`: Python numbers in a frozen dataclass are constants.",
    )


def _member(variable: Variable, member: Enum) -> Exception:
    """The error for a member of an enumeration of numbers, known to the compiler, that an iteration of a loop
    replaces.
    """
    name = f"{type(member).__name__}.{member.name}"
    return fail(
        "loop-type-changed",
        f"`{variable.name}` is the member {name} of an enumeration before the loop and a number after an iteration",
        span=variable.span,
        fix=f"Start with its number: `{variable.name} = int({name})`.",
    )


def carry(variable: Variable, value: Any, *, undefined: bool = False) -> Carried:
    """Takes a variable apart: numbers and run-time values become arguments; `undefined` ones have no first value."""
    leaves, shape = flatten(value)
    if variable.constexpr:
        return Carried(variable, shape, tuple(leaves), value)
    return Carried(variable, shape, tuple(_argument(leaf, undefined) for leaf in leaves), value)


def _argument(leaf: Leaf, undefined: bool) -> Leaf | Argument:
    """A leaf as an argument, if it is no part that stays in Python."""
    emitter = current_emitter()
    if isinstance(leaf, Fixed) or _is_of_caller(leaf):
        return leaf
    if isinstance(leaf, Raw):
        return Argument(emitter.type_of(leaf.handle), Raw, None, leaf, undefined)
    dtype = leaf.spec if is_numeric(leaf) else dtype_of_literal(leaf)
    cls = type(leaf) if is_numeric(leaf) else numeric_class(dtype)
    return Argument(emitter.dtype_type(dtype), cls.from_handle, dtype, leaf, undefined)


def _is_of_caller(leaf: Leaf) -> bool:
    """Whether a leaf is a run-time value of the host, which an object that a kernel's loop changes holds too."""
    return is_dynamic(leaf) and current_emitter().is_of_caller(leaf_handle(leaf))
