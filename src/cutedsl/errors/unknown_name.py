"""The error for a public name that there is not, with the one that was meant."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable
from contextlib import suppress

from cutedsl.errors.classes import DSLUserCodeError
from cutedsl.errors.fail import fail
from cutedsl.errors.surface import SURFACE, submodules


def unknown_name(module: str, name: str, known: Iterable[str] = ()) -> DSLUserCodeError:
    """The `unknown-name` error, to be raised, for a name that a public module lacks.

    `module` is the module's public name after `cutlass.`; `known` are names that it has beyond those of CuTe DSL.
    """
    return fail("unknown-name", f"`{module or 'cutedsl'}` has no `{name}`", fix=_fix(module, name, known))


def _fix(module: str, name: str, known: Iterable[str]) -> str | None:
    below = ".".join(filter(None, ("cutedsl", module, name)))
    with suppress(ModuleNotFoundError):  # of a module that is no package
        if importlib.util.find_spec(below) is not None:
            return f"Import it: `import {below}`."
    foreign = _FOREIGN.get(_squashed(name))
    if foreign is not None:
        return f"Write `{foreign}`."
    meant = _meant(module, name, {*SURFACE.get(module, ()), *submodules(module), *known})
    return f"Did you mean `{meant}`?" if meant else None


def public_name(name: str) -> str:
    """Where a name stands in the public modules, such as `cute.arch.thread_idx`; empty if in none."""
    found = [_spelled(module, name) for module, names in SURFACE.items() if name in names]
    return min(found, key=lambda spelled: (spelled.count("."), spelled), default="")


def _meant(module: str, name: str, here: set[str]) -> str:
    """The same name in another public module, else the nearest one here; empty where nothing is like it."""
    elsewhere = public_name(name)
    if elsewhere:
        return elsewhere
    alike = _squashed(name)
    spelled = [_spelled(m, n) for m, names in SURFACE.items() for n in names if _squashed(n) == alike]
    if spelled:
        return min(spelled, key=lambda found: (found.count("."), found))
    import difflib

    near = difflib.get_close_matches(name, here, n=1, cutoff=0.75)
    return _spelled(module, near[0]) if near else ""


_FOREIGN = {
    "arange": "cutlass.range(n)` for a loop, or `cute.make_identity_tensor((n,))` for the coordinates",
    "zeros": "cute.make_rmem_tensor(shape, dtype)` and `fill(0)",
    "empty": "cute.make_rmem_tensor(shape, dtype)",
    "ones": "cute.make_rmem_tensor(shape, dtype)` and `fill(1)",
    "shared": "cutlass.utils.SmemAllocator().allocate_tensor(dtype, layout)",
    "sharedmemory": "cutlass.utils.SmemAllocator().allocate_tensor(dtype, layout)",
    "sharedarray": "cutlass.utils.SmemAllocator().allocate_tensor(dtype, layout)",
    "syncthreads": "cute.arch.sync_threads",
    "syncwarp": "cute.arch.sync_warp",
    "programid": "cute.arch.block_idx",
    "numprograms": "cute.arch.grid_dim",
    "shflsync": "cute.arch.shuffle_sync",
    "shfldownsync": "cute.arch.shuffle_sync_down",
    "shflxorsync": "cute.arch.shuffle_sync_bfly",
    "atomicadd": "cute.arch.atomic_add",
    "load": "x.load()` of a tensor, or `x[i]",
    "store": "x.store(value)` of a tensor, or `x[i] = value",
    "constexpr": "cutlass.Constexpr",
    "staticrange": "cutlass.range_constexpr",
    "cdiv": "cute.ceil_div",
    "numelements": "cute.size",
    "numel": "cute.size",
    "len": "cute.size",
}
"""What stands for names of NumPy, CUDA, Numba and Triton."""


def _squashed(name: str) -> str:
    return name.replace("_", "").lower()


def _spelled(module: str, name: str) -> str:
    return f"{module or 'cutedsl'}.{name}"
