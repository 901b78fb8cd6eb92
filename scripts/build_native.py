"""`python scripts/build_native.py [--check]`: what clang 22 makes of the C runtime: LLVM text, and where fields lie.

It also writes the numbers that C shares with Python to `native/constants.h`.
The text is for every processor and system: attributes of x86-64 and everything that names a target are taken away.
`--check` changes nothing and fails if what is checked in differs.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

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
TARGET = "--target=x86_64-linux-gnu"
FLAGS = (
    *(TARGET, "-std=gnu17", "-O1", "-S", "-emit-llvm", "-o", "-"),
    *("-Wall", "-Wextra", "-Werror", "-Wno-missing-prototypes"),
    # The text is compiled once more on the user's machine, which knows its vectors; and no libc call may be invented.
    *("-ffreestanding", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"),
    *("-fwrapv", "-fno-asynchronous-unwind-tables", "-fno-stack-protector", "-fno-ident"),
)


def constants_header() -> str:
    """C's names for the numbers."""
    sys.path.insert(0, str(ROOT))
    from scripts.native_constants import constants  # reads where fields lie, which is written before

    lines = ["/* Made by scripts/build_native.py. */", "#pragma once"]
    return "\n".join([*lines, *(f"#define {name} INT64_C({value})" for name, value in constants().items())]) + "\n"


_LLVM_TYPES = {"int8_t": "i8", "int16_t": "i16", "int32_t": "i32", "int64_t": "i64"}


def structure_places() -> str:
    """Where clang puts the fields of the structures, as `native/structures.py` reads it."""
    structures = dict(_declared_structures())
    asked = [f"sizeof({name}), _Alignof({name})" for name in structures]
    asked += [f"offsetof({name}, {field})" for name, fields in structures.items() for field in fields]
    source = f'#include "abi.h"\nconst uint64_t answers[] = {{{", ".join(asked)}}};\n'
    answers = [int(number) for number in re.findall(r"i64 (\d+)", _clang(["-S", "-emit-llvm", "-o", "-"], source))]
    sizes, offsets = answers[: 2 * len(structures)], iter(answers[2 * len(structures) :])
    lines: list[str] = []
    for k, (name, fields) in enumerate(structures.items()):
        places = [f"{field}:{next(offsets)}:{kind}:{count}" for field, (kind, count) in fields.items()]
        lines.append(" ".join([name, *map(str, sizes[2 * k : 2 * k + 2]), *places]))
    return "\n".join(lines) + "\n"


def _declared_structures() -> Iterator[tuple[str, dict[str, tuple[str, int]]]]:
    """The structures that `abi.h` declares, with the LLVM type, or the structure, and the count of each field."""
    tree = json.loads(_clang(["-fsyntax-only", "-Xclang", "-ast-dump=json"], '#include "abi.h"\n'))
    for node in tree["inner"]:
        if node["kind"] == "RecordDecl" and node.get("completeDefinition") and "name" in node:
            fields = (field for field in node["inner"] if field["kind"] == "FieldDecl")
            yield node["name"], {field["name"]: _field_type(field["type"]["qualType"]) for field in fields}


def _field_type(c_type: str) -> tuple[str, int]:
    """The LLVM type, or the structure, and the count.

    >>> _field_type("uint32_t[4]"), _field_type("void (*[2])(int64_t *)"), _field_type("Coroutine")
    (('i32', 4), ('ptr', 2), ('Coroutine', 1))
    """
    count = re.search(r"\[(\d+)\]", c_type)
    plain = c_type.partition("[")[0].removeprefix("u")
    return "ptr" if "*" in c_type else _LLVM_TYPES.get(plain, plain), int(count[1]) if count else 1


def _clang(options: Sequence[str], source: str) -> str:
    command = [CLANG, TARGET, "-std=gnu17", f"-I{NATIVE}", *options, "-x", "c", "-"]
    done = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    return done.stdout


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
    places = (NATIVE / "built" / "structures.txt", structure_places)
    # Numbers are made of sizes, and sizes of numbers.
    files: list[tuple[Path, Callable[[], str]]] = [places, (NATIVE / "constants.h", constants_header), places]
    for name, folder, pattern in PARTS:
        made = partial(compiled, sorted((NATIVE / folder).glob(pattern)))
        files.append((NATIVE / "built" / f"{name}.ll", made))
    for path, make in files:
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
