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
from cutedsl.errors.names.foreign_names import FOREIGN
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
    foreign = FOREIGN.get(_squashed(name))
    if foreign is not None:
        return f"Write {foreign}."
    meant = _meant(module, name, {*SURFACE.get(module, ()), *submodules(module), *known})
    return f"Did you mean `{meant}`?" if meant else None


def unknown_module(name: str, root: str = "cutedsl", also: Iterable[str] = ()) -> DSLUserCodeError:
    """The error for an import of a module that there is not; `root` is what the program calls `cutedsl`.

    `also` are modules that the package has besides its files.
    """
    import difflib
    import pkgutil

    package, _, last = name.rpartition(".")
    known = [module.name for module in pkgutil.iter_modules(list(sys.modules[package].__path__))]
    known += [*submodules(package.partition(".")[2]), *also]
    shown = root + package.removeprefix("cutedsl")
    public = [module for module in known if module[0] != "_"]
    near = difflib.get_close_matches(last, public, n=1, cutoff=0.6)
    if last in dir(sys.modules[package]):
        fix = f"Write `from {shown} import {last}`."
    elif near:
        fix = f"Did you mean `import {shown}.{near[0]}`?"
    elif meant := public_name(last):
        fix = f"It is a name, no module: `import {root}.cute as cute`, then `{meant}`."
    else:
        fix = f"Import the package alone, `import {shown}`; `dir({shown})` lists its names."
    return fail("unknown-module", f"there is no module `{shown}.{last}`", fix=fix)


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
