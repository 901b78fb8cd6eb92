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

from cutedsl.arch.abi import check as check_abi
from cutedsl.arch.abi.cuda_launch import ADDRESSED_PARAMS, ATTRIBUTE, DLPACK_CUDA, MAX_PARAMS
from cutedsl.arch.abi.host import (
    BLOCK,
    CLUSTER,
    ENV_STREAM,
    GRID,
    MAX_BLOCK_THREADS,
    MBARRIER_LIMIT,
    NOT_ARRIVED,
    POLL_STOP,
    POLL_TICK,
    SMEM_ALIGN_BYTES,
    SMEM_REQUEST,
    SMEM_SLACK_BYTES,
    WARP_LANES,
    ErrorCode,
    MbarrierFault,
)
from cutedsl.arch.targets import STATIC_SMEM_BYTES
from cutedsl.arch.tensor_map import L2_PROMOTION_128B
from cutedsl.arch.tensor_memory import c_names
from cutedsl.native import handler_structures, launch_structures, pool
from cutedsl.native.call_records import CALL_RECORDS, ArgumentKind, HostCode, MemoryKind
from cutedsl.native.call_structures import CALL_STRUCTURES
from cutedsl.native.checking import CHECK_STRUCTURES, GROUP_ENGINES, PARTED
from cutedsl.native.fields import header
from cutedsl.native.handler_structures import HANDLER_STRUCTURES, TvmFfiType
from cutedsl.native.launch_structures import LAUNCH_STRUCTURES
from cutedsl.native.replay_structures import REPLAY_ALIGN_MASK, REPLAY_STRUCTURES
from cutedsl.native.structures import BLOCK as STATE
from cutedsl.native.structures import FAULT_RECORDS, MAP_RANK, MAX_BLOCK_WARPS, NAMED_BARRIERS, STRUCTURES, STUCK_BLOCKS
from cutedsl.native.tensor_structures import COLUMNS, LANES
from cutedsl.native.torch_structures import TORCH_STRUCTURES, TorchAnswer, TorchArgument, TorchDevice

ROOT = Path(__file__).resolve().parent.parent
NATIVE = ROOT / "src" / "cutedsl" / "native"
CLANG = "clang-22"
PARTS = (
    ("cpu", "cpu", "*.c"),
    ("check", "check", "*.c"),
    ("call", "call", "*.c"),
    ("tensor", "tensor", "*.c"),
    ("tensor_check", "tensor_check", "*.c"),
    ("python", "python", "*.c"),
    ("replay", "replay", "*.c"),
    ("tvm_ffi", "tvm_ffi", "*.c"),
    ("xla", "xla", "*.c"),
    ("torch", "torch", "*.c"),
    ("cuda", "cuda", "*.c"),
    ("export.output", "export", "output.c"),
    ("export.cpu", "export", "cpu.c"),
    ("export.gpu", "export", "gpu.c"),
    ("export.tvm_ffi", "export", "tvm_ffi.c"),
    ("faults.linux", "faults", "linux.c"),
    ("faults.plain", "faults", "plain.c"),
)
"""Names of texts, with the folder and the names of their sources."""
FLAGS = (
    *("--target=x86_64-linux-gnu", "-std=gnu17", "-O1", "-S", "-emit-llvm", "-o", "-"),
    *("-Wall", "-Wextra", "-Werror", "-Wno-missing-prototypes"),
    # The text is compiled once more on the user's machine, which knows its vectors; and no libc call may be invented.
    *("-ffreestanding", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"),
    *("-fwrapv", "-fno-asynchronous-unwind-tables", "-fno-stack-protector", "-fno-ident"),
)


CHECK_CONSTANTS = (
    *("NO_RULE", "MAX_CLOCK", "MAX_BARRIERS", "LOG_ENTRIES", "MEASURED_REQUESTS", "SURE_PAGE_SHIFT", "FILTER_BITS"),
    *("HASH", "SCOPES", "SEEN_OTHERS", "CLASH_FOUND", "CLASH_OTHER_AT", "CLOCK_BITS", "COLUMN_BITS", "LANE_BITS"),
    *("MASK_BITS", "COLUMN_AT", "LANE_AT", "MASK_AT", "WRITTEN_AT", "SITE_AT", "SEVERAL_LANES", "SOME_LANE"),
    *("ATOMIC_LANE", "PARTS_LANE", "BYTES_SHIFT", "LINE_BYTES", "PAGE_LINES", "PAGE_BYTES", "PAGE_SLOTS"),
    *("PAGE_SLOT_BITS", "RULE_SHIFT_BITS", "SEVERAL_RULE", "FIRST_RULE", "ACCESS_LANE_AT", "ACCESS_BACK_AT"),
    *("DOUBTS", "STORE_LOADS", "TOLD", "OTHER_SWIZZLE"),
)
"""Numbers of `arch/abi/check.py`."""


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
        "SMEM_ALIGN_BYTES": SMEM_ALIGN_BYTES,
        "SMEM_SLACK_BYTES": SMEM_SLACK_BYTES,
        **{name: getattr(check_abi, name) for name in CHECK_CONSTANTS},
        **{f"EVENT_{one.name}": int(one) for one in check_abi.Event},
        **{f"ARRIVAL_{one.name}": int(one) for one in check_abi.Arrival},
        **{f"ACCESS_{name}": int(one) for name, one in check_abi.Access.__members__.items()},
        **{f"ORDER_{name}": int(one) for name, one in check_abi.Order.__members__.items()},
        **{f"TENSOR_ACCESS_{one.name}": int(one) for one in check_abi.TensorAccess},
        **{f"TENSOR_EVENT_{one.name}": int(one) for one in check_abi.TensorEvent},
        **{f"ENGINE_{one.name}": int(one) for one in check_abi.Engine},
        "TENSOR_BLOCK_WORDS": LANES * COLUMNS,
        "GROUP_ENGINES": GROUP_ENGINES,
        "PARTED": PARTED,
        "MAP_RANK": MAP_RANK,
        "DIMS_GRID": GRID,
        "DIMS_BLOCK": BLOCK,
        "DIMS_CLUSTER": CLUSTER,
        "DIMS_SMEM": SMEM_REQUEST,
        "MAX_BLOCK_THREADS": MAX_BLOCK_THREADS,
        "BLOCK_ALIGN_BYTES": STATE.align_bytes,
        "FAULT_RECORDS": FAULT_RECORDS,
        "INLINE_BLOCKS": pool.INLINE_BLOCKS,
        "SEATS": pool.SEATS,
        "HELPERS": pool.HELPERS,
        "UNWATCHED": pool.UNWATCHED,
        "PARKED": pool.PARKED,
        "PLAN_DIMS": pool.PLAN_DIMS,
        **_call_constants(),
        **{f"ARGUMENT_{kind.name}": int(kind) for kind in ArgumentKind},
        **{f"MEMORY_{kind.name}": int(kind) for kind in MemoryKind},
        **{f"HOST_{code.name}": int(code) for code in HostCode},
        **{f"ERROR_{code.name}": int(code) for code in ErrorCode},
        **{f"FAULT_{fault.name}": int(fault) for fault in MbarrierFault},
        **c_names(),
    }


