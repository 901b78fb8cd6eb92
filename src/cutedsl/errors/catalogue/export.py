"""Errors of programs that are compiled ahead of time."""

from __future__ import annotations

from cutedsl.errors.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        name="export-prefix",
        base=ValueError,
        title="Prefix is not a valid C name",
        why="The prefix begins the names of the functions and structures in the header.",
        fix="Use letters, digits and underscores, and no digit first.",
        wrong='f.export_to_c("build", "add", function_prefix="my-add")',
        right='f.export_to_c("build", "add", function_prefix="my_add")',
    ),
    Entry(
        name="host-target",
        base=ValueError,
        title="Unknown host machine",
        why="Exported host code is machine code of one kind of machine, which must be known here.",
        fix='Use "linux-aarch64", "qnx8-aarch64", or "llvm -mtriple=... -mcpu=... -mattr=...".',
        wrong='cute.compile(f, x, options="--host-target arm")',
        right='cute.compile(f, x, options="--host-target linux-aarch64")',
    ),
    Entry(
        name="export-foreign",
        base=ValueError,
        title="Object file was not written by `export_to_c`",
        why="An object can be loaded only with what `export_to_c` notes in it: arguments, kernels, the build.",
        fix="Write the object with `export_to_c`.",
        wrong='cute.runtime.load_module("libm.o")',
        right='f.export_to_c("build", "add", "add")\ncute.runtime.load_module("build/add.o")',
    ),
    Entry(
        name="export-missing",
        base=ValueError,
        title="Object file cannot be read",
        why="There is no file of that name, or this process may not read it.",
        fix="Give the path of the object, with `.o` at its end: `export_to_c(folder, name, prefix)` writes "
        "`folder/name.o`.",
        wrong='f.export_to_c("build", "add", "add")\ncute.runtime.load_module("build/add")',
        right='f.export_to_c("build", "add", "add")\ncute.runtime.load_module("build/add.o")',
    ),
    Entry(
        name="export-stale",
        base=ValueError,
        title="Object file is for another build or CPU",
        why="Machine code of another build may expect another runtime; that of another CPU may not run here.",
        fix="Export the program again with this version, on this machine.",
        wrong='cute.runtime.load_module("add.o")  # from last year',
        right='f.export_to_c(".", "add", "add")\ncute.runtime.load_module("add.o")',
    ),
)
