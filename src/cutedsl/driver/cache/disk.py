"""Compilations in the cache folder: looked up, kept, and noted in its log."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cutedsl.config import config
from cutedsl.driver.arguments.signature import BoundArguments
from cutedsl.driver.arguments.specs import ScalarSpec, Spec, TensorSpec
from cutedsl.driver.cache.memory import Remembered
from cutedsl.driver.cache.stored import Label, from_bytes, to_bytes
from cutedsl.driver.compile.jitted import Jitted
from cutedsl.driver.compile.options import CompileOptions
from cutedsl.driver.compile.static_results import text_of_result
from cutedsl.execution.compile_cache import CompileCache
from cutedsl.layout import layout_text
from cutedsl.targets.protocol import Target

if TYPE_CHECKING:
    from cutedsl.arch.abi.call_description import PythonCall


def disk_cache(place: Path | None = None) -> CompileCache:
    """The cache in a folder, by default the one of the settings."""
    return CompileCache(place or config().cache_place)


def reads_disk(options: CompileOptions) -> bool:
    """Whether a stored program serves."""
    return config().disk_cache and not shows_stages(options)


def shows_stages(options: CompileOptions) -> bool:
    """Whether somebody wants to see the stages of a compilation, which a program that is found does not have."""
    settings = config()
    shown = settings.dump_dir is not None or settings.debug >= 3 or settings.print_ir or settings.keep
    return bool(shown or options.keeps or options.dump_dir)


def stored(digest: str, bound: BoundArguments, target: Target, options: CompileOptions) -> Remembered | None:
    """The compilation that an earlier process kept under a digest."""
    if not reads_disk(options):
        return None
    cache = disk_cache()
    data = cache.get(digest)
    if data is None:
        return None
    try:
        found = from_bytes(data, target, options, partial(_described, bound))
    except ValueError:
        cache.damaged(digest)
        return None
    return found and Remembered(found, found.printed, found.result)


def _described(bound: BoundArguments, written: Sequence[bool]) -> PythonCall | None:
    from cutedsl.driver.arguments.native_arguments import describe_call

    return describe_call(bound.marked(written).specs, bound.slot_rules)


def keep(digest: str, program: Remembered, label: Label) -> None:
    """Stores a compilation for other processes, where the settings let it and its result has a text."""
    result = text_of_result(program.result)
    if not config().disk_cache or result is None:
        return
    disk_cache().put(digest, to_bytes(program.compilation, label, program.printed, result))


def note(event: str, digest: str, label: Label, started: float, reason: str = "") -> None:
    """Adds a line to the log: `hit`, `miss` or `always` (a program that cannot be remembered), and how long it took."""
    if not config().disk_cache:
        return
    spent_ms = round(1e3 * (time.perf_counter() - started), 3)
    line = {
        "time": round(time.time(), 3),
        "event": event,
        "function": label.function,
        "target": label.target,
        "key": digest,
        "ms": spent_ms,
    }
    disk_cache().note(json.dumps(line | {"reason": reason} if reason else line))


def label_of_call(jitted: Jitted, bound: BoundArguments, target: Target) -> Label:
    """What `cutedsl cache ls` says of a compilation."""
    return Label(jitted.function.__qualname__, signature_text(bound), target.label)


def signature_text(bound: BoundArguments) -> str:
    """The arguments of a call with what each compiles to: `(x: Float32 (?,8):(8,1), n: Int32)`."""
    return f"({', '.join(f'{name}: {_text(spec)}' for name, spec in zip(bound.names, bound.specs, strict=True))})"


def _text(spec: Spec) -> str:
    """A spec in short."""
    match spec:
        case TensorSpec():
            return f"{spec.dtype.name} {layout_text(spec.layout)}"
        case ScalarSpec():
            return spec.dtype.name
        case _:
            kind, *rest = spec.key
            return f"{kind} {' '.join(str(part)[:60] for part in rest)}"
