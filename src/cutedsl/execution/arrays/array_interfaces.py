"""Arrays without DLPack, which say where they lie by `__cuda_array_interface__` (CuPy, Numba) or `__array_interface__`.

Source: the CUDA array interface, version 3; NumPy's array interface protocol, version 3.
"""

from __future__ import annotations

import sys
from typing import Any, Protocol, TypeAlias, TypeGuard, cast, runtime_checkable

from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.execution.arrays.dlpack import READ_ONLY, ArrayView, SupportsDLPack, row_major, view_array, view_torch
from cutedsl.execution.cuda.driver import driver
from cutedsl.targets.devices import is_gpu
from cutedsl.types import dtype_named

_KINDS = {"b": "Boolean", "i": "Int", "u": "Uint", "f": "Float"}
_BYTE_ORDERS = {"little": "<|=", "big": ">|="}


@runtime_checkable
class SupportsCudaArrayInterface(Protocol):
    """An array in the memory of a GPU."""

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...


@runtime_checkable
class SupportsArrayInterface(Protocol):
    """An array in the memory of the CPU."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...


ArrayLike: TypeAlias = SupportsDLPack | SupportsCudaArrayInterface | SupportsArrayInterface
"""An array of any library."""


def is_array(value: object) -> TypeGuard[ArrayLike]:
    """Whether a value says where its elements lie."""
    return isinstance(value, SupportsDLPack | SupportsCudaArrayInterface | SupportsArrayInterface)


def view_of(array: ArrayLike) -> ArrayView:
    """The view of an array's own memory, through DLPack where the array has it."""
    plain = view_torch(array)
    if plain is not None:
        return plain
    if type(array).__module__.startswith("numpy.ma") and cast("Any", array).mask.any():
        fix = "Say what masked elements count as, `x.filled(0)`, or pass `x.data` and `x.mask`."
        raise fail("argument-unsupported", "masked arrays are not supported: the mask would be lost", fix=fix)
    return view_array(array) if isinstance(array, SupportsDLPack) else view_interface(array)


def view_interface(array: SupportsCudaArrayInterface | SupportsArrayInterface) -> ArrayView:
    """The view of an array's own memory; nothing is copied, nothing is synchronised.

    Errors: argument-unsupported for masked memory and for types that the language has no name for;
    missing-gpu for an array of a GPU where there is none.
    """
    if not isinstance(array, SupportsCudaArrayInterface | SupportsArrayInterface):
        what = "None" if array is None else f"{with_article(type(array).__name__)}"  # pyright: ignore[reportUnreachable]
        fix = "Pass a NumPy array, a torch tensor, or any array with `__dlpack__`."
        if type(array).__name__ == "Tensor":
            fix = "An argument of a @jit function is a tensor of the program already: use it as it is."
        raise fail("argument-type", f"{what} is not an array", fix=fix)
    if isinstance(array, SupportsCudaArrayInterface):
        interface, kind = array.__cuda_array_interface__, "cuda"
    else:
        interface, kind = array.__array_interface__, "cpu"
    shape = tuple(int(extent) for extent in interface["shape"])
    pointer, read_only = _address(array, interface, shape)
    item_bytes = int(interface["typestr"][2:])
    strides = interface.get("strides")
    if strides is not None and any(stride % item_bytes for stride in strides):
        raise _refused(array, f"its strides {tuple(strides)} are not multiples of its {item_bytes}-byte elements")
    return ArrayView(
        pointer,
        shape,
        row_major(shape) if strides is None else tuple(int(stride) // item_bytes for stride in strides),
        dtype_named(_type_name(array, interface["typestr"])),
        kind,
        driver().device_of(pointer) if is_gpu(kind) and pointer else 0,
        array,
        READ_ONLY if read_only else "",
    )


def _address(array: object, interface: dict[str, Any], shape: tuple[int, ...]) -> tuple[int, bool]:
    """The address of the first element, and whether it may only be read."""
    data = interface.get("data")
    if not isinstance(data, tuple) or interface.get("mask") is not None:
        raise _refused(array, "it gives no address" if interface.get("mask") is None else "it is masked")
    pointer, read_only = data  # pyright: ignore[reportUnknownVariableType]
    if not pointer and 0 not in shape:
        raise _refused(array, "it has none")
    return int(pointer or 0), bool(read_only)  # pyright: ignore[reportUnknownArgumentType]


def _type_name(array: object, typestr: str) -> str:
    """`<f4` as `Float32`."""
    order, kind, item_bytes = typestr[0], typestr[1], int(typestr[2:])
    name = _KINDS.get(kind)
    if order not in _BYTE_ORDERS[sys.byteorder] or name is None or item_bytes not in (1, 2, 4, 8):
        raise _refused(array, f"CuTe has no type for its elements ({typestr!r})")
    return name if name == "Boolean" else f"{name}{8 * item_bytes}"


def _refused(array: object, reason: str) -> Exception:
    return fail(
        "argument-unsupported",
        f"this {type(array).__name__} cannot be read by cutedsl: {reason}",
        fix="Pass a plain array, or one with `__dlpack__`.",
    )