def _call_constants() -> dict[str, int]:
    """Numbers of the interfaces for calls."""
    return {
        "HANDLER_CONTEXTS": handler_structures.HANDLER_CONTEXTS,
        "TVM_FFI_OBJECT_HEADER_BYTES": handler_structures.TVM_FFI_OBJECT_HEADER_BYTES,
        "TVM_FFI_MAX_NDIM": handler_structures.TVM_FFI_MAX_NDIM,
        "REPLAY_ALIGN_MASK": REPLAY_ALIGN_MASK,
        "CHECKED_FIRST": launch_structures.CHECKED_FIRST,
        "CHECKED_COUNT": launch_structures.CHECKED_COUNT,
        "MOST_GPUS": launch_structures.MOST_GPUS,
        "ENV_STREAM": ENV_STREAM,
        "DLPACK_CUDA": DLPACK_CUDA,
        "MAX_PARAMS": MAX_PARAMS,
        "ADDRESSED_PARAMS": ADDRESSED_PARAMS,
        "L2_PROMOTION_128B": L2_PROMOTION_128B,
        "STATIC_SMEM_BYTES": STATIC_SMEM_BYTES,
        **{f"ATTRIBUTE_{name.upper()}": number for name, number in ATTRIBUTE.items()},
        **{f"TVM_FFI_{kind.name}": int(kind) for kind in TvmFfiType},
        **{f"TORCH_{answer.name}": int(answer) for answer in TorchAnswer},
        **{f"TORCH_{device.name}": int(device) for device in TorchDevice},
        **{f"TORCH_ARGUMENT_{kind.name}": int(kind) for kind in TorchArgument},
    }


_STRUCTURES = (
    *(*STRUCTURES, *CHECK_STRUCTURES, *CALL_STRUCTURES, *CALL_RECORDS, *HANDLER_STRUCTURES, *TORCH_STRUCTURES),
    *(*LAUNCH_STRUCTURES, *REPLAY_STRUCTURES),
)


def portable(text: str, source: str) -> str:
    """LLVM text of clang without what belongs to one target: functions, declarations and constants.

    Functions that clang calls cold are `optnone`: they are compiled as they stand. Names that only one `source` knows
    begin with its name, as another may have the same.
    """
    for name in re.findall(r"^(?:define internal .*?)?@(\w+)(?:\(| = internal)", text, re.M):
        text = re.sub(rf"@{name}\b(?!\.)", f"@{source}.{name}", text)
    text = text.replace("@.str", f"@{source}.str")
    groups = {number: words.split() for number, words in re.findall(r"^attributes #(\d+) = \{(.*)\}$", text, re.M)}
    types = dict(re.findall(r"^(%(?:struct|union)\.[\w.]+) = type (.*)$", text, re.M))
    return "\n".join(_spelled(line, types) for line in _lines(text, groups)) + "\n"


