"""`cutedsl cache`: what is in the cache of compiled programs, how it was used, and how to make room."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cutedsl.driver.cache.disk import disk_cache
from cutedsl.driver.cache.stored import Label, label_of
from cutedsl.execution.compile_cache import DEFAULT_LIMIT_BYTES, CompileCache, StoredProgram

_UNITS = ((86400, "d"), (3600, "h"), (60, "min"), (1, "s"))
_WIDEST_SIGNATURE = 72


def cache(argv: Sequence[str]) -> int:
    """Exit code 0, also for an empty cache; 2 for a wrong command line."""
    parser = _parser()
    try:
        options = parser.parse_args(list(argv))
    except SystemExit as stop:
        return int(stop.code or 0)
    programs = disk_cache(options.dir)
    match options.action:
        case "ls":
            print("\n".join(_listing(programs)))
        case "log":
            print("\n".join(_log(programs, options.lines)))
        case "gc":
            dropped = programs.shrink(int(options.max_mb * 2**20))
            print(f"dropped {len(dropped)} programs, {_size(sum(p.size_bytes for p in dropped))}")
        case _:
            print(f"dropped {programs.clear()} programs and the log")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cutedsl cache", description="The compiled programs that processes on this machine share."
    )
    actions = parser.add_subparsers(dest="action", required=True)
    ls = actions.add_parser("ls", help="the programs, those used last first")
    log = actions.add_parser("log", help="the last look-ups: hit, miss, or always (cannot be remembered, and why)")
    log.add_argument("-n", "--lines", type=int, default=20, help="how many (default 20)")
    gc = actions.add_parser("gc", help="drops the programs that were not used for longest")
    gc.add_argument(
        "--max-mb", type=float, default=DEFAULT_LIMIT_BYTES / 2**20, help="what may stay, in MiB (default 512)"
    )
    clear = actions.add_parser("clear", help="drops everything")
    for action in (ls, log, gc, clear):
        action.add_argument("--dir", type=Path, help="the folder (default: that of CUTEDSL_CACHE_DIR)")
    return parser


def _listing(cache: CompileCache) -> list[str]:
    """One line a program, and a summary."""
    programs = cache.programs()
    rows = [_row(cache, program) for program in programs]
    total = _size(sum(program.size_bytes for program in programs))
    return [
        *_table(("key", "age", "size", "target", "function"), rows),
        f"{len(programs)} programs, {total}, in {cache.place}",
    ]


def _row(cache: CompileCache, program: StoredProgram) -> tuple[str, ...]:
    label = _label(program)
    signature = label.signature
    if len(signature) > _WIDEST_SIGNATURE:
        signature = signature[: _WIDEST_SIGNATURE - 1] + "…"
    age = _age(time.time() - program.used_at)
    return (program.key[:10], age, _size(program.size_bytes), label.target, label.function + signature)


def _label(program: StoredProgram) -> Label:
    """The label of a stored program, without counting this as a use."""
    data = CompileCache.peek(program)
    try:
        return label_of(data or b"")
    except ValueError:
        return Label("(damaged)", "", "")


def _log(cache: CompileCache, count: int) -> list[str]:
    rows = [row for line in cache.log_lines()[-count:] if (row := _log_row(line))]
    return _table(("when", "event", "time", "key", "function", "reason"), rows) if rows else ["no look-up yet"]


def _log_row(line: str) -> tuple[str, ...] | None:
    """The columns of one line of the log; None for a line that is cut off."""
    try:
        entry: dict[str, Any] = json.loads(line)
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(entry["time"]))
        spent = f"{entry['ms']:.1f} ms"
        return (when, entry["event"], spent, entry["key"][:10], entry["function"], entry.get("reason", ""))
    except (ValueError, KeyError, TypeError):
        return None


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Columns as wide as their widest cell; the last one as it is."""
    widths = [max(len(row[k]) for row in (head, *rows)) for k in range(len(head))]
    return ["  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in (head, *rows)]


def _size(count: int) -> str:
    return f"{count / 2**20:.1f} MiB" if count >= 2**20 else f"{count / 2**10:.1f} KiB"


def _age(seconds: float) -> str:
    unit, name = next(((u, n) for u, n in _UNITS if seconds >= u), (1, "s"))
    return f"{max(0, int(seconds / unit))} {name}"
