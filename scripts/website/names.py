"""The public names of the package: module by module, as a program writes them."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final, cast


@dataclass(frozen=True, slots=True)
class Section:
    """One page of the reference: names of one module, `prefix.name` each, that are defined in one of `sources`."""

    file: str
    title: str
    module: str
    prefix: str
    sources: tuple[str, ...] = ("",)


@dataclass(frozen=True, slots=True)
class Name:
    """One public name and what it stands for."""

    public: str
    value: Any


SECTIONS: Final = (
    Section("cutedsl", "cutedsl: types, staging, host functions", "cutedsl", "cutlass"),
    Section(
        "cute_programs",
        "cute: kernels, compilation, numbers",
        "cutedsl.cute",
        "cute",
        ("cutedsl.driver", "cutedsl.execution", "cutedsl.staging", "cutedsl.lang.math", "cutedsl.lang.fast_divmod"),
    ),
    Section(
        "cute_layouts",
        "cute: layouts and their algebra",
        "cutedsl.cute",
        "cute",
        (
            "cutedsl.layout",
            "cutedsl.lang.layouts.algebra",
            "cutedsl.lang.layouts.functions",
            "cutedsl.lang.layouts.tuple_types",
        ),
    ),
    Section(
        "cute_atoms",
        "cute: copies and matrix products",
        "cutedsl.cute",
        "cute",
        ("cutedsl.lang.atoms", "cutedsl.lang.tiles.copying", "cutedsl.lang.tiles.gemm"),
    ),
    Section(
        "cute_tensors", "cute: tensors, pointers, structs, printing", "cutedsl.cute", "cute", ("cutedsl.", "types")
    ),
    Section("cute_arch", "cute.arch: indices, warps, barriers, atomics", "cutedsl.lang.arch", "cute.arch"),
    Section("cute_math", "cute.math: functions of numbers and vectors", "cutedsl.lang.math", "cute.math"),
    Section("cute_nvgpu", "cute.nvgpu: copies and enumerations", "cutedsl.cute.nvgpu", "cute.nvgpu"),
    Section("cute_cpasync", "cute.nvgpu.cpasync: cp.async and TMA", "cutedsl.cute.nvgpu.cpasync", "cute.nvgpu.cpasync"),
    Section("cute_warp", "cute.nvgpu.warp: tensor cores of a warp", "cutedsl.cute.nvgpu.warp", "cute.nvgpu.warp"),
    Section("cute_warpgroup", "cute.nvgpu.warpgroup: wgmma", "cutedsl.cute.nvgpu.warpgroup", "cute.nvgpu.warpgroup"),
    Section("cute_runtime", "cute.runtime: arrays as arguments", "cutedsl.cute.runtime", "cute.runtime"),
    Section("cute_viz", "cute.viz: pictures of layouts", "cutedsl.cute.viz", "cute.viz"),
    Section("pipeline", "pipeline: producers and consumers", "cutedsl.pipeline", "pipeline"),
    Section("utils", "utils: shared memory, schedulers, hardware", "cutedsl.utils", "utils"),
    Section("utils_sm90", "utils.sm90: helpers for Hopper", "cutedsl.utils.sm90", "utils.sm90"),
    Section("testing", "testing: checks, timing, tuning", "cutedsl.testing", "testing"),
    Section("bundle", "bundle: programs in one file", "cutedsl.bundle", "bundle"),
    Section("ops", "ops: the kernel library", "cutedsl.ops", "ops"),
    Section("torch", "torch: operators, templates, gradients", "cutedsl.torch", "torch"),
    Section("jax", "jax: calls in jitted functions", "cutedsl.jax", "jax"),
    Section("tvm_ffi", "tvm_ffi: functions for TVM-FFI", "cutedsl.tvm_ffi", "tvm_ffi"),
)


def names_of(section: Section) -> list[Name]:
    """The section's public names in alphabetical order, without those of earlier sections."""
    module = importlib.import_module(section.module)
    earlier = SECTIONS[: SECTIONS.index(section)]
    taken = {name.public for other in earlier if other.module == section.module for name in names_of(other)}
    found: list[Name] = []
    for name in sorted(public_names(module), key=str.lower):
        value = getattr(module, name)
        public = f"{section.prefix}.{name}"
        if isinstance(value, ModuleType) or public in taken:
            continue
        if origin(value).startswith(section.sources):
            found.append(Name(public, value))
    return found


def origin(value: Any) -> str:
    """The module in which a value was defined; the package for a constant."""
    return str(getattr(value, "__module__", None) or "cutedsl.")


def public_names(module: ModuleType) -> list[str]:
    """`__all__`; without one, what the module defines or re-exports in the form `import a as a`."""
    declared = cast("list[str] | None", module.__dict__.get("__all__"))
    if declared is not None:
        return declared
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    return list(dict.fromkeys(name for name in _defined(tree) if not name.startswith("_") and len(name) > 1))


def _defined(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.ImportFrom(names=items):
                yield from (item.name for item in items if item.asname == item.name)
            case _:
                pass


def members(value: type) -> Mapping[str, Any]:
    """Public methods and properties that a class of this package defines or inherits within it, by name."""
    found: dict[str, Any] = {}
    for base in reversed(value.__mro__):
        if base.__module__.startswith("cutedsl"):
            for name, member in vars(base).items():
                unwrapped: Any = getattr(member, "__func__", member)
                if not name.startswith("_") and (inspect.isfunction(unwrapped) or isinstance(member, property)):
                    found[name] = unwrapped
    return found


def signature(value: Any) -> str:
    """What stands between the parentheses of a call and after them; empty where Python knows none."""
    try:
        shown = inspect.signature(value)
    except (TypeError, ValueError):
        return ""
    bare = [p.replace(annotation=_text(p.annotation)) for p in shown.parameters.values()]
    text = str(shown.replace(parameters=bare, return_annotation=_text(shown.return_annotation)))
    return text.replace("'", "") if "'" in text and "Literal" not in text else text


def _text(annotation: Any) -> Any:
    """An annotation as it stands in the source, without quotes of its own."""
    return annotation.strip("\"'") if isinstance(annotation, str) else annotation
