"""Errors of checked runs, and the classes of what they find that no other run can tell."""

from __future__ import annotations

from cutedsl.errors.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        name="check-target",
        base=ValueError,
        title="A checked run for a GPU",
        why="Only the CPU target can look at every access and wait of a kernel.",
        fix='Leave `--target` out of the options, or give "--target cpu".',
        wrong='cute.compile(f, x, options="--check --target cuda")',
        right='cute.compile(f, x, options="--check")',
    ),
    Entry(
        name="mark-name",
        base=ValueError,
        title="A mark without a name",
        why="A kernel notes numbers; the list of names says what they mean, so it must have all of them.",
        fix="Add the name to those that `Marks` is made with.",
        wrong='marks = Marks(("load",))\nmarks.recorder(noted).begin("store")',
        right='marks = Marks(("load", "store"))\nmarks.recorder(noted).begin("store")',
    ),
)
