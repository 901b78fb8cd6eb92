"""`out_dtype` of torch's products, on the CPU that stands for a GPU: torch has it for CUDA alone."""

from __future__ import annotations

from typing import Any, Final

_replacements: Final[list[Any]] = []
"""torch takes them back when nobody holds them."""


def provide_out_dtype(torch: Any) -> None:
    """Adds `out_dtype` to `torch.mm`, `bmm`, `addmm` and `baddbmm` for tensors on the CPU, permanently.

    As on a GPU it is the operands' type, or Float32 for 16-bit operands; products are added up in Float32.
    Errors: RuntimeError for another type.
    """
    library = torch.library.Library("aten", "IMPL")
    for name in ("mm", "bmm", "addmm", "baddbmm"):
        if "dtype" not in getattr(torch.ops.aten, name).overloads():
            continue  # an older torch
        library.impl(f"{name}.dtype", _wide(torch, name, writes=False), "CPU")
        library.impl(f"{name}.dtype_out", _wide(torch, name, writes=True), "CPU")
    _replacements.append(library)


def _wide(torch: Any, name: str, *, writes: bool) -> Any:
    product = getattr(torch, name)
    count = 3 if name in ("addmm", "baddbmm") else 2

    def multiply(*given: Any, out: Any = None, **scales: Any) -> Any:
        operands, out_dtype = given[:count], given[count]
        given_as = operands[-1].dtype
        if out_dtype != given_as and (out_dtype, given_as.itemsize) != (torch.float32, 2):
            raise RuntimeError(f"out_dtype is {out_dtype}; it is that of the operands, {given_as}, or float32")
        made = product(*(operand.to(_sums(torch, given_as)) for operand in operands), **scales).to(out_dtype)
        return out.copy_(made) if writes else made

    return multiply


def _sums(torch: Any, dtype: Any) -> Any:
    return torch.float32 if dtype.itemsize == 2 else dtype
