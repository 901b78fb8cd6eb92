"""Where call code finds torch's tensors: the DLPack exchange table, and two words of a tensor that it does not show.

The dispatch keys say whether a tensor is an ordinary one (no conjugate or negative view, no fake or wrapped tensor);
the autograd record is absent from tensors that never needed a gradient. Their places are found by looking for values
that torch itself gives out, in tensors of several kinds; nothing is assumed about a torch version.
Source: DLPack 1.3 `DLPackExchangeAPI`; CPython's `PyGetSetDef`; ours.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from cutedsl.config import config
from cutedsl.execution.native_calls.function_address import address_of

GRAD_MODE: Final = ("libtorch_cpu", "aoti_torch_grad_mode_is_enabled")
"""torch's function that says whether gradients are recorded, and the library that has it."""
_IMPL_WORDS: Final = 24
_TABLES: Final = ("__dlpack_c_exchange_api__", "__c_dlpack_exchange_api__")
_TABLE_NAME: Final = b"dlpack_exchange_api"
_ORDINARY_KEYS: Final = ("CUDA", "AutogradCUDA", "AutocastCUDA")
_DESCRIPTOR_GETSET: Final = 40
_MAJOR: Final = 1


class _ExchangeTable(ctypes.Structure):
    _fields_ = (
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("previous", ctypes.c_void_p),
        ("allocate", ctypes.c_void_p),
        ("managed_from_object", ctypes.c_void_p),
        ("managed_to_object", ctypes.c_void_p),
        ("tensor_from_object", ctypes.c_void_p),
        ("current_stream", ctypes.c_void_p),
    )


class _GetSet(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("get", ctypes.c_void_p),
        ("set", ctypes.c_void_p),
        ("doc", ctypes.c_char_p),
        ("closure", ctypes.c_void_p),
    )


def torch_words(torch: Any) -> dict[str, int] | None:
    """The environment's words for torch; none where it looks different; None while it is being imported."""
    if config().leaves_alone("torch"):
        return {}
    spec = torch.__spec__
    if spec is not None and getattr(spec, "_initializing", False):
        return None
    try:
        table, getter = _exchange_table(torch.Tensor), _getter(torch._C.TensorBase, "requires_grad")
        with torch.utils._python_dispatch._disable_current_modes(), torch.inference_mode(False):
            offsets = _offsets(torch)
            refused = _refused_keys(torch)
    except (AttributeError, KeyError, TypeError, ValueError, RuntimeError, ImportError):
        return {}
    if table is None or getter is None or offsets is None:
        return {}
    return {
        "torch_tensor": id(torch.Tensor),
        "torch_parameter": id(torch.nn.Parameter),
        "torch_view": table.tensor_from_object,
        "torch_keys_refused": refused,
        "torch_requires_grad": getter.get,
        "torch_requires_grad_closure": getter.closure or 0,
        "torch_grad_mode": _grad_mode(torch),
        **offsets,
    }


def current_stream_function(torch: Any) -> int:
    """The address of torch's function that gives its current stream; 0 where it exports none."""
    try:
        table = _exchange_table(torch.Tensor)
    except (AttributeError, ValueError):
        return 0
    return 0 if table is None else table.current_stream or 0


def _grad_mode(torch: Any) -> int:
    """The address of `bool grad_mode()`, whether torch records what gradients need; 0 where it exports none."""
    try:
        library = next((Path(torch.__file__).parent / "lib").glob(GRAD_MODE[0] + ".*"))
        return address_of(ctypes.CDLL(str(library))[GRAD_MODE[1]])
    except (AttributeError, OSError, StopIteration, TypeError):
        return 0


def _exchange_table(tensor_type: type) -> _ExchangeTable | None:
    """The functions that a tensor type exports, if they are of the version we know."""
    capsule = next((found for name in _TABLES if (found := getattr(tensor_type, name, None)) is not None), None)
    if capsule is None:
        return None
    pointer: Callable[[object, bytes], int] = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
        ("PyCapsule_GetPointer", ctypes.pythonapi)
    )
    table = _ExchangeTable.from_address(pointer(capsule, _TABLE_NAME))
    return table if table.major == _MAJOR and table.tensor_from_object else None


def _getter(owner: type, name: str) -> _GetSet | None:
    """The C function behind an attribute of a type, if its descriptor is laid out as we know it."""
    descriptor = owner.__dict__[name]
    if type(descriptor).__name__ != "getset_descriptor" or type(descriptor).__basicsize__ < _DESCRIPTOR_GETSET + 8:
        return None
    place = ctypes.c_uint64.from_address(id(descriptor) + _DESCRIPTOR_GETSET).value
    getset = _GetSet.from_address(place)
    return getset if getset.get and getset.name == name.encode() else None


def _keys(torch: Any, tensor: Any) -> int:
    return int(torch._C._dispatch_keys(tensor).raw_repr())


def _words(address: int, count: int) -> Sequence[int]:
    return tuple((ctypes.c_uint64 * count).from_address(address))


def _offsets(torch: Any) -> dict[str, int] | None:
    """Byte offsets of the implementation in a tensor object, of keys and autograd record in the implementation.

    What lies behind a short implementation is chance, so there are enough samples to make an accident unlikely.
    """
    free = [torch.empty(size, dtype=kind) for size in range(1, 9) for kind in (torch.float32, torch.int64)]
    learning = [torch.nn.Parameter(torch.empty(size)) for size in range(1, 9)]
    learning += [torch.empty(size, requires_grad=True) * 2 for size in range(1, 9)]
    complex_view = torch.empty(2, dtype=torch.complex64).conj()
    special = [torch._neg_view(free[0]), complex_view, torch.empty(2, device="meta"), free[0][:1]]
    tensors = (*free, *learning, *special)
    object_words = torch.Tensor.__basicsize__ // 8
    implementation = _places([_words(id(t), object_words) for t in tensors], [t._cdata for t in tensors])
    contents = {id(t): _words(t._cdata, _IMPL_WORDS) for t in tensors}
    keys = _places([contents[id(t)] for t in tensors], [_keys(torch, t) for t in tensors])
    records = {
        place
        for place in range(_IMPL_WORDS)
        if not any(contents[id(t)][place] for t in free) and all(contents[id(t)][place] for t in learning)
    }
    if not len(implementation) == len(keys) == len(records) == 1:
        return None
    return {
        "torch_impl_offset": 8 * implementation.pop(),
        "torch_keys_offset": 8 * keys.pop(),
        "torch_grad_offset": 8 * records.pop(),
    }


def _places(rows: Sequence[Sequence[int]], values: Sequence[int]) -> set[int]:
    """The places at which every row holds its value."""
    found = [
        {place for place, word in enumerate(row) if word == value} for row, value in zip(rows, values, strict=True)
    ]
    return set[int].intersection(*found)


def _refused_keys(torch: Any) -> int:
    """Every dispatch key but those of ordinary tensors in CPU and CUDA memory."""
    allowed = _keys(torch, torch.empty(1))
    for name in _ORDINARY_KEYS:
        allowed |= int(torch._C.DispatchKeySet(getattr(torch._C.DispatchKey, name)).raw_repr())
    with torch.inference_mode():
        allowed |= _keys(torch, torch.empty(1))
    word = ~allowed & (2**64 - 1)
    return word - 2**64 if word >> 63 else word
