"""Python protocols of tensors: iteration, `len`, `in`, `==`, slices, functions of torch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NoReturn, Self

from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.errors.article import with_article
from cutedsl.layout import size
from cutedsl.staging.foreign import REDUCED, foreign_call
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.tree import extract_mlir_values, new_from_mlir_values

_MOST_SLICES = 1 << 14
"""A loop over more is one that should run at run time."""


class TensorHabits:
    """Methods that Python itself calls."""

    __slots__ = ()

    shape: Any

    def __getitem__(self, coord: Any) -> Any: ...

    def __extract_mlir_values__(self) -> list[Handle]:
        """The tensor as it travels through control flow, for objects that name their own run-time parts."""
        return extract_mlir_values(self)

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> Self:
        """A tensor like this one of other values. Errors: container-structure-changed."""
        return new_from_mlir_values(self, values)

    def __iter__(self) -> Iterator[Any]:
        """The slices along mode 0, as NumPy gives rows: the elements of a vector.

        Errors: tensor-iterated where the extent is only known at run time, or large.
        """
        shape = self.shape
        count, rank = (size(shape[0]), len(shape)) if isinstance(shape, tuple) else (shape, 1)
        known = count.literal if isinstance(count, Numeric) and count.is_static else count
        if not isinstance(known, int):
            raise _iterated("whose extent is only known at run time")
        if known > _MOST_SLICES:
            raise _iterated(f"that has {known} slices, and the loop would be written out")
        rest = (None,) * (rank - 1)
        return (self[(i, *rest)] if rest else self[i] for i in range(known))

    def __len__(self) -> int:
        """The extent of mode 0; in staged functions `len` also gives it where only run time knows it."""
        count = self.__staged_len__()
        if isinstance(count, Numeric) and not count.is_static:
            raise fail(
                "requires-constexpr",
                "`len` needs an extent known at compile time",
                fix="Write `x.shape[0]`, or `cute.size(x)` for all elements.",
            )
        return int(count)

    def __staged_len__(self) -> Any:
        shape = self.shape
        return size(shape[0]) if isinstance(shape, tuple) else shape

    def __bool__(self) -> bool:
        """True, as for any object: `if bias:` asks whether there is one."""
        return True

    def __staged_truths__(self, name: str) -> Self:
        """The elements that `any` and `all` ask for. Errors: tensor-compared for several modes: all slices hold."""
        if isinstance(self.shape, tuple) and len(self.shape) > 1:
            fix = f"Ask the elements in a loop, or one mode: `{name}(x[i, None])`."
            raise fail(
                "tensor-compared",
                f"`{name}` cannot compare the slices of a tensor with {len(self.shape)} modes",
                fix=fix,
            )
        return self

    def __contains__(self, item: object) -> NoReturn:
        raise fail(
            "tensor-compared",
            "`in` cannot search a tensor: its elements are known only at run time",
            fix="Compare in a loop: `found = Boolean(False)`, then `found = found | (x[i] == item)`.",
        )

    def __eq__(self, other: object) -> Any:
        if isinstance(other, TensorHabits | Numeric | int | float) and not isinstance(other, bool):
            raise _compared("==")
        return NotImplemented

    def __ne__(self, other: object) -> Any:
        if isinstance(other, TensorHabits | Numeric | int | float) and not isinstance(other, bool):
            raise _compared("!=")
        return NotImplemented

    __hash__ = object.__hash__

    def __delitem__(self, coord: object) -> NoReturn:
        raise fail(
            "unsupported-construct", "`del` cannot remove an element of a tensor", fix="Assign another value instead."
        )

    @classmethod
    def __torch_function__(cls, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> NoReturn:
        raise foreign_call("torch", getattr(function, "__name__", "function"), "Tensor")

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> NoReturn:
        raise foreign_call("np", REDUCED.get(ufunc.__name__, "") if method == "reduce" else ufunc.__name__, "Tensor")

    def __copy__(self) -> NoReturn:
        fix = "Copy the elements: `new = cute.make_rmem_tensor_like(x)`, then `cute.autovec_copy(x, new)`."
        raise fail("python-operation", "Python's `copy` would copy the reference, not the elements", fix=fix)

    def __deepcopy__(self, memo: object) -> NoReturn:
        self.__copy__()

    def __array__(self, *args: object, **kwargs: object) -> NoReturn:
        raise foreign_call("np", "array", "Tensor")


def slice_of_tensor(index: slice) -> DSLUserCodeError:
    """The error for `x[1:3]`, which says how to take that part."""
    start, stop, step = index.start, index.stop, index.step
    shown = f"{'' if start is None else start}:{'' if stop is None else stop}{'' if step is None else f':{step}'}"
    fix = "Take a tile with `cute.local_tile(x, (size,), (number,))`; `:` alone, or None, keeps a whole mode."
    if isinstance(stop, int) and isinstance(start, int | None) and step is None:
        first = start or 0
        count = stop - first
        if first >= 0 and count > 0:
            part = f"cute.domain_offset(({first},), x)" if first else "x"
            fix = (
                f"`cute.local_tile({part}, ({count},), (0,))` has these {count} elements of a vector; `:` alone, or "
                "None, keeps a whole mode."
            )
    return fail("index-not-integer", f"an index must be an integer, None or `:`, got the slice `{shown}`", fix=fix)


def list_as_index(index: Sequence[object]) -> DSLUserCodeError:
    """The error for `x[[1, 2]]`, which in NumPy picks elements."""
    fix = "For one element write a tuple, `x[tuple(coord)]`; for several, index one after the other in a loop."
    return fail(
        "index-not-integer",
        f"an index must be an integer, None or a tuple of them, got a list of {len(index)}",
        fix=fix,
    )


def no_index(index: object) -> DSLUserCodeError:
    """The error for what cannot be an index."""
    kind, fix = type(index).__name__, "Convert the index: `Int32(i)`."
    if hasattr(type(index), "element_type") or kind == "ndarray":
        fix = "Index one element after the other, in a loop: `x[i[k]]`."
    elif kind == "Tensor":  # of torch
        fix = "Take its number: `x[i.item()]`."
    elif callable(index):
        name = getattr(index, "__name__", "f")
        fix = f"Call it: `{name}()`." if name not in ("thread_idx", "block_idx") else f"Call it: `{name}()[0]`."
    return fail("index-not-integer", f"an index must be an integer or None, got {with_article(kind)}", fix=fix)


def _iterated(what: str) -> DSLUserCodeError:
    return fail("tensor-iterated", f"cannot iterate over a tensor {what}")


def _compared(symbol: str) -> DSLUserCodeError:
    return fail(
        "tensor-compared",
        f"`{symbol}` cannot compare whole tensors",
        fix=f"Compare elements (`x[i] {symbol} y[i]`) or register vectors (`x.load() {symbol} y.load()`); "
        "`a is b` asks whether two names mean one tensor.",
    )
