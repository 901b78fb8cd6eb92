"""Errors of running programs that were written for `cutlass`."""

from __future__ import annotations

from cutedsl.errors.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        name="cutlass-installed",
        base=RuntimeError,
        title="Another package named `cutlass` is installed",
        why="`cutedsl run` makes `import cutlass` mean cutedsl, and would hide the package that is installed.",
        fix="Say that it may be hidden: `cutedsl run --override prog.py`; or use an environment without it.",
        wrong="cutedsl run prog.py                 # with another `cutlass` installed",
        right="cutedsl run --override prog.py",
    ),
)