def _spelled(line: str, types: dict[str, str]) -> str:
    """A line with structures spelled out: their names would need a definition, and mean others in other sources."""
    while "%struct." in line or "%union." in line:
        line = re.sub(r"%(?:struct|union)\.[\w.]+", lambda found: types[found[0]], line)
    return line


_KEPT = ("returns_twice", "noreturn")
"""Attributes of functions that LLVM must know of."""


def _lines(text: str, groups: dict[str, list[str]]) -> Iterator[str]:
    for line in text.splitlines():
        if "@llvm.experimental.noalias.scope.decl" in line:
            continue
        if line.startswith(("define", "declare")):
            yield _signature(line, groups)
        elif line.startswith(("@", "}", " ", "\t")) or re.match(r"[\w.]+:", line):
            yield re.sub(r"\s*(;.*|, ![a-z].*)$", "", _call(line, groups))


_TYPE = r"(<[^>]*>|\{[^}]*\}|\S+)"
_HEAD = re.compile(rf"(define|declare)( internal)?.*? {_TYPE} @([\w.]+)\(")


def _signature(line: str, groups: dict[str, list[str]]) -> str:
    """A function's head with the types and names of its parameters alone."""
    match = _HEAD.match(line)
    assert match is not None, line
    kind, internal, result, name = match.groups()
    depth, end = 1, match.end()
    while depth:
        depth += {"(": 1, ")": -1}.get(line[end], 0)
        end += 1
    parameters, words = line[match.end() : end - 1], _words(line[end:], groups)
    shown = ", ".join(_parameter(one) for one in _split(parameters))
    kept = "".join(f" {word}" for word in _KEPT if word in words)
    if kind == "declare":
        return f"declare {result} @{name}({shown}){kept}"
    how = "noinline optnone cold" if "cold" in words else "noinline"
    return f"define{internal or ''} {result} @{name}({shown}) {how}{kept} {{"


def _words(rest: str, groups: dict[str, list[str]]) -> list[str]:
    """The attributes at the end of a line."""
    number = re.search(r"#(\d+)", rest)
    return groups[number[1]] if number else []


def _call(line: str, groups: dict[str, list[str]]) -> str:
    """A call with the types and names of its arguments alone."""
    match = re.match(
        r"(\s+(?:%\S+ = )?)(?:tail |musttail |notail )?call .*?" + _TYPE + r" (@[\w.]+|%\w+)\((.*)\)", line
    )
    if match is None:
        return line
    head, result, callee, arguments = match.groups()
    shown = ", ".join(_parameter(one) for one in _split(arguments))
    words = _words(line[match.end() :], groups)
    return f"{head}call {result} {callee}({shown})" + "".join(f" {word}" for word in _KEPT if word in words)


def _split(parameters: str) -> list[str]:
    parts: list[str] = []
    depth = start = 0
    for at, letter in enumerate(parameters):
        depth += (letter in "([{<") - (letter in ")]}>")
        if letter == "," and not depth:
            parts.append(parameters[start:at])
            start = at + 1
    return [*parts, parameters[start:]] if parameters else []


_ATTRIBUTE = re.compile(
    r" (noundef|nonnull|zeroext|signext|readonly|writeonly|readnone|noalias|returned|nofree|nocapture|immarg|writable|"
    r"dead_on_unwind|align \d+|(dereferenceable|dereferenceable_or_null|captures|range)\([^)]*\)|"
    r"initializes\((\([^)]*\)(, )?)+\))(?= |$)"
)


def _parameter(text: str) -> str:
    """The type and the name, or the value, of a parameter."""
    plain = text.strip()
    if " byval(" in plain or " sret(" in plain:
        raise SystemExit(f"pass {plain} by its address: compilers differ in how they pass it")
    if plain.startswith("<") and " align " in plain:
        return plain  # of addresses: how they are aligned is known by nothing else
    while (bare := _ATTRIBUTE.sub("", plain)) != plain:
        plain = bare
    return plain


def compiled(sources: Sequence[Path]) -> str:
    """The LLVM text of C sources, one after the other."""
    texts: list[str] = []
    for source in sources:
        done = subprocess.run([CLANG, *FLAGS, str(source)], capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(done.stderr)
        texts.append(f"; {source.relative_to(NATIVE).as_posix()}\n{portable(done.stdout, source.stem)}")
    return "; Made by scripts/build_native.py: change the C sources, then run it.\n" + "".join(texts)


def main(arguments: Sequence[str]) -> int:
    """Writes the files, or compares them."""
    if shutil.which(CLANG) is None:
        raise SystemExit(f"{CLANG} is missing; on Debian: apt-get install clang-22")
    check = "--check" in arguments
    stale: list[str] = []
    files: dict[Path, Callable[[], str]] = {NATIVE / "abi.h": lambda: header(constants(), _STRUCTURES)}
    for name, folder, pattern in PARTS:
        files[NATIVE / "built" / f"{name}.ll"] = partial(compiled, sorted((NATIVE / folder).glob(pattern)))
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
