"""Errors of bundles: programs for several architectures in one file."""

from __future__ import annotations

from cutedsl.errors.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        name="bundle-file",
        base=ValueError,
        title="File cannot be loaded as a bundle",
        why="A bundle holds machine code. It is loaded only if its hash agrees and nobody else could have written it.",
        fix="Write the file again with `cutedsl bundle`, and copy it as a whole.",
        wrong='bundle.load("kernels.o")',
        right='bundle.load("kernels.cutedsl")',
    ),
    Entry(
        name="bundle-stale",
        base=ValueError,
        title="A bundle from a different version or machine",
        why="Machine code of another version may expect another run time; that of another CPU may not run here.",
        fix="Write it again with this version of cutedsl, on a machine of the kind that loads it.",
        wrong='bundle.load("kernels.cutedsl")  # made on another kind of CPU',
        right="cutedsl bundle prog.py -o kernels.cutedsl  # on the oldest CPU that will load it",
    ),
    Entry(
        name="bundle-name",
        base=AttributeError,
        title="Bundle has no such function",
        why="A bundle has the functions that were compiled when it was written, under their names or those of `named`.",
        fix="Print what it has: `cutedsl bundle --list FILE`.",
        wrong="kernels.sotfmax(x, y)",
        right="kernels.softmax(x, y)",
    ),
    Entry(
        name="bundle-lacks",
        base=TypeError,
        title="Bundle has no program for this call",
        why="A bundle holds compiled programs, each for certain kinds of arguments and one architecture. Nothing is "
        "compiled for the functions of a bundle.",
        fix="Make such a call in the program that `cutedsl bundle` runs, or add `--arch`.",
        wrong="kernels.softmax(x16, y16)  # compiled for Float32",
        right="softmax(x32, y32)\nsoftmax(x16, y16)  # in the program that is bundled",
    ),
    Entry(
        name="bundle-clash",
        base=ValueError,
        title="Two programs of a bundle cannot be told apart",
        why="Both have the same name and take the same arguments: methods of two objects, or functions that were made "
        "for different settings.",
        fix='Name them: `with cutedsl.bundle.named("gemm_128"):` around the calls.',
        wrong="Gemm(64)(a, b, c)\nGemm(128)(a, b, c)",
        right='with bundle.named("gemm_64"):\n    Gemm(64)(a, b, c)\nwith bundle.named("gemm_128"):\n'
        "    Gemm(128)(a, b, c)",
    ),
)
