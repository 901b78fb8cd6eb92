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
)
