"""Machines that exported objects are made for, by the names of `--host-target`."""

from __future__ import annotations

from typing import Final

import llvmlite.binding as llvm

from cutedsl.codegen.llvm.compile import Machine, prepare
from cutedsl.errors import fail

_NAMED: Final = {"linux-aarch64": "aarch64-unknown-linux-gnu", "qnx8-aarch64": "aarch64-unknown-nto-qnx8.0.0"}
_FLAGS: Final = ("-mtriple", "-mcpu", "-mattr")


def host_target(text: str) -> Machine:
    """The machine of a name, or of LLVM's own words: `llvm -mtriple=... -mcpu=... -mattr=...`.

    >>> host_target("linux-aarch64").triple
    'aarch64-unknown-linux-gnu'

    Errors: host-target. Source: CuTe DSL documentation, "Ahead-of-Time (AOT) Compilation".
    """
    tool, *words = text.split() or [""]
    given = {name: value for name, _, value in (word.partition("=") for word in words)}
    if not words and tool in _NAMED:
        given = {"-mtriple": _NAMED[tool]}
    elif tool != "llvm" or "-mtriple" not in given or not given.keys() <= set(_FLAGS):
        raise fail("host-target", f"there is no machine `{text}`")
    triple = given["-mtriple"]
    prepare()
    try:
        llvm.Target.from_triple(triple)
    except RuntimeError as unknown:
        raise fail("host-target", f"LLVM cannot generate code for `{triple}`") from unknown
    return Machine(triple, given.get("-mcpu", ""), given.get("-mattr", ""), reloc="pic")
