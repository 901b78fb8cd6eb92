"""The error for a public name that there is not, with the one that was meant."""

from __future__ import annotations

import dis
import importlib.util
import sys
from collections.abc import Iterable
from contextlib import suppress

from cutedsl.errors.classes import DSLUserCodeError
from cutedsl.errors.fail import fail
from cutedsl.errors.frames import user_frame
from cutedsl.errors.names.surface import SURFACE, submodules


def unknown_name(module: str, name: str, known: Iterable[str] = ()) -> DSLUserCodeError:
    """The `unknown-name` error, to be raised, for a name that a public module lacks.

    `module` is the module's public name after `cutlass.`; `known` are names that it has beyond those of CuTe DSL.
    """
    frame, message, fix = user_frame(), f"`{module or 'cutedsl'}` has no `{name}`", _fix(module, name, known)
    if frame is not None and dis.opname[frame.f_code.co_code[frame.f_lasti]] == "IMPORT_FROM":
        return fail("unknown-import", message, fix=fix)  # Python would replace an AttributeError by its own words
    return fail("unknown-name", message, fix=fix)


def _fix(module: str, name: str, known: Iterable[str]) -> str | None:
    below = ".".join(filter(None, ("cutedsl", module, name)))
    with suppress(ModuleNotFoundError):  # of a module that is not a package
        if importlib.util.find_spec(below) is not None:
            return f"Import it: `import {below}`."
    foreign = _FOREIGN.get(_squashed(name))
    if foreign is not None:
        return f"Write `{foreign}`."
    meant = _meant(module, name, {*SURFACE.get(module, ()), *submodules(module), *known})
    return f"Did you mean `{meant}`?" if meant else None


def unknown_module(name: str) -> DSLUserCodeError:
    """The error for an import of a module that there is not."""
    import difflib
    import pkgutil

    package, _, last = name.rpartition(".")
    known = [module.name for module in pkgutil.iter_modules(list(sys.modules[package].__path__))]
    public = [module for module in known if module[0] != "_"]
    near = difflib.get_close_matches(last, public, n=1, cutoff=0.6)
    if last in dir(sys.modules[package]):
        fix = f"Write `from {package} import {last}`."
    elif near:
        fix = f"Did you mean `import {package}.{near[0]}`?"
    elif meant := public_name(last):
        fix = f"It is a name, no module: `import cutedsl.cute as cute`, then `{meant}`."
    else:
        fix = f"Import the package alone, `import {package}`; `dir({package})` lists its names."
    return fail("unknown-module", f"there is no module `{name}`", fix=fix)


def public_name(name: str) -> str:
    """Where a name stands in the public modules, such as `cute.arch.thread_idx`; empty if in none."""
    found = [_spelled(module, name) for module, names in SURFACE.items() if name in names]
    return min(found, key=lambda spelled: (spelled.startswith(_OTHERS), spelled.count("."), spelled), default="")


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


_OTHERS = ("jax.", "torch.", "experimental.")
"""Modules that few programs mean."""
_FOREIGN = {
    "arange": "cutlass.range(n)` for a loop, or `cute.make_identity_tensor((n,))",
    "zeros": "cute.make_rmem_tensor(shape, dtype)` and `fill(0)",
    "empty": "cute.make_rmem_tensor(shape, dtype)",
    "ones": "cute.make_rmem_tensor(shape, dtype)` and `fill(1)",
    "atomic": "cute.arch.atomic_add(x.iterator + i, value)",
    "local": "cute.make_rmem_tensor(shape, dtype)",
    "prange": "range(n)",
    "staticprint": "print(...)",
    "deviceprint": "cute.printf(...)",
    "staticassert": "assert ...",
    "shared": "cutlass.utils.SmemAllocator().allocate_tensor(dtype, layout)",
    "sharedmemory": "cutlass.utils.SmemAllocator().allocate_tensor(dtype, layout)",
    "sharedarray": "cutlass.utils.SmemAllocator().allocate_tensor(dtype, layout)",
    "sync": "cute.arch.sync_threads()` or `cute.arch.sync_warp()",
    "relu": "max(x, 0.0)",
    "sigmoid": "1.0 / (1.0 + cute.math.exp(-x))",
    "square": "x * x",
    "sign": "cute.math.copysign(1.0, x)",
    "clip": "min(max(x, low), high)",
    "rand": "a tensor of random numbers as an argument",
    "softmax": "cutedsl.ops.softmax(array)` outside of kernels",
    "matmul": "cute.gemm` of fragments, or `cutedsl.ops.matmul(a, b)` outside of kernels",
    "syncthreads": "cute.arch.sync_threads",
    **dict.fromkeys(("barsync", "bar", "blockbarrier"), "cute.arch.sync_threads()` or `cute.arch.barrier"),
    **dict.fromkeys(("tid", "tidx", "threadid"), "cute.arch.thread_idx()[0]"),
    **dict.fromkeys(("bid", "bidx", "blockid"), "cute.arch.block_idx()[0]"),
    **dict.fromkeys(("laneid", "lane"), "cute.arch.lane_idx()"),
    **dict.fromkeys(("warpid", "warp"), "cute.arch.warp_idx()"),
    **dict.fromkeys(
        ("makesmemtensor", "makesharedtensor", "makesmem", "allocatesmem", "smem"),
        "cutlass.utils.SmemAllocator().allocate_tensor(dtype, layout)",
    ),
    "syncwarp": "cute.arch.sync_warp",
    "programid": "cute.arch.block_idx",
    "numprograms": "cute.arch.grid_dim",
    "grid": "bx * bdx + tx` of `cute.arch.block_idx()`, `block_dim()` and `thread_idx()",
    "gridsize": "gdx * bdx` of `cute.arch.grid_dim()` and `block_dim()",
    "maximum": "max(a, b)",
    "minimum": "min(a, b)",
    "sum": "x.load().reduce(cute.ReductionOp.ADD, 0.0, 0)",
    "dot": "cute.gemm",
    "localarray": "cute.make_rmem_tensor(shape, dtype)",
    "warpsum": "cute.arch.warp_reduction_sum",
    "warpreducesum": "cute.arch.warp_reduction_sum",
    "warpmax": "cute.arch.warp_reduction_max",
    "shfl": "cute.arch.shuffle_sync",
    "shfldown": "cute.arch.shuffle_sync_down",
    "shflup": "cute.arch.shuffle_sync_up",
    "shflxor": "cute.arch.shuffle_sync_bfly",
    "ballot": "cute.arch.vote_ballot_sync",
    "ballotsync": "cute.arch.vote_ballot_sync",
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
    "pi": "math.pi` of Python's `math",
    "inf": "cutlass.Float32.inf",
    "deviceassert": "cute.testing.assert_(condition, message)",
    "debugbarrier": "cute.arch.sync_threads",
    "ldg": "x[i]` of a tensor, or `cute.arch.load(x.iterator + i)",
}
"""What stands for names of NumPy, CUDA, Numba and Triton."""


def foreign_name(name: str) -> str:
    """What stands for a name of CUDA that CuTe spells otherwise, such as `blockIdx`; empty for other names."""
    alike = _squashed(name)
    found = [_spelled(m, n) for m, names in SURFACE.items() for n in names if _squashed(n) == alike and n != name]
    if name == alike or not found:  # a plain word may be any variable
        return ""
    return min(found, key=lambda spelled: (spelled.startswith(_OTHERS), spelled.count("."), spelled))


def _squashed(name: str) -> str:
    return name.replace("_", "").lower()


def _spelled(module: str, name: str) -> str:
    return f"{module or 'cutedsl'}.{name}"
