"""`python scripts/build_native.py [--check]`: makes `native/abi.h`, and LLVM text of the C runtime with clang 22.

The text is for every processor and system: attributes of x86-64 and everything that names a target are taken away.
`--check` changes nothing and fails if what is checked in differs.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from cutedsl.arch.host_abi import (
    MBARRIER_LIMIT,
    NOT_ARRIVED,
    POLL_STOP,
    POLL_TICK,
    WARP_LANES,
    ErrorCode,
    MbarrierFault,
)
from cutedsl.native.call_structures import CALL_STRUCTURES
from cutedsl.native.structures import MAX_BLOCK_WARPS, NAMED_BARRIERS, STRUCTURES, STUCK_BLOCKS, header

ROOT = Path(__file__).resolve().parent.parent
NATIVE = ROOT / "src" / "cutedsl" / "native"
CLANG = "clang-22"
FLAGS = (
    *("--target=x86_64-linux-gnu", "-std=gnu17", "-O1", "-S", "-emit-llvm", "-o", "-"),
    *("-Wall", "-Wextra", "-Werror", "-Wno-missing-prototypes"),
    # The text is compiled once more on the user's machine, which knows its vectors; and no libc call may be invented.
    *("-ffreestanding", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"),
    *("-fwrapv", "-fno-asynchronous-unwind-tables", "-fno-stack-protector", "-fno-ident"),
)


def constants() -> dict[str, int]:
    """What C shares with Python besides structures."""
    return {
        "WARP_LANES": WARP_LANES,
        "MAX_BLOCK_WARPS": MAX_BLOCK_WARPS,
        "NAMED_BARRIERS": NAMED_BARRIERS,
        "STUCK_BLOCKS": STUCK_BLOCKS,
        "MBARRIER_LIMIT": MBARRIER_LIMIT,
        "NOT_ARRIVED": NOT_ARRIVED,
        "POLL_STOP": POLL_STOP,
        "POLL_TICK": POLL_TICK,
        **{f"ERROR_{code.name}": int(code) for code in ErrorCode},
        **{f"FAULT_{fault.name}": int(fault) for fault in MbarrierFault},
    }


def portable(text: str) -> str:
    """LLVM text of clang without what belongs to one target: functions, declarations and constants.

    Functions that clang calls cold are `optnone`: they are compiled as they stand.
    """
    attributes = re.findall(r"^attributes #(\d+) = \{(.*)\}$", text, re.M)
    cold = {number for number, words in attributes if "cold" in words.split()}
    return "\n".join(_lines(text, cold)) + "\n"


def _lines(text: str, cold: set[str]) -> Iterator[str]:
    for line in text.splitlines():
        if line.startswith(("define", "declare")):
            yield _signature(line, cold)
        elif line.startswith(("@", "}", " ", "\t")) or re.match(r"[\w.]+:", line):
            plain = re.sub(r"\s*(;.*|, !tbaa.*|, !llvm\.loop.*|, !range.*)$", "", _call(line))
            yield re.sub(r"%struct\.(\w+), (ptr %\w+, i\d+ %?\w+)$", _sized, plain)
            if "%struct" in plain and re.search(r"%struct\.\w+, ptr %\w+, i\d+ %?\w+,", plain):
                raise SystemExit(f"an address with two indices: {plain}")


_HEAD = re.compile(r"(define|declare)( internal)?.*?(\S+) @([\w.]+)\(")
_VALUE = re.compile(r"[%@\d-]|true|false|null|undef")


def _sized(match: re.Match[str]) -> str:
    """A structure in an address computation, as bytes: its name would need a definition in each text."""
    size = next(one.size_bytes for one in (*STRUCTURES, *CALL_STRUCTURES) if one.name == match[1])
    return f"[{size} x i8], {match[2]}"


def _signature(line: str, cold: set[str]) -> str:
    """A function's head with the types and names of its parameters alone."""
    match = _HEAD.match(line)
    assert match is not None, line
    kind, internal, result, name = match.groups()
    depth, end = 1, match.end()
    while depth:
        depth += {"(": 1, ")": -1}.get(line[end], 0)
        end += 1
    parameters, number = line[match.end() : end - 1], re.search(r"#(\d+)", line[end:])
    opens = " {" if kind == "define" else ""
    shown = ", ".join(_parameter(one) for one in _split(parameters))
    how = "" if kind == "declare" else " noinline optnone cold" if number and number[1] in cold else " noinline"
    return f"{kind}{internal or ''} {result} @{name}({shown}){how}{opens}"


def _call(line: str) -> str:
    """A call with the types and names of its arguments alone."""
    match = re.match(r"(\s+(?:%\S+ = )?)(?:tail |musttail |notail )?call .*?(\S+) (@[\w.]+|%\w+)\((.*)\)", line)
    if match is None:
        return line
    head, result, callee, arguments = match.groups()
    shown = ", ".join(_parameter(one) for one in _split(arguments))
    return f"{head}call {result} {callee}({shown})"


def _split(parameters: str) -> list[str]:
    parts: list[str] = []
    depth = start = 0
    for at, letter in enumerate(parameters):
        depth += (letter in "([{<") - (letter in ")]}>")
        if letter == "," and not depth:
            parts.append(parameters[start:at])
            start = at + 1
    return [*parts, parameters[start:]] if parameters else []


def _parameter(text: str) -> str:
    words = text.split()
    return f"{words[0]} {words[-1]}" if len(words) > 1 and _VALUE.match(words[-1]) else words[0]


def compiled(sources: Sequence[Path]) -> str:
    """The LLVM text of C sources, one after the other."""
    texts: list[str] = []
    for source in sources:
        done = subprocess.run([CLANG, *FLAGS, str(source)], capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(done.stderr)
        texts.append(f"; {source.relative_to(NATIVE).as_posix()}\n{portable(done.stdout)}")
    return "; Made by scripts/build_native.py: change the C sources, then run it.\n" + "".join(texts)


def main(arguments: Sequence[str]) -> int:
    """Writes the files, or compares them."""
    if shutil.which(CLANG) is None:
        raise SystemExit(f"{CLANG} is missing; on Debian: apt-get install clang-22")
    check = "--check" in arguments
    stale: list[str] = []
    files: dict[Path, Callable[[], str]] = {
        NATIVE / "abi.h": lambda: header(constants(), (*STRUCTURES, *CALL_STRUCTURES))
    }
    for part in ("cpu", "call"):
        files[NATIVE / "built" / f"{part}.ll"] = partial(compiled, sorted((NATIVE / part).glob("*.c")))
    for path, make in files.items():
        text = make()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(path.relative_to(ROOT).as_posix())
            if not check:
                path.write_text(text, encoding="utf-8")
    if check and stale:
        print(f"stale: {', '.join(stale)}; run python scripts/build_native.py")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
