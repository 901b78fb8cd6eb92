"""Compilations in the cache folder: looked up, kept, and noted in its log."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from cutedsl.config import config
from cutedsl.driver.cache.memory import Remembered
from cutedsl.driver.cache.stored import Label, from_bytes, to_bytes
from cutedsl.driver.jitted import Jitted
from cutedsl.driver.options import CompileOptions
from cutedsl.driver.signature import BoundArguments
from cutedsl.driver.static_results import text_of_result
from cutedsl.driver.target import Target
from cutedsl.execution.compile_cache import IMAGE, CompileCache

if TYPE_CHECKING:
    from cutedsl.arch.call_description import PythonCall


def disk_cache(place: Path | None = None) -> CompileCache:
    """The cache in a folder, by default the one of the settings."""
    return CompileCache(place or config().cache_place)


def image_store() -> CompileCache | None:
    """Where the objects that many programs are linked with are kept; None where nothing is."""
    settings = config()
    return CompileCache(settings.cache_place, IMAGE) if settings.cache and settings.disk_cache else None


def reads_disk(options: CompileOptions) -> bool:
    """Whether a stored program serves: not if somebody wants to see the stages of its compilation."""
    settings = config()
    if not settings.disk_cache:
        return False
    shows = settings.dump_dir is not None or settings.debug >= 3 or settings.print_ir or settings.keep
    return not (shows or options.keeps or options.dump_dir)


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
    from cutedsl.driver.native_arguments import describe_call

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
    arguments = ", ".join(f"{name}: {_text(key)}" for name, key in zip(bound.names, bound.key, strict=True))
    where = target.arch if target.kind == "cuda" else target.kind
    return Label(jitted.function.__qualname__, f"({arguments})", where)


def _text(key: object) -> str:
    """A spec's key in short."""
    kind, *rest = cast("tuple[object, ...]", key)
    return f"{kind} {' '.join(str(part)[:60] for part in rest)}"
